"""The weights of answers by the rules of thumb, at every question of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from trainshed.games.spike.bot.habits import HABITS, Habits, quick_habits
from trainshed.games.spike.bot.questions import gift_gains, keep_gains, payment_gains, side_gains, start_gains
from trainshed.games.spike.bot.turn_plan import TurnPlan
from trainshed.games.spike.rules.building import BuildRoute, PayRoute
from trainshed.games.spike.rules.drawing import DrawMore
from trainshed.games.spike.rules.set_up import ChooseSides, GiveCard, KeepRoute, PlaceTrain
from trainshed.games.spike.rules.state import SpikeState
from trainshed.games.spike.rules.turns import After, Turn
from trainshed.kernel.shared.weights import alike, weights

SHARPNESS: Final = 2.0
"""Each dollar that a move is worse than the best divides its weight by e to this power."""

QUICK: Final = quick_habits()


def weigh(world: SpikeState, moves: Sequence[int]) -> list[int]:
    """A weight for each of these answers, higher is better; choosing at random by weight plays well too."""
    return weigh_by(HABITS, world, moves)


def quick_weigh(world: SpikeState, moves: Sequence[int]) -> list[int]:
    """Weights nearly as good as those of `weigh` and cheaper: the playout policy of search."""
    return weigh_by(QUICK, world, moves)


def weigh_by(habits: Habits, world: SpikeState, moves: Sequence[int]) -> list[int]:
    """The weights of somebody with these habits."""
    if len(moves) == 1:
        return alike(1)
    gains = gains_of(habits, world, moves)
    return weights(gains, SHARPNESS) if gains else alike(len(moves))


def gains_of(habits: Habits, world: SpikeState, moves: Sequence[int]) -> list[float]:
    """What each answer gains, in dollars; nothing if there is nothing to choose."""
    asked: Any = world.top
    kind = type(asked)
    if kind is Turn or kind is After:
        return TurnPlan(world, asked.seat, habits).actions(moves)
    if kind is DrawMore:
        return TurnPlan(world, asked.seat, habits).draws(moves)
    if kind is BuildRoute:
        return TurnPlan(world, asked.seat, habits).next_links(moves, asked.links)
    if kind is PayRoute:
        return payment_gains(world, asked, moves, habits)
    if kind is PlaceTrain:
        return start_gains(world, asked.seat, moves, habits)
    if kind is GiveCard:
        return gift_gains(world, asked.seat, moves)
    if kind is ChooseSides:
        return side_gains(world, asked.seat, moves, habits)
    if kind is KeepRoute:
        return keep_gains(world, asked.seat, moves)
    return []
