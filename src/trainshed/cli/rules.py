"""`trainshed rules`: the clauses of a title, which of them tests cover, and where its content comes from."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from trainshed.cli.common import CliError, console, default_jobs, paragraph
from trainshed.kernel.content import Origin
from trainshed.kernel.game import Game
from trainshed.kernel.registry import game as find
from trainshed.kernel.rulebook import Clause
from trainshed.kernel.rulebook import coverage as held_against

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

TITLE = typer.Argument(help="The title's slug, see `trainshed games`.")
MOST_CLAUSES = 3
"""The most clauses that a test may cite: one that cites more shows none of them well."""


class TitleFirst(TyperGroup):
    """A command group whose default is `show`: a first argument that is no command is taken as a title."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            args = ["show", *args]
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=TitleFirst,
    help="""Read the rules of a title, clause by clause.

    `trainshed rules TITLE` lists all clauses, `trainshed rules TITLE CLAUSE` explains one.
    """,
    no_args_is_help=True,
    rich_markup_mode=None,
    subcommand_metavar="TITLE [CLAUSE] | COMMAND TITLE",
)


@app.command("show")
def show(
    title: Annotated[str, TITLE],
    clause: Annotated[str | None, typer.Argument(help="A clause (LR-PASS-02) or an area (PASS).")] = None,
) -> None:
    """List the clauses of a title, or explain one. The word `show` may be left out."""
    game = find(title)
    book = game.rulebook
    areas = book.areas
    if clause is not None:
        wanted = clause.upper()
        if wanted in book:
            for line in explained(game, book[wanted]):
                print(line)
            return
        if wanted not in areas:
            raise CliError(f"{game.slug} has no clause and no area {clause[:40]!r}")
        areas = [wanted]
    for area in areas:
        clauses = [known for known in book if known.area == area]
        print(f"{area} ({len(clauses)})")
        for known in clauses:
            print("\n".join(paragraph(f"{known.id}  {known.rule}", "  ")))
        print()
    if clause is None:
        print(f"{len(book)} clauses in {len(areas)} areas")


def explained(game: Game, clause: Clause) -> Iterator[str]:
    """The lines that explain one clause: its text, its notes, and where code cites it."""
    yield f"{clause.id}" + (f" (page {clause.page})" if clause.page else "")
    yield from paragraph(clause.rule, "  ")
    for name in ("test", "ambiguity", "ruling", "discrepancy", "source", "confidence", "note"):
        text = getattr(clause, name)
        if text:
            yield f"{name}:"
            yield from paragraph(text, "  ")
    options = [option.name for option in game.options if option.clause == clause.id]
    if options:
        yield f"option: {', '.join(options)}"
    places = cited_at(game, clause.id)
    if clause.id in getattr(game, "citations", ()):
        yield "refusals cite it"
    if places:
        yield "in the code:"
        yield from paragraph(", ".join(places), "  ")
    elif clause.id not in getattr(game, "citations", ()):
        yield "in the code: by its number nowhere"


def cited_at(game: Game, clause: str) -> list[str]:
    """The places in a title's code that cite a clause; of a series such as `LR-PENALTY-01 to -04` only its first."""
    from importlib.resources import files

    found: list[str] = []
    package = getattr(game, "package", "")
    if not package:
        return found
    for name, file in sorted(modules_in(files(package)), key=lambda named: named[0]):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if clause in line:
                found.append(f"{name}:{number}")
    return found


