"""Paces work that takes the event loop's time: one piece after the other, with pauses for everybody else in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Final

LONGEST_PAUSE: Final = 0.25
"""Seconds; a piece may have waited for the database, and then took less of the loop's time than it seems."""


class DrawingPace:
    """Lets one piece of work run at a time, and all of them together take no more than a part of the time."""

    def __init__(self, share: float) -> None:
        self.share = share
        self.lock = asyncio.Lock()
        self.free_at = 0.0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn; first come, first served."""
        async with self.lock:
            pause = self.free_at - perf_counter()
            if pause > 0:
                await asyncio.sleep(pause)
            begin = perf_counter()
            try:
                yield
            finally:
                end = perf_counter()
                self.free_at = end + min(LONGEST_PAUSE, (end - begin) * (1 / self.share - 1))
