"""The luck of one imagined game: every turn of a seat has draws of its own, whatever was drawn in the turns before.

Two moves are compared in games with the same luck. If one of them draws a card more, the turns that follow must still
meet the same luck in both games: else the difference between the games would be that of two lotteries.
"""

from __future__ import annotations

import zlib
from typing import Final

from trainshed.kernel.nature import LOW_31, Seeded, mix

NO_SEAT: Final = 15
"""Draws before the first turn begins are nobody's."""
MOST_DRAWS: Final = 4096
"""Draws of one name in a turn, at most: their numbers do not reach those of another turn."""
NAMES: Final[dict[str, int]] = {}
"""The number of each name of a draw."""


class TurnLuck:
    """Random numbers from a seed that depend on the seat, the number of its turn, the name of the draw and its number
    in that turn."""

    __slots__ = ("a", "b", "count", "seat", "turns")

    def __init__(self, seed: str) -> None:
        source = Seeded(seed)
        self.a: int = source.a
        self.b: int = source.b
        self.seat: int = NO_SEAT
        self.turns: list[int] = [0] * (NO_SEAT + 1)
        self.count: dict[str, int] = {}

    def begin_turn(self, seat: int) -> None:
        """Draws from here on are those of the next turn of a seat."""
        self.seat = seat
        self.turns[seat] += 1
        self.count = {}

    def fraction(self, chance: str) -> int:
        """The next 31 random bits for draws of this name."""
        number = self.count.get(chance, 0)
        self.count[chance] = number + 1
        name = NAMES.get(chance, -1)
        if name < 0:
            name = NAMES[chance] = zlib.crc32(chance.encode()) & LOW_31
        place = (self.turns[self.seat] * (NO_SEAT + 1) + self.seat) * MOST_DRAWS + number
        x = mix((self.a + place * 0x1E3779B9) & LOW_31 ^ name)
        return mix((x + self.b) & LOW_31)
