"""Exact sums over many games that merge in any order: histograms, the most remarkable games, and means of groups.

Everything is a whole number, so the order of merging never changes a byte. What a game measures in parts, such as a
victory that three seats share, is multiplied by a fixed number before it is counted.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

import msgspec

MOST_REMARKABLE: Final = 5
"""How many games are remembered at each end."""


class ExactHistogram(msgspec.Struct, array_like=True):
    """How often each whole number was seen; mean, spread and quantiles follow from it exactly."""

    counts: dict[int, int] = {}

    def add(self, value: int, count: int = 1) -> None:
        self.counts[value] = self.counts.get(value, 0) + count

    def merge(self, other: ExactHistogram) -> None:
        for value, count in other.counts.items():
            self.add(value, count)

    def sorted(self) -> ExactHistogram:
        """The same histogram with its values in order: equal ones are then written as the same bytes."""
        return ExactHistogram(dict(sorted(self.counts.items())))

    @property
    def count(self) -> int:
        return sum(self.counts.values())

    @property
    def total(self) -> int:
        return sum([value * count for value, count in self.counts.items()])

    @property
    def squares(self) -> int:
        return sum([value * value * count for value, count in self.counts.items()])

    @property
    def mean(self) -> float | None:
        count = self.count
        return float(Fraction(self.total, count)) if count else None

    @property
    def sd(self) -> float | None:
        """The standard deviation of a sample."""
        count = self.count
        if count < 2:
            return None
        spread = count * self.squares - self.total * self.total
        return math.sqrt(Fraction(spread, count * (count - 1)))

    def quantile(self, part: Fraction) -> int | None:
        """The least number that at least this part of what was seen does not exceed; None of nothing."""
        wanted = max(1, math.ceil(part * self.count))
        seen = 0
        for value in sorted(self.counts):
            seen += self.counts[value]
            if seen >= wanted:
                return value
        return None


class Remarkable(msgspec.Struct, array_like=True):
    """The games with the highest and the lowest numbers, as (number, index of the game).

    Of equal numbers the games with the lowest indices are remembered, so it does not matter who was added first.
    """

    highest: list[tuple[int, int]] = []
    lowest: list[tuple[int, int]] = []

    def add(self, value: int, index: int) -> None:
        # Most games are not remarkable, and are to cost little.
        if len(self.highest) < MOST_REMARKABLE or (-value, index) < _down(self.highest[-1]):
            self.highest = sorted([*self.highest, (value, index)], key=_down)[:MOST_REMARKABLE]
        if len(self.lowest) < MOST_REMARKABLE or (value, index) < self.lowest[-1]:
            self.lowest = sorted([*self.lowest, (value, index)])[:MOST_REMARKABLE]

    def merge(self, other: Remarkable) -> None:
        self.highest = sorted([*self.highest, *other.highest], key=_down)[:MOST_REMARKABLE]
        self.lowest = sorted([*self.lowest, *other.lowest])[:MOST_REMARKABLE]


def _down(game: tuple[int, int]) -> tuple[int, int]:
    return -game[0], game[1]


class GroupSum(msgspec.Struct, array_like=True):
    """Sums for the mean of a number over some members of each game, such as the seats that hired one engineer.

    The members of one game are not independent, so sums of products by game are kept: from them follows how much the
    mean scatters from game to game.
    """

    games: int = 0
    """Games that have a member."""
    members: int = 0
    total: int = 0
    members_squared: int = 0
    total_squared: int = 0
    product: int = 0

    def add(self, members: int, total: int) -> None:
        """Add one game: how many members it has, and the sum of their numbers."""
        self.games += 1
        self.members += members
        self.total += total
        self.members_squared += members * members
        self.total_squared += total * total
        self.product += members * total

    def merge(self, other: GroupSum) -> None:
        self.games += other.games
        self.members += other.members
        self.total += other.total
        self.members_squared += other.members_squared
        self.total_squared += other.total_squared
        self.product += other.product

    @property
    def mean(self) -> float | None:
        return float(Fraction(self.total, self.members)) if self.members else None

    @property
    def error(self) -> float | None:
        """The standard error of the mean, with games as the independent units; None of fewer than two games."""
        if self.games < 2:
            return None
        mean = Fraction(self.total, self.members)
        scatter = self.total_squared - 2 * mean * self.product + mean * mean * self.members_squared
        return math.sqrt(scatter * Fraction(self.games, self.games - 1)) / self.members
