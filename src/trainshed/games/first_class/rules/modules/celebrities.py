"""Module B, celebrities and postcards: cards at coaches and cities that score in every scoring phase (FC-MODULE-B)."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, Final

from trainshed.games.first_class.rules.actions.placing import PlaceCard
from trainshed.games.first_class.rules.citations import CITE
from trainshed.games.first_class.rules.components import MAIL, TRAINS, Card, Components
from trainshed.games.first_class.rules.effect_notation import POINTS
from trainshed.games.first_class.rules.module import Module, ModuleState
from trainshed.games.first_class.rules.state import FirstClassState, appended, without
from trainshed.games.first_class.rules.words import Words
from trainshed.kernel.agenda import OTHER_QUESTION, Effect
from trainshed.kernel.content import ContentError

NO_COACH_THERE: Final = CITE("FC-MODULE-B-02")
TOO_NEAR: Final = CITE("FC-MODULE-B-06")
NOT_WAITING: Final = CITE("FC-MODULE-B-07")

CELEBRITY: Final = "celebrity"
POSTCARD: Final = "postcard"

AT_COACH: Final = 0
AT_CITY: Final = 1
POST: Final = 2
"""Families of words, counted from the module's first."""


class Attached(ModuleState):
    """Of each seat: celebrities as card, train, position; postcards as card, city; postcards that wait for a city."""

    __slots__ = ("celebrities", "postcards", "waiting")

    def __init__(self, celebrities: list[list[int]], postcards: list[list[int]], waiting: list[list[int]]) -> None:
        self.celebrities = celebrities
        self.postcards = postcards
        self.waiting = waiting

    def clone(self) -> ModuleState:
        return Attached(self.celebrities, self.postcards, self.waiting)

    def facts(self) -> list[Any]:
        return [self.celebrities, self.postcards, self.waiting]


class PlaceCelebrity(PlaceCard):
    """At which coach is a celebrity attached (FC-MODULE-B-02, -05)?"""

    __slots__ = ()


class PlacePostcard(PlaceCard):
    """To which city is a postcard attached (FC-MODULE-B-06)?"""

    __slots__ = ()

    def numbers(self, state: FirstClassState, move: int) -> dict[str, int]:
        return {"least": state.box.cards[self.card].least, "cities": len(state.players[self.seat].line)}


