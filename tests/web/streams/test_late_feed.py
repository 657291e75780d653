"""A page that a reader has is not drawn again: neither after a page was loaded nor when a stream comes back."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any

import httpx
import pytest

from tests.support.service import Guest, open_container
from tests.support.table_walk import Walk
from tests.support.web.asgi import Stream
from tests.support.web.page_reader import PageReader
from tests.support.web.visitors import Visitor, arrive
from trainshed.draw.sheet import TALL, WIDE
from trainshed.web.api.tables import all_titles
from trainshed.web.app import App
from trainshed.web.pages.table import page_feed, table_page
from trainshed.web.pages.table.page_feed import PageFeed, page_name
from trainshed.web.pages.table.table_parts import DisplayMode, render_parts
from trainshed.web.streams.drawing_pace import LONGEST_PAUSE, DrawingPace
from trainshed.web.streams.fan_out import Feed

DISPLAY = DisplayMode("en", WIDE)


class Drawings:
    """Counts the pages that are drawn."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0

        def counted(*args: Any) -> dict[str, str]:
            self.count += 1
            return render_parts(*args)

        monkeypatch.setattr(page_feed, "render_parts", counted)
        monkeypatch.setattr(table_page, "render_parts", counted)


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> Drawings:
    return Drawings(monkeypatch)


# ---------------------------------------------------------------- the feed


def undrawn(walk: Walk, viewer: int | None = 0) -> PageFeed:
    return PageFeed(walk.table.copy(), viewer, DISPLAY, None)


def name_of(walk: Walk, viewer: int | None = 0, display: DisplayMode = DISPLAY) -> str:
    return page_name(walk.table, viewer, display)


@pytest.mark.asyncio
@pytest.mark.parametrize("zipped", [False, True])
async def test_a_reader_that_has_the_page_gets_it_with_the_next_change(drawings: Drawings, zipped: bool) -> None:
    walk = Walk("late feed", 2)
    feed = PageFeed(walk.table.copy(), 0, DISPLAY, walk.steps)
    first, back = PageReader(feed, zipped), PageReader(feed, zipped, have=feed.name)
    await first.read()
    await back.read()
    assert [kind for kind in back.kinds if kind] == ["same"]
    assert back.name == first.name == feed.name
    assert (feed.readers, len(feed.quiet)) == (2, 1)
    feed.beat()
    feed.chat()
    await first.read()
    await back.read()
    assert [kind for kind in back.kinds if kind] == ["same", "beat", "chat"]
    for _ in range(3):
        steps = walk.play()
        feed.follow(walk.table.copy(), steps)
        feed.beat()
        await first.read()
        await back.read()
        assert back.page == first.page
        assert back.name == name_of(walk)
    assert [kind for kind in back.kinds if kind][3:6] == ["page", "old", "beat"]
    assert back.kinds.count("page") == 1
    assert back.kinds.count("patch") == 2
    assert not feed.quiet
    assert drawings.count == 4


@pytest.mark.asyncio
@pytest.mark.parametrize("zipped", [False, True])
async def test_a_feed_that_nobody_needs_is_not_drawn(drawings: Drawings, zipped: bool) -> None:
    walk = Walk("late feed", 2)
    feed = undrawn(walk)
    readers = [PageReader(feed, zipped, have=feed.name) for _ in range(3)]
    for _ in range(40):
        feed.beat()
        for reader in readers:
            await reader.read()
    assert drawings.count == 0
    feed.draw(walk.table.copy(), walk.steps, ())
    late = PageReader(feed, zipped)
    for reader in (late, *readers):
        await reader.read()
        assert reader.page == late.page
    assert drawings.count == 1
    steps = walk.play()
    feed.follow(walk.table.copy(), steps)
    for reader in (late, *readers):
        await reader.read()
        assert reader.page == late.page
        assert reader.name == feed.name


