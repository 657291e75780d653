"""The command and its commands; whatever can be expected to go wrong ends in one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final

import typer

from trainshed.cli import conform, db, games, home, play, records, rules, serve, sim
from trainshed.cli.common import CommandError, plain
from trainshed.kernel.content import ContentError
from trainshed.kernel.options import SetupError
from trainshed.kernel.record import RecordError
from trainshed.kernel.rulebook import Illegal, RulebookError
from trainshed.kernel.vocabulary import UnknownWord

USAGE: Final[type[BaseException]] = typer.BadParameter.__mro__[1]
"""What typer raises when a command line makes no sense."""

app = typer.Typer(
    name="trainshed",
    help="Train games under one roof: play them, simulate them, read and prove their records.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help starts twice as fast
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def alone(context: typer.Context) -> None:
    """Without a command a house is opened, as by `trainshed home`."""
    if context.invoked_subcommand is not None:
        return
    if home.installed():
        home.home()
    else:
        print(
            f"{context.get_help()}\n\nA house, opened without any command, comes with {home.INSTALL}", file=sys.stderr
        )
        raise typer.Exit(2)


app.command("home")(home.home)
app.command("games")(games.games)
app.add_typer(rules.app, name="rules")
app.command("play")(play.play)
app.command("sim")(sim.sim)
app.command("replay")(records.replay)
app.command("verify")(records.verify)
app.command("conform")(conform.conform)
app.command("serve")(serve.serve)
app.command("worker")(serve.worker)
app.add_typer(db.db, name="db")


def main() -> None:
    """The entry point of the script."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone; nothing is left to be said to anybody.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)


def run(args: Sequence[str]) -> int:
    """Run one command line; its exit code: 0, 1 for whatever failed, 2 for a command line that makes no sense."""
    try:
        code = app(list(args), prog_name="trainshed", standalone_mode=False)
    except USAGE as error:
        return _usage(error)
    except (KeyboardInterrupt, typer.Abort):
        return _say("interrupted", 130)
    except BrokenPipeError:
        raise
    except Exception as error:
        if isinstance(error, expected()):
            return _say(str(error), 1)
        raise
    return code if isinstance(code, int) else 0


def expected() -> tuple[type[Exception], ...]:
    """Errors that a person can do something about. They are looked up only when one has happened."""
    from concurrent.futures.process import BrokenProcessPool

    from trainshed.arena.checks import NotConforming
    from trainshed.arena.match import MatchError
    from trainshed.bots.bot import UnknownBot

    return (
        BrokenProcessPool,
        ContentError,
        CommandError,
        Illegal,
        MatchError,
        NotConforming,
        OSError,
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


def _say(message: str, code: int) -> int:
    print(f"trainshed: {plain(' '.join(message.split()))}", file=sys.stderr)
    return code
