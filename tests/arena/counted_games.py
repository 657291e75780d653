"""A task without a game, for the tests of `trainshed.arena.jobs`: it counts what was played, and fails on demand."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Self

import msgspec


class CountedGames(msgspec.Struct):
    """Which games were played: a sum, a histogram, and the best game, ties by index."""

    games: int = 0
    total: int = 0
    values: dict[int, int] = {}
    best: tuple[int, int] | None = None
    """The highest value, and minus the index of the first game that had it."""

    def add(self, index: int, value: int) -> None:
        self.merge(CountedGames(1, value, {value: 1}, (value, -index)))

    def merge(self, other: Self | CountedGames) -> None:
        self.games += other.games
        self.total += other.total
        for value, count in other.values.items():
            self.values[value] = self.values.get(value, 0) + count
        found = [best for best in (self.best, other.best) if best is not None]
        self.best = max(found, default=None)

    def encode(self) -> bytes:
        self.values = dict(sorted(self.values.items()))
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> Self:
        return msgspec.json.decode(data, type=cls)


class CountingTask(msgspec.Struct, frozen=True):
    """Game `index` has a value that follows from the seed. Every game writes a line: its index, its process."""

    seed: str
    log: str = ""
    seconds: float = 0.0
    title: str = "counting"
    kills: tuple[int, ...] = ()
    """These games kill their process, each `times` times."""
    times: int = 1
    fails: int = -1
    """This game raises an error."""

    def empty(self) -> CountedGames:
        return CountedGames()

    def play(self, index: int, summary: CountedGames) -> None:
        if self.log:
            write_line(self.log, index)
        if index in self.kills and read_lines(self.log).count(index) <= self.times:
            os.kill(os.getpid(), signal.SIGKILL)
        if index == self.fails:
            raise Unlucky(index, "thirteen")
        time.sleep(self.seconds)
        summary.add(index, sum(f"{self.seed}:{index}".encode()) * (index % 7) % 1000)


class Unlucky(Exception):
    """An error that cannot be made from its message alone, as many errors of libraries."""

    def __init__(self, index: int, word: str) -> None:
        super().__init__(f"{word} in {index}")


def write_line(log: str, index: int) -> None:
    with open(log, "a", encoding="utf-8") as file:
        file.write(f"{index} {os.getpid()}\n")  # short lines are appended whole, whichever process writes


def read_lines(log: str) -> list[int]:
    """The games that were begun, in their order."""
    return [int(line.split()[0]) for line in Path(log).read_text(encoding="utf-8").splitlines()]


def last_player(log: str) -> int:
    """The id of the process that began a game last."""
    return int(Path(log).read_text(encoding="utf-8").split()[-1])
