"""The bot processes of a server: a bounded number, started when they are needed, replaced when they die or hang."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import AbstractAsyncContextManager, suppress
from typing import Final

import msgspec

from trainshed.service.base.fair_queue import FairQueue, FairShare, Urgency
from trainshed.service.base.metrics import METRICS
from trainshed.service.bot_processes.question import LENGTH, READY, Answer, Question, framed
from trainshed.wire import Judgement

log = logging.getLogger(__name__)

GRACE: Final = 5.0
"""Seconds beyond its budget that a bot has to answer: a busy machine may be slow."""
START: Final = 30.0
"""Seconds that a new process has to be ready."""
ATTEMPTS: Final = 3
"""How often a question is put: once, and again if the process died."""


class BotFailed(Exception):
    """A bot that failed with an error, or answered with an illegal move."""


class BotProcessDied(Exception):
    """A bot process that ended before it answered, or could not be started."""


def usual_processes() -> int:
    """All cores but one, which is for people; at least one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores - 1)


class BotProcess:
    """A child process, which answers one question at a time."""

    def __init__(self, process: Process) -> None:
        self.process = process
        assert process.stdin is not None
        assert process.stdout is not None
        self.questions = process.stdin
        self.answers = process.stdout

    @classmethod
    async def start(cls) -> BotProcess:
        """Start a process and wait until it is ready."""
        command = [sys.executable, "-P", "-m", "trainshed.service.bot_processes.child"]
        try:
            # A session of its own: Ctrl-C in the server's terminal does not reach it.
            process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, env=environment(), start_new_session=True
            )
        except OSError as error:
            raise BotProcessDied(str(error)) from error
        started = cls(process)
        try:
            async with asyncio.timeout(START):
                await started.answers.readexactly(len(READY))
        except (EOFError, OSError) as error:
            started.kill()
            raise BotProcessDied("it did not start") from error
        except BaseException:
            started.kill()
            raise
        return started

    @property
    def alive(self) -> bool:
        return self.process.returncode is None

    async def ask(self, question: Question) -> Answer:
        """Put a question and wait for the answer."""
        try:
            self.questions.write(framed(question))
            await self.questions.drain()
            [length] = LENGTH.unpack(await self.answers.readexactly(LENGTH.size))
            return msgspec.msgpack.decode(await self.answers.readexactly(length), type=Answer)
        except (EOFError, OSError) as error:
            raise BotProcessDied("it ended while it was thinking") from error

    def kill(self) -> None:
        """End the process at once; it has nothing to lose."""
        self.questions.close()
        with suppress(ProcessLookupError):
            self.process.kill()

    async def ended(self) -> None:
        """Wait until the process has ended and its pipes are closed."""
        await self.process.wait()
        with suppress(OSError):
            await self.questions.wait_closed()


class BotProcesses:
    """Puts questions to bot processes, from at most `most` askers at the same time; the others wait for a lane."""

    def __init__(self, most: int, grace: float = GRACE) -> None:
        self.most = most
        self.grace = grace
        self.queue = FairQueue(most)
        self.idle: list[BotProcess] = []
        self.running: set[BotProcess] = set()
        self.ending: set[asyncio.Task[None]] = set()
        """Processes that were killed and have not ended yet."""

    def lane(self, share: FairShare, urgency: Urgency) -> AbstractAsyncContextManager[None]:
        """Wait for the right to put questions, one after the other, and hold it: for a whole turn, for example."""
        return self.queue.lane(share, urgency)

    async def choose(self, question: Question) -> int | None:
        """The move of the bot, or None if it was late or its processes died again and again. Call this in a lane."""
        answer = await self._answer(question)
        if answer is None:
            return None
        if answer.move not in question.moves:
            METRICS.bot_questions["failed"] += 1
            raise BotFailed(f"{question.bot} answered {answer.move}, which is not legal")
        METRICS.bot_questions["answered"] += 1
        return answer.move

    async def judge(self, question: Question, share: FairShare, urgency: Urgency) -> Judgement | None:
        """Wait for a lane and judge what the moves are worth; None as for `choose`."""
        async with self.lane(share, urgency):
            answer = await self._answer(question)
        if answer is None:
            return None
        METRICS.bot_questions["answered"] += 1
        return answer.judgement

    async def _answer(self, question: Question) -> Answer | None:
        """The answer of a process, or None if it was late or the processes died again and again."""
        bot = question.bot or "judge"
        for attempt in range(ATTEMPTS):
            try:
                answer = await self._ask(question)
            except BotProcessDied as error:
                METRICS.bot_questions["died"] += 1
                log.warning("bot process died: %s", error, extra={"bot": bot, "attempt": attempt + 1})
                continue
            except TimeoutError:
                METRICS.bot_questions["late"] += 1
                log.warning("bot process killed: no answer in time", extra={"bot": bot})
                return None
            if answer.error:
                METRICS.bot_questions["failed"] += 1
                raise BotFailed(f"{bot}: {answer.error}")
            return answer
        return None

    @property
    def thinking(self) -> int:
        """Number of lanes that are held."""
        return len(self.queue.running)

    @property
    def queued(self) -> int:
        """Number of askers that wait for a lane."""
        return len(self.queue.waiting)

    async def close(self) -> None:
        """End all processes."""
        self.idle.clear()
        for process in list(self.running):
            self._end(process)
        await asyncio.gather(*self.ending)

    async def _ask(self, question: Question) -> Answer:
        """Put a question to a process. One that has not answered, for whatever reason, is not used again."""
        process = await self._process()
        try:
            async with asyncio.timeout(question.budget.seconds + self.grace):
                answer = await process.ask(question)
        except BaseException:
            self._end(process)
            raise
        self.idle.append(process)
        return answer

    async def _process(self) -> BotProcess:
        """A process that waits for a question, or a new one."""
        while self.idle:
            process = self.idle.pop()
            if process.alive:
                return process
            self._end(process)
        process = await BotProcess.start()
        self.running.add(process)
        return process

    def _end(self, process: BotProcess) -> None:
        """Kill a process; `close` waits until it has ended."""
        self.running.discard(process)
        process.kill()
        ending = asyncio.create_task(process.ended())
        self.ending.add(ending)
        ending.add_done_callback(self.ending.discard)


def environment() -> dict[str, str]:
    """The environment of a bot process: the modules of this process, and none of the server's settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TRAINSHED_")}
    return {**kept, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
