"""A PostgreSQL database of a test's own, made before it and dropped after it; tables in it, copied or broken."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import sql

from trainshed.service.ops.migrate import upgrade

SERVER = os.environ.get("TRAINSHED_TEST_SERVER", "postgresql://postgres@127.0.0.1:5432")


@contextmanager
def new_database(name: str, layout: bool = True) -> Iterator[str]:
    """A fresh database, with our layout or empty, dropped afterwards."""
    with psycopg.connect(f"{SERVER}/postgres", autocommit=True) as connection:
        drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
        connection.execute(drop)
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            url = f"{SERVER}/{name}"
            if layout:
                upgrade(url)
            yield url
        finally:
            connection.execute(drop)


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
