"""Requests and streams sent directly to an ASGI application: headers and chunks are those that a server would get."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec

from tests.support.servers.patience import PATIENCE

Headers: TypeAlias = Iterable[tuple[bytes, bytes]]


class Fault(AssertionError):
    """A failure that is no leak: an unexpected status, or a stream that ended."""


class Answer(msgspec.Struct, frozen=True):
    """A response: status, headers and body."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)

    def __str__(self) -> str:
        return f"{self.status} {self.headers} {self.body!r}"


def http_scope(method: str, path: str, headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
    path, _, query = path.partition("?")
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(b"host", b"house"), (b"x-request-id", b"given"), *headers],
        "server": ("house", 80),
        "client": ("127.0.0.1", 40_000),
        "state": {},
    }


def signed(token: str) -> list[tuple[bytes, bytes]]:
    return [(b"authorization", b"Bearer " + token.encode())] if token else []


async def request(app: Any, method: str, path: str, token: str, body: bytes = b"", more: Headers = ()) -> Answer:
    """Send one request; the response without its Date header."""
    headers = [*signed(token), (b"content-type", b"application/json"), (b"content-length", b"%d" % len(body)), *more]
    sent = False
    status, head, data = 0, [], b""

    async def receive() -> dict[str, Any]:
        nonlocal sent
        if sent:
            return {"type": "http.disconnect"}
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        nonlocal status, head, data
        if message["type"] == "http.response.start":
            status, head = message["status"], message["headers"]
        else:
            data += message.get("body", b"")

    await app(http_scope(method, path, headers), receive, send)
    return Answer(status, tuple((bytes(k), bytes(v)) for k, v in head if bytes(k).lower() != b"date"), data)


class Stream:
    """A reader of a table's stream that keeps every chunk."""

    def __init__(self, app: Any, path: str, token: str, gzip: bool, last: int | None, more: Headers = ()) -> None:
        headers = [*signed(token), *more]
        if gzip:
            headers.append((b"accept-encoding", b"gzip"))
        if last is not None:
            headers.append((b"last-event-id", b"%d" % last))
        self.chunks: list[bytes] = []
        """Status and headers first, then the chunks of the body."""
        self.news = asyncio.Event()
        self.gone = asyncio.Event()
        self.task = asyncio.create_task(app(http_scope("GET", path, headers), self.receive, self.send))
        self.task.add_done_callback(lambda _: self.news.set())

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.chunks.append(f"{message['status']} {message['headers']}".encode())
        elif message.get("body"):
            self.chunks.append(message["body"])
        self.news.set()

    async def read(self, chunks: int) -> None:
        """Wait until so many chunks have arrived."""
        async with asyncio.timeout(PATIENCE):
            while len(self.chunks) < chunks:
                if self.task.done():
                    raise Fault(f"a stream ended after {self.chunks[-1:]}") from self.task.exception()
                self.news.clear()
                await self.news.wait()

    async def cut(self) -> None:
        """Wait until the server ends the stream."""
        async with asyncio.timeout(PATIENCE):
            await self.task

    async def close(self) -> None:
        self.gone.set()
        await self.cut()
