"""Commands after the game: offer a rematch, accept or decline it. It starts when all people have accepted."""

from __future__ import annotations

from contextlib import suppress
from typing import Final, NamedTuple

import msgspec

from trainshed.service.accounts.people import Person
from trainshed.service.base import ids
from trainshed.service.base.database import Connection
from trainshed.service.base.errors import Forbidden, NotFound, NotNow, TooMany
from trainshed.service.base.milliseconds import DAY, MINUTE
from trainshed.service.tables.clock import LIVE
from trainshed.service.tables.lobby import Lobby, TablePlan
from trainshed.service.tables.rematches.rematch_store import AskedSeat, OfferRecord, RematchStore, WaitingOffer
from trainshed.service.tables.seat_store import RematchRecord
from trainshed.service.tables.subjects import OFFERED, REMATCH, person_subject, table_subject
from trainshed.wire import Pace, Rematch

LIVE_OFFER: Final = 10 * MINUTE
"""So long an offer stands at a table that is played live: whoever made it should still be there when it starts."""

SLOW_OFFER: Final = 3 * DAY
"""The same at any other table."""


class OldTable(NamedTuple):
    """A finished table at which a person played, locked."""

    record: RematchRecord
    seats: list[AskedSeat]
    mine: list[int]
    offer: OfferRecord | None

    @property
    def asked(self) -> list[int]:
        """The seats of people who can answer."""
        return [seat.seat for seat in self.seats if seat.asked]


class Rematches:
    """Commands about rematches."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.tables = lobby.tables
        self.database = lobby.database
        self.store = RematchStore(lobby.database)

    async def state(self, number: int, person: Person) -> Rematch:
        """The rematch of a finished game as its players know it."""
        async with self.database.transaction() as connection:
            return self._shown(await self._old(connection, number, person))

    async def offer(self, number: int, person: Person, address: str = "") -> Rematch:
        """Offer a rematch, or accept the offer that is open; the last to accept starts it.

        `address` is the IP address that the command comes from, for quotas.
        """
        async with self.database.transaction() as connection:
            old = await self._old(connection, number, person)
            if old.record.rematch is not None:
                return self._shown(old)
            now, offer = self.tables.now(), old.offer
            if offer is None or not offer.open(now):
                span = LIVE_OFFER if msgspec.convert(old.record.pace, Pace).kind == LIVE else SLOW_OFFER
                offer = OfferRecord(old.mine[0], now, now + span, [], [])
            offer = msgspec.structs.replace(offer, agreed=sorted({*offer.agreed, *old.mine}))
            await self.store.keep(connection, number, offer)
            old = old._replace(offer=offer)
        if set(old.asked) <= set(offer.agreed):
            fresh = await self._begin(number, person, old, address)
            old = old._replace(record=msgspec.structs.replace(old.record, rematch=fresh))
        self._told(number, old)
        return self._shown(old)

    async def decline(self, number: int, person: Person) -> Rematch:
        """Decline the offer that is open. Afterwards anybody may offer again."""
        async with self.database.transaction() as connection:
            old = await self._old(connection, number, person)
            offer = old.offer
            if old.record.rematch is not None:
                raise NotNow("The rematch has begun.")
            if offer is None or now_closed(offer, self.tables.now(), old.mine):
                raise NotNow("There is no offer for you to answer.")
            agreed = [seat for seat in offer.agreed if seat not in old.mine]
            offer = msgspec.structs.replace(offer, agreed=agreed, declined=sorted({*offer.declined, *old.mine}))
            await self.store.keep(connection, number, offer)
            old = old._replace(offer=offer)
        self._told(number, old)
        return self._shown(old)

    async def waiting_for(self, person: Person) -> list[WaitingOffer]:
        """The open offers that a person has not answered."""
        return await self.store.waiting_for(person.id, self.tables.now())

    # ------------------------------------------------------------ shared steps

    async def _old(self, connection: Connection, number: int, person: Person) -> OldTable:
        """A finished game of this person, locked; refuses those who did not play, and tables without a rematch."""
        record = await self.lobby.seats.lock_rematch(connection, number)
        if record is None:
            raise NotFound("There is no such table.")
        seats = await self.store.seats(connection, number)
        mine = [seat.seat for seat in seats if seat.person == person.id]
        if not mine:
            if record.visibility != "public":
                raise NotFound("There is no such table.")
            raise Forbidden("You did not play here.")
        if record.status != "over":
            raise NotNow("The game is not over.")
        if record.origin is not None:
            raise NotNow("A branch has no rematch: branch off from the same row again.")
        return OldTable(record, seats, mine, await self.store.offer(connection, number))

    async def _begin(self, number: int, person: Person, table: OldTable, address: str) -> int:
        """Make the new table, the seats moved on by one, and start it, unless somebody has made one meanwhile.

        Where a seat is free, because an account was deleted for example, it waits for somebody.
        """
        old = table.record
        pace = msgspec.convert(old.pace, Pace)
        # With the built-in pack of an earlier release the same people play on with that of this one.
        pack = "" if await self.lobby.packs.was_built_in(old.title, old.pack) else old.pack
        plan = TablePlan(old.title, len(table.seats), old.options, pace, old.visibility, old.language, old.odds, pack)
        made = await self.lobby.create(person, plan, address)
        async with self.database.transaction() as connection:
            rematch = await self.lobby.seats.set_rematch(connection, number, made, len(table.seats))
        if rematch == made:
            with suppress(NotNow, TooMany):
                await self.lobby.start(made, person)
                await self.lobby.begin(made)
        return rematch

    def _told(self, number: int, table: OldTable) -> None:
        """Let all pages of the old table look again, and those lists of tables where it is offered."""
        self.tables.bus.publish(table_subject(number), REMATCH)
        for person in {seat.person for seat in table.seats if seat.asked and seat.person is not None}:
            self.tables.bus.publish(person_subject(person), OFFERED + ids.written(number).encode())

    def _shown(self, table: OldTable) -> Rematch:
        offer, rematch = table.offer, table.record.rematch
        if rematch is not None:
            return Rematch(state="begun", table=ids.written(rematch))
        if offer is None:
            return Rematch(state="none", waits_for=[])
        expired = self.tables.now() >= offer.expires
        return Rematch(
            state="declined" if offer.declined else "expired" if expired else "offered",
            offered_by=offer.seat,
            at=offer.at,
            expires=offer.expires,
            agreed=offer.agreed,
            declined=offer.declined,
            waits_for=[seat for seat in table.asked if seat not in (*offer.agreed, *offer.declined)],
        )


def now_closed(offer: OfferRecord, now: int, mine: list[int]) -> bool:
    """Whether an offer cannot be declined by these seats; those who have declined it may say so again."""
    return now >= offer.expires or (bool(offer.declined) and not set(mine) <= set(offer.declined))
