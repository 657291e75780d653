"""The points that every seat of First Class is expected to have at the end of the game: the value of a position.

The points that a seat has, and what its facts (`prospects`, `pending`) are worth in points to come (`fitted`).
"""

from __future__ import annotations

import importlib
from functools import lru_cache
from typing import Final

from trainshed.games.first_class.bot.forecast.fitted import worths
from trainshed.games.first_class.bot.forecast.pending import Owed, add_owed, owed_to
from trainshed.games.first_class.bot.forecast.prospects import PAYING, WAITING, facts_of
from trainshed.games.first_class.bot.module import ModuleForecast
from trainshed.games.first_class.bot.outlook import PACKAGE
from trainshed.games.first_class.bot.stage import GameStage, stage_of, to_phases
from trainshed.games.first_class.rules.rounds import bonus_points
from trainshed.games.first_class.rules.state import FirstClassState

MARGIN: Final = 26.0
"""The standard deviation of the difference between two equal players at the end, in points (400 two-seat games)."""


@lru_cache(maxsize=64)
def forecast_of(name: str) -> ModuleForecast:
    """What a module promises, or the general forecast if it has none of its own."""
    path = f"{PACKAGE}.{name}"
    try:
        found: ModuleForecast = importlib.import_module(path).FORECAST
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        return ModuleForecast()
    return found


def expected_points(world: FirstClassState) -> list[float]:
    """For every seat the points that it is expected to have at the end; at the end what `game.returns` says."""
    if world.over:
        returns: list[float] = world.game.returns(world)
        return returns
    counted = world.counted()
    owed = owed_to(world)
    points: list[float] = []
    turns = 0
    for seat in range(world.seats):
        own = float(world.players[seat].points)
        if not counted:
            stage = stage_for(world, seat, owed[seat])
            turns += stage.turns_left
            own += to_come(world, seat, stage, owed[seat])
        points.append(own)
    for module in world.table.modules:
        points = forecast_of(module.name).settle(world, module, points, float(turns) / float(world.seats))
    return points


def to_come(world: FirstClassState, seat: int, stage: GameStage, owed: Owed) -> float:
    """The points that a seat is expected to get from now on."""
    if stage.phases == 0:
        return float(world.box.coin_points * sum(world.players[seat].coins) + sum(bonus_points(world, seat)))
    facts = seat_facts(world, seat, stage, owed)
    worth = worths(stage.phases, stage.turns)
    total = 0.0
    for at in range(len(facts)):
        total += facts[at] * worth[at]
    return total


def stage_for(world: FirstClassState, seat: int, owed: Owed) -> GameStage:
    """The stage of the game for a seat; a main move that it has still to make is one of its turns."""
    phases, turns = to_phases(world, seat)
    return stage_of(world.box, phases, turns + owed.turn)


def seat_facts(world: FirstClassState, seat: int, stage: GameStage, owed: Owed) -> list[float]:
    """All numbers from which the points still to come are estimated, in the order of FACTS."""
    facts = facts_of(world, seat, stage, owed.claimed)
    for module in world.table.modules:
        paying, waiting = forecast_of(module.name).lying(world, module, seat, stage)
        facts[PAYING] += paying
        facts[WAITING] += waiting
    if owed.effects:
        add_owed(facts, world, seat, owed.effects, stage)
    return facts
