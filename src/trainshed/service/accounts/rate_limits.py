"""Rate limits, counted in the database, so that they hold over all processes."""

from __future__ import annotations

from collections.abc import Callable

from trainshed.service.base.database import Database
from trainshed.service.base.errors import TooMany


class RateLimits:
    """Counts attempts by key, in fixed windows of time."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self.database = database
        self.now = now

    async def hit(self, key: str, most: int, seconds: int) -> None:
        """Count an attempt; more than `most` within a window are refused."""
        slot, gone = divmod(self.now(), seconds * 1000)
        found = await self.database.write(
            "INSERT INTO limits (key, slot, count) VALUES (%s, %s, 1) ON CONFLICT (key) DO UPDATE SET"
            " count = CASE WHEN limits.slot = excluded.slot THEN limits.count + 1 ELSE 1 END, slot = excluded.slot"
            " RETURNING count",
            (f"{key}/{seconds}", slot),
        )
        if found[0][0] > most:
            raise TooMany(seconds - gone // 1000)

    async def check(self, key: str, most: int, seconds: int) -> None:
        """Refuse if the attempts of this window are used up, without counting another."""
        slot, gone = divmod(self.now(), seconds * 1000)
        found = await self.database.fetch(
            "SELECT count FROM limits WHERE key = %s AND slot = %s", (f"{key}/{seconds}", slot)
        )
        if found and found[0][0] >= most:
            raise TooMany(seconds - gone // 1000)

    async def forget_old(self) -> int:
        """Delete keys that were not used for a day; returns how many."""
        # A slot is the number of windows since 1970; the end of a key says how many seconds its windows last.
        found = await self.database.write(
            "DELETE FROM limits WHERE slot * (regexp_replace(key, '^.*/', '')::bigint * 1000) < %s RETURNING slot",
            (self.now() - 24 * 3600 * 1000,),
        )
        return len(found)
