"""Colours as people with and without colour blindness see them, and how far two of them are apart."""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Final

Three = tuple[float, float, float]

SEEN_BY: Final[dict[str, tuple[Three, Three, Three]]] = {
    "standard": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Linear RGB as somebody without one kind of cone sees it: Machado, Oliveira and Fernandes 2009, severity 1."""


def linear(colour: str) -> Three:
    """Linear RGB of `#RRGGBB`."""
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def seen(colour: str, kind: str) -> Three:
    """A colour in CIE L*a*b* as these people see it."""
    rgb = linear(colour)
    red, green, blue = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, rgb, strict=True)))) for row in SEEN_BY[kind])
    x = _root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    y = _root(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
    z = _root((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def difference(one: Three, other: Three) -> float:
    """How far two colours of CIE L*a*b* are apart, by CIEDE2000: 1 is hardly seen, 10 at a glance."""
    (light1, a1, b1), (light2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    grey = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25**7))
    chroma1, chroma2 = hypot(a1 * grey, b1), hypot(a2 * grey, b2)
    hue1, hue2 = degrees(atan2(b1, a1 * grey)) % 360, degrees(atan2(b2, a2 * grey)) % 360
    turn = (hue2 - hue1 + 180) % 360 - 180 if chroma1 * chroma2 else 0.0
    light, chroma, hue = (light1 + light2) / 2, (chroma1 + chroma2) / 2, hue1 + turn / 2
    weight = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    lights = (light2 - light1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    chromas = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    hues = 2 * sqrt(chroma1 * chroma2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    twist = 60 * exp(-((((hue % 360) - 275) / 25) ** 2))
    both = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(twist))
    return sqrt(lights**2 + chromas**2 + hues**2 + both * chromas * hues)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG, 1 to 21."""
    low, high = sorted(
        0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in (linear(one), linear(other))
    )
    return (high + 0.05) / (low + 0.05)
