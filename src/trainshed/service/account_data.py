"""Export and deletion of a person's data. Deletion anonymises, and the games stay for the other players."""

from __future__ import annotations

from typing import Any, Final, LiteralString

import msgspec

from trainshed.service.accounts.people import GONE_NAME, Person
from trainshed.service.base import ids
from trainshed.service.base.errors import NotLoadable, NotNow, Stale
from trainshed.service.statistics import Statistics
from trainshed.service.tables.commands import TableCommands
from trainshed.service.tables.open_tables import OpenTables
from trainshed.service.tables.subjects import FORGET, table_subject
from trainshed.service.tables.table_state import Holder


class AccountData:
    """Exports and deletes the data of a person."""

    def __init__(self, tables: OpenTables, commands: TableCommands, statistics: Statistics) -> None:
        self.tables = tables
        self.store = tables.store
        self.database = tables.store.database
        self.commands = commands
        self.statistics = statistics

    async def export(self, person: Person) -> dict[str, Any]:
        """All data of a person; games contain only what that person may know."""
        games = []
        for number in await self.store.seats.started_tables_of(person.id):
            games.append({"table": ids.written(number), **await self._game(number, person)})
        keys = await self.tables.people.keys(person.id)
        return {
            "person": {
                "id": ids.written(person.id),
                "name": person.name,
                "kind": person.kind,
                "login": person.login,
                "email": person.email,
                "language": person.language,
                "hours": person.hours,
                "preferences": person.preferences,
                "calendar": await self.tables.people.calendar(person.id),
                "guests": [ids.written(number) for number in person.was],
            },
            "bots": [{"id": ids.written(bot.id), "name": bot.name} for bot in await self.tables.people.bots(person)],
            "sessions": [
                {"name": k.name, "scopes": k.scopes, "created": k.created, "expires": k.expires} for k in keys
            ],
            "tables": [{"table": ids.written(number)} for number in await self.store.seats.open_tables_of(person.id)],
            "games": games,
            "statistics": await self.statistics.of(person, "en"),
            **await self._words(person),
        }

    async def _game(self, number: int, person: Person) -> dict[str, Any]:
        """A game as far as this person may know it."""
        try:
            if (await self.tables.opened(number)).table.config.origin is None:
                return {"record": await self.commands.export(number, person)}
            return {"rows": await self.commands.log(number, person, 0)}  # a branch has no record
        except NotLoadable as error:
            return await self._without_rules(number, person, str(error))

    async def _without_rules(self, number: int, person: Person, reason: str) -> dict[str, Any]:
        """A game that cannot be opened: what its card shows, and the rows of this person's own seats.

        Only the rules know how much of other rows a seat may read, those of nature included.
        """
        card = await self.store.seats.card(number)
        if card is None:
            return {}
        seats = card.seated()
        mine = [seat for seat, holder in enumerate(seats) if holder.person in person.ids]
        rows = await self.store.rows(number, 0)
        return {
            "reason": reason,
            "title": card.title,
            "edition": card.edition,
            "options": card.options,
            "status": card.status,
            "created": card.created,
            "outcome": card.outcome,
            "seats": [{"name": holder.name, "mine": seat in mine} for seat, holder in enumerate(seats)],
            "rows": [
                {"seq": row.seq, "seat": row.seat, "at": row.at, "said": row.said} for row in rows if row.seat in mine
            ],
        }

    async def _words(self, person: Person) -> dict[str, Any]:
        """Chat messages, notes, notification channels, mutes and reports of a person."""
        mine = (list(person.ids),)
        said = await self.database.fetch("SELECT table_id, at, text FROM chat WHERE person = ANY(%s) ORDER BY id", mine)
        notes = await self.database.fetch("SELECT table_id, text FROM notes WHERE person = ANY(%s)", mine)
        notices = await self.database.fetch(
            "SELECT kind, address, paces, device FROM notices WHERE person = ANY(%s)", mine
        )
        mutes = await self.database.fetch("SELECT muted FROM mutes WHERE person = ANY(%s)", mine)
        reports = await self.database.fetch("SELECT table_id, at, text FROM reports WHERE person = ANY(%s)", mine)
        return {
            "chat": [{"table": ids.written(table), "at": at, "text": text} for table, at, text in said],
            "notes": [{"table": ids.written(table), "text": text} for table, text in notes],
            "notices": [
                {"kind": kind, "address": address, "paces": paces, "device": device}
                for kind, address, paces, device in notices
            ],
            "muted": [ids.written(muted) for (muted,) in mutes],
            "reports": [{"table": ids.written(table), "at": at, "text": text} for table, at, text in reports],
        }

    async def delete(self, person: Person) -> None:
        """Anonymise a person and their bot accounts: bots take over the seats, names are replaced, the games stay."""
        for one in [person, *await self.tables.people.bots(person)]:
            await self._stand_up(one)
            for number in await self.store.seats.started_tables_of(one.id):
                await self._leave(number, one)
                await self._rename(number, one)
            for statement in WORDS:
                await self.database.write(statement, (list(one.ids),))
        for number in person.ids:
            await self.tables.people.anonymise(number)

    async def _stand_up(self, person: Person) -> None:
        """Leave the tables that have not started. The first person seated becomes host; an empty table is deleted."""
        async with self.database.transaction() as connection:
            tables = await self.store.seats.leave_open_tables(connection, person.id)
        for number in tables:
            self.tables.bus.publish(table_subject(number), b"0")

    async def _leave(self, number: int, person: Person) -> None:
        try:
            table = (await self.tables.current(number)).table
        except NotLoadable:
            return  # without the rules no bot can take over
        for seat in table.seats_of(*person.ids):
            while True:
                try:
                    await self.commands.leave(number, person, seat)
                except Stale:
                    continue  # another process appended a row meanwhile: try again
                except NotNow:
                    pass  # the game is over, or a bot sits there already
                break

    async def _rename(self, number: int, person: Person) -> None:
        """Replace a person's name at a table, and let every process read the table anew."""
        record = await self.store.record(number)
        if record is None:
            return
        # From the database: a table that cannot be opened must not keep a name either.
        players = [
            msgspec.structs.replace(holder, name=GONE_NAME) if holder.person in person.ids else holder
            for holder in msgspec.convert(record.players, list[Holder])
        ]
        async with self.database.transaction() as connection:
            await self.store.rename_player(connection, number, person, GONE_NAME, players)
        self.tables.forget(number)
        self.tables.bus.publish(FORGET, ids.written(number).encode())


WORDS: Final[tuple[LiteralString, ...]] = (
    "DELETE FROM procrastinate_jobs WHERE status = 'todo' AND (args ->> 'notice')::bigint IN"
    " (SELECT id FROM notices WHERE person = ANY(%s))",
    "DELETE FROM chat WHERE person = ANY(%s)",
    "DELETE FROM chat_read WHERE person = ANY(%s)",
    "DELETE FROM notes WHERE person = ANY(%s)",
    "DELETE FROM notices WHERE person = ANY(%s)",
    "DELETE FROM mutes WHERE person = ANY(%s)",
)
"""Deletes a person's queued notifications, chat, notes, notification channels and mutes. Reports stay."""
