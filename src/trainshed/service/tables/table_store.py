"""Started tables of this process: opened from snapshot and log, cached in memory, changed gesture by gesture."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final, TypeAlias

import msgspec

from trainshed.kernel.nature import Committed, Nature
from trainshed.kernel.translation import marked
from trainshed.service.accounts.people import People
from trainshed.service.base import ids
from trainshed.service.base.bus import Bus
from trainshed.service.base.database import Database
from trainshed.service.base.errors import NotFound, NotNow, Unavailable
from trainshed.service.base.logs import at
from trainshed.service.tables.draft import Draft
from trainshed.service.tables.table_state import (
    BranchPoint,
    Holder,
    OutOfReach,
    Step,
    TableConfig,
    TableState,
    deep_undo,
    folded,
)
from trainshed.service.tables.writer import LogAppend, LogRow, Writer
from trainshed.wire import Hours, Pace

MOST_OPEN: Final = 5_000
MOST_RECENT: Final = 128
PAGE: Final = 2_000
"""Rows that are read at once."""

BOT_WORK: Final = "work"
"""Bus subject: ids of tables that have work for a worker."""

HAND: Final = b"hand "
"""Begins the message that a person switched to another of their seats, and is followed by the person's id."""

STARTED: Final = b"started"
"""Message that the game has started."""

NO_TABLE: Final = marked("There is no such table, or its game has not begun.")
"""Also said of a private table to strangers, so that they cannot tell whether it exists."""

CHAT: Final = b"chat"
"""Message that there is something new in the chat."""

FORGET: Final = "forget"
"""Bus subject: ids of tables that every process must read anew, because a name was taken out of their logs."""

ENDED: Final = "ended"
"""Bus subject: ids of people who lost a session or token."""

log = logging.getLogger(__name__)

NatureOf: TypeAlias = Callable[[TableConfig, bytes], Nature]


def system_now() -> int:
    """Server time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def committed(config: TableConfig, secret: bytes) -> Nature:
    """A nature whose draws are decided by this table's secret."""
    return Committed(secret, ids.written(config.id))


def subject(table: int) -> str:
    """Bus subject for messages about a table."""
    return f"table.{ids.written(table)}"


def calls(person: int) -> str:
    """Bus subject for ids of tables that need a person's attention: started, the person's turn, over."""
    return f"person.{ids.written(person)}"


class OpenTable:
    """A table in memory, as far as this process has read its log."""

    __slots__ = ("lock", "recent", "secret", "table")

    def __init__(self, table: TableState, secret: bytes) -> None:
        self.table = table
        self.secret = secret
        self.recent: deque[LogRow] = deque(maxlen=MOST_RECENT)
        self.lock = asyncio.Lock()
        """Held while rows are appended; readers do not need it."""

    def since(self, seq: int) -> list[LogRow] | None:
        """The rows after a row, if all of them are still in memory."""
        missing = self.table.seq - seq
        if missing > len(self.recent):
            return None
        return list(self.recent)[len(self.recent) - missing :] if missing > 0 else []


