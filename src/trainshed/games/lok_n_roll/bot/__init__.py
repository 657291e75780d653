"""Heuristic player of Lok'n'Roll: estimates what each answer is worth in points, without searching ahead.

`weigh` reads only what the seat to move may know: the table, its own hand and everybody's pile. It looks at no other
hand and at no unseen card, so all worlds drawn from one view get the same weights.

An answer is worth the points that leave the hand, less the points that the penalty cards add on average (exactly, by
the odds of the dice and the best order of discarding), plus the `Habits`: further weights in points, which were found
by playing many games against itself.

thumb.py      the weights of the answers to every question      habits.py     the tuned weights
turn_plan.py  what each action of a turn is worth                pile.py       penalty cards and chaos cards on a pile
open_end.py   the open end that a card would leave              styles.py     playing styles, mistakes of beginners
expected.py   expected points at the end of the game
"""

from __future__ import annotations

from typing import Final

from trainshed.games.lok_n_roll.bot.expected import expected_points
from trainshed.games.lok_n_roll.bot.styles import MISTAKES, SOME_MISTAKES, STYLE_SENTENCES, STYLES, weigher
from trainshed.games.lok_n_roll.bot.thumb import weigh

__all__ = [
    "FEWEST_WIN",
    "MARGIN",
    "MISTAKES",
    "SOME_MISTAKES",
    "STYLES",
    "STYLE_SENTENCES",
    "expected_points",
    "weigh",
    "weigher",
]

MARGIN: Final = 8.1
"""The standard deviation of the final margin between two equal players, in points."""

FEWEST_WIN: Final = True
"""Expected points are those of `game.returns`, where more is better: on the table they are counted the other way."""
