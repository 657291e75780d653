"""What a title brings along for search: rules of thumb, expected points and tuned parameters (`search.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import lru_cache
from types import ModuleType
from typing import Any

import msgspec

from trainshed.bots.thumb import Weigh, equally, weigher_of
from trainshed.kernel.game import Game, title_file


class Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a title is searched. `bench/tune_search.py` finds the values by matches."""

    horizon: int = 0
    """Questions for each seat that a playout answers before the position is estimated, so that it looks as many moves
    ahead at every number of seats; negative, or without estimates: to the end."""
    loose: float = 0.1
    """How often a move of a playout is drawn by its weight, instead of taking the one with the highest."""
    explore: float = 0.2
    """How much moves that were seldom tried are preferred."""
    width: int = 12
    """At most so many moves of the question are compared, those that the rules of thumb prefer."""
    trust: float = 0.1
    """How much the rules of thumb count against few simulations."""
    win: float = 0.3
    """The share of the utility that the first place decides; the rest are points."""
    spread: float = 1.0
    """The margin at which utilities flatten, as a multiple of the usual margin."""
    worlds: int = 32
    """At most so many imagined worlds are drawn for one question."""


class TitleSearch(msgspec.Struct, frozen=True):
    """What search needs of a title."""

    weigh: Weigh
    """For the moves of the question."""
    quick_weigh: Weigh
    """For moves further on and for playouts; where a title has no quicker one, the same."""
    expected: Callable[[Any], list[float]] | None
    margin: float
    parameters: Parameters


def search_of(game: Game, style: str = "") -> TitleSearch:
    """What a title brings along, in a playing style; random playouts to the end where it has no `bot`."""
    if not game.has_part("bot"):
        return TitleSearch(equally, equally, None, 10.0, Parameters())
    return search_with(game.part("bot"), style)


@lru_cache(maxsize=128)
def search_with(part: ModuleType, style: str) -> TitleSearch:
    """What the `bot` of a title brings along."""
    weigh = weigher_of(part, style, "")
    return TitleSearch(
        weigh=weigh,
        quick_weigh=weigh if style else getattr(part, "quick_weigh", weigh),
        expected=getattr(part, "expected_points", None),
        margin=getattr(part, "MARGIN", 10.0),
        parameters=parameters_of(part.__name__.rpartition(".")[0]),
    )


def parameters_of(package: str) -> Parameters:
    """The tuned parameters of a title, or the general ones."""
    file = title_file(package, "search.toml")
    if not file.is_file():
        return Parameters()
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8"))["parameters"], Parameters)
