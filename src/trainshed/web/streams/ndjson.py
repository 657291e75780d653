"""Formats a table for programs: JSON, one object per line.

Every line ends with the state, `"state":…}`; what is before it depends on the kind of line. So the texts of all readers
end alike, whatever each was sent before, and a feed can compress them once: see `fan_out`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from trainshed.service.base import ids
from trainshed.service.tables.player_view import character_in, table_view
from trainshed.service.tables.table_state import Step, TableState, seen_row
from trainshed.web.http.headers import Scope
from trainshed.web.streams.fan_out import Feed, StreamFormat
from trainshed.web.streams.late_feed import LateFeed
from trainshed.wire import FullState, NewRows, PersonMessage, SeatView

MEDIA: Final = b"application/x-ndjson"
BEAT: Final = b"\n"

NO_STATE: Final[Any] = None
"""Stands for the state, which is written separately."""


def line(call: PersonMessage) -> bytes:
    """A message as a line of JSON."""
    return msgspec.json.encode(call) + b"\n"


def stream_format(table: TableState, viewer: int | None) -> StreamFormat:
    """The format of a table's lines: a new reader, and one that lost its queue, first gets the configuration."""
    config = table.config
    seats = [
        SeatView(holder.name, holder.bot, robot=holder.robot, character=character_in(table, seat, holder))
        for seat, holder in enumerate(config.players)
    ]
    full = FullState(ids.written(config.id), config.title, config.edition, config.options, seats, viewer, NO_STATE)
    return StreamFormat(MEDIA, hello=_before(full), afresh=_before(full), again=rows([], viewer), beat=BEAT)


def rows(steps: Sequence[Step], viewer: int | None) -> bytes:
    """The beginning of a `rows` line, up to the state."""
    return _before(NewRows([seen_row(step, viewer) for step in steps], NO_STATE))


def state(table: TableState, viewer: int | None) -> bytes:
    """The end of every line: the state."""
    return b'"state":' + msgspec.json.encode(table_view(table, viewer)) + b"}\n"


def _before(whole: FullState | NewRows) -> bytes:
    return msgspec.json.encode(whole).removesuffix(b'"state":null}')


class LineWriter:
    """Writes a table as lines of JSON. The stream ends when the game is over."""

    needs_history = False

    def open(self, table: TableState, viewer: int | None, steps: Sequence[Step], whole: Sequence[Step]) -> Feed:
        feed = Feed(state(table, viewer), table.seq, stream_format=stream_format(table, viewer))
        feed.over = table.over
        return feed

    def tell(
        self, feed: Feed, table: TableState, viewer: int | None, steps: Sequence[Step] | None, whole: Sequence[Step]
    ) -> None:
        feed.over = table.over
        news = feed.stream_format.afresh if steps is None else rows(steps, viewer)
        feed.update(news, state(table, viewer), table.seq)

    def missed(self, steps: Sequence[Step] | None, viewer: int | None) -> bytes:
        return b""  # a reader that missed something gets the current state

    def chat(self, feed: Feed, viewer: int | None) -> None:
        """Programs get no chat."""

    def rematch(self, feed: Feed, viewer: int | None) -> None:
        """Bot accounts are not asked."""

    def arrived(self, feed: Feed, viewer: int | None) -> None:
        """Programs do not ask who is here."""

    def state_of(self, scope: Scope) -> str:
        return ""

    def idle(self, table: TableState, viewer: int | None, have: str) -> LateFeed | None:
        return None


LINES: Final = LineWriter()
