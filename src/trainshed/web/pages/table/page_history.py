"""What a table page shows beside the present: the last rows of the log, and the turns since the viewer's last one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from trainshed.draw.board import MarkedTurn
from trainshed.kernel.agenda import NATURE
from trainshed.service.tables.player_view import table_view
from trainshed.service.tables.table_state import Step, TableState, effective_moves, seen_row
from trainshed.web.pages.table.ending.turning_points import GameCourse, game_course
from trainshed.web.pages.table.plain_board import board_of
from trainshed.web.pages.table.table_parts import SHOWN_LINES, TablePage
from trainshed.wire import SeenRow, TableView

MOST_TURNS: Final = 16
"""Turns that are marked on the board: who has passed may wait for many, and all of them would mark nothing."""


class PageHistory:
    """What one viewer's page shows beside the present; it is told every new row."""

    def __init__(self, viewer: int | None, steps: Sequence[Step]) -> None:
        self.viewer = viewer
        self.rows: list[SeenRow] = []
        self.whole: list[SeenRow] = []
        """All moves that were not taken back, once the game is over."""
        self.course = GameCourse()
        self.begun: list[tuple[int, Any]] = []
        """The turns to mark on the board: who took it, and the view before it."""
        self.mover = NATURE
        self.drawn = False
        """Was the last row a draw?"""
        self.follow(steps)

    def end(self, steps: Sequence[Step]) -> None:
        """Set all rows of a finished game; `steps` is empty while it runs."""
        self.whole = effective_moves([seen_row(step, self.viewer) for step in steps])
        self.course = game_course(board_of(steps[0].before.game), steps, self.viewer) if steps else GameCourse()

    def follow(self, steps: Sequence[Step]) -> None:
        """Add new rows. In a solo game, the first move after a draw begins a turn."""
        for step in steps:
            seat = step.row.seat
            alone = step.before.seats == 1
            moved = seat != NATURE and not step.row.said.startswith("/")
            if moved and (seat != self.mover or not self.begun or (alone and self.drawn)):
                self.begin_turn(seat, step)
            self.drawn = seat == NATURE
            self.rows.append(seen_row(step, self.viewer))
        del self.rows[: -2 * SHOWN_LINES]

    def begin_turn(self, seat: int, step: Step) -> None:
        """Remember a new turn. The viewer's own ends what was marked, and is marked until somebody else moves; to a
        spectator each turn is."""
        self.mover = seat
        if self.viewer is None or seat == self.viewer or (self.begun and self.begun[0][0] == self.viewer):
            self.begun.clear()
        self.begun.append((seat, step.before.view(self.viewer)))
        del self.begun[:-MOST_TURNS]

    def turns(self, now: Any) -> list[MarkedTurn]:
        """The turns to mark on the board, up to the view `now`."""
        ends = [*self.begun, (NATURE, now)]
        return [MarkedTurn(seat, before, after) for (seat, before), (_, after) in pairwise(ends)]

    def look(self, table: TableState) -> TablePage:
        return self.page(table, table_view(table, self.viewer))

    def page(self, table: TableState, seen: TableView) -> TablePage:
        """The page of a table of which the viewer sees this."""
        since = self.turns(seen.view)
        return TablePage(
            *(table.game, seen, None, self.rows),
            whole=self.whole,
            course=self.course,
            since=since,
            host=self.viewer is not None and table.holders[self.viewer].person == table.config.host,
            waits=table.at,
        )
