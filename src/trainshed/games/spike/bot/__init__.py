"""Rules of thumb of Spike: weights of answers, playing styles, and the points that seats are expected to have.

`weigh` reads only what the seat to move may know: the board, its own hand and route card. It looks at no other hand and
at no colour of the pile, so all worlds drawn from one view get the same weights. It plans which cities to connect and
where the train should go (`plan`), without searching ahead. `expected_points` is for imagined full positions.
"""

from trainshed.games.spike.bot.expected import MARGIN, expected_points
from trainshed.games.spike.bot.styles import MISTAKES, SOME_MISTAKES, STYLE_SENTENCES, STYLES, quick_weigher, weigher
from trainshed.games.spike.bot.weights import quick_weigh, weigh

__all__ = [
    "MARGIN",
    "MISTAKES",
    "SOME_MISTAKES",
    "STYLES",
    "STYLE_SENTENCES",
    "expected_points",
    "quick_weigh",
    "quick_weigher",
    "weigh",
    "weigher",
]
