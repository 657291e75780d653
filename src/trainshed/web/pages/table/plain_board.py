"""Fallback board for titles that have none of their own: the position in words, and every option as a button."""

from __future__ import annotations

import sys
from functools import cached_property
from textwrap import wrap
from typing import Any, Final

from trainshed.draw.board import Asked, ConfirmBar, Say, SeatLine, Standing
from trainshed.draw.fit import Rect
from trainshed.draw.panel import draw_title
from trainshed.draw.scene import BoardScene
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


class PlainScene(BoardScene[Any]):
    """A scene for any title: words are called by its sentences, or as they are."""

    @cached_property
    def sentences(self) -> Any:
        return say_of(self.game)


def draw(game: Game, before: Any, now: Any, asked: Asked, layout: str, say: Say) -> str:
    """The board as SVG: options above the position in words in the tall layout, beside it in the wide one."""
    sheet, width = Sheet(), WIDTH[layout]
    half = width if layout == TALL else 420
    bottom = _options(sheet, PlainScene(game, now, asked, say), half)
    x, y, w = (0, bottom + 12, width) if layout == TALL else (half + 14, 0, width - half - 14)
    return sheet.svg(width, max(bottom, _words(sheet, game, now, say, x, y, w)), game.name)


def _options(sheet: Sheet, scene: PlainScene, w: float) -> float:
    asked, y = scene.asked, 36.0
    title = scene.phrase("Options" if asked.moves or asked.instead else "Nothing to decide")
    draw_title(sheet, Rect(0, 0, w, 0), title)
    chosen = asked.chosen[-1:]
    # The answers to the last question keep their places, the new ones follow below.
    answers = sorted({*chosen, *asked.instead} - {*asked.moves}, key=scene.game.vocabulary.id)
    for word in (*answers, *asked.moves):
        state = "alt" if word in answers and word not in chosen else scene.state(word) or ""
        lines = wrap(scene.label(word), int((w - 28) / LETTER)) or [word]
        h = max(ROW - 8, 12 + len(lines) * 18)
        sheet.board(rect(2, y, w - 4, h, 3, "sp"))
        for place, line in enumerate(lines):
            sheet.board(text(14, y + 23 + place * 18, line, "t14b"))
        scene.control(sheet, Rect(2, y, w - 4, h), word, state)
        y += h + 8
    return y + 4


def _words(sheet: Sheet, game: Game, now: Any, say: Say, x: float, y: float, w: float) -> float:
    draw_title(sheet, Rect(x, y, w, 0), say.speech.gettext("The position in words"))
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
    return ConfirmBar(labels, labels[-1] if labels else say.speech.gettext("Your turn"))


def progress(game: Game, view: Any, say: Say) -> str:
    return ""


def question(game: Game, view: Any, asked: Asked, say: Say) -> tuple[str, str]:
    return (say.speech.gettext("Your turn") if asked.moves else game.name, "")


def standing(game: Game, view: Any) -> Standing:
    """Points from `scores`, if the view has such a field."""
    return Standing(getattr(view, "scores", None) or ())
