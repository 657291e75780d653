"""Weights of answers, as the `weigh` of a title's `bot` gives them, made from what each is worth in points."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

HEAVIEST: Final = 1000
"""The weight of the best answer."""


def weights(gains: Sequence[float], sharpness: float = 1.0) -> list[int]:
    """A weight for each gain: one that is a point worse than the best weighs e to the power of `sharpness` less."""
    best = max(gains)
    return [int(HEAVIEST * exp(sharpness * (gain - best)) + 0.5) for gain in gains]


def alike(count: int) -> list[int]:
    """Weights of answers among which there is nothing to choose."""
    return [HEAVIEST] * count
