"""Module F, dining: menus in the dining cars of the trains, which pay with enough meals. Made up for tests."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, Final

from trainshed.games.first_class.rules.actions.in_progress import CARD, REWARD, carry_out
from trainshed.games.first_class.rules.actions.placing import PlaceCard
from trainshed.games.first_class.rules.citations import CITE
from trainshed.games.first_class.rules.components import TRAINS, Card, Components
from trainshed.games.first_class.rules.effect_notation import Icon
from trainshed.games.first_class.rules.module import Module, ModuleState
from trainshed.games.first_class.rules.requirements import OF_MODULE, Requirement
from trainshed.games.first_class.rules.state import FirstClassState, appended
from trainshed.games.first_class.rules.words import Words
from trainshed.kernel.agenda import OTHER_QUESTION, Effect
from trainshed.kernel.content import ContentError, Pack
from trainshed.kernel.options import Option

# A module of the box has clauses of its own; this one cites what is nearest.
NO_TABLE: Final = CITE("FC-TURN-03")
NO_MEAL: Final = CITE("FC-TURN-04")
NOT_ENOUGH: Final = CITE("FC-TURN-14")

MENU: Final = "menu"
KITCHEN: Final = "kitchen"

RESERVE: Final = 0
MEAL: Final = 1
DINE: Final = 2
"""Families of words, counted from the module's first; MEAL's icon is its only verb."""


class Dishes(ModuleState):
    """Of each seat: menus as card, train; and the meals in each train."""

    __slots__ = ("meals", "menus")

    def __init__(self, menus: list[list[int]], meals: list[list[int]]) -> None:
        self.menus = menus
        self.meals = meals

    def clone(self) -> ModuleState:
        return Dishes(self.menus, self.meals)

    def facts(self) -> list[Any]:
        return [self.menus, self.meals]


class Reserve(PlaceCard):
    """In which train is a menu laid?"""

    __slots__ = ()


class Dining(Module):
    """Module F."""

    kinds: ClassVar[tuple[str, ...]] = (MENU, KITCHEN)
    effects: ClassVar[tuple[type[Effect], ...]] = (Reserve,)

    def __init__(self, name: str, letter: str, number: int) -> None:
        super().__init__(name, letter, number)
        self.tables: int = 0
        self.reserve: int = 0
        self.meal: int = 0
        self.dine_of: dict[int, int] = {}

    # ------------------------------------------------------------ the content pack

    def read(self, box: Components, pack: Pack, path: str) -> None:
        self.tables = pack.number(f"{path}.tables")

    def read_card(self, box: Components, card: Card) -> None:
        if card.kind == MENU:
            head, _, number = card.condition.removesuffix("+").rpartition(" ")
            if head != "meals" or not number.isdigit():
                raise ContentError(f"{box.pack_name}: card {card.name}: {card.condition!r}")
            card.least = int(number)

    def read_icons(self, text: str) -> list[Icon] | None:
        head, _, number = text.rpartition(" ")
        return [Icon(self.verbs, 0, int(number))] if head == "meals" and number.isdigit() else None

    def read_requirement(self, text: str) -> Requirement | None:
        head, _, number = text.rpartition(" ")
        return Requirement(OF_MODULE, int(number), [], self.number) if head == "meals" and number.isdigit() else None

    def add_words(self, words: Words, box: Components) -> None:
        both = list(enumerate(TRAINS))
        self.reserve = words.add(self.families + RESERVE, "reserve", [(name, train, 0) for train, name in both])
        self.meal = words.add(self.families + MEAL, "meal", [(name, train, 0) for train, name in both])
        self.dine_of = self.card_words(words, box, DINE, "dine", (MENU,))

    def options(self) -> list[Option]:
        sentence = "Does every meal that is left bring a point in a scoring phase?"
        return [Option("leftovers", ("no", "yes"), "no", sentence, "FC-SETUP-01")]

    # ------------------------------------------------------------ the position

    def own(self, state: FirstClassState) -> Dishes:
        own = state.kept[self.number]
        assert isinstance(own, Dishes)
        return own

    def new(self, state: FirstClassState) -> ModuleState:
        return Dishes([[] for _ in range(state.seats)], [[0, 0] for _ in range(state.seats)])

    def restore(self, facts: list[Any]) -> ModuleState:
        return Dishes(*facts)

    def lying(self, state: FirstClassState, seat: int) -> list[int]:
        return self.own(state).menus[seat][::2]

    def census(self, state: FirstClassState, counts: dict[str, int]) -> None:
        counts["trains with fewer than no meals"] = sum([meal < 0 for own in self.own(state).meals for meal in own])

    def seen(self, state: FirstClassState, seat: int | None) -> dict[str, Any]:
        own = self.own(state)
        cards = state.box.cards
        menus = [
            [{"card": cards[at[n]].name, "train": TRAINS[at[n + 1]]} for n in range(0, len(at), 2)] for at in own.menus
        ]
        return {"menus": menus, "meals": [meals[:] for meals in own.meals]}

    def imagine(self, state: FirstClassState, seen: dict[str, Any], seat: int | None, rng: Random) -> ModuleState:
        number = state.box.card_numbers
        menus = [[v for m in own for v in (number[m["card"]], TRAINS.index(m["train"]))] for own in seen["menus"]]
        return Dishes(menus, [meals[:] for meals in seen["meals"]])

    def places(self, state: FirstClassState, seat: int, card: int) -> list[int]:
        taken = self.own(state).menus[seat][1::2]
        return [self.reserve + train for train in range(len(TRAINS)) if taken.count(train) < self.tables]

    def no_place(self, state: FirstClassState, card: int, move: int) -> int:
        return NO_TABLE if state.words.family[move] == self.families + RESERVE else OTHER_QUESTION

    def place(self, state: FirstClassState, seat: int, card: int, move: int, forced: bool) -> None:
        own = self.own(state)
        train = state.words.a[move]
        own.menus = appended(own.menus, seat, [card, train])
        self.tell_card(state, "reserved", seat, card, {"train": TRAINS[train]}, forced)

    # ------------------------------------------------------------ what happens

    def carry_out(self, state: FirstClassState, seat: int, card: int) -> None:
        if state.box.cards[card].kind == KITCHEN:
            carry_out(state, seat, CARD, state.box.cards[card].icons, card)
        elif self.places(state, seat, card):
            state.push(Reserve(seat, card))
        else:
            self.tell_card(state, "lost", seat, card)

    def icon_moves(self, state: FirstClassState, seat: int, icon: Icon, moves: list[int]) -> None:
        moves += [self.meal, self.meal + 1]

    def icon_forbids(self, state: FirstClassState, seat: int, icons: list[Icon], move: int) -> int:
        if state.words.family[move] != self.families + MEAL:
            return OTHER_QUESTION
        return 0 if any(icon.verb == self.verbs for icon in icons) else NO_MEAL

    def icons_after(self, state: FirstClassState, icons: list[Icon], move: int) -> list[Icon]:
        left = []
        for icon in icons:
            if icon.verb != self.verbs:
                left.append(icon)
            elif icon.count > 1:
                left.append(icon.less(1))
        return left

    def use_icon(self, state: FirstClassState, seat: int, icons: list[Icon], move: int, forced: bool) -> None:
        train = state.words.a[move]
        self.change(state, seat, train, 1)
        self.tell(state, "cooked", seat, {"train": TRAINS[train]}, forced)

    def change(self, state: FirstClassState, seat: int, train: int, by: int) -> None:
        own = self.own(state)
        meals = own.meals[:]
        meals[seat] = [have + by * (at == train) for at, have in enumerate(meals[seat])]
        own.meals = meals

    def enough(self, state: FirstClassState, seat: int, card: int, train: int) -> bool:
        return self.own(state).meals[seat][train] >= state.box.cards[card].least

    def extras(self, state: FirstClassState, seat: int, moves: list[int]) -> None:
        at = self.own(state).menus[seat]
        for n in range(0, len(at), 2):
            if self.enough(state, seat, at[n], at[n + 1]):
                moves.append(self.dine_of[at[n]])

    def extra_forbids(self, state: FirstClassState, seat: int, move: int) -> int:
        if state.words.family[move] != self.families + DINE:
            return OTHER_QUESTION
        card = state.words.a[move]
        at = self.own(state).menus[seat]
        if card not in at[::2]:
            return NO_TABLE
        train = at[2 * at[::2].index(card) + 1]
        return 0 if self.enough(state, seat, card, train) else NOT_ENOUGH

    def take_extra(self, state: FirstClassState, seat: int, move: int) -> None:
        own = self.own(state)
        card = state.words.a[move]
        at = own.menus[seat]
        n = 2 * at[::2].index(card)
        self.change(state, seat, at[n + 1], -state.box.cards[card].least)
        menus = own.menus[:]
        menus[seat] = at[:n] + at[n + 2 :]
        own.menus = menus
        self.tell_card(state, "dined", seat, card)
        carry_out(state, seat, REWARD, state.box.cards[card].icons)

    def part_points(self, state: FirstClassState, seat: int) -> int:
        return sum(self.own(state).meals[seat]) if state.options["leftovers"] == "yes" else 0

    def tally(self, state: FirstClassState, seat: int) -> int:
        return sum(self.own(state).meals[seat])


MODULE = Dining
