"""Measures what metrics and logs cost a move: the application with and without everything that `/metrics` needs.

Two variants, in turns, in one process with a real PostgreSQL:

- `counted`: as it is: the request middleware, counters of moves, appends and batches, the check of the log level;
- `bare`: the same application without its request middleware, and a writer and commands that count nothing.

    python bench/metrics.py            20 pairs of 300 moves
    python bench/metrics.py --short    6 pairs of 100

The difference in CPU time is printed only for information: a move takes a hundred times as long as its counting, so
noise is larger than the difference. The deciding figure, in the last line, is the cost of counting alone: both variants
around an empty request, many thousand times. Goal: at most 5 microseconds a move. Exit 1 if it is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from types import SimpleNamespace
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from tests.support.servers.cluster import Cluster
from tests.support.service import NO_QUOTAS
from trainshed.service.accounts.people import Person
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.service.tables.commands import TableCommands
from trainshed.service.tables.lobby import TablePlan
from trainshed.service.tables.log_rows import LogAppend, LogRow
from trainshed.service.tables.open_tables import OpenTable
from trainshed.service.tables.writer import Writer
from trainshed.web.app import App
from trainshed.web.http.asgi import Application
from trainshed.web.http.middleware import RequestMiddleware
from trainshed.wire import CommandResult

GOAL = 5e-6
NOTHING = 20_000


class BareWriter(Writer):
    """The writer without counters."""

    async def append(self, gesture: LogAppend) -> bool:
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.waiting.append((gesture, done))
        if self.busy < self.lanes:
            self.busy += 1
            task = asyncio.create_task(self._drive())
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        return await done

    async def _settle(self, batch: list[tuple[LogAppend, asyncio.Future[bool]]]) -> None:
        won = await self.store.append([gesture for gesture, _ in batch])
        for gesture, done in batch:
            if not done.done():
                done.set_result(gesture.table in won)


class UncountedCommands(TableCommands):
    """The table commands without counters."""

    async def play(
        self, number: int, person: Person, seq: int, said: list[str], mark: int | None = None
    ) -> CommandResult:
        return await self._play(number, person, seq, said, mark)


class Bench:
    """One container, with both variants of its application, writer and commands."""

    def __init__(self, container: Container, rng: Random) -> None:
        self.container = container
        self.rng = rng
        self.app = App(container)
        self.writers: dict[str, Writer] = {"counted": container.tables.writer, "bare": BareWriter(container.store)}
        self.players: dict[str, TableCommands] = {
            "counted": container.commands,
            "bare": UncountedCommands(container.tables),
        }
        self.doors: dict[str, Any] = {"counted": self.app, "bare": self.app.requests.inner}
        self.token = ""

    async def run(self, pairs: int, moves: int) -> dict[str, list[float]]:
        """CPU seconds a move, one value for each pair, by variant."""
        _, self.token = await self.container.people.guest("Ada")
        times: dict[str, list[float]] = {"counted": [], "bare": []}
        await self.block("counted", moves)
        for pair in range(pairs):
            for way in ("counted", "bare") if pair % 2 else ("bare", "counted"):
                times[way].append(await self.block(way, moves))
        return times

    async def block(self, way: str, moves: int) -> float:
        """CPU seconds a move: random moves at tables where one person plays both seats."""
        self.container.tables.writer = self.writers[way]
        self.container.commands = self.players[way]
        spent, done = 0.0, 0
        while done < moves:
            table = await self.table()
            for _ in range(60):
                opened = self.container.tables.warm[table[1]]
                if opened.table.over or done == moves:
                    break
                position = opened.table.position
                word = position.game.vocabulary.word(self.rng.choice(position.moves()))
                await self.hand(opened)
                begin = process_time()
                await self.post(way, f"/api/tables/{table[0]}/moves", {"seq": opened.table.seq, "words": [word]})
                spent += process_time() - begin
                done += 1
        return spent / moves

    async def table(self) -> tuple[str, int]:
        from trainshed.service.base import ids

        signed: Any = await self.container.people.by_token(self.token)
        person: Person = getattr(signed, "person", signed)
        number = await self.container.lobby.create(person, TablePlan("lok-n-roll", 2))
        await self.container.lobby.join(number, person, 1, "")
        await self.container.lobby.start(number, person)
        await self.container.lobby.begin(number)
        return ids.written(number), number

    async def hand(self, opened: OpenTable) -> None:
        """Give the person the seat to move: it is a hot-seat table, where one seat at a time is in hand."""
        await self.container.database.write(
            "UPDATE seats SET in_hand = (seat = %s) WHERE table_id = %s",
            (opened.table.actor, opened.table.config.id),
        )

    async def post(self, way: str, path: str, body: Any) -> None:
        data = msgspec.json.encode(body)
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [
                (b"host", b"house"),
                (b"authorization", f"Bearer {self.token}".encode()),
                (b"content-type", b"application/json"),
                (b"content-length", b"%d" % len(data)),
            ],
            "server": ("house", 80),
            "client": ("127.0.0.1", 40_000),
            "state": {},
        }
        statuses = []

        async def receive() -> Any:
            return {"type": "http.request", "body": data, "more_body": False}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        await self.doors[way](scope, receive, send)
        if statuses != [200]:
            raise RuntimeError(f"{statuses} to {path}")


# The cost of counting alone -------------------------------------------------------------------


async def alone() -> float:
    """Seconds that all counting of a move takes, around an empty request: middleware, commands, writer, log level."""
    gesture = LogAppend(1, [LogRow(1, 0, "word", 0)])

    async def append(_: list[LogAppend]) -> set[int]:
        return {1}

    def writer(kind: type[Writer]) -> Writer:
        store = SimpleNamespace(database=SimpleNamespace(connections=2), append=append)
        return kind(store)  # type: ignore[arg-type]

    def player(kind: type[TableCommands]) -> TableCommands:
        made = kind(SimpleNamespace())  # type: ignore[arg-type]

        async def play(*_: Any) -> CommandResult:
            return CommandResult(1, [])

        vars(made)["_play"] = play
        return made

    async def send(_: Any) -> None:
        pass

    def request(writer: Writer, player: TableCommands) -> Application:
        async def inner(scope: Any, _: Any, send: Any) -> None:
            scope["path_template"] = "/api/tables/{table}/moves"
            await player.play(1, None, 1, [])  # type: ignore[arg-type]
            await writer.append(gesture)
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b""})

        return inner

    ways: dict[str, Application] = {
        "counted": RequestMiddleware(request(writer(Writer), player(TableCommands)), {}),
        "bare": request(writer(BareWriter), player(UncountedCommands)),
    }
    differences = []
    for _ in range(9):
        times = {}
        for way, http_client in ways.items():
            begin = process_time()
            for _ in range(NOTHING):
                await http_client({"type": "http", "path": "/x", "method": "POST", "headers": []}, None, send)
            times[way] = (process_time() - begin) / NOTHING
        differences.append(times["counted"] - times["bare"])
    return median(differences) + question()


def question() -> float:
    """Seconds that the check takes whether a move is logged."""
    import logging

    from trainshed.service.tables.open_tables import log

    begin = process_time()
    for _ in range(100_000):
        log.isEnabledFor(logging.DEBUG)
    return (process_time() - begin) / 100_000


async def measured(database: str, pairs: int, moves: int) -> dict[str, list[float]]:
    container = Container(Settings(database=database, connections=4, **NO_QUOTAS), work=False)
    await container.open()
    try:
        return await Bench(container, Random(1)).run(pairs, moves)
    finally:
        await container.close()


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what counting costs a move.")
    parser.add_argument("--short", action="store_true", help="6 pairs of 100 moves")
    args = parser.parse_args()
    pairs, moves = (6, 100) if args.short else (20, 300)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    cost = asyncio.run(alone())
    with Cluster(own_nats=False) as cluster:
        from trainshed.service.ops.migrate import upgrade

        upgrade(cluster.database)
        times = asyncio.run(measured(cluster.database, pairs, moves))
    counted, bare = median(times["counted"]), median(times["bare"])
    apart = median([one - other for one, other in zip(times["counted"], times["bare"], strict=True)])
    print(
        f"a whole move: {counted * 1e6:,.0f} µs counted, {bare * 1e6:,.0f} µs bare,"
        f" {apart * 1e6:+.0f} µs in the median pair of {pairs}"
    )
    print(f"metrics: {cost * 1e6:.1f} µs for the counting of a move (goal: {GOAL * 1e6:.0f})")
    return 0 if cost <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
