"""Rematches, through the API: offer, accept, decline, expire; who may, and what comes of two at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from tests.support.service import FakeClock, Guest, open_container, started
from trainshed.service.base.ids import number
from trainshed.service.container import Container
from trainshed.service.tables.rematches.rematches import LIVE_OFFER, SLOW_OFFER
from trainshed.web.app import App
from trainshed.wire import Pace


@asynccontextmanager
async def players(database: str, *names: str) -> AsyncIterator[tuple[Container, FakeClock, list[Guest]]]:
    """A container with a clock of its own, and guests with these names."""
    clock = FakeClock()
    async with open_container(database, clock) as container:
        transport = httpx.ASGITransport(App(container))
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as http:
            yield container, clock, [await Guest.arrive(http, name) for name in names]


async def over(host: Guest, others: list[Guest], **plan: Any) -> str:
    """A table of these people whose game is over."""
    table = await started(host, others, **plan)
    for guest in others:
        await guest.post(f"/tables/{table}/concede", seq=(await guest.look(table))["seq"])
    return table


async def lobby_of(guest: Guest) -> str:
    return (await guest.http.get("/", headers=guest.headers)).text


@pytest.mark.asyncio
async def test_a_rematch_starts_when_all_people_have_accepted(database: str) -> None:
    async with players(database, "Ada", "Béla", "Cem") as (_, _, [ada, bela, cem]):
        table = await over(ada, [bela, cem], options={"start": "seat-3"}, language="it")
        assert await cem.get(f"/tables/{table}/rematch") == {"state": "none"}
        offer = await ada.post(f"/tables/{table}/rematch")
        assert (offer["state"], offer["offered_by"], offer["agreed"], offer["waits_for"]) == ("offered", 0, [0], [1, 2])
        assert await ada.post(f"/tables/{table}/rematch") == offer, "once more changes nothing"
        assert "Ada offers a rematch of Lok&#39;n&#39;Roll." in await lobby_of(bela)
        assert "offers a rematch" not in await lobby_of(ada)
        # an offer of another one is an answer
        assert (await bela.post(f"/tables/{table}/rematch"))["waits_for"] == [2]
        begun = await cem.post(f"/tables/{table}/rematch")
        assert begun["state"] == "begun"
        assert begun == await ada.get(f"/tables/{table}/rematch") == await bela.post(f"/tables/{table}/rematch")
        card = await cem.get(f"/tables/{begun['table']}/card")
        assert [seat["name"] for seat in card["seats"]] == ["Cem", "Ada", "Béla"]
        assert (card["options"]["start"], card["language"], card["status"]) == ("seat-3", "it", "playing")
        assert (await ada.look(begun["table"]))["seat"] == 1
        assert (await ada.get(f"/tables/{table}/card"))["rematch"] == begun["table"]
        assert "offers a rematch" not in await lobby_of(bela)
        await bela.post(f"/tables/{table}/rematch/decline", 409)


@pytest.mark.asyncio
async def test_all_who_want_a_rematch_at_once_get_one_table(database: str) -> None:
    async with players(database, "Ada", "Béla", "Cem") as (container, _, [ada, bela, cem]):
        table = await over(ada, [bela, cem])
        before = await container.database.fetch("SELECT count(*) FROM tables")
        await asyncio.gather(*(guest.post(f"/tables/{table}/rematch") for guest in (ada, bela, cem)))
        states = [await guest.get(f"/tables/{table}/rematch") for guest in (ada, bela, cem)]
        assert {state["state"] for state in states} == {"begun"}
        assert len({state["table"] for state in states}) == 1
        await asyncio.gather(*(guest.post(f"/tables/{table}/rematch") for guest in (ada, bela, cem)))
        assert await container.database.fetch("SELECT count(*) FROM tables") == [(before[0][0] + 1,)]


@pytest.mark.asyncio
async def test_who_declines_is_named_and_an_offer_can_be_made_again(database: str) -> None:
    async with players(database, "Ada", "Béla") as (_, clock, [ada, bela]):
        table = await over(ada, [bela])
        await bela.post(f"/tables/{table}/rematch/decline", 409)
        await ada.post(f"/tables/{table}/rematch")
        refused = await bela.post(f"/tables/{table}/rematch/decline")
        assert (refused["state"], refused["declined"]) == ("declined", [1])
        assert await bela.post(f"/tables/{table}/rematch/decline") == refused
        assert "offers a rematch" not in await lobby_of(bela)
        clock.at += 5
        again = await bela.post(f"/tables/{table}/rematch")
        assert (again["state"], again["offered_by"], again["waits_for"]) == ("offered", 1, [0])
        # an offer can be withdrawn by whoever made it
        assert (await bela.post(f"/tables/{table}/rematch/decline"))["declined"] == [1]
        await bela.post(f"/tables/{table}/rematch")
        assert (await ada.post(f"/tables/{table}/rematch"))["state"] == "begun"


@pytest.mark.asyncio
@pytest.mark.parametrize("pace", [Pace(), Pace(kind="live", turn=60_000, bank=60_000)])
async def test_an_offer_expires(database: str, pace: Pace) -> None:
    async with players(database, "Ada", "Béla") as (_, clock, [ada, bela]):
        table = await over(ada, [bela], pace=pace)
        await ada.post(f"/tables/{table}/rematch")
        clock.at += LIVE_OFFER if pace.kind == "live" else SLOW_OFFER
        assert (await bela.get(f"/tables/{table}/rematch"))["state"] == "expired"
        await bela.post(f"/tables/{table}/rematch/decline", 409)
        assert "offers a rematch" not in await lobby_of(bela)
        assert (await bela.post(f"/tables/{table}/rematch"))["waits_for"] == [0]


@pytest.mark.asyncio
async def test_only_who_played_a_finished_game_has_a_word(database: str) -> None:
    async with players(database, "Ada", "Béla", "Eve") as (_, _, [ada, bela, eve]):
        table = await started(ada, [bela], visibility="public")
        await ada.post(f"/tables/{table}/rematch", 409)
        await bela.post(f"/tables/{table}/concede", seq=(await bela.look(table))["seq"])
        await ada.post(f"/tables/{table}/rematch")
        for path in ("rematch", "rematch/decline"):
            assert (await eve.post(f"/tables/{table}/{path}", 403))["error"] == "forbidden"
        await eve.get(f"/tables/{table}/rematch", 403)
        bar = (await eve.http.get(f"/t/{table}/rematch", headers=eve.headers)).json()["confirm"]
        assert "data-rematch" not in bar
        assert (await ada.get(f"/tables/{table}/rematch"))["agreed"] == [0]
        # an account that is deleted is not asked, and its seat is free
        assert (await bela.http.request("DELETE", "/api/me", headers=bela.headers, json={})).status_code == 204
        begun = await ada.post(f"/tables/{table}/rematch")
        card = await ada.get(f"/tables/{begun['table']}/card")
        assert (card["status"], [seat.get("name", "-") for seat in card["seats"]]) == ("open", ["-", "Ada"])


@pytest.mark.asyncio
async def test_bots_accept_at_once_and_play_for_themselves(database: str) -> None:
    """Given a hot seat, a bot and somebody who left, when they play again, then the bot sits for itself alone."""
    async with players(database, "Ada", "Béla") as (_, _, [ada, bela]):
        alone = await started(ada, [], bots=1)
        await ada.post(f"/tables/{alone}/concede", seq=(await ada.look(alone))["seq"])
        bar = (await ada.http.get(f"/t/{alone}", headers=ada.headers)).text
        assert "Play again" in bar
        assert (await ada.post(f"/tables/{alone}/rematch"))["state"] == "begun"
        card = await ada.post("/tables", 201, title="lok-n-roll", seats=4)
        table = card["table"]
        await bela.post(f"/tables/{table}/join", invite=card["invite"])
        await ada.post(f"/tables/{table}/join")
        card = await ada.post(f"/tables/{table}/bots", seat=3, bot="random")
        await ada.post(f"/tables/{table}/start")
        await bela.post(f"/tables/{table}/leave", 204)
        await bela.post(f"/tables/{table}/concede", seq=(await bela.look(table))["seq"])
        for seat in (0, 2):
            await ada.post(f"/tables/{table}/hand", 204, seat=seat)
            await ada.post(f"/tables/{table}/concede", seq=(await ada.look(table))["seq"])
        assert (await ada.look(table))["outcome"]["standings"] == [3, 4, 2, 1]
        assert (await bela.post(f"/tables/{table}/rematch"))["waits_for"] == [0, 2]
        again = (await ada.post(f"/tables/{table}/rematch"))["table"]
        seats = (await ada.get(f"/tables/{again}/card"))["seats"]
        assert [seat["name"] for seat in seats] == [card["seats"][3]["name"], "Ada", "Béla", "Ada"]
        assert [seat.get("bot", "") for seat in seats] == ["random", "", "", ""]
        assert (await ada.look(again))["seat"] == 1
        await ada.post(f"/tables/{again}/hand", 204, seat=3)
        assert (await ada.look(again))["seat"] == 3


@pytest.mark.asyncio
async def test_the_bar_tells_everybody_how_it_stands(database: str) -> None:
    async with players(database, "Ada", "Béla") as (container, _, [ada, bela]):
        table = await over(ada, [bela])

        async def bar(guest: Guest, language: str = "en") -> str:
            found = await guest.http.get(
                f"/t/{table}/rematch", headers={**guest.headers, "cookie": f"language={language}"}
            )
            assert found.status_code == 200, found.text
            return str(found.json()["confirm"])

        assert "Offer a rematch" in await bar(ada)
        await ada.post(f"/tables/{table}/rematch")
        assert "You offer a rematch." in await bar(ada)
        assert "Waiting for Béla." in await bar(ada)
        assert "Ada offers a rematch." in await bar(bela)
        assert "Ada propone la revancha." in await bar(bela, "es")
        assert (await bar(bela)).count("data-rematch") == 2
        await bela.post(f"/tables/{table}/rematch/decline")
        assert "Béla does not want a rematch." in await bar(ada)
        await bela.post(f"/tables/{table}/rematch")
        begun = (await ada.post(f"/tables/{table}/rematch"))["table"]
        assert f'href="/t/{begun}"' in await bar(bela)
        await container.database.write("DELETE FROM tables WHERE id = %s", (number(table),))
        assert await container.database.fetch("SELECT FROM rematch_offers WHERE table_id = %s", (number(table),)) == []
