"""One player in a process of its own, to be started on any host: plays the person's seats and reads the streams.

    python -m bench.parts.lone FOLDER NAME

reads `NAME.json` in the folder, plays until there is a file `stop`, reads its streams until they have come to the rows
in `lengths.json`, and writes `NAME-result.json`. Requests go to the web process of its own host, and to the front if
that does not answer; streams are read from its own host alone, so that missed rows must arrive there.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import msgspec
import uvloop

from bench.parts.http import Broken, Front, Stream, Web
from bench.parts.players import Gesture, Person, Place, Plan, Players, Seated, Watcher

PATIENCE = 60.0
"""Seconds that streams get in the end to catch up."""


class Task(msgspec.Struct):
    """The task of a player, read from `NAME.json`."""

    person: Person
    home: str
    front: str
    tables: list[tuple[str, Plan, int | None]]
    """Each with the person's seat, or None for a spectator."""
    seed: int
    pace: float


class Result(msgspec.Struct):
    """The gestures of a player and the rows received, written to `NAME-result.json`."""

    journal: list[Gesture]
    told: list[dict[str, list[dict[str, Any]]]]
    seats: list[dict[str, int | None]]
    counts: list[dict[str, int]]
    seen: list[tuple[float, str, int]]
    """When a stream came to which row of which table."""
    ready: list[tuple[float, int]]
    """When the own host answered that it was ready (200) or not (503), or did not answer (0)."""
    faults: list[str]
    troubles: dict[str, int]


class First(Random):
    """A random generator that always chooses the first: a front with it tries its first server first."""

    def randrange(self, *_: Any) -> int:
        return 0


class Noting(Watcher):
    """A stream reader that notes when it came to which row."""

    def __init__(self, players: Players, place: Place, spectator: bool, gzip: bool) -> None:
        super().__init__(players, place, spectator, gzip)
        self.seen: list[tuple[float, str, int]] = []

    async def read(self, stream: Stream, name: str) -> bool:
        honest = stream.events

        async def events() -> Any:
            async for event in honest():
                if event.row is not None:
                    self.seen.append((monotonic(), name, event.row))
                yield event

        vars(stream)["events"] = events
        return await super().read(stream, name)


async def play(task: Task, folder: Path) -> Result:
    rng = Random(task.seed)
    players = Players(Front([task.home, task.front], First(rng.random())), Random(rng.random()), task.pace)
    reading = Players(Front([task.home], Random(rng.random())), Random(rng.random()))
    places, driving = [], []
    for name, plan, seat in task.tables:
        place = Place(plan)
        place.sit(Seated(name, plan, {-1 if seat is None else seat: task.person}))
        places.append(place)
        if seat is not None:
            driving.append(asyncio.create_task(players.play(place.tables[0])))
    watchers = [
        Noting(reading, place, spectator=-1 in place.tables[0].people, gzip=index % 2 == 0)
        for index, place in enumerate(places)
    ]
    streams = [asyncio.create_task(watcher.run()) for watcher in watchers]
    ready: list[tuple[float, int]] = []
    asking = asyncio.create_task(ask_often(Web(task.home), ready))
    await until(folder / "stop", driving)
    players.stopping = True
    await asyncio.gather(*driving)
    await until(folder / "lengths.json", [])
    lengths = msgspec.json.decode((folder / "lengths.json").read_bytes())
    last = monotonic() + PATIENCE
    while monotonic() < last and any(w.last.get(t, 0) < lengths[t] for w in watchers for t in w.told):
        await asyncio.sleep(0.1)
    for job in (*streams, asking):
        job.cancel()
    await asyncio.gather(*streams, asking, return_exceptions=True)
    return Result(
        players.journal,
        [watcher.told for watcher in watchers],
        [watcher.seats for watcher in watchers],
        [dict(watcher.counts) for watcher in watchers],
        [note for watcher in watchers for note in watcher.seen],
        ready,
        players.front.faults,
        dict(players.front.counts),
    )


async def until(file: Path, tasks: list[asyncio.Task[None]]) -> None:
    """Wait for a file; if one of the tasks fails meanwhile, raise its error."""
    while not file.exists():
        for task in tasks:
            if task.done() and (error := task.exception()) is not None:
                raise error
        await asyncio.sleep(0.1)


async def ask_often(home: Web, ready: list[tuple[float, int]]) -> None:
    while True:
        try:
            async with asyncio.timeout(5):
                status = (await home.ask("GET", "/readyz")).status
        except (Broken, TimeoutError):
            status = 0
        ready.append((monotonic(), status))
        await asyncio.sleep(0.5)


def main() -> int:
    folder, name = Path(sys.argv[1]), sys.argv[2]
    task = msgspec.json.decode((folder / f"{name}.json").read_bytes(), type=Task)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        result = runner.run(play(task, folder))
    (folder / f"{name}-part").write_bytes(msgspec.json.encode(result))
    (folder / f"{name}-part").rename(folder / f"{name}-result.json")
    return 0


if __name__ == "__main__":
    sys.exit(main())
