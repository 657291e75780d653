"""The scenery of Lok'n'Roll: a meadow under the track, and above it a band of hills with a village and a railway."""

from __future__ import annotations

from random import Random
from typing import Final

from trainshed.draw.place.landscape import Landscape, Paint, at, box, oval
from trainshed.draw.place.scenery import Picture, Scenery
from trainshed.draw.place.things import (
    church,
    clouds,
    far_line,
    house,
    level_crossing,
    poplar,
    round_tree,
    skyline,
    stars,
    telegraph,
)
from trainshed.draw.svg import number

BAND: Final = 48
NARROW_BAND: Final = 28
"""The height of the band on a desk and on a phone."""

WIDE_TABLE: Final = (743, 547)
TALL_TABLE: Final = (357, 700)
"""The size of the meadow, with its band; on a phone only as much of it is shown as the track needs."""


def wide_meadow() -> Picture:
    w, h = WIDE_TABLE
    return Picture(w, h, meadow(w, h, BAND, w * 0.76), 3.5)


def tall_meadow() -> Picture:
    w, h = TALL_TABLE
    return Picture(w, h, meadow(w, h, NARROW_BAND, w * 0.7), 3.5)


SCENERY: Final = Scenery("lok-n-roll", {"wide": wide_meadow, "tall": tall_meadow})


def meadow(w: float, h: float, band: float, lane: float) -> Landscape:
    """The whole ground; `lane` is where a lane crosses the railway in the band."""
    land = Landscape()
    land.area("far", box(0, band, w, h - band))
    draw_fields(land, w, h, band)
    draw_lane(land, h, band, lane)
    draw_hedges(land, w, h, band)
    draw_sheep(land, w, h, band)
    draw_tufts(land, w, h, band)
    draw_band(land, w, band)
    level_crossing(land, lane, band - 3, band / BAND)
    return land


def draw_band(land: Landscape, w: float, h: float, seed: int = 4) -> None:
    """Hills, a village, poplars, and a railway in the distance."""
    land.area("sky", box(0, 0, w, h))
    clouds(land, w, h, round(w / 150), seed)
    land.area("far", skyline(0, w, h * 0.66, h * 0.5, 130, seed, h))
    hills = skyline(0, w, h * 0.8, h * 0.36, 150, seed + 5, h)
    land.area("middle", hills)
    land.line(hills.rpartition("V")[0])
    rng, k = Random(seed), h / BAND
    for index in range(4):
        poplar(land, w * 0.3 + index * 11 * k, h * 0.86, h * (0.3 + 0.08 * rng.random()))
    for index in range(7):
        round_tree(land, w * 0.52 + (index * 7 + rng.random() * 3) * k, h * 0.88, (9 + rng.random() * 5) * k)
    for left, wide, high in ((0.405, 13, 6), (0.43, 10, 5), (0.49, 12, 6)):
        house(land, w * left, h * 0.86, wide * k, high * k)
    church(land, w * 0.455, h * 0.86, h * 0.56)
    for index in range(9):
        round_tree(land, w * 0.8 + (index * 9 + rng.random() * 4) * k, h * 0.9, (8 + rng.random() * 6) * k)
    land.area("middle", skyline(0, w, h * 0.92, 3, 60, seed + 8, h))
    stars(land, w, h * 0.5, round(w / 30), 9)
    telegraph(land, w * 0.21, w, h * 0.93, 66, 16 * k)
    far_line(land, 0, w, h - 4)


