"""Rate limits, counted in the database, so that they hold over all processes."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Final

from trainshed.service.base.database import Database
from trainshed.service.base.errors import TooMany

DAY: Final = 24 * 3600


class RateLimits:
    """Counts attempts by key, in fixed windows of time."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self.database = database
        self.now = now

    async def hit(self, key: str, most: int, seconds: int, said: str = "", **facts: object) -> None:
        """Count an attempt; more than `most` within a window are refused, with this sentence if one is given."""
        if await self.count(key, seconds) > most:
            wait = seconds - self.now() // 1000 % seconds
            raise TooMany(wait, said, **facts) if said else TooMany(wait)

    async def count(self, key: str, seconds: int) -> int:
        """Count an attempt and refuse nothing; returns how many there were in this window."""
        slot = self.now() // (seconds * 1000)
        found = await self.database.write(
            "INSERT INTO limits (key, slot, count) VALUES (%s, %s, 1) ON CONFLICT (key) DO UPDATE SET"
            " count = CASE WHEN limits.slot = excluded.slot THEN limits.count + 1 ELSE 1 END, slot = excluded.slot"
            " RETURNING count",
            (f"{key}/{seconds}", slot),
        )
        return int(found[0][0])

    async def check(self, key: str, most: int, seconds: int) -> None:
        """Refuse if the attempts of this window are used up, without counting another."""
        slot, gone = divmod(self.now(), seconds * 1000)
        found = await self.database.fetch(
            "SELECT count FROM limits WHERE key = %s AND slot = %s", (f"{key}/{seconds}", slot)
        )
        if found and found[0][0] >= most:
            raise TooMany(seconds - gone // 1000)

    async def happened(self, key: str, seconds: int) -> bool:
        """Whether an attempt was counted within this window or the one before."""
        slot = self.now() // (seconds * 1000)
        return bool(
            await self.database.fetch(
                "SELECT FROM limits WHERE key = %s AND slot >= %s", (f"{key}/{seconds}", slot - 1)
            )
        )

    async def forget_old(self) -> int:
        """Delete keys that were not used for a day, or for two windows where these last longer; returns how many."""
        # A slot is the number of windows since 1970; the end of a key says how many seconds its windows last.
        found = await self.database.write(
            "WITH old AS (SELECT key, slot, regexp_replace(key, '^.*/', '')::bigint AS seconds FROM limits)"
            " DELETE FROM limits l USING old WHERE l.key = old.key AND l.slot = old.slot"
            " AND (old.slot * old.seconds + greatest(2 * old.seconds, %s)) * 1000 < %s RETURNING l.slot",
            (DAY, self.now()),
        )
        return len(found)


def hidden(*parts: str) -> str:
    """Part of a key for what should not be readable in the database: logins, mail addresses, hosts."""
    return sha256("\n".join(parts).encode()).hexdigest()
