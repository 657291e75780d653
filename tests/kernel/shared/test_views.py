"""The head of a view: the same first fields in every title."""

from __future__ import annotations

from random import Random

import pytest

import trainshed
from trainshed.kernel.shared.views import Head, head


@pytest.mark.parametrize("slug", ["lok-n-roll", "russian-railroads"])
def test_a_view_begins_with_the_head(slug: str) -> None:
    game, rng = trainshed.game(slug), Random(5)
    state = game.start(2)
    while True:
        for seat in (None, 0, 1):
            view = state.view(seat)
            fields = Head.__struct_fields__
            assert view.__struct_fields__[: len(fields)] == fields
            assert tuple(getattr(view, name) for name in fields) == head(state, seat)
            assert (view.title, view.seat, view.seats, view.over) == (slug, seat, 2, state.over)
            assert view.scores == (state.scores() if state.over else [])
        if state.over:
            break
        state.apply(rng.choice(state.moves()))
    assert view.standings == state.standings()


def test_a_game_without_a_score_has_ranks_only() -> None:
    state = trainshed.game("lok-n-roll").start(1, {"mode": "challenge"})
    rng = Random(2)
    while not state.over:
        state.apply(rng.choice(state.moves()))
    ranks = state.standings()
    assert head(state, 0, scored=False)[-2:] == ([], ranks)
    assert head(state, 0)[-2:] == (state.scores(), ranks)
