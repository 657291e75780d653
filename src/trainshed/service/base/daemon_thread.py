"""Long work in a thread of its own, for which nobody waits when the process ends."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from typing import ParamSpec

P = ParamSpec("P")


async def run_in_daemon_thread(job: Callable[P, None], *args: P.args, **named: P.kwargs) -> None:
    """Do something that may take long. Whoever is cancelled leaves it unfinished.

    Not `asyncio.to_thread`: its threads are joined at the end, and a process that is told to stop would wait for
    whatever a bot thinks about.
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
