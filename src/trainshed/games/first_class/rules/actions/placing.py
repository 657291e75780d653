"""Laying a card of a module at one of several places: at a coach, at a city, in a column."""

from __future__ import annotations

from trainshed.games.first_class.rules.module import Module
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.kernel.agenda import OTHER_QUESTION, OpenQuestion
from trainshed.kernel.compiled import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class PlaceCard(OpenQuestion):
    """At which place is a card laid? Its module knows the places and keeps it there; each question is a subclass."""

    __slots__ = ("card",)

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card = card

    def args(self) -> list[int]:
        return [self.seat, self.card]

    def module(self, state: FirstClassState) -> Module:
        module = state.box.modules[state.box.cards[self.card].module]
        assert isinstance(module, Module)
        return module

    def legal(self, state: FirstClassState) -> list[int]:
        return self.module(state).places(state, self.seat, self.card)

    def forbids(self, state: FirstClassState, move: int) -> int:
        module = self.module(state)
        why = module.no_place(state, self.card, move)
        if why == OTHER_QUESTION:
            return OTHER_QUESTION
        return 0 if move in module.places(state, self.seat, self.card) else why

    def take(self, state: FirstClassState, move: int, forced: bool) -> None:
        self.module(state).place(state, self.seat, self.card, move, forced)
