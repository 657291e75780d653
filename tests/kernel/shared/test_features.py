"""What feature vectors begin with, over every title: seats, options and the actor, seen from the viewer."""

from __future__ import annotations

from random import Random

import pytest

import trainshed
from trainshed.kernel.agenda import NATURE, NOBODY
from trainshed.kernel.shared.features import half, one_of, seats_by_place, table_features, table_length


def test_forms_of_numbers() -> None:
    assert one_of(3, 1) == [0.0, 1.0, 0.0]
    assert one_of(2, -1) == [0.0, 0.0]
    assert [half(count, 4) for count in (-1, 0, 4, 12)] == [0.0, 0.0, 0.5, 0.75]


@pytest.mark.parametrize("slug", ["lok-n-roll", "russian-railroads"])
def test_the_actor_is_a_place_counted_from_the_viewer_or_nature_or_nobody(slug: str) -> None:
    game = trainshed.game(slug)
    most, rng, met = game.seat_counts[-1], Random(3), set()
    state = game.start(3)
    while True:
        for seat in (None, 0, 1, 2):
            view = state.view(seat)
            vector = table_features(game, view)
            assert len(vector) == table_length(game)
            assert vector[: len(game.seat_counts)].index(1.0) == game.seat_counts.index(3)
            order = seats_by_place(view)
            assert order == ([0, 1, 2], [0, 1, 2], [1, 2, 0], [2, 0, 1])[0 if seat is None else seat + 1]
            place = vector[-most - 2 :].index(1.0)
            assert place == {NATURE: most, NOBODY: most + 1}.get(state.actor, (state.actor - (seat or 0)) % 3)
            met.add(place)
        if state.over:
            break
        state.apply(rng.choice(state.moves()))
    assert met == {0, 1, 2, most, most + 1}
