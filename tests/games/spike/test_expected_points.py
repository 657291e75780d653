"""Expected points of Spike: exact at the end, better than the money now before it, and steady within a turn."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from statistics import fmean

import pytest

from trainshed.games.spike.bot import MARGIN, expected_points, weigh
from trainshed.games.spike.game import SpikeGame
from trainshed.games.spike.rules.state import SpikeState
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Seeded

GAME = SpikeGame()


def played(seats: int, seed: int) -> tuple[list[tuple[float, list[int], list[float]]], list[float]]:
    """A game of the rules of thumb: at each position its number, the money and the expected points; and its end."""
    state: SpikeState = GAME.start(seats)
    nature = Seeded(seed)
    rng = Random(seed)
    seen: list[tuple[float, list[int], list[float]]] = []
    while not state.over:
        seen.append((float(len(seen)), state.scores(), expected_points(state)))
        if state.actor == NATURE:
            state.apply(nature.choose(state))
        else:
            moves = state.moves()
            state.apply(rng.choices(moves, weigh(state, moves))[0])
    assert expected_points(state) == GAME.returns(state)
    return seen, GAME.returns(state)


def error(guess: list[float], end: list[float]) -> float:
    """The mean square of what a guess is wrong about the differences to the first seat."""
    return fmean([((guess[at] - guess[0]) - (end[at] - end[0])) ** 2 for at in range(1, len(end))])


@pytest.mark.parametrize("seats", [2, 4])
def test_it_foresees_the_end_better_than_the_money_now(seats: int) -> None:
    by_money: list[float] = []
    by_outlook: list[float] = []
    levels: list[float] = []
    for seed in range(4):
        seen, end = played(seats, seed)
        for number, money, points in seen:
            if number > len(seen) / 2:
                by_money.append(error([float(own) for own in money], end))
                by_outlook.append(error(points, end))
            levels.append(fmean(points) - fmean(end))
    assert fmean(by_outlook) < 0.8 * fmean(by_money)
    assert abs(fmean(levels)) < MARGIN


def test_it_does_not_jump_between_the_small_decisions_of_a_turn() -> None:
    # when the steps of turns follow each other: cards are paid, money comes in, cargo is loaded and delivered
    seen, _ = played(2, 11)
    outlook = [points[0] for _, _, points in seen[len(seen) // 5 :]]
    money = [points[0] for _, points, _ in seen[len(seen) // 5 :]]
    steps = [abs(after - before) for before, after in pairwise(outlook)]
    assert max(steps) < max([after - before for before, after in pairwise(money)]) < MARGIN + 4.0
    assert fmean(steps) < 0.8


def test_it_reads_the_position_and_changes_nothing() -> None:
    state: SpikeState = GAME.start(3)
    rng = Random(3)
    for _ in range(80):
        digest = state.digest()
        assert expected_points(state) == expected_points(state.clone())
        assert state.digest() == digest
        state.apply(state.pick(rng.randrange(state.tickets())) if state.actor == NATURE else rng.choice(state.moves()))
