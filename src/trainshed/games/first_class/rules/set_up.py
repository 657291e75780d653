"""The set-up of First Class: the start player, the modules' part, the end-bonus draft (FC-SETUP)."""

from __future__ import annotations

from typing import Final

from trainshed.games.first_class import events
from trainshed.games.first_class.rules.citations import CITE
from trainshed.games.first_class.rules.rounds import BeginRound, ShowBonus
from trainshed.games.first_class.rules.state import FirstClassState, draft_order, without
from trainshed.games.first_class.rules.words import KEEP
from trainshed.kernel.agenda import NATURE, NOBODY, OTHER_QUESTION, Effect, SecretQuestion

NOT_PASSED_ON: Final = CITE("FC-SETUP-15")


class ChooseFirst(Effect):
    """A start player is drawn by lot (FC-SETUP-12)."""

    __slots__ = ()

    def asks(self, state: FirstClassState) -> int:
        return NATURE

    def chance(self, state: FirstClassState) -> str:
        return "first"

    def odds(self, state: FirstClassState) -> list[tuple[int, int]]:
        return [(state.words.first + seat, 1) for seat in range(state.seats)]

    def answer(self, state: FirstClassState, move: int) -> None:
        begin(state, state.words.a[move])


def begin(state: FirstClassState, first: int) -> None:
    """The set-up after the start player is known: modules, the draft, the display, the first round (FC-SETUP-23)."""
    state.first = state.start = first
    if state.heard is not None:
        state.heard.append(events.FirstChosen(first))
    state.push(BeginRound())
    state.push(ShowBonus())
    state.push(DealDraft())
    for module in state.table.modules:
        module.set_up(state)


class DealDraft(Effect):
    """The first player of the draft draws as many cards as there are players, and one more (FC-SETUP-15)."""

    __slots__ = ()

    def asks(self, state: FirstClassState) -> int:
        return NATURE if len(state.draft) <= state.seats else NOBODY

    def chance(self, state: FirstClassState) -> str:
        return "draft"

    def odds(self, state: FirstClassState) -> list[tuple[int, int]]:
        return [(state.words.draft + bonus, 1) for bonus in state.bonus_deck]

    def hidden(self, state: FirstClassState, seat: int, move: int) -> str:
        return "" if seat == draft_order(state.first, state.seats)[0] else "draft:?"

    def answer(self, state: FirstClassState, move: int) -> None:
        bonus = state.words.a[move]
        state.bonus_deck = without(state.bonus_deck, bonus)
        state.draft = sorted([*state.draft, bonus])
        if state.heard is not None:
            drafter = draft_order(state.first, state.seats)[0]
            state.heard.append(events.DraftDealt(drafter, state.box.bonus[bonus].name))
        state.push(self)

    def resolve(self, state: FirstClassState) -> None:
        for seat in reversed(draft_order(state.first, state.seats)):
            state.push(KeepBonus(seat))


class KeepBonus(SecretQuestion):
    """Which card of those that were passed on is kept (FC-SETUP-15, -16, -24)?"""

    __slots__ = ()

    def begins_turn(self, state: FirstClassState) -> bool:
        return True

    def candidates(self, state: FirstClassState) -> list[int]:
        return [state.words.keep + bonus for bonus in state.draft]

    def forbids(self, state: FirstClassState, move: int) -> int:
        if state.words.family[move] != KEEP:
            return OTHER_QUESTION
        return 0 if state.words.a[move] in state.draft else NOT_PASSED_ON

    def hidden(self, state: FirstClassState, seat: int, move: int) -> str:
        return "" if seat == self.seat else "keep:?"

    def take(self, state: FirstClassState, move: int, forced: bool) -> None:
        """The rest is passed on; what is left over in the end goes back to the others (FC-SETUP-16)."""
        bonus = state.words.a[move]
        player = state.players[self.seat]
        player.bonus = [bonus]
        state.draft = without(state.draft, bonus)
        if self.seat == state.first:
            state.bonus_deck = sorted([*state.bonus_deck, *state.draft])
        if state.heard is not None:
            state.heard.append(events.BonusKept(self.seat, state.box.bonus[bonus].name))
