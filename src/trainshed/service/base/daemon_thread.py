"""Runs long work in a daemon thread, which does not delay the end of the process."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from typing import ParamSpec

P = ParamSpec("P")


async def run_in_daemon_thread(job: Callable[P, None], *args: P.args, **named: P.kwargs) -> None:
    """Run a job in a new daemon thread and wait for it. If the caller is cancelled, its result is dropped.

    Not `asyncio.to_thread`: its threads are joined at exit, and a process that is told to stop would wait until a bot
    has chosen its move.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()
    context = copy_context()

    def finish(error: BaseException | None) -> None:
        if done.done():
            return
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

    def run() -> None:
        error: BaseException | None = None
        try:
            context.run(job, *args, **named)
        except BaseException as caught:
            error = caught
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(finish, error)

    threading.Thread(target=run, name="daemon", daemon=True).start()
    await done
