"""Live updates of watched tables: each row is folded once per process, and sent to the streams of all viewers."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, TypeAlias

import msgspec
from litestar import Request
from litestar.di import NamedDependency

from trainshed.service.accounts.people import Person
from trainshed.service.base import ids
from trainshed.service.base.bus import Subscription
from trainshed.service.base.errors import NotFound, NotLoadable, ServiceError, TooMany, Unavailable
from trainshed.service.base.logs import at
from trainshed.service.base.metrics import METRICS
from trainshed.service.base.supervisor import SupervisedTask, Supervisor
from trainshed.service.tables.commands import MOST_SINCE
from trainshed.service.tables.open_tables import OpenTable, OpenTables
from trainshed.service.tables.player_view import VERSION
from trainshed.service.tables.subjects import (
    ARRIVED,
    CHAT,
    DELETED,
    ENDED,
    FORGET,
    HAND,
    REMATCH,
    STARTED,
    table_subject,
)
from trainshed.service.tables.table_state import Step, TableState
from trainshed.web.streams.drawing_errors import DrawingErrors
from trainshed.web.streams.drawing_pace import DrawingPace
from trainshed.web.streams.event_writer import EVENTS
from trainshed.web.streams.fan_out import Feed, Subscriber
from trainshed.web.streams.late_feed import LateFeed
from trainshed.web.streams.person_stream import PersonFeeds
from trainshed.web.streams.server_sent_events import event
from trainshed.web.streams.table_writer import TableWriter

log = logging.getLogger(__name__)

BEAT_EVERY: Final = 15.0
LOOK_EVERY: Final = 3.0
"""Seconds between polls of the database, which find rows whose messages were lost."""

encode = msgspec.json.encode


HISTORY_ROWS: Final = 80
"""How many of the last rows a new feed may contain."""


STREAMS_OF_A_PERSON = 30
"""Most streams that one person may have open in this process."""

WAIT_FOR_A_STREAM: Final = 10
"""Seconds after which somebody with too many streams may try again."""

SHARE_OF_OPENING: Final = 0.5
"""The part of a process's time in which pages of players are drawn for streams that begin, as after a restart."""

SHARE_OF_SPECTATORS: Final = 0.15
"""The same for all pages of spectators. Pages of players who are connected are drawn at once."""


class WatchedTable:
    """A started table that is watched in this process."""

    def __init__(self, number: int, table: TableState) -> None:
        self.number = number
        self.table = table
        """The state that its readers have been sent."""
        self.feeds: dict[tuple[int | None, TableWriter], Feed] = {}
        """By viewer and stream format."""
        self.people: dict[int, set[Subscriber]] = {}
        """The readers of each person who sits here."""
        self.subscription: Subscription | None = None
        self.wanted = 0
        """The newest row that a message named."""
        self.busy = False
        self.failures = 0
        """How often in a row its new rows could not be read because of an unexpected error."""

    @property
    def expected(self) -> int:
        return sum(feed.expected for feed in self.feeds.values())


class WatchedLobby:
    """A table that has not started, and that is watched in this process."""

    def __init__(self) -> None:
        self.changes = 0
        self.feed = Feed(self.state(), 0)
        self.subscription: Subscription | None = None

    def state(self) -> bytes:
        """The event that something changed; readers then read the table's card."""
        return event("lobby", encode({"v": VERSION, "changes": self.changes}))

    def heard(self, _subject: str, payload: bytes) -> None:
        self.tell(last=payload in (STARTED, DELETED))

    def tell(self, last: bool) -> None:
        """Let readers look again. After the last change they get the game, or learn that there is none."""
        self.feed.over = self.feed.over or last
        self.changes += 1
        self.feed.update(b"", self.state(), 0)


