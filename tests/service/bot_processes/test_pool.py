"""Bot processes: what they are told, what becomes of them, and who is asked first."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest

import trainshed
from tests.support.packs.changed import changed
from trainshed.bots.analysis.judge import judge
from trainshed.bots.bot import Budget, find, names, searches
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import Game, State
from trainshed.kernel.nature import Seeded
from trainshed.service.base.fair_queue import FairShare, Urgency
from trainshed.service.base.metrics import METRICS
from trainshed.service.bot_processes import child
from trainshed.service.bot_processes.pool import (
    BotFailed,
    BotProcess,
    BotProcesses,
    environment,
    usual_processes,
)
from trainshed.service.bot_processes.question import JUDGE, Question, framed, question_of

PATIENCE = 60.0
"""Seconds for what takes a moment on a machine that has nothing else to do."""
QUICK = Budget(seconds=0.2)


@asynccontextmanager
async def processes(most: int = 1, grace: float = PATIENCE) -> AsyncIterator[BotProcesses]:
    pool = BotProcesses(most, grace)
    try:
        yield pool
    finally:
        await pool.close()


def asking(own: Game, seed: int = 1, least: int = 2) -> State:
    """A position of a game in which a seat has at least so many moves to choose from."""
    state = own.start(min(count for count in own.seat_counts if count > 1))
    nature, rng = Seeded(seed), Random(seed)
    while state.actor == NATURE or len(state.moves()) < least:
        state.apply(nature.choose(state) if state.actor == NATURE else rng.choice(state.moves()))
    return state


def question(bot: str, title: str = "lok-n-roll", budget: Budget = QUICK) -> Question:
    state = asking(trainshed.game(title))
    return question_of(state, bot, state.moves(), budget, 7)


async def chosen(pool: BotProcesses, asked: Question, attended: bool = True) -> int | None:
    """The move that a bot chooses, asked alone in a lane."""
    async with pool.lane(FairShare(), Urgency.ATTENDED if attended else Urgency.BOTS_ALONE):
        return await pool.choose(asked)


def gone(pid: int) -> bool:
    """Whether a process has ended; one that nobody has waited for yet has ended too."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].startswith("Z")
    except (FileNotFoundError, ProcessLookupError):
        return True


# ---------------------------------------------------------------- what is sent


@pytest.mark.parametrize("title", trainshed.titles())
def test_a_question_holds_the_view_of_the_seat_and_nothing_else_of_the_game(title: str) -> None:
    state = asking(trainshed.game(title), seed=3)
    sent = framed(question_of(state, "director", state.moves(), QUICK, 7))
    told = msgspec.msgpack.decode(sent[4:])
    own = state.game
    assert told == {
        "title": title,
        "edition": own.edition,
        "pack": own.pack.digest,
        "content": "",
        "bot": "director",
        "view": msgspec.msgpack.encode(state.view(state.actor)),
        "moves": state.moves(),
        "budget": {"seconds": 0.2, "nodes": None, "scale": 1.0},
        "seed": 7,
    }


@pytest.mark.parametrize("title", trainshed.titles())
def test_what_is_hidden_from_the_seat_does_not_change_the_question(title: str) -> None:
    """Another position that looks the same to the seat gives the same bytes."""
    state = asking(trainshed.game(title), seed=3)
    sent = framed(question_of(state, "director", state.moves(), QUICK, 7))
    for seed in range(5):
        other = state.redraw(state.actor, Random(seed))
        assert framed(question_of(other, "director", other.moves(), QUICK, 7)) == sent


@pytest.mark.parametrize("title", trainshed.titles())
def test_a_question_to_judge_moves_holds_no_more_than_the_played_one(title: str) -> None:
    """What is hidden from the seat does not change it either."""
    state = asking(trainshed.game(title), seed=3)
    chosen = msgspec.msgpack.decode(framed(question_of(state, "director", state.moves(), QUICK, 7))[4:])
    sent = framed(question_of(state, JUDGE, state.moves(), QUICK, 7, state.moves()[1]))
    assert msgspec.msgpack.decode(sent[4:]) == {**chosen, "bot": JUDGE, "played": state.moves()[1]}
    for seed in range(5):
        other = state.redraw(state.actor, Random(seed))
        assert framed(question_of(other, JUDGE, other.moves(), QUICK, 7, other.moves()[1])) == sent


