"""Rows of a table reach all readers of its stream, over HTTP, despite restarts and lost messages."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from tests.support.servers.patience import DATABASE_WAIT, PATIENCE
from tests.support.service import Guest, serving, started
from trainshed.service.base.bus import NatsBus
from trainshed.service.base.ids import number
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.service.tables.open_tables import committed, system_now
from trainshed.service.tables.subjects import CHAT, table_subject
from trainshed.service.tables.table_state import effective_moves, seen_row
from trainshed.web.app import App
from trainshed.web.streams.hub import Hub

NATS = "nats://127.0.0.1:4222"


@pytest.fixture(autouse=True)
def only_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make polling and the wait for open streams so long that a test fails which depends on them, not on messages."""
    monkeypatch.setattr("trainshed.web.streams.hub.LOOK_EVERY", 3600.0)
    monkeypatch.setattr("trainshed.web.server.GRACE", 10 * PATIENCE)
    monkeypatch.setattr(NatsBus, "OPEN_WAIT", PATIENCE)  # a house is open only when it hears the others


class Event(msgspec.Struct):
    """One server-sent event."""

    name: str = "message"
    id: int | None = None
    data: Any = None

    @property
    def seqs(self) -> list[int]:
        return [row["seq"] for row in self.data["rows"]]


class Page:
    """A browser's EventSource that does not reconnect by itself."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer
        self.lines = answer.aiter_lines()
        self.last = 0

    async def event(self) -> Event | None:
        """The next event that is no keep-alive; None at the end of the stream."""
        found, fields = Event(), 0
        async for line in self.lines:
            key, _, value = line.partition(": ")
            if line == "" and fields and found.name != "beat":
                self.last = self.last if found.id is None else found.id
                return found
            if line == "":
                found, fields = Event(), 0
            elif key == "event":
                found.name = value
            elif key == "id":
                found.id = int(value)
            elif key == "data":
                found.data, fields = msgspec.json.decode(value), 1
        return None

    async def next(self, name: str = "") -> Event:
        async with asyncio.timeout(PATIENCE):
            found = await self.event()
        assert found is not None, "the stream has ended"
        assert name in ("", found.name), found
        return found

    async def upto(self, seq: int) -> list[Event]:
        """Events until the state of a row, or of a later one, is there."""
        events = [await self.next()]
        while events[-1].name != "state" or events[-1].data["seq"] < seq:
            events.append(await self.next())
        return events

    async def end(self) -> None:
        """Wait until the stream ends, and ignore what still comes."""
        async with asyncio.timeout(PATIENCE):
            while await self.event() is not None:
                pass


class Place:
    """A server, with a client for it."""

    def __init__(self, container: Container, address: str, http: httpx.AsyncClient, hub: Hub) -> None:
        self.container = container
        self.address = address
        self.http = http
        self.hub = hub

    def knows(self, guest: Guest) -> Guest:
        """A guest of another server, as a client of this one."""
        return Guest(self.http, guest.name, guest.token)

    @asynccontextmanager
    async def page(
        self, table: str, guest: Guest | None = None, last: int | None = None, query: str = ""
    ) -> AsyncIterator[Page]:
        headers = {} if guest is None else dict(guest.headers)
        if last is not None:
            headers["last-event-id"] = str(last)
        async with self.http.stream("GET", f"/api/tables/{table}/stream{query}", headers=headers) as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/event-stream")
            yield Page(answer)

    async def watched(self, count: int) -> None:
        """Wait until so many tables are watched here."""
        async with asyncio.timeout(PATIENCE):
            while len(self.hub.watched) != count:
                await asyncio.sleep(0.01)


@asynccontextmanager
async def place(url: str, monkeypatch: pytest.MonkeyPatch, nats: str = "") -> AsyncIterator[Place]:
    """A container behind a real web server."""
    apps: list[App] = []

    def make(container: Container) -> App:
        apps.append(App(container))
        return apps[-1]

    monkeypatch.setattr("tests.support.service.App", make)
    container = Container(
        Settings(database=url, database_wait=DATABASE_WAIT, address_share=0, nats=nats, connections=4),
        system_now,
        committed,
        work=False,
    )
    async with httpx.AsyncClient(timeout=2 * PATIENCE, trust_env=False) as http, serving(container) as address:
        http.base_url = httpx.URL(address)
        yield Place(container, address, http, apps[0].hub)


async def arrive(here: Place, *names: str) -> list[Guest]:
    return [await Guest.arrive(here.http, name) for name in names]


async def step(here: Place, guests: list[Guest], table: str, rng: Random) -> int:
    """The seat to move plays a random word; the last row after it."""
    now = (await here.container.tables.current(number(table) or 0)).table
    word = now.game.vocabulary.word(rng.choice(now.position.moves()))
    done = await here.knows(guests[now.actor]).play(table, word, seq=now.seq)
    seq: int = done["seq"]
    return seq


# ---------------------------------------------------------------- what comes


@pytest.mark.asyncio
@pytest.mark.parametrize("title", ["lok-n-roll", "russian-railroads"])
async def test_everybody_is_told_what_he_may_know(database: str, monkeypatch: pytest.MonkeyPatch, title: str) -> None:
    """Given a page for each seat and for a spectator, when people move, then rows and state come to each, and soon."""
    async with place(database, monkeypatch) as here, AsyncExitStack() as stack:
        guests = await arrive(here, "Ada", "Béla")
        [eve] = await arrive(here, "Eve")
        table = await started(guests[0], guests[1:], title, visibility="public")
        everybody = [*guests, eve]
        pages = [await stack.enter_async_context(here.page(table, guest)) for guest in everybody]
        for guest, page in zip(everybody, pages, strict=True):
            first = await page.next("state")
            assert first.data == await guest.look(table)
            assert first.id == first.data["seq"]
        rng, heard = Random(1), [list[Any]() for _ in pages]
        old = first.data["seq"]
        seq = old
        began = time.monotonic()
        for _ in range(12):
            seq = await step(here, guests, table, rng)
            for page, rows in zip(pages, heard, strict=True):
                news = await page.next("rows")
                state = await page.next("state")
                rows.extend(news.data["rows"])
                assert (news.seqs[-1], state.id, state.data["seq"]) == (seq, seq, seq)
        assert time.monotonic() - began < PATIENCE, "of all together: none of them waits for seconds"
        steps = await here.container.tables.history(number(table) or 0, old, seq)
        for viewer, guest, rows in zip((0, 1, None), everybody, heard, strict=True):
            assert rows == await guest.get(f"/tables/{table}/log", after=old)
            assert [row["said"] for row in rows] == [seen_row(step, viewer).said for step in steps]
        if title == "lok-n-roll":
            hidden = [sum("?" in row["said"] for row in rows) for rows in heard]
            assert hidden[2] == hidden[0] + hidden[1] > 0


@pytest.mark.asyncio
async def test_readers_who_come_while_people_move(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given moves without a pause, when readers come and go meanwhile, then whoever stays misses nothing."""
    async with place(database, monkeypatch) as here:
        guests = await arrive(here, "Ada", "Béla")
        table = await started(guests[0], guests[1:], "russian-railroads", visibility="public")
        rng, last, moving = Random(2), 0, True
        moved = [asyncio.Event() for _ in range(30)]
        seen: list[list[int]] = []

        async def watch(after: int, guest: Guest | None, from_: int | None) -> None:
            await moved[after].wait()
            async with here.page(table, guest, from_) as page:
                first = await page.next()
                rows = list(range(1, first.data["seq"] + 1)) if first.name == "state" else first.seqs
                while moving or page.last < last:
                    news = await page.next()
                    rows += news.seqs if news.name == "rows" else []
                seen.append(rows)

        async def glance(after: int) -> None:
            await moved[after].wait()
            async with here.page(table) as page:
                await page.next("state")

        jobs = [
            asyncio.create_task(watch(n, guests[n % 2] if n % 3 else None, 0 if n % 2 else None)) for n in range(16)
        ]
        jobs += [asyncio.create_task(glance(2 * n)) for n in range(10)]
        for event in moved:
            last = await step(here, guests, table, rng)
            event.set()
        moving = False
        # Whoever has all of it already waits for more, and ends with this.
        more = await step(here, guests, table, rng)
        async with asyncio.timeout(2 * PATIENCE):
            await asyncio.gather(*jobs)
        assert len(seen) == 16
        for rows in seen:
            assert rows == list(range(1, len(rows) + 1))
            assert last <= len(rows) <= more
        await here.watched(0)


