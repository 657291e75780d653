"""Coaches, mail cars, conductors and locomotive figures of First Class, seen from the side."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from trainshed.draw.icons import sign
from trainshed.draw.pieces import engine
from trainshed.draw.seats import SHAPES, shape
from trainshed.draw.svg import circle, group, line, moved, number, path, rect, text

WINDOWS: Final = {"1": 1, "2": 2, "4": 2, "7": 2, "12": 2}
"""How many windows a large coach has on each side of its number, by level."""

GILT: Final = ("7", "12")
LARGE: Final = 36
"""From this height on a coach has windows."""

NUMERALS: Final = ((46, "t24b", 8.0), (LARGE, "t20b", 6.8), (25, "t15b", 5.0), (0, "t13b", 4.6))
"""From which height on a coach has which numerals, and how far below the middle they stand."""

CLASSES: Final = ("0", "1", "2", "4", "7", "12")
"""The levels that have colours of their own in the stylesheet."""


def class_of(level: str) -> str:
    """The colour of a level; a level that only a changed pack has looks like the nearest lower one."""
    known = [each for each in CLASSES if int(each) <= int(level)]
    return f"k{known[-1] if known else '0'}"


@lru_cache(maxsize=512)
def carriage(level: str, w: float, h: float, numbered: bool = True) -> str:
    """A coach of a level, or "mail" for a mail car, from the origin."""
    body, high = h * 0.2, h * 0.6
    kind = "mail" if level == "mail" else class_of(level)
    left, right = number(w * 0.05), number(w * 0.95)
    top = number(h * 0.05)
    roof = f"M{left} {number(body)}Q{left} {top} {number(w * 0.16)} {top}H{number(w * 0.84)}"
    parts = [
        path(f"{roof}Q{right} {top} {right} {number(body)}Z", f"{kind}-roof carline"),
        rect(w * 0.03, body, w * 0.94, high, 1.5, f"{kind} carline"),
        line(w * 0.03, body + high * 0.78, w * 0.97, body + high * 0.78, f"{kind}-trim"),
        line(w * 0.06, h * 0.805, w * 0.94, h * 0.805, "carframe"),
    ]
    for bogie in (0.2, 0.8):
        parts += [circle(w * (bogie + side), h * 0.88, h * 0.095, "carwheel") for side in (-0.055, 0.055)]
    if level == "mail":
        parts.append(sign("mail", w / 2 - h * 0.2, body + high * 0.5 - h * 0.22, h * 0.4, "kmail-on"))
        return "".join(parts)
    if h >= LARGE:
        parts += [rect(x, body + 5, 7, high * 0.42, 1, f"{kind}-win") for x in window_places(level, w)]
        if level in GILT:
            parts.append(rect(w * 0.03 + 2.5, body + 2.5, w * 0.94 - 5, high - 5, 1, f"{kind}-gilt"))
    if numbered:
        size, down = next((size, down) for least, size, down in NUMERALS if h >= least)
        parts.append(text(w / 2, body + high * 0.42 + down, level, f"{size} {kind}-on", "middle"))
    return "".join(parts)


def window_places(level: str, w: float) -> list[float]:
    room = w * 0.4 - (17 if len(level) > 1 else 11)
    count = min(WINDOWS.get(level, 0), int((room - 7) // 9.5) + 1) if room >= 7 else 0
    return [x for at in range(count) for x in (w * 0.1 + at * 9.5, w * 0.9 - 7 - at * 9.5)]


@lru_cache(maxsize=64)
def tile_face(points: int, w: float, h: float) -> str:
    """A locomotive tile: an engine with its points."""
    scale = min(w - 26, 46)
    return "".join(
        [
            rect(1, h * 0.12, w - 2, h * 0.7, 3, "plaque"),
            moved(w - scale - 4, h * 0.47 - scale * 0.3, engine(points // 2, scale)),
            text(13, h * 0.47 + 6, points, "t16b", "middle"),
        ]
    )


# ---------------------------------------------------------------- figures

BODY: Final = "M3.4 30V20.4C3.4 15.6 6.3 13.2 11 13.2S18.6 15.6 18.6 20.4V30Z"
CAP: Final = "M5.4 6.2V2.2C8.5.6 13.5.6 16.6 2.2V6.2L18.8 7.6H3.2Z"
FIGURE: Final = 22
"""The width of a conductor; it is 31 high."""

PAWN: Final = "M15 0H-13L-17 0V-3L-13 -3.5V-9.5H-9.5V-15H-6V-9.5H1V-16H15Z"


@cache
def conductor_figure(seat: str, scale: float = 1) -> str:
    """A conductor of a seat, 22 by 31."""
    return group(
        path(BODY, "w-edge", transform="translate(0 1.2)"),
        path(BODY, f"seat-{seat} edge"),
        circle(11, 8.6, 4.8, f"seat-{seat} edge"),
        path(CAP, "w-cap"),
        shape(SHAPES[seat], 11, 22.6, 3.8, f"seaton-{seat}"),
        transform=None if scale == 1 else f"scale({number(scale)})",
    )


@cache
def conductor_ghost(scale: float = 1) -> str:
    """The outline of a conductor, where one could go."""
    return group(
        path(f"{BODY}M11 3.8a4.8 4.8 0 1 0 .01 0Z", "ghost-from"),
        transform=None if scale == 1 else f"scale({number(scale)})",
    )


@cache
def pawn(seat: str) -> str:
    """The locomotive figure on the line, driving left; its middle is the origin."""
    return group(
        path(PAWN, "pawn-rim"),
        path(PAWN, f"seat-{seat} edge"),
        rect(-1, -18, 18, 2.6, 1, "w-cap"),
        circle(-9, 1, 3.2, "w-cap"),
        circle(0, 0.5, 3.6, "w-cap"),
        circle(9, 0.5, 3.6, "w-cap"),
        shape(SHAPES[seat], 8, -8.5, 3.6, f"seaton-{seat}"),
    )


@lru_cache(maxsize=64)
def track_bed(x0: float, x1: float, y: float) -> str:
    """Ballast, sleepers and rail under a train or a line."""
    ties = "".join(f"M{number(x0 + 4 + at * 9)} {number(y + 0.5)}v5" for at in range(int((x1 - x0 - 4) / 9)))
    return line(x0, y + 4, x1, y + 4, "ballast") + path(ties, "ballast-ties") + line(x0, y, x1, y, "railway")
