"""Guests, accounts, bots and their tokens, through the API: sign-up, sign-in, merging, tokens, deletion."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import httpx
import psycopg
import pytest

from tests.support.servers.patience import DATABASE_WAIT, PATIENCE
from tests.support.service import NO_QUOTAS, FakeClock, Guest, open_container, serving, started
from tests.support.web.visitors import (
    PASSWORD,
    Visitor,
    arrive,
    bot_of,
    http_client,
    move,
    register,
    sign_in,
    two_clients,
    unique,
    whole_database,
    whose_turn,
)
from trainshed.kernel.record import read, verify
from trainshed.service.accounts.hours import Calendar, HeldHours, PastHours, moment
from trainshed.service.accounts.people import GONE_NAME, MOST_BOTS, MOST_TOKENS, REMEMBERED_MS, SESSION_MS
from trainshed.service.base import ids
from trainshed.service.base.bus import NatsBus
from trainshed.service.base.database import json_text
from trainshed.service.base.milliseconds import DAY, HOUR
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.wire import Hours, Pace

NATS = "nats://127.0.0.1:4222"
pytestmark = pytest.mark.usefixtures("quick_passwords")

BEGAN = 1_800_000_000_000
"""The time at which clocks that tests move begin."""
YEAR = 365 * DAY
PLAN = {"title": "lok-n-roll", "seats": 2}


async def over(table: str, *people: Guest) -> None:
    """End a game: all but the first person concede."""
    for person in people[1:]:
        await person.post(f"/tables/{table}/concede", seq=(await person.look(table))["seq"])


async def seat_names(person: Guest, table: str) -> list[str]:
    return [seat.get("name", "-") for seat in (await person.get(f"/tables/{table}/card"))["seats"]]


# ---------------------------------------------------------------- guests


@pytest.mark.asyncio
async def test_a_guest(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        marta = await arrive(http, "  Marta   Łoś ", language="it", zone="Europe/Rome")
        me = await marta.get("/me")
        assert (me["name"], me["kind"], me["language"]) == ("Marta Łoś", "guest", "it")
        assert me["hours"]["zone"] == "Europe/Rome"
        assert not {"token", "login", "email", "admin"} & set(me)
        await marta.post("/sign-out", 204)
        assert not await marta.known()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": " \n\t "},
        {"name": "x" * 41},
        {"name": "a\u202eb"},
        {"name": "a\x00b"},
        {"name": "a\u200bb"},
        {"name": None},
        {},
        {"name": "Ada", "language": "fr"},
        {"name": "Ada", "zone": "Moon/Tranquility"},
        {"name": "Ada", "zone": "../../../etc/passwd"},
        {"name": "Ada", "admin": True},
        {"name": "Ada", "kind": "account"},
    ],
)
async def test_guests_that_cannot_be(database: str, wrong: dict[str, Any]) -> None:
    async with open_container(database) as container, http_client(container) as http:
        answer = await http.post("/api/guests", json=wrong)
        assert answer.status_code == 400, answer.text
        assert "set-cookie" not in answer.headers


@pytest.mark.asyncio
async def test_a_session_ends_by_itself(database: str) -> None:
    clock = FakeClock()
    async with open_container(database, clock) as container, http_client(container) as http:
        ada = await arrive(http, "Ada")
        clock.at += SESSION_MS - 1
        assert await ada.known()
        clock.at += REMEMBERED_MS
        assert not await ada.known()


# ---------------------------------------------------------------- accounts


@pytest.mark.asyncio
async def test_an_account(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        login = unique("ada")
        ada = await register(http, f" {login.upper()} ", name="Ada", email="ada@example.org", language="es")
        me = await ada.get("/me")
        assert (me["login"], me["name"], me["email"], me["kind"]) == (login, "Ada", "ada@example.org", "account")
        again = await sign_in(http, login.upper())
        assert again.token != ada.token
        assert await again.person == await ada.person
        await again.post("/sign-out", 204)
        assert not await again.known()
        assert await ada.known()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "wrong",
    [
        {"login": "ab"},
        {"login": "x" * 31},
        {"login": "-ada"},
        {"login": "ada lovelace"},
        {"login": "ädä"},
        {"login": "ada\x00"},
        {"password": "1234567"},
        {"password": "x" * 201},
        {"name": "a\x00"},
        {"email": "nobody"},
        {"email": "a@b.c\r\nBcc: all@example.org"},
        {"email": "x" * 200 + "@example.org"},
        {"zone": "nowhere"},
        {"language": "xx"},
        {"admin": True},
    ],
)
async def test_accounts_that_cannot_be(database: str, wrong: dict[str, Any]) -> None:
    async with open_container(database) as container, http_client(container) as http:
        body = {"login": unique("ada"), "password": PASSWORD, **wrong}
        answer = await http.post("/api/accounts", json=body)
        assert answer.status_code == 400, answer.text


@pytest.mark.asyncio
async def test_a_login_is_given_once(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        login = unique("ada")
        ada = await register(http, login)
        body = {"login": login.upper(), "password": PASSWORD}
        assert (await http.post("/api/accounts", json=body)).status_code == 409
        eve = await arrive(http, "Eve")
        assert (await http.post("/api/accounts", json=body, headers=eve.headers)).status_code == 409
        assert (await eve.get("/me"))["kind"] == "guest"
        assert (await http.post("/api/accounts", json=body, headers=ada.headers)).status_code == 409


# ---------------------------------------------------------------- from guest to account


@pytest.mark.asyncio
async def test_a_guest_becomes_an_account_and_keeps_every_seat(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada", zone="Europe/Rome"), await arrive(http, "Béla")
        running, finished = await started(ada, [bela]), await started(bela, [ada])
        await over(finished, bela, ada)
        waiting = (await ada.post("/tables", 201, **PLAN))["table"]

        account = await register(http, unique("ada"), ada)

        assert not await ada.known()
        me = await account.get("/me")
        assert (me["name"], me["kind"], me["hours"]["zone"]) == ("Ada", "account", "Europe/Rome")
        for which, table in (("playing", running), ("over", finished), ("open", waiting)):
            assert [card["table"] for card in await account.get("/tables", which=which)] == [table]
        for _ in range(6):
            await move(running, await whose_turn(running, account, bela))
        await bela.post(f"/tables/{waiting}/join", invite=(await account.get(f"/tables/{waiting}/card"))["invite"])
        await account.post(f"/tables/{waiting}/start")


@pytest.mark.asyncio
async def test_a_guest_signs_in_and_brings_the_seats_along(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        login = unique("ada")
        account, bela, guest = (
            await register(http, login, name="Ada L."),
            await arrive(http, "B"),
            await arrive(http, "A"),
        )
        running = await started(guest, [bela])
        waiting = (await guest.post("/tables", 201, **PLAN))["table"]
        mark = await guest.post("/me/tokens", 201, name="of the guest", scopes=["play"])
        await guest.put(f"/tables/{running}/note", 204, text="Watch the west")
        await guest.post(f"/tables/{running}/chat", 204, text="Hello")
        await bela.post(f"/tables/{running}/chat", 204, text="Hello yourself")

        signed_in = await sign_in(http, login, guest)

        assert await signed_in.person == await account.person
        assert not await guest.known()
        assert not await Visitor(http, "A", mark["token"]).known()
        for person in (signed_in, account):
            assert [card["table"] for card in await person.get("/tables")] == [running]
            assert (await person.look(running))["seat"] == 0
        assert (await account.get(f"/tables/{running}/note"))["text"] == "Watch the west"
        talk = await account.get(f"/tables/{running}/chat")
        assert ([said.get("mine", False) for said in talk["said"]], talk["unread"]) == ([True, False], 1)
        for _ in range(6):
            await move(running, await whose_turn(running, account, bela))
        await bela.post(f"/tables/{waiting}/join", invite=(await account.get(f"/tables/{waiting}/card"))["invite"])
        await account.post(f"/tables/{waiting}/start")
        await account.post(f"/tables/{running}/leave", 204)
        await account.post(f"/tables/{running}/back")
        await move(running, await whose_turn(running, account, bela))
        await over(running, bela, account)
        assert verify(read(await bela.get(f"/tables/{running}/export"))).committed


@pytest.mark.asyncio
async def test_guest_and_account_at_the_same_table(database: str) -> None:
    """A guest and an account at two seats of one table are one person with both seats afterwards."""
    async with open_container(database) as container, http_client(container) as http:
        login = unique("ada")
        account, guest = await register(http, login, name="Ada"), await arrive(http, "Also Ada")
        table = await started(account, [guest])
        account = await sign_in(http, login, guest)
        for _ in range(8):
            actor = (await account.look(table))["actor"]
            await account.post(f"/tables/{table}/hand", 204, seat=actor)
            assert (await account.look(table))["seat"] == actor
            await move(table, account)


@pytest.mark.asyncio
async def test_signing_in_as_somebody_else_ends_the_session_before(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        login = unique("bela")
        ada, bela = await register(http, unique("ada")), await register(http, login)
        other = await sign_in(http, login, ada)
        assert await other.person == await bela.person
        assert not await ada.known()
        assert await bela.known()


@pytest.mark.asyncio
@pytest.mark.parametrize("sooner", [True, False])
async def test_clocks_use_the_hours_of_the_account(database: str, sooner: bool) -> None:
    """A guest signs in while it is his turn at a table over days: a day later the account's hours hold."""
    clock = FakeClock()
    office, always = {"zone": "Europe/Rome", "start": 540, "end": 1020}, {"zone": "UTC"}
    async with open_container(database, clock) as container, http_client(container) as http:
        login = unique("ada")
        account, guest, bela = await register(http, login), await arrive(http, "Ada"), await arrive(http, "Béla")
        await account.put("/me/hours", **(always if sooner else office))
        await guest.put("/me/hours", **(office if sooner else always))
        clock.at += DAY
        table = await started(guest, [bela], pace=Pace("days", 20 * HOUR, 0, 0))
        while await whose_turn(table, guest, bela) is not guest:
            await move(table, bela)
        before = (await guest.get(f"/tables/{table}/card"))["deadline"]
        clock.at += HOUR

        account = await sign_in(http, login, guest)

        clocks = (await account.look(table))["clock"]
        old, new = Hours(**(office if sooner else always)), Hours(**(always if sooner else office))
        held = (HeldHours(clock.at + DAY, old.zone, old.start, old.end),)
        after = (await account.get(f"/tables/{table}/card"))["deadline"]
        assert after == moment(Calendar(new, PastHours(held)), clocks["since"], clocks["left"])
        assert (after < before) is sooner
        await account.put("/me/hours", zone="UTC", holidays=[[clock.at, clock.at + 50 * HOUR]])
        assert (await account.get(f"/tables/{table}/card"))["deadline"] > clock.at + 50 * HOUR
        clock.at += 100 * HOUR
        assert await container.commands.flag(
            ids.number(table) or 0, (await account.get(f"/tables/{table}/card"))["deadline"]
        )
        assert (await bela.look(table))["seats"][0]["bot"]


