"""A token never becomes more than it is: it starts and ends no session, and makes only tokens that may do no more."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from itertools import combinations

import msgspec
import pytest
import pytest_asyncio

from tests.support.service import FakeClock, open_container
from tests.support.web.rights import RIGHTS, WHO
from tests.support.web.rights_world import World, answered
from tests.support.web.visitors import PASSWORD, Visitor, arrive, http_client, register, unique
from trainshed.service.accounts.people import DAY_MS, SCOPES, AccessToken, Session
from trainshed.service.base import ids
from trainshed.service.base.errors import Forbidden, NotSignedIn
from trainshed.web.app import App
from trainshed.web.http.authentication import SESSION, session_of

NEED_SESSION = {route for route, asks in RIGHTS.items() if asks.scope == SESSION}
"""Routes that start or end a session, or make a bot account: they refuse every token."""

POWERS = [*((scope,) for scope in SCOPES), SCOPES]
"""Every scope alone, and all of them."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(database: str) -> AsyncIterator[World]:
    async with open_container(database) as container:
        yield World(App(container))


async def sessions(world: World) -> list[tuple[int, int]]:
    """All sessions of the database: id and person of each. Tokens are not among them."""
    return await world.container.database.fetch("SELECT id, person FROM sessions WHERE scopes IS NULL ORDER BY id")


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("route", list(RIGHTS))
async def test_token_starts_and_ends_no_session(world: World, route: str) -> None:
    """Ask every route with valid data and with every power of a token: the sessions stay as they were."""
    asks = RIGHTS[route]
    world.kind = next(iter(asks.rights))
    await world.make(people=asks.spoils)
    own, people = world.people["own"], world.container.people
    method, path = route.split()
    path, body = path.format_map(world.fill), world.filled(asks.body)
    for scopes in POWERS:
        token = await people.new_token(own, "program", scopes, 1)
        for key in [each for each in await people.keys(own.id) if each.scopes is None]:
            before = await sessions(world)
            answer = await answered(
                world.app,
                method,
                path.replace(world.fill["key"], ids.written(key.id)),
                asks.query.format_map(world.fill),
                {"host": "house", "content-type": "application/json", "authorization": f"Bearer {token}"},
                b"" if body is None else msgspec.json.encode(body),
                world.address,
            )
            assert await sessions(world) == before, (scopes, answer.status_code)
            assert "set-cookie" not in answer.headers, scopes
            if route.endswith("/stream"):
                continue  # their bodies do not end
            for made in re.findall(rb'"token":"([^"]+)"', answer.content):
                signed = await people.by_token(made.decode())
                assert isinstance(signed, AccessToken), scopes
                assert set(signed.scopes) <= set(scopes)
                assert signed.person == own


@pytest.mark.asyncio(loop_scope="module")
async def test_only_sessions_are_handed_to_routes_that_end_them(world: World) -> None:
    """A route that asks for the session of its request refuses a token, even if its guard lets the token in."""
    await world.make(people=True)
    token = await world.container.people.new_token(world.people["own"], "program", SCOPES, 1)
    signed = await world.container.people.by_token(token)
    assert isinstance(signed, AccessToken)
    with pytest.raises(Forbidden, match="session"):
        session_of(signed)
    with pytest.raises(NotSignedIn):
        session_of(None)
    session = await world.container.people.by_token(world.tokens["own"])
    assert isinstance(session, Session)
    assert session_of(session) is session


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
