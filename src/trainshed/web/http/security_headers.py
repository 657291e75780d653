"""Security headers of every response, and the time limit for request bodies."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from litestar.exceptions import HTTPException

BODY_TIMEOUT: Final = 30.0
"""Seconds in which a request body must arrive."""

POLICY: Final = (b"content-security-policy", b"default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
CACHE: Final = (b"cache-control", b"no-store")
ALWAYS: Final = [(b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer")]
OWN: Final = frozenset({POLICY[0], CACHE[0], ALWAYS[0][0], ALWAYS[1][0]})


class TooSlow(HTTPException):
    """The request body did not arrive in time."""

    status_code = 408


def with_security_headers(send: Any) -> Any:
    """Wrap `send` so that every response has the security headers. Those that a response sets itself are kept."""

    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            headers = message["headers"]
            own = [key for key, _ in headers if key in OWN]
            more = [POLICY, CACHE, *ALWAYS]
            message["headers"] = [*headers, *([one for one in more if one[0] not in own] if own else more)]
        await send(message)

    return sending


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
