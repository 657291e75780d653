"""The five strengths of bots, from a beginner to a player who searches. Each can play in every style of its title.

The two lowest levels play by rules of thumb with the mistakes of beginners, which each title names: short sight,
forgotten rules of thumb. The Driver makes none of them. Inspector and Director search: they imagine more and more games
for each question, so their strength is the same on every machine, and their time is not.
"""

from __future__ import annotations

from typing import Final

from trainshed.bots.bot import Bot, names
from trainshed.bots.search.bot import SearchBot
from trainshed.bots.thumb import ThumbBot

PLATELAYER: Final[Bot] = ThumbBot("platelayer", "MISTAKES")
FIREMAN: Final[Bot] = ThumbBot("fireman", "SOME_MISTAKES")
DRIVER: Final[Bot] = ThumbBot("driver")
INSPECTOR_NODES: Final = 32
DIRECTOR_NODES: Final = 256

INSPECTOR: Final[Bot] = SearchBot("inspector", INSPECTOR_NODES)
DIRECTOR: Final[Bot] = SearchBot("director", DIRECTOR_NODES)

LEVELS: Final = (PLATELAYER, FIREMAN, DRIVER, INSPECTOR, DIRECTOR)
"""All levels, the weakest first."""

USUAL: Final = DRIVER.name
"""The bot that takes a seat if nobody chooses another one."""

NOT_OFFERED: Final = ("random", "thumb")
"""Bots of the time before the levels: games and programs go on with them, and pages do not offer them."""


def offered() -> list[str]:
    """The bots that people choose from: the levels, the weakest first, then bots of other packages."""
    levels = [level.name for level in LEVELS]
    return levels + [name for name in names() if name not in levels and name not in NOT_OFFERED]
