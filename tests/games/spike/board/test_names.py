"""The names of the map of Spike: whole, inside of the drawing, and covered by nothing that lies above them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import cos, hypot, radians, sin
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from tests.support.games.spike.positions import BOX, GAME, legal
from tests.support.random_games import random_game
from tests.support.seeds import size
from tests.support.svg import SAY, parsed
from trainshed.draw.board import Asked
from trainshed.draw.fit import Rect, room_of
from trainshed.draw.map.net import STYLES
from trainshed.draw.sheet import LAYOUTS
from trainshed.games.spike.board import board
from trainshed.games.spike.board.land.terrain import FRAMES
from trainshed.games.spike.rules.state import SpikeState

MOVED = re.compile(r"translate\((\S+) (\S+)\)")
TURNED = re.compile(r"rotate\((\S+)\)")

HULL = [(x / 4, y / 4) for x in range(-56, 57, 7) for y in range(-30, 31, 6)]
"""Points of a train that heads right, in its own units."""

ABOVE = {"opt-hit", "waydisc"}
"""Circles of targets that lie above names."""


class Name(NamedTuple):
    """A name or a code that the whole map shows."""

    said: str
    box: Rect


def at(node: ElementTree.Element) -> tuple[float, float]:
    found = MOVED.search(node.get("transform", ""))
    assert found is not None, node.attrib
    return float(found[1]), float(found[2])


def shown_names(svg: ElementTree.Element, layout: str) -> list[Name]:
    """What the whole map shows: codes where there are any, else names. The box is that of the letters."""
    group = svg.find(".//*[@id='codes']")
    group = svg.find(".//*[@id='names']") if group is None else group
    assert group is not None
    px = STYLES[layout].text
    found = []
    for pin in group:
        (x, y), (said,) = at(pin), pin.iter("text")
        left, low, w = float(said.get("x", 0)), float(said.get("y", 0)), room_of(said.text or "", px)
        left -= {"start": 0, "middle": w / 2, "end": w}[said.get("text-anchor", "start")]
        box = Rect(x + left, y + low - 0.74 * px, w, 0.74 * px)
        found.append(Name(said.text or "", box))
    return found


def trains(svg: ElementTree.Element, layout: str) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Every train with points of its hull."""
    scale = STYLES[layout].ring / 10.3
    for node in svg.iter("g"):
        id_ = node.get("id", "")
        if id_.startswith("train-") and not id_.startswith("train-was"):
            x, y = at(node)
            turns = [found for inner in node.iter("g") if (found := TURNED.search(inner.get("transform", "")))]
            turn = radians(float(turns[0][1])) if turns else 0.0
            yield (
                id_,
                [
                    (x + scale * (px * cos(turn) - py * sin(turn)), y + scale * (px * sin(turn) + py * cos(turn)))
                    for px, py in HULL
                ],
            )


def discs(svg: ElementTree.Element) -> Iterator[tuple[str, float, float, float]]:
    """Every circle of a target: its id, centre and radius."""
    window = svg.find(".//*[@id='map-options']")
    assert window is not None
    for option in window.iter("g"):
        if "opt" in option.get("class", "").split():
            x, y = at(option)
            for circle in option.iter("circle"):
                if circle.get("class") in ABOVE:
                    yield option.get("id", ""), x, y, float(circle.get("r", 0))


def apart(box: Rect, x: float, y: float) -> float:
    """The distance of a point to a box."""
    return hypot(max(box.x - x, 0, x - box.x - box.w), max(box.y - y, 0, y - box.y - box.h))


def faults(svg: ElementTree.Element, layout: str) -> list[str]:
    """What is wrong with the names of a drawing."""
    frame = FRAMES[layout]
    shown = shown_names(svg, layout)
    found = [f"{one.said} is cut" for one in shown if not one.box.inside(Rect(0, 0, frame.w, frame.h))]
    for id_, points in trains(svg, layout):
        for one in shown:
            if any(apart(one.box, x, y) == 0 for x, y in points):
                found.append(f"{one.said} lies under {id_}")
    for id_, x, y, r in discs(svg):
        found += [f"{one.said} lies under {id_}" for one in shown if apart(one.box, x, y) < r]
    return found


def drawings(seats: int, seed: int, layout: str) -> Iterator[tuple[SpikeState, ElementTree.Element]]:
    for index, (_, state) in enumerate(random_game(GAME, seats, {}, seed)):
        if index % size(day=9, night=2) == 0 and state.actor >= 0:
            asked = Asked(legal(state))
            yield state, parsed(board.draw(GAME, None, state.view(state.actor), asked, layout, SAY))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("seats", [2, 4])
def test_every_name_is_whole_and_nothing_covers_it(seats: int, layout: str) -> None:
    count = 0
    for state, svg in drawings(seats, 7 + seats, layout):
        assert len(shown_names(svg, layout)) == BOX.net.cities
        assert faults(svg, layout) == [], legal(state)
        count += 1
    assert count > 10
