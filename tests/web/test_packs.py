"""Content packs at tables: who adds them, who sees them, and tables whose pack is of another release."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.packs.changed import changed
from tests.support.service import Guest, open_container, started
from tests.support.web.html_pages import read
from tests.support.web.visitors import arrive, http_client, move, whose_turn
from trainshed.draw.board import Asked, Say
from trainshed.kernel import record as records
from trainshed.kernel import registry
from trainshed.kernel.content import Pack
from trainshed.kernel.registry import game
from trainshed.kernel.translation import ENGLISH
from trainshed.service.base import ids
from trainshed.service.container import Container
from trainshed.service.ops.backup import connected
from trainshed.service.ops.check import check
from trainshed.service.packs.pack_store import built_in_name

pytestmark = pytest.mark.usefixtures("quick_passwords")

LOK = Path("src/trainshed/games/lok_n_roll/content.toml").read_text(encoding="utf-8")
OWN = LOK.replace("hand = 2", "hand = 3")
DIGEST = Pack.parse(OWN, "own").digest


@pytest.fixture(autouse=True)
def forget() -> None:
    forget_packs()


def forget_packs() -> None:
    """As in a process that has just begun: no pack is known but the built-in ones."""
    registry._packs.clear()
    registry._made.clear()


async def administrator(container: Container, http: httpx.AsyncClient) -> Guest:
    admin = await arrive(http, "Root")
    await container.database.write("UPDATE people SET admin = true WHERE name = 'Root'")
    container.people.forget(ids.number((await admin.get("/me"))["person"]) or 0)
    return admin


async def added(container: Container, http: httpx.AsyncClient, text: str = OWN, name: str = "My box") -> Any:
    admin = await administrator(container, http)
    return await admin.post("/packs", 201, title="lok-n-roll", name=name, content=text)


@pytest.mark.asyncio
async def test_only_administrators_add_packs_and_only_playable_ones(own_database: str) -> None:
    async with open_container(own_database) as container, http_client(container) as http:
        ada = await arrive(http, "Ada")
        await ada.post("/packs", 403, title="lok-n-roll", name="x", content=OWN)
        info = await added(container, http)
        assert info["pack"] == DIGEST
        assert info["differs"] == ["setup.hand: 2 → 3"]
        assert await ada.get("/packs") == [info]
        admin = await administrator(container, http)
        for content, said in (
            (LOK, "This is the built-in content: nothing in it was changed."),
            (LOK.replace("hand = 2", "hand = 99"), "x: setup.hand: 99 is not from 0 to 20"),
            ("a = [", "x: "),
        ):
            answer = await admin.post("/packs", 400, title="lok-n-roll", name="x", content=content)
            assert answer["message"].startswith(said)
        await admin.post("/packs", 400, title="chess", name="x", content=OWN)
        await admin.post("/packs", 400, title="lok-n-roll", name="\n", content=OWN)
        await ada.post("/tables", 400, title="lok-n-roll", seats=2, pack="0" * 64)


@pytest.mark.asyncio
async def test_everybody_sees_that_a_table_has_other_content(own_database: str) -> None:
    async with open_container(own_database) as container, http_client(container) as http:
        hostile = "<script>alert(1)</script>\"&'"
        await added(container, http, name=hostile)
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        card = await ada.post("/tables", 201, title="lok-n-roll", seats=2, visibility="public", pack=DIGEST)
        assert card["pack"] == DIGEST
        assert card["own_content"]["name"] == hostile
        usual = await ada.post("/tables", 201, title="lok-n-roll", seats=2)
        assert "own_content" not in usual
        table = card["table"]
        lobby = await read(http, "/", bela)
        assert f'value="{DIGEST}"' in lobby, "a new table can be made with it"
        waiting = await read(http, f"/t/{table}", bela)
        await bela.post(f"/tables/{table}/join")
        await ada.post(f"/tables/{table}/start")
        assert (await bela.look(table))["own_content"]["differs"] == ["setup.hand: 2 → 3"]
        assert (await ada.look(table))["view"]["pack"] == DIGEST
        playing, replay = await read(http, f"/t/{table}", bela), await read(http, f"/t/{table}/replay/1", bela)
        for page in (lobby, waiting, playing, replay):
            assert "&lt;script&gt;alert(1)" in page
            assert "<script>alert(1)" not in page
        for page in (waiting, playing, replay):
            assert "Not the built-in content" in page
            assert "setup.hand: 2 → 3" in page
        await ada.post(f"/tables/{table}/concede", seq=(await ada.look(table))["seq"])
        await bela.post(f"/tables/{table}/rematch")
        again = await ada.get(f"/tables/{(await ada.post(f'/tables/{table}/rematch'))['table']}/card")
        assert again["pack"] == DIGEST


@pytest.mark.asyncio
async def test_a_running_table_keeps_its_pack_when_a_release_brings_another(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The built-in pack of before is found in the database, the table goes on with it, and its record embeds it."""
    async with open_container(own_database) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        table = await started(ada, [bela])
        await move(table, await whose_turn(table, ada, bela))
        usual: Any = game("lok-n-roll")
        later = changed("lok-n-roll")
        forget_packs()
        monkeypatch.setitem(registry._built_in, ("lok-n-roll", 1), type(usual)(1, later))
        container.tables.forget(ids.number(table) or 0)
        card = await ada.get(f"/tables/{table}/card")
        assert card["own_content"]["name"] == built_in_name(usual)
        await move(table, await whose_turn(table, ada, bela))
        with connected(own_database) as connection:
            assert check(connection).faults == 0
        fresh = await ada.post("/tables", 201, title="lok-n-roll", seats=2)
        assert fresh["pack"] == later.digest
        await ada.post(f"/tables/{table}/concede", seq=(await ada.look(table))["seq"])
        text = await ada.get(f"/tables/{table}/export")
        forget_packs()
        record = records.read(text)
        assert record.pack == usual.pack.digest
        assert record.content
        assert records.verify(record).committed
        await bela.post(f"/tables/{table}/rematch")
        again = await ada.get(f"/tables/{(await ada.post(f'/tables/{table}/rematch'))['table']}/card")
        assert again["pack"] == later.digest, "the same people play on with the content of this release"


