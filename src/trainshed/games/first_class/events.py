"""Events of First Class: the results of a move. Each event names the fields of the view that it changed.

Trains are "upper" and "lower"; cards, end-bonus cards, mail cars and tiles have the names of the content pack in small
letters; cities are counted from Paris, which is 0.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from trainshed.kernel.events import Event

PLAYERS = frozenset({"players"})


# ---------------------------------------------------------------- set-up, rounds


class FirstChosen(Event, frozen=True, tag=True):
    """A seat becomes the start player of the game (FC-SETUP-12)."""

    seat: int
    fields: ClassVar[frozenset[str]] = frozenset({"first", "start"})


class DraftDealt(Event, frozen=True, tag=True):
    """A card is drawn for the end-bonus draft (FC-SETUP-15); `card` is None for those who do not see it."""

    seat: int
    """Who draws it."""
    card: str | None
    fields: ClassVar[frozenset[str]] = frozenset({"draft", "bonus_deck"})

    def as_seen(self, seat: int | None) -> Event:
        return self if seat == self.seat else DraftDealt(self.seat, None)


class BonusKept(Event, frozen=True, tag=True):
    """A card of the draft is kept, and the rest is passed to the right (FC-SETUP-15); `card` is None for others."""

    seat: int
    card: str | None
    fields: ClassVar[frozenset[str]] = frozenset({"players", "own_bonus", "draft", "drafted", "bonus_deck"})

    def as_seen(self, seat: int | None) -> Event:
        return self if seat == self.seat else BonusKept(self.seat, None)


class BonusShown(Event, frozen=True, tag=True):
    """An end-bonus card is turned up (FC-SETUP-17, FC-TURN-12)."""

    card: str
    fields: ClassVar[frozenset[str]] = frozenset({"display", "bonus_deck"})


class CardDealt(Event, frozen=True, tag=True):
    """An action card is laid on a place of the display, counted from 0, row by row (FC-ROUND-03)."""

    card: str
    place: int
    fields: ClassVar[frozenset[str]] = frozenset({"rows", "deck"})


class RoundBegun(Event, frozen=True, tag=True):
    """A round begins; its cards are dealt next (FC-ROUND-03)."""

    round: int
    fields: ClassVar[frozenset[str]] = frozenset({"round", "deck", "turns", "row_taken", "turn", "scoring"})


class RestRemoved(Event, frozen=True, tag=True):
    """The cards that are left of a deck leave the game unseen (FC-ROUNDEND-06)."""

    count: int
    fields: ClassVar[frozenset[str]] = frozenset({"deck", "removed"})


class TurnBegun(Event, frozen=True, tag=True):
    """It is a seat's turn, or its part of a scoring phase."""

    seat: int
    scoring: bool
    fields: ClassVar[frozenset[str]] = frozenset({"turn", "turns", "scoring"})


class RoundEnded(Event, frozen=True, tag=True):
    """A round is over; `start` is the start player from now on (FC-ROUNDEND-02, -04)."""

    round: int
    start: int
    changed: bool
    fields: ClassVar[frozenset[str]] = frozenset({"start", "tile", "turn", "turns", "rows", "scoring"})


# ---------------------------------------------------------------- a turn


class CardTaken(Event, frozen=True, tag=True):
    """A player takes an action card of the display (FC-TURN-01)."""

    seat: int
    card: str
    place: int
    fields: ClassVar[frozenset[str]] = frozenset({"rows", "row_taken", "taken", "players"})


class CardUsed(Event, frozen=True, tag=True):
    """The action of the taken card is carried out (FC-TURN-03)."""

    seat: int
    card: str
    fields: ClassVar[frozenset[str]] = PLAYERS


class CardIgnored(Event, frozen=True, tag=True):
    """The action of the taken card is given up for an upgrade (FC-TURN-07)."""

    seat: int
    card: str
    fields: ClassVar[frozenset[str]] = PLAYERS


