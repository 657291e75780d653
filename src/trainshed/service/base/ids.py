"""Ids of tables, people and messages: integers ascending in time, so that new ones lie together; text of 13 letters."""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import Final

ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: no i, l, o, u."""

LENGTH: Final = 13
RANDOM_BITS: Final = 21
EPOCH: Final = 1_767_225_600_000
"""1 January 2026, 00:00 UTC."""

VALUE: Final = {letter: value for value, letter in enumerate(ALPHABET)}


def new_id(now: int) -> int:
    """A new id: the milliseconds since the epoch and 21 random bits."""
    return (max(now - EPOCH, 0) << RANDOM_BITS) | secrets.randbits(RANDOM_BITS)


@lru_cache(maxsize=65536)
def written(number: int) -> str:
    """An id as text, for URLs and the API."""
    letters = []
    for _ in range(LENGTH):
        number, value = divmod(number, 32)
        letters.append(ALPHABET[value])
    return "".join(reversed(letters))


def number(word: str) -> int | None:
    """The id that a text stands for; None if it is not one."""
    if len(word) != LENGTH:
        return None
    value = 0
    for letter in word:
        if letter not in VALUE:
            return None
        value = value * 32 + VALUE[letter]
    return value if value < 1 << 63 else None
