"""Compares whole games of Spike with the independent model of its rulebook.

    python -m tests.games.spike.oracle --games 300
    python -m tests.games.spike.oracle --short

Differences are listed with the game, the word, expected, seen and clause; the last line has the figures. Exit 1 if
there are any.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tests.games.spike.oracle.compare import ORACLE
from tests.support.games.oracle import command


def main(arguments: Sequence[str] | None = None) -> int:
    return command(ORACLE, __doc__, arguments)


if __name__ == "__main__":
    sys.exit(main())
