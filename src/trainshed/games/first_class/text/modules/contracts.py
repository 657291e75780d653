"""The texts of module A, contracts. Contracts occur in every module, so that the core has their sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from trainshed.games.first_class.events import ModuleEvent
from trainshed.games.first_class.text.module import ModuleText
from trainshed.games.first_class.text.names import card_text
from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator


class ContractsText(ModuleText):
    """Contracts that pay later wait for the next scoring phase."""

    more_advice = ("contract-requirements", "contract-deferred")

    def deed(self, game: Game, events: Sequence[ModuleEvent], speech: Translator, names: Sequence[str]) -> str:
        contract = card_text(game, events[-1].facts["card"], speech)
        return speech.phrase("is paid for a contract (%(card)s)", card=contract)

    def seat_lines(self, game: Game, view: Any, seat: int, speech: Translator, names: Sequence[str]) -> Iterator[str]:
        if cards := view.modules["contracts"]["deferred"][seat]:
            told = "; ".join([card_text(game, card, speech) for card in cards])
            yield speech.phrase("Fulfilled, and paid in the next scoring phase: %(cards)s.", cards=told)

    def coach(self, game: Game, view: Any, words: Sequence[str], chosen: Sequence[str]) -> Iterator[str]:
        own = view.players[view.actor].contracts
        if own and not any(word.startswith("fulfil:") for word in words):
            yield "contract-requirements"
        if view.modules["contracts"]["deferred"][view.actor]:
            yield "contract-deferred"


TEXT = ContractsText()
