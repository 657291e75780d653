"""`trainshed sim`: let bots play many games, and summarise the results."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from trainshed.cli.common import (
    NODES_SCALE_HELP,
    ON_HELP,
    PROGRAM_HELP,
    CliError,
    bot_names,
    console,
    given_options,
    given_programs,
    nodes_factor,
    progress_bar,
    read_record,
    up_to,
    usual_seats,
    workers,
)
from trainshed.cli.content import checked
from trainshed.kernel.record import final
from trainshed.kernel.registry import game as find

if TYPE_CHECKING:
    from trainshed.arena.sim import SimulationSummary
    from trainshed.arena.tally import PlayerSummary, Share, Spread


def sim(
    title: Annotated[str, typer.Argument(help="The title's slug, see `trainshed games`.")],
    games: Annotated[int, typer.Option(min=1, help="How many games are played.")] = 100,
    bots: Annotated[str, typer.Option(help="Names between commas; fewer than seats are repeated.")] = "driver",
    seats: Annotated[int | None, typer.Option(min=1, help="How many seats; the default is two.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="name=choice, see `trainshed games`.")] = None,
    seed: Annotated[str, typer.Option(help="Any text; the same seed gives the same result with any jobs.")] = "1",
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; the default is one for each core.")] = None,
    on: Annotated[str, typer.Option(help=ON_HELP)] = "local",
    first: Annotated[int, typer.Option(min=0, help="The number of the first game, to play some games again.")] = 0,
    fixed_seats: Annotated[bool, typer.Option("--fixed-seats", help="Bots keep their seats.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")] = False,
    start: Annotated[Path | None, typer.Option("--from", help="Play on from the end of this record.")] = None,
    at: Annotated[int | None, typer.Option(min=0, help="With --from: from the position after this row.")] = None,
    save: Annotated[Path | None, typer.Option(help="Keep every game as a record in this folder.")] = None,
    keep: Annotated[Path | None, typer.Option(help="Go on from what this folder has of the same run.")] = None,
    pack: Annotated[Path | None, typer.Option(help="Another content pack, see `trainshed content`.")] = None,
    program: Annotated[list[str] | None, typer.Option(help=PROGRAM_HELP)] = None,
    nodes_scale: Annotated[str, typer.Option(help=NODES_SCALE_HELP)] = "1",
) -> None:
    """Let bots play many games, and summarise the results.

    Bots rotate: in game i, seat s is played by bot (s + i) mod seats, so that each bot sits equally often in each seat,
    and the advantage of a seat can be separated from the strength of a bot.
    """
    from time import perf_counter

    from trainshed.arena.sim import BUDGET, simulate

    game = find(title) if pack is None else checked(pack, title)
    names = bot_names(bots)
    programs = given_programs(program or [], names)
    state = None
    if start is not None:
        record = up_to(read_record(start), at)
        if record.title != game.slug:
            raise CliError(f"the record is of {record.title[:40]}, not of {game.slug}")
        if seats is not None or option or pack is not None:
            raise CliError("seats, options and content come from the record")
        state = final(record)
    elif at is not None:
        raise CliError("--at goes with --from")
    if seats is None:
        seats = max(usual_seats(game), len(names)) if state is None else state.seats
    begin = perf_counter()
    with workers(on, jobs, games) as runner, progress_bar() as bar:
        task = bar.add_task(game.name, total=games)
        summary = simulate(
            game.slug,
            seats,
            names,
            games,
            seed,
            options=given_options(option or []),
            start_from=state,
            progress=lambda more: bar.advance(task, more),
            rotate=not fixed_seats,
            budget=msgspec.structs.replace(BUDGET, scale=nodes_factor(nodes_scale)),
            first=first,
            save=save or "",
            pack=game.pack,
            kept=keep,
            programs=programs,
            runner=runner,
        )
    seconds = perf_counter() - begin
    if as_json:
        print(msgspec.json.encode(summary).decode())
        return
    show(summary)
    print(f"{games / seconds:.1f} games/s", file=sys.stderr)


def show(summary: SimulationSummary) -> None:
    """Print the summary as tables."""
    out = console()
    options = ", ".join(f"{name} {choice}" for name, choice in summary.options.items())
    first = f" from game {summary.first}" if summary.first else ""
    about = [f"{count(summary.games, 'game')}{first}", count(summary.seats, "seat"), f"seed {summary.seed}"]
    out.print(f"{summary.title}: {', '.join(about)}", style="bold")
    if options:
        out.print(f"Options: {options}")
    if summary.position:
        out.print("Every game goes on from the position of the record.")
    uneven = uneven_seats(summary)
    if summary.seats > 1:
        sat = "bots rotate over the seats" if summary.rotated else "bots keep their seats"
        out.print(f"Won: first places, shared ones in parts, with 95 % intervals; {sat}.")
    else:
        out.print("Won: first place; without a rival every game that is not lost.")
    if uneven:
        out.print(uneven)
    out.print(table("bot", summary.bots))
    if summary.seats > 1:
        out.print(table("seat", summary.by_seat))
        out.print(f"Points of the first place: {around(summary.winner)}, {summary.winner.min} to {summary.winner.max}")
        out.print(f"First place shared: {share(summary.ties)}")
    if summary.lost is not None and (summary.lost.share or summary.options.get("mode") == "challenge"):
        out.print(f"Lost: {share(summary.lost)}; points are of the other games.")
    for name, spread in (("Decisions", summary.decisions), ("Moves", summary.moves)):
        out.print(f"{name} a game: {around(spread)}, {spread.min} to {spread.max}")


def uneven_seats(summary: SimulationSummary) -> str:
    """A sentence if bots that rotate did not sit in every seat equally often; empty otherwise."""
    left = summary.games % summary.round
    if left == 0:
        return ""
    even = [str(games) for games in (summary.games - left, summary.games - left + summary.round) if games]
    return f"Bots did not sit in every seat equally often: for that play {' or '.join(even)} games."


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def table(what: str, lines: list[PlayerSummary]) -> object:
    from rich.table import Table

    made = Table(what)
    for column in ("played", "points", "min", "max", "won", "95 %"):
        made.add_column(column, justify="right")
    for line in lines:
        low, high = ("-" if bound is None else str(bound) for bound in (line.score.min, line.score.max))
        interval = f"{line.won.low:.1%} - {line.won.high:.1%}"
        made.add_row(line.name, str(line.played), around(line.score), low, high, f"{line.won.share:.1%}", interval)
    return made


def around(spread: Spread) -> str:
    if spread.mean is None:
        return "-"
    return f"{spread.mean:.2f}" if spread.sd is None else f"{spread.mean:.2f} ± {spread.sd:.2f}"


def share(value: Share) -> str:
    return f"{value.share:.1%} ({value.low:.1%} - {value.high:.1%})"
