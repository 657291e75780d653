"""Measures what honest players notice while one address with 200 guests does its worst to the server.

50 people, each with an address of their own, play at 25 tables of two seats: they load the page, read its stream,
preview a word and send it. Then one more address floods the server (`bench/parts/abuser.py`) with streams, reads,
previews, tables, mail and sign-ins, and the people go on. One web process and one worker, with PostgreSQL and NATS; the
flood comes from a process with the lowest priority, because an attacker has machines of its own.

    python bench/abuse.py            30 s without abuse, 60 s with it, 30 s without; about 3 minutes
    python bench/abuse.py --short    at most 50 s
    python bench/abuse.py --only streams    one kind of abuse alone
    python bench/abuse.py --bots     5 minutes of an attack on the bots instead; about 7 minutes, with --short 50 s

It needs a PostgreSQL server, as the tests do (TRAINSHED_TEST_SERVER), and NATS.

Goals: no request of an honest person fails, and with abuse the p95 of their moves is at most 3 times that without.
The last line has both. Exit 1 if one is missed. The attack on the bots (`bench/parts/bot_attack.py`) has its own goals:
nobody waits longer for a bot than 3 times the longest wait without the attack plus 2 s, deleted tables get no rows, and
the alert fires.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections import Counter, defaultdict
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import Any, Final

import msgspec
import uvloop

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts import bot_attack
from bench.parts.abuser import SHARES
from bench.parts.http import Broken, Web
from bench.parts.percentiles import percentile
from bench.parts.titles import add_title_option, in_turn, narrow
from tests.support.servers.cluster import Cluster
from trainshed.service.base.settings import Settings

TABLES: Final = 25
PUBLIC: Final = 10
"""Tables that everybody may watch, and that the flood watches."""
PACE: Final = 2.5
"""Mean seconds from one gesture to the next at a table."""
RELOADS: Final = 0.1
"""The part of gestures after which a person loads the page anew."""
PATIENCE: Final = 20.0
"""Seconds after which a request without an answer has failed."""
GOAL: Final = 3.0
LIMITS: Final = ("tables_an_hour", "tables_a_person", "address_share")
"""Settings that a cluster for measurements sets aside, and that are as they are shipped here."""
LOGIN, PASSWORD = "honest", "correct horse battery"


class Refused(Exception):
    """A request of an honest person failed."""


class Person:
    """An honest person with an address of their own."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd = crowd
        self.name = f"Guest {number}"
        self.web = Web(crowd.url, f"127.0.1.{number + 1}")
        self.token = ""
        self.reading: asyncio.Task[None] | None = None

    async def ask(self, kind: str, method: str, path: str, body: Any = None) -> Any:
        """A request that must succeed; its duration is noted."""
        begin = monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await self.web.ask(method, path, self.token, body)
        except (Broken, TimeoutError) as error:
            raise self.crowd.failed(f"{kind}: {error!r}") from error
        self.crowd.took(kind, monotonic() - begin)
        if answer.status not in (200, 201, 204):
            raise self.crowd.failed(f"{kind}: {answer.status} {answer.body[:200]!r}")
        with suppress(msgspec.DecodeError):
            return answer.json()
        return None

    async def arrive(self) -> None:
        made = await self.ask("guest", "POST", "/api/guests", {"name": self.name})
        self.token = made["token"]

    async def sit(self, table: str) -> None:
        """Load the page of a table, and read its stream from now on."""
        if self.reading is not None:
            self.reading.cancel()
        await self.ask("page", "GET", f"/t/{table}?layout=wide")
        opened = asyncio.Event()
        self.reading = asyncio.create_task(self.read(table, opened))
        await opened.wait()

    async def read(self, table: str, opened: asyncio.Event) -> None:
        """Read the stream of a table's page until the person goes elsewhere."""
        try:
            begin = monotonic()
            async with asyncio.timeout(PATIENCE):
                stream = await self.web.stream(f"/t/{table}/stream?layout=wide", self.token, gzip=True)
            self.crowd.took("stream", monotonic() - begin)
        except (Broken, TimeoutError) as error:
            self.crowd.failed(f"stream: {error!r}")
            return
        finally:
            opened.set()
        try:
            if stream.status != 200:
                self.crowd.failed(f"stream: {stream.status}")
                return
            with suppress(OSError, EOFError):
                async for _ in stream.connection.pieces():
                    pass
            self.crowd.failed("stream: cut")
        finally:
            stream.close()


