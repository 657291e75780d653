"""What a choice would bring: it is tried by the rules, and what it leaves open is answered in the best way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from trainshed.draw.board import Asked, ConfirmBar, Say
from trainshed.kernel.game import State, view_after
from trainshed.web.pages.table.gestures import TriedGesture
from trainshed.web.pages.table.plain_board import board_of

MOST_POSITIONS: Final = 240
"""Positions that are looked at for one card. A choice with more ways to go on is told by the best of the first."""

MOST_STEPS: Final = 4
"""Steps that a card tells of a way; there is no room for more."""


class TriedEnd(NamedTuple):
    """A gesture that was played to its end."""

    words: Sequence[str]
    view: Any
    """The view before its last word."""
    after: Any
    """The view after it."""


def outlook(gesture: TriedGesture, before: Any, say: Say) -> list[str]:
    """What a tried gesture would bring its player, the most important first; empty if nobody can know it.

    `before`: the player's view before the gesture. The words are those that the confirm bar would say, and last the
    steps by which the best end is reached.
    """
    tried, game = gesture.tried, gesture.tried.table.game
    board = board_of(game)
    begun = list(gesture.words)

    def settled(view: Any) -> bool:
        return hasattr(board, "settled") and bool(board.settled(game, view))

    if gesture.held:
        if tried.after is None:
            return []
        found: TriedEnd | None = TriedEnd(begun, tried.before.view(tried.seat), tried.after)
    elif settled(reached := tried.table.position.view(tried.seat)):
        found = TriedEnd(begun, tried.before.view(tried.seat), reached)
    elif hasattr(board, "worth"):
        found = best_end(tried.table.position, tried.seat, begun, lambda view: board.worth(game, view), settled)
    else:
        found = None
    if found is None:
        return []
    asked = Asked(chosen=found.words, before=before, after=found.after)
    bar: ConfirmBar = board.gesture(game, found.view, asked, say)
    way = counted(bar.steps[len(begun) :])
    return [*bar.effect.split(" · "), *([way] if way else [])] if bar.effect else []


def counted(steps: Sequence[str]) -> str:
    """The steps that lead to an end, in one line; a step that is made several times stands there once."""
    times = [(step, len(list(same))) for step, same in groupby(steps)]
    said = [step if count == 1 else f"{step} ×{count}" for step, count in times]
    return " · ".join(said if len(said) <= MOST_STEPS else [*said[:MOST_STEPS], "…"])


def best_end(
    position: State, seat: int, begun: list[str], worth: Callable[[Any], float], settled: Callable[[Any], bool]
) -> TriedEnd | None:
    """The end of a begun gesture after which its player stands best; None if no end can be known."""
    ends = list(ends_of(position, seat, begun, settled))
    return max(ends, key=lambda end: worth(end.after)) if ends else None


def ends_of(position: State, seat: int, begun: list[str], settled: Callable[[Any], bool]) -> Iterator[TriedEnd]:
    """The ends of a begun gesture, after a word that hands the turn on or leaves nothing open; none that shows
    something hidden. A position that was reached before in another order is not followed again."""
    vocabulary = position.game.vocabulary
    waiting, looked, met = [(position, begun)], 0, set[str]()
    while waiting and looked < MOST_POSITIONS:
        here, words = waiting.pop()
        for move in here.moves():
            looked += 1
            said = [*words, vocabulary.word(move)]
            following = here.clone()
            following.apply(move)
            if here.reversible(move, following) and following.actor == seat:
                digest = following.digest()
                if digest in met:
                    continue
                met.add(digest)
                view = following.view(seat)
                if settled(view):
                    yield TriedEnd(said, here.view(seat), view)
                else:
                    waiting.append((following, said))
            else:
                after = view_after(here, move, seat, following)
                if after is not None:
                    yield TriedEnd(said, here.view(seat), after)
