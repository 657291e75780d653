"""A view of First Class as a feature vector of fixed length for learning, all numbers in [0, 1].

A place is a seat counted from the viewer, who is the first (a spectator counts from seat 1 and has no hidden cards);
places without a player are zeros. A number n without an upper bound is scaled to n / (n + h), where h is the number
that gives one half. Cards of all modules have their numbers, whichever modules are played: those of the others are
zeros. In order, with the lengths of the built-in pack:

| what | numbers | range |
|---|---|---|
| number of seats, one of three | 3 | 0 or 1 |
| options that name no seat, one of the choices of each | 24 | 0 or 1 |
| the actor: a place, nature or nobody | 6 | 0 or 1 |
| over | 1 | 0 or 1 |
| who began, the start player, who has the tile, whose turn it is: a place | 16 | 0 or 1 |
| the round, one of seven with the set-up | 7 | 0 or 1 |
| turns begun in the round | 1 | share of all |
| the scoring phase | 3 | 0 or 1 |
| each action card: its row, its column, is it in the deck, the place that took it | 1728 | 0 or 1, share of columns |
| cards taken from each row | 3 | share of its cards |
| action cards out of the game | 1 | share of all |
| free coach cards of each pair of levels | 3 | share of all |
| coins in the supply | 1 | share of all |
| locomotive tiles taken | 1 | share of all |
| the conductors in Constantinople that have points: a place | 12 | 0 or 1 |
| each end-bonus card: is it displayed, own, seen in the draft, the place that took it | 147 | 0 or 1 |
| end-bonus cards in the deck | 1 | share of all |
| murder: the murderer is chosen; is known, a half, tokens too, 1; tokens in the bag, discarded | 4 | share of all |
| each place: 635 numbers | 2540 | |
| - taken, is to act | 2 | 0 or 1 |
| - points | 1 | 100 are a half |
| - each card of both trains: a coach, its level, a mail car, points of a tile | 80 | 0 or 1, share of the highest |
| - the conductors | 2 | share of the longest train |
| - the city of the locomotive, the length of the line | 2 | share of all cities |
| - each section card: its place in the line | 15 | share of all section cards |
| - coins by column | 3 | share of the column |
| - mail cars not laid | 4 | 0 or 1 |
| - open contracts | 33 | 0 or 1 |
| - end-bonus cards, the drafted one is kept | 2 | share of all, 0 or 1 |
| - cards of the used pile, and with open piles by type | 5 | 10 are a half |
| - each module card: does it lie there, how far on, in the lower train, is it used | 480 | 0 or 1, share |
| - murder: tokens, known prints, known blanks, the known murderer, is one known, arrested | 6 | 5 are a half, 0 or 1 |
| the question: its kind | 30 | 0 or 1 |
| the place that is asked about | 4 | 0 or 1 |
| the action card that the question is about | 192 | 0 or 1 |
| the end-bonus card that is to be paid | 21 | 0 or 1 |
| the train that gets a mail car | 2 | 0 or 1 |
| the coins or tokens that are to come | 1 | 5 are a half |
| something was done in this turn | 1 | 0 or 1 |
| cities whose reward was begun | 39 | 0 or 1 |
| module cards whose reward was begun | 120 | 0 or 1 |
| icons that are carried out: what they belong to | 6 | 0 or 1 |
| icons of the core | 15 | 4 are a half |
| icons of modules, and what they are about | 160 | 4 are a half, a tenth |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from trainshed.games.first_class.rules.actions.in_progress import CARD, IGNORED
from trainshed.games.first_class.rules.components import CONTRACT, DECKS, SECTION, TRAINS, Components
from trainshed.games.first_class.rules.effect_notation import (
    ANY,
    BONUS,
    COACH,
    COINS,
    LOCOMOTIVE,
    MODULE_VERBS,
    ONE_CONDUCTOR,
    POINTS,
    RAISE,
    STEPS,
    UPGRADE,
    VERBS_OF_A_MODULE,
)
from trainshed.games.first_class.rules.rounds import OF_A_MODULE
from trainshed.games.first_class.rules.words import all_icons
from trainshed.games.first_class.view import PlayerView, View
from trainshed.kernel.shared.features import half, one_of, seats_by_place, table_features, table_length

if TYPE_CHECKING:
    from trainshed.games.first_class.game import FirstClassGame

HOLDERS: Final = 4
"""Who began, the start player, who has the tile, whose turn it is."""
KINDS_OF_CARRY: Final = 6
PLAIN_VERBS: Final = (COACH, ANY, RAISE, STEPS, LOCOMOTIVE, COINS, POINTS, BONUS)
"""Verbs of the core whose icons are alike, whatever they are about."""
OF_A_CARD: Final = 4
"""Numbers of each module card at a place."""
OF_A_CASE: Final = 6
PILES: Final = 4


class Numbers:
    """Numbers and orders that depend on the components only."""

    __slots__ = ("contracts", "module_cards", "prices", "sections", "tokens")

    def __init__(self, box: Components) -> None:
        cards = box.cards
        self.sections: list[str] = [card.name for card in cards if card.kind == SECTION]
        self.contracts: list[str] = [card.name for card in cards if card.kind == CONTRACT]
        self.module_cards: list[int] = [number for number, card in enumerate(cards) if card.module >= 0]
        self.prices: int = len(box.places)
        murder = [module for module in box.modules if module.name == "murder"]
        self.tokens: int = sum(murder[0].faces) if murder else 1


@lru_cache(maxsize=16)
def numbers_of(box: Components) -> Numbers:
    return Numbers(box)


def features(game: FirstClassGame, view: View) -> list[float]:
    """The feature vector of a view, in the order of the table above."""
    box = game.box
    numbers = numbers_of(box)
    places = game.seat_counts[-1]
    order = seats_by_place(view)
    place_of = {seat: place for place, seat in enumerate(order)}
    out = table_features(game, view)
    out.append(float(view.over))
    for seat in (view.first, view.start, view.tile, view.turn):
        out += one_of(places, place_of.get(seat, -1))
    out += one_of(box.rounds + 1, view.round)
    out.append(view.turns / (box.turns * view.seats))
    out += one_of(DECKS, view.scoring - 1)
    out += action_cards(box, view, place_of, places)
    out += [taken / box.columns for taken in view.row_taken]
    out.append(view.removed / len(box.cards))
    out += [free / every for free, every in zip(view.coaches, box.pair_cards, strict=True)]
    out += [view.supply / box.coins, view.tiles / len(box.tiles)]
    for at in range(numbers.prices):
        arrived = at < len(view.constantinople)
        out += one_of(places, place_of[view.constantinople[at]] if arrived else -1)
    for card in box.bonus:
        taker = next((place_of[seat] for seat, bought in enumerate(view.bought) if card.name in bought), -1)
        out += [float(card.name in known) for known in (view.display, view.own_bonus, view.draft)]
        out += one_of(places, taker)
    out.append(view.bonus_deck / len(box.bonus))
    case: dict[str, Any] = view.modules.get("murder", {})
    out += [float(case.get("dealt", False)), case.get("revealed", 0) / 2]
    out += [case.get("bag", 0) / numbers.tokens, len(case.get("discarded", [])) / numbers.tokens]
    for place in range(places):
        out += place_numbers(box, numbers, view, order[place]) if place < view.seats else [0.0] * place_length(box)
    return out + question(game, view, place_of)


def length(game: FirstClassGame) -> int:
    """The length of the feature vector."""
    box = game.box
    numbers = numbers_of(box)
    places = game.seat_counts[-1]
    table = table_length(game) + 1 + HOLDERS * places + box.rounds + 1 + 1 + DECKS
    cards = len(box.cards) * (box.rows + 2 + places) + box.rows + 1
    supplies = len(box.pair_cards) + 2 + numbers.prices * places + len(box.bonus) * (3 + places) + 1 + 4
    asked = len(game.effects_by_name) + places + len(box.cards) + len(box.bonus) + len(TRAINS) + 2
    asked += box.most_cities + len(numbers.module_cards) + KINDS_OF_CARRY
    asked += len(PLAIN_VERBS) + box.top + len(TRAINS) + 2 * VERBS_OF_A_MODULE * len(box.modules)
    return table + cards + supplies + places * place_length(box) + asked


def utilities(game: FirstClassGame, seats: int, options: Mapping[str, str]) -> tuple[float, float]:
    """Bounds of a seat's utility: an arrest, and all that the box holds for one player in every scoring phase."""
    box = game.box
    tile = max([tile.points for tile in box.tiles])
    trains = len(TRAINS) * (box.levels[-1] * (box.tile_at - 2) + tile) * DECKS
    icons = [icon for icons in all_icons(box) for icon in icons]
    printed = sum([icon.count for icon in icons if icon.verb in (POINTS, COINS)]) * DECKS
    start = box.start_coins + box.rounds * max([icon.count for icons in box.tile_rewards.values() for icon in icons])
    bonus = sum([card.points for card in box.bonus]) * box.rounds * box.turns
    line = sum([city.points for city in box.cities])
    murder = [module for module in box.modules if module.name == "murder"]
    penalty = max([module.penalty for module in murder], default=0)
    escape = max([module.reward_points for module in murder], default=0)
    return -1.0 - penalty, float(trains + printed + start + bonus + line + sum(box.places) + escape)


