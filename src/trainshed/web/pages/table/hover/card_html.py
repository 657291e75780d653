"""A hover card as HTML: name, what it does, cost, what it would bring, clause."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from trainshed.draw.hover_card import HoverCard
from trainshed.kernel.game import Game
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import Translator
from trainshed.web.pages.table.plain_sentences import say_of
from trainshed.web.pages.table.table_parts import citation, linked


class ViewerChoice(NamedTuple):
    """Whether the viewer may choose a thing now, and what would follow."""

    may: bool = False
    brings: Sequence[str] = ()
    refusal: Refusal | None = None


def card_html(game: Game, card: HoverCard, choice: ViewerChoice, speech: Translator) -> str:
    """The inside of the card. That something else is asked now says nothing about the thing."""
    if choice.refusal is not None and choice.refusal.generic:
        choice = ViewerChoice()
    names = f"<b>{escape(card.name)}</b><small>{escape(card.state)}</small>"
    head = f'<div class="hc-h">{face(card)}<span>{names}</span></div>'
    clause = card.clause if choice.refusal is None else choice.refusal.clause
    return head + told(game, card, speech) + lines(game, card, choice, speech) + citation(game, clause)


def face(card: HoverCard) -> str:
    w, h = card.face_size
    return svg(card.face, w, h, "hc-i") if card.face else ""


def svg(body: str, w: float, h: float, cls: str) -> str:
    size = f'viewBox="0 0 {w:g} {h:g}" width="{w:g}" height="{h:g}"'
    return f'<svg class="{cls}" {size} aria-hidden="true">{body}</svg>'


def told(game: Game, card: HoverCard, speech: Translator) -> str:
    """What the thing does: the title's own sentence, or the clause."""
    if card.told:
        return f"<p>{linked(game, card.told)}</p>"
    if card.clause not in game.rulebook.by_id:
        return ""
    text, language = game.rulebook.text_in(card.clause, speech.language)
    other = f' lang="{language}"' if language != speech.language else ""
    return f"<p{other}>{linked(game, text)}</p>"


def lines(game: Game, card: HoverCard, choice: ViewerChoice, speech: Translator) -> str:
    """What it costs, and what it would bring the viewer or why the viewer may not."""
    rows = []
    if card.cost:
        piece = svg(card.cost_face, 14, 20, "hc-c").replace('viewBox="0 0 14 20"', 'viewBox="0 0 20 28"')
        rows.append((speech.gettext("Cost"), "", (piece if card.cost_face else "") + escape(card.cost)))
    brings = card.now or choice.brings
    if choice.refusal is not None:
        why = say_of(game).refusal(game, choice.refusal, speech=speech)
        rows.append((speech.gettext("Not now"), "no-t", escape(why)))
    elif brings:
        first, *more = [escape(line) for line in brings]
        cls = "may-t" if choice.may else "no-t"
        rows.append(
            (speech.gettext("For you now"), cls, f"<b>{first}</b>" + "".join(f"<span>{line}</span>" for line in more))
        )
    body = "".join(f'<dt>{escape(name)}</dt><dd class="{cls}">{said}</dd>' for name, cls, said in rows)
    return f"<dl>{body}</dl>" if body else ""
