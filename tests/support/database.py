"""A PostgreSQL database of a test's own, made before it and dropped after it; tables in it, copied or broken."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final

import psycopg
from psycopg import sql

import trainshed.service.migrations
from trainshed.service.ops.migrate import upgrade

MIGRATIONS: Final = Path(trainshed.service.migrations.__path__[0])
LOCK: Final = 0x74657374
"""Two processes that need the first copy at once wait for each other."""

SERVER: Final = os.environ.get("TRAINSHED_TEST_SERVER", "postgresql://postgres@127.0.0.1:5432")


@contextmanager
def new_database(name: str, layout: bool = True, lasting: bool = False) -> Iterator[str]:
    """A fresh database, with our layout or empty, dropped afterwards.

    With `lasting` a commit waits for the disk, as on a real server: for measurements. A test does not outlast a power
    failure anyway.
    """
    with psycopg.connect(f"{SERVER}/postgres", autocommit=True) as connection:
        _drop(connection, name)
        if layout:
            _copy(connection, _template(connection), name)
        else:
            _create(connection, name)
        if not lasting:
            connection.execute(sql.SQL("ALTER DATABASE {} SET synchronous_commit = off").format(sql.Identifier(name)))
        try:
            yield f"{SERVER}/{name}"
        finally:
            _drop(connection, name)


def _template(connection: psycopg.Connection) -> str:
    """The database with our layout that all others are copies of: a copy takes a tenth of the time of all migrations.

    Its name is a digest of the migrations it has had, so whoever changes one gets another; it stays for the next run.
    """
    text = sha256(version("procrastinate").encode())
    for file in sorted(MIGRATIONS.rglob("*.py")):
        text.update(file.read_bytes())
    name = f"trainshed_layout_{text.hexdigest()[:16]}"
    connection.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
    try:
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone() is None:
            unfinished = f"{name}_unfinished"
            _drop(connection, unfinished)
            _create(connection, unfinished)
            upgrade(f"{SERVER}/{unfinished}")
            old, new = sql.Identifier(unfinished), sql.Identifier(name)
            connection.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(old, new))
    finally:
        connection.execute("SELECT pg_advisory_unlock(%s)", (LOCK,))
    return name


def _create(connection: psycopg.Connection, name: str) -> None:
    connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


def _copy(connection: psycopg.Connection, old: str, new: str) -> None:
    connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(new), sql.Identifier(old)))


def _drop(connection: psycopg.Connection, name: str) -> None:
    connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


COPIED = ("tables", "seats", "rows", "snapshots")


def copy_table(url: str, number: int, copies: list[int]) -> None:
    """Copy a table with its seats, log and snapshots, once for each of these ids."""
    with psycopg.connect(url) as connection:
        for table in COPIED:
            key = "id" if table == "tables" else "table_id"
            columns = connection.execute(
                "SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = %s",
                (table,),
            ).fetchall()
            names = [sql.Identifier(name) for (name,) in columns]
            values = [sql.SQL("copy.id") if name == key else sql.Identifier("old", name) for (name,) in columns]
            connection.execute(
                sql.SQL(
                    "INSERT INTO {table} ({names}) SELECT {values} FROM {table} old, unnest(%s::bigint[]) AS copy(id)"
                    " WHERE old.{key} = %s"
                ).format(
                    table=sql.Identifier(table),
                    names=sql.SQL(", ").join(names),
                    values=sql.SQL(", ").join(values),
                    key=sql.Identifier(key),
                ),
                (copies, number),
            )


def break_tables(url: str, numbers: list[int]) -> None:
    """Make tables that no server can open: they name printed content that nobody has."""
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE tables SET pack = 'broken ' || pack WHERE id = ANY(%s)", (numbers,))


def mend_tables(url: str, numbers: list[int]) -> None:
    """Undo `break_tables`."""
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE tables SET pack = replace(pack, 'broken ', '') WHERE id = ANY(%s)", (numbers,))
