"""What the streams for bots say, one JSON object a line. A field that a reader does not know is to be passed over."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from trainshed.service.tables.player_view import SeatSight, Sight
from trainshed.service.tables.table_state import Told


class TableStart(msgspec.Struct, frozen=True, tag_field="type", tag="tableStart"):
    """A table at which I sit has started; on connection: each one that is running."""

    table: str
    title: str
    seats: list[int]
    """Mine."""


class YourTurn(msgspec.Struct, frozen=True, tag_field="type", tag="yourTurn"):
    """I am asked. It may be said twice, and it may be answered already: the table itself knows."""

    table: str
    seq: int
    """The newest row when this was seen."""
    seat: int


class TableOver(msgspec.Struct, frozen=True, tag_field="type", tag="tableOver"):
    """A game of mine has ended."""

    table: str
    outcome: dict[str, Any] | None = None


Call: TypeAlias = TableStart | YourTurn | TableOver
"""A line of `GET /api/bot/stream`."""


class Full(msgspec.Struct, frozen=True, tag_field="type", tag="full"):
    """What was agreed at the table, and how it stands: the first line, and again where a reader was too slow."""

    table: str
    title: str
    edition: int
    options: dict[str, str]
    seats: list[SeatSight]
    """Who sat down when the game began."""
    seat: int | None
    """Mine; nothing: I look on."""
    state: Sight


class Rows(msgspec.Struct, frozen=True, tag_field="type", tag="rows"):
    """What happened, as my seat may know it, and how the table stands now."""

    rows: list[Told]
    state: Sight


TableLine: TypeAlias = Full | Rows
"""A line of `GET /api/bot/tables/{table}/stream`."""
