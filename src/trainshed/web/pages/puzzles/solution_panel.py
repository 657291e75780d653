"""The solution of a puzzle as HTML: what search says of the moves, which bots find the best, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from trainshed.bots.analysis.puzzles import Puzzle
from trainshed.bots.characters import ORDER, cast
from trainshed.draw.faces.portraits import face
from trainshed.draw.icons import icon
from trainshed.kernel.translation import Translator, marked
from trainshed.web.pages.frame.portraits import level_name
from trainshed.web.pages.puzzles.answer_list import move_label
from trainshed.web.pages.puzzles.puzzle_position import PuzzlePosition
from trainshed.web.pages.replay.analysis_parts import judged_item
from trainshed.web.pages.table.coach.hint_panel import worth_of
from trainshed.web.pages.table.coach.move_worth import MoveWorth
from trainshed.web.pages.table.plain_board import board_of
from trainshed.wire import JudgedMove

SHOWN_MOVES: Final = 5
"""So many of the compared moves are in sight, beside the reader's answer; the others unfold."""


class SolutionPanel:
    """Renders the solution; `answer` is the move that the reader has chosen, or empty."""

    def __init__(self, asked: PuzzlePosition, puzzle: Puzzle, answer: str, speech: Translator) -> None:
        self.asked = asked
        self.puzzle = puzzle
        self.answer = answer
        self.speech = speech
        fewest = board_of(asked.game).standing(asked.game, asked.view).fewest
        self.worth = MoveWorth(asked.seats == 1, fewest, speech)

    def _(self, text: str, /, **facts: object) -> str:
        """A translated text with its gaps filled, escaped for HTML."""
        return escape(self.speech.phrase(text, **facts))

    def html(self) -> str:
        """What stands in the panel."""
        about = self._("Points to expect") if self.worth.alone else self._("Chance to win, points to expect")
        return (
            f'<h2 id="solution-t">{self._("What search says")} <small>{about}</small></h2>'
            f"{self._moves()}{self._not_compared()}<p>{self._sure()}</p>{self._levels()}"
        )

    def _moves(self) -> str:
        """The compared moves, the best first. A few are in sight, and the reader's answer; the others unfold."""
        moves = self.puzzle.proof.moves
        few = moves if len(moves) <= SHOWN_MOVES + 1 else moves[:SHOWN_MOVES]
        shown = [move for move in moves if move in few or move.move == self.answer]
        more = [move for move in moves if move not in shown]
        if not more:
            return self._list(shown)
        label = self.speech.plural("%(count)d more move", "%(count)d more moves", len(more))
        summary = f"<summary>{icon('fwd', 10)}{escape(label)}</summary>"
        return f"{self._list(shown)}<details>{summary}{self._list(more)}</details>"

    def _list(self, moves: Sequence[JudgedMove]) -> str:
        return f'<ol class="alts">{"".join(self._move(move) for move in moves)}</ol>'

    def _move(self, move: JudgedMove) -> str:
        best, own = move.move == self.puzzle.best, move.move == self.answer
        notes = [self._("best found")] * best + [self._("your answer")] * own
        cls = "best" if best else "played" if own else ""
        share = self.worth.share(move, self.puzzle.proof.moves)
        return judged_item(self._label(move.move), notes, cls, share, worth_of(move, self.worth))

    def _label(self, word: str) -> str:
        return move_label(self.asked, word, self.speech)

    def _not_compared(self) -> str:
        """That search has not compared the reader's answer, where it has not."""
        if not self.answer or self.puzzle.judged(self.answer) is not None:
            return ""
        text = marked("Your answer, “%(label)s”, was too far behind to be compared.")
        return f"<p>{self._(text, label=self._label(self.answer))}</p>"

    def _sure(self) -> str:
        """How sure this is."""
        text = marked(
            "From %(count)d imagined games, by what this seat knows;"
            " %(earlier)d earlier ones, with other luck, found the same move."
        )
        return self._(text, count=self.puzzle.proof.nodes, earlier=self.puzzle.first_look.nodes)

    def _levels(self) -> str:
        """The levels of bots, and which of them find the move."""
        items = "".join(self._level(level) for level in ORDER)
        title = self._("Which bots find it")
        return f'<h3 id="finders-t">{title}</h3><ul class="finders" aria-labelledby="finders-t">{items}</ul>'

    def _level(self, level: str) -> str:
        finds = level in self.puzzle.levels
        told = self._("finds it") if finds else self._("does not find it")
        return (
            f'<li class="{"yes" if finds else "no"}">{face(cast(level)[0].face, 32)}'
            f"<span>{escape(level_name(level, self.speech))}</span>"
            f'{icon("check" if finds else "x", 13)}<span class="sr">{told}</span></li>'
        )
