"""Measures the speed of random legal play: our titles, interpreted and compiled, beside other Python engines.

    python bench/engine.py            five rounds of 4 s each
    python bench/engine.py --short    one round of 2 s each
    python bench/engine.py --before TREE    also the titles of another checkout, in the same rounds

One process each, one after the other in every round, so that all of them meet the same noise. A decision is a
question with at least two answers; nature's draws and single answers are played but not counted. The kernel's own
`playout` plays our games, over all seat counts and modes in turn.

The last line has the deciding figures: decisions a second on both builds, the ratio to catanatron, and the time of a
clone. Exit 1 if one of `bench/goals.toml` is missed, or if a title is slower than `SLOWEST` of the other checkout.
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
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.rivals import RIVALS, Rate, measure
from bench.parts.titles import add_title_option, goals, measured, narrow
from tests.support.compiled_build import ROOT, compiled_site

INTERPRETED = "interpreted"
COMPILED = "compiled"
SLOWEST = 0.95
"""The least part of the other checkout's speed, as the median over batches that are played in turn."""
BATCH = 0.1
"""Seconds of a batch: short, so that both checkouts meet the same noise."""
BATCHES = 200


def tables(slug: str) -> list[tuple[int, dict[str, str]]]:
    """The tables that are played in turn: every seat count, and every choice of an option that only one of them has (a
    mode); other options at their ruled defaults."""
    import trainshed

    game = trainshed.game(slug)
    found: list[tuple[int, dict[str, str]]] = []
    for seats in game.seat_counts:
        modes = [option for option in game.options if option.seats == (seats,)]
        found += [(seats, {mode.name: choice}) for mode in modes for choice in mode.choices] or [(seats, {})]
    return found


def ours(slug: str, seconds: float, seed: int) -> Rate:
    """Random play of one of our titles, its tables in turn."""
    import trainshed
    from trainshed.kernel.game import playout

    game = trainshed.game(slug)
    every = tables(slug)
    rng = Random(seed)
    played = 0

    def play() -> int:
        nonlocal played
        seats, options = every[played % len(every)]
        played += 1
        return playout(game.start(seats, options), rng)  # type: ignore[arg-type]

    return measure(slug, play, seconds)


def clone_time(slug: str, seed: int) -> float:
    """Microseconds for a clone, over positions of whole games at every table."""
    import trainshed

    game = trainshed.game(slug)
    rng = Random(seed)
    positions = []
    for seats, options in tables(slug):
        state = game.start(seats, options)
        while not state.over:
            moves = state.moves()
            state.apply(rng.choice(moves))
            if rng.random() < 0.1:
                positions.append(state.clone())
    best = []
    for _ in range(5):
        begin = process_time()
        for position in positions:
            position.clone()
        best.append((process_time() - begin) / len(positions))
    return statistics.median(best) * 1e6


def contestant(name: str, build: str, seconds: float, seed: int, source: Path) -> dict[str, float]:
    """Run one contestant in a process of its own; `source` is the folder with its package."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(source), str(ROOT)]), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "bench.engine", "--measure", name, "--seconds", str(seconds), "--seed", str(seed)]
    output = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    if output.returncode:
        raise SystemExit(f"{name} ({build}):\n{output.stderr}")
    result: dict[str, float] = json.loads(output.stdout.splitlines()[-1])
    if name not in RIVALS and build.endswith(COMPILED) != result["compiled"]:
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


def serve(name: str) -> None:
    """Play a batch of games for each seed that is read, and write the decisions a second of each."""
    for line in sys.stdin:
        rate = ours(name, BATCH, int(line))
        print(rate.decisions_per_second, flush=True)


class Player:
    """A process that plays a title from one folder, a batch of games at a time."""

    def __init__(self, name: str, source: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(source), str(ROOT)]), "PYTHONHASHSEED": "0"}
        command = [sys.executable, "-m", "bench.engine", "--serve", name]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, env=environment, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)

    def play(self, seed: int) -> float:
        """Decisions a second in the batch of this seed."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{seed}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def end(self) -> None:
        self.process.communicate()


