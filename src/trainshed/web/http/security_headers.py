"""What every answer carries so that browsers are careful with it, and how long a request may take to arrive."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from litestar.exceptions import HTTPException

BODY_TIMEOUT: Final = 30.0
"""Seconds from the first byte of a body to its last."""

POLICY: Final = (b"content-security-policy", b"default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
CACHE: Final = (b"cache-control", b"no-store")
ALWAYS: Final = [(b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer")]
OWN: Final = frozenset({POLICY[0], CACHE[0], ALWAYS[0][0], ALWAYS[1][0]})


class TooSlow(HTTPException):
    """A body that does not come to an end."""

    status_code = 408


def with_security_headers(send: Any) -> Any:
    """Send with the headers that every answer has. A page that knows better says so itself."""

    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            headers = message["headers"]
            own = [key for key, _ in headers if key in OWN]
            more = [POLICY, CACHE, *ALWAYS]
            message["headers"] = [*headers, *([one for one in more if one[0] not in own] if own else more)]
        await send(message)

    return sending


def with_body_timeout(receive: Any, patience: float = BODY_TIMEOUT) -> Any:
    """Receive a body that ends within a time; whatever comes after it is waited for as long as it takes."""
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
        # `asyncio.timeout_at` does the same in five times the time.
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
