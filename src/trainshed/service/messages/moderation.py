"""Mutes, and reports about people for the administrators."""

from __future__ import annotations

from typing import Final

from trainshed.service.accounts.people import Person
from trainshed.service.base import ids
from trainshed.service.base.errors import Forbidden, NotFound, Wrong
from trainshed.service.messages.chat import require_seat
from trainshed.service.tables.open_tables import OpenTables
from trainshed.wire import AbuseReport

LONGEST_REPORT: Final = 1_000
MOST_SHOWN: Final = 200


class Moderation:
    """Mutes between people, and reports for the administrators."""

    def __init__(self, tables: OpenTables) -> None:
        self.tables = tables
        self.database = tables.store.database

    async def mute(self, person: Person, other: str, muted: bool) -> None:
        """Hide the chat messages of another person at every table, or show them again."""
        number = await self._other(person, other)
        if muted:
            await self.database.write(
                "INSERT INTO mutes (person, muted) VALUES (%s, %s) ON CONFLICT DO NOTHING", (person.id, number)
            )
        else:
            await self.database.write("DELETE FROM mutes WHERE person = %s AND muted = %s", (person.id, number))

    async def report(self, table: int, person: Person, other: str, text: str) -> None:
        """Report a person at a table, or in its chat, to the administrators.

        The same refusal for everybody else, and for ids that nobody has: it does not tell whether a person exists.
        Messages of people whom the sender has muted count: they are hidden by the sender's own choice.
        """
        if not 1 <= len(text.strip()) <= LONGEST_REPORT or "\x00" in text:
            raise Wrong("A report has 1 to %(most)d characters.", most=LONGEST_REPORT)
        await require_seat(self.tables.store.seats, table, person)
        number = await self._account(other)
        known = await self.tables.store.seats.sits_at(table, number) or await self._wrote(table, number)
        if not known or number in person.ids:
            raise NotFound("You can only report people at your table or in its chat.")
        now = self.tables.now()
        await self.database.write(
            "INSERT INTO reports (id, person, table_id, about, text, at) VALUES (%s, %s, %s, %s, %s, %s)",
            (ids.new_id(now), person.id, table, number, text.strip(), now),
        )

    async def _account(self, other: str) -> int:
        """The id of a person; of a guest who has become an account, that of the account. 0 for nobody."""
        rows = await self.database.fetch(
            "SELECT coalesce(became, id) FROM people WHERE id = %s", (ids.number(other) or 0,)
        )
        return rows[0][0] if rows else 0

    async def _wrote(self, table: int, person: int) -> bool:
        """Has a person written in the chat of a table?"""
        return bool(
            await self.database.fetch("SELECT FROM chat WHERE table_id = %s AND person = %s LIMIT 1", (table, person))
        )

    async def reports(self, person: Person) -> list[AbuseReport]:
        """Reports that are not dealt with yet. Administrators only."""
        if not person.admin:
            raise Forbidden("Administrators only.")
        rows = await self.database.fetch(
            "SELECT r.id, r.table_id, r.person, r.about, p.name, r.text, r.at FROM reports r"
            " JOIN people p ON p.id = r.about WHERE NOT r.done ORDER BY r.at LIMIT %s",
            (MOST_SHOWN,),
        )
        return [
            AbuseReport(ids.written(number), ids.written(table), ids.written(by), ids.written(about), name, text, at)
            for number, table, by, about, name, text, at in rows
        ]

    async def done(self, person: Person, report: str) -> None:
        """Mark a report as dealt with. Administrators only."""
        if not person.admin:
            raise Forbidden("Administrators only.")
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
