"""Module E, switches and mechanics: cards between the two trains, each in a column (FC-MODULE-E)."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, Final

from trainshed.games.first_class.rules.actions.in_progress import REWARD, carry_out
from trainshed.games.first_class.rules.actions.placing import PlaceCard
from trainshed.games.first_class.rules.citations import CITE
from trainshed.games.first_class.rules.components import MAIL, Card, Components
from trainshed.games.first_class.rules.effect_notation import Icon
from trainshed.games.first_class.rules.module import Module, ModuleState
from trainshed.games.first_class.rules.rounds import OF_A_MODULE
from trainshed.games.first_class.rules.state import FirstClassState, appended
from trainshed.games.first_class.rules.words import Words
from trainshed.kernel.agenda import OTHER_QUESTION, Effect
from trainshed.kernel.content import ContentError, Pack
from trainshed.kernel.options import Option

NO_COLUMN: Final = CITE("FC-MODULE-E-03")
NOT_LAID: Final = CITE("FC-MODULE-E-02")
NOT_ACTIVE: Final = CITE("FC-MODULE-E-05")
ONCE_A_PHASE: Final = CITE("FC-MODULE-E-09")
LEVELS_TOO_LOW: Final = CITE("FC-MODULE-E-06")
USED_ALREADY: Final = CITE("FC-MODULE-E-07")

SWITCH: Final = "switch"
MECHANIC: Final = "mechanic"

COLUMN: Final = 0
CLAIM: Final = 1
USE: Final = 2
"""Families of words, counted from the module's first."""


class Between(ModuleState):
    """Of each seat the cards between its trains, as card, column, and 1 if it was used."""

    __slots__ = ("laid",)

    def __init__(self, laid: list[list[int]]) -> None:
        self.laid = laid

    def clone(self) -> ModuleState:
        return Between(self.laid)

    def facts(self) -> list[Any]:
        return [self.laid]


class LayBetween(PlaceCard):
    """In which column is a switch or mechanic laid (FC-MODULE-E-03, -04)?"""

    __slots__ = ()


