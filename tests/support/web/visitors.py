"""HTTP clients for the tests of rights and attacks, each with an IP address of its own."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import psycopg
from psycopg import sql

from tests.support.service import Guest, open_container
from trainshed.service.container import Container
from trainshed.service.tables.open_tables import system_now
from trainshed.web.app import App

PASSWORD = "correct horse battery"
OWN_PAGE = {"origin": "http://house", "sec-fetch-site": "same-origin"}

ADDRESSES = itertools.count(1)


def unique(word: str) -> str:
    """A login that is not taken yet: all tests of a process share a database."""
    return f"{word}-{secrets.token_hex(4)}"


def new_address() -> str:
    """An unused IP address, so that rate limits count from zero."""
    number = next(ADDRESSES)
    return f"10.{secrets.randbelow(256)}.{number // 250}.{number % 250 + 1}"


@asynccontextmanager
async def http_client(
    container: Container, address: str = "", base: str = "http://house"
) -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client that keeps cookies, as a browser does; an exception in the application becomes a 500."""
    transport = httpx.ASGITransport(App(container), raise_app_exceptions=False, client=(address or new_address(), 1234))
    async with httpx.AsyncClient(transport=transport, base_url=base) as http:
        yield http


@asynccontextmanager
async def two_clients(
    database: str, now: Any = system_now, nats: str = ""
) -> AsyncIterator[tuple[httpx.AsyncClient, httpx.AsyncClient]]:
    """Two containers on one database, as two processes are, and an HTTP client for each."""
    async with (
        open_container(database, now, nats=nats) as one,
        open_container(database, now, nats=nats) as two,
        http_client(one) as here,
        http_client(two) as there,
    ):
        yield here, there


class Visitor(Guest):
    """A guest with all HTTP methods, not only GET and POST."""

    async def send(self, method: str, path: str, status: int = 200, body: Any = None) -> Any:
        answer = await self.http.request(method, f"/api{path}", json=body, headers=self.headers)
        assert answer.status_code == status, f"{method} {path}: {answer.status_code}: {answer.text[:500]}"
        return answer.json() if answer.content else None

    async def put(self, path: str, status: int = 200, **body: Any) -> Any:
        return await self.send("PUT", path, status, body)

    async def patch(self, path: str, status: int = 200, **body: Any) -> Any:
        return await self.send("PATCH", path, status, body)

    async def delete(self, path: str, status: int = 204, **body: Any) -> Any:
        return await self.send("DELETE", path, status, body)

    @property
    async def person(self) -> str:
        return str((await self.get("/me"))["person"])

    async def known(self) -> bool:
        """Whether the token is still valid."""
        answer = await self.http.get("/api/me", headers=self.headers)
        assert answer.status_code in {200, 401}
        return answer.status_code == 200

    def elsewhere(self, http: httpx.AsyncClient) -> Visitor:
        """The same person with another HTTP client."""
        return Visitor(http, self.name, self.token)


async def arrive(http: httpx.AsyncClient, name: str, **more: Any) -> Visitor:
    guest = await Guest.arrive(http, name, **more)
    return Visitor(http, name, guest.token)


async def register(http: httpx.AsyncClient, login: str, guest: Visitor | None = None, **more: Any) -> Visitor:
    """Make an account, for a new person or for a guest."""
    body = {"login": login, "password": PASSWORD, **more}
    answer = await http.post("/api/accounts", json=body, headers={} if guest is None else guest.headers)
    assert answer.status_code == 201, answer.text
    http.cookies.clear()
    return Visitor(http, answer.json()["name"], answer.json()["token"])


async def sign_in(http: httpx.AsyncClient, login: str, guest: Visitor | None = None) -> Visitor:
    body = {"login": login, "password": PASSWORD}
    answer = await http.post("/api/sign-in", json=body, headers={} if guest is None else guest.headers)
    assert answer.status_code == 200, answer.text
    http.cookies.clear()
    return Visitor(http, answer.json()["name"], answer.json()["token"])


async def bot_of(owner: Visitor, name: str) -> Visitor:
    return Visitor(owner.http, name, (await owner.post("/me/bots", 201, name=name))["token"])


async def whose_turn(table: str, *people: Guest) -> Guest:
    """The one of these people who is to move."""
    for person in people:
        if (await person.look(table)).get("moves"):
            return person
    raise AssertionError("nobody is asked")


async def move(table: str, person: Guest) -> int:
    """Play the first legal word; the number of the last row after it."""
    seen = await person.look(table)
    done = await person.play(table, seen["moves"][0], seq=seen["seq"])
    return int(done["seq"])


def whole_database(url: str) -> str:
    """All stored values as one text; bytes are decoded, so that a name is found in them too."""
    texts = []
    with psycopg.connect(url) as connection:
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        for (name,) in names:
            for row in connection.execute(sql.SQL("SELECT * FROM {}").format(sql.Identifier(name))):
                for value in row:
                    texts.append(value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value))
    return "\n".join(texts)
