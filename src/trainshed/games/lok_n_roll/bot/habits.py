"""The tuned weights of the heuristic player, in points, for each kind of game."""

from __future__ import annotations

from typing import Final

from trainshed.games.lok_n_roll.rules.state import LokState


class Habits:
    """The tuned weights of the heuristics, in points. Never changed after they are made."""

    __slots__ = (
        "ahead",
        "blocked",
        "broken",
        "chaos",
        "combines",
        "cramped",
        "deny",
        "derail",
        "derail_span",
        "early",
        "hopeful",
        "match",
        "patience",
        "several",
        "span",
    )

    def __init__(
        self,
        early: list[float],
        span: float,
        match: float,
        deny: float,
        ahead: list[float],
        blocked: float,
        cramped: float,
        patience: float,
        chaos: float,
        broken: float,
        derail: list[float],
        derail_span: float,
    ) -> None:
        self.early: list[float] = early
        """Gain of laying a card of each value while many turns are left; at the end the gain is the value itself."""
        self.span: float = span
        """How many turns before the end the gain begins to change from `early` to the value itself."""
        self.match: float = match
        """Gain, as a share of its value, if the next penalty card of the track would match the top of the own pile."""
        self.deny: float = deny
        """Cost, as a share of its value, if that card would match the top of the next player's pile."""
        self.ahead: list[float] = ahead
        """Gain of leaving 0, 1, 2, 3 or more cards ahead of the engine."""
        self.blocked: float = blocked
        """Gain of leaving an end where no card fits."""
        self.cramped: float = cramped
        """Gain of leaving an end, times the share of forms that could not follow or would block it."""
        self.patience: float = patience
        """Gain of passing."""
        self.chaos: float = chaos
        """Gain of putting a chaos card on the pile that matches nothing."""
        self.broken: float = broken
        """Gain of laying a destroyed track."""
        self.derail: list[float] = derail
        """Cost of a derailment in addition to its penalty cards, after 0, 1, 2, 3 or more derailments."""
        self.derail_span: float = derail_span
        """How many turns before the end the cost of a derailment begins to fall to 0."""
        self.several: float = 0.0
        """Gain of laying a card with another of its value, for each such other card."""
        self.combines: bool = True
        """Does the player reckon with penalty cards that combine? If not, all of them are expected to stay."""
        self.hopeful: bool = False
        """Does the player expect only half of the dice to count?"""

    def copy(self) -> Habits:
        made = Habits(
            self.early[:],
            self.span,
            self.match,
            self.deny,
            self.ahead[:],
            self.blocked,
            self.cramped,
            self.patience,
            self.chaos,
            self.broken,
            self.derail[:],
            self.derail_span,
        )
        made.several = self.several
        made.combines = self.combines
        made.hopeful = self.hopeful
        return made


AT_A_TABLE: Final = Habits(
    early=[0.0, 1.0, 1.2, 1.6, 1.6],
    span=6.0,
    match=0.5,
    deny=0.2,
    ahead=[0.3, 0.0, 0.0, 0.3],
    blocked=0.0,
    cramped=-0.5,
    patience=0.6,
    chaos=-0.7,
    broken=0.3,
    derail=[4.0],
    derail_span=6.0,
)

AGAINST_LAURA: Final = Habits(
    early=[0.0, 1.0, 1.2, 1.6, 1.6],
    span=9.0,
    match=0.85,
    deny=0.2,
    ahead=[0.3, 0.0, 0.0, -0.3],
    blocked=0.0,
    cramped=-0.5,
    patience=0.6,
    chaos=-0.7,
    broken=-0.1,
    derail=[4.0],
    derail_span=6.0,
)

ALONE: Final = Habits(
    early=[0.0, 1.2, 1.6, 2.3, 2.3],
    span=9.0,
    match=0.75,
    deny=0.0,
    ahead=[-0.3, 0.0, 0.3, 0.3],
    blocked=0.0,
    cramped=-0.5,
    patience=0.6,
    chaos=-0.7,
    broken=0.7,
    derail=[8.0],
    derail_span=8.0,
)

IN_THE_CHALLENGE: Final = Habits(
    early=[0.0, 1.0, 1.2, 1.6, 1.6],
    span=6.0,
    match=1.0,
    deny=0.0,
    ahead=[0.0, 0.0, 0.3, -0.3],
    blocked=0.0,
    cramped=-0.5,
    patience=0.8,
    chaos=-0.7,
    broken=0.3,
    derail=[14.0, 18.0, 24.0, 100.0],
    derail_span=6.0,
)

LAST_TURN: Final = Habits(
    early=[0.0, 1.0, 2.0, 3.0, 4.0],
    span=1.0,
    match=0.0,
    deny=0.0,
    ahead=[0.0, 0.0, 0.0, 0.0],
    blocked=0.0,
    cramped=0.0,
    patience=0.0,
    chaos=0.0,
    broken=0.0,
    derail=[0.0],
    derail_span=1.0,
)
"""In the last turn of a player only points count, and the gains are exact."""


class PlayerHabits:
    """The habits of one player in every kind of game, and in the last turn of each."""

    __slots__ = ("alone", "challenge", "last", "rival", "table")

    def __init__(self, table: Habits, rival: Habits, alone: Habits, challenge: Habits, last: Habits) -> None:
        self.table: Habits = table
        self.rival: Habits = rival
        self.alone: Habits = alone
        self.challenge: Habits = challenge
        self.last: Habits = last

    def at(self, world: LokState) -> Habits:
        """The habits for the kind of game that a world belongs to."""
        if world.seats > 1:
            return self.table
        if world.rival:
            return self.rival
        return self.challenge if world.limited else self.alone


TUNED: Final = PlayerHabits(AT_A_TABLE, AGAINST_LAURA, ALONE, IN_THE_CHALLENGE, LAST_TURN)
"""The habits that `weigh` plays with."""


def turns_left(world: LokState) -> int:
    """How many turns a player has after this one."""
    return world.deck // len(world.players)
