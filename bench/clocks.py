"""Simulates a year of game clocks: every flag must fall in time, none early, none twice.

The simulation: `tests/support/clock_simulation.py`.

    python bench/clocks.py            60 tables at a time
    python bench/clocks.py --short    8 tables at a time, as much of the year as fits into 50 s

The last line has the deciding counts. Exit 1 if a flag was early, more than 2 s late, twice or missing, if anything
else was wrong (a bank, a deadline, the action after a flag), or if, in a full run, no flag fell in a turn across one of
the changes of summer time.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from tests.support.clock_simulation import GRACE, LAWS, SWEEPERS, YEAR, changes, simulate
from tests.support.database import new_database


def main() -> int:
    parser = argparse.ArgumentParser(description="Let a year of flags fall.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--tables", type=int, default=0, help="at a time")
    args = parser.parse_args()
    tables = args.tables or (8 if args.short else 60)
    begin = perf_counter()
    with new_database(f"trainshed_clocks_{datetime.now(UTC):%H%M%S%f}", lasting=True) as url:
        patience = 36 if args.short else 3600
        tally, days = asyncio.run(simulate(url, args.seed, tables, datetime(YEAR, 1, 1, tzinfo=UTC), 365, patience))
    print(f"{SWEEPERS} sweepers, {tables} tables at a time, {tally.tables} in all, {tally.rows:,} rows")
    print(", ".join(f"{what} {number:,}" for what, number in sorted(tally.did.items())))
    wanted = [(zone, minute) for zone in LAWS for minute, _ in changes(zone)]
    wanted = [(zone, minute) for zone, minute in wanted if datetime.fromtimestamp(minute * 60, UTC).year == YEAR]
    for zone, minute in wanted:
        when = datetime.fromtimestamp(minute * 60, UTC)
        print(f"{zone}, {when:%d %b %H:%M} UTC: {tally.crossed[zone, minute]} flags of turns that began before")
    for note in tally.notes:
        print(note)
    print(f"{perf_counter() - begin:.0f} s; the latest flag {tally.latest} ms after its moment (allowed: {GRACE})")
    not_crossed = sum(not tally.crossed[change] for change in wanted)
    print(
        f"clocks: {days} days, {tally.turns:,} turns, {tally.flags:,} flags, {tally.early} early, {tally.late} late,"
        f" {tally.twice} twice, {tally.missing} missing, {tally.wrong} otherwise wrong"
    )
    return 1 if tally.bad or (not_crossed and not args.short) else 0


if __name__ == "__main__":
    sys.exit(main())
