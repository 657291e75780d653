"""Points, round and mover at every row of a game, for the chart of the replay; cached, and extended by new rows."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final, TypeAlias

from litestar import Request
from litestar.di import NamedDependency

from trainshed.draw.board import Standing
from trainshed.draw.timeline import Tick
from trainshed.kernel.agenda import NATURE
from trainshed.service.tables.open_tables import OpenTables
from trainshed.service.tables.table_state import Step, TableState
from trainshed.web.pages.table.plain_board import board_of

MOST: Final = 200
"""Maximum number of cached timelines."""

AT_ONCE: Final = 250
"""Rows folded in one go: other tasks of the event loop wait that long."""


class Timeline:
    """A game row by row, as one viewer knows it. The first tick is before the first row."""

    def __init__(self) -> None:
        self.ticks: list[Tick] = []
        self.fewest = False

    @property
    def seq(self) -> int:
        """The last row that is included."""
        return len(self.ticks) - 1

    @property
    def turns(self) -> list[int]:
        """The rows at which another seat begins to move."""
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
    """The timelines of this process by table and viewer; the least recently used are dropped."""

    def __init__(self, tables: OpenTables) -> None:
        self.tables = tables
        self.kept: OrderedDict[tuple[int, int | None], Timeline] = OrderedDict()

    async def of(self, table: TableState, viewer: int | None) -> Timeline:
        """The timeline of a table, up to its present row at least."""
        key = table.config.id, viewer
        known = self.kept.get(key)
        timeline = Timeline()
        if known is not None:
            # Another task may be using the cached timeline, so a copy of it is extended.
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


def provide_timelines(request: Request[Any, Any, Any]) -> TimelineCache:
    """The cached timelines of the application that this request belongs to."""
    timelines: TimelineCache = request.scope["state"]["timelines"]
    return timelines


Timelines: TypeAlias = NamedDependency[TimelineCache]
"""The cached timelines, as routes get them."""
