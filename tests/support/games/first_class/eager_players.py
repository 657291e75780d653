"""Players of First Class who are after one thing, so that random games show what a test is about."""

from __future__ import annotations

from random import Random

from tests.support.games.first_class.positions import BOX
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.games.first_class.rules.words import TAKE
from trainshed.kernel.agenda import NATURE


def eager_move(state: FirstClassState, rng: Random, kind: str, heads: tuple[str, ...]) -> int:
    """A random move that takes and uses cards of one kind and prefers words that begin in these ways, if it can."""
    moves = state.moves()
    if state.actor == NATURE:
        return rng.choice(moves)
    words = state.game.vocabulary
    wanted = []
    for move in moves:
        if state.words.family[move] == TAKE:
            if BOX.cards[state.rows[state.words.a[move]]].kind == kind:
                wanted.append(move)
        elif words.word(move).startswith(("use", *heads)):
            wanted.append(move)
    return rng.choice(wanted or moves)
