"""A feed gives every reader its own beginning and then the same bytes as all others, in process and over HTTP."""

from __future__ import annotations

import asyncio
import random
import socket
import threading
import time
import zlib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.servers.patience import PATIENCE
from trainshed.web.http.headers import takes_gzip
from trainshed.web.streams import fan_out as feed_module
from trainshed.web.streams import server_sent_events
from trainshed.web.streams.fan_out import BEATS, Feed, FeedClosed, Subscriber
from trainshed.web.streams.server_sent_events import RETRY_FROM, RETRY_UP_TO, event, last_event_id, retry_line, stream

BEAT = b"event: beat\ndata: 7\n\n"
RETRY = b"retry: %d\n\n" % RETRY_FROM
LETTERS = [bytes([letter]) for letter in b"abcdefghijklmnopqrstuvwxyz0123456789 {}[]:,"]


@pytest.fixture(autouse=True)
def one_time_to_reconnect(monkeypatch: pytest.MonkeyPatch) -> None:
    """All readers are told the same, so that texts can be compared."""
    monkeypatch.setattr(server_sent_events, "RETRY_UP_TO", RETRY_FROM + 1)


def noise(seed: int, size: int) -> bytes:
    return b"".join(random.Random(seed).choices(LETTERS, k=size))


def state(seq: int, data: bytes = b"{}") -> bytes:
    return event("state", data, seq)


def row(seq: int) -> bytes:
    return event("row", b"%d" % seq)


def rows(after: int, upto: int) -> bytes:
    return b"".join(row(seq) for seq in range(after + 1, upto + 1))


class Page:
    """A reader with a decoder of its own, as a browser has."""

    def __init__(self, feed: Feed, news: bytes = b"", gzip: bool = True, seen: int = 0) -> None:
        self.reader = feed.join(news, gzip, seen)
        self.decoder = zlib.decompressobj(31) if gzip else None

    async def read(self) -> bytes:
        data = await self.reader.next()
        return self.decoder.decompress(data) if self.decoder else data


async def idle(reader: Subscriber) -> bool:
    """Whether there is nothing to send to a reader."""
    waiting = asyncio.ensure_future(reader.next())
    await asyncio.sleep(0)
    done = waiting.done()
    waiting.cancel()
    with suppress(asyncio.CancelledError):
        await waiting
    return not done


# ---------------------------------------------------------------- what readers get


@pytest.mark.asyncio
@pytest.mark.parametrize("gzip", [True, False])
async def test_readers_who_came_at_different_times(gzip: bool) -> None:
    feed = Feed(state(7), 7)
    early = Page(feed, row(7), gzip)
    assert await early.read() == row(7) + state(7)
    feed.beat()
    late = Page(feed, b"", gzip)
    assert await late.read() == state(7) + BEAT
    feed.update(row(8), state(8), 8)
    feed.update(row(9), state(9), 9)
    later = Page(feed, rows(4, 9), gzip)
    feed.update(row(10), state(10), 10)
    assert await early.read() == BEAT + row(8) + state(8) + row(9) + state(9) + row(10) + state(10)
    assert await late.read() == row(8) + state(8) + row(9) + state(9) + row(10) + state(10)
    assert await later.read() == rows(4, 9) + state(9) + row(10) + state(10)
    assert [page.reader.seq for page in (early, late, later)] == [10, 10, 10]


@pytest.mark.asyncio
async def test_everybody_gets_the_same_bytes() -> None:
    feed = Feed(state(1), 1)
    readers = [feed.join(rows(0, n), gzip=True) for n in range(5)]
    assert len({await reader.next() for reader in readers}) == 5
    feed.update(row(2), state(2), 2)
    assert len({id(await reader.next()) for reader in readers}) == 1


