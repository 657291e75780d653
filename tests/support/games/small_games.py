"""Three made-up games, so small that their exact solutions are known: of chance, of secrets, and of three seats.

They are positions without a title: they have what `tests.support.games.expectimax` asks of one, and nothing else.
"""

from __future__ import annotations

from typing import Any

from trainshed.kernel.agenda import NATURE, NOBODY

STOP, ROLL = 0, 7
"""Words of `DieOrStop`; 1 to 6 are the faces of the die."""

SAFE, WAIT = 0, 1
"""Words of `NameTheCard`; `10 + card` draws a card, `20 + card` names it."""


class DieOrStop:
    """One seat, chance: roll a die up to three times; the seat may stop after each roll and gets the last face.

    Solution: 3.5 with one roll; with two stop on 4 or more, 4.25; with three stop on 5 or more, 14/3.
    """

    seats = 1

    def __init__(self, rolls: int = 3, face: int = 0, stopped: bool = False) -> None:
        self.rolls = rolls
        self.face = face
        self.stopped = stopped
        self.rolling = face == 0

    @property
    def over(self) -> bool:
        return self.stopped or (self.rolls == 0 and not self.rolling)

    @property
    def actor(self) -> int:
        return NOBODY if self.over else NATURE if self.rolling else 0

    def moves(self) -> list[int]:
        return [face for face, _ in self.odds()] if self.rolling else [STOP, ROLL]

    def odds(self) -> list[tuple[int, int]]:
        return [(face, 1) for face in range(1, 7)]

    def apply(self, move: int) -> None:
        if self.rolling:
            self.face, self.rolls, self.rolling = move, self.rolls - 1, False
        elif move == STOP:
            self.stopped = True
        else:
            self.rolling = True

    def clone(self) -> DieOrStop:
        copy = DieOrStop(self.rolls, self.face, self.stopped)
        copy.rolling = self.rolling
        return copy

    def dump(self) -> bytes:
        return repr((self.rolls, self.face, self.stopped, self.rolling)).encode()

    def seen(self, seat: int | None, move: int) -> str:
        return str(move)

    def utility(self) -> list[float]:
        return [float(self.face)]


class NameTheCard:
    """Two seats, secrets: the second seat draws one of four cards (1, 2, 2, 3); the first takes a safe gain or waits.

    A safe gain is 0.6. Whoever has waited must name the card and gets 1 if it is right. Solution: the safe gain, since
    naming is right in half of the deals at best. Whoever imagines to know the card when it is to be named gets 1 in
    every single world, and waits.
    """

    seats = 2

    def __init__(self, card: int = 0, waited: bool = False, gain: float = -1.0) -> None:
        self.card = card
        self.waited = waited
        self.gain = gain

    @property
    def over(self) -> bool:
        return self.gain >= 0

    @property
    def actor(self) -> int:
        return NOBODY if self.over else 0 if self.card else NATURE

    def moves(self) -> list[int]:
        if not self.card:
            return [move for move, _ in self.odds()]
        return [21, 22, 23] if self.waited else [SAFE, WAIT]

    def odds(self) -> list[tuple[int, int]]:
        return [(11, 1), (12, 2), (13, 1)]

    def apply(self, move: int) -> None:
        if not self.card:
            self.card = move - 10
        elif self.waited:
            self.gain = float(move - 20 == self.card)
        elif move == SAFE:
            self.gain = 0.6
        else:
            self.waited = True

    def clone(self) -> NameTheCard:
        return NameTheCard(self.card, self.waited, self.gain)

    def dump(self) -> bytes:
        return repr((self.card, self.waited, self.gain)).encode()

    def seen(self, seat: int | None, move: int) -> str:
        return "draw:?" if not self.card and seat != 1 else str(move)

    def utility(self) -> list[float]:
        return [self.gain, -self.gain]


class ThreeSeatNim:
    """Three seats: take one or two stones in turn; the last stone wins 1, and the seat before that one gets 0.5.

    Solution, for the seat to move, the next, and the one after that: with 1 or 2 stones take all of them, 1, 0, 0.5.
    With 3 stones both moves lead to that, from the next seat's side: 0.5, 1, 0. With 4, one leaves 3 (0, 0.5, 1), two
    leave 2 (0.5, 1, 0): take two. With 5, one leaves 4 (0, 0.5, 1), two leave 3 (0, 0.5, 1): nothing to choose. With
    6, one leaves 5 and two leave 4; the seat to move is the last of three in both: 1, 0, 0.5.
    """

    seats = 3

    def __init__(self, stones: int, actor: int = 0) -> None:
        self.stones = stones
        self.turn = actor

    @property
    def over(self) -> bool:
        return self.stones == 0

    @property
    def actor(self) -> int:
        return NOBODY if self.over else self.turn

    def moves(self) -> list[int]:
        return [1, 2][: self.stones]

    def odds(self) -> list[tuple[int, int]]:
        raise AssertionError("there is no chance in this game")

    def apply(self, move: int) -> None:
        self.stones -= move
        self.turn = (self.turn + 1) % 3

    def clone(self) -> ThreeSeatNim:
        return ThreeSeatNim(self.stones, self.turn)

    def dump(self) -> bytes:
        return repr((self.stones, self.turn)).encode()

    def seen(self, seat: int | None, move: int) -> str:
        return str(move)

    def utility(self) -> list[float]:
        values = [0.0, 0.0, 0.0]
        values[(self.turn - 1) % 3] = 1.0
        values[(self.turn - 2) % 3] = 0.5
        return values


def utility(state: Any) -> list[float]:
    """Utility of all three games."""
    values: list[float] = state.utility()
    return values
