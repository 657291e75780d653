"""Hints: who gets one, about which question, how often, and that nothing hidden has a part in it."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from tests.support.games.finished import play_on, seated
from tests.support.servers.patience import PATIENCE
from tests.support.service import open_container
from trainshed.bots.bot import Budget
from trainshed.locale import speech
from trainshed.service.accounts.people import Person
from trainshed.service.analyses import hints
from trainshed.service.base.errors import Forbidden, NotFound, NotNow, Refused, Stale, TooMany
from trainshed.service.base.fair_queue import FairShare, Urgency
from trainshed.service.bot_processes.pool import BotProcesses
from trainshed.service.bot_processes.question import JUDGE, Question, framed, question_of
from trainshed.service.container import Container
from trainshed.service.tables.lobby import TablePlan
from trainshed.wire import JudgedMove, Judgement

JUDGEMENT = Judgement(0, [0.5, 0.5], [1.0, 1.0], [JudgedMove("pass", 0.5, 1.0, 1)], 1)


@pytest.fixture
def quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge for a moment only: these tests are not about how well."""
    monkeypatch.setattr(hints, "THINKING", Budget(seconds=0.02))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Question, Urgency]]:
    """All questions to judge moves from now on. They are answered here, at once."""
    found: list[tuple[Question, Urgency]] = []

    async def judge(_: BotProcesses, question: Question, share: FairShare, urgency: Urgency) -> Judgement:
        found.append((question, urgency))
        return JUDGEMENT

    monkeypatch.setattr(BotProcesses, "judge", judge)
    return found


async def against_bot(container: Container, title: str = "lok-n-roll") -> tuple[int, Person, int]:
    """A table where a person has to decide between several moves against a bot: its number, the person and the row."""
    number, [ada] = await seated(container, title, people=1)
    while True:
        await container.worker.work(number)
        table = (await container.tables.current(number)).table
        if len(table.position.moves()) > 1:
            return number, ada, table.seq
        await play_on(container, number, [ada], 1)


@pytest.mark.asyncio
@pytest.mark.usefixtures("quick_hints")
async def test_a_hint_names_the_best_moves_and_plays_nothing(database: str) -> None:
    async with open_container(database) as container:
        for title in ("lok-n-roll", "russian-railroads"):
            number, ada, seq = await against_bot(container, title)
            hint = await container.hints.give(number, ada, seq, speech=speech("es"))
            legal = (await container.commands.look(number, ada)).moves
            assert 1 <= len(hint.moves) <= 3
            assert {move.move for move in hint.moves} <= set(legal)
            assert all(0 <= move.chance <= hint.moves[0].chance <= 1 for move in hint.moves)
            assert str(round(hint.moves[0].chance * 100)) in hint.sentence
            assert (await container.tables.current(number)).table.seq == seq == hint.seq


@pytest.mark.asyncio
async def test_what_is_hidden_from_the_seat_has_no_part_in_a_hint(
    database: str, asked: list[tuple[Question, Urgency]]
) -> None:
    """The question is the same, byte by byte, at every position that looks the same to the seat."""
    async with open_container(database) as container:
        for title in ("first-class", "spike"):
            number, ada, seq = await against_bot(container, title)
            await container.hints.give(number, ada, seq)
            question, urgency = asked.pop()
            assert (question.bot, question.played, urgency) == (JUDGE, None, Urgency.ATTENDED)
            position = (await container.tables.current(number)).table.position
            for seed in range(5):
                other = position.redraw(position.actor, Random(seed))
                again = question_of(other, JUDGE, other.moves(), hints.THINKING, question.seed)
                assert framed(again) == framed(question)


@pytest.mark.asyncio
async def test_words_that_are_chosen_but_not_played_come_before_the_question(
    database: str, asked: list[tuple[Question, Urgency]]
) -> None:
    async with open_container(database) as container:
        number, ada, seq = await against_bot(container, "russian-railroads")
        legal = (await container.commands.look(number, ada)).moves
        step, tried = None, None
        for word in legal:
            tried = await container.commands.attempt(number, ada, seq, [word])
            if tried.steps and tried.table.actor == tried.seat and len(tried.table.position.moves()) > 1:
                step = word
                break
        assert step is not None
        assert tried is not None
        await container.hints.give(number, ada, seq, [step])
        assert asked[-1][0].moves == tried.table.position.moves()
        with pytest.raises(Refused):
            await container.hints.give(number, ada, seq, [step, step, step])