@pytest.mark.asyncio
async def test_what_another_process_remembers_of_a_guest_does_no_harm(database: str) -> None:
    """It knows the guest for five seconds more; an account that he has become meanwhile cannot be taken over by it."""
    clock = FakeClock()
    async with two_clients(database, clock) as (http, other):
        login, victim = unique("eve"), unique("ada")
        await register(http, login)
        for attack in ("register", "sign in"):
            guest = await arrive(http, "Ada")
            assert await guest.elsewhere(other).known()
            account = await register(http, victim if attack == "register" else unique("ada"), guest)
            if attack == "register":
                body = {"login": unique("mine"), "password": PASSWORD}
                answer = await other.post("/api/accounts", json=body, headers=guest.headers)
                assert answer.status_code == 409
            else:
                await sign_in(other, login, guest)
            clock.at += REMEMBERED_MS
            assert (await account.get("/me"))["kind"] == "account"


# ---------------------------------------------------------------- settings


@pytest.mark.asyncio
async def test_settings(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada = await register(http, unique("ada"), name="Ada", email="ada@example.org")
        me = await ada.patch("/me", name="Ada L.", language="it")
        assert (me["name"], me["language"], me["email"]) == ("Ada L.", "it", "ada@example.org")
        assert "email" not in await ada.patch("/me", email="")
        for wrong in (
            {"name": ""},
            {"name": "x\x00"},
            {"language": "fr"},
            {"email": "@"},
            {"admin": True},
            {"kind": "x"},
        ):
            await ada.patch("/me", 400, **wrong)
        assert (await ada.get("/me"))["name"] == "Ada L."
        assert await ada.patch("/me") == await ada.get("/me")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "wrong",
    [
        {"zone": "Moon"},
        {"zone": "Europe"},
        {"zone": "x" * 10_000},
        {"start": -1},
        {"end": 1440},
        {"holidays": [[2, 1]]},
        {"holidays": [[1]]},
        {"holidays": [[n, n + 1] for n in range(51)]},
        {"holidays": [[0, 10 * YEAR]]},
        {"holidays": [[10**17, 10**17 + DAY]]},
        {"holidays": [[-(10**17), DAY]]},
        {"holidays": [[0, 10**30]]},
        {"holidays": [[BEGAN, BEGAN + 31 * DAY]]},
        {"holidays": [[BEGAN, BEGAN + 20 * DAY], [BEGAN + 20 * DAY, BEGAN + 31 * DAY]]},
        {"holidays": [[BEGAN + n * 40 * DAY, BEGAN + (n * 40 + 21) * DAY] for n in range(3)]},
        {"holidays": [[BEGAN + n * DAY, BEGAN + n * DAY + HOUR] for n in range(21)]},
        {"start": 0, "end": 1},
        {"start": 1439, "end": 0},
        {"start": 540, "end": 540 + 359},
    ],
)
async def test_hours_that_cannot_be(database: str, wrong: dict[str, Any]) -> None:
    async with open_container(database, FakeClock(BEGAN)) as container, http_client(container) as http:
        ada = await arrive(http, "Ada")
        refused = await ada.put("/me/hours", 400, **wrong)
        assert refused["message"]
        me = await ada.get("/me")
        assert me["hours"] == {"zone": "UTC", "start": 0, "end": 0, "holidays": []}


