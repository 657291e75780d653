"""Marks of the seats that the page fills in: who is here, and how long the seat to move has been thinking.

Both change without a new row, so they are no part of what is drawn: an element says which seat it is about, and since
when that seat thinks, and `static/signals.js` writes the text.
"""

from __future__ import annotations

from collections.abc import Sequence

from trainshed.wire import SeenRow, TableView


def presence_mark(table_view: TableView, rows: Sequence[SeenRow], seat: int, kind: str = "") -> str:
    """The mark of a seat, empty if there is nothing to tell: the viewer's own seat, a seat that is out, or a game over.

    Whether somebody is here is told only to the other players, and whoever acts is here. `kind` is `brief` (a dot and
    a time) or `bar`.
    """
    holder = table_view.seats[seat]
    if seat == table_view.seat or holder.out or table_view.outcome is not None:
        return ""
    facts = ""
    if table_view.seat is not None and not (holder.bot or holder.robot):
        acted = next((row.at for row in reversed(rows) if row.seat == seat), 0)
        facts += f' data-seat="{seat}" data-acted="{acted}"'
    clock = table_view.clock
    timed = clock is not None and (clock.paused or (kind == "brief" and clock.seat == seat))  # there the clock is shown
    if table_view.actor == seat and rows and not timed:
        facts += f' data-since="{rows[-1].at}"'
    hidden = ' aria-hidden="true"' if kind else ""  # the panel of the seat says the same in words
    return f'<span class="pr {kind}"{facts}{hidden}></span>' if facts else ""
