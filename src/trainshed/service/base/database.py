"""Connections to PostgreSQL: a pool, reads that survive a restart of the server, and transactions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, LiteralString, TypeAlias, TypeVar

import msgspec
import psycopg
from psycopg.rows import BaseRowFactory, class_row, tuple_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from trainshed.service.base.errors import Unavailable

Params: TypeAlias = Sequence[Any] | Mapping[str, Any]
Connection: TypeAlias = psycopg.AsyncConnection[tuple[Any, ...]]
T = TypeVar("T")

GONE: Final = (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout)
"""Exceptions that mean a broken connection."""

TRIES: Final = 3
STATEMENT_MS: Final = 10_000


DEAD_LINE: Final = {"tcp_user_timeout": 5_000, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""Timeouts for a server that is cut off: TCP itself would wait a quarter of an hour, and so would a move."""


class Database:
    """The pool of PostgreSQL connections of this process."""

    def __init__(self, url: str, connections: int) -> None:
        self.connections = connections
        self.pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
            url,
            min_size=connections,
            max_size=connections,
            # The pool waits twice as long after each failed attempt, and would reconnect long after the server is
            # back: let it give up soon. The next query makes it try anew, and queries are frequent.
            timeout=2,
            reconnect_timeout=2,
            open=False,
            kwargs={
                "autocommit": True,
                "connect_timeout": 3,
                "options": f"-c statement_timeout={STATEMENT_MS}",
                "application_name": "trainshed",
                **DEAD_LINE,
            },
        )

    async def open(self) -> None:
        """Begin to connect in the background; queries wait for a server that is not there yet."""
        await self.pool.open()

    async def close(self) -> None:
        await self.pool.close()

    async def fetch(self, sql: LiteralString, params: Params = ()) -> list[tuple[Any, ...]]:
        """Run a query that only reads. If the connection broke since its last use, the query is retried."""
        return await self.fetch_with(tuple_row, sql, params)

    async def fetch_as(self, kind: type[T], sql: LiteralString, params: Params = ()) -> list[T]:
        """Like `fetch`, with each row as a record whose fields are named like the columns."""
        return await self.fetch_with(class_row(kind), sql, params)

    async def fetch_with(self, factory: BaseRowFactory[T], sql: LiteralString, params: Params = ()) -> list[T]:
        """Like `fetch`, with each row as this row factory of psycopg makes it."""
        for attempt in range(TRIES):
            try:
                async with self.pool.connection() as connection:
                    return await (await connection.cursor(row_factory=factory).execute(sql, params)).fetchall()
            except GONE as error:
                # No retry after a timeout of the pool: that was wait enough.
                if attempt == TRIES - 1 or isinstance(error, PoolTimeout):
                    raise Unavailable("the database cannot be reached") from error
                await asyncio.sleep(0.05 * (attempt + 1))
        raise AssertionError

    async def write(self, sql: LiteralString, params: Params = ()) -> list[tuple[Any, ...]]:
        """Run one statement that changes data; returns its rows. Never retried: the first try may have succeeded."""
        try:
            async with self.pool.connection() as connection:
                cursor = await connection.execute(sql, params)
                return await cursor.fetchall() if cursor.description else []
        except GONE as error:
            raise Unavailable("the database cannot be reached") from error

    async def layout(self) -> str | None:
        """The id of the last migration that this database has had; None if there was none."""
        found = await self.fetch("SELECT version_num FROM alembic_version")
        return found[0][0] if found else None

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """A connection for several statements, all or none."""
        try:
            async with self.pool.connection() as connection, connection.transaction():
                yield connection
        except GONE as error:
            raise Unavailable("the database cannot be reached") from error


async def select_as(connection: Connection, kind: type[T], sql: LiteralString, params: Params = ()) -> list[T]:
    """Run a query in a transaction; each row is a record whose fields are named like the columns."""
    return await (await connection.cursor(row_factory=class_row(kind)).execute(sql, params)).fetchall()


def json_text(value: Any) -> str:
    """A value as JSON text, for a column or a request."""
    return msgspec.json.encode(value).decode()
