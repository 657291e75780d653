"""Formats a table as server-sent events: new rows, and the whole state after them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from trainshed.service.tables.player_view import VERSION, table_view
from trainshed.service.tables.table_state import Step, TableState, seen_row
from trainshed.web.http.headers import Scope
from trainshed.web.streams.fan_out import Feed
from trainshed.web.streams.late_feed import LateFeed
from trainshed.web.streams.server_sent_events import event

encode = msgspec.json.encode


def state_event(table: TableState, viewer: int | None) -> bytes:
    """The `state` event: the whole table as one viewer sees it."""
    return event("state", encode(table_view(table, viewer)), table.seq)


def rows_event(steps: Sequence[Step], viewer: int | None) -> bytes:
    """The `rows` event: new rows as one viewer may know them."""
    if not steps:
        return b""
    rows = encode({"v": VERSION, "rows": [seen_row(step, viewer) for step in steps]})
    return event("rows", rows, steps[-1].row.seq)


def resync_event() -> bytes:
    """The `resync` event: there were too many rows to send, only the state follows."""
    return event("resync", encode({"v": VERSION}))


class EventWriter:
    """Writes a table as server-sent events. People look at it after the end, so its feeds never end by themselves."""

    needs_history = False

    def open(self, table: TableState, viewer: int | None, steps: Sequence[Step], whole: Sequence[Step]) -> Feed:
        return Feed(state_event(table, viewer), table.seq)

    def tell(
        self, feed: Feed, table: TableState, viewer: int | None, steps: Sequence[Step] | None, whole: Sequence[Step]
    ) -> None:
        feed.update(self.missed(steps, viewer), state_event(table, viewer), table.seq)

    def missed(self, steps: Sequence[Step] | None, viewer: int | None) -> bytes:
        return resync_event() if steps is None else rows_event(steps, viewer)

    def chat(self, feed: Feed, viewer: int | None) -> None:
        if viewer is not None:
            feed.update(event("chat", encode({"v": VERSION})), feed.state, feed.seq)

    def rematch(self, feed: Feed, viewer: int | None) -> None:
        if viewer is not None:
            feed.update(event("rematch", encode({"v": VERSION})), feed.state, feed.seq)

    def arrived(self, feed: Feed, viewer: int | None) -> None:
        if viewer is not None:
            feed.update(event("arrived", encode({"v": VERSION})), feed.state, feed.seq)

    def state_of(self, scope: Scope) -> str:
        return ""

    def idle(self, table: TableState, viewer: int | None, have: str) -> LateFeed | None:
        return None


EVENTS: Final = EventWriter()
