"""One stream of states to many readers, compressed once for all of them.

Whatever a reader was told before, its text so far ends like everybody's: with the last state and the beats since. A
deflate block that looks back no further than this common tail is valid in every reader's stream. So an update is
compressed once, as a delta against the state before, and the same bytes go to all. Deflate looks back 32 KiB: a larger
state is compressed once too, but is no delta.

Nothing in this module suspends except `Reader.next`, and all of it belongs to one event loop.
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
    """How a feed speaks beside its news and states."""

    media: bytes
    """The type of its texts."""
    hello: bytes
    """The first that a newcomer hears."""
    afresh: bytes
    """What a reader hears first who was lost."""
    again: bytes
    """What stands before a state that is only repeated."""
    beat: bytes
    """That the line lives; `%d` is the number of the state."""


EVENTS: Final = StreamFormat(
    b"text/event-stream; charset=utf-8", b"retry: 1000\n\n", b"", b"", beat=b"event: beat\ndata: %d\n\n"
)
"""Server-sent events, whose texts need nothing before or between them."""


class FeedClosed(Exception):
    """The reader has left, or its feed is closed."""


def pack(text: bytes, tail: bytes = b"") -> bytes:
    """A text as whole deflate blocks, valid in every stream whose text so far ends with `tail`."""
    squeeze = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, zdict=tail)
    return squeeze.compress(text) + squeeze.flush(zlib.Z_SYNC_FLUSH)


class Feed:
    """What one seat, or the spectators, see of a table. All texts are whole server-sent events, or parts of lines.

    `state` is the present state with its `id:` line, `seq` its number. At most `limit` updates wait for a reader.
    """

    packs = True
    """Do all readers' texts end alike, so that an update can be compressed for all?"""

    def __init__(self, state: bytes, seq: int, limit: int = 32, voice: StreamFormat = EVENTS) -> None:
        self.voice = voice
        self.seq = seq
        self.limit = limit
        self.state = state
        self.tail = state
        self.beats = 0
        self.closed = False
        self.over = False
        """Nothing comes after the present state: whoever has it may go."""
        self.expected = 0
        """Those who read it or are on their way to `join`, counted by whoever hands it out."""
        self.zipped: set[Subscriber] = set()
        self.plain: set[Subscriber] = set()
        self.packed_tail: bytes | None = None

    @property
    def readers(self) -> int:
        return len(self.zipped) + len(self.plain)

    def update(self, news: bytes, state: bytes, seq: int) -> None:
        """Tell all readers what happened and how things stand now."""
        METRICS.updates += 1
        self.seq = seq
        self.state = state
        self.beats = 0
        self.tell(news + state, state)

    def beat(self) -> None:
        """Show all readers that the line lives.

        Beats pile up in the tail, which every newcomer gets; so each `BEATS`-th beat since an update repeats the state
        instead, as a delta of some tens of bytes, and the tail is that state alone again.
        """
        self.beats = (self.beats + 1) % BEATS
        if self.beats:
            text = self.voice.beat.replace(b"%d", b"%d" % self.seq)
            self.tell(text, self.tail + text)
        else:
            self.tell(self.voice.again + self.state, self.state)

    def tell(self, text: bytes, tail: bytes) -> None:
        """Give the same bytes to all; from here on every reader's text ends with `tail`."""
        if self.zipped:
            block = pack(text, self.tail)
            for reader in self.zipped:
                reader.put(block)
        for reader in self.plain:
            reader.put(text)
        self.tail = tail
        self.packed_tail = None

    def join(self, news: bytes, gzip: bool, seen: int = 0) -> Subscriber:
        """A new reader, who has seen everything up to `seen` and is told in `news` what came after."""
        if self.closed:
            raise FeedClosed
        reader = Subscriber(self, gzip, seen)
        (self.zipped if gzip else self.plain).add(reader)
        self.resync(reader, news)
        return reader

    def resync(self, reader: Subscriber, news: bytes) -> None:
        """Start a reader afresh, with what it has missed since `reader.seq` and with the present state."""
        reader.restart(self.opening(news) if reader.gzip else news + self.tail)

    def opening(self, news: bytes) -> bytes:
        """News and tail in blocks that look back on nothing; those of the tail serve all who come before the next."""
        if self.packed_tail is None:
            self.packed_tail = pack(self.tail)
        return pack(news) + self.packed_tail if news else self.packed_tail

    def leave(self, reader: Subscriber) -> None:
        """Forget a reader; its `next` raises Closed. Leaving twice does no harm."""
        self.zipped.discard(reader)
        self.plain.discard(reader)
        reader.close()

    def close(self) -> None:
        """Send everybody away, and let nobody in again."""
        self.closed = True
        for reader in [*self.zipped, *self.plain]:
            self.leave(reader)


class Subscriber:
    """One connection's place in a feed.

    `seq` is the last number handed out by `next`, before that the one the reader came with. A reader for whom more than
    `limit` updates would wait is `lost`: what waited is dropped, and nothing more comes until `Feed.resync`.
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
        """All there is to send, as soon as there is something; nothing (`b""`) if the reader is lost."""
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
