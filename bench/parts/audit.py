"""An audit after a crash: compares the log in the database with all answers, table views and streams of the service."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from time import monotonic
from typing import Any

import msgspec
import psycopg

from bench.parts.http import Front
from bench.parts.players import Gesture, Players, Seated, Watcher
from trainshed.kernel.record import read, verify
from trainshed.service.base import ids
from trainshed.service.tables.log_rows import LogRow
from trainshed.service.tables.player_view import table_view
from trainshed.service.tables.table_state import (
    OutOfReach,
    Step,
    TableConfig,
    TableState,
    deep_undo,
    folded,
    seen_row,
)
from trainshed.service.tables.table_store import read_logs, read_records, read_snapshots, started_tables


class Stored(msgspec.Struct):
    """A table as the database has it: configuration, status, log and snapshots."""

    config: TableConfig
    facts: tuple[str, int | None, bool]
    """Status, turn and work."""
    rows: list[LogRow]
    snapshots: list[bytes]


class Audit:
    """Counts the faults by kind, and keeps a description of the first cases."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.counts: Counter[str] = Counter()
        self.cases: list[str] = []
        self.stored: dict[str, Stored] = {}
        self.tables: dict[str, TableState] = {}

    def wrong(self, kind: str, case: str) -> None:
        self.counts[kind] += 1
        if self.counts[kind] <= 5:
            self.cases.append(f"{kind}: {case}")

    @property
    def rows(self) -> int:
        return sum(len(stored.rows) for stored in self.stored.values())

    # ------------------------------------------------------------ the log

    def check_log(self, journal: list[Gesture]) -> None:
        """Load the database, and check the logs and the journal against it."""
        self.load()
        self.check_logs()
        self.check_journal(journal)

    def load(self) -> None:
        """Read every table that was started."""
        with psycopg.connect(self.database) as connection:
            numbers = started_tables(connection)
            logs, snapshots = read_logs(connection, numbers), read_snapshots(connection, numbers)
            for record in read_records(connection, numbers):
                facts = record.status, record.turn, record.work
                self.stored[ids.written(record.id)] = Stored(
                    record.config(), facts, logs[record.id], snapshots[record.id]
                )

    def check_logs(self) -> None:
        """Check that logs have no gap, no mark is there twice, and every snapshot is the fold of its log."""
        for name, stored in self.stored.items():
            if [row.seq for row in stored.rows] != list(range(1, len(stored.rows) + 1)):
                self.wrong("gaps", f"{name} has the rows {[row.seq for row in stored.rows]}")
                continue
            marks = Counter(row.mark for row in stored.rows if row.mark is not None)
            for mark, times in marks.items():
                if times > 1:
                    self.wrong("doubled", f"{name} has the mark {mark} {times} times")
            self.tables[name] = folded(stored.config, stored.rows)
            self.check_snapshots(name, stored)

    def check_snapshots(self, name: str, stored: Stored) -> None:
        table = self.tables[name]
        for body in stored.snapshots:
            kept = TableState.restored(stored.config, body)
            if not alike(kept, folded(stored.config, stored.rows[: kept.seq])):
                self.wrong("unequal", f"the snapshot of {name} at row {kept.seq} is not what its log says")
            try:
                for row in stored.rows[kept.seq :]:
                    kept.fold(row)
            except OutOfReach:
                continue  # the service then folds the whole log
            if not alike(kept, table):
                self.wrong("unequal", f"{name} from a snapshot is not {name} from its first row")
        status, turn, work = stored.facts
        if (status, turn, work) != (
            "over" if table.over else "playing",
            None if table.over else table.actor,
            table.work,
        ):
            self.wrong("unequal", f"{name} is listed as {status}, turn {turn}, work {work}, and its log differs")

    # ------------------------------------------------------------ acknowledged gestures

    def check_journal(self, journal: list[Gesture]) -> None:
        """Check that every acknowledged gesture is stored, no refused one is, and none is stored by half."""
        wheres: dict[int, tuple[str, int]] = {}
        for name, stored in self.stored.items():
            wheres.update({row.mark: (name, row.seq) for row in stored.rows if row.mark is not None})
        for gesture in journal:
            if gesture.state == "acknowledged":
                if not self.is_there(gesture):
                    self.wrong("lost", f"{gesture}")
                elif not self.told_truly(gesture):
                    self.wrong("unequal", f"the answer to {gesture}")
            elif gesture.mark is not None and gesture.mark in wheres:
                if gesture.state == "refused":
                    self.wrong("doubled", f"refused, and stored: {gesture}")
                elif not self.is_there(gesture):
                    self.wrong("lost", f"stored by half: {gesture}")
        known = {gesture.mark for gesture in journal}
        for mark, (name, seq) in wheres.items():
            if mark not in known:
                self.wrong("doubled", f"row {seq} of {name} has a mark that nobody sent")

    def stored_before(self, journal: list[Gesture]) -> tuple[int, int]:
        """How many gestures were sent again after an answer was lost, and how many of these had been stored before."""
        again = [gesture for gesture in journal if gesture.unsure is not None and gesture.state == "acknowledged"]
        before = [
            gesture
            for gesture in again
            if self.is_there(gesture) and self.stored[gesture.table].rows[gesture.seq].at < (gesture.unsure or 0)
        ]
        return len(again), len(before)

    def is_there(self, gesture: Gesture) -> bool:
        stored = self.stored.get(gesture.table)
        rows = [] if stored is None else stored.rows[gesture.seq : gesture.seq + len(gesture.words)]
        return (
            [row.said for row in rows] == gesture.words
            and {row.seat for row in rows} == {gesture.seat}
            and rows[0].mark == gesture.mark
            and all(row.mark is None for row in rows[1:])
        )

    def told_truly(self, gesture: Gesture) -> bool:
        """Whether the rows of an answer are those of the log, hidden parts aside."""
        rows = self.stored[gesture.table].rows[gesture.seq : gesture.until]
        return len(rows) == len(gesture.since) and all(
            (row.seq, row.seat, row.at) == (said["seq"], said["seat"], said["at"])
            and ("?" in said["said"] or row.said == said["said"])
            for row, said in zip(rows, gesture.since, strict=True)
        )

    # ------------------------------------------------------------ served table views

    async def check_served(self, players: Players) -> int:
        """Check every table through every web process for all people and a spectator; how many views were compared."""
        at_once = asyncio.Semaphore(16)

        async def check(table: Seated) -> int:
            async with at_once:
                return await self.check_table(players.front, table)

        return sum(await asyncio.gather(*[check(table) for table in players.tables]))

    async def check_table(self, front: Front, seated: Seated) -> int:
        table = self.tables.get(seated.table)
        if table is None:
            self.wrong("gaps", f"{seated.table} has no log that can be folded")
            return 0
        eyes: list[tuple[int | None, str]] = [(seat, person.token) for seat, person in seated.people.items()]
        if seated.plan.public:
            eyes.append((None, ""))
        compared = 0
        for seat, token in eyes:
            wanted = plain(table_view(table, seat))
            for web in front.webs:
                async with asyncio.timeout(front.LONGEST):
                    answer = await web.ask("GET", f"/api/tables/{seated.table}", token)
                compared += 1
                if answer.status != 200 or answer.json() != wanted:
                    self.wrong("unequal", f"{seated.table} as seat {seat} sees it: {answer.status}")
        if table.over:
            answer = await front.ask("GET", f"/api/tables/{seated.table}/export", eyes[0][1])
            proof = verify(read(answer.body.decode()))
            if proof.rows != table.seq or not proof.over or not proof.committed:
                self.wrong("unequal", f"the record of {seated.table} proves something else")
        return compared

    # ------------------------------------------------------------ streams

    def check_streams(self, watchers: list[Watcher]) -> int:
        """Check that every reader got every row, once, in order and as its seat may know it; how many rows."""
        compared = 0
        steps: dict[str, list[Step]] = {}
        for watcher in watchers:
            for name, rows in watcher.told.items():
                stored = self.stored[name]
                if name not in steps:
                    steps[name] = all_steps(stored)
                compared += len(rows)
                numbers = [row["seq"] for row in rows]
                if len(set(numbers)) < len(numbers):
                    twice = [seq for seq, times in Counter(numbers).items() if times > 1]
                    self.wrong("doubled", f"a reader of {name} was told twice of the rows {twice}")
                elif numbers != list(range(1, len(stored.rows) + 1)):
                    self.wrong("gaps", f"a reader of {name} was told {spans(numbers)} of {len(stored.rows)} rows")
                elif rows != [plain(seen_row(step, watcher.seats[name])) for step in steps[name]]:
                    self.wrong("unequal", f"a reader of {name} was told something else than the log says")
            for kind in ("resyncs", "went back"):
                if watcher.counts[kind]:
                    self.wrong("gaps", f"a reader of {', '.join(watcher.told)}: {kind} {watcher.counts[kind]}")
        return compared


