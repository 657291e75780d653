"""Question cards: which of them is taken and applied (RR-CARD)."""

from __future__ import annotations

from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.in_progress import IN_FULL_ONLY, carry_out
from trainshed.games.russian_railroads.rules.look_ahead import AGAIN_PARTS, can_all, can_in_full
from trainshed.games.russian_railroads.rules.spaces import ANY_OF_THREE, CARD_DUE, CARD_GONE, CARD_IN_FULL, has_effect
from trainshed.games.russian_railroads.rules.state import NO_SPACE, RailState
from trainshed.games.russian_railroads.rules.words import AGAIN, DONE
from trainshed.kernel.agenda import OTHER_QUESTION, OpenQuestion


class UseCard(OpenQuestion):
    """Which question card is used (RR-TOKEN-09)? It lapses only if no card has any effect (RR-CARD-12)."""

    __slots__ = ()

    def lapse(self, state: RailState) -> None:
        if state.heard is not None:
            state.heard.append(events.RestLapsed(self.seat, False))

    def candidates(self, state: RailState) -> list[int]:
        first: int = state.game.words.card
        return list(range(first, first + len(state.box.card_names)))

    def forbids(self, state: RailState, move: int) -> int:
        if move == DONE:
            return CARD_DUE
        card = move - state.game.words.card
        if not 0 <= card < len(state.box.card_names):
            return OTHER_QUESTION
        if not state.cards >> card & 1:
            return CARD_GONE
        if self.in_full(state, card):
            return 0
        for other in range(len(state.box.card_names)):
            if state.cards >> other & 1 and self.in_full(state, other):
                return CARD_IN_FULL
        return 0 if has_effect(state, self.seat, NO_SPACE, state.box.card_parts[card]) else CARD_IN_FULL

    def in_full(self, state: RailState, card: int) -> bool:
        return can_in_full(state, self.seat, NO_SPACE, state.box.card_parts[card])

    def take(self, state: RailState, move: int, forced: bool) -> None:
        card = move - state.game.words.card
        state.cards &= ~(1 << card)  # RR-CARD-11
        if state.heard is not None:
            state.heard.append(events.CardUsed(self.seat, state.box.card_names[card], forced))
        carry_out(state, self.seat, state.box.card_parts[card], IN_FULL_ONLY, NO_SPACE)


class Again(OpenQuestion):
    """Which of the three parts of the card is made once more (RR-CARD-01)?"""

    __slots__ = ()

    def lapse(self, state: RailState) -> None:
        if state.heard is not None:
            state.heard.append(events.RestLapsed(self.seat, False))

    def candidates(self, state: RailState) -> list[int]:
        first: int = state.game.words.again
        return list(range(first, first + len(AGAIN)))

    def forbids(self, state: RailState, move: int) -> int:
        index = move - state.game.words.again
        if not 0 <= index < len(AGAIN):
            return OTHER_QUESTION
        return 0 if can_all(state, self.seat, [AGAIN_PARTS[index]]) else ANY_OF_THREE

    def take(self, state: RailState, move: int, forced: bool) -> None:
        index = move - state.game.words.again
        if state.heard is not None:
            state.heard.append(events.AgainChosen(self.seat, AGAIN[index], forced))
        carry_out(state, self.seat, [AGAIN_PARTS[index]], IN_FULL_ONLY, NO_SPACE)
