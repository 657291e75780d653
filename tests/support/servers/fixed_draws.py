"""`trainshed` for tests in a browser: draws and bots follow from the seed of the test run, not from a table's secret.

    python -m tests.support.servers.fixed_draws serve --port 8000

A test that meets another deal each time fails one day by the cards it got. Everything else is the real server.
"""

from __future__ import annotations

import hashlib
from random import Random

from tests.support.seeds import SEED
from trainshed.cli import main
from trainshed.kernel.nature import Committed
from trainshed.service.tables import commands, open_tables


class FixedDraws(Committed):
    """Draws that are decided by the seed and the row, so that equal games at two tables are dealt alike."""

    def __init__(self, secret: bytes, table: str) -> None:
        super().__init__(hashlib.sha256(SEED.encode()).digest(), "")


def fixed_luck() -> Random:
    """The same luck for every turn of a bot."""
    return Random(SEED)


if __name__ == "__main__":
    vars(open_tables)["Committed"] = FixedDraws
    vars(commands)["Random"] = fixed_luck
    main()
