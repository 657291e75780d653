"""A crash test: a hundred tables play over HTTP while every 3 seconds a server is killed; no move may be lost.

    python bench/chaos.py               five minutes of kills
    python bench/chaos.py --short       at most 50 s with everything
    python bench/chaos.py --seconds 60  one minute of kills

Two web processes, two bot workers, NATS and PostgreSQL of their own. SIGKILL for all of them but PostgreSQL, which gets
an immediate shutdown and is started again at once; the others come back after half a second. Half of the tables play
Lok'n'Roll, half Russian Railroads, people (this process, through the API) and bots; when a game ends, the next begins.

Afterwards the log is read directly from the database. No acknowledged gesture may be missing, none may be stored twice,
no log and no stream may have a gap, every table view that is served must be the fold of the log, and every table must
have gone on within 10 s of every kill. The last line has the deciding counts and the slowest recovery. Exit 1 if a
count is not 0 or a recovery took longer.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from bisect import bisect_left
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic

import msgspec
import uvloop

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.audit import Audit, until_quiet, until_read
from bench.parts.http import Front
from bench.parts.players import Players, Seated, Watcher, plans
from tests.support.servers.cluster import Cluster, nats_answers, postgres_answers, web_answers

TABLES = 100
PEOPLE = 60
WATCHERS = 20
EVERY = 3.0
DOWN = 0.5
WANTED = 10.0
"""Seconds within which every table must go on after a kill."""

VICTIMS = ("web1", "web2", "worker1", "worker2", "nats", "postgres")


class Kill(msgspec.Struct):
    """A kill of one server."""

    name: str
    at: float
    wall: int
    """Milliseconds since 1970, as in the log."""
    back: float | None = None
    """Seconds until it answered again; None for workers, which answer no probe, and if it was killed again before."""


class Recovery(msgspec.Struct):
    """How the tables went on after a kill."""

    slowest: float = 0.0
    moved: int = 0
    ended: int = 0
    """Tables whose game ended before it could go on."""
    where: str = ""


class Chaos:
    """One run of the measurement."""

    def __init__(self, cluster: Cluster, seed: int, seconds: float) -> None:
        self.cluster = cluster
        self.seconds = seconds
        self.rng = Random(seed)
        self.front = Front(cluster.web_urls, Random(self.rng.random()))
        self.players = Players(self.front, Random(self.rng.random()))
        self.watchers: list[Watcher] = []
        self.kills: list[Kill] = []
        self.audit = Audit(cluster.database)
        self.compared = self.streamed = 0

    async def run(self) -> None:
        """The whole run, from the first guest to the last check."""
        await self.players.arrive(PEOPLE)
        driving = self.players.begin(plans(TABLES))
        places = self.players.places
        await asyncio.gather(*[place.table(0) for place in places])
        # Two readers at one place, so that one may come while the other goes.
        self.watchers = [
            Watcher(self.players, places[index // 2 * 9], spectator=index % 4 == 1, gzip=index % 2 == 0)
            for index in range(WATCHERS)
        ]
        reading = [asyncio.create_task(watcher.run()) for watcher in self.watchers]
        say(f"{len(self.players.tables)} tables play, {WATCHERS} streams are read")
        await self.kill_for(self.seconds)
        await self.until_all_moved()
        self.players.stopping = True
        await asyncio.gather(*driving)
        await asyncio.to_thread(self.cluster.wait_ready, 20)
        await until_quiet(self.cluster.database, self.audit)
        await until_read(self.cluster.database, self.watchers)
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
        say("everything stands still")
        await self.check()

    # ------------------------------------------------------------ killing

    async def kill_for(self, seconds: float) -> None:
        """Kill all servers one after the other in random order, and again, for so many seconds."""
        begin = monotonic()
        left: list[str] = []
        waiting: list[asyncio.Task[None]] = []
        for number in range(1, max(2, int(seconds / EVERY) + 1)):
            await asyncio.sleep(max(0.0, begin + number * EVERY - monotonic()))
            if not left:
                left = self.rng.sample(VICTIMS, len(VICTIMS))
            name = left.pop()
            self.players.hurry()
            await asyncio.sleep(self.rng.uniform(0.0, 0.3))
            if not self.cluster.alive(name):
                self.audit.wrong("dead", f"{name} died by itself\n{self.cluster.log(name)}")
            kill = Kill(name, monotonic(), time.time_ns() // 1_000_000)
            self.kills.append(kill)
            await asyncio.to_thread(self.cluster.kill, name)
            if name != "postgres":
                await asyncio.sleep(DOWN)
            await asyncio.to_thread(self.cluster.start, name)
            waiting.append(asyncio.create_task(self.until_back(kill)))
            if number % 10 == 0:
                say(f"{number} kills, {self.players.counts['acknowledged']:,} gestures acknowledged")

        await asyncio.gather(*waiting)

    async def until_back(self, kill: Kill) -> None:
        """Note how long the server takes to answer again."""
        answers = {
            "postgres": partial(postgres_answers, self.cluster.database),
            "nats": partial(nats_answers, self.cluster.nats),
            "web1": partial(web_answers, self.cluster.web_urls[0]),
            "web2": partial(web_answers, self.cluster.web_urls[1]),
        }.get(kill.name)
        while answers is not None and monotonic() < kill.at + WANTED and self.last(kill.name) is kill:
            if await asyncio.to_thread(answers):
                kill.back = monotonic() - kill.at
                return
            await asyncio.sleep(0.1)

    def last(self, name: str) -> Kill:
        return next(kill for kill in reversed(self.kills) if kill.name == name)

    async def until_all_moved(self) -> None:
        """Wait until every running table has gone on after the last kill."""
        last = self.kills[-1].at
        while monotonic() < last + WANTED:
            running = [table for table in self.players.tables if table.over is None and table.started < last]
            if monotonic() > last + EVERY and all(table.sightings[-1][0] > last + EVERY for table in running):
                break
            await asyncio.sleep(0.1)

    # ------------------------------------------------------------ checking

    async def check(self) -> None:
        audit = self.audit
        await asyncio.to_thread(audit.check_log, self.players.journal)
        self.compared = await audit.check_served(self.players)
        self.streamed = audit.check_streams(self.watchers)
        for fault in self.front.faults:
            audit.wrong("faults", fault)

    def recovery(self, kill: Kill) -> Recovery:
        """How long after a kill each table got its first new row, as seen by this client."""
        found = Recovery()
        for table in self.players.tables:
            if table.started > kill.at or (table.over is not None and table.over < kill.at):
                continue
            rows = self.audit.stored[table.table].rows
            first = bisect_left(rows, kill.wall, key=lambda row: row.at) + 1
            seen = bisect_left(table.sightings, first, key=lambda sighting: sighting[1])
            if seen < len(table.sightings):
                took = table.sightings[seen][0] - kill.at
                found.moved += 1
            elif table.over is not None:
                found.ended += 1
                continue
            else:
                took = monotonic() - kill.at
            if took > found.slowest:
                found.slowest, found.where = took, describe(table)
                if first <= len(rows):
                    row = rows[first - 1]
                    who = "a person" if row.seat in table.people else "a bot or nature"
                    found.where += f"; {who} made row {row.seq} after {(row.at - kill.wall) / 1000:.1f} s"
        return found

    def report(self, wanted: float) -> bool:
        """Print all counts; whether all are 0, and every table went on within so many seconds."""
        slowest = self.report_recoveries()
        audit, counts = self.audit, self.players.counts
        games = sum(table.over is not None for table in self.players.tables)
        troubles = {name: count for name, count in sorted(self.front.counts.items()) if name != "answers"}
        print(
            f"{counts['acknowledged']:,} gestures acknowledged, {counts['stale']} stale; {audit.rows:,} rows at"
            f" {len(self.players.tables)} tables, {games} games ended, {counts['rematches']} rematches"
        )
        again, stored = audit.stored_before(self.players.journal)
        print(
            f"{self.front.counts['answers']:,} answers; tried again: {troubles};"
            f" {again} gestures were sent again, {stored} of them had been stored already"
        )
        came_back = sum(watcher.counts["came back"] for watcher in self.watchers)
        statuses = {
            kind: sum(watcher.counts[kind] for watcher in self.watchers)
            for kind in sorted({kind for watcher in self.watchers for kind in watcher.counts})
        }
        print(
            f"streams: {self.streamed:,} rows told to {WATCHERS} readers, who came back {came_back} times; {statuses}"
        )
        print(f"{self.compared:,} served positions compared with their logs")
        for case in audit.cases:
            print(case)
        for kind in ("dead", "stuck", "faults"):
            if audit.counts[kind]:
                print(f"{kind}: {audit.counts[kind]}")
        count = audit.counts
        print(
            f"chaos: {count['lost']} lost, {count['doubled']} doubled, {count['gaps']} gaps,"
            f" {count['unequal']} unequal, slowest recovery {slowest:.1f} s"
            f" ({len(self.kills)} kills, {audit.rows:,} moves)"
        )
        return sum(count.values()) == 0 and slowest <= wanted

    def report_recoveries(self) -> float:
        recoveries = [(kill, self.recovery(kill)) for kill in self.kills]
        print(
            f"{'killed':<10}{'times':>6}{'tables that went on':>21}{'ended':>7}{'back after':>15}{'slowest table':>18}"
        )
        for name in VICTIMS:
            mine = [recovery for kill, recovery in recoveries if kill.name == name]
            if mine:
                back = [kill.back for kill, _ in recoveries if kill.name == name and kill.back is not None]
                print(
                    f"{name:<10}{len(mine):>6}{sum(r.moved for r in mine):>21,}{sum(r.ended for r in mine):>7}"
                    f"{mean_and_most(back):>15}{mean_and_most([r.slowest for r in mine]):>18}"
                )
        kill, worst = max(recoveries, key=lambda pair: pair[1].slowest)
        number = self.kills.index(kill)
        after = ", ".join(other.name for other in self.kills[number + 1 : number + 4])
        print(f"the slowest: {kill.name} (kill {number + 1}, then {after or 'none'}), {worst.where}")
        return worst.slowest


def describe(table: Seated) -> str:
    plan = table.plan
    return f"{table.table}, {plan.title} with {plan.people} of {plan.seats} seats for people, bot {plan.bot}"


def mean_and_most(seconds: list[float]) -> str:
    return f"{sum(seconds) / len(seconds):.1f} (≤ {max(seconds):.1f}) s" if seconds else ""


BEGIN = monotonic()


def say(text: str) -> None:
    print(f"{monotonic() - BEGIN:6.1f} s  {text}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill servers under play.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    parser.add_argument("--seconds", type=float, help="how long servers are killed")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("TRAINSHED_SEED", "1")))
    parser.add_argument("--keep-logs", help="a folder for what the servers print")
    parser.add_argument("--recovery", type=float, default=WANTED, help="seconds in which every table must go on")
    args = parser.parse_args()
    seconds = args.seconds or (20.0 if args.short else 300.0)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before; seed {args.seed}, {seconds:g} s of kills")
    with Cluster(webs=2, workers=2) as cluster:
        cluster.wait_ready()
        say("the servers are ready")
        chaos = Chaos(cluster, args.seed, seconds)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            try:
                runner.run(chaos.run())
            finally:
                if args.keep_logs:
                    keep(cluster, Path(args.keep_logs))
    say("checked")
    return 0 if chaos.report(args.recovery) else 1


def keep(cluster: Cluster, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for path in cluster.folder.glob("*.log"):
        (folder / path.name).write_bytes(path.read_bytes())


if __name__ == "__main__":
    sys.exit(main())
