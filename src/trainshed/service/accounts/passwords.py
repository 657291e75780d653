"""Password hashing with argon2id, in threads beside the event loop and never many at once."""

from __future__ import annotations

import asyncio
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

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

    def check(self, password: str) -> None:
        if not SHORTEST <= len(password) <= LONGEST:
            raise Wrong("A password has %(least)d to %(most)d characters.", least=SHORTEST, most=LONGEST)

    async def hash(self, password: str) -> str:
        async with self.slots:
            return await asyncio.to_thread(self.hasher.hash, password)

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
                return await asyncio.to_thread(self.hasher.verify, hashed, password)
            except (VerificationError, InvalidHashError):
                return False

    def outdated(self, hashed: str | None) -> bool:
        return hashed is not None and self.hasher.check_needs_rehash(hashed)
