"""Events of Russian Railroads: the results of a move. Each event names the fields of the view that it changed."""

from __future__ import annotations

from typing import ClassVar

from trainshed.kernel.events import Event

PLAYERS = frozenset({"players"})


class PositionDealt(Event, frozen=True, tag=True):
    """A turn order card is dealt to a seat (RR-SETUP-25)."""

    seat: int
    position: int
    fields: ClassVar[frozenset[str]] = frozenset({"order"})


class EngineerLaid(Event, frozen=True, tag=True):
    """An engineer is laid on the strip; 0 leaves a space empty (RR-SETUP-14)."""

    engineer: int
    space: int
    fields: ClassVar[frozenset[str]] = frozenset({"strip"})


class StartChosen(Event, frozen=True, tag=True):
    """A starting bonus card is chosen (RR-STARTBONUS-03)."""

    seat: int
    card: str
    fields: ClassVar[frozenset[str]] = frozenset({"starts"})


class RoundBegun(Event, frozen=True, tag=True):
    round: int
    last: bool
    fields: ClassVar[frozenset[str]] = frozenset({"round", "starts"})


class SpaceChosen(Event, frozen=True, tag=True):
    """A space is chosen; the payment follows."""

    seat: int
    space: str


class PiecesPlaced(Event, frozen=True, tag=True):
    """Pieces are placed on a space (RR-TURN-03)."""

    seat: int
    space: str
    workers: int
    turquoise: int
    black: int
    roubles: int
    forced: bool = False
    fields: ClassVar[frozenset[str]] = frozenset({"players", "stacks"})


class PiecesSwapped(Event, frozen=True, tag=True):
    """A piece on a claim changes places with the own worker on `space` (RR-ORDER-11)."""

    seat: int
    space: str
    forced: bool = False
    fields: ClassVar[frozenset[str]] = frozenset({"stacks"})


class OrderClaimed(Event, frozen=True, tag=True):
    seat: int
    position: int
    fields: ClassVar[frozenset[str]] = frozenset({"claims"})


class TrackMoved(Event, frozen=True, tag=True):
    seat: int
    railroad: str
    colour: str
    to: int
    forced: bool
    fields: ClassVar[frozenset[str]] = PLAYERS


class TracksEarned(Event, frozen=True, tag=True):
    """The tracks of a colour are earned (RR-TRACK-09 to -12)."""

    seat: int
    colour: str
    fields: ClassVar[frozenset[str]] = PLAYERS


class MarkerMoved(Event, frozen=True, tag=True):
    """An industry marker moves, or the second one comes into play on space 0."""

    seat: int
    marker: int
    to: int
    forced: bool
    fields: ClassVar[frozenset[str]] = PLAYERS


class FactoryUsed(Event, frozen=True, tag=True):
    """A marker has entered a factory (RR-FACTORY-09)."""

    seat: int
    factory: int


class RewardGained(Event, frozen=True, tag=True):
    """A special space is reached (RR-PBOARD-01)."""

    seat: int
    railroad: str
    space: int
    fields: ClassVar[frozenset[str]] = PLAYERS


class TileTaken(Event, frozen=True, tag=True):
    """A tile is taken for a build: from the piles, from the open factories, or the locomotive of the card."""

    seat: int
    number: int
    as_factory: bool
    from_open: bool
    fields: ClassVar[frozenset[str]] = frozenset({"piles", "open_factories"})


class LocomotivePlaced(Event, frozen=True, tag=True):
    """A locomotive is placed on a railroad; `displaced` is the number that it replaces, or 0."""

    seat: int
    number: int
    place: str
    displaced: int
    forced: bool
    fields: ClassVar[frozenset[str]] = PLAYERS


class LocomotiveGivenUp(Event, frozen=True, tag=True):
    """A displaced locomotive is given up and becomes an open factory (RR-LOCO-10, -11)."""

    seat: int
    number: int
    forced: bool
    fields: ClassVar[frozenset[str]] = frozenset({"open_factories"})


class FactoryBuilt(Event, frozen=True, tag=True):
    """A factory is built in a slot; `replaced` is the number that goes to the open factories, or 0."""

    seat: int
    number: int
    slot: int
    replaced: int
    fields: ClassVar[frozenset[str]] = frozenset({"players", "open_factories"})


class DoublersPlaced(Event, frozen=True, tag=True):
    seat: int
    count: int
    fields: ClassVar[frozenset[str]] = frozenset({"players", "doublers"})


class RoublesTaken(Event, frozen=True, tag=True):
    seat: int
    count: int
    fields: ClassVar[frozenset[str]] = frozenset({"players", "roubles"})


