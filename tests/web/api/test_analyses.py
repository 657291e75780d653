"""Analyses and hints over the API: rights, states and errors, and the methods of the client."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.servers.patience import DATABASE_WAIT, PATIENCE
from tests.support.service import open_container, serving, started
from tests.support.web.visitors import arrive, http_client, new_address
from trainshed.bots.bot import Budget
from trainshed.client import Client, Forbidden, NotFound
from trainshed.service.analyses import analyses, analysis_worker, hints
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container


@pytest.mark.asyncio
async def test_an_analysis_is_for_whoever_may_see_the_replay(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada, bela, eve = [await arrive(http, name) for name in ("Ada", "Béla", "Eve")]
        for visibility, strangers in (("private", 404), ("public", 200)):
            table = await started(ada, [bela], visibility=visibility)
            path = f"/tables/{table}/analysis"
            assert (await ada.post(path, 403))["message"] == "A game can be analysed once it is over."
            assert (await ada.get(path, 403))["error"] == "forbidden"
            await bela.post(f"/tables/{table}/concede", seq=(await bela.look(table))["seq"])
            assert (await ada.get(path, 404))["message"] == "Nobody has asked for an analysis of this game."
            assert await ada.post(path) == {"state": "queued"}
            assert await bela.get(path) == {"state": "queued"}
            await eve.post(path, strangers)
            assert (await http.post(f"/api{path}")).status_code == 401
            # the same as for the replay
            for shown in (f"/api{path}", f"/t/{table}/replay/1"):
                assert (await http.get(shown)).status_code == strangers
        await ada.get("/tables/0000000000000/analysis", 404)


@pytest.mark.asyncio
async def test_too_many_wait(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "MOST_OF_PERSON", 0)
    async with open_container(database) as container, http_client(container, new_address()) as http:
        ada, bela = [await arrive(http, name) for name in ("Ada", "Béla")]
        table = await started(ada, [bela])
        await bela.post(f"/tables/{table}/concede", seq=(await bela.look(table))["seq"])
        answer = await http.post(f"/api/tables/{table}/analysis", headers=ada.headers)
        assert (answer.status_code, answer.json()["error"]) == (429, "too_many")
        assert 0 < int(answer.headers["retry-after"]) <= 3600


@pytest.mark.asyncio
async def test_the_client_gets_hints_and_an_analysis(own_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_worker, "LONGEST", 0.02)
    monkeypatch.setattr(hints, "THINKING", Budget(seconds=0.05))
    settings = Settings(database=own_database, database_wait=DATABASE_WAIT, connections=4)
    async with serving(Container(settings, work=True)) as url, Client(url) as client, Client(url) as other:
        await client.new_guest("Marta", language="it")
        await other.new_guest("Eve")
        table = (await client.new_table("lok-n-roll", 2)).table
        await client.seat_bot(table, 1, "thumb")
        await client.start(table)
        words = 0
        async with asyncio.timeout(PATIENCE):
            while words < 3:
                seen = await client.look(table)
                if not seen.moves:
                    await asyncio.sleep(0.02)
                    continue
                word = seen.moves[0]
                if len(seen.moves) > 1:
                    hint = await client.hint(table, seen.seq)
                    assert hint.seq == seen.seq
                    word = hint.moves[0].move
                    words += 1
                await client.moves(table, seen.seq, [word])
            with pytest.raises(NotFound):
                await other.hint(table, seen.seq)
            with pytest.raises(Forbidden):
                await client.analyse(table)
            await client.concede(table, (await client.look(table)).seq)
            with pytest.raises(NotFound):
                await client.analysis(table)
            state = await client.analyse(table)
            while state.state != "ready":
                assert state.state in ("queued", "running")
                assert state.done <= state.total
                await asyncio.sleep(0.1)
                state = await client.analysis(table)
        assert state.analysis is not None
        assert len(state.analysis.decisions) >= 3
        assert state.analysis.decisions[0].loss >= 0
