"""The logo: a train shed seen from its end, with rails leading out."""

from __future__ import annotations

import math
from typing import Final

from trainshed.draw.svg import circle, element, number, path

SPOKES: Final = (-170, -142, -114, -90, -66, -38, -10)


def brand(size: int = 28) -> str:
    """The logo as inline SVG."""
    body = circle(16, 16, 14.8, "st cur-s brand-rim")
    for degrees in SPOKES:
        x, y = 16 + 14.2 * math.cos(math.radians(degrees)), 16 + 14.2 * math.sin(math.radians(degrees))
        body += path(f"M16 16L{number(x)} {number(y)}", "st cur-s")
    body += circle(16, 16, 6.5, "brand-hole") + circle(16, 16, 6.5, "st cur-s")
    body += path("M10.5 19l11-6", "st cur-s brand-rail")
    return element("svg", body, width=size, height=size, viewBox="0 0 32 32", aria_hidden="true")
