"""The events of Lok'n'Roll, which report what a move did. Each names the fields of the view that it changed."""

from __future__ import annotations

from typing import ClassVar

from trainshed.kernel.events import Event


class StartChosen(Event, frozen=True, tag=True):
    """The start player is drawn (LR-SETUP-14)."""

    seat: int
    fields: ClassVar[frozenset[str]] = frozenset({"first"})


class CardTurned(Event, frozen=True, tag=True):
    """A card drawn openly: for the starting track, or by Laura."""

    seat: int | None
    card: str
    fields: ClassVar[frozenset[str]] = frozenset({"deck"})


class CardAside(Event, frozen=True, tag=True):
    """A card drawn in the set-up cannot be placed and is put aside (LR-SETUP-04)."""

    seat: int
    card: str
    clause: str
    fields: ClassVar[frozenset[str]] = frozenset({"aside"})


class CardPlayed(Event, frozen=True, tag=True):
    """A card leaves a hand to be laid (LR-EXTEND-01)."""

    seat: int
    card: str
    fields: ClassVar[frozenset[str]] = frozenset({"hand", "hands"})


class CardLaid(Event, frozen=True, tag=True):
    """A card added to the end of the track; seat None is Laura."""

    seat: int | None
    card: str
    turn: str
    forced: bool
    fields: ClassVar[frozenset[str]] = frozenset({"track"})


class TrackReady(Event, frozen=True, tag=True):
    """The starting track is complete: engine placed, cards shuffled back, some removed unseen."""

    engine: int
    shuffled_back: int
    removed: int
    deck: int
    fields: ClassVar[frozenset[str]] = frozenset({"engine", "aside", "deck", "removed"})


class CardDrawn(Event, frozen=True, tag=True):
    """A player draws a card into the hand. Only that player sees which one (LR-TURN-06)."""

    seat: int
    card: str | None
    fields: ClassVar[frozenset[str]] = frozenset({"hand", "hands", "deck"})

    def as_seen(self, seat: int | None) -> Event:
        return self if seat == self.seat else CardDrawn(self.seat, None)


class TurnBegun(Event, frozen=True, tag=True):
    """A turn begins; seat None is Laura."""

    seat: int | None
    turn: int
    fields: ClassVar[frozenset[str]] = frozenset({"turn"})


class Passed(Event, frozen=True, tag=True):
    seat: int | None
    forced: bool


class Stopped(Event, frozen=True, tag=True):
    """No further card is laid or discarded in this action."""

    seat: int
    forced: bool


class Rolled(Event, frozen=True, tag=True):
    seat: int
    dice: int
    wheels: int


class EngineMoved(Event, frozen=True, tag=True):
    seat: int | None
    steps: int
    engine: int
    fields: ClassVar[frozenset[str]] = frozenset({"engine"})


class TrackBroken(Event, frozen=True, tag=True):
    """Destroyed tracks were entered (LR-BROKEN-01)."""

    seat: int | None
    cards: int


class Derailed(Event, frozen=True, tag=True):
    seat: int | None
    steps_left: int
    derailments: int
    fields: ClassVar[frozenset[str]] = frozenset({"derailments", "rival"})


class PenaltyTaken(Event, frozen=True, tag=True):
    """Cards are taken from the start of the track; `due` may be more than could be taken (LR-PENALTY-04)."""

    seat: int | None
    due: int
    cards: list[str]
    fields: ClassVar[frozenset[str]] = frozenset({"track", "engine", "penalties", "rival"})


class Discarded(Event, frozen=True, tag=True):
    """A card is put on a pile: a penalty card, or a chaos card from the hand (Laura's: from the deck)."""

    seat: int | None
    card: str
    from_hand: bool
    forced: bool
    fields: ClassVar[frozenset[str]] = frozenset({"piles", "penalties", "hand", "hands", "rival"})


class Combined(Event, frozen=True, tag=True):
    """The two top cards of a pile have left for the box (LR-COMBINE-01)."""

    seat: int | None
    cards: list[str]
    fields: ClassVar[frozenset[str]] = frozenset({"piles", "boxed", "rival"})


class Kept(Event, frozen=True, tag=True):
    """A player does not combine two matching cards, so both stay on the pile (LR-COMBINE-06)."""

    seat: int
    card: str


class CardBoxed(Event, frozen=True, tag=True):
    """Laura's card cannot be laid and goes to the box (LR-RIVAL-07)."""

    card: str
    fields: ClassVar[frozenset[str]] = frozenset({"boxed"})


class Lost(Event, frozen=True, tag=True):
    """One derailment too many in the challenge (LR-SOLO-05)."""

    derailments: int
    fields: ClassVar[frozenset[str]] = frozenset({"lost", "over", "opened", "scores", "standings"})


class GameEnded(Event, frozen=True, tag=True):
    """The last turn is played, hands are open (LR-END-01)."""

    scores: list[int]
    standings: list[int]
    in_hand: list[int]
    """The part of each score that lies in the hand; the rest lies on the pile."""
    rival: tuple[int, int] | None = None
    """Laura's score and rank."""
    fields: ClassVar[frozenset[str]] = frozenset({"over", "opened", "scores", "standings", "rival"})
