"""All SQL of rematch offers."""

from __future__ import annotations

import msgspec

from trainshed.service.accounts.people import GONE
from trainshed.service.base.database import Connection, Database, select_as


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
            "SELECT t.id AS table, t.title, o.name FROM rematch_offers r JOIN tables t ON t.id = r.table_id"
            " JOIN seats o ON o.table_id = t.id AND o.seat = r.seat"
            " WHERE r.expires > %s AND r.declined = '{}' AND t.rematch IS NULL AND EXISTS (SELECT FROM seats s"
            " WHERE s.table_id = t.id AND s.person = %s AND NOT s.seat = ANY(r.agreed)) ORDER BY r.at DESC",
            (now, person),
        )
