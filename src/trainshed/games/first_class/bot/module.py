"""What a module of First Class is to the heuristic player: what its cards, icons and words are worth.

The part of a module is one file in `bot/modules`, found by its id; its class is called THUMB there. A module without
such a file is played by what stands here: its cards are worth what their icons would be.
"""

from __future__ import annotations

from typing import Any, Final

from trainshed.games.first_class.rules.effect_notation import Icon

UNKNOWN: Final = 0.5
"""The share of its icons that a card of an unknown module is worth."""


class ModuleThumb:
    """Rules of thumb for one module, in one decision."""

    def __init__(self, outlook: Any, rules: Any) -> None:
        self.outlook = outlook
        self.rules = rules

    def promise(self) -> float:
        """What lies on the table for the player and will pay later; trains, line and conductors may be imagined."""
        return 0.0

    def card_gain(self, card: int) -> float:
        """What it brings to use a card of the module's own kinds."""
        return float(UNKNOWN * self.outlook.worth(self.outlook.box.cards[card].icons))

    def icon_worth(self, icon: Icon) -> float:
        """What one of the module's own icons brings."""
        return 0.0

    def word_gain(self, asked: Any, move: int) -> float:
        """What one of the module's own words brings."""
        return UNKNOWN
