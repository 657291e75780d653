"""The log as sentences: what each row made happen, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import Game
from trainshed.kernel.record import AGREE, ASK, CONCEDE, DECLINE, FLAG, MOVE, PAUSE, RESUME, SEAT, UNDO, Row
from trainshed.kernel.translation import Translator
from trainshed.web.pages.table.plain_sentences import say_of
from trainshed.wire import SeenRow


class LogLine(NamedTuple):
    """One line of the log."""

    seq: int
    seat: int
    at: int
    sentence: str
    moved: bool
    """Whether the row is a move, and not something else such as an undo or a pause."""


def log_lines(game: Game, rows: Sequence[SeenRow], speech: Translator, names: Sequence[str]) -> list[LogLine]:
    """A line for each row that has a sentence."""
    lines = []
    for row in rows:
        sentence = said_in_row(game, row, speech, names)
        if sentence:
            lines.append(LogLine(row.seq, seat_of(row), row.at, sentence, not row.said.startswith("/")))
    return lines


def seat_of(row: SeenRow) -> int:
    """The seat of a row. A draw belongs to the seat that it was made for, if there is one."""
    if row.seat != NATURE:
        return row.seat
    seats = [getattr(event, "seat", None) for event in row.events]
    return next((seat for seat in reversed(seats) if seat is not None), NATURE)


def said_in_row(game: Game, row: SeenRow, speech: Translator, names: Sequence[str]) -> str:
    """The sentence of a row; of a move, the sentences of its events."""
    said = Row.of(row.seat, row.said)
    if said.kind == MOVE:
        say = say_of(game)
        return " ".join(say.sentence(game, event, speech=speech, names=names) for event in row.events)
    return at_the_table(said, speech, names)


def at_the_table(said: Row, speech: Translator, names: Sequence[str]) -> str:
    """The sentence of a row that is not a move."""
    _ = speech.gettext
    facts: dict[str, object] = {"who": names[said.seat] if 0 <= said.seat < len(names) else "", "text": said.text}
    match said.kind:
        case "undo":
            count = int(said.text)
            text = speech.ngettext("%(who)s takes back %(count)d step.", "%(who)s takes back %(count)d steps.", count)
            return text % {**facts, "count": count}
        case "concede":
            return _("%(who)s gives up.") % facts
        case "flag":
            return _("%(who)s has run out of time.") % facts
        case "seat":
            return _("%(text)s plays this seat from now on.") % facts
        case "pause":
            return _("The table is paused.")
        case "resume":
            return _("The game goes on.")
        case "ask":
            if said.text == PAUSE:
                return _("%(who)s asks for a pause.") % facts
            return _("%(who)s asks to take back everything from row %(row)s on.") % {
                **facts,
                "row": said.text.partition(" ")[2],
            }
        case "agree":
            return _("%(who)s agrees.") % facts
        case "decline":
            return _("%(who)s does not agree.") % facts
    return said.said


KINDS = (UNDO, CONCEDE, FLAG, SEAT, PAUSE, RESUME, ASK, AGREE, DECLINE)
"""Every kind of row that is no move has its sentence above."""
