"""Branches ("try from here"): private tables that begin at a row of another table, with bots in all other seats.

A branch begins with what its player knew at that row and with nothing else: hidden information is drawn anew.
"""

from __future__ import annotations

import secrets
from random import Random

from trainshed.bots.characters import bot_of, seated
from trainshed.kernel.nature import Committed
from trainshed.service.accounts.people import Person
from trainshed.service.base import ids
from trainshed.service.base.errors import Forbidden, NotNow, Wrong
from trainshed.service.base.fair_queue import network_group
from trainshed.service.tables.commands import TableCommands, stand_in
from trainshed.service.tables.lobby import Lobby, seated_players
from trainshed.service.tables.seat_store import SeatRecord
from trainshed.service.tables.table_state import BranchPoint, TableState
from trainshed.service.tables.table_store import NewTable
from trainshed.wire import Pace


class Branches:
    """Creates branches."""

    def __init__(self, lobby: Lobby, commands: TableCommands) -> None:
        self.lobby = lobby
        self.commands = commands
        self.tables = lobby.tables
        self.store = lobby.store

    async def begin(self, number: int, person: Person, seq: int, seat: int | None, address: str = "") -> int:
        """Create a branch at a row of another table, for the seat that the person plays there; once that game is over,
        for any seat."""
        opened = await self.tables.current(number)
        seat = await self._seat(opened.table, person, seat)
        if not 0 <= seq <= opened.table.seq:
            raise Wrong("There is no such row yet.")
        then, _ = await self.tables.around(number, seq, seq, seq)
        if then.position.over:
            raise NotNow("The game is over there: nothing is left to try.")
        await self.lobby.quotas.count_new(person, address, public=False)
        secret = secrets.token_bytes(Committed.SECRET_BYTES)
        # From the view alone: what is not in it cannot leak.
        position = then.game.world(then.position.view(seat), Random(secret))
        fresh = await self._made(then, person, seat, position.dump(), secret, network_group(address))
        await self.lobby.begin(fresh)
        return fresh

    async def _seat(self, table: TableState, person: Person, wanted: int | None) -> int:
        seat = await self.commands.viewer(table, person)
        if wanted is None or wanted == seat:
            if seat is None:
                raise Forbidden("You do not sit at this table.") if not table.over else Wrong("There is no such seat.")
            return seat
        if not 0 <= wanted < table.seats:
            raise Wrong("There is no such seat.")
        if not table.over:
            raise Forbidden("While a game is running, you can see it only from your own seat.")
        return wanted

    async def _made(
        self, then: TableState, person: Person, seat: int, position: bytes, secret: bytes, network: int
    ) -> int:
        config, now = then.config, self.tables.now()
        number = ids.new_id(now)
        bot = stand_in(then.game)
        cast = [seated(bot, number, place, taken=[person.name]) for place in range(then.seats)]
        chairs = [SeatRecord(place, bot=bot_of(one, then.game), name=one.name) for place, one in enumerate(cast)]
        chairs[seat] = SeatRecord(seat, person.id, name=person.name)
        players = seated_players(number, chairs, robots=())
        new = NewTable(
            id=number,
            title=config.title,
            edition=config.edition,
            pack=config.pack,
            options=config.options,
            pace=Pace(),
            visibility="private",
            language=config.language,
            odds=config.odds,
            host=person.id,
            invite=secrets.token_urlsafe(16),
            status="playing",
            created=now,
            started=now,
            secret=secret,
            players=players,
            work=True,
            revision=then.game.revision,
            origin=BranchPoint(config.id, then.seq, position),
            network=network,
        )
        async with self.store.database.transaction() as connection:
            await self.lobby.quotas.lock(connection, person)
            await self.lobby.quotas.check_running(connection, person, alone=True)
            await self.store.insert(connection, new)
            for place, player in enumerate(players):
                chair = SeatRecord(place, player.person, player.bot, player.name)
                await self.store.seats.insert(connection, number, chair, in_hand=place == seat)
        return number
