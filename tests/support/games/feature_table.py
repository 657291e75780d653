"""Reads the numbers of a title's features by the table in the docstring of its module `features`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

PLACES = 4
"""Features have a place for each seat of the largest table."""


class FeatureTable:
    """The rows of the table: a description, and how many numbers. Rows that begin with "- " are those of each place."""

    def __init__(self, game: Any, module: ModuleType) -> None:
        self.game = game
        self.module = module

    def rows(self, within: bool = False) -> list[tuple[str, int]]:
        """The rows of the table, or those within a place."""
        lines = [line for line in str(self.module.__doc__).splitlines() if "|" in line]
        cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
        return [(what.removeprefix("- "), int(n)) for what, n, _ in cells[2:] if what.startswith("- ") == within]

    def part(self, state: Any, start: str, seat: int | None = 0) -> list[float]:
        """The numbers of the row whose description starts like this, as a seat sees them."""
        return cut(self.module.features(self.game, state.view(seat)), self.rows(), start)

    def place(self, state: Any, number: int, start: str, seat: int | None = 0) -> list[float]:
        """The numbers of a row within a place; places count from the viewer's seat."""
        values = self.part(state, "each place", seat)
        size = len(values) // PLACES
        return cut(values[number * size : (number + 1) * size], self.rows(within=True), start)


def cut(values: list[float], table: list[tuple[str, int]], start: str) -> list[float]:
    """The numbers of the row whose description starts like this."""
    at = 0
    for what, count in table:
        if what.startswith(start):
            return values[at : at + count]
        at += count
    raise KeyError(start)


def ones(values: list[float]) -> list[int]:
    """The indices of the ones among zeros."""
    assert set(values) <= {0.0, 1.0}
    return [index for index, value in enumerate(values) if value]
