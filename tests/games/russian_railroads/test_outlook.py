"""Expected points of Russian Railroads: exact at the end, steady between small decisions, better than the score."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from tests.support.games.russian_railroads.table import GAME, do, position, refresh, tracks
from trainshed.games.russian_railroads.bot import expected_points, weigh
from trainshed.games.russian_railroads.rules.rounds import NextTurn
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.turns import Turn
from trainshed.kernel.agenda import NATURE


def advance(state: RailState, rng: Random) -> None:
    """One step of a game in which every seat plays by weight."""
    if state.actor == NATURE:
        state.apply(state.pick(rng.randrange(state.tickets())))
        return
    moves = state.moves()
    weights = weigh(state, moves)
    best = max(weights)
    state.apply(rng.choices(moves, [weight if 2 * weight > best else 0 for weight in weights])[0])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_at_the_end_they_are_the_returns(seats: int) -> None:
    state: RailState = GAME.start(seats)
    rng = Random(seats)
    while not state.over:
        before = state.digest()
        assert len(expected_points(state)) == seats
        assert state.digest() == before
        advance(state, rng)
    assert expected_points(state) == GAME.returns(state)


def correlation(pairs: list[tuple[float, float]]) -> float:
    count = len(pairs)
    xs = [x for x, _ in pairs]
    ys = [y for _, y in pairs]
    x_mean, y_mean = sum(xs) / count, sum(ys) / count
    both = sum((x - x_mean) * (y - y_mean) for x, y in pairs)
    return both / sqrt(sum((x - x_mean) ** 2 for x in xs) * sum((y - y_mean) ** 2 for y in ys))


def test_they_foretell_the_margin_better_than_the_score_does() -> None:
    rng = Random(5)
    expected: list[tuple[float, float]] = []
    scored: list[tuple[float, float]] = []
    for _ in range(30):
        state: RailState = GAME.start(2)
        margins: list[tuple[float, float]] = []
        while not state.over:
            if state.round >= 3 and rng.random() < 0.1:
                mine, other = expected_points(state)
                margins.append((mine - other, float(state.players[0].points - state.players[1].points)))
            advance(state, rng)
        final = float(state.players[0].points - state.players[1].points)
        expected += [(margin, final) for margin, _ in margins]
        scored += [(margin, final) for _, margin in margins]
    assert correlation(expected) > 0.5
    assert correlation(expected) > correlation(scored) + 0.1


def test_paying_for_a_step_does_not_look_like_a_loss() -> None:
    """On the way through a turn, from choosing a space to its last step, the expectation stays about the same."""
    rng = Random(8)
    changes: list[float] = []
    for _ in range(12):
        state: RailState = GAME.start(3)
        while not state.over:
            seat = state.actor
            before = expected_points(state)
            inside = isinstance(state.top, Turn)
            advance(state, rng)
            if inside and state.actor == seat and not isinstance(state.top, Turn):
                changes.append(expected_points(state)[seat] - before[seat])
    assert len(changes) > 200
    assert abs(sum(changes) / len(changes)) < 3.0
    assert sum(change < -15.0 for change in changes) < 0.02 * len(changes)


def test_what_a_player_has_is_worth_something() -> None:
    def expected(state: RailState) -> float:
        return expected_points(refresh(state))[0]

    state = position(round=3)
    own = state.players[0]
    own.tracks, own.locomotives = tracks(ts=(8, 4, 2), sp=(4, 2), kv=(5, 2)), [4, 2, 4, 4]
    before = expected(state)
    own.points += 7
    assert expected(state) == pytest.approx(before + 7)
    for name in ("workers", "roubles", "doublers", "gained_workers"):
        before = expected(state)
        setattr(own, name, getattr(own, name) + 1)
        assert expected(state) > before, name
    before = expected(state)
    own.engineers = [7]
    assert expected(state) > before + 10
    before = expected(state)
    own.medal = 1
    assert expected(state) > before
    before = expected(state)
    own.tracks = tracks(ts=(8, 4, 2), sp=(4, 2), kv=(6, 5))
    own.locomotives = [4, 2, 4, 5]
    assert expected(state) > before + 40


def test_a_worker_paid_for_two_steps_is_not_lost() -> None:
    state = position(round=2)
    refresh(state, [NextTurn(0), Turn(0)])
    before = expected_points(state)[0]
    do(state, "space:track_black_1")
    assert expected_points(state)[0] > before - 5
