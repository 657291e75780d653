"""The names of Spike's cities: each is clearly nearer to its own city than to any other, and none moves in a game."""

from __future__ import annotations

from itertools import combinations
from math import cos, radians, sin
from typing import Any

import pytest

from tests.support.games.spike.city_names import (
    LARGE,
    MARGINS,
    ZOOMS,
    cities,
    drawn,
    drawn_names,
    margins,
    moved,
    near_of,
    on_screen,
    positions,
    shown,
)
from tests.support.games.spike.positions import BOX, GAME, position
from tests.support.seeds import size
from trainshed.draw.fit import Rect
from trainshed.draw.map.labels import labels_of
from trainshed.draw.map.link_room import rooms_of
from trainshed.draw.map.net import SHRINK, STYLES
from trainshed.draw.map.stored_labels import label_key, stored_labels
from trainshed.draw.sheet import LAYOUTS, TALL
from trainshed.games.spike.board.map import map_window
from trainshed.games.spike.board.printed_map import printed_map
from trainshed.locale import LANGUAGES

POSITIONS = size(day=9, night=500)
"""Positions for each number of players."""


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_name_is_clearly_nearer_to_its_own_city(layout: str, large: bool) -> None:
    svg = drawn(position(4), layout)
    found = list(margins(svg, layout, large))
    assert {one.city for one in found} == set(BOX.node_names[: BOX.net.cities])
    assert [one for one in found if one.pixels < MARGINS[layout]] == []


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_name_moves_in_any_position_or_language(seats: int, layout: str) -> None:
    before = drawn_names(drawn(position(2), layout))
    count = 0
    for state in positions(seats, POSITIONS):
        language = LANGUAGES[count % len(LANGUAGES)]
        assert moved(before, drawn_names(drawn(state, layout, language))) == [], language
        count += 1
    assert count == POSITIONS


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_names_cover_no_city_and_no_other_name(layout: str, large: bool) -> None:
    svg = drawn(position(4), layout)
    px = LARGE if large else STYLES[layout].text
    for zoom in ZOOMS:
        grown = zoom ** (1 - SHRINK)
        boxes = [(name.city, letters(on_screen(name, zoom, px), px * grown)) for name in shown(svg, zoom)]
        assert len(boxes) == BOX.net.cities
        assert [(one, other) for (one, a), (other, b) in combinations(boxes, 2) if a.meets(b)] == [], zoom
        for city, (x, y) in cities(svg).items():
            r = STYLES[layout].ring * grown
            ring = Rect(x * zoom - r, y * zoom - r, 2 * r, 2 * r)
            assert [name for name, box in boxes if box.meets(ring)] == [], (city, zoom)


def letters(box: Rect, px: float) -> Rect:
    """The part of a font's box that letters fill."""
    return Rect(box.x, box.y + 0.24 * px, box.w, box.h - 0.27 * px)


def test_phone_shows_whole_names_after_one_press_of_the_button() -> None:
    assert near_of(drawn(position(2), TALL)) == 1.5


@pytest.mark.parametrize("layout", LAYOUTS)
def test_stored_labels_are_those_of_a_search(layout: str) -> None:
    inputs = map_window(printed_map(BOX, GAME.pack, layout), layout).label_inputs
    stored = stored_labels("trainshed.games.spike")[label_key(*inputs)]
    assert repr(rounded(stored)) == repr(rounded(labels_of(*inputs)))


def rounded(found: Any) -> Any:
    """The same with numbers that do not depend on the machine's last digit."""
    if isinstance(found, float):
        return round(found, 6)
    return tuple(rounded(one) for one in found) if isinstance(found, tuple) else found


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_link_has_room_for_a_train_off_all_names(layout: str) -> None:
    drawn = map_window(printed_map(BOX, GAME.pack, layout), layout)
    boxes = drawn.placed.boxes
    for link, room in rooms_of(drawn.net, drawn.style.ring).items():
        free = [spot for spot in room.spots if not any(room.covered(spot, box) for box in boxes)]
        assert len(free) >= 2, link


def test_turned_train_covers_what_it_meets() -> None:
    net = printed_map(BOX, GAME.pack, TALL).net
    for room in rooms_of(net, STYLES[TALL].ring).values():
        x, y = room.spots[0]
        for turn in range(0, 360, 15):
            for far in (2.0, 30.0):
                at_x, at_y = x + far * cos(radians(turn)), y + far * sin(radians(turn))
                assert room.covered((x, y), (at_x - 1, at_y - 1, at_x + 1, at_y + 1)) is (far == 2.0)
