"""Tables that this server cannot open: their players keep the lobby, their data and everything else."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import psycopg
import pytest

from tests.support.service import FakeClock, Guest, open_container, started
from tests.support.web.html_pages import read
from tests.support.web.visitors import arrive, http_client, move, register, unique, whole_database, whose_turn
from trainshed.service.accounts.people import GONE_NAME
from trainshed.service.base import ids
from trainshed.service.base.errors import NotLoadable
from trainshed.service.base.milliseconds import HOUR
from trainshed.service.container import Container
from trainshed.web.app import App
from trainshed.web.streams.fan_out import FeedClosed
from trainshed.wire import Pace

pytestmark = pytest.mark.usefixtures("quick_passwords")

DAMAGES = {
    "unknown title": "UPDATE tables SET title = 'lost-line' WHERE id = %s",
    "unknown edition": "UPDATE tables SET edition = 99 WHERE id = %s",
    "other printed content": "UPDATE tables SET pack = 'of another printing' WHERE id = %s",
    "unknown word": "UPDATE rows SET said = 'no-such-word' WHERE table_id = %s AND seq = 2",
    "row missing": "DELETE FROM rows WHERE table_id = %s AND seq = 2",
}
WITHOUT_RULES = [name for name in DAMAGES if "word" not in name and "row" not in name]


async def damage(container: Container, table: str, how: str) -> int:
    """Damage a stored table, and let the process read it anew."""
    number = ids.number(table)
    assert number is not None
    await container.database.write(DAMAGES[how], (number,))
    await container.database.write("DELETE FROM snapshots WHERE table_id = %s", (number,))
    container.tables.forget(number)
    return number


async def cards(person: Guest, which: str) -> dict[str, Any]:
    return {card["table"]: card for card in await person.get("/tables", which=which)}


async def over(table: str, person: Guest) -> None:
    await person.post(f"/tables/{table}/concede", seq=(await person.look(table))["seq"])


@pytest.mark.asyncio
@pytest.mark.parametrize("how", DAMAGES)
async def test_the_lobby_lists_it_among_the_others(database: str, how: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        broken, whole = await started(ada, [bela]), await started(ada, [bela])
        await move(broken, await whose_turn(broken, ada, bela))
        await damage(container, broken, how)
        found = await cards(ada, "playing")
        assert [seat["name"] for seat in found[broken]["seats"]] == ["Ada", "Béla"]
        assert found[whole].get("loadable", True)
        assert found[broken].get("loadable", True) is (how not in WITHOUT_RULES)
        assert (await ada.get(f"/tables/{broken}/card"))["status"] == "playing"
        text = await read(http, "/", ada)
        assert text.count("cannot be opened here") == 1
        assert f'href="/t/{whole}"' in text
        line = text.split("cannot be opened here")[0].rpartition("<li")[2]
        assert "Your turn" not in line


@pytest.mark.asyncio
@pytest.mark.parametrize("how", DAMAGES)
async def test_its_page_says_why_and_strangers_do_not_find_it(database: str, how: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada, bela, eve = await arrive(http, "Ada"), await arrive(http, "Béla"), await arrive(http, "Eve")
        table = await started(ada, [bela])
        seq = await move(table, await whose_turn(table, ada, bela))
        await damage(container, table, how)
        for path, hidden in ((f"/t/{table}", 403), (f"/t/{table}/replay", 404), (f"/t/{table}/replay/1", 404)):
            text = await read(http, path, ada, 409)
            assert "This game cannot be opened" in text
            assert "This game cannot be opened" not in await read(http, path, eve, hidden)
        gesture = {"seq": seq, "words": ["stop"]}
        for method, path, body in (
            ("GET", "", None),
            ("GET", "/log", None),
            ("GET", "/export", None),
            ("GET", "/stream", None),
            ("POST", "/moves", gesture),
            ("POST", "/preview", gesture),
            ("POST", "/leave", {}),
            ("POST", "/branch", {"seq": 1}),
        ):
            answer = await http.request(method, f"/api/tables/{table}{path}", json=body, headers=ada.headers)
            assert (answer.status_code, answer.json()["error"]) == (409, "not_loadable"), path
            assert answer.json()["message"].endswith(".")
            answer = await http.request(method, f"/api/tables/{table}{path}", json=body, headers=eve.headers)
            found = (answer.status_code, answer.json()["error"])
            assert found == ((403, "forbidden") if path in ("", "/stream") else (404, "not_found")), path
        answer = await http.get(f"/api/bot/tables/{table}/stream", headers=ada.headers)
        assert answer.json()["error"] == "not_loadable"


@pytest.mark.asyncio
@pytest.mark.parametrize("how", DAMAGES)
@pytest.mark.parametrize("status", ["playing", "over"])
async def test_a_person_gets_all_other_data_and_only_own_rows_of_it(database: str, how: str, status: str) -> None:
    """The rows of others and of nature may tell what is hidden: without the rules nobody can say which."""
    async with open_container(database) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        broken, whole = await started(ada, [bela], "russian-railroads"), await started(ada, [bela])
        for _ in range(6):
            await move(broken, await whose_turn(broken, ada, bela))
        if status == "over":
            await over(broken, bela)
        number = await damage(container, broken, how)
        data = await ada.get("/me/export")
        games = {game["table"]: game for game in data["games"]}
        assert games[whole]["record"]
        game = games[broken]
        assert game["status"] == status
        assert [seat["name"] for seat in game["seats"]] == ["Ada", "Béla"]
        rows = {row.seq: row for row in await container.store.rows(number, 0)}
        assert {row["seq"] for row in game["rows"]} == {row.seq for row in rows.values() if row.seat == 0}
        assert "secret" not in json.dumps(game)
        assert "invite" not in json.dumps(game)


@pytest.mark.asyncio
@pytest.mark.parametrize("how", DAMAGES)
@pytest.mark.parametrize("status", ["playing", "over"])
async def test_a_person_can_be_deleted(own_database: str, how: str, status: str) -> None:
    async with open_container(own_database) as container, http_client(container) as http:
        ada, bela = await register(http, unique("someone"), name="Adalgisa"), await arrive(http, "Béla")
        table = await started(ada, [bela])
        await ada.post(f"/tables/{table}/leave", 204)
        await ada.post(f"/tables/{table}/back")
        if status == "over":
            await over(table, bela)
        await damage(container, table, how)
        await ada.delete("/me", password="correct horse battery")
        assert "Adalgisa" not in whole_database(own_database)
        assert [seat["name"] for seat in (await cards(bela, status))[table]["seats"]] == [GONE_NAME, "Béla"]


@pytest.mark.asyncio
@pytest.mark.parametrize("how", WITHOUT_RULES)
async def test_a_table_that_has_not_begun_stays_open_and_can_be_left(database: str, how: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        card = await ada.post("/tables", 201, title="lok-n-roll", seats=2)
        table = card["table"]
        await bela.post(f"/tables/{table}/join", invite=card["invite"])
        await damage(container, table, how)
        await read(http, f"/t/{table}", ada)
        await read(http, "/", ada)
        answer = await ada.post(f"/tables/{table}/start", 409)
        assert answer["error"] == "not_loadable"
        assert (await ada.get(f"/tables/{table}/card"))["status"] == "open"
        await bela.post(f"/tables/{table}/leave", 204)
        await bela.get("/me/export")
        await ada.delete("/me")


@pytest.mark.asyncio
@pytest.mark.parametrize("how", DAMAGES)
async def test_it_can_be_put_away_while_a_game_that_can_be_played_cannot(database: str, how: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        broken, whole = await started(ada, [bela]), await started(ada, [bela])
        await move(broken, await whose_turn(broken, ada, bela))
        await damage(container, broken, how)
        await ada.post(f"/tables/{whole}/archive", 409)
        await (await arrive(http, "Eve")).post(f"/tables/{broken}/archive", 409)
        await ada.post(f"/tables/{broken}/archive", 204)
        assert set(await cards(ada, "playing")) == {whole}
        assert set(await cards(bela, "playing")) == {whole, broken}
        await ada.post(f"/tables/{broken}/archive", 204, archived=False)
        assert set(await cards(ada, "playing")) == {whole, broken}


@pytest.mark.asyncio
@pytest.mark.parametrize("how", WITHOUT_RULES)
async def test_hours_and_the_next_table_are_those_of_the_others(database: str, how: str) -> None:
    clock = FakeClock()
    async with open_container(database, clock) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        broken = await started(ada, [bela], pace=Pace("days", 20 * HOUR, 0, 0))
        clock.at += 1000
        whole = await started(ada, [bela])
        both = [ids.number(broken), ids.number(whole)]
        await container.database.write("UPDATE tables SET turn = 0 WHERE id = ANY(%s)", (both,))
        assert (await ada.get("/next"))["table"] == broken
        number = await damage(container, broken, how)
        assert (await ada.get("/next"))["table"] == whole
        await container.store.make_due(number, clock.at)
        await ada.put("/me/hours", zone="Europe/Rome")


@pytest.mark.asyncio
async def test_a_broken_snapshot_is_only_a_broken_cache(database: str, caplog: pytest.LogCaptureFixture) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        table = await started(ada, [bela])
        for _ in range(3):
            await move(table, await whose_turn(table, ada, bela))
        before = await ada.look(table)
        number = ids.number(table) or 0
        await container.database.write("UPDATE snapshots SET body = 'x' WHERE table_id = %s", (number,))
        container.tables.forget(number)
        assert await ada.look(table) == before
        assert await ada.get(f"/tables/{table}/log", after=before["seq"] - 1)
        assert "snapshot" in caplog.text


@pytest.mark.asyncio
async def test_readers_are_sent_away_when_a_new_row_cannot_be_read(database: str) -> None:
    """They come back and are told why, and nobody waits for ever."""
    async with open_container(database) as container, open_container(database) as other, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        table = await started(ada, [bela])
        number = ids.number(table) or 0
        app = App(other)
        feed = await app.hub.feed(number, None)
        reader = feed.join(b"", gzip=False)
        await asyncio.wait_for(reader.next(), 10)
        seq = await move(table, await whose_turn(table, ada, bela))
        with psycopg.connect(database) as connection:
            connection.execute("UPDATE rows SET said = 'no-such-word' WHERE table_id = %s AND seq = %s", (number, seq))
            connection.execute("DELETE FROM snapshots WHERE table_id = %s", (number,))
        await app.hub.look_at_all()
        with pytest.raises(FeedClosed):
            await asyncio.wait_for(reader.next(), 10)
        with pytest.raises(NotLoadable):
            await app.hub.feed(number, None)
        await app.hub.close()


@pytest.mark.asyncio
@pytest.mark.parametrize("how", WITHOUT_RULES)
async def test_programs_are_not_called_to_it(database: str, how: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        broken, whole = await started(ada, [bela]), await started(ada, [bela])
        await damage(container, broken, how)
        app = App(container)
        feed = await app.hub.person_feeds.feed(ids.number(await ada.person) or 0)
        assert set(feed.running) == {ids.number(whole)}
        await app.hub.person_feeds.left(feed)


@pytest.mark.asyncio
async def test_the_sentence_names_what_is_missing_in_the_readers_language(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada = await arrive(http, "Ada")
        table = await started(ada, [], bots=1)
        await damage(container, table, "unknown edition")
        answer: httpx.Response = await http.get(f"/api/tables/{table}", headers=ada.headers)
        assert "edition 99 of Lok'n'Roll" in answer.json()["message"]
        await damage(container, table, "unknown title")
        answer = await http.get(f"/api/tables/{table}", headers=ada.headers)
        assert "lost-line" in answer.json()["message"]
