"""Boxes around the cities of a map while it is zoomed: whether they meet, what they cover, how near they are.

A box is given from the center of its city and keeps its size; cities move apart while the map grows. All edges are
linear in the scale in which names keep their size (`net.swell`), so each answer holds for a whole range of scales.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import Final

from trainshed.draw.fit import Rect
from trainshed.draw.map.net import LinkLine, MapCity

STEPS: Final = 24
"""Halvings of a range of scales in the search for the one at which a box is nearest to a point."""

Box = tuple[float, float, float, float]
"""The edges of a rectangle: left, top, right, bottom."""


def edges_of(box: Rect) -> Box:
    return box.x, box.y, box.x + box.w, box.y + box.h


def met(box: Rect, others: Iterable[Box]) -> int:
    """Count the boxes that a box meets."""
    left, top, right, low = box.x, box.y, box.x + box.w, box.y + box.h
    count = 0
    for x0, y0, x1, y1 in others:
        if x0 < right and left < x1 and y0 < low and top < y1:
            count += 1
    return count


def meet(dx: float, dy: float, one: Rect, two: Rect, low: float, high: float) -> bool:
    """Whether two boxes meet at any scale of the range, where the second's city lies at (dx, dy) from the first's."""
    x1, y1, w1, h1 = one
    x2, y2, w2, h2 = two
    # most pairs lie apart already, and the map only grows
    if dx * low + x2 >= x1 + w1 if dx >= 0 else dx * low + x2 + w2 <= x1:
        return False
    if dy * low + y2 >= y1 + h1 if dy >= 0 else dy * low + y2 + h2 <= y1:
        return False
    begin, end = overlap(dx, x2 - x1 - w1, x2 + w2 - x1, low, high)
    if begin >= end:
        return False
    begin, end = overlap(dy, y2 - y1 - h1, y2 + h2 - y1, begin, end)
    return begin < end


def overlap(d: float, least: float, most: float, low: float, high: float) -> tuple[float, float]:
    """The part of a range of scales m in which d * m + least < 0 < d * m + most."""
    if abs(d) < 1e-9:
        return (low, high) if least < 0 < most else (low, low)
    first, last = -most / d, -least / d
    if first > last:
        first, last = last, first
    return max(low, first), min(high, last)


def covers(city: MapCity, box: Rect, area: Rect, low: float, high: float) -> bool:
    """Whether a box meets an area of the map, which grows with the map, at any scale of the range."""
    begin, end = low, high
    for at, offset, size, first, extent in (
        (city.x, box.x, box.w, area.x, area.w),
        (city.y, box.y, box.h, area.y, area.h),
    ):
        # the box begins before the area's end, and ends behind the area's beginning
        for slope, fixed in ((at - first - extent, offset), (first - at, -offset - size)):
            if abs(slope) < 1e-9:
                if fixed >= 0:
                    return False
            elif slope > 0:
                end = min(end, -fixed / slope)
            else:
                begin = max(begin, -fixed / slope)
    return begin < end


def on_map(city: MapCity, box: Rect, bounds: Rect, low: float) -> bool:
    """Whether a box stays on the map. Where it does so at the least zoom of a range, it does at all."""
    return box.moved(city.x * low, city.y * low).inside(
        Rect(bounds.x * low, bounds.y * low, bounds.w * low, bounds.h * low)
    )


def distance(box: Rect, x: float, y: float) -> float:
    """The distance of a point to a box."""
    return hypot(max(box.x - x, 0.0, x - box.x - box.w), max(box.y - y, 0.0, y - box.y - box.h))


def nearest(box: Rect, dx: float, dy: float, low: float, high: float) -> float:
    """The least distance of a box to a city at (dx, dy) from its own city, at any scale of the range.

    The distance is a convex function of the scale, so its slope finds the least value.
    """

    def slope(scale: float) -> float:
        x, y = dx * scale, dy * scale
        return (x - min(max(x, box.x), box.x + box.w)) * dx + (y - min(max(y, box.y), box.y + box.h)) * dy

    if slope(low) >= 0:
        return distance(box, dx * low, dy * low)
    if slope(high) <= 0:
        return distance(box, dx * high, dy * high)
    for _ in range(STEPS):
        middle = (low + high) / 2
        if slope(middle) < 0:
            low = middle
        else:
            high = middle
    return distance(box, dx * low, dy * low)


class LinkStretch:
    """A straight piece of a line, from the center of a city, at one scale."""

    def __init__(self, line: LinkLine, city: MapCity, scale: float) -> None:
        self.x, self.y = (line.x - city.x) * scale, (line.y - city.y) * scale
        self.dx, self.dy = line.dx, line.dy
        self.length = line.length * scale
        x, y = self.x + self.dx * self.length, self.y + self.dy * self.length
        self.left, self.right = min(self.x, x), max(self.x, x)
        self.top, self.low = min(self.y, y), max(self.y, y)

    @property
    def away(self) -> float:
        """The distance of the city to the line."""
        along = min(max(-self.x * self.dx - self.y * self.dy, 0.0), self.length)
        return hypot(self.x + self.dx * along, self.y + self.dy * along)


def hidden(box: Rect, stretches: Sequence[LinkStretch]) -> float:
    """The length of these lines that a box hides."""
    left, top, right, low = edges_of(box)
    total = 0.0
    for line in stretches:
        if line.left >= right or line.right <= left or line.top >= low or line.low <= top:
            continue
        begin, end = 0.0, line.length
        for at, step, least, most in ((line.x, line.dx, left, right), (line.y, line.dy, top, low)):
            if abs(step) < 1e-9:
                continue  # it runs between the two edges, as seen above
            first, last = (least - at) / step, (most - at) / step
            if first > last:
                first, last = last, first
            begin, end = max(begin, first), min(end, last)
        total += max(0.0, end - begin)
    return total
