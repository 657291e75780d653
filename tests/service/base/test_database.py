"""The pool of connections: servers that were restarted, and servers that accept no changes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import LiteralString

import httpx
import psycopg
import pytest
from psycopg import sql

from tests.support.database import SERVER
from tests.support.servers.patience import DATABASE_WAIT, PATIENCE
from tests.support.service import Guest, open_container
from trainshed.service.base.database import Database
from trainshed.service.base.errors import Unavailable
from trainshed.service.container import Container
from trainshed.web.app import App


class Server:
    """What somebody else does with the database server."""

    def __init__(self, url: str) -> None:
        self.connection = psycopg.connect(f"{SERVER}/postgres", autocommit=True)
        self.database = url.rpartition("/")[2]

    def disconnect(self) -> None:
        """End all sessions, as a restart does."""
        self.connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s", (self.database,)
        )

    def read_only(self, value: bool) -> None:
        """Whether sessions that begin from now on can only read, as on a server that is no longer the primary."""
        text = "ALTER DATABASE {} SET default_transaction_read_only = {}"
        self.connection.execute(sql.SQL(text).format(sql.Identifier(self.database), sql.Literal(value)))


@pytest.fixture
def server(own_database: str) -> Iterator[Server]:
    server = Server(own_database)
    yield server
    server.connection.close()


@pytest.mark.asyncio
async def test_connections_that_the_server_has_closed_are_not_used(own_database: str, server: Server) -> None:
    database = Database(own_database, 4, DATABASE_WAIT)
    await database.open()
    try:
        await database.pool.wait(PATIENCE)
        for _ in range(3):
            server.disconnect()
            statement: LiteralString = "INSERT INTO limits (key, slot, count) VALUES ('x', 0, 0) RETURNING 1"
            assert await database.write(statement) == [(1,)]
            server.disconnect()
            async with database.transaction() as connection:
                await connection.execute("DELETE FROM limits")
            await database.pool.wait(PATIENCE)
    finally:
        await database.close()


async def ready(http: httpx.AsyncClient) -> tuple[int, str]:
    answer = await http.get("/readyz")
    return answer.status_code, answer.text


@pytest.mark.asyncio
async def test_a_server_that_accepts_no_changes(
    own_database: str, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a failover that leaves us with a read-only server: 503 and not ready, until there is a primary again."""
    monkeypatch.setattr("trainshed.web.status.PATIENCE", PATIENCE)
    monkeypatch.setattr("trainshed.web.status.REMEMBERED", 0.0)
    async with open_container(own_database) as container:
        transport = httpx.ASGITransport(App(container))
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as http:
            ada = await Guest.arrive(http, "Ada")
            server.read_only(True)
            server.disconnect()
            assert await ready(http) == (503, "database: read-only\n")
            answer = await http.post("/api/guests", json={"name": "Bruno"})
            assert (answer.status_code, answer.json()["error"]) == (503, "unavailable")
            with pytest.raises(Unavailable):
                async with container.database.transaction() as connection:
                    await connection.execute("DELETE FROM limits")
            assert (await ada.get("/me"))["name"] == "Ada"  # reading goes on
            server.read_only(False)
            async with asyncio.timeout(PATIENCE):
                while await ready(http) != (200, "ready\n"):
                    await asyncio.sleep(0.05)
                # Sessions that began while the server was read-only are gone.
                await asyncio.gather(*[Guest.arrive(http, f"Carla {number}") for number in range(8)])


@pytest.mark.asyncio
async def test_writes_alone_find_the_new_primary(own_database: str, server: Server) -> None:
    """Given nobody who asks whether the process is ready, then writing recovers too."""
    async with open_container(own_database) as container:
        server.read_only(True)
        server.disconnect()
        with pytest.raises(Unavailable):
            await container.people.guest("Ada")
        server.read_only(False)
        async with asyncio.timeout(PATIENCE):
            while not await could_write(container):
                await asyncio.sleep(0.05)


async def could_write(container: Container) -> bool:
    try:
        await container.people.guest("Ada")
    except Unavailable:
        return False
    return True
