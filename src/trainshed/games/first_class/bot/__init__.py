"""Heuristic player of First Class: it weighs every answer by the points that it expects, without searching ahead.

`weigh` reads only what the seat to move may know: the display, trains, lines, coins and its own end-bonus cards and
tokens; so all worlds drawn from one view get the same weights. An `Outlook` says how many points a position promises;
an answer is worth what it adds to them. The values of `Habits` were tuned by playing against itself.
"""

from __future__ import annotations

from trainshed.games.first_class.bot.forecast.expected import MARGIN, expected_points
from trainshed.games.first_class.bot.playing_style import MISTAKES, SOME_MISTAKES, STYLE_SENTENCES, STYLES
from trainshed.games.first_class.bot.weighing import weigh, weigher

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
