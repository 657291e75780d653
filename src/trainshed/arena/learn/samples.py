"""Positions of self-play games with what became of them, as a network is trained on them."""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from trainshed.arena.match import play_game
from trainshed.bots.bot import Budget
from trainshed.bots.learned.value import PositionInputs, places
from trainshed.bots.search.bot import SearchBot
from trainshed.bots.search.title import HAND_MADE
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import State
from trainshed.kernel.nature import Seeded
from trainshed.kernel.registry import game as find_game

BUDGET: Final = Budget(seconds=float("inf"))
EACH: Final = 3
"""Every so many turns one position is taken: neighbours tell nearly the same."""


class GameSamples(msgspec.Struct, frozen=True, array_like=True):
    """The positions of one game. Only features that are not zero are kept, one position after the other."""

    seats: int
    lengths: list[int]
    """Of each position: how many of its features are kept."""
    at: bytes
    """Which features, as unsigned numbers of 16 bits."""
    values: bytes
    """Their values in half precision."""
    targets: bytes
    """In single precision: for each place what the estimate missed, in usual margins, then its share of the win."""


class Samples(msgspec.Struct):
    """The positions of many games, by the index of the game."""

    games: dict[int, GameSamples] = {}

    def merge(self, other: Self) -> None:
        self.games.update(other.games)

    def encode(self) -> bytes:
        return msgspec.msgpack.encode(sorted(self.games.items()))

    @classmethod
    def decode(cls, data: bytes) -> Self:
        return cls(dict(msgspec.msgpack.decode(data, type=list[tuple[int, GameSamples]])))


class SelfPlay(msgspec.Struct, frozen=True):
    """Games of search against itself, of which positions are gathered. Tables of all sizes take turns."""

    title: str
    seed: str
    nodes: int
    weights: bytes
    """Of the network that estimates positions; empty for the hand-made estimate."""

    def empty(self) -> Samples:
        return Samples()

    def play(self, index: int, summary: Samples) -> None:
        """Play one game, and add its positions."""
        game = find_game(self.title)
        counts = [count for count in game.seat_counts if count > 1]
        seats = counts[index % len(counts)]
        gathered = PositionGatherer(PositionInputs(game), index)
        luck = f"{self.seed}:{index}"
        state = game.start(seats)
        bot = SearchBot("self-play", self.nodes, value=self.weights or HAND_MADE)
        play_game(
            state,
            [bot] * seats,
            Seeded(luck),
            [Random(f"{luck}:{seat}") for seat in range(seats)],
            BUDGET,
            on_move=lambda actor, move: gathered.see(state, actor),
        )
        summary.games[index] = gathered.samples(state)


class GatheredPosition(NamedTuple):
    """A position on its way to become a sample."""

    inputs: list[float]
    estimate: list[float]
    actor: int


class PositionGatherer:
    """Takes a position of a game now and then, and tells in the end what became of it."""

    def __init__(self, inputs: PositionInputs, index: int) -> None:
        self.inputs = inputs
        self.turns = index
        """Games begin their count differently, so that every turn is seen in some of them."""
        self.positions: list[GatheredPosition] = []

    def see(self, state: State, actor: int) -> None:
        """Take the position before a move, if a turn begins there and it is one in so many."""
        if actor == NATURE or not state.begins_turn:
            return
        self.turns += 1
        if self.turns % EACH == 0:
            estimate = self.inputs.expected(state)
            self.positions.append(GatheredPosition(self.inputs.of(state, estimate), estimate, actor))

    def samples(self, state: State) -> GameSamples:
        """The positions with the end of the game."""
        ends, ranks = state.game.returns(state), state.standings()
        most, margin = self.inputs.places, self.inputs.margin
        lengths: list[int] = []
        at: list[NDArray[Any]] = []
        values: list[NDArray[Any]] = []
        targets = np.zeros((len(self.positions), 2 * most), dtype=np.float32)
        for number, (inputs, estimate, actor) in enumerate(self.positions):
            numbers = np.asarray(inputs, dtype=np.float16)
            (used,) = numbers.nonzero()
            lengths.append(len(used))
            at.append(used.astype(np.uint16))
            values.append(numbers[used])
            for place, seat in enumerate(places(actor, state.seats)):
                targets[number, place] = (ends[seat] - estimate[seat]) / margin
                targets[number, most + place] = 1.0 / ranks.count(1) if ranks[seat] == 1 else 0.0
        joined_at = np.concatenate(at) if at else np.zeros(0, np.uint16)
        joined_values = np.concatenate(values) if values else np.zeros(0, np.float16)
        return GameSamples(state.seats, lengths, joined_at.tobytes(), joined_values.tobytes(), targets.tobytes())
