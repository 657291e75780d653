"""Periodic background tasks, which go on after an error."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from trainshed.service.base.errors import Unavailable

log = logging.getLogger(__name__)


class PeriodicTask:
    """Runs a coroutine again and again in the background, with a pause of `every` seconds."""

    def __init__(self, name: str, every: float, job: Callable[[], Awaitable[object]]) -> None:
        self.name = name
        self.every = every
        self.job = job
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self.task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self.job()
            except Unavailable:
                log.warning("%s wait: the database cannot be reached", self.name)
            except Exception:
                log.exception("%s failed", self.name)
            await asyncio.sleep(self.every)
