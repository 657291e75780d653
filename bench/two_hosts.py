"""Cuts one of two hosts off the network under play, and checks that nothing is lost and everybody catches up.

    python bench/two_hosts.py            cut off for 30 s
    python bench/two_hosts.py --short    for 8 s

Two hosts (network namespaces at a bridge, so root is needed): on each a web process, a worker and a NATS server, the
two of them a cluster. One PostgreSQL and an nginx with deploy/nginx.conf run at the bridge. Ada plays on host a and
Bruno on host b, each in a process there, at the same tables; bots play along at some, and at two Bruno only watches.
Carla watches through nginx. Then host b loses its link: Ada and the bots play on as far as they can, Bruno cannot. The
link comes back, and all play on.

Every gesture that was acknowledged must be in the log once, and none that was refused. Every reader must have received
every row once and in order, and every person's table view must be the same through both hosts, through nginx and from
the log. Host b must have reported that it was not ready, and be ready again. The last line has the verdict and its
counts. Exit 1 if it is bad, or if the hosts cannot be made.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from time import monotonic, time
from typing import Any

import msgspec
import psycopg
import uvloop

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.audit import Audit, until_quiet
from bench.parts.hosts import HOSTS, Hosts
from bench.parts.http import Front
from bench.parts.lone import Noting, Result, Task
from bench.parts.players import Person, Place, Plan, Players, Seated, Watcher
from tests.support.servers.cluster import ClusterError, Process
from trainshed.kernel.registry import titles
from trainshed.service.base import ids

ROOT = Path(__file__).resolve().parents[1]
NAMES = ("Ada", "Bruno", "Carla")
PLANS = [
    Plan(title, seats, people, "thumb", public=True) for title in titles() for seats, people in ((2, 2), (3, 2), (3, 1))
]
PACE = 0.4
BEFORE, AFTER = 6.0, 12.0
"""Seconds of play before and after the cut."""

CATCH_UP = 60.0
"""Seconds within which all readers must have caught up."""


class Heard(Watcher):
    """The rows that a reader in another process received, for the audit."""

    def __init__(
        self, told: dict[str, list[dict[str, Any]]], seats: dict[str, int | None], counts: dict[str, int]
    ) -> None:
        self.told = told
        self.seats = seats
        self.counts = Counter(counts)


class TwoHosts:
    """One run of the measurement."""

    def __init__(self, hosts: Hosts, cut: float, seed: int) -> None:
        self.hosts = hosts
        self.cut = cut
        self.rng = Random(seed)
        self.players = Players(Front([hosts.front], Random(self.rng.random())), self.rng)
        self.audit = Audit(hosts.database)
        self.results: dict[str, Result] = {}
        self.carla: list[Noting] = []
        self.moments: dict[str, float] = {}
        self.clock: dict[str, float] = {}
        self.lengths: dict[str, dict[str, int]] = {}
        self.lone: dict[str, Process] = {}

    async def run(self) -> None:
        await self.players.arrive(len(NAMES))
        people = dict(zip(NAMES, self.players.people.values(), strict=True))
        tables = [await self.new_table(plan, people) for plan in PLANS]
        for host, name in zip(HOSTS, NAMES, strict=False):
            self.start_player(host, name, people[name], tables)
        reading = self.watch(tables, people["Carla"])
        await self.stay(BEFORE)
        self.mark("cut")
        self.hosts.cut("b")
        print(f"host b is cut off for {self.cut:g} s", flush=True)
        await self.stay(self.cut)
        self.hosts.heal("b")
        self.mark("healed")
        print("host b is back", flush=True)
        await self.stay(AFTER)
        (self.hosts.folder / "stop").touch()
        await self.until_stopped()
        await until_quiet(self.hosts.database, self.audit)
        self.mark("stopped")
        (self.hosts.folder / "lengths.json").write_bytes(msgspec.json.encode(self.lengths["stopped"]))
        await self.collect(reading)
        await self.check(tables, people)

    async def new_table(self, plan: Plan, people: dict[str, Person]) -> Seated:
        """Ada in the first seat, Bruno in the second if two people play."""
        seated = dict(enumerate([people["Ada"], people["Bruno"]][: plan.people]))
        body = {"title": plan.title, "seats": plan.seats, "visibility": "public"}
        card = await self.players.post("/tables", people["Ada"].token, body, 201)
        table = card["table"]
        for seat in range(1, plan.seats):
            if seat in seated:
                await self.players.post(f"/tables/{table}/join", seated[seat].token, {"seat": seat})
            else:
                bot = {"seat": seat, "bot": plan.bot}
                await self.players.post(f"/tables/{table}/bots", people["Ada"].token, bot)
        await self.players.start(table, people["Ada"])
        return Seated(table, plan, seated)

    def start_player(self, host: str, name: str, person: Person, tables: list[Seated]) -> None:
        seats: list[tuple[str, Plan, int | None]] = [
            (table.table, table.plan, next((seat for seat, who in table.people.items() if who is person), None))
            for table in tables
        ]
        task = Task(person, self.hosts.urls[host], self.hosts.front, seats, self.rng.getrandbits(32), PACE)
        (self.hosts.folder / f"{name}.json").write_bytes(msgspec.json.encode(task))
        command = [sys.executable, "-m", "bench.parts.lone", str(self.hosts.folder), name]
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        process = Process(name, self.hosts.inside(host, command), self.hosts.folder, env=env)
        self.lone[name] = process
        self.hosts.add(process)

    def watch(self, tables: list[Seated], carla: Person) -> list[asyncio.Task[None]]:
        """Carla reads all streams through nginx, as a spectator."""
        for index, table in enumerate(tables):
            place = Place(table.plan)
            place.sit(Seated(table.table, table.plan, {-1: carla}))
            self.carla.append(Noting(self.players, place, spectator=True, gzip=index % 2 == 0))
        return [asyncio.create_task(watcher.run()) for watcher in self.carla]

    async def stay(self, seconds: float) -> None:
        until = monotonic() + seconds
        while monotonic() < until:
            for name, process in self.lone.items():
                if not process.alive:
                    raise ClusterError(f"{name} has gone\n{process.tail()}")
            await asyncio.sleep(0.2)

    def mark(self, name: str) -> None:
        """Remember the time and the lengths of the logs under a name."""
        with psycopg.connect(self.hosts.database) as connection:
            found = connection.execute("SELECT table_id, max(seq) FROM rows GROUP BY table_id").fetchall()
        self.moments[name], self.clock[name] = monotonic(), time()
        self.lengths[name] = {ids.written(number): seq for number, seq in found}

    async def until_stopped(self) -> None:
        """Wait until no rows are added any more: a gesture without an answer is sent again until it gets one."""
        quiet, last = 0, -1
        until = monotonic() + CATCH_UP
        while quiet < 10 and monotonic() < until:
            with psycopg.connect(self.hosts.database) as connection:
                [(rows,)] = connection.execute("SELECT count(*) FROM rows").fetchall()
            quiet, last = (quiet + 1, last) if rows == last else (0, rows)
            await asyncio.sleep(0.3)

    async def collect(self, reading: list[asyncio.Task[None]]) -> None:
        until = monotonic() + CATCH_UP + 15
        wanted = self.lengths["stopped"]
        for name, process in self.lone.items():
            file = self.hosts.folder / f"{name}-result.json"
            while not file.exists():
                if not process.alive and not file.exists():
                    raise ClusterError(f"{name} has gone\n{process.tail()}")
                if monotonic() > until:
                    raise ClusterError(f"{name} does not come to an end\n{process.tail()}")
                await asyncio.sleep(0.1)
            self.results[name] = msgspec.json.decode(file.read_bytes(), type=Result)
        while monotonic() < until and any(w.last[t] < wanted[t] for w in self.carla for t in w.told):
            await asyncio.sleep(0.1)
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)

    # ------------------------------------------------------------ the verdict

    async def check(self, tables: list[Seated], people: dict[str, Person]) -> None:
        audit = self.audit
        audit.load()
        audit.check_logs()
        audit.check_journal([gesture for result in self.results.values() for gesture in result.journal])
        doors = Front([*self.hosts.urls.values(), self.hosts.front], Random(1))
        for table in tables:
            await audit.check_table(doors, table)
        watchers: list[Watcher] = [*self.carla]
        for result in self.results.values():
            watchers += [Heard(*told) for told in zip(result.told, result.seats, result.counts, strict=True)]
            for fault in result.faults:
                audit.wrong("failed", fault)
        audit.check_streams(watchers)
        for watcher in watchers:
            for kind, count in watcher.counts.items():
                if kind.startswith("status"):
                    audit.wrong("failed", f"a stream got {kind} {count} times")
        self.check_cut()

    def check_cut(self) -> None:
        """Check that the cut took effect, and that it is over."""
        wrong = self.audit.wrong
        if self.gestures("Ada", "cut", "healed") == 0:
            wrong("failed", "Ada could not play while host b was cut off")
        if self.played_alone():
            wrong("failed", "Bruno could play while he was cut off")
        for name in ("Ada", "Bruno"):
            if self.gestures(name, "healed", "stopped") == 0:
                wrong("failed", f"{name} could not play afterwards")
        ada, bruno = [self.results[name].ready for name in ("Ada", "Bruno")]
        meanwhile = {status for at, status in bruno if self.moments["cut"] < at < self.moments["healed"]}
        if 503 not in meanwhile:
            wrong("failed", f"host b never said that it was not ready: {meanwhile}")
        if bruno[-1][1] != 200:
            wrong("failed", "host b is not ready again")
        others = [f"{status} at {at - self.moments['cut']:.1f} s" for at, status in ada if status != 200]
        if others:
            wrong("failed", f"host a was not ready: {', '.join(others)}")

    def gestures(self, name: str, since: str, until: str) -> int:
        """How many gestures were sent in a time, and acknowledged then or later."""
        begin, end = self.moments[since], self.moments[until]
        return sum(g.state == "acknowledged" and begin < g.sent < end for g in self.results[name].journal)

    def played_alone(self) -> int:
        """Rows of Bruno from the time of the cut, except its first second: a request on its way may still arrive."""
        begin, end = self.clock["cut"] + 1.0, self.clock["healed"]
        return sum(
            row.seat == 1
            and len(stored.config.players) > 1
            and stored.config.players[1].person is not None
            and not row.said.startswith("/")
            and begin < row.at / 1000 < end
            for stored in self.audit.stored.values()
            for row in stored.rows
        )

    def caught_up(self, seen: list[tuple[float, str, int]]) -> float:
        """Seconds after the link was back until a reader had received all rows from before."""
        late = 0.0
        for table, length in self.lengths["healed"].items():
            when = [at for at, name, seq in seen if name == table and seq >= length]
            late = max(late, min(when) - self.moments["healed"] if when else CATCH_UP)
        return max(late, 0.0)

    def missed(self) -> int:
        """Rows that were written while host b was cut off."""
        return sum(self.lengths["healed"].values()) - sum(self.lengths["cut"].values())

    def report(self) -> bool:
        audit, results = self.audit, self.results
        for name, result in results.items():
            troubles = {kind: count for kind, count in sorted(result.troubles.items()) if kind != "answers"}
            during = self.gestures(name, "cut", "healed")
            print(
                f"{name}: {len(result.journal)} gestures, {during} sent during the cut; tried again: {troubles or '-'}"
            )
        bruno = results["Bruno"].ready
        down = [at for at, status in bruno if status == 503 and at > self.moments["cut"]]
        back = [at for at, status in bruno if status == 200 and at > self.moments["healed"]]
        if down and back:
            print(
                f"host b was not ready {down[0] - self.moments['cut']:.1f} s after the cut,"
                f" and ready {back[0] - self.moments['healed']:.1f} s after its end"
            )
        for case in audit.cases:
            print(case)
        count = audit.counts
        on_b = self.caught_up(results["Bruno"].seen)
        proxied = self.caught_up([note for watcher in self.carla for note in watcher.seen])
        good = sum(count.values()) == 0
        verdict = "good" if good else "BAD"
        print(
            f"two hosts: {verdict}: cut {self.cut:g} s, {audit.rows:,} rows, {self.missed()} of them meanwhile;"
            f" {count['lost']} lost, {count['doubled']} doubled, {count['gaps']} gaps, {count['unequal']} unequal,"
            f" {count['failed'] + count['stuck']} failed; caught up after {on_b:.1f} s on the host,"
            f" {proxied:.1f} s through nginx"
        )
        return good


def main() -> int:
    parser = argparse.ArgumentParser(description="Cut one of two hosts off, and see whether all catch up.")
    parser.add_argument("--short", action="store_true", help="cut off for 8 s instead of 30")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("TRAINSHED_SEED", "1")))
    args = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before; seed {args.seed}", flush=True)
    try:
        with Hosts() as hosts:
            hosts.wait_ready()
            bench = TwoHosts(hosts, 8 if args.short else 30, args.seed)
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                runner.run(bench.run())
    except (ClusterError, subprocess.SubprocessError) as error:
        print(f"two hosts: BAD: {error}")
        return 1
    return 0 if bench.report() else 1


if __name__ == "__main__":
    sys.exit(main())
