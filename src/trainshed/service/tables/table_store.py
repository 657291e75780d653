"""SQL of the tables and their logs: configuration, rows, snapshots, status, clocks, work for bots, failures.

What is about who sits where, and lists of tables, is in `seat_store`. No other module has SQL of `tables`, `seats`,
`rows` or `snapshots`. Methods that are given a connection run in the transaction of their caller.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from typing import Any, Final, Literal, LiteralString, TypeAlias

import msgspec
import psycopg
from psycopg.rows import args_row, class_row

from trainshed.bots.characters import seat_name
from trainshed.service.accounts.people import Person
from trainshed.service.base.database import Connection, Database, json_text
from trainshed.service.base.fair_queue import FairShare
from trainshed.service.tables.clock import TURN_OF_RULES
from trainshed.service.tables.log_rows import LogAppend, LogRow
from trainshed.service.tables.seat_store import SeatStore
from trainshed.service.tables.subjects import WorkNotice
from trainshed.service.tables.table_state import BranchPoint, Holder, TableConfig, attended
from trainshed.wire import Pace

PAGE: Final = 2_000
"""Rows that are read at once."""

LAST_ROW: Final = 2**31 - 1
"""No log has a later row."""

QUARANTINE: Final = 2**63 - 1
"""`retry_at` of a table in quarantine: no worker tries it again by itself."""


class TableRecord(msgspec.Struct, frozen=True):
    """A table as the database has it: configuration, secret and status, and a snapshot if one was asked for."""

    id: int
    title: str
    edition: int
    pack: str
    options: dict[str, str]
    pace: dict[str, Any]
    visibility: str
    language: str
    host: int
    created: int
    started: int | None
    players: list[dict[str, Any]] | None
    odds: bool
    origin: int | None
    origin_seq: int | None
    origin_position: bytes | None
    clock_rules: int
    revision: int
    network: int
    secret: bytes | None
    status: str
    turn: int | None
    work: bool
    outcome: dict[str, Any] | None = None
    snapshot: bytes | None = None

    def config(self) -> TableConfig:
        """The configuration of a table that has started."""
        assert self.started is not None
        origin = None
        if self.origin is not None:
            assert self.origin_seq is not None
            assert self.origin_position is not None
            origin = BranchPoint(self.origin, self.origin_seq, self.origin_position)
        return TableConfig(
            id=self.id,
            title=self.title,
            edition=self.edition,
            pack=self.pack,
            options=self.options,
            pace=msgspec.convert(self.pace, Pace),
            visibility=self.visibility,
            language=self.language,
            host=self.host,
            created=self.created,
            started=self.started,
            players=tuple(named(self.id, msgspec.convert(self.players, list[Holder]))),
            odds=self.odds,
            origin=origin,
            clock_rules=self.clock_rules,
            revision=self.revision,
            network=self.network,
        )


def named(table: int, players: list[Holder]) -> list[Holder]:
    """Players whose bots have the names of their characters, also where the game began before there were any."""
    return [
        msgspec.structs.replace(holder, name=seat_name(holder.bot, table, seat, holder.name))
        if holder.bot and holder.person is None
        else holder
        for seat, holder in enumerate(players)
    ]


RECORD: Final[LiteralString] = (
    "id, title, edition, pack, options, pace, visibility, language, host, created, started, players, odds, origin,"
    " origin_seq, origin_position, clock_rules, revision, network, secret, status, turn, work, outcome"
)
"""Columns of a `TableRecord`."""

ROW: Final[LiteralString] = "seq, seat, said, at, free, spent, who, mark"
"""Columns of a `LogRow`, in the order of its fields."""


OldTables: TypeAlias = Literal["unstarted", "branches", "games"]
UNSTARTED: Final = "unstarted"
BRANCHES: Final = "branches"
GAMES: Final = "games"

OLD: Final[dict[OldTables, LiteralString]] = {
    UNSTARTED: "status = 'open'",
    BRANCHES: "status <> 'open' AND origin IS NOT NULL AND NOT kept",
    GAMES: "status <> 'open' AND origin IS NULL AND NOT kept",
}
"""SQL conditions of the tables that may be deleted when they are old; each has an index."""


class NewTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table to be inserted; one that is started at once also has what `start` would set."""

    id: int
    title: str
    edition: int
    pack: str
    options: dict[str, str]
    pace: Pace
    visibility: str
    language: str
    odds: bool
    host: int
    invite: str
    status: str
    created: int
    started: int | None = None
    secret: bytes | None = None
    players: list[Holder] | None = None
    work: bool = False
    origin: BranchPoint | None = None
    revision: int = 1
    network: int = 0
    """The group of networks that the table was made from (`network_group`)."""


