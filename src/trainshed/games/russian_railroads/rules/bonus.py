"""End bonus cards of Russian Railroads: points at once, or a look through the pile and one of its cards."""

from __future__ import annotations

from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.actions.gains import score
from trainshed.games.russian_railroads.rules.spaces import EMPTY_PILE, LOOKED_FIRST, NOT_IN_PILE
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.words import TEN, Words
from trainshed.kernel.agenda import NATURE, NOBODY, OTHER_QUESTION, OpenQuestion, SeatEffect


class LookOrTen(OpenQuestion):
    """A look through the end bonus pile, or 10 points at once (RR-TOKEN-11)? Decided before any card is seen."""

    __slots__ = ()

    def candidates(self, state: RailState) -> list[int]:
        return [TEN, state.game.words.look]

    def forbids(self, state: RailState, move: int) -> int:
        if move == TEN:
            return 0
        if move != state.game.words.look:
            return OTHER_QUESTION
        return 0 if state.pile else EMPTY_PILE

    def take(self, state: RailState, move: int, forced: bool) -> None:
        if move == TEN:
            score(state, self.seat, state.box.bonus_instead, "ten")
        else:
            state.push(LookThrough(self.seat))


class LookThrough(SeatEffect):
    """Look through the end bonus pile (RR-TOKEN-10); at the first look nature draws the removed cards (RR-SETUP-05)."""

    __slots__ = ()

    def asks(self, state: RailState) -> int:
        return NATURE if state.removed == 0 and state.box.bonus_removed else NOBODY

    def chance(self, state: RailState) -> str:
        return "end bonus"

    def odds(self, state: RailState) -> list[tuple[int, int]]:
        words: Words = state.game.words
        return [(words.removed + index, 1) for index in range(len(words.removed_cards))]

    def hidden(self, state: RailState, seat: int, move: int) -> str:
        return "" if seat == self.seat else "removed:?"

    def answer(self, state: RailState, move: int) -> None:
        words: Words = state.game.words
        for card in words.removed_cards[move - words.removed]:
            state.removed |= 1 << card
        state.pile &= ~state.removed
        state.push(self)

    def resolve(self, state: RailState) -> None:
        state.looks += [self.seat, len(state.takes) // 2]
        if state.heard is not None:
            state.heard.append(events.PileLookedThrough(self.seat))
        state.push(ChooseBonus(self.seat))


class ChooseBonus(SeatEffect):
    """Which end bonus card is kept (RR-TOKEN-10)? Asked even where one is left: who looks on does not see the pile."""

    __slots__ = ()

    def candidates(self, state: RailState) -> list[int]:
        first: int = state.game.words.bonus
        return list(range(first, first + len(state.box.bonus_names)))

    def forbids(self, state: RailState, move: int) -> int:
        if move == TEN:
            return LOOKED_FIRST
        card = move - state.game.words.bonus
        if not 0 <= card < len(state.box.bonus_names):
            return OTHER_QUESTION
        return 0 if state.pile >> card & 1 else NOT_IN_PILE

    def hidden(self, state: RailState, seat: int, move: int) -> str:
        return "" if seat == self.seat else "bonus:?"

    def answer(self, state: RailState, move: int) -> None:
        card = move - state.game.words.bonus
        state.pile &= ~(1 << card)
        state.players[self.seat].bonus.append(card)
        state.takes += [self.seat, card]
        if state.heard is not None:
            state.heard.append(events.BonusTaken(self.seat, state.box.bonus_names[card]))


class SettleBonus(SeatEffect):
    """RR-TURN-16: end bonus choices gained in a turn are its last step, one after the other."""

    __slots__ = ()

    def resolve(self, state: RailState) -> None:
        player = state.players[self.seat]
        if player.due:
            player.due -= 1
            if state.heard is not None:
                state.heard.append(events.BonusDue(self.seat))
            state.push(self)
            state.push(LookOrTen(self.seat))

    def asks(self, state: RailState) -> int:
        return NOBODY