class RowCleared(Event, frozen=True, tag=True):
    """The rest of a row leaves the game (FC-ROW-01); rows count from 0."""

    row: int
    cards: list[str]
    fields: ClassVar[frozenset[str]] = frozenset({"rows", "removed"})


class TileTaken(Event, frozen=True, tag=True):
    """A player takes the start-player tile (FC-START-01)."""

    seat: int
    fields: ClassVar[frozenset[str]] = frozenset({"tile"})


class TileReward(Event, frozen=True, tag=True):
    """The start-player tile gives a seat a reward, which follows (FC-START-03)."""

    seat: int


class CardDiscarded(Event, frozen=True, tag=True):
    """The leftmost card of the topmost row leaves the game because of the start-player tile (FC-START-11)."""

    card: str
    place: int
    fields: ClassVar[frozenset[str]] = frozenset({"rows", "row_taken", "removed"})


class IconsLeft(Event, frozen=True, tag=True):
    """Icons are lost: declined, or impossible (FC-TURN-04). `icons` are verb, argument and count of each."""

    seat: int
    declined: bool
    icons: list[int]


# ---------------------------------------------------------------- trains, line, coins, points


class CoachAdded(Event, frozen=True, tag=True):
    """A level-0 coach goes to the right end of a train (FC-CAR-04)."""

    seat: int
    train: str
    position: int
    forced: bool = False
    fields: ClassVar[frozenset[str]] = frozenset({"players", "coaches"})


class CoachUpgraded(Event, frozen=True, tag=True):
    """A coach rises by one level (FC-UPGRADE-02); `level` is the new one."""

    seat: int
    train: str
    position: int
    level: int
    forced: bool = False
    fields: ClassVar[frozenset[str]] = frozenset({"players", "coaches"})


class MailCarLaid(Event, frozen=True, tag=True):
    """A mail car becomes the sixth card of a train, and its reward follows (FC-MAIL-01)."""

    seat: int
    train: str
    mail_car: str
    forced: bool = False
    fields: ClassVar[frozenset[str]] = PLAYERS


class LocomotiveTileLaid(Event, frozen=True, tag=True):
    """The top locomotive tile becomes the tenth card of a train, and its upgrades follow (FC-LOCOCARD-01)."""

    seat: int
    train: str
    tile: str
    fields: ClassVar[frozenset[str]] = frozenset({"players", "tiles"})


class ConductorMoved(Event, frozen=True, tag=True):
    """A conductor goes some cards on; `to` is the card on which it stands now (FC-CONDUCTOR-02)."""

    seat: int
    train: str
    steps: int
    to: int
    forced: bool = False
    fields: ClassVar[frozenset[str]] = PLAYERS


class ArrivedInConstantinople(Event, frozen=True, tag=True):
    """A conductor reaches a locomotive tile; `place` is 1 for the first in the game (FC-CONSTANTINOPLE-01)."""

    seat: int
    train: str
    place: int
    points: int
    fields: ClassVar[frozenset[str]] = frozenset({"players", "constantinople"})


class LocomotiveMoved(Event, frozen=True, tag=True):
    """The locomotive goes some cities on; `to` is the city in which it stands now (FC-LOCO-01)."""

    seat: int
    cities: int
    to: int
    forced: bool = False
    fields: ClassVar[frozenset[str]] = PLAYERS


class CityPoints(Event, frozen=True, tag=True):
    """A city with points is reached or passed (FC-LOCO-03)."""

    seat: int
    city: int
    points: int
    fields: ClassVar[frozenset[str]] = PLAYERS


class SectionLaid(Event, frozen=True, tag=True):
    """A section card lengthens the line (FC-LINE-02)."""

    seat: int
    card: str
    fields: ClassVar[frozenset[str]] = PLAYERS


class CoinsTaken(Event, frozen=True, tag=True):
    """Coins are placed on the board (FC-COIN-02); `coins` are those in each column afterwards."""

    seat: int
    count: int
    coins: list[int]
    forced: bool = False
    fields: ClassVar[frozenset[str]] = frozenset({"players", "supply"})


