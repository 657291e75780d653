"""The weights of answers: what each brings by the rules of thumb, as `weigh` of a title's `bot` gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from trainshed.games.first_class.bot.answers import gains
from trainshed.games.first_class.bot.playing_style import PLAIN, PlayingStyle
from trainshed.games.first_class.bot.trial import Trial
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.kernel.shared.weights import alike, weights

SHARPNESS: Final = 2.0
"""Each point that a move is worse than the best divides its weight by e to this power."""


def weigh(world: FirstClassState, moves: Sequence[int]) -> list[int]:
    """A weight for each of these answers, higher is better; choosing at random by weight plays well too."""
    return weigh_as(world, moves, PLAIN)


def weigher(style: str = "", mistakes: Iterable[str] = ()) -> Callable[[FirstClassState, Sequence[int]], list[int]]:
    """A `weigh` of a playing style that makes mistakes of beginners; without a style it has the plan that suits."""
    how = PlayingStyle(style, mistakes)
    return lambda world, moves: weigh_as(world, moves, how)


def weigh_as(world: FirstClassState, moves: Sequence[int], style: PlayingStyle) -> list[int]:
    """Weights of a player of a style."""
    if len(moves) == 1:
        return alike(1)
    asked: Any = world._stack[world._depth - 1]
    trial = Trial(world, asked.seat, style)
    found = gains(trial, asked, moves)
    trial.close()
    return weights(found, SHARPNESS)
