"""The interface of a bot, and the registry of bots by name (entry point `trainshed.bots` of installed packages)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol, TypeAlias

import msgspec

from trainshed.kernel.game import State
from trainshed.kernel.plugins import installed

GROUP = "trainshed.bots"

Worlds: TypeAlias = Callable[[], State]
"""A function that gives a full position consistent with the view, hidden things drawn anew at every call."""


class UnknownBot(ValueError):
    """No installed package offers this bot."""


class Budget(msgspec.Struct, frozen=True):
    """How long a bot may think about one question: seconds, or a number of playouts where results must repeat."""

    seconds: float = 1.0
    playouts: int | None = None


class Bot(Protocol):
    """A player that is a program."""

    @property
    def name(self) -> str: ...

    def choose(self, view: Any, moves: Sequence[int], budget: Budget, rng: Random, worlds: Worlds) -> int:
        """One of the legal moves of the seat whose view this is."""
        ...


def names() -> list[str]:
    """The names of all installed bots."""
    return list(installed(GROUP))


def find(name: str) -> Bot:
    """A bot by its name."""
    points = installed(GROUP)
    if name not in points:
        raise UnknownBot(f"no bot {name[:40]!r}; there are {', '.join(points) or 'none'}")
    bot: Bot = points[name].load()
    return bot
