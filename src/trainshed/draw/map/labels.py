"""Places the names of a map's cities: no name covers a city or another name, at any zoom.

Names keep their size while the map grows, so two names that lie apart on the whole map may meet at a larger zoom and
part again. Whether they meet is therefore computed for a whole range of zooms: all edges are linear in the scale in
which names keep their size (`net.swell`), and two boxes meet where both axes overlap.

Where the names do not fit, the whole map shows codes, and names from that zoom on at which they fit.

This is done once for a map. In a position, only names that pieces would cover, or that lie on laid rails, move to their
next best place (`labels_around`); all others stay where they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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

LINE: Final = 0.16
"""What it costs to hide one unit of a link."""

RAIL: Final = 0.5
"""What it costs more if a rail is laid there."""

RAIL_MOST: Final = 11.0
"""The most that hidden rails cost: a name on a rail can be read, and need not stand apart from its city."""

COVERED: Final = 400.0
"""What it costs to be covered by a piece on the whole map."""

NEAR: Final = 48.0
"""Pieces farther away from a city than its name and this are not looked at."""

COVERED_LATER: Final = 8.0
"""What it costs to be covered by a piece at a larger zoom."""


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


class Mark(NamedTuple):
    """A piece that keeps its size while the map grows: where it lies on the map, and its box around that point."""

    x: float
    y: float
    box: Rect


class Candidate(NamedTuple):
    """A place where a name could stand, and what it would hide there."""

    cost: float
    box: Rect
    leader: bool
    hides: tuple[tuple[str, float], ...] = ()
    """The links that it hides, and how much of each."""


class CityLabel(NamedTuple):
    """What is to be placed at a city, and the other cities near enough to matter."""

    city: MapCity
    said: str
    candidates: list[Candidate]
    near: list[int]
    links: frozenset[str]
    """The links that any of its places hides."""


class LabelPlan:
    """Texts placed for all zooms of a range, and where else each could stand."""

    def __init__(self, labels: list[CityLabel], chosen: dict[int, Candidate], low: float, high: float) -> None:
        self.labels = labels
        self.chosen = chosen
        self.low = low
        self.high = high
        self.blocked: dict[tuple[int, int], tuple[int, ...]] = {}
        """The texts, where they stand first, that a text at a place would meet."""

    def placed(self, moved: Mapping[int, int]) -> tuple[PlacedLabel, ...]:
        """The texts in the order of their cities; those that have moved are given with the number of their place."""
        found = []
        for i, label in enumerate(self.labels):
            if i in self.chosen:
                where = self.where(i, moved)
                found.append(PlacedLabel(label.city.id, label.said, where.box, where.leader))
        return tuple(found)

    def is_free(self, i: int, place: int, moved: Mapping[int, int]) -> bool:
        """Whether a text can stand at a place, with these others moved."""
        if (i, place) not in self.blocked:
            near = [j for j in self.labels[i].near if j in self.chosen]
            self.blocked[i, place] = tuple(j for j in near if self.touch(i, place, j, self.chosen[j]))
        if any(j not in moved for j in self.blocked[i, place]):
            return False
        return not any(self.touch(i, place, j, self.labels[j].candidates[at]) for j, at in moved.items() if j != i)

    def touch(self, i: int, place: int, j: int, other: Candidate) -> bool:
        """Whether a text at a place meets another one."""
        here, there = self.labels[i].city, self.labels[j].city
        box = self.labels[i].candidates[place].box
        return meet(there.x - here.x, there.y - here.y, box, other.box, self.low, self.high)

    def where(self, i: int, moved: Mapping[int, int]) -> Candidate:
        """Where a text stands, with these moved."""
        return self.labels[i].candidates[moved[i]] if i in moved else self.chosen[i]

    def move(self, i: int, moved: dict[int, int], rails: frozenset[str], marks: Sequence[Mark]) -> None:
        """Move a text to the free place that costs the least, if it costs less than where it stands."""
        label, now = self.labels[i], self.where(i, moved)
        least = now.cost + burden(self, label.city, now, rails, marks)
        for place, other in enumerate(label.candidates):
            if other.cost >= least:
                break
            if other.leader and not marks:
                continue
            cost = other.cost + burden(self, label.city, other, rails, marks)
            if cost < least and self.is_free(i, place, moved):
                moved[i], least = place, cost

    @property
    def leaders(self) -> int:
        return sum(one.leader for one in self.chosen.values())


class LabelPlans(NamedTuple):
    """The names of a map, and the codes that are shown below the zoom `near`."""

    near: float
    names: LabelPlan
    codes: LabelPlan | None


@lru_cache(maxsize=128)
def plans_of(net: MapNet, style: MapStyle, bounds: Rect, keep: tuple[Rect, ...] = ()) -> LabelPlans:
    """All names of a map inside these bounds. They leave the areas `keep` free, which lie on the map."""
    best: LabelPlan | None = None
    near = ZOOMS[0]
    for near in ZOOMS:
        found = planned(net, style, bounds, keep, near, MOST, [city.name for city in net.cities])
        if len(found.chosen) == len(net.cities) and found.leaders <= LEADERS * len(found.chosen):
            best = found
            break
        if best is None or len(found.chosen) > len(best.chosen):
            best = found
    assert best is not None
    if near == ZOOMS[0]:
        return LabelPlans(near, best, None)
    return LabelPlans(near, best, planned(net, style, bounds, keep, ZOOMS[0], near, [city.code for city in net.cities]))


def labels_of(net: MapNet, style: MapStyle, bounds: Rect, keep: tuple[Rect, ...] = ()) -> LabelSet:
    """All names of a map on which nothing lies."""
    return labels_around(plans_of(net, style, bounds, keep), frozenset(), ())


def labels_around(plans: LabelPlans, rails: frozenset[str], marks: tuple[Mark, ...]) -> LabelSet:
    """All names of a map with rails on these links, and with these pieces, which would cover names."""
    names = replaced(plans.names, rails, marks)
    return LabelSet(plans.near, names, replaced(plans.codes, rails, marks) if plans.codes is not None else ())


@lru_cache(maxsize=512)
def replaced(plan: LabelPlan, rails: frozenset[str], marks: tuple[Mark, ...]) -> tuple[PlacedLabel, ...]:
    """The texts of a plan; those in the way of rails and pieces stand at their next best places."""
    moved = dict(moved_off(plan, rails))
    for i, label in enumerate(plan.labels):
        near = marks_near(plan, label, marks) if i in plan.chosen else ()
        if near and burden(plan, label.city, plan.where(i, moved), frozenset(), near):
            plan.move(i, moved, rails & label.links, near)
    return plan.placed(moved)


@lru_cache(maxsize=512)
def moved_off(plan: LabelPlan, rails: frozenset[str]) -> dict[int, int]:
    """The texts that stand elsewhere because of rails, with the numbers of their places."""
    moved: dict[int, int] = {}
    for i, now in plan.chosen.items():
        if any(link in rails for link, _ in now.hides):
            plan.move(i, moved, rails & plan.labels[i].links, ())
    return moved


def marks_near(plan: LabelPlan, label: CityLabel, marks: tuple[Mark, ...]) -> list[Mark]:
    """The pieces that could cover a name of this city."""
    x, y, box = label.city.x, label.city.y, label.candidates[0].box
    aside, down = (box.w + NEAR) / plan.low, (box.h + NEAR) / plan.low
    return [mark for mark in marks if -aside < mark.x - x < aside and -down < mark.y - y < down]


def burden(plan: LabelPlan, city: MapCity, where: Candidate, rails: frozenset[str], marks: Sequence[Mark]) -> float:
    """What a place costs in a position, beside what it costs on the printed map."""
    low, high = plan.low, plan.high
    cost = 0.0
    for link, length in where.hides:
        if link in rails:
            cost += RAIL * length
    cost = min(cost, RAIL_MOST)
    for mark in marks:
        dx, dy = mark.x - city.x, mark.y - city.y
        if meet(dx, dy, where.box, mark.box, low, high):
            cost += COVERED if meet(dx, dy, where.box, mark.box, low, low + 0.01) else COVERED_LATER
    return cost


def planned(
    net: MapNet,
    style: MapStyle,
    bounds: Rect,
    keep: Sequence[Rect],
    least: float,
    most: float,
    said: Sequence[str],
) -> LabelPlan:
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
    return LabelPlan(labels, chosen, low, high)


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
    x1, y1, w1, h1 = one
    x2, y2, w2, h2 = two
    # most pairs lie apart already, and the map only grows
    if dx * low + x2 >= x1 + w1 if dx >= 0 else dx * low + x2 + w2 <= x1:
        return False
    if dy * low + y2 >= y1 + h1 if dy >= 0 else dy * low + y2 + h2 <= y1:
        return False
    begin, end = overlap(dx, x2 - x1 - w1, x2 + w2 - x1, low, high)
    if begin >= end:
        return False
    begin, end = overlap(dy, y2 - y1 - h1, y2 + h2 - y1, begin, end)
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
    dot, dots = Rect(-ring, -ring, 2 * ring, 2 * ring), disc_boxes(ring)
    lines = [
        (link, line)
        for link, line in lines_of(net, style.ring).items()
        if distance_to(line.x, line.y, line.dx, line.dy, line.length, city.x, city.y) * low < beside
    ]
    others = [(net.cities[i].x - city.x, net.cities[i].y - city.y) for i in around]
    others = [(dx, dy) for dx, dy in others if max(abs(dx), abs(dy)) * low < reach + ring]
    found = []
    for cost, box, leader, _ in spots(w, h, ring):
        if not on_map(city, box, bounds, low):
            continue
        if any(covers(city, box, area, low, high) for area in keep):
            continue
        close = [(dx, dy) for dx, dy in others if meet(dx, dy, box, dot, low, high)]
        if any(meet(dx, dy, box, part, low, high) for dx, dy in close for part in dots):
            continue
        hidden = []
        if not leader:  # a name that stands apart is the last resort; what it hides makes no difference
            for link, one in lines:
                length = covered(one.x, one.y, one.dx, one.dy, one.length, city, box, low)
                if length:
                    hidden.append((link, length))
        found.append(Candidate(cost + LINE * sum(length for _, length in hidden), box, leader, tuple(hidden)))
    found.sort(key=lambda c: c.cost)
    links = frozenset(link for one in found for link, _ in one.hides)
    return CityLabel(city, said, found, around, links)


def disc_boxes(r: float) -> tuple[Rect, ...]:
    """A disc as boxes that cover nearly all of it, and little else: a name may stand at its slant."""
    return tuple(Rect(-r * x, -r * y, 2 * r * x, 2 * r * y) for x, y in ((0.72, 0.72), (1.0, 0.42), (0.42, 1.0)))


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
            (out, -h * 0.9),
            (-out - w, -h * 0.9),
            (out, -h * 0.1),
            (-out - w, -h * 0.1),
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
