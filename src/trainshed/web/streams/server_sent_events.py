"""Sends a feed as a streaming HTTP response, in plain ASGI: server-sent events, or lines of JSON.

A slow reader delays nobody else. At most `Feed.limit` updates are queued for each reader. A reader that falls further
behind loses its queue, and gets the current state with what it has missed. A reader that does not accept data within
`patience` seconds is disconnected: its browser reconnects by itself, and says in Last-Event-ID what it has seen. The
server cannot close the socket of such a reader before its buffer is read or lost; TCP_USER_TIMEOUT on the listening
socket limits that time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final
from zlib import crc32

from trainshed.service.base.errors import Unavailable
from trainshed.service.base.metrics import METRICS
from trainshed.web.http.headers import Scope, header, takes_gzip
from trainshed.web.streams.fan_out import EVENTS, Feed, FeedClosed, Subscriber

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Any], Awaitable[None]]
Gap = Callable[[int], Awaitable[bytes]]

RETRY_FROM: Final = 1_000
RETRY_UP_TO: Final = 5_000
"""Milliseconds after which a browser reconnects: each after another time, so that they do not all come at once."""

HEADERS: Final = [
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"vary", b"accept-encoding"),
]


def event(name: str, data: bytes, seq: int | None = None) -> bytes:
    """Format one server-sent event; its data is one line of JSON."""
    assert b"\n" not in data
    assert b"\r" not in data
    number = b"" if seq is None else b"id: %d\n" % seq
    return number + b"event: %s\ndata: %s\n\n" % (name.encode(), data)


def last_event_id(scope: Scope, name: str = "") -> int | None:
    """The number of the last row that a reconnecting browser has seen; names of states begin with it."""
    text = name.partition("-")[0] if name else header(scope, b"last-event-id")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def retry_line(scope: Scope) -> bytes:
    """How long a reader waits before it reconnects: another time for each connection, or request of a proxy."""
    reader = f"{scope.get('client')} {header(scope, b'x-request-id')}"
    return b"retry: %d\n\n" % (RETRY_FROM + crc32(reader.encode()) % (RETRY_UP_TO - RETRY_FROM))


async def stream(
    scope: Scope,
    receive: Receive,
    send: Send,
    feed: Feed,
    gap: Gap,
    last_seen: int | None,
    patience: float = 30.0,
    joined: Callable[[Subscriber], Awaitable[None]] | None = None,
    have: str = "",
) -> None:
    """Send a feed to one reader until it disconnects, is too slow (see above), or the feed is closed.

    `await gap(n)` gives the updates after number n, at least up to the `feed.seq` at the time of the call. A reader
    without `last_seen` gets only the state. `joined` is called with the reader before any data is sent, so that others
    can disconnect it. `have` is the name of the state that the reader has, see `LateFeed`.

    The headers are sent before anything can fail: a browser reconnects after a broken stream, but not after a 500.
    """
    gzip = feed.packs and takes_gzip(scope)
    seen = feed.seq if last_seen is None else last_seen
    headers = [(b"content-type", feed.stream_format.media), *HEADERS]
    if gzip:
        headers.append((b"content-encoding", b"gzip"))
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    try:
        hello = retry_line(scope) if feed.stream_format is EVENTS else feed.stream_format.hello
        reader = feed.join(hello + await missed(feed, gap, seen), gzip, seen, have)
        watch = asyncio.create_task(leave_when_gone(receive, feed, reader))
        try:
            if joined is not None:
                await joined(reader)
            await write(send, feed, reader, gap, patience)
        finally:
            watch.cancel()
            feed.leave(reader)
    except (FeedClosed, Unavailable):
        await taken(send, b"", patience, more=False)


async def missed(feed: Feed, gap: Gap, seen: int) -> bytes:
    """All updates up to the current state; updates that come while a gap is read are one more gap."""
    news = b""
    while seen < feed.seq:
        upto = feed.seq
        news += await gap(seen)
        seen = upto
    return news


async def leave_when_gone(receive: Receive, feed: Feed, reader: Subscriber) -> None:
    try:
        while (await receive())["type"] != "http.disconnect":
            pass
    finally:
        feed.leave(reader)


async def write(send: Send, feed: Feed, reader: Subscriber, gap: Gap, patience: float) -> None:
    """Send updates until the feed is over, or the reader does not accept one in time."""
    while True:
        data = await reader.next()
        if not data:
            feed.resync(reader, feed.stream_format.afresh + await missed(feed, gap, reader.seq))
        elif not await taken(send, data, patience):
            return
        elif feed.over and not (reader.queue or reader.lost):
            await taken(send, b"", patience, more=False)
            return


async def taken(send: Send, body: bytes, patience: float, more: bool = True) -> bool:
    """Send data; False if the reader is gone or does not accept it in time."""
    try:
        async with asyncio.timeout(patience):
            await send({"type": "http.response.body", "body": body, "more_body": more})
    except OSError:  # servers may raise it when the reader is gone; TimeoutError is a subclass
        return False
    METRICS.sent += len(body)
    return True