def test_a_name_is_all_that_a_page_depends_on() -> None:
    walk = Walk("late feed", 2)
    names = {
        name_of(walk),
        name_of(walk, 1),
        name_of(walk, None),
        name_of(walk, 0, DisplayMode("es", WIDE)),
        name_of(walk, 0, DisplayMode("en", TALL)),
        name_of(walk, 0, DisplayMode("en", WIDE, 1)),
    }
    walk.play()
    names.add(name_of(walk))
    assert len(names) == 7


def test_another_version_draws_another_page(monkeypatch: pytest.MonkeyPatch) -> None:
    walk = Walk("late feed", 2)
    before = name_of(walk)
    monkeypatch.setattr(page_feed, "drawn_by", lambda: ["0.0.0", ""])
    assert name_of(walk) != before


def test_readers_of_a_closed_feed_are_gone() -> None:
    feed = undrawn(Walk("late feed", 2))
    reader = PageReader(feed, True, have=feed.name)
    feed.close()
    assert reader.reader.closed
    assert feed.readers == 0


# ---------------------------------------------------------------- the pace


@pytest.mark.asyncio
async def test_paced_work_takes_its_part_of_the_time_and_one_turn_at_a_time() -> None:
    pace, running, most = DrawingPace(0.25), 0, 0

    async def piece() -> None:
        nonlocal running, most
        async with pace.turn():
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.01)
            running -= 1

    begin = perf_counter()
    await asyncio.gather(*(piece() for _ in range(10)))
    assert most == 1
    assert perf_counter() - begin > 9 * 0.04 + 0.01


@pytest.mark.asyncio
async def test_an_idle_pace_lets_work_begin_at_once() -> None:
    pace = DrawingPace(0.25)
    async with pace.turn():
        await asyncio.sleep(0.02)
    await asyncio.sleep(LONGEST_PAUSE + 0.05)
    begin = perf_counter()
    async with pace.turn():
        pass
    assert perf_counter() - begin < 0.02


# ---------------------------------------------------------------- the server


class Place:
    """A table of two people in an application."""

    def __init__(self, app: App, http: httpx.AsyncClient, ann: Visitor, bob: Visitor, table: str) -> None:
        self.app = app
        self.http = http
        self.ann = ann
        self.bob = bob
        self.table = table
        self.streams: list[Stream] = []

    async def have(self, guest: Guest | None = None, query: str = "") -> str:
        """Load the page, and return the name that it has."""
        headers = {} if guest is None else guest.headers
        answer = await self.http.get(f"/t/{self.table}?layout=wide{query}", headers=headers)
        assert answer.status_code == 200
        found = re.search('data-have="([^"]+)"', answer.text)
        assert found is not None
        return found[1]

    async def events(self, guest: Guest | None = None, query: str = "", last: str = "") -> list[str]:
        """Open a stream, and return the kinds of its first events."""
        more = [(b"last-event-id", last.encode())] if last else []
        path = f"/t/{self.table}/stream?layout=wide{query}"
        stream = Stream(self.app, path, "" if guest is None else guest.token, gzip=False, last=None, more=more)
        self.streams.append(stream)
        await stream.read(2)
        return self.kinds(stream)

    def kinds(self, stream: Stream) -> list[str]:
        return re.findall(r"^event: (\w+)$", b"".join(stream.chunks[1:]).decode(), re.MULTILINE)

    async def wait_for(self, stream: Stream, kind: str) -> None:
        async with asyncio.timeout(10):
            while kind not in self.kinds(stream):
                await asyncio.sleep(0.01)

    async def move(self) -> None:
        for guest in (self.ann, self.bob):
            seen = await guest.look(self.table)
            if seen.get("moves"):
                await guest.play(self.table, seen["moves"][0], seq=seen["seq"])
                return
        raise AssertionError


