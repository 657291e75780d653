"""Weights of the answers to every question, without searching ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trainshed.games.lok_n_roll.bot.habits import TUNED, PlayerHabits
from trainshed.games.lok_n_roll.bot.open_end import ways_to_lay
from trainshed.games.lok_n_roll.bot.pile import further_chaos, orders
from trainshed.games.lok_n_roll.bot.turn_plan import TurnPlan
from trainshed.games.lok_n_roll.rules.effects import Action, ChaosMore, ChooseTurn, Combine, Discard, ExtendMore
from trainshed.games.lok_n_roll.rules.state import LokState
from trainshed.kernel.shared.weights import HEAVIEST, alike, weights


def weigh(world: LokState, moves: Sequence[int]) -> list[int]:
    """A weight for each of these answers, higher is better; choosing at random by weight plays well too."""
    return weigh_by(world, moves, TUNED)


def weigh_by(world: LokState, moves: Sequence[int], who: PlayerHabits) -> list[int]:
    """The weights that a player with these habits gives."""
    if len(moves) == 1:
        return alike(1)
    asked: Any = world.agenda[-1]
    kind = type(asked)
    if kind is Action:
        return weights(TurnPlan(world, asked.seat, who).actions(moves))
    if kind is ExtendMore:
        return weights(TurnPlan(world, asked.seat, who).further_cards(moves, asked.value, asked.dice))
    if kind is ChooseTurn:
        return weights(ways_to_lay(world, asked, moves, who.at(world)))
    if kind is Discard:
        if not who.at(world).combines:
            return alike(len(moves))
        return weights(orders(world, asked.seat, moves))
    if kind is ChaosMore:
        return weights(further_chaos(world, asked.seat, moves, who.at(world)))
    if kind is Combine:  # always combine: it removes two cards
        return [HEAVIEST if move == world.box.word_combine else 0 for move in moves]
    return alike(len(moves))
