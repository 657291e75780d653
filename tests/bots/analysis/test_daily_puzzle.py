"""The puzzle of the day: every title in turn, and no puzzle again before all others of its title."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise
from math import gcd

import pytest

from trainshed.bots.analysis.daily_puzzle import daily_puzzle, stride
from trainshed.bots.analysis.puzzles import puzzles_of
from trainshed.kernel.registry import game, titles

FIRST = date(2026, 11, 18)


def test_a_year_of_puzzles() -> None:
    files = {slug: puzzles_of(game(slug)) for slug in titles()}
    counts = {slug: len(file.numbers) for slug, file in files.items() if file is not None}
    days = [daily_puzzle(FIRST + timedelta(days=day), counts) for day in range(sum(counts.values()))]
    found = [each for each in days if each is not None]
    assert len(found) == len(days) >= 366
    for first in range(len(found) - len(counts)):
        assert {each.title for each in found[first : first + len(counts)]} == set(counts)
    for title, count in counts.items():  # a title with fewer puzzles comes to its first again before the others
        own = [each.number for each in found if each.title == title]
        assert len(set(own)) == min(count, len(own))
        assert len(set(own[:count])) == len(own[:count])
    assert all(1 <= each.number <= counts[each.title] for each in found)


def test_easy_and_hard_days_of_a_title_alternate() -> None:
    """Puzzles are sorted from easy to hard: neighbours of a title lie far apart."""
    found = [daily_puzzle(FIRST + timedelta(days=day), {"one": 100}) for day in range(100)]
    numbers = [each.number for each in found if each is not None]
    assert sorted(numbers) == list(range(1, 101))
    assert min(abs(one - two) for one, two in pairwise(numbers)) >= 30


@pytest.mark.parametrize("count", range(1, 130))
def test_any_number_of_puzzles(count: int) -> None:
    assert gcd(stride(count), count) == 1


def test_titles_without_puzzles() -> None:
    assert daily_puzzle(FIRST, {}) is None
    assert daily_puzzle(FIRST, {"none": 0}) is None
    found = {daily_puzzle(FIRST + timedelta(days=day), {"none": 0, "few": 2, "one": 1}) for day in range(6)}
    assert found == {("few", 1), ("few", 2), ("one", 1)}
