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

REPORT: Final = (
    "INSERT INTO reports (id, person, table_id, about, text, at)"
    " SELECT %(id)s, %(person)s, %(table)s, p.id, %(text)s, %(at)s FROM people p"
    " WHERE p.id = (SELECT coalesce(g.became, g.id) FROM people g WHERE g.id = %(about)s) AND p.id <> %(person)s"
    " AND (EXISTS (SELECT FROM seats s WHERE s.table_id = %(table)s AND s.person = p.id)"
    " OR EXISTS (SELECT FROM chat c WHERE c.table_id = %(table)s AND c.person = p.id)) RETURNING id"
)
"""Stores a report about somebody who sits at the table or has written in its chat; a guest may now be an account."""


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
        now = self.tables.now()
        stored = await self.database.write(
            REPORT,
            {
                "id": ids.new_id(now),
                "person": person.id,
                "table": table,
                "about": ids.number(other) or 0,
                "text": text.strip(),
                "at": now,
            },
        )
        if not stored:
            raise NotFound("You can only report people at your table or in its chat.")

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
