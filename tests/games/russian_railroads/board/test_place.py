"""The place of Russian Railroads: seasons behind the railroads, stations on them, and a semaphore where reach ends."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tests.support.games.russian_railroads.table import BOX, GAME, position, tracks
from tests.support.svg import SAY, parsed
from trainshed.draw.board import Asked, Say
from trainshed.draw.sheet import LAYOUTS, TALL, WIDE, Sheet
from trainshed.games.russian_railroads.board import board
from trainshed.games.russian_railroads.board.railway import TrackStretch, draw_line
from trainshed.games.russian_railroads.board.scene import Scene
from trainshed.games.russian_railroads.board.scenery import BEDS, SCENERY
from trainshed.games.russian_railroads.rules.components import KIEV, TRANS_SIBERIAN
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.locale import LANGUAGES, speech


def drawn(state: RailState, layout: str, language: str = "en") -> ElementTree.Element:
    say = Say(speech(language), SAY.names)
    return parsed(board.draw(GAME, None, state.view(0), Asked(), layout, say))


def built(ts: tuple[int, ...], first: int, second: int) -> RailState:
    """A player with this Trans-Siberian, and with two locomotives on it."""
    state = position()
    own = state.players[0]
    own.tracks, own.locomotives = tracks(ts=ts), [first, second, 0, 0]
    return state


def arms(svg: ElementTree.Element) -> list[bool]:
    """Of each semaphore, whether its arm is raised."""
    signals = [node for node in svg.iter("g") if node.get("class") == "signal"]
    return ["rotate" in node[1].get("transform", "") for node in signals]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    ("first", "second", "raised"), [(3, 1, [False]), (6, 2, [True]), (9, 9, [True]), (5, 0, [True]), (0, 0, [])]
)
def test_a_semaphore_ends_each_reach(layout: str, first: int, second: int, raised: list[bool]) -> None:
    """Level where the railroad goes on beyond the reach, raised where reach is left; none without a locomotive."""
    assert arms(drawn(built((5, 3), first, second), layout)) == raised


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_railroad_lies_in_its_season(layout: str) -> None:
    """The pictures of a layout are all there, each for day and night, behind every piece."""
    svg = drawn(built((5, 3), 3, 1), layout)
    named = [node.get("href", "").rpartition("/")[2] for node in svg.iter("image")]
    usual = list(BEDS)[:3] if layout == WIDE else list(BEDS)[3:]
    pictures = [f"band-{layout}", *usual]
    assert sorted(named) == sorted(f"{name}-{theme}.svg" for name in pictures for theme in ("day", "night"))
    layer = next(node for node in svg.iter("g") if node.get("id") == "board")
    assert len(list(layer.iter("image"))) == len(named)


def test_a_railroad_of_another_length_is_drawn_without_scenery() -> None:
    sheet, scene = Sheet(), Scene(GAME, position().view(0), Asked(), SAY)
    draw_line(sheet, scene, TrackStretch(TRANS_SIBERIAN, 100, 50, 48, 1, 14, 56))
    draw_line(sheet, scene, TrackStretch(KIEV, 100, 150, 48, 1, 9, -31))
    assert "tie ghost" in sheet.printed[0]
    assert "Vladimir" not in "".join(sheet.printed)
    assert SCENERY.address("kiev-day.svg") in "".join(sheet.printed)
    assert "Kaluga" in "".join(sheet.printed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_stations_stand_by_their_spaces(language: str) -> None:
    """On a desk with the number of their space; on a phone the name alone where both have no room."""
    wide = [
        node.text or ""
        for node in drawn(position(), WIDE, language).iter("text")
        if "station" in str(node.get("class"))
    ]
    assert len(wide) == 12
    assert all(said.partition(" ")[0].isdigit() for said in wide)
    assert f"{BOX.length[TRANS_SIBERIAN]} Vladivostok" in wide
    tall = [
        node.text or ""
        for node in drawn(position(), TALL, language).iter("text")
        if "station" in str(node.get("class"))
    ]
    assert "Vladivostok" in tall
    assert len(tall) >= 10
