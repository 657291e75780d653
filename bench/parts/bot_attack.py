"""What people at tables with bots notice while two guests of one address do their worst to the bots.

Twenty people, each at an address of their own, play against bots of every level. Two guests then start tables of Spike
with three Directors each, as many as their quotas allow. They play half of them without a pause, so that bots always
have to move. The other half they leave to the bots and delete at once; then they start others.
"""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import Final

import msgspec
import psycopg
import yaml

from bench.parts.bot_tables import Guest, Player, ServerRefused, waits
from bench.parts.http import Broken, Web
from bench.parts.percentiles import percentile
from bench.parts.titles import in_turn
from tests.support.servers.cluster import Cluster
from trainshed.bots.levels import LEVELS
from trainshed.service.base import ids
from trainshed.service.tables.open_tables import system_now

PEOPLE: Final = 20
THINK: Final = 4.0
ADDRESS: Final = "127.0.0.66"
TABLES: Final = 12
"""Tables that each of the two guests has at once."""
TITLE: Final = "spike"
BOTS: Final = ("director",) * 3
FACTOR: Final = 3.0
EXTRA: Final = 2.0
"""Goal: with the attack nobody waits longer than FACTOR times the longest wait without it, and EXTRA seconds."""
SCRAPE: Final = 1.0
ALERT: Final = "PlayersWaitForBots"
ALERTS: Final = Path(__file__).resolve().parents[2] / "deploy" / "alerts.yml"


class Attacker:
    """A guest who starts tables as fast as the server allows."""

    def __init__(self, url: str, number: int) -> None:
        self.guest = Guest(url, ADDRESS, f"Bandit {number}")
        self.rng = Random(number)
        self.started = 0
        self.refused = 0
        self.deleted: list[str] = []

    async def run(self, until: float) -> None:
        await self.guest.arrive()
        await asyncio.gather(*[self._table(place % 2 == 0, until) for place in range(TABLES)])

    async def _table(self, keep: bool, until: float) -> None:
        while monotonic() < until:
            try:
                table = await self.guest.open_table(TITLE, BOTS)
                self.started += 1
                if keep:
                    while monotonic() < until and await self.guest.step(table, self.rng, 0.1) is not None:
                        await asyncio.sleep(0.1)
                else:
                    await self.guest.ask("POST", f"/api/tables/{table}/leave", {})
                    await asyncio.sleep(self.rng.uniform(0.0, 4.0))  # its bots are at work by then, or wait
                    await self.guest.ask("DELETE", f"/api/tables/{table}", {})
                    self.deleted.append(table)
            except (Broken, ServerRefused):
                self.refused += 1
                await asyncio.sleep(1.0)


class Report(msgspec.Struct):
    """What was seen."""

    without: dict[str, list[float]]
    """Seconds that people waited without the attack, by level of their bot."""
    attacked: dict[str, list[float]]
    rows: int
    """Rows of deleted tables."""
    deleted: int
    started: int
    longest: float
    """The longest wait in the metrics during the attack."""
    fired: bool
    readyz: str
    """What /readyz said when that wait was longest."""
    failures: list[str]


async def attack(cluster: Cluster, calm: float, seconds: float) -> Report:
    """Let people play without and with the attack."""
    url = cluster.web_urls[0]
    players = [
        Player(Guest(url, f"127.0.1.{number + 1}", f"Guest {number}"), in_turn(number), [level(number)], THINK, number)
        for number in range(PEOPLE)
    ]
    stopping = asyncio.Event()
    playing = [asyncio.create_task(player.play(stopping)) for player in players]
    await asyncio.sleep(5.0)
    begin = system_now()
    await asyncio.sleep(calm)
    attackers = [Attacker(url, number) for number in range(2)]
    middle = system_now()
    watching = asyncio.create_task(watch(cluster.worker_urls[0], seconds))
    await asyncio.gather(*[attacker.run(monotonic() + seconds) for attacker in attackers])
    end = system_now()
    samples, readyz = await watching
    stopping.set()
    await asyncio.gather(*playing)
    deleted = [table for attacker in attackers for table in attacker.deleted]
    found: list[dict[str, list[float]]] = [defaultdict(list), defaultdict(list)]
    for number, player in enumerate(players):
        for wait in await asyncio.to_thread(waits, cluster.database, player.tables, end):
            if begin <= wait.begin < end:
                found[wait.begin >= middle][level(number)].append(wait.seconds)
    return Report(
        without=found[0],
        attacked=found[1],
        rows=rows_of(cluster.database, deleted),
        deleted=len(deleted),
        started=sum(attacker.started for attacker in attackers),
        longest=max(samples, default=0.0),
        fired=fires(samples),
        readyz=readyz,
        failures=[failure for player in players for failure in player.failures],
    )


