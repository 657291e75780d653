"""A reader of a table's page feed that keeps the page as `table.js` does in a browser."""

from __future__ import annotations

import json
import re
import zlib

from trainshed.web.pages.table.page_feed import PageFeed, applied
from trainshed.web.streams.fan_out import Subscriber


class PageReader:
    """Keeps a page as table.js does: all parts once, then patches made of old and new pieces."""

    def __init__(self, feed: PageFeed, zipped: bool, have: str = "") -> None:
        self.reader: Subscriber = feed.join(b"", zipped, have=have)
        self.decoder = zlib.decompressobj(31) if zipped else None
        self.parts: dict[str, list[str]] = {}
        self.seq = -1
        self.name = have
        """The name of the page, as the last id said it."""
        self.kinds: list[str | None] = []
        """The kinds of all events."""
        self.sizes: list[int] = []
        """Bytes on the wire of each message."""

    async def read(self) -> None:
        data = await self.reader.next()
        self.sizes.append(len(data))
        text = self.decoder.decompress(data) if self.decoder is not None else data
        for message in text.decode().split("\n\n"):
            self.take(dict(line.split(": ", 1) for line in message.split("\n") if ": " in line))

    def take(self, message: dict[str, str]) -> None:
        kind, data = message.get("event"), json.loads(message.get("data", "{}"))
        if "id" in message:
            self.name = message["id"]
            self.seq = int(self.name.partition("-")[0])
        self.kinds.append(kind)
        if kind == "page":
            self.parts = {name: re.split(r"(?<=>)(?=<)", part) for name, part in data.items()}
        elif kind == "patch":
            for name, patch in data.items():
                self.parts[name] = applied(self.parts[name], patch)

    @property
    def page(self) -> dict[str, str]:
        return {name: "".join(part) for name, part in self.parts.items()}
