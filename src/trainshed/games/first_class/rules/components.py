"""What is in the box of First Class, read from a content pack: cards, cities, coaches, coins, tiles and modules."""

from __future__ import annotations

import importlib
from typing import Any, Final

from trainshed.games.first_class.rules.content_schema import (
    BaseRow,
    BonusRow,
    ColumnRow,
    EffectRow,
    KindRow,
    ModuleRow,
    PairRow,
    PriceRow,
    TileRewardRow,
    TileRow,
)
from trainshed.games.first_class.rules.effect_notation import (
    ANY,
    BONUS,
    COACH,
    LOCOMOTIVE,
    POINTS,
    STEPS,
    Icon,
    merged,
    read_core_icons,
)
from trainshed.games.first_class.rules.requirements import Requirement, read_requirement
from trainshed.kernel.content import ContentError, Pack

MOST_SEATS: Final = 4
TRAINS: Final = ("upper", "lower")
DECKS: Final = 3
TYPES: Final = ("car", "conductor", "locomotive")
"""The types of base cards that end-bonus cards multiply (FC-BONUS-11)."""
SECTION: Final = "section"
CONTRACT: Final = "contract"
NOW: Final = ("money", "game end")
"""Kinds of module cards that are carried out like a base card, whatever their module (FC-MODULE-A-13)."""

ANY_MODULE: Final = ("contract", "money", "game end")
"""Kinds of cards that every module may have."""

MAIL: Final = 16
"""A card of a train is the index of a coach's level, MAIL and the number of a mail car, or TILE and that of a tile."""
TILE: Final = 32

PLAIN: Final = 0
POINTS_CITY: Final = 1
REWARD_CITY: Final = 2

PACKAGE: Final = "trainshed.games.first_class.rules.modules"


class City:
    """A city of a line: without content, with points once, or with a reward in every scoring phase."""

    __slots__ = ("card", "icons", "kind", "points", "text")

    def __init__(self, text: str, kind: int, points: int, icons: list[Icon], card: int) -> None:
        self.text = text
        """As the content pack writes it."""
        self.kind = kind
        self.points = points
        self.icons = icons
        self.card = card
        """The section card on which it is printed, or -1: the board."""


class Card:
    """An action card: a base card, or a card of a module."""

    __slots__ = (
        "cities",
        "condition",
        "deck",
        "effect",
        "icons",
        "kind",
        "least",
        "module",
        "name",
        "pays",
        "requirement",
        "type",
    )

    def __init__(self, name: str, deck: int, module: int, kind: str, effect: str, icons: list[Icon]) -> None:
        self.name = name
        self.deck = deck
        """0 to 2."""
        self.module = module
        """The number of its module, or -1 for a base card."""
        self.kind = kind
        """A type of base card, or a kind of module card."""
        self.effect = effect
        """As the content pack writes it."""
        self.icons = icons
        self.type: int = TYPES.index(kind) if module < 0 and kind in TYPES else -1
        """The index of its type, if end-bonus cards count it."""
        self.cities: list[int] = []
        """The cities of a section card, the first nearest to Paris."""
        self.condition: str = ""
        self.requirement: Requirement | None = None
        self.least: int = 0
        """The number in the condition of a module's own card, as the module reads it."""
        self.pays: str = ""


class BonusCard:
    """An end-bonus card."""

    __slots__ = ("effect", "icons", "name", "points", "type")

    def __init__(self, name: str, type: int, points: int, effect: str, icons: list[Icon]) -> None:
        self.name = name
        self.type = type
        self.points = points
        self.effect = effect
        self.icons = icons


class Reward:
    """A mail car or a locomotive tile: its points, if it has some, and the icons that it gives at once."""

    __slots__ = ("effect", "icons", "name", "points")

    def __init__(self, name: str, points: int, effect: str, icons: list[Icon]) -> None:
        self.name = name
        self.points = points
        self.effect = effect
        self.icons = icons


class Column:
    """A column of coin spaces: its room, and whether a coin of it buys a coach, steps, a city or an upgrade."""

    __slots__ = ("capacity", "verbs")

    def __init__(self, capacity: int, verbs: list[int]) -> None:
        self.capacity = capacity
        self.verbs = verbs


