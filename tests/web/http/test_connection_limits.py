"""A connection may not send heads without end, nor stay silent for ever; streams and kept connections are not cut."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

import pytest
import uvicorn

from trainshed.web.http import connection_limits
from trainshed.web.http.connection_limits import LARGEST_HEAD, MOST_HEADERS, LimitedProtocol

pytestmark = pytest.mark.asyncio

SOON = 0.4
PATIENCE = 10.0
HELLO = b"GET / HTTP/1.1\r\nhost: house\r\n\r\n"


@pytest.fixture(autouse=True)
def short_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "HEAD_TIMEOUT", SOON)


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answers at once; on /stream with a beat every tenth of a second, for twice as long as a head may take."""
    start = {"type": "http.response.start", "status": 200, "headers": []}
    await send(start)
    if scope["path"] == "/stream":
        for _ in range(round(20 * SOON)):
            await asyncio.sleep(0.1)
            await send({"type": "http.response.body", "body": b"beat\n", "more_body": True})
    await send({"type": "http.response.body", "body": b"done\n"})


@asynccontextmanager
async def server(**more: Any) -> AsyncIterator[tuple[str, int]]:
    running = uvicorn.Server(
        uvicorn.Config(app, host="127.0.0.1", port=0, http=LimitedProtocol, lifespan="off", log_config=None, **more)
    )
    task = asyncio.create_task(running.serve())
    while not running.started:
        await asyncio.sleep(0.01)
    try:
        yield running.servers[0].sockets[0].getsockname()
    finally:
        running.should_exit = True
        await task


async def rest(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the server closes the connection."""
    async with asyncio.timeout(PATIENCE):
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""


async def test_one_header_without_end_is_refused() -> None:
    async with server() as place:
        reader, writer = await asyncio.open_connection(*place)
        writer.write(b"GET / HTTP/1.1\r\nhost: house\r\nx-long: ")
        sent = 0
        try:
            async with asyncio.timeout(PATIENCE):
                while sent < 100_000_000:
                    writer.write(b"a" * 65_536)
                    await writer.drain()
                    await asyncio.sleep(0)
                    sent += 65_536
        except (ConnectionError, TimeoutError):
            pass
        assert sent < 20_000_000
        writer.close()
    del reader


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nhost: house\r\nx: " + b"a" * LARGEST_HEAD + b"\r\n\r\n",
        b"GET /" + b"a" * LARGEST_HEAD + b" HTTP/1.1\r\nhost: house\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: house\r\n" + b"x: y\r\n" * MOST_HEADERS + b"\r\n",
        b"GET / HTTP/1.1\r\nhost: house\r\nx: " + b"a" * (LARGEST_HEAD + 10),
    ],
    ids=["value", "address", "many", "unfinished"],
)
async def test_a_head_that_is_too_large_is_answered_with_431(head: bytes) -> None:
    async with server() as place:
        reader, writer = await asyncio.open_connection(*place)
        begun = monotonic()
        writer.write(head)
        answer = await rest(reader)
        assert answer.startswith(b"HTTP/1.1 431 "), answer[:100]
        assert b"done" not in answer
        assert monotonic() - begun < SOON
        writer.close()


async def test_many_heads_on_one_connection_are_counted_one_by_one() -> None:
    head = b"GET / HTTP/1.1\r\nhost: house\r\nx: " + b"a" * (LARGEST_HEAD // 2) + b"\r\n\r\n"
    async with server() as place:
        reader, writer = await asyncio.open_connection(*place)
        for _ in range(5):
            writer.write(head)
            async with asyncio.timeout(PATIENCE):
                assert (await reader.readline()).startswith(b"HTTP/1.1 200")
                while await reader.readline() != b"0\r\n":
                    pass
                await reader.readline()
        writer.close()


@pytest.mark.parametrize("first", [b"", b"\r\n", b"GET / HTTP/1.1\r\nhost: h"], ids=["silent", "blank", "half"])
async def test_a_head_must_come_in_time(first: bytes) -> None:
    async with server() as place:
        reader, writer = await asyncio.open_connection(*place)
        begun = monotonic()
        writer.write(first)

        async def trickle() -> None:
            while first:
                await asyncio.sleep(SOON / 8)
                writer.write(b"\r\n" if first == b"\r\n" else b"a")

        dripping = asyncio.create_task(trickle())
        assert b" 200 " not in await rest(reader)
        assert SOON / 2 < monotonic() - begun < 5 * SOON
        dripping.cancel()
        writer.close()


async def test_the_next_head_on_the_connection_must_come_in_time_too() -> None:
    async with server() as place:
        reader, writer = await asyncio.open_connection(*place)
        begun = monotonic()
        writer.write(HELLO + b"GET / HTTP/1.1\r\n")
        answer = await rest(reader)
        assert answer.count(b"200 OK") == 1
        assert monotonic() - begun < 5 * SOON
        writer.close()


async def test_a_body_after_the_answer_keeps_no_connection() -> None:
    async with server() as place:
        reader, writer = await asyncio.open_connection(*place)
        begun = monotonic()
        writer.write(b"GET / HTTP/1.1\r\nhost: house\r\ncontent-length: 100000\r\n\r\n")

        async def trickle() -> None:
            while True:
                await asyncio.sleep(SOON / 8)
                writer.write(b"a")

        dripping = asyncio.create_task(trickle())
        await rest(reader)
        assert monotonic() - begun < 5 * SOON
        dripping.cancel()
        writer.close()


@pytest.mark.parametrize("more", [b"", b"GET / HTTP/1.1\r\nhost: h"], ids=["alone", "with half a head behind it"])
async def test_a_stream_is_not_cut(more: bytes) -> None:
    async with server() as place:
        reader, writer = await asyncio.open_connection(*place)
        writer.write(b"GET /stream HTTP/1.1\r\nhost: house\r\n\r\n" + more)
        async with asyncio.timeout(PATIENCE):
            answer = await reader.readuntil(b"done\n")
        assert answer.count(b"beat") == round(20 * SOON)
        writer.close()


async def test_a_kept_connection_is_used_again() -> None:
    async with server() as place:
        reader, writer = await asyncio.open_connection(*place)
        for _ in range(3):
            writer.write(HELLO)
            async with asyncio.timeout(PATIENCE):
                await reader.readuntil(b"done\n\r\n0\r\n\r\n")
            await asyncio.sleep(SOON * 0.75)  # longer in all than one head may take
        writer.close()


async def test_one_address_has_so_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "MOST_CONNECTIONS", 3)
    monkeypatch.setattr(connection_limits, "HEAD_TIMEOUT", 60.0)
    async with server(forwarded_allow_ips="10.0.0.1") as place:
        kept = [await asyncio.open_connection(*place) for _ in range(3)]
        await asyncio.sleep(0.1)
        reader, writer = await asyncio.open_connection(*place)
        assert await rest(reader) == b""
        writer.close()
        kept[0][1].close()
        await asyncio.sleep(0.1)
        reader, writer = await asyncio.open_connection(*place)
        writer.write(HELLO)
        async with asyncio.timeout(PATIENCE):
            assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        for _, one in [*kept[1:], (reader, writer)]:
            one.close()
    assert not connection_limits.CONNECTIONS


async def test_a_proxy_has_as_many_connections_as_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "MOST_CONNECTIONS", 1)
    async with server(forwarded_allow_ips="127.0.0.1") as place:
        for _ in range(4):
            reader, writer = await asyncio.open_connection(*place)
            writer.write(HELLO)
            async with asyncio.timeout(PATIENCE):
                assert (await reader.readline()).startswith(b"HTTP/1.1 200")
