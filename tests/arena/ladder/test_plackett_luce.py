"""The estimator of ratings: closed forms, symmetry, ties, and intervals that cover what they promise."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from trainshed.arena.ladder.plackett_luce import PER_UNIT, Choices, fit, inverse, log_likelihood, maximum
from trainshed.arena.ladder.tally import Outcome

Z_95 = 1.959963984540054
STRENGTHS = {"a": 0.0, "b": 0.7, "c": 1.1, "d": -0.6}


def ranking(seated: tuple[str, ...], rng: Random) -> tuple[int, ...]:
    """Places by seat, drawn from the model: the least of exponential times with the strengths as rates is first."""
    times = [rng.expovariate(math.exp(STRENGTHS[name])) for name in seated]
    return tuple(1 + sum(other < time for other in times) for time in times)


def simulated(tables: list[tuple[str, ...]], games: int, seed: int) -> Counter[Outcome]:
    rng = Random(seed)
    return Counter((table, ranking(table, rng)) for table in tables for _ in range(games))


@pytest.mark.parametrize(("won", "shared", "lost"), [(120, 0, 80), (37, 6, 57), (200, 0, 0), (0, 1, 9), (5, 90, 5)])
def test_two_bots_have_the_closed_form_of_bradley_and_terry(won: int, shared: int, lost: int) -> None:
    """The log odds of wins, a shared game half a win for each, and one shared game as prior."""
    pair = ("a", "b")
    ratings = fit(["b", "a"], {(pair, (1, 2)): won, (pair, (1, 1)): shared, (pair, (2, 1)): lost})
    for_, against = won + (shared + 1) / 2, lost + (shared + 1) / 2
    above, error = ratings.difference("a", "b")
    assert above == pytest.approx(400 * math.log10(for_ / against), abs=1e-6)
    assert error == pytest.approx(PER_UNIT * math.sqrt(1 / for_ + 1 / against), rel=1e-9)


def test_a_bot_of_two_seats_is_two_entries() -> None:
    """Three seats, two of them held by a: its probability of the first place is 2a / (2a + b), then a / (a + b)."""
    seated = ("a", "a", "b")
    choices = Choices(["a", "b"], 6)
    choices.add(seated, (1, 3, 2))
    a, b = math.exp(0.3), math.exp(-0.2)
    expected = math.log(a / (2 * a + b) * b / (a + b))
    assert log_likelihood(choices, [0.3, -0.2]) == pytest.approx(expected)


def test_a_tie_counts_as_all_its_orders_in_equal_parts() -> None:
    seated, weights = ("a", "b", "c", "d"), [0.1, 0.4, -0.3, 0.0]
    tie, orders = Choices(seated, 24), Choices(seated, 24)
    tie.add(seated, (1, 1, 1, 4), 6)
    for first in (1, 2, 3):
        second, third = [place for place in (1, 2, 3) if place != first]
        orders.add(seated, (first, second, third, 4))
        orders.add(seated, (first, third, second, 4))
    assert (tie.places, tie.taken) == (orders.places, orders.taken)
    assert log_likelihood(tie, weights) == pytest.approx(log_likelihood(orders, weights))


def test_seats_of_one_bot_may_tie_without_telling_anything() -> None:
    choices = Choices(["a", "b"], 24)
    choices.add(("a", "a"), (1, 1))
    choices.add(("b", "b"), (2, 1))
    assert not choices.places
    assert choices.taken == [0, 0]


def test_names_and_order_do_not_matter() -> None:
    games = simulated([("a", "b"), ("b", "c", "d", "a"), ("d", "c")], 60, 3)
    ratings = fit(["a", "b", "c", "d"], games)
    again = fit(["c", "a", "d", "b"], dict(reversed(games.items())))
    renamed = {"a": "w", "b": "x", "c": "y", "d": "z"}
    swapped = fit(
        "zyxw", {(tuple(renamed[name] for name in seated), places): n for (seated, places), n in games.items()}
    )
    for one, other in [*pairwise("abcd"), ("d", "a")]:
        expected = ratings.difference(one, other)
        assert again.difference(one, other) == pytest.approx(expected, abs=1e-6)
        assert swapped.difference(renamed[one], renamed[other]) == pytest.approx(expected, abs=1e-6)
        assert ratings.difference(other, one) == pytest.approx((-expected[0], expected[1]))


def test_it_is_a_maximum() -> None:
    choices = Choices("abcd", 24)
    for (seated, places), games in simulated([("a", "b", "c", "d"), ("a", "b", "b", "a")], 40, 5).items():
        choices.add(seated, places, games)
    found = maximum(choices).strengths
    best = log_likelihood(choices, found)
    for bot in range(1, 4):
        for change in (-0.01, 0.01):
            moved = [value + change * (bot == at) for at, value in enumerate(found)]
            assert log_likelihood(choices, moved) < best


def test_many_wins_of_a_bot_over_all_others_stay_finite() -> None:
    games: dict[Outcome, int] = {((one, other), (1, 2)): 1000 for one, other in ("ab", "bc", "ac", "cd", "bd", "ad")}
    ratings = fit("dcba", games)
    above = [ratings.difference(one, other) for one, other in pairwise("abcd")]
    assert all(500 < points < 2500 and 100 < error < 1000 for points, error in above)


def test_bots_that_never_met_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="connect"):
        fit("abcd", {(("a", "b"), (1, 2)): 5, (("c", "d"), (1, 2)): 5})


@pytest.mark.parametrize(
    ("tables", "games"),
    [
        ([("a", "b"), ("b", "c"), ("c", "d"), ("a", "c"), ("a", "d"), ("b", "d")], 60),
        ([("a", "a", "b", "b"), ("b", "c", "c", "b"), ("d", "c", "d", "c"), ("a", "b", "c", "d")], 40),
    ],
    ids=["two seats", "four seats"],
)
def test_intervals_cover_the_true_strengths(tables: list[tuple[str, ...]], games: int) -> None:
    """200 ladders of simulated games: what is told is inside its 95 % interval in about 95 % of them."""
    covered: Counter[str] = Counter()
    total = dict.fromkeys("bcd", 0.0)
    repetitions = 200
    middle = sum(STRENGTHS.values()) / 4
    for seed in range(repetitions):
        ratings = fit("abcd", simulated(tables, games, seed))
        for name in "bcd":
            above, error = ratings.difference(name, "a")
            covered[f"{name} - a"] += abs(above - PER_UNIT * STRENGTHS[name]) < Z_95 * error
            total[name] += above / repetitions
        for name in "abcd":
            above, error = ratings.above_mean(name)
            covered[name] += abs(above - PER_UNIT * (STRENGTHS[name] - middle)) < Z_95 * error
    assert 0.93 < covered.total() / (7 * repetitions) < 0.97
    assert [name for name, inside in covered.items() if not 0.91 <= inside / repetitions <= 0.985] == []
    for name in "bcd":
        assert total[name] == pytest.approx(PER_UNIT * STRENGTHS[name], abs=6)


def test_inverse() -> None:
    matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 2.0]]
    found = inverse(matrix)
    product = [[sum(matrix[a][k] * found[k][b] for k in range(3)) for b in range(3)] for a in range(3)]
    assert product == [pytest.approx([float(a == b) for b in range(3)]) for a in range(3)]
