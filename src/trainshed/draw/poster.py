"""Posters of titles, 240 by 150: own art in a fixed palette, the same in the light and the dark theme."""

from __future__ import annotations

from typing import Final

from trainshed.draw.svg import circle, element, group, path, rect

NIGHT: Final = "#143A63"
DEEP: Final = "#0D2A4A"
CREAM: Final = "#F5EBD8"
INK: Final = "#17212B"


def ground(color: str) -> str:
    return rect(0, 0, 240, 150, fill=color)


def stroke(d: str, color: str, width: float, cap: str | None = None) -> str:
    return path(d, fill="none", stroke=color, stroke_width=width, stroke_linecap=cap)


def plain() -> str:
    """The poster of a title that has none of its own: a railway line into the hills."""
    body = ground("#3F7F86") + circle(182, 46, 22, fill="#EAD9B5")
    body += path("M0 92C40 70 70 84 104 74C150 60 190 82 240 66V150H0Z", fill="#2E6A70")
    body += path("M0 118C60 100 150 112 240 98V150H0Z", fill="#26477A")
    body += stroke("M96 150L124 106M144 150L128 106", CREAM, 2.4)
    ties = ((146, 99, 143), (137, 104, 140), (129, 109, 138), (122, 114, 135), (116, 117, 132), (111, 120, 130))
    return body + "".join(stroke(f"M{a - 3} {y}H{b + 1}", "#D9B483", 2.4) for y, a, b in ties)


def framed_poster(body: str) -> str:
    """A poster in a page. Hidden from screen readers, because the name of its title always stands beside it."""
    return element(
        "svg",
        group(body, clip_path="inset(0)"),
        cls="poster",
        viewBox="0 0 240 150",
        preserveAspectRatio="xMidYMid slice",
        aria_hidden="true",
    )
