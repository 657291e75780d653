"""Utilities from points: how good an outcome is for each seat, between 0 and 1."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any, Final

STEEPEST: Final = 30.0
"""Margins beyond so many times the usual one count as this: `exp` would overflow."""


class Evaluation:
    """Turns expected or final points into one utility a seat.

    A margin of `usual` points, the standard deviation of final margins, is worth about 0.73. `win` is the share of the
    utility that a final first place decides, whatever its margin.
    """

    __slots__ = ("level", "usual", "win")

    def __init__(self, usual: float, win: float, level: float) -> None:
        self.usual = usual
        self.win = win
        self.level = level
        """The points that a single seat compares with: those it expects now."""

    def of_points(self, points: Sequence[float]) -> list[float]:
        """Utilities of expected points."""
        usual = self.usual
        if len(points) == 1:
            return [squashed((points[0] - self.level) / usual)]
        best = -1e18
        second = -1e18
        for own in points:
            if own > best:
                best, second = own, best
            elif own > second:
                second = own
        found: list[float] = []
        for own in points:
            margin = own - best if own < best else own - second
            found.append(squashed(margin / usual))
        return found

    def of_estimate(self, state: Any, points: Sequence[float]) -> list[float]:
        """Utilities of a position that is not over, from the points that are expected there."""
        return self.of_points(points)

    def of_end(self, points: Sequence[float], standings: Sequence[int]) -> list[float]:
        """Utilities of a game that is over."""
        found = self.of_points(points)
        if len(points) == 1:
            return found
        first = 0
        for rank in standings:
            if rank == 1:
                first += 1
        win = self.win
        share = win / first
        for seat, rank in enumerate(standings):
            found[seat] = (1.0 - win) * found[seat] + (share if rank == 1 else 0.0)
        return found


def squashed(margin: float) -> float:
    """The logistic function."""
    if margin > STEEPEST:
        return 1.0
    if margin < -STEEPEST:
        return 0.0
    return 1.0 / (1.0 + exp(-margin))
