"""Backups of the database through PostgreSQL's own programs: written while games run, restored all or nothing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, Final, LiteralString, TypeAlias
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
from psycopg import sql
from psycopg.pq import Conninfo

from trainshed.service.ops.postgres_programs import program_folders

Connection: TypeAlias = psycopg.Connection[tuple[Any, ...]]

TABLES: Final[LiteralString] = (
    "SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
    " WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema')"
    " AND n.nspname NOT LIKE 'pg_toast%' AND n.nspname NOT LIKE 'pg_temp%' AND NOT c.relispartition"
    " ORDER BY n.nspname, c.relname"
)

OTHERS: Final[LiteralString] = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'trainshed'"
)

EMPTIED: Final = "DROP SCHEMA public CASCADE;\nCREATE SCHEMA public;\n"
CHUNK: Final = 1 << 20


class BackupError(RuntimeError):
    """A backup that cannot be made or used."""


# ---------------------------------------------------------------- backup and restore


def backup(database: str, file: Path, snapshot: str = "") -> int:
    """Write the database to a file, as it was at one moment; returns the size of the file.

    A file of that name is replaced once the new one is complete. `snapshot` is one that another connection exported.
    """
    with connected(database) as connection:
        if not tables_in(connection):
            raise BackupError("the database is empty: there is nothing to back up")
        folder = programs(major(connection))
    part = file.with_name(f".{file.name}.{uuid4().hex[:8]}.part")
    command = [folder / "pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--file", part]
    if snapshot:
        command += ["--snapshot", snapshot]
    try:
        # It holds every secret of the server: no other user may read it, not even while it grows.
        part.touch(mode=0o600, exist_ok=False)
        _run(command, database)
        _run([folder / "pg_restore", "--list", part], database)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return file.stat().st_size


def restore(database: str, file: Path, replace: bool = False) -> None:
    """Fill a database from a file, in one transaction. One that has tables is refused, unless they may be replaced."""
    with file.open("rb"):
        pass  # a missing file is an error before the database is touched
    with connected(database) as connection:
        there = tables_in(connection)
        if there and not replace:
            raise BackupError(f"the database has {len(there)} tables already; --replace puts the backup in their place")
        if {schema for schema, _ in there} - {"public"}:
            raise BackupError("the database has tables outside of the schema public; restore into another one")
        (others,) = connection.execute(OTHERS).fetchone() or (0,)
        if others:
            raise BackupError(f"{others} connections of `serve` or `worker` use this database: stop them first")
        folder = programs(major(connection))
    _fill(database, folder, file, EMPTIED if there else "")
    with connected(database) as connection:
        connection.execute("ANALYZE")


def _fill(database: str, folder: Path, file: Path, first: str) -> None:
    """Pipe the backup as SQL into psql, which commits at the end of its input. That comes only if all was read."""
    read: list[str | Path] = [folder / "pg_restore", "--no-owner", "--no-privileges", "--file=-", file]
    write: list[str | Path] = [
        folder / "psql",
        "--no-psqlrc",
        "--quiet",
        "--single-transaction",
        "--set=ON_ERROR_STOP=1",
        "--file=-",
    ]
    env = environment(database)
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    with TemporaryFile() as unread, TemporaryFile() as unwritten:
        reader = subprocess.Popen(read, stdin=nothing, stdout=pipe, stderr=unread, env=env)
        writer = subprocess.Popen(write, stdin=pipe, stdout=nothing, stderr=unwritten, env=env)
        assert reader.stdout is not None
        assert writer.stdin is not None
        try:
            with suppress(BrokenPipeError):  # psql has stopped, and says why
                writer.stdin.write(first.encode())
                shutil.copyfileobj(reader.stdout, writer.stdin, CHUNK)
            reader.stdout.close()
            if reader.wait() and writer.poll() is None:
                raise BackupError(f"pg_restore: {complaint(unread)}")
            with suppress(BrokenPipeError):
                writer.stdin.close()
            if writer.wait():
                raise BackupError(f"psql: {complaint(unwritten)}")
        finally:
            for process in (writer, reader):
                process.kill()
                process.wait()
            with suppress(BrokenPipeError):
                writer.stdin.close()


# ---------------------------------------------------------------- databases


@contextmanager
def connected(database: str) -> Iterator[Connection]:
    """A connection whose application name tells it from those of servers, which `restore` counts."""
    with psycopg.connect(database, autocommit=True, connect_timeout=5, application_name="trainshed-db") as connection:
        yield connection


@contextmanager
def frozen(database: str) -> Iterator[tuple[Connection, str]]:
    """A connection that reads one snapshot of the database, and the snapshot's name for `backup`."""
    with connected(database) as connection, connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        (name,) = connection.execute("SELECT pg_export_snapshot()").fetchone() or ("",)
        yield connection, name


