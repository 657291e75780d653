"""Percentiles of measured values, in one way for all measurements."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil


def percentile(values: Sequence[float], part: float) -> float:
    """A percentile: `part` of all values are not above it."""
    return sorted(values)[max(0, ceil(part * len(values)) - 1)]
