"""Appends gestures to the log: those that arrive together go to the database together, and each wins or loses alone.

A gesture wins if its first row is the first with its `(table, seq)`; the other rows of the gesture are inserted in the
same transaction, so they cannot conflict. Snapshot, turn and seats are written only with a gesture that won.
"""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Final

from trainshed.service.base.errors import Unavailable
from trainshed.service.base.metrics import METRICS
from trainshed.service.tables.log_rows import LogAppend
from trainshed.service.tables.table_store import TableStore

MOST: Final = 64
"""Most gestures that are written with one statement."""


class Writer:
    """Writes rows to the log; nothing else does."""

    def __init__(self, store: TableStore) -> None:
        self.store = store
        self.lanes = max(1, store.database.connections // 2)
        self.busy = 0
        self.waiting: list[tuple[LogAppend, asyncio.Future[bool]]] = []
        self.tasks: set[asyncio.Task[None]] = set()

    async def append(self, gesture: LogAppend) -> bool:
        """True once the rows are committed; False if another gesture was first."""
        begin = perf_counter()
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.waiting.append((gesture, done))
        if self.busy < self.lanes:
            self.busy += 1
            task = asyncio.create_task(self._drive())
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        won = await done
        METRICS.appends.observe(perf_counter() - begin)
        if won:
            METRICS.won += 1
            METRICS.rows += len(gesture.rows)
        else:
            METRICS.lost += 1
        return won

    async def _drive(self) -> None:
        """Write batches as long as gestures wait; up to `lanes` of these tasks run at once."""
        try:
            while self.waiting:
                await self._settle(self._batch())
        finally:
            self.busy -= 1

    def _batch(self) -> list[tuple[LogAppend, asyncio.Future[bool]]]:
        """Gestures that wait, one of each table: in one statement two of a table could not win or lose alone."""
        chosen: dict[int, tuple[LogAppend, asyncio.Future[bool]]] = {}
        later: list[tuple[LogAppend, asyncio.Future[bool]]] = []
        for item in self.waiting:
            if item[0].table in chosen or len(chosen) == MOST:
                later.append(item)
            else:
                chosen[item[0].table] = item
        self.waiting = later
        return list(chosen.values())

    async def _settle(self, batch: list[tuple[LogAppend, asyncio.Future[bool]]]) -> None:
        METRICS.batches.observe(len(batch))
        try:
            won = await self.store.append([gesture for gesture, _ in batch])
        except Exception as error:
            if len(batch) > 1 and not isinstance(error, Unavailable):
                for single in batch:  # one of them cannot be written, and must not take the others with it
                    await self._settle([single])
                return
            for _, done in batch:
                if not done.done():
                    done.set_exception(error)
            return
        for gesture, done in batch:
            if not done.done():
                done.set_result(gesture.table in won)
