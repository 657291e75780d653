"""Helpers that several commands share: arguments, files, the console, and a title's sentences."""

from __future__ import annotations

import os
import re
import shlex
import sys
import textwrap
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec

from trainshed.kernel.game import Game, State
from trainshed.kernel.record import LONGEST_LINE, MOST_ROWS, Record, read
from trainshed.kernel.registry import built_in, own_content
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import ENGLISH
from trainshed.web.pages.table.log_lines import LogLine, log_lines
from trainshed.web.pages.table.plain_sentences import tells_turns
from trainshed.wire import SeenRow

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from trainshed.arena.jobs import InlineRunner, ProcessRunner, RayRunner
    from trainshed.service.base.settings import Settings


WIDTH = 80
PROGRAM_NAME = re.compile(r"[\w-]{1,40}", re.ASCII)
MOST_CHANGES = 5
"""Differences from the built-in content that are listed."""


class CliError(Exception):
    """An error that is shown to the user as one line."""


# ---------------------------------------------------------------- arguments


def given_options(pairs: Iterable[str]) -> dict[str, str]:
    """Parse options of a table, given as `name=choice`."""
    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, choice = pair.partition("=")
        if not equals or not name or not choice:
            raise CliError(f"an option is name=choice, not {pair[:60]!r}")
        if name in found:
            raise CliError(f"option {name} is given twice")
        found[name] = choice
    return found


def bot_names(text: str) -> list[str]:
    """Parse the names of bots, separated by commas."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise CliError(f"bots are names between commas, not {text[:60]!r}")
    return names


PROGRAM_HELP = "NAME=COMMAND: a bot that is a program, see docs/bot-programs.md; name it in --bots."


def given_programs(pairs: Iterable[str], bots: Sequence[str]) -> dict[str, list[str]]:
    """Parse bots that are programs, given as `name=command`; the words of a command are split as by a shell."""
    from trainshed.bots.bot import names as installed_bots

    found: dict[str, list[str]] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        try:
            command = shlex.split(text)
        except ValueError as error:
            raise CliError(f"the command of {name[:40]!r} cannot be read: {error}") from error
        if not equals or not command or not PROGRAM_NAME.fullmatch(name):
            raise CliError(f"a program is NAME=COMMAND, its name in letters, digits, - and _, not {pair[:60]!r}")
        if name in found:
            raise CliError(f"program {name} is given twice")
        if name in installed_bots():
            raise CliError(f"there is a bot {name} already: choose another name for the program")
        if name not in bots:
            raise CliError(f"program {name} does not play: name it in --bots")
        found[name] = command
    return found


NODES_SCALE_HELP = "Multiplies the node budgets of bots that search, such as 1/8."


def nodes_factor(text: str) -> float:
    """Parse a positive factor: a number or a fraction."""
    try:
        value = Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        value = Fraction(0)
    if value <= 0:
        raise CliError(f"--nodes-scale is a positive number such as 1/8, not {text[:20]!r}")
    return float(value)


def usual_seats(game: Game) -> int:
    """The default number of seats: two, or else the first that the title allows."""
    counts = game.seat_counts
    return 2 if 2 in counts else counts[0]


def default_jobs() -> int:
    return os.cpu_count() or 1


ON_HELP = "Where games are played: local, ray, or ray://HOST:PORT, see docs/many-games.md."


def workers(
    on: str, jobs: int | None, most: int | None = None, usual: int | None = None
) -> InlineRunner | ProcessRunner | RayRunner:
    """The runner for `--on` and `--jobs`: `usual` jobs if none are given, or one a core, and never more than `most`."""
    from trainshed.arena.jobs import open_runner

    if on != "local" and jobs is not None:
        raise CliError("--jobs counts local processes: a Ray cluster plays on all the processors that it has")
    chosen = jobs or usual or default_jobs()
    return open_runner(on, chosen if most is None else max(1, min(chosen, most)))


def host_settings() -> Settings:
    """The settings of the service, from the environment."""
    from trainshed.service.base.settings import Settings, SettingsError

    try:
        return Settings.read()
    except SettingsError as error:
        raise CliError(str(error)) from error


# ---------------------------------------------------------------- files


def read_record(file: Path) -> Record:
    """Read a record from a file."""
    with file.open(encoding="utf-8-sig", newline="") as stream:
        return read(stream.read(LONGEST_LINE * MOST_ROWS + 1))


def up_to(record: Record, at: int | None) -> Record:
    """The record as it was after a row."""
    if at is None:
        return record
    if not 0 <= at <= len(record.rows):
        raise CliError(f"there is no row {at}: the record has {len(record.rows)}")
    return msgspec.structs.replace(record, rows=record.rows[:at])


# ---------------------------------------------------------------- the console


def plain(text: str) -> str:
    """Text from outside, without characters that could control a terminal."""
    return "".join(char if char.isprintable() else "?" for char in text)


def console() -> Console:
    """A console for tables: as wide as the terminal, or 100 columns where there is none."""
    from rich.console import Console

    wide = None if sys.stdout.isatty() else 100
    return Console(highlight=False, markup=False, width=wide)


def progress_bar(rate: str = "") -> Progress:
    """A progress bar on stderr, shown only in a terminal; with the speed in this unit, if one is given."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        *([TextColumn(f"{{task.fields[rate]}} {rate}")] if rate else []),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


