"""A table told to a program: JSON, one object a line.

A state is the end of a line, `"state":…}`; what stands before it says why it comes. So the texts of all readers end
alike whatever each was told before, and a feed can compress them once: see `feed`.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from trainshed.service import ids
from trainshed.service.sight import SeatSight, sight
from trainshed.service.table import Step, Table, told
from trainshed.web.bot_lines import Call, Full, Rows
from trainshed.web.feed import Voice

MEDIA: Final = b"application/x-ndjson"
BEAT: Final = b"\n"

NO_STATE: Final[Any] = None
"""In place of a state, which is written behind it."""


def line(call: Call) -> bytes:
    """A whole line."""
    return msgspec.json.encode(call) + b"\n"


def voice(table: Table, viewer: int | None) -> Voice:
    """How a feed of lines speaks of a table: a reader begins, and begins anew, with what was agreed there."""
    charter = table.charter
    seats = [SeatSight(holder.name, holder.bot, robot=holder.robot) for holder in charter.players]
    full = Full(ids.written(charter.id), charter.title, charter.edition, charter.options, seats, viewer, NO_STATE)
    return Voice(MEDIA, hello=_before(full), afresh=_before(full), again=rows([], viewer), beat=BEAT)


def rows(steps: list[Step], viewer: int | None) -> bytes:
    """What happened, as far as the state."""
    return _before(Rows([told(step, viewer) for step in steps], NO_STATE))


def state(table: Table, viewer: int | None) -> bytes:
    """The rest of any line."""
    return b'"state":' + msgspec.json.encode(sight(table, viewer)) + b"}\n"


def _before(whole: Full | Rows) -> bytes:
    return msgspec.json.encode(whole).removesuffix(b'"state":null}')
