"""Remembers what could not be drawn for readers of streams, so that they come back later instead of at once."""

from __future__ import annotations

import logging
from math import ceil
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

from litestar.exceptions import HTTPException

from trainshed.service.base.logs import at
from trainshed.service.base.metrics import METRICS
from trainshed.service.tables.table_state import TableState
from trainshed.web.streams.table_writer import TableWriter

log = logging.getLogger(__name__)

LONGEST_WAIT: Final = 60.0
FORGET_AFTER: Final = 600.0
"""Seconds without another try after which a failure is forgotten: its readers have gone."""

FeedKey: TypeAlias = tuple[int, int | None, TableWriter]
"""Table, viewer and format."""


class CannotDraw(HTTPException):
    """A stream cannot be opened because of an error in its drawing; `seconds` is the time until the next try."""

    status_code = 500

    def __init__(self, seconds: int) -> None:
        super().__init__("Something went wrong here.", headers={"retry-after": str(seconds)})
        self.seconds = seconds


class Failed(NamedTuple):
    """What is known of a stream that could not be drawn."""

    times: int
    """Tries in a row."""
    at: float
    until: float
    """The time before which it is not tried again."""


class DrawingErrors:
    """Counts and logs errors in the drawing of streams, and says when each may be tried again."""

    def __init__(self) -> None:
        self.known: dict[FeedKey, Failed] = {}

    def check(self, key: FeedKey) -> None:
        """Raise CannotDraw if the stream was tried a short time ago."""
        failed = self.known.get(key)
        if failed is not None and monotonic() < failed.until:
            raise CannotDraw(ceil(failed.until - monotonic()))

    def drawn(self, key: FeedKey) -> None:
        """A stream was opened: errors before that count no more."""
        self.known.pop(key, None)

    def broke(self, table: TableState, key: FeedKey, error: Exception) -> None:
        """An open stream could not be updated. Its readers reconnect, and it is drawn whole at once."""
        self._log(table, key, error)

    def failed(self, table: TableState, key: FeedKey, error: Exception) -> CannotDraw:
        """A stream could not be opened: the error for its reader."""
        self._log(table, key, error)
        now = monotonic()
        self.known = {other: one for other, one in self.known.items() if now - one.at < FORGET_AFTER}
        times = self.known[key].times + 1 if key in self.known else 1
        wait = min(LONGEST_WAIT, 2.0 ** min(times - 1, 16))
        self.known[key] = Failed(times, now, now + wait)
        return CannotDraw(ceil(wait))

    def _log(self, table: TableState, key: FeedKey, error: Exception) -> None:
        METRICS.feed_failures += 1
        number, viewer, writer = key
        more = {"viewer": viewer, "format": type(writer).__name__}
        log.error("a stream cannot be drawn", extra={**at(number, table.seq), **more}, exc_info=error)
