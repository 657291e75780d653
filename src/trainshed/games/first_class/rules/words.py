"""The words of First Class and their ids, grouped in families with a common prefix."""

from __future__ import annotations

from typing import Final

from trainshed.games.first_class.rules.components import CONTRACT, MOST_SEATS, TRAINS, Components
from trainshed.games.first_class.rules.effect_notation import ANY, COACH, LOCOMOTIVE, STEPS, Icon
from trainshed.kernel.vocabulary import Vocabulary, WordList

USE: Final = 0
IGNORE: Final = 1
LEAVE: Final = 2
"""Give up the icons that are left."""
DONE: Final = 3
"""The closing word: end a turn, or one's part of a scoring phase when no reward is left in it."""
SCORE: Final = 4
"""Go on to the points of the trains although rewards are left, which counts as declining them (FC-SCORE-18)."""
TILE_WORD: Final = 5
"""Take the start-player tile."""
COINS_WORD: Final = 6
"""Take the coins of an icon."""
SINGLE: Final = ("use", "ignore", "leave", "done", "score", "tile", "coins")

# Families. Each word has a family and up to two arguments, `a` and `b`.
ALONE: Final = 0
FIRST: Final = 1
"""Nature: seat `a` begins."""
DRAFT: Final = 2
"""Nature: end-bonus card `a` is among those of the draft."""
KEEP: Final = 3
SHOW: Final = 4
"""Nature: end-bonus card `a` is turned up."""
GET: Final = 5
"""Take end-bonus card `a` without paying."""
BUY: Final = 6
DEAL: Final = 7
"""Nature: action card `a` is laid on the next place of the display."""
TAKE: Final = 8
"""Take the card at place `a`, row by row."""
ADD: Final = 9
"""A level-0 coach goes to train `a`."""
RISE: Final = 10
"""The leftmost coach of level `b` in train `a` is upgraded."""
STEP: Final = 11
"""The conductor of train `a` goes `b` cards on."""
DRIVE: Final = 12
"""The locomotive goes `a` cities on."""
LAY_MAIL: Final = 13
COIN_ADD: Final = 14
"""A coin of column `a` buys a coach for train `b`."""
COIN_RISE: Final = 15
"""A coin of column `a` buys an upgrade; `b` is the train times the number of levels, plus the level."""
COIN_STEP: Final = 16
COIN_DRIVE: Final = 17
COIN_POINT: Final = 18
PAY: Final = 19
"""Pay for an end-bonus card with these coins: `a` is the number of the payment."""
FULFIL: Final = 20
"""Fulfil the contract `a`."""
CITY: Final = 21
"""Receive the reward of the city `a` steps from Paris."""
OF_MODULES: Final = 64
"""Families from here on belong to modules, sixteen to each."""
FAMILIES_OF_A_MODULE: Final = 16


