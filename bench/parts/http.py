"""A small HTTP/1.1 client for measurements: kept connections, several servers behind one front, event streams.

It is as thin as possible, so that the servers are measured and not the client.
"""

from __future__ import annotations

import asyncio
import time
import zlib
from collections import Counter
from collections.abc import AsyncIterator
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

LIMIT: Final = 1 << 22
"""The longest line or head that is read."""

REFUSED: Final = "refused"
CUT: Final = "cut"
LATE: Final = "late"


class Broken(Exception):
    """No whole answer came: the connection was refused, or cut after something was sent."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


class Answer(msgspec.Struct, frozen=True):
    """A response of a server."""

    status: int
    headers: dict[bytes, bytes]
    body: bytes
    unsure: int | None = None
    """Through a front: when the request was sent for the last time, if it may have been carried out before that."""

    @property
    def whole(self) -> bytes:
        """The body without its compression."""
        packed = self.headers.get(b"content-encoding") == b"gzip"
        return zlib.decompress(self.body, 16 + zlib.MAX_WBITS) if packed else self.body

    def json(self) -> Any:
        return msgspec.json.decode(self.body)


class Event(msgspec.Struct, frozen=True):
    """One event of a stream."""

    name: str
    data: bytes
    id: str | None

    @property
    def row(self) -> int | None:
        """The row of the table that the id names; the id of a page goes on after it."""
        return None if self.id is None else int(self.id.partition("-")[0])

    def json(self) -> Any:
        return msgspec.json.decode(self.data)


class Connection:
    """One connection to a server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, host: str, port: int, source: str = "") -> Connection:
        """Connect, from another address of this machine if one is given."""
        local = (source, 0) if source else None
        try:
            return cls(*await asyncio.open_connection(host, port, limit=LIMIT, local_addr=local))
        except OSError as error:
            raise Broken(REFUSED) from error

    @property
    def usable(self) -> bool:
        return not (self.reader.at_eof() or self.writer.is_closing())

    def close(self) -> None:
        self.writer.close()

    async def ask(self, request: bytes) -> Answer:
        """Send a request and read the whole response."""
        try:
            status, headers = await self.head(request)
            if headers.get(b"transfer-encoding") == b"chunked":
                body = b"".join([piece async for piece in self.pieces()])
            else:
                body = await self.reader.readexactly(int(headers.get(b"content-length", b"0")))
        except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:
            raise Broken(CUT) from error
        return Answer(status, headers, body)

    async def head(self, request: bytes) -> tuple[int, dict[bytes, bytes]]:
        self.writer.write(request)
        text = await self.reader.readuntil(b"\r\n\r\n")
        first, *lines = text[:-4].split(b"\r\n")
        headers = {}
        for line in lines:
            name, _, value = line.partition(b":")
            headers[name.lower()] = value.strip()
        return int(first.split(b" ", 2)[1]), headers

    async def pieces(self) -> AsyncIterator[bytes]:
        """The chunks of a body, until its end."""
        while True:
            size = int((await self.reader.readuntil(b"\r\n")).split(b";")[0], 16)
            piece = await self.reader.readexactly(size + 2)
            if size == 0:
                return
            yield piece[:-2]


class Web:
    """One server, and the connections to it that are kept."""

    def __init__(self, url: str, source: str = "") -> None:
        self.source = source
        """The address from which to connect; servers count some things by the client's address."""
        where = urlsplit(url)
        assert where.hostname is not None
        assert where.port is not None
        self.host, self.port = where.hostname, where.port
        self.idle: list[Connection] = []

    def request(self, method: str, path: str, token: str, body: bytes | None, more: str = "") -> bytes:
        head = f"{method} {path} HTTP/1.1\r\nhost: {self.host}:{self.port}\r\n{more}"
        if token:
            head += f"authorization: Bearer {token}\r\n"
        if body is not None:
            head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
        return head.encode() + b"\r\n" + (body or b"")

    async def ask(self, method: str, path: str, token: str = "", body: Any = None, more: str = "") -> Answer:
        """One request over a connection that is free, or a new one; `more` are further lines of its head."""
        text = None if body is None and method == "GET" else msgspec.json.encode({} if body is None else body)
        request = self.request(method, path, token, text, more)
        connection, kept = await self.connection()
        try:
            answer = await connection.ask(request)
        except Broken:
            connection.close()
            if not kept or method != "GET":
                raise
            # As browsers do: the server may have closed what was kept at the moment when we asked.
            self.close()
            return await self.ask(method, path, token, body, more)
        except BaseException:
            connection.close()
            raise
        if answer.headers.get(b"connection") == b"close":
            connection.close()
        else:
            self.idle.append(connection)
        return answer

    async def connection(self) -> tuple[Connection, bool]:
        """A connection, and whether it was kept."""
        while self.idle:
            connection = self.idle.pop()
            if connection.usable:
                return connection, True
            connection.close()
        return await Connection.open(self.host, self.port, self.source), False

    async def stream(
        self, path: str, token: str = "", last: int | str | None = None, gzip: bool = False, more: str = ""
    ) -> Stream:
        """Begin to read an event stream, as a browser does that has seen the event `last`; `more` are header lines."""
        more += "accept: text/event-stream\r\n"
        if last is not None:
            more += f"last-event-id: {last}\r\n"
        if gzip:
            more += "accept-encoding: gzip\r\n"
        connection = await Connection.open(self.host, self.port, self.source)
        try:
            status, headers = await connection.head(self.request("GET", path, token, None, more))
        except (OSError, EOFError) as error:
            connection.close()
            raise Broken(CUT) from error
        except BaseException:
            connection.close()
            raise
        return Stream(connection, status, headers)

    def close(self) -> None:
        """Close the connections that are kept."""
        for connection in self.idle:
            connection.close()
        self.idle.clear()


