"""Effects, the pending steps of a turn. They form a stack (the agenda); the top one resolves itself or asks."""

from __future__ import annotations

from typing import Any, Final

from trainshed.kernel.compiled import mypyc_attr

NATURE: Final = -1
"""The actor number of nature, which makes draws and rolls dice."""

NOBODY: Final = -2
"""The actor number if nobody has to answer: an effect resolves itself, or the game is over."""

OPEN: Final = -1
"""Returned by `SecretQuestion.settled`: nobody but the seat can know the answer."""

OTHER_QUESTION: Final = -1
"""Returned by `forbids` in place of a clause: the word belongs to another kind of question."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """A pending step of a game, which resolves itself or asks a question.

    An effect is immutable, so clones of a position share it. It is removed from the agenda before it acts; if
    something remains to be done afterwards, it pushes a new effect. `asks` says who must answer; `NOBODY` means
    that everybody can see that there is nothing to ask, and the effect resolves itself.

    The legality of a move is decided in `forbids` only: the index of the clause that forbids it, or 0.
    Methods take `state: Any` so that a title's overrides can name its own class of positions.
    """

    __slots__ = ()

    def args(self) -> list[int]:
        """The arguments that make an equal effect: `type(effect)(*effect.args())`."""
        return []

    def asks(self, state: Any) -> int:
        """The seat whose answer is needed, or NATURE, or NOBODY."""
        return NOBODY

    def resolve(self, state: Any) -> None:
        """Carry out the effect without an answer."""
        raise NotImplementedError

    def answer(self, state: Any, move: int) -> None:
        """Carry out the effect with this answer."""
        raise NotImplementedError

    # ------------------------------------------------------------ a question to a seat

    def begins_turn(self, state: Any) -> bool:
        """Is this the first question of a turn, or of a decision outside of turns? Each has its own thinking time."""
        return False

    def candidates(self, state: Any) -> list[int]:
        """Every move that may be legal, ascending: all legal moves, and as few others as is cheap to find out."""
        raise NotImplementedError

    def forbids(self, state: Any, move: int) -> int:
        """The index of the clause that forbids the move, or 0, or OTHER_QUESTION."""
        raise NotImplementedError

    def numbers(self, state: Any, move: int) -> dict[str, int]:
        """The numbers that a refusal of this move should name."""
        return {}

    def legal(self, state: Any) -> list[int]:
        """The legal moves, ascending: the candidates that `forbids` allows."""
        return [move for move in self.candidates(state) if self.forbids(state, move) == 0]

    def copies(self, state: Any, move: int) -> int:
        """Among how many equal pieces of the seat the move chooses one, if the word does not tell them apart.

        Worlds take it that a seat chooses any of its pieces; the check of their odds asks for this number.
        """
        return 1

    # ------------------------------------------------------------ a question to nature

    def chance(self, state: Any) -> str:
        """The name of the draw: draws of one name share one stream of random numbers."""
        raise NotImplementedError

    def odds(self, state: Any) -> list[tuple[int, int]]:
        """Moves and their weights, ascending by move, weights positive."""
        raise NotImplementedError

    def tickets(self, state: Any) -> int:
        """The sum of all weights."""
        return sum([weight for _, weight in self.odds(state)])

    def pick(self, state: Any, ticket: int) -> int:
        """The move that owns a ticket: in ascending order, each move owns as many tickets as its weight."""
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
    """A question to one seat whose only argument is the seat."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def args(self) -> list[int]:
        return [self.seat]

    def asks(self, state: Any) -> int:
        return self.seat


@mypyc_attr(allow_interpreted_subclasses=True)
class OpenQuestion(SeatEffect):
    """A question to a seat whose legal answers everybody can see.

    A single legal answer is taken without asking, and its event says `forced`; without any the question lapses.
    """

    __slots__ = ()

    def asks(self, state: Any) -> int:
        legal = self.legal(state)
        if len(legal) < 2:
            return NOBODY
        state._moves = legal  # so that `moves()` need not compute them again
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
        """Carry out the effect with this answer; `forced` if it was the only legal one."""
        raise NotImplementedError

    def lapse(self, state: Any) -> None:
        """Carry out the effect if there is no legal answer."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class SecretQuestion(SeatEffect):
    """A question to a seat whose legal answers follow from what others cannot see, such as its hand.

    It is asked and logged even if there is a single legal answer: if that were taken without asking, everybody would
    learn that there was no other. Only what everybody can see to be the single answer (`settled`) is taken without
    asking, and its event says `forced`.
    """

    __slots__ = ()

    def asks(self, state: Any) -> int:
        return self.seat if self.settled(state) == OPEN else NOBODY

    def resolve(self, state: Any) -> None:
        self.take(state, self.settled(state), True)

    def answer(self, state: Any, move: int) -> None:
        self.take(state, move, False)

    def settled(self, state: Any) -> int:
        """The answer of which everybody can see that it is the only one, or OPEN. It must not depend on secrets."""
        return OPEN

    def take(self, state: Any, move: int, forced: bool) -> None:
        """Carry out the effect with this answer; `forced` if nobody was asked."""
        raise NotImplementedError
