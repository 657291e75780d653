"""`trainshed tables`: list tables that workers cannot play on, and let them try again."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import typer

from trainshed.cli.common import CliError, plain
from trainshed.cli.db import one_line, ready

tables = typer.Typer(no_args_is_help=True, help="Tables where a bot or a clock fails.")


@tables.command()
def broken() -> None:
    """List the tables that fail: since when, how often, and the last error. Those in quarantine are not tried again."""
    from trainshed.service.base import ids
    from trainshed.service.ops.backup import connected
    from trainshed.service.tables.table_store import failing_tables

    database = ready()
    with one_line(), connected(database) as connection:
        found = failing_tables(connection)
    if not found:
        print("No table is broken.")
        return
    for table in found:
        after = "in quarantine" if table.quarantined else f"next attempt {_moment(table.retry_at)}"
        print(
            f"{ids.written(table.id)}  {table.title}, failing since {_moment(table.failing_since)},"
            f" {_count(table.attempts, 'attempt')}, {after}: {plain(table.failure)}"
        )
    quarantined = sum(table.quarantined for table in found)
    print(f"{_count(len(found), 'broken table')}, {quarantined} of them in quarantine")


@tables.command()
def retry(
    numbers: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Tables, as `broken` lists them.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="All tables that fail.")] = False,
) -> None:
    """Let workers try broken tables again now, after what was wrong is mended; in quarantine or not."""
    from trainshed.service.base import ids
    from trainshed.service.ops.backup import connected
    from trainshed.service.tables.open_tables import system_now
    from trainshed.service.tables.table_store import retry_tables

    if bool(numbers) == everything:
        raise typer.BadParameter("give the ids of tables, or --all")
    wanted: dict[int, str] = {}
    for text in numbers or []:
        number = ids.number(text)
        if number is None:
            raise CliError(f"{text[:60]!r} is not the id of a table")
        wanted[number] = text
    database = ready()
    with one_line(), connected(database) as connection:
        found = retry_tables(connection, system_now(), None if everything else list(wanted))
    others = [text for number, text in wanted.items() if number not in found]
    if found or everything:
        print(f"{_count(len(found), 'table')} {'is' if len(found) == 1 else 'are'} tried again now.")
    if others:
        raise CliError(f"not broken: {', '.join(others)}")


def _moment(milliseconds: int) -> str:
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
