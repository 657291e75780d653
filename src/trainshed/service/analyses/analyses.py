"""Requests for the analysis of a finished game, and how far it is; `analyst.py` makes it."""

from __future__ import annotations

from typing import Final

from trainshed.kernel.translation import marked
from trainshed.service.accounts.people import Person
from trainshed.service.accounts.rate_limits import RateLimits
from trainshed.service.analyses.analysis_store import AnalysisStore
from trainshed.service.base.errors import Forbidden, NotFound, NotNow
from trainshed.service.tables.commands import TableCommands
from trainshed.service.tables.table_state import TableState
from trainshed.wire import AnalysisState

HOUR: Final = 3600

MOST_OF_PERSON: Final = 12
"""Analyses that one person may ask for in an hour."""
MOST_OF_ADDRESS: Final = 60
"""Those that may be asked for from one IP address in an hour, by all guests there together."""
MOST_WAITING: Final = 50
"""Analyses that may wait on the whole server: the last of them is made some hours later."""

OF_PERSON: Final = marked("You have asked for %(count)d analyses within an hour. Wait a little.")
OF_ADDRESS: Final = marked("Many analyses were asked for from your network within an hour. Wait a little.")
RUNNING: Final = marked("A game can be analysed once it is over.")
ORIGIN_RUNNING: Final = marked("This game began in the middle of another one, which is still being played.")


class Analyses:
    """Takes requests for analyses. Any number of processes may; each analysis is made once."""

    def __init__(self, commands: TableCommands, rate_limits: RateLimits) -> None:
        self.commands = commands
        self.tables = commands.tables
        self.rate_limits = rate_limits
        self.store = AnalysisStore(self.tables.store.database)

    async def of(self, number: int) -> AnalysisState:
        """How far the analysis of a table is, for a caller who has checked that it may be shown."""
        return await self.store.state(number)

    async def read(self, number: int, person: Person | None) -> AnalysisState:
        """How far the analysis of a table is, for whoever may see the replay of the game."""
        await self._finished(number, person)
        found = await self.of(number)
        if found.state == "none":
            raise NotFound("Nobody has asked for an analysis of this game.")
        return found

    async def start(self, number: int, person: Person, address: str = "") -> AnalysisState:
        """Have a finished game analysed, unless it is or will be; for whoever may see its replay."""
        table = await self._finished(number, person)
        found = await self.of(number)
        if found.state not in ("none", "failed"):
            return found
        if table.refused:
            raise NotNow("The rules of this game were corrected since: it cannot be analysed.")
        if not person.admin:
            await self.rate_limits.hit(
                f"analyses of {person.id}", MOST_OF_PERSON, HOUR, OF_PERSON, count=MOST_OF_PERSON
            )
            if address:
                await self.rate_limits.hit(f"analyses from {address}", MOST_OF_ADDRESS, HOUR, OF_ADDRESS)
        if not await self.store.ask(number, self.tables.now(), MOST_WAITING):
            raise NotNow("Many games wait to be analysed. Try again later.")
        return await self.of(number)

    async def _finished(self, number: int, person: Person | None) -> TableState:
        """The table of a finished game; refuses people who may not see its replay, and games that run."""
        table = (await self.tables.current(number)).table
        await self.commands.viewer(table, person)
        if not table.over:
            raise Forbidden(RUNNING)
        if await self.tables.store.origin_runs(number):
            raise Forbidden(ORIGIN_RUNNING)
        return table
