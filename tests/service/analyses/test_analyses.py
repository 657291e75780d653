"""Requests for analyses: who may ask for which, how often, and that each is kept once and deleted with its table."""

from __future__ import annotations

import pytest

from tests.support.games.finished import conceded, seated
from tests.support.service import open_container
from trainshed.service.base.errors import Forbidden, NotFound
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
