"""Intervals and corrections against printed tables and examples that were calculated by hand."""

from __future__ import annotations

import math

import pytest

from trainshed.arena.studies.intervals import (
    FEWEST_GAMES,
    chance_of,
    chance_of_group,
    false_discoveries,
    mean_of,
    mean_of_group,
    narrowed,
    quantile,
    stepped_down,
    widened,
)
from trainshed.arena.summaries import ExactHistogram, GroupSum


@pytest.mark.parametrize(
    ("level", "degrees", "printed"),
    [
        (0.95, 5, 2.571),
        (0.95, 10, 2.228),
        (0.95, 30, 2.042),
        (0.95, 120, 1.980),
        (0.99, 10, 3.169),
        (0.99, 30, 2.750),
        (0.999, 60, 3.460),
    ],
)
def test_students_quantiles_are_those_of_printed_tables(level: float, degrees: int, printed: float) -> None:
    assert quantile(level, degrees) == pytest.approx(printed, rel=0.003)


def test_a_mean_has_students_interval() -> None:
    found = mean_of(ExactHistogram({1: 1, 2: 2, 3: 1, 4: 1, 5: 1}), scale=2)
    mean, sd = 17 / 6, math.sqrt(((11 / 6) ** 2 + 2 * (5 / 6) ** 2 + (1 / 6) ** 2 + (7 / 6) ** 2 + (13 / 6) ** 2) / 5)
    assert found.mean == pytest.approx(mean / 2)
    assert found.half == pytest.approx(2.571 * sd / math.sqrt(6) / 2, rel=0.003)
    assert found.high == pytest.approx(found.mean + found.half)


def test_a_share_of_whole_games_has_wilsons_interval_and_never_less_than_nothing() -> None:
    none = mean_of(ExactHistogram({0: 20}), scale=12, share=True)
    assert (none.mean, none.low) == (0.0, 0.0)
    assert none.high == pytest.approx(0.161, abs=0.001)
    some = mean_of(ExactHistogram({0: 30, 12: 10}), scale=12, share=True)
    assert some.low == pytest.approx(0.1419, abs=0.001)
    assert some.high == pytest.approx(0.4019, abs=0.001)


def test_one_game_has_no_interval() -> None:
    found = mean_of(ExactHistogram({7: 1}))
    assert (found.mean, found.low, found.high, found.half) == (7.0, None, None, math.inf)
    with pytest.raises(ValueError, match="nothing was counted"):
        mean_of(ExactHistogram())


def test_a_group_of_few_games_has_no_interval_and_proves_nothing() -> None:
    group = GroupSum()
    for _ in range(FEWEST_GAMES - 1):
        group.add(1, 12)
    assert mean_of_group(group, 12).low is None
    assert chance_of_group(group) == 1.0
    group.add(1, 12)
    assert mean_of_group(group, 12).low == pytest.approx(1.0)
    assert chance_of_group(group) == 0.0


def test_how_likely_a_mean_is_by_luck() -> None:
    assert chance_of(1.96, 1.0) == pytest.approx(0.05, abs=0.0001)
    assert chance_of(-1.96, 1.0) == pytest.approx(0.05, abs=0.0001)
    assert chance_of(0.0, 0.0) == 1.0
    assert chance_of(5.0, None) == 1.0


def test_the_same_luck_narrows_by_the_ratio_of_the_spreads() -> None:
    one, other = ExactHistogram({0: 2, 2: 2}), ExactHistogram({1: 2, 3: 2})
    assert narrowed(one, other, ExactHistogram({1: 4})) is None
    assert narrowed(one, other, ExactHistogram({0: 2, 2: 2})) == pytest.approx(math.sqrt(2))


def test_intervals_that_hold_together_are_wider() -> None:
    assert widened(1) == pytest.approx(0.95)
    assert widened(10) == pytest.approx(0.995)


def test_corrections_for_many_comparisons() -> None:
    chances = [0.01, 0.04, 0.03, 0.005]
    assert stepped_down(chances) == [pytest.approx(0.03), pytest.approx(0.06), pytest.approx(0.06), pytest.approx(0.02)]
    assert false_discoveries(chances) == [
        pytest.approx(0.02),
        pytest.approx(0.04),
        pytest.approx(0.04),
        pytest.approx(0.02),
    ]
    assert stepped_down([0.9, 0.8]) == [1.0, 1.0]
    assert stepped_down([]) == false_discoveries([]) == []
