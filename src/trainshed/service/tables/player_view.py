"""The table as it is sent to a viewer: the view of that seat, and what everybody may know."""

from __future__ import annotations

from typing import Final

from trainshed.bots.characters import seated
from trainshed.service.base import ids
from trainshed.service.packs.pack_store import pack_info
from trainshed.service.tables.table_state import Holder, TableState
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
        seats=seat_views(table),
        view=position.view(viewer),
        moves=legal_words(table) if asked else [],
        undo=len(table.run) if asked else 0,
        clock=None if pace.kind == "none" else clock_view(table),
        proposal=proposal_view(table),
        outcome=table.outcome,
        odds=table.config.odds,
        own_content=pack_info(table.game),
    )


def seat_views(table: TableState) -> list[SeatView]:
    """All seats, the same for every viewer."""
    return [
        SeatView(
            name=holder.name,
            bot=holder.bot,
            out=seat in table.out,
            robot=holder.robot,
            away=bool(holder.bot and holder.person is not None),
            character=character_in(table, seat, holder),
        )
        for seat, holder in enumerate(table.holders)
    ]


def character_in(table: TableState, seat: int, holder: Holder) -> str:
    """The character of the bot that plays a seat; empty for a person."""
    if not holder.bot:
        return ""
    return seated(holder.bot, table.config.id, seat, holder.name, [other.name for other in table.holders]).id


def legal_words(table: TableState) -> list[str]:
    """The legal moves as words."""
    vocabulary = table.game.vocabulary
    return [vocabulary.word(move) for move in table.position.moves()]


def clock_view(table: TableState) -> ClockView:
    clock, pace = table.clock, table.config.pace
    return ClockView(clock.banks, clock.seat, clock.since, clock.left(pace), clock.paused, pace.turn)


def proposal_view(table: TableState) -> ProposalView | None:
    proposal = table.proposal
    return None if proposal is None else ProposalView(proposal.what, proposal.seat, table.asked)