class RetryPolicy(msgspec.Struct, frozen=True):
    """When a table is tried again after a failure: each time after twice as long, and after some attempts no more."""

    first: int
    """Milliseconds after the first failure."""
    longest: int
    attempts: int


class FailingTable(msgspec.Struct, frozen=True):
    """A table where a bot's turn or a flag failed; `retry_at` is QUARANTINE if it is not tried again."""

    id: int
    title: str
    failing_since: int
    attempts: int
    retry_at: int
    failure: str

    @property
    def quarantined(self) -> bool:
        return self.retry_at == QUARANTINE


CLEARED: Final[LiteralString] = "attempts = 0, failing_since = NULL, retry_at = NULL, failure = NULL"
"""Columns of a table that does not fail."""


class TableStore:
    """Reads and writes tables and their logs; `seats` reads and writes who sits at them."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.seats = SeatStore(database)

    # ------------------------------------------------------------ configuration and log

    async def record(self, number: int, before: int = LAST_ROW) -> TableRecord | None:
        """A table, with its last snapshot up to a row."""
        found = await self.database.fetch_as(
            TableRecord,
            f"SELECT {RECORD},"
            " (SELECT body FROM snapshots s WHERE s.table_id = t.id AND s.seq <= %s ORDER BY slot DESC LIMIT 1)"
            " AS snapshot FROM tables t WHERE id = %s",
            (before, number),
        )
        return found[0] if found else None

    async def rows(self, number: int, after: int, until: int = LAST_ROW) -> list[LogRow]:
        """Rows of a log after one row, up to another one or the end."""
        found: list[LogRow] = []
        while True:
            # By position: with `class_row`, reading 2,000 rows takes twice as long.
            page = await self.database.fetch_with(
                args_row(LogRow),
                f"SELECT {ROW} FROM rows WHERE table_id = %s AND seq > %s AND seq <= %s ORDER BY seq LIMIT %s",
                (number, found[-1].seq if found else after, until, PAGE),
            )
            found += page
            if len(page) < PAGE:
                return found

    async def last_rows(self, numbers: Iterable[int]) -> dict[int, int]:
        """The last row of each of these tables, 0 if it has none; tables that were deleted are left out."""
        found = await self.database.fetch(
            "SELECT id, (SELECT max(seq) FROM rows WHERE table_id = t.id) FROM tables t WHERE id = ANY(%s)",
            (list(numbers),),
        )
        return {number: seq or 0 for number, seq in found}

    async def append(self, given: list[LogAppend]) -> set[int]:
        """Append to several logs, at most once to each; the ids of the tables where nobody else was first."""
        # All processes write tables in the same order, so that there is no deadlock.
        given.sort(key=lambda gesture: gesture.table)
        full = any(g.turn is not None or g.snapshot is not None or g.bots for g in given)
        found = await self.database.write(APPEND_ALL if full else APPEND_ROWS, {"given": _encode(given).decode()})
        return {table for (table,) in found}

    # ------------------------------------------------------------ status

    async def insert(self, connection: Connection, new: NewTable) -> None:
        """Insert a table; its seats are inserted by `SeatStore.insert`."""
        origin = new.origin
        branched = (None, None, None) if origin is None else (origin.table, origin.seq, origin.position)
        players = None if new.players is None else json_text(new.players)
        await connection.execute(
            "INSERT INTO tables (id, title, edition, pack, options, pace, visibility, language, odds, host, invite,"
            " status, created, touched, started, secret, players, work, origin, origin_seq, origin_position, revision,"
            " network) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s,"
            " %s)",
            (
                *(new.id, new.title, new.edition, new.pack, json_text(new.options), json_text(new.pace)),
                *(new.visibility, new.language, new.odds, new.host, new.invite, new.status, new.created, new.created),
                *(new.started, new.secret, players, new.work, *branched, new.revision, new.network),
            ),
        )

    async def start(
        self, connection: Connection, number: int, now: int, secret: bytes, players: list[Holder], revision: int
    ) -> None:
        """Start the game of a table; the draws of the set-up are work for the first process that gets there."""
        await connection.execute(
            "UPDATE tables SET status = 'playing', started = %s, secret = %s, players = %s, work = true,"
            " touched = %s, clock_rules = %s, revision = %s, attended = %s WHERE id = %s",
            (now, secret, json_text(players), now, TURN_OF_RULES, revision, attended(players), number),
        )

    async def set_turn(self, number: int, turn: int, work: bool, deadline: int | None) -> None:
        """Set whose turn it is at a table whose log is empty."""
        await self.database.write(
            "UPDATE tables SET turn = %s, work = %s, deadline = %s WHERE id = %s", (turn, work, deadline, number)
        )

    async def end(self, number: int, outcome: dict[str, Any]) -> bool:
        """End a running game without a row; False if it does not run any more."""
        found = await self.database.write(
            f"UPDATE tables SET status = 'over', turn = NULL, work = false, deadline = NULL, outcome = %s, {CLEARED}"
            " WHERE id = %s AND status = 'playing' RETURNING id",
            (json_text(outcome), number),
        )
        return bool(found)

    async def unstarted(self, numbers: Iterable[int]) -> set[int]:
        """Those of these tables whose games have not started."""
        found = await self.database.fetch(
            "SELECT id FROM tables WHERE id = ANY(%s) AND status = 'open'", (list(numbers),)
        )
        return {number for (number,) in found}

    async def exists(self, number: int) -> bool:
        """Is there such a table?"""
        return bool(await self.database.fetch("SELECT FROM tables WHERE id = %s", (number,)))

    async def origin_runs(self, number: int) -> bool:
        """Is a table a branch, or a branch of a branch, of a running game at which several people sit?

        What is said of a position of the branch could then help in that game.
        """
        found = await self.database.fetch(
            "WITH RECURSIVE above AS (SELECT origin AS id FROM tables WHERE id = %s"
            " UNION SELECT t.origin FROM tables t JOIN above USING (id))"
            " SELECT FROM above JOIN tables t USING (id) WHERE t.status = 'playing'"
            " AND (SELECT count(*) FROM seats s WHERE s.table_id = t.id AND s.person IS NOT NULL) > 1 LIMIT 1",
            (number,),
        )
        return bool(found)

    async def touch(self, connection: Connection, number: int, now: int) -> None:
        """Record that somebody has changed a table that has not started."""
        await connection.execute("UPDATE tables SET touched = %s WHERE id = %s", (now, number))

    async def outcomes(self, numbers: Iterable[int]) -> dict[int, Any]:
        """The outcomes of those of these tables whose games are over."""
        found = await self.database.fetch(
            "SELECT id, outcome FROM tables WHERE id = ANY(%s) AND status = 'over'", (list(numbers),)
        )
        return dict(found)

    async def rename_player(
        self, connection: Connection, number: int, person: Person, name: str, players: list[Holder]
    ) -> None:
        """Replace a person's name in the three places that hold it: players at the start, seats, rows of the log."""
        await connection.execute("UPDATE tables SET players = %s WHERE id = %s", (json_text(players), number))
        await connection.execute(
            "UPDATE seats SET name = %s WHERE table_id = %s AND person = %s", (name, number, person.id)
        )
        await connection.execute(
            "UPDATE rows SET said = %s WHERE table_id = %s AND who = ANY(%s)",
            (f"/seat {name}", number, list(person.ids)),
        )
        # Snapshots are only a cache: without them none can bring an old name back.
        await connection.execute("DELETE FROM snapshots WHERE table_id = %s", (number,))

    # ------------------------------------------------------------ deletion

    async def shared(self, connection: Connection, numbers: list[int]) -> set[int]:
        """Those of these tables at which several people sit; a bot account counts as its owner."""
        cursor = await connection.execute(
            "SELECT s.table_id FROM seats s JOIN people p ON p.id = s.person WHERE s.table_id = ANY(%s)"
            " GROUP BY s.table_id HAVING count(DISTINCT coalesce(p.owner, p.id)) > 1",
            (numbers,),
        )
        return {number for (number,) in await cursor.fetchall()}

    async def reported(self, connection: Connection, number: int) -> bool:
        """Is there a report about somebody at a table that administrators have not dealt with?"""
        cursor = await connection.execute("SELECT FROM reports WHERE table_id = %s AND NOT done LIMIT 1", (number,))
        return await cursor.fetchone() is not None

    async def lock_old(self, connection: Connection, kind: OldTables, before: int, most: int) -> list[int]:
        """Lock tables of a kind that nobody has touched since a moment, without those with an open report."""
        # The last moves of a turn that goes on are only in the log.
        cursor = await connection.execute(
            f"SELECT id FROM tables t WHERE {OLD[kind]} AND touched < %s"
            " AND NOT EXISTS (SELECT FROM rows r WHERE r.table_id = t.id AND r.at >= %s)"
            " AND NOT EXISTS (SELECT FROM reports p WHERE p.table_id = t.id AND NOT p.done)"
            " ORDER BY touched LIMIT %s FOR UPDATE SKIP LOCKED",
            (before, before, most),
        )
        return [number for (number,) in await cursor.fetchall()]

    async def keep(self, connection: Connection, numbers: list[int]) -> None:
        """Keep games for good: they are not looked at again when old tables are deleted."""
        await connection.execute("UPDATE tables SET kept = true WHERE id = ANY(%s)", (numbers,))

    async def delete(self, connection: Connection, numbers: list[int], now: int) -> None:
        """Delete tables that the caller has locked, and everything at them. Branches of them stay."""
        for statement in DELETIONS:
            await connection.execute(statement, {"tables": numbers, "now": now})

    async def remove_leftovers(self, before: int) -> None:
        """Remove rows and snapshots that were appended to tables deleted before a moment."""
        await self.database.write(REMOVE_LEFTOVERS, (before,))

    # ------------------------------------------------------------ clocks

    async def make_due(self, number: int, now: int) -> None:
        """If a clock runs at a table, make its deadline due, so that a sweeper corrects it."""
        await self.database.write(
            "UPDATE tables SET deadline = %s WHERE id = %s AND deadline IS NOT NULL", (now, number)
        )

    async def correct_deadline(self, number: int, known: int, deadline: int | None) -> None:
        """Set the deadline of a table, unless it is not the known one any more."""
        await self.database.write(
            "UPDATE tables SET deadline = %s WHERE id = %s AND deadline = %s", (deadline, number, known)
        )

    async def claim_due(self, now: int, claim: int, most: int) -> list[int]:
        """Claim tables whose deadline has passed, and that no other sweeper has claimed; none that failed."""
        # The claim is a later deadline: no lock is held while a flag is written, and a dead sweeper's tables come back.
        found = await self.database.write(
            "UPDATE tables SET deadline = %s WHERE id IN (SELECT id FROM tables WHERE deadline <= %s"
            " AND retry_at IS NULL ORDER BY deadline LIMIT %s FOR UPDATE SKIP LOCKED) RETURNING id",
            (claim, now, most),
        )
        return [number for (number,) in found]

    async def claim_due_retries(self, now: int, claim: int, most: int) -> list[int]:
        """Claim, as `claim_due` does, tables that failed and are to be tried again by now."""
        found = await self.database.write(
            "UPDATE tables SET deadline = %s WHERE id IN (SELECT id FROM tables WHERE retry_at <= %s"
            " AND deadline <= %s ORDER BY retry_at LIMIT %s FOR UPDATE SKIP LOCKED) RETURNING id",
            (claim, now, now, most),
        )
        return [number for (number,) in found]

    async def due_for(self, person: int, now: int) -> list[tuple[int, int]]:
        """Tables where it is a person's turn and the deadline has passed, each with its deadline."""
        found = await self.database.fetch(
            "SELECT t.id, t.deadline FROM tables t JOIN seats s ON s.table_id = t.id AND s.seat = t.turn"
            " WHERE s.person = %s AND t.deadline <= %s",
            (person, now),
        )
        return [(number, deadline) for number, deadline in found]

    # ------------------------------------------------------------ work for bots

    async def with_work(self, before: int, most: int) -> list[WorkNotice]:
        """Tables that have waited for a worker since before a moment; none that failed.

        Those where a person waits come first; of them the one that has waited longest from each network, then the next
        of each. Where the network is unknown, the host counts instead.
        """
        found = await self.database.fetch(
            "SELECT id, host, network, attended FROM (SELECT *, row_number() OVER (PARTITION BY network,"
            " CASE WHEN network = 0 THEN host END, attended ORDER BY touched) AS place"
            " FROM tables WHERE work AND retry_at IS NULL AND touched < %s) AS waiting"
            " ORDER BY attended DESC, place, touched LIMIT %s",
            (before, most),
        )
        return [WorkNotice(number, FairShare(host, network), attended) for number, host, network, attended in found]

    async def attended_since(self) -> int | None:
        """Since when the bot's turn is due for which a person has waited longest; None if nobody waits.

        Tables that failed do not count: they have an alert of their own.
        """
        since: int | None
        [(since,)] = await self.database.fetch(
            "SELECT min(touched) FROM tables WHERE work AND attended AND retry_at IS NULL"
        )
        return since

    async def work_retries(self, now: int, most: int) -> list[int]:
        """Tables with work for a worker that failed and are to be tried again by now."""
        found = await self.database.fetch(
            "SELECT id FROM tables WHERE work AND retry_at <= %s ORDER BY retry_at LIMIT %s", (now, most)
        )
        return [number for (number,) in found]

    async def backlog(self, before: int) -> tuple[int, int | None]:
        """How many tables have waited for a worker since before a moment, and since when the first of them.

        Tables that failed are not counted: more workers would not help them.
        """
        [(count, oldest)] = await self.database.fetch(
            "SELECT count(*), min(touched) FROM tables WHERE work AND retry_at IS NULL AND touched < %s", (before,)
        )
        return count, oldest

    # ------------------------------------------------------------ tables that fail

    async def record_failure(self, number: int, now: int, failure: str, policy: RetryPolicy) -> tuple[int, bool] | None:
        """Store that work at a table failed, and when it is tried again.

        Returns how often it has failed, and whether it is in quarantine now; None if there is nothing to try again, or
        if another process has stored this failure already.
        """
        found = await self.database.write(
            "UPDATE tables SET attempts = attempts + 1, failing_since = coalesce(failing_since, %(now)s),"
            " failure = %(failure)s, retry_at = CASE WHEN attempts + 1 >= %(attempts)s THEN %(quarantine)s"
            " ELSE %(now)s + least(%(longest)s, %(first)s::bigint << attempts) END"
            " WHERE id = %(id)s AND (work OR deadline IS NOT NULL) AND (retry_at IS NULL OR retry_at <= %(now)s)"
            " RETURNING attempts, retry_at = %(quarantine)s",
            {
                **{"id": number, "now": now, "failure": failure, "quarantine": QUARANTINE},
                **msgspec.structs.asdict(policy),
            },
        )
        return (found[0][0], found[0][1]) if found else None

    async def clear_failure(self, number: int) -> None:
        """Forget that work at a table failed. Writing its turn does this too."""
        await self.database.write(f"UPDATE tables SET {CLEARED} WHERE id = %s AND retry_at IS NOT NULL", (number,))

    async def retry_at(self, number: int) -> int | None:
        """When a table that failed is tried again; None if it did not fail, or works again."""
        found = await self.database.fetch("SELECT retry_at FROM tables WHERE id = %s", (number,))
        return found[0][0] if found else None

    async def count_failing(self) -> tuple[int, int]:
        """How many tables failed and are tried again, and how many are in quarantine."""
        [(retried, quarantined)] = await self.database.fetch(
            "SELECT count(*) FILTER (WHERE retry_at < %s), count(*) FILTER (WHERE retry_at = %s) FROM tables"
            " WHERE retry_at IS NOT NULL",
            (QUARANTINE, QUARANTINE),
        )
        return retried, quarantined


