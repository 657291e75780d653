"""Playing styles of nearly equal strength, and mistakes of beginners: changes of habits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from trainshed.games.spike.bot.habits import changed_habits, quick_habits
from trainshed.games.spike.bot.weights import quick_weigh, weigh, weigh_by
from trainshed.games.spike.rules.state import SpikeState
from trainshed.kernel.shared.weights import check_known
from trainshed.kernel.translation import marked

STYLES: Final[dict[str, dict[str, float]]] = {
    "contracts": {"pay": 1.45, "start": 3.0, "approach": 2.5, "market": 0.7, "complete": 2.0, "link": 1.0},
    "market": {"market": 1.5, "pay": 0.75, "target": 0.4, "link": 1.0},
    "route_card": {"route_card": 2.5, "pay": 0.8},
    "train": {"speed": 0.2, "tender": 0.24, "car": 0.15, "link": 1.0},
}
"""What each style values differently. By its name: deliveries first; cities that the market pays well; the cities of
the route card; a fast train with many cars and a large tender."""

STYLE_SENTENCES: Final[dict[str, str]] = {
    "contracts": marked("Delivers first: builds where contracts are to be fulfilled."),
    "market": marked("Connects the cities for which the market pays best."),
    "route_card": marked("Connects the cities of the route card first."),
    "train": marked("Upgrades the train early: a faster locomotive, more freight cars, a bigger tender."),
}
"""What people are told about each style."""

MISTAKES: Final[tuple[str, ...]] = (
    "any_card",
    "forgotten_route_card",
    "no_upgrades",
    "highest_pay",
    "short_sight",
)
"""What beginners do: draw any card instead of the colours that a route lacks; never look at the route card; never
improve the train; choose contracts by their pay and not by the way; see nothing but what pays at once."""

SOME_MISTAKES: Final[tuple[str, ...]] = MISTAKES[:2]
"""The mistakes of somebody who has played a few games."""

OF_MISTAKES: Final[dict[str, dict[str, float]]] = {
    "any_card": {"needed": 0.0, "pair": 0.0},
    "forgotten_route_card": {"route_card": 0.0},
    "no_upgrades": {"speed": 0.0, "tender": 0.0, "car": 0.0},
    "highest_pay": {"cost": 0.2, "journey": 0.0},
    "short_sight": {"link": 0.0, "target": 0.0, "complete": 0.0, "begun": 0.0},
}


def weigher(style: str = "", mistakes: Iterable[str] = ()) -> Callable[[SpikeState, Sequence[int]], list[int]]:
    """The `weigh` of somebody who plays in a style and makes these mistakes; without both it is `weigh`."""
    made = list(mistakes)
    check_known([style] if style else [], STYLES)
    check_known(made, MISTAKES)
    changes = dict(STYLES[style]) if style else {}
    for mistake in made:
        changes.update(OF_MISTAKES[mistake])
    return partial(weigh_by, changed_habits(changes)) if changes else weigh


def quick_weigher(style: str = "") -> Callable[[SpikeState, Sequence[int]], list[int]]:
    """The `quick_weigh` of somebody who plays in a style: the playout policy of search."""
    check_known([style] if style else [], STYLES)
    return partial(weigh_by, quick_habits(STYLES[style])) if style else quick_weigh
