"""SQL of the seats: who sits at which table, tables before their game, lists of tables, whom to notify.

What is about the configuration, log, status and clocks of a table is in `table_store`. Methods that are given a
connection run in the transaction of their caller.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, Literal, LiteralString

import msgspec

from trainshed.bots.characters import seat_name
from trainshed.service.accounts.people import BOT, GONE
from trainshed.service.base.database import Connection, Database, Params, json_text, select_as


class SeatRecord(msgspec.Struct, frozen=True):
    """A seat of a table: free, or with a person or a bot."""

    seat: int
    person: int | None = None
    bot: str = ""
    name: str = ""

    @property
    def free(self) -> bool:
        """Neither a person nor a bot sits here."""
        return self.person is None and not self.bot


class LobbyRecord(msgspec.Struct, frozen=True):
    """What decides who may join, leave and start a table."""

    host: int
    visibility: str
    invite: str
    status: str
    title: str
    edition: int
    pack: str
    network: int


class WaitingCount(msgspec.Struct, frozen=True):
    """How many tables of a host wait for players."""

    tables: int
    public: int


class RunningCount(msgspec.Struct, frozen=True):
    """How many games of a host run, and how many of them without any other person."""

    tables: int
    alone: int


class CardSeat(msgspec.Struct, frozen=True, array_like=True):
    """A seat as a list of tables shows it."""

    person: int | None
    name: str
    bot: str
    robot: bool
    """The person is a bot account."""


class CardRecord(msgspec.Struct, frozen=True):
    """A table as lists need it, with its secret and its invitation: not to be sent."""

    id: int
    title: str
    edition: int
    pack: str
    options: dict[str, str]
    pace: dict[str, Any]
    visibility: str
    language: str
    status: str
    created: int
    host: int
    invite: str
    odds: bool
    origin: int | None
    origin_seq: int | None
    turn: int | None
    deadline: int | None
    secret: bytes | None
    outcome: dict[str, Any] | None
    rematch: int | None
    seats: list[Any]

    def seated(self) -> list[CardSeat]:
        """The seats in their order; those of bots have the names of their characters."""
        return [
            msgspec.structs.replace(found, name=seat_name(found.bot, self.id, seat, found.name))
            if found.bot and found.person is None
            else found
            for seat, found in enumerate(msgspec.convert(self.seats, list[CardSeat]))
        ]


class RematchRecord(msgspec.Struct, frozen=True):
    """What a rematch takes over from a table, and whether there is one already."""

    status: str
    rematch: int | None
    title: str
    pack: str
    options: dict[str, str]
    pace: dict[str, Any]
    visibility: Literal["public", "private"]
    language: Literal["en", "es", "it"]
    odds: bool
    origin: int | None


class RunningTable(msgspec.Struct, frozen=True):
    """A running table of a person."""

    person: int
    table: int
    title: str
    edition: int
    pack: str
    seats: list[int]
    since: int
    """When the turn last passed."""
    turn: int | None
    """The person's seat that must decide, or None."""
    seq: int | None
    """The last row, if the person must decide."""


class DueNotification(msgspec.Struct, frozen=True):
    """A notification that it is a person's turn, for one of the person's channels."""

    table: int
    title: str
    touched: int
    seat: int
    language: str
    channel: int
    kind: str
    address: str
    others: list[str] | None
    """The names at the other seats; None: there are none."""


class FinishedTable(msgspec.Struct, frozen=True):
    """A finished game of a person, as the database has it."""

    id: int
    title: str
    touched: int
    outcome: dict[str, Any] | None
    counted: dict[str, Any] | None
    """From which sources its points came, if that was counted."""
    seats: list[tuple[int | None, str, str]]
    """Person, name and bot of each seat."""


class BegunTurn(msgspec.Struct, frozen=True):
    """Whose turn it is at a table, and the pace of that table."""

    person: int
    pace: str


