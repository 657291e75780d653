"""Measures what a move, a stream reader, an open table and a stored game cost: the figures behind docs/scale.md.

It starts a cluster of its own with one web process. CPU time is read from the system for each process, so that a busy
machine changes it little; sizes come from PostgreSQL.

    python bench/costs.py            about 2 minutes; with --write the figures go to bench/figures.toml
    python bench/costs.py --short    at most 50 s

The last line has the deciding figure, the cost of a move. Exit 1 if it is more than 1,000 µs of a web process's CPU
time.
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

from bench.service import READERS, Load, prepare, readers, resident
from tests.support.servers.cluster import Cluster
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container

FIGURES = Path(__file__).with_name("figures.toml")
MOST_US = 1_000.0
TICK = os.sysconf("SC_CLK_TCK")


def busy(pid: int) -> float:
    """CPU seconds of a process, user and system, without its children."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return sum(int(fields[index]) for index in (11, 12)) / TICK


def postgres_busy(parent: int) -> float:
    """CPU seconds of a PostgreSQL server and of its child processes that still run."""
    total = busy(parent)
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="ascii") as stat:
                    fields = stat.read().rpartition(")")[2].split()
                if int(fields[1]) == parent:
                    total += busy(int(name))
            except OSError:
                continue  # it ended while we looked
    return total


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
    container = Container(Settings(database=database, connections=4), work=False)
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


async def measure(cluster: Cluster, seconds: float, games: int, moves: int) -> dict[str, float]:
    where = urlsplit(cluster.web_urls[0])
    address = (str(where.hostname), int(where.port or 0))
    empty = sizes(cluster.database)
    prepared = await prepare(cluster.database, games, 1)
    waiting = deque(prepared)
    await Load(waiting, 1.0).run(address)
    web, postgres = cluster.pid("web1"), cluster.pid("postgres")
    begin, begin_postgres, before = busy(web), postgres_busy(postgres), sizes(cluster.database)
    load = Load(waiting, seconds, 1 / 300)
    await load.run(address)
    made = len(load.times)
    after = sizes(cluster.database)
    figures = {
        "move_web_us": (busy(web) - begin) / made * 1e6,
        "move_postgres_us": (postgres_busy(postgres) - begin_postgres) / made * 1e6,
        "move_wal_bytes": (after["wal"] - before["wal"]) / made,
        "move_rows": (after["count"] - before["count"]) / made,
    }
    rows_a_game = sum(len(move.rows) for game in prepared for move in game) / len(prepared)
    figures["game_rows"] = rows_a_game
    figures["row_bytes"] = (after["rows"] - empty["rows"]) / max(1, after["count"])
    figures["snapshot_bytes"] = (after["snapshots"] - empty["snapshots"]) / len(prepared)
    figures["game_bytes"] = figures["row_bytes"] * rows_a_game + figures["snapshot_bytes"]
    figures["table_kb"] = await open_tables(cluster.database, [game[0].table for game in prepared])
    begin = busy(web)
    times, memory = await readers(cluster, address, moves)
    figures["reader_kb"] = memory * 1024
    figures["update_reader_us"] = (busy(web) - begin) / (len(times) * READERS) * 1e6
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what things cost.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    parser.add_argument("--write", action="store_true", help="keep the figures in bench/figures.toml")
    args = parser.parse_args()
    with Cluster(webs=1) as cluster:
        cluster.wait_ready()
        seconds, games, moves = (8.0, 120, 20) if args.short else (30.0, 400, 100)
        figures = uvloop.run(measure(cluster, seconds, games, moves))
    for name, value in figures.items():
        print(f"{name} = {value:.1f}")
    if args.write:
        lines = [f"{name} = {value:.1f}\n" for name, value in figures.items()]
        FIGURES.write_text("# Written by `python bench/costs.py --write`.\n" + "".join(lines), encoding="utf-8")
    move = figures["move_web_us"]
    print(f"a move costs {move:.0f} µs of a web process (at most {MOST_US:.0f})")
    return 0 if move <= MOST_US else 1


if __name__ == "__main__":
    sys.exit(main())
