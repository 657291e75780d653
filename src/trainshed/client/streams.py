"""Streams that are read to their end: whatever breaks in between, the client comes back and says what it has seen."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, Final, TypeVar

import httpx
import msgspec

from trainshed.client.errors import TooMany, Unavailable
from trainshed.client.transport import Door, Tries
from trainshed.client.types import ChatChanged, Event, Happened, LobbyChanged, Resync, Sight, Told

T = TypeVar("T")

EVENTS: Final = "text/event-stream"
LINES: Final = "application/x-ndjson"


SIMPLE: Final[dict[bytes, Event]] = {b"resync": Resync(), b"lobby": LobbyChanged(), b"chat": ChatChanged()}
"""Events that say all by their name."""


class Ended(Exception):
    """The server has closed the stream, as it does when it stops."""


async def pieces(answer: httpx.Response, mark: bytes) -> AsyncGenerator[bytes, None]:
    """What comes, cut at each mark. What has no end has not come."""
    rest = b""
    async for chunk in answer.aiter_bytes():
        *whole, rest = (rest + chunk).split(mark)
        for piece in whole:
            yield piece


async def again_and_again(door: Door, read: Callable[[], AsyncGenerator[T, None]]) -> AsyncGenerator[T, None]:
    """Read a stream, and begin it anew whenever it breaks; gives up when nobody answers for too long."""
    tries = Tries(door.patience)
    while True:
        try:
            async with aclosing(read()) as found:
                async for item in found:
                    tries.begin_anew()
                    yield item
            raise Ended("the stream has ended")
        except (Unavailable, TooMany) as error:
            await tries.wait(error, error.wait)
        except (Ended, httpx.TransportError, httpx.DecodingError, msgspec.DecodeError) as error:
            await tries.wait(error)


async def read_lines(door: Door, path: str, kind: Any) -> AsyncGenerator[Any, None]:
    """The objects of a stream of lines; None for a beat."""
    decoder = msgspec.json.Decoder(kind)
    async with door.reading(path, LINES, None) as answer, aclosing(pieces(answer, b"\n")) as lines:
        async for line in lines:
            yield decoder.decode(line) if line else None


class Watcher:
    """One reader of a table's events: knows what it has seen."""

    def __init__(self, door: Door, path: str, last: int | None, invite: str) -> None:
        self.door = door
        self.path = path
        self.last = last
        self.told = -1 if last is None else last
        self.invite = invite
        self.state = b""

    async def read(self) -> AsyncGenerator[Event | None, None]:
        """Events from here on; None for a beat."""
        async with (
            self.door.reading(self.path, EVENTS, self.last, invite=self.invite) as answer,
            aclosing(pieces(answer, b"\n\n")) as blocks,
        ):
            async for block in blocks:
                fields = dict(line.split(b": ", 1) for line in block.split(b"\n") if b": " in line)
                event = self.event(fields.get(b"event", b""), fields.get(b"data", b""))
                if b"id" in fields:
                    self.last = int(fields[b"id"])
                yield event

    def event(self, name: bytes, data: bytes) -> Event | None:
        """One event; what was told before, and what is not known, is None."""
        if name == b"rows":
            found = msgspec.json.decode(data, type=Happened)
            rows: list[Told] = [row for row in found.rows if row.seq > self.told]
            self.told = max([self.told, *(row.seq for row in rows)])
            return Happened(rows) if rows else None
        if name == b"state" and data != self.state:
            self.state = data
            state = msgspec.json.decode(data, type=Sight)
            self.told = max(self.told, state.seq)
            return state
        return SIMPLE.get(name)
