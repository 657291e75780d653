"""Checks of hover cards for any title: everything a drawing marks has a card that can be shown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any
from xml.etree import ElementTree

from tests.support.svg import NAMES, boxes, options, parsed
from trainshed.draw.board import Asked, Say
from trainshed.draw.hover_card import HoverCard
from trainshed.kernel.game import Game
from trainshed.locale import LANGUAGES, speech

SAYS = [Say(speech(language), NAMES) for language in LANGUAGES]
"""How every language is spoken."""

WIDEST, HIGHEST = 72, 40
"""The largest face: higher ones would make the head of a card too high."""


def things(svg: ElementTree.Element) -> list[str]:
    """The keys of all things in a drawing: what has a card, and the words of its options."""
    pressed = [node.get("data-words", node.get("data-word", "")) for node in options(svg) if node.get("data-word")]
    return sorted({*pressed, *(node.get("data-about", "") for node in svg.iter() if node.get("data-about"))})


def check_card(game: Game, board: Any, view: Any, thing: str, asked: Asked, say: Say) -> HoverCard:
    """Check that a thing has a card with a name, a clause of the rulebook, and pictures of their sizes."""
    card: HoverCard | None = board.about(game, view, thing, asked, say)
    assert card is not None, thing
    assert card.name, thing
    assert card.clause in game.rulebook, (thing, card.clause)
    for said in (card.name, card.state, card.told, card.cost, *card.now):
        assert "%(" not in said, (thing, said)
    check_face(card.face, *card.face_size)
    check_face(card.cost_face, 20, 28)
    return card


@cache
def check_face(face: str, w: float, h: float) -> None:
    """Check that a picture is well-formed, small, and inside of its box."""
    assert w <= WIDEST, (face, w)
    assert h <= HIGHEST, (face, h)
    for box in boxes(parsed(f"<svg>{face}</svg>")):
        assert -1 <= box.x0 <= box.x1 <= w + 1, (face, box)
        assert -1 <= box.y0 <= box.y1 <= h + 1, (face, box)


def check_cards(game: Game, board: Any, view: Any, asked: Asked, svg: ElementTree.Element, say: Say) -> Iterator[str]:
    """Check the cards of all things of a drawing, which has no tooltips of the browser; yield their keys."""
    assert not list(svg.iter("title"))
    for thing in things(svg):
        card = check_card(game, board, view, thing, asked, say)
        if view.seat is None and say.speech.language == "en":
            assert "your " not in f"{card.state} {card.told} {card.cost} {' '.join(card.now)}".lower(), (thing, card)
        yield thing
