"""The engine of Lok'n'Roll and its tender, seen from above; both point to the right, round their middle."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from trainshed.draw.place.landscape import oval
from trainshed.draw.svg import circle, element, path, rect

COUPLED: Final = 45
"""The distance from the middle of the engine to the middle of its tender."""

SIZE: Final = 1.1
"""The scale of both on the rails of a card."""

LAMPLIGHT: Final = element(
    "defs",
    element(
        "linearGradient",
        element("stop", offset=0, cls="light-near") + element("stop", offset=1, cls="light-far"),
        id_="pLight",
    ),
)
"""The light of the lamp, which a sheet with an engine needs once."""

COAL: Final = ((-5, -3, 3), (0, 2.5, 3.4), (4.5, -2.8, 3), (-4.5, 3.8, 2.6), (5.5, 4, 2.4), (0, -4.8, 2.2))


@cache
def engine_above() -> str:
    """The engine: the light of its lamp by night, frame and buffer beam, boiler with its domes, chimney, cab."""
    return (
        path("M28-3L92-22A60 60 0 0 1 92 22L28 3Z", "en-light")
        + rect(-24, -9.5, 50, 23, 3, "p-edge")
        + rect(11, -14, 10, 28, 1.5, "en2")
        + rect(-21, -11.5, 45, 23, 2.5, "en")
        + rect(23, -12, 3.4, 24, 1, "en-beam")
        + path(oval(28, -7.5, 2.1) + oval(28, 7.5, 2.1), "en-hole")
        + rect(-10, -7.5, 33, 15, 6.5, "en2")
        + path("M-6 -3.6H19", "en-gloss")
        + rect(12.5, -7.9, 10, 15.8, 3, "en")
        + circle(17.5, 0, 4.2, "en2")
        + path(oval(3.5, 0, 4) + oval(-4.5, 0, 2), "en-brass")
        + path(oval(17.5, 0, 2.4) + oval(3.5, 0, 1.7), "en-hole")
        + rect(-25, -12.5, 16.5, 25, 2.5, "en2")
        + path("M-22.5 -8V8M-19.5 -10V10M-14 -10V10M-11.5 -8V8", "en-gloss")
        + circle(26.8, 0, 2, "en-lamp")
    )


@cache
def tender_above() -> str:
    """The tender, full of coal."""
    return (
        rect(-12, -8.5, 25, 21, 3, "p-edge")
        + rect(-12.5, -11, 25, 22, 2.5, "en")
        + rect(-10, -8.5, 20, 17, 2, "en2")
        + path("".join(oval(x, y, r, r * 0.85) for x, y, r in COAL), "en-hole")
        + path("M12.5 0h4", "en-gloss")
    )


def steam(scale: float, degrees: float) -> str:
    """Steam that drifts away from a chimney at (0, 0), growing and thinning."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    puffs = []
    for nth in (3, 2, 1):
        away, r = (3 + 8.5 * nth) * scale, (3 + 1.9 * nth) * scale
        x, y = away * c, away * s
        cloud = oval(x, y, r, r * 0.82) + oval(x - r * 0.7, y + r * 0.34, r * 0.62)
        cloud += oval(x + r * 0.72, y + r * 0.2, r * 0.6) + oval(x + r * 0.1, y - r * 0.55, r * 0.6)
        puffs.append(path(cloud, f"steam steam-{nth}"))
    return "".join(puffs)


@cache
def sparks(scale: float) -> str:
    """Sparks in all directions round the engine, as on the poster; the page shows them only while it derails."""
    rays, tips = [], []
    for nth in range(22):
        a = math.radians(nth * 360 / 22 + 7 * (nth % 3))
        near, far = (16 + 5 * (nth % 4)) * scale, (30 + 9 * (nth * 7 % 5)) * scale
        rays.append(
            f"M{near * math.cos(a):.1f} {near * math.sin(a):.1f}L{far * math.cos(a):.1f} {far * math.sin(a):.1f}"
        )
        tips.append(oval(far * 1.15 * math.cos(a), far * 1.15 * math.sin(a), 1.3 * scale))
    return path("".join(rays), "ray") + path("".join(tips), "ray-tip")