@pytest.mark.asyncio
async def test_there_are_no_hints_where_other_people_play(database: str, asked: list[tuple[Question, Urgency]]) -> None:
    async with open_container(database) as container:
        number, [ada, bela] = await seated(container)
        await container.worker.work(number)
        table = (await container.tables.current(number)).table
        mover = (ada, bela)[table.actor]
        with pytest.raises(Forbidden, match="other people play here"):
            await container.hints.give(number, mover, table.seq)
        # a bot plays for somebody who may come back
        other = (bela, ada)[table.actor]
        left = await container.commands.leave(number, other)
        with pytest.raises(Forbidden, match="other people play here"):
            await container.hints.give(number, mover, left.seq)
        # nor is there a way round: the same position in a branch, or in a branch of it
        branch = await container.branches.begin(number, mover, left.seq, None)
        twice = await container.branches.begin(branch, mover, 0, None)
        for each in (branch, twice):
            await container.worker.work(each)
            now = (await container.tables.current(each)).table
            with pytest.raises(Forbidden, match="branched off"):
                await container.hints.give(each, mover, now.seq)
        # on one device several people may play
        shared = await container.lobby.create(ada, TablePlan("lok-n-roll", 2))
        await container.lobby.join(shared, ada, None, "")
        await container.lobby.start(shared, ada)
        await container.lobby.begin(shared)
        await container.worker.work(shared)
        with pytest.raises(Forbidden, match="other people play here"):
            await container.hints.give(shared, ada, (await container.tables.current(shared)).table.seq)
        assert asked == []


@pytest.mark.asyncio
async def test_only_who_has_to_decide_now_gets_a_hint(database: str, asked: list[tuple[Question, Urgency]]) -> None:
    async with open_container(database) as container:
        number, ada, seq = await against_bot(container)
        eve, _ = await container.people.guest("Eve")
        with pytest.raises(NotFound):
            await container.hints.give(number, eve, seq)
        with pytest.raises(Stale):
            await container.hints.give(number, ada, seq - 1)
        await container.commands.concede(number, ada, seq)
        with pytest.raises(NotNow, match="over"):
            await container.hints.give(number, ada, seq + 1)
        number, [ada] = await seated(container, "russian-railroads", people=1)
        for _ in range(100):
            table = (await container.tables.current(number)).table
            if table.actor != 0:
                break
            await play_on(container, number, [ada], 1)
        with pytest.raises(NotNow, match="nothing to decide"):
            await container.hints.give(number, ada, table.seq)
        assert asked == []


@pytest.mark.asyncio
async def test_hints_of_one_person_are_few(
    database: str, asked: list[tuple[Question, Urgency]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "MOST_HINTS", 2)
    async with open_container(database) as container:
        number, ada, seq = await against_bot(container)
        for _ in range(2):
            await container.hints.give(number, ada, seq)
        with pytest.raises(TooMany, match="2 hints within ten minutes"):
            await container.hints.give(number, ada, seq)
        monkeypatch.setattr(hints, "MOST_OF_ADDRESS", 0)
        number, bela, seq = await against_bot(container)
        with pytest.raises(TooMany, match="your network"):
            await container.hints.give(number, bela, seq, address="192.0.2.78")
        assert len(asked) == 2


@pytest.mark.asyncio
async def test_one_person_gets_one_hint_at_a_time(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = asyncio.Event()

    async def judge(*_: Any) -> Judgement:
        await answer.wait()
        return JUDGEMENT

    async with open_container(database) as container:
        number, ada, seq = await against_bot(container)
        monkeypatch.setattr(container.hints.bot_processes, "judge", judge)
        first = asyncio.create_task(container.hints.give(number, ada, seq))
        async with asyncio.timeout(PATIENCE):
            while not container.hints.thinking:
                await asyncio.sleep(0.001)
        with pytest.raises(TooMany):
            await container.hints.give(number, ada, seq)
        answer.set()
        assert (await first).moves == JUDGEMENT.moves
        assert container.hints.thinking == set()


@pytest.mark.asyncio
async def test_without_an_answer_there_is_no_hint(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(*_: Any) -> None:
        return None

    async with open_container(database) as container:
        number, ada, seq = await against_bot(container)
        monkeypatch.setattr(container.hints.bot_processes, "judge", silent)
        with pytest.raises(NotNow, match="no hint at the moment"):
            await container.hints.give(number, ada, seq)
