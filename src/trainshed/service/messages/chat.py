"""Chat at a table, and private notes."""

from __future__ import annotations

from typing import Final

from trainshed.service.accounts.people import Person
from trainshed.service.base import ids
from trainshed.service.base.errors import NotFound, Wrong
from trainshed.service.tables.open_tables import OpenTables
from trainshed.service.tables.seat_store import SeatStore
from trainshed.service.tables.subjects import CHAT, table_subject
from trainshed.wire import ChatLog, ChatMessage

LONGEST_SAID: Final = 1_000
LONGEST_NOTE: Final = 20_000
MOST_SHOWN: Final = 200

READ: Final = (
    "INSERT INTO chat_read (table_id, person, upto) VALUES (%s, %s, %s)"
    " ON CONFLICT (table_id, person) DO UPDATE SET upto = greatest(chat_read.upto, excluded.upto)"
)


async def require_seat(seats: SeatStore, table: int, person: Person) -> None:
    """Refuse a person who does not sit at this table."""
    if not await seats.sits_at(table, person.id):
        raise NotFound("There is no such table.")


class Chat:
    """Chat messages and private notes; only for people who sit at the table."""

    def __init__(self, tables: OpenTables) -> None:
        self.tables = tables
        self.seats = tables.store.seats
        self.database = tables.store.database

    async def say(self, table: int, person: Person, text: str) -> None:
        """Send a message to everybody at the table."""
        text = text.strip()
        if not 1 <= len(text) <= LONGEST_SAID or "\x00" in text:
            raise Wrong("A message has 1 to %(most)d characters.", most=LONGEST_SAID)
        await require_seat(self.seats, table, person)
        now = self.tables.now()
        number = ids.new_id(now)
        async with self.database.transaction() as connection:
            await connection.execute(
                "INSERT INTO chat (table_id, id, person, name, text, at) VALUES (%s, %s, %s, %s, %s, %s)",
                (table, number, person.id, person.name, text, now),
            )
            await connection.execute(READ, (table, person.id, number))
        self.tables.bus.publish(table_subject(table), CHAT)

    async def hear(self, table: int, person: Person, after: str = "") -> ChatLog:
        """Messages after the one with the id `after`, and how many are unread; without people the reader muted."""
        await require_seat(self.seats, table, person)
        since = (ids.number(after) or 0) if after else 0
        rows = await self.database.fetch(
            "SELECT id, person, name, text, at FROM chat c WHERE table_id = %s AND id > %s AND NOT EXISTS"
            " (SELECT FROM mutes m WHERE m.person = %s AND m.muted = c.person) ORDER BY id DESC LIMIT %s",
            (table, since, person.id, MOST_SHOWN),
        )
        unread = await self.database.fetch(
            "SELECT count(*) FROM chat c WHERE table_id = %s AND person <> %s AND id > coalesce((SELECT upto FROM"
            " chat_read WHERE table_id = %s AND person = %s), 0) AND NOT EXISTS"
            " (SELECT FROM mutes m WHERE m.person = %s AND m.muted = c.person)",
            (table, person.id, table, person.id, person.id),
        )
        said = [
            ChatMessage(ids.written(number), ids.written(who), name, text, at, who in person.ids)
            for number, who, name, text, at in reversed(rows)
        ]
        return ChatLog(said, unread[0][0])

    async def read(self, table: int, person: Person, upto: str) -> None:
        """Mark all messages up to this one as read."""
        number = ids.number(upto)
        if number is None:
            raise Wrong("There is no such message.")
        await require_seat(self.seats, table, person)
        await self.database.write(READ, (table, person.id, number))

    # ------------------------------------------------------------ private notes

    async def note(self, table: int, person: Person) -> str:
        """The private note of a person at a table."""
        await require_seat(self.seats, table, person)
        rows = await self.database.fetch(
            "SELECT text FROM notes WHERE table_id = %s AND person = %s", (table, person.id)
        )
        return rows[0][0] if rows else ""

    async def set_note(self, table: int, person: Person, text: str) -> None:
        if len(text) > LONGEST_NOTE or "\x00" in text:
            raise Wrong("A note has at most %(most)d characters.", most=LONGEST_NOTE)
        await require_seat(self.seats, table, person)
        await self.database.write(
            "INSERT INTO notes (table_id, person, text) VALUES (%s, %s, %s)"
            " ON CONFLICT (table_id, person) DO UPDATE SET text = excluded.text",
            (table, person.id, text),
        )
