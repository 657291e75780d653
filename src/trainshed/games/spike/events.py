"""The events of Spike, which report what a move did. Each names the fields of the view that it changed."""

from __future__ import annotations

from typing import ClassVar

from trainshed.kernel.events import Event


class FirstChosen(Event, frozen=True, tag=True):
    """The first player is drawn (SP-SETUP-13)."""

    seat: int
    fields: ClassVar[frozenset[str]] = frozenset({"first"})


class MarkerPlaced(Event, frozen=True, tag=True):
    """A price marker is laid on the market (SP-SETUP-02)."""

    commodity: str
    space: int
    fields: ClassVar[frozenset[str]] = frozenset({"market"})


class ContractDealt(Event, frozen=True, tag=True):
    """A player gets a contract and its cargo token (SP-SETUP-07, SP-SETUP-10)."""

    seat: int
    face: str
    fields: ClassVar[frozenset[str]] = frozenset({"players"})


class ContractCardDealt(Event, frozen=True, tag=True):
    """A player gets a contract card of which either side may be chosen (SP-ADVANCED-01)."""

    seat: int
    card: str
    fields: ClassVar[frozenset[str]] = frozenset({"players"})


class SideChosen(Event, frozen=True, tag=True):
    """A player has chosen the side of a contract card that is in force (SP-ADVANCED-01)."""

    seat: int
    face: str
    fields: ClassVar[frozenset[str]] = frozenset({"players"})


class CardDrawn(Event, frozen=True, tag=True):
    """A railway card goes from the pile to a hand. Only its owner sees the colour (SP-DRAW-07)."""

    seat: int
    color: str | None
    fields: ClassVar[frozenset[str]] = frozenset({"players", "hand", "pile", "upper", "hidden", "draws", "idle"})

    def as_seen(self, seat: int | None) -> Event:
        return self if seat == self.seat else CardDrawn(self.seat, None)


class CardGiven(Event, frozen=True, tag=True):
    """The first player gives a card to the right; only these two see it (SP-SETUP-14, SP-SETUP-23)."""

    seat: int
    to: int
    color: str | None
    fields: ClassVar[frozenset[str]] = frozenset({"players", "hand", "hidden", "draws", "gift"})

    def as_seen(self, seat: int | None) -> Event:
        return self if seat in (self.seat, self.to) else CardGiven(self.seat, self.to, None)


class CardShown(Event, frozen=True, tag=True):
    """A railway card is turned face up (SP-SETUP-15, SP-DRAW-03)."""

    color: str
    slot: int
    fields: ClassVar[frozenset[str]] = frozenset({"display", "pile", "upper", "unseen"})


class RouteDealt(Event, frozen=True, tag=True):
    """A player gets a route card face down (SP-SETUP-16)."""

    seat: int
    route: str | None
    fields: ClassVar[frozenset[str]] = frozenset({"players", "routes"})

    def as_seen(self, seat: int | None) -> Event:
        return self if seat == self.seat else RouteDealt(self.seat, None)


class RouteKept(Event, frozen=True, tag=True):
    """A player keeps one of two route cards, unseen by others (SP-ADVANCED-02)."""

    seat: int
    route: str | None
    fields: ClassVar[frozenset[str]] = frozenset({"players", "routes", "dropped"})

    def as_seen(self, seat: int | None) -> Event:
        return self if seat == self.seat else RouteKept(self.seat, None)


class TrainPlaced(Event, frozen=True, tag=True):
    """A player puts the locomotive into the start city (SP-SETUP-17)."""

    seat: int
    city: str
    fields: ClassVar[frozenset[str]] = frozenset({"players"})


class TurnBegun(Event, frozen=True, tag=True):
    """A turn begins (SP-TURN-04)."""

    seat: int
    fields: ClassVar[frozenset[str]] = frozenset({"turn", "idle", "last_turns"})


class CardTaken(Event, frozen=True, tag=True):
    """A face-up railway card is taken, for all to see (SP-DRAW-01)."""

    seat: int
    color: str
    slot: int
    fields: ClassVar[frozenset[str]] = frozenset({"players", "hand", "display", "taken", "idle"})


class DrawingStopped(Event, frozen=True, tag=True):
    """A player draws fewer cards than the tender allows (SP-DRAW-05)."""

    seat: int


