"""Replays of random games with made-up analyses, in memory: the parts of the page at any row."""

from __future__ import annotations

from tests.support.games.random_analysis import random_analysis
from tests.support.table_walk import Walk
from trainshed.service.tables.table_state import TableState
from trainshed.web.pages.replay.analysed_game import AnalysedGame
from trainshed.web.pages.replay.replay_page import AFTER, BEFORE, PastParts, PastRow
from trainshed.web.pages.replay.timeline import Timeline
from trainshed.web.pages.table.table_parts import DisplayMode


class AnalysedReplay:
    """A random game to its end, with some moves taken back, and its analysis."""

    def __init__(self, title: str, seats: int = 2, options: dict[str, str] | None = None) -> None:
        self.walk = Walk("analysed", seats, options, title=title)
        for _ in self.walk.to_the_end(undo=0.05):
            pass
        self.steps = self.walk.steps
        self.analysis = random_analysis(self.steps)
        self.analysed = AnalysedGame(self.analysis, self.walk.table)
        self.analysed.tell(self.steps)
        self.timeline = Timeline()
        self.timeline.tell(self.walk.table, None, self.steps)

    @property
    def last(self) -> int:
        return self.walk.table.seq

    def moment(self, row: int, viewer: int | None = None) -> PastRow:
        """The game at a row."""
        then = TableState(self.walk.table.config)
        for step in self.steps[:row]:
            then.fold(step.row)
        steps = self.steps[max(0, row - BEFORE) : row + AFTER]
        return PastRow(self.walk.table, then, steps, viewer, self.timeline, self.analysed)

    def parts(
        self, row: int, layout: str = "wide", language: str = "en", chart: str = "", viewer: int | None = None
    ) -> dict[str, str]:
        """All parts of the page at a row."""
        return PastParts(self.moment(row, viewer), DisplayMode(language, layout), chart).whole()
