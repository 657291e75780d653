"""Games that were begun by the rules of an earlier release: they go on, or end with a sentence and their record."""

from __future__ import annotations

import copy
import json

import msgspec
import psycopg
import pytest

from tests.support.database import new_database
from tests.support.service import Guest, open_container, started
from tests.support.web.html_pages import read
from tests.support.web.visitors import arrive, http_client, move, whose_turn
from trainshed.kernel import record as records
from trainshed.kernel.content import Pack
from trainshed.kernel.registry import game
from trainshed.service.base import ids
from trainshed.service.container import Container
from trainshed.service.ops.backup import connected
from trainshed.service.ops.check import check
from trainshed.service.ops.migrate import upgrade
from trainshed.service.tables.table_state import Snapshot

pytestmark = pytest.mark.usefixtures("quick_passwords")

RAILS = "russian-railroads"


async def begun(ada: Guest, bela: Guest, title: str, moves: int) -> str:
    table = await started(ada, [bela], title)
    for _ in range(moves):
        await move(table, await whose_turn(table, ada, bela))
    return table


async def as_before(container: Container, table: str) -> int:
    """Make a table look as if the first revision of the rules had begun it; its snapshots do not say by which."""
    number = ids.number(table) or 0
    await container.database.write("UPDATE tables SET revision = 1 WHERE id = %s", (number,))
    for slot, body in await container.database.fetch("SELECT slot, body FROM snapshots WHERE table_id = %s", (number,)):
        kept = msgspec.msgpack.decode(body)[: Snapshot.__struct_fields__.index("revision")]
        kept[2] = b"a position in a layout that nobody knows any more"
        await container.database.write(
            "UPDATE snapshots SET body = %s WHERE table_id = %s AND slot = %s",
            (msgspec.msgpack.encode(kept), number, slot),
        )
    container.tables.forget(number)
    return number


async def refuse(container: Container, number: int) -> int:
    """Put a move into the log that the rules do not allow there; returns its row."""
    opened = await container.tables.opened(number)
    full = await container.commands.record(opened)
    for step in list(records.replay(full))[::-1]:
        words = step.before.game.vocabulary
        illegal = [word for word in words if step.before.why_not(words.id(word)) is not None]
        if step.row.seat >= 0 and illegal:
            await container.database.write(
                "UPDATE rows SET said = %s WHERE table_id = %s AND seq = %s", (illegal[0], number, step.seq)
            )
            container.tables.forget(number)
            return step.seq
    raise AssertionError("no row of a seat")


@pytest.mark.asyncio
async def test_a_game_goes_on_if_the_rules_allow_its_log(own_database: str) -> None:
    assert game(RAILS).revision > 1
    async with open_container(own_database) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        table = await begun(ada, bela, RAILS, 6)
        before = await ada.look(table)
        await as_before(container, table)
        assert await ada.look(table) == before, "folded from its first row"
        await move(table, await whose_turn(table, ada, bela))
        with connected(own_database) as connection:
            assert check(connection).faults == 0


@pytest.mark.asyncio
async def test_a_game_whose_log_the_rules_refuse_ends_with_a_sentence_and_its_record(own_database: str) -> None:
    async with open_container(own_database) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        table = await begun(ada, bela, RAILS, 6)
        number = await as_before(container, table)
        rows = len(await container.store.rows(number, 0))
        row = await refuse(container, number)
        await as_before(container, table)
        seen = await ada.look(table)
        assert seen["outcome"]["refused"] == row
        assert seen["outcome"]["finished"] is False
        assert seen["seq"] == rows
        [card] = await ada.get("/tables", which="over")
        assert card["table"] == table
        assert (await container.store.record(number) or card).status == "over"
        await read(http, f"/t/{table}/replay/{row}", bela)
        page = await read(http, f"/t/{table}", bela)
        said = f"The rules of Russian Railroads were corrected since, and by them row {row} is not possible"
        assert said in page
        record = records.read(await ada.get(f"/tables/{table}/export"))
        assert len(record.rows) == rows
        with pytest.raises(records.RecordError, match=f"row {row}: "):
            records.verify(record)
        with connected(own_database) as connection:
            assert check(connection).faults == 0
        await ada.post(f"/tables/{table}/moves", 409, seq=rows, words=["pass"])
        gone = await http.request("DELETE", "/api/me", headers=ada.headers, json={})
        assert gone.status_code == 204, gone.text
        assert "Ada" not in str((await bela.look(table))["seats"])


