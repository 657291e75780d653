"""Requirements of contracts: how they are written in the content pack (FC-CONTRACT-03, FC-MODULE-A)."""

from __future__ import annotations

import re
from typing import Final

COACHES: Final = 1
SEQUENCE: Final = 2
ONE_TRAIN: Final = 3
BOTH_TRAINS: Final = 4
ALL_CARDS: Final = 5
ONE_CONDUCTOR_AT: Final = 6
BOTH_CONDUCTORS_AT: Final = 7
CITY: Final = 8
REWARD_CITIES: Final = 9
BONUS_CARDS: Final = 10
LOCOMOTIVE_TILES: Final = 11
OF_MODULE: Final = 12
"""A number that a module counts, such as activated passengers and luggage."""

PATTERNS: Final = (
    (ONE_TRAIN, r"one train (\d+) cards"),
    (BOTH_TRAINS, r"both trains (\d+) cards"),
    (ALL_CARDS, r"trains in all (\d+) cards"),
    (ONE_CONDUCTOR_AT, r"one conductor card (\d+)"),
    (BOTH_CONDUCTORS_AT, r"both conductors card (\d+)"),
    (CITY, r"locomotive city (\d+)"),
    (REWARD_CITIES, r"reward cities (\d+)"),
    (BONUS_CARDS, r"end-bonus cards (\d+)"),
    (LOCOMOTIVE_TILES, r"locomotive tiles (\d+)"),
)


class Requirement:
    """What must be met: a kind, a number, and levels (as indexes) where it is about coaches."""

    __slots__ = ("kind", "least", "levels", "module")

    def __init__(self, kind: int, least: int, levels: list[int], module: int = -1) -> None:
        self.kind = kind
        self.least = least
        self.levels = levels
        self.module = module
        """The number of the module that counts, for OF_MODULE."""


def read_requirement(text: str, levels: list[int]) -> Requirement | None:
    """The requirement that a text states, or None if no rule of the core knows it."""
    found = re.fullmatch(r"coaches (\d+) level (\d+)\+", text)
    if found and int(found[2]) in levels:
        return Requirement(COACHES, int(found[1]), [levels.index(int(found[2]))])
    if text.startswith("sequence "):
        wanted = text.removeprefix("sequence ").split("-")
        if all(level.isdigit() and int(level) in levels for level in wanted):
            return Requirement(SEQUENCE, len(wanted), [levels.index(int(level)) for level in wanted])
    for kind, pattern in PATTERNS:
        found = re.fullmatch(pattern, text)
        if found:
            return Requirement(kind, int(found[1]), [])
    return None