@asynccontextmanager
async def place(database: str, title: str = "lok-n-roll") -> AsyncIterator[Place]:
    async with open_container(database) as container:
        app = App(container)
        await app.hub.open()
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house") as http:
            ann, bob = await arrive(http, "Ann"), await arrive(http, "Bob")
            table = (await ann.post("/tables", 201, title=title, seats=2, visibility="public"))["table"]
            await bob.post(f"/tables/{table}/join", seat=1)
            await ann.post(f"/tables/{table}/start")
            here = Place(app, http, ann, bob, table)
            try:
                yield here
            finally:
                for stream in here.streams:
                    await stream.close()
                await app.hub.close()


@pytest.mark.asyncio
async def test_a_page_just_loaded_is_not_drawn_again(database: str, drawings: Drawings) -> None:
    async with place(database) as here:
        have = await here.have(here.ann)
        assert drawings.count == 1
        assert await here.events(here.ann, f"&have={have}") == ["same"]
        assert drawings.count == 1
        await here.move()
        await here.wait_for(here.streams[0], "page")
        assert drawings.count == 2
        await here.move()
        await here.wait_for(here.streams[0], "patch")
        assert drawings.count == 3


@pytest.mark.asyncio
async def test_a_stream_that_comes_back_to_an_unchanged_table_draws_nothing(database: str, drawings: Drawings) -> None:
    async with place(database) as here:
        assert await here.events(here.ann) == ["page"]
        name = re.findall(r"^id: (\S+)$", b"".join(here.streams[0].chunks[1:]).decode(), re.MULTILINE)[-1]
        await here.streams.pop().close()
        assert drawings.count == 1
        for _ in range(5):
            assert await here.events(here.ann, "&have=0-old", last=name) == ["same"]
            await here.streams.pop().close()
        assert drawings.count == 1


@pytest.mark.asyncio
async def test_what_has_changed_is_sent_whole(database: str) -> None:
    async with place(database) as here:
        have = await here.have(here.ann)
        assert await here.events(here.ann, f"&have={have}") == ["same"]
        assert await here.events(here.bob, f"&have={have}") == ["page"]
        assert await here.events(None, f"&have={have}") == ["page"]
        await here.move()
        await here.wait_for(here.streams[0], "page")
        assert await here.events(here.ann, f"&have={have}") == ["page"]
        assert await here.events(here.ann, last=have) == ["page"]


