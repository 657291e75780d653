"""One stream of states to many readers, compressed once for all of them.

Whatever was sent to readers before, the texts of all of them end alike: with the last state and the keep-alives since.
A deflate block that refers back no further than this common tail is valid in every reader's stream. So an update is
compressed once, as a delta against the state before, and the same bytes go to all. Deflate refers back 32 KiB: a larger
state is compressed once too, but is no delta.

Nothing in this module awaits except `Subscriber.next`, and all of it belongs to one event loop.
"""

from __future__ import annotations

import asyncio
import zlib
from typing import Final

import msgspec

from trainshed.service.base.metrics import METRICS

GZIP_HEAD: Final = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
LEVEL: Final = 6
BEATS: Final = 32


class StreamFormat(msgspec.Struct, frozen=True):
    """The fixed texts of a stream format, beside updates and states."""

    media: bytes
    """The media type."""
    hello: bytes
    """Sent first to a new reader; server-sent events begin with `retry_line` instead."""
    afresh: bytes
    """Sent first to a reader that lost its queue."""
    again: bytes
    """Sent before a state that is only repeated."""
    beat: bytes
    """The keep-alive; `%d` is the number of the state."""


EVENTS: Final = StreamFormat(b"text/event-stream; charset=utf-8", b"", b"", b"", beat=b"event: beat\ndata: %d\n\n")
"""Server-sent events, whose states need no text before them."""


class FeedClosed(Exception):
    """The reader has left, or its feed is closed."""


def pack(text: bytes, tail: bytes = b"") -> bytes:
    """Compress a text to whole deflate blocks, valid in every stream whose text so far ends with `tail`."""
    squeeze = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, zdict=tail)
    return squeeze.compress(text) + squeeze.flush(zlib.Z_SYNC_FLUSH)


class Feed:
    """A stream with many readers: a table as one seat, or the spectators, see it.

    All texts are whole server-sent events, or parts of lines. `state` is the current state with its `id:` line, `seq`
    its number. At most `limit` updates are queued for a reader.
    """

    packs = True
    """Whether all readers' texts end alike, so that an update can be compressed once for all."""

    def __init__(self, state: bytes, seq: int, limit: int = 32, stream_format: StreamFormat = EVENTS) -> None:
        self.stream_format = stream_format
        self.seq = seq
        self.limit = limit
        self.state = state
        self.tail = state
        self.beats = 0
        self.closed = False
        self.over = False
        """Nothing comes after the current state: readers that have it are disconnected."""
        self.expected = 0
        """How many use the feed or are about to `join` it; counted by the code that hands it out."""
        self.zipped: set[Subscriber] = set()
        self.plain: set[Subscriber] = set()
        self.packed_tail: bytes | None = None

    @property
    def readers(self) -> int:
        return len(self.zipped) + len(self.plain)

    def update(self, news: bytes, state: bytes, seq: int) -> None:
        """Send an update and the new state to all readers."""
        METRICS.updates += 1
        self.seq = seq
        self.state = state
        self.beats = 0
        self.tell(news + state, state)

    def beat(self) -> None:
        """Send a keep-alive (a beat) to all readers.

        Beats pile up in the tail, which every new reader gets; so each `BEATS`-th beat since an update repeats the
        state instead, as a delta of some tens of bytes, and the tail is that state alone again.
        """
        self.beats = (self.beats + 1) % BEATS
        if self.beats:
            text = self.stream_format.beat.replace(b"%d", b"%d" % self.seq)
            self.tell(text, self.tail + text)
        else:
            self.tell(self.stream_format.again + self.state, self.state)

    def tell(self, text: bytes, tail: bytes) -> None:
        """Send a text to all readers; from here on every reader's text ends with `tail`."""
        if self.zipped:
            block = pack(text, self.tail)
            for reader in self.zipped:
                reader.put(block)
        for reader in self.plain:
            reader.put(text)
        self.tail = tail
        self.packed_tail = None

    def join(self, news: bytes, gzip: bool, seen: int = 0, have: str = "") -> Subscriber:
        """Add a reader that has seen everything up to `seen`; `news` is what came after.

        `have` is the name of the state that it has, where states have names: see `LateFeed`.
        """
        if self.closed:
            raise FeedClosed
        reader = Subscriber(self, gzip, seen)
        (self.zipped if gzip else self.plain).add(reader)
        self.resync(reader, news)
        return reader

    def resync(self, reader: Subscriber, news: bytes) -> None:
        """Restart a reader with what it has missed since `reader.seq` and with the current state."""
        reader.restart(self.opening(news) if reader.gzip else news + self.tail)

    def opening(self, news: bytes) -> bytes:
        """News and tail in blocks that refer to nothing before them; those of the tail are cached until it changes."""
        if self.packed_tail is None:
            self.packed_tail = pack(self.tail)
        return pack(news) + self.packed_tail if news else self.packed_tail

    def leave(self, reader: Subscriber) -> None:
        """Remove a reader; its `next` raises FeedClosed. Removing it twice does no harm."""
        self.zipped.discard(reader)
        self.plain.discard(reader)
        reader.close()

    def close(self) -> None:
        """Disconnect all readers, and refuse new ones."""
        self.closed = True
        for reader in [*self.zipped, *self.plain]:
            self.leave(reader)


class Subscriber:
    """One connected reader of a feed, with its queue.

    `seq` is the last number handed out by `next`, before that the one the reader came with. A reader with more than
    `limit` queued updates is `lost`: its queue is dropped, and nothing more comes until `Feed.resync`.
    """

    __slots__ = ("closed", "feed", "gzip", "head", "lost", "queue", "seq", "waiter")

    def __init__(self, feed: Feed, gzip: bool, seq: int) -> None:
        self.feed = feed
        self.gzip = gzip
        self.seq = seq
        self.head = GZIP_HEAD if gzip else b""
        self.queue: list[bytes] = []
        self.lost = False
        self.closed = False
        self.waiter: asyncio.Future[None] | None = None

    async def next(self) -> bytes:
        """Wait until there is something to send, and return all of it; nothing (`b""`) if the reader is lost."""
        while not (self.queue or self.lost or self.closed):
            self.waiter = asyncio.get_running_loop().create_future()
            await self.waiter
        if self.closed:
            raise FeedClosed
        if self.lost:
            return b""
        data = b"".join(self.queue)
        self.queue.clear()
        self.seq = self.feed.seq
        if self.head:
            data, self.head = self.head + data, b""
        return data

    def put(self, data: bytes) -> None:
        if len(self.queue) < self.feed.limit and not self.lost:
            self.queue.append(data)
        else:
            self.queue.clear()
            self.lost = True
        self.wake()

    def restart(self, data: bytes) -> None:
        self.queue = [data]
        self.lost = False
        self.wake()

    def close(self) -> None:
        self.closed = True
        self.queue.clear()
        self.wake()

    def wake(self) -> None:
        waiter, self.waiter = self.waiter, None
        if waiter is not None and not waiter.done():
            waiter.set_result(None)
