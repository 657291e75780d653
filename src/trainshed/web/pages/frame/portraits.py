"""Faces of bots in the text of a page, with what screen readers and the pointer are told about them."""

from __future__ import annotations

from html import escape

from trainshed.bots.characters import Character, cast, find_character
from trainshed.bots.styles import style_sentence
from trainshed.draw.faces.portraits import UNKNOWN, face
from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator
from trainshed.wire import LobbySeat, SeatView


def character_of(seat: SeatView | LobbySeat) -> Character:
    """The character of a bot's seat."""
    return find_character(seat.character, seat.bot) or cast(seat.bot)[0]


def level_name(bot: str, speech: Translator) -> str:
    """What people call a bot, whatever its style: its level, or the name of a bot of another package."""
    first = cast(bot)[0]
    return first.name if first.face == UNKNOWN else speech.gettext(first.role)


def style_in(game: Game, bot: str, speech: Translator) -> str:
    """How a bot plays a title, by its playing style; empty where it has none."""
    sentence = style_sentence(game, bot)
    return speech.gettext(sentence) if sentence else ""


def about(seat: SeatView | LobbySeat, speech: Translator, game: Game | None = None) -> str:
    """Who the character of a bot's seat is and how it plays, in one line; with the title, in which style it plays."""
    character = character_of(seat)
    said = f"{speech.gettext(character.role)}. {speech.gettext(character.plays)}"
    style = "" if game is None else style_in(game, seat.bot, speech)
    return f"{said} {style}" if style else said


def portrait(
    seat: SeatView | LobbySeat, speech: Translator, size: int = 24, cls: str = "", game: Game | None = None
) -> str:
    """The face of a bot's seat as HTML; the pointer is told who it is, and screen readers that it is a bot."""
    character = character_of(seat)
    kind = f' class="{cls}"' if cls else ""
    return (
        f'<span{kind} title="{escape(f"{character.name}. {about(seat, speech, game)}")}">{face(character.face, size)}'
        f'<span class="sr">{escape(speech.gettext("bot"))}</span></span>'
    )
