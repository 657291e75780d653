"""The table as it is sent to a viewer: the view of that seat, and what everybody may know."""

from __future__ import annotations

from typing import Final

from trainshed.service.base import ids
from trainshed.service.packs.pack_store import pack_info
from trainshed.service.tables.table_state import TableState
from trainshed.wire import ClockView, ProposalView, SeatView, TableView

VERSION: Final = 1


def table_view(table: TableState, viewer: int | None) -> TableView:
    """The table as this viewer may see it; legal moves and undo steps only for the seat that must decide."""
    position, pace = table.position, table.config.pace
    asked = viewer is not None and table.actor == viewer and not table.over
    return TableView(
        v=VERSION,
        table=ids.written(table.config.id),
        title=table.config.title,
        seq=table.seq,
        seat=viewer,
        actor=table.actor if table.actor >= 0 and not table.over else None,
        seats=[
            SeatView(
                holder.name, holder.bot, seat in table.out, holder.robot, bool(holder.bot and holder.person is not None)
            )
            for seat, holder in enumerate(table.holders)
        ],
        view=position.view(viewer),
        moves=legal_words(table) if asked else [],
        undo=len(table.run) if asked else 0,
        clock=None if pace.kind == "none" else clock_view(table),
        proposal=proposal_view(table),
        outcome=table.outcome,
        odds=table.config.odds,
        own_content=pack_info(table.game),
    )


def legal_words(table: TableState) -> list[str]:
    """The legal moves as words."""
    vocabulary = table.game.vocabulary
    return [vocabulary.word(move) for move in table.position.moves()]


def clock_view(table: TableState) -> ClockView:
    clock = table.clock
    return ClockView(clock.banks, clock.seat, clock.since, clock.left(table.config.pace), clock.paused)


def proposal_view(table: TableState) -> ProposalView | None:
    proposal = table.proposal
    return None if proposal is None else ProposalView(proposal.what, proposal.seat, table.asked)
