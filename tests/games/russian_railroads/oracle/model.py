"""The position of the model: players, table, and what is still to be done, as plain lists and numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.games.russian_railroads.oracle.printed import PLACES_OF, Part, Printed

NATURE = -1
NOBODY = -2


@dataclass(frozen=True, slots=True)
class Job:
    """Something that is still to be done; the last one of the list is next."""

    seat: int


@dataclass(frozen=True, slots=True)
class Deal(Job):
    """Nature deals the turn order cards (RR-SETUP-25)."""


@dataclass(frozen=True, slots=True)
class Lay(Job):
    """Nature lays the engineers (RR-SETUP-14)."""


@dataclass(frozen=True, slots=True)
class BeginRounds(Job):
    """The first round begins."""


@dataclass(frozen=True, slots=True)
class Start(Job):
    """A starting bonus card is chosen (RR-STARTBONUS-03)."""


@dataclass(frozen=True, slots=True)
class Turn(Job):
    """A space is chosen, or the player passes (RR-TURN-01)."""


@dataclass(frozen=True, slots=True)
class After(Job):
    """The turn is over: it is the next player's (RR-TURN-09)."""


@dataclass(frozen=True, slots=True)
class Pay(Job):
    """The pieces for a space are chosen (RR-BOARD-29)."""

    space: str


@dataclass(frozen=True, slots=True)
class Swap(Job):
    """A piece on a claim changes places with an own worker (RR-ORDER-11)."""

    space: str
    piece: str


@dataclass(frozen=True, slots=True)
class Act(Job):
    """An action that runs. A full one has to be carried out in its entirety, any other as far as it is possible."""

    parts: tuple[Part, ...]
    full: bool
    declinable: bool = False
    """Whether the rest may be declined (RR-TURN-08)."""
    black: bool = False
    """The black worker was placed, and its extra step has not been given yet."""

    @property
    def printed(self) -> tuple[Part, ...]:
        return tuple(part for part in self.parts if not part.extra)


@dataclass(frozen=True, slots=True)
class Place(Job):
    """A locomotive looks for its place; only a displaced one may be given up (RR-LOCO-21)."""

    number: int
    new: bool


@dataclass(frozen=True, slots=True)
class Rewards(Job):
    """What the new reach of the locomotives brings, after the chain (RR-LOCO-16)."""


@dataclass(frozen=True, slots=True)
class Slot(Job):
    """The slot for a new factory where all are full (RR-FACTORY-05)."""

    number: int


@dataclass(frozen=True, slots=True)
class Token(Job):
    """A question token is chosen (RR-PBOARD-13)."""


@dataclass(frozen=True, slots=True)
class Card(Job):
    """A question card is chosen (RR-TOKEN-09)."""


@dataclass(frozen=True, slots=True)
class Bonus(Job):
    """The end of a turn, where the end bonus choices that are due are made, one after the other (RR-TURN-16)."""


@dataclass(frozen=True, slots=True)
class Choose(Job):
    """One end bonus choice that has begun: a look through the pile, or 10 points (RR-TOKEN-11)."""


@dataclass(frozen=True, slots=True)
class Look(Job):
    """Nature says which cards had been removed, at the first look through the pile."""


@dataclass(frozen=True, slots=True)
class Pick(Job):
    """A card is picked from the pile. Everybody else sees only that there was a choice."""


@dataclass(frozen=True, slots=True)
class Reorder(Job):
    """All have passed: the turn order changes, claimants move their workers."""


@dataclass(frozen=True, slots=True)
class Relocate(Job):
    """A claimant may move the worker from the claim (RR-ORDER-12)."""

    position: int


@dataclass(frozen=True, slots=True)
class Scoring(Job):
    """The scoring phase, and the next round or the end."""


