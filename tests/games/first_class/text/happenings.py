"""Everything that can happen in First Class, as events: one of each class and of each happening of a module."""

from __future__ import annotations

from typing import Final

from trainshed.games.first_class import events
from trainshed.games.first_class.events import ModuleEvent
from trainshed.games.first_class.rules.effect_notation import LOCOMOTIVE
from trainshed.kernel.events import Event


def module(name: str, what: str, **facts: object) -> ModuleEvent:
    return ModuleEvent(name, what, 0, facts)


OF_MODULES: Final[list[ModuleEvent]] = [
    module("contracts", "paid", card="a2-6"),
    module("celebrities", "celebrity", card="b1-1", train="upper", position=2),
    module("celebrities", "postcard", card="b1-4", city=3),
    module("celebrities", "waits", card="b1-4"),
    module("celebrities", "lost", card="b1-1"),
    module("murder", "guilt"),
    module("murder", "guilt", guilty=0),
    module("murder", "drawn"),
    module("murder", "drawn", print=True),
    module("murder", "given", to=1, place=1),
    module("murder", "given", to=1, place=1, print=True),
    module("murder", "given", to=1, place=1, print=False),
    module("murder", "discarded", place=1),
    module("murder", "discarded", place=1, print=True),
    module("murder", "discarded", place=1, print=False),
    module("murder", "revealed", guilty=0),
    module("murder", "arrested", seats=[], prints=[0, 0], penalty=0),
    module("murder", "arrested", seats=[1], prints=[0, 2], penalty=0),
    module("murder", "arrested", seats=[1, 2], prints=[0, 2, 2], penalty=20),
    module("murder", "escaped", points=20),
    *[
        event
        for card in ("d1-1", "d1-4")
        for event in (
            module("passengers", "attached", card=card, train="upper", position=1),
            module("passengers", "activated", card=card),
            module("passengers", "lost", card=card),
        )
    ],
    *[
        event
        for card in ("e1-1", "e1-4")
        for event in (module("switches", "laid", card=card, column=2), module("switches", "lost", card=card))
    ],
    module("switches", "switch", card="e1-1"),
    module("switches", "mechanic", card="e1-4"),
]
EVERY_EVENT: Final[list[Event]] = [
    events.FirstChosen(1),
    events.DraftDealt(0, "eb-car-1"),
    events.DraftDealt(0, None),
    events.BonusKept(0, "eb-car-1"),
    events.BonusKept(0, None),
    events.BonusShown("eb-loc-1"),
    events.CardDealt("x1-car-1-1", 0),
    events.RoundBegun(2),
    events.RestRemoved(4),
    events.TurnBegun(0, False),
    events.RoundEnded(1, 0, False),
    events.RoundEnded(2, 1, True),
    events.CardTaken(0, "x1-car-1-1", 0),
    events.CardUsed(0, "x1-car-1-1"),
    events.CardIgnored(0, "x1-car-1-1"),
    events.RowCleared(0, ["x1-car-1-1"]),
    events.TileTaken(0),
    events.TileReward(1),
    events.CardDiscarded("x1-car-1-1", 0),
    events.IconsLeft(0, True, [LOCOMOTIVE, 0, 2]),
    events.IconsLeft(0, False, [LOCOMOTIVE, 0, 2]),
    *[
        event
        for train in ("upper", "lower")
        for event in (
            events.CoachAdded(0, train, 2),
            events.CoachUpgraded(0, train, 1, 4),
            events.MailCarLaid(0, train, "m4"),
            events.LocomotiveTileLaid(0, train, "lt-5"),
            events.ConductorMoved(0, train, 1, 2),
            events.ArrivedInConstantinople(0, train, 1, 20),
        )
    ],
    events.ArrivedInConstantinople(0, "upper", 4, 0),
    events.LocomotiveMoved(0, 2, 3),
    events.CityPoints(0, 3, 2),
    events.SectionLaid(0, "s1-1"),
    events.CoinsTaken(0, 2, [3, 0, 0]),
    events.CoinSpent(0, 1, "coach"),
    events.CoinsPaid(0, [4, 0, 0]),
    *[events.PointsScored(0, 2, why) for why in ("icon", "coin", "deferred")],
    events.BonusTaken(0, "eb-car-1", True),
    events.BonusTaken(0, "eb-car-1", False),
    events.ContractLaid(0, "a1-1"),
    events.ContractFulfilled(0, "a1-1", False),
    events.ContractFulfilled(0, "a2-6", True),
    events.RewardReceived(0, 2),
    events.TrainsScored(0, 1, [3, 4], {"celebrities": 5}),
    events.FinalScored(0, 2, [3, 0, 0], ["eb-car-1"]),
    events.GameEnded([9, 7], [1, 2]),
    *OF_MODULES,
]
"""Two events of those that have two sentences."""

SILENT: Final = (events.TurnBegun, events.CardUsed, events.TileReward)
"""Who is to move, and that a card or the tile is carried out, shows in what follows."""
