"""Compares whole games of Russian Railroads with the independent model of its rulebook.

    python -m tests.games.russian_railroads.oracle --games 300
    python -m tests.games.russian_railroads.oracle --short

Each game is followed by a position made at random, played on for some words, as games seldom come to such boards.
Differences are listed with position, word, expected, seen and clause; the last line has the figures. Exit 1 if there
are any.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import islice
from typing import Any

from tests.games.russian_railroads.oracle.compare import Compared, Setup, compare_game, compare_made, setups
from tests.games.russian_railroads.oracle.lookahead import Effort
from trainshed.kernel.registry import game as registered

SHORT_SECONDS = 35
SHOWN = 20


@cache
def title() -> Any:
    return registered("russian-railroads")


def one(setup: Setup) -> tuple[Compared, Compared, int, int]:
    """A whole game, and a made position with the same set-up."""
    Effort.given_up = 0
    return compare_game(title(), setup), compare_made(title(), setup), Effort.longest, Effort.given_up


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--short", action="store_true", help=f"as many games as fit into {SHORT_SECONDS} s")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    began = time.monotonic()
    games = words = found = longest = given_up = positions = more = 0
    said: set[str] = set()
    with ProcessPoolExecutor(chosen.processes) as pool:
        for compared, made, effort, left in pool.map(one, setups(title(), chosen.games, chosen.seed)):
            games += 1
            words += len(compared.words)
            positions += bool(made.words)
            more += len(made.words)
            said.update(compared.words)
            longest = max(longest, effort)
            given_up += left
            differing = [*compared.differences, *made.differences]
            for difference in islice(differing, max(0, SHOWN - found)):
                print(difference, flush=True)
            found += len(differing)
            if chosen.short and time.monotonic() - began > SHORT_SECONDS:
                pool.shutdown(wait=False, cancel_futures=True)
                break
    seconds = time.monotonic() - began
    never = [word for word in title().vocabulary.words if word not in said and not word.startswith("removed:")]
    print(f"{seconds:.0f} s; longest look-ahead {longest} positions, {given_up} given up; words never said: {never}")
    print(f"{positions} made positions, {more} words from there on")
    print(f"{games} games, {words} words, {found} differences")
    return 1 if found or given_up else 0


if __name__ == "__main__":
    sys.exit(main())
