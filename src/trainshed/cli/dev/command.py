"""The command `trainshed dev`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from trainshed.cli.common import CliError, read_record
from trainshed.kernel.plugins import installed
from trainshed.kernel.registry import GROUP, UnknownTitle


def dev(
    title: Annotated[str, typer.Argument(help="The title's slug, see `trainshed games`.")],
    record: Annotated[Path | None, typer.Option(help="A game file of this title.")] = None,
    row: Annotated[int | None, typer.Option(min=0, help="The row of the record that is drawn; else its last.")] = None,
    seed: Annotated[str, typer.Option(help="Without a record: the seed of a game of bots.")] = "1",
    moves: Annotated[int, typer.Option(min=0, help="Without a record: how many moves they have made.")] = 40,
    seats: Annotated[int | None, typer.Option(min=1, help="Without a record: how many play.")] = None,
    bot: Annotated[str, typer.Option(help="Without a record: who plays.")] = "driver",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port on 127.0.0.1; 0 takes a free one.")] = 8780,
) -> None:
    """Draw one position in both layouts, both themes and three languages.

    It is drawn anew when a file of the title or of the drawing kit is saved. The arrow keys go through the game.
    """
    from trainshed.cli.dev.drawing import DrawnGame
    from trainshed.cli.dev.server import DevServer

    if title not in installed(GROUP):
        raise UnknownTitle(f"no title {title[:40]!r}; there are {', '.join(installed(GROUP)) or 'none'}")
    last = moves
    if record is not None:
        found = read_record(record)
        if found.title != title:
            raise CliError(f"{record} is a game of {found.title}, not of {title}")
        last = len(found.rows) if row is None else row
        if last > len(found.rows):
            raise CliError(f"there is no row {last}: the record has {len(found.rows)}")
    elif row is not None:
        raise CliError("--row needs a --record; without one there is --moves")
    wanted = DrawnGame(title, "" if record is None else str(record.resolve()), seed, seats or 0, bot)
    server = DevServer(wanted, last, port)
    print(f"{title} is drawn at {server.url} (Ctrl-C ends)", flush=True)
    server.run()
