"""A PostgreSQL database of a test's own, made before it and dropped after it."""

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
