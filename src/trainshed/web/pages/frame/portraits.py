"""Faces of bots in the text of a page, with what screen readers and the pointer are told about them."""

from __future__ import annotations

from html import escape

from trainshed.bots.characters import Character, cast, find_character
from trainshed.draw.faces.portraits import face
from trainshed.kernel.translation import Translator
from trainshed.wire import LobbySeat, SeatView


def character_of(seat: SeatView | LobbySeat) -> Character:
    """The character of a bot's seat."""
    return find_character(seat.character, seat.bot) or cast(seat.bot)[0]


def about(character: Character, speech: Translator) -> str:
    """Who a character is and how it plays, in one line."""
    return f"{speech.gettext(character.role)}. {speech.gettext(character.plays)}"


def portrait(seat: SeatView | LobbySeat, speech: Translator, size: int = 24, cls: str = "") -> str:
    """The face of a bot's seat as HTML; the pointer is told who it is, and screen readers that it is a bot."""
    character = character_of(seat)
    kind = f' class="{cls}"' if cls else ""
    return (
        f'<span{kind} title="{escape(f"{character.name}. {about(character, speech)}")}">{face(character.face, size)}'
        f'<span class="sr">{escape(speech.gettext("bot"))}</span></span>'
    )
