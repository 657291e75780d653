"""The board of First Class in tests: a position drawn for a viewer, previewed gestures, and what can be pressed."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from tests.support.games.first_class.positions import GAME, legal
from tests.support.svg import SAY, live, options, parsed
from trainshed.draw.board import Asked
from trainshed.draw.sheet import WIDE
from trainshed.games.first_class.board import board
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.games.first_class.view import View
from trainshed.kernel.game import view_after


def asked_of(state: FirstClassState, seat: int | None) -> Asked:
    return Asked(legal(state) if state.actor == seat and seat is not None else ())


def preview(state: FirstClassState, seat: int, *chosen: str) -> tuple[View, Asked]:
    """The view and the options of a previewed gesture: it stops before a word that cannot be undone.

    What could be pressed instead are the alternatives to the last word and to those that the page says by itself.
    """
    before, instead = state.view(seat), list[str]()
    for place, word in enumerate(chosen):
        others = [other for other in legal(state) if other != word]
        if place == len(chosen) - 1 or board.usual(GAME, state.view(seat), legal(state)):
            instead += others
        move = GAME.vocabulary.id(word)
        if not state.reversible(move):
            return state.view(seat), Asked((), chosen, instead, before=before, after=view_after(state, move, seat))
        state = state.clone()
        state.apply(move)
    moves = legal(state) if state.actor == seat else ()
    return state.view(seat), Asked(moves, chosen, instead, before=before)


def answered(state: FirstClassState, word: str) -> list[str]:
    """The words of a gesture that begins with a word and goes on as the page answers by itself."""
    seat, words = state.actor, [word]
    state = state.clone()
    while state.reversible(GAME.vocabulary.id(words[-1])):
        state.apply(GAME.vocabulary.id(words[-1]))
        if state.over or state.actor != seat:
            break
        open_ = legal(state)
        usual = open_[0] if len(open_) == 1 else board.usual(GAME, state.view(seat), open_)
        if not usual:
            break
        words.append(usual)
    return words


def drawn(view: View, asked: Asked, layout: str = WIDE) -> ElementTree.Element:
    return parsed(board.draw(GAME, None, view, asked, layout, SAY))


def drawn_for(state: FirstClassState, layout: str = WIDE) -> ElementTree.Element:
    return drawn(state.view(state.actor), asked_of(state, state.actor), layout)


def texts(svg: ElementTree.Element) -> list[str]:
    return [node.text or "" for node in svg.iter("text")]


def pieces(svg: ElementTree.Element, beginning: str) -> list[str]:
    """The ids of the groups that begin so."""
    ids = [node.get("id") or "" for node in svg.iter("g")]
    return [id_ for id_ in ids if id_.startswith(beginning)]


def check_options(svg: ElementTree.Element, asked: Asked) -> None:
    """Check that every legal word can be pressed, and that each option has a label and a clause."""
    said = live(svg)
    assert set(asked.moves) <= set(said), set(asked.moves) - set(said)
    assert set(said) <= {*asked.moves, *asked.instead, *asked.chosen}
    assert len(said) == len(set(said)), [word for word in said if said.count(word) > 1]
    for node in options(svg):
        assert node.get("aria-label")
        assert node.get("data-rule") in GAME.rulebook
        assert (node.get("aria-disabled") == "true") == ("dead" in node.get("class", ""))


def shown_words(svg: ElementTree.Element, heads: Sequence[str]) -> list[str]:
    """The options of these first parts that can be pressed."""
    return [word for word in live(svg) if word.partition(":")[0] in heads]