def modules_in(folder: Traversable, path: str = "") -> Iterator[tuple[str, Traversable]]:
    """Every Python file in a folder of a package and below, with its path from there."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from modules_in(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(".py"):
            yield path + entry.name, entry


@app.command("content")
def content(title: Annotated[str, TITLE]) -> None:
    """Show which parts of the content are reconstructed, and the source of each part."""
    from rich.table import Table

    game = find(title)
    origins = list(game.pack.origins())
    out = console()
    guessed = [origin for origin in origins if origin.reconstructed]
    for heading, some in (
        ("Reconstructed", guessed),
        ("From a source", [origin for origin in origins if not origin.reconstructed]),
    ):
        if not some:
            continue
        table = Table("part", "confidence", "source", title=heading, title_justify="left")
        for (name, confidence, source, note), count in Counter(map(alike, some)).items():
            part = name if count == 1 else f"{name}, {count} entries"
            table.add_row(part, confidence, source + (f"\n{note}" if note else ""))
        out.print(table)
    out.print(f"pack {game.pack.digest}")
    out.print(f"{len(guessed)} of {len(origins)} parts are reconstructed, wholly or in part")


def alike(origin: Origin) -> tuple[str, str, str, str]:
    """The key by which entries of one list are grouped into one row."""
    return (origin.path.partition("[")[0], origin.confidence, origin.source, origin.note)


# ---------------------------------------------------------------- coverage


@app.command("coverage")
def coverage(
    title: Annotated[str, TITLE],
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes for the tests.")] = None,
) -> None:
    """Run the tests that cite clauses; needs a source tree.

    The last line says how many clauses of the title are shown by passing tests.
    """
    game = find(title)
    prefix = next(iter(game.rulebook)).id.split("-")[0]
    rows = run_tests(source_tree(game), prefix, default_jobs() if jobs is None else jobs)
    result = held_against(game.rulebook, [(clause, passed) for clause, _, passed in rows])
    cited: dict[str, set[str]] = {}
    for clause, node, _ in rows:
        cited.setdefault(node, set()).add(clause)
    greedy = sorted(node for node, clauses in cited.items() if len(clauses) > MOST_CLAUSES)
    failed = sorted({node for _, node, passed in rows if not passed})
    print(f"{len(cited)} tests cite clauses of {game.name}")
    for what, found in (
        ("failing", result.failing),
        ("missing", result.missing),
        ("unknown", result.unknown),
        ("failed test", failed),
        (f"cites more than {MOST_CLAUSES} clauses", greedy),
    ):
        for one in found:
            print(f"{what}: {one}")
    print(f"covered: {len(result.covered)}, failing: {len(result.failing)}, ", end="")
    print(f"missing: {len(result.missing)}, unknown: {len(result.unknown)}")
    print(f"{len(result.covered)} of {len(game.rulebook)}")
    if not result.complete or failed or greedy:
        raise typer.Exit(1)


def source_tree(game: Game) -> Path:
    """The folder with the tests of a title: the nearest one above its code that has tests."""
    module = sys.modules[type(game).__module__]
    code = Path(str(module.__file__)).resolve()
    for folder in code.parents:
        if (folder / "tests").is_dir() and (folder / "pyproject.toml").is_file():
            return folder
    raise CliError(f"{game.slug} is not in a source tree: there are no tests to run")


def files_citing(folder: Path, prefix: str) -> list[Path]:
    """The test files that name a clause and have marks; to collect all others would take longer than the tests."""
    files = sorted(file for pattern in ("test_*.py", "*_test.py") for file in folder.rglob(pattern))
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    return [file for file, text in texts.items() if f"{prefix}-" in text and "clause(" in text] or [folder]


def run_tests(tree: Path, prefix: str, jobs: int) -> list[tuple[str, str, bool]]:
    """Let pytest run every test that cites a clause with this prefix: (clause, test, passed)."""
    from importlib.util import find_spec

    if find_spec("pytest") is None:
        raise CliError("pytest is not installed")
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "clauses.json")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "trainshed.testing", "-p", "no:cacheprovider"]
        command += ["--clauses-report", str(report), "--clauses-title", prefix]
        if jobs > 1 and find_spec("xdist") is not None:
            command += ["-n", str(jobs)]
        command += [str(file) for file in files_citing(tree / "tests", prefix)]
        done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1, 5):
            lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
            errors = [line for line in lines if line.startswith(("ERROR", "E  "))]
            raise CliError(f"pytest could not run the tests: {(errors or lines or ['no output'])[-1]}")
        rows: list[tuple[str, str, bool]] = [tuple(row) for row in json.loads(report.read_text(encoding="utf-8"))]
        return rows
