"""Search against exact solutions: endings of Lok'n'Roll with at most twelve cards, solved by expectimax."""

from __future__ import annotations

from random import Random

import msgspec

from tests.support.games.lok_n_roll.endings import endings
from trainshed.bots.bot import Budget
from trainshed.bots.search.bot import SearchBot
from trainshed.bots.search.title import search_of

ENDINGS = 30
MISSED = 1
"""The goal is 98 % of 300 endings, which `bench/search.py` plays; of so few one may be missed."""


def test_search_finds_a_best_move() -> None:
    missed = []
    for ending in endings(ENDINGS):
        state = ending.state
        # The endings are solved for the margin in points, so the first place must not count by itself.
        tuned = msgspec.structs.replace(search_of(state.game).parameters, win=0.0, spread=4.0, width=64)
        view, rng = state.view(state.actor), Random(ending.name)
        worlds = [state.game.world(view, rng) for _ in range(tuned.worlds)]
        move = SearchBot("margin", 256, tuned).choose(
            view, state.moves(), Budget(seconds=1e9), rng, iter([*worlds, *worlds]).__next__
        )
        if move not in ending.best:
            missed.append(f"{ending.name}: loses {ending.loss(move):.2f} points")
    assert len(missed) <= MISSED, missed
