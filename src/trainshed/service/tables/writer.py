"""Appends gestures to the log: those that arrive together go to the database together, and each wins or loses alone.

A gesture wins if its first row is the first with its `(table, seq)`; the other rows of the gesture are inserted in the
same transaction, so they cannot conflict. Snapshot, turn and seats are written only with a gesture that won.
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from time import perf_counter
from typing import Any, Final

import msgspec

from trainshed.service.base.database import Database
from trainshed.service.base.errors import Unavailable
from trainshed.service.base.metrics import METRICS

MOST: Final = 64
"""Most gestures that are written with one statement."""


class LogRow(msgspec.Struct, frozen=True):
    """One row of a table's log, as it is stored."""

    seq: int
    seat: int
    said: str
    """A word, or `/kind text` as in a record."""
    at: int
    free: bool = False
    """The row can be taken back without the consent of others."""
    spent: int | None = None
    """The time that was charged to the seat whose clock was running."""
    who: int | None = None
    """The person who sits down with this row."""
    mark: int | None = None
    """Idempotency key chosen by the sender, so that a gesture sent twice is stored once."""


class TableStatus(msgspec.Struct, frozen=True):
    """Columns that are queried without reading the log: whose turn it is, until when, whether bots have work."""

    turn: int | None
    work: bool
    deadline: int | None
    touched: int
    status: str
    outcome: dict[str, Any] | None = None


class LogAppend(msgspec.Struct):
    """Rows that are written all or none, and what follows from them."""

    table: int
    rows: list[LogRow]
    turn: TableStatus | None = None
    snapshot: tuple[int, int, bytes] | None = None
    """Slot, seq and body."""
    bots: dict[int, str] = {}
    """Seats that changed hands: the name of the bot that plays now, or "" for the player."""


class Writer:
    """Writes rows to the log; nothing else does."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.lanes = max(1, database.connections // 2)
        self.busy = 0
        self.waiting: list[tuple[LogAppend, asyncio.Future[bool]]] = []
        self.tasks: set[asyncio.Task[None]] = set()

    async def append(self, gesture: LogAppend) -> bool:
        """True once the rows are committed; False if another gesture was first."""
        begin = perf_counter()
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.waiting.append((gesture, done))
        if self.busy < self.lanes:
            self.busy += 1
            task = asyncio.create_task(self._drive())
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        won = await done
        METRICS.appends.observe(perf_counter() - begin)
        if won:
            METRICS.won += 1
            METRICS.rows += len(gesture.rows)
        else:
            METRICS.lost += 1
        return won

    async def _drive(self) -> None:
        """Write batches as long as gestures wait; up to `lanes` of these tasks run at once."""
        try:
            while self.waiting:
                await self._settle(self._batch())
        finally:
            self.busy -= 1

    def _batch(self) -> list[tuple[LogAppend, asyncio.Future[bool]]]:
        """Gestures that wait, one of each table: in one statement two of a table could not win or lose alone."""
        chosen: dict[int, tuple[LogAppend, asyncio.Future[bool]]] = {}
        later: list[tuple[LogAppend, asyncio.Future[bool]]] = []
        for item in self.waiting:
            if item[0].table in chosen or len(chosen) == MOST:
                later.append(item)
            else:
                chosen[item[0].table] = item
        self.waiting = later
        return list(chosen.values())

    async def _settle(self, batch: list[tuple[LogAppend, asyncio.Future[bool]]]) -> None:
        METRICS.batches.observe(len(batch))
        try:
            won = await self._write([gesture for gesture, _ in batch])
        except Exception as error:
            if len(batch) > 1 and not isinstance(error, Unavailable):
                for single in batch:  # one of them cannot be written, and must not take the others with it
                    await self._settle([single])
                return
            for _, done in batch:
                if not done.done():
                    done.set_exception(error)
            return
        for gesture, done in batch:
            if not done.done():
                done.set_result(gesture.table in won)

    async def _write(self, gestures: list[LogAppend]) -> set[int]:
        # All processes write tables in the same order, so that there is no deadlock.
        gestures.sort(key=lambda gesture: gesture.table)
        full = any(g.turn is not None or g.snapshot is not None or g.bots for g in gestures)
        text = _encode(gestures).decode()
        found = await self.database.write(APPEND_ALL if full else APPEND_ROWS, {"given": text})
        return {table for (table,) in found}


def _encode(gestures: list[LogAppend]) -> bytes:
    given: dict[str, list[dict[str, Any]]] = {"first": [], "rest": [], "turns": [], "snapshots": [], "seats": []}
    for gesture in gestures:
        table = gesture.table
        for index, row in enumerate(gesture.rows):
            given["rest" if index else "first"].append({"table_id": table, **msgspec.structs.asdict(row)})
        if gesture.turn is not None:
            given["turns"].append({"table_id": table, **msgspec.structs.asdict(gesture.turn)})
        if gesture.snapshot is not None:
            slot, seq, body = gesture.snapshot
            given["snapshots"].append({"table_id": table, "slot": slot, "seq": seq, "body": b64encode(body).decode()})
        for seat, bot in gesture.bots.items():
            given["seats"].append({"table_id": table, "seat": seat, "bot": bot})
    return msgspec.json.encode(given)


COLUMNS: Final = "table_id, seq, seat, free, at, spent, who, mark, said"
TYPED: Final = (
    "x(table_id bigint, seq int, seat smallint, free boolean, at bigint, spent bigint, who bigint, mark bigint,"
    " said text)"
)

_ROWS: Final = f"""
WITH won AS (
    INSERT INTO rows ({COLUMNS})
    SELECT {COLUMNS} FROM json_to_recordset(%(given)s::json -> 'first') AS {TYPED}
    ON CONFLICT DO NOTHING RETURNING table_id
), rest AS (
    INSERT INTO rows ({COLUMNS})
    SELECT {COLUMNS} FROM json_to_recordset(%(given)s::json -> 'rest') AS {TYPED} JOIN won USING (table_id)
)"""

APPEND_ROWS: Final = f"{_ROWS} SELECT table_id FROM won"

APPEND_ALL: Final = f"""{_ROWS}, kept AS (
    INSERT INTO snapshots (table_id, slot, seq, body)
    SELECT table_id, slot, seq, decode(body, 'base64')
    FROM json_to_recordset(%(given)s::json -> 'snapshots') AS x(table_id bigint, slot int, seq int, body text)
    JOIN won USING (table_id)
    ON CONFLICT (table_id, slot) DO UPDATE SET seq = excluded.seq, body = excluded.body
    WHERE snapshots.seq < excluded.seq
), turned AS (
    UPDATE tables SET turn = x.turn, work = x.work, deadline = x.deadline, touched = x.touched, status = x.status,
        outcome = x.outcome
    FROM json_to_recordset(%(given)s::json -> 'turns') AS x(table_id bigint, turn smallint, work boolean,
        deadline bigint, touched bigint, status text, outcome jsonb) JOIN won USING (table_id)
    WHERE tables.id = x.table_id
), sat AS (
    UPDATE seats SET bot = x.bot
    FROM json_to_recordset(%(given)s::json -> 'seats') AS x(table_id bigint, seat smallint, bot text)
    JOIN won USING (table_id)
    WHERE seats.table_id = x.table_id AND seats.seat = x.seat
) SELECT table_id FROM won"""
