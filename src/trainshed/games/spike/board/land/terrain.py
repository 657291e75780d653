"""The land under the network of Spike as a picture: coast with its water lines, mountains, woods, plains and rivers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import hypot
from random import Random
from typing import Final, NamedTuple

from trainshed.draw.fit import Rect
from trainshed.draw.place.landscape import Landscape, Paint, at
from trainshed.draw.place.scenery import Picture
from trainshed.draw.place.silhouettes import pine
from trainshed.draw.place.tones import SHEET
from trainshed.draw.sheet import TALL, WIDE
from trainshed.games.spike.board.land.geography import ISLANDS, LAKES, LAND, RIDGES, RIVERS, courses, outlines

Point = tuple[float, float]


class MapFrame(NamedTuple):
    """The window of a layout, and what of it the network fills."""

    w: float
    h: float
    inner: Rect

    def place(self, box: Rect) -> Callable[[float, float], Point]:
        """Where a point of the printed board lies in the window, if the network fills this box of the board."""
        across, down = self.inner.w / box.w, self.inner.h / box.h
        return lambda x, y: (self.inner.x + (x - box.x) * across, self.inner.y + (y - box.y) * down)

    def area(self, box: Rect) -> Rect:
        """Where the drawn land lies in the window, if the network fills this box of the board."""
        place = self.place(box)
        (x, y), (right, low) = place(DRAWN.x, DRAWN.y), place(DRAWN.x + DRAWN.w, DRAWN.y + DRAWN.h)
        return Rect(round(x, 1), round(y, 1), round(right - x, 1), round(low - y, 1))


FRAMES: Final = {
    WIDE: MapFrame(744, 592, Rect(34, 28, 640, 532)),
    TALL: MapFrame(366, 394, Rect(22, 16, 320, 354)),
}

NETWORK: Final = Rect(57, 71, 900, 876)
"""What the network of the built-in content fills on the printed board. The land is drawn for it; with other content the
picture is stretched."""

DRAWN: Final = Rect(-60, -60, 1140, 1120)
"""The part of the printed board that the picture shows: all that a window shows, and some more."""

WATER_LINES: Final = ((26.0, 1.1), (16.0, 1.2), (7.5, 1.4))
"""Lines in the water along a coast, the outermost first: twice the distance from the coast, and the width."""

WOODS: Final = (
    (566, 62), (598, 30), (640, 70), (668, 22), (716, 66), (742, 18), (790, 88), (812, 34), (858, 62), (880, 8),
    (934, 36), (950, 100), (1002, 58), (1046, 20), (430, 52), (500, 60), (90, 20), (36, 44), (20, 120),
)  # fmt: skip
"""Groups of pines, on the printed board: in the north, where no line runs."""

GRASS: Final = (
    (-20, 190), (4, 262), (-24, 330), (14, 398), (-16, 470), (10, 540), (-22, 610), (6, 680), (-18, 748), (16, 816),
    (-26, 872), (12, 932), (-14, 990),
)  # fmt: skip
"""Tufts of grass in the plains at the western edge."""


def land_picture(layout: str) -> Picture:
    """The land in the size of a layout."""
    frame = FRAMES[layout]
    area, scale = frame.area(NETWORK), frame.w / FRAMES[WIDE].w
    put = frame.place(NETWORK)

    def place(x: float, y: float) -> Point:
        at_x, at_y = put(x, y)
        return at_x - area.x, at_y - area.y

    land = Landscape(SHEET)
    coast = outlines([LAND], place)
    for width, line in WATER_LINES:
        land.paint(Paint("", "wave", width * scale), coast)
        land.paint(Paint("", "sea", (width - 2 * line) * scale), coast)
    land.paint(Paint("land", "coast", 0.9), coast)
    land.line("".join(hachures(place, scale)), width=0.8)
    land.area("near", "".join(wood(place, scale)))
    land.line("".join(tufts(place, scale)), width=0.8)
    land.paint(Paint("", "wave", 1.5 * max(scale, 0.7)), courses(RIVERS.values(), place))
    land.paint(Paint("sea", "coast", 0.9), outlines(LAKES.values(), place))
    land.paint(Paint("land", "coast", 0.9), outlines(ISLANDS.values(), place))
    return Picture(area.w, area.h, land)


def hachures(place: Callable[[float, float], Point], scale: float) -> Iterator[str]:
    """Mountains as on an engraved map: short strokes down both sides of each crest."""
    rng = Random(7)
    for crest in RIDGES.values():
        for here, there in pairwise([place(x, y) for x, y in crest]):
            yield from slopes(rng, here, there, scale)


def slopes(rng: Random, here: Point, there: Point, scale: float) -> Iterator[str]:
    """The strokes along one straight piece of a crest."""
    long = hypot(there[0] - here[0], there[1] - here[1])
    across, down = -(there[1] - here[1]) / long, (there[0] - here[0]) / long
    count = max(1, int(long / (3.6 * scale)))
    for step in range(count):
        share = (step + 0.5) / count
        x, y = here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share
        for side in (1, -1):
            near, far = (1.4 + 1.4 * rng.random()) * scale * side, (3.5 + 4 * rng.random()) * scale * side
            start = at(round(x + across * near, 1), round(y + down * near, 1))
            yield f"M{start}l{at(round(across * far, 1), round(down * far, 1))}"


def wood(place: Callable[[float, float], Point], scale: float) -> Iterator[str]:
    rng = Random(11)
    for x, y in WOODS:
        left, ground = place(x, y)
        for tree in range(3):
            size = (0.62 + 0.2 * rng.random()) * scale
            yield pine(round(left + (tree - 1) * 6.5 * scale, 1), round(ground + 3 * rng.random() * scale, 1), size)


def tufts(place: Callable[[float, float], Point], scale: float) -> Iterator[str]:
    for x, y in GRASS:
        left, ground = place(x, y)
        blades: Sequence[tuple[float, float]] = ((-2.4, -3.4), (0, -4.6), (2.4, -3.4))
        yield "".join(f"M{at(round(left, 1), round(ground, 1))}l{at(dx * scale, dy * scale)}" for dx, dy in blades)
