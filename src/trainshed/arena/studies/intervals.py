"""Estimated means, their intervals and p-values, and corrections for many comparisons.

Intervals and p-values come from the same distribution, Student's t with the number of independent games minus one as
degrees of freedom. So an interval leaves out a value exactly if the p-value of that value is below alpha. Shares of
games have Wilson's interval and the score test that belongs to it, because these stay right near 0 and 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from trainshed.arena.studies.student import critical, two_sided
from trainshed.arena.summaries import ExactHistogram, GroupSum
from trainshed.arena.tally import wilson

ALPHA: Final = 0.05
"""How often intervals may miss the truth: each interval alone, or at least one of a family."""
FEWEST_GAMES: Final = 20
"""A group that was seen in fewer games gets no interval: its spread is not known."""


class Interval(NamedTuple):
    """The bounds of an interval, or None twice where there are too few games."""

    low: float | None
    high: float | None

    @property
    def half(self) -> float:
        """Half of the width; infinite without bounds."""
        return math.inf if self.low is None or self.high is None else (self.high - self.low) / 2

    def excludes(self, value: float) -> bool:
        return self.low is not None and self.high is not None and not self.low <= value <= self.high


NO_INTERVAL: Final = Interval(None, None)


class Estimate(NamedTuple):
    """An estimated mean, and what its intervals and p-values follow from."""

    mean: float
    error: float | None
    """The standard error; None where there are too few games."""
    games: int
    """The number of independent games."""
    effective: Fraction | None = None
    """For a share: the number of games without shared victories that would tell as much."""

    @property
    def known(self) -> bool:
        """There are enough games for an interval."""
        return self.error is not None

    def interval(self, alpha: float = ALPHA) -> Interval:
        """The interval that misses the truth with probability `alpha`."""
        if self.error is None:
            return NO_INTERVAL
        quantile = critical(alpha, self.games - 1)
        if self.effective is not None:
            found = wilson(Fraction(self.mean) * self.effective, self.effective, quantile)
            return Interval(found.low, found.high)
        return Interval(self.mean - quantile * self.error, self.mean + quantile * self.error)

    def p_value(self, even: float = 0.0) -> float:
        """The probability of a mean at least this far from `even` by luck alone; 1 if there are too few games."""
        if self.error is None or self.mean == even:
            return 1.0
        # The score test takes the error that the share would have if it were even, as Wilson's interval does.
        error = self.error if self.effective is None else math.sqrt(even * (1 - even) / self.effective)
        return two_sided(abs(self.mean - even) / error, self.games - 1) if error else 0.0


def mean_of(histogram: ExactHistogram, scale: int = 1, share: bool = False) -> Estimate:
    """The mean of a histogram, in units of `scale`; `share`: it is a share of games."""
    count, mean, sd = histogram.count, histogram.mean, histogram.sd
    if mean is None:
        raise ValueError("nothing was counted")
    error = None if sd is None else sd / math.sqrt(count) / scale
    return Estimate(mean / scale, error, count, effective_games(histogram, scale) if share else None)


def effective_games(histogram: ExactHistogram, scale: int) -> Fraction | None:
    """How many games without shared victories would tell as much of a share; None if all games had the same part."""
    count, total = histogram.count, histogram.total
    mean = Fraction(total, count * scale)
    variance = Fraction(count * histogram.squares - total * total, (count * scale) ** 2)
    if not variance:
        return Fraction(count) if mean in (0, 1) else None
    return count * mean * (1 - mean) / variance


def mean_of_group(group: GroupSum, scale: int = 1) -> Estimate:
    """The mean over the members of a group, in units of `scale`; games are the independent units."""
    mean, error = group.mean, group.error
    if mean is None:
        raise ValueError("nobody is in the group")
    enough = error is not None and group.games >= FEWEST_GAMES
    return Estimate(mean / scale, error / scale if enough and error is not None else None, group.games)


def narrowed(one: ExactHistogram, other: ExactHistogram, differences: ExactHistogram) -> float | None:
    """By which factor the same luck in two arms narrows the interval of their difference; None if it is nothing."""
    one_sd, other_sd, sd = one.sd, other.sd, differences.sd
    if one_sd is None or other_sd is None or not sd:
        return None
    return math.sqrt(one_sd**2 + other_sd**2) / sd


def false_discoveries(p_values: Sequence[float]) -> list[float]:
    """For each p-value: the expected share of mistakes among all at most as large (Benjamini and Hochberg)."""
    found = [0.0] * len(p_values)
    least = 1.0
    for rank, at in reversed(list(enumerate(sorted(range(len(p_values)), key=p_values.__getitem__), 1))):
        least = min(least, p_values[at] * len(p_values) / rank)
        found[at] = least
    return found
