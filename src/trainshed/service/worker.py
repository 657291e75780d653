"""Background work at tables when no person acts: turns of bots, draws, and clocks that have run out.

Whether there is work follows from the table alone. A message on the bus only names a table early; a table that no
message named is found by polling the database. A table gets one turn at a time and then waits again, in a queue that
is fair to the owners of tables and to their networks (`fair_queue`), so that nobody can keep the bots from the others.
Tables whose work failed are tried again apart from all others, few at a time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from random import shuffle
from time import monotonic, perf_counter
from typing import Final

from trainshed.service.base import ids
from trainshed.service.base.bus import Subscription
from trainshed.service.base.daemon_thread import run_in_daemon_thread
from trainshed.service.base.errors import NotFound
from trainshed.service.base.fair_queue import FairQueue, Urgency
from trainshed.service.base.logs import at
from trainshed.service.base.metrics import METRICS
from trainshed.service.base.supervisor import SupervisedTask, Supervisor
from trainshed.service.bot_processes.pool import BotProcesses
from trainshed.service.bot_processes.question import Question
from trainshed.service.table_failures import TableFailures
from trainshed.service.tables.commands import TableCommands
from trainshed.service.tables.draft import Draft
from trainshed.service.tables.open_tables import OpenTable, OpenTables, work_notice
from trainshed.service.tables.subjects import BOT_WORK, FORGET, WorkNotice

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
MOST_ALONE: Final = 1
"""Turns at once in games in which bots play alone."""
MOST_FOUND: Final = 200
MOST_RETRIED: Final = 16
"""Tables that failed and wait in this worker for another attempt; they are tried one after the other."""
MOST_CLAIMED: Final = 16
"""Tables that a sweeper claims at once; few, so that all sweepers share the work."""
WAIT_IS_LONG: Final = 10.0
"""Seconds after which a person waits too long for a bot's turn."""
WARN_EVERY: Final = 60.0
"""Seconds between two log lines about such waits."""


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
        self.queue = FairQueue(MOST_AT_ONCE, {Urgency.BOTS_ALONE: MOST_ALONE})
        """For all that is done in this process. A turn that needs a bot process waits for one outside of it."""
        self.retry_slot = asyncio.Semaphore(1)
        """For tables that failed before: they never take the lanes of others, however long they take to fail."""
        self.retrying: set[int] = set()
        """Tables that wait for the retry slot, or have it."""
        self.visits: dict[int, asyncio.Task[None]] = {}
        """The tasks that play at tables, by table."""
        self.thinking: set[int] = set()
        """Tables whose turn is being played."""
        self.forgotten: set[int] = set()
        """Tables among them that were deleted or changed: their turn is dropped at its next question."""
        self.longest_wait = 0.0
        """Seconds that a person has waited for a bot's turn, at the table where it is longest."""
        self.warned = -WARN_EVERY
        self.looking: SupervisedTask | None = None
        self.subscriptions: list[Subscription] = []
        self.stopping = False

    async def start(self) -> None:
        """Subscribe to messages about work, and poll the database for it."""
        self.subscriptions = [
            await self.tables.bus.subscribe(BOT_WORK, self._named, QUEUE),
            await self.tables.bus.subscribe(FORGET, self._forget),
        ]
        self.looking = self.supervisor.start("bots", LOOK_EVERY, self.look, "work")

    async def stop(self) -> None:
        """Finish turns that have begun, within GRACE seconds. All other work is left to the next worker."""
        self.stopping = True
        for subscription in self.subscriptions:
            await subscription.close()
        for number, task in list(self.visits.items()):
            if number not in self.thinking:
                task.cancel()
        tasks = set(self.visits.values())
        if tasks:
            await asyncio.wait(tasks, timeout=GRACE)
        if self.looking is not None:
            await self.looking.stop()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _named(self, _: str, payload: bytes) -> None:
        notice = WorkNotice.decode(payload)
        if notice is not None:
            self._begin(notice.table, partial(self._visit_named, notice))

    def _forget(self, _: str, payload: bytes) -> None:
        """Drop the turn of a table that was deleted or must be read again. Polling finds it if it still has work."""
        number = ids.number(payload.decode(errors="replace"))
        task = None if number is None else self.visits.get(number)
        if number is None or task is None:
            return
        if number in self.thinking:
            self.forgotten.add(number)
        else:
            task.cancel()

    def take(self, notice: WorkNotice) -> None:
        """Work at a table, unless this worker does so already."""
        self._begin(notice.table, partial(self._visit, notice))

    def _begin(self, number: int, visit: Callable[[], Awaitable[None]]) -> None:
        if number in self.visits or self.stopping:
            return
        task = self.visits[number] = asyncio.create_task(self._run(number, visit))
        task.add_done_callback(lambda _: self._ended(number))

    def _ended(self, number: int) -> None:
        self.visits.pop(number, None)
        self.retrying.discard(number)
        self.forgotten.discard(number)

    async def _run(self, number: int, visit: Callable[[], Awaitable[None]]) -> None:
        try:
            await visit()
        except NotFound:
            log.info("a table has been deleted while its bots had work", extra=at(number))
        except Exception as error:
            await self.failures.record(number, error)

    async def _visit(self, notice: WorkNotice) -> None:
        """Play at a table, one turn after the other, and wait for a lane before each."""
        left: WorkNotice | None = notice
        while left is not None and not self.stopping:
            left = await self._turn(left)

    async def _visit_named(self, notice: WorkNotice) -> None:
        """Work at a table that a message named, unless it failed before: then it has its time for the next attempt."""
        # In a lane, so that any number of messages does not take all connections to the database.
        async with self.queue.lane(notice.share, notice.urgency):
            failed = await self.tables.store.retry_at(notice.table) is not None
        if not failed:
            await self._visit(notice)

    async def _visit_again(self, number: int) -> None:
        """Work at a table that failed before, unless another worker has done so meanwhile."""
        async with self.retry_slot:
            due = await self.tables.store.retry_at(number)
            if due is None or due > self.tables.now():
                return
            await self.work(number)
        if not self.stopping:
            await self.failures.clear(number)

    async def work(self, number: int) -> None:
        """Play all turns at a table until a person must decide or the game is over, outside of the queue."""
        left: WorkNotice | None = work_notice((await self.tables.current(number)).table)
        while left is not None and not self.stopping:
            left = await self._turn(left, queued=False)

    async def _turn(self, notice: WorkNotice, queued: bool = True) -> WorkNotice | None:
        """Play the turn of one bot at a table, or a part of it; returns the work that is left there.

        The notice says when the turn may begin. If it is out of date by then, the table waits again with a new one.
        """
        async with self.queue.lane(notice.share, notice.urgency) if queued else nullcontext():
            opened = await self.tables.current(notice.table)
            fresh = self._left(opened)
            if fresh != notice:
                return fresh
            draft = await self.tables.draft(opened)
            draft.table.own()
            begin = perf_counter()
            with self._thinking(notice.table):
                question = await run_in_daemon_thread(self.commands.think, opened, draft)
                if question is None:
                    return await self._commit(opened, draft, begin)
        async with self.bot_processes.lane(notice.share, notice.urgency):
            await self.tables.catch_up(opened)
            if opened.table is not draft.before:  # somebody has acted meanwhile, or has left the table to the bots
                return self._left(opened)
            with self._thinking(notice.table):
                await self._answer(question, opened, draft)
                return await self._commit(opened, draft, begin)

    async def _answer(self, asked: Question, opened: OpenTable, draft: Draft) -> None:
        """Play on with the answers of a bot process, up to the end of the turn or until others are to see a part."""
        begin = perf_counter()
        question: Question | None = asked
        while question is not None and draft.table.config.id not in self.forgotten:
            if draft.steps and (self.stopping or perf_counter() - begin > SHOW_AFTER):
                return
            move = await self.bot_processes.choose(self.commands.in_time(draft, question))
            if move is None:
                where = at(draft.table.config.id, draft.table.seq, seat=draft.table.actor, bot=question.bot)
                log.warning("no answer of a bot; rules of thumb choose its move", extra=where)
            question = await run_in_daemon_thread(self.commands.go_on, opened, draft, move)

    async def _commit(self, opened: OpenTable, draft: Draft, begin: float) -> WorkNotice | None:
        """Store what the bot has done, unless the table was forgotten; returns the work that is left."""
        number = draft.table.config.id
        METRICS.thinking.observe(perf_counter() - begin)
        if number in self.forgotten:
            return None
        if draft.steps:
            async with opened.lock:
                await self.tables.commit(opened, draft)
        return self._left(opened)

    def _left(self, opened: OpenTable) -> WorkNotice | None:
        """The work that is left at a table, as this process knows it."""
        return work_notice(opened.table) if opened.table.work else None

    @contextmanager
    def _thinking(self, number: int) -> Iterator[None]:
        self.thinking.add(number)
        try:
            yield
        finally:
            self.thinking.discard(number)

    async def look(self) -> None:
        """Find tables that have waited too long, and tables that failed and are to be tried again now."""
        now = self.tables.now()
        found = await self.tables.store.with_work(now - PATIENCE_MS, MOST_FOUND)
        shuffle(found)  # so that workers do not all begin with the same table
        for notice in found:
            self.take(notice)
        await self._watch_waits(now)
        if len(self.retrying) < MOST_RETRIED:
            again = await self.tables.store.work_retries(now, MOST_RETRIED)
            shuffle(again)
            for number in again:
                if number not in self.visits:
                    self.retrying.add(number)
                    self._begin(number, partial(self._visit_again, number))

    async def _watch_waits(self, now: int) -> None:
        """Note the longest wait of a person for a bot, in any process, and log it from time to time if it is long."""
        since = await self.tables.store.attended_since()
        self.longest_wait = 0.0 if since is None else max(0, now - since) / 1000
        if self.waits_are_long and monotonic() - self.warned > WARN_EVERY:
            self.warned = monotonic()
            log.warning("a player has waited %.0f s for a bot's turn", self.longest_wait)

    @property
    def waits_are_long(self) -> bool:
        """A person has waited too long for a bot's turn."""
        return self.longest_wait > WAIT_IS_LONG


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
