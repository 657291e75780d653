"""Module A, the contracts: nearly all its cards are contracts, and one of them pays later (FC-MODULE-A).

Contracts themselves occur in every module and belong to the core: see `rules/actions/contracts.py`.
"""

from __future__ import annotations

from random import Random
from typing import Any

from trainshed.games.first_class.rules.actions.in_progress import PAID, carry_out
from trainshed.games.first_class.rules.module import Module, ModuleState
from trainshed.games.first_class.rules.state import FirstClassState, appended


class DeferredContracts(ModuleState):
    """Fulfilled contracts of each seat whose reward comes in the next scoring phase."""

    __slots__ = ("deferred",)

    def __init__(self, deferred: list[list[int]]) -> None:
        self.deferred = deferred

    def clone(self) -> ModuleState:
        return DeferredContracts(self.deferred)

    def facts(self) -> list[Any]:
        return [self.deferred]


class Contracts(Module):
    """Module A."""

    def own(self, state: FirstClassState) -> DeferredContracts:
        own = state.kept[self.number]
        assert isinstance(own, DeferredContracts)
        return own

    def new(self, state: FirstClassState) -> ModuleState:
        return DeferredContracts([[] for _ in range(state.seats)])

    def restore(self, facts: list[Any]) -> ModuleState:
        return DeferredContracts(*facts)

    def seen(self, state: FirstClassState, seat: int | None) -> dict[str, Any]:
        cards = state.box.cards
        return {"deferred": [[cards[card].name for card in deferred] for deferred in self.own(state).deferred]}

    def imagine(self, state: FirstClassState, seen: dict[str, Any], seat: int | None, rng: Random) -> ModuleState:
        numbers = state.box.card_numbers
        return DeferredContracts([[numbers[name] for name in names] for names in seen["deferred"]])

    def contract_met(self, state: FirstClassState, seat: int, card: int) -> bool:
        """FC-MODULE-A-10: later, unless it is fulfilled in the owner's part of a scoring phase."""
        if state.box.cards[card].pays != "scoring" or (state.scoring and state.turn == seat):
            return False
        own = self.own(state)
        own.deferred = appended(own.deferred, seat, [card])
        return True

    def part_begins(self, state: FirstClassState, seat: int) -> None:
        """Deferred rewards come at the beginning of the owner's part (FC-MODULE-A-10)."""
        own = self.own(state)
        due = own.deferred[seat]
        if not due:
            return
        deferred = own.deferred[:]
        deferred[seat] = []
        own.deferred = deferred
        for card in reversed(due):
            self.tell_card(state, "paid", seat, card)
            carry_out(state, seat, PAID, state.box.cards[card].icons)


MODULE = Contracts
