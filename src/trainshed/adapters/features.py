"""A view as a feature vector of fixed length, and bounds of a game: as the title defines them, or by default.

A title may offer a part `features` with any of these functions:

- `length(game) -> int` and `features(game, view) -> list[float]`: a view as numbers in [0, 1], always that many, for
  every seat count and option. The viewer's seat comes first, then the others in the order of the table.
- `utilities(game, seats, options) -> tuple[float, float]`: bounds of `game.returns`.
- `longest(game, seats, options) -> tuple[int, int]`: bounds of the number of decisions and of draws in a game.

A title without `features` gets those of `plain`: enough to run, too little to learn from.
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
    """The title's own module `features`, or None."""
    return game.part(PART) if game.has_part(PART) else None


def length(game: Game) -> int:
    """The length of this title's feature vector."""
    own = part(game)
    return int(own.length(game)) if hasattr(own, "length") else plain_length(game)


def features(game: Game, view: Any) -> list[float]:
    """A view as numbers in [0, 1]."""
    own = part(game)
    values: list[float] = own.features(game, view) if hasattr(own, "features") else plain(game, view)
    return values


def vector(game: Game, view: Any) -> NDArray[np.float32]:
    """The features of a view as a NumPy array."""
    return np.array(features(game, view), dtype=np.float32)


def utilities(game: Game, seats: int, options: Mapping[str, str]) -> tuple[float, float]:
    """Lower and upper bound of a seat's utility (`game.returns`)."""
    own = part(game)
    if not hasattr(own, "utilities"):
        return UTILITIES
    low, high = own.utilities(game, seats, options)
    return float(low), float(high)


def longest(game: Game, seats: int, options: Mapping[str, str]) -> tuple[int, int]:
    """Upper bounds of the number of decisions and of draws in a game."""
    own = part(game)
    if not hasattr(own, "longest"):
        return LONGEST
    decisions, draws = own.longest(game, seats, options)
    return int(decisions), int(draws)


def plain_length(game: Game) -> int:
    return 2 * max(game.seat_counts) + 3


def plain(game: Game, view: Any) -> list[float]:
    """Default features: seat count, actor relative to the viewer, and flags for nature, game over and spectator."""
    most = max(game.seat_counts)
    values = [0.0] * plain_length(game)
    values[view.seats - 1] = 1.0
    if view.actor >= 0:
        values[most + (view.actor - (view.seat or 0)) % view.seats] = 1.0
    values[2 * most] = float(view.actor == NATURE)
    values[2 * most + 1] = float(view.over)
    values[2 * most + 2] = float(view.seat is None)
    return values
