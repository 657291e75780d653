"""Given, when, then for the rules of any title: play words, list what is legal, and see why something is not.

    heard = do(state, "space:track_black_2", "pay:w2")    # the checked door; all events that followed
    assert only(heard, Advanced) == []
    assert "pass" in legal(state)
    assert refusal(state, "build:factory").clause == "RR-…"

A title's own module beside this one lays its positions out.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from trainshed.kernel.agenda import NATURE
from trainshed.kernel.rulebook import Refusal

E = TypeVar("E")


def do(state: Any, *words: str) -> list[Any]:
    """Play words by the checked `play`, nature's too; all events that followed, if the position listens."""
    heard: list[Any] = []
    for word in words:
        state.play(state.game.vocabulary.id(word))
        heard += state.heard or []
    return heard


def legal(state: Any) -> list[str]:
    """The legal words."""
    return [state.game.vocabulary.word(move) for move in state.moves()]


def refusal(state: Any, word: str) -> Refusal:
    """The refusal of a word, which must be refused, must not be among the legal ones, and must change nothing."""
    before = state.digest()
    why: Refusal | None = state.why_not(state.game.vocabulary.id(word))
    assert why is not None, f"{word} is legal"
    assert word not in legal(state)
    assert state.digest() == before
    return why


def only(heard: Sequence[Any], kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in heard if isinstance(event, kind)]


def wander(state: Any, rng: Random) -> list[Any]:
    """Play one random legal move, nature's by its odds; its events."""
    if state.actor == NATURE:
        state.play(state.pick(rng.randrange(state.tickets())))
    else:
        state.play(rng.choice(state.moves()))
    return state.heard or []
