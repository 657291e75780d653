"""Subjects and messages on the bus about tables and people. Messages may be lost; the database has everything."""

from __future__ import annotations

from typing import Final

import msgspec

from trainshed.service.base import ids
from trainshed.service.base.fair_queue import FairShare, Urgency

BOT_WORK: Final = "work"
"""Bus subject: tables that have work for a worker, each as a `WorkNotice`."""


class WorkNotice(msgspec.Struct, frozen=True):
    """A table that has work for a worker, with all that decides when its turn comes."""

    table: int
    share: FairShare
    attended: bool

    @property
    def urgency(self) -> Urgency:
        return Urgency.ATTENDED if self.attended else Urgency.BOTS_ALONE

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, payload: bytes) -> WorkNotice | None:
        """The notice in a message, or None if it is of another version."""
        try:
            return msgspec.json.decode(payload, type=cls)
        except msgspec.MsgspecError:
            return None


FORGET: Final = "forget"
"""Bus subject: ids of tables that every process must read anew, because a name was taken out of their logs, or
because they were deleted."""

ENDED: Final = "ended"
"""Bus subject: ids of people who lost a session or token."""

HAND: Final = b"hand "
"""Begins the message that a person switched to another of their seats, and is followed by the person's id."""

STARTED: Final = b"started"
"""Message that the game has started."""

DELETED: Final = b"deleted"
"""Message that the table was deleted."""

CHAT: Final = b"chat"
"""Message that there is something new in the chat."""

REMATCH: Final = b"rematch"
"""Message that a rematch was offered, accepted or declined."""

OFFERED: Final = b"rematch "
"""Begins the same message to a person, and is followed by the id of the finished table."""

ARRIVED: Final = b"arrived"
"""Message that somebody who was away looks at the table again."""


def table_subject(table: int) -> str:
    """Bus subject for messages about a table."""
    return f"table.{ids.written(table)}"


def person_subject(person: int) -> str:
    """Bus subject for ids of tables that need a person's attention: started, the person's turn, over; with `OFFERED`
    before it, that there is news about its rematch."""
    return f"person.{ids.written(person)}"
