"""What lies on the table in the model of First Class, and what can be read off it.

Players are seats 0, 1, …; trains are 0 (upper) and 1 (lower); cards are names in small letters. A train is a list of
cards from left to right: a coach is its level, a mail car or locomotive tile its name. Positions count from 1, and
a conductor on position 0 waits in the station.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from tests.games.first_class.oracle.printed import City, Icon, Printed

NATURE = -1
NOBODY = -2
TRAINS = ("upper", "lower")


@dataclass
class Question:
    """Who is asked, and the legal words; for nature with their weights."""

    seat: int
    words: dict[str, int]


Script = Generator[Question, str, None]
Answer = Generator[Question, str, str]


class Illegal(Exception):
    """The model was told a word that it does not allow."""


@dataclass
class Token:
    """An investigation token, and who has held it and so knows what it shows (FC-MODULE-C-18)."""

    fingerprint: bool
    held: set[int]


@dataclass
class Player:
    """What lies in front of a player."""

    trains: list[list[int | str]]
    conductors: list[int]
    city: int
    mail: list[str]
    coins: list[int] = field(default_factory=lambda: [0, 0, 0])
    points: int = 0
    sections: list[str] = field(default_factory=list)
    contracts: list[str] = field(default_factory=list)
    """Open contracts."""
    gone: list[str] = field(default_factory=list)
    """Contracts that were not fulfilled and left the game at its end."""
    deferred: list[str] = field(default_factory=list)
    """Fulfilled contracts that pay in the next scoring part."""
    bonus: list[str] = field(default_factory=list)
    """End-bonus cards, the drafted one first."""
    bought: list[str] = field(default_factory=list)
    """End-bonus cards taken from the display."""
    taken: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    """The used pile."""
    celebrities: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Train and position of each."""
    postcards: dict[str, int] = field(default_factory=dict)
    """The city of each."""
    waiting: list[str] = field(default_factory=list)
    """Postcards that wait for a city."""
    guests: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Train and position of passengers and luggage that are not activated."""
    activated: list[str] = field(default_factory=list)
    between: dict[str, int] = field(default_factory=dict)
    """The column of switches and mechanics."""
    turned: list[str] = field(default_factory=list)
    """Mechanics that were used and still lie there."""
    tokens: list[Token] = field(default_factory=list)


class Table:
    """Everything on the table, without the course of the game."""

    def __init__(self, printed: Printed, seats: int, options: dict[str, str]) -> None:
        self.printed = printed
        self.options = options
        self.seats = range(seats)
        self.letters = options["modules"].upper().split("-")
        setup = printed.setup
        self.players = [
            Player(
                [list(train) for train in setup["trains"]],
                [setup["conductor"]["position"]] * 2,
                setup["locomotive_city"],
                list(printed.mail),
            )
            for _ in self.seats
        ]
        self.start = -1
        self.tile = -1
        """Who holds the start-player tile."""
        self.turn = -1
        self.round = 0
        self.scoring = 0
        self.turns = 0
        """Turns that were begun in this round."""
        self.rows: list[list[str]] = [[""] * printed.columns for _ in range(printed.rows)]
        self.row_taken = [0] * printed.rows
        self.decks = {
            deck: {
                name
                for name, card in printed.cards.items()
                if card.deck == deck
                and (name in printed.base or any(name in printed.module_cards[letter] for letter in self.letters))
            }
            for deck in (1, 2, 3)
        }
        self.removed = 0
        self.tiles_left = list(printed.tiles)
        self.arrivals: list[int] = []
        """The seats of the conductors that reached Constantinople, in order."""
        self.display: list[str] = []
        self.bonus_deck = set(printed.bonus)
        self.guilty = -1
        self.bag = {"print": printed.tokens["fingerprint"], "blank": printed.tokens["blank"]}
        self.discarded: list[Token] = []
        self.arrested: list[int] = []
        self.told: list[list[Any]] = []
        """Counts since the last word: seat, points of both trains and of modules; or seat, coins, end-bonus cards."""
        self.counted = False
        """Whether the final count is done, after which the murderer is known (FC-MODULE-C-09)."""
        self.over = False
        self.scores: list[int] = []
        self.standings: list[int] = []
        for seat in self.seats:
            self.fill(seat, setup["coins"])

    # ------------------------------------------------------------ trains

    def free(self, pair: int) -> int:
        """Free coach cards of a double-sided set (FC-SETUP-07)."""
        levels = self.printed.pairs[pair]
        in_play = sum(card in levels for player in self.players for train in player.trains for card in train)
        return self.printed.pair_cards[pair] - in_play

    def open_trains(self, seat: int) -> list[int]:
        """The trains to which a level-0 coach can be added now (FC-CAR-06, FC-CAR-07)."""
        if self.free(self.printed.pair(self.printed.levels[0])) == 0:
            return []
        return [train for train in (0, 1) if len(self.players[seat].trains[train]) < self.printed.tile_at]

    def can_rise(self, seat: int, train: int, level: int) -> bool:
        """Whether the train has a coach of the level and the next level has a free card (FC-UPGRADE-03, -17)."""
        higher = self.printed.next_level(level)
        if higher is None or level not in self.players[seat].trains[train]:
            return False
        pair = self.printed.pair(higher)
        return pair == self.printed.pair(level) or self.free(pair) > 0

    def coaches(self, seat: int, train: int) -> dict[int, int]:
        """The level of the coach at each position; mail cars and tiles are none."""
        cards = self.players[seat].trains[train]
        return {at: card for at, card in enumerate(cards, start=1) if isinstance(card, int)}

    def train_points(self, seat: int, train: int) -> int:
        """Step 2 of a scoring phase for one train (FC-SCORE-12, -14)."""
        player = self.players[seat]
        reached = player.trains[train][: player.conductors[train]]
        return sum(self.printed.tile_points.get(card, 0) if isinstance(card, str) else card for card in reached)

    # ------------------------------------------------------------ the line

    def line(self, seat: int) -> list[City]:
        """The cities after Paris."""
        sections = self.players[seat].sections
        return self.printed.board_cities + [city for name in sections for city in self.printed.cards[name].cities]

    def reward_cities(self, seat: int) -> dict[int, tuple[Icon, ...]]:
        """Reached cities with a reward."""
        reached = self.line(seat)[: self.players[seat].city]
        return {at: city.reward for at, city in enumerate(reached, start=1) if city.reward is not None}

    # ------------------------------------------------------------ coins

    def fill(self, seat: int, count: int) -> None:
        """Coins go to the lowest free space of the leftmost column with room (FC-COIN-03)."""
        coins = self.players[seat].coins
        for _ in range(count):
            column = next(at for at, room in enumerate(self.printed.coin_room) if coins[at] < room)
            coins[column] += 1

    def payments(self, seat: int) -> list[str]:
        """Every way to pay for an end-bonus card (FC-COIN-12)."""
        a, b, c = self.players[seat].coins
        price = self.printed.price
        return [
            f"pay:{price - two - three}:{two}:{three}"
            for three in range(c + 1)
            for two in range(b + 1)
            if 0 <= price - two - three <= a
        ]

    # ------------------------------------------------------------ cards

    def has(self, letter: str) -> bool:
        return letter in self.letters

    def use_up(self, seat: int, card: str) -> None:
        """A card goes face down to the used pile (FC-TURN-09)."""
        self.players[seat].pile.append(card)

    def bonus_points(self, seat: int) -> dict[str, int]:
        """The points of the end-bonus cards by type (FC-FINAL-04)."""
        player = self.players[seat]
        found = {}
        for kind in ("car", "conductor", "locomotive"):
            cards = [
                name for name in player.pile if name in self.printed.base and self.printed.cards[name].kind == kind
            ]
            worth = [self.printed.bonus_points[name] for name in player.bonus if self.printed.bonus_type[name] == kind]
            found[kind] = sum(worth) * len(cards)
        return found

    def clear_row(self, row: int) -> None:
        """Remove the rest of a row of which as many cards as players have been taken (FC-ROW-01)."""
        if self.row_taken[row] == len(self.seats):
            self.removed += sum(card != "" for card in self.rows[row])
            self.rows[row] = [""] * self.printed.columns

    def take_place(self, row: int, column: int) -> str:
        """A card leaves the display (FC-ROW-05)."""
        card = self.rows[row][column]
        self.rows[row][column] = ""
        self.row_taken[row] += 1
        self.clear_row(row)
        return card
