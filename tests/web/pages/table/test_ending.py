"""The end of a game on its page: the banner, the turning points, and where the points came from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from tests.support.service import open_container, started
from tests.support.table_walk import Walk
from tests.support.titles import drawn_titles
from tests.support.web.visitors import arrive, http_client
from trainshed.draw.seats import SEATS
from trainshed.draw.sheet import LAYOUTS
from trainshed.kernel.record import CONCEDE
from trainshed.service.tables.table_state import effective_moves
from trainshed.web.pages.table.ending import ending_part as module
from trainshed.web.pages.table.ending.turning_points import RowPoints, turning_points
from trainshed.web.pages.table.log_lines import LogLine
from trainshed.web.pages.table.page_history import PageHistory
from trainshed.web.pages.table.table_parts import DisplayMode, PartsRenderer, TablePage
from trainshed.web.streams.hub import HISTORY_ROWS


def over(title: str, seats: int, seed: str = "end", options: dict[str, str] | None = None) -> Walk:
    """A random game to its end, with some moves taken back."""
    walk = Walk(seed, seats, options, title=title)
    for _ in walk.to_the_end(undo=0.1):
        pass
    return walk


def look(walk: Walk, viewer: int | None = 0) -> TablePage:
    story = PageHistory(viewer, walk.steps[-HISTORY_ROWS:])
    story.end(walk.steps)
    return story.look(walk.table)


def ending(walk: Walk, layout: str = "wide", language: str = "en", viewer: int | None = 0) -> str:
    return PartsRenderer(look(walk, viewer), DisplayMode(language, layout)).ending()


def headline(html: str) -> str:
    found = re.search(r'<h2 id="ending-t">(.*?)</h2>', html)
    assert found is not None
    return found[1]


def rows(html: str) -> list[list[str]]:
    """The texts of the table of points, row by row."""
    table = re.findall(r'<table class="src.*?</table>', html, re.S)[0]
    found = [re.findall(r"<t[dh].*?</t[dh]>", row, re.S) for row in re.findall(r"<tr.*?</tr>", table, re.S)]
    return [[re.sub(r"<svg.*?</svg>|<[^>]*>", "", cell) for cell in row] for row in found]


def value(text: str) -> int:
    return 0 if text == "–" else int(text.replace("−", "-").rstrip("$"))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("slug", drawn_titles())
def test_the_winners_train_arrives_and_the_points_add_up(slug: str, layout: str) -> None:
    walk = over(slug, 4)
    html, outcome = ending(walk, layout), walk.table.outcome
    assert outcome is not None
    first = [seat for seat, rank in enumerate(outcome["standings"]) if rank == 1]
    train = html[html.index('id="arrival-train"') :].partition("</svg>")[0]
    assert {color for color in SEATS if f'class="seat-{color}"' in train} == {SEATS[seat] for seat in first}
    assert html.count("piece worker") == 4 - len(first)
    # the sums of all sources are the scores, and the scores are shown
    found = rows(html)
    columns = [list(each) for each in zip(*found, strict=True)]
    seats = [seat[1:] for seat in (found if layout == "wide" else columns)[1:]]
    scores = sorted(outcome["scores"], reverse=outcome["scores"][first[0]] == max(outcome["scores"]))
    assert [sum(value(cell) for cell in seat[:-1]) for seat in seats] == scores
    assert [value(seat[-1]) for seat in seats] == scores
    margin = abs(scores[0] - scores[1])
    assert f" wins by {margin}" in headline(html) if margin else "wins" in headline(html) or "share" in headline(html)


def lead_of(points: Sequence[int], seat: int, sign: int) -> int:
    return sign * points[seat] - max(sign * each for other, each in enumerate(points) if other != seat)


@pytest.mark.parametrize("slug", drawn_titles())
def test_turning_points_are_the_largest_swings_and_lead_to_the_replay(slug: str) -> None:
    walk = over(slug, 2, "turns")
    html, board = ending(walk), walk.table.game.part("board.board")
    assert walk.table.outcome is not None
    seat, game = walk.table.outcome["standings"].index(1), walk.table.game
    sign = -1 if board.standing(game, walk.table.position.view(0)).fewest else 1
    stand = {row.seq for row in effective_moves([step.row for step in walk.steps])}
    views = [(0, walk.steps[0].before), *[(step.row.seq, step.after) for step in walk.steps if step.row.seq in stand]]
    leads = [(seq, lead_of(board.standing(game, state.view(0)).points, seat, sign)) for seq, state in views]
    swings = {new[0]: new[1] - old[1] for old, new in pairwise(leads)}
    told = [int(row) for row in re.findall(r'href="/t/\w+/replay/(\d+)"', html)]
    shown = [value(text.replace("+", "")) for text in re.findall(r'<em class="swing[^>]*>(.*?)</em>', html)]
    assert len(told) == 3
    assert told == sorted(told)
    assert shown == [swings[row] for row in told]
    assert max(abs(swing) for swing in shown) == max(abs(swing) for swing in swings.values())
    assert "Three turning points" in html


def test_a_turning_point_tells_of_the_seat_whose_points_changed() -> None:
    """One row may have a line for each seat, such as a scoring; the last one has the final count as well."""
    lines = [
        LogLine("a", 7, 9, 0, 0, "Ada scores.", True),
        LogLine("b", 9, 9, 1, 0, "Bo scores.", True),
        LogLine("c", 9, 9, -1, 0, "Final count.", True),
    ]
    points = [RowPoints(0, (0, 0), 1), RowPoints(9, (1, 36), 1), RowPoints(10, (1, 36), 2)]
    assert [point.line.sentence for point in turning_points(points, [0, 35, 35], lines)] == ["Bo scores."]
    ended = turning_points(points[:2], [0, 35], lines)
    assert [point.line.sentence for point in ended] == ["Bo scores. Final count."]


def test_a_shared_victory_has_coaches_of_both() -> None:
    walk = over("lok-n-roll", 2)
    page = look(walk)
    outcome = {**(page.table_view.outcome or {}), "standings": [1, 1]}
    part = module.EndingPart(
        page.game, replaced(page.table_view, outcome=outcome), DisplayMode("en", "wide").speech, ["Ada", "Bo"], "wide"
    )
    assert part.headline() == "Ada and Bo share the victory"
    assert {color for color in SEATS if f'class="seat-{color}"' in part.picture()} == {"blue", "red"}


def replaced(struct: Any, **fields: Any) -> Any:
    return msgspec.structs.replace(struct, **fields)


@pytest.mark.parametrize("mode", ["solo", "challenge", "rival"])
def test_a_game_for_one_says_how_it_went(mode: str) -> None:
    """A lost challenge leaves the train beside the rails, and Laura's train has no seat's colour."""
    page = look(over("lok-n-roll", 1, "alone", {"mode": mode}))
    view: Any = page.table_view.view
    ends = {
        "solo": [(view, r"\d+ points", "seat-blue")],
        "challenge": [
            (replaced(view, lost=True, scores=[], standings=[2]), "The challenge is lost", "rotate(9)"),
            (replaced(view, lost=False, scores=[7], standings=[1]), "7 points", "seat-blue"),
        ],
        "rival": [
            (replaced(view, standings=[1], rival=replaced(view.rival, rank=2)), "Ada wins", "seat-blue"),
            (replaced(view, standings=[2], rival=replaced(view.rival, rank=1)), "Laura wins", "seat-ink"),
            (
                replaced(view, standings=[1], rival=replaced(view.rival, rank=1)),
                "Ada and Laura share the victory",
                "seat-blue",
            ),
        ]
        if mode == "rival"
        else [],
    }
    for now, text, drawn in ends[mode]:
        shown, speech = replaced(page.table_view, view=now), DisplayMode("en", "wide").speech
        part = module.EndingPart(page.game, shown, speech, ["Ada"], "wide")
        assert re.fullmatch(text, part.headline())
        train = part.picture().partition('id="arrival-train"')[2]
        assert drawn in train
        assert ("rotate(9)" in train) == (drawn == "rotate(9)")


def test_a_game_that_was_given_up_has_a_winner_and_no_table_of_points() -> None:
    walk = Walk("left", 3, title="russian-railroads", names=("Ada", "Bo", "Cy"))
    for _ in range(60):
        walk.play()
    for seat in (0, 2):
        walk.say(seat, f"/{CONCEDE}")
    html = ending(walk, viewer=None)
    assert headline(html) == "Bo wins"
    assert "1. Bo" in html
    assert "<table" not in html
    assert html.count("piece worker") == 2


def test_nobody_wins_a_game_whose_rules_were_corrected() -> None:
    walk = over("lok-n-roll", 2)
    walk.table.refused = 40
    html = ending(walk)
    assert headline(html) == "The game is over"
    assert "arrival-train" not in html
    assert "end-turns" not in html
    assert "row 40 is not possible" in html


@pytest.mark.asyncio
async def test_the_page_of_a_finished_game_has_its_ending_and_one_of_a_running_game_has_none(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada, bob = await arrive(http, "Ada"), await arrive(http, "Bob")
        table = await started(ada, [bob])
        assert (
            '<section class="ending" id="ending" hidden>' in (await http.get(f"/t/{table}", headers=ada.headers)).text
        )
        await bob.post(f"/tables/{table}/concede", seq=(await bob.get(f"/tables/{table}"))["seq"])
        page = (await http.get(f"/t/{table}", headers=ada.headers)).text
        assert headline(page) == "Ada wins"
        assert page.index('id="ending"') < page.index('id="stage"')
        assert "ending.css" in page