class Crowd:
    """The honest people, their tables, and the durations of their requests."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.rng = Random(1)
        self.people = [Person(self, number) for number in range(2 * TABLES)]
        self.phase = "arrival"
        self.times: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
        """Durations of requests by phase and kind."""
        self.failures: list[str] = []
        self.stopping = False
        self.public: list[str] = []
        self.finished = ""

    def took(self, kind: str, seconds: float) -> None:
        self.times[self.phase, kind].append(seconds)

    def failed(self, what: str) -> Refused:
        """Note a failed request."""
        self.failures.append(f"{self.phase}: {what}")
        return Refused(what)

    async def arrive(self) -> None:
        """Make the people, an account, and a game that is over."""
        await asyncio.gather(*[person.arrive() for person in self.people])
        host, other = self.people[:2]
        made = await host.ask("account", "POST", "/api/accounts", {"login": LOGIN, "password": PASSWORD})
        host.token = made["token"]
        self.finished = await self.table(in_turn(1), host, other, "public")
        while "outcome" not in (seen := await host.ask("look", "GET", f"/api/tables/{self.finished}")):
            await self.move((host, other)[seen["actor"]], self.finished, rest=0.0)

    async def table(self, title: str, host: Person, other: Person, visibility: str) -> str:
        body = {"title": title, "seats": 2, "visibility": visibility}
        card = await host.ask("table", "POST", "/api/tables", body)
        table = str(card["table"])
        await other.ask("join", "POST", f"/api/tables/{table}/join", {"invite": card["invite"]})
        await host.ask("start", "POST", f"/api/tables/{table}/start", {})
        return table

    async def play(self, place: int, opened: asyncio.Event) -> None:
        """Play one table after the other until `stopping` is set."""
        pair = self.people[2 * place], self.people[2 * place + 1]
        while not self.stopping:
            try:
                table = await self.table(in_turn(place), *pair, "public" if place < PUBLIC else "private")
                for person in pair:
                    await person.sit(table)
                if place < PUBLIC:
                    self.public.append(table)
                opened.set()
                await self.game(table, pair)
            except Refused:
                opened.set()
                await asyncio.sleep(PACE)  # the failure is noted; this table is left behind

    async def game(self, table: str, pair: tuple[Person, Person]) -> None:
        """Play until the game is over or `stopping` is set."""
        while not self.stopping:
            seen = await pair[0].ask("look", "GET", f"/api/tables/{table}")
            if "outcome" in seen:
                return
            mover = pair[seen["actor"]]
            await self.move(mover, table, PACE)
            if self.rng.random() < RELOADS:
                await mover.sit(table)

    async def move(self, mover: Person, table: str, rest: float) -> None:
        """Think, preview a word as the page does, and send it."""
        await asyncio.sleep(rest * self.rng.uniform(0.5, 1.5))
        seen = await mover.ask("look", "GET", f"/api/tables/{table}")
        gesture = {"seq": seen["seq"], "words": [self.rng.choice(seen["moves"])]}
        if rest:
            await mover.ask("preview", "POST", f"/t/{table}/try?layout=wide", gesture)
        mark = self.rng.getrandbits(62)
        await mover.ask("move", "POST", f"/api/tables/{table}/moves", {**gesture, "mark": mark})


async def flood(crowd: Crowd, seconds: float, only: str) -> Counter[str]:
    """The abuse, in a process of its own; how often it was answered how."""
    command = [sys.executable, "-m", "bench.parts.abuser", crowd.url, str(seconds)]
    process = await asyncio.create_subprocess_exec(
        *command,
        ",".join(crowd.public),
        crowd.finished,
        LOGIN,
        *([only] if only else []),
        stdout=asyncio.subprocess.PIPE,
        cwd=Path(__file__).resolve().parents[1],
    )
    told, _ = await process.communicate()
    return Counter(msgspec.json.decode(told.splitlines()[-1], type=dict[str, int]))


async def run(url: str, calm: float, abuse: float, only: str) -> tuple[Crowd, Counter[str]]:
    """Play without abuse, with it, and without it again."""
    crowd = Crowd(url)
    await crowd.arrive()
    opened = [asyncio.Event() for _ in range(TABLES)]
    playing = [asyncio.create_task(crowd.play(place, event)) for place, event in enumerate(opened)]
    await asyncio.gather(*[event.wait() for event in opened])
    await asyncio.sleep(3)
    crowd.phase = "without"
    await asyncio.sleep(calm)
    crowd.phase = "with"
    counts = await flood(crowd, abuse, only)
    crowd.phase = "after"
    await asyncio.sleep(2)
    crowd.phase = "without"
    await asyncio.sleep(calm)
    crowd.stopping = True
    await asyncio.gather(*playing)
    for person in crowd.people:
        if person.reading is not None:
            person.reading.cancel()
    return crowd, counts


def report(crowd: Crowd, counts: Counter[str]) -> int:
    for name, count in sorted(counts.items()):
        print(f"{count:8,}  abuse: {name}")
    for kind in ("move", "preview", "page", "stream", "look"):
        for phase in ("without", "with"):
            times = [1000 * seconds for seconds in crowd.times[phase, kind]]
            if times:
                told = f"median {median(times):.0f} ms, p95 {percentile(times, 0.95):.0f}, most {max(times):.0f}"
                print(f"{len(times):6,} × {kind}, {phase} abuse: {told}")
    for failure in crowd.failures[:10]:
        print(f"failed: {failure}")
    before, under = (percentile(crowd.times[phase, "move"], 0.95) for phase in ("without", "with"))
    ratio = under / before
    missed = bool(crowd.failures) or ratio > GOAL
    asked = sum(map(len, crowd.times.values()))
    told = f"p95 of a move {1000 * under:.0f} ms with abuse, {1000 * before:.0f} without: {ratio:.1f} times"
    print(f"{len(crowd.failures)} honest requests failed of {asked:,} (goal 0); {told} (goal {GOAL:g})")
    return int(missed)


def attack_bots(short: bool) -> int:
    """Attack the bots of one worker, with the quotas that are shipped."""
    calm, seconds = (8.0, 20.0) if short else (60.0, 300.0)
    env = {f"TRAINSHED_{name.upper()}": str(getattr(Settings(), name)) for name in LIMITS}
    with Cluster(webs=1, workers=1, env=env) as cluster:
        cluster.wait_ready()
        found = uvloop.run(bot_attack.attack(cluster, calm, seconds))
    return bot_attack.report(found, alert_needed=not short)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what honest players notice of an abuser.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    parser.add_argument("--mail", default="smtp://127.0.0.1:1", help="server for outgoing mail")
    parser.add_argument(
        "--only", default="", choices=["", *SHARES], help="one kind of abuse alone, to see what it costs"
    )
    parser.add_argument("--bots", action="store_true", help="attack the bots, with tables that they play at")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    if args.bots:
        return attack_bots(args.short)
    calm, abuse = (5.0, 14.0) if args.short else (30.0, 60.0)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    env = {f"TRAINSHED_{name.upper()}": str(getattr(Settings(), name)) for name in LIMITS}
    with Cluster(webs=1, workers=1, env={**env, "TRAINSHED_MAIL": args.mail}) as cluster:
        cluster.wait_ready()
        crowd, counts = uvloop.run(run(cluster.web_urls[0], calm, abuse, args.only))
    return report(crowd, counts)


if __name__ == "__main__":
    sys.exit(main())
