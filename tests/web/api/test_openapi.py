"""The OpenAPI description of the API is valid, complete and true."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import httpx
import jsonschema
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.support.servers.patience import PATIENCE
from tests.support.service import Guest, open_container, started
from trainshed.kernel.registry import game
from trainshed.service.accounts.people import SCOPES
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.web.api.openapi import TAGS, described
from trainshed.web.api.openapi_streams import PLAIN
from trainshed.web.app import App
from trainshed.web.pages.routes import PAGES

NOT_DESCRIBED = {"/schema", "/schema/openapi.json", "/schema/{path}", "/api/docs"}
"""Routes of the description itself."""


@pytest.fixture(scope="module")
def app() -> App:
    return App(Container(Settings()))


@pytest.fixture(scope="module")
def api(app: App) -> dict[str, Any]:
    return described(app.litestar)


def operations(api: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(path, method, op) for path, item in api["paths"].items() for method, op in item.items()]


def content_of(part: dict[str, Any]) -> list[dict[str, Any]]:
    return list(part.get("content", {}).values())


def fits(api: dict[str, Any], schema: dict[str, Any], value: Any) -> None:
    jsonschema.Draft202012Validator({**schema, "components": api["components"]}).validate(value)


def smallest(api: dict[str, Any], schema: dict[str, Any]) -> Any:
    """A body with the required fields only."""
    if "$ref" in schema:
        schema = api["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if schema["type"] == "object":
        needed = schema.get("required", [])
        return {name: smallest(api, part) for name, part in schema["properties"].items() if name in needed}
    return {"string": "x", "integer": 0, "boolean": True, "array": []}[schema["type"]]


def test_it_is_valid(api: dict[str, Any]) -> None:
    OpenAPIV31SpecValidator(api).validate()


def test_every_route_is_in_it_and_nothing_else(app: App, api: dict[str, Any]) -> None:
    routes = {
        (getattr(route, "path_format", ""), method.lower())
        for route in app.litestar.routes
        for method in getattr(route, "methods", ())
        if method != "OPTIONS"
    }
    assert {path for path, _ in routes} >= NOT_DESCRIBED
    pages = {re.sub(":(str|int|path)}", "}", path) or "/" for page in PAGES for path in page.paths}
    routes = {(path, method) for path, method in routes if path not in NOT_DESCRIBED | pages}
    plain = {(path, method) for path, item in PLAIN.items() for method in item}
    assert {(path, method) for path, method, _ in operations(api)} == routes | plain


def test_every_operation_is_told(api: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, _, operation in operations(api)]
    assert len(set(names)) == len(names)
    for path, method, operation in operations(api):
        assert operation["tags"][0] in TAGS, path
        assert operation["summary"], path
        assert operation["description"].startswith(operation["summary"]), path
        if path.startswith("/api/"):
            assert {"429", "503"} <= set(operation["responses"]), path
        if operation["security"]:
            assert {"401", "403"} <= set(operation["responses"]), path
        for parameter in operation.get("parameters", []):
            assert "description" in parameter, f"{method} {path}: say what {parameter['name']} is in web/api/openapi.py"
    used = {operation["tags"][0] for _, _, operation in operations(api)}
    assert used == set(TAGS)


def test_examples_are_good(api: dict[str, Any]) -> None:
    words = {word for slug in ("lok-n-roll", "russian-railroads") for word in game(slug).vocabulary}
    seen = 0
    answers = [answer for _, _, op in operations(api) for answer in op["responses"].values()]
    bodies = [op["requestBody"] for _, _, op in operations(api) if "requestBody" in op]
    for part in [*answers, *bodies, *api["components"]["responses"].values()]:
        for content in content_of(part):
            for example in content.get("examples", {}).values():
                value = example["value"]
                fits(api, content["schema"], value)
                said = value if isinstance(value, dict) else {}
                assert set(said.get("words", [])) <= words
                assert said.get("word", "pass") in words
                seen += 1
    assert seen >= 8


@pytest.mark.asyncio
async def test_who_may_ask_is_true(database: str, api: dict[str, Any]) -> None:
    """Given nobody, or a token of one scope, when each operation is asked, then it answers as the description says."""
    async with open_container(database) as container:
        transport = httpx.ASGITransport(App(container))
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as http:
            guest = await Guest.arrive(http, "Marta")
            person = await container.people.by_token(guest.token)
            assert person is not None
            tokens = {s: await container.people.new_token(person.person, f"for {s}", [s], 1) for s in SCOPES}
            # Whoever has deleted himself asks for nothing more.
            for path, method, operation in sorted(operations(api), key=lambda op: op[:2] == ("/api/me", "delete")):
                needs = [set(need.get("bearer", [])) for need in operation["security"] if "bearer" in need]
                ask = _request(api, path, method, operation)
                status = (await http.request(*ask[0], **ask[1])).status_code
                assert str(status) in operation["responses"], (path, status)
                assert (status == 401) == bool(needs and {} not in operation["security"]) or _mine(path, status), path
                for scope, token in tokens.items():
                    if path == "/api/bot/stream" and scope == "read":
                        continue  # it would never end
                    answer = await http.request(*ask[0], **ask[1], headers={"authorization": f"Bearer {token}"})
                    http.cookies.clear()
                    lacks = answer.status_code == 403 and (
                        "lacks the scope" in answer.text or "needs a session" in answer.text
                    )
                    assert lacks == bool(needs and scope not in needs[0]), (path, method, scope, answer.text)
                    assert str(answer.status_code) in operation["responses"], (path, answer.text)


def _mine(path: str, status: int) -> bool:
    """The exception for `/api/tables`: without a session it lists open seats, but not one's own tables."""
    return path == "/api/tables" and status == 401


