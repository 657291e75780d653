"""Playing styles of First Class, and mistakes of beginners: how a player differs from one by the rules of thumb."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from trainshed.games.first_class.rules.components import TYPES
from trainshed.kernel.shared.weights import check_known
from trainshed.kernel.translation import marked

STYLES: Final[dict[str, tuple[float, ...]]] = {
    "coaches": (1.4, 0.9, 0.9),
    "conductors": (0.9, 1.9, 0.9),
    "line": (0.5, 0.9, 1.5),
    "trains": (1.1, 1.1, 0.95),
}
"""For a player who always follows one plan: how much the icons of each plan are worth; plans as in TYPES. The last one
follows two: coaches, and the conductors that make them score."""

assert all(len(tastes) == len(TYPES) for tastes in STYLES.values())

STYLE_SENTENCES: Final[dict[str, str]] = {
    "coaches": marked("Upgrades coaches, and takes little else."),
    "conductors": marked("Sends the conductors far through the trains."),
    "line": marked("Drives the locomotive far along the line."),
    "trains": marked("Builds long trains, and sends the conductors through them."),
}
"""What people are told about each style."""

MISTAKES: Final = (
    "forgotten_end_bonus",
    "hoarded_coins",
    "nothing_ignored",
    "short_sight",
    "forgotten_conductors",
)
"""What beginners do: they forget that end-bonus cards count the types of cards, keep coins until the last phase, use
every card that they take, count only what would score at once, and think that coaches score without their conductor."""

SOME_MISTAKES: Final = MISTAKES[:3]
"""Those of somebody who has played a few times."""

FORGOTTEN: Final = 0.15
"""What is forgotten is worth this share of what it brings."""
KEPT: Final = 1000.0
"""So much more than it costs must a coin bring to those who hoard them."""


class PlayingStyle:
    """How a player weighs things."""

    def __init__(self, style: str, mistakes: Iterable[str]) -> None:
        made = list(mistakes)
        check_known([style] if style else [], STYLES)
        check_known(made, MISTAKES)
        self.tastes: list[float] = list(STYLES[style]) if style else []
        """How much the icons of each type are worth; empty: as suits the position."""
        self.bonus: float = 0.0 if "forgotten_end_bonus" in made else 1.0
        """How much end-bonus cards are worth."""
        self.short_sight: bool = "short_sight" in made
        self.steps: float = FORGOTTEN if "forgotten_conductors" in made else 1.0
        """What steps of conductors are worth, as against what they bring."""
        self.kept: float = KEPT if "hoarded_coins" in made else 0.0
        self.ignores: bool = "nothing_ignored" not in made


PLAIN: Final = PlayingStyle("", ())
"""A player by the rules of thumb."""