class Model:
    """A model of a feed: what each reader has not read yet; None for a reader that has fallen behind too far."""

    LIMIT = 3

    def __init__(self) -> None:
        self.feed = Feed(state(0), 0, self.LIMIT)
        self.pages: list[Page] = []
        self.waiting: list[list[bytes] | None] = []
        self.tail = state(0)
        self.quiet = 0

    def tell(self, text: bytes, tail: bytes) -> None:
        self.tail = tail
        for index, texts in enumerate(self.waiting):
            if texts is not None:
                self.waiting[index] = [*texts, text] if len(texts) < self.LIMIT else None

    def update(self, news: bytes, data: bytes) -> None:
        seq = self.feed.seq + 1
        self.feed.update(news, state(seq, data), seq)
        self.quiet = 0
        self.tell(news + state(seq, data), state(seq, data))

    def beat(self) -> None:
        self.feed.beat()
        self.quiet += 1
        if self.quiet % BEATS:
            text = event("beat", b"%d" % self.feed.seq)
            self.tell(text, self.tail + text)
        else:
            self.tell(self.feed.state, self.feed.state)

    def join(self, news: bytes, gzip: bool) -> None:
        self.pages.append(Page(self.feed, news, gzip))
        self.waiting.append([news + self.tail])

    async def read(self, index: int, news: bytes) -> None:
        page, texts = self.pages[index], self.waiting[index]
        assert page.reader.lost == (texts is None)
        if texts is None:
            assert await page.reader.next() == b""
            self.feed.resync(page.reader, news)
            texts = [news + self.tail]
        if texts:
            assert await page.read() == b"".join(texts)
        assert await idle(page.reader)
        self.waiting[index] = []


TEXTS = st.binary(max_size=40).map(lambda text: event("row", text.hex().encode()))
STATES = st.builds(noise, st.integers(0, 3), st.sampled_from([0, 10, 3_000, 40_000]))
STEPS = st.one_of(
    st.tuples(st.just("update"), TEXTS, STATES),
    st.tuples(st.just("beat"), st.sampled_from([1, 1, 1, 2, BEATS + 1])),
    st.tuples(st.just("join"), TEXTS, st.booleans()),
    st.tuples(st.just("read"), st.integers(0, 9), TEXTS),
)


async def follow(steps: list[tuple[Any, ...]]) -> None:
    model = Model()
    model.join(b"", True)
    for name, *values in steps:
        match name:
            case "update":
                model.update(*values)
            case "beat":
                for _ in range(values[0]):
                    model.beat()
            case "join":
                model.join(*values)
            case _:
                await model.read(values[0] % len(model.pages), values[1])
    for index in range(len(model.pages)):
        await model.read(index, b"")


@settings(max_examples=60, deadline=None)
@given(st.lists(STEPS, max_size=30))
def test_any_course_of_events(steps: list[tuple[Any, ...]]) -> None:
    asyncio.run(follow(steps))


@pytest.mark.asyncio
async def test_beats_do_not_pile_up() -> None:
    feed = Feed(state(7), 7)
    page = Page(feed)
    await page.read()
    told = b""
    for _ in range(BEATS):
        feed.beat()
        told += await page.read()
    assert told == BEAT * (BEATS - 1) + state(7)
    assert await Page(feed).read() == state(7)
    for _ in range(10 * BEATS):
        feed.beat()
        assert len(feed.tail) < len(state(7)) + BEATS * len(BEAT)
    feed.beat()
    feed.update(row(8), state(8), 8)
    for _ in range(BEATS - 1):
        feed.beat()
    assert await Page(feed).read() == state(8) + event("beat", b"8") * (BEATS - 1)


# ---------------------------------------------------------------- what it costs


@pytest.mark.asyncio
async def test_a_small_change_is_small() -> None:
    board = noise(1, 20_000)
    feed = Feed(state(1, board), 1)
    page = Page(feed)
    assert await page.read() == state(1, board)
    for seq in range(2, 20):
        feed.beat()
        assert await page.read() == event("beat", b"%d" % feed.seq)
        spot = 1_000 * seq
        board = board[:spot] + b"%05d" % seq + board[spot + 5 :]
        feed.update(row(seq), state(seq, board), seq)
        data = await page.reader.next()
        assert len(data) < 200
        assert page.decoder is not None
        assert page.decoder.decompress(data) == row(seq) + state(seq, board)


@pytest.mark.asyncio
async def test_one_compression_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    packed: list[bytes] = []
    pack = feed_module.pack

    def counted(text: bytes, tail: bytes = b"") -> bytes:
        packed.append(text)
        return pack(text, tail)

    monkeypatch.setattr(feed_module, "pack", counted)
    feed = Feed(state(1), 1)
    feed.join(b"", gzip=False)
    feed.update(row(2), state(2), 2)
    assert packed == []
    for _ in range(100):
        feed.join(b"", gzip=True)
    assert packed == [state(2)]
    feed.update(row(3), state(3), 3)
    feed.beat()
    assert packed[1:] == [row(3) + state(3), event("beat", b"3")]