class CoinSpent(Event, frozen=True, tag=True):
    """A coin of a column (1 to 3) is spent; `what` is coach, upgrade, conductor, locomotive or point."""

    seat: int
    column: int
    what: str
    fields: ClassVar[frozenset[str]] = frozenset({"players", "supply"})


class CoinsPaid(Event, frozen=True, tag=True):
    """Coins are paid for an end-bonus card, as many of each column (FC-COIN-12)."""

    seat: int
    coins: list[int]
    forced: bool = False
    fields: ClassVar[frozenset[str]] = frozenset({"players", "supply"})


class PointsScored(Event, frozen=True, tag=True):
    """Points are received at once; `why` is icon, coin or deferred (a contract that pays later)."""

    seat: int
    points: int
    why: str
    fields: ClassVar[frozenset[str]] = PLAYERS


class BonusTaken(Event, frozen=True, tag=True):
    """An end-bonus card of the display is taken, bought or given (FC-BONUS-02, -07); its action follows."""

    seat: int
    card: str
    bought: bool
    forced: bool = False
    fields: ClassVar[frozenset[str]] = frozenset({"players", "display", "bought", "own_bonus"})


class ContractLaid(Event, frozen=True, tag=True):
    """A contract is laid beside the board (FC-CONTRACT-02)."""

    seat: int
    card: str
    fields: ClassVar[frozenset[str]] = PLAYERS


class ContractFulfilled(Event, frozen=True, tag=True):
    """A contract is fulfilled; its reward follows, `later` in the next scoring phase (FC-CONTRACT-07, -11)."""

    seat: int
    card: str
    later: bool
    fields: ClassVar[frozenset[str]] = frozenset({"players", "modules"})


# ---------------------------------------------------------------- scoring


class RewardReceived(Event, frozen=True, tag=True):
    """The reward of a reached city is received in a scoring phase; it follows (FC-SCORE-04)."""

    seat: int
    city: int


class TrainsScored(Event, frozen=True, tag=True):
    """A player's part of a scoring phase ends with the points of both trains (FC-SCORE-15) and of modules.

    `extras` are the points that modules add, by the id of the module.
    """

    seat: int
    phase: int
    trains: list[int]
    extras: dict[str, int]
    fields: ClassVar[frozenset[str]] = frozenset({"players", "turn", "scoring"})


class FinalScored(Event, frozen=True, tag=True):
    """The final count of a player: coins, and points of end-bonus cards by type (FC-FINAL-03, -04)."""

    seat: int
    coins: int
    bonus: list[int]
    cards: list[str]
    """The end-bonus cards of the player."""
    fields: ClassVar[frozenset[str]] = frozenset(
        {"players", "taken", "removed", "opened", "own_bonus", "turn", "scoring"}
    )


class GameEnded(Event, frozen=True, tag=True):
    scores: list[int]
    standings: list[int]
    fields: ClassVar[frozenset[str]] = frozenset({"over", "opened", "scores", "standings", "turn", "scoring"})


# ---------------------------------------------------------------- modules


class ModuleEvent(Event, frozen=True, tag=True):
    """Something happened in a module: `what` names it, `facts` are its details; see its file in `rules/modules`.

    `secret` are details that only `knows`, as bits of seats, may read.
    """

    module: str
    """The id of the module, such as murder."""
    what: str
    seat: int
    facts: dict[str, Any]
    secret: dict[str, Any] = msgspec.field(default_factory=dict)
    knows: int = 0
    forced: bool = False
    fields: ClassVar[frozenset[str]] = frozenset({"modules", "players", "turn"})

    def as_seen(self, seat: int | None) -> Event:
        if not self.secret:
            return self
        if seat is not None and self.knows >> seat & 1:
            return ModuleEvent(self.module, self.what, self.seat, {**self.facts, **self.secret}, {}, 0, self.forced)
        return ModuleEvent(self.module, self.what, self.seat, self.facts, {}, 0, self.forced)
