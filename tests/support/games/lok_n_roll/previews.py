"""Positions of Lok'n'Roll as a page shows them: with the options of a viewer, and while a gesture is previewed."""

from __future__ import annotations

from collections.abc import Iterator

from tests.support.games.lok_n_roll.table import GAME
from tests.support.random_games import random_game
from trainshed.draw.board import Asked
from trainshed.games.lok_n_roll.rules.state import LokState
from trainshed.games.lok_n_roll.view import View
from trainshed.kernel.game import view_after


def words(state: LokState) -> list[str]:
    return [GAME.vocabulary.word(move) for move in state.moves()]


def asked_of(state: LokState, seat: int | None) -> Asked:
    return Asked(words(state) if state.actor == seat and seat is not None else ())


def preview(state: LokState, seat: int, *chosen: str) -> tuple[View, Asked]:
    """The view and the options of a previewed gesture: it stops before a word that cannot be undone."""
    instead: list[str] = []
    for word in chosen:
        instead = [other for other in words(state) if other != word]
        move = GAME.vocabulary.id(word)
        if not state.reversible(move):
            return state.view(seat), Asked((), chosen, instead, after=view_after(state, move, seat))
        state = state.clone()
        state.apply(move)
    return state.view(seat), Asked(words(state), chosen, instead)


def played(seats: int, options: dict[str, str], seed: int, keen: bool) -> Iterator[tuple[View | None, LokState]]:
    """Every position of a random game, with the view before it; with `keen`, seats seldom pass, so tracks grow long."""
    return random_game(GAME, seats, options, seed, ("pass", "stop") if keen else ())
