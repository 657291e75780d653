"""Quotas: how many tables one person may have waiting and running, and how many may be made in an hour.

A person counts as host. Bot accounts, which belong to accounts, may have more; administrators have no quota. The
numbers follow from two settings, `tables_a_person` and `tables_an_hour`.
"""

from __future__ import annotations

from typing import Final

from trainshed.kernel.translation import marked
from trainshed.service.accounts.people import BOT, Person
from trainshed.service.accounts.rate_limits import RateLimits
from trainshed.service.base.database import Connection
from trainshed.service.base.errors import NotNow
from trainshed.service.base.settings import Settings
from trainshed.service.tables.seat_store import SeatStore

HOUR: Final = 3600

PUBLIC: Final = 4
"""Of the tables of one person that wait for players, one in so many may be public."""
HOSTED: Final = 5
"""A person may be host of so many times more running games with others than alone with bots."""
BOT_FACTOR: Final = 5
"""A bot account may have so many times the tables of a person."""
SHARE: Final = 5
"""Of the tables that may be made from one address in an hour, one in so many may be public, or of one person."""
BOT_ADDRESS_FACTOR: Final = 10
"""Bot accounts at one address may make so many times the tables of people there."""

OF_PERSON: Final = marked("You have made %(count)d tables within an hour. Wait a little.")
OF_ADDRESS: Final = marked("Many tables were made from your network within an hour. Wait a little.")


class TableQuotas:
    """Checks the quotas of people before they make or start tables."""

    def __init__(self, seats: SeatStore, rate_limits: RateLimits, settings: Settings) -> None:
        self.seats = seats
        self.rate_limits = rate_limits
        self.settings = settings

    async def count_new(self, person: Person, address: str, public: bool) -> None:
        """Count a new table for this hour, of a person and of the IP address that it comes from, if there is one."""
        if person.admin:
            return
        an_hour = self.settings.tables_an_hour
        bot = person.kind == BOT
        most = an_hour if bot else max(1, an_hour // SHARE)
        await self.rate_limits.hit(f"tables of {person.id}", most, HOUR, OF_PERSON, count=most)
        if not address:
            return
        whose, most = ("bots' tables", an_hour * BOT_ADDRESS_FACTOR) if bot else ("tables", an_hour)
        await self.rate_limits.hit(f"{whose} from {address}", most, HOUR, OF_ADDRESS)
        if public:
            await self.rate_limits.hit(f"public {whose} from {address}", max(1, most // SHARE), HOUR, OF_ADDRESS)

    async def lock(self, connection: Connection, person: Person) -> None:
        """Let nobody else count this person's tables until the end of the transaction.

        To be called before a table is locked, so that no two transactions wait for each other.
        """
        await self.seats.lock_host(connection, person.id)

    async def check_waiting(self, connection: Connection, person: Person, public: bool) -> None:
        """Refuse one more table that waits for players."""
        if person.admin:
            return
        waiting = await self.seats.waiting_of(connection, person.id)
        most = self._most(person)
        if waiting.tables >= most:
            raise NotNow(
                "You have %(count)d tables that wait for players. Start one, or leave it, before you open another.",
                count=most,
            )
        if public and waiting.public >= max(1, most // PUBLIC):
            raise NotNow(
                "You have %(count)d public tables that wait for players. Start one, or leave it, before you open"
                " another.",
                count=max(1, most // PUBLIC),
            )

    async def check_running(self, connection: Connection, person: Person, alone: bool) -> None:
        """Refuse one more running game, alone with bots or with others."""
        if person.admin:
            return
        most = self._most(person)
        running = await self.seats.running_of(connection, person.id)
        if alone and running.alone >= most:
            raise NotNow(
                "You have %(count)d running games with nobody but bots. Finish one, or give up, before you start"
                " another.",
                count=most,
            )
        if running.tables >= most * HOSTED:
            raise NotNow(
                "You are host of %(count)d running games. Finish one before you start another, or let somebody else"
                " be host.",
                count=most * HOSTED,
            )

    def _most(self, person: Person) -> int:
        return self.settings.tables_a_person * (BOT_FACTOR if person.kind == BOT else 1)
