"""Positions of Spike as a page shows them: with the options of a viewer, and while a gesture is previewed."""

from __future__ import annotations

from collections.abc import Sequence

from tests.support.games.spike.positions import GAME, legal
from trainshed.draw.board import Asked
from trainshed.games.spike.rules.state import SpikeState
from trainshed.games.spike.view import View
from trainshed.kernel.game import view_after

TABLES: list[tuple[int, dict[str, str]]] = [
    (2, {"advanced": "yes"}),
    (3, {"one_track_per_space": "no", "builds_per_action": "any"}),
    (4, {"joker_mixed": "yes"}),
]
"""Tables with options that change what the board shows."""


def asked_of(state: SpikeState, seat: int | None) -> Asked:
    return Asked(legal(state) if state.actor == seat and seat is not None else ())


def preview(state: SpikeState, seat: int, *chosen: str, group: Sequence[str] = ()) -> tuple[View, Asked]:
    """The view and the options of a previewed gesture: it stops before a word that cannot be undone."""
    before, instead = state.view(seat), list[str]()
    for place, word in enumerate(chosen):
        if not group or place == len(chosen) - len(group):
            instead = [other for other in legal(state) if other != word]
        move = GAME.vocabulary.id(word)
        if not state.reversible(move):
            after = view_after(state, move, seat)
            return state.view(seat), Asked((), chosen, instead, before=before, after=after, group=group)
        state = state.clone()
        state.apply(move)
    return state.view(seat), Asked(legal(state), chosen, instead, before=before, group=group)
