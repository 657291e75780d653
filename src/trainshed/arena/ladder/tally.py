"""What a ladder counts: whole numbers only, so that parts played anywhere add up to the same totals in any order."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import TypeAlias

import msgspec

Outcome: TypeAlias = tuple[tuple[str, ...], tuple[int, ...]]
"""The bots by seat, and the places by seat."""


class BotPoints(msgspec.Struct):
    """The points of a bot, over all seats that it held."""

    seats: int = 0
    total: int = 0

    def merge(self, other: BotPoints) -> None:
        self.seats += other.seats
        self.total += other.total


class LadderTally(msgspec.Struct):
    """Totals over games: how often each seating ended with which places, points by bot, and the games' length."""

    outcomes: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    """By the bots of the seats (names between commas) and the places of the seats (likewise): the number of games."""
    points: dict[str, BotPoints] = msgspec.field(default_factory=dict)
    decisions: int = 0
    moves: int = 0

    def add(self, seated: Sequence[str], standings: Sequence[int], scores: Sequence[int]) -> None:
        """Add one game."""
        ends = self.outcomes.setdefault(",".join(seated), {})
        places = ",".join(map(str, standings))
        ends[places] = ends.get(places, 0) + 1
        for name, score in zip(seated, scores, strict=True):
            self.points.setdefault(name, BotPoints()).merge(BotPoints(1, score))

    def merge(self, other: LadderTally) -> None:
        """Add the games of another tally."""
        for seated, ends in other.outcomes.items():
            mine = self.outcomes.setdefault(seated, {})
            for places, games in ends.items():
                mine[places] = mine.get(places, 0) + games
        for name, points in other.points.items():
            self.points.setdefault(name, BotPoints()).merge(points)
        self.decisions += other.decisions
        self.moves += other.moves

    def encode(self) -> bytes:
        """The tally as bytes, the same for equal tallies."""
        return msgspec.json.encode(self, order="sorted")

    @classmethod
    def decode(cls, raw: bytes) -> LadderTally:
        return msgspec.json.decode(raw, type=cls)

    # ------------------------------------------------------------ what is read from it

    def ends(self) -> dict[Outcome, int]:
        """The number of games by outcome, in a fixed order."""
        return {
            (tuple(seated.split(",")), tuple(map(int, places.split(",")))): games
            for seated, ends in sorted(self.outcomes.items())
            for places, games in sorted(ends.items())
        }

    def firsts(self, bot: str, among: Collection[str] = ()) -> tuple[Fraction, int]:
        """The first places of a bot, shared ones in parts, and its games; `among`: only games of exactly these bots."""
        wins, played = Fraction(0), 0
        for (seated, standings), games in self.ends().items():
            if bot not in seated or (among and set(seated) != set(among)):
                continue
            played += games
            first = [name for name, place in zip(seated, standings, strict=True) if place == 1]
            wins += Fraction(games * first.count(bot), len(first))
        return wins, played

    @property
    def games(self) -> int:
        return sum([games for ends in self.outcomes.values() for games in ends.values()])
