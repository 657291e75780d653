"""Compares both look-aheads of Russian Railroads with a search without bound, on positions of games.

    python bench/look_ahead.py            20,000 positions
    python bench/look_ahead.py --short    1,000 positions

A position is a turn, of which every space is compared (RR-TURN-18), or a question within an action that must be
carried out in full, of which every step is compared (RR-TURN-19). In every other game boards are made anew before each
turn, so that help on the way decides often. The last line has positions, verdicts and differences; exit 1 if any.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from tests.support.games.russian_railroads.full_search import compare, positions


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares both look-aheads with a search without bound.")
    parser.add_argument("--short", action="store_true", help="1,000 positions")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    wanted = 1_000 if chosen.short else 20_000
    held = verdicts = differences = 0
    begin = perf_counter()
    for state in positions(chosen.seed):
        count, found = compare(state)
        if count:
            held += 1
            verdicts += count
            differences += len(found)
            for line in found:
                print(line)
            if held % 500 == 0:
                print(f"{held} positions, {differences} differences, {perf_counter() - begin:.0f} s", flush=True)
        if held == wanted:
            break
    print(f"{held} positions, {verdicts} verdicts, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
