"""The tuned values of the heuristic player of First Class."""

from __future__ import annotations

from typing import Final, NamedTuple


class Habits(NamedTuple):
    """The tuned values, in points unless it says otherwise. Lists by phases left begin with none."""

    steps: float = 0.32
    """Cards that a conductor goes in a turn, on the average."""
    rises: float = 0.75
    """Upgrades in a turn, of all coaches together."""
    drive: float = 0.75
    """Cities that the locomotive goes in a turn."""
    growth: tuple[float, ...] = (0.15, 0.14, 0.13, 0.11, 0.1, 0.0, 0.06, 0.05, 0.04, 0.0)
    """The share of the upgrades that the coach at each position gets."""
    aim: float = 3.0
    """How many times more a coach grows on which a card waits."""
    cards: tuple[float, ...] = (0.38, 0.25, 0.2)
    """Base cards of each type that are taken in a turn."""
    focus: float = 0.1
    """How much more of them a player takes for each point that end-bonus cards pay for one."""
    most: float = 0.5
    """Never more than so many in a turn."""
    coach: tuple[float, ...] = (0.0, 0.4, 1.3, 1.9)
    rise: tuple[float, ...] = (0.0, 2.9, 3.3, 3.0)
    step: tuple[float, ...] = (0.0, 2.6, 3.0, 2.6)
    city: tuple[float, ...] = (0.0, 2.0, 2.4, 2.4)
    coin: tuple[float, ...] = (1.0, 2.0, 3.0, 3.4)
    bonus: tuple[float, ...] = (3.0, 7.0, 10.0, 10.0)
    """A coach, an upgrade, a step, a city, a coin, an end-bonus card, by the phases left."""
    column: tuple[float, ...] = (0.0, 0.3, 0.9)
    """How much more a coin of each column is worth than one of the first, before the last phase."""
    margin: float = 0.6
    """A coin is spent before a scoring phase only if it brings so much more than it is worth."""
    ladder: float = 0.9
    """A level between the lowest and the highest that some coach has, for cards that raise such a coach."""
    mail: float = 6.0
    """A mail car, when all of it can be used."""
    first: float = 1.2
    """To begin the next round."""
    balance: tuple[float, ...] = (0.9, 0.9, 0.9)
    """How much icons are worth that do not serve the plan, as against what the outlook says; plans as in TYPES."""
    plan: tuple[float, ...] = (1.5, 1.9, 1.5)
    """How much the icons of the plan are worth."""
    balance_of_two: tuple[float, ...] = (0.9, 1.2, 0.45)
    plan_of_two: tuple[float, ...] = (1.3, 1.7, 0.7)
    """The same with two players: it wins 60 % of 200 games against the values above, which in turn win with four."""
    own: float = 0.6
    """What speaks for a plan, in points of end-bonus cards: a card of its type that was taken,"""
    near: float = 0.15
    """one that no neighbour has taken,"""
    shown: float = 0.2
    """one that lies on the display;"""
    common: float = 0.8
    """and this against coaches, of which there are more in every deck."""
    type: float = 0.3
    """A base card of a type, for end-bonus cards still to come."""
    arrest: float = 120.0
    """What an arrest costs, beside the lead that is lost with it."""
    arrest_least: float = 30.0
    """What it costs at least."""


HABITS: Final = Habits()
