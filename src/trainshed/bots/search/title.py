"""What a title brings along for search: rules of thumb, expected points and tuned parameters (`search.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import lru_cache
from types import ModuleType
from typing import Any, Final

import msgspec

from trainshed.bots.thumb import Weigh, equally, weigher_of
from trainshed.kernel.game import Game, title_file

SAME_SPREAD: Final = 0.55
"""The scale of a logistic distribution whose standard deviation is 1."""

HAND_MADE: Final = "hand-made"
LEARNED: Final = "learned"
"""The value that ships with a title."""


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
    value: str = HAND_MADE
    """How positions are estimated: by the title's own `expected_points`, or by the value that ships with it."""


class ChanceParameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How uncertain the points of a title are that are expected in the middle of a game: see `win_chance`.

    `bench/win_chance.py` fits the values to the results of games.
    """

    least: float
    """The spread in points that is always there, even with no points to come."""
    growth: float = 0.0
    """What is added to it with one point to come for each seat."""
    power: float = 0.5
    """How this grows with the points to come: the power of their number."""


class TitleSearch(msgspec.Struct, frozen=True):
    """What search needs of a title."""

    weigh: Weigh
    """For the moves of the question."""
    quick_weigh: Weigh
    """For moves further on and for playouts; where a title has no quicker one, the same."""
    expected: Callable[[Any], list[float]] | None
    margin: float
    parameters: Parameters
    chance: ChanceParameters


def search_of(game: Game, style: str = "") -> TitleSearch:
    """What a title brings along, in a playing style; random playouts to the end where it has no `bot`."""
    if not game.has_part("bot"):
        return TitleSearch(equally, equally, None, 10.0, Parameters(), ChanceParameters(10.0 * SAME_SPREAD))
    return search_with(game.part("bot"), style)


@lru_cache(maxsize=128)
def search_with(part: ModuleType, style: str) -> TitleSearch:
    """What the `bot` of a title brings along."""
    weigh = weigher_of(part, style, "")
    margin: float = getattr(part, "MARGIN", 10.0)
    tables = title_tables(part.__name__.rpartition(".")[0])
    return TitleSearch(
        weigh=weigh,
        quick_weigh=part.quick_weigher(style) if hasattr(part, "quick_weigher") else weigh,
        expected=getattr(part, "expected_points", None),
        margin=margin,
        parameters=msgspec.convert(tables.get("parameters", {}), Parameters),
        chance=msgspec.convert(tables.get("chance", {"least": margin * SAME_SPREAD}), ChanceParameters),
    )


def expected_by(game: Game, title: TitleSearch, value: str | bytes) -> Callable[[Any], list[float]] | None:
    """The estimate of positions: the hand-made one, the learned one of the title, or that of other weights."""
    if value == HAND_MADE:
        return title.expected
    from trainshed.bots.learned.value import learned_value, shipped_weights  # noqa: PLC0415 - needs NumPy, an extra

    return learned_value(game, value if isinstance(value, bytes) else shipped_weights(package_of(game))).expected_points


def package_of(game: Game) -> str:
    """The package of a title, in which its files are."""
    return game.part("bot").__name__.rpartition(".")[0]


def title_tables(package: str) -> dict[str, Any]:
    """The tables of a title's `search.toml`; none if it has no such file, and the general values hold."""
    file = title_file(package, "search.toml")
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