# ---------------------------------------------------------------- deleting

DELETIONS: Final[tuple[LiteralString, ...]] = (
    "INSERT INTO deleted_tables (id, at) SELECT unnest(%(tables)s::bigint[]), %(now)s ON CONFLICT DO NOTHING",
    "DELETE FROM rows WHERE table_id = ANY(%(tables)s)",
    "DELETE FROM snapshots WHERE table_id = ANY(%(tables)s)",
    "DELETE FROM reports WHERE table_id = ANY(%(tables)s)",
    "UPDATE tables SET rematch = NULL WHERE rematch = ANY(%(tables)s)",
    "DELETE FROM tables WHERE id = ANY(%(tables)s)",
)
"""Deletes tables; their seats, chat and notes are deleted with them by the database."""

REMOVE_LEFTOVERS: Final[LiteralString] = (
    "WITH old AS (DELETE FROM deleted_tables WHERE at < %s RETURNING id),"
    " moves AS (DELETE FROM rows WHERE table_id IN (SELECT id FROM old))"
    " DELETE FROM snapshots WHERE table_id IN (SELECT id FROM old)"
)


# ---------------------------------------------------------------- appending


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

# The lock waits for a deletion of the table that is under way, so that no row is left behind by it.
_ROWS: Final = f"""
WITH there AS (
    SELECT id AS table_id FROM tables
    WHERE id IN (SELECT table_id FROM json_to_recordset(%(given)s::json -> 'first') AS {TYPED})
    ORDER BY id FOR KEY SHARE
), won AS (
    INSERT INTO rows ({COLUMNS})
    SELECT {COLUMNS} FROM json_to_recordset(%(given)s::json -> 'first') AS {TYPED} JOIN there USING (table_id)
    ON CONFLICT DO NOTHING RETURNING table_id
), rest AS (
    INSERT INTO rows ({COLUMNS})
    SELECT {COLUMNS} FROM json_to_recordset(%(given)s::json -> 'rest') AS {TYPED} JOIN won USING (table_id)
)"""

