"""Start and end of an application as ASGI tells of them, with a context manager that is open in between."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from traceback import format_exc
from typing import Any


async def run_lifespan(running: AbstractAsyncContextManager[None], receive: Any, send: Any) -> None:
    """Enter the context manager when the server starts, leave it when the server ends, and report errors of both."""
    await receive()
    phase = "startup"
    try:
        async with running:
            await send({"type": "lifespan.startup.complete"})
            phase = "shutdown"
            await receive()
    except BaseException:
        await send({"type": f"lifespan.{phase}.failed", "message": format_exc()})
        raise
    await send({"type": "lifespan.shutdown.complete"})
