"""Restore drill: backs a database up, restores it twice into a scratch database, and compares the contents."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import msgspec

from trainshed.service.ops.backup import ScratchDatabase, backup, connected, frozen, restore
from trainshed.service.ops.check import CheckReport, check


class DrillResult(msgspec.Struct):
    """The result of a drill."""

    before: CheckReport
    size: int
    written: float
    """Seconds that the backup took."""
    restored: float
    differences: list[str]


def drill(
    database: str,
    sample: int | None = None,
    seed: str = "",
    told: Callable[[str], None] = lambda _: None,
) -> DrillResult:
    """Back up, restore into a scratch database, back that up, drop it, restore it again; compare with the first.

    The database itself is only read. Games may go on meanwhile: one moment of it is compared.
    """
    scratch = ScratchDatabase(database)
    with TemporaryDirectory(prefix="trainshed-drill-") as folder:
        first, second = Path(folder, "first"), Path(folder, "second")
        try:
            told("backup")
            begin = monotonic()
            with frozen(database) as (connection, moment):
                size = backup(database, first, moment)
                written = monotonic() - begin
                told("check of the database")
                before = check(connection, sample, seed)
            told("restore")
            scratch.create()
            begin = monotonic()
            restore(scratch.url, first)
            restored = monotonic() - begin
            differences = compare(before, _checked(scratch, sample, seed))
            told("backup of what was restored, drop, restore")
            backup(scratch.url, second)
            scratch.drop()
            scratch.create()
            restore(scratch.url, second)
            differences += compare(before, _checked(scratch, sample, seed))
        finally:
            scratch.drop()
    return DrillResult(before, size, written, restored, differences)


def _checked(scratch: ScratchDatabase, sample: int | None, seed: str) -> CheckReport:
    with connected(scratch.url) as connection:
        return check(connection, sample, seed)


def compare(before: CheckReport, after: CheckReport) -> list[str]:
    """The differences between two checks, one line each."""
    found = []
    for name in sorted(before.digests.keys() | after.digests.keys()):
        if before.digests.get(name) != after.digests.get(name):
            found.append(f"table {name} is another one")
    for name in sorted(before.contents.keys() | after.contents.keys()):
        if before.contents.get(name) != after.contents.get(name):
            found.append(
                f"{name} of the database: {before.contents.get(name)} before, {after.contents.get(name)} after"
            )
    if before.faults != after.faults:
        found.append(f"{before.faults} faults before, {after.faults} after")
    return found