APPEND_ROWS: Final = f"{_ROWS} SELECT table_id FROM won"

# A table whose turn is written works again: this costs nothing, where a look at each move would cost a tenth of it.
APPEND_ALL: Final = f"""{_ROWS}, kept AS (
    INSERT INTO snapshots (table_id, slot, seq, body)
    SELECT table_id, slot, seq, decode(body, 'base64')
    FROM json_to_recordset(%(given)s::json -> 'snapshots') AS x(table_id bigint, slot int, seq int, body text)
    JOIN won USING (table_id)
    ON CONFLICT (table_id, slot) DO UPDATE SET seq = excluded.seq, body = excluded.body
    WHERE snapshots.seq < excluded.seq
), turned AS (
    UPDATE tables SET turn = x.turn, work = x.work, deadline = x.deadline, touched = x.touched, status = x.status,
        outcome = x.outcome, attended = x.attended, {CLEARED}
    FROM json_to_recordset(%(given)s::json -> 'turns') AS x(table_id bigint, turn smallint, work boolean,
        deadline bigint, touched bigint, status text, outcome jsonb, attended boolean) JOIN won USING (table_id)
    WHERE tables.id = x.table_id
), sat AS (
    UPDATE seats SET bot = x.bot
    FROM json_to_recordset(%(given)s::json -> 'seats') AS x(table_id bigint, seat smallint, bot text)
    JOIN won USING (table_id)
    WHERE seats.table_id = x.table_id AND seats.seat = x.seat
) SELECT table_id FROM won"""