# ---------------------------------------------------------------- falling behind, leaving, closing


@pytest.mark.asyncio
@pytest.mark.parametrize("gzip", [True, False])
async def test_who_falls_behind_is_lost_until_resync(gzip: bool) -> None:
    feed = Feed(state(1), 1, limit=2)
    slow, quick = Page(feed, b"", gzip), Page(feed, b"", gzip)
    await slow.read()
    for seq in range(2, 6):
        feed.update(row(seq), state(seq), seq)
        assert await quick.read() == (state(1) if seq == 2 else b"") + row(seq) + state(seq)
        assert slow.reader.lost == (seq > 3)
    assert (slow.reader.seq, slow.reader.queue, await slow.reader.next()) == (1, [], b"")
    feed.beat()
    feed.resync(slow.reader, rows(1, 5))
    assert not slow.reader.lost
    feed.update(row(6), state(6), 6)
    assert await slow.read() == rows(1, 5) + state(5) + event("beat", b"5") + row(6) + state(6)
    assert slow.reader.seq == 6


@pytest.mark.asyncio
async def test_lost_before_the_first_byte() -> None:
    """The gzip header is still to come, and the gap is the one the reader came with."""
    feed = Feed(state(4), 4, limit=1)
    page = Page(feed, rows(2, 4), seen=2)
    feed.update(row(5), state(5), 5)
    assert (page.reader.lost, page.reader.seq) == (True, 2)
    feed.resync(page.reader, rows(2, 5))
    assert await page.read() == rows(2, 5) + state(5)


@pytest.mark.asyncio
async def test_a_burst_loses_even_a_reader_who_waits() -> None:
    feed = Feed(state(0), 0, limit=2)
    reader = feed.join(b"", gzip=False)
    await reader.next()
    waiting = asyncio.ensure_future(reader.next())
    await asyncio.sleep(0)
    for seq in range(1, 5):
        feed.update(row(seq), state(seq), seq)
    assert await waiting == b""
    assert (reader.lost, reader.seq) == (True, 0)


@pytest.mark.asyncio
async def test_who_stopped_waiting_loses_nothing() -> None:
    feed = Feed(state(1), 1)
    page = Page(feed)
    await page.read()
    assert await idle(page.reader)
    feed.update(row(2), state(2), 2)
    assert await page.read() == row(2) + state(2)


@pytest.mark.asyncio
async def test_leave() -> None:
    feed = Feed(state(1), 1)
    reader, other = feed.join(b"", gzip=True), feed.join(b"", gzip=False)
    assert feed.readers == 2
    await reader.next()
    waiting = asyncio.ensure_future(reader.next())
    await asyncio.sleep(0)
    feed.leave(reader)
    feed.leave(reader)
    assert feed.readers == 1
    with pytest.raises(FeedClosed):
        await waiting
    feed.resync(reader, b"")
    with pytest.raises(FeedClosed):
        await reader.next()
    assert await other.next() == state(1)


@pytest.mark.asyncio
async def test_close() -> None:
    feed = Feed(state(1), 1)
    readers = [feed.join(b"", gzip=True), feed.join(b"", gzip=False)]
    feed.close()
    assert feed.readers == 0
    for reader in readers:
        with pytest.raises(FeedClosed):
            await reader.next()
    with pytest.raises(FeedClosed):
        feed.join(b"", gzip=True)


# ---------------------------------------------------------------- events and headers


def test_event() -> None:
    assert event("state", b'{"a":1}', 7) == b'id: 7\nevent: state\ndata: {"a":1}\n\n'
    assert event("row", b"[]") == b"event: row\ndata: []\n\n"
    for data in (b"1\n2", b"1\r2"):
        with pytest.raises(AssertionError):
            event("row", data)


