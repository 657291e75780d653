"""Measures what pages cost a web process: one thing at a time, in the CPU time of the server's own process.

Every step does one kind of thing at all tables of a title, waits until it has arrived, and divides the CPU time by how
many there were. What an update costs is the difference between moves that are watched and moves that are not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from statistics import fmean
from typing import Any, Final, NamedTuple

from bench.parts.http import Answer
from bench.parts.page_tables import OpenPage, PlayedTable, Player, pages_of
from bench.parts.processor import cpu_seconds, with_children
from bench.service import resident
from tests.support.servers.cluster import Cluster

SETTLE: Final = 0.1
"""Seconds after a step until the server has done all that belongs to it."""
GONE: Final = 0.2
"""Seconds until the server has seen that a stream was closed."""
READERS: Final = 50
"""Further readers of one page, each from an address of its own."""


class Spent(NamedTuple):
    """CPU seconds of the web process and of PostgreSQL."""

    web: float
    postgres: float

    def each(self, number: int) -> tuple[float, float]:
        """Microseconds for one of so many."""
        return self.web / number * 1e6, self.postgres / number * 1e6


class Meter:
    """Reads the CPU time of a cluster's only web process and of its PostgreSQL, less what they use when idle."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.idle = Spent(0.0, 0.0)
        """CPU seconds a second while nothing happens."""

    def now(self) -> Spent:
        return Spent(cpu_seconds(self.cluster.pid("web1")), with_children(self.cluster.pid("postgres")))

    async def rest(self, seconds: float) -> Spent:
        """CPU seconds a second while nothing happens."""
        before = self.now()
        await asyncio.sleep(seconds)
        after = self.now()
        return Spent((after.web - before.web) / seconds, (after.postgres - before.postgres) / seconds)

    async def spent(self, *steps: Awaitable[Any]) -> Spent:
        """What these steps cost, one after the other."""
        loop = asyncio.get_running_loop()
        begin, before = loop.time(), self.now()
        for step in steps:
            await step
        await asyncio.sleep(SETTLE)
        after, seconds = self.now(), loop.time() - begin
        return Spent(
            after.web - before.web - self.idle.web * seconds,
            max(0.0, after.postgres - before.postgres - self.idle.postgres * seconds),
        )


async def closed(pages: list[OpenPage]) -> None:
    """Close pages, and let the server see it."""
    for page in pages:
        await page.close()
    await asyncio.sleep(GONE)


async def warmed_up(tables: list[PlayedTable]) -> None:
    """Do everything once, so that nothing is done for the first time while it is measured."""
    for table in tables:
        await table.load(table.pages[0])
        await table.lobby()
        await table.preview()
        await table.pages[0].show(table.seq)
        await table.move()
    await closed(pages_of(tables))


async def title_costs(meter: Meter, tables: list[PlayedTable], moves: int) -> dict[str, float]:
    """What the pages of a title cost. No table makes more than `moves_needed(moves)` moves; the pages stay open."""
    pages = pages_of(tables)
    await closed(pages)
    found: dict[str, float] = {}
    sizes: list[int] = []

    async def sized(answer: Awaitable[Answer]) -> None:
        sizes.append(len((await answer).body))

    unwatched = await meter.spent(*[table.move() for _ in range(moves) for table in tables])
    found["move_us"], found["move_postgres_us"] = unwatched.each(moves * len(tables))

    loads = await meter.spent(*[sized(table.load(page)) for table in tables for page in table.pages])
    found["load_us"], found["load_postgres_us"] = loads.each(len(pages))
    found["load_bytes"] = fmean(sizes)

    opened = await meter.spent(*[page.show(table.seq) for table in tables for page in table.pages])
    found["open_us"], found["open_postgres_us"] = opened.each(len(pages))
    found["open_bytes"] = fmean(page.received for page in pages)

    # A stream begins without a page, because the browser has it; the first move draws it whole, with its history.
    first = await meter.spent(*[table.move() for table in tables])
    found["first_us"] = (first.web - unwatched.web / moves) / len(pages) * 1e6

    before = sum(page.received for page in pages)
    watched = await meter.spent(*[table.move() for _ in range(moves) for table in tables])
    updates = moves * len(pages)
    found["update_us"] = (watched.web - unwatched.web) / updates * 1e6
    found["update_bytes"] = (sum(page.received for page in pages) - before) / updates

    found |= await reconnect_costs(meter, tables)

    sizes.clear()
    tried = await meter.spent(*[sized(table.preview()) for _ in range(moves) for table in tables])
    found["preview_us"], found["preview_postgres_us"] = tried.each(moves * len(tables))
    found["preview_bytes"] = fmean(sizes)
    return found


