"""How far conductors, coaches and the locomotive usually get in some turns: odds that depend on no position."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from trainshed.games.first_class.bot.habits import HABITS

FARTHEST: Final = 40
"""Distances from here on count as unreachable."""


@lru_cache(maxsize=512)
def reach_odds(turns: int, pace: float) -> list[float]:
    """The odds that a piece goes so many places on in these turns, by the number of places."""
    mean = pace * turns
    odds = [1.0]
    for distance in range(1, FARTHEST):
        odds.append(min(1.0, max(0.0, 0.5 + (mean - distance + 0.5) / (1.0 + mean))))
    return odds


def risen(position: int, turns: int) -> float:
    """By how many levels the coach at a position is expected to rise in these turns."""
    growth = HABITS.growth
    return HABITS.rises * turns * growth[min(position, len(growth)) - 1]


@lru_cache(maxsize=64)
def grown(levels: tuple[int, ...], turns: int) -> list[list[float]]:
    """The points that a coach is expected to show after these turns, by its position (from 1) and its level now."""
    table: list[list[float]] = [[]]
    for position in range(1, len(HABITS.growth) + 1):
        more = risen(position, turns)
        row = []
        for level in range(len(levels)):
            at = min(level + more, len(levels) - 1.0)
            low = min(int(at), len(levels) - 2)
            row.append(levels[low] + (at - low) * (levels[low + 1] - levels[low]))
        table.append(row)
    return table


def rise_odds(lack: int, position: int, turns: int) -> float:
    """The odds that a coach on which a card waits rises by so many levels in these turns."""
    if lack <= 0:
        return 1.0
    more = HABITS.aim * risen(position, turns)
    return 1.0 - lack / more if more > lack else 0.0
