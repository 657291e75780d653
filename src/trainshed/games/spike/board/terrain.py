"""The printed map of Spike in a window: land, lakes and rivers cut to its size, and the network at its place.

None of it depends on the position, so it is drawn once for each layout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from trainshed.draw.fit import Rect
from trainshed.draw.map.net import MapCity, MapJunction, MapLink, MapNet
from trainshed.draw.sheet import TALL, WIDE
from trainshed.draw.svg import path
from trainshed.games.spike.board.geography import ISLANDS, LAKES, LAND, RIVERS, courses, outlines
from trainshed.games.spike.rules.components import Components
from trainshed.games.spike.rules.content_schema import CityRow, JunctionRow
from trainshed.kernel.content import Pack

Point = tuple[float, float]

CODES: Final = {
    "columbus": "CMB",
    "jacksonville": "JAX",
    "new_orleans": "NOL",
    "new_york": "NYC",
    "norfolk": "NFK",
    "st_louis": "STL",
    "des_moines": "DSM",
}
"""Codes of cities that do not begin like their names."""


class MapFrame(NamedTuple):
    """The window of a layout, and what of it the network fills."""

    w: float
    h: float
    inner: Rect

    def place(self, box: Rect) -> Callable[[float, float], Point]:
        """Where a point of the printed board lies in the window, if the network fills this box of the board."""
        across, down = self.inner.w / box.w, self.inner.h / box.h
        return lambda x, y: (self.inner.x + (x - box.x) * across, self.inner.y + (y - box.y) * down)

    def board(self, box: Rect) -> Rect:
        """The part of the printed board that the window shows."""
        across, down = box.w / self.inner.w, box.h / self.inner.h
        return Rect(box.x - self.inner.x * across, box.y - self.inner.y * down, self.w * across, self.h * down)


FRAMES: Final = {
    WIDE: MapFrame(744, 622, Rect(34, 28, 640, 560)),
    TALL: MapFrame(366, 394, Rect(22, 16, 320, 354)),
}


class PrintedMap:
    """What is printed in the window of a layout."""

    def __init__(self, net: MapNet, terrain: tuple[str, ...]) -> None:
        self.net = net
        self.terrain = terrain
        self.free: dict[tuple[str, float], list[Point]] = {}
        """Places around a city that hide nothing printed, by the city and the width of what is to lie there."""


@cache
def printed_map(box: Components, pack: Pack, layout: str) -> PrintedMap:
    """The network and the land under it, for the content of a game and a layout."""
    cities = pack.take("cities.rows", list[CityRow])
    junctions = pack.take("junctions.rows", list[JunctionRow])
    points = {city.id: (city.x, city.y) for city in cities} | {place.id: (place.x, place.y) for place in junctions}
    xs, ys = [x for x, _ in points.values()], [y for _, y in points.values()]
    nodes = Rect(min(xs), min(ys), max(1, max(xs) - min(xs)), max(1, max(ys) - min(ys)))
    frame = FRAMES[layout]
    place = frame.place(nodes)
    where = {id_: rounded(place(x, y)) for id_, (x, y) in points.items()}
    net = network(box, cities, where)
    seen = frame.board(nodes)
    coast = outlines(cut_outlines([LAND], seen), place)
    terrain = (
        path(coast, "shore"),
        path(coast, "land coastline"),
        path(courses(cut_lines(RIVERS.values(), seen), place), "river"),
        path(outlines(cut_outlines(LAKES.values(), seen), place), "sea coastline"),
        path(outlines(cut_outlines(ISLANDS.values(), seen), place), "land coastline"),
    )
    return PrintedMap(net, terrain)


def rounded(at: Point) -> Point:
    return round(at[0], 1), round(at[1], 1)


def network(box: Components, cities: Sequence[CityRow], where: dict[str, Point]) -> MapNet:
    """The cities, junctions and track spaces; a link of several spaces has its own junctions on the way."""
    net, names = box.net, box.node_names
    points = dict(where)
    for node in range(len(where), net.nodes):
        line, _, step = names[node].rpartition("-")
        (x1, y1), (x2, y2) = (where[end] for end in line.split("-"))
        count = sum(name.rpartition("-")[0] == line for name in names[len(where) :]) + 1
        share = int(step) / count
        points[names[node]] = rounded((x1 + (x2 - x1) * share, y1 + (y2 - y1) * share))
    known = {row.id: row for row in cities}
    return MapNet(
        tuple(MapCity(id_, *points[id_], known[id_].name, code_of(known[id_])) for id_ in names[: net.cities]),
        tuple(MapJunction(id_, *points[id_]) for id_ in names[net.cities :]),
        tuple(
            MapLink(
                box.space_names[link],
                names[net.first_end[link]],
                names[net.second_end[link]],
                (box.colors[net.color[link]],),
            )
            for link in range(net.links)
        ),
    )


def code_of(city: CityRow) -> str:
    return CODES.get(city.id, city.name[:3].upper())


# ---------------------------------------------------------------- cutting lines to a window


def cut_outlines(lines: Iterable[Sequence[Point]], window: Rect) -> list[tuple[Point, ...]]:
    """Closed outlines, cut along the edges of the window; those that lie outside are left out."""
    found = []
    for line in lines:
        points = list(line)
        for axis, edge, keep_more in edges(window):
            points = cut_side(points, axis, edge, keep_more)
        if len(points) > 2:
            # twice, where an edge of the window is met: a point that stands twice is not rounded
            found.append(tuple(at for point in points for at in [point] * (2 if on_edge(window, point) else 1)))
    return found


def edges(window: Rect) -> tuple[tuple[int, float, bool], ...]:
    """The four edges as (axis, value, whether larger values are kept)."""
    return (0, window.x, True), (0, window.x + window.w, False), (1, window.y, True), (1, window.y + window.h, False)


def cut_side(points: list[Point], axis: int, edge: float, keep_more: bool) -> list[Point]:
    """The part of a closed outline on one side of an edge."""
    found: list[Point] = []
    for here, there in zip(points, points[1:] + points[:1], strict=True):
        inside, goes_in = ((at[axis] >= edge) == keep_more for at in (here, there))
        if inside:
            found.append(here)
        if inside != goes_in:
            found.append(crossing(here, there, axis, edge))
    return found


def crossing(here: Point, there: Point, axis: int, edge: float) -> Point:
    """Where a stretch crosses an edge."""
    share = (edge - here[axis]) / (there[axis] - here[axis])
    other = here[1 - axis] + (there[1 - axis] - here[1 - axis]) * share
    return (edge, other) if axis == 0 else (other, edge)


def cut_lines(lines: Iterable[Sequence[Point]], window: Rect) -> list[tuple[Point, ...]]:
    """The parts of open lines inside the window, without their last stretch across its edge."""
    found: list[tuple[Point, ...]] = []
    for line in lines:
        part: list[Point] = []
        for here, there in pairwise(line):
            if all(contains(window, at) for at in (here, there)):
                part = part or [here]
                part.append(there)
            else:
                found += [tuple(part)] if len(part) > 1 else []
                part = []
        found += [tuple(part)] if len(part) > 1 else []
    return found


def on_edge(window: Rect, at: Point) -> bool:
    return any(abs(at[axis] - edge) < 1e-6 for axis, edge, _ in edges(window))


def contains(window: Rect, at: Point) -> bool:
    return window.x <= at[0] <= window.x + window.w and window.y <= at[1] <= window.y + window.h
