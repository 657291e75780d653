"""The tuned values of the rules of thumb; a playing style changes some of them."""

from __future__ import annotations

from typing import Final


class Habits:
    """What the rules of thumb value, in dollars unless it says otherwise; tuned by playing against itself."""

    def __init__(self) -> None:
        self.card: float = 0.55
        """A railway card that is kept, in the middle of the game."""
        self.link: float = 0.75
        """A link less to build for the plan."""
        self.cost: float = 1.05
        """What the plan reckons for each link: cards, and a part of a Build action."""
        self.city: float = 1.2
        """What the plan reckons as market value of each new city."""
        self.journey: float = 3.0
        """What the plan reckons for each turn that the train travels, times the contracts for each turn left."""
        self.target: float = 0.5
        """A new city that the plan names."""
        self.complete: float = 1.0
        """A new city that makes a delivery possible."""
        self.market: float = 1.0
        """Each dollar that the market pays for a new city."""
        self.draw: float = 0.9
        """A Draw action, beside what the best cards are worth."""
        self.needed: float = 0.65
        """A card that a planned route lacks, more than any card."""
        self.pair: float = 0.1
        """A card of a colour of which there is one in hand: a joker set."""
        self.start: float = 2.2
        """Starting the train on a planned journey."""
        self.approach: float = 1.8
        """Starting it for a city that is not connected yet."""
        self.wait: float = 1.5
        """Turns until a link of the plan is built."""
        self.extra: float = 0.7
        """An Extra action that enters the city for which the train is bound."""
        self.speed: float = 0.1
        """A faster locomotive, for each turn left and contract."""
        self.tender: float = 0.16
        """A bigger tender, for each turn left."""
        self.car: float = 0.02
        """One more freight car, for each turn left and contract beyond two."""
        self.soon: float = 12.0
        """While more turns are left, the plan takes it that the locomotive will be improved once."""
        self.calm: float = 0.5
        """The share of the turns left that a delivery may take without any doubt."""
        self.haste: float = 0.8
        """The share of the pay that is lost where it takes all of them."""
        self.begun: float = 2.5
        """A start city where a commodity can be loaded at once."""
        self.pay: float = 1.0
        """Each dollar that a delivery pays, in the choice of the plan."""
        self.route_card: float = 1.0
        """Each dollar that a route card pays."""
        self.candidates: int = 8
        """So many new cities are considered, those that look best by their distance."""
        self.ways: int = 4
        """So many routes to each of them are compared, those that take or lack the fewest cards."""
        self.detour: int = 1
        """Routes to near cities may have so many links more than the shortest, 0 or 1."""
        self.coarse: float = 0.0
        """Turns left are rounded to a multiple of this, so that a plan serves longer; 0: they are not."""


HABITS: Final = Habits()
"""The rules of thumb at their best."""


def quick_habits(changes: dict[str, float] | None = None) -> Habits:
    """The same values, some of them replaced, with fewer routes to compare: for those who play thousands of games for
    one decision."""
    habits = changed_habits(changes or {})
    habits.candidates = 4
    habits.ways = 2
    habits.detour = 0
    habits.coarse = 2.0
    return habits


def changed_habits(changes: dict[str, float]) -> Habits:
    """The best rules of thumb with some values replaced."""
    habits = Habits()
    for name, value in changes.items():
        if not hasattr(habits, name):
            raise ValueError(f"the rules of thumb have no value {name!r}")
        setattr(habits, name, float(value))
    return habits
