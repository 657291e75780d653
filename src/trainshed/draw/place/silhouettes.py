"""Silhouettes of buildings, trees and hills on a horizon, as path data.

`x` is the left end or the middle of a thing, `y` the ground on which it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from trainshed.draw.place.landscape import at, box
from trainshed.draw.svg import number

Point = tuple[float, float]


def outline(*points: Point) -> str:
    return "M" + "L".join(at(x, y) for x, y in points) + "Z"


def block(x: float, y: float, w: float, h: float) -> str:
    """A wall; x is its left end."""
    return f"M{at(x, y)}v{number(-h)}h{number(w)}v{number(h)}Z"


def gable(x: float, y: float, w: float, h: float, roof: float) -> str:
    """A house seen from its end; x is its left end."""
    return outline((x, y), (x, y - h), (x + w / 2, y - h - roof), (x + w, y - h), (x + w, y))


def spire(x: float, y: float, w: float, h: float) -> str:
    """A pointed roof round its middle."""
    return outline((x - w / 2, y), (x, y - h), (x + w / 2, y))


def dome(x: float, y: float, r: float, h: float = 0) -> str:
    """Half an ellipse round its middle."""
    return f"M{at(x - r, y)}A{at(r, h or r)} 0 0 1 {at(x + r, y)}Z"


def onion(x: float, y: float, r: float) -> str:
    """The dome of a church tower that ends in a point."""
    left = f"M{at(x - r * 0.7, y)}C{at(x - r * 1.7, y - r * 1.3, x - r * 0.3, y - r * 1.7, x, y - r * 3)}"
    return f"{left}C{at(x + r * 0.3, y - r * 1.7, x + r * 1.7, y - r * 1.3, x + r * 0.7, y)}Z"


def hills(x: float, y: float, w: float, heights: Sequence[float]) -> str:
    """A soft ridge through heights at equal distances."""
    step = w / (len(heights) - 1)
    ridge = f"M{at(x, y)}V{number(y - heights[0])}"
    for place, (high, next_) in enumerate(pairwise(heights)):
        middle, end = x + step * (place + 0.5), x + step * (place + 1)
        ridge += f"C{at(middle, y - high, middle, y - next_, end, y - next_)}"
    return f"{ridge}V{number(y)}Z"


def peaks(x: float, y: float, w: float, heights: Sequence[float]) -> str:
    """A sharp ridge through heights at equal distances."""
    step = w / (len(heights) - 1)
    return outline((x, y), *((x + step * place, y - high) for place, high in enumerate(heights)), (x + w, y))


def pine(x: float, y: float, scale: float = 1) -> str:
    return spire(x, y - 3 * scale, 8 * scale, 14 * scale) + block(x - 0.6 * scale, y, 1.2 * scale, 4 * scale)


def leafy_tree(x: float, y: float, scale: float = 1) -> str:
    crown = dome(x, y - 4 * scale, 5 * scale, 8 * scale)
    return crown + block(x - 5 * scale, y - 3.4 * scale, 10 * scale, scale) + block(x - 0.7 * scale, y, 1.4 * scale, 4)


def gables(x: float, y: float, w: float, seed: int, scale: float = 1) -> str:
    """A row of houses seen from their ends."""
    drawn, left, house = "", x, seed
    while left < x + w - 8 * scale:
        wide = (9 + house * 5 % 6) * scale
        drawn += gable(left, y, wide, (7 + house * 3 % 5) * scale, (6 + house % 3) * scale)
        left += wide
        house += 1
    return drawn


# ---------------------------------------------------------------- the night


def stars(w: float, h: float, seed: int) -> str:
    """Stars over a width, as high as the upper half of the sky."""
    rng = Random(seed)
    return "".join(
        box(round(rng.uniform(4, w - 4), 1), round(rng.uniform(1, h * 0.5), 1), 1.3, 1.3) for _ in range(int(w / 24))
    )


def moon(x: float, y: float, r: float) -> str:
    """A crescent round its middle."""
    return f"M{at(x, y - r)}a{at(r, r)} 0 1 0 {at(r, r * 1.4)}a{at(r * 0.9, r * 0.9)} 0 0 1 {at(-r, -r * 1.4)}Z"


def windows(*places: Point) -> str:
    """Lit windows, so small that they may be bright."""
    return "".join(box(x, y, 1.6, 2) for x, y in places)
