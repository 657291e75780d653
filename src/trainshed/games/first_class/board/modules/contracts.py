"""Module A on the board: contracts that are fulfilled and pay in the next scoring phase lie on beside the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trainshed.games.first_class.board.module import BoardModule, LyingCard
from trainshed.kernel.translation import marked


class ContractsOnBoard(BoardModule):
    """Module A."""

    def lying(self, scene: Any) -> list[LyingCard]:
        deferred = scene.then.modules["contracts"]["deferred"][scene.shown]
        return [LyingCard(card, (), True) for card in deferred]

    def names(self) -> Mapping[str, str]:
        return {"": marked("Fulfilled contracts")}


MODULE = ContractsOnBoard
