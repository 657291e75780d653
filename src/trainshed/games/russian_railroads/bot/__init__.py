"""Heuristic player of Russian Railroads: it weighs every answer by the points that it expects, without searching ahead.

`weigh` reads only what the seat to move may know: it looks at nobody else's end bonus cards, and into the pile only
while the seat chooses from it, so all worlds drawn from one view get the same weights. `expected_points` values a whole
position, as search asks for it.
"""

from __future__ import annotations

from typing import Final

from trainshed.games.russian_railroads.bot.outlook import expected_points
from trainshed.games.russian_railroads.bot.styles import MISTAKES, SOME_MISTAKES, STYLE_SENTENCES, STYLES
from trainshed.games.russian_railroads.bot.weighing import weigh, weigher

__all__ = [
    "MARGIN",
    "MISTAKES",
    "SOME_MISTAKES",
    "STYLES",
    "STYLE_SENTENCES",
    "expected_points",
    "weigh",
    "weigher",
]

MARGIN: Final = 55.0
"""The standard deviation of the final margin between two equal players, in points."""
