"""A made-up game whose good and bad moves are plain: whoever has taken the most stones wins.

In each turn a seat is asked twice how many stones it takes, 0 to 3, and there are always enough. So every answer but
the highest gives points away, and nothing else matters. There are no rules of thumb: search plays out to the end.
"""

from __future__ import annotations

from random import Random
from typing import Any

from trainshed.kernel.agenda import Effect
from trainshed.kernel.game import Position
from trainshed.kernel.vocabulary import Vocabulary

MOST = 3
WORDS = [f"take:{stones}" for stones in range(MOST + 1)]


class TakeStones(Effect):
    """The question to a seat, the first or the second of its turn."""

    def __init__(self, seat: int, second: int, turns: int) -> None:
        self.seat = seat
        self.second = second
        self.turns = turns
        """Turns that are left, this one included."""

    def args(self) -> list[int]:
        return [self.seat, self.second, self.turns]

    def asks(self, state: Any) -> int:
        return self.seat

    def begins_turn(self, state: Any) -> bool:
        return not self.second

    def candidates(self, state: Any) -> list[int]:
        return list(range(MOST + 1))

    def forbids(self, state: Any, move: int) -> int:
        return 0

    def answer(self, state: Any, move: int) -> None:
        state.taken[self.seat] += move
        if not self.second:
            state.push(TakeStones(self.seat, 1, self.turns))
        elif self.turns > 1:
            state.push(TakeStones((self.seat + 1) % state.seats, 0, self.turns - 1))


class StonesPosition(Position):
    """How many stones each seat has taken."""

    def __init__(self, game: StonesGame, seats: int, agenda: list[Effect], taken: list[int]) -> None:
        super().__init__(game, seats, {}, agenda)
        self.taken = taken
        self.settle()

    def scores(self) -> list[int]:
        return self.taken[:]

    def facts(self) -> list[Any]:
        return [self.taken]

    def clone(self) -> StonesPosition:
        return StonesPosition(self.game, self.seats, list(self.agenda), self.taken[:])


class StonesGame:
    """What positions and search ask of a title."""

    slug = "taking-stones"
    vocabulary = Vocabulary(WORDS)

    def start(self, seats: int, turns: int, first: int = 0) -> StonesPosition:
        return StonesPosition(self, seats, [TakeStones(first, 0, turns)], [0] * seats)

    def has_part(self, name: str) -> bool:
        return False

    def returns(self, state: StonesPosition) -> list[float]:
        return [float(stones) for stones in state.taken]

    def look(self, state: StonesPosition, seat: int | None) -> StonesPosition:
        return state.clone()  # nothing is hidden

    def world(self, view: StonesPosition, rng: Random) -> StonesPosition:
        return view.clone()
