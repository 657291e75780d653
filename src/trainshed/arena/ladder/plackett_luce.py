"""Ratings from rankings: the Plackett-Luce model, fitted by maximum likelihood.

The model: places are given from the first to the last, and each time every seat that has no place yet gets it with a
probability proportional to the strength of its bot. For two seats this is Bradley and Terry's model, which is Elo's. A
bot that holds several seats is so many entries of the same strength.

Seats that share a place count as all the orders in which they could stand, in equal parts: a game that two seats share
is half a win for each. As prior, every two bots that met get one such shared game in addition. It keeps ratings finite
where a bot wins everything, and moves others little: a bot that won 60 of 100 games loses 0.7 points by it. For two
bots it is the usual correction of log odds by one half (Haldane, Anscombe).

The log likelihood is concave in the logarithms of the strengths, so Newton's method with halved steps finds its one
maximum. Intervals come from the inverse of the observed information there. Games are taken to be independent.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, combinations, permutations, product
from typing import Final

PER_UNIT: Final = 400 / math.log(10)
"""Rating points for one unit of log strength: 400 points are odds of ten to one, as in chess."""

CLOSE: Final = 1e-10
"""Newton's method ends when no log strength changes by more than this."""

MOST_STEPS: Final = 200

LONGEST_STEP: Final = 4.0
"""No log strength changes by more than this in one step: far from the maximum a full step could go astray."""

Matrix = list[list[float]]


class Choices:
    """What the likelihood depends on: which entries were left for a place, and how often each bot got it.

    Counts are whole numbers in parts of a game, so that they are the same in whatever order games are added.
    """

    def __init__(self, bots: Sequence[str], parts: int) -> None:
        self.bots = tuple(bots)
        self.parts = parts
        """How many parts a game has; divisible by the number of orders of any tie."""
        self.places: Counter[tuple[int, ...]] = Counter()
        """By the number of entries of each bot that are left: parts of places that were given."""
        self.taken = [0] * len(self.bots)
        """By bot: parts of places that it got."""
        self.met: set[tuple[int, int]] = set()

    def add(self, seated: Sequence[str], standings: Sequence[int], games: int = 1) -> None:
        """Add games with the same bots in the seats and the same places."""
        entries = [self.bots.index(name) for name in seated]
        self.met |= set(combinations(sorted(set(entries)), 2))
        tied = [
            [bot for bot, place in zip(entries, standings, strict=True) if place == shared]
            for shared in sorted(set(standings))
        ]
        orders = Counter([tuple(chain(*each)) for each in product(*map(permutations, tied))])
        part = self.parts // math.prod(math.factorial(len(each)) for each in tied)
        for order, ways in orders.items():
            self.add_order(order, part * ways * games)

    def add_order(self, order: Sequence[int], parts: int) -> None:
        """Add parts of games that ended in this order of bots."""
        left = [0] * len(self.bots)
        for bot in order:
            left[bot] += 1
        for bot in order:
            if max(left) == sum(left):
                break  # entries of a single bot: nothing is decided any more
            self.places[tuple(left)] += parts
            self.taken[bot] += parts
            left[bot] -= 1

    def with_prior(self) -> Choices:
        """The same with one more game, shared, for every two bots that met."""
        more = Choices(self.bots, self.parts)
        more.places, more.taken, more.met = Counter(self.places), self.taken[:], self.met
        for pair in self.met:
            more.add([self.bots[bot] for bot in pair], [1, 1])
        return more


class Ratings:
    """Log strengths of bots relative to the first one, and their covariances."""

    def __init__(self, bots: Sequence[str], strengths: list[float], covariance: Matrix) -> None:
        self.bots = tuple(bots)
        self.strengths = strengths
        self.covariance = covariance

    def difference(self, one: str, other: str) -> tuple[float, float]:
        """By how many rating points a bot is above another one, and the standard error of that."""
        return self.contrast([float(name == one) - float(name == other) for name in self.bots])

    def above_mean(self, bot: str) -> tuple[float, float]:
        """By how many rating points a bot is above the mean of all bots, and the standard error of that."""
        return self.contrast([float(name == bot) - 1 / len(self.bots) for name in self.bots])

    def contrast(self, factors: Sequence[float]) -> tuple[float, float]:
        """A sum of ratings with these factors, which add up to 0, and its standard error."""
        value = math.fsum([factor * strength for factor, strength in zip(factors, self.strengths, strict=True)])
        variance = math.fsum(
            [
                one * other * cov
                for one, row in zip(factors, self.covariance, strict=True)
                for other, cov in zip(factors, row, strict=True)
            ]
        )
        return PER_UNIT * value, PER_UNIT * math.sqrt(max(0.0, variance))