@pytest.mark.parametrize(
    ("accepted", "yes"),
    [
        (["gzip, deflate, br, zstd"], True),
        (["br", "gzip"], True),
        (["br;q=1.0, GZIP; Q=0.5"], True),
        (["*"], True),
        (["*;q=0.1, br"], True),
        ([], False),
        ([""], False),
        (["identity"], False),
        (["gzip;q=0"], False),
        (["gzip ; q=0.000, *"], False),
        (["*;q=0"], False),
        (["gzip;q=much"], False),
        (["xgzip"], False),
    ],
)
def test_takes_gzip(accepted: list[str], yes: bool) -> None:
    assert takes_gzip({"headers": [(b"accept-encoding", value.encode()) for value in accepted]}) is yes


@pytest.mark.parametrize(("text", "seq"), [("12", 12), ("", None), ("-1", None), ("x", None), ("9" * 5000, None)])
def test_last_event_id(text: str, seq: int | None) -> None:
    assert last_event_id({"headers": [(b"last-event-id", text.encode())]}) == seq
    assert last_event_id({"headers": []}) is None


# ---------------------------------------------------------------- ASGI, by hand


class Line:
    """An ASGI connection without a server: while `free` is cleared every send waits; `gone` is the disconnect."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.free = asyncio.Event()
        self.free.set()
        self.gone = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        await self.free.wait()
        self.sent.append(message)

    @property
    def text(self) -> bytes:
        return b"".join(message["body"] for message in self.sent[1:])


async def no_gap(_: int) -> bytes:
    return b""


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def start(line: Line, feed: Feed, gap: Callable[[int], Awaitable[bytes]] = no_gap, **more: Any) -> asyncio.Task[None]:
    more = {"last_seen": None, **more}
    return asyncio.create_task(stream({"headers": []}, line.receive, line.send, feed, gap, **more))


@pytest.mark.asyncio
async def test_nothing_is_missing_when_moves_are_made_meanwhile() -> None:
    feed, line, asked = Feed(state(5), 5), Line(), list[int]()

    async def gap(seen: int) -> bytes:
        asked.append(seen)
        news = rows(seen, feed.seq)
        if len(asked) < 3:
            feed.update(row(feed.seq + 1), state(feed.seq + 1), feed.seq + 1)
        await asyncio.sleep(0)
        return news

    task = start(line, feed, gap, last_seen=2)
    await settle()
    assert asked == [2, 5, 6]
    assert line.text == RETRY + rows(2, 7) + state(7)
    line.gone.set()
    await task
    assert feed.readers == 0


@pytest.mark.asyncio
@pytest.mark.parametrize("last_seen", [None, 5, 99])
async def test_no_gap_for_who_has_seen_all(last_seen: int | None) -> None:
    async def gap(_: int) -> bytes:
        raise AssertionError

    feed, line = Feed(state(5), 5), Line()
    task = start(line, feed, gap, last_seen=last_seen)
    await settle()
    assert line.text == RETRY + state(5)
    feed.close()
    await task
    assert line.sent[-1]["more_body"] is False


@pytest.mark.asyncio
async def test_a_slow_reader_is_told_what_it_missed() -> None:
    async def gap(seen: int) -> bytes:
        await asyncio.sleep(0)
        return rows(seen, feed.seq)

    feed, line = Feed(state(1), 1, limit=2), Line()
    task = start(line, feed, gap)
    await settle()
    line.free.clear()
    for seq in range(2, 7):
        feed.update(row(seq), state(seq), seq)
        await settle()
    line.free.set()
    await settle()
    assert line.text == RETRY + state(1) + row(2) + state(2) + rows(2, 6) + state(6)
    line.gone.set()
    await task


@pytest.mark.asyncio
async def test_a_stuck_reader_is_cut_off() -> None:
    feed, line = Feed(state(1), 1), Line()
    task = start(line, feed, patience=0.05)
    await settle()
    line.free.clear()
    feed.update(row(2), state(2), 2)
    await asyncio.wait_for(task, PATIENCE)
    assert feed.readers == 0
    assert line.text == RETRY + state(1)


@pytest.mark.asyncio
async def test_every_end_leaves_the_feed() -> None:
    async def broken(_: int) -> bytes:
        raise RuntimeError

    async def refused(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.body":
            raise ConnectionResetError

    feed, line = Feed(state(1), 1, limit=1), Line()
    task = start(line, feed)
    await settle()
    assert feed.readers == 1
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert feed.readers == 0

    task = start(line, feed, broken)
    await settle()
    for seq in (2, 3):
        feed.update(row(seq), state(seq), seq)
    with pytest.raises(RuntimeError):
        await task
    assert feed.readers == 0

    await stream({"headers": []}, line.receive, refused, feed, no_gap, None)
    assert feed.readers == 0

    feed.close()
    line = Line()
    await start(line, feed)
    assert (line.sent[0]["status"], line.text, line.sent[-1]["more_body"]) == (200, b"", False)


# ---------------------------------------------------------------- over HTTP


class Served:
    """A feed behind a real server in its own thread. The feed is touched only on the server's loop, by `do`."""

    def __init__(self) -> None:
        self.patience = 20 * PATIENCE
        """Send timeout of the next connections; so long that no reader is cut off because the machine is busy."""
        self.feed = Feed(state(5), 5)
        self.gaps: list[int] = []
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
        self.port: int = self.socket.getsockname()[1]
        self.loop: asyncio.AbstractEventLoop | None = None
        config = uvicorn.Config(
            self.app,
            interface="asgi3",
            loop="uvloop",
            http="httptools",
            lifespan="on",
            log_level="critical",
            timeout_graceful_shutdown=1,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],))

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            self.loop = asyncio.get_running_loop()
            for name in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{name}.complete"})
            return
        await stream(scope, receive, send, self.feed, self.gap, last_event_id(scope), self.patience)

    async def gap(self, seen: int) -> bytes:
        self.gaps.append(seen)
        return rows(seen, self.feed.seq)

    async def do(self, call: Callable[..., object], *args: Any) -> None:
        async def run() -> None:
            call(*args)

        assert self.loop is not None
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(run(), self.loop))

    async def move(self, seq: int, data: bytes = b"{}") -> None:
        await self.do(self.feed.update, row(seq), state(seq, data), seq)

    async def count(self, readers: int) -> None:
        """Wait until the feed has so many readers, much shorter than the send timeout."""
        async with asyncio.timeout(PATIENCE):
            while self.feed.readers != readers:
                await asyncio.sleep(0.005)


