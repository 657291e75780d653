"""Chances to win from points: how likely each seat is to come first, as the imagined games of an analysis need it.

Expected points are not final ones: the further the game still has to go, the less a lead says. How far that is, is told
by the points still to come, the distance between what a seat has and what it is expected to end with. Every seat's
points have a spread that grows with them, and the chances are those of the highest of the scattered points.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any

from trainshed.bots.search.evaluation import STEEPEST, Evaluation


class GatheringEvaluation(Evaluation):
    """Utilities as search uses them; also keeps the points and the chances to win of the outcome it was asked last."""

    __slots__ = ("chances", "growth", "least", "points", "power")

    def __init__(self, usual: float, win: float, level: float, least: float, growth: float, power: float) -> None:
        super().__init__(usual, win, level)
        self.least = least
        self.growth = growth
        self.power = power
        self.points: list[float] = []
        self.chances: list[float] = []

    def of_estimate(self, state: Any, points: Sequence[float]) -> list[float]:
        """Utilities of a position that is not over."""
        utilities = self.of_points(points)
        self.points = list(points)
        if len(points) == 1:
            self.chances = utilities
        else:
            to_come = points_to_come(points, state.game.returns(state))
            self.chances = win_chances(points, spread(self.least, self.growth, self.power, to_come))
        return utilities

    def of_end(self, points: Sequence[float], standings: Sequence[int]) -> list[float]:
        """Utilities of a game that is over."""
        utilities = super().of_end(points, standings)
        self.points = list(points)
        self.chances = utilities if len(points) == 1 else shares_of_first(standings)
        return utilities


def points_to_come(expected: Sequence[float], now: Sequence[float]) -> float:
    """By how much the points of a seat are expected to change until the end, on average over the seats."""
    total = 0.0
    for at in range(len(expected)):
        total += abs(expected[at] - now[at])
    return total / len(expected)


def spread(least: float, growth: float, power: float, to_come: float) -> float:
    """The spread of expected points with so many points to come: the scale of a Gumbel distribution."""
    return least + growth * float(to_come**power)


def win_chances(points: Sequence[float], scale: float) -> list[float]:
    """The chance of each seat to have the most points, if those expected are scattered by Gumbel distributions."""
    best = max(points)
    weights: list[float] = []
    whole = 0.0
    for own in points:
        behind = (best - own) / scale
        weight = exp(-behind) if behind < STEEPEST else 0.0
        weights.append(weight)
        whole += weight
    return [weight / whole for weight in weights]


def shares_of_first(standings: Sequence[int]) -> list[float]:
    """1 for the winner of a game that is over; those who share the first place share it."""
    first = 0
    for rank in standings:
        if rank == 1:
            first += 1
    return [1.0 / first if rank == 1 else 0.0 for rank in standings]