class Stream:
    """An event stream that is being read."""

    def __init__(self, connection: Connection, status: int, headers: dict[bytes, bytes]) -> None:
        self.connection = connection
        self.status = status
        self.headers = headers
        self.received = 0
        """Bytes of events so far, as they came over the wire."""

    async def events(self) -> AsyncIterator[Event]:
        """The events of the stream, until it ends or breaks; an incomplete event is dropped."""
        unzip = zlib.decompressobj(16 + zlib.MAX_WBITS) if self.headers.get(b"content-encoding") == b"gzip" else None
        text = b""
        try:
            async for piece in self.connection.pieces():
                self.received += len(piece)
                text += piece if unzip is None else unzip.decompress(piece)
                *whole, text = text.split(b"\n\n")
                for block in whole:
                    event = parsed(block)
                    if event is not None:
                        yield event
        except (OSError, EOFError):
            return

    def close(self) -> None:
        self.connection.close()


def parsed(block: bytes) -> Event | None:
    """The event of a block of lines; None if it has no data."""
    fields: dict[bytes, bytes] = {}
    for line in block.split(b"\n"):
        name, _, value = line.partition(b":")
        fields[name] = value.removeprefix(b" ")
    if b"data" not in fields:
        return None
    number = fields.get(b"id")
    return Event(
        fields.get(b"event", b"message").decode(), fields[b"data"], None if number is None else number.decode()
    )


class Front:
    """A client-side load balancer: a request that one server does not answer goes to the next."""

    PATIENCE: Final = 4.0
    """Seconds that one server has for an answer."""

    LONGEST: Final = 60.0
    """Seconds without an answer after which the measurement fails."""

    def __init__(self, urls: list[str], rng: Random) -> None:
        self.webs = [Web(url) for url in urls]
        self.rng = rng
        self.counts: Counter[str] = Counter()
        """Failures that were tried again, by kind; `answers` counts the successes."""
        self.faults: list[str] = []
        """Answers with a status of 500 and more that is not 503."""

    async def ask(self, method: str, path: str, token: str = "", body: Any = None) -> Answer:
        """Send a request until a server answers. A POST may be sent twice, so it must be idempotent: see `mark`."""
        web = self.rng.randrange(len(self.webs))
        wait = 0.0
        again = False
        until = time.monotonic() + self.LONGEST
        while time.monotonic() < until:
            sent = time.time_ns() // 1_000_000
            try:
                async with asyncio.timeout(self.PATIENCE):
                    answer = await self.webs[web].ask(method, path, token, body)
                if answer.status < 500:
                    self.counts["answers"] += 1
                    return msgspec.structs.replace(answer, unsure=sent) if again else answer
                again = True
                self.counts[str(answer.status)] += 1
                if answer.status != 503:
                    self.faults.append(f"{answer.status} to {method} {path}: {answer.body[:200]!r}")
            except Broken as broken:
                again = again or broken.how != REFUSED
                self.counts[broken.how] += 1
            except TimeoutError:
                again = True
                self.counts[LATE] += 1
            web = (web + 1) % len(self.webs)
            await asyncio.sleep(wait * self.rng.uniform(0.7, 1.3))
            wait = min(max(wait * 2, 0.05), 0.5)
        raise RuntimeError(f"no answer to {method} {path} in {self.LONGEST:g} s; {dict(self.counts)}")

    def close(self) -> None:
        for web in self.webs:
            web.close()