def tables_in(connection: Connection) -> list[tuple[str, str]]:
    """Schema and name of every table of the database; a partitioned table counts once."""
    return [(schema, name) for schema, name in connection.execute(TABLES).fetchall()]


def major(connection: Connection) -> int:
    """The major version of the server."""
    return connection.info.server_version // 10_000


def beside(database: str, name: str) -> str:
    """The URL of another database on the same server."""
    return urlsplit(database)._replace(path=f"/{name}").geturl()


class ScratchDatabase:
    """A temporary database on the server of another one, created and dropped as often as needed."""

    def __init__(self, database: str) -> None:
        self.server = database
        self.name = f"{urlsplit(database).path.strip('/')[:40]}_drill_{uuid4().hex[:8]}"
        self.url = beside(database, self.name)

    def create(self) -> None:
        with connected(self.server) as connection:
            make = sql.SQL("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8'")
            connection.execute(make.format(sql.Identifier(self.name)))

    def drop(self) -> None:
        with connected(self.server) as connection:
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(self.name)))


# ---------------------------------------------------------------- programs


def programs(server: int) -> Path:
    """The folder of PostgreSQL's programs that fit a server: of its own version, or of the next that is installed."""
    found: dict[int, Path] = {}
    for folder in folders():
        version = _version(folder)
        if version is not None:
            found.setdefault(version, folder)
    fitting = [version for version in found if version >= server]
    if not fitting:
        have = f"found {', '.join(map(str, sorted(found)))}" if found else "found none"
        raise BackupError(f"pg_dump, pg_restore and psql of PostgreSQL {server} or newer are needed; {have}")
    return found[min(fitting)]


def folders() -> Iterator[Path]:
    """Folders of programs. PATH is last: Debian puts wrappers there which choose a version themselves."""
    yield from program_folders()
    for name in os.get_exec_path():
        yield Path(name)


def _version(folder: Path) -> int | None:
    if not all((folder / name).is_file() for name in ("pg_dump", "pg_restore", "psql")):
        return None
    try:
        done = subprocess.run([folder / "pg_dump", "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    number = re.search(r"\) (\d+)", done.stdout)
    return None if number is None else int(number[1])


def environment(database: str) -> dict[str, str]:
    """Environment of PostgreSQL's programs, with the address. Everybody on the machine could read an argument."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    for option in Conninfo.parse(database.encode()):
        if option.val is not None:
            if option.envvar is None:
                raise BackupError(f"TRAINSHED_DATABASE: {option.keyword.decode()} cannot be used here")
            env[option.envvar.decode()] = option.val.decode()
    env["PGAPPNAME"] = "trainshed-db"
    return env


def _run(command: list[Any], database: str) -> None:
    with TemporaryFile() as said:
        done = subprocess.run(command, env=environment(database), stdout=subprocess.DEVNULL, stderr=said, check=False)
        if done.returncode:
            raise BackupError(f"{command[0].name}: {complaint(said)}")


def complaint(said: IO[bytes]) -> str:
    """The line of a program's output with the error."""
    said.seek(0)
    lines = said.read().decode(errors="replace").strip().splitlines()
    return next((line for line in lines if "error" in line.lower()), lines[-1] if lines else "failed")
