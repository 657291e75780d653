"""`trainshed study`: answer a question about a title by many games, as its study file says."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Final

import typer

from trainshed.cli.common import ON_HELP, console, progress_bar, workers

if TYPE_CHECKING:
    from trainshed.arena.studies.results import DifferenceRow, Figures, MeanRow
    from trainshed.arena.studies.run import StudyResult
    from trainshed.arena.studies.study_file import Study

REPORT: Final = "report.html"
TOLD_EVERY: Final = 60.0
"""Where there is no terminal for a progress bar, a line tells how far it is after so many seconds."""


def study(
    file: Annotated[Path, typer.Argument(help="The study, a TOML file: see docs/arena.md.")],
    games: Annotated[
        int | None,
        typer.Option(
            min=1, help="Games of every setting at every table; more if it takes them to seat all bots equally."
        ),
    ] = None,
    until: Annotated[
        float | None, typer.Option(help="Play until all answers are known to plus or minus this much, such as 0.01.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The folder of the results; by default beside the file.")] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; the default is one for each core.")] = None,
    on: Annotated[str, typer.Option(help=ON_HELP)] = "local",
    record: Annotated[
        int | None, typer.Option(min=0, help="Only play this game once more, and write its records, to be replayed.")
    ] = None,
) -> None:
    """Answer a question by many games, as a study file says.

    All arms are played with the same luck. Finished games are kept beside the results: the same command goes on where
    it was stopped, also with more games or on other machines, and its results do not depend on where it was played.
    """
    from trainshed.arena.studies.report.page import page
    from trainshed.arena.studies.run import rounding_of, run_study
    from trainshed.arena.studies.study_file import read_study
    from trainshed.arena.studies.tables import needs_tables, write_tables

    read = read_study(file)
    needs_tables()
    folder = file.with_suffix("") if out is None else out
    if record is not None:
        write_records(read, record, folder / "records")
        return
    rounding = rounding_of(read, games, until)
    if rounding:
        print(rounding, file=sys.stderr)
    begin = perf_counter()
    with workers(on, jobs) as runner, told(read.name) as progress:
        result = run_study(read, runner, games=games, until=until, kept=folder / "games", progress=progress)
    seconds = perf_counter() - begin
    found = write_tables(result, folder)
    report = folder / REPORT
    report.write_text(page(result, found, command_of(file, games, until)), encoding="utf-8", newline="\n")
    show(result, found)
    played = sum(len(table.task.arms) * table.totals.games for table in result.tables)
    print(f"{played:,} games; this run took {seconds:.0f} s. The report is {report}", file=sys.stderr)


def write_records(read: Study, index: int, folder: Path) -> None:
    """Play one game of a study at every table in every setting, and write their records."""
    from trainshed.arena.studies.arms import tables
    from trainshed.arena.studies.run import task_of

    folder.mkdir(parents=True, exist_ok=True)
    for table in tables(read):
        task = task_of(read, table)
        for number, arm in enumerate(task.arms):
            made = folder / f"{task.title}-{task.seats}-setting-{number}-game-{index}.train"
            made.write_text(task.record(arm, index), encoding="utf-8", newline="\n")
            print(f"{made}: {task.title}, {task.seats} seats, {arm.name}")


def command_of(file: Path, games: int | None, until: float | None) -> str:
    """The command that plays the same study again; where and by how many processes does not matter."""
    words = ["trainshed", "study", file.as_posix()]
    words += [] if games is None else ["--games", str(games)]
    words += [] if until is None else ["--until", f"{until:g}"]
    return shlex.join(words)


@contextmanager
def told(name: str) -> Iterator[Callable[[int, int], None]]:
    """Show how far a study is: as a bar in a terminal, else as a line each minute. Yields what is to be called."""
    last = perf_counter()
    played = 0
    with progress_bar(rate="games/s") as bar:
        task = bar.add_task(name, total=None, rate="-")

        def progress(more: int, expected: int) -> None:
            nonlocal played, last
            played += more
            now = perf_counter()
            rate = bar.tasks[task].speed or 0.0  # of the last half minute: games that were kept cost no time
            bar.update(task, completed=played, total=expected, rate=f"{rate:.1f}")
            if bar.disable and now - last >= TOLD_EVERY:
                last = now
                left = max(0, expected - played) / max(rate, 0.01) / 60
                print(f"{played:,} of {expected:,} games, {rate:.1f} games/s, {left:.0f} min left", file=sys.stderr)

        yield progress


# ---------------------------------------------------------------- the answer


def show(result: StudyResult, found: Figures) -> None:
    """Print the question, and what answers it."""
    from trainshed.arena.studies.report.answer import all_of, answering, number_of_answers, sentences

    out = console()
    file = result.study.file
    out.print(file.question, style="bold")
    for sentence in sentences(result, found):
        out.print(f"- {sentence}")
    out.print(f"\nBy {', '.join(file.bots)}, seed {file.seed}; with 95 % intervals")
    if result.rounding:
        out.print(result.rounding)
    answers = number_of_answers(found)
    if answers > 1:
        out.print(f"“together”: wider intervals, of which {all_of(answers)} hold at once in 95 of 100 studies")
    means = answering(result, found.means)
    if means:
        out.print(table_of_means(means))
    differences = answering(result, found.differences)
    if differences:
        out.print("Differences from the usual setting")
        out.print(table_of_differences(differences))


def table_of_means(rows: list[MeanRow]) -> object:
    from trainshed.arena.studies.report.words import chance, interval, value

    answers = any(row.low_together is not None for row in rows)
    lines = []
    for row in rows:
        line = [f"{row.games:,}", value(row.measure, row.mean), interval(row.measure, row.low, row.high)]
        if answers:
            line += [interval(row.measure, row.low_together, row.high_together), chance(row.chance)]
        lines.append(line)
    return table_of(rows, ["games", "mean", "95 %", *(["together", "by luck"] if answers else [])], lines)


def table_of_differences(rows: list[DifferenceRow]) -> object:
    from trainshed.arena.studies.report.words import chance, interval, signed

    lines = [
        [
            signed(row.measure, row.difference),
            interval(row.measure, row.low, row.high, sign=True),
            interval(row.measure, row.low_together, row.high_together, sign=True),
            chance(row.chance),
        ]
        for row in rows
    ]
    return table_of(rows, ["difference", "95 %", "together", "by luck"], lines)


def table_of(rows: Sequence[MeanRow | DifferenceRow], columns: list[str], lines: list[list[str]]) -> object:
    """A table with as many columns for what a row is about as are needed to tell the rows apart."""
    from rich.table import Table

    from trainshed.arena.studies.report.answer import table_name
    from trainshed.arena.studies.report.words import measure_name

    abouts = {
        "measure": [measure_name(row.measure) for row in rows],
        "table": [table_name(row.title, row.seats) for row in rows],
        "setting": [row.arm for row in rows],
    }
    shown = [name for name, cells in abouts.items() if len(set(cells)) > 1] or ["setting"]
    made = Table(*shown)
    for column in columns:
        made.add_column(column, justify="right")
    for at, line in enumerate(lines):
        made.add_row(*[abouts[name][at] for name in shown], *line)
    return made
