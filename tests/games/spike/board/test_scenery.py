"""The scenery of Spike: pictures that no update contains, and that fit under the network."""

from __future__ import annotations

import re
from math import hypot

import pytest

from tests.support.games.spike.positions import GAME, legal
from tests.support.random_games import random_game
from tests.support.svg import SAY
from trainshed.draw.board import Asked
from trainshed.draw.fit import Rect
from trainshed.draw.sheet import LAYOUTS
from trainshed.games.spike.board import board
from trainshed.games.spike.board.land.terrain import FRAMES, GRASS, NETWORK, WOODS
from trainshed.games.spike.board.scenery import SCENERY
from trainshed.games.spike.rules.content_schema import CityRow, JunctionRow
from trainshed.games.spike.rules.state import SpikeState

CITIES: list[CityRow] = GAME.pack.take("cities.rows", list[CityRow])
JUNCTIONS: list[JunctionRow] = GAME.pack.take("junctions.rows", list[JunctionRow])
PLACES = [(city.x, city.y) for city in CITIES] + [(place.x, place.y) for place in JUNCTIONS]


def drawn(state: SpikeState, layout: str) -> str:
    asked = Asked(legal(state) if state.actor >= 0 and not state.over else ())
    return board.draw(GAME, None, state.view(max(0, state.actor)), asked, layout, SAY)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_board_refers_to_the_same_pictures_all_through_a_game(layout: str) -> None:
    found = set[tuple[str, ...]]()
    for place, (_, state) in enumerate(random_game(GAME, 3, {}, 5)):
        if place % 40 == 0:
            found.add(tuple(re.findall(r"<image[^>]*>", drawn(state, layout))))
    assert len(found) == 1
    shown = " ".join(found.pop())
    for name in (f"land-{layout}", f"band-{layout}"):
        assert shown.count(SCENERY.address(f"{name}-day.svg")) == 1
        assert shown.count(SCENERY.address(f"{name}-night.svg")) == 1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_land_is_no_part_of_an_update(layout: str) -> None:
    state: SpikeState = GAME.start(2)
    svg = drawn(state, layout)
    assert not re.search(r'class="(land|coast|river|hach)', svg)
    assert max(map(len, re.findall(r' d="([^"]*)"', svg))) < 12_000  # the mesh of all links


def test_the_land_is_drawn_for_the_network_of_the_content() -> None:
    xs, ys = [x for x, _ in PLACES], [y for _, y in PLACES]
    assert Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)) == NETWORK


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_picture_of_the_land_fills_the_window(layout: str) -> None:
    frame, picture = FRAMES[layout], SCENERY.picture(f"land-{layout}")
    area = frame.area(NETWORK)
    assert (area.w, area.h) == (picture.width, picture.height)
    assert Rect(0, 0, frame.w, frame.h).inside(area)


def test_another_network_stretches_the_land() -> None:
    wide = FRAMES["wide"]
    half = Rect(NETWORK.x, NETWORK.y, NETWORK.w / 2, NETWORK.h)
    assert wide.area(half).w == pytest.approx(2 * wide.area(NETWORK).w, abs=0.2)
    assert wide.area(half).h == wide.area(NETWORK).h


def test_woods_and_grass_keep_away_from_places() -> None:
    for x, y in (*WOODS, *GRASS):
        assert min(hypot(x - a, y - b) for a, b in PLACES) > 25, (x, y)
