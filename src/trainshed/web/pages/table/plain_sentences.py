"""Fallback sentences for titles that have none of their own: words, events and views as they are."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import msgspec

from trainshed.kernel.game import Game
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import ENGLISH, Translator


def say_of(game: Game) -> Any:
    """The module with a title's labels, log lines, refusals and positions: its own, or this one."""
    return game.part("text.sentences") if game.has_part("text.sentences") else sys.modules[__name__]


def label(game: Game, view: Any, word: str, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    return word


def sentence(game: Game, event: Any, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    facts = ", ".join(f"{name} {value}" for name, value in msgspec.to_builtins(event).items() if name != "type")
    return f"{type(event).__name__}: {facts}." if facts else f"{type(event).__name__}."


def refusal(game: Game, refusal: Refusal, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    return speech.gettext("The rules forbid it (%(clause)s).") % {"clause": refusal.clause}


def position(game: Game, view: Any, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> list[str]:
    return [f"{name}: {value}" for name, value in msgspec.to_builtins(view).items()]
