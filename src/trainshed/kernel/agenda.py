"""Pending effects: a turn is a stack of them, and the top one resolves itself or asks."""

from __future__ import annotations

from typing import Any, Final

from trainshed.kernel.compiled import mypyc_attr

NATURE: Final = -1
"""The seat of chance."""

NOBODY: Final = -2
"""Nobody has to answer: an effect resolves itself, or the game is over."""

OTHER_QUESTION: Final = -1
"""Instead of a clause: the word belongs to another kind of question."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """Something that is still to happen.

    An effect is immutable, so clones of a position share it, and it leaves the agenda before it acts:
    whatever remains to be done afterwards it pushes again. `asks` says who must answer; `NOBODY` means that
    everybody can see that there is nothing to ask, and the effect resolves itself.

    A question has one door to legality, `forbids`: the index of the clause that forbids a move, or 0.
    Methods take `state: Any` so that a title can name its own class of positions in their place.
    """

    __slots__ = ()

    def args(self) -> list[int]:
        """What makes this effect again: `type(effect)(*effect.args())`."""
        return []

    def asks(self, state: Any) -> int:
        """The seat whose answer is needed, or NATURE, or NOBODY."""
        return NOBODY

    def resolve(self, state: Any) -> None:
        """Happen without an answer."""
        raise NotImplementedError

    def answer(self, state: Any, move: int) -> None:
        """Happen with this answer."""
        raise NotImplementedError

    # ------------------------------------------------------------ a question to a seat

    def candidates(self, state: Any) -> list[int]:
        """Every move that may be legal, ascending: as few as is easy to tell, never too few."""
        raise NotImplementedError

    def forbids(self, state: Any, move: int) -> int:
        """The index of the clause that forbids the move, or 0, or OTHER_QUESTION."""
        raise NotImplementedError

    def numbers(self, state: Any, move: int) -> dict[str, int]:
        """The figures a refusal of this move should name."""
        return {}

    def legal(self, state: Any) -> list[int]:
        """The legal moves, ascending: `candidates` through the door."""
        return [move for move in self.candidates(state) if self.forbids(state, move) == 0]

    # ------------------------------------------------------------ a question to nature

    def chance(self, state: Any) -> str:
        """The name of the draw: draws of one name share one stream of luck."""
        raise NotImplementedError

    def odds(self, state: Any) -> list[tuple[int, int]]:
        """Moves and their weights, ascending by move, weights positive."""
        raise NotImplementedError

    def tickets(self, state: Any) -> int:
        """The sum of all weights."""
        return sum([weight for _, weight in self.odds(state)])

    def pick(self, state: Any, ticket: int) -> int:
        """The move that holds this ticket, tickets being dealt out in ascending order of moves."""
        for move, weight in self.odds(state):
            ticket -= weight
            if ticket < 0:
                return move
        raise ValueError("no such ticket")

    def hidden(self, state: Any, seat: int, move: int) -> str:
        """The word as a seat may read it (-1: a spectator), or "" where nothing is hidden."""
        return ""


@mypyc_attr(allow_interpreted_subclasses=True)
class SeatEffect(Effect):
    """A question to one seat that needs no other number."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def args(self) -> list[int]:
        return [self.seat]

    def asks(self, state: Any) -> int:
        return self.seat


@mypyc_attr(allow_interpreted_subclasses=True)
class OpenQuestion(SeatEffect):
    """A question to a seat whose answers everybody can see.

    A single answer is not asked for but taken, and its event says `forced`; without any the question lapses.
    """

    __slots__ = ()

    def asks(self, state: Any) -> int:
        legal = self.legal(state)
        if len(legal) < 2:
            return NOBODY
        state._moves = legal  # so that the position need not look again
        return self.seat

    def resolve(self, state: Any) -> None:
        legal = self.legal(state)
        if legal:
            self.take(state, legal[0], True)
        else:
            self.lapse(state)

    def answer(self, state: Any, move: int) -> None:
        self.take(state, move, False)

    def take(self, state: Any, move: int, forced: bool) -> None:
        """Happen with this answer."""
        raise NotImplementedError

    def lapse(self, state: Any) -> None:
        """Happen although nothing can be answered."""
        raise NotImplementedError
