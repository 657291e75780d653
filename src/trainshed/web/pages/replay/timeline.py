"""What the chart of a game needs of every row, kept while somebody looks, and told anew as far as rows were added."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from trainshed.draw.board import Standing
from trainshed.draw.timeline import Tick
from trainshed.kernel.agenda import NATURE
from trainshed.service.tables.table_state import Step, TableState
from trainshed.service.tables.table_store import TableStore
from trainshed.web.pages.table.plain_board import board_of

MOST: Final = 200
"""Games that are kept."""

AT_ONCE: Final = 250
"""Rows that are folded without a pause: others wait so long."""


class Timeline:
    """A game row by row, as one viewer knows it. The first tick is before the first row."""

    def __init__(self) -> None:
        self.ticks: list[Tick] = []
        self.fewest = False

    @property
    def seq(self) -> int:
        """The last row that is in it."""
        return len(self.ticks) - 1

    @property
    def turns(self) -> list[int]:
        """The rows at which somebody else begins to move."""
        found, mover = [], NATURE
        for seq, tick in enumerate(self.ticks):
            if tick.seat not in (NATURE, mover):
                mover = tick.seat
                found.append(seq)
        return found

    def tell(self, table: TableState, viewer: int | None, steps: list[Step]) -> None:
        board = board_of(table.game)
        if not self.ticks:
            self._add(board.standing(table.game, table.config.first_position().view(viewer)), NATURE)
        for step in steps:
            moved = not step.row.said.startswith("/")
            self._add(board.standing(table.game, step.after.view(viewer)), step.row.seat if moved else NATURE)

    def _add(self, standing: Standing, seat: int) -> None:
        self.fewest = standing.fewest
        self.ticks.append(Tick(seat, tuple(standing.points), standing.round))


class TimelineCache:
    """Those of a process."""

    def __init__(self, tables: TableStore) -> None:
        self.tables = tables
        self.kept: OrderedDict[tuple[int, int | None], Timeline] = OrderedDict()

    async def of(self, table: TableState, viewer: int | None) -> Timeline:
        """The game up to this row at least."""
        key = table.config.id, viewer
        known = self.kept.get(key)
        timeline = Timeline()
        if known is not None:
            # Somebody else may be reading it: it is not changed under his hands.
            timeline.ticks, timeline.fewest = known.ticks[:], known.fewest
        while timeline.seq < table.seq:
            after = max(timeline.seq, 0)
            steps = await self.tables.history(table.config.id, after, min(after + AT_ONCE, table.seq))
            timeline.tell(table, viewer, steps)
            if not steps:
                break
        self.kept[key] = timeline
        self.kept.move_to_end(key)
        if len(self.kept) > MOST:
            self.kept.popitem(last=False)
        return timeline
