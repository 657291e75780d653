"""Exact sums: the same bytes in any order, and the figures that a slow calculation gives."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random
from statistics import mean, stdev
from typing import TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainshed.arena.summaries import MOST_REMARKABLE, ExactHistogram, GroupSum, Remarkable

NUMBERS = st.lists(st.integers(-50, 400), min_size=1, max_size=60)
S = TypeVar("S", ExactHistogram, Remarkable, GroupSum)


def merged(parts: list[S], rng: Random) -> S:
    """All parts in one, merged in some order."""
    parts = parts[:]
    while len(parts) > 1:
        other = parts.pop(rng.randrange(len(parts)))
        parts[rng.randrange(len(parts))].merge(other)
    return parts[0]


@given(NUMBERS, st.randoms(use_true_random=False))
def test_histograms_merge_in_any_order_to_the_same_bytes(values: list[int], rng: Random) -> None:
    whole = ExactHistogram()
    for value in values:
        whole.add(value)
    parts = [ExactHistogram({value: 1}) for value in values]
    assert msgspec.json.encode(merged(parts, rng).sorted()) == msgspec.json.encode(whole.sorted())
    assert msgspec.json.decode(msgspec.json.encode(whole), type=ExactHistogram) == whole


@given(NUMBERS)
def test_a_histogram_has_the_figures_of_its_values(values: list[int]) -> None:
    found = ExactHistogram()
    for value in values:
        found.add(value)
    assert found.count == len(values)
    assert found.mean == pytest.approx(mean(values))
    if len(values) > 1:
        assert found.sd == pytest.approx(stdev(values), abs=1e-9)
    else:
        assert found.sd is None
    for part in (Fraction(1, 20), Fraction(1, 2), Fraction(19, 20), Fraction(1)):
        at = found.quantile(part)
        assert at is not None
        assert sum(value <= at for value in values) >= part * len(values)
        assert sum(value < at for value in values) < part * len(values)


def test_a_histogram_of_nothing_has_no_figures() -> None:
    assert (ExactHistogram().mean, ExactHistogram().sd, ExactHistogram().quantile(Fraction(1, 2))) == (None, None, None)


@given(st.lists(st.integers(0, 6), min_size=1, max_size=40), st.randoms(use_true_random=False))
def test_of_equally_remarkable_games_the_first_are_kept_in_any_order(values: list[int], rng: Random) -> None:
    games = list(enumerate(values))
    highest = sorted(((value, index) for index, value in games), key=lambda game: (-game[0], game[1]))
    lowest = sorted((value, index) for index, value in games)
    rng.shuffle(games)
    one, parts = Remarkable(), []
    for index, value in games:
        one.add(value, index)
        parts.append(Remarkable())
        parts[-1].add(value, index)
    for found in (one, merged(parts, rng)):
        assert found.highest == highest[:MOST_REMARKABLE]
        assert found.lowest == lowest[:MOST_REMARKABLE]


GAMES = st.lists(st.lists(st.integers(-30, 30), min_size=1, max_size=4), min_size=2, max_size=30)


@given(GAMES, st.randoms(use_true_random=False))
def test_the_error_of_a_group_is_that_of_the_games(games: list[list[int]], rng: Random) -> None:
    parts = []
    for members in games:
        parts.append(GroupSum())
        parts[-1].add(len(members), sum(members))
    found = merged(parts, rng)
    seats = sum(map(len, games))
    centre = sum(map(sum, games)) / seats
    scatter = sum((sum(game) - centre * len(game)) ** 2 for game in games)
    assert found.mean == pytest.approx(centre)
    expected = math.sqrt(scatter * len(games) / (len(games) - 1)) / seats
    assert found.error == pytest.approx(expected, abs=1e-9)


def test_a_group_of_one_game_has_no_error() -> None:
    group = GroupSum()
    assert (group.mean, group.error) == (None, None)
    group.add(2, 7)
    assert (group.mean, group.error) == (3.5, None)
