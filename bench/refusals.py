"""Checks that every refusal is right, and cites a clause about the refused word (`tests/support/refusals.py`).

    python bench/refusals.py                          100,000 positions of each title
    python bench/refusals.py --short                  20,000 positions in at most 50 s, fewer of titles with many words
    python bench/refusals.py --title lok-n-roll    one title; default: all

The last line has the deciding counts. Exit 1 if an answer is wrong, or generic where the question is about the word.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

import trainshed
from bench.parts.titles import add_title_option, measured, narrow
from tests.support.refusals import Asked, positions

SHORT_POSITIONS = 20_000
SHORT_ANSWERS = 6_000_000
"""A short run asks for at most so many answers: a position has as many as its title has words."""


def short_count(slug: str, titles: int) -> int:
    """How many positions of a title a short run asks, if so many titles share it."""
    return min(SHORT_POSITIONS, SHORT_ANSWERS // len(trainshed.game(slug).vocabulary)) // titles


def check(slug: str, count: int, seed: str) -> tuple[int, str]:
    """How many answers of a title were wrong or generic, and the figures in one line."""
    game = trainshed.game(slug)
    asked = Asked(game)
    begin = perf_counter()
    for state in positions(game, count, seed):
        asked.ask(state)
    kinds = sorted({kind for kind, _ in asked.about})
    for kind in kinds:
        families = [family for k, family in sorted(asked.about) if k == kind]
        print(f"{kind}: {', '.join(families)}")
    for fault, times in asked.faults.most_common(20):
        print(f"wrong: {fault} ({times} times)")
    misplaced = asked.misplaced()
    for (kind, family), times in misplaced.items():
        print(f"generic at {kind}: {times} words such as {asked.examples[kind, family]}")
    about, wrong, generic = asked.about_count(), sum(asked.faults.values()), sum(misplaced.values())
    print(f"{asked.generic / asked.refusals:.1%} of all refusals are generic, {perf_counter() - begin:.0f} s")
    assert asked.positions
    return wrong + generic, (
        f"{game.slug}: {asked.positions} positions, {asked.positions * len(game.vocabulary)} answers, {wrong} wrong; "
        f"{asked.refusals} refusals, {asked.generic} generic; {about} about the question, {generic} generic"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Ask for a refusal of every word at many positions.")
    parser.add_argument("--positions", type=int, default=100_000, help="of each title")
    parser.add_argument("--seed", default="refusals")
    parser.add_argument("--short", action="store_true", help="20,000 positions of all titles together, at most 50 s")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    titles = measured()
    counts = [short_count(slug, len(titles)) if args.short else args.positions for slug in titles]
    found = [check(slug, count, args.seed) for slug, count in zip(titles, counts, strict=True)]
    for _, line in found:
        print(line)
    return 1 if any(faults for faults, _ in found) else 0


if __name__ == "__main__":
    sys.exit(main())