@pytest.fixture
def served() -> Iterator[Served]:
    served = Served()
    served.thread.start()
    try:
        while not served.server.started:
            assert served.thread.is_alive()
            time.sleep(0.005)
        yield served
    finally:
        served.server.should_exit = True
        served.thread.join()


class Browser:
    """A raw HTTP client of a stream."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.head: list[str] = []
        self.decoder: Any = None
        self.text = b""

    @classmethod
    async def open(cls, served: Served, *headers: str, room: int | None = None) -> Browser:
        line = socket.socket()
        line.setblocking(False)
        if room is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", served.port))
        browser = cls(*await asyncio.open_connection(sock=line, limit=1024))
        request = ["GET / HTTP/1.1", "Host: test", *headers, "", ""]
        browser.writer.write("\r\n".join(request).encode())
        return browser

    async def answer(self) -> list[str]:
        async with asyncio.timeout(PATIENCE):
            head = await self.reader.readuntil(b"\r\n\r\n")
        self.head = head.decode().lower().split("\r\n")[:-2]
        if "content-encoding: gzip" in self.head:
            self.decoder = zlib.decompressobj(31)
        return self.head

    async def chunk(self) -> bytes:
        size = int(await self.reader.readline(), 16)
        body = await self.reader.readexactly(size)
        await self.reader.readexactly(2)
        return body

    async def until(self, end: bytes) -> bytes:
        """All text since the last call, up to and including `end`, which only an update can contain."""
        async with asyncio.timeout(PATIENCE):
            while end not in self.text:
                body = await self.chunk()
                self.text += self.decoder.decompress(body) if self.decoder else body
        text, _, self.text = self.text.partition(end)
        return text + end

    def close(self) -> None:
        self.writer.close()


@pytest.mark.asyncio
async def test_live_updates_and_disconnect(served: Served) -> None:
    zipped = await Browser.open(served, "Accept-Encoding: br, gzip", "Last-Event-ID: 3")
    plain = await Browser.open(served, "Accept-Encoding: gzip;q=0")
    for browser in (zipped, plain):
        head = await browser.answer()
        assert head[0] == "http/1.1 200 ok"
        assert {
            "content-type: text/event-stream; charset=utf-8",
            "cache-control: no-store",
            "x-accel-buffering: no",
            "vary: accept-encoding",
        } < set(head)
    assert ("content-encoding: gzip" in zipped.head, "content-encoding: gzip" in plain.head) == (True, False)
    assert await zipped.until(state(5)) == RETRY + rows(3, 5) + state(5)
    assert await plain.until(state(5)) == RETRY + state(5)
    assert served.gaps == [3]
    # So many, one after the other, that together they would take too long if each waited for anything but its way.
    async with asyncio.timeout(PATIENCE):
        for seq in range(6, 206):
            await served.move(seq)
            for browser in (zipped, plain):
                assert await browser.until(state(seq)) == row(seq) + state(seq)
    await served.do(served.feed.beat)
    assert await zipped.until(b"205\n\n") == event("beat", b"205")
    assert served.feed.readers == 2
    zipped.close()
    await served.count(1)
    plain.close()
    await served.count(0)


@pytest.mark.asyncio
async def test_closing_the_feed_ends_the_response(served: Served) -> None:
    browser = await Browser.open(served, "Accept-Encoding: gzip")
    await browser.answer()
    await browser.until(state(5))
    await served.do(served.feed.close)
    assert await browser.chunk() == b""
    assert served.feed.readers == 0
    browser.close()


@pytest.mark.asyncio
async def test_who_never_reads_is_cut_off_and_holds_up_nobody(served: Served) -> None:
    """Given two who take nothing, then one is cut off when it should be, and while the other stays all goes on."""
    quick = await Browser.open(served, "Accept-Encoding: gzip")
    await quick.answer()
    await quick.until(state(5))
    stays = await Browser.open(served, room=4096)
    await stays.answer()
    served.patience = 1.0
    stuck = await Browser.open(served, room=4096)
    await stuck.answer()
    await served.count(3)
    seq, began = 5, time.monotonic()

    async def move() -> None:
        """Send an update that fills the buffers of readers that do not read; wait until the quick one has it."""
        nonlocal seq
        seq += 1
        board = noise(seq % 7, 40_000)
        await served.move(seq, board)
        await quick.until(state(seq, board))

    while served.feed.readers == 3:
        await move()
        assert time.monotonic() - began < PATIENCE
        await asyncio.sleep(0.02)
    assert time.monotonic() - began > served.patience
    for _ in range(20):
        await move()
    assert served.feed.readers == 2
    async with asyncio.timeout(PATIENCE):
        while await stuck.reader.read(1 << 16):
            pass
    for browser in (stuck, stays, quick):
        browser.close()


@pytest.mark.asyncio
async def test_httpx_reads_it_as_it_comes(served: Served) -> None:
    async with (
        httpx.AsyncClient(trust_env=False, timeout=PATIENCE) as client,
        client.stream("GET", f"http://127.0.0.1:{served.port}/", headers={"Last-Event-ID": "4"}) as answer,
    ):
        assert answer.headers["content-encoding"] == "gzip"
        texts = answer.aiter_text()
        assert await anext(texts) == (RETRY + row(5) + state(5)).decode()
        for seq in range(6, 9):
            await served.move(seq)
            assert await anext(texts) == (row(seq) + state(seq)).decode()
    await served.count(0)


@pytest.mark.parametrize("proxied", [False, True])
def test_readers_reconnect_at_different_times(monkeypatch: pytest.MonkeyPatch, proxied: bool) -> None:
    """Each connection at its own time; through a proxy, which gives no port, each request."""
    monkeypatch.setattr(server_sent_events, "RETRY_UP_TO", RETRY_UP_TO)
    times = []
    for number in range(500):
        headers = [(b"x-request-id", b"%d" % number)] if proxied else []
        line = retry_line({"client": ("10.0.0.1", 0 if proxied else 40_000 + number), "headers": headers})
        times.append(int(line.removeprefix(b"retry: ")))
    assert RETRY_FROM <= min(times) < RETRY_FROM + 200
    assert RETRY_UP_TO - 200 < max(times) <= RETRY_UP_TO
    fullest = max(sum(start <= time < start + 500 for time in times) for start in range(1000, 5000, 500))
    assert fullest < 500 / 8 * 2
