"""The tables that call for a person: begun, waiting for him, over. One feed for each person who listens.

Messages say where to look; the database says what is there. What no message named is found by looking again.
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
"""Of so many looks one is at all tables of a person, the others at those that are known to run."""

VOICE: Final = StreamFormat(MEDIA, hello=BEAT, afresh=BEAT, again=b"", beat=BEAT)
"""Whoever has no tables hears at once that the line lives."""

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
    """A running table of somebody, as it was looked at last."""

    title: str
    seats: list[int]
    since: int
    """When the turn passed last."""
    turn: int | None
    """Which of his seats is asked; nothing: none of them."""
    seq: int | None

    def begun(self, number: int) -> bytes:
        return line(TableStart(ids.written(number), self.title, self.seats))

    def asked(self, number: int) -> bytes:
        if self.turn is None:
            return b""
        return line(YourTurn(ids.written(number), self.seq or 0, self.turn))


class PersonFeed(Feed):
    """What one person is told. A newcomer gets all that runs; the others get what has changed."""

    packs = False

    def __init__(self, person: int) -> None:
        super().__init__(b"", 0, voice=VOICE)
        self.person = person
        self.running: dict[int, RunningTable] = {}
        self.subscription: Subscription | None = None

    def beat(self) -> None:
        self.tell(BEAT, self.tail)

    def news(self, text: bytes) -> None:
        """Something has changed in `running`; nothing is told if only newcomers need to know."""
        summary = b"".join(now.begun(number) + now.asked(number) for number, now in self.running.items())
        if text:
            self.tell(text, summary)
        else:
            self.tail = summary


class PersonFeeds:
    """All people of a process who listen for their tables."""

    def __init__(self, tables: TableStore) -> None:
        self.tables = tables
        self.callers: dict[int, PersonFeed] = {}
        self.wanted: set[tuple[int, int]] = set()
        """People and tables at which to look."""
        self.heard = asyncio.Event()
        self.looking = asyncio.Lock()
        self.looks = 0
        self.closed = False

    # ------------------------------------------------------------ readers

    async def feed(self, person: int) -> PersonFeed:
        """What calls for somebody, who will say `left`."""
        caller = self.callers.get(person)
        if caller is None:
            caller = self.callers[person] = PersonFeed(person)
            caller.expected += 1
            try:
                # Listen first and look then: what happens in between is told by one of the two.
                caller.subscription = await self.tables.bus.subscribe(calls(person), self._named)
                await self.look([person])
            except BaseException:
                await self.left(caller)
                raise
        else:
            caller.expected += 1
        if self.closed:
            caller.close()
        return caller

    async def left(self, caller: PersonFeed) -> None:
        """Forget somebody to whom nobody listens."""
        caller.expected -= 1
        if caller.expected == 0 and self.callers.get(caller.person) is caller:
            del self.callers[caller.person]
            if caller.subscription is not None:
                await caller.subscription.close()

    def close(self) -> None:
        """Send everybody away."""
        self.closed = True
        for caller in self.callers.values():
            caller.close()

    def beat(self) -> None:
        for caller in self.callers.values():
            caller.beat()

    # ------------------------------------------------------------ looking

    def _named(self, subject: str, payload: bytes) -> None:
        person = ids.number(subject.rpartition(".")[2])
        number = ids.number(payload.decode(errors="replace"))
        if person in self.callers and number is not None:
            self.wanted.add((person, number))
            self.heard.set()

    async def run(self) -> None:
        """Look wherever a message says."""
        while True:
            await self.heard.wait()
            self.heard.clear()
            with contextlib.suppress(Unavailable):  # looked at again before long
                await self.look_at_wanted()

    async def look_at_wanted(self) -> None:
        wanted, self.wanted = self.wanted, set()
        async with self.looking:
            people, numbers = [person for person, _ in wanted], [number for _, number in wanted]
            await self._take(await self.tables.database.fetch(SOME, (people, numbers)), wanted)

    async def look_again(self) -> None:
        """Nobody needs to have said anything."""
        if not self.callers:
            return
        self.looks += 1
        if self.looks % LOOK_AT_ALL:
            self.wanted |= {(caller.person, number) for caller in self.callers.values() for number in caller.running}
            await self.look_at_wanted()
        else:
            await self.look(list(self.callers))

    async def look(self, people: list[int]) -> None:
        """All tables of these people."""
        async with self.looking:
            found = await self.tables.database.fetch(ALL, (people,))
            known = {(one, number) for one in people if one in self.callers for number in self.callers[one].running}
            await self._take(found, known)

    async def _take(self, found: list[tuple[Any, ...]], asked: set[tuple[int, int]]) -> None:
        """Tell what is new in what was found, and what is over of what was asked for."""
        there = {(person, number): RunningTable(*facts) for person, number, *facts in found}
        missing = [(person, number) for person, number in asked if (person, number) not in there]
        over = await self._over({number for _, number in missing})
        news: dict[int, bytes] = {}
        for (person, number), now in there.items():
            caller = self.callers.get(person)
            if caller is None:
                continue
            before = caller.running.get(number)
            caller.running[number] = now
            text = b"" if before is not None else now.begun(number)
            if before is None or before.turn is None or before.since != now.since:
                text += now.asked(number)
            if text or before != now:
                news[person] = news.get(person, b"") + text
        for person, number in missing:
            caller = self.callers.get(person)
            if caller is not None and caller.running.pop(number, None) is not None:
                end = line(TableOver(ids.written(number), over[number])) if number in over else b""
                news[person] = news.get(person, b"") + end
        for person, text in news.items():
            self.callers[person].news(text)

    async def _over(self, numbers: set[int]) -> dict[int, Any]:
        if not numbers:
            return {}
        sql = "SELECT id, outcome FROM tables WHERE id = ANY(%s) AND status = 'over'"
        return dict(await self.tables.database.fetch(sql, (list(numbers),)))
