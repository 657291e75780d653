"""Tables whose bots or clocks fail are tried again later, at last left alone, and delay and hide nothing else."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import pytest

from tests.support.database import break_tables, copy_table, mend_tables, new_database
from tests.support.service import FakeClock, open_container
from trainshed.cli import run
from trainshed.service.accounts.people import Person
from trainshed.service.base import ids
from trainshed.service.base.errors import Unavailable
from trainshed.service.base.fair_queue import FairShare
from trainshed.service.base.milliseconds import HOUR, MINUTE, SECOND
from trainshed.service.bot_processes.question import Question
from trainshed.service.container import Container
from trainshed.service.table_failures import FAILING, QUARANTINED, UNAVAILABLE, FailureLog
from trainshed.service.tables.draft import Draft
from trainshed.service.tables.lobby import TablePlan
from trainshed.service.tables.open_tables import OpenTable, system_now, work_notice
from trainshed.service.tables.subjects import WorkNotice
from trainshed.service.worker import MOST_AT_ONCE, MOST_FOUND, PATIENCE_MS, Worker
from trainshed.wire import Pace

MOST_ATTEMPTS = 8
NO_PACE = Pace()
LIVE = Pace("live", 30 * SECOND, 10 * SECOND)
NUMBERS = count(1 << 60)


@pytest.fixture(scope="module")
def failing(worker_id: str) -> Iterator[str]:
    """A database in which only these tests look for work and sweep."""
    with new_database(f"trainshed_failing_{worker_id}_{os.getpid()}") as url:
        yield url


class Place:
    """A container, its clock, and what the tests do with both."""

    def __init__(self, url: str, container: Container, clock: FakeClock) -> None:
        self.url = url
        self.container = container
        self.clock = clock
        self.person: Person

    async def table(self, pace: Pace = NO_PACE, bot_to_move: bool = True, title: str = "lok-n-roll") -> int:
        """A started table of a person and a bot, with the turn of the bot or of the person."""
        container = self.container
        self.person, _ = await container.people.guest("Ada")
        number = await container.lobby.create(self.person, TablePlan(title, 2, pace=pace))
        await container.lobby.seat_bot(number, self.person, 1, "random")
        await container.lobby.start(number, self.person)
        await container.lobby.begin(number)
        if (await self.actor(number) == 1) != bot_to_move:
            await self.pass_turn(number)
        return number

    async def actor(self, number: int) -> int:
        return (await self.container.tables.current(number)).table.actor

    async def pass_turn(self, number: int) -> None:
        """Play on until the other seat is to move."""
        before = await self.actor(number)
        while await self.actor(number) == before:
            if before == 1:
                await self.container.worker.work(number)
            else:
                await self.step(number)

    async def free_moves(self, number: int) -> list[int]:
        """The moves that can be taken back, and so do not end the turn."""
        position = (await self.container.tables.current(number)).table.position
        return [move for move in position.moves() if position.reversible(move)]

    async def step(self, number: int) -> None:
        """The person plays the first move that does not end the turn, else the first of all."""
        table = (await self.container.tables.current(number)).table
        word = table.game.vocabulary.word((await self.free_moves(number) or table.position.moves())[0])
        await self.container.commands.play(number, self.person, table.seq, [word])

    async def broken(self, number: int, *more: int) -> None:
        """Break tables and forget them, as if the server had been started anew."""
        break_tables(self.url, [number, *more])
        self.container.tables.warm.clear()

    async def look(self, seconds: int = 0) -> None:
        """Let time go by, then let the worker look for work and finish it."""
        self.clock.at += seconds * SECOND
        worker = self.container.worker
        await worker.look()
        await finished(worker)

    async def failing(self, number: int) -> tuple[int, int | None]:
        """How often a table has failed, and after how many seconds it is tried again."""
        [(attempts, retry_at)] = await self.container.database.fetch(
            "SELECT attempts, retry_at FROM tables WHERE id = %s", (number,)
        )
        return attempts, None if retry_at is None else (retry_at - self.clock.at) // SECOND

    async def set_failing(self, number: int, attempts: int, retry_at: int) -> None:
        await self.container.database.write(
            "UPDATE tables SET attempts = %s, retry_at = %s, failing_since = 1, failure = 'x' WHERE id = %s",
            (attempts, retry_at, number),
        )

    async def last(self, number: int) -> int:
        return (await self.container.store.last_rows([number]))[number]


def notice(number: int) -> WorkNotice:
    """The message about a table with work."""
    return WorkNotice(number, FairShare(), True)


async def finished(worker: Worker) -> None:
    while worker.visits:
        await asyncio.gather(*worker.visits.values())


@asynccontextmanager
async def place(url: str) -> AsyncIterator[Place]:
    clock = FakeClock(system_now() + HOUR)
    async with open_container(url, clock) as container:
        await container.database.write("UPDATE tables SET work = false, deadline = NULL, retry_at = NULL, attempts = 0")
        yield Place(url, container, clock)


def lines(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.levelno >= logging.WARNING]


def visits(monkeypatch: pytest.MonkeyPatch, there: object, name: str) -> list[int]:
    """The tables for which a method is called from now on."""
    called: list[int] = []
    method: Callable[..., Any] = getattr(there, name)

    async def counted(number: int, *more: Any) -> Any:
        called.append(number)
        return await method(number, *more)

    monkeypatch.setattr(there, name, counted)
    return called


# ---------------------------------------------------------------- others are not delayed


@pytest.mark.asyncio
async def test_any_number_of_broken_tables_delays_no_other_and_writes_a_line_a_second(
    own_database: str, caplog: pytest.LogCaptureFixture
) -> None:
    url = own_database
    many = MOST_FOUND + 20
    clock = FakeClock(system_now() - MINUTE)  # the clocks have run out by now
    async with open_container(url, clock) as container:
        here = Place(url, container, clock)
        bots, clocks = await here.table(), await here.table(LIVE, bot_to_move=False)
        broken = [next(NUMBERS) for _ in range(2 * many)]
        healthy = [next(NUMBERS) for _ in range(6)]
        copy_table(url, bots, [*broken[:many], *healthy[:3]])
        copy_table(url, clocks, [*broken[many:], *healthy[3:]])
        before = await container.store.last_rows(healthy)
        await container.database.write(
            "UPDATE tables SET touched = touched - 1, deadline = deadline - 1 WHERE id = ANY(%s)", (broken,)
        )
    break_tables(url, broken)
    seconds = 8
    async with open_container(url, work=True) as container:
        await asyncio.sleep(seconds)
        after = await container.store.last_rows(healthy)
        [(tried,)] = await container.database.fetch(
            "SELECT count(*) FROM tables WHERE id = ANY(%s) AND attempts > 0", (broken,)
        )
    assert [number for number in healthy if after[number] == before[number]] == []
    assert tried == len(broken)
    assert 1 <= len(lines(caplog)) <= seconds + 2
    told = sum(int(word) for line in lines(caplog) for word in line.getMessage().split() if word.isdigit())
    assert told + len(lines(caplog)) >= len(broken), "every table is counted in some line"


@pytest.mark.asyncio
async def test_tables_that_fail_slowly_do_not_take_the_slots_of_others(
    failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with place(failing) as here:
        worker = here.container.worker
        healthy = await here.table()
        slow = [next(NUMBERS) for _ in range(2 * MOST_AT_ONCE)]
        copy_table(here.url, healthy, slow)
        for number in slow:
            await here.set_failing(number, 1, here.clock.at)
        think, released = worker.commands.think, threading.Event()

        def slowly(opened: Any, draft: Any) -> None:
            if opened.table.config.id in slow:
                released.wait(30)
            think(opened, draft)

        monkeypatch.setattr(worker.commands, "think", slowly)
        before = await here.last(healthy)
        here.clock.at += PATIENCE_MS + 1
        try:
            await worker.look()
            async with asyncio.timeout(10):
                while await here.last(healthy) == before:
                    await asyncio.sleep(0.01)
        finally:
            released.set()
        await finished(worker)


# ---------------------------------------------------------------- back-off and quarantine


@pytest.mark.asyncio
async def test_a_worker_tries_a_broken_table_again_later_and_later_then_no_more(
    failing: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with place(failing) as here:
        number = await here.table()
        await here.broken(number)
        tried = visits(monkeypatch, here.container.tables, "opened")
        await here.look(3)
        waits = [await here.failing(number)]
        for _ in range(MOST_ATTEMPTS - 2):
            wait = waits[-1][1] or 0
            await here.look(wait - 1)
            assert len(tried) == len(waits), "not before its time"
            await here.look(1)
            waits.append(await here.failing(number))
        assert waits == [(1, 5), (2, 10), (3, 20), (4, 40), (5, 80), (6, 160), (7, 300)]
        assert len(lines(caplog)) == 1
        await here.look(300)
        assert len(tried) == MOST_ATTEMPTS
        here.container.failures.log.close()
        assert [line.levelno for line in lines(caplog)] == [logging.WARNING, logging.ERROR]
        for _ in range(10):
            await here.look(24 * 3600)
        assert len(tried) == MOST_ATTEMPTS, "nobody tries it any more"


@pytest.mark.asyncio
async def test_a_sweeper_tries_a_broken_table_again_later_and_later_then_no_more(
    failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with place(failing) as here:
        number = await here.table(LIVE, bot_to_move=False)
        await here.broken(number)
        tried = visits(monkeypatch, here.container.sweeper.commands, "flag")
        here.clock.at += LIVE.turn + LIVE.bank
        when: list[int] = []
        for second in range(0, 1200, 5):
            await here.container.sweeper.sweep()
            if len(tried) > len(when):
                when.append(second)
            here.clock.at += 5 * SECOND
        assert when == [0, 5, 15, 35, 75, 155, 315, 615]
        assert len(tried) == MOST_ATTEMPTS


@pytest.mark.asyncio
async def test_a_message_does_not_hurry_a_table_that_failed(failing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with place(failing) as here:
        number = await here.table()
        await here.broken(number)
        worker = here.container.worker
        tried = visits(monkeypatch, here.container.tables, "opened")
        await here.look(3)
        for _ in range(3):
            worker._named("", notice(number).encode())
            await finished(worker)
        assert tried == [number]


@pytest.mark.asyncio
async def test_two_workers_that_fail_together_are_one_attempt(failing: str) -> None:
    async with place(failing) as here, open_container(failing, here.clock) as other:
        number = await here.table()
        await here.broken(number)
        here.clock.at += 3 * SECOND
        workers = [here.container.worker, other.worker]
        await asyncio.gather(*[worker.look() for worker in workers])
        await asyncio.gather(*[finished(worker) for worker in workers])
        assert await here.failing(number) == (1, 5)


@pytest.mark.asyncio
async def test_a_database_that_is_gone_is_not_the_fault_of_a_table(
    failing: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with place(failing) as here:
        number, clock = await here.table(), await here.table(LIVE, bot_to_move=False)

        async def gone(*_: Any) -> Any:
            raise Unavailable("the database cannot be reached")

        with monkeypatch.context() as patched:
            patched.setattr(here.container.tables, "current", gone)
            await here.look(3)
            here.clock.at += MINUTE
            assert await here.container.sweeper.sweep() == 0
        assert await here.failing(number) == await here.failing(clock) == (0, None)
        before = await here.last(number)
        await here.look()
        assert await here.last(number) > before
        assert "cannot be reached" in caplog.text


@pytest.mark.asyncio
async def test_a_failure_that_cannot_be_stored_is_logged(
    failing: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with place(failing) as here:
        number = await here.table()
        await here.broken(number)

        async def refused(*_: Any) -> Any:
            raise RuntimeError("the disk is full")

        monkeypatch.setattr(here.container.store, "record_failure", refused)
        await here.look(3)
        assert "other printed content" in caplog.text
        assert "the disk is full" in caplog.text


# ---------------------------------------------------------------- what ends it


@pytest.mark.asyncio
async def test_a_bot_that_plays_again_is_not_failing_any_more(failing: str) -> None:
    async with place(failing) as here:
        number = await here.table()
        await here.broken(number)
        await here.look(3)
        assert await here.failing(number) == (1, 5)
        mend_tables(here.url, [number])
        before = await here.last(number)
        await here.look(5)
        assert await here.last(number) > before
        assert await here.failing(number) == (0, None)


@pytest.mark.asyncio
@pytest.mark.parametrize("due", [True, False])
async def test_a_flag_that_falls_or_need_not_fall_any_more_is_not_failing(failing: str, due: bool) -> None:
    async with place(failing) as here:
        number = await here.table(LIVE, bot_to_move=False)
        await here.broken(number)
        here.clock.at += LIVE.turn + LIVE.bank
        assert await here.container.sweeper.sweep() == 0
        assert await here.failing(number) == (1, 5)
        mend_tables(here.url, [number])
        if not due:
            here.clock.at -= MINUTE
            await here.set_failing(number, 1, here.clock.at)
            await here.container.store.make_due(number, here.clock.at)
        here.clock.at += 5 * SECOND
        assert await here.container.sweeper.sweep() == int(due)
        assert await here.failing(number) == (0, None)


@pytest.mark.asyncio
@pytest.mark.parametrize("whole_turn", [True, False])
async def test_a_move_of_a_person_ends_a_quarantine(failing: str, whole_turn: bool) -> None:
    async with place(failing) as here:
        number = await here.table(LIVE, bot_to_move=False, title="russian-railroads")
        while not await here.free_moves(number):
            await here.pass_turn(number)
            await here.pass_turn(number)
        other = next(NUMBERS)
        copy_table(here.url, number, [other])
        for table in (number, other):
            await here.set_failing(table, MOST_ATTEMPTS, 2**63 - 1)
        here.clock.at += 0 if whole_turn else LIVE.turn + LIVE.bank
        await (here.pass_turn(number) if whole_turn else here.step(number))
        assert await here.actor(number) == int(whole_turn)
        assert await here.failing(number) == (0, None)
        assert (await here.failing(other))[0] == MOST_ATTEMPTS


# ---------------------------------------------------------------- what an operator sees and does


@pytest.mark.asyncio
async def test_an_operator_lists_broken_tables_and_lets_them_go_on(
    own_database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TRAINSHED_DATABASE", own_database)

    def trainshed(*words: str) -> tuple[int, str, str]:
        code = run(["tables", *words])
        said = capsys.readouterr()
        return code, said.out, said.err

    async with place(own_database) as here:
        assert trainshed("broken") == (0, "No table is broken.\n", "")
        first, second, whole = await here.table(), await here.table(), await here.table()
        await here.broken(first, second)
        await here.look(3)
        await here.set_failing(first, MOST_ATTEMPTS, 2**63 - 1)
        code, out, _ = trainshed("broken")
        assert code == 0
        assert "2 broken tables, 1 of them in quarantine" in out
        for expected in (ids.written(first), ids.written(second), "lok-n-roll", "quarantine", "other printed content"):
            assert expected in out
        assert ids.written(whole) not in out

        assert trainshed("retry")[0] == 2
        assert trainshed("retry", "--all", ids.written(first))[0] == 2
        assert trainshed("retry", "nonsense")[0] == 1
        code, _, err = trainshed("retry", ids.written(whole))
        assert (code, ids.written(whole) in err) == (1, True)

        here.clock.at = system_now()
        mend_tables(here.url, [first])
        before = await here.last(first)
        assert trainshed("retry", ids.written(first))[:2] == (0, "1 table is tried again now.\n")
        here.clock.at = system_now()
        await here.look(1)
        assert await here.last(first) > before
        assert await here.failing(first) == (0, None)

        assert trainshed("retry", "--all")[:2] == (0, "1 table is tried again now.\n")
        await here.look(1)
        assert (await here.failing(second))[0] == 1
        assert await here.container.store.count_failing() == (1, 0)


# ---------------------------------------------------------------- the search stays fast


@pytest.mark.asyncio
async def test_work_and_clocks_are_found_without_reading_tables_that_fail(own_database: str) -> None:
    async with place(own_database) as here:
        number = await here.table()
        copies = [next(NUMBERS) for _ in range(3000)]
        copy_table(here.url, number, copies)
        write = here.container.database.write
        quarantine = "UPDATE tables SET retry_at = %s, deadline = 1, touched = 1 WHERE id = ANY(%s)"
        await write(quarantine, (2**63 - 1, copies))
        await write("VACUUM ANALYZE tables")
        plans = {
            "tables_ready": "work AND retry_at IS NULL AND touched < 9 ORDER BY touched",
            "tables_due": "deadline <= 9 AND retry_at IS NULL ORDER BY deadline",
            "tables_retry": "retry_at <= 9 AND deadline <= 9 ORDER BY retry_at",
        }
        for index, wanted in plans.items():
            plan = await here.container.database.fetch(f"EXPLAIN SELECT id FROM tables WHERE {wanted} LIMIT 9")
            assert any(index in line for (line,) in plan), plan


# ---------------------------------------------------------------- the log


@pytest.mark.asyncio
async def test_one_line_tells_of_all_failures_since_the_last(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trainshed.service.table_failures.LOG_EVERY", 0.05)
    written = FailureLog()
    written.add(FAILING, "first", {"table": "a"})
    assert [line.getMessage() for line in lines(caplog)] == ["a table fails and is tried again: first"]
    for number in range(143):
        written.add(FAILING, f"failure {number}", {"table": "b"})
    written.add(QUARANTINED, "eighth", {"table": "c"}, ValueError("eighth"))
    written.add(QUARANTINED, "another", {"table": "d"})
    assert len(lines(caplog)) == 1
    await asyncio.sleep(0.2)
    [_, line] = lines(caplog)
    assert line.getMessage() == (
        "a table fails and is in quarantine: eighth; other tables: 143 that fail, 1 in quarantine"
    )
    assert (line.levelno, vars(line)["table"]) == (logging.ERROR, "c")
    assert line.exc_info is not None
    written.add(UNAVAILABLE, "at once, after a pause", {"table": "e"})
    written.add(FAILING, "at the end", {"table": "f"})
    assert len(lines(caplog)) == 3
    written.close()
    assert lines(caplog)[-1].getMessage() == "a table fails and is tried again: at the end"
    await asyncio.sleep(0.1)
    assert len(lines(caplog)) == 4


@pytest.mark.asyncio
async def test_bots_that_play_alone_delay_nobody(failing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any number of games that their people have left, and still a bot answers at once where a person waits."""
    async with place(failing) as here:
        worker, begun, go_on = here.container.worker, list[int](), threading.Event()
        think = worker.commands.think

        def slowly(opened: OpenTable, draft: Draft) -> Question | None:
            begun.append(opened.table.config.id)
            go_on.wait(30)
            return think(opened, draft)

        alone = [await here.table() for _ in range(MOST_AT_ONCE + 2)]
        for number in alone:
            person = (await here.container.tables.current(number)).table.holders[0].person
            await here.container.commands.leave(number, await here.container.people.person(person or 0), 0)
        waits = await here.table()
        monkeypatch.setattr(worker.commands, "think", slowly)
        for number in (*alone, waits):
            worker.take(work_notice((await here.container.tables.current(number)).table))
        async with asyncio.timeout(10):
            while waits not in begun:
                await asyncio.sleep(0.01)
        assert len(set(begun) & set(alone)) == 1
        go_on.set()
        await finished(worker)
        assert set(begun) == {*alone, waits}
