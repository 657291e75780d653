"""Compares whole games of First Class with the independent model of its clauses.

    python -m tests.games.first_class.oracle --games 300
    python -m tests.games.first_class.oracle --short

Differences are listed with the game, the word, expected, seen and clause; the last line has the figures. Exit 1 if
there are any.
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

from tests.games.first_class.oracle.compare import Compared, Setup, compare_game, setups
from trainshed.kernel.registry import game as registered

SHORT_SECONDS = 35
SHOWN = 20


@cache
def title() -> Any:
    return registered("first-class")


def one(setup: Setup) -> Compared:
    return compare_game(title(), setup)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--short", action="store_true", help=f"as many games as fit into {SHORT_SECONDS} s")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    began = time.monotonic()
    games = words = found = 0
    whole = 0
    said: set[str] = set()
    with ProcessPoolExecutor(chosen.processes) as pool:
        for compared in pool.map(one, setups(title(), chosen.games, chosen.seed)):
            games += 1
            words += len(compared.words)
            said.update(compared.words)
            whole += compared.over
            for difference in islice(compared.differences, max(0, SHOWN - found)):
                print(difference, flush=True)
            found += len(compared.differences)
            if chosen.short and time.monotonic() - began > SHORT_SECONDS:
                pool.shutdown(wait=False, cancel_futures=True)
                break
    heads = {word.partition(":")[0] for word in title().vocabulary.words}
    never = sorted(heads - {word.partition(":")[0] for word in said})
    print(f"{time.monotonic() - began:.0f} s; {whole} games to their end; families of words never said: {never}")
    print(f"{games} games, {words} words, {found} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
