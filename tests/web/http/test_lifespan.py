"""Start and end of an application: what the server is told when either fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from trainshed.web.http.lifespan import run_lifespan

pytestmark = pytest.mark.asyncio


class Server:
    """The other side of the protocol: counts what it was asked for, and keeps what it was told."""

    def __init__(self, ends: bool = True) -> None:
        self.ends = ends
        self.told: list[str] = []
        self.messages: list[str] = []
        self.asked = 0

    async def receive(self) -> dict[str, Any]:
        self.asked += 1
        if self.asked > 1 and not self.ends:
            raise asyncio.CancelledError
        return {"type": "lifespan.startup" if self.asked == 1 else "lifespan.shutdown"}

    async def send(self, message: dict[str, Any]) -> None:
        self.told.append(message["type"])
        self.messages.append(message.get("message", ""))


@asynccontextmanager
async def service(opens: bool = True, closes: bool = True) -> AsyncIterator[None]:
    if not opens:
        raise RuntimeError("it does not open")
    yield
    if not closes:
        raise RuntimeError("it does not close")


async def test_a_service_is_open_from_start_to_end() -> None:
    server = Server()
    await run_lifespan(service(), server.receive, server.send)
    assert server.told == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


async def test_a_service_that_does_not_open() -> None:
    server = Server()
    with pytest.raises(RuntimeError, match="it does not open"):
        await run_lifespan(service(opens=False), server.receive, server.send)
    assert server.told == ["lifespan.startup.failed"]
    assert "it does not open" in server.messages[0]


async def test_a_service_that_does_not_close() -> None:
    server = Server()
    with pytest.raises(RuntimeError, match="it does not close"):
        await run_lifespan(service(closes=False), server.receive, server.send)
    assert server.told == ["lifespan.startup.complete", "lifespan.shutdown.failed"]


async def test_whoever_has_started_does_not_fail_to_start() -> None:
    server = Server(ends=False)
    with pytest.raises(asyncio.CancelledError):
        await run_lifespan(service(), server.receive, server.send)
    assert server.told == ["lifespan.startup.complete", "lifespan.shutdown.failed"]
