"""A railway line seen from above: the season along its shoulders, ballast, sleepers and rails."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from trainshed.draw.place.landscape import Landscape, Paint, at, oval
from trainshed.draw.place.tones import WINTER
from trainshed.draw.svg import number

RAGGED = "3 2.2 5 3 2 2.6 4 2"


def track_bed(land: Landscape, x0: float, x1: float, y: float, half: float, seed: int) -> None:
    """Ballast from x0 to x1, so much to each side of y, with grass, leaves or snow along both shoulders."""
    rng = Random(seed)
    tone = "middle" if land.season == WINTER else "near"
    for side in (-1, 1):
        x = x0 - 4
        while x < x1 + 2:
            w = 9 + 18 * rng.random()
            land.area(tone, oval(x + w / 2, y + side * (half + 1.5), w / 2, 1.4 + 1.4 * rng.random()))
            x += w * (0.9 + 1.1 * rng.random())
    middle = f"M{at(x0, y)}H{number(x1)}"
    land.paint(Paint("", "ballast", 2 * half + 3, RAGGED), middle)
    land.paint(Paint("", "ballast", 2 * half), middle)
    stones = Paint("stones")
    for _ in range(round((x1 - x0) * half / 60)):
        r = round(0.7 + 0.5 * rng.random(), 1)
        x, there = round(x0 + (x1 - x0) * rng.random()), round(y - half + 2 * half * rng.random())
        land.paint(stones, oval(x, there, r, r * 0.7))


def sleepers(land: Landscape, xs: Iterable[float], y: float, half: float) -> None:
    """Sleepers across a line."""
    land.paint(Paint("", "sleeper", 3.4), *(f"M{at(x, y - half)}v{number(2 * half)}" for x in xs))


def rails(land: Landscape, x0: float, x1: float, y: float, gauge: float) -> None:
    """Two rails, so far to each side of y."""
    land.paint(Paint("", "rail", 1.5), *(f"M{at(x0, y + side * gauge)}H{number(x1)}" for side in (-1, 1)))
