"""What a piece is, for whoever points at it: a name that the browser shows, or a card with more text beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.draw.fit import Rect, fitted, lines
from trainshed.draw.svg import group, moved, named, rect, text

CARD: Final = 292
"""The width of a hover card."""

LEADING: Final = 18


def named_piece(x: float, y: float, name: str, *face: str, id_: str | None = None, lifted: bool = False) -> str:
    """A piece with its name, which is shown on hover and read by screen readers; a lifted one is previewed."""
    return moved(x, y, named(name), *face, id_=id_, cls="piece lift" if lifted else "piece")


def hover_card(thing: Rect, title: str, told: Sequence[str], inside: Rect, icon: str = "") -> str:
    """A card that tells more about a thing while it is hovered or has the focus, as the `extra` of its option.

    It stands beside the thing, never over it, and inside the given area; the pointer passes through it. `icon` is SVG
    of 24 by 24. Nothing that is needed to play may stand only here.
    """
    left = 44 if icon else 12
    rows = [row for sentence in told for row in lines(sentence, 14, CARD - 24)]
    h = 40 + LEADING * len(rows)
    right = thing.x + thing.w + 8
    x = right if right + CARD <= inside.x + inside.w else max(inside.x, thing.x - 8 - CARD)
    y = min(max(inside.y, thing.y), inside.y + inside.h - h)
    body = [rect(0, 0, CARD, h, 4, "hover-face"), moved(12, 8, icon) if icon else ""]
    body.append(text(left, 25, fitted(title, 16, CARD - left - 12), "t16b"))
    body += [text(12, 46 + index * LEADING, row, "t14 ink2") for index, row in enumerate(rows)]
    return group(*body, cls="hover-card", transform=f"translate({x:.0f} {y:.0f})")
