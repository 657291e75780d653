"""Background work at tables when no person acts: turns of bots, draws, and clocks that have run out.

Whether there is work follows from the table alone. A message on the bus only names a table early; a table that no
message named is found by polling the database. Tables whose work failed are tried again apart from all others, few at
a time, so that any number of them delays nobody.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import shuffle
from time import perf_counter
from typing import Final

from trainshed.service.base import ids
from trainshed.service.base.bus import Subscription
from trainshed.service.base.daemon_thread import run_in_daemon_thread
from trainshed.service.base.logs import at
from trainshed.service.base.metrics import METRICS
from trainshed.service.base.supervisor import SupervisedTask, Supervisor
from trainshed.service.bot_processes.pool import BotProcesses
from trainshed.service.table_failures import TableFailures
from trainshed.service.tables.commands import TableCommands
from trainshed.service.tables.draft import Draft
from trainshed.service.tables.open_tables import OpenTable, OpenTables
from trainshed.service.tables.subjects import BOT_WORK

log = logging.getLogger(__name__)

QUEUE: Final = "workers"
PATIENCE_MS: Final = 2_000
"""A table that waits longer than this for a worker is found by polling: its message was lost."""
LOOK_EVERY: Final = 1.0
GRACE: Final = 2.0
"""Seconds that a stopping worker gives to turns that have begun."""
SHOW_AFTER: Final = 3.0
"""Seconds after which others see what a bot has done so far, before it thinks about the next question of its turn."""
MOST_AT_ONCE: Final = 4
MOST_FOUND: Final = 200
MOST_RETRIED: Final = 16
"""Tables that failed and wait in this worker for another attempt; they are tried one after the other."""
MOST_CLAIMED: Final = 16
"""Tables that a sweeper claims at once; few, so that all sweepers share the work."""


class Worker:
    """Plays the turns of bots. Any number of workers may run; of two at the same table only one commits."""

    def __init__(
        self, tables: OpenTables, failures: TableFailures, supervisor: Supervisor, bot_processes: BotProcesses
    ) -> None:
        self.tables = tables
        self.failures = failures
        self.supervisor = supervisor
        self.commands = TableCommands(tables)
        self.bot_processes = bot_processes
        """Where bots that search choose their moves; the others do so in a thread of this process."""
        self.slots = asyncio.Semaphore(MOST_AT_ONCE)
        self.unattended_slot = asyncio.Semaphore(1)
        """For games in which bots play alone: whoever waits for a bot does not wait for them."""
        self.retry_slot = asyncio.Semaphore(1)
        """For tables that failed before: they never take the slots of others, however long they take to fail."""
        self.retrying: set[int] = set()
        """Tables that wait for the retry slot, or have it."""
        self.at_work: set[int] = set()
        """Tables that wait for a slot, or have one."""
        self.thinking = 0
        """Number of tables that have a slot."""
        self.visits: set[asyncio.Task[None]] = set()
        self.looking: SupervisedTask | None = None
        self.subscription: Subscription | None = None
        self.stopping = False

    async def start(self) -> None:
        """Subscribe to messages about work, and poll the database for it."""
        self.subscription = await self.tables.bus.subscribe(BOT_WORK, self._named, QUEUE)
        self.looking = self.supervisor.start("bots", LOOK_EVERY, self.look, "work")

    async def stop(self) -> None:
        """Finish turns that have begun, within GRACE seconds. All other work is left to the next worker."""
        self.stopping = True
        if self.subscription is not None:
            await self.subscription.close()
        tasks = set(self.visits)
        if tasks:
            await asyncio.wait(tasks, timeout=GRACE)
        if self.looking is not None:
            await self.looking.stop()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _named(self, _: str, payload: bytes) -> None:
        number = ids.number(payload.decode(errors="replace"))
        if number is not None:
            self._begin(number, self._visit_named)

    def take(self, number: int) -> None:
        """Work at a table, unless this worker does so already."""
        self._begin(number, self._visit)

    def _begin(self, number: int, visit: Callable[[int], Awaitable[None]]) -> None:
        if number in self.at_work or self.stopping:
            return
        self.at_work.add(number)
        task = asyncio.create_task(self._run(number, visit))
        self.visits.add(task)
        task.add_done_callback(self.visits.discard)

    async def _run(self, number: int, visit: Callable[[int], Awaitable[None]]) -> None:
        try:
            await visit(number)
        except Exception as error:
            await self.failures.record(number, error)
        finally:
            self.at_work.discard(number)
            self.retrying.discard(number)

    async def _visit(self, number: int) -> None:
        async with self.slots:
            if (await self.tables.opened(number)).table.attended:
                await self._think(number)
                return
        async with self.unattended_slot:
            await self._think(number)

    async def _visit_named(self, number: int) -> None:
        """Work at a table that a message named, unless it failed before: then it has its time for the next attempt."""
        async with self.slots:  # so that any number of messages does not take all connections to the database
            failed = await self.tables.store.retry_at(number) is not None
        if not failed:
            await self._visit(number)

    async def _visit_again(self, number: int) -> None:
        """Work at a table that failed before, unless another worker has done so meanwhile."""
        async with self.retry_slot:
            due = await self.tables.store.retry_at(number)
            if due is None or due > self.tables.now():
                return
            await self._think(number)
        if not self.stopping:
            await self.failures.clear(number)

    async def _think(self, number: int) -> None:
        self.thinking += 1
        try:
            await self.work(number)
        finally:
            self.thinking -= 1

    async def work(self, number: int) -> None:
        """Play turns of bots and make draws at a table until a person must decide or the game is over."""
        opened = await self.tables.current(number)
        while opened.table.work and not self.stopping:
            draft = await self.tables.draft(opened)
            draft.table.own()
            begin = perf_counter()
            await self._play_turn(opened, draft)
            METRICS.thinking.observe(perf_counter() - begin)
            async with opened.lock:
                await self.tables.commit(opened, draft)

    async def _play_turn(self, opened: OpenTable, draft: Draft) -> None:
        """Play the turn of a bot, or a part of it: the next draft goes on from there."""
        begin = perf_counter()
        question = await run_in_daemon_thread(self.commands.think, opened, draft)
        while question is not None:
            if draft.steps and (self.stopping or perf_counter() - begin > SHOW_AFTER):
                return
            move = await self.bot_processes.choose(question, draft.table.attended)
            if move is None:
                where = at(draft.table.config.id, draft.table.seq, seat=draft.table.actor, bot=question.bot)
                log.warning("no answer of a bot; rules of thumb choose its move", extra=where)
            question = await run_in_daemon_thread(self.commands.go_on, opened, draft, move)

    async def look(self) -> None:
        """Find tables that have waited too long, and tables that failed and are to be tried again now."""
        now = self.tables.now()
        found = await self.tables.store.with_work(now - PATIENCE_MS, MOST_FOUND)
        shuffle(found)  # so that workers do not all begin with the same table
        for number in found:
            self.take(number)
        if len(self.retrying) < MOST_RETRIED:
            again = await self.tables.store.work_retries(now, MOST_RETRIED)
            shuffle(again)
            for number in again:
                if number not in self.at_work:
                    self.retrying.add(number)
                    self._begin(number, self._visit_again)


class Sweeper:
    """Flags seats whose time has run out. Any number may run: each table that is due is claimed by one of them."""

    CLAIM_MS: Final = 5_000
    """A claim ends after this time, so that others take the tables of a sweeper that died."""

    def __init__(self, tables: OpenTables, failures: TableFailures) -> None:
        self.tables = tables
        self.failures = failures
        self.commands = TableCommands(tables)

    async def sweep(self) -> int:
        """Flag every seat whose deadline has passed and that no other sweeper has claimed; returns how many."""
        store = self.tables.store
        fell = 0
        while True:
            now = self.tables.now()
            claim = now + self.CLAIM_MS
            due = await store.claim_due(now, claim, MOST_CLAIMED)
            fell += sum(await asyncio.gather(*[self._lower(number, claim) for number in due]))
            if len(due) < MOST_CLAIMED:
                break
        # Tables that failed before come last, and only one claim of them: the others are not kept waiting.
        now = self.tables.now()
        claim = now + self.CLAIM_MS
        due = await store.claim_due_retries(now, claim, MOST_CLAIMED)
        return fell + sum(await asyncio.gather(*[self._lower(number, claim, again=True) for number in due]))

    async def _lower(self, number: int, claim: int, again: bool = False) -> bool:
        """Flag the seat at one table whose time has run out. A failure is recorded and does not stop other tables."""
        try:
            fell = await self.commands.flag(number, claim)
            if again:
                await self.failures.clear(number)
        except Exception as error:
            await self.failures.record(number, error)
            return False
        return fell