@pytest.mark.asyncio
@pytest.mark.parametrize("far", [10**17, -(10**17)])
async def test_a_holiday_that_no_calendar_has(database: str, far: int) -> None:
    """One that was stored before there were limits neither breaks the settings page nor stops a clock."""
    clock = FakeClock(BEGAN)
    async with open_container(database, clock) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        hours = {"start": 0, "end": 1, "holidays": [[far, far + DAY], [far, BEGAN + 3650 * DAY]]}
        await container.database.write(
            "UPDATE people SET hours = %s WHERE id = ANY(%s)",
            (json_text(hours), [ids.number(await person.person) for person in (ada, bela)]),
        )
        clock.at += REMEMBERED_MS
        table = await started(ada, [bela], pace=Pace("days", DAY, 0, 0))
        assert (await http.get("/me", headers=ada.headers)).status_code == 200
        assert (await ada.get("/me/export"))["person"]["hours"]["end"] == 360
        assert (await ada.get(f"/tables/{table}/card"))["deadline"] <= BEGAN + 35 * DAY


@pytest.mark.asyncio
async def test_hours_hold_a_day_later_and_holidays_at_once(database: str) -> None:
    clock = FakeClock(BEGAN)
    async with open_container(database, clock) as container, http_client(container) as http:
        ada = await arrive(http, "Ada")
        me = await ada.put("/me/hours", start=480, end=960, holidays=[[BEGAN - 5 * DAY, BEGAN + DAY]])
        assert (me["hours_since"], me["hours"]["start"]) == (BEGAN + DAY, 480)
        assert me["hours"]["holidays"] == [[BEGAN, BEGAN + DAY]]
        assert "2027-01-16 08:00" in (await http.get("/me", headers=ada.headers)).text
        clock.at += 12 * HOUR
        me = await ada.put("/me/hours", start=480, end=960)  # the holiday was taken until now, and ends
        assert (me["hours_since"], me["hours"]["holidays"]) == (BEGAN + DAY, [])
        me = await ada.put("/me/hours", start=0, end=0)  # as it still is: nothing changes
        assert "hours_since" not in me
        taken = (await ada.get("/me/export"))["person"]["calendar"]["hours"]["holidays"]
        assert taken == [[BEGAN, BEGAN + 12 * HOUR]]


