"""The making of analyses: it goes on after killed processes and stopped servers, and each is made by one process."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

import msgspec
import psycopg
import pytest

import trainshed
from tests.support.games.asked_questions import seen_questions
from tests.support.games.finished import conceded, play_on, seated
from tests.support.servers.patience import PATIENCE
from tests.support.service import FakeClock, open_container
from trainshed.service.analyses import analysis_worker
from trainshed.service.analyses.analysis_store import MOST_ATTEMPTS, ClaimedAnalysis
from trainshed.service.analyses.analysis_worker import LEASE_MS, RETRY_MS
from trainshed.service.bot_processes.pool import BotFailed
from trainshed.service.bot_processes.question import JUDGE
from trainshed.service.container import Container
from trainshed.wire import AnalysisState

pytestmark = pytest.mark.usefixtures("quick_questions", "empty_queue")


@pytest.fixture
def quick_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge each question for a moment only: these tests are not about how well."""
    monkeypatch.setattr(analysis_worker, "LONGEST", 0.02)


@pytest.fixture
def empty_queue(database: str) -> None:
    """No other test has left anything to analyse."""
    with psycopg.connect(database) as connection:
        connection.execute("DELETE FROM analyses")


async def queued(container: Container, gestures: int = 5, title: str = "lok-n-roll") -> int:
    """A finished game that waits for its analysis."""
    number, [ada, _] = await conceded(container, title, gestures)
    assert (await container.analyses.start(number, ada)).state == "queued"
    return number


async def until_judged(container: Container, number: int, least: int = 1) -> AnalysisState:
    """Wait until so many questions of an analysis are stored as judged."""
    async with asyncio.timeout(PATIENCE):
        while (state := await container.analyses.of(number)).done < least:
            await asyncio.sleep(0.01)
    return state


