"""What a module of First Class is to the heuristic player: what its cards, icons and words are worth.

The part of a module is one file in `bot/modules`, found by its id; its class is called THUMB there. A module without
such a file is played by what stands here: its cards are worth what their icons would be.
"""

from __future__ import annotations

from typing import Any, Final

from trainshed.games.first_class.bot.outlook import Outlook
from trainshed.games.first_class.rules.effect_notation import Icon

UNKNOWN: Final = 0.5
"""The share of its icons that a card of an unknown module is worth."""


class ModuleThumb:
    """Rules of thumb for one module, in one decision."""

    def __init__(self, outlook: Outlook, rules: Any) -> None:
        self.outlook: Outlook = outlook
        self.rules = rules

    def promises(self) -> bool:
        """Does anything lie on the table for the player that will pay later?"""
        return False

    def promise(self) -> float:
        """What lies on the table for the player and will pay later; trains, line and conductors may be imagined."""
        return 0.0

    def card_gain(self, card: int) -> float:
        """What it brings to use a card of the module's own kinds."""
        return UNKNOWN * self.outlook.card_worth(card)

    def icon_worth(self, icon: Icon) -> float:
        """What one of the module's own icons brings."""
        return 0.0

    def word_gain(self, asked: Any, move: int) -> float:
        """What one of the module's own words brings."""
        return UNKNOWN


class ModuleForecast:
    """What one module promises the seats of a position; in its file the instance is called FORECAST."""

    def lying(self, world: Any, rules: Any, seat: int, stage: Any) -> tuple[float, float]:
        """What the module's cards at a seat's trains and line will pay: those that pay already, and the others."""
        return 0.0, 0.0

    def settle(self, world: Any, rules: Any, points: list[float], turns: float) -> list[float]:
        """The points at the end, once the module has had its say; `turns` are left to each seat on the average."""
        return points
