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
    if not game.has_part("text.sentences"):
        return sys.modules[__name__]
    say: Any = game.part("text.sentences")
    return say if tells_turns(game) else LineForEachEvent(say)


def tells_turns(game: Game) -> bool:
    """Whether a log line covers a whole turn, and so grows until the turn is over. Otherwise each event is a line."""
    return game.has_part("text.sentences") and hasattr(game.part("text.sentences"), "tell")


class LineForEachEvent:
    """The sentences of a title that tells each event by itself: every event is a line of the log."""

    def __init__(self, say: Any) -> None:
        self.say = say

    def __getattr__(self, name: str) -> Any:
        return getattr(self.say, name)

    def opens(self, event: Any, last: Any) -> bool:
        return True

    def tell(self, game: Game, told: Sequence[Any], **facts: Any) -> str:
        return " ".join(self.say.sentence(game, event, **facts) for event in told)


def label(game: Game, view: Any, word: str, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    return word


def sentence(game: Game, event: Any, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    facts = ", ".join(f"{name} {value}" for name, value in msgspec.to_builtins(event).items() if name != "type")
    return f"{type(event).__name__}: {facts}." if facts else f"{type(event).__name__}."


def opens(event: Any, last: Any) -> bool:
    return True


def tell(game: Game, told: Sequence[Any], *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    return " ".join(sentence(game, event, speech=speech, names=names) for event in told)


def refusal(game: Game, refusal: Refusal, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    return speech.gettext("The rules forbid it (%(clause)s).") % {"clause": refusal.clause}


def position(game: Game, view: Any, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> list[str]:
    return [f"{name}: {value}" for name, value in msgspec.to_builtins(view).items()]
