"""Student's t distribution, for the intervals and the p-values of studies alike.

`critical` inverts `two_sided`, so an interval leaves out a value exactly if the p-value of that value is below alpha.
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist
from typing import Final

NORMAL: Final = NormalDist()
PRECISION: Final = 1e-15
TINY: Final = 1e-300
"""Stands for zero in a denominator."""
MOST_TERMS: Final = 100_000
MOST_STEPS: Final = 200


def two_sided(t: float, degrees: int) -> float:
    """The probability of a value at least this far from zero, on either side."""
    if degrees < 1:
        raise ValueError("Student's t has at least one degree of freedom")
    if math.isinf(t):
        return 0.0
    square, a, b = t * t, degrees / 2, 0.5
    if square == 0:
        return 1.0
    inside, outside = degrees / (degrees + square), square / (degrees + square)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(log_front - a * math.log1p(square / degrees) + b * math.log(outside))
    # The continued fraction converges fast on one side only; small probabilities are always found directly.
    if inside < (a + 1) / (a + b + 2):
        return min(1.0, front * _fraction(a, b, inside) / a)
    return max(0.0, 1 - front * _fraction(b, a, outside) / b)


@lru_cache(maxsize=65536)
def critical(alpha: float, degrees: int) -> float:
    """The value that is exceeded on either side with probability `alpha`: an interval's half width in errors."""
    if not 0 < alpha < 1:
        raise ValueError("alpha is between 0 and 1")
    low, high = 0.0, 2.0
    while two_sided(high, degrees) > alpha:
        low, high = high, 2 * high
    t = min(max(-NORMAL.inv_cdf(alpha / 2), low), high)
    for _ in range(MOST_STEPS):
        missed = two_sided(t, degrees)
        if missed > alpha:
            low = t
        else:
            high = t
        # Newton's step, and bisection where it leaves the bracket.
        following = t + (missed - alpha) / (2 * density(t, degrees))
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - t) <= PRECISION * following:
            break
        t = following
    return t


def density(t: float, degrees: int) -> float:
    """The probability density at `t`."""
    log_front = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2) - math.log(math.pi * degrees) / 2
    return math.exp(log_front - (degrees + 1) / 2 * math.log1p(t * t / degrees))


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function (Lentz's algorithm)."""
    c, d = 1.0, 1 / _nonzero(1 - (a + b) * x / (a + 1))
    found = d
    for m in range(1, MOST_TERMS):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _nonzero(1 + numerator * d)
            c = _nonzero(1 + numerator / c)
            found *= c * d
        if abs(c * d - 1) < PRECISION:
            break
    return found


def _nonzero(value: float) -> float:
    return value if abs(value) > TINY else TINY
