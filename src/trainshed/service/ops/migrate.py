"""Database migrations: brings a database to the schema of this version (Alembic)."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from psycopg.errors import DeadlockDetected
from sqlalchemy import create_engine, text
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

TRIES = 5
LOCK = 0x7261696C  # "rail": two processes that start together migrate one after the other


class TooNew(CommandError):
    """A later version has migrated the database; this version must not touch it."""


def upgrade(database: str) -> None:
    """Run the migrations that this database has not had yet."""
    with _engine(database).connect() as connection:
        connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": LOCK})
        connection.commit()
        seen = MigrationContext.configure(connection).get_current_revision()
        known = {step.revision for step in ScriptDirectory.from_config(_config(connection)).walk_revisions()}
        if seen is not None and seen not in known:
            raise TooNew(f"a later version of trainshed has worked with these data (step {seen}): install that version")
        connection.commit()  # each step has a transaction of its own
        _run(connection)
        connection.execute(text("SELECT pg_advisory_unlock(:lock)"), {"lock": LOCK})


def _run(connection: Connection) -> None:
    """Run the missing steps; a step that PostgreSQL sacrificed, because it and a running server's query waited for each
    other, is run again."""
    for attempt in range(TRIES):
        try:
            command.upgrade(_config(connection), "head")
            connection.commit()
        except OperationalError as error:
            connection.rollback()
            if not isinstance(error.orig, DeadlockDetected) or attempt == TRIES - 1:
                raise
        else:
            return


def current(database: str) -> bool:
    """Has this database had every migration?"""
    with _engine(database).connect() as connection:
        newest = ScriptDirectory.from_config(_config(connection)).get_current_head()
        return MigrationContext.configure(connection).get_current_revision() == newest


def steps() -> list[str]:
    """Revision ids of all migrations of this version, the newest first."""
    return [step.revision for step in ScriptDirectory.from_config(_config(None)).walk_revisions()]


def _engine(database: str) -> Engine:
    return create_engine(database.replace("postgresql://", "postgresql+psycopg://", 1), poolclass=NullPool)


def _config(connection: Connection | None) -> Config:
    config = Config()
    config.set_main_option("script_location", "trainshed.service:migrations")
    config.attributes["connection"] = connection
    return config
