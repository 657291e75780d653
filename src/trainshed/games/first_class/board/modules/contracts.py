"""Module A on the board: contracts that are fulfilled and pay in the next scoring phase lie on beside the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trainshed.games.first_class.board.module import BoardModule, LyingCard
from trainshed.games.first_class.rules.components import Components
from trainshed.games.first_class.rules.effect_notation import POINTS
from trainshed.kernel.translation import marked


class ContractsOnBoard(BoardModule):
    """Module A."""

    def lying(self, scene: Any) -> list[LyingCard]:
        deferred = scene.then.modules["contracts"]["deferred"][scene.shown]
        return [LyingCard(card, (), True) for card in deferred]

    def lies(self, scene: Any, card: str) -> tuple[str, str, str] | None:
        if card not in scene.then.modules["contracts"]["deferred"][scene.shown]:
            return None
        return scene.phrase("fulfilled"), scene.phrase("paid in the next scoring phase"), "FC-MODULE-A-10"

    def points_once(self, box: Components, view: Any, seat: int) -> list[tuple[str, int]]:
        """The points of fulfilled contracts that pay later (FC-MODULE-A-10)."""
        cards = [box.cards[box.card_numbers[name]] for name in view.modules["contracts"]["deferred"][seat]]
        points = sum(icon.count for card in cards for icon in card.icons if icon.verb == POINTS)
        return [(marked("Contracts"), points)] if points else []

    def names(self) -> Mapping[str, str]:
        return {"": marked("Fulfilled contracts")}


MODULE = ContractsOnBoard
