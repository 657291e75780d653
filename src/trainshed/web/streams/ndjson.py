"""A table told to a program: JSON, one object a line.

A state is the end of a line, `"state":…}`; what stands before it says why it comes. So the texts of all readers end
alike whatever each was told before, and a feed can compress them once: see `fan_out`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from trainshed.service.base import ids
from trainshed.service.tables.player_view import SeatSight, sight
from trainshed.service.tables.table_state import Step, Table, told
from trainshed.web.streams.bot_messages import Call, Full, Rows
from trainshed.web.streams.fan_out import Feed, Voice

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


def rows(steps: Sequence[Step], viewer: int | None) -> bytes:
    """What happened, as far as the state."""
    return _before(Rows([told(step, viewer) for step in steps], NO_STATE))


def state(table: Table, viewer: int | None) -> bytes:
    """The rest of any line."""
    return b'"state":' + msgspec.json.encode(sight(table, viewer)) + b"}\n"


def _before(whole: Full | Rows) -> bytes:
    return msgspec.json.encode(whole).removesuffix(b'"state":null}')


class LineWriter:
    """A table as lines of JSON. Programs leave when the game is over."""

    needs_history = False

    def open(self, table: Table, viewer: int | None, steps: Sequence[Step], whole: Sequence[Step]) -> Feed:
        feed = Feed(state(table, viewer), table.seq, voice=voice(table, viewer))
        feed.over = table.over
        return feed

    def tell(
        self, feed: Feed, table: Table, viewer: int | None, steps: Sequence[Step] | None, whole: Sequence[Step]
    ) -> None:
        feed.over = table.over
        news = feed.voice.afresh if steps is None else rows(steps, viewer)
        feed.update(news, state(table, viewer), table.seq)

    def missed(self, steps: Sequence[Step] | None, viewer: int | None) -> bytes:
        return b""  # whoever missed something is told how things stand

    def chat(self, feed: Feed, viewer: int | None) -> None:
        """Programs hear no chat."""


LINES: Final = LineWriter()
