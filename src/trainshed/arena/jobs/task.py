"""What is played many times, what is summed up, and how a range of games is played in one process."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple, Protocol, Self, TypeVar


class MergeableSummary(Protocol):
    """The sum of some games. The order in which games and sums are added must not matter.

    So it holds whole numbers, exact fractions, counts by value, or results by the index of the game, and no sums of
    floats. Equal content gives equal bytes.
    """

    def merge(self, other: Self) -> None:
        """Add the games of another summary of the same task; no game is in both."""

    def encode(self) -> bytes:
        """The whole summary as bytes: equal for equal content."""

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """The summary of these bytes."""


S = TypeVar("S", bound=MergeableSummary)


class Task(Protocol[S]):
    """What is played: a frozen msgspec Struct of plain values, which is sent to other processes.

    Game `index` must be the same game in every process and at any time. If the task has attributes `title` and `seed`,
    errors name them.
    """

    def empty(self) -> S:
        """A summary of no games."""

    def play(self, index: int, summary: S) -> None:
        """Play one game and add it to the summary."""


class PlayedRange(NamedTuple):
    """The games from `begin` up to `after` (exclusive) of the range that was given are played; the rest is not."""

    begin: int
    end: int
    after: int
    summary: bytes
    """Of the games that are played, as `MergeableSummary.encode` gives it."""


class LostRange(NamedTuple):
    """The process that played a range is gone, and its games with it."""

    begin: int
    end: int
    at: int | None
    """The game that it played last; -1: it had not begun; None: nobody knows."""
    how: str
    """How the process ended."""


def play_range(
    task: Task[Any], begin: int, end: int, seconds: float, starting: Callable[[int], None] | None = None
) -> PlayedRange:
    """Play the games from `begin` up to `end` (exclusive), at least one, or until the time is up.

    `starting` is called with the index of each game before it is played. An exception gets a note that names the game.
    """
    summary = task.empty()
    stop = perf_counter() + seconds
    index = begin
    while index < end:
        if starting is not None:
            starting(index)
        try:
            task.play(index, summary)
        except Exception as error:
            error.add_note(f"in {game_name(task, index)}")
            raise
        index += 1
        if perf_counter() >= stop:
            break
    return PlayedRange(begin, end, index, summary.encode())


def game_name(task: Task[Any], index: int) -> str:
    """One game of a task, for an error: its title, seed and index."""
    return f"{task_name(task)}, game {index}"


def task_name(task: Task[Any]) -> str:
    """A task, for an error: its title and seed if it has them."""
    title = getattr(task, "title", type(task).__name__)
    seed = getattr(task, "seed", None)
    return str(title) if seed is None else f"{title}, seed {seed}"
