"""Installs the title `tests/support/odds/title/known_odds.py` for a while, and counts its odds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Final

from trainshed.kernel import registry
from trainshed.kernel.plugins import installed

FOLDER: Final = Path(__file__).parent / "title"
SLUG: Final = "known-odds"
FACES: Final = range(1, 7)


@contextmanager
def known_odds() -> Iterator[None]:
    """The title is installed in this process, and in those that it starts."""
    sys.path.append(str(FOLDER))
    installed.cache_clear()
    try:
        yield
    finally:
        sys.path.remove(str(FOLDER))
        installed.cache_clear()
        registry._titles.pop(SLUG, None)
        registry._built_in.pop((SLUG, 1), None)


def ends(bonus: int) -> list[tuple[int, int, bool, bool]]:
    """All ends of a game of two bots that choose at random, equally likely: points, and who chose the bold die."""
    return [
        (one + bold + bonus, other + bolder, bool(bold), bool(bolder))
        for one, other, bold, bolder in product(FACES, FACES, (0, 1), (0, 1))
    ]


def win(one: int, other: int) -> Fraction:
    """The victory of the first of two seats; a tie is half of one."""
    return Fraction(1) if one > other else Fraction(1, 2) if one == other else Fraction(0)


def mean(values: list[Fraction] | list[int]) -> Fraction:
    return sum([Fraction(value) for value in values], Fraction(0)) / len(values)


def variance(values: list[Fraction] | list[int]) -> Fraction:
    return mean([Fraction(value) ** 2 for value in values]) - mean(values) ** 2


def wins_of_seat_1(bonus: int) -> list[Fraction]:
    """The victory of seat 1 in each end."""
    return [win(one, other) for one, other, _, _ in ends(bonus)]
