"""The forecast of First Class: exact at the end, close before it, and steady inside a turn."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from statistics import correlation, fmean

import pytest

from tests.support.games.first_class.positions import GAME, PAIRS, give, position, scoring, show, turn_of
from trainshed.games.first_class.bot import MARGIN, expected_points, weigh
from trainshed.games.first_class.bot.forecast.expected import forecast_of
from trainshed.games.first_class.bot.module import ModuleForecast
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.kernel.agenda import NATURE


def watched(seed: int, seats: int, pair: str) -> tuple[FirstClassState, list[tuple[FirstClassState, list[float]]]]:
    """A game of `weigh`, moves drawn by weight: its end, and positions on the way with what was expected there."""
    state: FirstClassState = GAME.start(seats, {"modules": pair})
    rng = Random(seed)
    seen: list[tuple[FirstClassState, list[float]]] = []
    while not state.over:
        before = state.digest()
        expected = expected_points(state)
        assert len(expected) == seats
        assert state.digest() == before
        seen.append((state.clone(), expected))
        if state.actor == NATURE:
            state.apply(state.pick(rng.randrange(state.tickets())))
        else:
            moves = state.moves()
            state.apply(rng.choices(moves, weigh(state, moves))[0])
    return state, seen


@pytest.mark.parametrize(("number", "pair"), list(enumerate(PAIRS)))
def test_at_the_end_it_is_what_the_game_returns(number: int, pair: str) -> None:
    state, seen = watched(number, 2 + number % 3, pair)
    assert expected_points(state) == GAME.returns(state)
    if "c" not in pair:
        counted = [expected for world, expected in seen if world.counted()]
        assert all(expected == GAME.returns(state) for expected in counted)


def test_it_foretells_the_margin_better_than_the_points_now() -> None:
    foretold: list[float] = []
    now: list[float] = []
    final: list[float] = []
    for seed, pair in enumerate(["a-b", "a-d", "b-e", "d-e", "a-e", "b-d"] * 3):
        state, seen = watched(seed, 2, pair)
        last = GAME.returns(state)
        for world, expected in seen:
            if 3 <= world.round <= 5:
                points = world.scores()
                foretold.append(expected[0] - expected[1])
                now.append(float(points[0] - points[1]))
                final.append(last[0] - last[1])
    assert correlation(foretold, final) > 0.4
    assert correlation(foretold, final) > correlation(now, final) + 0.1


def test_it_is_right_on_the_average() -> None:
    errors = []
    for seed, pair in enumerate(["a-b", "a-d", "b-e", "d-e", "a-e", "b-d"]):
        state, seen = watched(20 + seed, 2 + seed % 3, pair)
        last = GAME.returns(state)
        errors += [fmean(expected) - fmean(last) for world, expected in seen if world.round > 0]
    assert abs(fmean(errors)) < 12


def test_small_decisions_of_a_turn_change_little() -> None:
    """Taking a card, using it and its icons: in no step does a seat seem to lose a turn's worth of points."""
    drops = []
    for seed, pair in enumerate(["a-b", "d-e"]):
        _, seen = watched(40 + seed, 2, pair)
        for (world, before), (after, later) in pairwise(seen):
            if world.round > 0 and world.actor != NATURE and after.turn == world.turn:
                drops.append(later[world.actor] - before[world.actor])
    assert fmean(drops) > -0.5
    assert sorted(drops)[len(drops) // 20] > -8


def test_a_turn_to_come_is_worth_points() -> None:
    state = position(2)
    show(state, "x1-car-1-1 x1-con-1-1")
    mine = expected_points(turn_of(state, 0))[0]
    assert mine > expected_points(turn_of(state, 1))[0]


def test_a_better_train_promises_more() -> None:
    state = give(position(2), 0, upper="4 2 1", lower="2 1", conductors=(2, 1))
    expected = expected_points(scoring(state, 0, phase=2))
    assert expected[0] > expected[1] + 10


def test_who_has_most_fingerprints_is_expected_to_be_arrested() -> None:
    state = position(2, modules="a-c")
    case = forecast_case(state)
    case.guilty = 0
    case.tokens = [[], [3, 3, 3, 3]]
    innocent = expected_points(state)
    case.tokens = [[3, 3, 3, 3], []]
    suspected = expected_points(state)
    assert innocent[0] - innocent[1] > suspected[0] - suspected[1] + 10


def forecast_case(state: FirstClassState):  # type: ignore[no-untyped-def]
    """What the murder keeps in a position."""
    murder = next(module for module in state.table.modules if module.name == "murder")
    return murder.case(state)


def test_a_module_without_a_forecast_promises_nothing() -> None:
    general = forecast_of("unheard_of")
    assert type(general) is ModuleForecast
    assert general.lying(None, None, 0, None) == (0.0, 0.0)
    assert general.settle(None, None, [1.0, 2.0], 3.0) == [1.0, 2.0]


def test_the_margin_is_that_of_equal_players() -> None:
    assert 15 < MARGIN < 45
