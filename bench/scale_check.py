"""Holds the capacity model of docs/scale.md against a real load: tables whose players all have their pages open.

Moves are made at an even rate, each after previews; now and then a page loses its stream and comes back, somebody loads
a page, and somebody visits the lobby. The CPU time that the web process takes is measured, and compared with what the
model (`bench/parts/capacity.py`) predicts for exactly this load. The costs that go into the prediction are measured in
the same run, in turns with the load and at the same tables, because a busy machine makes everything dearer, up to twice
within seconds.

    python bench/scale_check.py            about 3 minutes
    python bench/scale_check.py --short    at most 50 s

The last line has the deciding figure, predicted to measured. Goal: between 2/3 and 4/3. Exit 1 if it is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random
from statistics import fmean

import uvloop

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.capacity import Load, Samples, add, costs_of, read
from bench.parts.page_costs import Meter, Spent, lobby_cost, moves_needed, title_costs, waiting_cost, warmed_up
from bench.parts.page_tables import PlayedTable, new_tables, pages_of
from bench.parts.titles import add_title_option, measured, narrow
from tests.support.servers.cluster import Cluster

LEAST, MOST = 2 / 3, 4 / 3
PREVIEWS_A_MOVE = 2
MOVES_A_RECONNECT = 4
"""After so many moves in the mean a page comes back, is loaded anew, and a lobby is visited."""


AWAY = 0.1
"""Seconds until a page comes back that has missed nothing."""


class Effort:
    """How much is measured."""

    def __init__(self, short: bool) -> None:
        self.tables = 2 if short else 4
        """Of each title."""
        self.moves = 1 if short else 2
        """Of each table, with and without pages, whenever costs are measured."""
        self.loads = 1 if short else 12
        """Stretches of load; before, between and after them the costs are measured at the same tables."""
        self.seconds = 5.0 if short else 6.0
        self.rate = 6.0
        """Moves a second at all tables together."""
        self.idle = 0.7 if short else 3.0


class Crowd:
    """People at tables who look, try and move at an even rate, and what they have done so far."""

    def __init__(self, tables: list[PlayedTable], rate: float) -> None:
        self.tables = tables
        self.interval = 1 / rate
        self.rng = Random(1)
        self.counts: Counter[str] = Counter()
        self.late = 0
        """Moves that were due while the table before was still busy."""

    async def play(self, seconds: float) -> None:
        """Make moves for so many seconds, and wait for those that are under way."""
        loop = asyncio.get_running_loop()
        until, due = loop.time() + seconds, loop.time()
        under_way: dict[PlayedTable, asyncio.Task[None]] = {}
        for number in count():
            due += self.interval
            await asyncio.sleep(max(0.0, due - loop.time()))
            if loop.time() >= until:
                break
            table = self.tables[number % len(self.tables)]
            if table in under_way and not under_way[table].done():
                self.late += 1
            elif table.left:
                under_way[table] = asyncio.create_task(self.turn(table))
        await asyncio.gather(*under_way.values())

    async def turn(self, table: PlayedTable) -> None:
        """One move of a table, with what goes with it."""
        for _ in range(PREVIEWS_A_MOVE):
            await table.preview()
            self.counts["previews"] += 1
        comes_back = self.rng.randrange(MOVES_A_RECONNECT) == 0
        torn = table.pages[self.rng.randrange(len(table.pages))]
        if comes_back:
            await torn.close()
        await table.move()
        self.counts["moves"] += 1
        self.counts["updates"] += len(table.pages) - comes_back
        if comes_back:
            await torn.show(table.seq)
            self.counts["reconnects"] += 1
            await torn.close()
            await asyncio.sleep(AWAY)
            await torn.connect()
            self.counts["unchanged"] += 1
            await table.load(torn)
            self.counts["documents"] += 1
            await table.lobby()
            self.counts["lobbies"] += 1


async def add_costs(meter: Meter, tables: dict[str, list[PlayedTable]], effort: Effort, samples: Samples) -> None:
    """Measure the costs once more; afterwards all pages are open."""
    for title, some in tables.items():
        add(samples, title, await title_costs(meter, some, effort.moves))
    everywhere = [table for some in tables.values() for table in some]
    waiting = await waiting_cost(meter, len(pages_of(everywhere)), effort.idle)
    add(samples, "service", {"lobby_us": await lobby_cost(meter, everywhere, 2), "page_second_us": waiting})


async def measure(cluster: Cluster, effort: Effort) -> float:
    """Predicted to measured CPU time of the web process."""
    meter, samples = Meter(cluster), Samples()
    played = int(effort.loads * effort.seconds * effort.rate / (effort.tables * len(measured()))) + 1
    needed = played + (effort.loads + 1) * moves_needed(effort.moves)
    url = cluster.web_urls[0]
    found = {
        title: await new_tables(cluster.database, url, title, effort.tables, needed, "check") for title in measured()
    }
    tables = [table for pair in zip(*found.values(), strict=True) for table in pair]
    await warmed_up(tables)
    meter.idle = await meter.rest(effort.idle)
    await add_costs(meter, found, effort, samples)
    crowd, used, seconds = Crowd(tables, effort.rate), Spent(0.0, 0.0), 0.0
    for _ in range(effort.loads):
        loop = asyncio.get_running_loop()
        begin, before = loop.time(), meter.now()
        await crowd.play(effort.seconds)
        after = meter.now()
        seconds += loop.time() - begin
        used = Spent(used.web + after.web - before.web, used.postgres + after.postgres - before.postgres)
        await add_costs(meter, found, effort, samples)
    made = crowd.counts
    costs = costs_of(samples, read()[0], fmean)  # the load is a sum over the same minutes, so a mean and no median
    load = Load(
        moves=made["moves"],
        updates=made["updates"],
        previews=made["previews"],
        documents=made["documents"],
        reconnects=made["reconnects"],
        unchanged=made["unchanged"],
        lobbies=made["lobbies"],
        pages=len(pages_of(tables)) * seconds,
    ).times(1 / seconds)
    told = ", ".join(f"{number} {name}" for name, number in made.items())
    print(f"{len(tables)} tables with {len(pages_of(tables))} pages, {seconds:.0f} s: {told}")
    print(f"{crowd.late} moves were not made in time")
    for name, cores in (costs.web_parts(load) | {"idle": meter.idle.web}).items():
        print(f"{name}: {cores:.3f} cores")
    print(f"PostgreSQL: predicted {costs.postgres(load):.3f}, measured {used.postgres / seconds:.3f} cores")
    predicted, real = costs.web(load) + meter.idle.web, used.web / seconds
    print(f"predicted {predicted:.2f}, measured {real:.2f} cores: ratio {predicted / real:.2f}")
    return predicted / real


def reached(ratio: float) -> bool:
    """Whether prediction and measurement differ by less than a third."""
    return LEAST < ratio < MOST


def main() -> int:
    parser = argparse.ArgumentParser(description="Hold the capacity model against a real load.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    with Cluster(webs=1) as cluster:
        cluster.wait_ready()
        return 0 if reached(uvloop.run(measure(cluster, Effort(args.short)))) else 1


if __name__ == "__main__":
    sys.exit(main())