def fit(bots: Sequence[str], outcomes: Mapping[tuple[tuple[str, ...], tuple[int, ...]], int]) -> Ratings:
    """The ratings of bots from (bots by seat, places by seat) and how often each was seen."""
    choices = Choices(bots, math.factorial(max([len(seated) for seated, _ in outcomes], default=2)))
    for (seated, standings), games in outcomes.items():
        choices.add(seated, standings, games)
    return maximum(choices.with_prior())


def maximum(choices: Choices) -> Ratings:
    """The strengths of greatest likelihood. Every bot must be connected with every other one by games."""
    count = len(choices.bots)
    strengths = [0.0] * count
    likelihood = log_likelihood(choices, strengths)
    for _ in range(MOST_STEPS):
        slope, information = derivatives(choices, strengths)
        step = [0.0, *solved(information, slope)]
        longest = max(map(abs, step))
        if longest > LONGEST_STEP:
            step = [change * LONGEST_STEP / longest for change in step]
        while True:
            trial = [strength + change for strength, change in zip(strengths, step, strict=True)]
            reached = log_likelihood(choices, trial)
            if reached >= likelihood or max(map(abs, step)) < CLOSE:
                break
            step = [change / 2 for change in step]
        strengths, likelihood = trial, reached
        if max(map(abs, step)) < CLOSE:
            break
    inner = inverse(derivatives(choices, strengths)[1])
    return Ratings(choices.bots, strengths, [[0.0] * count, *[[0.0, *row] for row in inner]])


def log_likelihood(choices: Choices, strengths: Sequence[float]) -> float:
    total = math.fsum([taken * strength for taken, strength in zip(choices.taken, strengths, strict=True)])
    terms = [
        parts * math.log(math.fsum([many * math.exp(at) for many, at in zip(left, strengths, strict=True)]))
        for left, parts in sorted(choices.places.items())
    ]
    return (total - math.fsum(terms)) / choices.parts


def derivatives(choices: Choices, strengths: Sequence[float]) -> tuple[list[float], Matrix]:
    """The slope of the log likelihood and its negative second derivative, for all bots but the first."""
    count = len(strengths)
    slope = [float(taken) for taken in choices.taken]
    information = [[0.0] * count for _ in range(count)]
    for left, parts in sorted(choices.places.items()):
        weights = [many * math.exp(at) for many, at in zip(left, strengths, strict=True)]
        whole = math.fsum(weights)
        shares = [weight / whole for weight in weights]
        for a in range(count):
            slope[a] -= parts * shares[a]
            information[a][a] += parts * shares[a]
            for b in range(count):
                information[a][b] -= parts * shares[a] * shares[b]
    return (
        [value / choices.parts for value in slope[1:]],
        [[value / choices.parts for value in row[1:]] for row in information[1:]],
    )


# ---------------------------------------------------------------- small symmetric matrices


def cholesky(matrix: Matrix) -> Matrix:
    """The lower triangle whose product with its transpose is a positive definite matrix."""
    lower = [[0.0] * len(matrix) for _ in matrix]
    for a, row in enumerate(matrix):
        for b in range(a + 1):
            rest = row[b] - math.fsum([lower[a][k] * lower[b][k] for k in range(b)])
            if a != b:
                lower[a][b] = rest / lower[b][b]
            elif rest <= 0:
                raise ValueError("the games do not connect all bots")
            else:
                lower[a][a] = math.sqrt(rest)
    return lower


def solved(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """The solution x of matrix x = right, for a positive definite matrix."""
    lower = cholesky(matrix)
    size = len(matrix)
    found = [0.0] * size
    for a in range(size):
        found[a] = (right[a] - math.fsum([lower[a][k] * found[k] for k in range(a)])) / lower[a][a]
    for a in reversed(range(size)):
        found[a] = (found[a] - math.fsum([lower[k][a] * found[k] for k in range(a + 1, size)])) / lower[a][a]
    return found


def inverse(matrix: Matrix) -> Matrix:
    """The inverse of a positive definite matrix."""
    size = len(matrix)
    return [solved(matrix, [float(a == b) for b in range(size)]) for a in range(size)]
