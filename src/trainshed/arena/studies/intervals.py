"""Estimates with their intervals, and what many comparisons at once ask for.

Intervals are of means: Student's for anything that is counted, Wilson's for shares of games that have no parts, since
these stay right where a share is near nothing or all. With many comparisons some would seem to differ by chance alone:
`widened` makes all intervals of a family hold together, `false_discoveries` tells which of many to take seriously.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import Final

import msgspec

from trainshed.arena.summaries import ExactHistogram, GroupSum
from trainshed.arena.tally import wilson

LEVEL: Final = 0.95
FEWEST_GAMES: Final = 20
"""A group that was seen in fewer games gets no interval: its scatter is not known."""
NORMAL: Final = NormalDist()


class Estimate(msgspec.Struct, frozen=True):
    """A mean with the interval that holds it in 95 of 100 studies; without bounds where there are too few games."""

    mean: float
    low: float | None
    high: float | None

    @property
    def half(self) -> float:
        """Half of the interval's width."""
        return math.inf if self.low is None or self.high is None else (self.high - self.low) / 2


def widened(comparisons: int, level: float = LEVEL) -> float:
    """The level of each of so many intervals that hold together with the given level (Bonferroni)."""
    return 1 - (1 - level) / max(1, comparisons)


def quantile(level: float, degrees: int) -> float:
    """How many standard errors an interval of this level has on each side, by Student's distribution.

    The expansion of Fisher and Cornish; from five degrees of freedom on it is right to three digits.
    """
    z = NORMAL.inv_cdf((1 + level) / 2)
    n = max(1, degrees)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / n + second / n**2 + third / n**3 + fourth / n**4


def mean_of(histogram: ExactHistogram, scale: int = 1, level: float = LEVEL, share: bool = False) -> Estimate:
    """The mean of what was counted, in units of `scale`; `share`: it is a part of the games."""
    count, mean, sd = histogram.count, histogram.mean, histogram.sd
    if mean is None:
        raise ValueError("nothing was counted")
    if share and histogram.counts.keys() <= {0, scale}:
        found = wilson(Fraction(histogram.counts.get(scale, 0)), count, NORMAL.inv_cdf((1 + level) / 2))
        return Estimate(found.share, found.low, found.high)
    if sd is None:
        return Estimate(mean / scale, None, None)
    half = quantile(level, count - 1) * sd / math.sqrt(count)
    return Estimate(mean / scale, (mean - half) / scale, (mean + half) / scale)


def mean_of_group(group: GroupSum, scale: int = 1, level: float = LEVEL) -> Estimate:
    """The mean of the members of a group, in units of `scale`; games are what is independent."""
    mean, error = group.mean, group.error
    if mean is None:
        raise ValueError("nobody is in the group")
    if error is None or group.games < FEWEST_GAMES:
        return Estimate(mean / scale, None, None)
    half = quantile(level, group.games - 1) * error
    return Estimate(mean / scale, (mean - half) / scale, (mean + half) / scale)


def chance_of(mean: float, error: float | None) -> float:
    """How likely a mean this far from nothing would be if there were nothing; 1 where it cannot be told."""
    if error is None or (error == 0 and mean == 0):
        return 1.0
    return 0.0 if error == 0 else 2 * (1 - NORMAL.cdf(abs(mean) / error))


def chance_of_group(group: GroupSum) -> float:
    """How likely the mean of a group would be this far from nothing if there were nothing."""
    return chance_of(group.mean or 0.0, group.error if group.games >= FEWEST_GAMES else None)


def narrowed(one: ExactHistogram, other: ExactHistogram, differences: ExactHistogram) -> float | None:
    """By which factor the same luck in two arms narrows the interval of their difference; None if it is nothing."""
    one_sd, other_sd, sd = one.sd, other.sd, differences.sd
    if one_sd is None or other_sd is None or not sd:
        return None
    return math.sqrt(one_sd**2 + other_sd**2) / sd


def false_discoveries(chances: Sequence[float]) -> list[float]:
    """For each chance: the expected part of mistakes among all that are at least as striking (Benjamini, Hochberg)."""
    found = [0.0] * len(chances)
    least = 1.0
    for rank, at in reversed(list(enumerate(sorted(range(len(chances)), key=chances.__getitem__), 1))):
        least = min(least, chances[at] * len(chances) / rank)
        found[at] = least
    return found


def stepped_down(chances: Sequence[float]) -> list[float]:
    """For each chance: the one to be judged by when all comparisons are to be right together (Holm)."""
    found = [0.0] * len(chances)
    most = 0.0
    for rank, at in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        most = max(most, min(1.0, (len(chances) - rank) * chances[at]))
        found[at] = most
    return found
