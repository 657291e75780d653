"""A proxy that simulates a bad connection: it loses or cuts responses, or answers that the server is unavailable."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

AWAY = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/html\r\ncontent-length: 5\r\nretry-after: 0\r\n\r\nAway."
)


class Weather:
    """A proxy that passes everything on, except as often as its counters say."""

    def __init__(self, url: str) -> None:
        where = urlsplit(url)
        self.host, self.port = where.hostname, where.port
        self.cut_next = 0
        """So many next responses are lost, after the server has carried out the request."""
        self.away_next = 0
        """So many next requests are answered as unavailable, and never reach the server."""
        self.halve_next = 0
        """Of so many next pieces only the first half arrives."""
        self.cuts = 0
        self.writers: set[asyncio.StreamWriter] = set()

    async def enter(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, out = await asyncio.open_connection(self.host, self.port)
        self.writers |= {writer, out}
        try:
            await asyncio.wait(
                [asyncio.create_task(self.go(reader, out, writer)), asyncio.create_task(self.come(there, writer))],
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            for end in (writer, out):
                end.close()
                self.writers.discard(end)

    async def go(self, reader: asyncio.StreamReader, out: asyncio.StreamWriter, back: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 20):
                if self.away_next:
                    self.away_next -= 1
                    back.write(AWAY)
                else:
                    out.write(data)

    async def come(self, there: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await there.read(1 << 20):
                if self.cut_next:
                    self.cut_next -= 1
                    self.cuts += 1
                    return
                if self.halve_next:
                    self.halve_next -= 1
                    self.cuts += 1
                    writer.write(data[: len(data) // 2])
                    await writer.drain()
                    return
                writer.write(data)
                await writer.drain()


@asynccontextmanager
async def weather(url: str) -> AsyncIterator[tuple[Weather, str]]:
    """A proxy to a server, and the proxy's address."""
    way = Weather(url)
    server = await asyncio.start_server(way.enter, "127.0.0.1", 0)
    try:
        yield way, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for writer in way.writers:
            writer.close()
