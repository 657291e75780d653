"""What people say at a table, what they note for themselves, whom they do not want to hear, and what they report."""

from __future__ import annotations

from typing import Final

import msgspec

from trainshed.service import ids
from trainshed.service.errors import Forbidden, NotFound, Wrong
from trainshed.service.people import Person
from trainshed.service.tables import CHAT, Tables, subject

LONGEST_SAID: Final = 1_000
LONGEST_NOTE: Final = 20_000
MOST_SHOWN: Final = 200


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that was said."""

    id: str
    who: str
    name: str
    text: str
    at: int
    mine: bool = False


class Talk(msgspec.Struct, frozen=True):
    """What was said at a table, and how much of it is new."""

    said: list[Said]
    unread: int


class Report(msgspec.Struct, frozen=True):
    """Somebody found something that should not be."""

    id: str
    table: str
    by: str
    about: str
    name: str
    text: str
    at: int


class Talks:
    """Talk at all tables; only those who sit at one hear and say something there."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.database = tables.database

    async def _sits(self, table: int, person: Person) -> None:
        found = await self.database.fetch(
            "SELECT FROM seats WHERE table_id = %s AND person = %s LIMIT 1", (table, person.id)
        )
        if not found:
            raise NotFound("There is no such table.")

    async def say(self, table: int, person: Person, text: str) -> None:
        """Say something to everybody at the table."""
        text = text.strip()
        if not 1 <= len(text) <= LONGEST_SAID or "\x00" in text:
            raise Wrong("One says 1 to %(most)d characters.", most=LONGEST_SAID)
        await self._sits(table, person)
        now = self.tables.now()
        number = ids.new_id(now)
        async with self.database.transaction() as connection:
            await connection.execute(
                "INSERT INTO chat (table_id, id, person, name, text, at) VALUES (%s, %s, %s, %s, %s, %s)",
                (table, number, person.id, person.name, text, now),
            )
            await connection.execute(READ, (table, person.id, number))
        self.tables.bus.publish(subject(table), CHAT)

    async def hear(self, table: int, person: Person, after: str = "") -> Talk:
        """What was said after something, without those whom the reader has muted."""
        await self._sits(table, person)
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
            Said(ids.written(number), ids.written(who), name, text, at, who in person.ids)
            for number, who, name, text, at in reversed(rows)
        ]
        return Talk(said, unread[0][0])

    async def read(self, table: int, person: Person, upto: str) -> None:
        """Everything up to this is no longer new."""
        number = ids.number(upto)
        if number is None:
            raise Wrong("Nothing like that was said.")
        await self._sits(table, person)
        await self.database.write(READ, (table, person.id, number))

    # ------------------------------------------------------------ for oneself

    async def note(self, table: int, person: Person) -> str:
        """What somebody noted for himself at a table."""
        await self._sits(table, person)
        rows = await self.database.fetch(
            "SELECT text FROM notes WHERE table_id = %s AND person = %s", (table, person.id)
        )
        return rows[0][0] if rows else ""

    async def set_note(self, table: int, person: Person, text: str) -> None:
        if len(text) > LONGEST_NOTE or "\x00" in text:
            raise Wrong("A note has at most %(most)d characters.", most=LONGEST_NOTE)
        await self._sits(table, person)
        await self.database.write(
            "INSERT INTO notes (table_id, person, text) VALUES (%s, %s, %s)"
            " ON CONFLICT (table_id, person) DO UPDATE SET text = excluded.text",
            (table, person.id, text),
        )

    # ------------------------------------------------------------ peace

    async def mute(self, person: Person, other: str, muted: bool) -> None:
        """Do not hear somebody any more, at any table; or again."""
        number = await self._other(person, other)
        if muted:
            await self.database.write(
                "INSERT INTO mutes (person, muted) VALUES (%s, %s) ON CONFLICT DO NOTHING", (person.id, number)
            )
        else:
            await self.database.write("DELETE FROM mutes WHERE person = %s AND muted = %s", (person.id, number))

    async def report(self, table: int, person: Person, other: str, text: str) -> None:
        """Tell those who keep this house about somebody at a table."""
        if not 1 <= len(text.strip()) <= LONGEST_SAID or "\x00" in text:
            raise Wrong("A report has 1 to %(most)d characters.", most=LONGEST_SAID)
        await self._sits(table, person)
        number = await self._other(person, other)
        now = self.tables.now()
        await self.database.write(
            "INSERT INTO reports (id, person, table_id, about, text, at) VALUES (%s, %s, %s, %s, %s, %s)",
            (ids.new_id(now), person.id, table, number, text.strip(), now),
        )

    async def reports(self, person: Person) -> list[Report]:
        """What waits for those who keep this house."""
        if not person.admin:
            raise Forbidden("Only for those who keep this house.")
        rows = await self.database.fetch(
            "SELECT r.id, r.table_id, r.person, r.about, p.name, r.text, r.at FROM reports r"
            " JOIN people p ON p.id = r.about WHERE NOT r.done ORDER BY r.at LIMIT %s",
            (MOST_SHOWN,),
        )
        return [
            Report(ids.written(number), ids.written(table), ids.written(by), ids.written(about), name, text, at)
            for number, table, by, about, name, text, at in rows
        ]

    async def done(self, person: Person, report: str) -> None:
        """A report was dealt with."""
        if not person.admin:
            raise Forbidden("Only for those who keep this house.")
        found = await self.database.write(
            "UPDATE reports SET done = true WHERE id = %s RETURNING id", (ids.number(report) or 0,)
        )
        if not found:
            raise NotFound("There is no such report.")

    async def _other(self, person: Person, other: str) -> int:
        number = ids.number(other)
        if number is None or number in person.ids:
            raise NotFound("There is no such person.")
        await self.tables.people.person(number)
        return number


READ: Final = (
    "INSERT INTO chat_read (table_id, person, upto) VALUES (%s, %s, %s)"
    " ON CONFLICT (table_id, person) DO UPDATE SET upto = greatest(chat_read.upto, excluded.upto)"
)
