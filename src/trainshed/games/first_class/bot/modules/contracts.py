"""The forecast for contracts that are fulfilled and pay in the next scoring phase."""

from __future__ import annotations

from typing import Final

from trainshed.games.first_class.bot.module import ModuleForecast, ModuleThumb
from trainshed.games.first_class.bot.stage import GameStage
from trainshed.games.first_class.rules.modules.contracts import Contracts
from trainshed.games.first_class.rules.state import FirstClassState

THUMB = ModuleThumb


class DeferredForecast(ModuleForecast):
    """What fulfilled contracts of module A will pay."""

    def lying(self, world: FirstClassState, rules: Contracts, seat: int, stage: GameStage) -> tuple[float, float]:
        return sum([stage.card[card] for card in rules.own(world).deferred[seat]], 0.0), 0.0


FORECAST: Final = DeferredForecast()
