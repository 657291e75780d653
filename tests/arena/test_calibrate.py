"""The χ² test: known tail probabilities, and which counts it accepts and rejects."""

from __future__ import annotations

from random import Random

import pytest

from trainshed.arena.calibrate import WORLDS, check_ranks, chi_square_tail, goodness, rank
from trainshed.arena.checks import NotConforming


@pytest.mark.parametrize(
    ("value", "freedom", "tail"),
    [(3.841459, 1, 0.05), (5.991465, 2, 0.05), (7.814728, 3, 0.05), (11.070498, 5, 0.05), (18.307038, 10, 0.05)],
)
def test_tails_are_those_of_the_tables(value: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(tail, rel=1e-5)


def test_far_tails() -> None:
    assert chi_square_tail(0.0, 4) == 1.0
    assert chi_square_tail(10.0, 0) == 1.0
    assert chi_square_tail(200.0, 7) == pytest.approx(1.2e-39, rel=0.1)


def test_goodness_puts_rare_cells_together() -> None:
    assert goodness([50, 50, 0, 0], [50, 50, 0.1, 0.1]) > 0.9
    assert goodness([50, 40, 10], [50, 50, 0]) == 0.0
    assert goodness([90, 10], [50, 50]) < 1e-6


def test_ranks() -> None:
    rng = Random(1)
    assert rank([5, 1, 2, 9], rng) == 2
    assert {rank([5, 5, 5], rng) for _ in range(50)} == {0, 1, 2}
    uniform = [[place] * 3 for place in range(WORLDS + 1)] * 20
    check_ranks(uniform)
    with pytest.raises(NotConforming, match="wrong odds"):
        check_ranks([[WORLDS] * 3] * 100)
