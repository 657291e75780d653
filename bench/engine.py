"""Measures the speed of random legal play: our titles, interpreted and compiled, beside other Python engines.

    python bench/engine.py            five rounds of 4 s each
    python bench/engine.py --short    one round of 2 s each

One process each, one after the other in every round, so that all of them meet the same noise. A decision is a
question with at least two answers; nature's draws and single answers are played but not counted. The kernel's own
`playout` plays our games, over all seat counts and modes in turn.

The last line has the deciding figures: decisions a second on both builds, the ratio to catanatron, and the time of a
clone. Exit 1 if one of `GOALS` is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from random import Random
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.rivals import RIVALS, Rate, measure
from tests.support.compiled_build import ROOT, compiled_site

INTERPRETED = "interpreted"
COMPILED = "compiled"

GOALS = {
    "lok-n-roll": {INTERPRETED: 60_000, COMPILED: 400_000, "catanatron": 4.0, "clone": 3.0},
    "russian-railroads": {INTERPRETED: 25_000, COMPILED: 150_000, "catanatron": 1.0, "clone": 5.0},
}
"""Decisions a second; times catanatron, interpreted; microseconds for a clone, compiled."""

TABLES: dict[str, list[tuple[int, dict[str, str]]]] = {
    "lok-n-roll": [
        *[(1, {"mode": mode}) for mode in ("solo", "challenge", "rival")],
        *[(seats, {}) for seats in (2, 3, 4)],
    ],
    "russian-railroads": [(seats, {}) for seats in (2, 3, 4)],
}
"""The tables that are played in turn: every seat count and mode, other options at their ruled defaults."""


def ours(slug: str, seconds: float, seed: int) -> Rate:
    """Random play of one of our titles, its tables in turn."""
    import trainshed
    from trainshed.kernel.game import playout

    game = trainshed.game(slug)
    rng = Random(seed)
    played = 0

    def play() -> int:
        nonlocal played
        seats, options = TABLES[slug][played % len(TABLES[slug])]
        played += 1
        return playout(game.start(seats, options), rng)  # type: ignore[arg-type]

    return measure(slug, play, seconds)


def clone_time(slug: str, seed: int) -> float:
    """Microseconds for a clone, over positions of whole games at every table."""
    import trainshed

    game = trainshed.game(slug)
    rng = Random(seed)
    positions = []
    for seats, options in TABLES[slug]:
        state = game.start(seats, options)
        while not state.over:
            moves = state.moves()
            state.apply(rng.choice(moves))
            if rng.random() < 0.1:
                positions.append(state.clone())
    best = []
    for _ in range(5):
        begin = perf_counter()
        for position in positions:
            position.clone()
        best.append((perf_counter() - begin) / len(positions))
    return statistics.median(best) * 1e6


def contestant(name: str, build: str, seconds: float, seed: int, site: Path) -> dict[str, float]:
    """Run one contestant in a process of its own."""
    path = [str(site)] if build == COMPILED else [str(ROOT / "src")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*path, str(ROOT)]), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "bench.engine", "--measure", name, "--seconds", str(seconds), "--seed", str(seed)]
    output = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    if output.returncode:
        raise SystemExit(f"{name} ({build}):\n{output.stderr}")
    result: dict[str, float] = json.loads(output.stdout.splitlines()[-1])
    if name not in RIVALS and (build == COMPILED) != result["compiled"]:
        raise SystemExit(f"{name}: not the {build} build")
    return result


def measure_here(name: str, seconds: float, seed: int) -> None:
    """Measure in this process, and print one line of JSON."""
    if name in RIVALS:
        print(json.dumps(asdict(RIVALS[name](seconds, seed))))
        return
    import trainshed.kernel.game as kernel

    compiled = not str(kernel.__file__).endswith(".py")
    rate = ours(name, seconds, seed)
    print(json.dumps({**asdict(rate), "clone": clone_time(name, seed), "compiled": compiled}))


def spread(numbers: list[float], unit: str = ",.0f") -> str:
    return f"{statistics.median(numbers):{unit}} ({min(numbers):{unit}} to {max(numbers):{unit}})"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.measure:
        measure_here(args.measure, args.seconds, args.seed)
        return 0

    rounds, seconds = (1, 2.0) if args.short else (5, args.seconds)
    site = compiled_site()
    entries = [(name, "") for name in RIVALS]
    entries += [(slug, build) for slug in GOALS for build in (INTERPRETED, COMPILED)]
    rates: dict[tuple[str, str], list[float]] = {entry: [] for entry in entries}
    games: dict[tuple[str, str], list[float]] = {entry: [] for entry in entries}
    clones: dict[tuple[str, str], list[float]] = {entry: [] for entry in entries}
    for turn in range(rounds):
        for name, build in entries:
            found = contestant(name, build, seconds, args.seed + turn, site)
            rates[name, build].append(found["decisions"] / found["seconds"])
            games[name, build].append(found["games"] / found["seconds"])
            if "clone" in found:
                clones[name, build].append(found["clone"])
    print(f"{rounds} rounds of {seconds:g} s, median (least to most)")
    for entry in entries:
        line = f"{' '.join(entry):34} {spread(games[entry]):>28} games/s {spread(rates[entry]):>32} decisions/s"
        if clones[entry]:
            line += f"   clone {spread(clones[entry], '.2f')} us"
        print(line)

    missed = []
    last = []
    catan = rates["catanatron", ""]
    for slug, goals in GOALS.items():
        times = [a / b for a, b in zip(rates[slug, INTERPRETED], catan, strict=True)]
        found = {
            INTERPRETED: statistics.median(rates[slug, INTERPRETED]),
            COMPILED: statistics.median(rates[slug, COMPILED]),
            "catanatron": statistics.median(times),
            "clone": statistics.median(clones[slug, COMPILED]),
        }
        for goal, wanted in goals.items():
            if found[goal] > wanted if goal == "clone" else found[goal] < wanted:
                missed.append(f"{slug} {goal}: {found[goal]:,.2f}, goal {wanted:,}")
        last.append(
            f"{slug}: {found[INTERPRETED]:,.0f} decisions/s interpreted, {found[COMPILED]:,.0f} compiled, "
            f"{found['catanatron']:.1f} times catanatron, clone {found['clone']:.2f} us"
        )
    for line in missed:
        print("missed:", line)
    print("; ".join(last))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