@pytest.mark.asyncio
async def test_a_holiday_without_end(database: str) -> None:
    """Whatever somebody says of his hours, his table goes on."""
    async with open_container(database, FakeClock()) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        for person in (ada, bela):
            await person.put("/me/hours", holidays=[[0, 1 << 60]], status=400)
            await person.put("/me/hours", holidays=[[BEGAN, BEGAN + 30 * DAY]])
        table = await started(ada, [bela], pace=Pace("days", 20 * HOUR, 0, 0))
        for _ in range(4):
            await move(table, await whose_turn(table, ada, bela))


# ---------------------------------------------------------------- passwords and sessions


@pytest.mark.asyncio
async def test_a_new_password_ends_every_other_session(database: str) -> None:
    clock = FakeClock()
    async with two_clients(database, clock) as (http, other):
        login = unique("ada")
        ada, phone = await register(http, login), await sign_in(http, login)
        token = Visitor(http, "", (await ada.post("/me/tokens", 201, name="t", scopes=["read"]))["token"])
        stolen = phone.elsewhere(other)
        assert await stolen.known()

        await ada.put("/me/password", 403, old="wrong password", new="another password")
        await ada.put("/me/password", 400, old=PASSWORD, new="short")
        assert await phone.known()
        fresh = Visitor(http, "", (await ada.put("/me/password", old=PASSWORD, new="another password"))["token"])

        assert await fresh.known()
        for session in (ada, phone, token):
            assert not await session.known()
        clock.at += REMEMBERED_MS
        assert not await stolen.known()
        body = {"login": login, "password": PASSWORD}
        assert (await http.post("/api/sign-in", json=body)).status_code == 403
        assert (await http.post("/api/sign-in", json={**body, "password": "another password"})).status_code == 200


