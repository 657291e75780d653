"""How much each fact of a seat is worth in points that are still to come, fitted by least squares.

Found from 65,000 positions of 1,200 games of `weigh` against itself (2, 3 and 4 seats, all pairs of modules, moves
drawn by weight): ridge regression of the points that were still to come on the facts of a seat. Each fact has six
values: for three, two and one scoring phases left, each just before the next phase and six turns before it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from trainshed.games.first_class.bot.forecast.prospects import FACTS

TURNS: Final = 6.0
"""The turns that lie between two scoring phases."""

FITTED: Final[dict[str, tuple[float, ...]]] = {
    "one": (57.1, 63.9, 25.9, 52.6, 4.95, 20.9),
    "seats": (-0.143, -0.0355, -0.0748, -0.116, -0.689, -0.127),
    "reached": (0.693, -0.355, 0.188, 0.293, 0.296, 0.167),
    "near": (0.565, -0.171, 0.633, 0.47, 0.121, 0.68),
    "middle": (0.966, -5.48, -0.155, -4.1, -0.537, 2.24),
    "far": (0, 0, 0.0142, 1.15, -0.238, 0.543),
    "grown": (0.0938, 0.669, 0.423, 0.511, 0.287, 0.5),
    "coaches": (0.833, 0.496, -0.306, 0.157, 0.252, -0.374),
    "conductors": (2.71, -3.67, 0.753, 2.35, -0.449, 1.18),
    "levels": (0.0542, 1.81, 1.94, -0.115, 0.721, 1.05),
    "length": (4.16, 6.94, 1.24, 3.76, 0.122, 1.46),
    "city": (2.26, 6.05, 0.432, 1.72, 0.0709, 0.951),
    "line": (1.44, 3.02, 0.897, 0.721, 0.878, 1.22),
    "ahead": (0.172, 0.132, 0.705, 0.483, 0.82, 0.399),
    "rewards": (0.431, 0.323, 0.768, 0.534, 0.4, 0.489),
    "coins": (2.77, 1.85, 1.89, 1.86, 0.741, 1.48),
    "dear_coins": (0.881, 4.71, 0.551, 0.374, 0.106, 0.219),
    "bonus": (2.8, 3.19, 1.51, 2.44, 0.961, 1.39),
    "bonus_later": (-0.0511, 0.396, -0.304, 0.209, -0.202, 0.175),
    "bonus_cards": (-0.218, 7.89, 1.43, 0.295, -0.495, 1.25),
    "contracts": (0.99, 0.965, 0.586, 0.856, 0.497, 0.135),
    "open_contracts": (-0.263, -0.793, 0.0049, -0.117, 0.123, 0.276),
    "ladder": (3.23, 1.6, 0.0313, 2.52, 0.759, 1.17),
    "start": (-1.61, 3.43, 0.554, 2.43, 3.4, 2.43),
    "icons": (1.12, 1.56, 1.01, 1.19, 0.624, 0.636),
    "paying": (0.585, 1.45, 0.87, 0.63, 0.958, 0.784),
    "waiting": (1.08, 1.53, 1.08, 1.29, 1.33, 1.01),
}

assert tuple(FITTED) == FACTS


@lru_cache(maxsize=64)
def worths(phases: int, turns: int) -> list[float]:
    """What one of each fact is worth in a stage, in the order of FACTS."""
    at = 2 * (3 - min(phases, 3))
    share = min(1.0, turns / TURNS)
    return [row[at] + share * (row[at + 1] - row[at]) for row in FITTED.values()]
