"""The course of a game of First Class for tests: the last turn of a round, and random play that leaves words out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.support.games.first_class.positions import BOX, GAME, after, full_display, position, scoring, turn_of
from trainshed.games.first_class.rules.state import NONE, FirstClassState
from trainshed.kernel.agenda import NATURE

WINDOWS: list[Callable[[FirstClassState, int], FirstClassState]] = [turn_of, after, scoring]
"""The three windows for extras: before and after the main move, and in the own part of a scoring phase."""


def last_turn(seats: int = 2, seat: int = 1, round: int = 1, **options: Any) -> FirstClassState:
    """A seat has the last turn of a round: only the cards that n - 1 turns left in the third row lie on the display."""
    state = position(seats, **options)
    modules = [module.number for module in state.table.modules]
    state.deck = BOX.deck_cards((round - 1) // BOX.rounds_per_deck, modules)
    state.round = round
    state.turns = seats * BOX.turns
    full_display(state)
    if round % BOX.rounds_per_deck == 0:
        state.deck = []
    state.rows = [NONE] * (2 * BOX.columns + seats - 1) + state.rows[2 * BOX.columns + seats - 1 :]
    state.row_taken = [seats, seats, seats - 1]
    return turn_of(state, seat)


def roam(
    state: FirstClassState, rng: Random, until: Callable[[FirstClassState], bool], without: str = " "
) -> list[Any]:
    """Play random moves until something holds or the game is over, but no word that begins so; all events."""
    heard: list[Any] = []
    while not state.over and not until(state):
        if state.actor == NATURE:
            move = state.pick(rng.randrange(state.tickets()))
        else:
            move = rng.choice([m for m in state.moves() if not GAME.vocabulary.word(m).startswith(without)])
        state.play(move)
        heard += state.heard or []
    return heard
