"""The landscape behind a line of First Class: roofs from Paris at the right end to the Bosphorus at the left.

Every function gives path data without colour; `x` is the left end or the middle of a thing, `y` the ground.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from trainshed.draw.svg import group, number, path

Point = tuple[float, float]
HIGHEST: Final = 44
"""Nothing is higher than this."""


def outline(*points: Point) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def block(x: float, y: float, w: float, h: float) -> str:
    return outline((x, y), (x, y - h), (x + w, y - h), (x + w, y))


def gable(x: float, y: float, w: float, h: float, roof: float) -> str:
    return outline((x, y), (x, y - h), (x + w / 2, y - h - roof), (x + w, y - h), (x + w, y))


def spire(x: float, y: float, w: float, h: float) -> str:
    return outline((x - w / 2, y), (x, y - h), (x + w / 2, y))


def dome(x: float, y: float, r: float, h: float = 0) -> str:
    return f"M{number(x - r)} {number(y)}A{number(r)} {number(h or r)} 0 0 1 {number(x + r)} {number(y)}Z"


def onion(x: float, y: float, r: float) -> str:
    left = f"M{number(x - r * 0.7)} {number(y)}C{number(x - r * 1.7)} {number(y - r * 1.3)}"
    top = f"{number(x - r * 0.3)} {number(y - r * 1.7)} {number(x)} {number(y - r * 3)}"
    right = f"C{number(x + r * 0.3)} {number(y - r * 1.7)} {number(x + r * 1.7)} {number(y - r * 1.3)}"
    return f"{left} {top}{right} {number(x + r * 0.7)} {number(y)}Z"


def hills(x: float, y: float, w: float, heights: Sequence[float]) -> str:
    """A soft ridge through heights at equal distances."""
    last = len(heights) - 1
    ridge = f"M{number(x)} {number(y)}L{number(x)} {number(y - heights[0])}"
    for at in range(last):
        x0, x1 = x + w * at / last, x + w * (at + 1) / last
        middle, high, next_ = number((x0 + x1) / 2), number(y - heights[at]), number(y - heights[at + 1])
        ridge += f"C{middle} {high} {middle} {next_} {number(x1)} {next_}"
    return f"{ridge}L{number(x + w)} {number(y)}Z"


def pine(x: float, y: float, scale: float = 1) -> str:
    return spire(x, y - 3 * scale, 8 * scale, 14 * scale) + block(x - 0.6 * scale, y, 1.2 * scale, 4 * scale)


def roofs(x: float, y: float, w: float, seed: int) -> str:
    """Houses with mansard roofs."""
    drawn, at, house = "", x, seed
    while at < x + w - 12:
        wide, high = 15 + house * 7 % 9, 9 + house * 5 % 6
        drawn += outline(
            (at, y),
            (at, y - high),
            (at + 2.5, y - high - 6),
            (at + wide - 2.5, y - high - 6),
            (at + wide, y - high),
            (at + wide, y),
        )
        drawn += block(at + 4 + house % 4, y - high - 6, 2, 3.5)
        at += wide
        house += 1
    return drawn


def gables(x: float, y: float, w: float, seed: int) -> str:
    drawn, at, house = "", x, seed
    while at < x + w - 8:
        wide = 9 + house * 5 % 6
        drawn += gable(at, y, wide, 7 + house * 3 % 5, 6 + house % 3)
        at += wide
        house += 1
    return drawn


def iron_tower(x: float, y: float, h: float = 42) -> str:
    left = f"M{number(x - 11)} {number(y)}C{number(x - 4)} {number(y - h * 0.3)} {number(x - 2)} {number(y - h * 0.6)}"
    right = f"C{number(x + 2)} {number(y - h * 0.6)} {number(x + 4)} {number(y - h * 0.3)} {number(x + 11)} {number(y)}"
    legs = f"{left} {number(x - 0.7)} {number(y - h)}H{number(x + 0.7)}{right}H{number(x + 6)}"
    arch = f"A6 6 0 0 0 {number(x - 6)} {number(y)}Z"
    return legs + arch + block(x - 7, y - h * 0.24, 14, 1.6) + block(x - 4.4, y - h * 0.48, 8.8, 1.5)


def minster(x: float, y: float) -> str:
    nave = block(x - 14, y, 24, 13) + block(x - 14, y, 8, 20)
    return nave + spire(x - 10, y - 20, 8, 22) + gable(x - 6, y - 13, 16, 0, 7)


def twin_onions(x: float, y: float) -> str:
    towers = "".join(block(x + at, y, 7, 22) + onion(x + at + 3.5, y - 22, 4.2) for at in (-9, 2))
    return towers + gable(x - 12, y, 24, 9, 7)


def big_wheel(x: float, y: float, r: float) -> str:
    hub = y - r - 3
    drawn = spire(x, y, 14, r + 3)
    for at in range(12):
        dx, dy = r * math.cos(at * math.pi / 6), r * math.sin(at * math.pi / 6)
        drawn += outline((x, hub), (x + dx - 0.5, hub + dy), (x + dx + 0.5, hub + dy + 0.5))
        drawn += block(x + dx - 1.5, hub + dy + 1.5, 3, 3)
    return drawn


def palace(x: float, y: float) -> str:
    wings = block(x - 26, y, 52, 11) + block(x - 26, y, 9, 16) + block(x + 17, y, 9, 16)
    return wings + dome(x, y - 13, 10, 12) + block(x - 10, y - 10, 20, 3)


def parliament(x: float, y: float) -> str:
    towers = "".join(spire(x + at, y - 8, 4, 13) for at in (-26, -19, -12, 12, 19, 26))
    return (
        block(x - 28, y, 56, 9) + towers + dome(x, y - 12, 9, 12) + block(x - 9, y - 8, 18, 4) + spire(x, y - 22, 4, 15)
    )


def fortress(x: float, y: float) -> str:
    teeth = "".join(block(x - 26 + at * 6, y - 12, 3.4, 3) for at in range(9))
    return block(x - 26, y, 52, 12) + teeth + block(x - 30, y, 9, 20) + block(x + 16, y, 12, 24)


def mosque(x: float, y: float) -> str:
    house = block(x - 20, y, 40, 8) + dome(x, y - 10, 13, 13) + block(x - 13, y - 7, 26, 4)
    minarets = "".join(
        block(x + at - 1.2, y, 2.4, 30) + spire(x + at, y - 30, 3, 9) + block(x + at - 2.2, y - 21, 4.4, 1.6)
        for at in (-24, 24)
    )
    return house + dome(x - 15, y - 7, 5.5) + dome(x + 15, y - 7, 5.5) + minarets


PLACES: Final[tuple[Callable[[float, float], str], ...]] = (
    lambda x, y: iron_tower(x - 2, y) + roofs(x - 44, y, 34, 1) + roofs(x + 10, y, 36, 3),
    lambda x, y: roofs(x - 34, y, 60, 5),
    lambda x, y: minster(x + 4, y) + gables(x - 38, y, 30, 3) + gables(x + 16, y, 24, 1),
    lambda x, y: gables(x - 32, y, 34, 2) + "".join(pine(x + at, y, 0.9) for at in (10, 18, 28)),
    lambda x, y: spire(x - 4, y, 9, 36) + block(x - 14, y, 24, 12) + gables(x + 12, y, 26, 4),
    lambda x, y: twin_onions(x, y) + gables(x - 40, y, 28, 1) + gables(x + 14, y, 26, 5),
    lambda x, y: hills(x - 44, y, 88, [4, 22, 15, 34, 20, 27, 6]),
    lambda x, y: gables(x - 30, y, 28, 1) + block(x + 4, y, 6, 20) + onion(x + 7, y - 20, 3.8) + pine(x + 22, y),
    lambda x, y: palace(x - 12, y) + big_wheel(x + 28, y, 14),
    fortress,
    parliament,
    lambda x, y: hills(x - 44, y, 88, [3, 9, 5, 11, 4]) + pine(x - 16, y - 6) + pine(x + 14, y - 6),
    fortress,
    lambda x, y: hills(x - 44, y, 88, [4, 18, 12, 24, 14, 5]),
    mosque,
    lambda x, y: hills(x - 44, y, 88, [4, 12, 8, 15, 5]),
)
"""What stands at a city, by its distance from Paris; after the last one they begin again in the hills."""

RIDGE: Final = (6, 10, 7, 14, 19, 13, 22, 28, 19, 24, 12, 9, 14, 8, 11, 6)
REACH: Final = 46
"""How far a place spreads to each side."""


@lru_cache(maxsize=256)
def landscape(w: float, h: float, first: int, count: int, step: float, reached: int) -> str:
    """The landscape of so many cities from the right, `first` the rightmost: reached ones are near, others in haze."""
    scale = min(1.0, (h - 2) / HIGHEST)
    far, haze, near = [hills(0, h, w, [height * scale for height in RIDGE])], list[str](), list[str]()
    every = max(1, math.ceil(64 * scale / step))
    for at in range(0, count, every):
        city = first + at
        x = min(max(w - step * (at + 0.5), REACH), w - REACH)
        (near if city <= reached else haze).append(PLACES[city % len(PLACES)](x, h))
    left = w - step * count
    if left > 110:
        haze.append(mosque(40, h))
    return group(path("".join(far), "bd1"), path("".join(haze), "bd2"), path("".join(near), "bd3"), aria_hidden="true")
