"""Deleting a table: by the host before the game, afterwards by somebody who played there without other people."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import httpx
import pytest

from tests.support.servers.patience import DATABASE_WAIT
from tests.support.service import Guest, open_container, serving, started
from tests.support.web.html_pages import read
from tests.support.web.visitors import (
    arrive,
    bot_of,
    http_client,
    move,
    register,
    two_clients,
    unique,
    whose_turn,
)
from trainshed.client import Client, NotFound
from trainshed.service.base import ids
from trainshed.service.base.errors import NotFound as TableNotFound
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.service.tables.open_tables import work_notice
from trainshed.web.app import App
from trainshed.web.streams.fan_out import FeedClosed
from trainshed.wire import LobbyChanged

pytestmark = pytest.mark.usefixtures("quick_passwords")

NATS = "nats://127.0.0.1:4222"
PLAN = {"title": "lok-n-roll", "seats": 2}


async def left_of(container: Container, table: str) -> dict[str, int]:
    """How many lines of each database table still name a table."""
    number = ids.number(table)
    found = {}
    for name in ("seats", "rows", "snapshots", "chat", "chat_read", "notes", "reports", "analyses"):
        [(count,)] = await container.database.fetch(f"SELECT count(*) FROM {name} WHERE table_id = %s", (number,))
        found[name] = count
    [(found["tables"],)] = await container.database.fetch("SELECT count(*) FROM tables WHERE id = %s", (number,))
    [(found["links"],)] = await container.database.fetch("SELECT count(*) FROM tables WHERE rematch = %s", (number,))
    return {name: count for name, count in found.items() if count}


async def over(table: str, *people: Guest) -> None:
    for person in people:
        await person.post(f"/tables/{table}/concede", seq=(await person.look(table))["seq"])


@pytest.mark.asyncio
async def test_the_host_deletes_a_table_that_has_not_started(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        card = await ada.post("/tables", 201, **PLAN)
        table = card["table"]
        await bela.post(f"/tables/{table}/join", invite=card["invite"])
        await bela.post(f"/tables/{table}/chat", 204, text="Hello")
        await bela.put(f"/tables/{table}/note", 204, text="Mine")
        await bela.delete(f"/tables/{table}", 403)
        await ada.delete(f"/tables/{table}")
        assert await left_of(container, table) == {}
        await ada.get(f"/tables/{table}/card", 404)
        await ada.delete(f"/tables/{table}", 404)
        assert await bela.get("/tables", which="open") == []
        await bela.get("/me/export")


@pytest.mark.asyncio
@pytest.mark.parametrize("finished", [True, False])
async def test_a_game_against_bots_and_its_branches_are_deleted_alone(database: str, finished: bool) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada = await arrive(http, "Ada")
        table = await started(ada, [], bots=1)
        branch = (await ada.post(f"/tables/{table}/branch", 201, seq=1, seat=0))["table"]
        if finished:
            await over(table, ada)
            await ada.post(f"/tables/{table}/analysis")
            assert (await left_of(container, table))["analyses"] == 1
        await ada.delete(f"/tables/{table}")
        assert await left_of(container, table) == {}
        assert (await ada.look(branch))["seq"] >= 0
        text = await read(http, f"/t/{branch}", ada)
        assert f"/t/{table}/" not in text  # no link to what is gone
        await ada.delete(f"/tables/{branch}")
        assert await left_of(container, branch) == {}


@pytest.mark.asyncio
async def test_a_rematch_can_be_made_again_after_it_was_deleted(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        table = await started(ada, [bela])
        await over(table, bela)
        await bela.post(f"/tables/{table}/rematch")
        again = (await ada.post(f"/tables/{table}/rematch"))["table"]
        await container.database.write(  # as one that could not start yet
            "UPDATE tables SET status = 'open', started = NULL WHERE id = %s", (ids.number(again),)
        )
        await ada.delete(f"/tables/{again}")
        assert await left_of(container, again) == {}
        assert (await ada.post(f"/tables/{table}/rematch"))["table"] != again


@pytest.mark.asyncio
@pytest.mark.parametrize("finished", [True, False])
async def test_a_game_with_other_people_stays(database: str, finished: bool) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada, bela, eve = await arrive(http, "Ada"), await arrive(http, "Béla"), await arrive(http, "Eve")
        table = await started(ada, [bela])
        if finished:
            await over(table, bela)
        for who in (ada, bela):
            answer = await who.delete(f"/tables/{table}", 409)
            assert answer["error"] == "not_now"
        await eve.delete(f"/tables/{table}", 404)
        await bela.delete("/me")  # a game with somebody who left was a game with somebody
        await ada.delete(f"/tables/{table}", 409)
        assert "tables" in await left_of(container, table)


@pytest.mark.asyncio
async def test_own_bot_accounts_are_no_other_people(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada = await register(http, unique("ada"))
        table = await started(ada, [await bot_of(ada, "Deep Shed")])
        await ada.delete(f"/tables/{table}")
        assert await left_of(container, table) == {}


@pytest.mark.asyncio
async def test_a_reported_table_stays_until_administrators_have_looked(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        card = await ada.post("/tables", 201, **PLAN)
        table = card["table"]
        await bela.post(f"/tables/{table}/join", invite=card["invite"])
        await bela.post(f"/tables/{table}/report", 204, about=await ada.person, text="Rude")
        await ada.delete(f"/tables/{table}", 409)
        await container.database.write("UPDATE reports SET done = true WHERE table_id = %s", (ids.number(table),))
        await ada.delete(f"/tables/{table}")
        assert await left_of(container, table) == {}


@pytest.mark.asyncio
async def test_every_process_forgets_the_table(database: str) -> None:
    async with two_clients(database, nats=NATS) as (here, there):
        ada = await arrive(here, "Ada")
        elsewhere = ada.elsewhere(there)
        table = await started(ada, [], bots=1)
        await elsewhere.look(table)
        await ada.delete(f"/tables/{table}")
        for _ in range(100):
            answer = await there.get(f"/api/tables/{table}", headers=ada.headers)
            if answer.status_code == 404:
                break
            await asyncio.sleep(0.05)
        assert answer.status_code == 404


@pytest.mark.asyncio
async def test_readers_of_a_game_are_sent_away_even_if_the_message_is_lost(database: str) -> None:
    async with open_container(database) as one, open_container(database) as two, http_client(one) as http:
        ada = await arrive(http, "Ada")
        table = await started(ada, [], bots=1)
        number = ids.number(table) or 0
        app = App(two)  # without NATS it hears nothing of the other process
        feed = await app.hub.feed(number, 0)
        reader = feed.join(b"", gzip=False)
        lobby = (await ada.post("/tables", 201, **PLAN))["table"]
        waiting = (await app.hub.lobby(ids.number(lobby) or 0)).join(b"", gzip=False)
        await ada.delete(f"/tables/{table}")
        await ada.delete(f"/tables/{lobby}")
        await app.hub.look_at_all()
        with pytest.raises(FeedClosed):
            await asyncio.wait_for(reader.next(), 10)
        assert b"event: lobby" in await asyncio.wait_for(waiting.next(), 10)
        assert waiting.feed.over  # so that was the last one
        assert number not in two.tables.warm
        await app.hub.close()


@pytest.mark.asyncio
async def test_a_stream_of_the_waiting_room_ends(database: str) -> None:
    container = Container(
        Settings(database=database, database_wait=DATABASE_WAIT, connections=4, guests_an_hour=1_000_000), work=False
    )
    async with serving(container) as base, httpx.AsyncClient(base_url=base) as http, Client(base) as client:
        ada = await arrive(http, "Ada")
        card = await ada.post("/tables", 201, **PLAN)
        client.token = ada.token
        heard = []

        async def listen() -> None:
            async for event in client.watch(card["table"]):
                heard.append(event)

        task = asyncio.create_task(listen())
        while not heard and not task.done():
            await asyncio.sleep(0.01)
        assert heard == [LobbyChanged()]
        await client.delete_table(card["table"])
        with pytest.raises(NotFound):
            await asyncio.wait_for(task, 30)


@pytest.mark.asyncio
async def test_workers_and_clocks_do_not_fail_at_a_table_that_vanishes(database: str) -> None:
    """A worker thinks while the table is deleted: nothing is appended."""
    async with open_container(database) as container, http_client(container) as http:
        ada = await arrive(http, "Ada")
        table = await started(ada, [], bots=1)
        number = ids.number(table) or 0
        with suppress(AssertionError):
            while True:
                await move(table, await whose_turn(table, ada))
        opened = await container.tables.current(number)
        draft = await container.tables.draft(opened)
        container.commands.think(opened, draft)
        await ada.delete(f"/tables/{table}")
        notice = work_notice(opened.table)
        with pytest.raises(TableNotFound):
            await container.tables.commit(opened, draft)
        assert await left_of(container, table) == {}
        container.worker.take(notice)
        await asyncio.gather(*container.worker.visits.values())
        await container.sweeper.sweep()
        assert await left_of(container, table) == {}


@pytest.mark.asyncio
async def test_cleaning_removes_rows_appended_by_an_earlier_version(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada = await arrive(http, "Ada")
        table = await started(ada, [], bots=1)
        await ada.delete(f"/tables/{table}")
        await container.database.write(
            "INSERT INTO rows (table_id, seq, seat, said, at, free) VALUES (%s, 1, 0, 'pass', 1, false)",
            (ids.number(table),),
        )
        assert set(await left_of(container, table)) == {"rows"}
        await container.deletion.remove_leftovers(container.tables.now() + 1)
        assert await left_of(container, table) == {}


@pytest.mark.asyncio
async def test_the_waiting_room_and_the_menu_offer_it_to_those_who_may(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        card = await ada.post("/tables", 201, **PLAN)
        await bela.post(f"/tables/{card['table']}/join", invite=card["invite"])
        form = f'data-api="/api/tables/{card["table"]}" data-method="DELETE"'
        assert form in await read(http, f"/t/{card['table']}", ada)
        assert form not in await read(http, f"/t/{card['table']}", bela)
        alone, together = await started(ada, [], bots=1), await started(ada, [bela])
        assert 'data-method="DELETE"' in await read(http, f"/t/{alone}", ada)
        assert 'data-method="DELETE"' not in await read(http, f"/t/{together}", ada)
