"""The band of landscape at the head of a board of Spike, from the plains in the west to the lighthouse at the coast.

Heights are those of a band that is 48 high; a lower one is the same, smaller. `x` is the middle of a thing, or its left
end if it is a long one; `y` is the ground.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from trainshed.draw.place.landscape import Landscape, Paint
from trainshed.draw.place.silhouettes import (
    block,
    dome,
    gable,
    gables,
    hills,
    moon,
    outline,
    pine,
    spire,
    stars,
    windows,
)
from trainshed.draw.place.tones import SHEET
from trainshed.draw.svg import number

HIGH: Final = 48
WIDE: Final = 744
"""The size of the band for which places are given."""

WEST, EAST = 262, 316
"""The banks of the river."""

SHORE: Final = 652
"""Where the sea begins."""

PINES: Final = ((404, 0.9), (414, 1.1), (426, 0.85), (478, 1.0), (488, 0.8), (520, 1.1), (531, 0.9))
WAVES: Final = ((276, 2.6), (290, 1.4), (664, 2.4), (676, 1), (704, 2.8), (714, 1.4), (736, 3.2))
POLES: Final = (10, 112, 150, 196, 240, 332, 384)


def water_tower(x: float, y: float, s: float) -> str:
    roof = outline((x - 8.5 * s, y - 26 * s), (x, y - 33 * s), (x + 8.5 * s, y - 26 * s))
    legs = "".join(
        outline(
            (x + 6 * s * side, y - 15 * s),
            (x + 4.4 * s * side, y - 15 * s),
            (x + 7 * s * side, y),
            (x + 8.6 * s * side, y),
        )
        for side in (-1, 1)
    )
    return block(x - 7 * s, y - 15 * s, 14 * s, 11 * s) + roof + legs + block(x - 0.8 * s, y, 1.6 * s, 15 * s)


def wind_pump(x: float, y: float, s: float) -> str:
    hub = y - 29 * s
    tower = outline(
        (x - 0.8 * s, y - 28 * s),
        (x + 0.8 * s, y - 28 * s),
        (x + 5 * s, y),
        (x + 3.6 * s, y),
        (x, y - 22 * s),
        (x - 3.6 * s, y),
        (x - 5 * s, y),
    )
    vane = outline(
        (x, hub - 0.6 * s),
        (x + 10 * s, hub - 2 * s),
        (x + 13 * s, hub - 5 * s),
        (x + 13 * s, hub + 4 * s),
        (x + 10 * s, hub + s),
    )
    return tower + vane + "".join(blade(x, hub, s, turn * pi / 4) for turn in range(8))


def blade(x: float, y: float, s: float, turn: float) -> str:
    along, across = cos(turn), sin(turn)
    ends = [(x + (8 * along - side * across) * s, y + (8 * across + side * along) * s) for side in (1.6, -1.6)]
    return outline((x, y), *ends)


def grain_elevator(x: float, y: float, s: float) -> str:
    silos = block(x, y, 9 * s, 26 * s) + block(x + 9 * s, y, 18 * s, 24 * s)
    return silos + gable(x + 6 * s, y - 24 * s, 14 * s, 7 * s, 4 * s) + gable(x + 27 * s, y, 14 * s, 10 * s, 5 * s)


def barn(x: float, y: float, s: float) -> str:
    roof = ((0, 9), (3, 15), (9, 18), (15, 15), (18, 9))
    return outline((x, y), *((x + dx * s, y - high * s) for dx, high in roof), (x + 18 * s, y))


def telegraph_pole(x: float, y: float, h: float) -> str:
    return block(x - 0.6, y, 1.2, h) + block(x - 4, y - h + 4, 8, 1.2) + block(x - 3, y - h + 8, 6, 1.1)


def trestle(x: float, y: float, w: float, h: float) -> str:
    """A wooden bridge."""
    drawn = block(x, y - h, w, 2.4)
    for place in range(int(w // 13) + 1):
        left = x + place * 13
        drawn += outline((left, y - h), (left + 1.2, y - h), (left + 3.4, y), (left + 2.2, y))
        drawn += outline((left + 7, y - h), (left + 8.2, y - h), (left + 5, y), (left + 3.8, y))
    return drawn


def lighthouse(x: float, y: float, s: float) -> str:
    tower = outline((x - 4 * s, y), (x - 2.6 * s, y - 26 * s), (x + 2.6 * s, y - 26 * s), (x + 4 * s, y))
    lamp = block(x - 3.6 * s, y - 26 * s, 7.2 * s, 1.6 * s) + block(x - 2 * s, y - 27.6 * s, 4 * s, 4.6 * s)
    return tower + lamp + dome(x, y - 32.2 * s, 2.6 * s)


def sailing_boat(x: float, y: float, s: float) -> str:
    hull = outline((x - 7 * s, y), (x - 9 * s, y - 3 * s), (x + 9 * s, y - 3 * s), (x + 7 * s, y))
    main = outline((x, y - 4 * s), (x, y - 20 * s), (x + 8 * s, y - 5 * s))
    return hull + main + outline((x - s, y - 4 * s), (x - s, y - 17 * s), (x - 7 * s, y - 5 * s))


# ---------------------------------------------------------------- the band


class Plains:
    """The band in its size: it keeps the places from west to east, and makes things lower where it is lower."""

    def __init__(self, w: float, h: float) -> None:
        self.w, self.h = w, h
        self.k = w / WIDE
        """How much nearer to each other things stand."""
        self.s = h / HIGH
        """How much smaller they are."""
        self.ground = h - 5 * self.s
        self.land = Landscape(SHEET)
        self.sky()
        self.ridges()
        self.water()
        self.things()
        self.lights()

    def x(self, place: float) -> float:
        return round(place * self.k, 1)

    def heights(self, *given: float) -> list[float]:
        return [high * self.s for high in given]

    def sky(self) -> None:
        self.land.by_night(stars(self.w, self.h, 3), moon(self.x(300), 12 * self.s, 7 * self.s))

    def ridges(self) -> None:
        """Low plains west of the river, the Appalachians east of it."""
        h, s, x = self.h, self.s, self.x
        self.land.area(
            "far",
            hills(0, h, x(360), self.heights(11, 15, 12, 17, 13, 10)),
            hills(x(330), h, x(330), self.heights(6, 14, 26, 20, 31, 22, 34, 20, 27, 9)),
        )
        self.land.area(
            "middle",
            hills(0, h, x(WEST + 6), self.heights(6, 10, 7, 11, 8, 2)),
            hills(x(EAST - 4), h, x(300), self.heights(1, 9, 8, 17, 12, 20, 11, 3)),
        )
        self.land.area("near", block(0, h, x(WEST), 5 * s), block(x(EAST), h, x(SHORE) - x(EAST), 5 * s))

    def water(self) -> None:
        """The river under its bridge, and the sea with its waves."""
        h, s, x = self.h, self.s, self.x
        river = outline((x(WEST), h - 5 * s), (x(EAST), h - 5 * s), (x(EAST + 10), h), (x(WEST - 10), h))
        self.land.area("water", river, block(x(SHORE), h, self.w - x(SHORE), 5 * s))
        waves = [f"M{number(x(place))} {number(h - high * s)}h{number(6 * s)}" for place, high in WAVES]
        self.land.line("".join(waves), width=0.8)

    def things(self) -> None:
        """What stands on the land and swims on the sea."""
        h, s, x, ground = self.h, self.s, self.x, self.ground
        farms = grain_elevator(x(24), ground, s) + barn(x(82), ground, 0.9 * s) + wind_pump(x(128), ground, s)
        towers = water_tower(x(172), ground, s) + water_tower(x(356), ground, 0.9 * s)
        town = gables(x(566), ground, x(50), 2, 0.9 * s) + spire(x(600), ground, 7 * s, 30 * s)
        coast = lighthouse(x(640), ground, s) + sailing_boat(x(692), h - 2 * s, 0.85 * s)
        self.land.area(
            "near",
            farms
            + towers
            + barn(x(212), ground, 0.75 * s)
            + trestle(x(WEST - 6), h, x(EAST + 6) - x(WEST - 6), 13 * s),
            "".join(pine(x(place), ground, s * size) for place, size in PINES),
            town + coast + sailing_boat(x(726), h - s, 0.55 * s),
            "".join(telegraph_pole(x(place), ground, 17 * s) for place in POLES),
        )

    def lights(self) -> None:
        """By night: lamps in the houses and in the lighthouse."""
        s, x, ground = self.s, self.x, self.ground
        lit = ((24 + 31, 8), (86, 7), (90, 7), (216, 6), (574, 6), (590, 7), (606, 6))
        lamp = (x(640) - 0.8, ground - 30.5 * s)
        places = [(x(place), ground - high * s) for place, high in lit]
        self.land.paint(Paint("lamp", night=True), windows(*places, lamp))


def plains(w: float, h: float) -> Landscape:
    """The band in a size."""
    return Plains(w, h).land
