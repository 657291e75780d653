"""The hover cards of Spike: everything drawn has one, and none tells more than its viewer may know."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.hover_cards import SAYS, check_card, check_cards, things
from tests.support.games.spike.junctions import NAMED_JUNCTION
from tests.support.games.spike.positions import BOX, GAME, give, legal, position
from tests.support.games.spike.previews import TABLES, asked_of, preview
from tests.support.random_games import random_game
from tests.support.seeds import size
from tests.support.svg import SAY, parsed
from trainshed.draw.board import Asked
from trainshed.draw.hover_card import HoverCard
from trainshed.draw.sheet import LAYOUTS, WIDE
from trainshed.games.spike.board import board
from trainshed.games.spike.board.hover.about import OF_THINGS, OF_WORDS
from trainshed.games.spike.rules.state import SpikeState

EVERYWHERE = {
    "city",
    "line",
    "junction",
    "train",
    "hand",
    "pile",
    "take",
    "good",
    "row",
    "money",
    "round",
    "face",
    "part",
}
"""The kinds of things that every board shows."""


def card_of(state: SpikeState, thing: str, *chosen: str, seat: int | None = 0) -> HoverCard:
    view, asked = preview(state, seat or 0, *chosen) if chosen else (state.view(seat), asked_of(state, seat))
    return check_card(GAME, board, view, thing, asked, SAY)


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize(("seats", "chosen"), TABLES)
def test_everything_that_is_drawn_has_a_card(seats: int, chosen: dict[str, str]) -> None:
    seen: set[str] = set()
    for index, (before, state) in enumerate(random_game(GAME, seats, chosen, 7)):
        if index % size(day=131, night=11) and not state.over:
            continue
        viewer = state.actor if state.actor >= 0 and index % 3 else [0, None][index % 2]
        view, asked = state.view(viewer), asked_of(state, viewer)
        svg = parsed(board.draw(GAME, before, view, asked, LAYOUTS[index % 2], SAY))
        seen.update(check_cards(GAME, board, view, asked, svg, SAYS[index % len(SAYS)]))
        if viewer is not None and viewer == state.actor:
            word = legal(state)[index % len(legal(state))]
            view, asked = preview(state, viewer, word)
            svg = parsed(board.draw(GAME, None, view, asked, LAYOUTS[index % 2], SAY))
            seen.update(check_cards(GAME, board, view, asked, svg, SAY))
        beside = Asked(beside=(index + 1) % seats)
        svg = parsed(board.draw(GAME, None, view, beside, LAYOUTS[index % 2], SAY))
        seen.update(check_cards(GAME, board, view, Asked(), svg, SAY))
    assert {thing.partition(" ")[0].partition(":")[0] for thing in seen} >= EVERYWHERE


@pytest.mark.parametrize("layout", LAYOUTS)
def test_neither_board_nor_cards_name_a_junction(layout: str) -> None:
    named = set[str]()
    for index, (before, state) in enumerate(random_game(GAME, 2, {"advanced": "no"}, 8)):
        if index % size(day=37, night=5) or state.actor < 0:
            continue
        word = legal(state)[index % len(legal(state))]
        for view, asked in ((state.view(state.actor), asked_of(state, state.actor)), preview(state, state.actor, word)):
            svg = parsed(board.draw(GAME, before, view, asked, layout, SAY))
            texts = [text for node in svg.iter() for text in (node.text, node.get("aria-label")) if text]
            cards = [board.about(GAME, view, thing, asked, SAY) for thing in things(svg)]
            texts += [
                str(text) for card in cards if card is not None for text in (card.name, card.state, card.told, card.now)
            ]
            named.update(text for text in texts if NAMED_JUNCTION.search(text))
    assert named == set()


def test_a_card_tells_nothing_that_its_viewer_may_not_know() -> None:
    """Whatever the others hold, the cards of all things read the same."""
    rng = Random(3)
    for index, (_, state) in enumerate(random_game(GAME, 3, {"advanced": "yes"}, 9)):
        if index % size(day=151, night=17):
            continue
        for viewer in (0, None):
            view, asked = state.view(viewer), asked_of(state, viewer)
            other = view if viewer is None else state.redraw(viewer, rng).view(viewer)
            for beside in (None, 1):
                drawing = board.draw(GAME, None, view, asked._replace(beside=beside), LAYOUTS[index % 2], SAY)
                for thing in things(parsed(drawing)):
                    assert board.about(GAME, other, thing, asked, SAY) == board.about(GAME, view, thing, asked, SAY)


@pytest.mark.clause("SP-SETUP-16")
def test_nobody_is_told_the_route_card_of_another() -> None:
    state = position()
    for seat in range(2):
        for viewer in (1 - seat, None):
            for card in BOX.route_cards:
                thing = f"secret:{('blue', 'red')[seat]}:{card.name}"
                assert board.about(GAME, state.view(viewer), thing, Asked(), SAY) is None


@pytest.mark.parametrize("head", [*OF_WORDS, *OF_THINGS, "nothing"])
def test_a_key_that_nothing_has_is_no_error(head: str) -> None:
    """Keys come from outside: a wrong one gets no card, or one that says nothing false."""
    state = position()
    for rest in (
        "",
        ":",
        ":x",
        ":99",
        ":-1",
        ":blue",
        ":chicago",
        ":chicago:x",
        ":blue:x",
        " link:x match",
        ":car:violet",
    ):
        for position_ in (state, GAME.start(2)):
            for viewer in (0, None):
                card = board.about(GAME, position_.view(viewer), head + rest, Asked(), SAY)
                assert card is None or card.name


# ---------------------------------------------------------------- examples


@pytest.mark.clause("SP-MARKET-01")
def test_a_city_tells_what_it_supplies_and_who_has_it() -> None:
    state = position()
    card = card_of(state, "city:chicago", seat=None)
    assert card.name == "Chicago"
    assert card.state.startswith("supplies steel, worth ")
    view = state.view(0)
    for contract in view.players[0].contracts:
        face = next(face for face in BOX.faces if face.name == contract.face)
        good = BOX.commodities[face.commodity]
        for city, pay in zip(face.cities, face.pay, strict=True):
            assert f"{pay}$ for your {good}" in card_of(state, f"city:{BOX.node_names[city]}").now


def test_a_city_to_build_to_tells_cards_and_pay() -> None:
    state = position()
    give(state, 0, cards=dict.fromkeys(BOX.colors, 4))
    view, asked = state.view(0), asked_of(state, 0)
    drawn = parsed(board.draw(GAME, None, view, asked, WIDE, SAY))
    built = [thing for thing in things(drawn) if thing.startswith("build ")]
    assert built
    for press in built:
        card = check_card(GAME, board, view, press, asked, SAY)
        assert card.told.startswith("A route of ")
        assert "card" in card.cost
        assert card.now[0] in ("+1$", "+2$", "+3$")
        after, chosen = preview(state, 0, *press.split(), group=press.split())
        again = check_card(GAME, board, after, press, chosen, SAY)
        assert again.name == card.name


def test_the_parts_of_a_train_tell_their_price() -> None:
    state = position()
    card = card_of(state, "part:locomotive:blue")
    assert (card.name, card.state) == ("Locomotive", "speed 1")
    assert card.told.endswith("Upgrading it to 2 takes an action and 3$.")
    assert card.cost.startswith("3$ of your ")
    assert card_of(state, "part:locomotive:red").cost == ""