@pytest.mark.asyncio
async def test_a_guest_has_no_password(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada = await arrive(http, "Ada")
        await ada.put("/me/password", 409, old="", new="long enough to be one")
        assert await ada.known()


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A container counts as open only when it is connected to NATS, however busy the machine is."""
    monkeypatch.setattr(NatsBus, "OPEN_WAIT", PATIENCE)


class Drain:
    """Reads a stream to its end, and keeps its text."""

    def __init__(self, answer: httpx.Response) -> None:
        self.text = b""
        self.task = asyncio.create_task(self._read(answer))

    async def _read(self, answer: httpx.Response) -> None:
        async for chunk in answer.aiter_bytes():
            self.text += chunk

    async def hear(self, word: bytes) -> None:
        """Wait until a text has arrived."""
        async with asyncio.timeout(PATIENCE):
            while word not in self.text:
                assert not self.task.done()
                await asyncio.sleep(0.01)


@pytest.mark.asyncio
@pytest.mark.usefixtures("connected")
@pytest.mark.parametrize("how", ["sign out", "delete the token", "new password", "delete the account"])
async def test_no_stream_outlives_its_session(database: str, how: str) -> None:
    """A stream with hidden information, opened at another process by its token, ends when its session does."""
    settings = Settings(database=database, database_wait=DATABASE_WAIT, nats=NATS, connections=4, **NO_QUOTAS)
    one, two = Container(settings, work=False), Container(settings, work=False)
    async with (
        serving(one) as here,
        serving(two) as there,
        httpx.AsyncClient(base_url=here, timeout=PATIENCE) as http,
        httpx.AsyncClient(base_url=there, timeout=PATIENCE) as other,
    ):
        ada, bela = await registered(one, "Ada"), await registered(one, "Béla")
        ada.http = bela.http = http
        table = await started(ada, [bela])
        made = await ada.post("/me/tokens", 201, name="stolen", scopes=["read"])
        thief = ada.elsewhere(other) if how == "sign out" else Visitor(other, "Thief", made["token"])
        paths = (f"/api/tables/{table}/stream", f"/api/bot/tables/{table}/stream", "/api/bot/stream")
        async with AsyncExitStack() as stack:
            streams = [
                await stack.enter_async_context(other.stream("GET", path, headers=thief.headers)) for path in paths
            ]
            innocent = Drain(await stack.enter_async_context(other.stream("GET", paths[0], headers=bela.headers)))
            stolen = [Drain(stream) for stream in streams]
            for one_of_them, word in zip(
                (innocent, *stolen), (b"state", b"state", b"full", b"tableStart"), strict=True
            ):
                await one_of_them.hear(word)

            if how == "sign out":
                await ada.post("/sign-out", 204)
            elif how == "delete the token":
                [key] = [key["id"] for key in await ada.get("/me/tokens") if key["name"] == "stolen"]
                await ada.send("DELETE", f"/me/tokens/{key}", 204)
            elif how == "new password":
                await ada.put("/me/password", old=PASSWORD, new="another password")
            else:
                await ada.delete("/me", password=PASSWORD)

            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*[one_of_them.task for one_of_them in stolen])
                if how == "delete the account":  # a name went from the table: then everybody begins anew
                    await innocent.task
                else:  # whoever has lost nothing goes on, and hears what comes afterwards
                    await bela.post(f"/tables/{table}/chat", 204, text="Hello")
                    await innocent.hear(b"chat")
            innocent.task.cancel()
            await asyncio.gather(innocent.task, return_exceptions=True)
            assert not await thief.known()


async def registered(container: Container, name: str) -> Visitor:
    async with http_client(container) as http:
        return await register(http, unique("person"), name=name)


# ---------------------------------------------------------------- tokens


@pytest.mark.asyncio
async def test_tokens_are_shown_once(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada, eve = await register(http, unique("ada")), await register(http, unique("eve"))
        token = (await ada.post("/me/tokens", 201, name="Phone", scopes=["play", "read", "read"], days=7))["token"]
        [session, key] = await ada.get("/me/tokens")
        assert (session["scopes"], key["scopes"], key["name"]) == (None, ["play", "read"], "Phone")
        assert key["expires"] - key["created"] == 7 * 24 * HOUR
        assert token not in str(await ada.get("/me/tokens")) + str(await ada.get("/me/export"))
        assert token not in whole_database(database)
        assert ada.token not in whole_database(database)

        await eve.send("DELETE", f"/me/tokens/{key['id']}", 404)
        phone = Visitor(http, "Phone", token)
        assert await phone.known()
        await ada.send("DELETE", f"/me/tokens/{key['id']}", 204)
        assert not await phone.known()
        await ada.send("DELETE", f"/me/tokens/{key['id']}", 404)
        await ada.send("DELETE", "/me/tokens/0", 404)


@pytest.mark.asyncio
async def test_session_is_ended_by_a_session_and_by_no_token(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        login = unique("ada")
        ada, eve = await register(http, login), await register(http, unique("eve"))
        made = await ada.post("/me/tokens", 201, name="keys", scopes=["account", "read"])
        other = await sign_in(http, login)
        [first, key, second] = await ada.get("/me/tokens")
        keys = Visitor(http, "keys", made["token"])
        await keys.send("DELETE", f"/me/sessions/{second['id']}", 403)
        await keys.send("DELETE", f"/me/tokens/{second['id']}", 404)
        await eve.send("DELETE", f"/me/sessions/{second['id']}", 404)
        await ada.send("DELETE", f"/me/sessions/{key['id']}", 404)
        await ada.send("DELETE", "/me/sessions/0", 404)
        assert await other.known()
        await ada.send("DELETE", f"/me/sessions/{second['id']}", 204)
        assert not await other.known()
        await ada.send("DELETE", f"/me/sessions/{first['id']}", 204)
        assert not await ada.known()


@pytest.mark.asyncio
async def test_tokens_that_cannot_be(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada = await arrive(http, "Ada")
        good: dict[str, Any] = {"name": "t", "scopes": ["read"]}
        wrongs: list[dict[str, Any]] = [
            {"scopes": []},
            {"scopes": ["admin"]},
            {"scopes": ["read", ""]},
            {"days": 0},
            {"days": 3651},
            {"name": ""},
        ]
        for wrong in wrongs:
            await ada.post("/me/tokens", 400, **{**good, **wrong})
        for _ in range(MOST_TOKENS):
            await ada.post("/me/tokens", 201, **good)
        await ada.post("/me/tokens", 409, **good)


@pytest.mark.asyncio
async def test_no_token_makes_one_that_may_do_more(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada = await register(http, unique("ada"))
        made = await ada.post("/me/tokens", 201, name="keys", scopes=["account", "read"])
        keys = Visitor(http, "keys", made["token"])
        await keys.post("/me/tokens", 201, name="reader", scopes=["read"])
        for scopes in (["play"], ["read", "host"]):
            await keys.post("/me/tokens", 403, name="more", scopes=scopes)


# ---------------------------------------------------------------- bots


@pytest.mark.asyncio
async def test_a_bot_account_is_marked(database: str) -> None:
    """In the lobby, at the table, after a stand-in has played for it, and in another process that opens the table."""
    async with open_container(database) as container, http_client(container) as http:
        ada = await register(http, unique("ada"), name="Ada")
        bot = await bot_of(ada, "Deep Shed")
        assert (await bot.get("/me"))["kind"] == "bot"
        card = await ada.post("/tables", 201, **{**PLAN, "seats": 3})
        table = card["table"]
        await bot.post(f"/tables/{table}/join", invite=card["invite"])
        await ada.post(f"/tables/{table}/bots", seat=2, bot="thumb")
        assert [seat.get("robot", False) for seat in (await ada.get(f"/tables/{table}/card"))["seats"]] == [0, 1, 0]
        await ada.post(f"/tables/{table}/start")

        async def marks(person: Guest) -> list[bool]:
            return [seat.get("robot", False) for seat in (await person.look(table))["seats"]]

        assert await marks(ada) == [False, True, False]
        await bot.post(f"/tables/{table}/leave", 204)
        assert await marks(ada) == [False, True, False]
        await bot.post(f"/tables/{table}/back")
        assert await marks(bot) == [False, True, False]
        async with open_container(database) as other, http_client(other) as there:
            assert await marks(ada.elsewhere(there)) == [False, True, False]


@pytest.mark.asyncio
async def test_bots_belong_to_accounts(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        guest, ada = await arrive(http, "Ada"), await register(http, unique("ada"))
        await guest.post("/me/bots", 403, name="Bot")
        bots = [await bot_of(ada, f"Bot {number}") for number in range(MOST_BOTS)]
        await ada.post("/me/bots", 409, name="One more")
        for path in ("/me/export", "/me/tokens"):
            await bots[0].get(path, 403)
        await bots[0].post("/me/bots", 403, name="Bot of a bot")
        await bots[0].delete("/me", 403)
        body = {"login": unique("bot"), "password": PASSWORD}
        assert (await http.post("/api/accounts", json=body, headers=bots[0].headers)).status_code == 403


# ---------------------------------------------------------------- all my data


@pytest.mark.asyncio
async def test_all_my_data_and_nobody_elses(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        mine, others = unique("ada"), unique("bela")
        account, guest = await register(http, mine, name="Ada", email=f"{mine}@example.org"), await arrive(http, "A")
        bela = await register(http, others, name="Béla", email=f"{others}@example.org")
        await account.post("/me/tokens", 201, name="Telephone", scopes=["read"])
        await bot_of(account, "Deep Shed")
        running, finished = await started(guest, [bela], "russian-railroads"), await started(bela, [guest])
        await over(finished, bela, guest)
        waiting = await bela.post("/tables", 201, **PLAN)
        await guest.post(f"/tables/{waiting['table']}/join", invite=waiting["invite"])
        await bela.post("/tables", 201, **PLAN, visibility="public")
        await guest.post(f"/tables/{running}/chat", 204, text="My words")
        await bela.post(f"/tables/{running}/chat", 204, text="Her words")
        await guest.put(f"/tables/{running}/note", 204, text="My note")
        await bela.put(f"/tables/{running}/note", 204, text="Her note")
        await guest.put(f"/people/{await bela.person}/mute", 204, muted=True)
        await guest.post(f"/tables/{running}/report", 204, about=await bela.person, text="My report")
        await guest.post("/me/notices", 201, kind="webhook", address="https://example.org/mine")
        await bela.post("/me/notices", 201, kind="webhook", address="https://example.org/hers")
        ada = await sign_in(http, mine, guest)

        told = await ada.get("/me/export")

        assert told["person"]["id"] == await ada.person
        assert (told["person"]["login"], told["person"]["email"]) == (mine, f"{mine}@example.org")
        assert len(told["person"]["guests"]) == 1
        assert [bot["name"] for bot in told["bots"]] == ["Deep Shed"]
        assert "Telephone" in [key["name"] for key in told["sessions"]]
        assert {game["table"] for game in told["games"]} == {running, finished}
        for game in told["games"]:
            assert game["record"] == await ada.get(f"/tables/{game['table']}/export")
        assert [table["table"] for table in told["tables"]] == [waiting["table"]]
        text = str(told)
        for own in ("My words", "My note", "My report", "https://example.org/mine", await bela.person):
            assert own in text
        for secret in (others, "Her words", "Her note", "https://example.org/hers"):
            assert secret not in text
        for secret in (ada.token, guest.token, "argon2", waiting["invite"], *secrets_of(database, running)):
            assert secret not in text


def secrets_of(database: str, table: str) -> list[str]:
    """The secret and the invitation of a table."""
    with psycopg.connect(database) as connection:
        row = connection.execute("SELECT secret, invite FROM tables WHERE id = %s", (ids.number(table),)).fetchone()
    assert row is not None
    return [bytes(row[0]).hex(), row[1]]


# ---------------------------------------------------------------- account data


def unsealed(record: str) -> list[str]:
    return [line for line in record.splitlines() if not line.startswith("seal: ")]


@pytest.mark.asyncio
async def test_a_deleted_account_leaves_no_name_behind(database: str) -> None:
    """And takes no game from anybody: they go on, end, and can be verified."""
    async with open_container(database, work=True) as container, http_client(container) as http:
        login, name, former = unique("ada"), unique("Ada"), unique("Guest")
        await register(http, login, name=name, email=f"{login}@example.org")
        guest, bela = await arrive(http, former), await arrive(http, "Béla")
        running, finished = await started(guest, [bela]), await started(bela, [guest])
        await guest.post(f"/tables/{running}/leave", 204)
        await guest.post(f"/tables/{running}/back")
        for _ in range(4):
            await move(running, await whose_turn(running, guest, bela))
        await over(finished, bela, guest)
        ada = await sign_in(http, login, guest)
        bot = await bot_of(ada, unique("Robot"))
        later = await started(ada, [bela, bot], "lok-n-roll")
        hosted = await ada.post("/tables", 201, **{**PLAN, "seats": 3})
        await bela.post(f"/tables/{hosted['table']}/join", invite=hosted["invite"])
        alone = await ada.post("/tables", 201, **PLAN, visibility="public")
        joined = await bela.post("/tables", 201, **PLAN)
        await ada.post(f"/tables/{joined['table']}/join", invite=joined["invite"])
        await ada.post(f"/tables/{running}/chat", 204, text="Hello")
        await ada.send("PUT", f"/tables/{running}/note", 204, {"text": f"{login} thinks"})
        record = await bela.get(f"/tables/{finished}/export")
        assert former in record

        await ada.delete("/me", 403, password="not this one")
        await ada.delete("/me", 204, password=PASSWORD)

        stored = whole_database(database)
        for trace in (login, name, former, bot.name):
            assert trace not in stored
        for gone in (ada, bot):
            assert not await gone.known()
        assert (await http.post("/api/sign-in", json={"login": login, "password": PASSWORD})).status_code == 403
        # What has ended can still be verified, without the name.
        after = await bela.get(f"/tables/{finished}/export")
        assert unsealed(after) == unsealed(record.replace(former, GONE_NAME))
        assert verify(read(after)).committed
        # What runs goes on and ends.
        for table in (running, later):
            for row in await bela.get(f"/tables/{table}/log"):
                assert not {former, name, bot.name} & set(row["said"].split(maxsplit=1))
            async with asyncio.timeout(300):
                while "outcome" not in (seen := await bela.look(table)):
                    if "moves" in seen:
                        await bela.play(table, seen["moves"][0], seq=seen["seq"])
                    else:
                        await asyncio.sleep(0.01)  # bots think, as long as it takes
            assert seen["outcome"]["finished"]
            assert GONE_NAME in [seat["name"] for seat in seen["seats"]]
            assert verify(read(await bela.get(f"/tables/{table}/export"))).committed
        # What has not begun is somebody else's, or nobody's.
        card = await bela.get(f"/tables/{hosted['table']}/card")
        assert card["host"]
        assert [seat.get("name", "-") for seat in card["seats"]] == ["-", "Béla", "-"]
        await bela.get(f"/tables/{alone['table']}/card", 404)
        assert await seat_names(bela, joined["table"]) == ["Béla", "-"]
        # Who plays again finds a free seat.
        assert await seat_names(bela, (await bela.post(f"/tables/{finished}/rematch"))["table"]) == ["-", "Béla"]


@pytest.mark.asyncio
async def test_a_rematch_of_nobody_is_made_anew(database: str) -> None:
    """The rematch's table was deleted with the account of its host, after the other person had left it."""
    async with open_container(database) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        table = await started(ada, [bela])
        await over(table, ada, bela)
        await bela.post(f"/tables/{table}/rematch")
        first = (await ada.post(f"/tables/{table}/rematch"))["table"]
        await container.database.write(  # as one that could not start yet
            "UPDATE tables SET status = 'open', started = NULL WHERE id = %s", (ids.number(first),)
        )
        await bela.post(f"/tables/{first}/leave", 204)
        await ada.delete("/me", 204)
        again = (await bela.post(f"/tables/{table}/rematch"))["table"]
        assert again != first
        assert await seat_names(bela, again) == ["Béla", "-"]


@pytest.mark.asyncio
async def test_what_was_reported_stays(database: str) -> None:
    """A report stays stored when the person it is about and the table, which never began, are gone."""
    async with open_container(database) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        table = (await ada.post("/tables", 201, **PLAN, visibility="public"))["table"]
        await bela.post(f"/tables/{table}/join")
        about = unique("Rude")
        await bela.post(f"/tables/{table}/report", 204, about=await ada.person, text=about)
        await bela.post(f"/tables/{table}/leave", 204)
        await ada.delete("/me", 204)
        assert about in whole_database(database)
        assert table not in str(await bela.get("/tables", which="seats"))


@pytest.mark.asyncio
async def test_a_deleted_session_ends_at_once_here_and_soon_elsewhere(database: str) -> None:
    clock = FakeClock()
    async with two_clients(database, clock) as (http, other):
        ada = await register(http, unique("ada"))
        bot = await bot_of(ada, "Bot")
        people = [ada, bot]
        for person in people:
            assert await person.elsewhere(other).known()
        await ada.delete("/me", 204, password=PASSWORD)
        for person in people:
            assert not await person.known()
        clock.at += REMEMBERED_MS
        for person in people:
            assert not await person.elsewhere(other).known()


@pytest.mark.asyncio
@pytest.mark.usefixtures("connected")
async def test_the_name_goes_from_the_memory_of_other_processes(database: str) -> None:
    async with two_clients(database, nats=NATS) as (http, other):
        name = unique("Ada")
        ada, bela = await arrive(http, name), await arrive(http, "Béla")
        table = await started(ada, [bela])
        there = bela.elsewhere(other)
        assert name in str(await there.look(table))
        await ada.delete("/me", 204)
        async with asyncio.timeout(PATIENCE):
            while name in str(await there.look(table)):
                await asyncio.sleep(0.01)
        for _ in range(3):
            await move_if_asked(table, there)
        assert name not in str(await there.get(f"/tables/{table}/log")) + str(await bela.get(f"/tables/{table}/export"))
        assert name not in whole_database(database)


async def move_if_asked(table: str, person: Guest) -> None:
    if (await person.look(table)).get("moves"):
        await move(table, person)


@pytest.mark.asyncio
async def test_a_snapshot_has_no_names(database: str) -> None:
    """Another process may write one of the table as it knows it, just after a name has gone."""
    async with open_container(database) as one, open_container(database) as two, http_client(one) as http:
        name = unique("Ada")
        ada, bela = await arrive(http, name), await arrive(http, "Béla")
        table = await started(ada, [bela])
        late = (await two.tables.opened(ids.number(table) or 0)).table.snapshot()
        assert name.encode() not in late[2]
        await ada.delete("/me", 204)
        await one.database.write(
            "INSERT INTO snapshots (table_id, slot, seq, body) VALUES (%s, %s, %s, %s)", (ids.number(table), *late)
        )
        async with open_container(database) as three, http_client(three) as other:
            seats = (await bela.elsewhere(other).look(table))["seats"]
            assert [seat["name"] for seat in seats] == [GONE_NAME, "Béla"]
