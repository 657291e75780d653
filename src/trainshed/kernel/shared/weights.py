"""Weights of answers, as the `weigh` of a title's `bot` gives them, made from what each is worth in points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp
from typing import Final

HEAVIEST: Final = 1000
"""The weight of the best answer."""


def weights(gains: Sequence[float], sharpness: float = 1.0) -> list[int]:
    """A weight for each gain: one that is a point worse than the best weighs e to the power of `sharpness` less."""
    best = max(gains)
    return [int(HEAVIEST * exp(sharpness * (gain - best)) + 0.5) for gain in gains]


def check_known(names: Iterable[str], known: Iterable[str]) -> None:
    """Raise ValueError if a playing style or a mistake is none of those that a title has."""
    every = list(known)
    for name in names:
        if name not in every:
            raise ValueError(f"{name!r} is none of {', '.join(every)}")


def alike(count: int) -> list[int]:
    """Weights of answers among which there is nothing to choose."""
    return [HEAVIEST] * count
