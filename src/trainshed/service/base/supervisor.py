"""The background tasks of a process: each goes on after an error, more and more rarely, and tells how it fares."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Final, Literal, TypeAlias

from trainshed.service.base.errors import Unavailable
from trainshed.service.base.metrics import METRICS

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 15.0
"""The pause doubles with each failure in a row, from the first to the longest."""
DATABASE_PAUSE: Final = 1.0
"""The pause while the database cannot be reached: short, because that says nothing against the task."""
BROKEN_AFTER: Final = 5
"""A task that has failed so often in a row counts as broken."""
STEADY: Final = 5.0
"""Seconds after which a run counts as a success, although it has not ended: some jobs never return."""
LOG_EVERY: Final = 300.0
"""Seconds between two log lines about the same kind of failure of one task."""
CANCEL_EVERY: Final = 3.0
"""Seconds after which a job that is still there is cancelled once more."""

Purpose: TypeAlias = Literal["requests", "work", "upkeep"]
"""What a task is needed for: to serve requests and streams, to work at tables and deliver messages, or for neither."""


class SupervisedTask:
    """A job that runs again and again in the background, `every` seconds after it ended.

    A job may also never return. After an error it runs again after a pause, which grows with each failure in a row.
    """

    def __init__(self, name: str, every: float, job: Callable[[], Awaitable[object]], purpose: Purpose) -> None:
        self.name = name
        self.every = every
        self.job = job
        self.purpose = purpose
        self.failures = 0
        """Failures in a row."""
        self.error = ""
        """The kind of the last failure."""
        self.began: float | None = None
        """When the present run began; None between two runs."""
        self.waits = False
        """The last run found that the database cannot be reached."""
        self.logged = ("", 0.0)
        """Kind and time of the last failure that was logged."""
        self.stopping = False
        self.woken = asyncio.Event()
        self.task = asyncio.create_task(self._run(), name=name)

    @property
    def trouble(self) -> str | None:
        """Why the task counts as broken; None if it does not."""
        if self.failures < BROKEN_AFTER or self._steady():
            return None
        return f"task {self.name}: failed {self.failures} times in a row: {self.error}"

    def wake(self) -> None:
        """Run the job at once; if it runs already, once more after that."""
        self.woken.set()

    async def stop(self) -> None:
        """Cancel the job and wait for its end. To stop it twice does no harm."""
        self.stopping = True
        while not self.task.done():
            self.task.cancel()  # again and again: a library may lose a cancellation while it handles an error
            await asyncio.wait({self.task}, timeout=CANCEL_EVERY)

    def _steady(self) -> bool:
        return self.began is not None and monotonic() - self.began > STEADY

    async def _run(self) -> None:
        while True:
            self.began = monotonic()
            self.woken.clear()
            try:
                await self.job()
            except Unavailable as error:
                pause = self._waited(error)
            except asyncio.CancelledError as error:
                current = asyncio.current_task()
                if self.stopping or (current is not None and current.cancelling()):
                    raise
                pause = self._failed(error)  # something inside the job was cancelled, and not the job
            except Exception as error:
                pause = self._failed(error)
            else:
                pause = self._succeeded()
            self.began = None
            if self.stopping:
                return
            await self._sleep(pause)

    async def _sleep(self, pause: float) -> None:
        if pause <= 0:
            await asyncio.sleep(0)
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await self.woken.wait()

    def _succeeded(self) -> float:
        if self.waits:
            log.info("task %s goes on", self.name)
        if self.failures >= BROKEN_AFTER:
            log.warning("task %s works again after %d failures", self.name, self.failures)
        self.waits, self.failures = False, 0
        return self.every

    def _waited(self, error: Unavailable) -> float:
        if (not self.waits or self._steady()) and not self.stopping:
            log.warning("task %s waits: %s", self.name, error)
        self.waits = True
        return jittered(DATABASE_PAUSE)

    def _failed(self, error: BaseException) -> float:
        if self.stopping:
            return 0.0  # a cancellation may end as any error
        METRICS.task_failed(self.name)
        if self._steady():
            self.failures = 0
        self.failures += 1
        self.error = type(error).__name__
        kind, at = self.logged
        if self.error != kind or monotonic() - at > LOG_EVERY:
            self.logged = self.error, monotonic()
            log.error("task %s failed, %d times in a row", self.name, self.failures, exc_info=error)
        return jittered(min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(self.failures - 1, 16)))


class Supervisor:
    """All background tasks of a process."""

    def __init__(self) -> None:
        self.tasks: dict[str, SupervisedTask] = {}

    def start(self, name: str, every: float, job: Callable[[], Awaitable[object]], purpose: Purpose) -> SupervisedTask:
        """Run a job again and again until the task is stopped."""
        METRICS.task_failures.setdefault(name, 0)
        task = self.tasks[name] = SupervisedTask(name, every, job, purpose)
        return task

    async def stop(self) -> None:
        """Stop all tasks."""
        await asyncio.gather(*[task.stop() for task in self.tasks.values()])

    def broken(self) -> list[SupervisedTask]:
        """The tasks that have failed too often in a row."""
        return [task for task in self.tasks.values() if task.trouble is not None and not task.stopping]


def jittered(pause: float) -> float:
    """A pause of random length, so that processes with the same trouble do not all try again at once."""
    return pause * random.uniform(0.75, 1.25)
