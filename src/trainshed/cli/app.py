"""The `trainshed` command and its subcommands; expected errors are shown as one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING, Annotated, Final

import typer

from trainshed.cli import (
    bot,
    conform,
    content,
    db,
    games,
    home,
    play,
    records,
    rules,
    serve,
    tables,
)
from trainshed.cli.analysis import analyse, puzzles
from trainshed.cli.arena import learn, sim, study
from trainshed.cli.common import CliError, plain
from trainshed.cli.dev import command as dev
from trainshed.cli.ladder import command as ladder
from trainshed.kernel.content import ContentError
from trainshed.kernel.options import SetupError
from trainshed.kernel.record import RecordError
from trainshed.kernel.rulebook import Illegal, RulebookError
from trainshed.kernel.vocabulary import UnknownWord

if TYPE_CHECKING:
    from trainshed.bots.failure import BotCrashed

USAGE: Final[type[BaseException]] = typer.BadParameter.__mro__[1]
"""The exception that typer raises for a wrong command line."""

app = typer.Typer(
    name="trainshed",
    help="Train games under one roof: play them, simulate them, read and prove their records.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help starts twice as fast
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(wanted: bool) -> None:
    """Print the installed version and exit, for `--version`."""
    if wanted:
        print(f"trainshed {version('trainshed')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def alone(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Without a command, start a server as `trainshed home` does."""
    if context.invoked_subcommand is not None:
        return
    if home.installed():
        home.home()
    else:
        print(
            f"{context.get_help()}\n\nWithout a command it starts a server, if installed by {home.INSTALL}",
            file=sys.stderr,
        )
        raise typer.Exit(2)


app.command("home")(home.home)
app.command("games")(games.games)
app.add_typer(rules.app, name="rules")
app.command("play")(play.play)
app.command("sim")(sim.sim)
app.command("study")(study.study)
app.command("ladder")(ladder.ladder)
app.command("learn")(learn.learn)
app.command("bot")(bot.bot)
app.command("replay")(records.replay)
app.command("verify")(records.verify)
app.command("analyse")(analyse.analyse)
app.add_typer(puzzles.puzzles, name="puzzles")
app.command("conform")(conform.conform)
app.command("dev")(dev.dev)
app.command("serve")(serve.serve)
app.command("worker")(serve.worker)
app.add_typer(content.content, name="content")
app.add_typer(db.db, name="db")
app.add_typer(tables.tables, name="tables")


def main() -> None:
    """The entry point of the `trainshed` script."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output is gone: without this, Python would fail once more at its last flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)


def run(args: Sequence[str]) -> int:
    """Run one command line. Its exit code: 0, 1 for an error, 2 for a wrong command line, 130 if interrupted."""
    try:
        code = app(list(args), prog_name="trainshed", standalone_mode=False)
    except USAGE as error:
        return _usage(error)
    except (KeyboardInterrupt, typer.Abort):
        return _say("interrupted", 130)
    except BrokenPipeError:
        raise
    except Exception as error:
        from trainshed.bots.failure import BotCrashed

        if isinstance(error, BotCrashed):
            return _say_crashed(error)
        if isinstance(error, expected()):
            found = notes(error)
            return _say(f"{error} ({'; '.join(found)})" if found else str(error), 1)
        raise
    return code if isinstance(code, int) else 0


def expected() -> tuple[type[Exception], ...]:
    """Errors that are shown as one line. They are imported only after an error, so that the start stays quick."""
    from trainshed.arena.checks import NotConforming
    from trainshed.arena.jobs import ProcessLost
    from trainshed.arena.match import MatchError
    from trainshed.bots.bot import UnknownBot
    from trainshed.bots.failure import BotError

    return (
        BotError,
        ContentError,
        CliError,
        Illegal,
        MatchError,
        NotConforming,
        OSError,
        ProcessLost,
        RecordError,
        RulebookError,
        SetupError,
        UnicodeDecodeError,
        UnknownBot,
        UnknownWord,
    )


def _usage(error: BaseException) -> int:
    if type(error).__name__ == "NoArgsIsHelpError":
        print(error, file=sys.stderr)
        return 2
    message = getattr(error, "format_message", lambda: str(error))()
    return _say(f"{message.rstrip('.')} (see --help)", 2)


def notes(error: Exception) -> list[str]:
    """What was noted on an exception on its way: the game first, as that note was added last."""
    return list(reversed(getattr(error, "__notes__", [])))


def _say_crashed(error: BotCrashed) -> int:
    """Say what a bot raised and where. The whole traceback goes to a file, because it is mostly about our own code."""
    import tempfile
    import traceback

    code = _say(f"{error.what}: {error.error}", 1)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", prefix="trainshed-", suffix=".txt", delete=False) as file:
        file.write("".join(traceback.format_exception(error)))
    for line in (error.place, *notes(error), f"whole traceback: {file.name}"):
        print(f"  {plain(line)}", file=sys.stderr)
    return code


def _say(message: str, code: int) -> int:
    print(f"trainshed: {plain(' '.join(message.split()))}", file=sys.stderr)
    return code
