"""Background work that makes the analyses of finished games, one at a time in a process.

Bot processes judge question by question, after all bots at tables. What is judged is stored every few seconds: when
this process stops or is killed, another one goes on from there. An analysis that fails is tried again, a few times.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from time import monotonic
from typing import Final

import msgspec

from trainshed.bots.analysis.game_analysis import GameAnalysis, JudgeQuestion
from trainshed.kernel.record import Row
from trainshed.service.analyses.analysis_store import AnalysisStore, ClaimedAnalysis
from trainshed.service.base.daemon_thread import run_in_daemon_thread
from trainshed.service.base.errors import Unavailable
from trainshed.service.base.fair_queue import FairShare, Urgency
from trainshed.service.bot_processes.pool import BotProcesses
from trainshed.service.bot_processes.question import JUDGE, Question, question_of
from trainshed.service.tables.open_tables import OpenTables
from trainshed.service.tables.table_state import TableConfig
from trainshed.wire import Judgement

log = logging.getLogger(__name__)

LEASE_MS: Final = 30_000
"""Another process goes on with an analysis of which nothing was heard for so long."""
SAVE_EVERY: Final = 2.0
"""Seconds after which progress is stored, and the lease is moved on."""
RETRY_MS: Final = 10_000
"""A pause after an attempt that failed."""
LONGEST: Final = 2.0
"""Seconds that one question may take: a bot at a table waits no longer for a process that judges."""


class LeaseLost(Exception):
    """The analysis was deleted with its table, or another process has taken it over."""


class NoJudgement(Exception):
    """A question was not judged: too late, or the processes died again and again."""


class AnalysisWorker:
    """Makes the analyses that wait. Any number of processes may; each analysis is made by one of them."""

    def __init__(self, tables: OpenTables, store: AnalysisStore, bot_processes: BotProcesses) -> None:
        self.tables = tables
        self.store = store
        self.bot_processes = bot_processes

    async def work(self) -> None:
        """Make the analyses that wait, until there are none."""
        while True:
            now = self.tables.now()
            held = await self.store.claim(now, now + LEASE_MS)
            if held is None:
                return
            await self.make(held)

    async def make(self, held: ClaimedAnalysis) -> None:
        """Make one analysis, and store it. If it fails, another attempt is made later."""
        try:
            await AnalysisInProgress(self, held).run()
        except asyncio.CancelledError:
            await self.store.give_back(held, self.tables.now(), failed=False)
            raise
        except LeaseLost:
            log.info("an analysis was taken away", extra=self.tables.where(held.table))
        except Unavailable:
            raise  # the lease ends by itself
        except Exception:
            log.exception("an analysis failed", extra=self.tables.where(held.table))
            await self.store.give_back(held, self.tables.now() + RETRY_MS, failed=True)


class AnalysisInProgress:
    """One analysis while this process makes it."""

    def __init__(self, worker: AnalysisWorker, held: ClaimedAnalysis) -> None:
        self.worker = worker
        self.held = held
        self.saved = monotonic()

    async def run(self) -> None:
        """Have all questions of the game judged, and store the analysis."""
        tables = self.worker.tables
        config = (await tables.current(self.held.table)).table.config
        rows = [Row.of(row.seat, row.said) for row in await tables.store.rows(self.held.table, 0)]
        # In a thread: to play a long game again takes longer than others may wait.
        analysis = await run_in_daemon_thread(game_analysis, config, rows, self.held.judged)
        await self.save(analysis)
        while (question := analysis.next_question()) is not None:
            begin = monotonic()
            judgement = await self.judged(analysis, asked_of_process(question))
            analysis.answered(question, judgement, monotonic() - begin)
        await self.save(analysis)
        if not await self.worker.store.finish(self.held, analysis.result()):
            raise LeaseLost

    async def judged(self, analysis: GameAnalysis, question: Question) -> Judgement:
        """The judgement of one question. However long it waits for a process, the lease is kept."""
        asked = asyncio.create_task(self.worker.bot_processes.judge(question, FairShare(), Urgency.ANALYSIS))
        try:
            while not asked.done():
                await asyncio.wait({asked}, timeout=SAVE_EVERY)
                if monotonic() - self.saved >= SAVE_EVERY:
                    await self.save(analysis)
        finally:
            asked.cancel()
            await asyncio.wait({asked})
        judgement = asked.result()
        if judgement is None:
            raise NoJudgement(f"question {analysis.done + 1} of {analysis.total}")
        return judgement

    async def save(self, analysis: GameAnalysis) -> None:
        """Store what is judged so far, and keep the lease."""
        lease = self.worker.tables.now() + LEASE_MS
        if not await self.worker.store.progress(self.held, lease, analysis.total, analysis.answers):
            raise LeaseLost
        self.saved = monotonic()


def game_analysis(config: TableConfig, rows: Sequence[Row], judged: Sequence[Judgement]) -> GameAnalysis:
    """The analysis of a game, going on from what was judged before."""
    first_position = config.first_position()
    try:
        return GameAnalysis(first_position, rows, answers=judged)
    except ValueError:
        if not judged:
            raise
        # They are of another release, by whose rules the game had other questions.
        return GameAnalysis(first_position, rows)


def asked_of_process(question: JudgeQuestion) -> Question:
    """A question as a bot process gets it: with the view of the seat, and without the position."""
    budget = msgspec.structs.replace(question.budget, seconds=min(LONGEST, question.budget.seconds))
    return question_of(question.position, JUDGE, question.moves, budget, question.seed, question.played)
