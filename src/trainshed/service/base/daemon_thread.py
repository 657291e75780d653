"""Runs work in daemon threads, which do not delay the end of the process."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def run_in_daemon_thread(job: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Run a job in a new daemon thread and wait for its result. If the caller is cancelled, the result is dropped.

    Not `asyncio.to_thread`: its threads are joined at exit, and a process that is told to stop would wait until a bot
    has chosen its move. And they are few, and shared: some that hang would keep all others waiting.
    """
    return await _run(lambda: job(*args, **named), "daemon")


class NoThreadFree(Exception):
    """All threads of a `DaemonThreads` are busy."""


class DaemonThreads:
    """Daemon threads for one kind of work that may hang, never more than `most` at once.

    A job that hangs keeps its thread, also after its caller has given up; when all threads hang, further jobs are
    refused at once. Other work has threads of its own and is not disturbed.
    """

    def __init__(self, name: str, most: int) -> None:
        self.name = name
        self.most = most
        self.free = threading.BoundedSemaphore(most)

    async def run(self, job: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Run a job in a thread and wait for its result; raises `NoThreadFree` if all threads are busy."""
        if not self.free.acquire(blocking=False):
            raise NoThreadFree(self.name)

        def run() -> T:
            try:
                return job(*args, **named)
            finally:
                self.free.release()

        return await _run(run, self.name)


async def _run(job: Callable[[], T], name: str) -> T:
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()
    context = copy_context()

    def finish(result: Any, error: BaseException | None) -> None:
        if done.done():
            return
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)

    def run() -> None:
        result: Any = None
        error: BaseException | None = None
        try:
            result = context.run(job)
        except BaseException as caught:
            error = caught
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(finish, result, error)

    threading.Thread(target=run, name=name, daemon=True).start()
    return await done
