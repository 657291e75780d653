"""How many tables one person may have, and one seat a person at public tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from tests.support.servers.patience import DATABASE_WAIT
from tests.support.service import FakeClock, Guest, open_container, started
from tests.support.web.visitors import arrive, bot_of, http_client, register, sign_in, unique
from trainshed.service.base import ids
from trainshed.service.base.errors import NotNow, TooMany
from trainshed.service.base.milliseconds import HOUR
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.service.tables.lobby import TablePlan

PLAN = {"title": "lok-n-roll", "seats": 2}
PUBLIC = {**PLAN, "visibility": "public"}

pytestmark = pytest.mark.usefixtures("quick_passwords")


@asynccontextmanager
async def house(database: str, now: Any = None, **settings: Any) -> AsyncIterator[tuple[Container, httpx.AsyncClient]]:
    """A container with the quotas of a real server, and an HTTP client from a new address."""
    container = Container(
        Settings(database=database, database_wait=DATABASE_WAIT, connections=4, **settings),
        now or FakeClock(),
        work=False,
    )
    await container.open()
    try:
        async with http_client(container) as http:
            yield container, http
    finally:
        await container.close()


async def alone(guest: Guest, status: int = 200) -> Any:
    """Start a table with one bot."""
    table = (await guest.post("/tables", 201, **PLAN))["table"]
    await guest.post(f"/tables/{table}/bots", seat=1, bot="random")
    return await guest.post(f"/tables/{table}/start", status)


# ---------------------------------------------------------------- tables that wait


@pytest.mark.asyncio
async def test_few_public_tables_of_one_person_wait_at_once(database: str) -> None:
    async with house(database) as (_, http):
        eve, ada = await arrive(http, "Eve"), await arrive(http, "Ada")
        tables = [(await eve.post("/tables", 201, **PUBLIC))["table"] for _ in range(5)]
        problem = await eve.post("/tables", 409, **PUBLIC)
        assert problem["message"] == (
            "You have 5 public tables that wait for players. Start one, or leave it, before you open another."
        )
        await eve.post("/tables", 201, **PLAN)
        await ada.post("/tables", 201, **PUBLIC)
        await eve.post(f"/tables/{tables[0]}/leave", 204)
        await eve.post("/tables", 201, **PUBLIC)


@pytest.mark.asyncio
async def test_a_person_who_asks_many_times_at_once_gets_no_more(database: str) -> None:
    async with house(database) as (_, http):
        eve = await arrive(http, "Eve")
        answers = await asyncio.gather(*(http.post("/api/tables", json=PUBLIC, headers=eve.headers) for _ in range(20)))
        assert sorted(answer.status_code for answer in answers) == [201] * 5 + [409] * 15


@pytest.mark.asyncio
async def test_more_private_tables_wait_but_not_without_end(database: str) -> None:
    async with house(database, tables_a_person=8) as (_, http):
        eve = await arrive(http, "Eve")
        for _ in range(8):
            await eve.post("/tables", 201, **PLAN)
        assert "8 tables that wait" in (await eve.post("/tables", 409, **PLAN))["message"]


@pytest.mark.asyncio
async def test_administrators_have_no_quota(database: str) -> None:
    async with house(database, tables_a_person=2, tables_an_hour=5) as (container, http):
        ada = await register(http, unique("ada"))
        await container.database.write("UPDATE people SET admin = true WHERE id = %s", (ids.number(await ada.person),))
        container.people.sessions.clear()
        for _ in range(8):
            await ada.post("/tables", 201, **PUBLIC)


@pytest.mark.asyncio
async def test_nobody_fills_the_list_of_public_tables(own_database: str) -> None:
    """A table of everybody comes before the second one of anybody, and one without people is not shown."""
    clock = FakeClock()
    async with open_container(own_database, clock) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        first = (await ada.post("/tables", 201, **PUBLIC))["table"]
        clock.at += 1000
        second = (await bela.post("/tables", 201, **PUBLIC))["table"]
        admin = await register(http, unique("eve"))
        await container.database.write(
            "UPDATE people SET admin = true WHERE id = %s", (ids.number(await admin.person),)
        )
        container.people.sessions.clear()
        for _ in range(205):
            clock.at += 1000
            last = (await admin.post("/tables", 201, **PUBLIC))["table"]
        shown = [card["table"] for card in await ada.get("/tables", which="seats")]
        assert shown[:3] == [last, second, first]
        assert len(shown) == 5, "three of one host at most"
        await ada.post(f"/tables/{first}/leave", 204)
        assert first not in [card["table"] for card in await bela.get("/tables", which="seats")]


# ---------------------------------------------------------------- tables that run


@pytest.mark.asyncio
async def test_games_with_bots_alone_do_not_start_without_end(database: str) -> None:
    async with house(database, tables_a_person=4) as (_, http):
        eve, ada = await arrive(http, "Eve"), await arrive(http, "Ada")
        tables = [(await alone(eve))["table"] for _ in range(4)]
        problem = await alone(eve, 409)
        assert problem["message"] == (
            "You have 4 running games with nobody but bots. Finish one, or give up, before you start another."
        )
        branch = await eve.post(f"/tables/{tables[0]}/branch", 409, seq=1)
        assert branch["message"] == problem["message"]
        await started(eve, [ada])
        seq = (await eve.look(tables[0]))["seq"]
        await eve.post(f"/tables/{tables[0]}/concede", seq=seq)
        await eve.post(f"/tables/{tables[1]}/branch", 201, seq=1)
        await eve.post(f"/tables/{tables[1]}/branch", 409, seq=1)


@pytest.mark.asyncio
async def test_tables_of_bots_only_count_for_their_host(database: str) -> None:
    """Nobody sits there, and they play on by themselves."""
    async with house(database, tables_a_person=2) as (_, http):
        eve = await arrive(http, "Eve")
        for status in (200, 200, 409):
            table = (await eve.post("/tables", 201, **PLAN))["table"]
            await eve.post(f"/tables/{table}/leave", 204)
            for seat in (0, 1):
                await eve.post(f"/tables/{table}/bots", seat=seat, bot="random")
            await eve.post(f"/tables/{table}/start", status)


@pytest.mark.asyncio
async def test_two_people_do_not_start_games_without_end(database: str) -> None:
    async with house(database, tables_a_person=2) as (_, http):
        eve, ada = await arrive(http, "Eve"), await arrive(http, "Ada")
        for _ in range(10):
            await started(eve, [ada])
        card = await eve.post("/tables", 201, **PLAN)
        await ada.post(f"/tables/{card['table']}/join", invite=card["invite"])
        problem = await eve.post(f"/tables/{card['table']}/start", 409)
        assert problem["message"] == (
            "You are host of 10 running games. Finish one before you start another, or let somebody else be host."
        )


@pytest.mark.asyncio
async def test_bot_accounts_play_many_games(database: str) -> None:
    async with house(database, tables_a_person=4, tables_an_hour=40) as (_, http):
        owner = await register(http, unique("ada"))
        bot = await bot_of(owner, "Bot")
        for _ in range(20):
            await alone(bot)
        await alone(bot, 409)


# ---------------------------------------------------------------- tables in an hour


@pytest.mark.asyncio
async def test_tables_in_an_hour_by_person_and_by_address(database: str) -> None:
    clock = FakeClock()
    async with house(database, clock, tables_an_hour=10, tables_a_person=1000) as (container, http):
        for name in ("Eve", "Also Eve", "Eve again", "Eve once more", "Eve"):
            eve = await arrive(http, name)
            for _ in range(2):
                await eve.post("/tables", 201, **PLAN)
            problem = await eve.post("/tables", 429, **PLAN)
            assert problem["message"] == "You have made 2 tables within an hour. Wait a little."
        eve = await arrive(http, "Another Eve")
        problem = await eve.post("/tables", 429, **PLAN)
        assert problem["message"] == "Many tables were made from your network within an hour. Wait a little."
        async with http_client(container) as elsewhere:
            ada = await arrive(elsewhere, "Ada")
            await ada.post("/tables", 201, **PLAN)
        clock.at += HOUR
        await eve.post("/tables", 201, **PLAN)


@pytest.mark.asyncio
async def test_few_of_the_tables_from_one_address_are_public(database: str) -> None:
    async with house(database, tables_an_hour=25) as (_, http):
        for _ in range(5):
            await (await arrive(http, "Eve")).post("/tables", 201, **PUBLIC)
        eve = await arrive(http, "Eve")
        await eve.post("/tables", 429, **PUBLIC)
        await eve.post("/tables", 201, **PLAN)


@pytest.mark.asyncio
async def test_branches_and_rematches_count_too(database: str) -> None:
    async with house(database, tables_an_hour=20) as (_, http):
        eve, ada = await arrive(http, "Eve"), await arrive(http, "Ada")
        table = await started(eve, [ada])
        for _ in range(3):
            await eve.post(f"/tables/{table}/branch", 201, seq=1)
        assert "4 tables" in (await eve.post(f"/tables/{table}/branch", 429, seq=1))["message"]
        await ada.post(f"/tables/{table}/concede", seq=(await ada.look(table))["seq"])
        await ada.post(f"/tables/{table}/rematch")
        await eve.post(f"/tables/{table}/rematch", 429)  # the last to accept makes the table
        fresh = (await ada.post(f"/tables/{table}/rematch"))["table"]
        # The table that exists is no new one.
        assert (await eve.post(f"/tables/{table}/rematch"))["table"] == fresh


@pytest.mark.asyncio
async def test_commands_that_no_person_can_give_count_for_nothing(database: str) -> None:
    async with house(database, tables_an_hour=10) as (_, http):
        eve = await arrive(http, "Eve")
        for _ in range(5):
            await eve.post("/tables", 400, title="chess", seats=2)
        await eve.post("/tables", 201, **PLAN)


@pytest.mark.asyncio
async def test_quotas_hold_without_the_web(database: str) -> None:
    async with house(database, tables_a_person=1, tables_an_hour=10) as (container, _):
        person, _ = await container.people.guest("Eve")
        await container.lobby.create(person, TablePlan("lok-n-roll", 2))
        with pytest.raises(NotNow):
            await container.lobby.create(person, TablePlan("lok-n-roll", 2))
        with pytest.raises(TooMany):
            await container.lobby.create(person, TablePlan("lok-n-roll", 2))


# ---------------------------------------------------------------- one seat a person at public tables

ONE_SEAT = "At a public table everybody has one seat. Several seats on one device are for private tables."


@pytest.mark.asyncio
async def test_nobody_takes_two_seats_at_a_public_table(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        eve, ada = await arrive(http, "Eve"), await arrive(http, "Ada")
        table = (await eve.post("/tables", 201, **{**PUBLIC, "seats": 4}))["table"]
        assert (await eve.post(f"/tables/{table}/join", 409))["message"] == ONE_SEAT
        assert (await eve.post(f"/tables/{table}/join", 409, seat=3))["message"] == ONE_SEAT
        await ada.post(f"/tables/{table}/join")
        await ada.post(f"/tables/{table}/join", 409)
        await eve.post(f"/tables/{table}/leave", 204, seat=0)
        await eve.post(f"/tables/{table}/join", seat=2)
        private = (await eve.post("/tables", 201, **PLAN))["table"]
        await eve.post(f"/tables/{private}/join")


@pytest.mark.asyncio
async def test_a_guest_who_signs_in_keeps_one_seat_at_a_public_table(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        login = unique("eve")
        account, guest = await register(http, login, name="Eve"), await arrive(http, "Also Eve")
        table = (await account.post("/tables", 201, **{**PUBLIC, "seats": 3}))["table"]
        private = await account.post("/tables", 201, **PLAN)
        await guest.post(f"/tables/{table}/join")
        await guest.post(f"/tables/{private['table']}/join", invite=private["invite"])
        account = await sign_in(http, login, guest)
        seats = (await account.get(f"/tables/{table}/card"))["seats"]
        assert [seat.get("mine", False) for seat in seats] == [True, False, False]
        seats = (await account.get(f"/tables/{private['table']}/card"))["seats"]
        assert [seat.get("mine", False) for seat in seats] == [True, True]


@pytest.mark.asyncio
async def test_no_game_starts_with_two_seats_of_one_person(database: str) -> None:
    """Whatever put somebody there twice, as older versions did."""
    async with open_container(database) as container, http_client(container) as http:
        eve = await arrive(http, "Eve")
        table = (await eve.post("/tables", 201, **PUBLIC))["table"]
        await container.database.write(
            "UPDATE seats SET person = %s, name = 'Eve' WHERE table_id = %s",
            (ids.number(await eve.person), ids.number(table)),
        )
        assert (await eve.post(f"/tables/{table}/start", 409))["message"] == ONE_SEAT
        await eve.post(f"/tables/{table}/leave", 204)
        await eve.post(f"/tables/{table}/bots", seat=1, bot="random")
        await eve.post(f"/tables/{table}/start")


@pytest.mark.asyncio
async def test_a_rematch_of_a_public_table_has_one_seat_for_everybody(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        eve, ada = await arrive(http, "Eve"), await arrive(http, "Ada")
        card = await eve.post("/tables", 201, **{**PLAN, "seats": 3})
        table = card["table"]
        await eve.post(f"/tables/{table}/join", seat=1)
        await ada.post(f"/tables/{table}/join", invite=card["invite"])
        await eve.post(f"/tables/{table}/start")
        await ada.post(f"/tables/{table}/concede", seq=(await ada.look(table))["seq"])
        await eve.post(f"/tables/{table}/concede", seq=(await eve.look(table))["seq"])
        await container.database.write(
            "UPDATE tables SET visibility = 'public', status = 'over' WHERE id = %s", (ids.number(table),)
        )
        await eve.post(f"/tables/{table}/rematch")
        again = await ada.get(f"/tables/{(await ada.post(f'/tables/{table}/rematch'))['table']}/card")
        names = [seat.get("name", "-") for seat in again["seats"]]
        assert sorted(names) == ["-", "Ada", "Eve"]


@pytest.mark.asyncio
async def test_a_bot_does_not_sit_beside_its_owner_or_a_sibling(database: str) -> None:
    """The owner has the bot's token, and could see its hand too."""
    async with open_container(database) as container, http_client(container) as http:
        owner = await register(http, unique("eve"))
        bot, sibling = await bot_of(owner, "Bot"), await bot_of(owner, "Sibling")
        other = await bot_of(await register(http, unique("ada")), "Other")
        table = (await owner.post("/tables", 201, **{**PUBLIC, "seats": 4}))["table"]
        problem = await bot.post(f"/tables/{table}/join", 409)
        assert problem["message"] == ONE_SEAT
        await other.post(f"/tables/{table}/join")
        table = (await bot.post("/tables", 201, **{**PUBLIC, "seats": 4}))["table"]
        await sibling.post(f"/tables/{table}/join", 409)
        await owner.post(f"/tables/{table}/join", 409)
        private = await owner.post("/tables", 201, **PLAN)
        await bot.post(f"/tables/{private['table']}/join", invite=private["invite"])
