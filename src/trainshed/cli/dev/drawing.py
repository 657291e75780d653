"""Draws the positions of a game. It runs in a process of its own, which is replaced when a file of the title is saved.

    python -m trainshed.cli.dev.drawing '{"title": "lok-n-roll", …}'

reads the number of a row from every line of its input, and answers with a line of JSON: the drawings by layout and
language, or the traceback of what failed. A line with the name of a picture is answered with that file of the title's
scenery.
"""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from random import Random
from typing import Any

import msgspec


class DrawnGame(msgspec.Struct, frozen=True):
    """The game whose positions are drawn: a record, or a game of bots."""

    title: str
    record: str = ""
    seed: str = "1"
    seats: int = 0
    """0: as many as the title usually has."""
    bot: str = "driver"


class Drawing(msgspec.Struct, frozen=True):
    """A position in every layout and language, or the error that came instead."""

    row: int = 0
    last: bool = False
    """Whether the game has no later row."""
    about: str = ""
    frames: dict[str, str] = {}
    """SVG by layout and language, as in `wide/en`, or by the name of a picture."""
    error: str = ""


class PositionList:
    """The positions of a game, one per row; those of a game of bots are made when they are asked for."""

    def __init__(self, wanted: DrawnGame) -> None:
        from trainshed.bots.bot import find
        from trainshed.cli.common import read_record, usual_seats
        from trainshed.kernel.nature import Seeded
        from trainshed.kernel.record import final, replay
        from trainshed.kernel.registry import game

        self.states: list[Any]
        if wanted.record:
            record = read_record(Path(wanted.record))
            self.game = record.game
            self.names = list(record.seats)
            self.states = [*[step.before for step in replay(record)], final(record)]
            self.more = False
        else:
            self.game = game(wanted.title)
            seats = wanted.seats or usual_seats(self.game)
            self.names = ["Marta", "Filippo", "Inés", "Bruno", "Chiara", "Álex"][:seats]
            self.states = [self.game.start(seats)]
            self.more = True
        self.nature, self.rng, self.bot = Seeded(wanted.seed), Random(f"{wanted.seed}:bots"), find(wanted.bot)

    def at(self, row: int) -> int:
        """Play on until there is this row; the row, or the last one before it."""
        from trainshed.arena.match import answer
        from trainshed.bots.bot import Budget
        from trainshed.kernel.agenda import NATURE

        while self.more and len(self.states) <= row and not self.states[-1].over:
            state = self.states[-1].clone()
            if state.actor == NATURE:
                state.apply(self.nature.choose(state))
            else:
                state.apply(answer(state, self.bot, state.moves(), self.rng, Budget()))
            self.states.append(state)
        return min(row, len(self.states) - 1)

    def drawn(self, row: int) -> Drawing:
        """The position of a row as its actor sees it, with everything that can be chosen."""
        from trainshed.draw.board import Asked, Say
        from trainshed.draw.sheet import LAYOUTS
        from trainshed.locale import LANGUAGES, speech
        from trainshed.web.pages.table.plain_board import board_of

        row = self.at(row)
        state = self.states[row]
        seat = 0 if state.over or state.actor < 0 else state.actor
        asks = not state.over and state.actor >= 0
        words = [self.game.vocabulary.word(move) for move in state.moves()] if asks else []
        before = self.states[row - 1].view(seat) if row else None
        board, view = board_of(self.game), state.view(seat)
        frames = {
            f"{layout}/{language}": board.draw(
                self.game, before, view, Asked(words), layout, Say(speech(language), self.names)
            )
            for layout in LAYOUTS
            for language in LANGUAGES
        }
        who = "the game is over" if state.over else f"{self.names[seat]} decides" if asks else "a draw is due"
        last = state.over or (not self.more and row == len(self.states) - 1)
        return Drawing(row, last, f"row {row}: {who}, {len(words)} choices", frames)


def picture(title: str, name: str) -> Drawing:
    """A file of a title's scenery; an error if there is none."""
    from trainshed.kernel.registry import game

    return Drawing(frames={name: game(title).part("board.scenery").SCENERY.file(name).decode()})


def main() -> None:
    answers = sys.stdout
    sys.stdout = sys.stderr  # what a title prints is for the terminal
    positions: PositionList | None = None
    wanted = msgspec.json.decode(sys.argv[1], type=DrawnGame)
    for line in sys.stdin:
        try:
            if line.endswith(".svg\n"):
                reply = picture(wanted.title, line.strip())
            else:
                positions = positions or PositionList(wanted)
                reply = positions.drawn(int(line))
        except Exception:  # whatever a title under work does wrong is shown in the page
            reply = Drawing(error=traceback.format_exc())
        answers.write(msgspec.json.encode(reply).decode() + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
