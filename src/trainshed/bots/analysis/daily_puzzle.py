"""The puzzle of a day: the same for everybody, from the date alone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from math import gcd
from typing import Final, NamedTuple

STRIDE: Final = 0.382
"""About which share of a title's puzzles lies between those of two of its days. They are sorted from easy to hard, so
that easy and hard days alternate."""


class PuzzleAddress(NamedTuple):
    """A puzzle, by its title and its number there; the first number is 1."""

    title: str
    number: int


def daily_puzzle(day: date, counts: Mapping[str, int]) -> PuzzleAddress | None:
    """The puzzle of a day: every title in turn, and none of its puzzles again before all others.

    `counts` is how many puzzles each title has; without any there is no puzzle. The number counts only those.
    """
    slugs = sorted(slug for slug, count in counts.items() if count)
    if not slugs:
        return None
    turn, place = divmod(day.toordinal(), len(slugs))
    count = counts[slugs[place]]
    return PuzzleAddress(slugs[place], 1 + turn * stride(count) % count)


def stride(count: int) -> int:
    """By how much the number goes on from one day of a title to its next: it has no common divisor with `count`."""
    return next(step for step in range(max(1, round(STRIDE * count)), count + 2) if gcd(step, count) == 1)