class TimeDrawn(Event, frozen=True, tag=True):
    """A Time card comes up in round 3 and is laid on the board (SP-TIME-01, SP-TIME-03)."""

    seat: int
    times: int
    fields: ClassVar[frozenset[str]] = frozenset({"times", "pile", "pile_times", "idle"})


class RoundBegun(Event, frozen=True, tag=True):
    """The pile has run out: face-up cards and discards are the new pile (SP-ROUND-03)."""

    round: int
    pile: int
    fields: ClassVar[frozenset[str]] = frozenset(
        {"round", "times", "pile", "display", "discards", "unseen", "hidden", "spent", "draws"}
    )


class TimesMixedIn(Event, frozen=True, tag=True):
    """The Time cards are shuffled into the lower half of the pile of round 3 (SP-ROUND-07)."""

    upper: int
    pile: int
    fields: ClassVar[frozenset[str]] = frozenset({"pile", "pile_times", "upper"})


class TrainMoved(Event, frozen=True, tag=True):
    """A train moves: by a free move, a Start or an Extra."""

    seat: int
    how: str
    """`move`, `start` or `extra`, as the words say."""
    origin: str
    space: str
    spaces: int
    passed: list[str]
    """The cities that it bypassed (SP-MOVE-08)."""
    fields: ClassVar[frozenset[str]] = frozenset({"players"})


class Loaded(Event, frozen=True, tag=True):
    """A cargo token is put on a freight car (SP-LOAD-04)."""

    seat: int
    commodity: str
    city: str
    fields: ClassVar[frozenset[str]] = frozenset({"players"})


class Unloaded(Event, frozen=True, tag=True):
    """A cargo token goes back to its contract (SP-TRAIN-04)."""

    seat: int
    commodity: str
    fields: ClassVar[frozenset[str]] = frozenset({"players"})


class Delivered(Event, frozen=True, tag=True):
    """A contract is fulfilled and paid (SP-DELIVER-02, SP-DELIVER-05)."""

    seat: int
    commodity: str
    city: str
    money: int
    fields: ClassVar[frozenset[str]] = frozenset({"players", "idle"})


class RouteBuilt(Event, frozen=True, tag=True):
    """A route is built to a new city and paid with railway cards (SP-BUILD-02, SP-BUILD-10)."""

    seat: int
    links: list[str]
    city: str
    cards: list[int]
    """The cards played, by colour."""
    fields: ClassVar[frozenset[str]] = frozenset({"players", "hand", "tracks", "discards", "taken", "spent", "idle"})


class MarketPaid(Event, frozen=True, tag=True):
    """A new city pays the market value of its commodity, which drops to the lowest row (SP-MARKET-02, SP-MARKET-03)."""

    seat: int
    commodity: str
    city: str
    money: int
    risen: list[str]
    """The other commodities of the column that moved up."""
    fields: ClassVar[frozenset[str]] = frozenset({"players", "market"})


class Upgraded(Event, frozen=True, tag=True):
    """A part of a train is improved (SP-UPGRADE-01, SP-UPGRADE-05)."""

    seat: int
    part: str
    value: int
    cost: int
    fields: ClassVar[frozenset[str]] = frozenset({"players", "idle"})


class TurnClosed(Event, frozen=True, tag=True):
    """A player says that the turn is over (SP-TURN-05)."""

    seat: int


class SpecialEnd(Event, frozen=True, tag=True):
    """A player has laid all tracks and can deliver nothing more: every other player has one more turn (SP-END-02)."""

    seat: int
    turns: int
    fields: ClassVar[frozenset[str]] = frozenset({"last_turns"})


class RouteScored(Event, frozen=True, tag=True):
    """A route card is revealed at the end and paid (SP-END-05, SP-ROUTE-01 to -03)."""

    seat: int
    route: str
    cities: list[str]
    money: int
    fields: ClassVar[frozenset[str]] = frozenset({"players", "routes"})


class GameEnded(Event, frozen=True, tag=True):
    """The game is over; hands and route cards are open."""

    reason: str
    """`time`, `special` or `idle`."""
    scores: list[int]
    standings: list[int]
    fields: ClassVar[frozenset[str]] = frozenset(
        {"over", "scores", "standings", "players", "draws", "routes", "dropped", "gift", "turn", "idle", "last_turns"}
    )
