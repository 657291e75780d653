"""Fallback board for titles that have none of their own: the position in words, and every option as a button."""

from __future__ import annotations

import sys
from textwrap import wrap
from typing import Any, Final

from trainshed.draw.board import Asked, ConfirmBar, Say, SeatLine, Standing
from trainshed.draw.pieces import option, plate
from trainshed.draw.sheet import TALL, WIDTH, Sheet
from trainshed.draw.svg import rect, text
from trainshed.kernel.game import Game
from trainshed.web.pages.table.plain_sentences import say_of

ROW: Final = 44
LINE: Final = 21
LETTER: Final = 6.6
"""How wide a letter of 14 px is, on average."""


def board_of(game: Game) -> Any:
    """The module with the functions of `trainshed.draw.board.BoardPart`: the title's own, or this one."""
    return game.part("board.board") if game.has_part("board.board") else sys.modules[__name__]


def draw(game: Game, before: Any, now: Any, asked: Asked, layout: str, say: Say) -> str:
    """The board as SVG: options above the position in words in the tall layout, beside it in the wide one."""
    sheet, width = Sheet(), WIDTH[layout]
    half = width if layout == TALL else 420
    bottom = _options(sheet, game, now, asked, say, 0, half)
    x, y, w = (0, bottom + 12, width) if layout == TALL else (half + 14, 0, width - half - 14)
    return sheet.svg(width, max(bottom, _words(sheet, game, now, say, x, y, w)), game.name)


def _options(sheet: Sheet, game: Game, now: Any, asked: Asked, say: Say, x: float, w: float) -> float:
    _ = say.speech.gettext
    sheet.board(plate(x, 0, w, 26, _("Options") if asked.moves or asked.instead else _("Nothing to decide")))
    y = 36.0
    for words, state in ((asked.chosen[-1:], "chosen"), (asked.moves, ""), (asked.instead, "alt")):
        for word in words:
            label = say_of(game).label(game, now, word, speech=say.speech, names=say.names)
            lines = wrap(label, int((w - 28) / LETTER)) or [word]
            h = max(ROW - 8, 12 + len(lines) * 18)
            sheet.board(rect(x + 2, y, w - 4, h, 3, "sp"))
            for place, line in enumerate(lines):
                sheet.board(text(x + 14, y + 23 + place * 18, line, "t14b"))
            sheet.option(option(f"opt-{word.replace(':', '-')}", x + 2, y, w - 4, h, label, word, r=3, state=state))
            y += h + 8
    return y + 4


def _words(sheet: Sheet, game: Game, now: Any, say: Say, x: float, y: float, w: float) -> float:
    sheet.board(plate(x, y, w, 26, say.speech.gettext("The position in words")))
    y += 48
    for line in say_of(game).position(game, now, speech=say.speech, names=say.names):
        for part in wrap(line, int((w - 16) / LETTER), subsequent_indent="   ") or [""]:
            sheet.board(text(x + 8, y, part, "t14"))
            y += LINE
    return y


def seat(game: Game, view: Any, seat: int, say: Say) -> SeatLine:
    """Points from `scores`, if the view has such a field."""
    scores = getattr(view, "scores", None) or []
    return SeatLine(str(scores[seat]) if seat < len(scores) else "")


def gesture(game: Game, view: Any, asked: Asked, say: Say) -> ConfirmBar:
    """The confirm bar, with each word by its label."""
    labels = [say_of(game).label(game, view, word, speech=say.speech, names=say.names) for word in asked.chosen]
    return ConfirmBar(labels[:-1], labels[-1] if labels else say.speech.gettext("Your turn"))


def progress(game: Game, view: Any, say: Say) -> str:
    return ""


def question(game: Game, view: Any, asked: Asked, say: Say) -> tuple[str, str]:
    return (say.speech.gettext("Your turn") if asked.moves else game.name, "")


def standing(game: Game, view: Any) -> Standing:
    """Points from `scores`, if the view has such a field."""
    return Standing(getattr(view, "scores", None) or ())
