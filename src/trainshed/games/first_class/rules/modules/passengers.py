"""Module D, passengers and luggage: cards at coaches that pay once, when they are activated (FC-MODULE-D)."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, Final

from trainshed.games.first_class.rules.actions.in_progress import REWARD, carry_out
from trainshed.games.first_class.rules.actions.placing import PlaceCard
from trainshed.games.first_class.rules.citations import CITE
from trainshed.games.first_class.rules.components import MAIL, TRAINS, Card, Components
from trainshed.games.first_class.rules.module import Module, ModuleState
from trainshed.games.first_class.rules.requirements import OF_MODULE, Requirement
from trainshed.games.first_class.rules.state import FirstClassState, appended
from trainshed.games.first_class.rules.words import Words
from trainshed.kernel.agenda import OTHER_QUESTION, Effect
from trainshed.kernel.content import ContentError

NO_COACH_THERE: Final = CITE("FC-MODULE-D-03")
NOT_MY_TRAIN: Final = CITE("FC-MODULE-D-01")
NOT_ATTACHED: Final = CITE("FC-MODULE-D-02")
NOT_READY: Final = CITE("FC-MODULE-D-04")

KINDS: Final = ("passenger", "luggage")
"""By train: passengers belong to the upper, luggage to the lower one (FC-MODULE-D-01)."""

PLACE: Final = 0
ACTIVATE: Final = 1
"""Families of words, counted from the module's first."""


class Guests(ModuleState):
    """Of each seat: attached cards as card, position; and the cards that were activated."""

    __slots__ = ("activated", "waiting")

    def __init__(self, waiting: list[list[int]], activated: list[list[int]]) -> None:
        self.waiting = waiting
        self.activated = activated

    def clone(self) -> ModuleState:
        return Guests(self.waiting, self.activated)

    def facts(self) -> list[Any]:
        return [self.waiting, self.activated]


class PlaceGuest(PlaceCard):
    """At which coach is a passenger or luggage card attached (FC-MODULE-D-03)?"""

    __slots__ = ()


def train_of(card: Card) -> int:
    return KINDS.index(card.kind)


