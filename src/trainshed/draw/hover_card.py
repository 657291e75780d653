"""What a piece is, for whoever points at it: a name that the browser shows, or a card with more text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.draw.fit import Rect, fitted, lines
from trainshed.draw.svg import group, moved, named, rect, text

LEADING: Final = 18


def named_piece(x: float, y: float, name: str, *face: str, id_: str | None = None, lifted: bool = False) -> str:
    """A piece with its name, which is shown on hover and read by screen readers; a lifted one is previewed."""
    return moved(x, y, named(name), *face, id_=id_, cls="piece lift" if lifted else "piece")


def hover_card(area: Rect, title: str, told: Sequence[str], icon: str = "") -> str:
    """A card that tells more about a thing while it is hovered or has the focus, as the `extra` of its option.

    It fills an area of the board, and grows downwards where that is too low. No option may stand there: those that come
    later would be painted over it. The pointer passes through it. `icon` is SVG of 24 by 24. Nothing that is needed to
    play may stand only here.
    """
    left = 44 if icon else 12
    rows = [row for sentence in told for row in lines(sentence, 14, area.w - 24)]
    high = max(area.h, 40 + LEADING * len(rows))
    body = [rect(0, 0, area.w, high, 4, "hover-face"), moved(12, 8, icon) if icon else ""]
    body.append(text(left, 25, fitted(title, 16, area.w - left - 12), "t16b"))
    body += [text(12, 46 + index * LEADING, row, "t14 ink2") for index, row in enumerate(rows)]
    return group(*body, cls="hover-card", transform=f"translate({area.x:.0f} {area.y:.0f})")
