"""The parts of a puzzle's page as HTML: those of a table for one seat, and the answers to choose from."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import Final

from trainshed.draw.icons import icon
from trainshed.kernel.game import view_after
from trainshed.kernel.vocabulary import head_of
from trainshed.web.pages.lobby.puzzle_card import seat_names
from trainshed.web.pages.puzzles.puzzle_position import PuzzlePosition, puzzle_position
from trainshed.web.pages.table.table_parts import DisplayMode, PartsRenderer, TablePage, slip

MOST: Final = 64
"""Drawn pages that are kept, those used last: one has up to 200 kilobytes."""


class PuzzleParts(PartsRenderer):
    """Renders the parts of a puzzle's page; `shown` is a move that the board shows as chosen, or empty."""

    live = False

    def __init__(self, puzzle: PuzzlePosition, display: DisplayMode, shown: str = "") -> None:
        self.puzzle = puzzle
        names = list(seat_names(puzzle.seats, display.speech))
        look = TablePage(puzzle.game, puzzle.table_view(names, not shown), None, [])
        if shown:
            move = puzzle.game.vocabulary.id(shown)
            look = look._replace(
                chosen=[shown],
                instead=[word for word in puzzle.words if word != shown],
                after=view_after(puzzle.position, move, puzzle.seat),
            )
        super().__init__(look, display)

    def all(self) -> dict[str, str]:
        return {
            "phase": self.phase(),
            "chips": self.chips(),
            "stage": self.stage(),
            "seats": self.seats(),
            "slip": self.question(),
            "described": self.described(),
        }

    def question(self) -> str:
        """The rule slip of what is asked."""
        title, clause = self.board.question(self.look.game, self.table_view.view, self.look.asked, self.say)
        return slip(self.look.game, title, clause, self.speech)

    def answers(self, tried: str = "") -> str:
        """All moves to choose from, in the order of the rules' words; `tried` is a wrong one that was answered."""
        items, head = [], ""
        for place, word in enumerate(self.puzzle.words):
            first = bool(place) and head_of(word) != head
            head = head_of(word)
            items.append(self._answer(word, "apart" if first else "", word == tried))
        return f'<ol class="answers">{"".join(items)}</ol>'

    def _answer(self, word: str, cls: str, tried: bool) -> str:
        note = f"<small>{icon('x', 11)}{self._('There is a better one')}</small>" if tried else ""
        kind = " ".join(filter(None, (cls, "tried" if tried else "")))
        return (
            f'<li class="{kind}"><label><input type="radio" name="answer" value="{escape(word)}" required>'
            f"<span>{escape(self.label(word))}{note}</span></label></li>"
        )


@lru_cache(maxsize=MOST)
def puzzle_parts(title: str, number: int, display: DisplayMode, shown: str = "") -> dict[str, str]:
    """The parts that the position gives; `shown` is a move that the board shows as chosen, or empty."""
    return PuzzleParts(puzzle_position(title, number), display, shown).all()