class Components:
    """All components of one content pack. Nothing in it changes during a game."""

    def __init__(self, pack: Pack) -> None:
        self.pack_name: str = pack.name
        self.levels: list[int] = pack.take("coaches.levels", list[int])
        self.top: int = len(self.levels) - 1
        pairs = pack.take("coaches.pairs", list[PairRow])
        self.pair_cards: list[int] = [row.cards for row in pairs]
        self.pair_of: list[int] = [self.pair_index(pairs, level) for level in self.levels]
        self.modules: list[Any] = self.read_modules(pack)
        self.module_letters: list[str] = [module.letter for module in self.modules]

        self.rounds: int = pack.number("game.rounds")
        self.turns: int = pack.number("game.turns_per_round")
        self.rows: int = pack.number("game.rows")
        self.columns: int = pack.number("game.cards_per_row")
        self.rounds_per_deck: int = pack.number("game.rounds_per_deck")
        self.shown: int = pack.number("game.end_bonus_display")
        self.price: int = pack.number("game.end_bonus_price")
        self.mail_at: int = pack.number("game.mail_car_position")
        self.tile_at: int = pack.number("game.locomotive_tile_position")
        self.start_coins: int = pack.number("setup.coins")
        self.start_trains: list[list[int]] = [
            [self.levels.index(level) for level in train] for train in pack.take("setup.trains", list[list[int]])
        ]
        self.start_city: int = pack.number("setup.locomotive_city")
        self.start_conductor: int = pack.number("setup.conductor.position")
        self.coins: int = pack.number("coins.total")
        self.read_coins(pack)
        self.coin_points: int = pack.number("coins.end_of_game_points_per_coin")
        self.places: list[int] = pack.take("constantinople.points", list[int])

        self.cities: list[City] = []
        self.cards: list[Card] = []
        self.board_cities: list[int] = self.add_cities(pack.take("board_line.cities", list[str]), -1)
        self.read_cards(pack)
        self.bonus: list[BonusCard] = [
            BonusCard(row.id.lower(), self.type_of(row.type), row.points, row.effect, self.icons(row.effect))
            for row in pack.take("end_bonus.cards", list[BonusRow])
        ]
        self.mail: list[Reward] = [
            Reward(row.id.lower(), 0, row.effect, self.icons(row.effect))
            for row in pack.take("mail_cars.cards", list[EffectRow])
        ]
        self.tiles: list[Reward] = [
            Reward(row.id.lower(), row.points, row.effect, self.icons(row.effect))
            for row in pack.take("locomotive_tiles.tiles", list[TileRow])
        ]
        self.tile_rewards: dict[tuple[int, int], list[Icon]] = {}
        """What the start-player tile gives, by number of players and seat counted from the taker: one of the icons."""
        for row in pack.take("start_player_tile.rewards", list[TileRewardRow]):
            self.tile_rewards[row.players, row.seat - 1] = [self.one_icon(text) for text in row.options]
        self.card_numbers: dict[str, int] = {card.name: number for number, card in enumerate(self.cards)}
        self.bonus_numbers: dict[str, int] = {card.name: number for number, card in enumerate(self.bonus)}
        self.most_cities: int = len(self.cities)
        self.index()
        self.check()

    # ------------------------------------------------------------ reading

    def pair_index(self, pairs: list[PairRow], level: int) -> int:
        for at, row in enumerate(pairs):
            if level in row.levels:
                return at
        raise ContentError(f"{self.pack_name}: no coach card shows level {level}")

    def read_modules(self, pack: Pack) -> list[Any]:
        """The modules of the pack, in the order of their letters; each is a file that is found by its id."""
        modules = []
        for number, letter in enumerate(sorted(pack.get("module"))):
            name = pack.text(f"module.{letter}.id")
            if not name.isidentifier():
                raise ContentError(f"{self.pack_name}: module.{letter}.id: {name!r} is no module")
            try:
                found = importlib.import_module(f"{PACKAGE}.{name}")
            except ModuleNotFoundError as error:
                raise ContentError(f"{self.pack_name}: module.{letter}.id: no rules for {name!r}") from error
            modules.append(found.MODULE(name, letter.lower(), number))
        return modules

    def read_coins(self, pack: Pack) -> None:
        rows = pack.take("coins.columns", list[ColumnRow])
        self.coin_columns: list[Column] = []
        for row in rows:
            icons = [self.one_icon(text) for text in row.options]
            if any(icon.verb not in (COACH, STEPS, LOCOMOTIVE, ANY) or icon.count != 1 for icon in icons):
                raise ContentError(f"{self.pack_name}: coins.columns: {row.id}: no coin buys {row.options}")
            self.coin_columns.append(Column(row.capacity, [icon.verb for icon in icons]))
        self.capacity: int = sum([column.capacity for column in self.coin_columns])
        self.point_price: int = 0
        """How many points one coin of any column buys; 0: none."""
        for price in pack.take("coins.any_column", list[PriceRow]):
            icon = self.one_icon(price.effect)
            if icon.verb == POINTS and price.coins == 1:
                self.point_price = icon.count
            elif icon.verb != BONUS or icon.count != 1 or price.coins != self.price:
                raise ContentError(f"{self.pack_name}: coins.any_column: {price.effect} for {price.coins} coins")

    def read_cards(self, pack: Pack) -> None:
        kinds = pack.take("kinds", dict[str, KindRow])
        for deck in range(DECKS):
            for base in pack.take(f"base.deck{deck + 1}.cards", list[BaseRow]):
                self.add_card(Card(base.id.lower(), deck, -1, base.type, base.effect, self.icons(base.effect)))
                self.cards[-1].cities = self.add_cities(base.cities, len(self.cards) - 1)
                if (base.type not in TYPES and base.type != SECTION) or (base.type == SECTION) != bool(base.cities):
                    raise ContentError(f"{self.pack_name}: base.deck{deck + 1}: {base.id} is of no type")
        for module in self.modules:
            path = f"module.{module.letter.upper()}"
            for deck in range(DECKS):
                for row in pack.take(f"{path}.deck{deck + 1}", list[ModuleRow]):
                    if row.kind not in kinds or not (row.kind in module.kinds or row.kind in ANY_MODULE):
                        raise ContentError(f"{self.pack_name}: {path}.deck{deck + 1}: {row.id} is of no kind")
                    card = Card(row.id.lower(), deck, module.number, row.kind, row.effect, self.icons(row.effect))
                    card.condition = row.condition
                    card.pays = row.pays or kinds[row.kind].pays
                    if row.kind == CONTRACT:
                        card.requirement = self.requirement(row.condition)
                    self.add_card(card)
                    if row.kind in module.kinds:
                        module.read_card(self, card)
            module.read(self, pack, path)

    def add_card(self, card: Card) -> None:
        if any(other.name == card.name for other in self.cards):
            raise ContentError(f"{self.pack_name}: card {card.name} stands twice")
        self.cards.append(card)

    def add_cities(self, texts: list[str], card: int) -> list[int]:
        """Read the cities of the board or of a section card; their numbers."""
        numbers = []
        for text in texts:
            numbers.append(len(self.cities))
            if text == "plain":
                self.cities.append(City(text, PLAIN, 0, [], card))
            elif text.startswith("P") and text[1:].isdigit():
                self.cities.append(City(text, POINTS_CITY, int(text[1:]), [], card))
            elif text.startswith("R[") and text.endswith("]"):
                self.cities.append(City(text, REWARD_CITY, 0, self.icons(text[2:-1]), card))
            else:
                raise ContentError(f"{self.pack_name}: not a city: {text!r}")
        return numbers

    def icons(self, text: str) -> list[Icon]:
        """The icons of an effect; modules read what the core does not know."""
        icons: list[Icon] = []
        for item in text.split(", ") if text else []:
            found = read_core_icons(item, self.levels)
            for module in self.modules:
                if found is None:
                    found = module.read_icons(item)
            if found is None:
                raise ContentError(f"{self.pack_name}: not an effect: {item!r}")
            icons += found
        return merged(icons)

    def one_icon(self, text: str) -> Icon:
        icons = self.icons(text)
        if len(icons) != 1:
            raise ContentError(f"{self.pack_name}: one icon is wanted, not {text!r}")
        return icons[0]

    def requirement(self, text: str) -> Requirement:
        found = read_requirement(text, self.levels)
        for module in self.modules:
            if found is None:
                found = module.read_requirement(text)
        if found is None:
            raise ContentError(f"{self.pack_name}: not a requirement: {text!r}")
        return found

    def type_of(self, name: str) -> int:
        if name not in TYPES:
            raise ContentError(f"{self.pack_name}: end_bonus: {name!r} is no type of base card")
        return TYPES.index(name)

    def check(self) -> None:
        """Refuse a pack with which a game could not be played to its end."""
        problems = {
            "coins.total: too few for all boards": self.coins < self.capacity * MOST_SEATS,
            "coins.columns: three columns are needed": len(self.coin_columns) != 3,
            "setup.coins: more than fit": self.start_coins > self.capacity,
            "end_bonus.cards: too few": len(self.bonus) < MOST_SEATS + 1 + self.shown,
            "mail_cars.cards: at least two are needed": len(self.mail) < len(TRAINS),
            "locomotive_tiles.tiles: too few": len(self.tiles) < MOST_SEATS * len(TRAINS),
            "setup.trains: two trains of coaches are needed": len(self.start_trains) != len(TRAINS)
            or any(not 0 < len(train) < self.mail_at - 1 for train in self.start_trains),
            "game.mail_car_position: a mail car comes before the locomotive tile": not 2
            < self.mail_at
            < self.tile_at - 1
            or self.tile_at >= MAIL,
            "coaches.pairs: too few cards of the first pair": self.pair_cards[0] < MOST_SEATS * len(TRAINS),
            "coaches.levels: at most 15": self.top >= MAIL - 1,
            "board_line.cities: at least one": not self.board_cities,
            "game.rounds: three decks for all rounds": self.rounds != DECKS * self.rounds_per_deck,
            "game.cards_per_row: more than players": self.columns <= MOST_SEATS or self.turns != self.rows,
            "game.end_bonus_price: payable": not 0 < self.price <= self.capacity,
            "module: at least two": len(self.modules) < 2,
        }
        for problem, found in problems.items():
            if found:
                raise ContentError(f"{self.pack_name}: {problem}")
        for deck in range(DECKS):
            base = len([card for card in self.cards if card.deck == deck and card.module < 0])
            own = [len([c for c in self.cards if c.deck == deck and c.module == m.number]) for m in self.modules]
            if base + sum(sorted(own)[:2]) < self.rounds_per_deck * self.rows * self.columns:
                raise ContentError(f"{self.pack_name}: deck {deck + 1} has too few cards")

    # ------------------------------------------------------------ finding things

    def index(self) -> None:
        """Tables of what every view and every count of the pieces asks for, many times in each move."""
        self.card_names: list[str] = [card.name for card in self.cards]
        self.city_cards: list[int] = [city.card for city in self.cities]
        self.train_names: dict[int, str] = {at: str(level) for at, level in enumerate(self.levels)}
        """The names of all cards that a train can have."""
        self.train_names |= {MAIL + at: car.name for at, car in enumerate(self.mail)}
        self.train_names |= {TILE + at: tile.name for at, tile in enumerate(self.tiles)}
        self.train_numbers: dict[str, int] = {name: card for card, name in self.train_names.items()}
        self.deck_counts: list[list[int]] = [[0] * (1 + len(self.modules)) for _ in range(DECKS)]
        """Cards of each deck: base cards first, then those of each module by its number."""
        for card in self.cards:
            self.deck_counts[card.deck][1 + card.module] += 1

    def deck_size(self, deck: int, modules: list[int]) -> int:
        """How many cards a deck has in a game with these modules."""
        counts = self.deck_counts[deck]
        return counts[0] + sum([counts[1 + number] for number in modules])

    def deck_cards(self, deck: int, modules: list[int]) -> list[int]:
        """The cards of a deck in a game with these modules (FC-SETUP-01 to -03)."""
        return [
            number
            for number, card in enumerate(self.cards)
            if card.deck == deck and (card.module < 0 or card.module in modules)
        ]
