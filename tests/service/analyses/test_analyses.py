"""Requests for analyses: who may ask for which, how often, and that each is kept once and deleted with its table."""

from __future__ import annotations

import pytest

from tests.support.games.finished import conceded, play_on, seated
from tests.support.service import open_container
from trainshed.service.analyses import analyses
from trainshed.service.base.errors import Forbidden, NotFound, NotNow, TooMany
from trainshed.service.container import Container


async def stored(container: Container, number: int) -> int:
    [(count,)] = await container.database.fetch("SELECT count(*) FROM analyses WHERE table_id = %s", (number,))
    return int(count)


@pytest.mark.asyncio
async def test_a_finished_game_is_queued_once(database: str) -> None:
    async with open_container(database) as container:
        number, [ada, bela] = await conceded(container)
        assert (await container.analyses.of(number)).state == "none"
        with pytest.raises(NotFound, match="Nobody has asked"):
            await container.analyses.read(number, ada)
        for person in (ada, bela, ada):
            assert (await container.analyses.start(number, person)).state == "queued"
        assert (await container.analyses.read(number, bela)).state == "queued"
        assert await stored(container, number) == 1


@pytest.mark.asyncio
async def test_a_game_that_runs_is_not_analysed(database: str) -> None:
    async with open_container(database) as container:
        number, [ada, _] = await seated(container)
        for attempt in (container.analyses.start(number, ada), container.analyses.read(number, ada)):
            with pytest.raises(Forbidden, match="once it is over"):
                await attempt
        assert await stored(container, number) == 0


@pytest.mark.asyncio
async def test_strangers_learn_nothing_of_the_analysis_of_a_private_game(database: str) -> None:
    async with open_container(database) as container:
        private, [ada, _] = await conceded(container)
        public, _ = await conceded(container, visibility="public")
        eve, _ = await container.people.guest("Eve")
        await container.analyses.start(private, ada)
        for attempt in (container.analyses.start(private, eve), container.analyses.read(private, None)):
            with pytest.raises(NotFound, match="no such table"):
                await attempt
        assert (await container.analyses.start(public, eve)).state == "queued"
        assert (await container.analyses.read(public, None)).state == "queued"


@pytest.mark.asyncio
async def test_a_branch_helps_nobody_in_the_running_game_of_several_people(database: str) -> None:
    """Else one could play a word in a branch, give up there, and have the own position of now analysed."""
    async with open_container(database) as container:
        number, people = await seated(container)
        await play_on(container, number, people, 1)
        ada = people[0]
        branch = await container.branches.begin(number, ada, 1, None)
        await play_on(container, branch, [ada], 1)
        twice = await container.branches.begin(branch, ada, 1, None)
        for each in (branch, twice):
            await container.commands.concede(each, ada, (await container.tables.current(each)).table.seq)
            with pytest.raises(Forbidden, match="still being played"):
                await container.analyses.start(each, ada)
        await container.commands.concede(number, ada, (await container.tables.current(number)).table.seq)
        for each in (branch, twice):
            assert (await container.analyses.start(each, ada)).state == "queued"


@pytest.mark.asyncio
async def test_one_person_may_ask_for_few_in_an_hour(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "MOST_OF_PERSON", 2)
    async with open_container(database) as container:
        games = [(await conceded(container, visibility="public"))[0] for _ in range(3)]
        eve, _ = await container.people.guest("Eve")
        for number in (games[0], games[0], games[1]):
            assert (await container.analyses.start(number, eve)).state == "queued"
        with pytest.raises(TooMany, match="2 analyses within an hour"):
            await container.analyses.start(games[2], eve)
        assert (await container.analyses.start(games[0], eve)).state == "queued", "what is there costs nothing"
        assert await stored(container, games[2]) == 0


@pytest.mark.asyncio
async def test_one_address_may_ask_for_few_in_an_hour(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "MOST_OF_ADDRESS", 1)
    async with open_container(database) as container:
        (first, [ada, _]), (second, [bela, _]) = await conceded(container), await conceded(container)
        await container.analyses.start(first, ada, "192.0.2.77")
        with pytest.raises(TooMany, match="your network"):
            await container.analyses.start(second, bela, "192.0.2.77")


@pytest.mark.asyncio
async def test_few_wait_at_the_same_time(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_container(database) as container:
        await container.database.write("DELETE FROM analyses")
        monkeypatch.setattr(analyses, "MOST_WAITING", 1)
        (first, [ada, _]), (second, [bela, _]) = await conceded(container), await conceded(container)
        await container.analyses.start(first, ada)
        with pytest.raises(NotNow, match="Try again later"):
            await container.analyses.start(second, bela)
        assert (await container.analyses.start(first, ada)).state == "queued"
        await container.database.write("DELETE FROM analyses")


@pytest.mark.asyncio
async def test_a_game_that_the_rules_of_now_refuse_is_not_analysed(database: str) -> None:
    async with open_container(database) as container:
        number, people = await seated(container)
        await play_on(container, number, people, 2)
        await container.database.write("UPDATE rows SET said = 'draft:0' WHERE table_id = %s AND seq = 2", (number,))
        await container.database.write("UPDATE tables SET revision = 0 WHERE id = %s", (number,))
        await container.database.write("DELETE FROM snapshots WHERE table_id = %s", (number,))
        container.tables.forget(number)
        assert (await container.tables.current(number)).table.refused
        with pytest.raises(NotNow, match="rules of this game were corrected"):
            await container.analyses.start(number, people[0])
