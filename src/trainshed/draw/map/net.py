"""The network of a map: cities, junctions, links with their lanes, and the sizes at which a layout draws them."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import Final, NamedTuple

from trainshed.draw.fit import Rect
from trainshed.draw.sheet import TALL, WIDE


class MapCity(NamedTuple):
    """A city: a place with a name."""

    id: str
    x: float
    y: float
    name: str
    code: str
    """Two to four letters that stand for the name where a whole map is small."""
    room: float = 0
    """Space that the name leaves free on its right, for what the title puts there."""


class MapJunction(NamedTuple):
    """A place without a name, where links meet."""

    id: str
    x: float
    y: float


class MapLink(NamedTuple):
    """A connection of two places. Each colour is a lane of its own; lanes lie side by side."""

    id: str
    a: str
    b: str
    colors: tuple[str, ...]


class MapNet(NamedTuple):
    """What is printed on a map. It can be hashed, so that all that follows from it is computed once."""

    cities: tuple[MapCity, ...]
    junctions: tuple[MapJunction, ...]
    links: tuple[MapLink, ...]


class MapStyle(NamedTuple):
    """Sizes in units of the sheet, at the zoom that shows the whole map."""

    ring: float
    """Radius of a city."""
    bar: float
    """Width of a printed lane."""
    rail: float
    """Width of a rail that somebody laid."""
    text: int
    """Font size of names."""
    touch: float
    """Radius of the area in which a target is pressed."""
    margin: float
    """How much nearer a name is to its own city than to any other."""


STYLES: Final = {WIDE: MapStyle(9.5, 5.4, 8.6, 13, 16, 7.5), TALL: MapStyle(6, 3.4, 5, 12, 24.5, 5)}
"""On a phone of 360 pixels a sheet of 366 units is drawn 336 wide, and 24.5 units are 22.5 pixels. The margins are 6
pixels in a window of 900 pixels, and 4 on a phone of 320."""

MOST: Final = 6
"""The largest zoom; `map.js` has the same number."""

SHRINK: Final = 0.7
"""Cities and names grow slower than the map: at zoom k they are drawn k ** -SHRINK times as large, relative to it."""


def swell(zoom: float) -> float:
    """How far apart cities are at a zoom, measured in names: the scale in which names keep their size."""
    return float(zoom**SHRINK)


def fitted(net: MapNet, area: Rect, margin: float = 0) -> MapNet:
    """The same network moved and stretched to fill an area."""
    points = list(points_of(net).values())
    left, top = min(x for x, _ in points), min(y for _, y in points)
    inner = area.grown(-margin)
    across = inner.w / ((max(x for x, _ in points) - left) or 1)
    down = inner.h / ((max(y for _, y in points) - top) or 1)

    def right(x: float) -> float:
        return round(inner.x + (x - left) * across, 1)

    def below(y: float) -> float:
        return round(inner.y + (y - top) * down, 1)

    return net._replace(
        cities=tuple(city._replace(x=right(city.x), y=below(city.y)) for city in net.cities),
        junctions=tuple(place._replace(x=right(place.x), y=below(place.y)) for place in net.junctions),
    )


def points_of(net: MapNet) -> dict[str, tuple[float, float]]:
    """Where every city and junction lies, by its id."""
    found = {city.id: (city.x, city.y) for city in net.cities}
    return found | {place.id: (place.x, place.y) for place in net.junctions}


class LinkLine(NamedTuple):
    """Where a link lies: its ends, its direction and length, and where it leaves the rings of its cities."""

    x: float
    y: float
    dx: float
    dy: float
    """The direction, of length 1."""
    length: float
    start: float
    end: float
    """The part between the two rings, as distances from the first end."""

    def at(self, distance: float, aside: float = 0) -> tuple[float, float]:
        """The point at a distance from the first end, so far to the right of the line."""
        return self.x + self.dx * distance - self.dy * aside, self.y + self.dy * distance + self.dx * aside

    @property
    def middle(self) -> float:
        return (self.start + self.end) / 2


@lru_cache(maxsize=64)
def lines_of(net: MapNet, ring: float) -> dict[str, LinkLine]:
    """The line of every link, by its id."""
    where = points_of(net)
    cities = {city.id for city in net.cities}
    found = {}
    for link in net.links:
        (x1, y1), (x2, y2) = where[link.a], where[link.b]
        length = hypot(x2 - x1, y2 - y1) or 1.0
        start, end = (ring if end in cities else ring * 0.34 for end in (link.a, link.b))
        found[link.id] = LinkLine(x1, y1, (x2 - x1) / length, (y2 - y1) / length, length, start, length - end)
    return found
