"""What a move made happen: the base of every title's events."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True, tag=True):
    """Something that happened. An event names the fields of the view that it changed, so that none changes unsaid."""

    fields: ClassVar[frozenset[str]] = frozenset()

    def as_seen(self, seat: int | None) -> Event:
        """The same event as a seat may know it (None: a spectator)."""
        return self
