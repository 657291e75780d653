"""The stream of a person's tables: started, waiting for the person, over. One feed for each person who is connected.

Messages on the bus only name a table; its status is read from the database. Lost messages are made up for by polling.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final

import msgspec

from trainshed.service.base import ids
from trainshed.service.base.bus import Subscription
from trainshed.service.base.errors import Unavailable
from trainshed.service.tables.table_store import TableStore, calls
from trainshed.web.streams.fan_out import Feed, StreamFormat
from trainshed.web.streams.ndjson import BEAT, MEDIA, line
from trainshed.wire import TableOver, TableStart, YourTurn

LOOK_AT_ALL: Final = 10
"""One in so many polls reads all tables of a person, the others read only those that are known to run."""

FORMAT: Final = StreamFormat(MEDIA, hello=BEAT, afresh=BEAT, again=b"", beat=BEAT)
"""A new reader gets a keep-alive at once, in case the person has no tables."""

FOUND: Final = """
SELECT s.person, t.id, t.title, array_agg(s.seat ORDER BY s.seat), t.touched,
    min(t.turn) FILTER (WHERE s.seat = t.turn AND s.bot = ''),
    CASE WHEN bool_or(s.seat = t.turn AND s.bot = '') THEN (SELECT max(seq) FROM rows WHERE table_id = t.id) END
FROM seats s JOIN tables t ON t.id = s.table_id
WHERE t.status = 'playing' AND """
ALL: Final = FOUND + "s.person = ANY(%s) GROUP BY s.person, t.id ORDER BY t.id"
SOME: Final = (
    FOUND + "(s.person, s.table_id) IN (SELECT * FROM unnest(%s::bigint[], %s::bigint[]))"
    " GROUP BY s.person, t.id ORDER BY t.id"
)


class RunningTable(msgspec.Struct, frozen=True):
    """A running table of a person, as last read from the database."""

    title: str
    seats: list[int]
    since: int
    """When the turn last passed."""
    turn: int | None
    """The person's seat that must decide, or None."""
    seq: int | None

    def begun(self, number: int) -> bytes:
        return line(TableStart(ids.written(number), self.title, self.seats))

    def asked(self, number: int) -> bytes:
        if self.turn is None:
            return b""
        return line(YourTurn(ids.written(number), self.seq or 0, self.turn))


class PersonFeed(Feed):
    """The feed of one person's tables. A new reader gets all running tables, the others get what has changed."""

    packs = False

    def __init__(self, person: int) -> None:
        super().__init__(b"", 0, stream_format=FORMAT)
        self.person = person
        self.running: dict[int, RunningTable] = {}
        self.subscription: Subscription | None = None

    def beat(self) -> None:
        self.tell(BEAT, self.tail)

    def news(self, text: bytes) -> None:
        """Send a text after a change of `running`; without a text, only what new readers get is updated."""
        summary = b"".join(now.begun(number) + now.asked(number) for number, now in self.running.items())
        if text:
            self.tell(text, summary)
        else:
            self.tail = summary


class PersonFeeds:
    """The feeds of all people who are connected to this process."""

    def __init__(self, tables: TableStore) -> None:
        self.tables = tables
        self.feeds: dict[int, PersonFeed] = {}
        self.wanted: set[tuple[int, int]] = set()
        """Pairs of person and table to read from the database."""
        self.heard = asyncio.Event()
        self.looking = asyncio.Lock()
        self.looks = 0
        self.closed = False

    # ------------------------------------------------------------ readers

    async def feed(self, person: int) -> PersonFeed:
        """The feed of a person. The caller must call `left` when done with it."""
        feed = self.feeds.get(person)
        if feed is None:
            feed = self.feeds[person] = PersonFeed(person)
            feed.expected += 1
            try:
                # Subscribe first, then read: so a change in between is not missed.
                feed.subscription = await self.tables.bus.subscribe(calls(person), self._named)
                await self.look([person])
            except BaseException:
                await self.left(feed)
                raise
        else:
            feed.expected += 1
        if self.closed:
            feed.close()
        return feed

    async def left(self, feed: PersonFeed) -> None:
        """Release a feed; it is dropped when nobody uses it any more."""
        feed.expected -= 1
        if feed.expected == 0 and self.feeds.get(feed.person) is feed:
            del self.feeds[feed.person]
            if feed.subscription is not None:
                await feed.subscription.close()

    def close(self) -> None:
        """Close all feeds."""
        self.closed = True
        for feed in self.feeds.values():
            feed.close()

    def beat(self) -> None:
        for feed in self.feeds.values():
            feed.beat()

    # ------------------------------------------------------------ reading the database

    def _named(self, subject: str, payload: bytes) -> None:
        person = ids.number(subject.rpartition(".")[2])
        number = ids.number(payload.decode(errors="replace"))
        if person in self.feeds and number is not None:
            self.wanted.add((person, number))
            self.heard.set()

    async def run(self) -> None:
        """Read the tables that messages name, as they come."""
        while True:
            await self.heard.wait()
            self.heard.clear()
            with contextlib.suppress(Unavailable):  # polled again soon
                await self.look_at_wanted()

    async def look_at_wanted(self) -> None:
        wanted, self.wanted = self.wanted, set()
        async with self.looking:
            people, numbers = [person for person, _ in wanted], [number for _, number in wanted]
            await self._take(await self.tables.database.fetch(SOME, (people, numbers)), wanted)

    async def look_again(self) -> None:
        """Poll the database for changes whose messages were lost."""
        if not self.feeds:
            return
        self.looks += 1
        if self.looks % LOOK_AT_ALL:
            self.wanted |= {(feed.person, number) for feed in self.feeds.values() for number in feed.running}
            await self.look_at_wanted()
        else:
            await self.look(list(self.feeds))

    async def look(self, people: list[int]) -> None:
        """Read all running tables of these people."""
        async with self.looking:
            found = await self.tables.database.fetch(ALL, (people,))
            known = {(one, number) for one in people if one in self.feeds for number in self.feeds[one].running}
            await self._take(found, known)

    async def _take(self, found: list[tuple[Any, ...]], asked: set[tuple[int, int]]) -> None:
        """Send what has changed in the tables that were found, and which of those asked for are over."""
        there = {(person, number): RunningTable(*facts) for person, number, *facts in found}
        missing = [(person, number) for person, number in asked if (person, number) not in there]
        over = await self._over({number for _, number in missing})
        news: dict[int, bytes] = {}
        for (person, number), now in there.items():
            feed = self.feeds.get(person)
            if feed is None:
                continue
            before = feed.running.get(number)
            feed.running[number] = now
            text = b"" if before is not None else now.begun(number)
            if before is None or before.turn is None or before.since != now.since:
                text += now.asked(number)
            if text or before != now:
                news[person] = news.get(person, b"") + text
        for person, number in missing:
            feed = self.feeds.get(person)
            if feed is not None and feed.running.pop(number, None) is not None:
                end = line(TableOver(ids.written(number), over[number])) if number in over else b""
                news[person] = news.get(person, b"") + end
        for person, text in news.items():
            self.feeds[person].news(text)

    async def _over(self, numbers: set[int]) -> dict[int, Any]:
        if not numbers:
            return {}
        sql = "SELECT id, outcome FROM tables WHERE id = ANY(%s) AND status = 'over'"
        return dict(await self.tables.database.fetch(sql, (list(numbers),)))
