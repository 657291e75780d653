"""What the pages tell of a title's studies: seat advantage, points and playing styles, in `study.json` of its folder.

The file is made from the figures of two studies (`tools/publish_study.py`), so that pages neither play nor read tables.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from trainshed.kernel.game import title_file

FILE: Final = "study.json"


class WinShare(msgspec.Struct, frozen=True):
    """A share of the games, with the interval that holds together with those of all answers of its study."""

    mean: float
    low: float
    high: float


class SeatCount(msgspec.Struct, frozen=True):
    """What was found at tables with one number of seats."""

    seats: int
    games: int
    won: list[WinShare]
    """The games that each seat won, in turn order from the seat that is seat 1."""
    mean: float
    """Points of the winner; so are all that follow."""
    low: float
    high: float
    p05: float
    median: float
    p95: float
    points: list[tuple[int, int]]
    """How many games were won with how many points."""
    turns: float
    """Turns in a game, on average."""


class Style(msgspec.Struct, frozen=True):
    """How a playing style did against the others."""

    style: str
    won: WinShare
    games: int


class PublishedStudy(msgspec.Struct, frozen=True):
    """What is published of one title."""

    edition: int
    pack: str
    """The digest of the content that was played with."""
    bots: str
    """Who played at the tables of `seats`."""
    seats: list[SeatCount]
    styles: list[Style]
    styles_seats: int
    """How many seats the tables had at which styles met; 0: there are none."""
    commands: list[str]
    """What plays all of it again."""


@lru_cache(maxsize=64)
def published(package: str) -> PublishedStudy | None:
    """What is published of the title of a package; None: nothing yet."""
    file = title_file(package, FILE)
    return msgspec.json.decode(file.read_bytes(), type=PublishedStudy) if file.is_file() else None
