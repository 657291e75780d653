"""A bot's move depends on what its seat knows: positions that look alike to it get the same answer."""

from __future__ import annotations

from random import Random

import pytest

import trainshed
from tests.support.seeds import NIGHT
from trainshed.arena.match import answer
from trainshed.bots.bot import Budget, find, names
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Seeded
from trainshed.kernel.registry import titles

POSITIONS = 100 if NIGHT else 30
"""For each bot and title."""
BUDGET = Budget(seconds=1e9, nodes=4)


@pytest.mark.parametrize("slug", titles())
@pytest.mark.parametrize("name", names())
def test_twins_get_the_same_move(name: str, slug: str) -> None:
    bot, rng = find(name), Random(f"{name}:{slug}")
    game = trainshed.game(slug)
    asked = number = 0
    while asked < POSITIONS:
        seats = [seats for seats in game.seat_counts if seats > 1]
        state, nature = game.start(seats[number % len(seats)]), Seeded(number)
        number += 1
        while not state.over and asked < POSITIONS:
            if state.actor == NATURE:
                state.apply(nature.choose(state))
                continue
            moves = state.moves()
            if len(moves) > 1 and rng.random() < 0.1:
                twin = state.redraw(state.actor, rng)
                if twin.digest() != state.digest():  # else nothing is hidden yet, and equal answers would show nothing
                    pair = (state, twin)
                    answers = [answer(position, bot, position.moves(), Random(asked), BUDGET) for position in pair]
                    assert answers[0] == answers[1]
                    asked += 1
            state.apply(rng.choice(moves))
