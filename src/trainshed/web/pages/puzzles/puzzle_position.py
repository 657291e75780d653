"""The position of a puzzle, and what the seat that must decide there may know: pages are made from that alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from trainshed.bots.analysis.puzzles import Puzzle, position_of
from trainshed.kernel.game import Game, State
from trainshed.kernel.registry import game as newest
from trainshed.service.base.errors import NotFound, Withdrawn
from trainshed.service.tables.player_view import VERSION
from trainshed.web.pages.lobby.puzzle_card import puzzle_files
from trainshed.wire import SeatView, TableView

MOST: Final = 128
"""Positions that are kept, those used last: to make one, its game is played up to there (some 10 ms)."""


class PuzzlePosition(NamedTuple):
    """A question, as the seat sees it that must answer."""

    game: Game
    number: int
    puzzles: int
    """The highest number of a puzzle of the title."""
    following: int
    """The number of the next puzzle; after the last comes the first."""
    position: State
    """For the rules only: what a refusal says. Nothing else of it comes to a page."""
    seat: int
    seats: int
    view: Any
    words: list[str]
    """The legal moves."""

    def table_view(self, names: Sequence[str], asked: bool = True) -> TableView:
        """The position as a table with nobody at it; without `asked` nothing can be chosen."""
        return TableView(
            v=VERSION,
            table="",
            title=self.game.slug,
            seq=0,
            seat=self.seat,
            actor=self.seat,
            seats=[SeatView(name=name) for name in names],
            view=self.view,
            moves=self.words if asked else [],
        )


def found_puzzle(title: str, number: int) -> Puzzle:
    """A puzzle by its title and number; raises Withdrawn for one that was taken back."""
    file = puzzle_files().get(title)
    if file is None or not 1 <= number <= len(file.puzzles):
        raise NotFound("There is no such puzzle.")
    puzzle = file.puzzles[number - 1]
    if puzzle.withdrawn:
        raise Withdrawn("Another answer turned out to be just as good. Choose another puzzle.")
    return puzzle


@lru_cache(maxsize=MOST)
def puzzle_position(title: str, number: int) -> PuzzlePosition:
    """The position of a puzzle."""
    puzzle, file, game = found_puzzle(title, number), puzzle_files()[title], newest(title)
    state = position_of(game, file, puzzle)
    words = [game.vocabulary.word(move) for move in state.moves()]
    following = next((other for other in file.numbers if other > number), file.numbers[0])
    view = state.view(state.actor)
    return PuzzlePosition(game, number, len(file.puzzles), following, state, state.actor, state.seats, view, words)