class Hub:
    """All watched tables of a process, and the feeds of its readers."""

    def __init__(self, tables: OpenTables, supervisor: Supervisor) -> None:
        self.tables = tables
        self.supervisor = supervisor
        self.drawing_errors = DrawingErrors()
        self.person_feeds = PersonFeeds(tables)
        self.watched: dict[int, WatchedTable] = {}
        self.waiting: dict[int, WatchedLobby] = {}
        self.opening: dict[int, asyncio.Lock] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        """Short ones."""
        self.endless: list[SupervisedTask] = []
        self.closed = False
        self.streams: Counter[int] = Counter()
        """Open streams by person."""
        self.opening_pace = DrawingPace(SHARE_OF_OPENING)
        self.spectators_pace = DrawingPace(SHARE_OF_SPECTATORS)

    async def open(self) -> None:
        await self.tables.bus.subscribe(FORGET, self._forget)
        await self.tables.bus.subscribe(ENDED, self._ended)
        start = self.supervisor.start
        polls = start("new rows", LOOK_EVERY, self.look_at_all, "requests")
        self.endless = [
            polls,
            start("keep-alives", BEAT_EVERY, self._beat, "requests"),
            start("person streams", 0.0, self.person_feeds.look_when_named, "requests"),
        ]
        self.tables.bus.on_gap(polls.wake)

    async def close(self) -> None:
        """End all streams; browsers reconnect to another process, or to this one after a restart."""
        self.closed = True
        for watched in list(self.watched.values()):
            for feed in list(watched.feeds.values()):
                feed.close()
        for waiting in self.waiting.values():
            waiting.feed.close()
        self.person_feeds.close()
        for endless in self.endless:
            await endless.stop()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    # ------------------------------------------------------------ readers

    def check_streams(self, person: Person | None) -> None:
        """Refuse a stream to a person who has too many."""
        if person is not None and self.streams[person.id] >= STREAMS_OF_A_PERSON:
            METRICS.limited["person"] = METRICS.limited.get("person", 0) + 1
            raise TooMany(WAIT_FOR_A_STREAM)

    @contextmanager
    def stream_of(self, person: Person | None) -> Iterator[None]:
        """Count the open streams of a person."""
        if person is None:
            yield
            return
        self.streams[person.id] += 1
        try:
            yield
        finally:
            self.streams[person.id] -= 1
            if not self.streams[person.id]:
                del self.streams[person.id]

    async def feed(
        self, number: int, viewer: int | None, seen: int | None = None, writer: TableWriter = EVENTS, have: str = ""
    ) -> Feed:
        """The feed of a table for one viewer. The caller must call `left` when done with it.

        A reader that has seen a row in another process gets no state older than that row. For a reader that has the
        current state (`have` is its name), none is drawn. Raises CannotDraw if there is an error in the drawing.
        """
        self.drawing_errors.check((number, viewer, writer))
        try:
            feed = await self._feed(number, viewer, seen, writer, have)
        except BaseException:
            watched = self.watched.get(number)
            if watched is not None and watched.expected == 0:
                self._unwatch(watched)  # nobody else watches, and this reader does not come to call `left`
            raise
        if self.closed:
            feed.close()
        feed.expected += 1
        return feed

    async def _feed(self, number: int, viewer: int | None, seen: int | None, writer: TableWriter, have: str) -> Feed:
        watched = self.watched.get(number) or await self._watch(number)
        if seen is not None and seen > watched.table.seq:
            await self.tables.catch_up(await self.tables.opened(number))
            await self._follow(watched)
            watched = self.watched.get(number) or await self._watch(number)
        feed = self._open_feed(watched, viewer, writer, have)
        if feed is None and have and (viewer, writer) not in watched.feeds:
            feed = writer.idle(watched.table, viewer, have)
            if feed is not None:
                self._add(watched, viewer, writer, feed)
        if feed is None:
            feed = await self._drawn(watched, viewer, writer)
        if isinstance(feed, LateFeed) and seen is not None and seen > feed.seq:
            feed.draw_waiting()
        return feed

    def _open_feed(self, watched: WatchedTable, viewer: int | None, writer: TableWriter, have: str) -> Feed | None:
        """The feed that is there, if it can be read: one that is not drawn is only for readers that have its state."""
        feed = watched.feeds.get((viewer, writer))
        if feed is None or feed.closed:
            return None
        if isinstance(feed, LateFeed) and not feed.drawn and (feed.stale or feed.name != have):
            return None
        return feed

    def _add(self, watched: WatchedTable, viewer: int | None, writer: TableWriter, feed: Feed) -> None:
        watched.feeds[viewer, writer] = feed
        if isinstance(feed, LateFeed):
            feed.later = partial(self._draw_later, watched.number, viewer, writer, feed)

    async def _drawn(self, watched: WatchedTable, viewer: int | None, writer: TableWriter) -> Feed:
        """A feed that has a state. Where drawing takes long, feeds are opened one after the other."""
        if not writer.needs_history:
            return self._drawn_now(watched, viewer, writer, (), ())
        async with (self.opening_pace if viewer is not None else self.spectators_pace).turn():
            watched = self.watched.get(watched.number) or await self._watch(watched.number)
            feed = self._open_feed(watched, viewer, writer, "")
            if feed is not None:
                return feed
            watched, steps, whole = await self._last_steps(watched)
            return self._drawn_now(watched, viewer, writer, steps, whole)

    def _drawn_now(
        self,
        watched: WatchedTable,
        viewer: int | None,
        writer: TableWriter,
        steps: Sequence[Step],
        whole: Sequence[Step],
    ) -> Feed:
        key = watched.number, viewer, writer
        feed = watched.feeds.get((viewer, writer))
        try:
            if feed is None or feed.closed:
                feed = writer.open(watched.table, viewer, steps, whole)
                self._add(watched, viewer, writer, feed)
            elif isinstance(feed, LateFeed) and not feed.drawn:
                feed.draw(watched.table, steps, whole)
        except Exception as error:
            self._close_feed(watched, viewer, writer)
            raise self.drawing_errors.failed(watched.table, key, error) from error
        self.drawing_errors.drawn(key)
        return feed

    def _close_feed(self, watched: WatchedTable, viewer: int | None, writer: TableWriter) -> None:
        """Close a feed that could not be drawn; its readers reconnect."""
        feed = watched.feeds.pop((viewer, writer), None)
        if feed is not None:
            feed.close()

    def _draw_later(self, number: int, viewer: int | None, writer: TableWriter, feed: LateFeed) -> None:
        self._spawn(self._draw_soon(number, viewer, writer, feed))

    async def _draw_soon(self, number: int, viewer: int | None, writer: TableWriter, feed: LateFeed) -> None:
        """Draw a feed that has readers: for a player at once, for spectators when it is their turn."""
        feed.expected += 1
        try:
            if viewer is not None:
                await self._drawn_again(number, viewer, writer, feed)
            else:
                async with self.spectators_pace.turn():
                    await self._drawn_again(number, viewer, writer, feed)
        except ServiceError as error:
            log.warning("readers reconnect: %s", error, extra=at(number, feed.seq))
            feed.close()
        finally:
            self.left(number, feed, None, None)

    async def _drawn_again(self, number: int, viewer: int | None, writer: TableWriter, feed: LateFeed) -> None:
        watched = self.watched.get(number)
        if watched is None or watched.feeds.get((viewer, writer)) is not feed or feed.closed:
            return
        steps: Sequence[Step] = ()
        whole: Sequence[Step] = ()
        if not feed.drawn:
            watched, steps, whole = await self._last_steps(watched)
            if watched.feeds.get((viewer, writer)) is not feed:
                return
        try:
            if not feed.drawn:
                feed.draw(watched.table, steps, whole)
            feed.draw_waiting()
        except Exception as error:
            self._close_feed(watched, viewer, writer)
            self.drawing_errors.broke(watched.table, (number, viewer, writer), error)

    async def _last_steps(self, watched: WatchedTable) -> tuple[WatchedTable, list[Step], Sequence[Step]]:
        """The last rows of a table, up to the newest that its readers have; of a game that is over also all rows."""
        while True:
            last, over = watched.table.seq, watched.table.over
            steps = await self.tables.history(watched.number, 0 if over else max(0, last - HISTORY_ROWS), last)
            watched = self.watched.get(watched.number) or await self._watch(watched.number)
            if watched.table.seq == last:
                return watched, steps[-HISTORY_ROWS:], steps if over else ()

    async def _whole(self, watched: WatchedTable, now: TableState) -> Sequence[Step]:
        """All rows of a game that is over now, if there are new ones and a writer needs them."""
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
                self.tables.watch(number)
                try:
                    watched = await self._caught_up(number)
                except BaseException:
                    self.tables.unwatch(number)
                    raise
                self.watched[number] = watched
                return watched
        finally:
            if not lock.locked():
                self.opening.pop(number, None)

    async def _caught_up(self, number: int) -> WatchedTable:
        """A table with all its rows, subscribed to messages about new ones."""
        watched = WatchedTable(number, (await self.tables.opened(number)).table)
        # Subscribe first, then read: so a row in between is not missed.
        watched.subscription = await self.tables.bus.subscribe(
            table_subject(number), lambda _, payload: self._heard(watched, payload)
        )
        try:
            await self._follow(watched)
        except BaseException:
            await watched.subscription.close()
            raise
        return watched

    async def lobby(self, number: int) -> Feed:
        """The feed of a table that has not started. The caller must call `left_lobby` when done with it."""
        waiting = self.waiting.get(number)
        if waiting is None or waiting.feed.closed or waiting.feed.over:
            if waiting is not None and waiting.subscription is not None:
                self._spawn(waiting.subscription.close())
            waiting = self.waiting[number] = WatchedLobby()
            waiting.feed.expected += 1
            waiting.subscription = await self.tables.bus.subscribe(table_subject(number), waiting.heard)
        else:
            waiting.feed.expected += 1
        return waiting.feed

    def left_lobby(self, number: int, feed: Feed) -> None:
        """Release the feed of a lobby; it is dropped when nobody uses it any more."""
        feed.expected -= 1
        waiting = self.waiting.get(number)
        if waiting is not None and waiting.feed.expected == 0:
            del self.waiting[number]
            if waiting.subscription is not None:
                self._spawn(waiting.subscription.close())

    async def gap(self, number: int, viewer: int | None, after: int, writer: TableWriter = EVENTS) -> bytes:
        """The updates after a row that a reader has missed."""
        if writer.needs_history:
            return b""  # a new feed contains it
        watched = self.watched.get(number)
        last = 0 if watched is None else watched.table.seq
        if not 0 <= last - after <= MOST_SINCE:
            return writer.missed(None, viewer)
        return writer.missed(await self.tables.history(number, after, last), viewer) if last > after else b""

    def joined(self, number: int, person: int, reader: Subscriber) -> None:
        """Remember whose reader this is, so that it can be disconnected when the person hands the device on."""
        watched = self.watched.get(number)
        if watched is not None:
            watched.people.setdefault(person, set()).add(reader)

    def left(self, number: int, feed: Feed, person: int | None, reader: Subscriber | None) -> None:
        """Release a feed; its table is dropped when nobody watches it any more."""
        feed.expected -= 1
        watched = self.watched.get(number)
        if watched is None:
            return
        if person is not None and reader is not None and person in watched.people:
            watched.people[person].discard(reader)
        if watched.expected == 0:
            self._unwatch(watched)

    def _unwatch(self, watched: WatchedTable) -> None:
        del self.watched[watched.number]
        self.tables.unwatch(watched.number)
        if watched.subscription is not None:
            self._spawn(watched.subscription.close())

    # ------------------------------------------------------------ messages and new rows

    def _heard(self, watched: WatchedTable, payload: bytes) -> None:
        if payload.startswith(HAND):
            self._cut(watched, payload)
        elif payload == CHAT:
            self._tell_players(watched)
        elif payload == REMATCH:
            self._tell(watched, lambda writer, feed, viewer: writer.rematch(feed, viewer))
        elif payload == ARRIVED:
            self._tell(watched, lambda writer, feed, viewer: writer.arrived(feed, viewer))
        elif payload.isdigit():
            self._want(watched, int(payload))

    def _tell_players(self, watched: WatchedTable) -> None:
        self._tell(watched, lambda writer, feed, viewer: writer.chat(feed, viewer))

    def _tell(self, watched: WatchedTable, tell: Callable[[TableWriter, Feed, int | None], None]) -> None:
        """Send something to each feed. One that fails is closed, and nothing else: its readers reconnect."""
        for (viewer, writer), feed in list(watched.feeds.items()):
            if feed.expected == 0:
                del watched.feeds[viewer, writer]
                continue
            try:
                tell(writer, feed, viewer)
            except Exception as error:
                self._close_feed(watched, viewer, writer)
                self.drawing_errors.broke(watched.table, (watched.number, viewer, writer), error)

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
                    watched.wanted = 0  # a message named a row that does not exist
            watched.failures = 0
        except Unavailable:
            log.warning("readers wait for the database", extra=at(watched.number, watched.table.seq))
        except (NotFound, NotLoadable):
            self._drop(watched)  # its readers are told why when they reconnect
        except ServiceError as error:
            log.warning("readers wait: %s", error, extra=at(watched.number, watched.table.seq))
        except Exception:
            # The next poll tries again, so a log line each time would be one every few seconds.
            watched.failures += 1
            METRICS.task_failed("catch up")
            if watched.failures.bit_count() == 1:  # the first, second, fourth, eighth …
                log.exception("new rows cannot be read", extra=at(watched.number, watched.table.seq))
        finally:
            watched.busy = False

    async def _follow(self, watched: WatchedTable) -> None:
        """Send new rows to each viewer."""
        opened = await self.tables.opened(watched.number)
        if opened.table.seq < watched.wanted or watched.wanted == 0:
            await self.tables.catch_up(opened)
        whole = await self._whole(watched, opened.table)
        steps = await self._steps(watched, opened)  # no await between this and the sending
        if steps is None or steps:
            table = watched.table
            self._tell(watched, lambda writer, feed, viewer: writer.tell(feed, table, viewer, steps, whole))

    async def _steps(self, watched: WatchedTable, opened: OpenTable) -> list[Step] | None:
        """The new rows with their events; None if there are too many to send."""
        now, after = opened.table, watched.table.seq
        if now.seq <= after:
            return []
        steps = opened.steps_since(after)
        if steps is not None:
            opened.steps.clear()  # each of them holds a position, and nobody else needs them
        elif now.seq - after <= MOST_SINCE:
            steps = await self.tables.history(watched.number, after, now.seq)
            after = watched.table.seq  # another task may have sent some of them meanwhile
            if now.seq <= after:
                return []
            steps = [step for step in steps if step.row.seq > after]
        watched.table = now
        return steps

    def _ended(self, _: str, payload: bytes) -> None:
        """A person's session or token has ended: close the person's streams. Clients with another one reconnect."""
        for watched in self.watched.values():
            self._cut(watched, HAND + payload)
        feed = self.person_feeds.feeds.get(ids.number(payload.decode(errors="replace")) or 0)
        if feed is not None:
            feed.close()

    def _forget(self, _: str, payload: bytes) -> None:
        watched = self.watched.get(ids.number(payload.decode(errors="replace")) or 0)
        if watched is not None:
            self._drop(watched)  # its readers reconnect by themselves

    def _drop(self, watched: WatchedTable) -> None:
        if self.watched.get(watched.number) is watched:
            self._unwatch(watched)
        for feed in watched.feeds.values():
            feed.close()

    # ------------------------------------------------------------ periodic tasks

    async def _beat(self) -> None:
        for watched in list(self.watched.values()):
            self._tell(watched, lambda _, feed, __: feed.beat())
        for waiting in self.waiting.values():
            waiting.feed.beat()
        self.person_feeds.beat()

    async def look_at_all(self) -> None:
        """Poll the database for new rows of watched tables, for games that have started, and for deleted tables."""
        await self.person_feeds.look_again()
        if self.waiting:
            asked = list(self.waiting)
            for number in set(asked) - await self.tables.store.unstarted(asked):
                if number in self.waiting:
                    self.waiting[number].tell(last=True)
        if not self.watched:
            return
        asked = list(self.watched)
        rows = await self.tables.store.last_rows(asked)
        for number in asked:
            watched = self.watched.get(number)
            if watched is None:
                continue
            if number in rows:
                self._want(watched, rows[number])
            else:
                self.tables.forget(number)
                self._drop(watched)

    def _spawn(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(job)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


def provide_hub(request: Request[Any, Any, Any]) -> Hub:
    """The streams of the application that this request belongs to."""
    hub: Hub = request.scope["state"]["hub"]
    return hub


StreamHub: TypeAlias = NamedDependency[Hub]
"""The hub of this process, as routes get it."""