def level(number: int) -> str:
    """The bot of a person. Titles and levels take turns at different lengths, so that each meets each."""
    return LEVELS[number % len(LEVELS)].name


async def watch(url: str, seconds: float) -> tuple[list[float], str]:
    """The longest wait by the metrics of a worker, once a second, and what /readyz said when it was longest."""
    web, samples, readyz = Web(url), [], ""
    until = monotonic() + seconds
    while monotonic() < until:
        with suppress(Broken):
            text = (await web.ask("GET", "/metrics")).body.decode()
            found = re.search(r"^trainshed_bot_attended_wait_seconds (\S+)$", text, re.MULTILINE)
            assert found is not None
            samples.append(float(found[1]))
            if samples[-1] == max(samples):
                readyz = (await web.ask("GET", "/readyz")).body.decode()
        await asyncio.sleep(SCRAPE)
    return samples, readyz


def fires(samples: Sequence[float]) -> bool:
    """Whether the alert of deploy/alerts.yml fires at these samples, one a second."""
    groups = yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["groups"]
    [rule] = [rule for group in groups for rule in group["rules"] if rule["alert"] == ALERT]
    threshold = float(rule["expr"].removeprefix("max(trainshed_bot_attended_wait_seconds) > "))
    needed = {"s": 1, "m": 60}[rule["for"][-1]] * int(rule["for"][:-1]) / SCRAPE
    longest = run = 0
    for sample in samples:
        run = run + 1 if sample > threshold else 0
        longest = max(longest, run)
    return longest >= needed


def rows_of(database: str, tables: Sequence[str]) -> int:
    """How many rows the logs of these tables have."""
    with psycopg.connect(database) as connection:
        numbers = [ids.number(table) for table in tables]
        [(count,)] = connection.execute("SELECT count(*) FROM rows WHERE table_id = ANY(%s)", (numbers,)).fetchall()
    return int(count)


def report(found: Report, alert_needed: bool) -> int:
    """Print what was seen; 1 if a goal was missed."""
    missed = []
    for bot in found.without:
        before, under = found.without[bot], found.attacked.get(bot, [])
        allowed = FACTOR * max(before) + EXTRA
        print(f"{bot}: {line(before)} without the attack, {line(under)} with it; allowed {allowed:.1f} s")
        if not under or max(under) > allowed:
            missed.append(bot)
    print(f"{found.started} tables of the attackers, {found.deleted} deleted")
    print(f"longest wait of anybody, attackers too: {found.longest:.0f} s; /readyz: {found.readyz.strip()!r}")
    for failure in found.failures:
        print(f"failed: {failure}")
    alert = f"alert {ALERT} {'fired' if found.fired else 'did not fire'}"
    if not alert_needed:
        alert += " (this run is shorter than it takes)"
    late = f"too late: {', '.join(missed)}" if missed else "nobody waited too long"
    print(f"bots under attack: {late}; {found.rows} rows of deleted tables (goal 0); {alert}")
    return int(bool(missed or found.rows or found.failures or (alert_needed and not found.fired)))


def line(seconds: Sequence[float]) -> str:
    if not seconds:
        return "no turn"
    return (
        f"{len(seconds)} waits, median {median(seconds):.2f} s, p95 {percentile(seconds, 0.95):.2f},"
        f" longest {max(seconds):.2f}"
    )