class Switches(Module):
    """Module E."""

    kinds: ClassVar[tuple[str, ...]] = (SWITCH, MECHANIC)
    effects: ClassVar[tuple[type[Effect], ...]] = (LayBetween,)

    def __init__(self, name: str, letter: str, number: int) -> None:
        super().__init__(name, letter, number)
        self.columns: list[int] = []
        self.column: int = 0
        self.word_of: dict[int, int] = {}
        """The word that claims a switch or uses a mechanic, by card."""

    # ------------------------------------------------------------ the content pack

    def read(self, box: Components, pack: Pack, path: str) -> None:
        self.columns = pack.take(f"{path}.columns", list[int])
        if any(not 1 <= column < box.tile_at for column in self.columns) or self.columns != sorted(set(self.columns)):
            raise ContentError(f"{box.pack_name}: {path}.columns: {self.columns}")

    def read_card(self, box: Components, card: Card) -> None:
        if card.kind == SWITCH:
            if card.condition != "both conductors column":
                raise ContentError(f"{box.pack_name}: card {card.name}: {card.condition!r}")
            return
        head, _, number = card.condition.removesuffix("+").rpartition(" ")
        if head != "column levels" or not number.isdigit():
            raise ContentError(f"{box.pack_name}: card {card.name}: {card.condition!r}")
        card.least = int(number)

    def add_words(self, words: Words, box: Components) -> None:
        every = range(1, box.tile_at + 1)
        self.column = words.add(self.families + COLUMN, "column", [(str(column), column, 0) for column in every])
        self.word_of = self.card_words(words, box, CLAIM, SWITCH, (SWITCH,))
        self.word_of |= self.card_words(words, box, USE, MECHANIC, (MECHANIC,))

    def options(self) -> list[Option]:
        sentence = "Does a used mechanic stay in its column, or go to the used pile?"
        return [Option("used_mechanics", ("stay", "used_pile"), "stay", sentence, "FC-MODULE-E-07")]

    # ------------------------------------------------------------ the position

    def own(self, state: FirstClassState) -> Between:
        own = state.kept[self.number]
        assert isinstance(own, Between)
        return own

    def new(self, state: FirstClassState) -> ModuleState:
        return Between([[] for _ in range(state.seats)])

    def restore(self, facts: list[Any]) -> ModuleState:
        return Between(*facts)

    def lying(self, state: FirstClassState, seat: int) -> list[int]:
        return self.own(state).laid[seat][::3]

    def seen(self, state: FirstClassState, seat: int | None) -> dict[str, Any]:
        cards = state.box.cards
        return {
            "columns": [
                [
                    {"card": cards[at[n]].name, "column": at[n + 1], "used": bool(at[n + 2])}
                    for n in range(0, len(at), 3)
                ]
                for at in self.own(state).laid
            ]
        }

    def imagine(self, state: FirstClassState, seen: dict[str, Any], seat: int | None, rng: Random) -> ModuleState:
        number = state.box.card_numbers
        return Between(
            [
                [value for c in own for value in (number[c["card"]], c["column"], int(c["used"]))]
                for own in seen["columns"]
            ]
        )

    # ------------------------------------------------------------ where cards can be laid

    def places(self, state: FirstClassState, seat: int, card: int) -> list[int]:
        """The words for columns without a card (FC-MODULE-E-03)."""
        taken = self.own(state).laid[seat][1::3]
        return [self.column + column - 1 for column in self.columns if column not in taken]

    def no_place(self, state: FirstClassState, card: int, move: int) -> int:
        return NO_COLUMN if state.words.family[move] == self.families + COLUMN else OTHER_QUESTION

    def place(self, state: FirstClassState, seat: int, card: int, move: int, forced: bool) -> None:
        own = self.own(state)
        column = state.words.a[move]
        own.laid = appended(own.laid, seat, [card, column, 0])
        self.tell_card(state, "laid", seat, card, {"column": column}, forced)

    def place_of(self, state: FirstClassState, seat: int, card: int) -> int:
        """Where a card stands in the list of those laid, or -1."""
        cards = self.own(state).laid[seat][::3]
        return 3 * cards.index(card) if card in cards else -1

    # ------------------------------------------------------------ what happens

    def carry_out(self, state: FirstClassState, seat: int, card: int) -> None:
        if self.places(state, seat, card):
            state.push(LayBetween(seat, card))
        else:
            self.tell_card(state, "lost", seat, card)  # FC-MODULE-E-08

    def rewards(self, state: FirstClassState, seat: int, claimed: list[int], moves: list[int]) -> None:
        at = self.own(state).laid[seat]
        for n in range(0, len(at), 3):
            card = at[n]
            if (
                state.box.cards[card].kind == SWITCH
                and OF_A_MODULE + card not in claimed
                and min(state.players[seat].conductors) >= at[n + 1]
            ):
                moves.append(self.word_of[card])

    def reward_forbids(self, state: FirstClassState, seat: int, claimed: list[int], move: int) -> int:
        if state.words.family[move] != self.families + CLAIM:
            return OTHER_QUESTION
        card = state.words.a[move]
        place = self.place_of(state, seat, card)
        if place < 0:
            return NOT_LAID
        if OF_A_MODULE + card in claimed:
            return ONCE_A_PHASE
        column = self.own(state).laid[seat][place + 1]
        return 0 if min(state.players[seat].conductors) >= column else NOT_ACTIVE

    def reward(self, state: FirstClassState, seat: int, move: int) -> list[Icon]:
        card = state.words.a[move]
        self.tell_card(state, SWITCH, seat, card)
        return state.box.cards[card].icons

    def usable(self, state: FirstClassState, seat: int, place: int) -> bool:
        """Have both trains a coach in the column, with levels that add up to the number (FC-MODULE-E-06)?"""
        at = self.own(state).laid[seat]
        column = at[place + 1]
        levels = state.box.levels
        total = 0
        for cards in state.players[seat].trains:
            if len(cards) < column or cards[column - 1] >= MAIL:
                return False
            total += levels[cards[column - 1]]
        return total >= state.box.cards[at[place]].least

    def extras(self, state: FirstClassState, seat: int, moves: list[int]) -> None:
        at = self.own(state).laid[seat]
        for n in range(0, len(at), 3):
            if not at[n + 2] and state.box.cards[at[n]].kind == MECHANIC and self.usable(state, seat, n):
                moves.append(self.word_of[at[n]])

    def extra_forbids(self, state: FirstClassState, seat: int, move: int) -> int:
        if state.words.family[move] != self.families + USE:
            return OTHER_QUESTION
        place = self.place_of(state, seat, state.words.a[move])
        if place < 0:
            return NOT_LAID
        if self.own(state).laid[seat][place + 2]:
            return USED_ALREADY
        return 0 if self.usable(state, seat, place) else LEVELS_TOO_LOW

    def take_extra(self, state: FirstClassState, seat: int, move: int) -> None:
        """A mechanic is turned over and keeps its column, or goes to the used pile by an option (FC-MODULE-E-07)."""
        own = self.own(state)
        card = state.words.a[move]
        place = self.place_of(state, seat, card)
        laid = own.laid[:]
        at = laid[seat][:]
        if state.options["used_mechanics"] == "stay":
            at[place + 2] = 1
        else:
            del at[place : place + 3]
        laid[seat] = at
        own.laid = laid
        self.tell_card(state, MECHANIC, seat, card)
        carry_out(state, seat, REWARD, state.box.cards[card].icons)


MODULE = Switches
