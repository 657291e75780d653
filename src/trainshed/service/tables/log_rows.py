"""Records of a table's log: one row, the columns that follow from the rows, and rows that are appended together."""

from __future__ import annotations

from typing import Any

import msgspec


class LogRow(msgspec.Struct, frozen=True):
    """One row of a table's log, as it is stored."""

    seq: int
    seat: int
    said: str
    """A word, or `/kind text` as in a record."""
    at: int
    free: bool = False
    """The row can be taken back without the consent of others."""
    spent: int | None = None
    """The time that was charged to the seat whose clock was running."""
    who: int | None = None
    """The person who sits down with this row."""
    mark: int | None = None
    """Idempotency key chosen by the sender, so that a gesture sent twice is stored once."""


class TableStatus(msgspec.Struct, frozen=True):
    """Columns that are queried without reading the log: whose turn it is, until when, whether bots have work."""

    turn: int | None
    work: bool
    deadline: int | None
    touched: int
    status: str
    outcome: dict[str, Any] | None = None
    attended: bool = True
    """At least one person plays, and not bots alone."""


class LogAppend(msgspec.Struct):
    """Rows that are written all or none, and what follows from them."""

    table: int
    rows: list[LogRow]
    turn: TableStatus | None = None
    snapshot: tuple[int, int, bytes] | None = None
    """Slot, seq and body."""
    bots: dict[int, str] = {}
    """Seats that changed hands: the name of the bot that plays now, or "" for the player."""
