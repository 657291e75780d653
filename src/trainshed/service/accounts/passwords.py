"""Password hashing with argon2id, in threads beside the event loop and never many at once."""

from __future__ import annotations

import asyncio
import gzip
from functools import cache
from importlib.resources import files
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from trainshed.service.base.daemon_thread import run_in_daemon_thread
from trainshed.service.base.errors import Wrong

SHORTEST, LONGEST = 8, 200
AT_ONCE: Final = 2
"""Hashes computed at once; each takes some 64 MB for a moment."""


class Passwords:
    """Hashes and verifies passwords."""

    def __init__(self) -> None:
        self.hasher = PasswordHasher()
        self.slots = asyncio.Semaphore(AT_ONCE)
        self.nobody: str | None = None

    def check(self, password: str, *names: str) -> None:
        """Refuse a new password that is too short or too long, or that is tried first by whoever guesses.

        `names` are those of its owner. Passwords that exist are not checked again.
        """
        if not SHORTEST <= len(password) <= LONGEST:
            raise Wrong("A password has %(least)d to %(most)d characters.", least=SHORTEST, most=LONGEST)
        if _plain(password) in {_plain(name) for name in names}:
            raise Wrong("A password is not the same as a name of yours.")
        if password.strip().lower() in common_passwords():
            raise Wrong("This password is one of those that are guessed first. Choose another one.")

    async def hash(self, password: str) -> str:
        async with self.slots:
            return await run_in_daemon_thread(self.hasher.hash, password)

    async def fits(self, hashed: str | None, password: str) -> bool:
        """Does the password match the hash? Without a hash it takes as long, so that time does not reveal accounts."""
        if hashed is None:
            if self.nobody is None:
                self.nobody = await self.hash("nobody has this password")
            await self._verify(self.nobody, password[:LONGEST])
            return False
        return await self._verify(hashed, password[:LONGEST])

    async def _verify(self, hashed: str, password: str) -> bool:
        async with self.slots:
            try:
                return await run_in_daemon_thread(self.hasher.verify, hashed, password)
            except (VerificationError, InvalidHashError):
                return False

    def outdated(self, hashed: str | None) -> bool:
        return hashed is not None and self.hasher.check_needs_rehash(hashed)


@cache
def common_passwords() -> frozenset[str]:
    """The passwords that are used most, in lower case, as far as they are long enough; see NOTICE."""
    packed = files("trainshed.service.accounts").joinpath("common_passwords.txt.gz").read_bytes()
    return frozenset(gzip.decompress(packed).decode().split("\n"))


def _plain(name: str) -> str:
    """A name or password without spaces and capitals."""
    return "".join(name.split()).lower()
