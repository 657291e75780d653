"""Checks that the table service leaks no hidden information, by comparing twin tables byte for byte.

A random game and its twin, in which words hidden from seat A are other ones, are played through the API at two tables
on two servers, each on a PostgreSQL database of its own. Clock, ids and names are given and equal, the commitment is
left out; session tokens, the secret of the draws and draws yet to come are different. At every row at which a seat is
to move, everything that A and a spectator can fetch must be equal, byte for byte: table, card, list, log, export,
previews, refusals, errors, their headers, and every chunk of the stream, plain and compressed; the page with its
drawing, gestures previewed on it, slips that say why something is forbidden, and its stream in both layouts
(`TwinTables.look` in tests/support/twins/tables.py decides what is fetched how often). Some tables are private, some
have clocks, at some A plays two seats on one device; now and then a player undoes, takes back, pauses or leaves. Games
are played to their end; then the record is verified.

    python bench/twin_tables.py                    300 tables, both titles in turn, two processes
    python bench/twin_tables.py --short            as many as 40 s allow, each from shortly before the first difference
    python bench/twin_tables.py --tables 20 --seed tuesday
    python bench/twin_tables.py --first 100 --tables 200    the last 200 of the 300

It needs a PostgreSQL server, as the tests do (TRAINSHED_TEST_SERVER). The last line has the counts. The deciding figure
is the number of tables that could be told apart or went wrong. Exit 1 if it is not 0, or if nothing hidden was compared
in one of the titles.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from math import inf
from pathlib import Path
from time import monotonic, perf_counter

import uvloop

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.titles import add_title_option, measured, narrow
from tests.support.database import new_database
from tests.support.twins.games import find_pair
from tests.support.twins.tables import Count, Leak, Rooms
from tests.support.web.asgi import Fault

BEFORE = 4
"""In a short run, comparing begins so many rows before the first difference."""

Result = tuple[dict[str, Count], list[str]]


async def walk(
    seed: str, numbers: list[int], urls: tuple[str, str], seconds: float, short: bool, titles: list[str]
) -> Result:
    """Play and compare some of the tables; each failure is one line."""
    counts, wrong = {title: Count() for title in titles}, []
    until = monotonic() + seconds
    async with Rooms(*urls) as rooms:
        for number in numbers:
            if monotonic() >= until:
                break
            title = titles[number % len(titles)]
            pair = find_pair(title, f"{seed}:{number}")
            begin = perf_counter()
            try:
                count = await rooms.walk(pair, max(0, pair.first - BEFORE) if short else 0, until)
            except (Leak, Fault, TimeoutError) as error:
                wrong.append(f"{type(error).__name__}: {error}"[:600])
                print(wrong[-1], flush=True)
                continue
            counts[title].add(count)
            print(
                f"{pair.name}: {pair.table.seats} seats, seat {pair.seat + 1}, {len(pair.moves[0])} rows, "
                f"{count.positions} positions, {count.hidden} with another truth, {perf_counter() - begin:.0f} s",
                flush=True,
            )
    return counts, wrong


def some(seed: str, numbers: list[int], seconds: float, short: bool, titles: list[str]) -> Result:
    """The job of one process, on two databases of its own."""
    name = f"trainshed_twins_{os.getpid()}"
    with new_database(f"{name}_one") as one, new_database(f"{name}_two") as two:
        return uvloop.run(walk(seed, numbers, (one, two), seconds, short, titles))


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare twin tables, byte for byte.")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="the number of the first table, for a run in parts")
    parser.add_argument("--seed", default="secrets")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    begin = perf_counter()
    # Each process gets every title in turn: numbers go out in blocks of one table of each.
    numbers = range(args.first, args.first + args.tables)
    slices = [[n for n in numbers if n // len(measured()) % args.jobs == job] for job in range(args.jobs)]
    seconds = 35.0 if args.short else inf
    with ProcessPoolExecutor(args.jobs, multiprocessing.get_context("spawn")) as pool:
        results = [pool.submit(some, args.seed, part, seconds, args.short, measured()) for part in slices]
        done = [result.result() for result in results]
    total, wrong, vacuous = Count(), [], False
    for title in measured():
        count = Count()
        for counts, _ in done:
            count.add(counts[title])
        print(f"{title}: {told(count)}")
        vacuous |= count.hidden == 0
        total.add(count)
    for _, lines in done:
        wrong += lines
    print(", ".join(f"{kind} {number:,}" for kind, number in total.kinds.most_common()))
    for line in wrong:
        print(line)
    print(f"{told(total)}; {perf_counter() - begin:.0f} s; {len(wrong)} tables could be told apart or went wrong")
    missing = not args.short and total.tables + len(wrong) < args.tables
    return 1 if wrong or vacuous or missing else 0


def told(count: Count) -> str:
    return (
        f"{count.tables} twin tables, {count.whole} to the end, {count.positions:,} positions, {count.hidden:,} with "
        f"another truth, {count.answers:,} answers and {count.chunks:,} chunks, {count.size / 1e6:,.0f} MB compared"
    )


if __name__ == "__main__":
    sys.exit(main())
