"""Exact totals over many games, and the figures that are made of them.

Totals are whole numbers, so they add up exactly and in any order; floats appear only in figures made at the end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Self

import msgspec

from trainshed.arena.match import Counts
from trainshed.kernel.game import State

LOST: Final = "lost"
"""The result of a one-seat mode that has no score because it was lost."""

Z_95: Final = 1.959963984540054


# ---------------------------------------------------------------- totals


class Measure(msgspec.Struct, array_like=True):
    """Running statistics of whole numbers: count, sum, sum of squares, least and greatest."""

    count: int = 0
    total: int = 0
    squares: int = 0
    low: int = 0
    high: int = 0

    def add(self, value: int) -> None:
        if self.count == 0:
            self.low = self.high = value
        elif value < self.low:
            self.low = value
        elif value > self.high:
            self.high = value
        self.count += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: Measure) -> None:
        if other.count == 0:
            return
        self.low = other.low if self.count == 0 else min(self.low, other.low)
        self.high = other.high if self.count == 0 else max(self.high, other.high)
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> float | None:
        return float(Fraction(self.total, self.count)) if self.count else None

    @property
    def sd(self) -> float | None:
        """The standard deviation of a sample."""
        if self.count < 2:
            return None
        spread = self.count * self.squares - self.total * self.total
        return math.sqrt(Fraction(spread, self.count * (self.count - 1)))


class Side(msgspec.Struct):
    """Totals of one bot, or of one seat, over many games."""

    played: int = 0
    firsts: list[int] = []
    """How often it was first alone, then shared by two, by three, and so on up to the most that ever shared."""
    scores: Measure = msgspec.field(default_factory=Measure)

    @property
    def wins(self) -> Fraction:
        """A first place that k seats share is 1/k of a win."""
        return sum([Fraction(count, shared) for shared, count in enumerate(self.firsts, 1)], Fraction(0))

    def add_first(self, shared: int, count: int = 1) -> None:
        """Add first places that so many seats shared."""
        self.firsts += [0] * (shared - len(self.firsts))
        self.firsts[shared - 1] += count

    def merge(self, other: Side) -> None:
        self.played += other.played
        for shared, count in enumerate(other.firsts, 1):
            self.add_first(shared, count)
        self.scores.merge(other.scores)


class Tally(msgspec.Struct):
    """Totals over many games, by bot and by seat. Tallies merge in any order to the same bytes."""

    by_bot: dict[str, Side]
    by_seat: list[Side]
    games: int = 0
    ties: int = 0
    lost: int = 0
    winners: Measure = msgspec.field(default_factory=Measure)
    """Points of the first place, once for each game that has one."""
    decisions: Measure = msgspec.field(default_factory=Measure)
    moves: Measure = msgspec.field(default_factory=Measure)
    turns: Measure = msgspec.field(default_factory=Measure)
    records: dict[str, str] = {}
    """Records of games by the name of their file, until somebody has written them there."""

    @classmethod
    def empty(cls, bots: Sequence[str], seats: int) -> Self:
        """The tally of no games."""
        return cls({name: Side() for name in bots}, [Side() for _ in range(seats)])

    def add(self, state: State, seated: Sequence[str], counts: Counts) -> None:
        """Add one finished game."""
        standings, scores, lost = state.standings(), state.scores(), state.result() == LOST
        first = standings.count(1)
        self.games += 1
        self.ties += first > 1
        self.lost += lost
        if first and not lost:  # against an imagined rival nobody may be first
            self.winners.add(scores[standings.index(1)])
        for seat, name in enumerate(seated):
            for side in (self.by_bot[name], self.by_seat[seat]):
                side.played += 1
                if standings[seat] == 1:
                    side.add_first(first)
                if not lost:
                    side.scores.add(scores[seat])
        self.decisions.add(counts.decisions)
        self.moves.add(counts.moves)
        self.turns.add(counts.turns)

    def merge(self, other: Tally) -> None:
        self.games += other.games
        self.ties += other.ties
        self.lost += other.lost
        self.winners.merge(other.winners)
        for name, side in other.by_bot.items():
            self.by_bot[name].merge(side)
        for mine, theirs in zip(self.by_seat, other.by_seat, strict=True):
            mine.merge(theirs)
        self.decisions.merge(other.decisions)
        self.moves.merge(other.moves)
        self.turns.merge(other.turns)
        self.records |= other.records

    def encode(self) -> bytes:
        # JSON and not MessagePack, whose whole numbers end at 64 bits: sums of squares do not.
        return msgspec.json.encode(self, order="deterministic")

    @classmethod
    def decode(cls, data: bytes) -> Self:
        return msgspec.json.decode(data, type=cls)


# ---------------------------------------------------------------- figures


class Share(msgspec.Struct, frozen=True):
    """A share of games with its 95 % interval after Wilson."""

    share: float
    low: float
    high: float


class Spread(msgspec.Struct, frozen=True):
    """Mean, standard deviation and range of a number; None where there are too few games."""

    mean: float | None
    sd: float | None
    min: int | None
    max: int | None


class PlayerSummary(msgspec.Struct, frozen=True):
    """A bot, or a seat: how often it played (a bot in several seats counts once for each), points and wins."""

    name: str
    played: int
    score: Spread
    won: Share


def wilson(wins: Fraction, games: Fraction | int, z: float = Z_95) -> Share:
    """A share with its 95 % interval, or that of another number of standard errors (`z`).

    Shared wins vary less than whole ones: for them it is rather too wide, unless `games` is their effective number.
    """
    if games == 0:
        return Share(0.0, 0.0, 1.0)
    share = float(wins / games)
    square = z * z
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = z / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games * games))
    # Exact at the ends, where rounding would leave them out.
    return Share(share, middle - half if wins > 0 else 0.0, middle + half if wins < games else 1.0)


def spread_of(measure: Measure) -> Spread:
    """The figures of a measure."""
    some = measure.count > 0
    return Spread(measure.mean, measure.sd, measure.low if some else None, measure.high if some else None)


def player_summary(name: str, side: Side) -> PlayerSummary:
    """The figures of a bot or a seat."""
    return PlayerSummary(name, side.played, spread_of(side.scores), wilson(side.wins, side.played))
