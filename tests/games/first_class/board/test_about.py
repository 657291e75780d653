"""The hover cards of First Class: every thing of the board has one, and it tells no more than the view."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from xml.etree import ElementTree

import pytest

from tests.support.games.first_class.drawing import answered, asked_of, preview
from tests.support.games.first_class.positions import BOX, GAME, carry, give, legal, position, show, turn_of
from tests.support.random_games import random_game
from tests.support.seeds import size
from tests.support.svg import NAMES, SAY, options, parsed
from trainshed.draw.board import Asked, Say
from trainshed.draw.hover_card import HoverCard
from trainshed.draw.sheet import LAYOUTS
from trainshed.games.first_class.board import board
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.games.first_class.view import View
from trainshed.locale import LANGUAGES, speech
from trainshed.web.pages.table.hover.outlook import best_end

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
                if view.seat is None:
                    assert "you" not in " ".join(map(str, told(view, thing, asked)[:4])).lower().split()
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


# ---------------------------------------------------------------- by example


def told_of(state: FirstClassState, thing: str, seat: int | None = 0) -> HoverCard:
    return told(state.view(seat), thing, asked_of(state, seat))


def test_an_action_card_tells_its_kind_and_what_it_gives() -> None:
    state = show(position(2), "x1-car-1-1 s1-1 a1-5")
    card = told_of(state, "take:1:1")
    assert card.name == "Car card"
    assert card.state == "row 1, card 1, leaves after 2"
    assert card.told == "2 level-0 coaches. It counts as a car card for end-bonus cards, used or ignored."
    assert told_of(state, "take:1:2").name == "Section card"
    assert told_of(state, "take:1:6").name == "Empty place"


@pytest.mark.clause("FC-CONTRACT-04")
def test_a_contract_tells_how_far_the_viewer_has_come() -> None:
    """Two coaches of level 2 or higher."""
    state = show(give(position(2), 0, upper="2 1", contracts="a1-4"), "a1-5")
    card = told_of(state, "take:1:1")
    assert (card.name, card.now, card.clause) == ("Contract", ["1 of 2 so far"], "FC-CONTRACT-02")
    assert told_of(state, "take:1:1", None).now == []
    assert told_of(state, "card:0:a1-4").state == "open contract"
    assert told_of(state, "card:0:a1-4", 1).state == "Marta: open contract"


@pytest.mark.clause("FC-BONUS-02", "FC-FINAL-04")
def test_an_end_bonus_card_tells_its_price_and_what_it_would_count() -> None:
    state = give(position(2), 0, coins=(3, 0, 0), taken="x1-loc-1-1 x1-loc-2-1")
    card = told_of(state, "buy:eb-loc-1")
    worth = BOX.bonus[BOX.bonus_numbers["eb-loc-1"]].points
    assert card.cost == "4 coins, you have 3"
    assert card.now == [f"+{2 * worth} at the end", "locomotive cards so far: 2"]
    assert told_of(state, "buy:eb-loc-1", None).cost == "4 coins"


@pytest.mark.clause("FC-SCORE-12")
def test_coaches_and_conductors_tell_what_scores() -> None:
    state = give(position(2), 0, upper="4 2 1", conductors=(1, 0))
    assert told_of(state, "car:0:upper:1").now == ["scores now"]
    assert told_of(state, "car:0:upper:2").now == ["not yet: the conductor is on card 1"]
    assert told_of(state, "car:0:upper:2", 1).now == []
    assert told_of(state, "guard:0:upper").now == ["one step: +2 in each scoring"]
    assert told_of(state, "train:0:upper").told.startswith("In a scoring phase it brings 4 points as it stands, 7")
    assert told_of(state, "car:0:upper:6").name == "Place of the mail car"


@pytest.mark.clause("FC-LOCO-02", "FC-LOCO-03")
def test_cities_tell_what_they_give_and_how_far_they_are() -> None:
    state = give(position(2), 0, city=1)
    reward, once = told_of(state, "stop:0:2"), told_of(state, "stop:0:3")
    assert (reward.state, reward.told, reward.clause) == (
        "1 city ahead",
        "2 coins in every scoring phase.",
        "FC-LOCO-02",
    )
    assert (once.told, once.clause) == ("2 points once.", "FC-LOCO-03")
    assert told_of(state, "stop:0:1").state == "the locomotive is here"


@pytest.mark.clause("FC-SETUP-24")
def test_the_drafted_card_of_a_rival_stays_hidden() -> None:
    state = give(position(2), 0, bonus="eb-car-1 eb-loc-4")
    assert told_of(state, "counted:0:eb-car-1").told.endswith("for each car card.")
    assert board.about(GAME, state.view(1), "counted:0:eb-car-1", Asked(), SAY) is None
    assert told_of(state, "counted:0:", 1).state == "Marta: face down, from the draft"
    assert told_of(state, "counted:0:eb-loc-4", 1).name == "End-bonus card"


@pytest.mark.parametrize(
    "thing", ["", "nothing", "stop:9:1", "stop:0:99", "car:0:middle:1", "row:9", "place:0", "buy:x"]
)
def test_what_is_not_on_the_board_has_no_card(thing: str) -> None:
    assert board.about(GAME, position(2).view(0), thing, Asked(), SAY) is None


# ---------------------------------------------------------------- what a choice would bring


def brought(state: FirstClassState, *words: str) -> list[str]:
    """The words of the best way to go on after some words."""
    following = state.clone()
    for word in words:
        following.apply(GAME.vocabulary.id(word))
    worth, settled = partial(board.worth, GAME), partial(board.settled, GAME)
    end = best_end(following, state.actor, list(words), worth, settled)
    assert end is not None
    return list(end.words)


def test_the_best_way_to_use_a_card_is_followed_to_its_end_and_no_further() -> None:
    """Coins could buy more afterwards; that is no part of what the card brings."""
    state = give(position(2), 0, upper="1 0", lower="1 1", conductors=(0, 2), coins=(2, 2, 2))
    carry(state, 0, "upgrade-any x1")
    view, asked = preview(state, 0, "upgrade:lower:1")
    assert board.settled(GAME, view)
    assert board.gesture(GAME, view, asked, SAY).effect == "+1 in each scoring"
    lower, upper = (after_word(state, word) for word in ("upgrade:lower:1", "upgrade:upper:1"))
    assert board.worth(GAME, lower) > board.worth(GAME, upper)


def after_word(state: FirstClassState, word: str) -> View:
    state = state.clone()
    state.apply(GAME.vocabulary.id(word))
    view: View = state.view(0)
    return view


def test_a_card_with_several_icons_is_used_in_the_best_way() -> None:
    """The steps go where they score, and nothing is left."""
    state = give(position(2), 0, upper="2 2", lower="1 1", conductors=(1, 0))
    show(state, "x1-con-1-1 x1-car-1-1")
    words = brought(turn_of(state, 0), "take:1:2", "use")
    assert sorted(words[2:]) in (["coach:lower", "coach:lower"], ["coach:lower", "coach:upper"], ["coach:upper"] * 2)
    steps = carry(state.clone(), 0, "conductor steps 2")
    assert sorted(brought(steps, "conductor:upper:1")) == ["conductor:lower:1", "conductor:upper:1"]


@pytest.mark.clause("FC-MODULE-C-06")
def test_before_a_draw_the_bar_tells_what_is_left() -> None:
    """The token comes first, and cannot be put back; the hover card of the card has the same words."""
    state = position(2, modules="c-d")
    carry(state, 0, "coins 2, draw 1")
    view, asked = preview(state, 0, "draw")
    effect = board.gesture(GAME, view, asked, SAY).effect
    assert effect == "left: 2 coins · a token that was drawn cannot be put back"
