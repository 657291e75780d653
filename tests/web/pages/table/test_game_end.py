"""The page of a game that is over: who has won, by what, and who has left."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.support.table_walk import Walk
from trainshed.games.lok_n_roll.text import sentences
from trainshed.kernel.record import CONCEDE, FLAG
from trainshed.web.pages.table.page_history import PageHistory
from trainshed.web.pages.table.table_parts import DisplayMode, render_parts
from trainshed.web.streams.hub import HISTORY_ROWS
from trainshed.wire import Pace

PEOPLE = ("Ada", "Bo <b>", "Cy")


def page(walk: Walk, language: str = "en") -> dict[str, str]:
    """The parts of the first seat's page."""
    story = PageHistory(0, walk.steps[-HISTORY_ROWS:])
    story.end(walk.steps)
    return render_parts(story.look(walk.table), DisplayMode(language, "wide"))


def plain(html: str) -> str:
    """The text of a part."""
    return " ".join(re.sub(r"<svg.*?</svg>|<[^>]*>", " ", html, flags=re.S).split())


def played(title: str, seats: int = 3) -> Walk:
    """A game that was played to its end."""
    walk = Walk("end", seats, title=title, names=PEOPLE)
    for _ in walk.to_the_end():
        pass
    return walk


@pytest.mark.parametrize(
    ("title", "clause"),
    [
        ("first-class", "FC-FINAL-1"),
        ("lok-n-roll", "LR-"),
        ("russian-railroads", "RR-FINAL-08"),
        ("spike", "SP-"),
    ],
)
def test_the_banner_says_what_has_decided_the_game(title: str, clause: str) -> None:
    walk = played(title)
    parts = page(walk)
    found = re.search(
        rf'<p>([^<]*)<a class="slip-id" href="(/rules/{title}[^"]*)"[^>]*>.*?({clause}[\w-]*)</a></p>', parts["ending"]
    )
    assert found is not None
    assert walk.table.outcome is not None
    first = [PEOPLE[seat] for seat, rank in enumerate(walk.table.outcome["standings"]) if rank == 1]
    assert all(name.replace("<b>", "&lt;b&gt;") in found[1] for name in first)
    # the slip has the text of the same clause
    assert f" {found[3]}</a>" in parts["slip"]
    # and all places are there
    for seat, rank in enumerate(walk.table.outcome["standings"]):
        assert f"{rank} {PEOPLE[seat].replace('<b>', '&lt;b&gt;')}" in plain(parts["ending"])


def test_somebody_who_gave_up_is_named_and_not_compared() -> None:
    walk = Walk("leaving", 3, title="russian-railroads", names=PEOPLE)
    for _ in range(20):
        walk.play()
    walk.say(1, f"/{CONCEDE}")
    assert page(walk)["ending"] == '<section class="ending" id="ending" hidden></section>'
    for _ in walk.to_the_end():
        pass
    state: Any = walk.table.position
    state.players[1].points = 999  # the most by far
    banner = plain(page(walk)["ending"])
    assert re.match(r"(Ada|Cy) wins by \d+ \1 wins with \d+ points, ahead of (Ada|Cy) with|Ada and Cy share", banner)
    assert "Bo &lt;b&gt; is out of the game." in banner  # when that was stands too far back in the log
    assert "3 Bo" in banner


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Ada wins Bo <b> gives up. 1. Ada "),
        ("es", "Gana Ada Bo <b> se rinde. 1. Ada "),
        ("it", "Vince Ada Bo <b> "),
    ],
)
def test_where_all_others_gave_up_the_last_one_wins(language: str, text: str) -> None:
    walk = Walk("gives up", 2, names=PEOPLE)
    walk.say(1, f"/{CONCEDE}")
    assert plain(page(walk, language)["ending"]).replace("&lt;b&gt;", "<b>").startswith(text)


def test_time_that_has_run_out_is_told() -> None:
    walk = Walk("too late", 2, names=PEOPLE, pace=Pace(kind="live", turn=60_000, on_flag="out"))
    late = walk.table.actor
    walk.say(late, f"/{FLAG}")
    assert walk.table.over
    banner = plain(page(walk)["ending"]).replace("&lt;b&gt;", "<b>")
    assert banner.startswith(f"{PEOPLE[1 - late]} wins {PEOPLE[late]} has run out of time.")


def test_giving_up_alone_wins_nothing() -> None:
    walk = Walk("alone", 1, {"mode": "solo"}, names=PEOPLE)
    walk.say(0, f"/{CONCEDE}")
    parts = page(walk)
    assert plain(parts["ending"]).startswith("The game is over Ada gives up. 1. Ada")
    assert "arrival-train" not in parts["ending"]


def test_a_title_without_such_sentences_names_the_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(sentences, "decided")
    walk = played("lok-n-roll", 2)
    assert re.match(
        r".* (wins( by \d+)?|share the victory)( .* wins\.)? 1\. .* Three turning points", plain(page(walk)["ending"])
    )
