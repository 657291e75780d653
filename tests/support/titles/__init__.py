"""What the tests in a browser, the measurements and the screenshots need to know of a title, found by its name.

A title gets all of them with nothing written here: what they need is derived from the title itself (its seat counts,
options, words, parts). Only what nobody could derive stands in `tests/support/titles/<package>.py`, if a title has
such a module: any of the names of `TitleHints`.

    for slug in trainshed.titles():
        hints_of(slug).idle
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import trainshed
from tests.support.games.words import legal
from trainshed.kernel.agenda import NATURE, Effect
from trainshed.kernel.game import Game

Wanted = Callable[[Any], object]
"""Whether a position, at which a seat is to move, is as wanted."""

Pick = Callable[[Any, Sequence[str], Random], str]
"""Chooses one of the legal words of a position."""


class TitleHints(NamedTuple):
    """What only a title can know; a module of hints has any of these names in capitals, the others are derived."""

    idle: Sequence[str] = ()
    """Words that end something without doing anything; by default the word with which a seat passes, if any."""
    hurry: str = ""
    """A word of one press that brings the end nearer, for games that are to be short; by default the first idle one."""
    positions: Mapping[str, tuple[Wanted, Pick]] = {}
    """Positions beside the usual ones whose page is checked, by name: what is wanted, and how to play there."""
    drawn: Sequence[str] = ()
    """Options each choice of which puts other pieces on the board, so that every choice is drawn in tests."""
    pressed: Sequence[str] = ()
    """Words each of which must be pressed and confirmed once: pieces that random games seldom use."""


def hints_of(slug: str) -> TitleHints:
    """The hints of a title: those of its module, if there is one, and the usual ones."""
    game = trainshed.game(slug)
    usual = TitleHints(idle=(game.skip,) if game.skip else ())
    name = f"{__name__}.{slug.replace('-', '_')}"
    if importlib.util.find_spec(name) is None:
        return usual
    module = import_module(name)
    return usual._replace(
        **{field: getattr(module, field.upper()) for field in TitleHints._fields if hasattr(module, field.upper())}
    )


# ---------------------------------------------------------------- what every title has


def board_of(slug: str) -> Any:
    """The title's own board, or None: then the page lists the options as lines."""
    game = trainshed.game(slug)
    return game.part("board.board") if game.has_part("board.board") else None


def drawn_titles() -> list[str]:
    """The titles that have a board of their own."""
    return [slug for slug in trainshed.titles() if board_of(slug) is not None]


def bot_of(game: Game) -> str:
    """The best bot that needs no training: by the title's rules of thumb, if it has them."""
    return "thumb" if game.has_part("bot") else "random"


def seats_near(game: Game, seats: int) -> int:
    """This number of seats, or the nearest one that the title has."""
    return min(game.seat_counts, key=lambda count: abs(count - seats))


# ---------------------------------------------------------------- ways to play


def keen(state: Any, words: Sequence[str], rng: Random) -> str:
    """A random word, an idle one only if nothing else is legal."""
    idle = hints_of(state.game.slug).idle
    return rng.choice([word for word in words if word not in idle] or list(words))


def clever(state: Any, words: Sequence[str], rng: Random) -> str:
    """A random word, with the weights of the title's rules of thumb, if it has them."""
    if not state.game.has_part("bot"):
        return rng.choice(words)
    return rng.choices(words, state.game.part("bot").weigh(state, state.moves()))[0]


def lazy(state: Any, words: Sequence[str], rng: Random) -> str:
    """The word that ends something soonest: an idle one if there is one."""
    return next((word for word in hints_of(state.game.slug).idle if word in words), words[0])


# ---------------------------------------------------------------- positions of every title


def free(state: Any) -> bool:
    """Whether a seat begins its turn and has a choice. Where a title says nothing of turns, at every question."""
    told = any(effect.begins_turn is not Effect.begins_turn for effect in state.game.effects)
    return (state.begins_turn or not told) and state.actor != NATURE and len(state.moves()) > 1


def ends_turn(state: Any, word: str) -> bool:
    """Whether a word hands the question on to another seat, or to nature."""
    return not state.reversible(state.game.vocabulary.id(word))


def last_words(state: Any) -> list[str]:
    """The words that end the turn by one press; idle ones first."""
    idle = hints_of(state.game.slug).idle
    found = [word for word in legal(state) if ends_turn(state, word)]
    return sorted(found, key=lambda word: word not in idle)


def first_words(state: Any) -> list[str]:
    """The words after which the same seat has another choice, so that they can be taken back."""
    found = []
    for word in legal(state):
        if not ends_turn(state, word):
            then = state.clone()
            then.apply(state.game.vocabulary.id(word))
            if len(then.moves()) > 1:
                found.append(word)
    return found
