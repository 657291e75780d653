"""What somebody gets to see of a table: nothing but his view, and what everybody may know."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from trainshed.service.base import ids
from trainshed.service.tables.table_state import Table

VERSION: Final = 1


class SeatSight(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat, as everybody sees it."""

    name: str
    bot: str = ""
    """The bot that plays it now."""
    out: bool = False
    robot: bool = False
    """Who sits here is a program: the account of a bot."""
    away: bool = False
    """The bot plays for somebody who is not here."""


class ClockSight(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clocks: each seat's bank, and what the seat has left whose time has been running since `since`."""

    banks: list[int]
    seat: int = -1
    since: int = 0
    left: int = 0
    paused: bool = False


class ProposalSight(msgspec.Struct, frozen=True):
    """What a seat asks, and whose answer is missing."""

    what: str
    seat: int
    waits_for: list[int]


class Sight(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table at a row, as one seat or a spectator sees it."""

    v: int
    table: str
    title: str
    seq: int
    seat: int | None
    """Whose view this is; nothing: a spectator's."""
    actor: int | None
    """Who is asked."""
    seats: list[SeatSight]
    view: Any
    moves: list[str] = []
    """The legal words, where this seat is asked."""
    undo: int = 0
    """So many steps can be taken back without asking anybody."""
    clock: ClockSight | None = None
    proposal: ProposalSight | None = None
    outcome: dict[str, Any] | None = None
    odds: bool = True
    """Does the table show the exact odds of a coming roll?"""


def sight(table: Table, viewer: int | None) -> Sight:
    """The table as this viewer may see it. While people play, nobody else's answers or steps are in it."""
    position, pace = table.position, table.charter.pace
    asked = viewer is not None and table.actor == viewer and not table.over
    return Sight(
        v=VERSION,
        table=ids.written(table.charter.id),
        title=table.charter.title,
        seq=table.seq,
        seat=viewer,
        actor=table.actor if table.actor >= 0 and not table.over else None,
        seats=[
            SeatSight(
                holder.name, holder.bot, seat in table.out, holder.robot, bool(holder.bot and holder.person is not None)
            )
            for seat, holder in enumerate(table.holders)
        ],
        view=position.view(viewer),
        moves=words(table) if asked else [],
        undo=len(table.run) if asked else 0,
        clock=None if pace.kind == "none" else clock_sight(table),
        proposal=proposal_sight(table),
        outcome=table.outcome,
        odds=table.charter.odds,
    )


def words(table: Table) -> list[str]:
    """The legal words."""
    vocabulary = table.game.vocabulary
    return [vocabulary.word(move) for move in table.position.moves()]


def clock_sight(table: Table) -> ClockSight:
    clock = table.clock
    return ClockSight(clock.banks, clock.seat, clock.since, clock.left(table.charter.pace), clock.paused)


def proposal_sight(table: Table) -> ProposalSight | None:
    proposal = table.proposal
    return None if proposal is None else ProposalSight(proposal.what, proposal.seat, table.asked)
