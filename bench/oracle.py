"""Compares the scoring of Russian Railroads with an independent, slow and obvious implementation, the oracle.

Every position of random games with 2 to 4 players is compared (reach, rewards, colours earned, points of every
railroad, stars, industry, every end bonus card, the engineer majority, and the points that scoring phases really gave),
and so are positions with player boards made at random.

    python bench/oracle.py            100,000 positions
    python bench/oracle.py --short    15,000 positions

The last line has the deciding figure, the number of positions that differ. Exit 1 if it is not 0.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from tests.support.games.russian_railroads.agreement import game_positions, made_positions

PLAYED, MADE = 40_000, 60_000
SHORT = 15
"""Per cent of the positions in a short run."""
SHOWN = 20


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="fewer positions")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    part = SHORT if chosen.short else 100
    held = differing = 0
    streams = (game_positions(PLAYED * part // 100, chosen.seed), made_positions(MADE * part // 100, chosen.seed))
    for found in chain(*streams):
        held += 1
        if found:
            differing += 1
            if differing <= SHOWN:
                print(f"position {held}: {'; '.join(found)}", flush=True)
    print(f"{differing} differences in {held} positions")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