def alike(one: TableState, other: TableState) -> bool:
    """Whether two table states are equal, in all that views and undo depend on."""
    return (
        (one.seq, one.at, one.holders, one.out, one.proposal)
        == (other.seq, other.at, other.holders, other.out, other.proposal)
        and one.position.digest() == other.position.digest()
        and [(seq, state.digest()) for seq, state in one.run] == [(seq, state.digest()) for seq, state in other.run]
        and all(plain(table_view(one, seat)) == plain(table_view(other, seat)) for seat in (None, *range(one.seats)))
    )


def all_steps(stored: Stored) -> list[Step]:
    """All steps of a log, with the events of each row."""
    table = TableState(stored.config)
    steps = []
    for index, row in enumerate(stored.rows):
        try:
            steps.append(table.fold(row, listen=True))
        except OutOfReach:
            steps.append(deep_undo(table, stored.rows[: index + 1]))
    return steps


def plain(value: Any) -> Any:
    """A value after a round trip through JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def spans(numbers: list[int]) -> str:
    """Numbers as ranges: "1-5, 7-9"."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for index, number in enumerate(numbers):
        found[number - index].append(number)
    return ", ".join(f"{span[0]}-{span[-1]}" for span in found.values()) or "none"


# Waiting until everything has settled ---------------------------------------------------------


async def until_quiet(database: str, audit: Audit) -> None:
    """Wait until no bot has anything to do; after 15 s that is a fault."""
    with psycopg.connect(database, autocommit=True) as connection:
        until = monotonic() + 15
        while True:
            found = connection.execute("SELECT count(*) FROM tables WHERE work").fetchone()
            if found == (0,):
                return
            if monotonic() > until:
                audit.wrong("stuck", f"{found} tables wait for a bot that does not come")
                return
            await asyncio.sleep(0.2)


async def until_read(database: str, watchers: list[Watcher]) -> None:
    """Wait until all streams have come to the last row, at most 10 s."""
    with psycopg.connect(database, autocommit=True) as connection:
        until = monotonic() + 10
        while monotonic() < until:
            lengths: dict[int | None, int] = dict(
                connection.execute("SELECT table_id, max(seq) FROM rows GROUP BY table_id").fetchall()
            )
            last = [(name, seq) for watcher in watchers for name, seq in watcher.last.items()]
            if all(seq >= lengths.get(ids.number(name), 0) for name, seq in last):
                return
            await asyncio.sleep(0.2)
