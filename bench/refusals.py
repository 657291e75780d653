"""Checks that every refusal is right, and cites a clause about the refused word (`tests/support/refusals.py`).

    python bench/refusals.py                          100,000 positions of Russian Railroads
    python bench/refusals.py --short                  20,000 positions in at most 50 s
    python bench/refusals.py --title lok-n-roll

The last line has the deciding counts. Exit 1 if an answer is wrong, or generic where the question is about the word.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

import trainshed
from tests.support.refusals import Asked, positions


def main() -> int:
    parser = argparse.ArgumentParser(description="Ask for a refusal of every word at many positions.")
    parser.add_argument("--title", default="russian-railroads")
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seed", default="refusals")
    parser.add_argument("--short", action="store_true", help="20,000 positions, at most 50 s")
    args = parser.parse_args()
    game = trainshed.game(args.title)
    asked = Asked(game)
    begin = perf_counter()
    for state in positions(game, 20_000 if args.short else args.positions, args.seed):
        asked.ask(state)
    kinds = sorted({kind for kind, _ in asked.about})
    for kind in kinds:
        families = [family for k, family in sorted(asked.about) if k == kind]
        print(f"{kind}: {', '.join(families)}")
    for fault, count in asked.faults.most_common(20):
        print(f"wrong: {fault} ({count} times)")
    misplaced = asked.misplaced()
    for (kind, family), count in misplaced.items():
        print(f"generic at {kind}: {count} words such as {asked.examples[kind, family]}")
    about, wrong, generic = asked.about_count(), sum(asked.faults.values()), sum(misplaced.values())
    print(f"{asked.generic / asked.refusals:.1%} of all refusals are generic, {perf_counter() - begin:.0f} s")
    print(
        f"{game.slug}: {asked.positions} positions, {asked.positions * len(game.vocabulary)} answers, {wrong} wrong; "
        f"{asked.refusals} refusals, {asked.generic} generic; {about} about the question, {generic} generic"
    )
    return 1 if wrong or generic or asked.positions == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
