"""A token never becomes more than it is: no route gives whoever has only a token something that may do more."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import combinations

import msgspec
import pytest
import pytest_asyncio

from tests.support.service import FakeClock, open_container
from tests.support.web.rights import RIGHTS, WHO
from tests.support.web.rights_world import World, answered
from tests.support.web.visitors import PASSWORD, Visitor, arrive, http_client, register, unique
from trainshed.service.accounts.people import DAY_MS, SCOPES, SESSION
from trainshed.service.base import ids
from trainshed.web.app import App
from trainshed.web.http.authentication import COOKIE

NEED_SESSION = {route for route, asks in RIGHTS.items() if asks.scope == SESSION}
"""Routes that start something more than a token: they refuse every token."""

HAND_OUT = {
    "POST /api/guests": "another person, who owns nothing yet",
    "PUT /api/me/password": "a session, for the password of the account",
    "POST /api/me/tokens": "a token with no more scopes, for no longer",
}
"""Routes that give a session or token to whoever has a token, and what it is."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(database: str) -> AsyncIterator[World]:
    async with open_container(database) as container:
        yield World(App(container))


@pytest.mark.asyncio(loop_scope="module")
async def test_every_route_that_hands_out_a_session_or_token(world: World) -> None:
    """Ask every route with a token that has all scopes; whatever key comes back is no more than that token."""
    found = set()
    for route, asks in RIGHTS.items():
        if route.startswith("GET ") and route.endswith("/stream"):
            continue  # they answer with events; no key is made there
        world.kind = next(iter(asks.rights))
        await world.make(people=True)
        own, people = world.people["own"], world.container.people
        used = await people.new_token(own, "all scopes", SCOPES, 7)
        method, path = route.split()
        body = world.filled(asks.body)
        answer = await answered(
            world.app,
            method,
            path.format_map(world.fill),
            asks.query.format_map(world.fill),
            {"host": "house", "content-type": "application/json", "authorization": f"Bearer {used}"},
            b"" if body is None else msgspec.json.encode(body),
            world.address,
        )
        keys = {answer.cookies[COOKIE]} if answer.cookies.get(COOKIE) else set()
        if answer.headers.get("content-type", "").startswith("application/json") and answer.content:
            told = answer.json()
            if isinstance(told, dict) and told.get("token"):
                keys.add(told["token"])
        if not keys:
            continue
        found.add(route)
        for key in keys:
            signed = await people.by_token(key)
            assert signed is not None
            if route == "POST /api/guests":
                assert signed.person.id != own.id
            elif PASSWORD not in str(body):
                assert signed.scopes is not None, route
                assert set(signed.scopes) <= set(SCOPES), route
                assert signed.person.id == own.id, route
    assert found == set(HAND_OUT)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("route", sorted(NEED_SESSION))
async def test_what_needs_a_session_refuses_every_token(world: World, route: str) -> None:
    asks = RIGHTS[route]
    world.kind = ""
    await world.make(people=True)
    own, people = world.people["own"], world.container.people
    for count in range(1, len(SCOPES) + 1):
        for scopes in combinations(SCOPES, count):
            token = await people.new_token(own, "some", scopes, 1)
            status, body = await world.ask("own", route, asks, token)
            assert status == 403, (scopes, body)
            await world.container.database.write(
                "DELETE FROM sessions WHERE person = %s AND scopes IS NOT NULL", (own.id,)
            )
    status, _ = await world.ask("own", route, asks)
    assert status == int(asks.rights[""].split()[WHO.index("own")])


@pytest.mark.asyncio
@pytest.mark.usefixtures("quick_passwords")
async def test_the_token_of_a_guest_takes_nothing_over(database: str) -> None:
    """Neither by making the guest an account of the thief's, nor by merging the guest into one."""
    async with open_container(database) as container, http_client(container) as http:
        login = unique("thief")
        await register(http, login)
        guest = await arrive(http, "Ada")
        made = await guest.post("/me/tokens", 201, name="settings", scopes=["account"])
        stolen = Visitor(http, "Ada", made["token"])
        problem = await stolen.post("/accounts", 403, login=unique("mine"), password=PASSWORD)
        assert (
            problem["message"] == "A token is not enough for this: it needs a session. Sign in with name and password."
        )
        await stolen.post("/sign-in", 403, login=login, password=PASSWORD)
        assert (await guest.get("/me"))["kind"] == "guest"
        assert (await stolen.get("/me", 403))["error"] == "forbidden"


@pytest.mark.asyncio
@pytest.mark.usefixtures("quick_passwords")
async def test_a_token_makes_none_with_more_scopes_or_a_longer_life(database: str) -> None:
    clock = FakeClock()
    async with open_container(database, clock) as container, http_client(container) as http:
        ada = await register(http, unique("ada"))
        made = await ada.post("/me/tokens", 201, name="short", scopes=["account", "read"], days=2)
        short = Visitor(http, "Ada", made["token"])
        for scopes in (["play"], ["account", "host"], list(SCOPES)):
            await short.post("/me/tokens", 403, name="more", scopes=scopes)
        clock.at += DAY_MS
        await short.post("/me/tokens", 201, name="child", scopes=["read"], days=3650)
        keys = {key["name"]: key for key in await ada.get("/me/tokens") if key["name"]}
        assert keys["child"]["expires"] <= keys["short"]["expires"]
        assert ids.number(keys["child"]["id"]) is not None
        await ada.post("/me/tokens", 201, name="long", scopes=list(SCOPES), days=3650)