def _request(api: dict[str, Any], path: str, method: str, operation: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """A request with a valid body, about a table that does not exist."""
    more: dict[str, Any] = {}
    if "requestBody" in operation:
        more["json"] = smallest(api, content_of(operation["requestBody"])[0]["schema"])
    if path.endswith("why-not"):
        more["params"] = {"word": "pass"}
    return (method.upper(), re.sub(r"\{\w+\}", "0" * 13, path)), more


@pytest.mark.asyncio
async def test_answers_are_as_it_says(database: str, api: dict[str, Any]) -> None:
    """Given a game, when somebody asks for this and that, then every answer fits its schema."""

    def check(path: str, value: Any, status: str = "200", method: str = "get") -> None:
        answer = api["paths"][path][method]["responses"][status]
        if "$ref" in answer:
            answer = api["components"]["responses"][answer["$ref"].rpartition("/")[2]]
        fits(api, content_of(answer)[0]["schema"], value)

    async with open_container(database, work=True) as container:
        transport = httpx.ASGITransport(App(container))
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as http:
            marta = await Guest.arrive(http, "Marta")
            table = await started(marta, [], "russian-railroads", bots=1)
            there = "/api/tables/{table}"
            check("/api/me", await marta.get("/me"))
            check("/api/titles", await marta.get("/titles"))
            check("/api/tables", await marta.get("/tables"))
            check(f"{there}/card", await marta.get(f"/tables/{table}/card"))
            async with asyncio.timeout(PATIENCE):
                while not (seen := await marta.look(table)).get("moves"):
                    await asyncio.sleep(0.01)
            check(there, seen)
            check(f"{there}/log", await marta.get(f"/tables/{table}/log"))
            check(f"{there}/why-not", await marta.get(f"/tables/{table}/why-not", word="pass"))
            body = {"seq": seen["seq"], "words": [seen["moves"][0]]}
            check(f"{there}/preview", await marta.post(f"/tables/{table}/preview", **body), method="post")
            check(f"{there}/moves", await marta.post(f"/tables/{table}/moves", **body), method="post")
            check(f"{there}/moves", await marta.post(f"/tables/{table}/moves", 409, **body), "409", "post")


@pytest.mark.asyncio
async def test_api_page_needs_nothing_from_elsewhere(app: App, api: dict[str, Any]) -> None:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://house") as http:
        answer = await http.get("/api/docs")
        page = answer.text
        assert answer.headers["content-type"].startswith("text/html")
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert set(re.findall(r'<script[^>]* src="(/static/)', page)) == {"/static/"}
        assert page.count("<script") == page.count('src="/static/')
        assert re.findall(r"(?:src|href)=[\"']?(?:https?:)?//", page) == []
        for path, _, operation in operations(api):
            assert f"<code>{path}</code>" in page
            assert f"<details id={operation['operationId']}>" in page
        ids = set(re.findall(r"<\w+ id=([\w-]+)", page))
        assert set(re.findall(r'href="#([\w-]+)"', page)) <= ids
        file = await http.get("/schema/openapi.json")
        assert file.json() == api
