"""The log as sentences, in the reader's language: a line for each turn, not for each row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from trainshed.kernel.agenda import NATURE
from trainshed.kernel.events import Event
from trainshed.kernel.game import Game
from trainshed.kernel.record import AGREE, ASK, CONCEDE, DECLINE, FLAG, PAUSE, RESUME, SEAT, UNDO, Row
from trainshed.kernel.translation import Translator
from trainshed.web.pages.frame.portraits import level_name
from trainshed.web.pages.table.plain_sentences import say_of
from trainshed.wire import SeenRow


class LogLine(NamedTuple):
    """One line of the log."""

    id: str
    """Stays the same while the line grows: the row with which it began, and which of that row's lines it is."""
    seq: int
    """The first row of the seat that it is about; the row with which it began if there is none."""
    last: int
    """The last of its rows."""
    seat: int
    at: int
    sentence: str
    moved: bool
    """Whether it tells of moves, and not of something else at the table such as a pause."""
    counts: bool = False
    """Whether it tells of points that all get, not only the seat that moved, as at the end of a round."""
    events: Sequence[Any] = ()
    """What it tells of."""


class Happening:
    """Events that are told in one line, and the rows that they come from; or a row that is no move."""

    def __init__(self, row: SeenRow, part: int, shared: bool = False) -> None:
        self.row = row
        self.part = part
        self.shared = shared
        """Whether the row with which it begins has told of something else before, as the last row of another line."""
        self.rows = [row]
        self.events: list[Any] = []

    @property
    def last(self) -> SeenRow:
        return self.rows[-1]

    def first(self) -> int:
        """The number of its first row. A turn begins at the end of the row before it, which is the last of another line
        and has the number of that line already; it may be of the same seat, if the others have passed."""
        seat = self.seat()
        own = [row.seq for row in self.rows if row.seat == seat]
        later = [seq for seq in own if seq > self.row.seq]
        return later[0] if self.shared and later else own[0] if own else self.row.seq

    def forced(self) -> bool:
        """Whether it is a step that a move has forced on its own seat: it has no row, and is told behind the move."""
        begins = self.events[0] if self.events else None
        own = getattr(begins, "seat", None) == self.row.seat
        return self.shared and own and bool(getattr(begins, "forced", False))

    def seat(self) -> int:
        """The seat that all of it is about; nature's number if it is about several, or about nobody."""
        if not self.events:
            return self.row.seat
        named = [getattr(event, "seat", None) for event in self.events]
        seats = {seat for seat in named if isinstance(seat, int)}
        return seats.pop() if len(seats) == 1 else NATURE


def log_lines(game: Game, rows: Sequence[SeenRow], speech: Translator, names: Sequence[str]) -> list[LogLine]:
    """The lines that rows of the log amount to. Moves that were taken back are not told."""
    say = say_of(game)
    is_count: Callable[[Event], bool] = getattr(say, "is_count", lambda event: False)
    lines: list[LogLine] = []
    asked = ""
    before: Row | None = None
    for told in happenings(say, kept(rows)):
        row = told.row
        if told.events:
            sentence = say.tell(game, told.events, speech=speech, names=names)
        else:
            said = Row.of(row.seat, row.said)
            sentence = at_the_table(said, speech, names, asked, before)
            asked = said.text if said.kind == ASK else asked
            before = said
        if sentence and told.forced() and not lines:
            continue  # the line of the move began where rows are not known
        if sentence and told.forced() and (lines[-1].seat, lines[-1].last) == (told.seat(), row.seq):
            line = lines[-1]
            text, events = f"{line.sentence} {sentence}", [*line.events, *told.events]
            lines[-1] = line._replace(sentence=text, last=told.last.seq, events=events)
        elif sentence:
            id_ = f"row-{row.seq}" if told.part == 0 else f"row-{row.seq}-{told.part}"
            moved = bool(told.events)
            counts = any(is_count(event) for event in told.events)
            last = told.last
            lines.append(
                LogLine(id_, told.first(), last.seq, told.seat(), last.at, sentence, moved, counts, told.events)
            )
    return lines


def kept(rows: Sequence[SeenRow]) -> list[SeenRow]:
    """The rows without moves that were taken back. An undo is told only if it goes back beyond a player's own steps."""
    found: list[SeenRow] = []
    for row in rows:
        said = Row.of(row.seat, row.said)
        if said.kind != UNDO:
            found.append(row)
            continue
        moves = [at for at, other in enumerate(found) if not other.said.startswith("/")][-int(said.text) :]
        own = all(found[at].seat == row.seat for at in moves)
        found = [other for at, other in enumerate(found) if at not in moves]
        if not own:
            found.append(row)
    return found


def happenings(say: Any, rows: Sequence[SeenRow]) -> list[Happening]:
    """What is told in one line each. A line goes on until an event opens the next one, whatever is said in between.

    Where earlier rows are not known, the rest of a line that began there is left out.
    """
    found: list[Happening] = []
    current: Happening | None = None
    cut = bool(rows) and rows[0].seq > 1
    for row in rows:
        if row.said.startswith("/"):
            found.append(Happening(row, 0))
            continue
        part = 0
        for event in row.events:
            if current is None and cut and not say.opens(event, event):
                continue
            if current is None or say.opens(event, current.events[-1]):
                current = Happening(row, part, event is not row.events[0])
                found.append(current)
                part += 1
            current.events.append(event)
            current.rows.append(row)
    return found


def at_the_table(
    said: Row, speech: Translator, names: Sequence[str], asked: str = "", before: Row | None = None
) -> str:
    """The sentence of a row that is not a move: who did what, and what follows.

    `asked` is what was asked for last, and `before` is the row of this kind before, which may say why a bot sits down.
    """
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
            if said.text == facts["who"]:
                return _("%(who)s is back.") % facts
            why = before.kind if before is not None and before.seat == said.seat else ""
            if why == CONCEDE:
                return _("A bot plays on for %(who)s, who ranks behind all others.") % facts
            if why == FLAG:
                return _("A bot plays on for %(who)s.") % facts
            level = level_name(said.text, speech)
            return _("%(who)s is away: a bot (%(level)s) plays until %(who)s is back.") % {**facts, "level": level}
        case "pause":
            return _("The table is paused, as %(who)s asked.") % facts
        case "resume":
            return _("%(who)s lets the game go on.") % facts
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
            if asked:
                pause = _("%(who)s does not agree to a pause.")
                return (pause if asked == PAUSE else _("%(who)s does not agree to take anything back.")) % facts
            return _("%(who)s does not agree.") % facts
    return said.said


KINDS = (UNDO, CONCEDE, FLAG, SEAT, PAUSE, RESUME, ASK, AGREE, DECLINE)
"""Every kind of row that is no move has its sentence above."""
