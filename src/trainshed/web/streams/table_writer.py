"""The protocol of stream formats for a table: server-sent events, lines of JSON, and pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from trainshed.service.tables.table_state import Step, TableState
from trainshed.web.http.headers import Scope
from trainshed.web.streams.fan_out import Feed
from trainshed.web.streams.late_feed import LateFeed


class TableWriter(Protocol):
    """Formats updates of a table for one viewer. Equal writers give equal texts, and share one feed."""

    @property
    def needs_history(self) -> bool:
        """Whether a new feed needs the last rows, and all rows of a game that is over."""

    def open(self, table: TableState, viewer: int | None, steps: Sequence[Step], whole: Sequence[Step]) -> Feed:
        """A new feed. Where history is needed, `steps` are the last rows, `whole` all rows of a game that is over."""

    def tell(
        self, feed: Feed, table: TableState, viewer: int | None, steps: Sequence[Step] | None, whole: Sequence[Step]
    ) -> None:
        """Send new rows and the current state to a feed; without steps (there were too many), only the state."""

    def missed(self, steps: Sequence[Step] | None, viewer: int | None) -> bytes:
        """The rows that a reconnecting reader has missed; None for steps: there were too many."""

    def chat(self, feed: Feed, viewer: int | None) -> None:
        """Send that there is a new chat message; players then read it, as far as its author is not muted."""

    def rematch(self, feed: Feed, viewer: int | None) -> None:
        """Send that a rematch was offered, accepted or declined; players then read its state."""

    def arrived(self, feed: Feed, viewer: int | None) -> None:
        """Send that somebody who was away looks at the table again; players then read who is here."""

    def state_of(self, scope: Scope) -> str:
        """The name of the state that a reader has, by its request; empty if states of this format have no names."""

    def idle(self, table: TableState, viewer: int | None, have: str) -> LateFeed | None:
        """A feed that is not drawn yet, for a reader that has the current state; None if `have` is not that state."""

    def __hash__(self) -> int: ...
