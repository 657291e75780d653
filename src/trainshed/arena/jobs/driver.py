"""Plays the games of a task in ranges, and merges their summaries.

How long a game takes is not known beforehand, so a range is given back when its time is up, and its rest waits again;
towards the end ranges become short, so that all processes finish together.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final, NamedTuple

from trainshed.arena.jobs.kept import KeptRanges
from trainshed.arena.jobs.places import open_runner
from trainshed.arena.jobs.runners import Runner
from trainshed.arena.jobs.task import LostRange, S, Task, task_name

RANGE_SECONDS: Final = 1.5
"""A range is played for about this long before it is reported."""

SHORTEST: Final = 1 / 16
"""The last ranges take about this part of the usual time: shorter ones cost more than waiting for another process."""

MOST_LOSSES: Final = 3
"""A range that loses so many processes is an error."""


class ProcessLost(Exception):
    """The processes that played a range of games were killed again and again."""


class _Waiting(NamedTuple):
    """A range that is still to be played."""

    begin: int
    end: int
    losses: int = 0
    """How many processes were lost while they played it."""


def run(
    task: Task[S],
    games: int,
    jobs: int = 1,
    kept: Path | None = None,
    progress: Callable[[int], None] | None = None,
    first: int = 0,
    *,
    runner: Runner | None = None,
    arrived: Callable[[S], None] | None = None,
) -> S:
    """Play the games `first … first + games - 1` of a task; returns their summary, the same for any number of jobs.

    `kept`: a folder for finished ranges. Games that it has already are not played again, so an interrupted run goes on
    where it stopped; files of another task are refused (KeptError). `progress` is called with the number of games that
    were added since its last call. `runner` plays the games instead of `jobs` local processes, and stays usable.
    `arrived` is called with the summary of each range that was played, before it is merged and kept. It may write
    what a game left behind to files, and then take it out of the summary, which would only grow; if the run is
    interrupted before the range is kept, it is called once more with the same games.

    An exception in a game ends the run; it is raised as it is, with a note that names the game. A process that is
    killed is replaced and its range is played again; ProcessLost is raised if the same range loses three.
    """
    if games < 0:
        raise ValueError("fewer than no games cannot be played")
    if jobs < 1:
        raise ValueError("at least one job must do the work")
    total = task.empty()
    end = first + games
    store = KeptRanges(kept, task) if kept is not None else None
    waiting: list[_Waiting] = []
    at = first
    for begin, after, summary in store.load(first, end) if store is not None else []:
        total.merge(summary)
        if progress is not None:
            progress(after - begin)
        if at < begin:
            waiting.append(_Waiting(at, begin))
        at = after
    if at < end:
        waiting.append(_Waiting(at, end))
    waiting.reverse()  # taken from its end
    if waiting:
        left = sum(gap.end - gap.begin for gap in waiting)
        with open_runner(jobs=min(jobs, left)) if runner is None else nullcontext(runner) as player:
            try:
                _play(task, waiting, player, total, store, progress, arrived)
            except BaseException:
                player.cancel()
                raise
    if store is not None:
        store.compact()
    return total


def _play(
    task: Task[S],
    waiting: list[_Waiting],
    runner: Runner,
    total: S,
    store: KeptRanges[S] | None,
    progress: Callable[[int], None] | None,
    arrived: Callable[[S], None] | None,
) -> None:
    """Play all ranges that wait, and add them to the total."""
    # A single player reports more often, so that somebody sees progress; not if each report is a file.
    often = runner.slots == 1 and progress is not None and store is None
    seconds = RANGE_SECONDS / 5 if often else RANGE_SECONDS
    running: dict[int, _Waiting] = {}
    decode = type(total).decode
    most = 0  # games that were played in one range: what the usual time is enough for, once it was up
    while waiting or running:
        while waiting and len(running) < runner.slots:
            given = _cut(waiting, runner.slots, max(1, round(most * SHORTEST)))
            runner.start(task, given.begin, given.end, seconds)
            running[given.begin] = given
        for result in runner.finished():
            given = running.pop(result.begin)
            if isinstance(result, LostRange):
                waiting.append(_again(task, given, result))
                continue
            most = max(most, result.after - result.begin)
            if result.after < given.end:
                waiting.append(_Waiting(result.after, given.end))
            summary, data = decode(result.summary), result.summary
            if arrived is not None:
                arrived(summary)
                data = summary.encode()
            total.merge(summary)
            if store is not None:
                store.add(result.begin, result.after, data)
            if progress is not None:
                progress(result.after - result.begin)


def _cut(waiting: list[_Waiting], slots: int, fewest: int) -> _Waiting:
    """Take the next range: a part of what is left, at least the fewest games, or just one that was lost."""
    given = waiting.pop()
    if slots == 1 or given.losses:
        return given
    left = given.end - given.begin + sum(other.end - other.begin for other in waiting)
    cut = min(given.end, given.begin + max(fewest, left // (2 * slots)))
    if cut < given.end:
        waiting.append(_Waiting(cut, given.end))
    return _Waiting(given.begin, cut)


def _again(task: Task[Any], given: _Waiting, lost: LostRange) -> _Waiting:
    """A range whose process was lost, to be played once more."""
    losses = given.losses + 1
    if losses >= MOST_LOSSES:
        if lost.at is None:
            where = "in a game that is not known"
        else:
            where = f"in game {lost.at}" if lost.at >= 0 else "before its first game"
        raise ProcessLost(
            f"{task_name(task)}: the games from {given.begin} to {given.end - 1} lost their process {losses} times, "
            f"the last time {where} ({lost.how})"
        )
    return _Waiting(given.begin, given.end, losses)
