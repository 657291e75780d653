"""A game through the API, from the first guest to the record."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from tests.support.service import Guest, open_container, started
from trainshed.kernel.record import read, verify
from trainshed.web.app import App


@pytest.mark.asyncio
@pytest.mark.parametrize("title", ["lok-n-roll", "russian-railroads"])
async def test_a_whole_game(database: str, title: str) -> None:
    async with open_container(database, work=True) as container:
        transport = httpx.ASGITransport(App(container))
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as http:
            marta, ugo = await Guest.arrive(http, "Marta"), await Guest.arrive(http, "Ugo")
            table = await started(marta, [ugo], title, bots=1)
            people = {0: marta, 1: ugo}
            async with asyncio.timeout(300):
                while "outcome" not in (seen := await marta.look(table)):
                    person = people.get(seen["actor"])
                    if person is None:
                        await asyncio.sleep(0.01)  # the bot thinks, as long as it takes
                        continue
                    seen = await person.look(table)
                    if "moves" in seen:
                        await person.play(table, seen["moves"][len(seen["moves"]) // 2], seq=seen["seq"])
            assert seen["outcome"]["finished"]
            proof = verify(read(await ugo.get(f"/tables/{table}/export")))
            assert proof.over
            assert proof.committed
            assert proof.rows == seen["seq"]
