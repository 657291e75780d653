"""A view of Spike as a feature vector of fixed length for learning, all numbers in [0, 1].

A place is a seat counted from the viewer, who is the first (a spectator counts from seat 1 and has no cards); places
without a player are zeros. A number n without an upper bound is scaled to n / (n + h), where h is the number that gives
one half. In order, with the lengths of the built-in pack:

| what | numbers | range |
|---|---|---|
| number of seats, one of three | 3 | 0 or 1 |
| options that name no seat, one of the choices of each | 16 | 0 or 1 |
| the actor: a place, nature or nobody | 6 | 0 or 1 |
| over | 1 | 0 or 1 |
| who began, whose turn it is: a place | 8 | 0 or 1 |
| the round | 3 | 0 or 1 |
| Time cards on the board, Time cards in the pile | 2 | share of all |
| cards in the pile, in its upper half | 2 | share of all cards |
| a special end is declared, and the turns left | 2 | 0 or 1, share of the seats |
| turns in which nobody did anything | 1 | 20 are a half |
| each commodity: its market value, and its column | 60 | share of the highest, 0 or 1 |
| face-up cards by colour | 6 | share of the face-up cards |
| discards by colour | 6 | share of the colour |
| own hand by colour | 6 | share of the colour |
| cards by colour that the viewer has not seen: in the pile and in hands | 6 | share of the colour |
| own route cards | 36 | 0 or 1 |
| each link: the places that have a track on it | 1152 | 0 or 1 |
| each place: 533 numbers | 2132 | |
| - taken, is to act | 2 | 0 or 1 |
| - money | 1 | 40 are a half |
| - track pieces left | 1 | share of all |
| - speed, supply, capacity | 3 | share of the highest |
| - cards in hand | 1 | share of all cards |
| - cards by colour that it took face up and holds | 6 | share of the colour |
| - route cards held | 1 | share of two |
| - the space of the train | 324 | 0 or 1 |
| - does it run to the second end of its link | 1 | 0 or 1 |
| - contracts in force | 72 | 0 or 1 |
| - commodities aboard | 12 | 0 or 1 |
| - contract cards whose side is to be chosen | 36 | 0 or 1 |
| - cities with a delivery | 36 | 0 or 1 |
| - cities of the network | 36 | 0 or 1 |
| - market value of the cities that it could still connect | 1 | share of the highest for all |
| the question: its kind, one of `QUESTIONS` | 17 | 0 or 1 |
| links of the route that is being built | 288 | 0 or 1 |
| colours that are paid already | 6 | 0 or 1 |
| cards played of each of them | 6 | share of the colour |
| cards that may still be drawn, and must one be drawn | 2 | share of the highest supply, 0 or 1 |
| something was done in this turn, the free move too | 2 | 0 or 1 |
| commodities unloaded in this turn | 12 | 0 or 1 |
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from trainshed.games.spike.rules.components import PARTS, ROUNDS, Components
from trainshed.games.spike.rules.state import TableRules
from trainshed.games.spike.view import PlayerView, View
from trainshed.kernel.shared.features import half, one_of, seats_by_place, table_features, table_length

if TYPE_CHECKING:
    from trainshed.games.spike.game import SpikeGame

ROUTE_CARDS: Final = 2
"""The most route cards that a player holds: two in the set-up of the advanced game."""

MANY: Final = 10_000_000
"""A bound of the decisions for a table at which trains may run to and fro for ever."""

QUESTIONS: Final = (
    "ChooseFirst",
    "LayMarket",
    "DealContracts",
    "ChooseSides",
    "DealCards",
    "GiveCard",
    "DealRoutes",
    "KeepRoute",
    "PlaceTrain",
    "Turn",
    "After",
    "PileCard",
    "DrawMore",
    "Refill",
    "LayOut",
    "BuildRoute",
    "PayRoute",
)
"""Every effect that asks a seat or nature, as views name them."""


def features(game: SpikeGame, view: View) -> list[float]:
    """The feature vector of a view, in the order of the table above."""
    box = game.box
    numbers = numbers_of(box)
    places = game.seat_counts[-1]
    order = seats_by_place(view)
    out = table_features(game, view)
    out.append(float(view.over))
    out += one_of(places, order.index(view.first) if view.first >= 0 else -1)
    out += one_of(places, order.index(view.turn) if view.turn >= 0 else -1)
    out += one_of(ROUNDS, view.round - 1)
    out += [view.times / box.time_cards, view.pile_times / box.time_cards]
    out += [view.pile / numbers.cards, view.upper / numbers.cards]
    out += [float(view.last_turns >= 0), max(view.last_turns, 0) / places, half(view.idle, 20)]

    rows = len(box.row_worth)
    for commodity in box.commodities:
        space = view.market.index(commodity) if commodity in view.market else -1
        out.append(box.row_worth[space % rows] / numbers.highest if space >= 0 else 0.0)
        out += one_of(box.columns, space // rows if space >= 0 else -1)
    out += [view.display.count(color) / box.face_up for color in box.colors]
    out += [count / box.copies for count in view.discards]
    out += [count / box.copies for count in view.hand]
    out += [count / box.copies for count in not_seen(box, view)]
    out += [float(card.name in view.routes) for card in box.route_cards]

    bits = [1 << seat for seat in order] + [0] * (places - view.seats)
    out += [float(seats & bit != 0) for seats in view.tracks for bit in bits]
    for place in range(places):
        if place < view.seats:
            out += place_numbers(box, numbers, view, order[place])
        else:
            out += [0.0] * place_length(box)
    return out + question(box, view)


def length(game: SpikeGame) -> int:
    """The length of the feature vector."""
    box = game.box
    places = game.seat_counts[-1]
    colors, links = len(box.colors), box.net.links
    table = table_length(game) + 1 + 2 * places + ROUNDS + 2 + 2 + 3
    board = len(box.commodities) * (1 + box.columns) + 4 * colors + len(box.route_cards) + links * places
    asked = len(QUESTIONS) + links + 2 * colors + 4 + len(box.commodities)
    return table + board + places * place_length(box) + asked


def utilities(game: SpikeGame, seats: int, options: Mapping[str, str]) -> tuple[float, float]:
    """Bounds of a final score: nothing, and every city at the highest market value, the best contracts and route."""
    box = game.box
    contract = max([max(face.pay) for face in box.faces])
    route = max([max(card.values) + len(card.cities) for card in box.route_cards])
    return 0.0, float(box.net.cities * max(box.row_worth) + box.dealt[seats] * contract + route)


def longest(game: SpikeGame, seats: int, options: Mapping[str, str]) -> tuple[int, int]:
    """Upper bounds of the decisions and of the draws in a game.

    Every round draws each card once at most. A turn without draw, Build, upgrade and delivery counts for the safety net
    of SP-END-08, which starts again with each of these.
    """
    box = game.box
    cards = box.copies * len(box.colors)
    draws = 1 + 2 * len(box.commodities) + ROUTE_CARDS * seats + ROUNDS * (cards + box.time_cards)
    each = box.net.cities + len(PARTS) * len(box.upgrade_cost) + box.dealt[seats]
    acts = seats * each + ROUNDS * (cards + box.time_cards)
    idle = TableRules({option.name: options.get(option.name, option.default) for option in game.options}).idle_turns
    if idle == 0:
        return MANY, draws
    a_turn = 2 + 4 * len(box.commodities)
    decisions = (acts + 1) * idle * seats * a_turn + seats * each * (box.tracks + len(box.colors))
    return decisions, draws


# ---------------------------------------------------------------- parts


class Numbers:
    """Numbers that depend on the components only."""

    __slots__ = ("cards", "highest", "spaces")

    def __init__(self, box: Components) -> None:
        self.cards: int = box.copies * len(box.colors) + box.time_cards
        self.highest: int = max(box.row_worth) or 1
        self.spaces: dict[str, int] = {name: space for space, name in enumerate(box.space_names)}


@lru_cache(maxsize=16)
def numbers_of(box: Components) -> Numbers:
    return Numbers(box)


def not_seen(box: Components, view: View) -> list[int]:
    """The cards of each colour that lie in the pile, or in another hand without having been taken face up."""
    copies = box.copies - (box.removed if view.seats == 2 else 0)
    found: list[int] = []
    for color, name in enumerate(box.colors):
        shown = view.discards[color] + view.display.count(name) + view.hand[color]
        shown += sum([taken[color] for seat, taken in enumerate(view.taken) if seat != view.seat])
        found.append(max(copies - shown, 0))
    return found


def place_length(box: Components) -> int:
    own = 2 + 1 + 1 + 3 + 1 + len(box.colors) + 1 + len(box.space_names) + 1
    return own + len(box.faces) + len(box.commodities) + len(box.card_names) + 2 * box.net.cities + 1


def place_numbers(box: Components, numbers: Numbers, view: View, seat: int) -> list[float]:
    """What everybody can see of a seat."""
    shown: PlayerView = view.players[seat]
    out = [1.0, float(view.actor == seat), half(shown.money, 40), shown.stock / box.tracks]
    out += [shown.speed / box.speed[-1], shown.supply / box.supply[-1], shown.capacity / box.capacity[-1]]
    out.append(shown.cards / numbers.cards)
    out += [count / box.copies for count in view.taken[seat]]
    out.append(shown.routes / ROUTE_CARDS)
    space = numbers.spaces[shown.train] if shown.train else -1
    out += one_of(len(box.space_names), space)
    ahead = 0 <= space < box.net.links and box.node_names[box.net.second_end[space]] == shown.heading
    out.append(float(ahead))
    held = {contract.face: contract.aboard for contract in shown.contracts}
    out += [float(face.name in held) for face in box.faces]
    aboard = [0.0] * len(box.commodities)
    for face in box.faces:
        if held.get(face.name):
            aboard[face.commodity] = 1.0
    out += aboard
    out += [float(name in shown.undecided) for name in box.card_names]
    cities = box.node_names[: box.net.cities]
    out += [float(city in shown.delivered) for city in cities]
    out += [float(city in shown.cities) for city in cities]
    return [*out, market_left(box, numbers, view, shown)]


def market_left(box: Components, numbers: Numbers, view: View, shown: PlayerView) -> float:
    """The market value of all cities outside the network, as a share of the highest value for every city."""
    rows = len(box.row_worth)
    worth = [0] * len(box.commodities)
    for space, name in enumerate(view.market):
        if name:
            worth[box.commodities.index(name)] = box.row_worth[space % rows]
    own = set(shown.cities)
    total = sum([worth[box.supplies[city]] for city in range(box.net.cities) if box.node_names[city] not in own])
    return total / (numbers.highest * box.net.cities)


def question(box: Components, view: View) -> list[float]:
    """The pending question: its kind, the route so far, what is paid and drawn, and what happened in the turn."""
    pending: list[Any] = view.pending[-1] if view.pending else [""]
    name, arguments = pending[0], [int(argument) for argument in pending[1:]]
    colors = len(box.colors)
    links: list[int] = []
    spent: list[int] = []
    left = must = begun = moved = unloaded = 0
    if name == "BuildRoute":
        links = arguments[1:]
    elif name == "PayRoute":
        settled = arguments[1]
        spent, links = arguments[2 : 2 + settled], arguments[2 + settled :]
    elif name == "PileCard":
        left = arguments[1]
    elif name == "DrawMore":
        left, must = arguments[1:]
    elif name == "Turn":
        begun, moved, unloaded = arguments[1:]
    elif name == "After":
        begun, unloaded = 1, arguments[1]
    route = [0.0] * box.net.links
    for link in links:
        route[link] = 1.0
    rest = [0.0] * (colors - len(spent))
    out = [float(name == asked) for asked in QUESTIONS] + route
    out += [1.0] * len(spent) + rest
    out += [count / box.copies for count in spent] + rest
    out += [left / box.supply[-1], float(must), float(begun), float(moved)]
    return out + [float(unloaded >> commodity & 1) for commodity in range(len(box.commodities))]
