"""The coach on the page of a table: short texts about the decision that the viewer has to make.

The server sends all texts each time; the browser stores which were read and shows the new ones (`static/coach.js`).
So nothing about anybody's learning is stored on the server.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from trainshed.draw.board import Asked
from trainshed.draw.icons import icon
from trainshed.kernel.coaching import Coach, coach_of
from trainshed.kernel.game import Game
from trainshed.web.pages.rulebook.book import address
from trainshed.web.pages.rulebook.clause_search import ASIDE
from trainshed.wire import TableView

NOTHING: Final = '<div id="coach" hidden></div>'


def coach_part(game: Game, table_view: TableView, asked: Asked, language: str) -> str:
    """The texts of the present decision, the most general first; none where the viewer is not asked."""
    coach = coach_of(game)
    if coach is None or table_view.outcome is not None or not (asked.moves or asked.chosen):
        return NOTHING
    kinds = dict.fromkeys(coach.kinds(game, table_view.view, answers(asked), asked.chosen))
    return f'<div id="coach" hidden>{"".join(article(game, coach, kind, language) for kind in kinds)}</div>'


def answers(asked: Asked) -> Sequence[str]:
    """The possible answers. A word that ends the gesture is not played until confirmed: its question is still open."""
    return asked.moves or [*asked.instead, asked.chosen[-1]]


def article(game: Game, coach: Coach, kind: str, language: str) -> str:
    """One text as HTML, with links to its clauses."""
    advice, said_in = coach.said(kind, language)
    told = f' lang="{said_in}"' if said_in != language else ""
    clauses = "".join(
        f'<a data-about="{each}" href="{address(game.slug, each)}"{ASIDE}>{icon("book", 12)} {each}</a>'
        for each in coach.clauses(kind)
    )
    return (
        f'<article data-kind="{kind}"{told}><h2>{escape(advice.title)}</h2><p>{escape(advice.text)}</p>'
        f'<div class="coach-r">{clauses}</div></article>'
    )