class Player:
    """One player's board and supply."""

    __slots__ = (
        "black",
        "bonus",
        "doublers",
        "due",
        "engineers",
        "factories",
        "gained_workers",
        "locomotives",
        "markers",
        "medal",
        "passed",
        "points",
        "reached",
        "reserve",
        "revalued",
        "roubles",
        "tokens",
        "tracks",
        "turquoise",
        "workers",
    )

    def __init__(self, printed: Printed) -> None:
        self.points = 0
        self.tracks = [1, -1, -1, -1, -1] * 3
        self.locomotives = [1, 0, 0, 0]
        self.factories: list[int] = []
        self.markers = [0, -1]
        self.engineers: list[int] = []
        self.workers = printed.workers
        self.reserve = printed.reserve
        self.turquoise = 0
        self.black = 0
        self.roubles = printed.start_roubles
        self.doublers = 0
        self.reached: frozenset[int] = frozenset()
        """The special spaces that have given what they give once."""
        self.tokens: frozenset[str] = frozenset()
        self.gained_workers = 0
        self.due = 0
        self.revalued = False
        self.medal = False
        self.passed = False
        self.bonus: list[str] = []

    def copy(self) -> Player:
        other = Player.__new__(Player)
        other.points = self.points
        other.tracks = self.tracks[:]
        other.locomotives = self.locomotives[:]
        other.factories = self.factories[:]
        other.markers = self.markers[:]
        other.engineers = self.engineers[:]
        other.workers = self.workers
        other.reserve = self.reserve
        other.turquoise = self.turquoise
        other.black = self.black
        other.roubles = self.roubles
        other.doublers = self.doublers
        other.reached = self.reached
        other.tokens = self.tokens
        other.gained_workers = self.gained_workers
        other.due = self.due
        other.revalued = self.revalued
        other.medal = self.medal
        other.passed = self.passed
        other.bonus = self.bonus
        return other

    def reach(self, railroad: int) -> int:
        """How many spaces the locomotives of a railroad reach (RR-LOCO-05, -06)."""
        return sum(self.locomotives[place] for place in PLACES_OF[railroad])

    def sign(self) -> tuple[Any, ...]:
        """All that can matter for the rest of the turn of this player."""
        return (
            tuple(self.tracks),
            tuple(self.locomotives),
            tuple(self.factories),
            tuple(self.markers),
            len(self.engineers),
            self.doublers,
            self.roubles,
            self.reached,
            self.tokens,
        )


@dataclass(frozen=True, slots=True)
class Stack:
    """Pieces of one player on one action space."""

    space: int
    seat: int
    workers: int
    turquoise: int
    black: int
    roubles: int


class Position:
    """A whole position."""

    __slots__ = (
        "cards",
        "claims",
        "doublers",
        "jobs",
        "looked",
        "lookers",
        "opened",
        "order",
        "over",
        "pile",
        "piles",
        "players",
        "printed",
        "removed",
        "roubles",
        "round",
        "scored",
        "scores",
        "stacks",
        "standings",
        "starts",
        "strip",
        "takes",
        "turquoise",
    )

    def __init__(self, printed: Printed) -> None:
        self.printed = printed
        seats = printed.seats
        self.players = [Player(printed) for _ in range(seats)]
        self.round = 0
        self.order: list[int] = []
        self.claims = [-1, -1]
        self.stacks: list[Stack] = []
        self.piles = [0, 0] + [printed.tiles] * 8
        self.opened = [0] * 10
        self.strip: list[int] = []
        self.roubles = printed.all_roubles - 1 - printed.start_roubles * seats
        self.doublers = printed.all_doublers
        self.turquoise = printed.turquoise
        self.cards = list(printed.cards)
        self.starts = list(printed.starts)
        self.takes: list[int] = []
        self.lookers: list[tuple[int, int]] = []
        self.looked: list[tuple[int, int, tuple[str, ...]]] = []
        self.pile: list[str] = list(printed.bonus_names)
        self.removed = False
        self.scored: list[list[int]] = []
        """Of the last scoring phase: for each seat the three railroads, the stars and the industry."""
        self.over = False
        self.scores: list[int] = []
        self.standings: list[int] = []
        self.jobs: list[Job] = [BeginRounds(NOBODY), Lay(NATURE), Deal(NATURE)]

    def copy(self, seat: int) -> Position:
        """A copy in which this seat may go on with its action; what no action changes is shared."""
        other = Position.__new__(Position)
        other.printed = self.printed
        other.players = self.players[:]
        other.players[seat] = self.players[seat].copy()
        other.jobs = self.jobs[:]
        other.stacks = self.stacks[:]
        other.piles = self.piles[:]
        other.opened = self.opened[:]
        other.strip = self.strip[:]
        other.cards = self.cards[:]
        other.roubles = self.roubles
        other.doublers = self.doublers
        other.turquoise = self.turquoise
        other.round = self.round
        return other

    def sign(self, seat: int) -> tuple[Any, ...]:
        """All that can matter for the rest of this seat's action: equal signs, equal futures."""
        return (
            tuple(self.jobs),
            self.players[seat].sign(),
            tuple(self.piles),
            tuple(self.opened),
            self.roubles,
            self.doublers,
            self.turquoise,
            tuple(self.cards),
        )

    @property
    def pile_size(self) -> int:
        return len(self.pile) - (0 if self.removed else self.printed.bonus_removed)

    @property
    def last_round(self) -> bool:
        return self.round == self.printed.rounds

    @property
    def limited(self) -> bool:
        """Are roubles and doublers limited to those in the box (RR-ROUBLE-07)?"""
        return self.printed.options["limited_supplies"] == "yes"