@pytest.mark.asyncio
async def test_a_finished_game_keeps_its_result(own_database: str) -> None:
    async with open_container(own_database) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        table = await begun(ada, bela, RAILS, 4)
        number = await as_before(container, table)
        row = await refuse(container, number)
        outcome = {"result": "131 126", "scores": [131, 126], "standings": [1, 2], "finished": True}
        await container.database.write(
            "UPDATE tables SET status = 'over', turn = NULL, outcome = %s WHERE id = %s",
            (msgspec.json.encode(outcome).decode(), number),
        )
        await as_before(container, table)
        assert (await ada.look(table))["outcome"] == {**outcome, "refused": row}
        assert records.read(await ada.get(f"/tables/{table}/export")).result == "131 126"
        await read(http, f"/t/{table}", ada)


@pytest.mark.asyncio
async def test_a_row_of_an_old_process_is_refused_when_it_arrives(own_database: str) -> None:
    """During an upgrade an old process may append what the rules of today do not allow, also where today's began."""
    async with (
        open_container(own_database) as here,
        open_container(own_database) as there,
        http_client(here) as http,
        http_client(there) as other,
    ):
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        table = await begun(ada, bela, RAILS, 3)
        number = ids.number(table) or 0
        watching = Guest(other, "Ada", ada.token)
        await watching.look(table)
        state = (await here.tables.current(number)).table
        words = state.game.vocabulary
        bad = next(word for word in words if state.position.why_not(words.id(word)) is not None)
        await here.database.write(
            "INSERT INTO rows (table_id, seq, seat, said, at, free) VALUES (%s, %s, %s, %s, %s, false)",
            (number, state.seq + 1, state.actor, bad, state.at),
        )
        assert (await watching.look(table))["outcome"]["refused"] == state.seq + 1


def test_the_migration_leaves_the_statements_of_old_processes_alone() -> None:
    """Only a table and a column with a default are added."""
    with new_database("trainshed_before_packs", layout=False) as url:
        upgrade(url)
        with psycopg.connect(url) as connection:
            connection.execute(
                "INSERT INTO people (id, name, kind, created) VALUES (1, 'Ada', 'guest', 0)",
            )
            connection.execute(
                "INSERT INTO tables (id, title, edition, pack, options, pace, visibility, language, odds, host, invite,"
                " status, created, touched) VALUES (1, 'lok-n-roll', 1, 'x', '{}', '{}', 'public', 'en', true, 1, 'i',"
                " 'open', 0, 0)"
            )
            assert connection.execute("SELECT revision FROM tables").fetchall() == [(1,)]


@pytest.mark.asyncio
async def test_a_game_whose_content_the_rules_cannot_use_ends_with_its_record(own_database: str) -> None:
    async with open_container(own_database) as container, http_client(container) as http:
        ada, bela, eve = await arrive(http, "Ada"), await arrive(http, "Béla"), await arrive(http, "Eve")
        table = await begun(ada, bela, RAILS, 4)
        number = ids.number(table) or 0
        rows = len(await container.store.rows(number, 0))
        data = copy.deepcopy(game(RAILS).pack.data)
        data["special"][0]["track"] = "pink"
        old = Pack(data, "old")
        await container.database.write("UPDATE packs SET digest = %s, content = %s", (old.digest, json.dumps(data)))
        await container.database.write("UPDATE tables SET pack = %s", (old.digest,))
        container.tables.forget(number)
        answer = await ada.get(f"/tables/{table}", 409)
        assert answer["message"].endswith("the game has ended. Its record is kept.")
        [card] = await bela.get("/tables", which="over")
        assert (card["table"], card["loadable"]) == (table, False)
        record = records.read(await bela.get(f"/tables/{table}/export"))
        assert len(record.rows) == rows
        assert Pack.unpack(record.content, "x").digest == old.digest
        await eve.get(f"/tables/{table}/export", 404)
        assert "the game has ended" in await read(http, f"/t/{table}", bela, 409)
        await read(http, "/", bela)
        gone = await http.request("DELETE", "/api/me", headers=ada.headers, json={})
        assert gone.status_code == 204, gone.text