class Celebrities(Module):
    """Module B."""

    kinds: ClassVar[tuple[str, ...]] = (CELEBRITY, POSTCARD)
    effects: ClassVar[tuple[type[Effect], ...]] = (PlaceCelebrity, PlacePostcard)

    def __init__(self, name: str, letter: str, number: int) -> None:
        super().__init__(name, letter, number)
        self.at_coach: int = 0
        self.at_city: int = 0
        self.positions: int = 0
        self.post_of: dict[int, int] = {}
        """The word that attaches a waiting postcard, by card."""

    # ------------------------------------------------------------ the content pack

    def read_card(self, box: Components, card: Card) -> None:
        words = card.condition.removesuffix("+").split(" ")
        wanted = ["coach", "level"] if card.kind == CELEBRITY else ["city"]
        number = words[-1]
        if words[:-1] != wanted or not number.isdigit() or any(icon.verb != POINTS for icon in card.icons):
            raise ContentError(f"{box.pack_name}: card {card.name}: {card.condition!r}, {card.effect!r}")
        if card.kind == CELEBRITY:
            if int(number) not in box.levels:
                raise ContentError(f"{box.pack_name}: card {card.name}: no coach has level {number}")
            card.least = box.levels.index(int(number))
        else:
            card.least = int(number)

    def add_words(self, words: Words, box: Components) -> None:
        self.positions = box.tile_at - 1
        spots = [(t, p) for t in range(len(TRAINS)) for p in range(1, self.positions + 1)]
        self.at_coach = words.add(self.families + AT_COACH, CELEBRITY, [(f"{TRAINS[t]}:{p}", t, p) for t, p in spots])
        cities = range(1, box.most_cities + 1)
        self.at_city = words.add(self.families + AT_CITY, POSTCARD, [(str(city), city, 0) for city in cities])
        self.post_of = self.card_words(words, box, POST, "post", (POSTCARD,))

    # ------------------------------------------------------------ the position

    def own(self, state: FirstClassState) -> Attached:
        own = state.kept[self.number]
        assert isinstance(own, Attached)
        return own

    def new(self, state: FirstClassState) -> ModuleState:
        return Attached(empty(state.seats), empty(state.seats), empty(state.seats))

    def restore(self, facts: list[Any]) -> ModuleState:
        return Attached(*facts)

    def lying(self, state: FirstClassState, seat: int) -> list[int]:
        own = self.own(state)
        return own.celebrities[seat][::3] + own.postcards[seat][::2] + own.waiting[seat]

    def seen(self, state: FirstClassState, seat: int | None) -> dict[str, Any]:
        own = self.own(state)
        cards = state.box.cards
        return {
            "celebrities": [
                [
                    {"card": cards[at[n]].name, "train": TRAINS[at[n + 1]], "position": at[n + 2]}
                    for n in range(0, len(at), 3)
                ]
                for at in own.celebrities
            ],
            "postcards": [
                [{"card": cards[at[n]].name, "city": at[n + 1]} for n in range(0, len(at), 2)] for at in own.postcards
            ],
            "waiting": [[cards[card].name for card in waiting] for waiting in own.waiting],
        }

    def imagine(self, state: FirstClassState, seen: dict[str, Any], seat: int | None, rng: Random) -> ModuleState:
        number = state.box.card_numbers
        celebrities = [
            [value for c in own for value in (number[c["card"]], TRAINS.index(c["train"]), c["position"])]
            for own in seen["celebrities"]
        ]
        postcards = [[value for p in own for value in (number[p["card"]], p["city"])] for own in seen["postcards"]]
        return Attached(celebrities, postcards, [[number[name] for name in own] for own in seen["waiting"]])

    # ------------------------------------------------------------ where cards can be attached

    def free_coaches(self, state: FirstClassState, seat: int) -> list[int]:
        """The words for coaches without a celebrity (FC-MODULE-B-02)."""
        at = self.own(state).celebrities[seat]
        taken = {(at[n + 1], at[n + 2]) for n in range(0, len(at), 3)}
        return [
            self.at_coach + train * self.positions + place
            for train, cards in enumerate(state.players[seat].trains)
            for place, card in enumerate(cards)
            if card < MAIL and (train, place + 1) not in taken
        ]

    def free_cities(self, state: FirstClassState, seat: int, card: int) -> list[int]:
        """The words for cities that are far enough and have no postcard (FC-MODULE-B-06)."""
        taken = self.own(state).postcards[seat][1::2]
        least = max(1, state.box.cards[card].least)
        length = len(state.players[seat].line)
        return [self.at_city + city - 1 for city in range(least, length + 1) if city not in taken]

    def places(self, state: FirstClassState, seat: int, card: int) -> list[int]:
        if state.box.cards[card].kind == CELEBRITY:
            return self.free_coaches(state, seat)
        return self.free_cities(state, seat, card)

    def no_place(self, state: FirstClassState, card: int, move: int) -> int:
        family = state.words.family[move] - self.families
        if state.box.cards[card].kind == CELEBRITY:
            return NO_COACH_THERE if family == AT_COACH else OTHER_QUESTION
        return TOO_NEAR if family == AT_CITY else OTHER_QUESTION

    def place(self, state: FirstClassState, seat: int, card: int, move: int, forced: bool) -> None:
        own = self.own(state)
        a, b = state.words.a[move], state.words.b[move]
        if state.box.cards[card].kind == CELEBRITY:
            own.celebrities = appended(own.celebrities, seat, [card, a, b])
            self.tell_card(state, CELEBRITY, seat, card, {"train": TRAINS[a], "position": b}, forced)
        else:
            own.postcards = appended(own.postcards, seat, [card, a])
            self.tell_card(state, POSTCARD, seat, card, {"city": a}, forced)

    # ------------------------------------------------------------ what happens

    def carry_out(self, state: FirstClassState, seat: int, card: int) -> None:
        celebrity = state.box.cards[card].kind == CELEBRITY
        if self.places(state, seat, card):
            state.push(PlaceCelebrity(seat, card) if celebrity else PlacePostcard(seat, card))
        elif celebrity:
            self.tell_card(state, "lost", seat, card)  # FC-MODULE-B-10
        else:
            own = self.own(state)
            own.waiting = appended(own.waiting, seat, [card])  # FC-MODULE-B-07
            self.tell_card(state, "waits", seat, card)

    def extras(self, state: FirstClassState, seat: int, moves: list[int]) -> None:
        for card in self.own(state).waiting[seat]:
            if self.free_cities(state, seat, card):
                moves.append(self.post_of[card])

    def extra_forbids(self, state: FirstClassState, seat: int, move: int) -> int:
        if state.words.family[move] != self.families + POST:
            return OTHER_QUESTION
        card = state.words.a[move]
        if card not in self.own(state).waiting[seat]:
            return NOT_WAITING
        return 0 if self.free_cities(state, seat, card) else TOO_NEAR

    def take_extra(self, state: FirstClassState, seat: int, move: int) -> None:
        own = self.own(state)
        card = state.words.a[move]
        waiting = own.waiting[:]
        waiting[seat] = without(waiting[seat], card)
        own.waiting = waiting
        self.tell_card(state, "chosen", seat, card)
        state.push(PlacePostcard(seat, card))

    def part_points(self, state: FirstClassState, seat: int) -> int:
        """Celebrities that the conductor has reached, and postcards that the locomotive has (FC-MODULE-B-04, -08)."""
        own = self.own(state)
        player = state.players[seat]
        cards = state.box.cards
        points = 0
        at = own.celebrities[seat]
        for n in range(0, len(at), 3):
            card, train, position = cards[at[n]], at[n + 1], at[n + 2]
            if player.conductors[train] >= position and player.trains[train][position - 1] >= card.least:
                points += card_points(card)
        at = own.postcards[seat]
        for n in range(0, len(at), 2):
            if player.city >= at[n + 1]:
                points += card_points(cards[at[n]])
        return points


def card_points(card: Card) -> int:
    return sum([icon.count for icon in card.icons])


def empty(seats: int) -> list[list[int]]:
    return [[] for _ in range(seats)]


MODULE = Celebrities
