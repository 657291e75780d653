"""Who gets the bots' time: one turn at each table, then the next in a fair queue; nothing for tables that are gone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.support.games.asked_questions import seen_questions
from tests.support.service import FakeClock, open_container
from trainshed.service.accounts.people import Person
from trainshed.service.base import ids
from trainshed.service.base.fair_queue import FairShare, Urgency
from trainshed.service.bot_processes.question import Question
from trainshed.service.container import Container
from trainshed.service.tables.commands import LEAST_THINKING, THINKING_TIME
from trainshed.service.tables.draft import Draft
from trainshed.service.tables.lobby import TablePlan
from trainshed.service.tables.open_tables import OpenTable, work_notice
from trainshed.service.tables.subjects import WorkNotice
from trainshed.web.metrics import PrometheusMetrics
from trainshed.web.status import Status

PATIENCE = 60.0
"""Seconds for what takes a moment on a machine that has nothing else to do."""
HOME, CLUB = "192.0.2.1", "198.51.100.7"


async def waiting_table(
    container: Container, bots: Sequence[str], address: str = HOME, person: Person | None = None
) -> tuple[int, Person]:
    """A started table where a bot is to move, and its host."""
    if person is None:
        person, _ = await container.people.guest("Ada")
    number = await container.lobby.create(person, TablePlan("russian-railroads", 1 + len(bots)), address)
    for seat, bot in enumerate(bots, 1):
        await container.lobby.seat_bot(number, person, seat, bot)
    await container.lobby.start(number, person)
    await container.lobby.begin(number)
    await play_for(container, number, person)
    return number, person


async def play_for(container: Container, number: int, person: Person) -> None:
    """Play for the person until a bot is to move."""
    opened = await container.tables.current(number)
    while opened.table.actor == 0:
        word = opened.table.game.vocabulary.word(opened.table.position.moves()[0])
        await container.commands.play(number, person, opened.table.seq, [word])
        opened = await container.tables.current(number)


async def notice(container: Container, number: int) -> WorkNotice:
    return work_notice((await container.tables.current(number)).table)


async def rows(container: Container, number: int) -> int:
    [(count,)] = await container.database.fetch("SELECT count(*) FROM rows WHERE table_id = %s", (number,))
    return int(count)


@asynccontextmanager
async def one_at_a_time(database: str) -> AsyncIterator[Container]:
    """A container whose worker plays one turn at a time."""
    async with open_container(database) as container:
        container.worker.queue.lanes = container.worker.bot_processes.queue.lanes = 1
        yield container


def seen_commits(monkeypatch: pytest.MonkeyPatch, container: Container) -> list[int]:
    """The tables at which something is stored from now on."""
    seen: list[int] = []
    commit = container.tables.commit

    async def recorded(opened: OpenTable, draft: Draft) -> bool:
        seen.append(draft.table.config.id)
        return await commit(opened, draft)

    monkeypatch.setattr(container.tables, "commit", recorded)
    return seen


async def finish(container: Container) -> None:
    async with asyncio.timeout(PATIENCE):
        while container.worker.visits:
            await asyncio.gather(*container.worker.visits.values(), return_exceptions=True)


# ---------------------------------------------------------------- fairness


@pytest.mark.asyncio
@pytest.mark.parametrize("bot", ["sleeping", "thumb"])
async def test_many_tables_of_one_network_delay_others_by_one_turn(
    database: str, odd_bots: Path, monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    async with one_at_a_time(database) as container:
        guests = [(await container.people.guest(f"Bandit {number}"))[0] for number in range(2)]
        crowd = [(await waiting_table(container, ["sleeping"] * 3, CLUB, guests[n % 2]))[0] for n in range(8)]
        honest, _ = await waiting_table(container, [bot], HOME)
        commits = seen_commits(monkeypatch, container)
        for number in (*crowd, honest):
            container.worker.take(await notice(container, number))
        async with asyncio.timeout(PATIENCE):
            while honest not in commits:
                await asyncio.sleep(0.01)
        assert len([number for number in commits[: commits.index(honest)] if number in crowd]) <= 2
        await finish(container)


@pytest.mark.asyncio
async def test_each_table_gets_one_turn_before_any_gets_the_next(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with one_at_a_time(database) as container:
        first, ada = await waiting_table(container, ["thumb", "thumb", "thumb"])
        second, _ = await waiting_table(container, ["thumb", "thumb", "thumb"], person=ada)
        commits = seen_commits(monkeypatch, container)
        for number in (first, second):
            container.worker.take(await notice(container, number))
        await finish(container)
        together = 2 * min(commits.count(first), commits.count(second))
        assert together
        assert all(number != after for number, after in pairwise(commits[:together]))


@pytest.mark.asyncio
async def test_bots_that_wait_for_a_process_hold_up_no_others(database: str, odd_bots: Path) -> None:
    async with open_container(database) as container:
        worker = container.worker
        worker.bot_processes.queue.lanes = 1
        slow = [(await waiting_table(container, ["hanging"]))[0] for _ in range(worker.queue.lanes + 1)]
        quick, _ = await waiting_table(container, ["thumb"])
        for number in slow:
            worker.take(await notice(container, number))
        async with asyncio.timeout(PATIENCE):
            while worker.bot_processes.queued < len(slow) - 1:
                await asyncio.sleep(0.01)
            worker.take(await notice(container, quick))
            while (await container.tables.current(quick)).table.actor != 0:
                await asyncio.sleep(0.01)
        assert worker.bot_processes.queued == len(slow) - 1
        await worker.stop()


@pytest.mark.asyncio
async def test_tables_left_to_bots_lose_their_place_at_the_next_turn(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_container(database) as container:
        number, ada = await waiting_table(container, ["thumb"])
        before = await notice(container, number)
        await container.commands.leave(number, ada, 0)
        urgencies: list[Urgency] = []
        lane = container.worker.queue.lane

        def recorded(share: FairShare, urgency: Urgency) -> Any:
            urgencies.append(urgency)
            return lane(share, urgency)

        monkeypatch.setattr(container.worker.queue, "lane", recorded)
        container.worker.take(before)
        await finish(container)
        assert urgencies[0] == Urgency.ATTENDED
        assert len(urgencies) > 10
        assert set(urgencies[1:]) == {Urgency.BOTS_ALONE}


@pytest.mark.asyncio
async def test_polling_finds_people_first_then_one_table_of_each_network(database: str) -> None:
    async with open_container(database) as container:
        await container.database.write("UPDATE tables SET work = false")
        alone, ada = await waiting_table(container, ["thumb"], HOME)
        await container.commands.leave(alone, ada, 0)
        crowd = [(await waiting_table(container, ["thumb"], CLUB))[0] for _ in range(3)]
        honest, host = await waiting_table(container, ["thumb"], HOME)
        found = await container.store.with_work(container.tables.now() + 1_000, 10)
        assert [work.table for work in found] == [crowd[0], honest, *crowd[1:], alone]
        assert [work.attended for work in found] == [True] * 4 + [False]
        assert found[1] == await notice(container, honest)
        assert found[1].share == FairShare(host.id, (await container.tables.current(honest)).table.config.network)
        assert len({work.share.network for work in found}) == 2


def test_notices_of_other_versions_are_ignored() -> None:
    told = WorkNotice(7, FairShare(1, 2), False)
    assert WorkNotice.decode(told.encode()) == told
    assert WorkNotice.decode(ids.written(7).encode()) is None
    assert WorkNotice.decode(b"\xff") is None


# ---------------------------------------------------------------- tables that are gone


@pytest.mark.asyncio
async def test_deleted_tables_get_no_more_rows(database: str, odd_bots: Path) -> None:
    async with open_container(database, work=True) as container:
        number, ada = await waiting_table(container, ["sleeping"])
        async with asyncio.timeout(PATIENCE):
            while not container.worker.bot_processes.running:
                await asyncio.sleep(0.01)
        await container.deletion.delete(number, ada)
        await finish(container)
        assert await rows(container, number) == 0
        assert container.worker.bot_processes.thinking == 0


@pytest.mark.asyncio
async def test_deleted_tables_leave_the_queue_at_once(database: str, odd_bots: Path) -> None:
    async with open_container(database, work=True) as container:
        container.worker.bot_processes.queue.lanes = 1
        first, _ = await waiting_table(container, ["hanging"])
        second, ada = await waiting_table(container, ["hanging"])
        async with asyncio.timeout(PATIENCE):
            while container.worker.bot_processes.queued < 1:
                await asyncio.sleep(0.01)
            await container.deletion.delete(second, ada)
            while second in container.worker.visits:
                await asyncio.sleep(0.01)
        assert first in container.worker.visits


# ---------------------------------------------------------------- how long people wait


async def open_question(container: Container) -> tuple[Draft, Question]:
    """A question that a bot is asked after the move of a person, and the draft of its turn."""
    number, _ = await waiting_table(container, ["prompt"])
    opened = await container.tables.current(number)
    draft = await container.tables.draft(opened)
    question = container.commands.think(opened, draft)
    assert question is not None
    return draft, question


@pytest.mark.asyncio
async def test_each_question_gets_a_third_of_the_time_left(database: str, odd_bots: Path) -> None:
    clock = FakeClock()
    async with open_container(database, clock) as container:
        draft, question = await open_question(container)
        found = []
        for waited in (0, 500, 500, 60_000):
            clock.at += waited
            found.append(container.commands.in_time(draft, question).budget.seconds)
        left = [THINKING_TIME, THINKING_TIME - 0.5, THINKING_TIME - 1.0]
        assert found == pytest.approx([*[seconds / 3 for seconds in left], LEAST_THINKING])


@pytest.mark.asyncio
async def test_thirty_questions_in_a_row_take_little_more_than_two_seconds(database: str, odd_bots: Path) -> None:
    clock = FakeClock()
    async with open_container(database, clock) as container:
        draft, question = await open_question(container)
        begin = clock.at
        for _ in range(30):
            clock.at += round(1000 * container.commands.in_time(draft, question).budget.seconds)
        assert clock.at - begin <= 2_100


@pytest.mark.asyncio
async def test_waits_add_up_until_a_person_moves(
    database: str, odd_bots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_container(database) as container:
        asked = seen_questions(monkeypatch)
        number, ada = await waiting_table(container, ["sleeping", "thumb"])
        await container.worker.work(number)
        table = (await container.tables.current(number)).table
        if not table.waited[1]:  # the order of the seats is drawn, and the person came between the two bots
            await play_for(container, number, ada)
            asked.clear()
            await container.worker.work(number)
            table = (await container.tables.current(number)).table
        assert table.waited[1] >= 300
        assert table.waited[0] == 0
        container.tables.forget(number)
        assert (await container.tables.current(number)).table.waited == table.waited
        budgets = [question.budget.seconds for question in asked]
        assert budgets == sorted(budgets, reverse=True)
        await play_for(container, number, ada)
        assert (await container.tables.current(number)).table.waited == [0, 0, 0]


@pytest.mark.asyncio
async def test_long_waits_are_told_by_readyz_metrics_and_log(
    database: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = FakeClock()
    async with open_container(database, clock) as container:
        monkeypatch.setattr(container, "works", True)
        status, metrics = Status(container), PrometheusMetrics(container)
        await container.database.write("UPDATE tables SET work = false")
        number, ada = await waiting_table(container, ["thumb"])
        container.worker.stopping = True  # it looks, and plays nothing
        with caplog.at_level(logging.WARNING):
            await container.worker.look()
            assert status.warnings() == []
            clock.at += 37_000
            for _ in range(3):
                await container.worker.look()
        assert status.warnings() == ["bots: a player has waited 37 s for a turn"]
        assert b"trainshed_bot_attended_wait_seconds 37.0" in metrics.text()
        assert [line.getMessage() for line in caplog.records] == ["a player has waited 37 s for a bot's turn"]
        await container.commands.leave(number, ada, 0)
        await container.worker.look()
        assert status.warnings() == []
        monkeypatch.undo()
