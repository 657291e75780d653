"""Verifies a database: folds every game from its first row, compares it with its snapshots, and computes digests.

Two databases with equal digests hold the same games and the same other data.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec
from psycopg import sql

from trainshed.service.base import ids
from trainshed.service.ops.backup import Connection, tables_in
from trainshed.service.packs.pack_store import load_packs
from trainshed.service.tables.log_rows import LogRow
from trainshed.service.tables.table_state import (
    OtherRules,
    OutOfReach,
    TableConfig,
    TableState,
    deep_undo,
    rules_missing,
)
from trainshed.service.tables.table_store import read_logs, read_records, read_snapshots, started_tables

MOST_WRONG: Final = 20
"""Most faults that are described; all of them are counted."""

AT_ONCE: Final = 100
"""Games that are read together."""


class CheckReport(msgspec.Struct):
    """The result of a check."""

    games: int = 0
    """Started tables that were folded."""
    rows: int = 0
    snapshots: int = 0
    digests: dict[str, str] = {}
    """For each game, a digest of its log, position, seats and clocks."""
    contents: dict[str, tuple[int, str]] = {}
    """For each table of the database, its number of lines and a digest of them; empty after a sample."""
    faults: int = 0
    wrong: list[str] = []

    @property
    def digest(self) -> str:
        """One digest of all games and contents."""
        known = msgspec.json.encode([sorted(self.digests.items()), sorted(self.contents.items())])
        return hashlib.sha256(known).hexdigest()[:32]

    @property
    def lines(self) -> int:
        """Number of lines in all tables of the database."""
        return sum(count for count, _ in self.contents.values())

    def fault(self, name: str, what: str) -> None:
        self.faults += 1
        if len(self.wrong) < MOST_WRONG:
            self.wrong.append(f"{name}: {what}")


class StoredGame(msgspec.Struct):
    """All that the database holds of one game."""

    config: TableConfig
    facts: tuple[str, int | None, bool]
    """Status, turn and work, the columns by which tables are listed."""
    secret: str
    rows: list[LogRow]
    snapshots: list[bytes]


def check(
    connection: Connection,
    sample: int | None = None,
    seed: str = "",
    told: Callable[[int, int], None] = lambda _done, _all: None,
) -> CheckReport:
    """Check all games, or a sample chosen by the seed. `told` is called with the progress: done, all."""
    report = CheckReport()
    load_packs(connection)
    numbers = started_tables(connection, sample, seed)
    for begin in range(0, len(numbers), AT_ONCE):
        told(begin, len(numbers))
        for game in stored(connection, numbers[begin : begin + AT_ONCE]):
            prove(report, game)
    told(len(numbers), len(numbers))
    if sample is None:
        report.contents = contents(connection)
    return report


def stored(connection: Connection, numbers: list[int]) -> list[StoredGame]:
    """Read games with their rows and snapshots."""
    records = read_records(connection, numbers)
    logs, snapshots = read_logs(connection, numbers), read_snapshots(connection, numbers)
    return [
        StoredGame(
            record.config(),
            (record.status, record.turn, record.work),
            "" if record.secret is None else record.secret.hex(),
            logs[record.id],
            snapshots[record.id],
        )
        for record in records
    ]


# ---------------------------------------------------------------- one game


def prove(report: CheckReport, game: StoredGame) -> None:
    """Fold a game and report its faults; an exception is a fault too, so that the other games are checked."""
    name = ids.written(game.config.id)
    report.games += 1
    report.rows += len(game.rows)
    report.snapshots += len(game.snapshots)
    if [row.seq for row in game.rows] != list(range(1, len(game.rows) + 1)):
        report.fault(name, "its log has a gap")
        return
    try:
        missing = rules_missing(game.config.title, game.config.edition, game.config.pack)
        if missing is not None:
            report.fault(name, str(missing))
            return
        table = fold(report, name, game)
    except Exception as error:
        report.fault(name, f"its log cannot be folded: {error!r}")
        return
    listed = ("over" if table.over else "playing", None if table.over else table.actor, table.work)
    begun = game.rows or game.facts != ("playing", None, True)  # else the draws of the set-up are not made yet
    # A game that was over by the rules of an earlier release, or that this release has not opened yet, is listed so.
    if begun and game.facts != listed and not table.refused:
        report.fault(name, f"it is listed as {game.facts}, and its log says {listed}")
    report.digests[name] = digest(game, table)


def fold(report: CheckReport, name: str, game: StoredGame) -> TableState:
    """Fold a game from its first row; compare each snapshot on the way, and at the end the fold from the last one."""
    restored = []
    for body in game.snapshots:
        with suppress(OtherRules):  # it is not used
            restored.append(TableState.restored(game.config, body))
    # Others were written during an upgrade by a process that knows only older clock rules, and are not used.
    kept = {snapshot.seq: snapshot for snapshot in restored if snapshot.clock.rules == game.config.clock_rules}
    table = TableState(game.config)
    last: TableState | None = None
    for index, row in enumerate(game.rows):
        try:
            table.fold(row)
        except OutOfReach:
            deep_undo(table, game.rows[: index + 1])
        if last is not None:
            try:
                last.fold(row)
            except OutOfReach:
                last = None  # the service folds the whole log then
        if table.refused:
            return table
        snapshot = kept.pop(row.seq, None)
        if snapshot is not None:
            if facts(snapshot) != facts(table):
                report.fault(name, f"its snapshot at row {row.seq} is not what its log says")
            last = snapshot
    for seq in kept:
        report.fault(name, f"it has a snapshot at row {seq}, where its log has no row")
    if last is not None and facts(last) != facts(table):
        report.fault(name, "from its last snapshot on it becomes something else than from its first row")
    return table


def facts(table: TableState) -> list[Any]:
    """Everything that a fold computes, for comparison."""
    run = [(seq, position.digest()) for seq, position in table.run]
    clock = msgspec.to_builtins(table.clock)
    return [table.seq, table.at, table.position.digest(), table.holders, clock, table.out, run, table.proposal]


def digest(game: StoredGame, table: TableState) -> str:
    """Digest of a game: its configuration, secret, rows and folded state."""
    known = [game.config, game.facts, game.secret, game.rows, facts(table)]
    return hashlib.sha256(msgspec.msgpack.encode(known, order="deterministic")).hexdigest()


# ---------------------------------------------------------------- all tables of the database


def contents(connection: Connection) -> dict[str, tuple[int, str]]:
    """For every table of the database, its number of lines and a digest that does not depend on their order."""
    found = {}
    for schema, name in tables_in(connection):
        query = sql.SQL("SELECT count(*), coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text FROM {} t")
        row = connection.execute(query.format(sql.Identifier(schema, name))).fetchone()
        assert row is not None
        found[name if schema == "public" else f"{schema}.{name}"] = (int(row[0]), str(row[1]))
    return found
