"""The panel of a table page from which a player gets a hint, and the hint as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, Final

from trainshed.draw.icons import icon
from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator
from trainshed.web.pages.frame.close_button import close_button
from trainshed.web.pages.table.coach.move_worth import MoveWorth
from trainshed.web.pages.table.plain_board import board_of
from trainshed.web.pages.table.plain_sentences import say_of
from trainshed.wire import JudgedMove, TableView

NO_HINT: Final = '<section class="panel hint" id="hint" hidden></section>'


def hint_panel(table_view: TableView, mine: bool, speech: Translator) -> str:
    """The panel; hidden unless the viewer decides now (`mine`), and plays against bots only.

    The service refuses a hint in more cases, which are rare; the page then tells why.
    """
    if not mine or not against_bots(table_view) or table_view.outcome is not None:
        return NO_HINT
    label = escape(speech.gettext("Show me a good move"))
    return (
        f'<section class="panel hint" id="hint" aria-label="{escape(speech.gettext("Hint"))}">'
        f'<button type="button" class="btn" data-hint>{icon("star", 14)}{label}</button>'
        f'<div id="hint-found" role="status"></div></section>'
    )


def against_bots(table_view: TableView) -> bool:
    """Whether no other person has a seat, also none who is away or whose account is a bot."""
    others = [seat for place, seat in enumerate(table_view.seats) if place != table_view.seat]
    return table_view.seat is not None and all(seat.bot and not seat.away and not seat.robot for seat in others)


def hint_html(
    game: Game, view: Any, moves: Sequence[JudgedMove], seats: int, speech: Translator, names: Sequence[str]
) -> str:
    """The best moves of a question, each a button that shows it on the board; `view` is what the player sees."""
    worth = MoveWorth(seats == 1, board_of(game).standing(game, view).fewest, speech)
    about = speech.gettext("Points to expect") if worth.alone else speech.gettext("Chance to win, points to expect")
    label = say_of(game).label
    items = "".join(
        f'<li><i aria-hidden="true">{place}</i><button type="button" data-find="{escape(move.move)}">'
        f"{escape(str(label(game, view, move.move, speech=speech, names=names)))}</button>"
        f"<b>{worth_of(move, worth)}</b></li>"
        for place, move in enumerate(moves, 1)
    )
    title = escape(speech.gettext("Good moves"))
    return (
        f'<div class="hint-h"><h2>{title}</h2>{close_button(speech, "hint-close")}</div>'
        f'<p class="hint-k">{escape(about)}</p><ol class="hints">{items}</ol>'
    )


def worth_of(move: JudgedMove, worth: MoveWorth) -> str:
    """The chance to win with the points to expect: early in a game all good moves have nearly the same chance."""
    return worth.shown(move) if worth.alone else f"{worth.shown(move)} · {round(move.points)}"
