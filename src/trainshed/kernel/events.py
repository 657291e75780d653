"""The base class of every title's events, which tell what a move changed."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True, tag=True):
    """Something that happened. `fields` names the fields of the view that it changed: every change must be named."""

    fields: ClassVar[frozenset[str]] = frozenset()

    def as_seen(self, seat: int | None) -> Event:
        """The same event as a seat may know it (None: a spectator)."""
        return self