# ---------------------------------------------------------------- many tables at once, for commands of operators

ReadConnection: TypeAlias = psycopg.Connection[tuple[Any, ...]]


def count_tables_and_rows(connection: ReadConnection) -> tuple[int, int]:
    """How many tables there are, and how many rows all logs have."""
    tables, rows = connection.execute(
        "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM rows)"
    ).fetchone() or (0, 0)
    return tables, rows


def failing_tables(connection: ReadConnection) -> list[FailingTable]:
    """Tables that fail: those in quarantine last, and the longest first."""
    cursor = connection.cursor(row_factory=class_row(FailingTable))
    return cursor.execute(
        "SELECT id, title, coalesce(failing_since, 0) AS failing_since, attempts, retry_at,"
        " coalesce(failure, '') AS failure FROM tables WHERE retry_at IS NOT NULL"
        " ORDER BY retry_at = %s, failing_since, id",
        (QUARANTINE,),
    ).fetchall()


def retry_tables(connection: ReadConnection, now: int, numbers: list[int] | None = None) -> list[int]:
    """Let workers try tables that fail again now, as if for the first time: these, or all. Returns which do fail."""
    found = connection.execute(
        "UPDATE tables SET attempts = 0, retry_at = %(now)s WHERE retry_at IS NOT NULL"
        " AND (%(numbers)s::bigint[] IS NULL OR id = ANY(%(numbers)s)) RETURNING id",
        {"now": now, "numbers": numbers},
    )
    return sorted(number for (number,) in found)


