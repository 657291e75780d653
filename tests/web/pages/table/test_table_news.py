"""Giving up, leaving, coming back and pausing: what the pages of the others say of it."""

from __future__ import annotations

import re

import pytest

from tests.support.table_walk import Walk
from trainshed.web.pages.table.page_history import PageHistory
from trainshed.web.pages.table.table_parts import DisplayMode, render_parts
from trainshed.wire import Pace

NAMES = ("Ada", "Bo", "Cy")
LIVE = Pace(kind="live", turn=600_000, bank=600_000)


def parts(walk: Walk, viewer: int | None, language: str = "en") -> dict[str, str]:
    """The texts of the page as it is for a viewer."""
    page = render_parts(PageHistory(viewer, walk.steps).look(walk.table), DisplayMode(language, "wide"))
    return {name: " ".join(re.sub(r"<[^>]*>", " ", part).split()) for name, part in page.items()}


def table(pace: Pace | None = None) -> Walk:
    """A game for three in which the first seat has made a move."""
    walk = Walk("news", 3, {"start": "seat-1"}, pace=pace, names=NAMES)
    while walk.table.actor == 0:
        walk.play()
    return walk


GAVE_UP = {
    "en": ("Bo gives up. A bot plays on for Bo, who ranks behind all others.", "out: a bot plays on"),
    "es": (
        "Bo se rinde. Un bot sigue jugando por Bo, que queda por detrás de todos los demás.",
        "fuera: sigue jugando un bot",
    ),
    "it": (
        "Un bot continua a giocare per Bo, che si classifica dietro tutti gli altri.",
        "fuori: continua a giocare un bot",
    ),
}


@pytest.mark.parametrize("language", GAVE_UP)
def test_all_others_read_who_gave_up_and_what_follows(language: str) -> None:
    walk = table()
    walk.say(1, "/concede")
    walk.say(1, "/seat thumb")
    told, panel = GAVE_UP[language]
    for viewer in (0, 2, None):
        page = parts(walk, viewer, language)
        assert told in page["proposal"]
        assert panel in page["seats"]
    assert parts(walk, 1, language)["proposal"] == ""
    assert told.partition(". ")[2] in parts(walk, 0, language)["log"]


def test_who_leaves_and_who_comes_back_is_told_until_the_reader_moves() -> None:
    walk = table()
    walk.say(1, "/seat driver/passing")
    assert parts(walk, 0)["proposal"] == "Bo is away: a bot (Driver) plays until Bo is back."
    assert "away: a bot plays" in parts(walk, 2)["seats"] or walk.table.actor == 1
    walk.say(1, "/seat Bo", who=2)
    assert parts(walk, 0)["proposal"] == "Bo is away: a bot (Driver) plays until Bo is back. Bo is back."
    while walk.table.actor != 0:
        walk.play()
    walk.play()
    assert parts(walk, 0)["proposal"] == ""


def test_time_that_has_run_out_says_who_plays_on() -> None:
    walk = table(LIVE)
    walk.say(1, "/flag")
    walk.say(1, "/seat thumb")
    assert parts(walk, 0)["proposal"] == "Bo has run out of time. A bot plays on for Bo."


def test_a_pause_says_who_asked_who_answered_and_how_it_ends() -> None:
    walk = table(LIVE)
    walk.say(1, "/ask pause")
    assert parts(walk, 1)["proposal"] == "Bo asks for a pause. Waiting for Ada and Cy."
    assert parts(walk, 0)["proposal"].startswith("Bo asks for a pause. Waiting for Ada and Cy. No")
    walk.say(2, "/agree")
    assert parts(walk, 1)["proposal"] == "Bo asks for a pause. Waiting for Ada."
    walk.say(0, "/decline")
    assert parts(walk, 1)["proposal"] == "Cy agrees. Ada does not agree to a pause."
    walk.say(1, "/ask pause")
    walk.say(0, "/agree")
    walk.say(2, "/agree")
    walk.say(1, "/pause")
    for viewer in (0, 1, 2, None):
        bar = parts(walk, viewer)["confirm"]
        assert bar.startswith("The table is paused. Bo asked for it. Every player can let the game go on")
    assert parts(walk, 0)["proposal"].endswith("The table is paused, as Bo asked.")
    assert "pidió Bo" in parts(walk, 0, "es")["confirm"] + parts(walk, 0, "es")["proposal"]
    walk.say(2, "/resume")
    assert parts(walk, 1)["proposal"] == "Cy lets the game go on."
    assert "Cy lets the game go on." in parts(walk, None)["log"]
