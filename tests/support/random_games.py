"""Random games of any title, position by position."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import Any

from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import Game


def random_game(
    game: Game, seats: int, options: Mapping[str, str], seed: int, avoided: Collection[str] = ()
) -> Iterator[tuple[Any, Any]]:
    """Every position of a random game, each with the first seat's view of the one before it (none at the start).

    Avoided words are played only where nothing else is legal. The position is always the same object.
    """
    rng = Random(seed)
    state: Any = game.start(seats, options)
    before: Any = None
    while not state.over:
        yield before, state
        before = state.view(0)
        moves = state.moves()
        if state.actor == NATURE:
            state.apply(state.pick(rng.randrange(state.tickets())))
        else:
            wanted = [move for move in moves if game.vocabulary.word(move) not in avoided]
            state.apply(rng.choice(wanted or moves))
    yield before, state
