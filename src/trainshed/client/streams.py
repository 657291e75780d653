"""Reads streams, and reconnects when they break; the last row seen is sent in `Last-Event-ID`."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, Final, TypeVar

import httpx
import msgspec

from trainshed.client.errors import TooMany, Unavailable
from trainshed.client.transport import Backoff, Transport
from trainshed.wire import ChatChanged, LobbyChanged, RematchChanged, Resync, RowsAdded, SeenRow, TableEvent, TableView

T = TypeVar("T")

EVENTS: Final = "text/event-stream"
LINES: Final = "application/x-ndjson"


SIMPLE: Final[dict[bytes, TableEvent]] = {
    b"resync": Resync(),
    b"lobby": LobbyChanged(),
    b"chat": ChatChanged(),
    b"rematch": RematchChanged(),
}
"""Events without data."""


class StreamEnded(Exception):
    """The server has closed the stream, as it does when it stops."""


async def pieces(answer: httpx.Response, mark: bytes) -> AsyncGenerator[bytes, None]:
    """Split a response at each separator. An incomplete last piece is dropped."""
    rest = b""
    async for chunk in answer.aiter_bytes():
        *whole, rest = (rest + chunk).split(mark)
        for piece in whole:
            yield piece


async def with_reconnects(transport: Transport, read: Callable[[], AsyncGenerator[T, None]]) -> AsyncGenerator[T, None]:
    """Read a stream, and reconnect whenever it breaks; give up when the server does not answer for too long."""
    backoff = Backoff(transport.patience)
    while True:
        try:
            async with aclosing(read()) as found:
                async for item in found:
                    backoff.begin_anew()
                    yield item
            raise StreamEnded("the stream has ended")
        except (Unavailable, TooMany) as error:
            await backoff.wait(error, error.wait)
        except (StreamEnded, httpx.TransportError, httpx.DecodingError, msgspec.DecodeError) as error:
            await backoff.wait(error)


async def read_lines(transport: Transport, path: str, kind: Any) -> AsyncGenerator[Any, None]:
    """Read a stream of JSON lines; None for a keep-alive."""
    decoder = msgspec.json.Decoder(kind)
    async with transport.reading(path, LINES, None) as answer, aclosing(pieces(answer, b"\n")) as lines:
        async for line in lines:
            yield decoder.decode(line) if line else None


class EventReader:
    """Reads the server-sent events of a table, and remembers which rows it has seen."""

    def __init__(self, transport: Transport, path: str, last: int | None, invite: str) -> None:
        self.transport = transport
        self.path = path
        self.last = last
        self.told = -1 if last is None else last
        self.invite = invite
        self.state = b""

    async def read(self) -> AsyncGenerator[TableEvent | None, None]:
        """Connect, and read events; None for one that is to be ignored, such as a keep-alive."""
        async with (
            self.transport.reading(self.path, EVENTS, self.last, invite=self.invite) as answer,
            aclosing(pieces(answer, b"\n\n")) as blocks,
        ):
            async for block in blocks:
                fields = dict(line.split(b": ", 1) for line in block.split(b"\n") if b": " in line)
                event = self.event(fields.get(b"event", b""), fields.get(b"data", b""))
                if b"id" in fields:
                    self.last = int(fields[b"id"])
                yield event

    def event(self, name: bytes, data: bytes) -> TableEvent | None:
        """Decode one event; None if it repeats what was received before, or is of an unknown kind."""
        if name == b"rows":
            found = msgspec.json.decode(data, type=RowsAdded)
            rows: list[SeenRow] = [row for row in found.rows if row.seq > self.told]
            self.told = max([self.told, *(row.seq for row in rows)])
            return RowsAdded(rows) if rows else None
        if name == b"state" and data != self.state:
            self.state = data
            state = msgspec.json.decode(data, type=TableView)
            self.told = max(self.told, state.seq)
            return state
        return SIMPLE.get(name)
