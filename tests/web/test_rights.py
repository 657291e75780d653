"""Access rights: every route, for every kind of person, at every kind of table. A new route without a row fails."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import AsyncIterator
from importlib import import_module

import msgspec
import pytest
import pytest_asyncio

import trainshed.web
from tests.support.service import open_container
from tests.support.web.rights import PATHS, RIGHTS, WHO
from tests.support.web.rights_world import GONE, World, asked
from tests.support.web.visitors import new_address
from trainshed.service.accounts.people import SCOPES
from trainshed.service.base import ids
from trainshed.web.app import App
from trainshed.web.http.authentication import SESSION

REPORT = "POST /api/tables/{table}/report"
METHODS = ("get", "post", "put", "patch", "delete")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(database: str) -> AsyncIterator[World]:
    """A world for all tests of this module: a test that spoils it makes it anew."""
    async with open_container(database) as container:
        yield World(App(container))


async def routes(app: App) -> set[str]:
    """All routes: those of Litestar, and the probes before them, which the description of the API names."""
    found = {
        f"{method} {re.sub(r':(str|int|path)}', '}', route.path)}"
        for route in app.litestar.routes
        for method in route.methods
        if method not in ("OPTIONS", "HEAD")
    }
    _, body = await asked(app, "GET", "/schema/openapi.json", "", "", b"", new_address())
    told = msgspec.json.decode(body)["paths"]
    described = {f"{method.upper()} {path}" for path, item in told.items() for method in item if method in METHODS}
    static = next(route for route in RIGHTS if route.startswith("GET /static/"))
    found = {each.replace("GET /static/{digest}/{file}", static) for each in found}
    found = {each.replace("/rules/{title}", "/rules/lok-n-roll").replace("{clause}", "LR-TURN-04") for each in found}
    found = {each.replace("/puzzles/{title}/{number}", "/puzzles/lok-n-roll/1") for each in found}
    return found | described


@pytest.mark.asyncio(loop_scope="module")
async def test_every_route_has_a_row(world: World) -> None:
    found = await routes(world.app)
    assert found - set(RIGHTS) == set(), "say who may ask this"
    assert set(RIGHTS) - found == set(), "there is no such route any more"


def test_only_the_fast_path_looks_at_paths_itself() -> None:
    """Everything else is a route of Litestar, with its guards."""
    patterns = [
        value
        for module in pkgutil.walk_packages(trainshed.web.__path__, "trainshed.web.")
        for value in vars(import_module(module.name)).values()
        if isinstance(value, re.Pattern) and str(value.pattern).startswith("/")
    ]
    matched = {(path, each) for each in patterns for path in PATHS if each.fullmatch(path.replace("{table}", GONE))}
    assert {each for _, each in matched} == set(patterns)
    assert {path for path, _ in matched} == {path for path in PATHS if path.endswith(("/moves", "/preview"))}


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("route", list(RIGHTS))
async def test_who_may_what(world: World, route: str) -> None:
    asks = RIGHTS[route]
    for kind, line in asks.rights.items():
        world.kind = kind
        await world.make()
        found = []
        for who in WHO:
            status, body = await world.ask(who, route, asks)
            found.append(str(status))
            assert status < 500, body
            if status < 300 and asks.spoils:
                await world.make(people=not kind)
        assert " ".join(found) == line, f"{route} at a table that is {kind or 'none'}: {', '.join(WHO)}"


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("route", [route for route, asks in RIGHTS.items() if asks.scope in SCOPES])
async def test_a_scope_allows_its_routes_and_nothing_else(world: World, route: str) -> None:
    asks = RIGHTS[route]
    world.kind, line = next(iter(asks.rights.items()))
    await world.make()
    own, people = world.people["own"], world.container.people
    others = await people.new_token(own, "all others", set(SCOPES) - {asks.scope}, 1)
    status, body = await world.ask("own", route, asks, others)
    assert (status, b"scope" in body) == (403, True), body
    alone = await people.new_token(own, "this alone", [asks.scope], 1)
    status, body = await world.ask("own", route, asks, alone)
    assert status == int(line.split()[WHO.index("own")]), body
    if asks.spoils:
        await world.make(people=True)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("route", [route for route, asks in RIGHTS.items() if asks.scope == SESSION])
async def test_some_routes_refuse_every_token(world: World, route: str) -> None:
    world.kind = next(iter(RIGHTS[route].rights))
    await world.make()
    token = await world.container.people.new_token(world.people["own"], "all", SCOPES, 1)
    status, body = await world.ask("own", route, RIGHTS[route], token)
    assert (status, b"session" in body) == (403, True), body


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("kind", list(RIGHTS[REPORT].rights))
async def test_report_does_not_tell_whether_person_exists(world: World, kind: str) -> None:
    """At every kind of table everybody gets the same answer about a person elsewhere and about nobody."""
    world.kind = kind
    await world.make(people=True)  # ten reports an hour for each
    asks = RIGHTS[REPORT]
    for who in WHO:
        answers = []
        for about in (ids.written(world.people["stranger"].id), ids.written(world.people["admin"].id), GONE, "nobody"):
            world.fill["person"] = about
            answers.append(await world.ask(who, REPORT, asks))
        assert answers[0][0] == (401 if who == "nobody" else 404), (who, answers[0])
        assert set(answers) == {answers[0]}, who


@pytest.mark.asyncio(loop_scope="module")
async def test_what_can_be_asked_is_no_secret(world: World) -> None:
    plain = {path for path in PATHS if path.endswith(("/stream", "/readyz", "/metrics")) or path.startswith("/static/")}
    for path in PATHS - plain:
        status, body = await asked(world.app, "OPTIONS", path.replace("{seq}", "1"), "", "", b"", new_address())
        assert (status, body) == (204, b""), path
