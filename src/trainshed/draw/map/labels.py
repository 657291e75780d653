"""Places the names of a map's cities: no name covers a city or another name, at any zoom.

Names keep their size while the map grows, so two names that lie apart on the whole map may meet at a larger zoom and
part again. Whether they meet is therefore computed for a whole range of zooms: all edges are linear in the scale in
which names keep their size (`net.swell`), and two boxes meet where both axes overlap.

Where the names do not fit, the whole map shows codes, and names from that zoom on at which they fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot
from typing import Final, NamedTuple

from trainshed.draw.fit import Rect, room_of
from trainshed.draw.map.net import MOST, MapCity, MapNet, MapStyle, lines_of, swell

ZOOMS: Final = (1.0, 1.4, 2.0, 2.8, 4.0)
"""The zooms from which on names are tried."""

LEADERS: Final = 1 / 9
"""The share of names that may stand apart from their city, with a line to it."""

GAP: Final = 2.0
"""Between a city, with the ring of a target around it, and its name."""

TARGET: Final = 5.5
"""How far the ring of a target lies outside of its city."""

APART: Final = (0.0, 8.0, 19.0, 32.0, 48.0, 68.0)
"""How far from its city a name may be moved, where nothing nearer is free."""

PASSES: Final = 3
"""How often each name is placed again with all others known."""


class PlacedLabel(NamedTuple):
    """A name and its box, relative to the centre of its city."""

    city: str
    said: str
    box: Rect
    leader: bool
    """Whether it stands so far away that a line joins it to its city."""


class LabelSet(NamedTuple):
    """The names of a map. `codes` are shown below the zoom `near`, `names` from there on."""

    near: float
    names: tuple[PlacedLabel, ...]
    codes: tuple[PlacedLabel, ...]
    """Empty if names are shown at every zoom."""


class Candidate(NamedTuple):
    """A place where a name could stand, and what it would hide there."""

    cost: float
    box: Rect
    leader: bool


class CityLabel(NamedTuple):
    """What is to be placed at a city, and the other cities near enough to matter."""

    city: MapCity
    said: str
    candidates: list[Candidate]
    near: list[int]


@lru_cache(maxsize=128)
def labels_of(net: MapNet, style: MapStyle, bounds: Rect, keep: tuple[Rect, ...] = ()) -> LabelSet:
    """All names of a map inside these bounds. They leave the areas `keep` free, which lie on the map."""
    best: list[PlacedLabel] = []
    near = ZOOMS[0]
    for near in ZOOMS:
        found = placed(net, style, bounds, keep, near, MOST, [city.name for city in net.cities])
        if len(found) == len(net.cities) and sum(label.leader for label in found) <= LEADERS * len(found):
            best = found
            break
        best = max(best, found, key=len)
    if near == ZOOMS[0]:
        return LabelSet(near, tuple(best), ())
    codes = placed(net, style, bounds, keep, ZOOMS[0], near, [city.code for city in net.cities])
    return LabelSet(near, tuple(best), tuple(codes))


def placed(
    net: MapNet,
    style: MapStyle,
    bounds: Rect,
    keep: Sequence[Rect],
    least: float,
    most: float,
    said: Sequence[str],
) -> list[PlacedLabel]:
    """Place these texts for all zooms of a range: the most constrained city first, then each again with all others
    known. A text for which nothing is free is left out."""
    low, high = swell(least), swell(most)
    labels = [wanted(net, index, style, bounds, keep, low, high, text) for index, text in enumerate(said)]
    chosen: dict[int, Candidate] = {}
    order = sorted(range(len(labels)), key=lambda i: (sum(not c.leader for c in labels[i].candidates), i))
    for _ in range(PASSES):
        for i in order:
            chosen.pop(i, None)
            free = next((c for c in labels[i].candidates if is_free(labels, chosen, i, c, low, high)), None)
            if free is not None:
                chosen[i] = free
    return [
        PlacedLabel(label.city.id, label.said, chosen[i].box, chosen[i].leader)
        for i, label in enumerate(labels)
        if i in chosen
    ]


def is_free(
    labels: list[CityLabel], chosen: dict[int, Candidate], i: int, wished: Candidate, low: float, high: float
) -> bool:
    city = labels[i].city
    for j in labels[i].near:
        other = chosen.get(j)
        if other is None:
            continue
        there = labels[j].city
        if meet(there.x - city.x, there.y - city.y, wished.box, other.box, low, high):
            return False
    return True


def meet(dx: float, dy: float, one: Rect, two: Rect, low: float, high: float) -> bool:
    """Whether two boxes meet at any scale of the range, where the second's city lies at (dx, dy) from the first's."""
    begin, end = overlap(dx, two.x - one.x - one.w, two.x + two.w - one.x, low, high)
    if begin >= end:
        return False
    begin, end = overlap(dy, two.y - one.y - one.h, two.y + two.h - one.y, begin, end)
    return begin < end


def overlap(d: float, least: float, most: float, low: float, high: float) -> tuple[float, float]:
    """The part of a range of scales m in which d * m + least < 0 < d * m + most."""
    if abs(d) < 1e-9:
        return (low, high) if least < 0 < most else (low, low)
    first, last = -most / d, -least / d
    if first > last:
        first, last = last, first
    return max(low, first), min(high, last)


def wanted(
    net: MapNet,
    index: int,
    style: MapStyle,
    bounds: Rect,
    keep: Sequence[Rect],
    low: float,
    high: float,
    said: str,
) -> CityLabel:
    """All places for a text at a city that cover no city and leave the bounds and the kept areas alone, best first."""
    city = net.cities[index]
    w, h = room_of(said, style.text) + 4 + city.room, style.text + 3.0
    ring = style.ring + TARGET
    reach = ring + GAP + APART[-1] + max(w, h)
    beside = ring + GAP + APART[1] + max(w, h)
    around = [
        i
        for i, other in enumerate(net.cities)
        if i != index and max(abs(other.x - city.x), abs(other.y - city.y)) * low < 2 * reach + 160
    ]
    dot = Rect(-ring, -ring, 2 * ring, 2 * ring)
    lines = [
        line
        for line in lines_of(net, style.ring).values()
        if distance_to(line.x, line.y, line.dx, line.dy, line.length, city.x, city.y) * low < beside
    ]
    found = []
    for cost, box, leader in spots(w, h, ring):
        if not on_map(city, box, bounds, low):
            continue
        if any(covers(city, box, area, low, high) for area in keep):
            continue
        if any(meet(net.cities[i].x - city.x, net.cities[i].y - city.y, box, dot, low, high) for i in around):
            continue
        # a name that stands apart is the last resort; what it hides makes no difference
        hidden = (
            0 if leader else sum(covered(one.x, one.y, one.dx, one.dy, one.length, city, box, low) for one in lines)
        )
        found.append(Candidate(cost + hidden * 0.16, box, leader))
    found.sort(key=lambda c: c.cost)
    return CityLabel(city, said, found, around)


def spots(w: float, h: float, ring: float) -> Iterator[Candidate]:
    """Boxes around a city, relative to its centre; each has the cost of its place, and those far away have a leader."""
    for apart in APART:
        out = ring + GAP + apart
        slant = out * 0.75
        places = (
            (out, -h / 2),
            (-out - w, -h / 2),
            (-w / 2, -out - h + 2),
            (-w / 2, out - 2),
            (slant, -slant - h * 0.75),
            (-slant - w, -slant - h * 0.75),
            (slant, slant - h * 0.25),
            (-slant - w, slant - h * 0.25),
            (-w * 0.2, -out - h + 2),
            (-w * 0.8, -out - h + 2),
            (-w * 0.2, out - 2),
            (-w * 0.8, out - 2),
        )
        for rank, (x, y) in enumerate(places):
            yield Candidate(rank * 0.12 + (apart and 6 + apart * 0.5), Rect(x, y, w, h), apart > APART[1])


def on_map(city: MapCity, box: Rect, bounds: Rect, low: float) -> bool:
    """Whether a box stays on the map. Where it does so at the least zoom of a range, it does at all."""
    return box.moved(city.x * low, city.y * low).inside(
        Rect(bounds.x * low, bounds.y * low, bounds.w * low, bounds.h * low)
    )


def covers(city: MapCity, box: Rect, area: Rect, low: float, high: float) -> bool:
    """Whether a box meets an area of the map, which grows with the map, at any scale of the range."""
    begin, end = low, high
    for at, offset, size, first, extent in (
        (city.x, box.x, box.w, area.x, area.w),
        (city.y, box.y, box.h, area.y, area.h),
    ):
        # the box begins before the area's end, and ends behind the area's beginning
        for slope, fixed in ((at - first - extent, offset), (first - at, -offset - size)):
            if abs(slope) < 1e-9:
                if fixed >= 0:
                    return False
            elif slope > 0:
                end = min(end, -fixed / slope)
            else:
                begin = max(begin, -fixed / slope)
    return begin < end


def distance_to(x: float, y: float, dx: float, dy: float, length: float, px: float, py: float) -> float:
    """The distance of a point to a stretch of a line."""
    along = min(max((px - x) * dx + (py - y) * dy, 0), length)
    return hypot(px - x - dx * along, py - y - dy * along)


def covered(x: float, y: float, dx: float, dy: float, length: float, city: MapCity, box: Rect, low: float) -> float:
    """How much of a link a box hides, at the least zoom of its range."""
    x0, y0 = (x - city.x) * low - box.x, (y - city.y) * low - box.y
    begin, end = 0.0, length * low
    for at, step, size in ((x0, dx, box.w), (y0, dy, box.h)):
        if abs(step) < 1e-9:
            if not 0 < at < size:
                return 0
            continue
        first, last = -at / step, (size - at) / step
        begin, end = max(begin, min(first, last)), min(end, max(first, last))
    return max(0.0, end - begin)
