"""What a form of telling a table to its readers has to do: server-sent events, lines of JSON, and pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from trainshed.service.tables.table_state import Step, TableState
from trainshed.web.streams.fan_out import Feed


class TableWriter(Protocol):
    """Writes what happens at a table, as one viewer sees it. Equal writers write the same, and share one feed."""

    @property
    def needs_history(self) -> bool:
        """Does a new feed tell the last rows, and of a game that is over all of them?"""

    def open(self, table: TableState, viewer: int | None, steps: Sequence[Step], whole: Sequence[Step]) -> Feed:
        """A new feed. Where history is needed, `steps` are the last rows, `whole` all rows of a game that is over."""

    def tell(
        self, feed: Feed, table: TableState, viewer: int | None, steps: Sequence[Step] | None, whole: Sequence[Step]
    ) -> None:
        """What happened, and how the table stands now; without steps (there were too many), only that."""

    def missed(self, steps: Sequence[Step] | None, viewer: int | None) -> bytes:
        """What a reader missed who comes back; None: there were too many rows."""

    def chat(self, feed: Feed, viewer: int | None) -> None:
        """Somebody said something; what, is read by those who sit here and want to hear it."""

    def __hash__(self) -> int: ...
