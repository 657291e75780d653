"""Fitting text into space: the estimated width of a text, line breaks, and rectangles of a sheet."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple
from unicodedata import east_asian_width

from trainshed.draw.svg import text

LETTER: Final = 0.44
"""The width of a letter relative to the font size, with a margin: widths are estimated by counting letters."""

BROAD: Final = frozenset("mwMW%@&#æœÆŒ…—→")


class Rect(NamedTuple):
    """A rectangle of the sheet, in pixels."""

    x: float
    y: float
    w: float
    h: float

    def meets(self, other: Rect) -> bool:
        across = self.x < other.x + other.w and other.x < self.x + self.w
        return across and self.y < other.y + other.h and other.y < self.y + self.h

    def inside(self, other: Rect) -> bool:
        across = other.x <= self.x and self.x + self.w <= other.x + other.w
        return across and other.y <= self.y and self.y + self.h <= other.y + other.h

    def within(self, other: Rect) -> Rect:
        """The intersection with another rectangle, which it must meet."""
        x0, y0 = max(self.x, other.x), max(self.y, other.y)
        x1, y1 = min(self.x + self.w, other.x + other.w), min(self.y + self.h, other.y + other.h)
        return Rect(x0, y0, x1 - x0, y1 - y0)

    def grown(self, by: float) -> Rect:
        return Rect(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def moved(self, x: float, y: float) -> Rect:
        return Rect(self.x + x, self.y + y, self.w, self.h)

    def below(self, top: float) -> Rect:
        """The rest below so much of its top."""
        return Rect(self.x, self.y + top, self.w, self.h - top)

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2


@lru_cache(maxsize=16384)
def letters(said: str) -> float:
    """The width of a text in ordinary letters: capitals and broad letters count more than one. Cached, because the next
    board has most of its texts again."""
    return sum(map(weight, said))


@cache
def weight(letter: str) -> float:
    if letter in BROAD:
        return 1.75
    if letter <= "ÿ":
        return 1.25 if letter.isupper() else 1
    return 2.4 if east_asian_width(letter) in "WF" else 1.75


def room_of(said: str, size: float) -> float:
    """The estimated width of a text, in pixels."""
    return letters(said) * size * LETTER


@lru_cache(maxsize=16384)
def fitted(said: str, size: float, room: float) -> str:
    """A text, cut short with an ellipsis if it is wider than its room."""
    if room_of(said, size) <= room:
        return said
    while len(said) > 1 and room_of(said, size) + size * LETTER > room:
        said = said[:-1]
    return said.rstrip() + "…"


def lines(said: str, size: float, w: float) -> list[str]:
    """A text broken into lines of at most this width; a word that is wider than a line is cut short."""
    found: list[str] = []
    for word in said.split():
        if found and room_of(f"{found[-1]} {word}", size) <= w:
            found[-1] += f" {word}"
        else:
            found.append(fitted(word, size, w))
    return found


def paragraph(x: float, y: float, w: float, said: str, cls: str = "t13 ink2", leading: float = 17) -> str:
    """A text over as many lines as it needs; y is the first baseline, and `cls` begins with the font size (`t13`)."""
    size = float(cls[1:3])
    return "".join(text(x, y + i * leading, part, cls) for i, part in enumerate(lines(said, size, w)))