class TableStore:
    """Opens started tables, reads new rows of their logs, and commits drafts, by which all changes are made."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        now: Callable[[], int] = system_now,
        nature: NatureOf = committed,
    ) -> None:
        self.database = database
        self.bus = bus
        self.now = now
        self.nature = nature
        self.people = People(database, now)
        self.people.ended = lambda person: bus.publish(ENDED, ids.written(person).encode())
        self.writer = Writer(database)
        self.warm: OrderedDict[int, OpenTable] = OrderedDict()

    # ------------------------------------------------------------ reading

    async def opened(self, number: int) -> OpenTable:
        """A started table, from memory if possible: rows of other processes may be missing."""
        found = self.warm.get(number)
        if found is None:
            fresh = await self._open(number)
            found = self.warm.setdefault(number, fresh)
            if found.table.seq < fresh.table.seq:  # another task opened it meanwhile, but has read less
                found.table = fresh.table
                found.recent.clear()
            if len(self.warm) > MOST_OPEN:
                self._forget()
        self.warm.move_to_end(number)
        return found

    async def current(self, number: int) -> OpenTable:
        """A started table with every row that was committed before this call."""
        known = number in self.warm
        found = await self.opened(number)
        if known:
            await self.catch_up(found)
        return found

    def where(self, number: int) -> dict[str, Any]:
        """A table and the last row that this process knows of it, for `extra` of a log line."""
        found = self.warm.get(number)
        return at(number, None if found is None else found.table.seq)

    def _forget(self) -> None:
        for number, opened in self.warm.items():
            if not opened.lock.locked():
                del self.warm[number]
                return

    def forget(self, number: int) -> None:
        """Remove a table from memory, so that it is read anew when it is next needed."""
        self.warm.pop(number, None)

    async def catch_up(self, opened: OpenTable) -> None:
        """Read the rows that this process has not seen."""
        rows = await self.rows(opened.table.config.id, opened.table.seq)
        table = opened.table
        fresh = [row for row in rows if row.seq > table.seq]  # another task may have read them meanwhile
        if not fresh:
            return
        table = table.copy()
        try:
            for row in fresh:
                table.fold(row)
        except OutOfReach:
            table = (await self._open(table.config.id)).table
            if table.seq > opened.table.seq:
                opened.recent.clear()  # it may lack rows that were added meanwhile
                opened.table = table
            return
        opened.recent.extend(fresh)
        opened.table = table

    async def rows(self, number: int, after: int, until: int | None = None) -> list[LogRow]:
        """Rows of a log after one row, up to another one or the end."""
        found: list[LogRow] = []
        while True:
            page = await self.database.fetch(
                "SELECT seq, seat, said, at, free, spent, who, mark FROM rows"
                " WHERE table_id = %s AND seq > %s AND seq <= %s ORDER BY seq LIMIT %s",
                (number, found[-1].seq if found else after, 2**31 - 1 if until is None else until, PAGE),
            )
            found += [LogRow(*row) for row in page]
            if len(page) < PAGE:
                return found

    async def _open(self, number: int) -> OpenTable:
        config, secret, body = await self._charter(number, 2**31 - 1)
        table = TableState(config) if body is None else TableState.restored(config, body)
        try:
            for row in await self.rows(number, table.seq):
                table.fold(row)
        except OutOfReach:
            table = folded(config, await self.rows(number, 0))
        return OpenTable(table, secret)

    async def _charter(self, number: int, before: int) -> tuple[TableConfig, bytes, bytes | None]:
        """The table's configuration, its secret, and the last snapshot up to a row."""
        found = await self.database.fetch(
            "SELECT title, edition, pack, options, pace, visibility, language, host, created, started, players, odds,"
            " origin, origin_seq, origin_position, secret,"
            " (SELECT body FROM snapshots s WHERE s.table_id = t.id AND s.seq <= %s ORDER BY slot DESC LIMIT 1)"
            " FROM tables t WHERE id = %s",
            (before, number),
        )
        if not found:
            raise NotFound(NO_TABLE)
        *facts, pace, visibility, language, host, created, started, players, odds, origin, at, begins, secret, body = (
            found[0]
        )
        if started is None:
            raise NotFound(NO_TABLE)
        title, edition, pack, options = facts
        config = TableConfig(
            number,
            title,
            edition,
            pack,
            options,
            msgspec.convert(pace, Pace),
            visibility,
            language,
            host,
            created,
            started,
            msgspec.convert(players, tuple[Holder, ...]),
            odds,
            None if origin is None else BranchPoint(origin, at, bytes(begins)),
        )
        if config.game.pack.digest != pack:
            raise NotNow("The table was made with other printed content than this server has.")
        return config, bytes(secret), None if body is None else bytes(body)

    async def history(self, number: int, after: int, until: int) -> list[Step]:
        """Rows with the positions around them, folded from the last snapshot before them."""
        return (await self.around(number, after, after, until))[1]

    async def around(self, number: int, seq: int, after: int, until: int) -> tuple[TableState, list[Step]]:
        """The table as it was at a row, and rows around it, the first after `after`, which is no later than the row."""
        config, _, body = await self._charter(number, after)
        table = TableState(config) if body is None else TableState.restored(config, body)
        rows = await self.rows(number, table.seq, until)
        try:
            return _walk(table, rows, seq, after)
        except OutOfReach:
            return _walk(TableState(config), await self.rows(number, 0, until), seq, after, whole=True)

    # ------------------------------------------------------------ writing

    async def draft(self, opened: OpenTable, mark: int | None = None) -> Draft:
        """A draft on the table as this process knows it."""
        return Draft(opened.table, self.now(), await self.hours(opened.table), mark)

    async def hours(self, table: TableState) -> Hours:
        """The hours in which the time of the player to move counts."""
        seat = table.running
        if seat < 0 or table.config.pace.kind != "days":
            return Hours()
        person = table.holders[seat].person
        return Hours() if person is None else await self.people.hours(person)

    async def deadline(self, table: TableState) -> int | None:
        """When the flag falls, if nothing happens before."""
        return table.clock.deadline(table.config.pace, await self.hours(table))

    async def commit(self, opened: OpenTable, draft: Draft) -> bool:
        """Store a draft; False if the table has moved on. The commit is the acknowledgement."""
        if opened.table.seq != draft.before.seq:
            return False
        table = draft.table
        gesture = LogAppend(table.config.id, draft.rows, bots=draft.bots)
        if table.due(draft.before) or draft.deep:
            gesture.snapshot = table.snapshot()
        hours = draft.hours
        if gesture.snapshot is not None or table.clock.paused != draft.before.clock.paused:
            hours = await self.hours(table)
            gesture.turn = table.turn(table.clock.deadline(table.config.pace, hours))
        if not await self.writer.append(gesture):
            await self.catch_up(opened)
            return False
        if table.seq > opened.table.seq:
            opened.table = table
            opened.recent.extend(gesture.rows)
        self.publish(table)
        if log.isEnabledFor(logging.DEBUG):
            first = gesture.rows[0]
            log.debug("move", extra=at(table.config.id, first.seq, seat=first.seat, rows=len(gesture.rows)))
        if gesture.turn is not None:
            self.call(table)
        if table.clock.runs(table.config.pace):
            await self._look_again(table, hours)
        return True

    async def _look_again(self, table: TableState, hours: Hours) -> None:
        """If the player's hours changed while the turn was written, let a sweeper correct the deadline."""
        with suppress(Unavailable):  # the draft is committed, even if this fails
            if await self.hours(table) != hours:
                await self.database.write(
                    "UPDATE tables SET deadline = %s WHERE id = %s AND deadline IS NOT NULL",
                    (self.now(), table.config.id),
                )

    def publish(self, table: TableState) -> None:
        """Publish the newest row to watchers, and the table to workers if they have work. Messages may be lost."""
        number = table.config.id
        self.bus.publish(subject(number), str(table.seq).encode())
        if table.work:
            self.bus.publish(BOT_WORK, ids.written(number).encode())

    def call(self, table: TableState) -> None:
        """Notify the person whose turn it is, or all players if the game is over. Messages may be lost."""
        if table.over:
            people = {holder.person for holder in table.holders}
        else:
            people = {table.holders[table.running].person} if table.running >= 0 else set()
        self.call_all(table.config.id, people)

    def call_all(self, number: int, people: Iterable[int | None]) -> None:
        """Notify people that a table of theirs needs attention."""
        for person in people:
            if person is not None:
                self.bus.publish(calls(person), ids.written(number).encode())


def _walk(
    table: TableState, rows: list[LogRow], seq: int, after: int, whole: bool = False
) -> tuple[TableState, list[Step]]:
    steps: list[Step] = []
    then = table.copy()
    for index, row in enumerate(rows):
        listen = row.seq > after
        try:
            step = table.fold(row, listen)
        except OutOfReach:
            if not whole:
                raise
            step = deep_undo(table, rows[: index + 1])
        if listen:
            steps.append(step)
        if row.seq == seq:
            then = table.copy()
    return then, steps


def json(value: Any) -> str:
    """A value as JSON text, for a column or a request."""
    return msgspec.json.encode(value).decode()
