"""After how many games a study checks whether its answers are narrow enough.

A study that goes on until its intervals are narrow checks several times. The number of games before the next check
follows from the totals alone, so the same study ends after the same games wherever it is played. The width of an
interval tells little of where its middle is, which is why checking often does not make it miss the truth more often
(unlike checking whether a difference is clear); `bench/study_intervals.py` counts it.
"""

from __future__ import annotations

import math
from typing import Final

FEWEST: Final = 200
"""Games of the first look: spreads that are estimated from fewer would end a study too early."""
MOST_GROWTH: Final = 4
"""The next look comes after at most so many times the games."""
LEAST_GROWTH: Final = 1.1


def first_look(most: int, round_: int) -> int:
    """The games after which a study looks for the first time, in whole rounds of seatings."""
    return min(most, whole(FEWEST, round_))


def next_look(games: int, half: float, wanted: float, most: int, round_: int) -> int:
    """The games after which a study looks again, if half of its widest interval is `half` now."""
    needed = games * (half / wanted) ** 2 if half < math.inf else math.inf
    target = max(LEAST_GROWTH * games, min(needed * 1.05, MOST_GROWTH * games))
    return min(most, whole(math.ceil(target), round_))


def whole(games: int, round_: int) -> int:
    """So many games rounded up to whole rounds, so that every bot has sat in every seat equally often."""
    return -(-games // round_) * round_