class SeatStore:
    """Reads and writes who sits at which table."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # ------------------------------------------------------------ a table before its game

    async def lock_lobby(self, connection: Connection, number: int) -> LobbyRecord | None:
        """Lock a table until the end of the transaction."""
        found = await select_as(
            connection,
            LobbyRecord,
            "SELECT host, visibility, invite, status, title, edition, pack, network FROM tables WHERE id = %s"
            " FOR UPDATE",
            (number,),
        )
        return found[0] if found else None

    async def lock_host(self, connection: Connection, person: int) -> None:
        """Lock a person until the end of the transaction, against others who count the person's tables."""
        # Not FOR UPDATE: a new row that refers to the person need not wait.
        await connection.execute("SELECT FROM people WHERE id = %s FOR NO KEY UPDATE", (person,))

    async def waiting_of(self, connection: Connection, host: int) -> WaitingCount:
        """How many tables of a host wait for players; those where nobody sits do not count."""
        found = await select_as(
            connection,
            WaitingCount,
            "SELECT count(*) AS tables, count(*) FILTER (WHERE t.visibility = 'public') AS public"
            f" FROM tables t WHERE t.host = %s AND t.status = 'open' AND {TAKEN}",
            (host,),
        )
        return found[0]

    async def running_of(self, connection: Connection, host: int) -> RunningCount:
        """How many games of a host run."""
        found = await select_as(
            connection,
            RunningCount,
            "SELECT count(*) AS tables, count(*) FILTER (WHERE NOT EXISTS (SELECT FROM seats s WHERE s.table_id = t.id"
            " AND s.person <> t.host)) AS alone FROM tables t WHERE t.host = %s AND t.status = 'playing'",
            (host,),
        )
        return found[0]

    async def owner_sits(self, connection: Connection, number: int, person: int) -> bool:
        """Does a person sit at a table, or a bot account of the same owner, or the owner?"""
        found = await connection.execute(
            "SELECT FROM seats s JOIN people p ON p.id = s.person WHERE s.table_id = %s AND coalesce(p.owner, p.id) ="
            " (SELECT coalesce(owner, id) FROM people WHERE id = %s) LIMIT 1",
            (number, person),
        )
        return await found.fetchone() is not None

    async def owner_sits_twice(self, connection: Connection, number: int) -> bool:
        """Does anybody have several seats at a table, counted together with bot accounts of the same owner?"""
        found = await connection.execute(
            "SELECT FROM seats s JOIN people p ON p.id = s.person WHERE s.table_id = %s"
            " GROUP BY coalesce(p.owner, p.id) HAVING count(*) > 1 LIMIT 1",
            (number,),
        )
        return await found.fetchone() is not None

    async def seats(self, connection: Connection, number: int) -> list[SeatRecord]:
        """All seats of a table, in order."""
        return await select_as(
            connection,
            SeatRecord,
            "SELECT seat, person, bot, name FROM seats WHERE table_id = %s ORDER BY seat",
            (number,),
        )

    async def bot_accounts(self, connection: Connection, number: int) -> set[int]:
        """The seats of bot accounts."""
        found = await connection.execute(
            "SELECT s.seat FROM seats s JOIN people p ON p.id = s.person WHERE s.table_id = %s AND p.kind = %s",
            (number, BOT),
        )
        return {seat for (seat,) in await found.fetchall()}

    async def insert(self, connection: Connection, number: int, seat: SeatRecord, in_hand: bool = False) -> None:
        """Insert a seat of a new table; the one in hand is the one that its person plays now."""
        await connection.execute(
            "INSERT INTO seats (table_id, seat, person, name, bot, in_hand) VALUES (%s, %s, %s, %s, %s, %s)",
            (number, seat.seat, seat.person, seat.name, seat.bot, in_hand),
        )

    async def sit(self, connection: Connection, number: int, seat: int, person: int, name: str) -> None:
        """Put a person into a seat; the first seat of a person is the one in hand (hot seat)."""
        await connection.execute(
            "UPDATE seats SET person = %s, name = %s, bot = '', in_hand = NOT EXISTS"
            " (SELECT FROM seats m WHERE m.table_id = %s AND m.person = %s) WHERE table_id = %s AND seat = %s",
            (person, name, number, person, number, seat),
        )

    async def sit_bot(self, connection: Connection, number: int, seat: int, bot: str, name: str) -> None:
        """Put a bot into a seat, under the name of its character."""
        await connection.execute(
            "UPDATE seats SET bot = %s, name = %s WHERE table_id = %s AND seat = %s", (bot, name, number, seat)
        )

    async def free(self, connection: Connection, number: int, seat: int) -> None:
        """Free a seat."""
        await connection.execute(
            "UPDATE seats SET person = NULL, name = '', bot = '', in_hand = false WHERE table_id = %s AND seat = %s",
            (number, seat),
        )

    async def name_seat(self, connection: Connection, number: int, seat: int, name: str) -> None:
        """Give a seat of a table that has not started a name of its own."""
        await connection.execute("UPDATE seats SET name = %s WHERE table_id = %s AND seat = %s", (name, number, seat))

    async def rename_waiting(self, person: int, old: str, new: str) -> list[int]:
        """Rename a person at tables that have not started; seats with a name of their own keep it. These tables."""
        found = await self.database.write(
            "UPDATE seats s SET name = %s FROM tables t WHERE t.id = s.table_id AND t.status = 'open'"
            " AND s.person = %s AND s.name = %s RETURNING s.table_id",
            (new, person, old),
        )
        return sorted({number for (number,) in found})

    async def invite(self, number: int) -> str | None:
        """The invitation of a table."""
        found = await self.database.fetch("SELECT invite FROM tables WHERE id = %s", (number,))
        return found[0][0] if found else None

    # ------------------------------------------------------------ seats of a running game

    async def in_hand(self, number: int) -> list[int]:
        """The seats that are in hand: of each person the one that the person plays now."""
        found = await self.database.fetch(
            "SELECT seat FROM seats WHERE table_id = %s AND in_hand ORDER BY seat", (number,)
        )
        return [seat for (seat,) in found]

    async def take_in_hand(self, number: int, person: int, seat: int) -> None:
        """Let a person with several seats play this one."""
        await self.database.write(
            "UPDATE seats SET in_hand = (seat = %s) WHERE table_id = %s AND person = %s", (seat, number, person)
        )

    async def sits_at(self, number: int, person: int) -> bool:
        """Does a person sit at a table?"""
        return bool(
            await self.database.fetch("SELECT FROM seats WHERE table_id = %s AND person = %s LIMIT 1", (number, person))
        )

    # ------------------------------------------------------------ lists

    async def card(self, number: int) -> CardRecord | None:
        """One table as lists show it."""
        found = await self._cards("t.id = %s", (number, 1))
        return found[0] if found else None

    async def cards_of(self, person: int, status: str, most: int) -> list[CardRecord]:
        """The tables of a status at which a person sits, without those the person archived, the last played first."""
        return await self._cards(
            "t.status = %s AND t.id IN (SELECT table_id FROM seats WHERE person = %s AND NOT archived)"
            " ORDER BY t.touched DESC",
            (status, person, most),
        )

    async def cards_with_free_seats(self, most: int) -> list[CardRecord]:
        """Public tables with people and a free seat: the newest one of each host, then some more of each."""
        return await self._cards("t.place <= %s ORDER BY t.place, t.created DESC", (MOST_OF_HOST, most), RANKED)

    async def cards_to_watch(self, most: int) -> list[CardRecord]:
        """Public games that are being played, without branches: the last one of each host, then some more of each."""
        return await self._cards("t.place <= %s ORDER BY t.place, t.touched DESC", (MOST_OF_HOST, most), WATCHED)

    async def _cards(self, where: LiteralString, params: Params, tables: LiteralString = "tables") -> list[CardRecord]:
        return await self.database.fetch_as(
            CardRecord,
            f"""SELECT t.id, t.title, t.edition, t.pack, t.options, t.pace, t.visibility, t.language, t.status,
                t.created, t.host, t.invite, t.odds, t.origin, t.origin_seq, t.turn, t.deadline, t.secret,
                t.outcome, t.rematch,
                (SELECT json_agg(json_build_array(s.person, s.name, s.bot, coalesce(p.kind = 'bot', false))
                 ORDER BY s.seat) FROM seats s LEFT JOIN people p ON p.id = s.person WHERE s.table_id = t.id) AS seats
                FROM {tables} t WHERE {where} LIMIT %s""",
            params,
        )

    async def open_tables_of(self, person: int) -> list[int]:
        """Tables that have not started, and that a person hosts or sits at."""
        found = await self.database.fetch(f"{OPEN_TABLES_OF} ORDER BY id", (person, person))
        return [number for (number,) in found]

    async def started_tables_of(self, person: int) -> list[int]:
        """Tables with a game, running or over, at which a person sits."""
        found = await self.database.fetch(
            "SELECT DISTINCT s.table_id FROM seats s JOIN tables t ON t.id = s.table_id"
            " WHERE s.person = %s AND t.status <> 'open' ORDER BY s.table_id",
            (person,),
        )
        return [number for (number,) in found]

    async def running_tables_of(self, people: Collection[int]) -> list[RunningTable]:
        """All running tables of some people."""
        return await self.database.fetch_as(
            RunningTable, f"{RUNNING} s.person = ANY(%s) GROUP BY s.person, t.id ORDER BY t.id", (list(people),)
        )

    async def running_tables(self, pairs: Collection[tuple[int, int]]) -> list[RunningTable]:
        """Those of these pairs of a person and a table where the game runs and the person sits at the table."""
        return await self.database.fetch_as(
            RunningTable,
            f"{RUNNING} (s.person, s.table_id) IN (SELECT * FROM unnest(%s::bigint[], %s::bigint[]))"
            " GROUP BY s.person, t.id ORDER BY t.id",
            ([person for person, _ in pairs], [table for _, table in pairs]),
        )

    async def next_tables(self, person: int, most: int) -> list[tuple[int, str, int, str]]:
        """The tables that wait for a person, the longest first: id, title, edition and pack of each."""
        return await self.database.fetch(
            "SELECT t.id, t.title, t.edition, t.pack FROM seats s"
            " JOIN tables t ON t.id = s.table_id AND t.turn = s.seat"
            " WHERE s.person = %s AND s.bot = '' AND t.status = 'playing' AND NOT t.work"
            " ORDER BY t.touched, t.id LIMIT %s",
            (person, most),
        )

    # ------------------------------------------------------------ after the game

    async def archive(self, number: int, person: int, archived: bool, running: bool = False) -> bool:
        """Hide a finished table from a person's lists, or show it again; with `running` also one that is not over.

        False if there is no such table.
        """
        return bool(
            await self.database.write(
                "UPDATE seats s SET archived = %s FROM tables t WHERE t.id = s.table_id AND s.table_id = %s"
                " AND s.person = %s AND (t.status = 'over' OR %s AND t.status = 'playing') RETURNING s.seat",
                (archived, number, person, running),
            )
        )

    async def lock_rematch(self, connection: Connection, number: int) -> RematchRecord | None:
        """Lock a table until the end of the transaction, and read what a rematch takes over."""
        found = await select_as(
            connection,
            RematchRecord,
            "SELECT status, rematch, title, pack, options, pace, visibility, language, odds, origin FROM tables"
            " WHERE id = %s FOR UPDATE",
            (number,),
        )
        return found[0] if found else None

    async def set_rematch(self, connection: Connection, number: int, fresh: int, seats: int) -> int:
        """Make a new table the rematch of another one, unless that has one: then the new table is deleted.

        Returns the rematch. Players keep their seats, each moved on by one, so that another one begins; deleted
        accounts are left out.
        """
        won = await (
            await connection.execute(
                "UPDATE tables SET rematch = coalesce(rematch, %s) WHERE id = %s RETURNING rematch", (fresh, number)
            )
        ).fetchone()
        assert won is not None
        if won[0] != fresh:
            await connection.execute("DELETE FROM tables WHERE id = %s", (fresh,))
            return int(won[0])
        await connection.execute(
            "UPDATE seats n SET person = o.person, name = o.name, bot = CASE WHEN o.person IS NULL THEN o.bot ELSE"
            " '' END, in_hand = false FROM seats o WHERE n.table_id = %s AND o.table_id = %s"
            " AND n.seat = (o.seat + 1) %% %s",
            (fresh, number, seats),
        )
        await connection.execute(
            "UPDATE seats s SET person = NULL, name = '' FROM people p WHERE s.table_id = %s AND p.id = s.person"
            " AND p.kind = %s",
            (fresh, GONE),
        )
        await connection.execute(f"{ONE_SEAT} AND t.id = %s", (fresh,))
        await connection.execute(
            "UPDATE seats s SET in_hand = true WHERE table_id = %s AND person IS NOT NULL AND seat ="
            " (SELECT min(seat) FROM seats m WHERE m.table_id = s.table_id AND m.person = s.person)",
            (fresh,),
        )
        return fresh

    async def finished_tables_of(self, person: int, most: int) -> list[FinishedTable]:
        """The last finished games of a person, archived ones too; branches are no games of their own."""
        return await self.database.fetch_as(FinishedTable, FINISHED, (person, most))

    async def keep_points(self, number: int, counted: object) -> None:
        """Store from which sources the points of a game came, unless it was deleted or another process was first."""
        await self.database.write(
            "INSERT INTO game_points (counted, table_id) SELECT %s::jsonb, id FROM tables WHERE id = %s FOR KEY SHARE"
            " ON CONFLICT DO NOTHING",
            (json_text(counted), number),
        )

    # ------------------------------------------------------------ notifications

    async def silence(self, number: int, person: int, silent: bool) -> bool:
        """Turn a person's notifications from a table off or on; False if the person does not sit there."""
        return bool(
            await self.database.write(
                "UPDATE seats SET silent = %s WHERE table_id = %s AND person = %s RETURNING seat",
                (silent, number, person),
            )
        )

    async def set_seen(self, number: int, person: int, now: int) -> int:
        """Record that a person looks at a table now; returns when the person last did, and `now` for a stranger."""
        rows = await self.database.write(
            "UPDATE seats s SET seen = %s FROM seats before WHERE s.table_id = %s AND s.person = %s"
            " AND before.table_id = s.table_id AND before.seat = s.seat RETURNING before.seen",
            (now, number, person),
        )
        return min((seen for (seen,) in rows), default=now)

    async def seen(self, number: int) -> list[int]:
        """When the player of each seat of a table last looked at it; 0 for never, and for bots."""
        rows = await self.database.fetch(
            "SELECT CASE WHEN person IS NULL THEN 0 ELSE seen END FROM seats WHERE table_id = %s ORDER BY seat",
            (number,),
        )
        return [seen for (seen,) in rows]

    async def due_notifications(
        self, push: bool, after: int, until: int, seen: int, most: int
    ) -> list[DueNotification]:
        """Notifications of turns that began after one moment, up to another, to people not seen there after a third.

        Either all by Web Push or all by other channels, which come later.
        """
        told: LiteralString = "n.kind = 'push' AND s.pushed" if push else "n.kind <> 'push' AND s.told"
        return await self.database.fetch_as(
            DueNotification,
            "SELECT t.id AS table, t.title, t.touched, s.seat, p.language, n.id AS channel, n.kind, n.address,"
            " (SELECT array_agg(o.name ORDER BY o.seat) FROM seats o WHERE o.table_id = t.id AND o.seat <> s.seat)"
            " AS others FROM tables t JOIN seats s ON s.table_id = t.id AND s.seat = t.turn AND s.bot = ''"
            " JOIN people p ON p.id = s.person"
            " JOIN notices n ON n.person = p.id AND n.confirmed AND t.pace ->> 'kind' = ANY(n.paces)"
            " WHERE t.turn IS NOT NULL AND NOT t.work AND t.status = 'playing' AND NOT s.silent"
            f" AND t.touched > %s AND t.touched <= %s AND {told} < t.touched AND s.seen <= %s"
            " ORDER BY t.touched, t.id, s.seat, n.id LIMIT %s",
            (after, until, seen, most),
        )

    async def set_told(self, push: bool, number: int, seat: int, touched: int) -> None:
        """Record that the turn that began at a moment was told to the player of a seat, by Web Push or otherwise."""
        column: LiteralString = "pushed" if push else "told"
        await self.database.write(
            f"UPDATE seats SET {column} = %s WHERE table_id = %s AND seat = %s", (touched, number, seat)
        )

    async def turn_begun(self, number: int, touched: int) -> BegunTurn | None:
        """The turn that began at this moment, or None if it is over, or is not a person's."""
        found = await self.database.fetch_as(
            BegunTurn,
            "SELECT s.person, t.pace ->> 'kind' AS pace FROM tables t JOIN seats s ON s.table_id = t.id"
            " AND s.seat = t.turn AND s.bot = '' AND s.person IS NOT NULL"
            " WHERE t.id = %s AND t.touched = %s AND t.status = 'playing'",
            (number, touched),
        )
        return found[0] if found else None

    # ------------------------------------------------------------ changes of accounts

    async def make_due(self, connection: Connection, person: int, now: int) -> None:
        """Make the deadlines of clocks that run for a person due, after a change of the person's hours."""
        await connection.execute(MAKE_DUE, (now, person))

    async def give_all(self, connection: Connection, guest: int, account: int, now: int) -> None:
        """Give all seats and tables of a guest to an account; clocks that run for the guest are checked again."""
        await connection.execute(MAKE_DUE, (now, guest))
        await connection.execute("UPDATE seats SET person = %s WHERE person = %s", (account, guest))
        await connection.execute("UPDATE tables SET host = %s WHERE host = %s", (account, guest))
        await connection.execute(f"{ONE_SEAT} AND s.person = %s", (account,))

    async def lock_idle_guests(self, connection: Connection, guests: list[int], now: int) -> list[int]:
        """Lock those of these guests who have no session, no seat, no table and no part in a report."""
        cursor = await connection.execute(
            "SELECT id FROM people p WHERE id = ANY(%s) AND kind = 'guest'"
            " AND NOT EXISTS (SELECT FROM sessions k WHERE k.person = p.id AND k.expires > %s)"
            " AND NOT EXISTS (SELECT FROM seats s WHERE s.person = p.id)"
            " AND NOT EXISTS (SELECT FROM tables t WHERE t.host = p.id)"
            " AND NOT EXISTS (SELECT FROM reports r WHERE r.person = p.id OR r.about = p.id)"
            " FOR UPDATE SKIP LOCKED",
            (guests, now),
        )
        return [number for (number,) in await cursor.fetchall()]

    async def leave_open_tables(self, connection: Connection, person: int) -> list[int]:
        """Free a person's seats at tables that have not started; returns these tables.

        Where the person was host, the first person seated becomes host, and an empty table is deleted.
        """
        cursor = await connection.execute(f"{OPEN_TABLES_OF} ORDER BY id FOR UPDATE", (person, person))
        tables = [number for (number,) in await cursor.fetchall()]
        await connection.execute(
            "UPDATE seats SET person = NULL, name = '', in_hand = false WHERE table_id = ANY(%s) AND person = %s",
            (tables, person),
        )
        cursor = await connection.execute(
            f"DELETE FROM tables t WHERE id = ANY(%s) AND host = %s AND NOT {TAKEN}"
            " AND NOT EXISTS (SELECT FROM reports r WHERE r.table_id = t.id) RETURNING id",
            (tables, person),
        )
        empty = [number for (number,) in await cursor.fetchall()]
        await connection.execute(
            "UPDATE tables SET rematch = NULL WHERE rematch = ANY(%s) AND id IN"
            " (SELECT table_id FROM seats WHERE person = %s)",
            (empty, person),
        )
        # An empty table with a report stays for the administrators, but is not listed any more.
        await connection.execute(
            f"UPDATE tables t SET visibility = 'private' WHERE id = ANY(%s) AND host = %s AND NOT {TAKEN}",
            (tables, person),
        )
        await connection.execute(
            "UPDATE tables t SET host = (SELECT person FROM seats s WHERE s.table_id = t.id"
            f" AND s.person IS NOT NULL ORDER BY seat LIMIT 1) WHERE id = ANY(%s) AND host = %s AND {TAKEN}",
            (tables, person),
        )
        return tables


