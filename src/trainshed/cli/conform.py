"""`trainshed conform`: check that a title keeps its contract."""

from __future__ import annotations

from typing import Annotated

import typer

from trainshed.cli.common import ON_HELP, progress_bar, workers
from trainshed.kernel.registry import game as find


def conform(
    title: Annotated[str, typer.Argument(help="The title's slug, see `trainshed games`.")],
    games: Annotated[int, typer.Option(min=1, help="How many games are played.")] = 200,
    positions: Annotated[int | None, typer.Option(min=1, help="How many positions are looked at closely.")] = None,
    seed: Annotated[str, typer.Option(help="Any text; the same seed gives the same report.")] = "1",
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes that share the work; the default is one.")] = None,
    on: Annotated[str, typer.Option(help=ON_HELP)] = "local",
) -> None:
    """Check that a title keeps its contract.

    Many random games are played, and every part of the contract is checked in them.
    """
    from trainshed.arena.conform import conform as run

    game = find(title)
    with workers(on, jobs, games, usual=1) as runner, progress_bar() as bar:
        task = bar.add_task(game.name, total=games)
        report = run(
            game,
            games=games,
            positions=positions,
            seed=seed,
            progress=lambda done: bar.update(task, completed=done),
            runner=runner,
        )
    for line in report.lines():
        if not line.startswith("digest "):
            print(line)
    print(f"conforms: {report.games} games, {report.positions} positions, digest {report.digest}")
