"""A finished game with its analysis, prepared for the replay: chances row by row, turning points, points by source."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from litestar import Request
from litestar.di import NamedDependency

from trainshed.draw.board import PointSources, Say, Standing
from trainshed.service.container import Container
from trainshed.service.tables.table_state import Step, TableState, effective_moves, seen_row
from trainshed.web.pages.replay.timeline import AT_ONCE
from trainshed.web.pages.table.plain_board import board_of
from trainshed.wire import Analysis, JudgedDecision, SeenRow

MOST: Final = 40
"""Maximum number of analysed games kept in memory; one has some hundred kilobytes."""


class AnalysedGame:
    """What an analysis says of a finished game, and what its texts need of the game."""

    def __init__(self, analysis: Analysis, table: TableState) -> None:
        self.analysis = analysis
        self.game = table.game
        self.seats = table.seats
        outcome = table.outcome
        assert outcome is not None
        self.finished = bool(outcome["finished"])
        """Whether it was played to its end by the rules."""
        self.winners = [seat for seat, rank in enumerate(outcome["standings"]) if rank == 1]
        self.view = table.position.view(None)
        self.standing: Standing = board_of(self.game).standing(self.game, self.view)
        self.rows = [decision.row for decision in analysis.decisions]
        self.chances = self._chances(table.seq)
        self.moves: list[SeenRow] = []
        """All moves that were not taken back, with the events that everybody has seen."""
        self.asked: dict[int, Any] = {}
        """What the player of each turning point saw before the move, by its row."""

    def tell(self, steps: Sequence[Step]) -> None:
        """Set all rows of the game."""
        self.moves = effective_moves([seen_row(step, None) for step in steps])
        turning = {decision.row: decision for decision in self.turning_points}
        for step in steps:
            if step.row.seq in turning:
                self.asked[step.row.seq] = step.before.view(turning[step.row.seq].seat)

    # ------------------------------------------------------------ decisions

    @property
    def turning_points(self) -> list[JudgedDecision]:
        """The decisions that gave away most, in their order."""
        wanted = set(self.analysis.turning_points)
        return [decision for decision in self.analysis.decisions if decision.row in wanted]

    def latest(self, row: int) -> JudgedDecision | None:
        """The last decision up to a row."""
        place = bisect_right(self.rows, row)
        return self.analysis.decisions[place - 1] if place else None

    def coming(self, row: int) -> JudgedDecision | None:
        """The decision whose judgement says how the game stood after a row: the one that was open then; if none was,
        because something was drawn or nothing could be chosen, the one before, or the first."""
        place = bisect_right(self.rows, row + 1)
        return self.analysis.decisions[max(place - 1, 0)] if self.rows else None

    def of_rows(self, seat: int, first: int, last: int) -> list[JudgedDecision]:
        """The decisions of a seat in these rows."""
        found = self.analysis.decisions[bisect_right(self.rows, first - 1) : bisect_right(self.rows, last)]
        return [decision for decision in found if decision.seat == seat]

    def _chances(self, last: int) -> list[list[float]]:
        """The chance of each seat to win after each row; the first is before the first row, the last is the result."""
        even = [1 / self.seats] * self.seats
        found = []
        for row in range(last):
            decision = self.coming(row)
            found.append(even if decision is None else list(decision.judgement.chances))
        shared = 1 / len(self.winners) if self.winners else 0.0
        return [*found, [shared if seat in self.winners else 0.0 for seat in range(self.seats)]]

    # ------------------------------------------------------------ points

    def tally(self, say: Say) -> PointSources | None:
        """All points by seat, source and round; None if the title does not tell, or the game was given up."""
        board = board_of(self.game)
        if not self.finished or not hasattr(board, "tally"):
            return None
        events = [event for row in self.moves for event in row.events]
        found: PointSources | None = board.tally(self.game, self.view, events, say)
        return found


class AnalysedGames:
    """The analysed games of this process by table; the least recently used are dropped."""

    def __init__(self, container: Container) -> None:
        self.container = container
        self.kept: OrderedDict[int, AnalysedGame] = OrderedDict()

    async def of(self, table: TableState) -> AnalysedGame | None:
        """The analysed game of a table; None while it runs, and as long as there is no analysis."""
        number = table.config.id
        if not table.over:
            return None
        known = self.kept.get(number)
        if known is None:
            analysis = (await self.container.analyses.of(number)).analysis
            if analysis is None:
                return None
            known = AnalysedGame(analysis, table)
            steps: list[Step] = []
            while len(steps) < table.seq:
                more = await self.container.tables.history(number, len(steps), min(len(steps) + AT_ONCE, table.seq))
                steps += more
                if not more:
                    break
            known.tell(steps)
            self.kept[number] = known
        self.kept.move_to_end(number)
        if len(self.kept) > MOST:
            self.kept.popitem(last=False)
        return known


def provide_analysed(request: Request[Any, Any, Any]) -> AnalysedGames:
    """The analysed games of the application that this request belongs to."""
    analysed: AnalysedGames = request.scope["state"]["analysed"]
    return analysed


Analysed: TypeAlias = NamedDependency[AnalysedGames]
"""The analysed games, as routes get them."""
