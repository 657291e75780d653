"""A rolling restart under load: web processes are replaced one after the other, and no client may notice.

    python bench/rolling.py            six replacements
    python bench/rolling.py --short    two

Forty tables play over two web processes with bots in two workers, and fifty streams are read. Again and again one of
the web processes is stopped (SIGTERM) and started anew. The clients do the work of a reverse proxy: a request that one
process does not take goes to the other. Streams reconnect as a browser's do: after a second, with the number of the
last event.

No acknowledged move may be lost or doubled, no request may fail, no stream may have a gap, and each process must end
within 3 s. The last line has the deciding figures, the counts of these. Exit 1 if one is not 0, or a stop took longer.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from pathlib import Path
from random import Random
from time import monotonic

import uvloop

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.audit import Audit, until_quiet, until_read
from bench.parts.http import LATE, Front
from bench.parts.players import Players, Watcher, plans
from tests.support.servers.cluster import Cluster

TABLES = 40
PEOPLE = 30
WATCHERS = 50
WANTED = 3.0
"""Seconds within which a process must end."""

BETWEEN = 3.0


class Rolling:
    """One run of the measurement."""

    def __init__(self, cluster: Cluster, replacements: int, seed: int) -> None:
        self.cluster = cluster
        self.replacements = replacements
        rng = Random(seed)
        self.front = Front(cluster.web_urls, Random(rng.random()))
        self.players = Players(self.front, Random(rng.random()), pace=0.6)
        self.watchers: list[Watcher] = []
        self.audit = Audit(cluster.database)
        self.stops: list[float] = []
        self.streamed = 0

    async def run(self) -> None:
        await self.players.arrive(PEOPLE)
        driving = self.players.begin(plans(TABLES))
        places = self.players.places
        await asyncio.gather(*[place.table(0) for place in places])
        self.watchers = [
            Watcher(self.players, places[index % TABLES], spectator=index % 3 == 0, gzip=index % 2 == 0)
            for index in range(WATCHERS)
        ]
        reading = [asyncio.create_task(watcher.run()) for watcher in self.watchers]
        for number in range(self.replacements):
            await asyncio.sleep(BETWEEN)
            await self.replace(f"web{1 + number % 2}")
        await asyncio.sleep(BETWEEN)
        self.players.stopping = True
        await asyncio.gather(*driving)
        await until_quiet(self.cluster.database, self.audit)
        await until_read(self.cluster.database, self.watchers)
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
        await self.check()

    async def replace(self, name: str) -> None:
        before = self.players.counts["acknowledged"]
        begin = monotonic()
        await asyncio.to_thread(self.cluster.stop, name)
        self.stops.append(monotonic() - begin)
        if "graceful shutdown exceeded" in self.cluster.log(name):
            print(self.cluster.log(name)[-300:])
        await asyncio.to_thread(self.cluster.start, name)
        await asyncio.to_thread(self.cluster.wait_ready, 30)
        print(
            f"{name} ended in {self.stops[-1]:.2f} s and was back after {monotonic() - begin:.2f} s;"
            f" {self.players.counts['acknowledged'] - before} gestures meanwhile",
            flush=True,
        )

    async def check(self) -> None:
        audit = self.audit
        await asyncio.to_thread(audit.check_log, self.players.journal)
        await audit.check_served(self.players)
        self.streamed = audit.check_streams(self.watchers)
        for fault in self.front.faults:
            audit.wrong("failed", fault)
        for kind in ("503", LATE):
            if self.front.counts[kind]:
                audit.wrong("failed", f"{self.front.counts[kind]} times {kind}")
        for watcher in self.watchers:
            for kind, count in watcher.counts.items():
                if kind.startswith("status"):
                    audit.wrong("failed", f"a stream got {kind} {count} times, and a browser would not come back")

    def report(self) -> bool:
        audit = self.audit
        troubles = {name: count for name, count in sorted(self.front.counts.items()) if name != "answers"}
        came_back = sum(watcher.counts["came back"] for watcher in self.watchers)
        print(f"{self.front.counts['answers']:,} answers; sent to the other process: {troubles or 'nothing'}")
        print(f"{WATCHERS} readers came back {came_back} times and were told {self.streamed:,} rows")
        for case in audit.cases:
            print(case)
        count = audit.counts
        slowest = max(self.stops)
        print(
            f"rolling: {len(self.stops)} replacements, {count['lost']} lost, {count['doubled']} doubled,"
            f" {count['gaps']} gaps, {count['unequal']} unequal, {count['failed']} failed, slowest stop {slowest:.2f} s"
            f" ({self.players.counts['acknowledged']:,} gestures)"
        )
        return sum(count.values()) == 0 and slowest <= WANTED


def main() -> int:
    parser = argparse.ArgumentParser(description="Replace web processes under play.")
    parser.add_argument("--short", action="store_true", help="two replacements")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("TRAINSHED_SEED", "1")))
    args = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before; seed {args.seed}")
    with Cluster(webs=2, workers=2) as cluster:
        cluster.wait_ready()
        rolling = Rolling(cluster, 2 if args.short else 6, args.seed)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(rolling.run())
    return 0 if rolling.report() else 1


if __name__ == "__main__":
    sys.exit(main())
