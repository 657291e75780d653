"""Bots that cannot go on, and what their authors need to know of it."""

from __future__ import annotations

import traceback
from types import TracebackType
from typing import Any, Final, Self

from trainshed.kernel.vocabulary import Vocabulary

LONGEST_ERROR: Final = 500
"""Characters of an exception in a message; the traceback has all of them."""


class BotError(RuntimeError):
    """A bot that cannot go on. The message says which bot, and why."""


class BotCrashed(BotError):
    """A bot that raised an exception, which is the cause of this one.

    Its arguments are strings, so that it can be sent from process to process.
    """

    def __init__(self, what: str, error: str, place: str) -> None:
        super().__init__(what, error, place)
        self.what = what
        """The bot, and what it failed to do."""
        self.error = error
        """The exception and its message, on one line."""
        self.place = place
        """The innermost file, line and function in the bot's own package."""

    def __str__(self) -> str:
        return f"{self.what}: {self.error} ({self.place})"

    @classmethod
    def of(cls, what: str, error: Exception, package: str) -> Self:
        """The crash of a bot of this package."""
        line = " ".join(f"{type(error).__name__}: {error}".split())
        if isinstance(error, SyntaxError):
            place = f"{error.filename}, line {error.lineno}"
        else:
            place = place_of(error.__traceback__, package)
        return cls(what, line[:LONGEST_ERROR].removesuffix(":"), place)


def as_word(vocabulary: Vocabulary, answer: object) -> str:
    """What a bot answered, for a message: a word, or whatever it is instead."""
    if isinstance(answer, int) and 0 <= answer < len(vocabulary):
        return vocabulary.word(answer)
    return repr(answer)[:LONGEST_ERROR]


def package_of(bot: Any) -> str:
    """The package in which a bot is written."""
    return type(bot).__module__.partition(".")[0]


def place_of(trace: TracebackType | None, package: str) -> str:
    """The innermost file, line and function of a traceback in a package, or in any package if it has none there."""
    frames = list(traceback.walk_tb(trace))
    own = [each for each in frames if str(each[0].f_globals.get("__name__")).partition(".")[0] == package]
    frame, line = (own or frames)[-1]
    return f"{frame.f_code.co_filename}, line {line}, in {frame.f_code.co_name}"
