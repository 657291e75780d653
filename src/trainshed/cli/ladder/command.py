"""`trainshed ladder`: the command and its arguments."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from trainshed.cli.common import (
    NODES_SCALE_HELP,
    ON_HELP,
    CliError,
    bot_names,
    given_options,
    nodes_factor,
    progress_bar,
    usual_seats,
    workers,
)
from trainshed.cli.content import checked
from trainshed.kernel.registry import game as find


def ladder(
    title: Annotated[str, typer.Argument(help="The title's slug, see `trainshed games`.")],
    bots: Annotated[str, typer.Option(help="Two names or more between commas; the first is rated 1000.")],
    seats: Annotated[int | None, typer.Option(min=2, help="How many seats; the default is two.")] = None,
    games: Annotated[
        int, typer.Option(min=1, help="Games of each pair; more if it takes them to seat both bots equally.")
    ] = 200,
    neighbours: Annotated[bool, typer.Option("--neighbours", help="Only bots next to each other play.")] = False,
    until_clear: Annotated[
        bool, typer.Option("--until-clear", help="A pair ends when one of them is clearly ahead.")
    ] = False,
    mixed: Annotated[int, typer.Option(min=0, help="Further games, each of different bots only.")] = 0,
    option: Annotated[list[str] | None, typer.Option(help="name=choice, see `trainshed games`.")] = None,
    seed: Annotated[str, typer.Option(help="Any text; the same seed gives the same result with any jobs.")] = "1",
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; the default is one for each core.")] = None,
    on: Annotated[str, typer.Option(help=ON_HELP)] = "local",
    nodes_scale: Annotated[str, typer.Option(help=NODES_SCALE_HELP)] = "1",
    keep: Annotated[Path | None, typer.Option(help="A folder for finished games, to go on from.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the ratings to this SVG file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")] = False,
    pack: Annotated[Path | None, typer.Option(help="Another content pack, see `trainshed content`.")] = None,
) -> None:
    """Let bots play each other, and rate them.

    Every pair plays all its seatings with the same luck: at two seats both, at more seats each bot holds half of them.
    Ratings are of the Plackett-Luce model on the scale of chess: 400 points are odds of ten to one.
    """
    import msgspec

    from trainshed.arena.ladder.ladder import ladder as make
    from trainshed.arena.sim import BUDGET

    if picture is not None and picture.suffix != ".svg":
        raise CliError(f"a picture is an .svg file, not {picture.name[:60]!r}")
    if picture is not None and not picture.parent.is_dir():
        raise CliError(f"there is no folder {picture.parent}")
    game = find(title) if pack is None else checked(pack, title)
    made = make(
        game.slug,
        bot_names(bots),
        usual_seats(game) if seats is None else seats,
        games,
        seed,
        options=given_options(option or []),
        pack=game.pack,
        budget=msgspec.structs.replace(BUDGET, scale=nodes_factor(nodes_scale)),
        neighbours=neighbours,
        until_clear=until_clear,
        mixed=mixed,
    )
    if made.rounding:
        print(made.rounding, file=sys.stderr)
    with workers(on, jobs) as runner, progress_bar() as bar:
        task = bar.add_task(game.name, total=made.most_games)
        made.play(kept=keep, progress=lambda more: bar.advance(task, more), runner=runner)
    summary = made.summary()
    if picture is not None:
        from trainshed.cli.ladder.picture import draw

        picture.write_text(draw(game.name, summary), encoding="utf-8", newline="\n")
    if as_json:
        print(msgspec.json.encode(summary).decode())
        return
    from trainshed.cli.ladder.report import show

    show(summary)
    if picture is not None:
        print(f"The picture is in {picture}", file=sys.stderr)
