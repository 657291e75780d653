"""Weights of answers from their gains."""

from __future__ import annotations

import pytest

from trainshed.kernel.shared.weights import HEAVIEST, alike, weights


@pytest.mark.parametrize(("sharpness", "lighter"), [(1.0, 368), (0.15, 861), (0.0, 1000)])
def test_the_best_weighs_most_and_each_point_less_divides(sharpness: float, lighter: int) -> None:
    assert weights([4.5, 3.5], sharpness) == [HEAVIEST, lighter]
    assert weights([-8.0], sharpness) == [HEAVIEST]


def test_nothing_to_choose() -> None:
    assert alike(3) == [HEAVIEST] * 3
