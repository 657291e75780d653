"""The interface of a bot, and the registry of bots by name (entry point `trainshed.bots` of installed packages)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint
from random import Random
from typing import Any, Protocol, TypeAlias, runtime_checkable

import msgspec

from trainshed.bots.failure import BotCrashed
from trainshed.bots.styles import styles
from trainshed.kernel.game import Game, State
from trainshed.kernel.plugins import installed

GROUP = "trainshed.bots"

Worlds: TypeAlias = Callable[[], State]
"""A function that gives a full position consistent with the view, hidden things drawn anew at every call."""


class UnknownBot(ValueError):
    """No installed package offers this bot."""


class Budget(msgspec.Struct, frozen=True):
    """How long a bot may think about one question: seconds, and a number of nodes where results must repeat."""

    seconds: float = 2.0
    nodes: int | None = None
    """Imagined games of bots that search; None: as many as the bot takes by itself."""
    scale: float = 1.0
    """Multiplies the nodes of bots that search: to compare strengths with less computing."""


@runtime_checkable
class Bot(Protocol):
    """A player that is a program."""

    @property
    def name(self) -> str: ...

    def choose(self, view: Any, moves: Sequence[int], budget: Budget, rng: Random, worlds: Worlds) -> int:
        """One of the legal moves of the seat whose view this is."""
        ...


@runtime_checkable
class StyledBot(Bot, Protocol):
    """A bot that can play in the styles of its title."""

    def styled(self, style: str) -> Bot: ...


def searches(bot: Bot) -> bool:
    """Whether a bot may think as long as its budget allows; it says so by an attribute `searches`.

    Others answer at once: a server lets them play beside its other work, and those that search in other processes.
    """
    return bool(getattr(bot, "searches", False))


def looks(bot: Bot) -> bool:
    """Whether a bot looks at its seat's view; one that does not says so by an attribute `looks`.

    It gets None instead of a view, and cannot ask for worlds, which are made from one.
    """
    return bool(getattr(bot, "looks", True))


def names() -> list[str]:
    """The names of all installed bots."""
    return list(installed(GROUP))


def find(name: str) -> Bot:
    """A bot by its name, such as `director`, or with one of the title's playing styles: `director/industrialist`."""
    points = installed(GROUP)
    base, slash, style = name.partition("/")
    if base not in points:
        raise UnknownBot(f"no bot {name[:40]!r}; there are {', '.join(points) or 'none'}")
    bot = _loaded(points[base])
    if not slash:
        return bot
    if not isinstance(bot, StyledBot):
        raise UnknownBot(f"{base} has no playing styles")
    return bot.styled(style)


def _loaded(point: EntryPoint) -> Bot:
    """The bot of an entry point."""
    try:
        bot: object = point.load()
    except Exception as error:
        raise BotCrashed.of(f"bot {point.name} cannot be loaded", error, point.module.partition(".")[0]) from error
    if isinstance(bot, type):
        raise UnknownBot(f"{point.name} is no bot: {point.value} is a class, not an instance of one")
    if not isinstance(bot, Bot):
        raise UnknownBot(f"{point.name} is no bot: {point.value} needs a `name` and a method `choose`")
    return bot


def check_style(game: Game, bot: str) -> None:
    """Raise UnknownBot if the title does not have the playing style of a bot such as `driver/industrialist`."""
    level, slash, style = bot.partition("/")
    if slash and style not in styles(game):
        known = ", ".join(styles(game)) or "none"
        raise UnknownBot(f"{level} has no style {style[:40]!r} in {game.slug}; there are {known}")