class Words:
    """The vocabulary of a content pack: for each id its family and arguments, for each family its first id."""

    def __init__(self, box: Components) -> None:
        self.list: WordList = WordList(*SINGLE)
        self.family: list[int] = [ALONE] * len(SINGLE)
        self.a: list[int] = [0] * len(SINGLE)
        self.b: list[int] = [0] * len(SINGLE)
        levels = box.levels
        bonus = [card.name for card in box.bonus]
        both = range(len(TRAINS))
        self.first: int = self.numbered(FIRST, "first", [str(seat) for seat in range(1, MOST_SEATS + 1)])
        self.draft: int = self.numbered(DRAFT, "draft", bonus)
        self.keep: int = self.numbered(KEEP, "keep", bonus)
        self.show: int = self.numbered(SHOW, "show", bonus)
        self.get: int = self.numbered(GET, "bonus", bonus)
        self.buy: int = self.numbered(BUY, "buy", bonus)
        self.deal: int = self.numbered(DEAL, "deal", [card.name for card in box.cards])
        places = [f"{row}:{column}" for row in range(1, box.rows + 1) for column in range(1, box.columns + 1)]
        self.take: int = self.numbered(TAKE, "take", places)
        self.add_coach: int = self.numbered(ADD, "coach", list(TRAINS))
        self.rise: int = self.add(
            RISE, "upgrade", [(f"{TRAINS[t]}:{levels[at]}", t, at) for t in both for at in range(box.top)]
        )
        self.most_steps: int = box.tile_at
        self.step: int = self.add(
            STEP, "conductor", [(f"{TRAINS[t]}:{n}", t, n) for t in both for n in range(1, self.most_steps + 1)]
        )
        self.most_drive: int = max(
            [1, *[icon.count for icons in all_icons(box) for icon in icons if icon.verb == LOCOMOTIVE]]
        )
        self.drive: int = self.add(DRIVE, "locomotive", [(str(n), n, 0) for n in range(1, self.most_drive + 1)])
        self.mail: int = self.numbered(LAY_MAIL, "mail", [car.name for car in box.mail])
        self.coin_add: list[int] = [-1, -1, -1]
        self.coin_rise: list[int] = [-1, -1, -1]
        self.coin_step: list[int] = [-1, -1, -1]
        self.coin_drive: list[int] = [-1, -1, -1]
        self.coin_point: list[int] = [-1, -1, -1]
        for at, column in enumerate(box.coin_columns):
            head = f"coin:{at + 1}"
            if COACH in column.verbs or ANY in column.verbs:
                self.coin_add[at] = self.add(COIN_ADD, head, [(f"coach:{TRAINS[t]}", at, t) for t in both])
            if STEPS in column.verbs:
                self.coin_step[at] = self.add(COIN_STEP, head, [(f"conductor:{TRAINS[t]}", at, t) for t in both])
            if LOCOMOTIVE in column.verbs:
                self.coin_drive[at] = self.add(COIN_DRIVE, head, [("locomotive", at, 0)])
            if ANY in column.verbs:
                rises = [(t, level) for t in both for level in range(box.top)]
                self.coin_rise[at] = self.add(
                    COIN_RISE,
                    head,
                    [(f"upgrade:{TRAINS[t]}:{levels[level]}", at, t * len(levels) + level) for t, level in rises],
                )
            if box.point_price:
                self.coin_point[at] = self.add(COIN_POINT, head, [("point", at, 0)])
        self.payments: list[tuple[int, int, int]] = payments(box)
        self.pay: int = self.numbered(PAY, "pay", [f"{a}:{b}:{c}" for a, b, c in self.payments])
        contracts = [(card.name, at, 0) for at, card in enumerate(box.cards) if card.kind == CONTRACT]
        self.fulfil: int = len(self.family)
        self.add(FULFIL, "fulfil", contracts)
        self.fulfil_of: dict[int, int] = {at: self.fulfil + n for n, (_, at, _) in enumerate(contracts)}
        self.city: int = self.add(CITY, "city", [(str(n), n, 0) for n in range(1, box.most_cities + 1)])
        for module in box.modules:
            module.add_words(self, box)
        self.vocabulary: Vocabulary = self.list.vocabulary()

    def numbered(self, family: int, head: str, rests: list[str]) -> int:
        """Add a family whose words count from 0."""
        return self.add(family, head, [(rest, number, 0) for number, rest in enumerate(rests)])

    def single(self, family: int, word: str) -> int:
        """Add a word without arguments; its id."""
        self.family.append(family)
        self.a.append(0)
        self.b.append(0)
        return self.list.single(word)

    def add(self, family: int, head: str, entries: list[tuple[str, int, int]]) -> int:
        """Add words with their arguments; the id of the first."""
        for _, a, b in entries:
            self.family.append(family)
            self.a.append(a)
            self.b.append(b)
        return self.list.add(head, [rest for rest, _, _ in entries])


def all_icons(box: Components) -> list[list[Icon]]:
    """The icons of everything that can be carried out."""
    return [
        *[card.icons for card in box.cards],
        *[card.icons for card in box.bonus],
        *[car.icons for car in box.mail],
        *[tile.icons for tile in box.tiles],
        *[city.icons for city in box.cities],
    ]


def payments(box: Components) -> list[tuple[int, int, int]]:
    """Every way to pay for an end-bonus card: coins of the three columns."""
    first, second, third = [column.capacity for column in box.coin_columns]
    return [
        (box.price - b - c, b, c)
        for c in range(third + 1)
        for b in range(second + 1)
        if 0 <= box.price - b - c <= first
    ]
