"""`trainshed db`: migrate, back up, restore and check the database."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from trainshed.cli.common import CliError, host_settings, plain, progress_bar

db = typer.Typer(no_args_is_help=True, help="The database behind the tables.")

Sample = Annotated[
    int | None, typer.Option("--tables", min=1, help="Fold a sample of so many tables; else all of them.")
]


@db.command()
def upgrade() -> None:
    """Migrate the database to the layout of this version."""
    from trainshed.service.ops.migrate import upgrade as run

    with one_line():
        run(host_settings().database)
    print("The database is ready.")


@db.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it; a file of that name is replaced.")],
) -> None:
    """Back up the database to a file. Games may go on meanwhile: the backup is a consistent snapshot."""
    from trainshed.service.ops.backup import backup as run

    with one_line():
        size = run(host_settings().database, file)
    print(f"Backup of {size / 1e6:.1f} MB in {file}. It holds secrets: keep it like the database itself.")


@db.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `trainshed db backup` wrote.")],
    replace: Annotated[bool, typer.Option("--replace", help="Drop what is in the database now.")] = False,
) -> None:
    """Restore the database from a backup, all or nothing. It must be empty, unless --replace is given."""
    from trainshed.service.ops.backup import connected
    from trainshed.service.ops.backup import restore as run
    from trainshed.service.ops.migrate import current
    from trainshed.service.tables.table_store import count_tables_and_rows

    database = host_settings().database
    with one_line():
        run(database, file, replace)
        with connected(database) as connection:
            tables, rows = count_tables_and_rows(connection)
        ready = current(database)
    print(f"Restored: {tables:,} tables with {rows:,} rows.")
    if not ready:
        print("The backup has the layout of another version: run `trainshed db upgrade` next.")


@db.command()
def check(sample: Sample = None) -> None:
    """Check all data: replay every table from its first row, compare with the snapshots, and print a digest."""
    from trainshed.service.ops.backup import frozen
    from trainshed.service.ops.check import check as run

    database = ready()
    with one_line(), progress_bar() as bar:
        task = bar.add_task("folding", total=None)
        with frozen(database) as (connection, _):
            report = run(
                connection, sample, secrets.token_hex(8), lambda done, of: bar.update(task, completed=done, total=of)
            )
    for line in report.wrong:
        print(plain(line))
    print(
        f"check: {report.games:,} tables, {report.rows:,} rows, {report.snapshots:,} snapshots: {report.faults} faults;"
        f" digest {report.digest}{' of a sample' if sample else ''}"
    )
    if report.faults:
        raise typer.Exit(1)


@db.command()
def drill(sample: Sample = None) -> None:
    """Test backup and restore: restore into a scratch database and compare. This database is only read."""
    from trainshed.service.ops.restore_drill import drill as run

    database = ready()
    with one_line():
        result = run(database, sample, secrets.token_hex(8), lambda step: print(f"{step} …", flush=True))
    before = result.before
    for line in [*before.wrong, *result.differences]:
        print(plain(line))
    verdict = f"{len(result.differences)} differences" if result.differences else "every digest equal"
    print(
        f"drill: {before.games:,} tables, {before.rows:,} rows, {before.faults} faults: {verdict}"
        f" (backup {result.size / 1e6:.1f} MB in {result.written:.1f} s, restore {result.restored:.1f} s)"
    )
    if result.differences or before.faults:
        raise typer.Exit(1)


def ready() -> str:
    """The database's address, if its layout is that of this version."""
    from trainshed.service.ops.migrate import current

    database = host_settings().database
    with one_line():
        if not current(database):
            raise CliError("the database has another layout than this version: run `trainshed db upgrade`")
    return database


@contextmanager
def one_line() -> Iterator[None]:
    """Show errors of the database and its programs as one line."""
    import psycopg
    from alembic.util import CommandError
    from sqlalchemy.exc import SQLAlchemyError

    from trainshed.service.ops.backup import BackupError

    try:
        yield
    except (BackupError, CommandError) as error:
        raise CliError(str(error)) from error
    except psycopg.Error as error:
        raise CliError(f"the database: {error}") from error
    except SQLAlchemyError as error:
        raise CliError(f"the database: {getattr(error, 'orig', error)}") from error
