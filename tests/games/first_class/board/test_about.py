"""The hover cards of First Class: every thing of the board has one, and it tells no more than the view."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from xml.etree import ElementTree

import pytest

from tests.support.games.first_class.drawing import answered, asked_of, preview
from tests.support.games.first_class.positions import GAME, legal
from tests.support.random_games import random_game
from tests.support.seeds import size
from tests.support.svg import NAMES, SAY, options, parsed
from trainshed.draw.board import Asked, Say
from trainshed.draw.hover_card import HoverCard
from trainshed.draw.sheet import LAYOUTS
from trainshed.games.first_class.board import board
from trainshed.games.first_class.view import View
from trainshed.locale import LANGUAGES, speech

PAIRS = ["a-b", "c-d", "b-e", "a-c"]
SPEECHES = [Say(speech(language), NAMES) for language in LANGUAGES]


def things(svg: ElementTree.Element) -> set[str]:
    """The keys of all things of a picture, and the words of its options."""
    keys = {node.get("data-about", "") for node in svg.iter()}
    return (keys | {node.get("data-word", "") for node in options(svg)}) - {""}


def told(view: View, thing: str, asked: Asked, say: Say = SAY) -> HoverCard:
    card = board.about(GAME, view, thing, asked, say)
    assert card is not None, thing
    return card


def check_card(card: HoverCard, thing: str) -> None:
    """Check that a card has a name, a clause of the rulebook, and a face of its size."""
    assert card.name, thing
    assert card.clause in GAME.rulebook, (thing, card.clause)
    assert len(card.told) < 260, (thing, card.told)
    w, h = card.face_size
    assert 0 < w <= 72, thing
    assert 0 < h <= 40, thing
    assert card.face, thing
    for face in (card.face, card.cost_face):
        ElementTree.fromstring(f"<svg>{face}</svg>")


def seen_things(view: View, asked: Asked) -> Iterator[str]:
    """The things of a view in both layouts, with the companies of all players."""
    found: set[str] = set()
    for layout in LAYOUTS:
        svg = parsed(board.draw(GAME, None, view, asked, layout, SAY))
        assert not list(svg.iter("title")), "the browser would show a second text"
        found |= things(svg)
    for seat in range(view.seats):
        if seat != view.seat:
            found |= things(parsed(board.draw(GAME, None, view, Asked(beside=seat), LAYOUTS[0], SAY)))
    yield from sorted(found)


@pytest.mark.parametrize("pair", PAIRS)
def test_every_thing_and_every_option_has_a_card(pair: str) -> None:
    """In a whole game, in three languages, for players and spectators, also inside a gesture."""
    heads, asked_before = set[str](), set[str]()
    for index, (_, state) in enumerate(random_game(GAME, 2 + PAIRS.index(pair) % 3, {"modules": pair}, 4)):
        question = str(state.view(None).pending[-1][0]) if state.view(None).pending else ""
        if question in asked_before and index % size(day=150, night=3) and not state.over:
            continue
        asked_before.add(question)
        viewer = state.actor if state.actor >= 0 else [0, None][index % 2]
        looks = [(state.view(viewer), asked_of(state, viewer))]
        if viewer is not None and state.actor == viewer:
            looks.append(preview(state, viewer, *answered(state, legal(state)[-1])))
        for view, asked in looks:
            for at, thing in enumerate(seen_things(view, asked)):
                heads.add(thing.partition(":")[0])
                check_card(told(view, thing, asked, SPEECHES[(at + index) % len(SPEECHES)]), thing)
    assert {"take", "row", "deck", "tile", "buy", "end-bonus", "coaches", "tiles", "place"} <= heads
    assert {"stop", "loco", "car", "guard", "train", "mailcar", "purse", "final", "used", "points"} <= heads
    assert {"draft", "keep", "drafter", "scoring", "result", "counted"} <= heads


@pytest.mark.parametrize("pair", ["c-d", "a-b"])
def test_cards_tell_no_more_than_the_view(pair: str) -> None:
    rng = Random(3)
    for index, (_, state) in enumerate(random_game(GAME, 3, {"modules": pair}, 9)):
        if index % size(day=97, night=7) or state.over:
            continue
        for seat in (0, 2):
            asked = asked_of(state, seat)
            other = state.redraw(seat, rng)
            for thing in seen_things(state.view(seat), asked):
                assert told(state.view(seat), thing, asked) == told(other.view(seat), thing, asked)
