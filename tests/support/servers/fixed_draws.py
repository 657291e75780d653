"""`trainshed` for tests in a browser: draws and bots follow from the seed of the test run, not from a table's secret.

    python -m tests.support.servers.fixed_draws serve --port 8000

A test that meets another deal each time fails one day by the cards it got. Everything else is the real server.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from random import Random
from typing import Any

from tests.support.seeds import SEED
from trainshed.cli import main
from trainshed.kernel.nature import Committed
from trainshed.service import container
from trainshed.service.tables import commands
from trainshed.service.tables.open_tables import OpenTables
from trainshed.service.tables.table_state import TableConfig


def fixed_draws(begun: int) -> Committed:
    """Draws that are decided by the seed, by how many tables the host began before this one, and by the row."""
    return Committed(hashlib.sha256(SEED.encode()).digest(), str(begun))


class DrawsByHost:
    """The draws of each table of a server, by its number among the tables of its host."""

    def __init__(self) -> None:
        self.begun: defaultdict[int, list[int]] = defaultdict(list)
        """The tables of each host."""

    def __call__(self, config: TableConfig, secret: bytes) -> Committed:
        tables = self.begun[config.host]
        if config.id not in tables:
            tables.append(config.id)
        return fixed_draws(tables.index(config.id))


class TablesWithFixedDraws(OpenTables):
    """The tables of a server, dealt by `DrawsByHost`."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.nature = DrawsByHost()


def fixed_luck() -> Random:
    """The same luck for every turn of a bot."""
    return Random(SEED)


if __name__ == "__main__":
    vars(container)["OpenTables"] = TablesWithFixedDraws
    vars(commands)["Random"] = fixed_luck
    main()
