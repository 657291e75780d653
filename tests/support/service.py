"""The table service for tests: a container on a database, a real web server around it, and clients of its API."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, TypedDict

import httpx

from tests.support.servers.patience import DATABASE_WAIT
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.service.tables.open_tables import NatureOf, committed, system_now
from trainshed.web.app import App
from trainshed.web.server import Server, config
from trainshed.wire import Pace


class Quotas(TypedDict):
    """Settings that limit what one person or one address may do."""

    guests_an_hour: int
    tables_an_hour: int
    tables_a_person: int
    address_share: float


NO_QUOTAS: Final[Quotas] = {
    "guests_an_hour": 1_000_000,
    "tables_an_hour": 1_000_000,
    "tables_a_person": 1_000_000,
    "address_share": 0.0,
}
"""Settings of a server where a test or a benchmark is everybody, and comes from one address."""


class FakeClock:
    """Server time that a test moves by hand."""

    def __init__(self, at: int = 1_800_000_000_000) -> None:
        self.at = at

    def __call__(self) -> int:
        return self.at


@asynccontextmanager
async def open_container(
    url: str,
    now: Any = system_now,
    nature: NatureOf = committed,
    work: bool = False,
    nats: str = "",
    wait: float = DATABASE_WAIT,
) -> AsyncIterator[Container]:
    """A container without a web server; with `work` it plays for bots and flags overdue turns by itself."""
    settings = Settings(database=url, database_wait=wait, nats=nats, connections=4, **NO_QUOTAS)
    container = Container(settings, now, nature, work)
    await container.open()
    try:
        yield container
    finally:
        await container.close()


@asynccontextmanager
async def serving(container: Container, app: App | None = None) -> AsyncIterator[str]:
    """A real web server for a container, in this event loop; gives its address. The server opens the container."""
    app = app or App(container)
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        server = Server(config(app))
        server.hub = app.hub
        task = asyncio.create_task(server.serve(sockets=[sock]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{sock.getsockname()[1]}"
        finally:
            server.should_exit = True
            await task


class Guest:
    """A client of the API, signed in as a guest."""

    def __init__(self, http: httpx.AsyncClient, name: str, token: str) -> None:
        self.http = http
        self.name = name
        self.token = token
        self.headers = {"authorization": f"Bearer {token}"}

    @classmethod
    async def arrive(cls, http: httpx.AsyncClient, name: str, **more: Any) -> Guest:
        answer = await http.post("/api/guests", json={"name": name, **more})
        assert answer.status_code == 201, answer.text
        http.cookies.clear()
        return cls(http, name, answer.json()["token"])

    async def get(self, path: str, status: int = 200, **params: Any) -> Any:
        answer = await self.http.get(f"/api{path}", params=params, headers=self.headers)
        assert answer.status_code == status, f"{answer.status_code}: {answer.text[:500]}"
        return answer.json() if answer.headers["content-type"].startswith("application/json") else answer.text

    async def post(self, path: str, status: int = 200, **body: Any) -> Any:
        answer = await self.http.post(f"/api{path}", json=body, headers=self.headers)
        assert answer.status_code == status, f"{answer.status_code}: {answer.text[:500]}"
        return answer.json() if answer.content else None

    async def look(self, table: str) -> Any:
        return await self.get(f"/tables/{table}")

    async def play(self, table: str, *words: str, seq: int | None = None, status: int = 200, **more: Any) -> Any:
        """Send words as one gesture, for the current row unless `seq` is given."""
        at = (await self.look(table))["seq"] if seq is None else seq
        return await self.post(f"/tables/{table}/moves", status, seq=at, words=list(words), **more)


async def started(
    host: Guest, others: list[Guest], title: str = "lok-n-roll", bots: int = 0, pace: Pace | None = None, **plan: Any
) -> str:
    """A started table: the host, the others, then bots."""
    seats = 1 + len(others) + bots
    body = {"title": title, "seats": seats, **plan}
    if pace is not None:
        body["pace"] = {"kind": pace.kind, "turn": pace.turn, "bank": pace.bank, "increment": pace.increment}
        body["pace"]["on_flag"] = pace.on_flag
    card = await host.post("/tables", 201, **body)
    table: str = card["table"]
    for other in others:
        await other.post(f"/tables/{table}/join", invite=card["invite"])
    for bot in range(bots):
        await host.post(f"/tables/{table}/bots", seat=1 + len(others) + bot, bot="thumb")
    await host.post(f"/tables/{table}/start")
    return table
