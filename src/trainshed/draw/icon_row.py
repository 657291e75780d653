"""Icons in a row or one above the other, scaled into the room that there is; numbers among them stay readable."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from trainshed.draw.svg import group, moved, text

Drawn = tuple[str, float]
"""SVG that begins at x = 0 and is centred on y = 0, and its width."""

SMALLEST: Final = 11
"""The smallest text on a board, in pixels: below it people cannot read it."""

SIZES: Final = {"b": (12, 13, 14, 15, 16, 18, 20, 24), "": (12, 13, 14, 16, 18)}
"""The sizes of bold and of plain texts that the stylesheet has."""

SIZE: Final = re.compile(r'(?<=class="t)(\d\d)(b?)')

PUNCTUATION: Final = 5
"""What is no wider than this separates icons and is left out of a stack."""


def sign_of(said: str, cls: str, w: float) -> Drawn:
    """A letter, a number or a mark between icons."""
    return text(w / 2, 5, said, cls, "middle"), w


def several(one: Drawn, count: int) -> list[Drawn]:
    """An icon repeated up to three times; for more, their number and one icon."""
    return [one] * count if count <= 3 else [sign_of(str(count), "t15b", 9), one]


def side_by_side(drawn: Sequence[Drawn], gap: float = 3) -> Drawn:
    """Icons in a row."""
    x, body = 0.0, []
    for one, w in drawn:
        body.append(moved(x, 0, one) if x else one)
        x += w + gap
    return "".join(body), max(0.0, x - gap)


def scaled(drawn: Drawn, room: float, most: float = 1) -> Drawn:
    """A row made smaller where it is wider than its room; `most` is the largest scale."""
    body, w = drawn
    scale = min(most, room / w) if w else 1
    if scale == 1:
        return drawn
    if scale < 1:
        body = SIZE.sub(lambda found: legible(int(found[1]), found[2], scale), body)
    return group(body, transform=f"scale({scale:.3f})"), w * scale


def legible(size: int, bold: str, scale: float) -> str:
    """The size of a text, or a larger one where the scale would make it too small."""
    if size * scale >= SMALLEST:
        return f"{size}{bold}"
    large = next((each for each in SIZES[bold] if each * scale >= SMALLEST), SIZES[bold][-1])
    return f"{large}{bold}"


def stacked(drawn: Sequence[Drawn], room: float, pitch: float, most: float = 0.86) -> str:
    """Icons one above the other, around the origin."""
    icons = [one for one in drawn if one[1] > PUNCTUATION]
    top = -pitch * (len(icons) - 1) / 2
    body = []
    for index, (one, w) in enumerate(icons):
        scale = min(most, room / w)
        body.append(moved(-w * scale / 2, top + index * pitch, one, scale=scale))
    return "".join(body)