OPEN_TABLES_OF: Final[LiteralString] = (
    "SELECT t.id FROM tables t WHERE status = 'open' AND (host = %s OR EXISTS"
    " (SELECT FROM seats s WHERE s.table_id = t.id AND s.person = %s))"
)

TAKEN: Final[LiteralString] = "EXISTS (SELECT FROM seats s WHERE s.table_id = t.id AND s.person IS NOT NULL)"
"""SQL condition: a person sits at the table `t`."""

MOST_OF_HOST: Final = 3
"""Most tables of one host in the list of public tables."""

RANKED: Final[LiteralString] = f"""
(SELECT t.*, row_number() OVER (PARTITION BY t.host ORDER BY t.created DESC) AS place FROM tables t
WHERE t.status = 'open' AND t.visibility = 'public' AND {TAKEN}
AND EXISTS (SELECT FROM seats s WHERE s.table_id = t.id AND s.person IS NULL AND s.bot = ''))"""
"""Public tables with people and a free seat; `place` counts the tables of each host, the newest first."""

MOST_RECENT: Final = 200
"""The list of public games is made from the last so many that were played at, however many run."""

WATCHED: Final[LiteralString] = f"""
(SELECT r.*, row_number() OVER (PARTITION BY r.host ORDER BY r.touched DESC) AS place FROM
(SELECT * FROM tables t WHERE t.status = 'playing' AND t.visibility = 'public' AND t.origin IS NULL
ORDER BY t.touched DESC LIMIT {MOST_RECENT}) r)"""
"""Public games that are being played; `place` counts the tables of each host, the last played at first."""

