"""Measures the throughput of one web process against bare appends to the database, and latency to 1,000 readers.

It starts a cluster of its own: PostgreSQL, NATS, one web process. Whole games of both titles are played in advance with
the secrets of their tables, so that every request is ready as bytes and the client costs next to nothing. Then, in
turns:

- `HTTP`: 48 connections post the moves, one word each, as fast as answers come (sessions are checked, every answer is
  200);
- `bare`: the same rows that the service wrote are appended by psycopg alone to a table of the same layout, one INSERT
  a move, with as many connections as the web process has.

Each pair of neighbours gives a ratio; their median decides. Then moves are posted at 70 % of that load at even
intervals, and last 1,000 readers (two seats and spectators of one table, gzip) wait for 100 moves: the time from
sending the move to its arrival at the last reader.

    python bench/service.py            five pairs, about 3 minutes
    python bench/service.py --short    two pairs in at most 50 s

The web process runs the compiled build, as a wheel has it, unless `--interpreted` is given; building it takes a minute
once for each state of the source, and is not counted.

The last line has the deciding figures. Goals: ratio 0.30, p99 50 ms at 70 %, p99 250 ms to the last of 1,000 readers.
Exit 1 if one is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import sys
import zlib
from collections import deque
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, cast
from urllib.parse import urlsplit

import psycopg
import uvloop

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.percentiles import percentile
from bench.parts.titles import add_title_option, in_turn, names, narrow
from tests.support.compiled_build import compiled_site
from tests.support.servers.cluster import Cluster
from tests.support.service import NO_QUOTAS
from trainshed.service.accounts.hours import Calendar
from trainshed.service.accounts.people import Person
from trainshed.service.base import ids
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.service.tables.draft import Draft
from trainshed.service.tables.lobby import TablePlan
from trainshed.service.tables.log_rows import LogRow
from trainshed.service.tables.open_tables import committed
from trainshed.service.tables.table_state import TableState

RATIO, SLOW_MOVE_MS, SLOW_READER_MS = 0.30, 50.0, 250.0
CONNECTIONS = 48
READERS = 1_000


class Move:
    """One request, ready to be sent, and the rows it will write."""

    __slots__ = ("request", "rows", "seat", "seq", "table", "word")

    def __init__(self, table: int, seq: int, seat: int, word: str, token: str, rows: list[LogRow]) -> None:
        body = f'{{"seq":{seq},"words":["{word}"],"mark":{seq}}}'
        self.request = (
            f"POST /api/tables/{ids.written(table)}/moves HTTP/1.1\r\nhost: bench\r\n"
            f"authorization: Bearer {token}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\n\r\n{body}"
        ).encode()
        self.rows = rows
        self.table = table
        self.seq = seq
        self.seat = seat
        self.word = word


def played(table: TableState, secret: bytes, tokens: list[str], rng: Random) -> list[Move]:
    """A whole random game, as requests."""
    moves: list[Move] = []
    nature = committed(table.config, secret)
    words = table.game.vocabulary
    while not table.over:
        draft = Draft(table, table.at, Calendar())
        move = rng.choice(table.position.moves())
        draft.say(table.actor, words.word(move), free=table.position.reversible(move))
        draft.draw(nature)
        seat = table.actor
        moves.append(Move(table.config.id, table.seq, seat, words.word(move), tokens[seat], draft.rows))
        table = draft.table
    return moves


async def prepare(database: str, games: int, seed: int) -> list[list[Move]]:
    """So many started tables of two people, half of each title, and the whole games that will be played at them."""
    container = Container(Settings(database=database, connections=4, **NO_QUOTAS), work=False)
    await container.open()
    prepared = []
    try:
        people = [await container.people.guest(name) for name in ("Marta", "Ugo")]
        for number in range(games):
            opened = await start(container, [person for person, _ in people], in_turn(number))
            rng = Random(f"{seed}:{number}")
            prepared.append(played(opened.table, opened.secret, [token for _, token in people], rng))
    finally:
        await container.close()
    return prepared


async def start(container: Container, people: list[Person], title: str, visibility: str = "private") -> Any:
    table = await container.lobby.create(people[0], TablePlan(title, len(people), visibility=visibility))  # type: ignore[arg-type]
    card = await container.lobby.card(table, people[0])
    for person in people[1:]:
        await container.lobby.join(table, person, None, card.invite)
    await container.lobby.start(table, people[0])
    await container.lobby.begin(table)
    return await container.tables.opened(table)


# ---------------------------------------------------------------- through HTTP


class Line(asyncio.Protocol):
    """A connection that sends the next request when the answer to the last one is there."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.game: deque[Move] = deque()
        self.missing = 0
        self.sent = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.load.free(self)

    def send(self, at: float) -> None:
        """Send the next move; `at` is when it was due."""
        self.sent = at
        self.transport.write(self.game[0].request)

    def data_received(self, data: bytes) -> None:
        if self.missing == 0:
            if not data.startswith(b"HTTP/1.1 200"):
                raise SystemExit(f"not acknowledged: {data[:600]!r}")
            head, _, body = data.partition(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
            self.missing = length - len(body)
        else:
            self.missing -= len(data)
        if self.missing == 0:
            self.load.done(self, self.game.popleft())


class Load:
    """Plays games over many connections: as fast as answers come, or at even intervals."""

    def __init__(self, games: deque[list[Move]], seconds: float, interval: float = 0.0) -> None:
        self.games = games
        self.until = perf_counter() + seconds
        self.interval = interval
        self.idle: deque[Line] = deque()
        self.times: list[float] = []
        self.rows: list[list[LogRow]] = []
        self.tables: list[int] = []
        self.begin = perf_counter()
        self.lines: list[Line] = []

    async def run(self, address: tuple[str, int]) -> float:
        """Play until the time is up; moves a second."""
        loop = asyncio.get_running_loop()
        for _ in range(CONNECTIONS):
            _, line = await loop.create_connection(lambda: Line(self), *address)
            self.lines.append(line)
        self.begin = perf_counter()
        if self.interval:
            await self._pace()
        else:
            await asyncio.sleep(self.until - perf_counter())
        while any(line.sent for line in self.lines):
            await asyncio.sleep(0.005)
        elapsed = perf_counter() - self.begin
        for line in self.lines:
            if line.game:
                self.games.appendleft(list(line.game))
            line.transport.close()
        return len(self.times) / elapsed

    async def _pace(self) -> None:
        due = perf_counter()
        while due < self.until:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            while due <= perf_counter() and due < self.until:
                if self.idle:
                    self._next(self.idle.popleft(), due)
                    due += self.interval
                else:
                    await asyncio.sleep(0.0005)

    def free(self, line: Line) -> None:
        if self.interval:
            self.idle.append(line)
        else:
            self._next(line, perf_counter())

    def _next(self, line: Line, due: float) -> None:
        while not line.game:
            if not self.games:
                raise SystemExit("not enough games were prepared")
            line.game = deque(self.games.popleft())
        line.send(due)

    def done(self, line: Line, move: Move) -> None:
        self.times.append(perf_counter() - line.sent)
        self.rows.append(move.rows)
        self.tables.append(move.table)
        line.sent = 0.0
        if self.interval or perf_counter() < self.until:
            self.free(line)


# ---------------------------------------------------------------- bare


INSERT = "INSERT INTO bare (table_id, seq, seat, free, at, spent, who, mark, said) VALUES "
VALUES = "(%s, %s, %s, %s, %s, %s, %s, %s, %s)"


async def bare(database: str, load: Load, connections: int) -> float:
    """Append the rows of a load, one statement a move; appends a second."""
    lines = [await psycopg.AsyncConnection.connect(database, autocommit=True) for _ in range(connections)]
    await lines[0].execute("DROP TABLE IF EXISTS bare")
    await lines[0].execute("CREATE TABLE bare (LIKE rows INCLUDING ALL) PARTITION BY HASH (table_id)")
    for part in range(16):
        await lines[0].execute(
            f"CREATE TABLE bare_{part} PARTITION OF bare FOR VALUES WITH (MODULUS 16, REMAINDER {part})"
        )
    gestures = [
        (
            INSERT + ", ".join([VALUES] * len(rows)),
            [v for r in rows for v in (table, r.seq, r.seat, r.free, r.at, r.spent, r.who, r.mark, r.said)],
        )
        for table, rows in zip(load.tables, load.rows, strict=True)
    ]
    waiting = deque(gestures)

    async def append(line: psycopg.AsyncConnection[Any]) -> None:
        while waiting:
            statement, values = waiting.popleft()
            await line.execute(statement, values)

    begin = perf_counter()
    await asyncio.gather(*[append(line) for line in lines])
    elapsed = perf_counter() - begin
    for line in lines:
        await line.close()
    return len(gestures) / elapsed


# ---------------------------------------------------------------- readers


class Reader(asyncio.Protocol):
    """Reads a table's stream as a browser does: decompresses it, and notes when each row's state arrived."""

    def __init__(self, request: bytes, seen: Callable[[int, float], None]) -> None:
        self.request = request
        self.seen = seen
        self.unzip: Any = None
        self.last: int | None = None
        self.head = b""
        self.text = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast(asyncio.Transport, transport).write(self.request)

    def data_received(self, data: bytes) -> None:
        if self.unzip is None:
            self.head += data
            head, end, data = self.head.partition(b"\r\n\r\n")
            if not end:
                return
            if b"content-encoding: gzip" not in head.lower() or b" 200 " not in head:
                print(f"no compressed stream: {head!r}", flush=True)
                os._exit(1)
            self.unzip = zlib.decompressobj(31)
            self.chunks = b""
        self.chunks += data
        while True:  # chunked transfer: a length, the bytes, and so on
            size, end, rest = self.chunks.partition(b"\r\n")
            if not end or len(rest) < int(size, 16) + 2:
                return
            length = int(size, 16)
            self.chunks = rest[length + 2 :]
            self.take(self.unzip.decompress(rest[:length]))

    def take(self, text: bytes) -> None:
        events = (self.text + text).split(b"\n\n")
        self.text = events.pop()
        for event in events:
            if event.startswith(b"id: "):
                last = int(event[4 : event.index(b"\n")])
                # A state covers all rows before it, also those that had no state of their own.
                for seq in range(last if self.last is None else self.last + 1, last + 1):
                    self.seen(seq, perf_counter())
                self.last = last


OF_PLAYERS = 60


def read(address: tuple[str, int], table: str, tokens: list[str], pipe: Any) -> None:
    """A process with all readers; reports when all are connected, and in the end when each row reached the last one."""

    async def main() -> None:
        arrived: dict[int, tuple[int, float]] = {}

        def seen(seq: int, at: float) -> None:
            count, last = arrived.get(seq, (0, 0.0))
            arrived[seq] = (count + 1, max(last, at))

        loop = asyncio.get_running_loop()
        for number in range(READERS):
            # Some are the players', as many as a person may have; all others are spectators'.
            token = tokens[number % 3] if number % 3 < len(tokens) and number < OF_PLAYERS else ""
            who = f"authorization: Bearer {token}\r\n" if token else ""
            request = (
                f"GET /api/tables/{table}/stream HTTP/1.1\r\nhost: bench\r\n{who}accept-encoding: gzip\r\n\r\n".encode()
            )
            await loop.create_connection(lambda request=request: Reader(request, seen), *address)  # type: ignore[misc]
        while sum(count for count, _ in arrived.values()) < READERS:
            await asyncio.sleep(0.05)
        pipe.send("ready")
        while not pipe.poll():
            await asyncio.sleep(0.05)
        pipe.send(arrived)

    uvloop.run(main())


def resident(pid: int) -> float:
    """Memory of a process in MB."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


async def readers(cluster: Cluster, address: tuple[str, int], moves: int) -> tuple[list[float], float]:
    """How long each move took to its last reader, in ms; and the MB of memory that each reader's connection takes."""
    container = Container(Settings(database=cluster.database, connections=4, **NO_QUOTAS), work=False)
    await container.open()
    people = [await container.people.guest(name) for name in ("Marta", "Ugo")]
    opened = await start(container, [person for person, _ in people], in_turn(1), "public")
    tokens = [token for _, token in people]
    game = played(opened.table, opened.secret, tokens, Random(7))[:moves]
    await container.close()
    pid = cluster.pid("web1")
    before = resident(pid)
    here, there = multiprocessing.Pipe()
    table = ids.written(opened.table.config.id)
    process = multiprocessing.get_context("spawn").Process(target=read, args=(address, table, tokens, there))
    process.start()
    try:
        while not here.poll():
            if not process.is_alive():
                raise SystemExit("the readers have gone")
            await asyncio.sleep(0.05)
        here.recv()
        memory = (resident(pid) - before) / READERS
        sent: dict[int, float] = {}
        stream, out = await asyncio.open_connection(*address)
        for move in game:
            await asyncio.sleep(0.15)
            last = move.rows[-1].seq
            sent[last] = perf_counter()
            out.write(move.request)
            head = await stream.readuntil(b"\r\n\r\n")
            await stream.readexactly(int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]))
            if b" 200 " not in head:
                raise SystemExit(f"not acknowledged: {head!r}")
        await asyncio.sleep(1.5)
        here.send("stop")
        while not here.poll():
            await asyncio.sleep(0.05)
        arrived = here.recv()
    finally:
        process.kill()
    incomplete = {seq: arrived.get(seq, (0, 0.0))[0] for seq in sent if arrived.get(seq, (0, 0.0))[0] != READERS}
    if incomplete:
        raise SystemExit(f"rows did not reach all readers: {incomplete}")
    return [(arrived[seq][1] - at) * 1000 for seq, at in sent.items()], memory


