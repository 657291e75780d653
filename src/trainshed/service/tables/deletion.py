"""Deletion of tables with their logs, seats, chat and notes: by a person, or because they are old.

A game belongs to everybody who played it: one with several people is never deleted. Nobody appends to the log of a
deleted table. A server that is still of an earlier version might, so logs without a table are removed some time later
(`remove_leftovers`).
"""

from __future__ import annotations

from typing import Final

from trainshed.service.accounts.people import Person
from trainshed.service.base import ids
from trainshed.service.base.database import Connection
from trainshed.service.base.errors import Forbidden, NotFound, NotNow
from trainshed.service.base.milliseconds import HOUR
from trainshed.service.tables.open_tables import OpenTables
from trainshed.service.tables.subjects import DELETED, FORGET, table_subject
from trainshed.service.tables.table_store import UNSTARTED, OldTables

LEFTOVERS_MS: Final = HOUR
"""After so long no process knows a deleted table any more, and the rest of its log can be removed."""


class TableDeletion:
    """Deletes tables, and lets every process forget them."""

    def __init__(self, tables: OpenTables) -> None:
        self.tables = tables
        self.store = tables.store
        self.database = tables.store.database

    async def delete(self, number: int, person: Person) -> None:
        """Delete a table for a person: the host's before the game, or a game in which no other person has a part."""
        async with self.database.transaction() as connection:
            await self._check(connection, number, person)
            await self.store.delete(connection, [number], self.tables.now())
        self._publish([number])

    async def _check(self, connection: Connection, number: int, person: Person) -> None:
        """Lock a table, and refuse a person who may not delete it."""
        table = await self.store.seats.lock_lobby(connection, number)
        if table is None:
            raise NotFound("There is no such table.")
        host = table.host in person.ids
        sits = any(seat.person in person.ids for seat in await self.store.seats.seats(connection, number))
        if table.visibility != "public" and not host and not sits:
            raise NotFound("There is no such table.")
        if table.status == "open":
            if not host:
                raise Forbidden("Only the host deletes a table that has not started.")
        elif not sits:
            raise Forbidden("You do not sit at this table.")
        elif await self.store.shared(connection, [number]):
            raise NotNow("Other people have played here too, so the game stays. Once it is over, you can put it away.")
        if await self.store.reported(connection, number):
            raise NotNow("This table was reported to the administrators, and stays until they have looked at it.")

    async def delete_old(self, kind: OldTables, before: int, most: int) -> tuple[int, bool]:
        """Delete some tables of a kind that nobody has touched since a moment; how many, and whether that was all.

        Any number of processes may do this at the same time: each table is locked by one of them.
        """
        async with self.database.transaction() as connection:
            found = await self.store.lock_old(connection, kind, before, most)
            shared = set() if kind == UNSTARTED else await self.store.shared(connection, found)
            if shared:
                await self.store.keep(connection, sorted(shared))
            old = [number for number in found if number not in shared]
            await self.store.delete(connection, old, self.tables.now())
        self._publish(old)
        return len(old), len(found) < most

    async def remove_leftovers(self, before: int) -> None:
        """Remove rows that were appended to tables while these were deleted, before a moment."""
        await self.store.remove_leftovers(before)

    def _publish(self, numbers: list[int]) -> None:
        for number in numbers:
            self.tables.forget(number)
            self.tables.bus.publish(FORGET, ids.written(number).encode())
            self.tables.bus.publish(table_subject(number), DELETED)
