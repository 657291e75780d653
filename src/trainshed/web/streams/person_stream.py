"""The stream of a person's tables: started, waiting for the person, over, a rematch. One feed for each person.

Messages on the bus only name a table; its status is read from the database. Lost messages are made up for by polling.
"""

from __future__ import annotations

import asyncio
from typing import Final

from trainshed.service.base import ids
from trainshed.service.base.bus import Subscription
from trainshed.service.tables.open_tables import OpenTables
from trainshed.service.tables.seat_store import RunningTable
from trainshed.service.tables.subjects import OFFERED, person_subject
from trainshed.service.tables.table_state import rules_missing
from trainshed.web.streams.fan_out import Feed, StreamFormat
from trainshed.web.streams.ndjson import BEAT, MEDIA, line
from trainshed.wire import RematchNews, TableOver, TableStart, YourTurn

LOOK_AT_ALL: Final = 10
"""One in so many polls reads all tables of a person, the others read only those that are known to run."""

FORMAT: Final = StreamFormat(MEDIA, hello=BEAT, afresh=BEAT, again=b"", beat=BEAT)
"""A new reader gets a keep-alive at once, in case the person has no tables."""


def begun(table: RunningTable) -> bytes:
    """The message that a game has started."""
    return line(TableStart(ids.written(table.table), table.title, table.seats))


def asked(table: RunningTable) -> bytes:
    """The message that the person must decide; empty if it is not the person's turn."""
    return b"" if table.turn is None else line(YourTurn(ids.written(table.table), table.seq or 0, table.turn))


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
        summary = b"".join(begun(table) + asked(table) for table in self.running.values())
        if text:
            self.tell(text, summary)
        else:
            self.tail = summary


class PersonFeeds:
    """The feeds of all people who are connected to this process."""

    def __init__(self, tables: OpenTables) -> None:
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
                feed.subscription = await self.tables.bus.subscribe(person_subject(person), self._named)
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
        number = ids.number(payload.removeprefix(OFFERED).decode(errors="replace"))
        if person not in self.feeds or number is None:
            return
        if payload.startswith(OFFERED):
            feed = self.feeds[person]
            feed.tell(line(RematchNews(ids.written(number))), feed.tail)
            return
        self.wanted.add((person, number))
        self.heard.set()

    async def look_when_named(self) -> None:
        """Wait for messages, and read the tables that they name."""
        await self.heard.wait()
        self.heard.clear()
        await self.look_at_wanted()

    async def look_at_wanted(self) -> None:
        wanted, self.wanted = self.wanted, set()
        async with self.looking:
            await self._take(await self.tables.store.seats.running_tables(wanted), wanted)

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
            found = await self.tables.store.seats.running_tables_of(people)
            known = {(one, number) for one in people if one in self.feeds for number in self.feeds[one].running}
            await self._take(found, known)

    async def _take(self, found: list[RunningTable], wanted: set[tuple[int, int]]) -> None:
        """Send what has changed in the tables that were found, and which of those wanted are over."""
        await self.tables.packs.load((table.title, table.pack) for table in found)
        # A program would ask in vain for a table that this server cannot open.
        there = {
            (table.person, table.table): table
            for table in found
            if rules_missing(table.title, table.edition, table.pack) is None
        }
        missing = [(person, number) for person, number in wanted if (person, number) not in there]
        over = await self.tables.store.outcomes({number for _, number in missing}) if missing else {}
        news: dict[int, bytes] = {}
        for (person, number), now in there.items():
            feed = self.feeds.get(person)
            if feed is None:
                continue
            before = feed.running.get(number)
            feed.running[number] = now
            text = b"" if before is not None else begun(now)
            if before is None or before.turn is None or before.since != now.since:
                text += asked(now)
            if text or before != now:
                news[person] = news.get(person, b"") + text
        for person, number in missing:
            feed = self.feeds.get(person)
            if feed is not None and feed.running.pop(number, None) is not None:
                end = line(TableOver(ids.written(number), over[number])) if number in over else b""
                news[person] = news.get(person, b"") + end
        for person, text in news.items():
            self.feeds[person].news(text)
