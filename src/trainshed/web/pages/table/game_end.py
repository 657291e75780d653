"""Why a game is over and who has won, in sentences for the page of a finished game."""

from __future__ import annotations

from collections.abc import Sequence

from trainshed.kernel.game import Game
from trainshed.kernel.record import CONCEDE, FLAG, Row
from trainshed.kernel.translation import Translator
from trainshed.phrases import victory
from trainshed.web.pages.table.log_lines import at_the_table
from trainshed.web.pages.table.plain_sentences import say_of
from trainshed.wire import SeenRow, TableView


def reasons(
    game: Game, table_view: TableView, rows: Sequence[SeenRow], speech: Translator, names: Sequence[str]
) -> list[tuple[str, str]]:
    """Sentences, each with its clause or ""; the last one says who has won. `rows` are the latest of the log.

    Who has left the game is told here. A title tells the rest by `decided` in `text/sentences.py`, if it has it; it is
    asked about the seats that played to the end only, as all others rank behind them.
    """
    outcome = table_view.outcome
    assert outcome is not None
    told = [(leaving(seat, rows, speech, names), "") for seat, each in enumerate(table_view.seats) if each.out]
    seats = [seat for seat, each in enumerate(table_view.seats) if not each.out]
    say = say_of(game)
    over = outcome["finished"] and "refused" not in outcome  # else the view is one of a game that goes on
    if over and hasattr(say, "decided"):
        told += say.decided(game, table_view.view, seats, speech=speech, names=names)
    elif len(table_view.seats) > 1:
        told.append((victory(outcome["standings"], speech, names), ""))
    return told or [(speech.gettext("The game is over."), "")]


def leaving(seat: int, rows: Sequence[SeenRow], speech: Translator, names: Sequence[str]) -> str:
    """That a seat gave up, or ran out of time; that it is out, if that was too long ago."""
    for row in reversed(rows):
        said = Row.of(row.seat, row.said)
        if row.seat == seat and said.kind in (CONCEDE, FLAG):
            return at_the_table(said, speech, names)
    return speech.gettext("%(who)s is out of the game.") % {"who": names[seat]}
