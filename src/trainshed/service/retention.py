"""Deletion of what nobody needs any more, in small batches. What is kept for how long: docs/operate.md.

Every process that does background work cleans, at the same time or not: whatever is deleted is locked by one of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from trainshed.service.accounts.people import People
from trainshed.service.accounts.rate_limits import RateLimits
from trainshed.service.base.errors import Unavailable
from trainshed.service.base.metrics import METRICS
from trainshed.service.base.milliseconds import DAY
from trainshed.service.base.settings import Settings
from trainshed.service.messages.notifications import Notifications
from trainshed.service.tables.deletion import LEFTOVERS_MS, TableDeletion
from trainshed.service.tables.table_store import BRANCHES, GAMES, UNSTARTED, OldTables

log = logging.getLogger(__name__)

AT_ONCE: Final = 100
"""Lines that one transaction deletes, so that it is short."""

GUESTS_AT_ONCE: Final = 500
"""Guests that one query looks at; those who played with others are passed over again in every round."""

MOST_PAGES: Final = 20
"""Pages of guests in one cleaning; the next one goes on from there."""

UNCONFIRMED_MS: Final = 30 * DAY
"""A mail address that its owner has not confirmed may be somebody else's."""


class Retention:
    """The periodic cleaning of the database."""

    def __init__(
        self,
        settings: Settings,
        people: People,
        rate_limits: RateLimits,
        notifications: Notifications,
        deletion: TableDeletion,
    ) -> None:
        self.settings = settings
        self.people = people
        self.rate_limits = rate_limits
        self.notifications = notifications
        self.deletion = deletion
        self.now = deletion.tables.now
        self.after = (0, 0)
        """The guest at whom the next look begins: when made, and id."""

    async def clean(self) -> dict[str, int]:
        """Delete all that is old; how much of each kind. A step that fails does not stop the others."""
        steps: dict[str, Callable[[], Awaitable[int]]] = {
            "rate limits": self._rate_limits,
            "sessions": self._sessions,
            "unconfirmed addresses": self._addresses,
            "unstarted tables": lambda: self._tables(UNSTARTED, self.settings.keep_unstarted),
            "branches": lambda: self._tables(BRANCHES, self.settings.keep_branches),
            "games without other people": lambda: self._tables(GAMES, self.settings.keep_solo),
            "guests": self._guests,
        }
        done = dict.fromkeys(steps, 0)
        for kind, step in steps.items():
            try:
                done[kind] = await step()
            except Unavailable:
                raise
            except Exception:
                log.exception("the cleaning of %s failed", kind)
            METRICS.purged[kind] += done[kind]
        await self.deletion.remove_leftovers(self.now() - LEFTOVERS_MS)
        if any(done.values()):
            log.info("cleaned", extra={kind.replace(" ", "_"): count for kind, count in done.items() if count})
        return done

    async def _rate_limits(self) -> int:
        return await self.rate_limits.forget_old()

    async def _sessions(self) -> int:
        return await self._repeated(lambda: self.people.delete_expired_sessions(AT_ONCE))

    async def _addresses(self) -> int:
        before = self.now() - UNCONFIRMED_MS
        return await self._repeated(lambda: self.notifications.delete_unconfirmed(before, AT_ONCE))

    async def _repeated(self, batch: Callable[[], Awaitable[int]]) -> int:
        total = 0
        while True:
            count = await batch()
            total += count
            if count < AT_ONCE:
                return total
            await asyncio.sleep(0)

    async def _tables(self, kind: OldTables, days: int) -> int:
        total, last = 0, days == 0
        while not last:
            count, last = await self.deletion.delete_old(kind, self.now() - days * DAY, AT_ONCE)
            total += count
        return total

    async def _guests(self) -> int:
        if self.settings.keep_guests == 0:
            return 0
        total = 0
        before = self.now() - self.settings.keep_guests * DAY
        for _ in range(MOST_PAGES):
            page = await self.people.guests(self.after, before, GUESTS_AT_ONCE)
            total += await self.people.delete_guests([number for _, number in page])
            self.after = page[-1] if len(page) == GUESTS_AT_ONCE else (0, 0)
            if self.after == (0, 0):
                break
        return total
