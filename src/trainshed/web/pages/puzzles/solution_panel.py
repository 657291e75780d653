"""The solution of a puzzle as HTML: what search says of the moves, which bots find the best, and how sure that is."""

from __future__ import annotations

from html import escape

from trainshed.bots.analysis.puzzles import Puzzle
from trainshed.bots.characters import ORDER, cast
from trainshed.draw.faces.portraits import face
from trainshed.draw.icons import icon
from trainshed.web.pages.frame.portraits import level_name
from trainshed.web.pages.puzzles.puzzle_parts import PuzzleParts
from trainshed.web.pages.replay.analysis_parts import judged_item
from trainshed.web.pages.table.coach.hint_panel import worth_of
from trainshed.web.pages.table.coach.move_worth import MoveWorth
from trainshed.web.pages.table.plain_board import board_of
from trainshed.wire import JudgedMove


class SolutionPanel:
    """Renders the solution; `answer` is the move that the reader has chosen, or empty."""

    def __init__(self, parts: PuzzleParts, puzzle: Puzzle, answer: str) -> None:
        self.parts = parts
        self.puzzle = puzzle
        self.answer = answer
        self.speech = parts.speech
        asked = parts.puzzle
        fewest = board_of(asked.game).standing(asked.game, asked.view).fewest
        self.worth = MoveWorth(asked.seats == 1, fewest, parts.speech)

    def _(self, text: str, /, **facts: object) -> str:
        """A translated text with its gaps filled, escaped for HTML."""
        return escape(self.speech.phrase(text, **facts))

    def html(self) -> str:
        alone = self.worth.alone
        about = self._("Points to expect") if alone else self._("Chance to win, points to expect")
        items = "".join(self._move(move) for move in self.puzzle.proof.moves)
        return (
            f'<section class="panel solution" id="solution" aria-labelledby="solution-t">'
            f'<h2 id="solution-t">{self._("What search says")} <small>{about}</small></h2>'
            f'<ol class="alts">{items}</ol>{self._not_compared()}<p>{self._sure()}</p>{self._levels()}</section>'
        )

    def _move(self, move: JudgedMove) -> str:
        best, own = move.move == self.puzzle.best, move.move == self.answer
        notes = [self._("the best")] * best + [self._("your answer")] * own
        cls = "best" if best else "played" if own else ""
        share = self.worth.share(move, self.puzzle.proof.moves)
        return judged_item(self.parts.label(move.move), notes, cls, share, worth_of(move, self.worth))

    def _not_compared(self) -> str:
        """That search has not compared the reader's answer, where it has not."""
        if not self.answer or self.puzzle.judged(self.answer) is not None:
            return ""
        label = self.parts.label(self.answer)
        return f"<p>{self._('Your answer, “%(label)s”, was too far behind to be compared.', label=label)}</p>"

    def _sure(self) -> str:
        """How sure this is."""
        text = (
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
