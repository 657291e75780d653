"""All SQL of rematch offers."""

from __future__ import annotations

from typing import Final, LiteralString

import msgspec

from trainshed.service.accounts.people import GONE
from trainshed.service.base.database import Connection, Database, select_as
from trainshed.service.tables.seat_store import BegunTurn, DueNotification

OPEN: Final = (
    "r.expires > %(now)s AND r.declined = '{}' AND t.rematch IS NULL AND NOT s.seat = ANY(r.agreed)"
    " AND s.person IS DISTINCT FROM o.person"
)
"""Whether the offer `r` of the seat `o` at the table `t` waits for the seat `s`."""

OFFERS: Final = (
    "FROM rematch_offers r JOIN tables t ON t.id = r.table_id JOIN seats o ON o.table_id = t.id AND o.seat = r.seat"
    " JOIN seats s ON s.table_id = t.id"
)


class OfferRecord(msgspec.Struct, frozen=True):
    """The last offer of a rematch at a table, with the answers so far."""

    seat: int
    """The seat that made it."""
    at: int
    expires: int
    agreed: list[int]
    declined: list[int]

    def open(self, now: int) -> bool:
        """Whether it can still be accepted."""
        return not self.declined and now < self.expires


class AskedSeat(msgspec.Struct, frozen=True):
    """A seat of a finished game as a rematch sees it."""

    seat: int
    person: int | None
    name: str
    asked: bool
    """Whether a person sits there who can answer: no bot, no bot account, and no deleted account."""


class WaitingOffer(msgspec.Struct, frozen=True):
    """An open offer that a person has not answered yet."""

    table: int
    title: str
    name: str
    """Who made it."""
    at: int


class RematchStore:
    """Reads and writes rematch offers."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def seats(self, connection: Connection, table: int) -> list[AskedSeat]:
        return await select_as(
            connection,
            AskedSeat,
            "SELECT s.seat, s.person, s.name, s.person IS NOT NULL AND p.kind NOT IN ('bot', %s) AS asked FROM seats s"
            " LEFT JOIN people p ON p.id = s.person WHERE s.table_id = %s ORDER BY s.seat",
            (GONE, table),
        )

    async def offer(self, connection: Connection, table: int) -> OfferRecord | None:
        found = await select_as(
            connection,
            OfferRecord,
            "SELECT seat, at, expires, agreed, declined FROM rematch_offers WHERE table_id = %s",
            (table,),
        )
        return found[0] if found else None

    async def keep(self, connection: Connection, table: int, offer: OfferRecord) -> None:
        """Store an offer in place of the one before."""
        await connection.execute(
            "INSERT INTO rematch_offers (table_id, seat, at, expires, agreed, declined) VALUES (%s, %s, %s, %s, %s, %s)"
            " ON CONFLICT (table_id) DO UPDATE SET seat = excluded.seat, at = excluded.at, expires = excluded.expires,"
            " agreed = excluded.agreed, declined = excluded.declined",
            (table, offer.seat, offer.at, offer.expires, offer.agreed, offer.declined),
        )

    async def waiting_for(self, person: int, now: int) -> list[WaitingOffer]:
        """The open offers that a person has not answered, the newest first."""
        return await self.database.fetch_as(
            WaitingOffer,
            f"SELECT DISTINCT t.id AS table, t.title, o.name, r.at {OFFERS} WHERE {OPEN} AND s.person = %(person)s"
            " ORDER BY r.at DESC",
            {"now": now, "person": person},
        )

    # ------------------------------------------------------------ notifications

    async def due_notifications(
        self, push: bool, now: int, after: int, until: int, seen: int, most: int
    ) -> list[DueNotification]:
        """Notifications of open offers made after one moment, up to another, to people not seen there after a third.

        As for turns, either all by Web Push or all by other channels; `others` is who made the offer.
        """
        told: LiteralString = "n.kind = 'push' AND s.pushed" if push else "n.kind <> 'push' AND s.told"
        return await self.database.fetch_as(
            DueNotification,
            "SELECT t.id AS table, t.title, r.at AS touched, s.seat, p.language, n.id AS channel, n.kind, n.address,"
            f" ARRAY[o.name] AS others {OFFERS} JOIN people p ON p.id = s.person"
            " JOIN notices n ON n.person = p.id AND n.confirmed AND t.pace ->> 'kind' = ANY(n.paces)"
            f" WHERE {OPEN} AND p.kind <> 'bot' AND NOT s.silent AND NOT s.archived AND {told} < r.at"
            " AND r.at > %(after)s AND r.at <= %(until)s AND s.seen <= %(seen)s"
            " ORDER BY r.at, t.id, s.seat, n.id LIMIT %(most)s",
            {"now": now, "after": after, "until": until, "seen": seen, "most": most},
        )

    async def offered(self, table: int, at: int, person: int, now: int) -> BegunTurn | None:
        """The offer that was made at this moment, or None if it no longer waits for this person."""
        found = await self.database.fetch_as(
            BegunTurn,
            f"SELECT s.person, t.pace ->> 'kind' AS pace {OFFERS} WHERE {OPEN} AND t.id = %(table)s AND r.at = %(at)s"
            " AND s.person = %(person)s LIMIT 1",
            {"now": now, "table": table, "at": at, "person": person},
        )
        return found[0] if found else None