def longest(game: FirstClassGame, seats: int, options: Mapping[str, str]) -> tuple[int, int]:
    """Upper bounds of the decisions and of the draws in a game: every icon, card and coin asks a few times at most."""
    box = game.box
    tokens = numbers_of(box).tokens
    draws = 2 + 2 * len(box.bonus) + box.rounds * box.rows * box.columns + tokens
    turns = seats * (box.rounds * box.turns + DECKS)
    icons = sum([icon.count for icons in all_icons(box) for icon in icons]) * DECKS
    gained = seats * (box.capacity + box.rounds * 4)
    return 4 * turns + 2 * icons + 2 * gained + 4 * DECKS * len(box.cards), draws


# ---------------------------------------------------------------- parts


def action_cards(box: Components, view: View, place_of: Mapping[int, int], places: int) -> list[float]:
    """Where each action card is, as far as everybody knows."""
    at = {name: place for place, name in enumerate(view.rows) if name}
    deck = set(view.deck)
    taker = {name: place_of[seat] for seat, names in enumerate(view.taken) for name in names}
    out: list[float] = []
    for card in box.cards:
        place = at.get(card.name, -1)
        out += one_of(box.rows, place // box.columns if place >= 0 else -1)
        out.append((place % box.columns + 1) / box.columns if place >= 0 else 0.0)
        out.append(float(card.name in deck))
        out += one_of(places, taker.get(card.name, -1))
    return out


def place_length(box: Components) -> int:
    numbers = numbers_of(box)
    trains = len(TRAINS) * (4 * box.tile_at + 1)
    line = 2 + len(numbers.sections) + len(box.coin_columns) + len(box.mail)
    piles = len(numbers.contracts) + 2 + 1 + PILES
    return 3 + trains + line + piles + OF_A_CARD * len(numbers.module_cards) + OF_A_CASE


def place_numbers(box: Components, numbers: Numbers, view: View, seat: int) -> list[float]:
    """What the viewer can see of a seat."""
    shown: PlayerView = view.players[seat]
    out = [1.0, float(view.actor == seat), half(shown.points, 100)]
    for train in shown.trains:
        for card in train:
            out += train_card(box, card)
        out += [0.0] * (4 * (box.tile_at - len(train)))
    out += [at / box.tile_at for at in shown.conductors]
    sections = shown.sections
    cities = len(box.board_cities) + sum([len(box.cards[box.card_numbers[name]].cities) for name in sections])
    out += [shown.city / box.most_cities, cities / box.most_cities]
    every = len(numbers.sections)
    out += [(sections.index(name) + 1) / every if name in sections else 0.0 for name in numbers.sections]
    out += [coins / column.capacity for coins, column in zip(shown.coins, box.coin_columns, strict=True)]
    out += [float(car.name in shown.mail_cars) for car in box.mail]
    out += [float(name in shown.contracts) for name in numbers.contracts]
    out += [shown.bonus / len(box.bonus), float(view.drafted[seat]), half(shown.used, 10)]
    out += [half(count, 10) for count in shown.pile] or [0.0] * PILES
    return out + module_cards(box, numbers, view, seat) + case_numbers(view, seat)


def train_card(box: Components, name: str) -> list[float]:
    """A card of a train: is it a coach, its level, is it a mail car, the points of a tile."""
    if name.isdigit():
        return [1.0, int(name) / box.levels[-1], 0.0, 0.0]
    tile = next((tile for tile in box.tiles if tile.name == name), None)
    if tile is None:
        return [0.0, 0.0, 1.0, 0.0]
    return [0.0, 0.0, 0.0, tile.points / max([tile.points for tile in box.tiles])]


def module_cards(box: Components, numbers: Numbers, view: View, seat: int) -> list[float]:
    """The cards that modules keep for a seat: any list of a module that names cards, whatever it means there."""
    found: dict[str, list[float]] = {}
    for kept in view.modules.values():
        for rows in kept.values():
            for entry in rows[seat] if isinstance(rows, list) and len(rows) == view.seats and is_cards(rows) else []:
                facts = entry if isinstance(entry, dict) else {"card": entry}
                far = max([value for value in facts.values() if type(value) is int], default=0)
                lower = facts.get("train") == TRAINS[1]
                found[facts["card"]] = [1.0, far / box.most_cities, float(lower), float(facts.get("used", False))]
    nothing = [0.0] * OF_A_CARD
    return [value for card in numbers.module_cards for value in found.get(box.cards[card].name, nothing)]


def is_cards(rows: Sequence[Any]) -> bool:
    """Are these lists of cards, one for each seat? Cards are names, or dictionaries with a name."""
    entries = [entry for row in rows if isinstance(row, list) for entry in row]
    return all(isinstance(entry, str) or (isinstance(entry, dict) and "card" in entry) for entry in entries) and all(
        isinstance(row, list) for row in rows
    )


def case_numbers(view: View, seat: int) -> list[float]:
    """The murder: the tokens of a seat as far as the viewer knows them, and who is known as murderer or arrested."""
    case = view.modules.get("murder")
    if case is None:
        return [0.0] * OF_A_CASE
    faces = [token["print"] for token in case["tokens"][seat]]
    out = [half(len(faces), 5), half(faces.count(True), 5), half(faces.count(False), 5)]
    known = case["guilty"] >= 0
    return [*out, float(known and case["guilty"] == seat), float(known), float(seat in case["arrested"])]


def question(game: FirstClassGame, view: View, place_of: Mapping[int, int]) -> list[float]:
    """The pending question: its kind, what it is about, the rewards that were begun and the icons that are left."""
    box = game.box
    numbers = numbers_of(box)
    places = game.seat_counts[-1]
    pending: list[Any] = view.pending[-1] if view.pending else [""]
    name, arguments = pending[0], [int(argument) for argument in pending[1:]]
    card = bonus = train = kind = -1
    count = again = 0
    claimed: list[int] = []
    icons: list[int] = []
    kinds = game.effects_by_name
    seat = view.actor if view.actor >= 0 else -1
    if name == "Carry":
        kind, source = arguments[1], arguments[2]
        card = source if kind in (CARD, IGNORED) else -1
        icons = arguments[3:]
    elif name == "ScoringPart":
        again, claimed = arguments[1], arguments[2:]
    elif name == "Turn":
        again = arguments[1]
    elif name == "ChooseMail":
        train = arguments[1]
    elif name == "PayBonus":
        bonus = arguments[1]
    elif name in ("MakeRoom", "GainCoins"):
        count = arguments[1]
    elif name == "DrawTokens":
        seat, count = arguments[1], arguments[2]
    elif name in kinds and "card" in getattr(kinds[name], "__slots__", ()):
        card = arguments[1]
    out = [float(name == asked) for asked in kinds]
    out += one_of(places, place_of.get(seat, -1)) + one_of(len(box.cards), card) + one_of(len(box.bonus), bonus)
    out += [*one_of(len(TRAINS), train), half(count, 5), float(again)]
    out += [float(city in claimed) for city in range(1, box.most_cities + 1)]
    out += [float(OF_A_MODULE + number in claimed) for number in numbers.module_cards]
    return out + one_of(KINDS_OF_CARRY, kind) + icon_numbers(box, icons, place_of)


def icon_numbers(box: Components, icons: Sequence[int], place_of: Mapping[int, int]) -> list[float]:
    """Icons, given as verb, argument, count; what a module's icon is about is a seat, counted from 1, or a code."""
    plain = [0] * len(PLAIN_VERBS)
    rises = [0] * box.top
    steps = [0] * len(TRAINS)
    own = [0.0] * (2 * VERBS_OF_A_MODULE * len(box.modules))
    for at in range(0, len(icons), 3):
        verb, arg, count = icons[at : at + 3]
        if verb >= MODULE_VERBS:
            own[2 * (verb - MODULE_VERBS)] = half(count, 4)
            own[2 * (verb - MODULE_VERBS) + 1] = min(1.0, (place_of[arg - 1] + 1 if arg - 1 in place_of else arg) / 10)
        elif verb == UPGRADE:
            rises[arg] += count
        elif verb == ONE_CONDUCTOR:
            steps[arg] += count
        else:
            plain[PLAIN_VERBS.index(verb)] += count
    return [half(count, 4) for count in [*plain, *rises, *steps]] + own