@pytest.mark.asyncio
async def test_games_of_all_titles_are_analysed_also_after_a_concession(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_container(database) as container:
        numbers = [await queued(container, 3, title) for title in trainshed.titles()]
        asked = seen_questions(monkeypatch)
        await container.analysis_worker.work()
        questions = 0
        for number in numbers:
            state = await container.analyses.of(number)
            assert (state.state, state.done) == ("ready", state.total)
            assert state.analysis is not None
            table = (await container.tables.current(number)).table
            assert state.analysis.rows == table.seq
            rows = {row.seq: row for row in await container.store.rows(number, 0)}
            for decision in state.analysis.decisions:
                assert (rows[decision.row].said, rows[decision.row].seat) == (decision.played, decision.seat)
                assert decision.chosen.move == decision.played
            assert state.analysis.decisions
            questions += state.total
        assert len(asked) == questions
        assert {question.bot for question in asked} == {JUDGE}
        assert all(question.budget.seconds == 0.02 and question.played in question.moves for question in asked)


@pytest.mark.asyncio
async def test_a_game_without_any_decision_has_an_empty_analysis(database: str) -> None:
    async with open_container(database) as container:
        number = await queued(container, 0)
        await container.analysis_worker.work()
        state = await container.analyses.of(number)
        assert state.state == "ready"
        assert state.analysis is not None
        assert state.analysis.decisions == []


@pytest.mark.asyncio
async def test_a_worker_analyses_by_itself_and_the_analysis_is_kept(database: str) -> None:
    async with open_container(database, work=True) as container:
        number = await queued(container)
        async with asyncio.timeout(PATIENCE):
            while (state := await container.analyses.of(number)).state != "ready":
                await asyncio.sleep(0.02)
    async with open_container(database) as container:
        assert await container.analyses.of(number) == state
        ada = await container.people.person((await container.tables.current(number)).table.config.host)
        assert await container.analyses.start(number, ada) == state
        assert container.worker.bot_processes.running == set()


@pytest.mark.asyncio
async def test_it_goes_on_after_a_process_was_killed_in_the_middle(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis_worker, "SAVE_EVERY", 0.01)
    async with open_container(database) as container:
        number = await queued(container)
        monkeypatch.setattr(analysis_worker, "LONGEST", 0.3)
        working = asyncio.create_task(container.analysis_worker.work())
        await until_judged(container, number)
        async with asyncio.timeout(PATIENCE):
            while not container.worker.bot_processes.thinking:
                await asyncio.sleep(0.001)
        [process] = container.worker.bot_processes.running
        os.kill(process.process.pid, signal.SIGKILL)
        monkeypatch.setattr(analysis_worker, "LONGEST", 0.02)
        await working
        assert (await container.analyses.of(number)).state == "ready"
        [another] = container.worker.bot_processes.running
        assert another is not process


@pytest.mark.asyncio
async def test_another_server_goes_on_where_one_was_stopped(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_worker, "SAVE_EVERY", 0.01)
    async with open_container(database) as container:
        number = await queued(container)
        working = asyncio.create_task(container.analysis_worker.work())
        before = await until_judged(container, number, 2)
        working.cancel()
        with pytest.raises(asyncio.CancelledError):
            await working
        assert (await container.analyses.of(number)).state == "queued"
    asked = seen_questions(monkeypatch)
    async with open_container(database) as container:
        await container.analysis_worker.work()
        after = await container.analyses.of(number)
        assert after.state == "ready"
        assert 0 < len(asked) <= after.total - before.done


@pytest.mark.asyncio
async def test_another_server_goes_on_when_nothing_was_heard_of_one_that_was_killed(database: str) -> None:
    clock = FakeClock()
    async with open_container(database, clock) as killed, open_container(database, clock) as other:
        number = await queued(killed)
        assert await killed.analyses.store.claim(clock.at, clock.at + LEASE_MS) is not None
        await other.analysis_worker.work()
        assert (await other.analyses.of(number)).state == "running"
        clock.at += LEASE_MS
        await other.analysis_worker.work()
        assert (await other.analyses.of(number)).state == "ready"


@pytest.mark.asyncio
async def test_two_servers_make_one_analysis_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_container(database) as one, open_container(database) as two:
        number = await queued(one)
        asked = seen_questions(monkeypatch)
        await asyncio.gather(one.analysis_worker.work(), two.analysis_worker.work())
        state = await two.analyses.of(number)
        assert (state.state, len(asked)) == ("ready", state.total)


@pytest.mark.asyncio
async def test_a_server_that_lost_its_lease_writes_nothing_more(database: str) -> None:
    clock = FakeClock()
    async with open_container(database, clock) as slow, open_container(database, clock) as other:
        number = await queued(slow)
        store = slow.analyses.store
        held = await store.claim(clock.at, clock.at + LEASE_MS)
        assert held is not None
        clock.at += LEASE_MS
        await other.analysis_worker.work()
        done = await other.analyses.of(number)
        assert done.analysis is not None
        await slow.analysis_worker.make(held)
        assert not await store.finish(held, done.analysis)
        await store.give_back(held, clock.at, failed=True)
        assert await slow.analyses.of(number) == done


@pytest.mark.asyncio
async def test_a_table_that_is_deleted_takes_its_analysis_with_it(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis_worker, "SAVE_EVERY", 0.01)
    async with open_container(database) as container:
        number, [ada] = await seated(container, people=1)
        await play_on(container, number, [ada], 5)
        await container.commands.concede(number, ada, (await container.tables.current(number)).table.seq)
        await container.analyses.start(number, ada)
        working = asyncio.create_task(container.analysis_worker.work())
        await until_judged(container, number)
        await container.deletion.delete(number, ada)
        await working
        assert await container.database.fetch("SELECT FROM analyses") == []
        assert container.worker.bot_processes.thinking == 0


@pytest.mark.asyncio
async def test_an_analysis_that_fails_is_tried_again_and_then_left_until_somebody_asks(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = FakeClock()
    async with open_container(database, clock) as container:
        number = await queued(container)
        attempts = 0

        async def fails(*_: Any) -> None:
            nonlocal attempts
            attempts += 1
            raise BotFailed("no idea")

        with monkeypatch.context() as broken:
            broken.setattr(container.worker.bot_processes, "judge", fails)
            for attempt in range(MOST_ATTEMPTS):
                await container.analysis_worker.work()
                await container.analysis_worker.work()
                assert attempts == attempt + 1, "not again before the pause is over"
                clock.at += RETRY_MS
            await container.analysis_worker.work()
        assert (attempts, (await container.analyses.of(number)).state) == (MOST_ATTEMPTS, "failed")
        ada = await container.people.person((await container.tables.current(number)).table.config.host)
        assert (await container.analyses.start(number, ada)).state == "queued"
        await container.analysis_worker.work()
        assert (await container.analyses.of(number)).state == "ready"


@pytest.mark.asyncio
async def test_an_analysis_at_which_servers_die_is_given_up(database: str) -> None:
    clock = FakeClock()
    async with open_container(database, clock) as container:
        number = await queued(container)
        for _ in range(MOST_ATTEMPTS):
            assert await container.analyses.store.claim(clock.at, clock.at + LEASE_MS) is not None
            clock.at += LEASE_MS
        assert await container.analyses.store.claim(clock.at, clock.at + LEASE_MS) is None
        assert (await container.analyses.of(number)).state == "failed"


@pytest.mark.asyncio
async def test_judgements_of_another_release_are_not_used(database: str) -> None:
    async with open_container(database) as container:
        number = await queued(container)
        await container.database.write("UPDATE analyses SET judged = %s", (b"of long ago",))
        await container.analysis_worker.work()
        done = await container.analyses.of(number)
        assert done.analysis is not None
        judged = [decision.judgement for decision in done.analysis.decisions]
        wrong = [msgspec.structs.replace(judgement, moves=[]) for judgement in judged]
        await container.database.write("UPDATE analyses SET status = 'queued'")
        held = await container.analyses.store.claim(container.tables.now(), container.tables.now() + LEASE_MS)
        assert held is not None
        await container.analysis_worker.make(ClaimedAnalysis(number, held.holder, wrong))
        assert (await container.analyses.of(number)).state == "ready"