@pytest.mark.asyncio
async def test_people_of_tables_whose_pack_is_known_nowhere_keep_everything_else(own_database: str) -> None:
    async with open_container(own_database) as container, http_client(container) as http:
        await added(container, http)
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        table = await started(ada, [bela], pack=DIGEST)
        await container.database.write("DELETE FROM packs")
        forget_packs()
        container.tables.forget(ids.number(table) or 0)
        [card] = await ada.get("/tables", which="playing")
        assert card["loadable"] is False
        assert "own_content" not in card
        answer = await ada.get(f"/tables/{table}", 409)
        assert answer["message"] == "The table was made with other printed content than this server has."
        export = await ada.get("/me/export")
        assert export["games"][0]["reason"] == answer["message"]
        gone = await http.request("DELETE", "/api/me", headers=ada.headers, json={})
        assert gone.status_code == 204, gone.text
        left = json.dumps(await container.database.fetch("SELECT players::text FROM tables"))
        assert "Ada" not in left


# ---------------------------------------------------------------- texts of a pack


def hostile(value: Any, key: str = "") -> Any:
    """Every text of a pack with marks in it that are not harmless in HTML, except those that the rules read."""
    if isinstance(value, dict):
        return {name: hostile(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [hostile(inner, key) for inner in value]
    if isinstance(value, str) and key in SHOWN:
        return f"<script>alert(1)</script>\"'&{value}"
    return value


SHOWN = {"title", "original_title", "author", "note", "source", "confidence", "clauses", "name", "text", "label"}


@pytest.mark.parametrize("slug", ["lok-n-roll", "russian-railroads"])
def test_texts_of_a_pack_are_escaped_where_they_are_drawn(slug: str) -> None:
    usual: Any = game(slug)
    data = hostile(usual.pack.data)
    data["meta"]["hostile"] = "<script>alert(1)</script>"
    own = type(usual)(1, Pack(data, "hostile"))
    state = own.start(2)
    board = own.part("board.board")
    say = Say(ENGLISH, ["<b>Ada", "Béla&"])
    for _ in range(60):
        moves = [move for move, _ in state.odds()] if state.actor < 0 else state.moves()
        words = [own.vocabulary.word(move) for move in moves] if state.actor >= 0 else []
        for layout in ("wide", "tall"):
            drawn = board.draw(own, None, state.view(max(state.actor, 0)), Asked(words), layout, say)
            assert "<script" not in drawn
            assert "<b>Ada" not in drawn
        state.apply(moves[len(moves) // 2])
