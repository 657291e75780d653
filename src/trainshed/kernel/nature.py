"""Nature, which makes the draws: from a seed, a script, or a secret that is committed to and revealed at the end."""

from __future__ import annotations

import hashlib
import hmac
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

LOW_31: Final = 0x7FFFFFFF


class Nature(Protocol):
    """Chooses the outcome of a draw at nature's turn."""

    def choose(self, state: Any) -> int: ...


class ScriptError(ValueError):
    """A script that does not fit the game."""


def mix(x: int) -> int:
    """Mix the bits of a 31-bit number. Products stay below 2**62, so compiled code needs no long integers."""
    x = ((x ^ (x >> 15)) * 0x2C1B3C6D) & LOW_31
    x = ((x ^ (x >> 12)) * 0x297A2D39) & LOW_31
    return x ^ (x >> 15)


class Seeded:
    """Draws from a seed. They depend on (chance, index) only, so that two arms of a study share their luck."""

    __slots__ = ("a", "b", "indices", "keys")

    def __init__(self, seed: int | str) -> None:
        raw = hashlib.sha256(str(seed).encode()).digest()
        self.a: int = int.from_bytes(raw[:4], "big") & LOW_31
        self.b: int = int.from_bytes(raw[4:8], "big") & LOW_31
        self.keys: dict[str, int] = {}
        self.indices: dict[str, int] = {}

    def fraction(self, chance: str) -> int:
        """The next 31 random bits for draws of this name."""
        index = self.indices.get(chance, 0)
        self.indices[chance] = index + 1
        key = self.keys.get(chance, -1)
        if key < 0:
            key = zlib.crc32(chance.encode()) & LOW_31
            self.keys[chance] = key
        x = mix((self.a + index * 0x1E3779B9) & LOW_31 ^ key)
        return mix((x + self.b) & LOW_31)

    def choose(self, state: Any) -> int:
        return int(state.pick((self.fraction(state.chance) * state.tickets()) >> 31))


class Scripted:
    """Draws from a list of words, as they fell on a real table or in a test; then, if given, from another nature."""

    def __init__(self, words: Iterable[str], then: Nature | None = None) -> None:
        self.words = list(words)
        self.next = 0
        self.then = then

    def choose(self, state: Any) -> int:
        if self.next >= len(self.words):
            if self.then is None:
                raise ScriptError(f"the script has no word for draw {self.next + 1}")
            return self.then.choose(state)
        word = self.words[self.next]
        self.next += 1
        move: int = state.game.vocabulary.id(word)
        if move not in state.moves():
            raise ScriptError(f"draw {self.next} cannot be {word}")
        return move


class Committed:
    """Draws that can be verified: HMAC-SHA256 of table and row under a secret, whose hash is published before the game.

    `seq` is the number of the row that the draw will be; the caller sets it before each draw.
    """

    SECRET_BYTES: Final = 32

    def __init__(self, secret: bytes, table: str, seq: int = 0) -> None:
        if len(secret) != self.SECRET_BYTES:
            raise ValueError(f"a secret has {self.SECRET_BYTES} bytes")
        self.secret = secret
        self.table = table
        self.seq = seq

    @property
    def commitment(self) -> str:
        """The hash of the secret, which is published before the first row."""
        return commitment(self.secret)

    def choose(self, state: Any) -> int:
        return int(state.pick(self.ticket(state.tickets())))

    def ticket(self, tickets: int) -> int:
        """A ticket for this row, exactly uniform: values from the greatest multiple of `tickets` on are drawn again."""
        if not 0 < tickets <= 1 << 64:
            raise ValueError("the weights of a draw add up to between 1 and 2**64")
        limit = (1 << 64) // tickets * tickets
        attempt = 0
        while True:
            text = f"{self.table}\n{self.seq}\n{attempt}".encode()
            raw = hmac.digest(self.secret, text, "sha256")
            value = int.from_bytes(raw[:8], "big")
            if value < limit:
                return value % tickets
            attempt += 1


def commitment(secret: bytes) -> str:
    """The public hash of a secret."""
    return hashlib.sha256(secret).hexdigest()


def choose_all(state: Any, nature: Nature) -> Sequence[int]:
    """Let nature answer until a seat is asked or the game is over; returns the moves it made."""
    drawn: list[int] = []
    while state.actor == -1:
        move = nature.choose(state)
        state.apply(move)
        drawn.append(move)
    return drawn