class Passengers(Module):
    """Module D."""

    kinds: ClassVar[tuple[str, ...]] = KINDS
    effects: ClassVar[tuple[type[Effect], ...]] = (PlaceGuest,)

    def __init__(self, name: str, letter: str, number: int) -> None:
        super().__init__(name, letter, number)
        self.first_place: int = 0
        self.positions: int = 0
        self.activate_of: dict[int, int] = {}
        """The word that activates a card, by card."""

    # ------------------------------------------------------------ the content pack

    def read_card(self, box: Components, card: Card) -> None:
        words = card.condition.removesuffix("+").split(" ")
        wanted = [TRAINS[train_of(card)], "coach", "level"]
        if words[:-1] != wanted or not words[-1].isdigit() or int(words[-1]) not in box.levels:
            raise ContentError(f"{box.pack_name}: card {card.name}: {card.condition!r}")
        card.least = box.levels.index(int(words[-1]))

    def read_requirement(self, text: str) -> Requirement | None:
        head, _, number = text.rpartition(" ")
        if head == "activated" and number.isdigit():
            return Requirement(OF_MODULE, int(number), [], self.number)
        return None

    def add_words(self, words: Words, box: Components) -> None:
        self.positions = box.tile_at - 1
        self.first_place = len(words.family)
        for train, kind in enumerate(KINDS):
            words.add(self.families + PLACE, kind, [(str(p), train, p) for p in range(1, self.positions + 1)])
        self.activate_of = self.card_words(words, box, ACTIVATE, "activate", KINDS)

    # ------------------------------------------------------------ the position

    def own(self, state: FirstClassState) -> Guests:
        own = state.kept[self.number]
        assert isinstance(own, Guests)
        return own

    def new(self, state: FirstClassState) -> ModuleState:
        return Guests([[] for _ in range(state.seats)], [[] for _ in range(state.seats)])

    def restore(self, facts: list[Any]) -> ModuleState:
        return Guests(*facts)

    def lying(self, state: FirstClassState, seat: int) -> list[int]:
        return self.own(state).waiting[seat][::2]

    def seen(self, state: FirstClassState, seat: int | None) -> dict[str, Any]:
        own = self.own(state)
        cards = state.box.cards
        return {
            "waiting": [
                [
                    {"card": cards[at[n]].name, "train": TRAINS[train_of(cards[at[n]])], "position": at[n + 1]}
                    for n in range(0, len(at), 2)
                ]
                for at in own.waiting
            ],
            "activated": [[cards[card].name for card in activated] for activated in own.activated],
        }

    def imagine(self, state: FirstClassState, seen: dict[str, Any], seat: int | None, rng: Random) -> ModuleState:
        number = state.box.card_numbers
        waiting = [[value for c in own for value in (number[c["card"]], c["position"])] for own in seen["waiting"]]
        return Guests(waiting, [[number[name] for name in own] for own in seen["activated"]])

    # ------------------------------------------------------------ where cards can be attached

    def places(self, state: FirstClassState, seat: int, card: int) -> list[int]:
        """The words for coaches of the card's train that have neither passenger nor luggage (FC-MODULE-D-03)."""
        train = train_of(state.box.cards[card])
        at = self.own(state).waiting[seat]
        cards = state.box.cards
        taken = [at[n + 1] for n in range(0, len(at), 2) if train_of(cards[at[n]]) == train]
        first = self.first_place + train * self.positions
        coaches = state.players[seat].trains[train]
        return [first + place for place, coach in enumerate(coaches) if coach < MAIL and place + 1 not in taken]

    def no_place(self, state: FirstClassState, card: int, move: int) -> int:
        if state.words.family[move] != self.families + PLACE:
            return OTHER_QUESTION
        return NO_COACH_THERE if state.words.a[move] == train_of(state.box.cards[card]) else NOT_MY_TRAIN

    def place(self, state: FirstClassState, seat: int, card: int, move: int, forced: bool) -> None:
        own = self.own(state)
        train, position = state.words.a[move], state.words.b[move]
        own.waiting = appended(own.waiting, seat, [card, position])
        self.tell_card(state, "attached", seat, card, {"train": TRAINS[train], "position": position}, forced)

    # ------------------------------------------------------------ what happens

    def carry_out(self, state: FirstClassState, seat: int, card: int) -> None:
        if self.places(state, seat, card):
            state.push(PlaceGuest(seat, card))
        else:
            self.tell_card(state, "lost", seat, card)

    def ready(self, state: FirstClassState, seat: int, card: int, position: int) -> bool:
        """Has the conductor reached the coach, and has it the printed level (FC-MODULE-D-04)?"""
        player = state.players[seat]
        own = state.box.cards[card]
        train = train_of(own)
        return player.conductors[train] >= position and player.trains[train][position - 1] >= own.least

    def extras(self, state: FirstClassState, seat: int, moves: list[int]) -> None:
        at = self.own(state).waiting[seat]
        for n in range(0, len(at), 2):
            if self.ready(state, seat, at[n], at[n + 1]):
                moves.append(self.activate_of[at[n]])

    def extra_forbids(self, state: FirstClassState, seat: int, move: int) -> int:
        if state.words.family[move] != self.families + ACTIVATE:
            return OTHER_QUESTION
        card = state.words.a[move]
        at = self.own(state).waiting[seat]
        if card not in at[::2]:
            return NOT_ATTACHED
        position = at[2 * at[::2].index(card) + 1]
        return 0 if self.ready(state, seat, card, position) else NOT_READY

    def take_extra(self, state: FirstClassState, seat: int, move: int) -> None:
        """The card pays once, goes to the used pile and frees its coach (FC-MODULE-D-05)."""
        own = self.own(state)
        card = state.words.a[move]
        at = own.waiting[seat]
        n = 2 * at[::2].index(card)
        waiting = own.waiting[:]
        waiting[seat] = at[:n] + at[n + 2 :]
        own.waiting = waiting
        own.activated = appended(own.activated, seat, [card])
        self.tell_card(state, "activated", seat, card)
        carry_out(state, seat, REWARD, state.box.cards[card].icons)

    def tally(self, state: FirstClassState, seat: int) -> int:
        """FC-MODULE-D-08: all that were activated since the start of the game."""
        return len(self.own(state).activated[seat])


MODULE = Passengers