async def api_preview_cost(meter: Meter, tables: list[PlayedTable], times: int) -> float:
    """Microseconds of a preview of the API."""
    tried = await meter.spent(*[table.preview(api=True) for _ in range(2 * times) for table in tables])
    return tried.each(2 * times * len(tables))[0]


def moves_needed(moves: int) -> int:
    """The moves that one table makes in `warmed_up`, `title_costs` and `reader_costs`."""
    return 4 * moves + 3


async def reader_costs(meter: Meter, table: PlayedTable, moves: int) -> dict[str, float]:
    """What further readers of a page cost: spectators of a public table, of whom the first is there already."""
    first, *others = [OpenPage(Player(table.players[0].url), table.name) for _ in range(1 + READERS)]
    await first.show(table.seq)
    joined = await meter.spent(*[page.connect() for page in others])
    many = await meter.spent(*[table.move() for _ in range(moves)])
    await closed(others)
    few = await meter.spent(*[table.move() for _ in range(moves)])
    await closed([first])
    return {
        "join_us": joined.each(READERS)[0],
        "reader_us": max(0.0, (many.web - few.web) / (moves * READERS) * 1e6),
    }


async def reconnect_costs(meter: Meter, tables: list[PlayedTable]) -> dict[str, float]:
    """What it costs when a page at each table loses its stream and comes back, while the others stay."""
    torn = [table.pages[number % len(table.pages)] for number, table in enumerate(tables)]
    await closed(torn)
    same = await meter.spent(*[page.connect() for page in torn])
    same_bytes = fmean(page.received for page in torn)
    await closed(torn)
    for table in tables:
        await table.move()
    late = await meter.spent(*[page.show(table.seq) for page, table in zip(torn, tables, strict=True)])
    return {
        "same_us": same.each(len(torn))[0],
        "same_bytes": same_bytes,
        "late_us": late.each(len(torn))[0],
        "late_bytes": fmean(page.received for page in torn),
    }


async def lobby_cost(meter: Meter, tables: list[PlayedTable], visits: int) -> float:
    """Microseconds of a visit of the lobby, by people who play at a table."""
    seen = await meter.spent(*[table.lobby() for _ in range(visits) for table in tables])
    return seen.each(visits * len(tables))[0]


async def waiting_cost(meter: Meter, pages: int, seconds: float) -> float:
    """Microseconds a second of an open page on which nothing happens."""
    return max(0.0, ((await meter.rest(seconds)).web - meter.idle.web) / pages * 1e6)


async def page_memory(meter: Meter, tables: list[PlayedTable]) -> float:
    """KB of memory for an open page: each player opens the other layout as well, which is a page of its own."""
    pid = meter.cluster.pid("web1")
    others = [OpenPage(page.player, page.table, "tall") for page in pages_of(tables)]
    for page in others[:3]:
        await page.connect()
    await asyncio.sleep(SETTLE)
    before = resident(pid)
    for page in others[3:]:
        await page.connect()
    await asyncio.sleep(SETTLE)
    used = resident(pid) - before
    await closed(others)
    return used * 1024 / len(others[3:])


async def restarted(meter: Meter, tables: dict[str, list[PlayedTable]]) -> tuple[float, dict[str, float]]:
    """Restart the web process: CPU milliseconds until it answers, and microseconds for each page that comes back."""
    cluster = meter.cluster
    await asyncio.to_thread(cluster.stop, "web1")
    cluster.start("web1")
    await asyncio.to_thread(cluster.wait_ready)
    begun = meter.now().web * 1000
    found = {}
    for title, some in tables.items():
        pages = pages_of(some)
        await closed(pages)
        back = await meter.spent(*[page.connect() for page in pages])
        found[title], _ = back.each(len(pages))
    return begun, found