def paragraph(text: str, indent: str = "") -> list[str]:
    """Wrap text to lines of at most 80 columns."""
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False) or [""]


# ---------------------------------------------------------------- sentences


class Narrator:
    """Describes moves, events and positions in sentences of the title; if it has none, by words and fields."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.game = game
        self.names = [plain(name) for name in names]
        self.say: ModuleType | None = game.part("text.sentences") if game.has_part("text.sentences") else None
        self.tells_turns = tells_turns(game)

    def label(self, view: Any, word: str) -> str:
        if self.say is None:
            return word
        return str(self.say.label(self.game, view, word, names=self.names))

    def lines(self, rows: Sequence[SeenRow]) -> list[LogLine]:
        """What rows of the log tell: a line for each turn."""
        return log_lines(self.game, rows, ENGLISH, self.names)

    def refusal(self, refusal: Refusal) -> str:
        if self.say is not None:
            return str(self.say.refusal(self.game, refusal, names=self.names))
        return "That is not legal here."

    def position(self, view: Any) -> list[str]:
        if self.say is not None:
            return [str(line) for line in self.say.position(self.game, view, names=self.names)]

        return [
            line
            for key, value in msgspec.to_builtins(view).items()
            if key not in ("pack", "pending")
            for line in paragraph(f"{key}: {value}")
        ]

    def name(self, seat: int | None) -> str:
        """The name of the player in a seat."""
        if seat is None:
            return "nobody"
        return self.names[seat] if 0 <= seat < len(self.names) else f"seat {seat + 1}"

    def why_not(self, refusal: Refusal) -> list[str]:
        """A refusal, its clause and the text of the clause."""
        lines = paragraph(self.refusal(refusal))
        clauses = self.game.rulebook
        if refusal.clause in clauses:
            lines += paragraph(f"{refusal.clause}: {clauses[refusal.clause].rule}", "  ")
        else:
            lines.append(f"  {refusal.clause}")
        return lines

    def ending(self, state: State) -> list[str]:
        """The result, and the ranking of all players."""
        ranks = state.standings()
        lines = [f"Result: {state.result()}"]
        for seat in sorted(range(state.seats), key=lambda seat: (ranks[seat], seat)):
            lines.append(f"  {ranks[seat]}. {self.name(seat)}: {state.scores()[seat]}")
        return lines


def own_content_lines(game: Game) -> list[str]:
    """What is to be said of a game whose content is not the built-in one: where it differs."""
    changed = own_content(game)
    if built_in(game):
        return []
    more = [f"  and {len(changed) - MOST_CHANGES} more"] if len(changed) > MOST_CHANGES else []
    return ["Not the built-in content:", *[plain(f"  {line}") for line in changed[:MOST_CHANGES]], *more]


def whole_truth(state: State) -> list[Any]:
    """The events of the last move with nothing hidden: each as the seat sees it that knows more than spectators."""
    public = state.events(None)
    told = public[:]
    for seat in range(state.seats):
        for index, event in enumerate(state.events(seat)):
            if event != public[index]:
                told[index] = event
    return told
