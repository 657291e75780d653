"""Time limit for the body of a request to arrive, so that slow senders do not hold connections."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, Final

from litestar.exceptions import HTTPException

from trainshed.web.http.asgi import Application
from trainshed.web.http.authentication import SAFE

BODY_TIMEOUT: Final = 30.0
"""Seconds in which a request body must arrive."""


class TooSlow(HTTPException):
    """The request body did not arrive in time."""

    status_code = 408


class BodyTimeout:
    """ASGI middleware that limits the time in which the body of a request must arrive."""

    def __init__(self, app: Application, seconds: float = BODY_TIMEOUT) -> None:
        self.app = app
        self.seconds = seconds

    def __call__(self, scope: Any, receive: Any, send: Any) -> Awaitable[None]:
        if scope["type"] == "http" and scope["method"] not in SAFE:
            receive = with_body_timeout(receive, self.seconds)
        return self.app(scope, receive, send)


def with_body_timeout(receive: Any, patience: float = BODY_TIMEOUT) -> Any:
    """Wrap `receive` so that the body must arrive within a time limit. After the body there is no limit."""
    until = 0.0
    ended = late = False

    async def receiving() -> Any:
        nonlocal until, ended, late
        if ended:
            return await receive()
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert task is not None

        def ring() -> None:
            nonlocal late
            late = True
            task.cancel()

        until = until or loop.time() + patience
        # `asyncio.timeout_at` does the same, but takes five times as long.
        timer = loop.call_at(until, ring)
        try:
            message = await receive()
        except asyncio.CancelledError:
            if not late or task.uncancel() > 0:
                raise
            raise TooSlow("The request did not arrive in time.", headers={"connection": "close"}) from None
        finally:
            timer.cancel()
        ended = message["type"] != "http.request" or not message.get("more_body", False)
        return message

    return receiving
