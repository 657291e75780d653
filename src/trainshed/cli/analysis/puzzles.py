"""`trainshed puzzles`: find questions with one clearly best move in games of bots, and print them to be solved."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from trainshed.cli.common import ON_HELP, CliError, Narrator, paragraph, progress_bar, workers
from trainshed.kernel.registry import game as find

if TYPE_CHECKING:
    from trainshed.bots.analysis.puzzles import PuzzleFile
    from trainshed.kernel.game import Game

puzzles = typer.Typer(help="Positions of real games in which one move is clearly the best.", no_args_is_help=True)

TITLE = typer.Argument(help="The title's slug, see `trainshed games`.")


@puzzles.command("show")
def show(
    title: Annotated[str, TITLE],
    number: Annotated[int, typer.Argument(min=1, help="The number of the puzzle; the first ones are the easiest.")] = 1,
    answer: Annotated[str | None, typer.Option(help="Your move, as its number or its word.")] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Print what search says of the moves.")] = False,
) -> None:
    """Print a puzzle, and check your answer."""
    from trainshed.bots.analysis.puzzles import position_of

    game = find(title)
    file = shipped(game)
    if number > len(file.puzzles):
        raise CliError(f"{game.name} has {len(file.puzzles)} puzzles")
    puzzle = file.puzzles[number - 1]
    if puzzle.withdrawn:
        raise CliError(f"Puzzle {number} was withdrawn: another answer is just as good")
    state = position_of(game, file, puzzle)
    view = state.view(state.actor)
    teller = Narrator(game, [f"seat {seat + 1}" for seat in range(state.seats)])
    words = [game.vocabulary.word(move) for move in state.moves()]
    if answer is None:
        print(f"{game.name}, puzzle {number} of {len(file.puzzles)}: you are {teller.name(state.actor)}.\n")
        print("\n".join(teller.position(view)))
        print("\nWhich move is clearly the best?")
        for at, word in enumerate(words, 1):
            print("\n".join(paragraph(f"{at}. {teller.label(view, word)} [{word}]", "  ")))
    else:
        chosen = words[int(answer) - 1] if answer.isdigit() and 0 < int(answer) <= len(words) else answer
        if chosen not in words:
            raise CliError(f"{answer[:60]!r} is no move of this puzzle")
        print("Right." if chosen == puzzle.best else "There is a better one.")
    if solution:
        print(f"\nFound by: {', '.join(puzzle.levels) or 'no level'}. What search says of the moves:")
        for move in puzzle.proof.moves:
            worth = f"{move.chance:.0%} to win, {move.points:.1f} points"
            print("\n".join(paragraph(f"{teller.label(view, move.move)}: {worth}", "  ")))


@puzzles.command("find")
def find_more(
    title: Annotated[str, TITLE],
    file: Annotated[Path, typer.Argument(help="The file to be written, such as puzzles.json in the title's folder.")],
    count: Annotated[int, typer.Option(min=1, help="How many.")] = 100,
    seed: Annotated[str, typer.Option(help="Any text; the same seed gives the same puzzles.")] = "1",
    nodes: Annotated[int, typer.Option(min=24, help="Imagined games that prove a puzzle.")] = 768,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; the default is one for each core.")] = None,
    on: Annotated[str, typer.Option(help=ON_HELP)] = "local",
    keep: Annotated[Path | None, typer.Option(help="A folder for what was looked through, to go on from.")] = None,
) -> None:
    """Look through games of bots for puzzles.

    A question becomes a puzzle if three looks at it, each with other luck and more imagined games, find the same move
    the best by at least 5 % of the chance to win. It is graded by the levels of bots that find the move.
    """
    from trainshed.arena.puzzles.collection import find_puzzles, written

    game = find(title)
    check_folder(file)
    with workers(on, jobs) as runner, progress_bar() as bar:
        task = bar.add_task(game.name, total=count)
        found = find_puzzles(
            game,
            count,
            seed,
            1,
            keep,
            nodes,
            lambda known, games: bar.update(task, completed=known, description=f"{game.name}, {games} games"),
            runner=runner,
        )
    file.write_bytes(written(found))
    print(found.found)
    print(grades(found))


@puzzles.command("prove")
def prove(
    title: Annotated[str, TITLE],
    file: Annotated[Path, typer.Argument(help="The file to be written, such as puzzles.json in the title's folder.")],
    count: Annotated[int, typer.Option(min=1, help="How many, with new ones for those that fall away.")] = 100,
    seed: Annotated[str, typer.Option(help="Any text, for the new ones; another one than before.")] = "2",
    nodes: Annotated[int, typer.Option(min=24, help="Imagined games that prove a puzzle.")] = 768,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; the default is one for each core.")] = None,
    on: Annotated[str, typer.Option(help=ON_HELP)] = "local",
    keep: Annotated[Path | None, typer.Option(help="A folder for what is done, to go on from.")] = None,
) -> None:
    """Prove the puzzles of a title again, after search has changed.

    Those in which no move is clearly the best any more fall away, and new ones take their place.
    """
    from trainshed.arena.puzzles.collection import find_puzzles, proved_again, written

    game = find(title)
    known = shipped(game)
    check_folder(file)
    with workers(on, jobs) as runner, progress_bar() as bar:
        task = bar.add_task(f"{game.name}, games", total=len(known.games))
        proved = proved_again(
            game, known, 1, keep and keep / "proved", nodes, lambda more: bar.update(task, advance=more), runner=runner
        )
        task = bar.add_task(game.name, total=count)
        found = find_puzzles(
            game,
            count,
            seed,
            1,
            keep and keep / "found",
            nodes,
            lambda known, games: bar.update(task, completed=known, description=f"{game.name}, {games} games"),
            proved,
            runner=runner,
        )
    file.write_bytes(written(found))
    print(found.found)
    print(grades(found))


@puzzles.command("grade")
def grade(
    title: Annotated[str, TITLE],
    file: Annotated[Path, typer.Argument(help="The file to be written, such as puzzles.json in the title's folder.")],
) -> None:
    """Grade the puzzles of a title again, after the levels of bots have changed. The puzzles stay the same."""
    from trainshed.arena.puzzles.collection import regraded, written

    game = find(title)
    known = shipped(game)
    check_folder(file)
    with progress_bar() as bar:
        task = bar.add_task(game.name, total=len(known.puzzles))
        made = regraded(game, known, lambda done: bar.update(task, completed=done))
    file.write_bytes(written(made))
    print(grades(made))


def shipped(game: Game) -> PuzzleFile:
    """The puzzles of a title."""
    from trainshed.bots.analysis.puzzles import puzzles_of

    file = puzzles_of(game)
    if file is None:
        raise CliError(f"{game.name} has no puzzles")
    return file


def check_folder(file: Path) -> None:
    """Refuse a file that cannot be written before minutes are spent on what it will hold."""
    folder = file.absolute().parent
    if not folder.is_dir():
        raise CliError(f"there is no folder {folder}")


def grades(file: PuzzleFile) -> str:
    """How many puzzles are found by how many levels."""
    from trainshed.bots.levels import LEVELS

    found = Counter(len(puzzle.levels) for puzzle in file.puzzles if not puzzle.withdrawn)
    return "found by so many levels: " + ", ".join(f"{levels}: {found[levels]}" for levels in range(len(LEVELS) + 1))
