"""Measures how long it takes to open a table that no process has in memory, with 5,000 rows in its log and with 100.

A web process on a database of its own. One long and one short log are made by playing, stepping and taking back, and
are copied to many tables, so that each is opened exactly once: GET of the table as one of its seats, long and short in
turns. `tail` is the GET of the last 50 rows of the log after that.

    python bench/cold_open.py            400 tables of each kind
    python bench/cold_open.py --short    120 of each

The last line has the deciding figures. Goals: p99 of the long ones 50 ms, and at most 1.5 times the short ones
(medians). Exit 1 if one is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from urllib.parse import urlsplit

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.percentiles import percentile
from tests.support.servers.cluster import Cluster
from trainshed.service.base import ids
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.service.tables.lobby import TablePlan

LONG, SHORT = 5_000, 100
SLOW_MS, RATIO = 50.0, 1.5
TITLE = "russian-railroads"


async def made(database: str) -> tuple[str, dict[int, int]]:
    """The token of a player, and a table for each number of rows."""
    container = Container(Settings(database=database, address_share=0, connections=4), work=False)
    await container.open()
    try:
        person, token = await container.people.guest("Marta")
        other, _ = await container.people.guest("Ugo")
        tables = {}
        for rows in (LONG, SHORT):
            number = await container.lobby.create(person, TablePlan(TITLE, 2))
            invite = (await container.lobby.card(number, person)).invite
            await container.lobby.join(number, other, None, invite)
            await container.lobby.start(number, person)
            await container.lobby.begin(number)
            await lengthen(container, number, rows)
            tables[rows] = number
        return token, tables
    finally:
        await container.close()


async def lengthen(container: Container, number: int, rows: int) -> None:
    """Play slowly, with many steps made and undone, until the log has so many rows."""
    opened = await container.tables.opened(number)
    rng = Random(rows)
    pace = rows // 60
    while opened.table.seq < rows:
        position = opened.table.position
        moves = position.moves()
        free = [move for move in moves if position.reversible(move)]
        draft = await container.tables.draft(opened)
        if free and opened.table.seq % pace:
            draft.say(position.actor, position.game.vocabulary.word(rng.choice(free)), free=True)
            draft.take_back(position.actor, 1, [])
        else:
            move = rng.choice(moves)
            draft.say(position.actor, position.game.vocabulary.word(move), free=position.reversible(move))
            draft.draw(container.tables.nature(draft.table.config, opened.secret))
        if draft.table.over:
            raise SystemExit(f"the game is over after {draft.table.seq} rows")
        await container.tables.commit(opened, draft)


def copied(database: str, table: int, copies: int) -> list[int]:
    """Copy a table under new ids; the ids."""
    with psycopg.connect(database, autocommit=True) as connection:
        columns = {
            name: ", ".join(
                column
                for (column,) in connection.execute(
                    "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0"
                    " AND attname NOT IN ('id', 'table_id')",
                    (name,),
                )
            )
            for name in ("tables", "seats", "rows", "snapshots")
        }
        numbers = [ids.new_id(1_800_000_000_000 + n) for n in range(table % 1000, table % 1000 + copies)]
        for name, key in (("tables", "id"), ("seats", "table_id"), ("rows", "table_id"), ("snapshots", "table_id")):
            connection.execute(
                f"INSERT INTO {name} ({key}, {columns[name]}) SELECT n, {columns[name]} FROM {name},"
                f" unnest(%s::bigint[]) AS n WHERE {key} = %s",
                (numbers, table),
            )
        connection.execute("ANALYZE")
        connection.execute("CHECKPOINT")
    return numbers


class Client:
    """One kept HTTP connection of a signed-in person."""

    def __init__(self, url: str, token: str) -> None:
        self.connection = HTTPConnection(urlsplit(url).netloc, timeout=20)
        self.headers = {"authorization": f"Bearer {token}"}

    def get(self, path: str) -> float:
        """Request a path; the milliseconds that it took."""
        begin = perf_counter()
        self.connection.request("GET", path, headers=self.headers)
        answer = self.connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status}")
        return (perf_counter() - begin) * 1000


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how tables open.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    copies = 120 if parser.parse_args().short else 400
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before; {TITLE}, {copies} tables of each kind")
    with Cluster(webs=1) as cluster:
        cluster.wait_ready()
        token, tables = asyncio.run(made(cluster.database))
        copies_of = {rows: copied(cluster.database, number, copies) for rows, number in tables.items()}
        client = Client(cluster.web_urls[0], token)
        for number in tables.values():
            client.get(f"/api/tables/{ids.written(number)}")
        opened: dict[int, list[float]] = {LONG: [], SHORT: []}
        tail: dict[int, list[float]] = {LONG: [], SHORT: []}
        for pair in zip(copies_of[LONG], copies_of[SHORT], strict=True):
            for rows, number in zip((LONG, SHORT), pair, strict=True):
                where = f"/api/tables/{ids.written(number)}"
                opened[rows].append(client.get(where))
                tail[rows].append(client.get(f"{where}/log?after={rows - 50}"))
    for rows in (SHORT, LONG):
        times = opened[rows]
        print(
            f"{rows} rows: open p50 {median(times):.1f}, p99 {percentile(times, 0.99):.1f} ms;"
            f" tail p50 {median(tail[rows]):.1f}, p99 {percentile(tail[rows], 0.99):.1f} ms"
        )
    slow, ratio = percentile(opened[LONG], 0.99), median(opened[LONG]) / median(opened[SHORT])
    print(f"p99 {slow:.1f} ms (wanted {SLOW_MS:.0f}), {ratio:.2f} times the short ones (wanted {RATIO})")
    return 0 if slow <= SLOW_MS and ratio <= RATIO else 1


if __name__ == "__main__":
    sys.exit(main())
