"""Utilities from points: between 0 and 1, better for more points, and for a first place."""

from __future__ import annotations

import pytest

from trainshed.bots.search.evaluation import Evaluation


def test_a_lead_is_worth_more_than_a_half_and_a_deficit_as_much_less() -> None:
    first, second = Evaluation(10.0, 0.3, 0.0).of_points([60.0, 50.0])
    assert first == pytest.approx(0.731, abs=0.001)
    assert first + second == pytest.approx(1.0)


def test_a_seat_is_compared_with_the_best_of_the_others() -> None:
    ahead = Evaluation(10.0, 0.0, 0.0).of_points([40.0, 70.0, 60.0, 10.0])
    assert ahead == Evaluation(10.0, 0.0, 0.0).of_points([40.0, 70.0, 60.0, 10.0])
    assert ahead[1] > 0.5 > ahead[2] > ahead[0] > ahead[3]


def test_a_tie_is_a_half_each() -> None:
    assert Evaluation(10.0, 0.0, 0.0).of_points([5.0, 5.0]) == [0.5, 0.5]


def test_the_first_place_counts_by_its_share() -> None:
    won = Evaluation(10.0, 0.4, 0.0).of_end([31.0, 30.0], [1, 2])
    assert won[0] - won[1] == pytest.approx(0.4 + 0.6 * (0.52498 - 0.47502), abs=0.001)
    shared = Evaluation(10.0, 0.4, 0.0).of_end([30.0, 30.0], [1, 1])
    assert shared == pytest.approx([0.5, 0.5])


def test_alone_the_points_are_compared_with_those_expected_before() -> None:
    alone = Evaluation(5.0, 0.3, -20.0)
    assert alone.of_points([-20.0]) == [0.5]
    assert (
        alone.of_points([-15.0])[0]
        == pytest.approx(1.0 - alone.of_points([-25.0])[0])
        == pytest.approx(0.731, abs=0.001)
    )
    assert alone.of_end([-20.0], [1]) == [0.5]


@pytest.mark.parametrize("lead", [1e6, -1e6])
def test_enormous_margins_do_not_overflow(lead: float) -> None:
    assert sorted(Evaluation(1.0, 0.0, 0.0).of_points([lead, 0.0])) == [0.0, 1.0]
