"""Started tables of this process: opened from snapshot and log, cached in memory, changed gesture by gesture."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, TypeAlias

from trainshed.kernel.nature import Committed, Nature
from trainshed.kernel.record import UNFINISHED
from trainshed.kernel.translation import marked
from trainshed.service.accounts.hours import Calendar
from trainshed.service.accounts.people import People
from trainshed.service.base import ids
from trainshed.service.base.bus import Bus
from trainshed.service.base.errors import NotFound, NotLoadable, ServiceError, Unavailable
from trainshed.service.base.logs import at
from trainshed.service.packs.pack_store import PackStore
from trainshed.service.tables.draft import Draft
from trainshed.service.tables.log_rows import LogAppend, LogRow
from trainshed.service.tables.subjects import BOT_WORK, WorkNotice, person_subject, table_subject
from trainshed.service.tables.table_state import (
    UNUSABLE,
    OtherRules,
    OutOfReach,
    Step,
    TableConfig,
    TableState,
    deep_undo,
    folded,
    rules_missing,
)
from trainshed.service.tables.table_store import LAST_ROW, TableRecord, TableStore
from trainshed.service.tables.writer import Writer

MOST_OPEN: Final = 5_000
MOST_STEPS: Final = 128
"""Steps of a watched table that are kept until its readers are sent them; then older ones are folded again."""

OVER: Final = "over"
"""The status of a table whose game has ended."""

NO_TABLE: Final = marked("There is no such table, or its game has not begun.")
"""Also said of a private table to strangers, so that they cannot tell whether it exists."""

UNREADABLE: Final = marked("The stored moves of this game cannot be read. Whoever runs this server can find out why.")

log = logging.getLogger(__name__)

NatureOf: TypeAlias = Callable[[TableConfig, bytes], Nature]


def system_now() -> int:
    """Server time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def committed(config: TableConfig, secret: bytes) -> Nature:
    """A nature whose draws are decided by this table's secret."""
    return Committed(secret, ids.written(config.id))


class OpenTable:
    """A table in memory, as far as this process has read its log."""

    __slots__ = ("lock", "secret", "steps", "table")

    def __init__(self, table: TableState, secret: bytes) -> None:
        self.table = table
        """Never changed in place: a later state takes its place. So whoever has it may keep it."""
        self.secret = secret
        self.steps: deque[Step] = deque(maxlen=MOST_STEPS)
        """The last steps up to `table`, without a gap, while the table is watched; folded with `listen`."""
        self.lock = asyncio.Lock()
        """Held while rows are appended; readers do not need it."""

    def advance(self, table: TableState, steps: Sequence[Step] = ()) -> None:
        """Replace the state by a later one. `steps` are all those between the two; without them none are kept."""
        if not steps:
            self.steps.clear()
        self.steps.extend(steps)
        self.table = table

    def steps_since(self, seq: int) -> list[Step] | None:
        """The steps after a row, if all of them are in memory."""
        missing = self.table.seq - seq
        if missing > len(self.steps):
            return None
        return list(self.steps)[len(self.steps) - missing :] if missing > 0 else []


