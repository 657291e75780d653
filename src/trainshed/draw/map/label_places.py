"""The places where the name of a city could stand, each with its cost.

A place has the whole margin of the map's style: the name is nearer to its own city than to any other, at every zoom and
in normal and large type. Among those, places next to the city that hide the fewest links are cheap, because any link
may get a rail and a train.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin
from typing import Final, NamedTuple

from trainshed.draw.fit import Rect, room_of
from trainshed.draw.map.boxes import LinkStretch, covers, distance, edges_of, hidden, nearest, on_map
from trainshed.draw.map.link_room import LinkRoom, rooms_of
from trainshed.draw.map.net import MapCity, MapNet, MapStyle, lines_of
from trainshed.draw.svg import Anchor

LARGE: Final = 13.4
"""The font size of names in large type, as in `preferences.css`. Places have room for it."""

ASCENT: Final = 1.0
DESCENT: Final = 0.23
"""The box of the font above and below its baseline, relative to the font size."""

CAPITAL: Final = 0.76
TAIL: Final = 0.22
"""How far letters reach above their baseline, and below it if any of them has a tail."""

TAILS: Final = frozenset("gjpqyQ,;çş")

LINE_TOP: Final = 0.87
LINE_HEIGHT: Final = 1.06
"""What a name leaves free of other names: the top above its baseline, and the height, relative to the font size."""

HALO: Final = 2.0
"""Beside the letters, for their halo."""

APART: Final = 3.0
"""Between two names side by side, besides their halos."""

TARGET: Final = 5.5
"""How far the ring of a target lies outside of its city."""

OUT: Final = (0.0, 2.5, 6.0, 11.0)
"""How much farther away than the ring of a target a name may stand."""

FAR: Final = (19.0, 32.0, 48.0, 68.0)
"""The same for names with a line to their city, which a map gets whose names fit nowhere else."""

STEPS: Final = 8
FINE: Final = 40
"""How many steps a name slides along its city, and how many where none of those places has the whole margin."""

HIDDEN: Final = 0.25
"""The cost of hiding one unit of a link."""

BLOCKED: Final = 60.0
"""The cost of leaving no room for a train on a link."""

CLEAR: Final = 1.7
"""Other cities should be this much farther away from a name than its own."""

UNCLEAR: Final = 0.3
"""The cost of each unit that another city is nearer than that."""

AMPLE: Final = 1.25
"""The margin should be this much larger than it must be."""

TIGHT: Final = 6.0
"""The cost of each unit that it is smaller than that."""

SHORT: Final = 1000.0
"""The cost of a place with too small a margin, and of each unit that it lacks."""

LEADER: Final = 4000.0
"""The cost of a line between a name and its city."""


class PlacedLabel(NamedTuple):
    """A name at its place, relative to the center of its city."""

    city: str
    text: str
    box: Rect
    """Its letters with their halo."""
    x: float
    y: float
    anchor: Anchor
    """Where the text is drawn. Its anchor is on the side of the city, so that larger type grows away from it."""
    leader: bool
    """Whether it stands so far away that a line joins it to its city."""


class LabelPlace(NamedTuple):
    """A place where a name could stand."""

    cost: float
    label: PlacedLabel
    line: Rect
    """What other names leave free."""


class MapArea(NamedTuple):
    """Where labels may stand, for a range of scales."""

    net: MapNet
    style: MapStyle
    bounds: Rect
    keep: Sequence[Rect]
    """Areas of the map that labels leave free."""
    low: float
    high: float

    @property
    def whole(self) -> bool:
        """Whether the range begins with the whole map."""
        return self.low == 1


class LabelText:
    """The sizes of a text, for the larger of its two font sizes."""

    def __init__(self, text: str, city: MapCity, style: MapStyle) -> None:
        self.text = text
        self.city = city
        self.size = max(float(style.text), LARGE)
        self.w = room_of(text, self.size) + 2 * HALO + city.room
        self.h = self.size * (CAPITAL + (TAIL if TAILS & set(text) else 0.0))

    def label(self, box: Rect, leader: bool) -> PlacedLabel:
        x, anchor = anchored(box, self.city.room)
        return PlacedLabel(self.city.id, self.text, box, x, self.baseline(box), anchor, leader)

    def baseline(self, box: Rect) -> float:
        return box.y + CAPITAL * self.size

    def font(self, box: Rect) -> Rect:
        """The box of the font, by which distances are measured."""
        top, height = self.baseline(box) - ASCENT * self.size, (ASCENT + DESCENT) * self.size
        return Rect(box.x + HALO, top, box.w - 2 * HALO, height)

    def line(self, box: Rect) -> Rect:
        """What other names leave free."""
        top = self.baseline(box) - LINE_TOP * self.size
        return Rect(box.x - APART / 2, top, box.w + APART, LINE_HEIGHT * self.size)


def anchored(box: Rect, room: float) -> tuple[float, Anchor]:
    """Where a text is drawn in its box, which leaves some room on its right free."""
    left, right = box.x + HALO, box.x + box.w - HALO - room
    if box.x >= 0:
        return left, "start"
    if box.x + box.w <= 0:
        return right, "end"
    return (left + right) / 2, "middle"


class CitySurroundings:
    """What lies around a city: other cities, links, and room for trains."""

    def __init__(self, area: MapArea, city: MapCity, reach: float) -> None:
        net, ring, low = area.net, area.style.ring, area.low
        self.area = area
        self.city = city
        self.reach = reach
        away = [(other.x - city.x, other.y - city.y) for other in net.cities if other is not city]
        self.cities = sorted((one for one in away if hypot(*one) * low < 2.5 * reach), key=lambda one: hypot(*one))
        links = [LinkStretch(line, city, low) for line in lines_of(net, ring).values()]
        self.links = [one for one in links if one.away < reach]
        rooms = rooms_of(net, ring).values() if area.whole else ()
        self.rooms: list[LinkRoom] = [one for one in rooms if distance(one.area, city.x, city.y) < reach]

    def other(self, font: Rect, least: float) -> float | None:
        """The distance of the nearest other city at any zoom, or None if it is smaller than the least."""
        low, high = self.area.low, self.area.high
        if any(distance(font, dx * low, dy * low) < least for dx, dy in self.cities):
            return None
        found = min((nearest(font, dx, dy, low, high) for dx, dy in self.cities), default=self.reach)
        return found if found >= least else None

    def hides(self, box: Rect) -> float:
        """The cost of what a name in a box hides."""
        on_sheet = edges_of(box.moved(self.city.x, self.city.y))
        blocked = sum(room.blocked(on_sheet) for room in self.rooms)
        return HIDDEN * hidden(box.grown(self.area.style.rail / 2 - 1), self.links) + BLOCKED * blocked


def places_of(area: MapArea, index: int, text: str) -> list[LabelPlace]:
    """All places for a text at a city with the whole margin, best first."""
    return places(area, index, text, OUT, STEPS) or places(area, index, text, OUT[:2], FINE)


def last_resorts(area: MapArea, index: int, text: str) -> list[LabelPlace]:
    """Places without the margin, and those with a leader, best first."""
    return places(area, index, text, (*OUT, *FAR), STEPS, last=True)


def places(
    area: MapArea, index: int, text: str, outs: Sequence[float], steps: int, last: bool = False
) -> list[LabelPlace]:
    """The places for a text at a city inside the bounds and off the kept areas, best first."""
    style, margin, city = area.style, area.style.margin, area.net.cities[index]
    label, ring = LabelText(text, city, style), style.ring + TARGET
    around = CitySurroundings(area, city, ring + outs[-1] + hypot(label.w, label.size))
    found = []
    for out, aside, box in spots(label.w, label.h, ring, outs, steps):
        font = label.font(box)
        whole = Rect(box.x, font.y, box.w, font.h)
        if not on_map(city, whole, area.bounds, area.low):
            continue
        if any(covers(city, whole, kept, area.low, area.high) for kept in area.keep):
            continue
        own = distance(font, 0, 0)
        other = around.other(font, style.ring + HALO + 1 if last else own + margin)
        if other is None:
            continue
        cost = out + aside
        if last:
            cost += LEADER if out in FAR else SHORT * (1 + max(0.0, own + margin - other))
        else:
            cost += UNCLEAR * max(0.0, CLEAR * own - other) + TIGHT * max(0.0, own + AMPLE * margin - other)
            cost += around.hides(box)
        found.append(LabelPlace(cost, label.label(box, out in FAR), label.line(box)))
    found.sort(key=lambda one: one.cost)
    return found


def spots(w: float, h: float, ring: float, outs: Sequence[float], steps: int) -> Iterator[tuple[float, float, Rect]]:
    """Boxes of this size around a city, relative to its center: how far outside of the ring each stands, how far it has
    slid from the best place at that distance, and the box."""
    for out in outs:
        for aside, box in spots_at(w, h, ring + out, steps):
            yield out, aside, box


def spots_at(w: float, h: float, r: float, steps: int) -> Iterator[tuple[float, Rect]]:
    """Boxes of this size at a distance from a city: beside it, above and below it, and with a corner towards it."""
    for step in range(1, steps):
        share = step / steps
        aside = 2 * abs(share - 0.5)
        yield aside, Rect(r, -h * share, w, h)
        yield aside + 0.4, Rect(-r - w, -h * share, w, h)
        yield aside + 0.8, Rect(-w * share, -r - h, w, h)
        yield aside + 0.8, Rect(-w * share, r, w, h)
        x, y = r * cos(share * pi / 2), r * sin(share * pi / 2)
        yield 1.0, Rect(x, -y - h, w, h)
        yield 1.0, Rect(x, y, w, h)
        yield 1.2, Rect(-x - w, -y - h, w, h)
        yield 1.2, Rect(-x - w, y, w, h)
