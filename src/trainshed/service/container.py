"""Composition root: makes and connects all service objects of one process from its settings."""

from __future__ import annotations

from collections.abc import Callable

from trainshed.service.account_data import AccountData
from trainshed.service.accounts.people import People
from trainshed.service.accounts.rate_limits import RateLimits
from trainshed.service.accounts.sign_in_limits import SignInLimits
from trainshed.service.analyses.analyses import Analyses
from trainshed.service.analyses.analysis_worker import AnalysisWorker
from trainshed.service.analyses.hints import Hints
from trainshed.service.base import ids
from trainshed.service.base.bus import Bus, LocalBus, NatsBus
from trainshed.service.base.database import Database
from trainshed.service.base.settings import Settings
from trainshed.service.base.supervisor import Supervisor
from trainshed.service.bot_processes.pool import BotProcesses, usual_processes
from trainshed.service.messages.chat import Chat
from trainshed.service.messages.destinations import DestinationLimits
from trainshed.service.messages.moderation import Moderation
from trainshed.service.messages.notifications import Notifications
from trainshed.service.messages.outbox import Outbox
from trainshed.service.messages.push_subscriptions import PushSubscriptions
from trainshed.service.retention import Retention
from trainshed.service.statistics import Statistics
from trainshed.service.table_failures import TableFailures
from trainshed.service.tables.branches import Branches
from trainshed.service.tables.commands import TableCommands
from trainshed.service.tables.deletion import TableDeletion
from trainshed.service.tables.lobby import Lobby
from trainshed.service.tables.open_tables import NatureOf, OpenTables, committed, system_now
from trainshed.service.tables.quotas import TableQuotas
from trainshed.service.tables.rematches.rematches import Rematches
from trainshed.service.tables.subjects import ENDED, FORGET
from trainshed.service.tables.table_store import TableStore
from trainshed.service.worker import Sweeper, Worker

NOTIFICATIONS_EVERY = 5.0
CLEAN_EVERY = 3600.0
SWEEP_EVERY = 0.5
ANALYSES_EVERY = 1.0


class Container:
    """Everything a process needs to serve tables, opened and closed together."""

    def __init__(
        self,
        settings: Settings,
        now: Callable[[], int] = system_now,
        nature: NatureOf = committed,
        work: bool | None = None,
    ) -> None:
        self.settings = settings
        self.supervisor = Supervisor()
        self.bus: Bus = NatsBus(settings.nats.split(","), self.supervisor) if settings.nats else LocalBus()
        self.database = Database(settings.database, settings.connections, settings.database_wait)
        self.store = TableStore(self.database)
        self.people = People(self.database, self.store.seats, now)
        self.people.ended = lambda person: self.bus.publish(ENDED, ids.written(person).encode())
        self.tables = OpenTables(self.store, self.people, self.bus, now, nature)
        self.packs = self.tables.packs
        self.rate_limits = RateLimits(self.database, now)
        self.sign_in_limits = SignInLimits(self.rate_limits)
        self.lobby = Lobby(self.tables, TableQuotas(self.store.seats, self.rate_limits, settings))
        self.commands = TableCommands(self.tables)
        self.rematches = Rematches(self.lobby)
        self.branches = Branches(self.lobby, self.commands)
        self.analyses = Analyses(self.commands, self.rate_limits)
        self.deletion = TableDeletion(self.tables)
        self.statistics = Statistics(self.tables)
        self.account_data = AccountData(self.tables, self.commands, self.statistics)
        self.chat = Chat(self.tables)
        self.moderation = Moderation(self.tables)
        destinations = DestinationLimits(self.rate_limits)
        self.push = PushSubscriptions(settings, self.database, self.store.seats, destinations, now)
        self.outbox = Outbox(settings, self.database, self.supervisor, destinations, self.push)
        self.notifications = Notifications(self.tables, self.outbox, destinations, self.push)
        self.retention = Retention(settings, self.people, self.rate_limits, self.notifications, self.deletion)
        self.failures = TableFailures(self.tables)
        bot_processes = BotProcesses(settings.bot_processes or usual_processes())
        self.worker = Worker(self.tables, self.failures, self.supervisor, bot_processes)
        self.analysis_worker = AnalysisWorker(self.tables, self.analyses.store, bot_processes)
        self.hints = Hints(self.commands, self.rate_limits, bot_processes)
        self.sweeper = Sweeper(self.tables, self.failures)
        self.works = not settings.nats if work is None else work
        """This process also runs bots, clocks and deliveries; by default only if there is no NATS."""

    async def open(self) -> None:
        await self.bus.open()
        await self.database.open()
        await self.bus.subscribe(FORGET, self._forget)
        await self.bus.subscribe(ENDED, self._ended)
        if self.works:
            await self.worker.start()
            self.outbox.start()
            self.supervisor.start("analyses", ANALYSES_EVERY, self.analysis_worker.work, "upkeep")
            self.supervisor.start("clocks", SWEEP_EVERY, self.sweeper.sweep, "work")
            self.supervisor.start("notifications", NOTIFICATIONS_EVERY, self.notifications.sweep, "work")
            self.supervisor.start("cleaning", CLEAN_EVERY, self.retention.clean, "upkeep")

    def _forget(self, _: str, payload: bytes) -> None:
        number = ids.number(payload.decode(errors="replace"))
        if number is not None:
            self.tables.forget(number)

    def _ended(self, _: str, payload: bytes) -> None:
        number = ids.number(payload.decode(errors="replace"))
        if number is not None:
            self.people.forget(number)

    async def close(self) -> None:
        if self.works:
            await self.worker.stop()
            await self.supervisor.tasks["analyses"].stop()  # it asks bot processes
            self.failures.log.close()
        await self.worker.bot_processes.close()
        await self.supervisor.stop()
        await self.outbox.close()
        await self.bus.close()
        await self.database.close()