FINISHED: Final[LiteralString] = """
SELECT t.id, t.title, t.touched, t.outcome, p.counted,
    (SELECT json_agg(json_build_array(s.person, s.name, s.bot) ORDER BY s.seat) FROM seats s WHERE s.table_id = t.id)
    AS seats
FROM tables t LEFT JOIN game_points p ON p.table_id = t.id
WHERE t.status = 'over' AND t.origin IS NULL AND t.id IN (SELECT table_id FROM seats WHERE person = %s)
ORDER BY t.touched DESC, t.id DESC LIMIT %s"""
"""Reads columns of `FinishedTable`."""

ONE_SEAT: Final[LiteralString] = (
    "UPDATE seats s SET person = NULL, name = '', in_hand = false FROM tables t WHERE t.id = s.table_id"
    " AND t.status = 'open' AND t.visibility = 'public' AND EXISTS (SELECT FROM seats m WHERE m.table_id = s.table_id"
    " AND m.person = s.person AND m.seat < s.seat)"
)
"""Leaves people only their first seat at public tables that have not started."""

RUNNING: Final[LiteralString] = """
SELECT s.person, t.id AS table, t.title, t.edition, t.pack, array_agg(s.seat ORDER BY s.seat) AS seats,
    t.touched AS since,
    min(t.turn) FILTER (WHERE s.seat = t.turn AND s.bot = '') AS turn,
    CASE WHEN bool_or(s.seat = t.turn AND s.bot = '') THEN (SELECT max(seq) FROM rows WHERE table_id = t.id) END AS seq
FROM seats s JOIN tables t ON t.id = s.table_id
WHERE t.status = 'playing' AND"""
"""Reads columns of `RunningTable`."""

MAKE_DUE: Final[LiteralString] = (
    "UPDATE tables SET deadline = least(deadline, %s) WHERE id IN (SELECT t.id FROM tables t JOIN seats s"
    " ON s.table_id = t.id AND s.seat = t.turn WHERE s.person = %s AND t.deadline IS NOT NULL"
    " AND t.pace ->> 'kind' = 'days' ORDER BY t.id FOR UPDATE OF t)"
)
"""Makes the deadlines of clocks that run for a person due, so that a sweeper corrects them."""
