"""The parts of a table's page that a puzzle shows, as HTML: board, seats, question and the position in words."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from trainshed.kernel.game import view_after
from trainshed.web.pages.lobby.puzzle_card import seat_names
from trainshed.web.pages.puzzles.puzzle_position import PuzzlePosition, puzzle_position
from trainshed.web.pages.table.table_parts import DisplayMode, PartsRenderer, TablePage, slip

MOST: Final = 64
"""Drawn pages that are kept, those used last: one has up to 200 kilobytes."""


class PuzzleParts(PartsRenderer):
    """Renders the parts of a puzzle's page; `shown` is a move that the board shows as chosen, or empty."""

    live = False

    def __init__(self, asked: PuzzlePosition, display: DisplayMode, shown: str = "") -> None:
        seen = asked.table_view(seat_names(asked.seats, display.speech), not shown)
        look = TablePage(asked.game, seen, None, [])
        if shown:
            after = view_after(asked.position, asked.game.vocabulary.id(shown), asked.seat)
            look = look._replace(chosen=[shown], after=after)
        super().__init__(look, display)

    def all(self) -> dict[str, str]:
        return {
            "phase": self.phase(),
            "chips": self.chips(),
            "stage": self.stage(),
            "seats": self.seats(),
            "slip": self.rule(),
            "described": self.described(),
        }

    def rule(self) -> str:
        """The rule slip of what is asked."""
        title, clause = self.board.question(self.look.game, self.table_view.view, self.look.asked, self.say)
        return slip(self.look.game, title, clause, self.speech)


@lru_cache(maxsize=MOST)
def puzzle_parts(title: str, number: int, display: DisplayMode, shown: str = "") -> dict[str, str]:
    """The parts of a puzzle's page; `shown` is a move that the board shows as chosen, or empty."""
    return PuzzleParts(puzzle_position(title, number), display, shown).all()
