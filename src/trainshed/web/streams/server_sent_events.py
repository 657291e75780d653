"""A feed as an HTTP response: server-sent events, or lines of JSON, in plain ASGI.

Slow readers hold up nobody. At most `Feed.limit` updates wait in memory for each. One who falls further behind loses
what waits and is given the present state with what it has missed. One who does not take what is written within
`patience` seconds is cut off: its browser comes back by itself and says in Last-Event-ID what it has seen. The server
cannot close the socket of such a reader before its buffer is read or lost; TCP_USER_TIMEOUT on the listening socket
bounds that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from trainshed.service.base.errors import Unavailable
from trainshed.service.base.metrics import METRICS
from trainshed.web.http.headers import Scope, header, takes_gzip
from trainshed.web.streams.fan_out import EVENTS, Feed, FeedClosed, Subscriber

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Any], Awaitable[None]]
Gap = Callable[[int], Awaitable[bytes]]

RETRY: Final = EVENTS.hello
HEADERS: Final = [
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"vary", b"accept-encoding"),
]


def event(name: str, data: bytes, seq: int | None = None) -> bytes:
    """One event; its data is one line of JSON."""
    assert b"\n" not in data
    assert b"\r" not in data
    number = b"" if seq is None else b"id: %d\n" % seq
    return number + b"event: %s\ndata: %s\n\n" % (name.encode(), data)


def last_event_id(scope: Scope) -> int | None:
    """The number that a returning browser saw last."""
    text = header(scope, b"last-event-id")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


async def stream(
    scope: Scope,
    receive: Receive,
    send: Send,
    feed: Feed,
    gap: Gap,
    last_seen: int | None,
    patience: float = 30.0,
    joined: Callable[[Subscriber], Awaitable[None]] | None = None,
) -> None:
    """Let one browser read a feed until it goes, is too slow (see above), or the feed is closed.

    `await gap(n)` gives the news after number n, at least up to the `feed.seq` of the moment it is called. Whoever
    comes without a `last_seen` is told the state alone. `joined` is told of the reader before anything is sent, so that
    others can cut it off.

    The head goes out before anything can fail: a browser comes back after a broken stream, but not after a status 500.
    """
    gzip = feed.packs and takes_gzip(scope)
    seen = feed.seq if last_seen is None else last_seen
    headers = [(b"content-type", feed.voice.media), *HEADERS]
    if gzip:
        headers.append((b"content-encoding", b"gzip"))
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    try:
        reader = feed.join(feed.voice.hello + await missed(feed, gap, seen), gzip, seen)
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


async def come_back_later(send: Send) -> None:
    """A stream that ends at once: a browser comes back to it, but not to a status 503."""
    headers = [(b"content-type", EVENTS.media), *HEADERS]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await taken(send, RETRY, patience=30.0, more=False)


async def missed(feed: Feed, gap: Gap, seen: int) -> bytes:
    """All news up to the present state: what comes while a gap is read is one more gap."""
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
    """Pass on what comes, until there is no more or the reader does not take it in time."""
    while True:
        data = await reader.next()
        if not data:
            feed.resync(reader, feed.voice.afresh + await missed(feed, gap, reader.seq))
        elif not await taken(send, data, patience):
            return
        elif feed.over and not (reader.queue or reader.lost):
            await taken(send, b"", patience, more=False)
            return


async def taken(send: Send, body: bytes, patience: float, more: bool = True) -> bool:
    """Send; whether it went in time to somebody who is still there."""
    try:
        async with asyncio.timeout(patience):
            await send({"type": "http.response.body", "body": body, "more_body": more})
    except OSError:  # a server may raise it when the reader is gone, and TimeoutError is one
        return False
    METRICS.sent += len(body)
    return True