def draw_fields(land: Landscape, w: float, h: float, top: float) -> None:
    """Fields in a darker green, one of them with mowing lines."""
    fields = (
        (-20, top + 34, w * 0.34, 110, 0.3),
        (w * 0.62, top + 16, w * 0.5, 150, -0.24),
        (w * 0.3, h - 190, w * 0.42, 200, 0.18),
        (-30, h - 150, w * 0.24, 170, -0.2),
    )
    for x, y, wide, high, slope in fields:
        land.area(
            "middle",
            f"M{at(x + 12, y)}L{at(x + wide - 8, y + wide * slope * 0.24)}"
            f"Q{at(x + wide + 10, y + high * 0.5)} {at(x + wide - 20, y + high)}L{at(x + 26, y + high - 14)}"
            f"Q{at(x - 10, y + high * 0.6)} {at(x + 12, y)}Z",
        )
    lines = range(int(w * 0.36 // 26))
    land.line(*(f"M{at(w * 0.66 + line * 26, top + 30 - line * 3)}q10 60 2 118" for line in lines))


def draw_lane(land: Landscape, h: float, top: float, x: float) -> None:
    """A lane with a dashed middle, from the level crossing to the lower edge."""
    land.area(
        "lane",
        f"M{at(x - 5, top - 6)}C{at(x - 16, top + 70)} {at(x + 50, top + 150)} {at(x + 27, top + 250)}"
        f"S{at(x - 76, h - 80)} {at(x - 48, h)}H{number(x - 14)}"
        f"C{at(x - 42, h - 80)} {at(x + 58, top + 350)} {at(x + 53, top + 250)}"
        f"S{at(x + 4, top + 70)} {at(x + 5, top - 6)}Z",
    )
    middle = (
        f"C{at(x - 4, top + 80)} {at(x + 58, top + 150)} {at(x + 40, top + 250)}S{at(x - 58, h - 80)} {at(x - 31, h)}"
    )
    land.line(f"M{at(x, top + 20)}{middle}", width=1.4, dash="7 6")


def draw_hedges(land: Landscape, w: float, h: float, top: float) -> None:
    """Hedges and trees, seen from above."""
    rng = Random(11)
    hedges = (
        (8, top + 150, w * 0.2, top + 178, 10),
        (w * 0.6, top + 186, w - 6, top + 150, 15),
        (w * 0.28, h - 16, w * 0.5, h - 30, 12),
        (6, h - 150, w * 0.08, h - 190, 5),
    )
    for x0, y0, x1, y1, count in hedges:
        for index in range(count):
            along, r = index / (count - 1), 4.5 + 3.5 * rng.random()
            x, y = x0 + (x1 - x0) * along + rng.random() * 5, y0 + (y1 - y0) * along + rng.random() * 5
            land.area("near", oval(x, y, r))
    trees = (
        (w - 26, h - 40, 17),
        (w - 56, h - 24, 12),
        (22, h - 26, 15),
        (w * 0.47, top + 120, 12),
        (w * 0.455, top + 138, 8),
        (w - 18, top + 214, 12),
        (30, top + 196, 10),
    )
    for x, y, r in trees:
        land.area("near", oval(x, y, r))
        upper = f"M{at(x - r * 0.5, y - r * 0.3)}a{at(r * 0.6, r * 0.6)} 0 0 1 {at(r * 0.7, -r * 0.3)}"
        lower = f"M{at(x - r * 0.1, y + r * 0.3)}a{at(r * 0.5, r * 0.5)} 0 0 0 {at(r * 0.6, -r * 0.4)}"
        land.line(upper + lower)


def draw_sheep(land: Landscape, w: float, h: float, top: float) -> None:
    flock = ((0.62, h - 62, 1), (0.65, h - 50, -1), (0.585, h - 46, 1), (0.6, h - 80, -1), (0.84, top + 250, 1))
    for across, y, looks in flock:
        x = w * across
        land.thing("white", oval(x, y, 4.6, 3))
        land.paint(Paint("line"), oval(x + looks * 4.6, y - 1.4, 1.7, 1.4))
        land.line(f"M{at(x - 2, y + 3)}v2M{at(x + 2, y + 3)}v2")


def draw_tufts(land: Landscape, w: float, h: float, top: float) -> None:
    rng = Random(5)
    for _ in range(round(w * h / 2500)):
        x, y = round(rng.random() * w), round(top + 14 + rng.random() * (h - top - 20))
        land.line(f"M{x} {y}l-1.6 -4m1.6 4v-5m0 5l1.8 -3.6")
