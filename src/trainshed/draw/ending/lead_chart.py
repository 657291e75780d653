"""A small chart of one seat's lead over a game, with one row marked; for the turning points at the end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from trainshed.draw.seats import SEATS
from trainshed.draw.sheet import TALL
from trainshed.draw.svg import circle, element, line, number, path, text

SIZES: Final = {"wide": (200, 106), TALL: (138, 96)}
LEFT: Final = 8
RIGHT: Final = 40
TOP: Final = 16
BOTTOM: Final = 18


def signed(value: int) -> str:
    """A number with its sign, as it is shown: a true minus sign, and nothing before zero."""
    return f"{value:+d}".replace("-", "−") if value else "0"


def lead_chart(leads: Sequence[int], at: int, seat: int, gains: int, layout: str, label: str) -> str:
    """The lead of `seat` after each move, with the change at the move `at` in the colour of the seat that gains by it
    (-1: nobody's)."""
    width, height = SIZES[layout]
    low, high = min(0, *leads), max(0, *leads)
    span, last = max(high - low, 1), max(len(leads) - 1, 1)

    def x(place: float) -> float:
        return LEFT + (width - LEFT - RIGHT) * place / last

    def y(value: float) -> float:
        return height - BOTTOM - (height - TOP - BOTTOM) * (value - low) / span

    corners = [(0, leads[0])]
    for place, (old, new) in enumerate(pairwise(leads), 1):
        if new != old:
            corners += [(place - 1, old), (place, new)]
    corners.append((last, leads[-1]))
    curve = "M" + "L".join(f"{number(x(place))} {number(y(value))}" for place, value in corners)
    old, new, here = leads[at - 1], leads[at], x(at)
    color = f"seat-{SEATS[gains]}" if gains >= 0 else "seat-ink"
    rim = f"seatst-{SEATS[gains]}" if gains >= 0 else "ink-s"
    right = here > width * 0.6
    side = here - 8 if right else here + 8
    apart = abs(y(old) - y(new)) >= 15
    marks = [
        path(f"{curve}V{number(y(0))}H{number(x(0))}Z", f"seatsoft-{SEATS[seat]}"),
        line(4, y(0), x(last) + 4, y(0), "hair2"),
        path(curve, "swing-line"),
        line(here, y(old), here, y(new), f"swing-mark {rim}"),
        *(circle(here, y(value), 4, f"{color} edge") for value in (old, new)),
        text(side, y(new) + 5, signed(new), "t16b swing-n", "end" if right else "start"),
    ]
    if apart:
        marks.append(text(side, y(old) + 5, signed(old), "t13 ink2 swing-n", "end" if right else "start"))
    return element(
        "svg", "".join(marks), cls="swing-chart", viewBox=f"0 0 {width} {height}", role="img", aria_label=label
    )
