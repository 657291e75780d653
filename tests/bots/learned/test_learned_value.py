"""Learned values: the network computes what its weights say, and an estimate is for the right seats."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import trainshed
from trainshed.bots.bot import Budget
from trainshed.bots.learned.network import ValueNetwork, WeightsError
from trainshed.bots.learned.value import LearnedValue, PositionInputs, learned_value, places, shipped_weights
from trainshed.bots.search.bot import SearchBot
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import State
from trainshed.kernel.nature import Seeded
from trainshed.kernel.registry import titles


def network(inputs: int, outputs: int, size: float = 0.1) -> ValueNetwork:
    rng = np.random.default_rng(1)
    shapes = [(inputs, 8), (8, outputs)]
    return ValueNetwork(
        [rng.normal(0, size, shape).astype(np.float32) for shape in shapes],
        [rng.normal(0, size, shape[1]).astype(np.float32) for shape in shapes],
    )


def position(slug: str, seats: int, moves: int) -> State:
    """A position after some random moves, in which a seat must decide."""
    state, nature, rng = trainshed.game(slug).start(seats), Seeded(1), Random(1)
    while moves > 0 or state.actor == NATURE:
        move = nature.choose(state) if state.actor == NATURE else rng.choice(state.moves())
        state.apply(move)
        moves -= 1
    return state


def test_a_batch_and_single_positions_give_the_same() -> None:
    made = network(40, 6)
    batch = np.random.default_rng(2).random((50, 40)).astype(np.float32)
    batch[batch < 0.7] = 0.0
    assert np.allclose(made.of_batch(batch), [made.of_position(row.tolist()) for row in batch], atol=1e-5)
    hidden = np.maximum(batch @ made.weights[0] + made.biases[0], 0)
    assert np.allclose(made.of_batch(batch), hidden @ made.weights[1] + made.biases[1], atol=1e-5)


def test_weights_survive_their_file_in_half_precision() -> None:
    made = network(40, 6)
    read = ValueNetwork.load(made.dump())
    for before, after in zip(made.weights + made.biases, read.weights + read.biases, strict=True):
        assert np.allclose(before, after, atol=1e-3)


@pytest.mark.parametrize("data", [b"", b"no archive", network(3, 2).dump()[:-40]])
def test_a_broken_file_is_refused(data: bytes) -> None:
    with pytest.raises(WeightsError, match="no weights"):
        ValueNetwork.load(data)


def test_layers_that_do_not_fit_are_refused() -> None:
    one, other = network(3, 2), network(4, 2)
    with pytest.raises(WeightsError, match="do not fit"):
        ValueNetwork([one.weights[0], one.weights[0]], [one.biases[0], one.biases[0]])
    with pytest.raises(WeightsError, match="as many biases"):
        ValueNetwork(one.weights, other.biases[:1])


@pytest.mark.parametrize("slug", titles())
def test_a_network_of_zeros_changes_nothing(slug: str) -> None:
    state = position(slug, 3, 40)
    inputs = PositionInputs(state.game)
    zeros = network(inputs.length, 2 * inputs.places, size=0.0)
    value = LearnedValue(state.game, zeros)
    assert value.expected_points(state) == pytest.approx(inputs.expected(state))
    assert value.chances(state) == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("slug", titles())
def test_outputs_belong_to_places_counted_from_the_seat_to_move(slug: str) -> None:
    state = position(slug, 3, 40)
    inputs = PositionInputs(state.game)
    made = network(inputs.length, 2 * inputs.places, size=0.0)
    made.biases[-1][:] = range(2 * inputs.places)
    value = LearnedValue(state.game, made)
    missed = [
        (learned - hand_made) / inputs.margin
        for learned, hand_made in zip(value.expected_points(state), inputs.expected(state), strict=True)
    ]
    for place, seat in enumerate(places(state.actor, 3)):
        assert missed[seat] == pytest.approx(place)
    assert sum(value.chances(state)) == pytest.approx(1)


def test_the_weights_of_another_title_are_refused() -> None:
    with pytest.raises(WeightsError, match="needed are"):
        learned_value(trainshed.game("lok-n-roll"), network(10, 8).dump())
    with pytest.raises(WeightsError, match="no learned value"):
        shipped_weights("trainshed.games")


def test_search_plays_by_given_weights() -> None:
    state = position("lok-n-roll", 2, 30)
    while len(state.moves()) < 2 or state.actor == NATURE:
        state.apply(Seeded(2).choose(state) if state.actor == NATURE else state.moves()[0])
    inputs = PositionInputs(state.game)

    def chosen(value: str | bytes) -> int:
        bot, view, rng = SearchBot("searching", 16, value=value), state.view(state.actor), Random(3)
        return bot.choose(view, state.moves(), Budget(), rng, lambda: state.game.world(view, rng))

    zeros = network(inputs.length, 2 * inputs.places, size=0.0)
    assert chosen(zeros.dump()) == chosen("hand-made"), "zeros correct nothing"
    others = [network(inputs.length, 2 * inputs.places, size=size).dump() for size in (1.0, 2.0, 3.0)]
    assert {chosen(weights) for weights in others} != {chosen("hand-made")}, "other weights, another move"
