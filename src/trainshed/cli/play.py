"""`trainshed play`: a person against bots, in a terminal or through a pipe."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from trainshed.cli.common import (
    PROGRAM_HELP,
    CliError,
    Narrator,
    bot_names,
    given_options,
    given_programs,
    own_content_lines,
    paragraph,
    plain,
    usual_seats,
)
from trainshed.cli.content import checked
from trainshed.kernel import record
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import State
from trainshed.kernel.nature import Committed, Nature, Seeded
from trainshed.kernel.record import NAME, Recorder, write
from trainshed.kernel.registry import game as find
from trainshed.wire import SeenRow

if TYPE_CHECKING:
    from random import Random

    from trainshed.bots.bot import Bot

HELP = """\
  a number   make that move          a word     make the move of that name
  ?word      why is it (not) legal?  ?          this help
  u          take back the last move, as long as nothing was drawn or shown
  q          leave the game (only --save keeps it)"""


def play(
    title: Annotated[str, typer.Argument(help="The title's slug, see `trainshed games`.")],
    seats: Annotated[int | None, typer.Option(min=1, help="How many seats; the default is two.")] = None,
    seat: Annotated[int, typer.Option(min=1, help="Where you sit.")] = 1,
    bots: Annotated[str, typer.Option(help="Who sits in the other seats: names between commas.")] = "driver",
    option: Annotated[list[str] | None, typer.Option(help="name=choice, see `trainshed games`.")] = None,
    seed: Annotated[
        str | None, typer.Option(help="A seed for repeatable draws; without it draws are committed.")
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Keep the game as a record in this file.")] = None,
    name: Annotated[str, typer.Option(help="Your name in the record.")] = "Player",
    pack: Annotated[Path | None, typer.Option(help="Another content pack, see `trainshed content`.")] = None,
    program: Annotated[list[str] | None, typer.Option(help=PROGRAM_HELP)] = None,
) -> None:
    """Play a title against bots."""
    import secrets
    from random import Random

    from trainshed.arena.match import MatchError
    from trainshed.bots.bot import check_style
    from trainshed.bots.bot import find as find_bot
    from trainshed.bots.failure import BotError
    from trainshed.bots.stdio.stdio_bot import StdioBot

    game = find(title) if pack is None else checked(pack, title)
    state = game.start(usual_seats(game) if seats is None else seats, given_options(option or []))
    if seat > state.seats:
        raise CliError(f"there is no seat {seat}: the game has {state.seats}")
    if NAME.fullmatch(name) is None:
        raise CliError("a name has 1 to 80 characters on one line")
    if save is not None and not save.absolute().parent.is_dir():
        raise CliError(f"there is no folder {save.absolute().parent}")
    if save is not None and save.is_dir():
        raise CliError(f"{save} is a folder")
    known = bot_names(bots)
    programs = {own: StdioBot(own, command) for own, command in given_programs(program or [], known).items()}
    me = seat - 1
    players: dict[int, Bot] = {}
    names: list[str] = []
    for place in range(state.seats):
        if place == me:
            names.append(name)
        else:
            chosen = known[len(players) % len(known)]
            check_style(game, chosen)
            players[place] = programs[chosen] if chosen in programs else find_bot(chosen)
            names.append(chosen if names.count(chosen) == 0 else f"{chosen} {place + 1}")
    nature: Nature
    if seed is None:
        nature, rng = Committed(secrets.token_bytes(Committed.SECRET_BYTES), secrets.token_hex(8)), Random()
    else:
        nature, rng = Seeded(seed), Random(f"{seed}:bots")
    table = TerminalGame(Recorder(state, names, nature), me, players, Narrator(game, names), rng)
    print(f"{game.name}: {', '.join(names)}. Type ? for help.")
    for line in own_content_lines(game):
        print(line)
    if isinstance(nature, Committed):
        print("The draws of this game are fixed by a secret with this SHA-256:")
        print(f"  {nature.commitment}")
    try:
        finished = table.play()
    except (BotError, MatchError) as error:
        file = kept_game(table, save)
        seated = ",".join(players[place].name if place in players else "random" for place in range(state.seats))
        again = ["trainshed", "sim", title, "--from", str(file), "--games", "1", "--fixed-seats", "--bots", seated]
        again += [word for pair in program or [] for word in ("--program", pair)]
        error.add_note(f"to go on from there: {shlex.join(again)}")
        error.add_note(f"the game so far: {file}")
        raise
    finally:
        for own in programs.values():
            own.close()
    if finished:
        print()
        print("\n".join(table.teller.ending(table.state)))
    else:
        print("You leave the game.")
    if save is not None:
        print(f"Saved: {kept_game(table, save)}")


def kept_game(table: TerminalGame, save: Path | None) -> Path:
    """Write the record of the game so far to a file, or to a temporary one; the file."""
    import tempfile

    text = write(table.recorder.finish())
    if save is None:
        handle, name = tempfile.mkstemp(prefix="trainshed-", suffix=".train")
        os.close(handle)
        save = Path(name)
    save.write_text(text, encoding="utf-8", newline="\n")
    return save


class TerminalGame:
    """A game of one person against bots, in a terminal."""

    def __init__(self, recorder: Recorder, me: int, players: dict[int, Bot], teller: Narrator, rng: Random) -> None:
        self.recorder = recorder
        self.me = me
        self.players = players
        self.teller = teller
        self.rng = rng
        self.rows: list[SeenRow] = []
        """What happened, as the person may know it."""
        self.told: set[str] = set()
        """The lines that were printed."""
        self.past: list[State] = []
        """Positions to which the last moves can be taken back."""

    @property
    def state(self) -> State:
        return self.recorder.state

    def play(self) -> bool:
        """Play to the end; False if the person leaves."""
        from trainshed.arena.match import answer
        from trainshed.bots.bot import Budget

        self.state.listen()
        shown = False
        while not self.state.over:
            actor = self.state.actor
            if actor == self.me:
                if not shown:
                    self.tell()
                    self.show()
                    shown = True
                move = self.ask()
                if move is None:
                    return False
                if move == UNDO:
                    self.undo()
                    shown = False
                    continue
                before = self.state.clone() if self.state.reversible(move) else None
                self.past = [] if before is None else [*self.past, before]
                self.recorder.play(move)
            elif actor == NATURE:
                self.recorder.draw()
            else:
                moves = self.state.moves()
                move = (
                    moves[0] if len(moves) == 1 else answer(self.state, self.players[actor], moves, self.rng, Budget())
                )
                self.recorder.play(move)
            shown = False
            self.rows.append(SeenRow(len(self.recorder.record.rows), actor, 0, "", self.state.events(self.me)))
        self.tell()
        print()
        print("\n".join(self.teller.position(self.state.view(self.me))))
        return True

    def tell(self) -> None:
        """Print the new log lines. A line that covers the person's whole turn waits until the turn is over."""
        lines = self.teller.lines(self.rows)
        if self.teller.tells_turns and lines and lines[-1].seat == self.me and self.state.actor == self.me:
            lines.pop()
        for line in lines:
            if line.id not in self.told:
                print("\n".join(paragraph(line.sentence, "  ")))
                self.told.add(line.id)

    def show(self) -> None:
        """Print the position and the legal moves."""
        view = self.state.view(self.me)
        print()
        print("\n".join(self.teller.position(view)))
        words = self.state.game.vocabulary
        for number, move in enumerate(self.state.moves(), 1):
            word = words.word(move)
            label = self.teller.label(view, word)
            print("\n".join(paragraph(f"{number:>3}  {label}" + ("" if label == word else f"  [{word}]"))))

    def ask(self) -> int | None:
        """Read the person's input: a legal move, UNDO, or None to leave."""
        while True:
            try:
                line = input("> ").strip()
            except (EOFError, KeyboardInterrupt):
                print()
                return None
            if not sys.stdin.isatty():
                print(plain(line))  # a terminal has shown it already
            if line == "q":
                return None
            if line == "u":
                if self.past:
                    return UNDO
                print("Nothing can be taken back: the last move drew, showed or ended something.")
                continue
            if line == "?":
                print(HELP)
                continue
            move = self.understood(line)
            if move is not None:
                return move

    def understood(self, line: str) -> int | None:
        """The legal move that a line names, or None after saying why it names none."""
        moves = self.state.moves()
        words = self.state.game.vocabulary
        if line == "" and len(moves) == 1:
            return moves[0]
        if line.isascii() and line.isdigit() and line not in words:
            number = int(line[:9])
            if 1 <= number <= len(moves):
                return moves[number - 1]
            print(f"A number from 1 to {len(moves)}, please.")
            return None
        word = line.removeprefix("?").strip()
        if word not in words:
            print(f"No such word: {plain(word[:40])!r}. Type ? for help." if word else "A number, please.")
            return None
        move = words.id(word)
        refusal = self.state.why_not(move, self.me)
        if refusal is not None:
            print("\n".join(self.teller.why_not(refusal)))
            return None
        if line.startswith("?"):
            print("That is legal now.")
            return None
        return move

    def undo(self) -> None:
        """Take back the last move. The record keeps both rows."""
        self.recorder.state = self.past.pop()
        self.recorder.state.listen()
        undo = record.Row(self.me, record.UNDO, "1")
        self.recorder.record.rows.append(undo)
        self.rows.append(SeenRow(len(self.recorder.record.rows), self.me, 0, undo.said))
        print("  The last move is taken back.")


UNDO = -1
"""Instead of a move: take the last one back."""
