"""The words of Russian Railroads and their ids, grouped in families with a common prefix."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from trainshed.games.russian_railroads.rules.components import MOST_SEATS, PLACES, RAILROADS, Components
from trainshed.games.russian_railroads.rules.effect_notation import COLOURS
from trainshed.games.russian_railroads.rules.player import PER_RAILROAD
from trainshed.kernel.vocabulary import Vocabulary

PASS: Final = 0
DONE: Final = 1
STAY: Final = 2
GIVE_UP: Final = 3
TEN: Final = 4

MOST_PIECES: Final = 3
AGAIN: Final = ("doubler", "industry", "track")


class Words:
    """The base id of each family of words; base plus index, or plus printed number, is the id of a word."""

    def __init__(self, box: Components) -> None:
        words = ["pass", "done", "stay", "give_up", "ten"]
        engineers = [str(number) for number in range(1, box.engineer_count + 1)]
        numbers = [str(number) for number in range(1, box.numbers + 1)]

        def add(prefix: str, endings: list[str]) -> int:
            first = len(words)
            words.extend([f"{prefix}:{ending}" for ending in endings])
            return first

        self.space: int = add("space", box.space_names)
        self.engineer: int = add("engineer", engineers) - 1
        self.payments: list[tuple[int, int, int, int]] = payments()
        self.of_total: list[list[int]] = [[] for _ in range(MOST_PIECES + 1)]
        """The indices of the payments, by their number of pieces."""
        for index, payment in enumerate(self.payments):
            self.of_total[sum(payment)].append(index)
        self.pay: int = add("pay", [payment_name(payment) for payment in self.payments])
        self.advance: int = len(words)
        self.advances: list[int] = [-1] * (len(RAILROADS) * PER_RAILROAD)
        """The word that moves a track, by its place in the list of tracks, or -1."""
        self.tracks: list[int] = []
        for railroad, name in enumerate(RAILROADS):
            for colour in range(box.colours[railroad]):
                self.advances[railroad * PER_RAILROAD + colour] = len(words)
                self.tracks.append(railroad * PER_RAILROAD + colour)
                words.append(f"advance:{name}:{COLOURS[colour]}")
        self.industry: int = add("industry", ["1", "2"])
        self.locomotive: int = add("build", ["locomotive", "factory"])
        self.factory: int = self.locomotive + 1
        self.open_factory: int = add("build:factory", numbers) - 1
        self.place: int = add("place", list(PLACES))
        self.slot: int = add("slot", [str(slot) for slot in range(1, box.slots + 1)]) - 1
        places = [*box.space_names, *[f"engineer-{number}" for number in engineers]]
        self.repeat: int = add("repeat", places)
        self.swap: int = add("swap", places)
        self.spaces: int = len(places)
        self.token: int = add("token", box.token_names)
        self.card: int = add("card", box.card_names)
        self.again: int = add("again", list(AGAIN))
        self.start: int = add("start", box.start_names)
        self.bonus: int = add("bonus", box.bonus_names)
        self.seat: int = add("seat", [str(seat) for seat in range(1, MOST_SEATS + 1)])
        self.tile: int = add("tile", engineers) - 1
        self.removed_cards: list[tuple[int, ...]] = list(combinations(range(len(box.bonus_names)), box.bonus_removed))
        self.removed: int = add("removed", [":".join([box.bonus_names[c] for c in cs]) for cs in self.removed_cards])
        self.vocabulary: Vocabulary = Vocabulary(words)


def payments() -> list[tuple[int, int, int, int]]:
    """Every way to pay one to three pieces: own, turquoise and black workers, roubles."""
    return [
        (workers, turquoise, black, roubles)
        for total in range(1, MOST_PIECES + 1)
        for workers in range(total, -1, -1)
        for turquoise in range(min(2, total - workers), -1, -1)
        for black in range(min(1, total - workers - turquoise), -1, -1)
        for roubles in [total - workers - turquoise - black]
    ]


def payment_name(payment: tuple[int, int, int, int]) -> str:
    return "".join([f"{letter}{count}" for letter, count in zip("wtbr", payment, strict=True) if count])
