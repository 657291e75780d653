"""Measures how long a person waits between two own turns against three bots, two of which search.

One person plays each title in turn against a Platelayer, an Inspector and a Director, on one web process and one worker
with one bot process. Moves are drawn at random. The wait is the time from the last row of the person's turn to the last
row of a bot before the person's next turn, read from the log.

    python bench/bot_waits.py            3 minutes for each title
    python bench/bot_waits.py --short    at most 50 s

It needs a PostgreSQL server, as the tests do (TRAINSHED_TEST_SERVER), and NATS, and a machine that does nothing else.

Goal: the p95 of the waits is at most 2 s for each opponent that searches. The last line has the largest of the titles.
Exit 1 if it is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from pathlib import Path
from statistics import median
from typing import Final

import uvloop

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.bot_tables import Guest, Player, waits
from bench.parts.percentiles import percentile
from bench.parts.titles import add_title_option, measured, narrow
from tests.support.servers.cluster import Cluster
from trainshed.bots.bot import find, searches
from trainshed.service.tables.open_tables import system_now

BOTS: Final = ("platelayer", "inspector", "director")
THINK: Final = 0.5
GOAL: Final = 2.0


async def played(cluster: Cluster, title: str, seconds: float) -> list[float]:
    """The waits of a person who plays a title for some seconds."""
    player = Player(Guest(cluster.web_urls[0], "", "Ada"), title, BOTS, THINK, seed=1)
    stopping = asyncio.Event()
    playing = asyncio.create_task(player.play(stopping))
    await asyncio.sleep(seconds)
    stopping.set()
    await playing
    if player.failures:
        raise SystemExit(player.failures[0])
    return [wait.seconds for wait in waits(cluster.database, player.tables, system_now())]


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how long a person waits for three bots.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    searching = sum(searches(find(bot)) for bot in BOTS)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    found: dict[str, float] = {}
    with Cluster(webs=1, workers=1, env={"TRAINSHED_BOT_PROCESSES": "1"}) as cluster:
        cluster.wait_ready()
        for title in measured():
            seconds = uvloop.run(played(cluster, title, 36 / len(measured()) if args.short else 180.0))
            p95 = found[title] = percentile(seconds, 0.95)
            summary = f"median {median(seconds):.2f} s, p95 {p95:.2f}, longest {max(seconds):.2f}"
            print(f"{title}: {len(seconds)} waits, {summary}")
    title, p95 = max(found.items(), key=lambda item: item[1])
    print(
        f"longest p95: {title}, {p95 / searching:.2f} s for each of {searching} opponents that search (goal {GOAL:g})"
    )
    return int(p95 / searching > GOAL)


if __name__ == "__main__":
    sys.exit(main())
