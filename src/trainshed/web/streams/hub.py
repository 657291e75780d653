"""Who watches which table: folds each watched table once, and feeds every seat's stream from it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Sequence
from typing import Any, Final

import msgspec

from trainshed.service.base import ids
from trainshed.service.base.bus import Subscription
from trainshed.service.base.errors import NotFound, ServiceError, Unavailable
from trainshed.service.base.logs import at
from trainshed.service.tables.commands import MOST_SINCE
from trainshed.service.tables.player_view import VERSION
from trainshed.service.tables.table_state import OutOfReach, Step, TableState
from trainshed.service.tables.table_store import CHAT, ENDED, FORGET, HAND, STARTED, OpenTable, TableStore, subject
from trainshed.web.streams.event_writer import EVENTS
from trainshed.web.streams.fan_out import Feed, Subscriber
from trainshed.web.streams.person_stream import PersonFeeds
from trainshed.web.streams.server_sent_events import event
from trainshed.web.streams.table_writer import TableWriter

log = logging.getLogger(__name__)

BEAT_EVERY: Final = 15.0
LOOK_EVERY: Final = 3.0
"""A row of which no message came is found after this time."""

encode = msgspec.json.encode


TOLD: Final = 80
"""Rows before the present that a new feed may tell of."""


class WatchedTable:
    """One table that somebody in this process watches."""

    def __init__(self, number: int, table: TableState) -> None:
        self.number = number
        self.table = table
        """A copy of the hub's own, which hears what happens."""
        self.feeds: dict[tuple[int | None, TableWriter], Feed] = {}
        """By whose eyes, and how it is told."""
        self.people: dict[int, set[Subscriber]] = {}
        """The readers of each person who sits here."""
        self.subscription: Subscription | None = None
        self.wanted = 0
        """The newest row that a message spoke of."""
        self.busy = False

    @property
    def expected(self) -> int:
        return sum(feed.expected for feed in self.feeds.values())


class WatchedLobby:
    """One table that has not started, and whose lobby somebody watches."""

    def __init__(self) -> None:
        self.changes = 0
        self.feed = Feed(self.state(), 0)
        self.subscription: Subscription | None = None

    def state(self) -> bytes:
        """That something changed; what, is read anew by whoever wants to know."""
        return event("lobby", encode({"v": VERSION, "changes": self.changes}))

    def heard(self, _subject: str, payload: bytes) -> None:
        if payload == STARTED:
            self.feed.close()  # whoever comes back gets the game
        else:
            self.changes += 1
            self.feed.update(b"", self.state(), 0)


