"""Tables with bots that search: the game goes on, whatever becomes of the processes in which they think."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support.games.asked_questions import seen_questions
from tests.support.service import open_container
from trainshed.bots.characters import level_of
from trainshed.service.accounts.people import Person
from trainshed.service.base.metrics import METRICS
from trainshed.service.bot_processes.pool import BotFailed
from trainshed.service.container import Container
from trainshed.service.tables.lobby import TablePlan

PATIENCE = 60.0
"""Seconds for what takes a moment on a machine that has nothing else to do."""
TITLE = "russian-railroads"


async def table(container: Container, bot: str) -> int:
    """A started table of a person and a bot that has a question to answer."""
    person, _ = await container.people.guest("Ada")
    number = await container.lobby.create(person, TablePlan(TITLE, 2))
    await container.lobby.seat_bot(number, person, 1, bot)
    await container.lobby.start(number, person)
    await container.lobby.begin(number)
    await play_for(container, number, person)
    return number


async def play_for(container: Container, number: int, person: Person) -> None:
    """Play for the person until the bot has a question to answer."""
    opened = await container.tables.current(number)
    while opened.table.actor != 1:
        words = opened.table.position.game.vocabulary
        move = opened.table.position.moves()[0]
        await container.commands.play(number, person, opened.table.seq, [words.word(move)])
        opened = await container.tables.current(number)


async def actor(container: Container, number: int) -> int:
    return (await container.tables.current(number)).table.actor


@pytest.mark.asyncio
async def test_a_director_plays_on_to_a_persons_question_and_the_event_loop_goes_on(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_container(database) as container:
        number = await table(container, "director")
        asked = seen_questions(monkeypatch)
        before = (await container.tables.current(number)).table
        gaps: list[float] = []

        async def tick() -> None:
            while True:
                begin = time.monotonic()
                await asyncio.sleep(0.01)
                gaps.append(time.monotonic() - begin)

        ticking = asyncio.create_task(tick())
        begin = time.monotonic()
        await container.worker.work(number)
        taken = time.monotonic() - begin
        ticking.cancel()
        after = (await container.tables.current(number)).table
        assert after.actor == 0
        assert after.seq > before.seq
        assert asked
        assert level_of(asked[0].bot) == "director"
        assert 0.1 <= asked[0].budget.seconds <= 1.0
        assert max(gaps) < taken / 2
        assert len(container.worker.bot_processes.running) == 1


@pytest.mark.asyncio
@pytest.mark.parametrize("bot", ["random", "thumb", "driver"])
async def test_bots_that_answer_at_once_need_no_process(database: str, bot: str) -> None:
    async with open_container(database) as container:
        number = await table(container, bot)
        await container.worker.work(number)
        assert await actor(container, number) == 0
        assert container.worker.bot_processes.running == set()


@pytest.mark.asyncio
async def test_a_worker_plays_for_a_bot_that_searches_by_itself(database: str, odd_bots: Path) -> None:
    """From the message about work to the stored moves, and the processes end with the server."""
    async with open_container(database, work=True) as container:
        number = await table(container, "prompt")
        async with asyncio.timeout(PATIENCE):
            while await actor(container, number) != 0:
                await asyncio.sleep(0.01)
        [process] = container.worker.bot_processes.running
    assert process.process.returncode == -signal.SIGKILL


@pytest.mark.asyncio
async def test_the_game_goes_on_after_a_process_was_killed_while_it_thought(database: str, odd_bots: Path) -> None:
    async with open_container(database) as container:
        number = await table(container, "interrupted")
        before = METRICS.bot_questions["died"]
        turn = asyncio.create_task(container.worker.work(number))
        async with asyncio.timeout(PATIENCE):
            while not (odd_bots / "interrupted").exists():
                await asyncio.sleep(0.01)
        [process] = container.worker.bot_processes.running
        os.kill(process.process.pid, signal.SIGKILL)
        await turn
        assert await actor(container, number) == 0
        assert METRICS.bot_questions["died"] == before + 1


@pytest.mark.asyncio
async def test_rules_of_thumb_choose_for_a_bot_that_hangs(
    database: str, odd_bots: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_container(database) as container:
        number = await table(container, "hanging")
        container.worker.bot_processes.grace = -1.0  # one second for each question of the turn
        asked = seen_questions(monkeypatch)
        before = METRICS.bot_questions["late"]
        await container.worker.work(number)
        assert await actor(container, number) == 0
        assert len(asked) >= 1
        assert METRICS.bot_questions["late"] == before + len(asked)
        told = [line for line in caplog.records if "rules of thumb choose its move" in line.getMessage()]
        assert len(told) == len(asked)
        assert told[0].__dict__["bot"] == "hanging"


@pytest.mark.asyncio
async def test_a_bot_that_fails_is_a_failure_of_its_table(database: str, odd_bots: Path) -> None:
    async with open_container(database) as container:
        number = await table(container, "failing")
        with pytest.raises(BotFailed, match="no idea"):
            await container.worker.work(number)
        assert await actor(container, number) == 1


@pytest.mark.asyncio
async def test_a_long_turn_is_shown_in_parts(database: str, odd_bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a bot has done is stored before it thinks on, so that others see it and a stop does not lose it."""
    monkeypatch.setattr("trainshed.service.worker.SHOW_AFTER", 0.0)
    async with open_container(database) as container:
        number = await table(container, "eager")
        [person] = [holder.person for holder in (await container.tables.current(number)).table.holders[:1]]
        assert person is not None
        asked = seen_questions(monkeypatch)
        commits = 0
        commit = container.tables.commit

        async def counted(*given: Any) -> bool:
            nonlocal commits
            commits += 1
            return await commit(*given)

        monkeypatch.setattr(container.tables, "commit", counted)
        turns = 0
        while len(asked) < turns + 3:  # some turn has had several questions
            await container.worker.work(number)
            assert await actor(container, number) == 0
            assert commits >= len(asked)
            turns += 1
            await play_for(container, number, await container.people.person(person))