# ---------------------------------------------------------------- the measurement


async def measure(cluster: Cluster, pairs: int, seconds: float, moves: int) -> int:
    where = urlsplit(cluster.web_urls[0])
    address = (str(where.hostname), int(where.port or 0))
    connections = Settings.read(cluster.env).connections
    games = deque(await prepare(cluster.database, int((pairs + 2.0) * seconds * 40) + CONNECTIONS, 1))
    print(f"{len(games)} games of {names()}, {sum(map(len, games))} moves are ready", flush=True)
    await Load(games, 1.0).run(address)
    ratios, through = [], []
    for _ in range(pairs):
        load = Load(games, seconds)
        http = await load.run(address)
        alone = await bare(cluster.database, load, connections)
        ratios.append(http / alone)
        through.append(http)
        times = sorted(load.times)
        print(
            f"HTTP {http:.0f}/s (p50 {percentile(times, 0.5) * 1000:.1f}, p99 {percentile(times, 0.99) * 1000:.1f} ms),"
            f" bare {alone:.0f}/s with {connections} connections, ratio {ratios[-1]:.2f}",
            flush=True,
        )
    paced = Load(games, seconds, 1 / (0.7 * median(through)))
    rate = await paced.run(address)
    slow = percentile(paced.times, 0.99) * 1000
    print(f"at 70 %: {rate:.0f}/s, p50 {percentile(paced.times, 0.5) * 1000:.1f} ms, p99 {slow:.1f} ms", flush=True)
    times, memory = await readers(cluster, address, moves)
    last = percentile(times, 0.99)
    print(
        f"{READERS} readers, {len(times)} moves: p50 {percentile(times, 0.5):.0f} ms, p99 {last:.0f} ms to the last;"
        f" {memory * 1024:.0f} KB a reader",
        flush=True,
    )
    spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
    print(
        f"ratio {median(ratios):.2f} ({spread}; wanted {RATIO}), p99 {slow:.1f} ms at 70 % (wanted {SLOW_MOVE_MS:.0f}),"
        f" p99 {last:.0f} ms to the last of {READERS} readers (wanted {SLOW_READER_MS:.0f})"
    )
    return 0 if median(ratios) >= RATIO and slow <= SLOW_MOVE_MS and last <= SLOW_READER_MS else 1


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the table service.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    parser.add_argument("--interpreted", action="store_true", help="rules that are not compiled")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    env = {} if args.interpreted else {"PYTHONPATH": str(compiled_site())}
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before, {'compiled' if env else 'interpreted'} rules")
    with Cluster(webs=1, env=env) as cluster:
        cluster.wait_ready()
        pairs, seconds, moves = (2, 3.0, 40) if args.short else (5, 8.0, 100)
        return uvloop.run(measure(cluster, pairs, seconds, moves))


if __name__ == "__main__":
    sys.exit(main())
