"""Connections to PostgreSQL: a pool, reads that survive a restart of the server, and transactions."""

from __future__ import annotations

import asyncio
import logging
import select
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from math import ceil
from time import monotonic
from typing import Any, Final, LiteralString, NamedTuple, TypeAlias, TypeVar

import msgspec
import psycopg
from psycopg.errors import ReadOnlySqlTransaction
from psycopg.rows import BaseRowFactory, class_row, tuple_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from trainshed.service.base.errors import Unavailable

Params: TypeAlias = Sequence[Any] | Mapping[str, Any]
Connection: TypeAlias = psycopg.AsyncConnection[tuple[Any, ...]]
T = TypeVar("T")

GONE: Final = (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout)
"""Exceptions that mean a broken connection."""

READ_ONLY: Final = (ReadOnlySqlTransaction,)
"""Exceptions of a server that accepts no changes: after a failover it is no longer, or not yet, the primary."""

RENEW_EVERY: Final = 1.0
"""Seconds between two attempts to find another server, while the one that answers accepts no changes."""

SAID_EVERY: Final = 60.0
"""A server that was read-only so many seconds ago, and is again, is worth another log line."""

TRIES: Final = 3
STATEMENT_MS: Final = 10_000


DEAD_LINE: Final = {"tcp_user_timeout": 5_000, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""Timeouts for a server that is cut off: TCP itself would wait a quarter of an hour, and so would a move."""


log = logging.getLogger(__name__)


class DatabaseStatus(NamedTuple):
    """What a readiness check wants to know of the database."""

    layout: str | None
    """The id of the last migration; None if there was none."""
    read_only: bool


class Database:
    """The pool of PostgreSQL connections of this process."""

    def __init__(self, url: str, connections: int, wait: float = 2.0) -> None:
        self.connections = connections
        self.renewed = float("-inf")
        self.pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
            url,
            min_size=connections,
            max_size=connections,
            # The pool waits twice as long after each failed attempt, and would reconnect long after the server is
            # back: let it give up soon. The next query makes it try anew, and queries are frequent.
            timeout=wait,
            reconnect_timeout=wait,
            open=False,
            check=self._check,
            kwargs={
                "autocommit": True,
                "connect_timeout": ceil(wait) + 1,
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
            except READ_ONLY as error:  # a query that only reads may still lock rows
                raise await self._read_only() from error
        raise AssertionError

    async def write(self, sql: LiteralString, params: Params = ()) -> list[tuple[Any, ...]]:
        """Run one statement that changes data; returns its rows. Never retried: the first try may have succeeded."""
        try:
            async with self.pool.connection() as connection:
                cursor = await connection.execute(sql, params)
                return await cursor.fetchall() if cursor.description else []
        except GONE as error:
            raise Unavailable("the database cannot be reached") from error
        except READ_ONLY as error:
            raise await self._read_only() from error

    async def status(self) -> DatabaseStatus:
        """The layout of this database, and whether it accepts changes. If it does not, look for another server."""
        # A server in recovery says so too: all its transactions are read-only.
        found = await self.fetch(
            "SELECT current_setting('transaction_read_only')::bool, (SELECT version_num FROM alembic_version LIMIT 1)"
        )
        read_only, layout = found[0]
        if read_only:
            await self._renew()
        return DatabaseStatus(layout, read_only)

    async def _read_only(self) -> Unavailable:
        await self._renew()
        return Unavailable("the database accepts no changes at the moment")

    async def _renew(self) -> None:
        """Replace all connections: new ones lead to the new primary, or to this server once it accepts changes."""
        if monotonic() - self.renewed > RENEW_EVERY:
            if monotonic() - self.renewed > SAID_EVERY:
                log.warning("the database is read-only: connecting anew until it is not")
            self.renewed = monotonic()
            await self.pool.drain()

    async def _check(self, connection: Connection) -> None:
        """Refuse a connection that the server has closed while nobody used it, before a statement is lost with it.

        This asks the socket and not the server, so it costs microseconds and no round trip.
        """
        try:
            while readable(connection.fileno()):
                connection.pgconn.consume_input()
        except psycopg.OperationalError:
            await self.pool.check()  # others are closed too, and the pool would find out one by one, with pauses
            raise

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """A connection for several statements, all or none."""
        try:
            async with self.pool.connection() as connection, connection.transaction():
                yield connection
        except GONE as error:
            raise Unavailable("the database cannot be reached") from error
        except READ_ONLY as error:
            raise await self._read_only() from error


def readable(descriptor: int) -> bool:
    """Whether something has arrived at a socket: data, or its end."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))


def caused_by(error: BaseException, kinds: tuple[type[BaseException], ...]) -> bool:
    """Whether an error is of these kinds, or a library raised it because of one."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, kinds):
            return True
        cause = cause.__cause__
    return False


def is_away(error: BaseException) -> bool:
    """Whether a library's error means that the database cannot be reached, or accepts no changes."""
    return caused_by(error, (*GONE, *READ_ONLY))


async def select_as(connection: Connection, kind: type[T], sql: LiteralString, params: Params = ()) -> list[T]:
    """Run a query in a transaction; each row is a record whose fields are named like the columns."""
    return await (await connection.cursor(row_factory=class_row(kind)).execute(sql, params)).fetchall()


def json_text(value: Any) -> str:
    """A value as JSON text, for a column or a request."""
    return msgspec.json.encode(value).decode()