def started_tables(connection: ReadConnection, sample: int | None = None, seed: str = "") -> list[int]:
    """Ids of all tables that were started, or of a sample chosen by the seed."""
    found = connection.execute(
        "SELECT id FROM tables WHERE started IS NOT NULL ORDER BY md5(id::text || %s) LIMIT %s", (seed, sample)
    )
    return sorted(number for (number,) in found)


def read_records(connection: ReadConnection, numbers: list[int]) -> list[TableRecord]:
    """These tables, without snapshots."""
    cursor = connection.cursor(row_factory=class_row(TableRecord))
    return cursor.execute(f"SELECT {RECORD} FROM tables WHERE id = ANY(%s)", (numbers,)).fetchall()


def read_logs(connection: ReadConnection, numbers: list[int]) -> dict[int, list[LogRow]]:
    """The whole logs of these tables."""
    logs: dict[int, list[LogRow]] = {number: [] for number in numbers}
    for number, *values in connection.execute(
        f"SELECT table_id, {ROW} FROM rows WHERE table_id = ANY(%s) ORDER BY table_id, seq", (numbers,)
    ):
        logs[number].append(LogRow(*values))
    return logs


def read_snapshots(connection: ReadConnection, numbers: list[int]) -> dict[int, list[bytes]]:
    """All snapshots of these tables, the oldest first."""
    snapshots: dict[int, list[bytes]] = {number: [] for number in numbers}
    for number, body in connection.execute(
        "SELECT table_id, body FROM snapshots WHERE table_id = ANY(%s) ORDER BY table_id, slot", (numbers,)
    ):
        snapshots[number].append(body)
    return snapshots