def beside(name: str, now: Path, before: Path, batches: int, seed: int) -> list[float]:
    """The speed of a title as a part of its speed before, batch by batch; the two take turns."""
    players = [Player(name, now), Player(name, before)]
    ratios = []
    for batch in range(batches):
        order = (0, 1) if batch % 2 else (1, 0)
        found = {which: players[which].play(seed + batch) for which in order}
        ratios.append(found[0] / found[1])
    for player in players:
        player.end()
    return ratios


def quarters(numbers: list[float]) -> str:
    """The median, and the middle half."""
    low, middle, high = statistics.quantiles(numbers, n=4)
    return f"{middle:.3f} ({low:.3f} to {high:.3f})"


def site_of(tree: Path) -> Path:
    """The compiled build of another checkout, made with its own commands."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tree / "src"), str(tree)])}
    command = [sys.executable, "-m", "tests.support.compiled_build"]
    made = subprocess.run(command, env=environment, cwd=tree, capture_output=True, text=True, check=False)
    if made.returncode:
        raise SystemExit(made.stderr)
    return Path(made.stdout.splitlines()[-1])


def spread(numbers: list[float], unit: str = ",.0f") -> str:
    return f"{statistics.median(numbers):{unit}} ({min(numbers):{unit}} to {max(numbers):{unit}})"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--before", type=Path, metavar="TREE")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--seed", type=int, default=1)
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    if args.serve:
        serve(args.serve)
        return 0
    if args.measure:
        measure_here(args.measure, args.seconds, args.seed)
        return 0

    rounds, seconds = (1, 2.0) if args.short else (5, args.seconds)
    sources = {"": ROOT / "src", INTERPRETED: ROOT / "src", COMPILED: compiled_site()}
    entries = [(name, "") for name in RIVALS]
    entries += [(slug, build) for slug in measured() for build in sources if build]
    rates: dict[tuple[str, str], list[float]] = {entry: [] for entry in entries}
    games: dict[tuple[str, str], list[float]] = {entry: [] for entry in entries}
    clones: dict[tuple[str, str], list[float]] = {entry: [] for entry in entries}
    for turn in range(rounds):
        for name, build in entries:
            found = contestant(name, build, seconds, args.seed + turn, sources[build])
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
    wanted_of = goals("engine")
    for slug in measured():
        times = [a / b for a, b in zip(rates[slug, INTERPRETED], catan, strict=True)]
        found = {
            INTERPRETED: statistics.median(rates[slug, INTERPRETED]),
            COMPILED: statistics.median(rates[slug, COMPILED]),
            "catanatron": statistics.median(times),
            "clone": statistics.median(clones[slug, COMPILED]),
        }
        for goal, wanted in wanted_of.get(slug, {}).items():
            if found[goal] > wanted if goal == "clone" else found[goal] < wanted:
                missed.append(f"{slug} {goal}: {found[goal]:,.2f}, goal {wanted:,}")
        last.append(
            f"{slug}: {found[INTERPRETED]:,.0f} decisions/s interpreted, {found[COMPILED]:,.0f} compiled, "
            f"{found['catanatron']:.1f} times catanatron, clone {found['clone']:.2f} us"
        )
    if args.before:
        tree = args.before.resolve()
        former = {INTERPRETED: tree / "src", COMPILED: site_of(tree)}
        for slug in measured():
            for build, source in former.items():
                ratios = beside(slug, sources[build], source, BATCHES // 10 if args.short else BATCHES, args.seed)
                last.append(f"{slug}, {build}: {quarters(ratios)} of before")
                if statistics.median(ratios) < SLOWEST:
                    missed.append(f"{slug}, {build}: {statistics.median(ratios):.3f} of before, goal {SLOWEST}")
    for line in missed:
        print("missed:", line)
    print("; ".join(last))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
