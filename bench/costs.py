"""Measures what pages, moves, previews, reconnects, bots and stored games cost: the figures behind docs/scale.md.

It starts a cluster of its own with one web process and one worker. Tables of both titles are played over HTTP by people
who have their pages open, each from an address of its own. CPU time is read from the system for each process, so that a
busy machine changes it little; sizes come from PostgreSQL. Every round measures everything at new tables; the median of
the rounds counts, and the spread is kept beside it.

    python bench/costs.py            five rounds, about 4 minutes; with --write the figures go to bench/figures.toml
    python bench/costs.py --short    one round, at most 50 s

The last line has the deciding figure, the cost of a move among 300 a second. Exit 1 if it is more than 1,000 µs of a
web process's CPU time.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import deque
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import uvloop

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.bot_costs import bot_turn
from bench.parts.capacity import FIGURES, Samples, add, costs_of, written
from bench.parts.page_costs import (
    Meter,
    api_preview_cost,
    lobby_cost,
    moves_needed,
    page_memory,
    reader_costs,
    restarted,
    title_costs,
    waiting_cost,
    warmed_up,
)
from bench.parts.page_tables import PlayedTable, new_tables, pages_of
from bench.parts.processor import cpu_seconds
from bench.parts.titles import add_title_option, measured, narrow
from bench.service import READERS, Load, prepare, readers, resident
from tests.support.servers.cluster import Cluster
from tests.support.service import NO_QUOTAS
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container

MOST_US = 1_000.0


class Effort:
    """How much is measured."""

    def __init__(self, short: bool) -> None:
        self.rounds = 1 if short else 5
        self.tables = 1 if short else 4
        """Of each title, in each round."""
        self.moves = 2 if short else 3
        """Of each table, with and without pages."""
        self.bot_turns = 2 if short else 10
        self.idle = 1.0 if short else 5.0
        """Seconds of rest without pages."""
        self.waiting = 1.0 if short else 15.0
        """Seconds of rest with pages; keep-alives come every 15 seconds."""
        self.games, self.seconds, self.reader_moves = (60, 1.5, 3) if short else (150, 10.0, 30)


def sizes(database: str) -> dict[str, int]:
    """Bytes of the log and of its snapshots with their indexes, and of the write-ahead log so far."""
    with psycopg.connect(database, autocommit=True) as connection:
        found = {
            name: sum(
                size
                for (size,) in connection.execute(
                    "SELECT pg_total_relation_size(inhrelid) FROM pg_inherits WHERE inhparent = %s::regclass", (name,)
                )
            )
            for name in ("rows", "snapshots")
        }
        row = connection.execute("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')").fetchone()
        assert row is not None
        found["wal"] = int(row[0])
        counts = connection.execute("SELECT count(*) FROM rows").fetchone()
        assert counts is not None
        found["count"] = int(counts[0])
        return found


async def open_tables(database: str, numbers: list[int]) -> float:
    """KB of memory for each table that a process has open."""
    container = Container(Settings(database=database, connections=4, **NO_QUOTAS), work=False)
    await container.open()
    try:
        for number in numbers[:10]:
            await container.tables.opened(number)
        before = resident(os.getpid())
        for number in numbers[10:]:
            await container.tables.opened(number)
        return (resident(os.getpid()) - before) * 1024 / max(1, len(numbers) - 10)
    finally:
        await container.close()


async def stored(cluster: Cluster, effort: Effort) -> dict[str, float]:
    """What moves and games take in the database, and readers of the API's stream."""
    where = urlsplit(cluster.web_urls[0])
    address = (str(where.hostname), int(where.port or 0))
    empty = sizes(cluster.database)
    prepared = await prepare(cluster.database, effort.games, 1)
    waiting = deque(prepared)
    await Load(waiting, 1.0).run(address)
    web = cluster.pid("web1")
    begin, before = cpu_seconds(web), sizes(cluster.database)
    load = Load(waiting, effort.seconds, 1 / 300)
    await load.run(address)
    made = len(load.times)
    figures = {"busy_move_us": (cpu_seconds(web) - begin) / made * 1e6}
    after = sizes(cluster.database)
    figures["move_wal_bytes"] = (after["wal"] - before["wal"]) / made
    figures["move_rows"] = (after["count"] - before["count"]) / made
    rows_a_game = sum(len(move.rows) for game in prepared for move in game) / len(prepared)
    figures["game_rows"] = rows_a_game
    figures["row_bytes"] = (after["rows"] - empty["rows"]) / (after["count"] - empty["count"])
    figures["snapshot_bytes"] = (after["snapshots"] - empty["snapshots"]) / len(prepared)
    figures["game_bytes"] = figures["row_bytes"] * rows_a_game + figures["snapshot_bytes"]
    figures["table_kb"] = await open_tables(cluster.database, [game[0].table for game in prepared])
    begin = cpu_seconds(web)
    times, memory = await readers(cluster, address, effort.reader_moves)
    figures["reader_kb"] = memory * 1024
    figures["json_reader_us"] = (cpu_seconds(web) - begin) / (len(times) * READERS) * 1e6
    return figures


async def one_round(meter: Meter, effort: Effort, samples: Samples, number: int) -> None:
    """Measure all that pages and bots cost, at new tables; in the end the web process is restarted."""
    cluster, url = meter.cluster, meter.cluster.web_urls[0]
    meter.idle = await meter.rest(effort.idle)
    tables: dict[str, list[PlayedTable]] = {}
    for title in measured():
        needed = moves_needed(effort.moves)
        tables[title] = await new_tables(cluster.database, url, title, effort.tables, needed, f"round {number}")
        await warmed_up(tables[title])
        add(samples, title, await title_costs(meter, tables[title], effort.moves))
        add(samples, title, await reader_costs(meter, tables[title][0], effort.moves))
        add(samples, title, {"api_preview_us": await api_preview_cost(meter, tables[title], effort.moves)})
        add(samples, title, {"bot_turn_us": await bot_turn(cluster, title, effort.bot_turns)})
    everywhere = [table for some in tables.values() for table in some]
    found = {
        "lobby_us": await lobby_cost(meter, everywhere, 3),
        "page_second_us": await waiting_cost(meter, len(pages_of(everywhere)), effort.waiting),
        "page_kb": await page_memory(meter, everywhere),
    }
    found["start_ms"], back = await restarted(meter, tables)
    add(samples, "service", found)
    for title, cost in back.items():
        add(samples, title, {"return_us": cost})
    for page in pages_of(everywhere):
        await page.close()


async def measure(cluster: Cluster, effort: Effort) -> Samples:
    samples: Samples = {"service": {}}
    meter = Meter(cluster)
    for number in range(effort.rounds):
        await one_round(meter, effort, samples, number)
        print(f"round {number + 1} of {effort.rounds}", flush=True)
    add(samples, "service", await stored(cluster, effort))
    return samples


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what things cost.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    parser.add_argument("--write", action="store_true", help="keep the figures in bench/figures.toml")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    with Cluster(webs=1, workers=1) as cluster:
        cluster.wait_ready()
        samples = uvloop.run(measure(cluster, Effort(args.short)))
    print(written(samples))
    if args.write:
        FIGURES.write_text(written(samples), encoding="utf-8")
    costs = costs_of(samples)
    for title, cost in costs.titles.items():
        print(f"{title}: a page's update costs {cost.update_us / cost.move_us:.1f} times a move")
    move = costs.service.busy_move_us
    print(f"a move among 300 a second costs {move:.0f} µs of a web process (at most {MOST_US:.0f})")
    return 0 if move <= MOST_US else 1


if __name__ == "__main__":
    sys.exit(main())
