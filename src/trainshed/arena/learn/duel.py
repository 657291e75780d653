"""Matches of two values: both sides search with the same simulations, and estimate positions differently."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Final

import msgspec

from trainshed.arena.learn.samples import BUDGET
from trainshed.arena.match import play_game
from trainshed.arena.tally import Side
from trainshed.bots.search.bot import SearchBot
from trainshed.bots.search.title import HAND_MADE
from trainshed.kernel.nature import Seeded
from trainshed.kernel.registry import game as find_game

SEATS: Final = 2


class DuelTally(msgspec.Struct):
    """First places of the first value in duels."""

    side: Side = msgspec.field(default_factory=Side)

    @property
    def won(self) -> Fraction:
        return self.side.wins

    @property
    def games(self) -> int:
        return self.side.played

    def merge(self, other: DuelTally) -> None:
        self.side.merge(other.side)

    def encode(self) -> bytes:
        return msgspec.json.encode(self, order="deterministic")

    @classmethod
    def decode(cls, data: bytes) -> DuelTally:
        return msgspec.json.decode(data, type=cls)


class Duel(msgspec.Struct, frozen=True):
    """Games of two values at tables of two. Every second game has the luck of the one before, with exchanged seats."""

    title: str
    seed: str
    nodes: int
    one: bytes
    other: bytes
    """The weights of each; empty for the hand-made estimate."""

    def empty(self) -> DuelTally:
        return DuelTally()

    def play(self, index: int, summary: DuelTally) -> None:
        """Play one game, and add it."""
        round_, first = divmod(index, SEATS)
        luck = f"{self.seed}:{round_}"
        bots = [SearchBot("value", self.nodes, value=weights or HAND_MADE) for weights in (self.one, self.other)]
        state, _ = play_game(
            find_game(self.title).start(SEATS),
            [bots[first], bots[1 - first]],
            Seeded(luck),
            [Random(f"{luck}:{seat}") for seat in range(SEATS)],
            BUDGET,
        )
        ranks = state.standings()
        side = summary.side
        side.played += 1
        side.scores.add(state.scores()[first])
        if ranks[first] == 1:
            side.add_first(ranks.count(1))