@pytest.mark.asyncio
async def test_processes_get_no_settings_and_no_connections(odd_bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAINSHED_DATABASE", "postgresql://trainshed:secret@127.0.0.1/trainshed")
    assert "TRAINSHED_DATABASE" not in environment()
    async with processes() as pool:
        asked = question("curious")
        assert await chosen(pool, asked) == asked.moves[-1]


# ---------------------------------------------------------------- answers


@pytest.mark.parametrize("title", trainshed.titles())
def test_a_process_chooses_as_the_bot_does_here(title: str) -> None:
    """The same view, seed and number of imagined games: the same move."""
    state = asking(trainshed.game(title), seed=5)
    budget = Budget(seconds=PATIENCE, nodes=4)
    asked = question_of(state, "inspector", state.moves(), budget, 11)
    rng = Random(11)
    view = state.view(state.actor)
    here = find("inspector").choose(view, state.moves(), budget, rng, lambda: state.game.world(view, rng))
    assert child.choose(asked) == here


@pytest.mark.asyncio
async def test_a_process_judges_as_the_judge_does_here() -> None:
    """The same view, seed and number of imagined games: the same judgement, over the pipe too."""
    async with processes() as pool:
        for title in trainshed.titles():
            state = asking(trainshed.game(title), seed=5)
            budget = Budget(seconds=PATIENCE, nodes=4)
            rng = Random(11)
            view = state.view(state.actor)
            worst = state.moves()[-1]
            here = judge(view, state.moves(), worst, budget, rng, partial(state.game.world, view, rng))
            asked = question_of(state, JUDGE, state.moves(), budget, 11, worst)
            assert await pool.judge(asked, FairShare(), Urgency.ANALYSIS) == here
        with pytest.raises(BotFailed, match="judge: ValueError: the played move"):
            await pool.judge(msgspec.structs.replace(asked, played=-7), FairShare(), Urgency.ANALYSIS)
        assert len(pool.running) == 1


@pytest.mark.asyncio
async def test_a_process_answers_questions_of_several_titles_and_with_content_of_its_own(odd_bots: Path) -> None:
    own = trainshed.game("russian-railroads", pack=changed("russian-railroads"))
    state = asking(own)
    asked = question_of(state, "director", state.moves(), QUICK, 7)
    assert asked.content
    async with processes() as pool:
        assert await chosen(pool, asked) in asked.moves
        for title in trainshed.titles():
            asked = question("inspector", title)
            assert await chosen(pool, asked) in asked.moves
        assert len(pool.running) == 1


@pytest.mark.asyncio
async def test_what_a_bot_prints_is_no_answer(odd_bots: Path) -> None:
    async with processes() as pool:
        asked = question("printing")
        assert await chosen(pool, asked) == asked.moves[-1]


@pytest.mark.asyncio
async def test_errors_of_a_bot_and_illegal_moves_are_reported_and_the_process_goes_on(odd_bots: Path) -> None:
    async with processes() as pool:
        with pytest.raises(BotFailed, match=r"failing: RuntimeError: no idea \(odd_bots.py:\d+\)"):
            await chosen(pool, question("failing"))
        with pytest.raises(BotFailed, match="not legal"):
            await chosen(pool, question("cheating"))
        [process] = pool.running
        asked = question("prompt")
        assert await chosen(pool, asked) == asked.moves[-1]
        assert pool.running == {process}


def test_only_bots_that_say_so_search(odd_bots: Path) -> None:
    assert {name for name in names() if searches(find(name))} >= {"inspector", "director", "hanging"}
    assert not {"random", "thumb", "platelayer", "fireman", "driver"} & {n for n in names() if searches(find(n))}
    assert searches(find("director/industrialist"))


# ---------------------------------------------------------------- lost processes


@pytest.mark.asyncio
async def test_a_bot_that_hangs_is_killed_and_the_next_question_has_a_new_process(odd_bots: Path) -> None:
    async with processes(grace=PATIENCE) as pool:
        asked = question("prompt")
        await chosen(pool, asked)  # the process runs: what follows measures no start
        before = METRICS.bot_questions["late"]
        pool.grace = 1.0
        begin = time.monotonic()
        assert await chosen(pool, question("hanging")) is None
        assert time.monotonic() - begin >= 1.2
        assert METRICS.bot_questions["late"] == before + 1
        async with asyncio.timeout(PATIENCE):
            while not gone(int((odd_bots / "hanging").read_text())):
                await asyncio.sleep(0.01)
        pool.grace = PATIENCE
        assert await chosen(pool, asked) == asked.moves[-1]
        assert pool.thinking == 0


@pytest.mark.asyncio
async def test_a_process_that_is_killed_while_it_thinks_is_replaced_and_asked_again(odd_bots: Path) -> None:
    async with processes() as pool:
        asked = question("interrupted")
        answer = asyncio.create_task(chosen(pool, asked))
        async with asyncio.timeout(PATIENCE):
            while not (odd_bots / "interrupted").exists():
                await asyncio.sleep(0.01)
        [first] = pool.running
        os.kill(first.process.pid, signal.SIGKILL)
        assert await answer == asked.moves[-1]
        [second] = pool.running
        assert second.process.pid != first.process.pid


@pytest.mark.asyncio
async def test_a_question_at_which_processes_die_is_put_three_times(odd_bots: Path) -> None:
    async with processes() as pool:
        before = METRICS.bot_questions["died"]
        assert await chosen(pool, question("dying")) is None
        assert (odd_bots / "dying").read_text() == "+++"
        assert METRICS.bot_questions["died"] == before + 3
        assert pool.running == set()


@pytest.mark.asyncio
async def test_a_process_that_died_while_idle_counts_for_nothing(odd_bots: Path) -> None:
    async with processes() as pool:
        asked = question("prompt")
        await chosen(pool, asked)
        [process] = pool.running
        process.kill()
        await process.process.wait()
        before = METRICS.bot_questions["died"]
        assert await chosen(pool, asked) == asked.moves[-1]
        assert METRICS.bot_questions["died"] == before
        assert len(pool.running) == 1


@pytest.mark.asyncio
async def test_a_server_that_cannot_start_processes_gets_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    async with processes() as pool:
        assert await chosen(pool, question("director")) is None
        assert pool.thinking == 0


@pytest.mark.asyncio
async def test_ctrl_c_and_a_stop_of_the_service_are_left_to_the_server(odd_bots: Path) -> None:
    async with processes() as pool:
        asked = question("prompt")
        await chosen(pool, asked)
        [process] = pool.running
        os.kill(process.process.pid, signal.SIGINT)
        os.kill(process.process.pid, signal.SIGTERM)
        assert await chosen(pool, asked) == asked.moves[-1]
        assert pool.running == {process}
        assert os.getsid(process.process.pid) != os.getsid(0)
        assert os.getpriority(os.PRIO_PROCESS, process.process.pid) >= child.NICE


def test_processes_end_when_their_server_is_killed() -> None:
    script = (
        "import asyncio\n"
        "from trainshed.service.bot_processes.pool import BotProcess\n"
        "async def main():\n"
        "    process = await BotProcess.start()\n"
        "    print(process.process.pid, flush=True)\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(main())\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, env=environment()) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        assert not gone(pid)
        server.kill()
    until = time.monotonic() + PATIENCE
    while not gone(pid):
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.asyncio
async def test_whoever_no_longer_wants_an_answer_leaves_no_process_behind(odd_bots: Path) -> None:
    async with processes() as pool:
        asked = asyncio.create_task(chosen(pool, question("hanging")))
        async with asyncio.timeout(PATIENCE):
            while not (odd_bots / "hanging").exists() or not (odd_bots / "hanging").read_text():
                await asyncio.sleep(0.01)
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            while not gone(int((odd_bots / "hanging").read_text())):
                await asyncio.sleep(0.01)
        assert (pool.thinking, pool.running) == (0, set())


# ---------------------------------------------------------------- who is asked first


@pytest.mark.asyncio
async def test_attended_tables_come_first_and_no_more_are_asked_than_there_are_processes(odd_bots: Path) -> None:
    async with processes(most=1) as pool:
        done: list[str] = []
        asked = question("sleeping")

        async def ask(name: str, attended: bool) -> None:
            await chosen(pool, asked, attended)
            done.append(name)
            assert len(pool.running) == 1

        first = asyncio.create_task(ask("first", False))
        await asyncio.sleep(0)
        rest = [
            asyncio.create_task(ask(name, attended))
            for name, attended in [("bots alone", False), ("given up", True), ("a person", True), ("another", True)]
        ]
        await asyncio.sleep(0)
        assert (pool.thinking, pool.queued) == (1, 4)
        rest.pop(1).cancel()
        await asyncio.gather(first, *rest)
    assert done == ["first", "a person", "another", "bots alone"]
    assert pool.thinking == 0


@pytest.mark.asyncio
async def test_analyses_come_after_all_bots_and_hold_them_up_for_one_question(odd_bots: Path) -> None:
    async with processes(most=1) as pool:
        done: list[str] = []
        state = asking(trainshed.game("lok-n-roll"))
        judging = question_of(state, JUDGE, state.moves(), QUICK, 7, state.moves()[0])

        async def analyse(name: str) -> None:
            assert await pool.judge(judging, FairShare(), Urgency.ANALYSIS) is not None
            done.append(name)

        async def ask(name: str, attended: bool) -> None:
            await chosen(pool, question("prompt"), attended)
            done.append(name)

        async def hint() -> None:
            assert await pool.judge(judging, FairShare(), Urgency.ATTENDED) is not None
            done.append("hint")

        waiting = [analyse("first"), analyse("second"), ask("bots alone", False), ask("a person", True), hint()]
        tasks = []
        for each in waiting:
            tasks.append(asyncio.create_task(each))
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)
    assert done == ["first", "a person", "hint", "bots alone", "second"]


@pytest.mark.asyncio
async def test_several_processes_think_at_the_same_time(odd_bots: Path) -> None:
    async with processes(most=2) as pool:
        asked = question("sleeping")
        await asyncio.gather(*[chosen(pool, asked) for _ in range(5)])
        assert len(pool.running) == 2


def test_one_core_is_left_to_people() -> None:
    assert 1 <= usual_processes() <= max(1, (os.cpu_count() or 1) - 1)


@pytest.mark.asyncio
async def test_a_closed_pool_has_no_processes() -> None:
    pool = BotProcesses(1)
    process = await BotProcess.start()
    pool.running.add(process)
    await pool.close()
    assert gone(process.process.pid)