@pytest.mark.asyncio
async def test_whoever_comes_while_a_feed_waits_to_be_drawn_gets_the_new_page(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row has come, but the feed that nobody needed so far is not drawn yet."""
    async with place(database) as here:
        have = await here.have(here.ann)
        assert await here.events(here.ann, f"&have={have}") == ["same"]
        hub = here.app.hub
        monkeypatch.setattr(hub, "_draw_later", lambda *_: None)
        for watched in hub.watched.values():
            for feed in watched.feeds.values():
                assert isinstance(feed, PageFeed)
                feed.later = lambda: None
        await here.move()
        async with asyncio.timeout(10):
            while not all(feed.stale for feed in feeds_of(here) if isinstance(feed, PageFeed)):
                await asyncio.sleep(0.01)
        newest = await here.have(here.ann)
        assert await here.events(here.ann, f"&have={newest}") == ["same"]  # drawn for the other reader
        await here.wait_for(here.streams[0], "page")
        assert len(feeds_of(here)) == 1


@pytest.mark.asyncio
async def test_a_drawn_page_comes_for_whoever_has_none(database: str) -> None:
    """One reader has the page, another comes without: the second gets it, the first with the next change."""
    async with place(database) as here:
        have = await here.have(here.ann)
        assert await here.events(here.ann, f"&have={have}") == ["same"]
        assert await here.events(here.ann) == ["page"]
        await here.move()
        await here.wait_for(here.streams[0], "page")
        await here.wait_for(here.streams[1], "patch")


@pytest.mark.asyncio
async def test_spectators_are_told_of_every_row_in_the_end(database: str) -> None:
    async with place(database) as here:
        assert await here.events() == ["page"]
        have = await here.have()
        assert await here.events(None, f"&have={have}") == ["same"]
        for _ in range(6):
            await here.move()
        have = await here.have()
        for stream in here.streams:
            async with asyncio.timeout(10):
                while f"id: {have}\n" not in b"".join(stream.chunks[1:]).decode():
                    await asyncio.sleep(0.01)


@pytest.mark.asyncio
async def test_pages_that_come_back_at_once_are_drawn_one_after_the_other(database: str, drawings: Drawings) -> None:
    """Many readers of one page need one drawing, and other requests are answered in between."""
    async with place(database) as here:
        queries = [f"&beside={seat}" for seat in ("", "0", "1")] * 10
        found = await asyncio.gather(*(here.events(None, query) for query in queries))
        assert found == [["page"]] * 30
        assert drawings.count == 1  # lok'n'roll has no boards to look at: all of them are one page


# ---------------------------------------------------------------- what is drawn is what is asked for


def feeds_of(here: Place) -> list[Feed]:
    return [feed for watched in here.app.hub.watched.values() for feed in watched.feeds.values()]


@pytest.mark.asyncio
async def test_feeds_are_shared_by_what_is_drawn(database: str) -> None:
    async with place(database, "russian-railroads") as here:
        for query in ("", "&beside=", "&beside=0", "&beside=1"):
            await here.events(here.ann, query)  # beside=0 is her own board
        assert len(feeds_of(here)) == 2
        for query in ("", "&beside=0", "&beside=1"):
            await here.events(None, query)
        assert len(feeds_of(here)) == 5


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("&beside=2", "There is no such seat."),
        ("&beside=9", "There is no such seat."),
        ("&beside=ann", "There is no such seat."),
        ("&beside=00", "There is no such seat."),
    ],
)
async def test_what_means_nothing_is_refused(database: str, query: str, sentence: str) -> None:
    async with place(database, "russian-railroads") as here:
        for path in (f"/t/{here.table}/stream", f"/t/{here.table}", f"/t/{here.table}/replay/1"):
            answer = await here.http.get(f"{path}?layout=wide{query}", headers=here.ann.headers)
            assert (answer.status_code, answer.json()["message"]) == (400, sentence), path
        answer = await here.http.get(f"/t/{here.table}/stream?layout=round", headers=here.ann.headers)
        assert (answer.status_code, answer.json()["message"]) == (400, "There is no such layout.")
        assert feeds_of(here) == []


# ---------------------------------------------------------------- finished games


@pytest.mark.asyncio
async def test_a_finished_game_is_folded_and_drawn_once(
    database: str, drawings: Drawings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with place(database) as here:
        await here.ann.post(f"/tables/{here.table}/concede", seq=(await here.ann.look(here.table))["seq"])
        histories = 0
        tables = here.app.container.tables
        history = tables.history

        async def counted(*args: Any) -> Any:
            nonlocal histories
            histories += 1
            return await history(*args)

        monkeypatch.setattr(tables, "history", counted)
        pages = {await here.have(here.ann) for _ in range(5)}
        assert len(pages) == 1
        assert (histories, drawings.count) == (1, 1)
        logs = [await here.ann.get(f"/tables/{here.table}/log") for _ in range(5)]
        assert all(log == logs[0] for log in logs)
        assert histories == 2
        assert await here.bob.get(f"/tables/{here.table}/log")
        assert histories == 3
        theirs = await here.have(here.bob)
        await here.ann.delete("/me")
        async with asyncio.timeout(10):
            while await here.have(here.bob) == theirs:
                await asyncio.sleep(0.05)
        assert "Ann" not in (await here.http.get(f"/t/{here.table}", headers=here.bob.headers)).text


def test_titles_are_read_once() -> None:
    assert all_titles() is all_titles()
    assert {title.title for title in all_titles()} >= {"lok-n-roll", "russian-railroads"}
