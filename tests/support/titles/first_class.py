"""What only First Class knows; see `tests.support.titles.TitleHints`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import trainshed
from tests.support.games.words import legal
from tests.support.titles import Pick, Wanted, clever, keen
from trainshed.games.first_class.rules.state import FirstClassState

SLUG = "first-class"
IDLE = ("done", "leave", "score")
DRAWN = ("modules",)


def several(head: str, count: int = 1) -> Wanted:
    """At least so many words of one family are legal."""
    return lambda state: sum(word.startswith(f"{head}:") for word in legal(state)) >= count


def in_round(number: int) -> Wanted:
    """The first turn of a round."""
    return lambda state: state.round == number and state.turns == 1 and "tile" in legal(state)


def in_scoring(state: FirstClassState) -> bool:
    """A part of a scoring phase with a reward of the line."""
    return state.scoring > 0 and "score" in legal(state)


def rich(state: FirstClassState, words: Sequence[str], rng: Random) -> str:
    """A random word, but none that spends coins: boards fill up with them."""
    return rng.choice([word for word in words if not word.startswith("coin:")] or list(words))


POSITIONS: dict[str, tuple[Wanted, Pick]] = {
    "draft": (several("keep"), keen),
    "fourth round": (in_round(4), clever),
    "scoring": (in_scoring, clever),
    "mail car": (several("mail", 2), clever),
    "payments": (several("pay", 2), rich),
}

_GAME = trainshed.game(SLUG)
PRESSED = [f"mail:{row['id'].lower()}" for row in _GAME.pack.get("mail_cars.cards")]
"""Every mail car."""