class Hub:
    """All watched tables of a process."""

    def __init__(self, tables: TableStore) -> None:
        self.tables = tables
        self.calls = PersonFeeds(tables)
        self.watched: dict[int, WatchedTable] = {}
        self.waiting: dict[int, WatchedLobby] = {}
        self.opening: dict[int, asyncio.Lock] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.closed = False

    async def open(self) -> None:
        self.tables.bus.on_gap(self._look_at_all)
        await self.tables.bus.subscribe(FORGET, self._forget)
        await self.tables.bus.subscribe(ENDED, self._ended)
        self._spawn(self._beat())
        self._spawn(self._look_again())
        self._spawn(self.calls.run())

    async def close(self) -> None:
        """End all streams; browsers come back to another process, or to this one when it is there again."""
        self.closed = True
        for watched in list(self.watched.values()):
            for feed in list(watched.feeds.values()):
                feed.close()
        for waiting in self.waiting.values():
            waiting.feed.close()
        self.calls.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    # ------------------------------------------------------------ readers

    async def feed(
        self, number: int, viewer: int | None, seen: int | None = None, writer: TableWriter = EVENTS
    ) -> Feed:
        """The stream of a table as one viewer sees it, for somebody who will say `left`.

        Whoever saw a row in another process is not led back behind it here.
        """
        watched = self.watched.get(number) or await self._watch(number)
        if seen is not None and seen > watched.table.seq:
            await self.tables.catch_up(await self.tables.opened(number))
            await self._follow(watched)
            watched = self.watched.get(number) or await self._watch(number)
        steps: list[Step] = []
        whole: Sequence[Step] = ()
        if writer.needs_history and (viewer, writer) not in watched.feeds:
            watched, steps, whole = await self._last_steps(watched)
        feed = watched.feeds.get((viewer, writer))
        if feed is None or feed.closed:
            feed = watched.feeds[viewer, writer] = writer.open(watched.table, viewer, steps, whole)
        if self.closed:
            feed.close()
        feed.expected += 1
        return feed

    async def _last_steps(self, watched: WatchedTable) -> tuple[WatchedTable, list[Step], Sequence[Step]]:
        """The last rows of a table, up to the one that its readers have been told; of a game that is over also all."""
        while True:
            last, over = watched.table.seq, watched.table.over
            steps = await self.tables.history(watched.number, 0 if over else max(0, last - TOLD), last)
            watched = self.watched.get(watched.number) or await self._watch(watched.number)
            if watched.table.seq == last:
                return watched, steps[-TOLD:], steps if over else ()

    async def _whole(self, watched: WatchedTable, now: TableState) -> Sequence[Step]:
        """All rows of a game that is over now, if there are new ones and some writer tells them."""
        wanted = any(writer.needs_history for _, writer in watched.feeds)
        if not now.over or now.seq == watched.table.seq or not wanted:
            return ()
        return await self.tables.history(watched.number, 0, now.seq)

    async def _watch(self, number: int) -> WatchedTable:
        lock = self.opening.setdefault(number, asyncio.Lock())
        try:
            async with lock:
                if number in self.watched:
                    return self.watched[number]
                opened = await self.tables.opened(number)
                watched = WatchedTable(number, opened.table.copy())
                # Listen first and read then: what happens in between is told by one of the two.
                watched.subscription = await self.tables.bus.subscribe(
                    subject(number), lambda _, payload: self._heard(watched, payload)
                )
                try:
                    await self._follow(watched)
                except BaseException:
                    await watched.subscription.close()
                    raise
                self.watched[number] = watched
                return watched
        finally:
            if not lock.locked():
                self.opening.pop(number, None)

    async def lobby(self, number: int) -> Feed:
        """The stream of a table that has not started."""
        waiting = self.waiting.get(number)
        if waiting is None or waiting.feed.closed:
            waiting = self.waiting[number] = WatchedLobby()
            waiting.feed.expected += 1
            waiting.subscription = await self.tables.bus.subscribe(subject(number), waiting.heard)
        else:
            waiting.feed.expected += 1
        return waiting.feed

    def left_lobby(self, number: int, feed: Feed) -> None:
        """Forget a lobby that nobody watches."""
        feed.expected -= 1
        waiting = self.waiting.get(number)
        if waiting is not None and waiting.feed.expected == 0:
            del self.waiting[number]
            if waiting.subscription is not None:
                self._spawn(waiting.subscription.close())

    async def gap(self, number: int, viewer: int | None, after: int, writer: TableWriter = EVENTS) -> bytes:
        """What a reader missed who saw everything up to a row."""
        if writer.needs_history:
            return b""  # it is in what a newcomer is told
        watched = self.watched.get(number)
        last = 0 if watched is None else watched.table.seq
        if not 0 <= last - after <= MOST_SINCE:
            return writer.missed(None, viewer)
        return writer.missed(await self.tables.history(number, after, last), viewer) if last > after else b""

    def joined(self, number: int, person: int, reader: Subscriber) -> None:
        """Remember whose reader this is, so that it can be cut off when the person hands the device on."""
        watched = self.watched.get(number)
        if watched is not None:
            watched.people.setdefault(person, set()).add(reader)

    def left(self, number: int, feed: Feed, person: int | None, reader: Subscriber | None) -> None:
        """Forget somebody who asked for a feed, and the table if nobody else watches it."""
        feed.expected -= 1
        watched = self.watched.get(number)
        if watched is None:
            return
        if person is not None and reader is not None and person in watched.people:
            watched.people[person].discard(reader)
        if watched.expected == 0:
            del self.watched[number]
            if watched.subscription is not None:
                self._spawn(watched.subscription.close())

    # ------------------------------------------------------------ following

    def _heard(self, watched: WatchedTable, payload: bytes) -> None:
        if payload.startswith(HAND):
            self._cut(watched, payload)
        elif payload == CHAT:
            self._tell_players(watched)
        elif payload.isdigit():
            self._want(watched, int(payload))

    def _tell_players(self, watched: WatchedTable) -> None:
        for (viewer, writer), feed in watched.feeds.items():
            writer.chat(feed, viewer)

    def _cut(self, watched: WatchedTable, payload: bytes) -> None:
        person = ids.number(payload.removeprefix(HAND).decode(errors="replace"))
        for reader in watched.people.pop(person, set()) if person is not None else ():
            reader.feed.leave(reader)

    def _want(self, watched: WatchedTable, seq: int) -> None:
        watched.wanted = max(watched.wanted, seq)
        if not watched.busy and watched.wanted > watched.table.seq:
            watched.busy = True
            self._spawn(self._catch_up(watched))

    async def _catch_up(self, watched: WatchedTable) -> None:
        try:
            while watched.wanted > watched.table.seq and not self.closed:
                before = watched.table.seq
                await self._follow(watched)
                if watched.table.seq == before:
                    watched.wanted = 0  # a message spoke of a row that nobody has
        except Unavailable:
            log.warning("readers wait for the database", extra=at(watched.number, watched.table.seq))
        except NotFound:
            self._drop(watched)
        except ServiceError as error:
            log.warning("readers wait: %s", error, extra=at(watched.number, watched.table.seq))
        finally:
            watched.busy = False

    async def _follow(self, watched: WatchedTable) -> None:
        """Fold what is new, and tell each viewer."""
        opened = await self.tables.opened(watched.number)
        if opened.table.seq < watched.wanted or watched.wanted == 0:
            await self.tables.catch_up(opened)
        whole = await self._whole(watched, opened.table)
        steps = await self._steps(watched, opened)  # nothing is waited for between this and the telling
        for (viewer, writer), feed in list(watched.feeds.items()):
            if feed.expected == 0:
                del watched.feeds[viewer, writer]
            elif steps is None or steps:
                writer.tell(feed, watched.table, viewer, steps, whole)

    async def _steps(self, watched: WatchedTable, opened: OpenTable) -> list[Step] | None:
        """The new rows with what happened; None if there was too much to tell."""
        now = opened.table
        missing = now.seq - watched.table.seq
        if missing <= 0:
            return []
        rows = opened.since(watched.table.seq)
        if rows is None and missing <= MOST_SINCE:
            rows = await self.tables.rows(watched.number, watched.table.seq, now.seq)
        if rows is None:
            watched.table = now.copy()
            return None
        # On a copy: whoever comes meanwhile must not see the table half way.
        table, after = watched.table.copy(), watched.table.seq
        try:
            steps = [table.fold(row, listen=True) for row in rows if row.seq > after]
        except OutOfReach:
            steps = await self.tables.history(watched.number, after, now.seq)
            if watched.table.seq != after:
                return []  # somebody else has told it
            table = now.copy()
        watched.table = table
        return steps

    def _ended(self, _: str, payload: bytes) -> None:
        """Somebody lost a session or token: what it opened ends, and whoever still has another comes back with it."""
        for watched in self.watched.values():
            self._cut(watched, HAND + payload)
        caller = self.calls.callers.get(ids.number(payload.decode(errors="replace")) or 0)
        if caller is not None:
            caller.close()

    def _forget(self, _: str, payload: bytes) -> None:
        watched = self.watched.get(ids.number(payload.decode(errors="replace")) or 0)
        if watched is not None:
            self._drop(watched)  # its readers come back by themselves

    def _drop(self, watched: WatchedTable) -> None:
        self.watched.pop(watched.number, None)
        for feed in watched.feeds.values():
            feed.close()

    # ------------------------------------------------------------ from time to time

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_EVERY)
            for watched in self.watched.values():
                for feed in watched.feeds.values():
                    feed.beat()
            for waiting in self.waiting.values():
                waiting.feed.beat()
            self.calls.beat()

    async def _look_again(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            with contextlib.suppress(Unavailable):
                await self.look_at_all()

    def _look_at_all(self) -> None:
        self._spawn(self._look_once())

    async def _look_once(self) -> None:
        with contextlib.suppress(Unavailable):
            await self.look_at_all()

    async def look_at_all(self) -> None:
        """Ask the log itself whether a watched table has moved on, and whether a game has begun."""
        await self.calls.look_again()
        if self.waiting:
            begun = await self.tables.database.fetch(
                "SELECT id FROM tables WHERE id = ANY(%s) AND status <> 'open'", (list(self.waiting),)
            )
            for (number,) in begun:
                if number in self.waiting:
                    self.waiting[number].feed.close()
        if not self.watched:
            return
        found = await self.tables.database.fetch(
            "SELECT t.id, (SELECT max(seq) FROM rows WHERE table_id = t.id) FROM unnest(%s::bigint[]) AS t(id)",
            (list(self.watched),),
        )
        for number, seq in found:
            watched = self.watched.get(number)
            if watched is not None and seq is not None:
                self._want(watched, seq)

    def _spawn(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(job)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
