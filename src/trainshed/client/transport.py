"""HTTP transport of the client: requests that are retried where that is safe, and streams."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import random
from time import monotonic
from typing import Any, Final, Self

import httpx
import msgspec

from trainshed.client.errors import ApiError, TooMany, Unavailable, Unreachable, error_of

NOT_SENT: Final = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
"""Errors after which it is certain that the server has not received the request."""

SILENCE: Final = 45.0
"""Read timeout of a stream in seconds: three intervals of its keep-alives."""


class Transport:
    """Connections to one server, the token, and the time limit for retries."""

    def __init__(
        self,
        url: str,
        token: str = "",
        patience: float = 30.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=20)  # each stream keeps one
        self.http = httpx.AsyncClient(base_url=url, timeout=15.0, limits=limits, transport=transport)
        self.token = token
        self.patience = patience
        """Seconds for which a server that cannot be reached is tried again."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self.http.aclose()

    # ------------------------------------------------------------ requests

    async def send(
        self, method: str, path: str, again: bool, body: dict[str, Any] | None = None, **params: Any
    ) -> httpx.Response:
        """Send a request, with retries. `again`: it is idempotent, so it may be sent twice.

        Other requests are sent again only if it is certain that the server has not carried them out.
        """
        content = None if body is None else msgspec.json.encode({k: v for k, v in body.items() if v is not None})
        query = {key: value for key, value in params.items() if value is not None}
        tries = Backoff(self.patience)
        while True:
            try:
                answer = await self.http.request(
                    method, path, params=query, content=content, headers=self.headers(content is not None)
                )
            except NOT_SENT as error:
                await tries.wait(error)
            except httpx.TransportError as error:
                if not again:
                    raise Unreachable(f"{method} {path}: {error!r}; it may have been carried out") from error
                await tries.wait(error)
            else:
                self.http.cookies.clear()  # the token is enough; with a cookie the client would stay one person
                if answer.is_success:
                    return answer
                problem = error_of(answer)
                if not (isinstance(problem, TooMany) or (again and isinstance(problem, Unavailable))):
                    raise problem
                await tries.wait(problem, problem.wait)

    def headers(self, body: bool = False) -> dict[str, str]:
        found = {"accept": "application/json"}
        if self.token:
            found["authorization"] = f"Bearer {self.token}"
        if body:
            found["content-type"] = "application/json"
        return found

    # ------------------------------------------------------------ streams

    @asynccontextmanager
    async def reading(self, path: str, media: str, last: int | None, **params: Any) -> AsyncIterator[httpx.Response]:
        """Open a stream; raises the error if the server refuses it."""
        headers = self.headers() | {"accept": media}
        if last is not None:
            headers["last-event-id"] = str(last)
        timeout = httpx.Timeout(15.0, read=SILENCE)
        query = {key: value for key, value in params.items() if value}
        async with self.http.stream("GET", path, params=query, headers=headers, timeout=timeout) as answer:
            if not answer.is_success:
                await answer.aread()
                raise error_of(answer)
            yield answer


class Backoff:
    """Exponential backoff, with a time limit."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self.until = monotonic() + patience
        self.pause = 0.1

    async def wait(self, error: Exception, least: float = 0) -> None:
        """Wait before the next try; raises the error when there is no time left."""
        pause = max(self.pause * (0.7 + 0.6 * random()), least)
        if monotonic() + pause > self.until:
            raise error if isinstance(error, ApiError) else Unreachable(repr(error)) from error
        await asyncio.sleep(pause)
        self.pause = min(self.pause * 2, 3.0)

    def begin_anew(self) -> None:
        """Reset the pause and the time limit after a success."""
        self.until = monotonic() + self.patience
        self.pause = 0.1
