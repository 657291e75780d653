"""Heuristic player of First Class: it weighs every answer by the points that it expects, without searching ahead.

`weigh` reads only what the seat to move may know: the display, trains, lines, coins and its own end-bonus cards and
tokens; so all worlds drawn from one view get the same weights. An `Outlook` says how many points a position promises;
an answer is worth what it adds to them. The values of `Habits` were tuned by playing against itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from trainshed.games.first_class.bot.answers import gains
from trainshed.games.first_class.bot.habits import STYLES
from trainshed.games.first_class.bot.trial import Trial
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.kernel.shared.weights import alike, weights

__all__ = ["STYLES", "weigh", "weigh_style"]

SHARPNESS: Final = 2.0
"""Each point that a move is worse than the best divides its weight by e to this power."""


def weigh(world: FirstClassState, moves: Sequence[int]) -> list[int]:
    """A weight for each of these answers, higher is better; choosing at random by weight plays well too."""
    return weigh_as(world, moves, "")


def weigh_style(style: str) -> Callable[[FirstClassState, Sequence[int]], list[int]]:
    """A `weigh` that always follows one plan: coaches, conductors or line."""
    if style not in STYLES:
        raise ValueError(f"{style!r} is none of {', '.join(STYLES)}")
    return lambda world, moves: weigh_as(world, moves, style)


def weigh_as(world: FirstClassState, moves: Sequence[int], style: str) -> list[int]:
    """Weights of a player of a style; "": the plan that suits the position."""
    if len(moves) == 1:
        return alike(1)
    asked: Any = world.agenda[-1]
    return weights(gains(Trial(world, asked.seat, style), asked, moves), SHARPNESS)
