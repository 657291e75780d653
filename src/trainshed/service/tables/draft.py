"""A draft of a gesture: rows are folded into a copy of the table before they are stored."""

from __future__ import annotations

from typing import Any

from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import State, view_after
from trainshed.kernel.nature import Committed, Nature
from trainshed.kernel.record import SEAT, UNDO, Row
from trainshed.service.accounts.hours import Calendar
from trainshed.service.tables.log_rows import LogRow
from trainshed.service.tables.table_state import OutOfReach, Step, TableState, deep_undo


class Draft:
    """Rows to be appended to the log of a table, all or none."""

    def __init__(self, table: TableState, now: int, calendar: Calendar, mark: int | None = None) -> None:
        self.before = table
        self.table = table.copy()
        self.at = max(now, table.at)
        """Time never goes back in a log, even if a machine's clock does."""
        self.calendar = calendar
        self.spent: int | None = None
        if table.clock.seat >= 0 and table.config.pace.kind != "none":
            self.spent = table.clock.spent(table.config.pace, calendar, self.at)
        self.mark = mark
        self.steps: list[Step] = []
        self.bots: dict[int, str] = {}
        self.deep = False

    def say(self, seat: int, said: str, free: bool = False, who: int | None = None) -> None:
        """Add the next row. The first one carries the time that went by, and the sender's mark."""
        row = self._row(seat, said, free, who)
        self.steps.append(self.table.fold(row, listen=True))

    def attempt(self, seat: int, word: str, move: int) -> bool:
        """Add a legal move; returns whether it can be taken back. If not, it ends the gesture."""
        after = self.following(move)
        free = self.table.position.reversible(move, after)
        self.take(seat, word, free, after)
        return free

    def preview(self, seat: int, word: str, move: int, last: bool) -> tuple[bool, Any]:
        """Add a legal move if it can be taken back; returns whether it was added, and else the seat's view after it.

        The last move of a gesture is not added either if the same seat begins its next turn after it: each turn is a
        gesture of its own. There is no such view where the move shows something hidden or ends the game.
        """
        before, after = self.table.position, self.following(move)
        if not before.reversible(move, after) or (last and after.begins_turn):
            return False, view_after(before, move, seat, after)
        self.take(seat, word, True, after)
        return True, None

    def following(self, move: int) -> State:
        """The position after a legal move, with its events. Nothing is added."""
        after = self.table.position.clone()
        after.listen()
        after.apply(move)
        return after

    def take(self, seat: int, word: str, free: bool, after: State) -> None:
        """Add a legal move whose position is known (`following`)."""
        self.steps.append(self.table.fold(self._row(seat, word, free, None), True, after))

    def take_back(self, seat: int, count: int, log: list[LogRow]) -> None:
        """Add an undo of any depth; `log` is the whole log before this draft, or empty for an undo without consent."""
        row = self._row(seat, Row(seat, UNDO, str(count)).said, False, None)
        try:
            step = self.table.fold(row, listen=True)
        except OutOfReach:
            step = deep_undo(self.table, [*log, *[step.row for step in self.steps], row])
            self.deep = True
        self.steps.append(step)

    def _row(self, seat: int, said: str, free: bool, who: int | None) -> LogRow:
        first = not self.steps
        spent = self.spent if first else None
        mark = self.mark if first else None
        return LogRow(self.table.seq + 1, seat, said, self.at, free, spent, who, mark)

    def sit_bot(self, seat: int, bot: str) -> None:
        """Add a row: a bot plays this seat from now on."""
        self.say(seat, Row(seat, SEAT, bot).said)
        self.bots[seat] = bot

    def sit_person(self, seat: int, name: str, person: int) -> None:
        """Add a row: a person is back in this seat."""
        self.say(seat, Row(seat, SEAT, name).said, who=person)
        self.bots[seat] = ""

    def draw(self, nature: Nature) -> None:
        """Add draws of nature until a seat must decide."""
        while self.table.actor == NATURE and not self.table.over:
            if isinstance(nature, Committed):
                nature.seq = self.table.seq + 1
            move = nature.choose(self.table.position)
            self.say(NATURE, self.table.game.vocabulary.word(move))

    @property
    def late(self) -> bool:
        """Has the time of the seat that was to move run out?"""
        pace, clock = self.before.config.pace, self.before.clock
        return self.spent is not None and clock.runs(pace) and self.spent >= clock.left(pace)

    @property
    def rows(self) -> list[LogRow]:
        return [step.row for step in self.steps]
