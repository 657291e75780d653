"""Measures how much faster a simulation (`trainshed.arena.sim`) plays with two processes than with one.

The same games are simulated with one job and with two, in turns, several times; each run takes a few seconds, so that
processes report in chunks of a second or longer. Every pair of neighbouring runs gives one ratio; their median decides.
The results of all runs must be equal.

    python bench/sim_scaling.py            seven pairs, about 15 s with one job
    python bench/sim_scaling.py --short    three pairs in at most 50 s

The last line is the deciding ratio. Exit 1 if it is below 1.7.
"""

from __future__ import annotations

import argparse
import os
import sys
from statistics import median
from time import perf_counter

from trainshed.arena.sim import SimulationSummary, simulate

WANTED = 1.7
TITLE, SEATS, BOTS = "lok-n-roll", 4, ["random"]


def timed(games: int, jobs: int) -> tuple[float, SimulationSummary]:
    begin = perf_counter()
    summary = simulate(TITLE, SEATS, BOTS, games, "scaling", jobs)
    return perf_counter() - begin, summary


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure two jobs against one.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    args = parser.parse_args()
    seconds, pairs = (8.0, 3) if args.short else (15.0, 7)
    load = f", load {os.getloadavg()[0]:.1f} before" if hasattr(os, "getloadavg") else ""
    print(f"{os.cpu_count()} cores{load}; {TITLE}, {SEATS} seats, {', '.join(BOTS)}")

    timed(20, 1)
    probe, _ = timed(100, 1)
    games = max(100, round(100 * seconds / probe))
    ratios: list[float] = []
    summaries: list[SimulationSummary] = []
    begin = perf_counter()
    for pair in range(pairs):
        # The order changes from pair to pair, so that a slow drift of the machine favours neither.
        times = {}
        for jobs in (1, 2) if pair % 2 == 0 else (2, 1):
            times[jobs], summary = timed(games, jobs)
            summaries.append(summary)
        ratios.append(times[1] / times[2])
        print(f"{games} games: 1 job {times[1]:.2f} s, 2 jobs {times[2]:.2f} s, ratio {ratios[-1]:.2f}", flush=True)
        if args.short and perf_counter() - begin + times[1] + times[2] > 47:
            break
    if any(summary != summaries[0] for summary in summaries):
        print("the results differ")
        return 1
    print(f"ratio {median(ratios):.2f} (median of {len(ratios)}; wanted: {WANTED})")
    return 0 if median(ratios) >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
