"""Measures how long a Director, the level that searches most, thinks about a question, in every title.

It is asked at tables of two and four seats, at positions of games by the rules of thumb, one question at a time, with
the two seconds that a table gives it. A question with a single answer is none.

    python bench/director.py            200 questions a title
    python bench/director.py --short    as many as fit into 45 s

Goals: 95 % of the answers come within 2 s, and none later than 50 ms after its time is up. The last line has the
deciding figures. Exit 1 if one of them is missed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

import trainshed
from bench.parts.titles import add_title_option, measured, narrow
from trainshed.arena.match import answer
from trainshed.bots.bot import Budget, find
from trainshed.bots.levels import DIRECTOR
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Seeded

FULL = 200
SECONDS = 45.0
BUDGET = Budget()
WITHIN = 2.0
LATE = 0.05
SEATS = (2, 4)
ONE_IN = 7
"""About one question in so many is put to the Director."""


def times(title: str, questions: int, seconds: float) -> list[float]:
    """How long the Director thought about each of some questions, in seconds, the shortest first."""
    game, thumb = trainshed.game(title), find("thumb")
    found: list[float] = []
    end = perf_counter() + seconds
    number = 0
    while True:
        state, nature = game.start(SEATS[number % len(SEATS)]), Seeded(f"director:{number}")
        rng = Random(f"director:{number}")
        number += 1
        while not state.over:
            if state.actor == NATURE:
                state.apply(nature.choose(state))
                continue
            moves = state.moves()
            if len(moves) > 1 and rng.randrange(ONE_IN) == 0:
                begin = perf_counter()
                answer(state, DIRECTOR, moves, rng, BUDGET)
                found.append(perf_counter() - begin)
                if len(found) == questions or perf_counter() > end:
                    return sorted(found)
            state.apply(moves[0] if len(moves) == 1 else answer(state, thumb, moves, rng, BUDGET))


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how long a Director thinks.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    every: list[float] = []
    slowest = 0.0
    for title in measured():
        seconds = SECONDS / len(measured()) if args.short else float("inf")
        found = times(title, FULL, seconds)
        p95 = found[len(found) * 95 // 100]
        slowest = max(slowest, p95)
        every += found
        middle = found[len(found) // 2]
        print(f"{title}: {len(found)} questions, median {middle:.2f} s, p95 {p95:.2f} s, longest {found[-1]:.2f} s")
    over = max(0.0, max(every) - BUDGET.seconds)
    print(
        f"{len(every)} questions: p95 of the slowest title {slowest:.2f} s (wanted: at most {WITHIN:g}), "
        f"at most {1000 * over:.0f} ms over the budget (wanted: {1000 * LATE:.0f})"
    )
    return 1 if slowest > WITHIN or over > LATE else 0


if __name__ == "__main__":
    sys.exit(main())
