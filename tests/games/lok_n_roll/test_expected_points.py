"""Expected points of Lok'n'Roll: exact at the end and in the last turn, closer to the result than the points now."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from tests.support.games.lok_n_roll.table import BOX, GAME, TABLES, card, do, position, s
from trainshed.games.lok_n_roll.bot import expected_points, weigh
from trainshed.games.lok_n_roll.bot.expected import TRAITS, Outlook
from trainshed.games.lok_n_roll.bot.expected_weights import KNOTS, WEIGHTS
from trainshed.games.lok_n_roll.rules.effects import Discard, Roll
from trainshed.games.lok_n_roll.rules.state import LokState
from trainshed.kernel.agenda import NATURE


def step(state: LokState, rng: Random) -> None:
    """Play on by the rules of thumb, at random among good moves."""
    if state.actor == NATURE:
        state.apply(state.pick(rng.randrange(state.tickets())))
        return
    moves = state.moves()
    weights = [weight if weight >= 500 else 0 for weight in weigh(state, moves)]
    state.apply(rng.choices(moves, weights)[0])


def margin(values: list[float]) -> float:
    return values[0] - max(values[1:], default=0.0)


def test_every_trait_has_a_weight_at_every_knot() -> None:
    for rows in WEIGHTS.values():
        assert len(rows) == len(TRAITS)
        assert {len(row) for row in rows} == {len(KNOTS)}


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_position_has_expected_points_and_the_end_has_the_result(seats: int, options: dict[str, str]) -> None:
    for seed in range(4):
        state: LokState = GAME.start(seats, options)
        rng = Random(seed)
        while not state.over:
            before = state.digest()
            values = expected_points(state)
            assert len(values) == seats
            assert all(type(value) is float and abs(value) < 150 for value in values)
            assert state.digest() == before
            step(state, rng)
        assert expected_points(state) == GAME.returns(state)


def test_a_lost_challenge_is_worth_what_the_result_says() -> None:
    state = position([s(2), s(3), s(3)], 2, [[s(4), s(3)]], mode="challenge", pending=[Roll(0, 4, 0)])
    state.players[0].derailments = BOX.challenge_derailments
    likely = expected_points(state)[0]
    do(state, "wheels:4")
    assert state.lost
    assert expected_points(state) == GAME.returns(state)
    assert likely < -60  # eighty of eighty-one rolls lose


# ---------------------------------------------------------------- the last turn


def test_the_last_roll_is_reckoned_exactly() -> None:
    state = position([s(2), s(3), s(1), s(1)], 2, [[s(1)], [s(2)]], piles=[[s(3)]], deck=0, pending=[Roll(0, 2, 0)])
    # none or one of two wheels stay on the track; with two the penalty card is the 2 at the start
    assert expected_points(state) == pytest.approx([-(1 + 3 + 2 * 4 / 9), -2])
    do(state, "wheels:2")
    assert state.over
    assert GAME.returns(state) == [-6, -2]


def test_the_last_roll_counts_wheels_that_were_rolled_before() -> None:
    state = position([s(2), s(3), s(1), s(1)], 2, [[s(1)], [s(2)]], deck=0, pending=[Roll(0, 1, 3)])
    # three or four wheels and one card ahead: two or three penalty cards
    assert expected_points(state) == pytest.approx([-(1 + 5 / 3 + 2 * 6 / 3), -2])


def test_waiting_penalty_cards_count_in_the_best_order() -> None:
    state = position([s(1), s(1)], 1, [[], [s(2)]], piles=[[s(1), s(3)]], deck=0, pending=[])
    state.penalties = [card(s(2)), card(s(3)), card(s(2))]
    state.over = False
    state.set_agenda([Discard(0)])
    state.settle()
    assert expected_points(state) == [-1, -2]
    while not state.over:
        step(state, Random(1))
    assert GAME.returns(state) == [-1, -2]


# ---------------------------------------------------------------- between the steps of a turn


def test_laying_a_card_does_not_look_like_a_loss() -> None:
    state = position([s(2), s(1), s(1), s(1), s(1), s(1)], 1, [[s(4), s(2)], [s(2), s(3)]], deck=10)
    before = margin(expected_points(state))
    do(state, f"lay:{s(4)}")
    assert margin(expected_points(state)) > before - 1
    do(state, "stop")
    assert margin(expected_points(state)) > before - 1


@pytest.mark.parametrize("seat", [0, 1])
def test_turns_to_come_are_shared_out_in_turn(seat: int) -> None:
    state = position([s(1), s(1)], 1, [[s(1)], [s(1)]], deck=5, seat=seat)
    outlook = Outlook(state)
    assert [outlook.turns(seat), outlook.turns(1 - seat)] == [2, 3]


# ---------------------------------------------------------------- how good it is


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_it_is_nearer_to_the_result_than_the_points_now(seats: int, options: dict[str, str]) -> None:
    rng = Random(f"{seats} {options}")
    expected: list[float] = []
    now: list[float] = []
    for _ in range(40):
        state: LokState = GAME.start(seats, options)
        guesses: list[tuple[list[float], list[float]]] = []
        while not state.over:
            if state.turn and rng.random() < 0.1:
                points = [-float(score) for score in state.scores()]
                if state.rival:
                    points[0] += state.rival_score()
                guesses.append((expected_points(state), points))
            step(state, rng)
        if state.lost:
            continue
        result = GAME.returns(state)
        for guess, points in guesses:
            expected += [(ours - theirs) ** 2 for ours, theirs in zip(guess, result, strict=True)]
            now += [(ours - theirs) ** 2 for ours, theirs in zip(points, result, strict=True)]
    assert fmean(expected) < 0.75 * fmean(now)
