"""A virtual opponent in the lists of players: it has no seat, but a name, a face and a way of playing."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from trainshed.draw.board import AutomaLine
from trainshed.draw.faces.portraits import face
from trainshed.draw.icons import icon, seat_icon
from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator
from trainshed.phrases import Automa

MARK = "ink"
"""The mark of who has no seat, the black plus."""


def automa_of(game: Game, options: Mapping[str, str], speech: Translator) -> Automa | None:
    """The virtual opponent of a table with these options, or None without one."""
    if not game.has_part("text.sentences"):
        return None
    sentences = game.part("text.sentences")
    if not hasattr(sentences, "automa"):
        return None
    found: Automa | None = sentences.automa(options, speech=speech)
    return found


def automa_panel(automa: Automa, shown: AutomaLine, speech: Translator) -> str:
    """Its panel in the list of players beside the board."""
    line, place = shown.line, speech.phrase("place %(rank)d", rank=shown.rank) if shown.rank else ""
    facts = "".join(
        f'<span class="fact" data-told="{escape(name)}">{icon(sign, 15, "ink2")}<b>{escape(value)}</b>'
        f'<span class="sr">{escape(name)}</span></span>'
        for sign, value, name in line.facts
    )
    spark = f'<span class="seat-spark">{line.spark}</span>' if line.spark else ""
    return (
        f'<li class="seat automa" id="automa"><div class="seat-h"><span class="seat-b">{seat_icon(MARK, 22)}</span>'
        f'<span class="seat-n"><b>{escape(automa.name)}</b>'
        f'<small><span class="standing">{escape(place)}</span></small></span>'
        f'<span class="seat-c">{face(automa.face, 24)}</span><span class="seat-s">{escape(line.points)}</span></div>'
        f'{spark}<div class="facts">{facts}</div><p class="automa-p">{escape(automa.plays)}</p></li>'
    )


def automa_chip(automa: Automa, shown: AutomaLine) -> str:
    """Its chip among the points on a phone."""
    return (
        f'<li class="chip automa">{seat_icon(MARK, 18)}<span><b>{escape(shown.line.points)}</b>'
        f'<small><span class="chip-f">{face(automa.face, 16)}</span>{escape(automa.name)}</small></span></li>'
    )
