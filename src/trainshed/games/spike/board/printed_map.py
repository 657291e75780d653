"""The printed map of Spike in a window: the network at its place, and the land under it as a picture of its own.

None of it depends on the position, so it is drawn once for each layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from trainshed.draw.fit import Rect
from trainshed.draw.map.net import MapCity, MapJunction, MapLink, MapNet
from trainshed.draw.place.window import stretched
from trainshed.games.spike.board.land.terrain import FRAMES, Point
from trainshed.games.spike.board.scenery import SCENERY
from trainshed.games.spike.rules.components import Components
from trainshed.games.spike.rules.content_schema import CityRow, JunctionRow
from trainshed.kernel.content import Pack

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


class PrintedMap:
    """What is printed in the window of a layout."""

    def __init__(self, net: MapNet, terrain: str) -> None:
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
    return PrintedMap(net, stretched(SCENERY, f"land-{layout}", frame.area(nodes)))


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