class PointsScored(Event, frozen=True, tag=True):
    """Points are scored at once; `why` is effect, ten, engineers or locomotives."""

    seat: int
    points: int
    why: str
    fields: ClassVar[frozenset[str]] = PLAYERS


class WorkerGained(Event, frozen=True, tag=True):
    """A permanent worker is gained; `black` is true for the black worker."""

    seat: int
    black: bool
    fields: ClassVar[frozenset[str]] = PLAYERS


class TurquoiseTaken(Event, frozen=True, tag=True):
    seat: int
    count: int
    fields: ClassVar[frozenset[str]] = frozenset({"players", "turquoise"})


class EngineerHired(Event, frozen=True, tag=True):
    """An engineer is hired from the hiring space, or from the question card."""

    seat: int
    engineer: int
    fields: ClassVar[frozenset[str]] = frozenset({"players", "strip"})


class ActionRepeated(Event, frozen=True, tag=True):
    seat: int
    space: str
    forced: bool = False


class TokenUsed(Event, frozen=True, tag=True):
    seat: int
    token: str
    fields: ClassVar[frozenset[str]] = PLAYERS


class CardUsed(Event, frozen=True, tag=True):
    seat: int
    card: str
    forced: bool = False
    fields: ClassVar[frozenset[str]] = frozenset({"cards"})


class AgainChosen(Event, frozen=True, tag=True):
    seat: int
    part: str
    forced: bool = False


class RestLapsed(Event, frozen=True, tag=True):
    """The rest of an effect is impossible or declined (RR-TURN-08)."""

    seat: int
    declined: bool


class BonusDue(Event, frozen=True, tag=True):
    """The number of end bonus choices due at the end of the turn changes, by one gained or begun (RR-TURN-16)."""

    seat: int
    fields: ClassVar[frozenset[str]] = PLAYERS


class PileLookedThrough(Event, frozen=True, tag=True):
    """A player looks through the end bonus pile; no other player learns its cards (RR-TURN-22)."""

    seat: int
    fields: ClassVar[frozenset[str]] = frozenset({"looks", "lookers", "pile_size"})


class BonusTaken(Event, frozen=True, tag=True):
    """An end bonus card is taken and kept face down (RR-TOKEN-10); `card` is None for other viewers."""

    seat: int
    card: str | None
    fields: ClassVar[frozenset[str]] = frozenset({"players", "takes", "own_bonus", "pile_size", "looks"})

    def as_seen(self, seat: int | None) -> Event:
        return self if seat == self.seat else BonusTaken(self.seat, None)


class Passed(Event, frozen=True, tag=True):
    seat: int
    points: int
    forced: bool
    fields: ClassVar[frozenset[str]] = PLAYERS


class OrderChanged(Event, frozen=True, tag=True):
    """The turn order of the next round is set: seats by position (RR-ORDER-07)."""

    order: list[int]
    fields: ClassVar[frozenset[str]] = frozenset({"order"})


class WorkerRelocated(Event, frozen=True, tag=True):
    """The worker of a claim is relocated (RR-ORDER-12); space "" means that it stays."""

    seat: int
    space: str
    forced: bool = False
    fields: ClassVar[frozenset[str]] = frozenset({"stacks"})


class RoundScored(Event, frozen=True, tag=True):
    """The scoring phase of one player: the three railroads, the stars, the industry."""

    seat: int
    railroads: list[int]
    stars: int
    industry: int
    total: int
    fields: ClassVar[frozenset[str]] = PLAYERS


class CleanedUp(Event, frozen=True, tag=True):
    """Workers and roubles return, engineers move (RR-ROUND-01 to -05)."""

    fields: ClassVar[frozenset[str]] = frozenset({"players", "stacks", "roubles", "turquoise", "strip", "claims"})


class BonusScored(Event, frozen=True, tag=True):
    """An end bonus card is revealed and scored (RR-FINAL-02)."""

    seat: int
    card: str
    points: int
    fields: ClassVar[frozenset[str]] = PLAYERS


class MajorityScored(Event, frozen=True, tag=True):
    seat: int
    engineers: int
    points: int
    fields: ClassVar[frozenset[str]] = PLAYERS


class GameEnded(Event, frozen=True, tag=True):
    scores: list[int]
    standings: list[int]
    fields: ClassVar[frozenset[str]] = frozenset({"over", "opened", "scores", "standings"})


class IncomeChanged(Event, frozen=True, tag=True):
    """From now on each scoring phase brings the player so many points more (RR-SCORE-02)."""

    seat: int
    points: int
