"""How often something may be tried, counted in the database, so that it holds over all processes."""

from __future__ import annotations

from collections.abc import Callable

from trainshed.service.base.database import Database
from trainshed.service.base.errors import TooMany


class RateLimits:
    """Counts tries by what is tried and who tries it."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self.database = database
        self.now = now

    async def hit(self, key: str, most: int, seconds: int) -> None:
        """One more try; too many within the same stretch of time are refused."""
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
        """Refuse whoever has used up the tries, without counting another."""
        slot, gone = divmod(self.now(), seconds * 1000)
        found = await self.database.fetch(
            "SELECT count FROM limits WHERE key = %s AND slot = %s", (f"{key}/{seconds}", slot)
        )
        if found and found[0][0] >= most:
            raise TooMany(seconds - gone // 1000)

    async def forget_old(self) -> None:
        """Keys that nobody used for a day."""
        # A slot is the number of stretches since 1970, so a key tells how long its own are.
        await self.database.write(
            "DELETE FROM limits WHERE slot * (regexp_replace(key, '^.*/', '')::bigint * 1000) < %s",
            (self.now() - 24 * 3600 * 1000,),
        )
