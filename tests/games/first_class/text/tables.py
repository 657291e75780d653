"""Games of First Class for the tests of its texts: positions of random games, lines of their logs, what is sound."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Final

from tests.support.games.first_class.positions import BOX, GAME
from tests.support.games.words import wander
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.games.first_class.text import sentences
from trainshed.games.first_class.text.module import texts_of
from trainshed.kernel.events import Event

NAMES: Final = ["Ada", "Bo", "Cy", "Di"]
SELDOM: Final = ("ignore", "leave", "score")
LIKELY: Final = {"fulfil": 5, "activate": 5, "mechanic": 5, "post": 5, "city": 5, "switch": 5, "buy": 2, "coin": 0.5}
"""Words that a random player says less or more often, so that a game has something to tell."""

TABLES: Final[list[tuple[int, dict[str, str]]]] = [
    (2, {"modules": "a-b"}),
    (3, {"modules": "c-d", "open_piles": "yes"}),
    (4, {"modules": "b-e", "used_mechanics": "used_pile"}),
    (4, {"modules": "a-c", "murder_arrest": "penalty", "ignore_may_add": "yes"}),
    (2, {"modules": "d-e", "coins_inside_rewards": "yes", "strict_cards": "yes", "forced_bonus": "yes"}),
]
"""Every module twice, and every option."""


HIDDEN: Final = ["draft:?", "keep:?", *[word for module in texts_of(BOX) for word in module.hidden]]
RAW: Final = re.compile(r"\b[a-e][123]-\d\b|\bx[123]-|\bs[123]-\d\b|\beb-|\blt-\d|\bm[1-4]\b|\w_\w|%|None")
"""Ids of the content pack, gaps that were not filled, names of fields: nothing that people should read."""


def sound(text: str) -> bool:
    """Whether a text is not empty, and shows no id."""
    return bool(text.strip()) and RAW.search(text) is None


def walks(seats: int, seed: int, **options: str) -> Iterator[FirstClassState]:
    """The positions of a game with random moves, from its set-up to its end."""
    state: FirstClassState = GAME.start(seats, options)
    state.listen()
    rng = Random(seed)
    yield state
    while not state.over:
        if state.actor >= 0:
            moves = state.moves()
            words = [GAME.vocabulary.word(move) for move in moves]
            weights = [0.1 if word in SELDOM else LIKELY.get(word.partition(":")[0], 1.0) for word in words]
            state.play(rng.choices(moves, weights)[0])
        else:
            wander(state, rng)
        yield state


def lines_of(seats: int, seed: int, seat: int | None, **options: str) -> tuple[FirstClassState, list[list[Event]]]:
    """A whole game, and the events of each line of its log as a seat reads it."""
    lines: list[list[Event]] = []
    state = None
    for state in walks(seats, seed, **options):
        for event in state.events(seat):
            if not lines or sentences.opens(event, lines[-1][-1]):
                lines.append([])
            lines[-1].append(event)
    assert state is not None
    return state, lines
