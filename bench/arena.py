"""Measures what playing many games (`trainshed.arena.jobs`) costs beside the games themselves.

    python bench/arena.py            fifteen pairs of each, a million summaries, some ten minutes
    python bench/arena.py --short    as many pairs as fit into 50 s, and 30,000 summaries

- Ray: games a second through the driver on a Ray cluster, against tasks of Ray that play the same games bare, in ranges
  of a fixed size of about 1.5 s, and are waited for: no driver, no tally, nothing is kept.
- Two processes: games a second on two local processes, against this process.
- Memory: what the driver holds more after all summaries than after the first tenth of them.

The runs of a pair follow each other, in an order that changes from pair to pair, and give one ratio; the median
decides. The results of all runs must be equal. The last line has the deciding figures. Exit 1 if one misses its goal.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, Final

import trainshed
from trainshed.arena.jobs import InlineRunner, LostRange, PlayedRange, ProcessRunner, RayRunner, Runner, Task, run
from trainshed.arena.match import play_game
from trainshed.arena.sim import BUDGET, SimulationTask
from trainshed.arena.tally import Tally
from trainshed.bots.bot import find
from trainshed.kernel.nature import Seeded

TITLE: Final = "lok-n-roll"
SEATS: Final = 4
BOT: Final = "thumb"
SEED: Final = "arena"
RANGE_SECONDS: Final = 1.5

RAY_WANTED: Final = 0.95
TWO_WANTED: Final = 1.7
GROWTH_WANTED: Final = 1_000_000
"""Bytes."""


def simulation() -> SimulationTask:
    """The games that are played by all."""
    game = trainshed.game(TITLE)
    options = dict(game.start(SEATS).options)
    return SimulationTask(
        TITLE, game.edition, game.pack.digest, "", SEATS, options, [BOT] * SEATS, SEED, True, b"", BUDGET, ""
    )


# ---------------------------------------------------------------- two ways on Ray


def play_bare(begin: int, end: int) -> int:
    """Play games as they are; returns the number of their decisions, so that it can be compared."""
    game = trainshed.game(TITLE)
    bots = [find(BOT)] * SEATS
    decisions = 0
    for index in range(begin, end):
        luck = f"{SEED}:{index}"
        decisions += play_game(game.start(SEATS), bots, Seeded(luck), Random(luck), BUDGET)[1].decisions
    return decisions


def bare_on_ray(games: int, size: int) -> int:
    """Play games by tasks of Ray alone."""
    import ray

    remote = ray.remote(max_retries=0, num_cpus=1)(play_bare)
    waiting = [remote.remote(begin, min(begin + size, games)) for begin in range(0, games, size)]
    decisions = 0
    while waiting:
        done, waiting = ray.wait(waiting)
        decisions += sum(ray.get(done))
    return decisions


# ---------------------------------------------------------------- pairs


def ratios(name: str, pairs: int, until: float, ways: Sequence[tuple[str, Callable[[], object]]]) -> list[float]:
    """Time two ways in pairs; the ratios of the second way's time to the first one's. All results must be equal."""
    found: list[float] = []
    results: list[object] = []
    for pair in range(pairs):
        times = {}
        for which in (0, 1) if pair % 2 == 0 else (1, 0):
            begin = perf_counter()
            results.append(ways[which][1]())
            times[which] = perf_counter() - begin
        found.append(times[1] / times[0])
        told = ", ".join(f"{ways[which][0]} {times[which]:.2f} s" for which in (0, 1))
        print(f"{name}: {told}, ratio {found[-1]:.3f}", flush=True)
        if perf_counter() + times[0] + times[1] > until:
            break
    if any(result != results[0] for result in results):
        sys.exit(f"{name}: the results differ")
    return found


# ---------------------------------------------------------------- memory


class GeneratedRunner:
    """Reports a summary for each game at once, which nobody played: only the driver works."""

    slots = 64

    def __init__(self, task: SimulationTask) -> None:
        summary = task.empty()
        task.play(0, summary)
        self.summary = summary.encode()
        self.running: list[tuple[int, int]] = []

    def start(self, task: Task[Any], begin: int, end: int, seconds: float) -> None:
        self.running.append((begin, end))

    def finished(self) -> list[PlayedRange | LostRange]:
        reported: list[PlayedRange | LostRange] = [
            PlayedRange(begin, end, begin + 1, self.summary) for begin, end in self.running
        ]
        self.running.clear()
        return reported

    def cancel(self) -> None:
        self.running.clear()


def growth(task: SimulationTask, summaries: int) -> int:
    """How many bytes the driver holds more after all summaries than after the first tenth."""
    held: dict[bool, int] = {}
    seen = 0

    def progress(more: int) -> None:
        nonlocal seen
        seen += more
        if seen in (summaries // 10, summaries):
            held[seen == summaries] = tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    total = run(task, summaries, progress=progress, runner=GeneratedRunner(task))
    tracemalloc.stop()
    if total.games != summaries:
        sys.exit(f"memory: {total.games} games were counted, and {summaries} were reported")
    return held[True] - held[False]


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what playing many games costs beside the games.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    args = parser.parse_args()
    pairs, on_ray, here, summaries = (4, 9.0, 4.0, 30_000) if args.short else (15, 18.0, 8.0, 1_000_000)  # s of games
    begin = perf_counter()
    load = f", load {os.getloadavg()[0]:.1f} before" if hasattr(os, "getloadavg") else ""
    print(f"{os.cpu_count()} cores{load}; {TITLE}, {SEATS} seats, {BOT}")

    task = simulation()
    play_bare(0, 20)
    probe_begin = perf_counter()
    play_bare(20, 220)
    rate = 200 / (perf_counter() - probe_begin)
    size = max(1, round(rate * RANGE_SECONDS))

    begin_memory = perf_counter()
    grown = growth(task, summaries)
    took = perf_counter() - begin_memory
    print(f"memory: {summaries:,} summaries in {took:.0f} s, {grown:+,} bytes after the first tenth", flush=True)

    def through(runner: Runner, games: int) -> Callable[[], Tally]:
        return lambda: run(task, games, runner=runner)

    def until(last: float) -> float:
        return begin + last if args.short else math.inf

    with RayRunner() as cluster:
        processors = max(1, cluster.slots - 2)
        games = size * processors * max(2, round(on_ray / RANGE_SECONDS / processors))
        bare_on_ray(size * processors, max(1, size // 2))  # so long that all its workers start
        ray_ratios = ratios(
            "Ray",
            pairs,
            until(35),
            [("driver", lambda: through(cluster, games)().decisions.total), ("bare", lambda: bare_on_ray(games, size))],
        )
    with ProcessRunner(2) as two:
        games = round(rate * here)
        run(task, 20, runner=two)
        two_ratios = ratios(
            "two processes",
            pairs,
            until(47),
            [("two processes", through(two, games)), ("one", through(InlineRunner(), games))],
        )
    ray, two_here = median(ray_ratios), median(two_ratios)
    print(
        f"ratios: driver against bare Ray {ray:.3f} (median of {len(ray_ratios)}; wanted: {RAY_WANTED}), "
        f"two processes against one {two_here:.2f} (median of {len(two_ratios)}; wanted: {TWO_WANTED}); "
        f"memory {grown:+,} bytes with {summaries:,} summaries (wanted: below {GROWTH_WANTED:,})"
    )
    return 0 if ray >= RAY_WANTED and two_here >= TWO_WANTED and grown < GROWTH_WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
