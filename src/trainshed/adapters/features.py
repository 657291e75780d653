"""A view as a fixed number of numbers, and how far a game can go: what a title says of itself, or a plain default.

A title may offer a part `features` with any of these functions:

- `length(game) -> int` and `features(game, view) -> list[float]`: a view as numbers in [0, 1], always that many, for
  every seat count and option. The seat that looks comes first, then the others in the order of the table.
- `utilities(game, seats, options) -> tuple[float, float]`: bounds of `game.returns`.
- `longest(game, seats, options) -> tuple[int, int]`: bounds of the number of decisions and of draws in a game.

A title without `features` is seen by `plain`: enough to run, too little to learn from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import Game

PART = "features"
UTILITIES = (-1e6, 1e6)
LONGEST = (100_000, 100_000)


def part(game: Game) -> Any:
    """The title's own part, or None."""
    return game.part(PART) if game.has_part(PART) else None


def length(game: Game) -> int:
    """How many numbers a view of this title is."""
    own = part(game)
    return int(own.length(game)) if hasattr(own, "length") else plain_length(game)


def features(game: Game, view: Any) -> list[float]:
    """A view as numbers in [0, 1]."""
    own = part(game)
    values: list[float] = own.features(game, view) if hasattr(own, "features") else plain(game, view)
    return values


def vector(game: Game, view: Any) -> NDArray[np.float32]:
    """The same as an array."""
    return np.array(features(game, view), dtype=np.float32)


def utilities(game: Game, seats: int, options: Mapping[str, str]) -> tuple[float, float]:
    """Bounds of what a game can be worth to a seat."""
    own = part(game)
    if not hasattr(own, "utilities"):
        return UTILITIES
    low, high = own.utilities(game, seats, options)
    return float(low), float(high)


def longest(game: Game, seats: int, options: Mapping[str, str]) -> tuple[int, int]:
    """Bounds of the number of decisions and of draws."""
    own = part(game)
    if not hasattr(own, "longest"):
        return LONGEST
    decisions, draws = own.longest(game, seats, options)
    return int(decisions), int(draws)


def plain_length(game: Game) -> int:
    return 2 * max(game.seat_counts) + 3


def plain(game: Game, view: Any) -> list[float]:
    """How many sit at the table, whose question it is, seen from the seat that looks, and whether the game is over."""
    most = max(game.seat_counts)
    values = [0.0] * plain_length(game)
    values[view.seats - 1] = 1.0
    if view.actor >= 0:
        values[most + (view.actor - (view.seat or 0)) % view.seats] = 1.0
    values[2 * most] = float(view.actor == NATURE)
    values[2 * most + 1] = float(view.over)
    values[2 * most + 2] = float(view.seat is None)
    return values
