"""Tables where a bot's turn or a flag failed: stored, tried again later, at last left alone, and logged together.

The database keeps for each of them when it is tried again, so that all workers leave it alone until then. A table that
has failed MOST_ATTEMPTS times is in quarantine: `trainshed tables` lists it and lets it go on.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any, Final, NamedTuple

from trainshed.service.base.errors import ServiceError, Unavailable
from trainshed.service.tables.open_tables import OpenTables
from trainshed.service.tables.table_store import RetryPolicy

log = logging.getLogger(__name__)

MOST_ATTEMPTS: Final = 8
RETRY: Final = RetryPolicy(first=5_000, longest=300_000, attempts=MOST_ATTEMPTS)
"""Eight attempts in ten minutes: long enough for servers that are upgraded one after the other."""

LOG_EVERY: Final = 1.0
"""Seconds between two lines about tables that fail, however many they are."""

LONGEST_FAILURE: Final = 300
"""Characters of an error that are stored."""


class TableFailures:
    """Records failed work at tables, for the worker and the sweeper of this process."""

    def __init__(self, tables: OpenTables) -> None:
        self.tables = tables
        self.log = FailureLog()

    async def record(self, number: int, error: Exception) -> None:
        """Store and log that work at a table failed. Raises nothing: the caller goes on with other tables."""
        if isinstance(error, Unavailable):  # not the table's fault: it is tried again as if nothing had been
            self.log.add(UNAVAILABLE, str(error), self.tables.where(number))
            return
        failure = described(error)
        try:
            stored = await self.tables.store.record_failure(number, self.tables.now(), failure, RETRY)
        except Exception as unstored:
            self.log.add(UNAVAILABLE, f"{failure}; this could not be stored: {unstored}", self.tables.where(number))
            return
        if stored is None:  # another process has stored and logged it, or the table has no more work
            log.debug("no further attempt: %s", failure, extra=self.tables.where(number))
            return
        attempts, quarantined = stored
        if quarantined or attempts == 1:  # the attempts between are not logged
            kind = QUARANTINED if quarantined else FAILING
            self.log.add(kind, failure, self.tables.where(number), None if isinstance(error, ServiceError) else error)

    async def clear(self, number: int) -> None:
        """Store that a table that had failed works again, where no turn was written; that does it by itself."""
        await self.tables.store.clear_failure(number)


def described(error: Exception) -> str:
    """An error as one line: a sentence of ours as it is, any other with its type."""
    text = str(error) if isinstance(error, ServiceError) else f"{type(error).__name__}: {error}"
    return "".join(char if char.isprintable() else " " for char in text)[:LONGEST_FAILURE]


# ---------------------------------------------------------------- the log


class FailureKind(NamedTuple):
    """A kind of log line: its level, how a line begins, and what more of the same kind are called."""

    level: int
    begins: str
    more: str


UNAVAILABLE: Final = FailureKind(logging.WARNING, "a table waits", "that wait")
FAILING: Final = FailureKind(logging.WARNING, "a table fails and is tried again", "that fail")
QUARANTINED: Final = FailureKind(logging.ERROR, "a table fails and is in quarantine", "in quarantine")


class FailureLine(NamedTuple):
    """A line to be logged: its kind, what failed, and the table."""

    kind: FailureKind
    failure: str
    where: dict[str, Any]
    error: Exception | None


class FailureLog:
    """Writes one line at most every LOG_EVERY seconds: the most serious failure since the last, and how many others."""

    def __init__(self) -> None:
        self.line: FailureLine | None = None
        self.counts: Counter[FailureKind] = Counter()
        self.timer: asyncio.TimerHandle | None = None
        """Runs while no further line may be written."""

    def add(self, kind: FailureKind, failure: str, where: dict[str, Any], error: Exception | None = None) -> None:
        """Log a failure at a table: now, or together with others."""
        self.counts[kind] += 1
        if self.line is None or kind.level > self.line.kind.level:
            self.line = FailureLine(kind, failure, where, error)
        if self.timer is None:
            self._write()

    def close(self) -> None:
        """Log what has not been logged yet."""
        if self.timer is not None:
            self.timer.cancel()
        self._write_line()

    def _write(self) -> None:
        wrote = self._write_line()
        self.timer = asyncio.get_running_loop().call_later(LOG_EVERY, self._write) if wrote else None

    def _write_line(self) -> bool:
        """Write one line for all failures since the last; False if there were none."""
        line, self.line = self.line, None
        if line is None:
            return False
        self.counts[line.kind] -= 1
        others = ", ".join(f"{count} {kind.more}" for kind, count in self.counts.items() if count)
        self.counts.clear()
        more = f"; other tables: {others}" if others else ""
        text = f"{line.kind.begins}: {line.failure}{more}"
        log.log(line.kind.level, "%s", text, exc_info=line.error, extra=line.where)
        return True
