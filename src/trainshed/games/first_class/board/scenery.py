"""The pictures behind the line of First Class: the way from Paris to the Bosphorus, once for each tone.

A line shows a part of each: cities that the locomotive has reached are near, those that come are in haze, and what lies
beyond the last city is far. So the landscape moves on with the line, and the pictures never change.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from trainshed.draw.fit import Rect
from trainshed.draw.place.scenery import Picture, Scenery
from trainshed.draw.place.window import part_of, stretched
from trainshed.games.first_class.board.art.landscape import BOSPHORUS, CITIES, HIGH, STEP, bosphorus, journey

WHOLE: Final = float(CITIES * STEP)

SCENERY: Final = Scenery(
    "first-class",
    {
        "near": lambda: Picture(WHOLE, HIGH, journey("near", lit=True)),
        "haze": lambda: Picture(WHOLE, HIGH, journey("middle")),
        "far": lambda: Picture(WHOLE, HIGH, journey("far")),
        "bosphorus": lambda: Picture(BOSPHORUS, HIGH, bosphorus()),
    },
)

LEAST: Final = 0.72
"""Where cities stand so close that the landscape would be lower than this share of its height, it is narrowed only."""


@lru_cache(maxsize=512)
def landscape(area: Rect, first: int, last: int, step: float, reached: int) -> str:
    """The landscape above a stretch of a line, on the lower edge of an area: cities from the right, `first` is the
    rightmost, and `reached` how far the locomotive has come."""
    scale = step / STEP
    high = min(area.h, HIGH * max(scale, LEAST))
    right, top = area.x + area.w, area.y + area.h - high
    begin = min(first, CITIES - int(area.w / step) - 1)

    def edge(cities: int) -> float:
        """The left edge of so many cities; on a whole pixel, so that two parts meet without a seam."""
        return max(area.x, float(round(right - cities * step)))

    def part(name: str, x: float, end: float) -> str:
        seen = Rect(WHOLE - begin * STEP - (right - x) / scale, 0, (end - x) / scale, HIGH)
        return part_of(SCENERY, name, Rect(x, top, end - x, high), seen) if end - x > 1 else ""

    here = edge(max(0, min(reached, last) - first + 1))
    end = edge(last - first + 1)
    drawn = part("near", here, right) + part("haze", end, here) + part("far", area.x, end)
    if end - area.x > BOSPHORUS * scale:
        drawn += stretched(SCENERY, "bosphorus", Rect(area.x, top, round(BOSPHORUS * scale, 1), high))
    return drawn