class OpenTables:
    """Opens started tables, reads new rows of their logs, and commits drafts, by which all changes are made."""

    def __init__(
        self,
        store: TableStore,
        people: People,
        bus: Bus,
        now: Callable[[], int] = system_now,
        nature: NatureOf = committed,
    ) -> None:
        self.store = store
        self.packs = PackStore(store.database)
        self.people = people
        self.bus = bus
        self.now = now
        self.nature = nature
        self.writer = Writer(store)
        self.warm: OrderedDict[int, OpenTable] = OrderedDict()
        self.watched: Counter[int] = Counter()
        """Tables whose steps are kept for readers in this process. Not a part of `OpenTable`: that may be forgotten."""

    # ------------------------------------------------------------ reading

    async def opened(self, number: int) -> OpenTable:
        """A started table, from memory if possible: rows of other processes may be missing."""
        found = self.warm.get(number)
        if found is None:
            fresh = await self._open(number)
            found = self.warm.setdefault(number, fresh)
            if found.table.seq < fresh.table.seq:  # another task opened it meanwhile, but has read less
                found.advance(fresh.table)
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

    def watch(self, number: int) -> None:
        """Keep the steps of a table from now on, until `unwatch` is called as often as this."""
        self.watched[number] += 1

    def unwatch(self, number: int) -> None:
        """Drop the steps of a table, unless somebody else watches it."""
        self.watched[number] -= 1
        if self.watched[number] <= 0:
            del self.watched[number]
            if number in self.warm:
                self.warm[number].steps.clear()

    async def catch_up(self, opened: OpenTable) -> None:
        """Read the rows that this process has not seen."""
        rows = await self.store.rows(opened.table.config.id, opened.table.seq)
        table = opened.table
        fresh = [row for row in rows if row.seq > table.seq]  # another task may have read them meanwhile
        if not fresh:
            return
        table = table.copy()
        listen = table.config.id in self.watched
        steps = []
        try:
            with self._reading(table.config):
                for row in fresh:
                    step = table.fold(row, listen)
                    if listen:
                        steps.append(step)
        except OutOfReach:
            table = (await self._open(table.config.id)).table
            if table.seq > opened.table.seq:
                opened.advance(table)
            return
        opened.advance(table, steps)
        await self._end_refused(table)

    async def _open(self, number: int) -> OpenTable:
        config, record = await self._configured(number)
        with self._reading(config):
            table = _restored(config, record)
        rows = await self.store.rows(number, table.seq)
        try:
            with self._reading(config):
                for row in rows:
                    table.fold(row)
        except OutOfReach:
            rows = await self.store.rows(number, 0)
            with self._reading(config):
                table = folded(config, rows)
        assert record.secret is not None
        if table.refused and record.status == OVER:
            table.stored_outcome = record.outcome
        else:
            await self._end_refused(table)
        return OpenTable(table, record.secret)

    async def _end_refused(self, table: TableState) -> None:
        """Store that a game has ended because the rules of this release refuse a row of its log."""
        if not table.refused or table.stored_outcome is not None:
            return
        with suppress(Unavailable):  # whoever opens the table next will store it
            if await self.store.end(table.config.id, table.outcome or {}):
                log.warning("the rules refuse a row: the game has ended", extra=at(table.config.id, table.refused))
                self.call(table)

    async def _configured(self, number: int, before: int = LAST_ROW) -> tuple[TableConfig, TableRecord]:
        """The configuration of a started table, and its record with the last snapshot up to a row."""
        record = await self.store.record(number, before)
        if record is None or record.started is None:
            raise NotFound(NO_TABLE)
        config = record.config()
        await self.packs.load([(record.title, record.pack)])
        missing = rules_missing(record.title, record.edition, record.pack)
        if missing is not None:
            if missing.text == UNUSABLE and record.status != OVER:
                await self._end_unusable(config)
            raise _known_to_players(missing, config)
        return config, record

    async def _end_unusable(self, config: TableConfig) -> None:
        """Store that a game has ended because the rules of this release cannot use its content."""
        ranks = [1] * len(config.players)
        outcome = {"result": UNFINISHED, "scores": [], "standings": ranks, "finished": False, "refused": 1}
        with suppress(Unavailable):  # whoever opens the table next will store it
            await self.store.end(config.id, outcome)

    @contextmanager
    def _reading(self, config: TableConfig) -> Iterator[None]:
        """Around the reading of what is stored of a table: every error there means that the table cannot be opened."""
        try:
            yield
        except (OutOfReach, ServiceError):
            raise
        except Exception as error:
            log.exception("the log of a table cannot be folded", extra=self.where(config.id))
            self.forget(config.id)
            raise _known_to_players(NotLoadable(UNREADABLE), config) from error

    async def history(self, number: int, after: int, until: int) -> list[Step]:
        """Rows with the positions around them, folded from the last snapshot before them."""
        return (await self.around(number, after, after, until))[1]

    async def around(self, number: int, seq: int, after: int, until: int) -> tuple[TableState, list[Step]]:
        """The table as it was at a row, and rows around it, the first after `after`, which is no later than the row."""
        config, record = await self._configured(number, after)
        with self._reading(config):
            table = _restored(config, record)
        rows = await self.store.rows(number, table.seq, until)
        try:
            with self._reading(config):
                found = _walk(table, rows, seq, after)
        except OutOfReach:
            rows = await self.store.rows(number, 0, until)
            with self._reading(config):
                found = _walk(TableState(config), rows, seq, after, whole=True)
        return found

    # ------------------------------------------------------------ writing

    async def draft(self, opened: OpenTable, mark: int | None = None) -> Draft:
        """A draft on the table as this process knows it."""
        return Draft(opened.table, self.now(), await self.calendar(opened.table), mark)

    async def calendar(self, table: TableState) -> Calendar:
        """When the time of the player to move counts."""
        seat = table.running
        if seat < 0 or table.config.pace.kind != "days":
            return Calendar()
        person = table.holders[seat].person
        return Calendar() if person is None else await self.people.calendar(person)

    async def deadline(self, table: TableState) -> int | None:
        """When the flag falls, if nothing happens before."""
        return table.clock.deadline(table.config.pace, await self.calendar(table))

    async def commit(self, opened: OpenTable, draft: Draft) -> bool:
        """Store a draft; False if the table has moved on. The commit is the acknowledgement.

        Raises NotFound if the table has been deleted.
        """
        if opened.table.seq != draft.before.seq:
            return False
        table = draft.table
        gesture = LogAppend(table.config.id, draft.rows, bots=draft.bots)
        if table.due(draft.before) or draft.deep:
            gesture.snapshot = table.snapshot()
        calendar = draft.calendar
        turned = gesture.snapshot is not None or table.clock.paused != draft.before.clock.paused
        # After the deadline the flag may have failed: writing the turn lets a sweeper try again.
        if turned or draft.late:
            calendar = await self.calendar(table)
            gesture.turn = table.turn(table.clock.deadline(table.config.pace, calendar))
        if not await self.writer.append(gesture):
            await self.catch_up(opened)
            if opened.table.seq == draft.before.seq:  # nobody was first: the table has been deleted
                self.forget(table.config.id)
                raise NotFound(NO_TABLE)
            return False
        if table.seq > opened.table.seq:
            opened.advance(table, draft.steps if table.config.id in self.watched else ())
        self.publish(table)
        if log.isEnabledFor(logging.DEBUG):
            first = gesture.rows[0]
            log.debug("move", extra=at(table.config.id, first.seq, seat=first.seat, rows=len(gesture.rows)))
        if gesture.turn is not None:
            self.call(table)
        if table.clock.runs(table.config.pace):
            await self._look_again(table, calendar)
        return True

    async def _look_again(self, table: TableState, calendar: Calendar) -> None:
        """If the player's hours changed while the turn was written, let a sweeper correct the deadline."""
        with suppress(Unavailable):  # the draft is committed, even if this fails
            if await self.calendar(table) != calendar:
                await self.store.make_due(table.config.id, self.now())

    def publish(self, table: TableState) -> None:
        """Publish the newest row to watchers, and the table to workers if they have work. Messages may be lost."""
        number = table.config.id
        self.bus.publish(table_subject(number), str(table.seq).encode())
        if table.work:
            self.bus.publish(BOT_WORK, work_notice(table).encode())

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
                self.bus.publish(person_subject(person), ids.written(number).encode())


def work_notice(table: TableState) -> WorkNotice:
    """The work at a table, for a worker."""
    return WorkNotice(table.config.id, table.config.share, table.attended)


def _restored(config: TableConfig, record: TableRecord) -> TableState:
    """The table at the snapshot of its record, or at its beginning."""
    if record.snapshot is not None:
        try:
            table = TableState.restored(config, record.snapshot)
        except OtherRules:
            pass
        except Exception:  # a snapshot is only a cache
            log.warning("a snapshot cannot be read: the whole log is folded", extra=at(config.id), exc_info=True)
        else:
            if table.clock.rules == config.clock_rules:
                return table
            # Written during an upgrade by a process that knows only older clock rules.
    return TableState(config)


def _known_to_players(error: NotLoadable, config: TableConfig) -> NotLoadable:
    """The error, for the eyes of those who may know of the table."""
    if config.visibility != "public":
        error.known_to = {config.host, *(player.person for player in config.players if player.person is not None)}
    return error


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
