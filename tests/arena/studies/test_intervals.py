"""Intervals, p-values and corrections against scipy, and against examples that were calculated by hand."""

from __future__ import annotations

import math

import pytest
from scipy import stats

from trainshed.arena.studies.intervals import (
    ALPHA,
    FEWEST_GAMES,
    Estimate,
    false_discoveries,
    mean_of,
    mean_of_group,
    narrowed,
)
from trainshed.arena.studies.student import critical, two_sided
from trainshed.arena.summaries import ExactHistogram, GroupSum

DEGREES = [1, 2, 3, 5, 19, 59, 399, 3999, 99_999, 1_000_000]
ALPHAS = [0.5, 0.05, 0.05 / 2, 0.05 / 36, 1e-6]


@pytest.mark.parametrize("degrees", DEGREES)
def test_students_t_agrees_with_scipy(degrees: int) -> None:
    for t in (0.0, 1e-6, 0.1, 1.0, 1.7, 1.8, 2.0, 3.0, 6.0, 12.0):
        assert two_sided(t, degrees) == pytest.approx(2 * stats.t.sf(t, degrees), rel=1e-7)
    for alpha in ALPHAS:
        assert critical(alpha, degrees) == pytest.approx(stats.t.isf(alpha / 2, degrees), rel=1e-7)


def test_students_t_refuses_what_has_no_value() -> None:
    assert two_sided(math.inf, 3) == 0.0
    with pytest.raises(ValueError, match="degree of freedom"):
        two_sided(1.0, 0)
    with pytest.raises(ValueError, match="between 0 and 1"):
        critical(0.0, 3)


def test_a_mean_agrees_with_scipys_t_test() -> None:
    values = [1, 2, 2, 3, 4, 5]
    found = mean_of(ExactHistogram({1: 1, 2: 2, 3: 1, 4: 1, 5: 1}), scale=2)
    halves = [value / 2 for value in values]
    for alpha in ALPHAS:
        low, high = stats.t.interval(1 - alpha, 5, loc=found.mean, scale=stats.sem(halves))
        assert found.interval(alpha) == pytest.approx((low, high))
    for even in (0.0, 1.0, 1.5):
        assert found.p_value(even) == pytest.approx(stats.ttest_1samp(halves, even).pvalue)


def test_interval_excludes_even_exactly_when_p_is_below_alpha() -> None:
    """On both sides of each bound, for means, shares with and without parts, and groups."""
    group = GroupSum()
    for at in range(30):
        group.add(1 + at % 2, at - 12)
    estimates = [
        mean_of(ExactHistogram({-3: 4, 0: 9, 2: 5})),
        mean_of(ExactHistogram({0: 30, 12: 10}), scale=12, share=True),
        mean_of(ExactHistogram({0: 11, 6: 5, 12: 8}), scale=12, share=True),
        mean_of_group(group),
    ]
    for found in estimates:
        for alpha in ALPHAS:
            interval = found.interval(alpha)
            assert interval.low is not None
            assert interval.high is not None
            for bound in interval:
                assert bound is not None
                for even in (bound - 1e-6, bound + 1e-6):
                    assert interval.excludes(even) == (found.p_value(even) < alpha)


def test_a_share_of_whole_games_has_wilsons_interval_and_never_less_than_nothing() -> None:
    none = mean_of(ExactHistogram({0: 20}), scale=12, share=True)
    assert none.mean == 0.0
    low, high = none.interval()
    t = stats.t.isf(0.025, 19)
    assert low == 0.0
    assert high == pytest.approx(t**2 / (20 + t**2))
    low, high = mean_of(ExactHistogram({0: 30, 12: 10}), scale=12, share=True).interval()
    t = stats.t.isf(0.025, 39)
    for bound in (low, high):
        assert bound is not None
        assert abs(0.25 - bound) == pytest.approx(t * math.sqrt(bound * (1 - bound) / 40))


def test_shared_victories_count_as_more_games() -> None:
    """They vary less: the interval is that of Wilson with the number of whole games that would vary as little."""
    found = mean_of(ExactHistogram({0: 10, 6: 20, 12: 10}), scale=12, share=True)
    assert found.effective == 80
    low, high = found.interval()
    t = stats.t.isf(0.025, 39)
    for bound in (low, high):
        assert bound is not None
        assert abs(0.5 - bound) == pytest.approx(t * math.sqrt(bound * (1 - bound) / 80))
    assert found.p_value(0.4) == pytest.approx(two_sided(0.1 / math.sqrt(0.4 * 0.6 / 80), 39))
    same = mean_of(ExactHistogram({6: 40}), scale=12, share=True)
    assert same.interval() == (0.5, 0.5)
    assert (same.p_value(0.5), same.p_value(0.4)) == (1.0, 0.0)


def test_one_game_has_no_interval() -> None:
    found = mean_of(ExactHistogram({7: 1}))
    assert found.mean == 7.0
    assert found.interval() == (None, None)
    assert found.interval().half == math.inf
    assert not found.interval().excludes(0.0)
    assert found.p_value() == 1.0
    with pytest.raises(ValueError, match="nothing was counted"):
        mean_of(ExactHistogram())


def test_a_group_of_few_games_has_no_interval_and_proves_nothing() -> None:
    group = GroupSum()
    for _ in range(FEWEST_GAMES - 1):
        group.add(1, 12)
    assert mean_of_group(group, 12).interval() == (None, None)
    assert mean_of_group(group, 12).p_value() == 1.0
    group.add(1, 12)
    assert mean_of_group(group, 12).interval() == pytest.approx((1.0, 1.0))
    assert mean_of_group(group, 12).p_value() == 0.0


def test_no_difference_in_any_game_is_not_striking() -> None:
    found = mean_of(ExactHistogram({0: 40}))
    assert (found.interval(), found.p_value()) == ((0.0, 0.0), 1.0)
    assert Estimate(2.02, 1.0, 40).p_value() == pytest.approx(ALPHA, abs=0.001)


def test_the_same_luck_narrows_by_the_ratio_of_the_spreads() -> None:
    one, other = ExactHistogram({0: 2, 2: 2}), ExactHistogram({1: 2, 3: 2})
    assert narrowed(one, other, ExactHistogram({1: 4})) is None
    assert narrowed(one, other, ExactHistogram({0: 2, 2: 2})) == pytest.approx(math.sqrt(2))


def test_false_discoveries_of_an_example() -> None:
    chances = [0.01, 0.04, 0.03, 0.005]
    assert false_discoveries(chances) == [
        pytest.approx(0.02),
        pytest.approx(0.04),
        pytest.approx(0.04),
        pytest.approx(0.02),
    ]
    assert false_discoveries([]) == []
