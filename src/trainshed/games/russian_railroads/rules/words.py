"""The words of Russian Railroads and their ids, grouped in families with a common prefix."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from trainshed.games.russian_railroads.rules.components import MOST_SEATS, PLACES, RAILROADS, Components
from trainshed.games.russian_railroads.rules.effect_notation import (
    COLOURS,
    FACTORY,
    LOCOMOTIVE,
    ActionStep,
    MarkerStep,
    TileStep,
    TrackStep,
)
from trainshed.games.russian_railroads.rules.player import PER_RAILROAD
from trainshed.kernel.vocabulary import Vocabulary, WordList

PASS: Final = 0
DONE: Final = 1
STAY: Final = 2
GIVE_UP: Final = 3
TEN: Final = 4

MOST_PIECES: Final = 3
AGAIN: Final = ("doubler", "industry", "track")


class Payment:
    """The pieces with which a space is paid: own, turquoise and black workers, and roubles."""

    __slots__ = ("black", "pieces", "roubles", "turquoise", "workers")

    def __init__(self, workers: int, turquoise: int, black: int, roubles: int) -> None:
        self.workers = workers
        self.turquoise = turquoise
        self.black = black
        self.roubles = roubles
        self.pieces: int = workers + turquoise + black + roubles

    def name(self) -> str:
        """As the word for it ends: `w1r1` is one worker and one rouble."""
        counts = (self.workers, self.turquoise, self.black, self.roubles)
        return "".join([f"{letter}{count}" for letter, count in zip("wtbr", counts, strict=True) if count])


class Words:
    """The base id of each family of words; base plus index, or plus printed number, is the id of a word."""

    def __init__(self, box: Components) -> None:
        words = WordList("pass", "done", "stay", "give_up", "ten")
        engineers = [str(number) for number in range(1, box.engineer_count + 1)]
        numbers = [str(number) for number in range(1, box.numbers + 1)]
        self.space: int = words.add("space", box.space_names)
        self.engineer: int = words.add("engineer", engineers) - 1
        self.payments: list[Payment] = payments()
        self.of_total: list[list[int]] = [[] for _ in range(MOST_PIECES + 1)]
        """The indices of the payments, by their number of pieces."""
        for index, payment in enumerate(self.payments):
            self.of_total[payment.pieces].append(index)
        self.pay: int = words.add("pay", [payment.name() for payment in self.payments])
        lanes = [(railroad, colour) for railroad in range(len(RAILROADS)) for colour in range(box.colours[railroad])]
        self.advance: int = words.add("advance", [f"{RAILROADS[railroad]}:{COLOURS[c]}" for railroad, c in lanes])
        self.tracks: list[TrackStep] = [
            TrackStep(self.advance + index, railroad, colour, railroad * PER_RAILROAD + colour)
            for index, (railroad, colour) in enumerate(lanes)
        ]
        self.industry: int = words.add("industry", ["1", "2"])
        self.markers: list[MarkerStep] = [MarkerStep(self.industry + marker, marker) for marker in (0, 1)]
        self.locomotive: int = words.add("build", ["locomotive", "factory"])
        self.factory: int = self.locomotive + 1
        self.open_factory: int = words.add("build:factory", numbers) - 1
        self.tiles: list[TileStep] = [
            TileStep(self.locomotive, LOCOMOTIVE, 0),
            TileStep(self.factory, FACTORY, 0),
            *[TileStep(self.open_factory + number, FACTORY, number) for number in range(1, box.numbers + 1)],
        ]
        self.steps: list[ActionStep] = [*self.tracks, *self.markers, *self.tiles]
        """The steps of actions, whose words follow each other."""
        self.place: int = words.add("place", list(PLACES))
        self.slot: int = words.add("slot", [str(slot) for slot in range(1, box.slots + 1)]) - 1
        places = [*box.space_names, *[f"engineer-{number}" for number in engineers]]
        self.repeat: int = words.add("repeat", places)
        self.swap: int = words.add("swap", places)
        self.spaces: int = len(places)
        self.token: int = words.add("token", box.token_names)
        self.card: int = words.add("card", box.card_names)
        self.again: int = words.add("again", list(AGAIN))
        self.start: int = words.add("start", box.start_names)
        self.bonus: int = words.add("bonus", box.bonus_names)
        self.seat: int = words.add("seat", [str(seat) for seat in range(1, MOST_SEATS + 1)])
        self.tile: int = words.add("tile", engineers) - 1
        self.removed_cards: list[tuple[int, ...]] = list(combinations(range(len(box.bonus_names)), box.bonus_removed))
        self.removed: int = words.add(
            "removed", [":".join([box.bonus_names[c] for c in cs]) for cs in self.removed_cards]
        )
        self.look: int = words.single("look")
        self.vocabulary: Vocabulary = words.vocabulary()

    def step(self, move: int) -> ActionStep | None:
        """The step that a word asks for, or None if it is no word for a step."""
        index = move - self.advance
        return self.steps[index] if 0 <= index < len(self.steps) else None


def payments() -> list[Payment]:
    """Every way to pay one to three pieces."""
    return [
        Payment(workers, turquoise, black, roubles)
        for total in range(1, MOST_PIECES + 1)
        for workers in range(total, -1, -1)
        for turquoise in range(min(2, total - workers), -1, -1)
        for black in range(min(1, total - workers - turquoise), -1, -1)
        for roubles in [total - workers - turquoise - black]
    ]
