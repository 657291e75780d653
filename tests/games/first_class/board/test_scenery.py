"""The landscape of First Class: static pictures, of which a line shows a part for each tone, near, haze and far."""

from __future__ import annotations

import re
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from tests.support.random_games import random_game
from tests.support.svg import SAY
from trainshed.draw.board import Asked, Say
from trainshed.draw.fit import Rect
from trainshed.draw.sheet import LAYOUTS, TALL, WIDE
from trainshed.games.first_class.board import board
from trainshed.games.first_class.board.art.landscape import CITIES, EUROPE, HALF, HIGH, LIGHTS, STEP, place_at
from trainshed.games.first_class.board.scenery import SCENERY, WHOLE, landscape
from trainshed.games.first_class.text.names import STATIONS, station_name
from trainshed.kernel.registry import game
from trainshed.kernel.translation import ENGLISH, Translator
from trainshed.locale import speech

GAME = game("first-class")
AREA = Rect(100, 300, 950, 44)
COMMAND = re.compile(r"([MLHVCQAhvaZ])([^MLHVCQAhvaZ]*)")


class Part(NamedTuple):
    """A part of a picture as a line shows it."""

    name: str
    area: Rect
    seen: Rect


def parts_of(svg: str) -> list[Part]:
    found = []
    for node in ElementTree.fromstring(f"<g>{svg}</g>").iter("svg"):
        address = node[0].get("href", "")
        area = Rect(*(float(node.get(key, "")) for key in ("x", "y", "width", "height")))
        seen = Rect(*map(float, node.get("viewBox", "").split()))
        found.append(Part(re.sub(r".*/|-day\.svg", "", address), area, seen))
    return found


def sides(data: str) -> tuple[float, float, float]:
    """The left and right end and the top of path data; a control point of a curve counts as a point."""
    xs, ys = list[float](), list[float]()
    x = y = 0.0
    for command, given in COMMAND.findall(data):
        values = [float(value) for value in re.findall(r"-?[\d.]+", given)]
        if command == "H":
            x = values[0]
        elif command in "Vv":
            y = values[0] if command == "V" else y + values[0]
        elif command == "h":
            x += values[0]
        elif command == "a":
            x, y = x + values[-2], y + values[-1]
        elif command != "Z":
            xs += values[-2::-2] if command != "A" else []
            x, y = values[-2:]
        xs.append(x)
        ys.append(y)
    return min(xs), max(xs), min(ys)


@pytest.mark.parametrize("city", range(CITIES))
def test_what_stands_at_a_city_keeps_to_its_width(city: int) -> None:
    """Else it would be cut where the next city has another tone."""
    left, right, top = sides(place_at(city)(0, 0))
    assert left >= -HALF
    assert right <= HALF
    assert top >= -HIGH
    assert all(-HALF < x < HALF and 0 < high < HIGH for x, high in LIGHTS.get(city, ()))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_landscape_is_no_part_of_an_update(layout: str) -> None:
    """All through a game a board only refers to the same files."""
    addresses = {SCENERY.address(file) for file in SCENERY.files()}
    for place, (before, state) in enumerate(random_game(GAME, 2, {}, 3)):
        if place % 60 == 0:
            svg = board.draw(GAME, before, state.view(0), Asked(), layout, SAY)
            found = set(re.findall(r'<image href="([^"]*)"', svg))
            assert found
            assert found <= addresses
            assert max(map(len, re.findall(r' d="([^"]*)"', svg))) < 3_000


@pytest.mark.parametrize("reached", range(7))
def test_passed_cities_are_near_and_coming_ones_in_haze(reached: int) -> None:
    parts = {part.name: part for part in parts_of(landscape(AREA, 0, 6, 84, reached))}
    assert parts["near"].area.w == 84 * (reached + 1)
    assert parts["near"].area.x + parts["near"].area.w == AREA.x + AREA.w
    if reached < 6:
        assert parts["haze"].area.x + parts["haze"].area.w == parts["near"].area.x
        assert parts["haze"].area.w == 84 * (6 - reached)
    else:
        assert "haze" not in parts
    assert parts["far"].area.x == AREA.x
    assert "bosphorus-day.svg" in landscape(AREA, 0, 6, 84, reached)
    assert parts["near"].seen.x + parts["near"].seen.w == WHOLE  # Paris is at its right end


@pytest.mark.parametrize(("first", "last", "step"), [(0, 5, 59.67), (6, 11, 59.67), (0, 23, 39.58), (30, 53, 39.58)])
def test_parts_of_a_stretch_meet(first: int, last: int, step: float) -> None:
    """Also of one that begins late or is long: together they fill it, and each is inside of its picture."""
    for reached in (0, first, first + 3, last):
        parts = parts_of(landscape(AREA, first, last, step, reached))
        assert sum(part.area.w for part in parts) == pytest.approx(AREA.w, abs=1)
        for part in parts:
            assert part.area.w / part.seen.w == pytest.approx(step / STEP, rel=0.01)
            assert part.seen.x >= -0.1
            assert part.seen.x + part.seen.w <= WHOLE + 0.1
            assert part.area.y + part.area.h == AREA.y + AREA.h
            assert part.area.h <= AREA.h


def test_where_cities_fill_a_stretch_nothing_is_seen_beyond_them() -> None:
    assert "bosphorus" not in landscape(AREA, 0, 23, 39.58, 4)
    assert [part.name for part in parts_of(landscape(AREA, 0, 10, 86.36, 4))] == ["near", "haze"]


def said_in(layout: str, spoken: Translator) -> list[str]:
    """All texts of the board at the beginning of a game."""
    view = next(iter(random_game(GAME, 2, {}, 3)))[1].view(0)
    svg = board.draw(GAME, None, view, Asked(), layout, Say(spoken, ("Ada", "Bob")))
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def test_stations_have_their_distance_and_their_name_where_there_is_room() -> None:
    wide, tall = said_in(WIDE, ENGLISH), said_in(TALL, ENGLISH)
    assert {"Paris", "1 Nancy", "2 Strasbourg", "3 Stuttgart"} <= set(wide)
    assert {"Paris", "1", "2", "3"} <= set(tall)
    assert {"1 Nancy", "2 Estrasburgo", "3 Stuttgart"} <= set(said_in(WIDE, speech("es")))


def test_a_line_may_be_longer_than_the_names() -> None:
    assert [station_name(city, ENGLISH) for city in (0, 15, 16, 40)] == ["Paris", "15 Edirne", "16", "40"]
    assert len(EUROPE) == len(STATIONS) + 1  # each station has its own picture, and the last one is the Bosphorus
