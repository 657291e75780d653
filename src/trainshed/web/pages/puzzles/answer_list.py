"""The moves of a puzzle as a list of answers to choose from, each by what it is called at the table."""

from __future__ import annotations

from html import escape
from itertools import groupby

from trainshed.draw.icons import icon
from trainshed.kernel.translation import Translator
from trainshed.kernel.vocabulary import head_of
from trainshed.web.pages.lobby.puzzle_card import seat_names
from trainshed.web.pages.puzzles.puzzle_position import PuzzlePosition
from trainshed.web.pages.table.plain_sentences import say_of


def move_label(asked: PuzzlePosition, word: str, speech: Translator) -> str:
    """What a move is called at the table."""
    names = seat_names(asked.seats, speech)
    return str(say_of(asked.game).label(asked.game, asked.view, word, speech=speech, names=names))


def answer_list(asked: PuzzlePosition, tried: str, speech: Translator) -> str:
    """All moves as radio buttons, in the order of the rules' words; `tried` is a wrong one, or empty.

    Moves of one kind stand together, with a gap before the next kind.
    """
    groups = []
    for _, words in groupby(asked.words, head_of):
        items = "".join(answer_item(asked, word, word == tried, speech) for word in words)
        groups.append(f"<li><ul>{items}</ul></li>")
    return f'<ul class="answers">{"".join(groups)}</ul>'


def answer_item(asked: PuzzlePosition, word: str, tried: bool, speech: Translator) -> str:
    note = f"<small>{icon('x', 11)}{escape(speech.gettext('There is a better one.'))}</small>" if tried else ""
    return (
        f'<li><label><input type="radio" name="answer" value="{escape(word)}" required>'
        f"<span>{escape(move_label(asked, word, speech))}{note}</span></label></li>"
    )