@pytest.mark.asyncio
async def test_whoever_is_on_his_way_to_a_feed_is_not_forgotten(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a feed that was handed out and has no reader yet, when rows come and others go, then it is kept."""
    async with place(database, monkeypatch) as here:
        guests = await arrive(here, "Ada", "Béla")
        table = await started(guests[0], guests[1:])
        rng, key = Random(7), number(table) or 0
        feed = await here.hub.feed(key, 0)
        async with here.page(table, guests[1]) as page:
            await page.next("state")
            seq = await step(here, guests, table, rng)
            await page.upto(seq)
        assert (feed.readers, feed.seq) == (0, seq)
        seq = await step(here, guests, table, rng)  # the other reader is gone
        async with asyncio.timeout(PATIENCE):
            while feed.seq < seq:
                await asyncio.sleep(0.01)
        assert feed is await here.hub.feed(key, 0)
        here.hub.left(key, feed, None, None)
        await here.watched(1)
        here.hub.left(key, feed, None, None)
        await here.watched(0)


@pytest.mark.asyncio
async def test_a_takeback_of_several_turns_comes_whole(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a reader, when turns are taken back by consent, then every row comes, and the position as it was."""
    async with place(database, monkeypatch) as here:
        guests = await arrive(here, "Ada", "Béla")
        table = await started(guests[0], guests[1:])
        rng, seq = Random(3), 0
        for _ in range(12):
            seq = await step(here, guests, table, rng)
        moves = effective_moves(await here.container.store.rows(number(table) or 0, 0))
        first = next(row for row in reversed(moves[:-8]) if row.seat >= 0)
        async with here.page(table, guests[0]) as page:
            await page.next("state")
            asked = await guests[first.seat].post(f"/tables/{table}/ask", seq=seq, what=f"takeback {first.seq}")
            await guests[1 - first.seat].post(f"/tables/{table}/reply", seq=asked["seq"], agree=True)
            events = await page.upto(seq + 3)
            rows = [row for event in events if event.name == "rows" for row in event.data["rows"]]
            assert [row["seq"] for row in rows] == [seq + 1, seq + 2, seq + 3]
            assert [row["said"].split()[0] for row in rows] == ["/ask", "/agree", "/undo"]
            assert events[-1].data == await guests[0].look(table)
            assert events[-1].data["actor"] == first.seat
            seq = await step(here, guests, table, rng)
            news = await page.next("rows")
            assert news.seqs == list(range(events[-1].data["seq"] + 1, seq + 1))


# ---------------------------------------------------------------- coming back


@pytest.mark.asyncio
async def test_last_event_id_fills_the_gap(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with place(database, monkeypatch) as here:
        guests = await arrive(here, "Ada", "Béla")
        table = await started(guests[0], guests[1:])
        async with here.page(table, guests[0]) as page:
            await page.next("state")
            seen = page.last
        rng, seq = Random(5), 0
        for _ in range(6):
            seq = await step(here, guests, table, rng)
        for last in (seen, seen + 1, seq - 1, 0):
            async with here.page(table, guests[0], last) as page:
                news = await page.next("rows")
                assert news.seqs == list(range(last + 1, seq + 1))
                assert news.data["rows"] == await guests[0].get(f"/tables/{table}/log", after=last)
                assert (await page.next("state")).data == await guests[0].look(table)
        for nothing in (seq, seq + 1, 10**12, None):
            async with here.page(table, guests[0], nothing) as page:
                assert (await page.next("state")).id == seq
        monkeypatch.setattr("trainshed.web.streams.hub.MOST_SINCE", 3)
        async with here.page(table, guests[0], seq - 4) as page:
            assert (await page.next("resync")).id is None
            assert (await page.next("state")).id == seq
        async with here.page(table, guests[0], seq - 3) as page:
            assert (await page.next("rows")).seqs == [seq - 2, seq - 1, seq]
        await here.watched(0)


@pytest.mark.asyncio
async def test_a_server_that_stops_sends_its_readers_away(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given readers at one server, when it stops, then they are free at once, and at another they miss nothing."""
    async with AsyncExitStack() as old, place(database, monkeypatch) as new:
        here = await old.enter_async_context(place(database, monkeypatch))
        guests = await arrive(here, "Ada", "Béla")
        table = await started(guests[0], guests[1:])
        lobby = (await guests[0].post("/tables", 201, title="lok-n-roll", seats=2))["table"]
        rng = Random(6)
        reading = AsyncExitStack()
        pages = [await reading.enter_async_context(here.page(table, guest)) for guest in (*guests, *guests)]
        pages.append(await reading.enter_async_context(here.page(lobby, guests[0])))
        for page in pages:
            await page.next()
        closing = asyncio.create_task(old.aclose())
        await asyncio.gather(*(page.end() for page in pages))
        await reading.aclose()
        async with asyncio.timeout(PATIENCE):
            await closing
        seq = await step(new, guests, table, rng)
        async with new.page(table, guests[1], pages[1].last) as page:
            assert (await page.next("rows")).seqs == list(range(pages[1].last + 1, seq + 1))
            assert (await page.next("state")).id == seq


# ---------------------------------------------------------------- who may read


@pytest.mark.asyncio
async def test_who_may_read(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with place(database, monkeypatch) as here:
        ada, bela, eve = await arrive(here, "Ada", "Béla", "Eve")
        table = await started(ada, [bela])
        invite = (await ada.get(f"/tables/{table}/card"))["invite"]
        path = f"/api/tables/{table}/stream"
        for headers in (eve.headers, {}, {"authorization": "Bearer wrong"}):
            for query in ("", "?invite=wrong", "?invite=%C3%A9"):
                answer = await here.http.get(path + query, headers=headers)
                said = "This table is by invitation. Ask for the link."
                assert (answer.status_code, answer.json()) == (403, {"error": "forbidden", "message": said})
        assert (await here.http.post(path, headers=ada.headers)).status_code in (404, 405)
        async with here.page(table, eve, query=f"?invite={invite}") as page:
            state = await page.next("state")
            assert state.data["seat"] is None
            assert "moves" not in state.data
        async with here.page(table, bela) as page:
            assert (await page.next("state")).data["seat"] == 1
        here.http.cookies.set("trainshed", bela.token)
        async with here.page(table) as page:
            assert (await page.next("state")).data["seat"] == 1


@pytest.mark.asyncio
async def test_a_hand_over_cuts_the_stream_of_the_other_seat(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with place(database, monkeypatch) as here:
        ada, bela = await arrive(here, "Ada", "Béla")
        card = await ada.post("/tables", 201, title="lok-n-roll", seats=3)
        table = card["table"]
        await ada.post(f"/tables/{table}/join")
        await bela.post(f"/tables/{table}/join", invite=card["invite"])
        await ada.post(f"/tables/{table}/start")
        async with here.page(table, ada) as page, here.page(table, bela) as other:
            assert (await page.next("state")).data["seat"] == 0
            await other.next("state")
            await ada.post(f"/tables/{table}/hand", 204, seat=1)
            await page.end()
            async with here.page(table, ada, page.last) as again:
                assert (await again.next("state")).data["seat"] == 1
                seq = (await ada.look(table))["seq"]
                await bela.post(f"/tables/{table}/ask", seq=seq, what=f"takeback {seq}", status=409)
                await bela.post(f"/tables/{table}/leave", 204)
                for each in (again, other):  # nobody else was cut off
                    assert (await each.next("rows")).seqs == [seq + 1]


# ---------------------------------------------------------------- before the game


@pytest.mark.asyncio
async def test_the_stream_of_a_lobby(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with place(database, monkeypatch) as here:
        ada, bela, eve = await arrive(here, "Ada", "Béla", "Eve")
        card = await ada.post("/tables", 201, title="lok-n-roll", seats=2)
        table = card["table"]
        assert (await here.http.get(f"/api/tables/{table}/stream", headers=eve.headers)).status_code == 403
        async with here.page(table, ada) as page, here.page(table, bela, query=f"?invite={card['invite']}") as other:
            for each in (page, other):
                assert (await each.next("lobby")).data["changes"] == 0
            await bela.post(f"/tables/{table}/join", invite=card["invite"])
            await bela.post(f"/tables/{table}/leave", 204)
            await ada.post(f"/tables/{table}/bots", seat=1, bot="thumb")
            for each in (page, other):
                assert [(await each.next("lobby")).data["changes"] for _ in range(3)] == [1, 2, 3]
            await ada.post(f"/tables/{table}/start")
            await page.end()
            await other.end()
        async with here.page(table, ada) as page:
            assert (await page.next("state")).data["seat"] == 0
        assert here.hub.waiting == {}


@pytest.mark.asyncio
async def test_a_start_of_which_no_message_came(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with place(database, monkeypatch) as here, place(database, monkeypatch) as elsewhere:
        [ada] = await arrive(here, "Ada")
        table = (await ada.post("/tables", 201, title="lok-n-roll", seats=1))["table"]
        async with here.page(table, ada) as page:
            await page.next("lobby")
            await here.hub.look_at_all()
            await elsewhere.knows(ada).post(f"/tables/{table}/start")
            await here.hub.look_at_all()
            await page.end()
        async with here.page(table, ada) as page:
            await page.next("state")


# ---------------------------------------------------------------- several servers


@pytest.mark.asyncio
async def test_a_move_at_one_server_reaches_the_reader_at_another(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given two servers on NATS, when people move at either, then readers of both are told."""
    async with place(database, monkeypatch, NATS) as one, place(database, monkeypatch, NATS) as two:
        guests = await arrive(one, "Ada", "Béla")
        table = await started(guests[0], guests[1:])
        async with one.page(table, guests[0]) as near, two.page(table, guests[1]) as far:
            old = (await near.next("state")).data["seq"]
            await far.next("state")
            rng, began = Random(8), time.monotonic()
            for turn in range(10):
                seq = await step(two if turn % 2 else one, guests, table, rng)
                for page in (near, far):
                    assert (await page.next("rows")).seqs == list(range(old + 1, seq + 1))
                    assert (await page.next("state")).id == seq
                old = seq
            assert time.monotonic() - began < PATIENCE, "of all together: none of them waits for seconds"
            assert await one.knows(guests[0]).look(table) == await two.knows(guests[0]).look(table)


@pytest.mark.asyncio
async def test_a_lost_message_costs_nothing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a bus that loses everything, when somebody moves, then the log itself tells the readers."""
    async with place(database, monkeypatch) as here:
        guests = await arrive(here, "Ada", "Béla")
        table = await started(guests[0], guests[1:])
        async with here.page(table, guests[0]) as page:
            old = (await page.next("state")).data["seq"]
            with monkeypatch.context() as meanwhile:
                meanwhile.setattr(here.container.bus, "publish", lambda subject, payload: None)
                rng = Random(9)
                await step(here, guests, table, rng)
                seq = await step(here, guests, table, rng)
            # A message that is not lost, after those that are: once it is there, none of them can come any more.
            here.container.bus.publish(table_subject(number(table) or 0), CHAT)
            await page.next("chat")
            watched = here.hub.watched[number(table) or 0]
            assert (watched.table.seq, watched.busy) == (old, False)
            await here.hub.look_at_all()
            await page.next("state")  # which goes with the message
            assert (await page.next("rows")).seqs == list(range(old + 1, seq + 1))
            assert (await page.next("state")).id == seq


@pytest.mark.asyncio
async def test_it_looks_by_itself(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trainshed.web.streams.hub.LOOK_EVERY", 0.2)
    async with place(database, monkeypatch) as one, place(database, monkeypatch) as two:
        guests = await arrive(one, "Ada", "Béla")
        table = await started(guests[0], guests[1:])
        async with two.page(table, guests[1]) as page:
            await page.next("state")
            seq = await step(one, guests, table, Random(1))
            assert (await page.upto(seq))[-1].data["seq"] == seq


@pytest.mark.asyncio
async def test_nobody_is_led_back_behind_what_he_saw(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a server that missed a message, when a reader comes who saw that row elsewhere, then it is there too."""
    async with place(database, monkeypatch) as one, place(database, monkeypatch) as two:
        guests = await arrive(one, "Ada", "Béla")
        table = await started(guests[0], guests[1:])
        async with two.page(table, guests[1]) as stays:
            old = (await stays.next("state")).data["seq"]
            seq = await step(one, guests, table, Random(1))
            async with two.page(table, guests[1], seq) as comes:
                first = await comes.next("state")
                assert first.id == seq
            assert (await stays.next("rows")).seqs == list(range(old + 1, seq + 1))
