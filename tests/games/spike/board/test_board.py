"""The board of Spike: in every position it can be read and pressed, and it shows no more than its view."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import msgspec
import pytest

from tests.support.games.spike.positions import BOX, GAME, do, give, legal, position
from tests.support.games.spike.previews import TABLES, asked_of, preview
from tests.support.random_games import random_game
from tests.support.seeds import size
from tests.support.svg import NAMES, SAY, Wordy, check_picture, live, options, parsed
from trainshed.draw.board import Asked, ConfirmBar, Say
from trainshed.draw.sheet import LAYOUTS, TALL, WIDE
from trainshed.games.spike.board import board
from trainshed.games.spike.board.offers import cheapest_ways, key_of, ways_to
from trainshed.games.spike.board.scene import Scene
from trainshed.games.spike.rules.state import SpikeState
from trainshed.games.spike.rules.train import extra_reach, free_reach, start_reach
from trainshed.games.spike.view import View
from trainshed.kernel.coaching import coach_of
from trainshed.kernel.vocabulary import head_of

CHICAGO = "chicago"


# ---------------------------------------------------------------- positions


def drawn(view: View, asked: Asked, layout: str = WIDE) -> ElementTree.Element:
    return parsed(board.draw(GAME, None, view, asked, layout, SAY))


def drawn_for(state: SpikeState, layout: str = WIDE) -> ElementTree.Element:
    return drawn(state.view(state.actor), asked_of(state, state.actor), layout)


def pressed_words(svg: ElementTree.Element) -> list[str]:
    """What each option says that is not dead, all of its words."""
    shown = [node for node in options(svg) if "dead" not in node.get("class", "").split()]
    said = [node.get("data-words") or node.get("data-word") or "" for node in shown]
    return [words for words in said if words]


def pieces(svg: ElementTree.Element, beginning: str) -> list[str]:
    ids = [node.get("id") or "" for node in svg.iter("g")]
    return [id_ for id_ in ids if id_.startswith(beginning)]


def check_options(svg: ElementTree.Element, asked: Asked) -> None:
    """Check that every legal word can be pressed alone, that words which belong together come after them, and that
    each option has a label and a clause."""
    said = pressed_words(svg)
    for word in asked.moves:
        assert word in said
    for words in said:
        first = words.partition(" ")[0]
        assert first in {*asked.moves, *asked.instead, *asked.chosen}
        if " " in words and first in asked.moves:
            assert said.index(first) < said.index(words)
    for node in options(svg):
        if node.get("data-map"):
            continue
        assert node.get("aria-label")
        assert node.get("data-rule") in GAME.rulebook
        assert (node.get("aria-disabled") == "true") == ("dead" in node.get("class", ""))
    if not asked.moves and not asked.chosen:
        assert not said


# ---------------------------------------------------------------- whole games


def played(seats: int, chosen: dict[str, str], seed: int) -> Iterator[tuple[View | None, SpikeState]]:
    return random_game(GAME, seats, chosen, seed)


@pytest.mark.parametrize(("seats", "chosen"), TABLES)
def test_every_position_can_be_read_and_pressed(seats: int, chosen: dict[str, str]) -> None:
    for index, (before, state) in enumerate(played(seats, chosen, 5)):
        if index % size(day=3, night=1) and not state.over:
            continue
        layout = LAYOUTS[index % 2]
        viewer = state.actor if state.actor >= 0 else [0, None][index % 4 < 2]
        view, asked = state.view(viewer), asked_of(state, viewer)
        svg = parsed(board.draw(GAME, before, view, asked, layout, SAY))
        check_options(svg, asked)
        if index % 9 == 0 or state.over:
            check_picture(svg)


@pytest.mark.parametrize(("seats", "chosen"), TABLES)
def test_every_preview_can_be_read_and_changed(seats: int, chosen: dict[str, str]) -> None:
    for index, (_, state) in enumerate(played(seats, chosen, 3)):
        if state.actor < 0 or index % size(day=12, night=4):
            continue
        for word in legal(state)[:: size(day=3, night=1)]:
            view, asked = preview(state, state.actor, word)
            svg = drawn(view, asked, LAYOUTS[index % 2])
            check_options(svg, asked)
            check_picture(svg)
            said = board.gesture(GAME, view, asked, SAY)
            assert len(said.steps) == 1
            assert said.title


@pytest.mark.parametrize("layout", LAYOUTS)
def test_longer_languages_find_room(layout: str) -> None:
    said = Say(Wordy(), NAMES)
    for index, (before, state) in enumerate(played(4, {}, 11)):
        if index % size(day=23, night=5) and not state.over:
            continue
        viewer = max(0, state.actor)
        check_picture(parsed(board.draw(GAME, before, state.view(viewer), asked_of(state, viewer), layout, said)))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_equal_views_are_drawn_alike(layout: str) -> None:
    """The drawing depends on the view only: a copy that went through JSON gives the same bytes."""
    for index, (before, state) in enumerate(played(3, {}, 2)):
        if index % 40 == 0:
            view, asked = state.view(0), asked_of(state, 0)
            copy = msgspec.json.decode(msgspec.json.encode(view), type=View)
            assert board.draw(GAME, before, copy, asked, layout, SAY) == board.draw(
                GAME, before, view, asked, layout, SAY
            )


def test_parts_are_those_that_the_rulebook_names() -> None:
    state = position(3)
    for layout in LAYOUTS:
        found = {name for name, _ in board.parts(GAME, state.view(0), layout, SAY)}
        assert found == {"map", "market", "hand", "pile", "time", "contracts", "train", "route", "seats"}


# ---------------------------------------------------------------- secrets


@pytest.mark.clause("SP-TURN-06", "SP-DRAW-07")
def test_only_its_owner_sees_a_hand_and_a_route_card() -> None:
    state = give(position(2), 0, cards="red red blue", route=CHICAGO)
    own = drawn(state.view(0), Asked())
    assert pieces(own, "hand-") == ["hand-blue", "hand-red"]
    start = f"from {BOX.places[BOX.node_names.index(CHICAGO)][0]}"
    assert start in [node.text for node in own.iter("text")]
    for viewer in (1, None):
        other = parsed(board.draw(GAME, None, state.view(viewer), Asked(beside=0), WIDE, SAY))
        assert pieces(other, "hand-") == []
        assert start not in [node.text for node in other.iter("text")]
    assert "You are watching" in board.draw(GAME, None, state.view(None), Asked(), TALL, SAY)


def test_nobody_is_offered_anything_out_of_turn() -> None:
    state = give(position(2), 0, cards="red red blue")
    assert pressed_words(drawn(state.view(1), Asked())) == []


def test_a_rivals_train_and_contracts_are_shown_in_place_of_the_own() -> None:
    state = give(position(2), 0, cards="red red", contracts="pigs-1-a")
    give(state, 1, contracts="coal-1-a", at=CHICAGO)
    asked = asked_of(state, 0)._replace(beside=1)
    svg = drawn(state.view(0), asked)
    texts = [node.text for node in svg.iter("text")]
    assert f"Contracts of {NAMES[1]}" in texts
    assert "coal" in texts
    assert "pile" in pressed_words(svg)
    assert not [word for word in pressed_words(svg) if head_of(word) == "upgrade"]


# ---------------------------------------------------------------- building


def rich() -> SpikeState:
    """A position in which seat 0 can build from Chicago to several cities in several ways."""
    state = position(2)
    return give(state, 0, cards="white white white blue blue red red yellow green green black", at=CHICAGO)


@pytest.mark.clause("SP-BUILD-05", "SP-BUILD-09")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_city_is_built_to_by_one_press(layout: str) -> None:
    """Every city that is offered: its words are legal one after the other, and lead there."""
    state = rich()
    cities = [words.split() for words in pressed_words(drawn_for(state, layout)) if words.startswith("build ")]
    assert len(cities) > 5
    for words in cities:
        then = state.clone()
        for word in words:
            assert word in legal(then), words
            then.apply(GAME.vocabulary.id(word))
        assert len(then.view(0).players[0].cities) == len(state.view(0).players[0].cities) + 1


def test_ways_to_a_city_are_listed_with_other_cards() -> None:
    state = rich()
    way = max(Scene(GAME, state.view(0), asked_of(state, 0), SAY).ways.values(), key=lambda way: len(way.links))
    words = list(way.words)
    view, asked = preview(state, 0, *words, group=words)
    svg = drawn(view, asked)
    chosen = [node.get("data-words") for node in options(svg) if "chosen" in node.get("class", "").split()]
    assert set(chosen) == {" ".join(words)}
    rows = [node for node in options(svg) if node.get("id", "").startswith("opt-row-")]
    said = [node.get("data-words", "").split() for node in rows]
    assert words in said
    assert len(said) > 2
    assert len({tuple(other) for other in said}) == len(said)
    for other in said:
        then = state.clone()
        do(then, *other)
        assert BOX.node_names[way.city] in then.view(0).players[0].cities
    # another city, and what is no route, can be pressed in its place
    assert any(pressed.startswith("build ") and pressed not in map(" ".join, said) for pressed in pressed_words(svg))
    assert "pile" in live(svg, "alt")
    bar = board.gesture(GAME, view, asked, SAY)
    assert len(bar.steps) == len(words)
    assert BOX.places[way.city][0] in bar.title


def test_a_route_keeps_its_name_while_the_turn_goes_on_with_a_load() -> None:
    """Loading after building: the confirm bar still says where the route leads, and what the market pays."""
    state = give(position(2), 0, cards="black", at="cleveland", contracts="oil-1-a")
    way = ["build", "link:cleveland-pittsburgh", "match"]
    view, asked = preview(state, 0, *way, "load:oil", group=["load:oil"])
    bar = board.gesture(GAME, view, asked, SAY)
    assert bar.title.startswith("Build to Pittsburgh: 1 track")
    assert bar.effect.startswith("the market pays")


def test_a_route_that_was_begun_link_by_link_goes_on_so() -> None:
    state = rich()
    view, asked = preview(state, 0, "build")
    said = pressed_words(drawn(view, asked))
    assert set(asked.moves) <= set(said)
    assert not [words for words in said if " " in words]


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_coach_asks_for_a_city_only_where_one_can_be_chosen(language: str) -> None:
    coach = coach_of(GAME)
    assert coach is not None
    state = rich()
    do(state, "build")
    # when the route is built link by link, then no city can be pressed
    words = [word for press in pressed_words(drawn_for(state)) for word in press.split()]
    assert {head_of(word) for word in words} == {"link"}
    # and no title of the coach asks for one
    kinds = coach.kinds(GAME, state.view(0), legal(state), ())
    titles = [coach.said(kind, language).advice.title for kind in kinds]
    asks = re.compile("choose a city|elige una ciudad|scegli una città", re.IGNORECASE)
    assert [title for title in titles if asks.search(title)] == []


def test_a_second_route_is_built_by_another_press() -> None:
    """With the option that one Build lays several routes, cities can be pressed again after the first."""
    state = position(2, builds_per_action="any")
    give(state, 0, cards="white white white blue blue red red yellow green green black", at=CHICAGO)
    way = min(cheapest_ways(BOX, key_of(state.view(0), 0)).values(), key=lambda way: way.price)
    view, asked = preview(state, 0, *way.words, group=way.words)
    again = [words.split() for words in pressed_words(drawn(view, asked)) if words.startswith("build ")]
    assert len(again) > 3
    for words in again:
        if words != list(way.words):
            then = state.clone()
            do(then, *way.words, *words)


def test_tracks_of_the_route_are_previewed_and_the_market_tells_what_it_pays() -> None:
    state = rich()
    ways = cheapest_ways(BOX, key_of(state.view(0), 0))
    way = next(
        way for way in ways.values() if Scene(GAME, state.view(0), Asked(), SAY).pays(way.city) == max(BOX.row_worth)
    )
    view, asked = preview(state, 0, *way.words, group=way.words)
    svg = drawn(view, asked)
    rails = [node.get("id") for node in svg.iter("g") if "rail" in node.get("class", "").split()]
    assert rails == [f"rail-{BOX.space_names[link]}-0" for link in sorted(way.links)]
    texts = [node.text or "" for node in svg.iter("text")]
    assert f"+{max(BOX.row_worth)}$" in texts
    assert "↓ 1" in texts
    assert {"↑ 3", "↑ 2"} <= set(texts)
    assert [said for said in texts if "→" in said and said[0].isdigit()]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_market_tiles_keep_their_order_in_the_drawing(layout: str) -> None:
    """The page matches old and new tiles by their order: a tile that is passed by another would fly."""
    state = rich()
    before = pieces(drawn_for(state, layout), "mkt-")
    assert len(before) == len(BOX.commodities)
    moved = 0
    for way in cheapest_ways(BOX, key_of(state.view(0), 0)).values():
        view, asked = preview(state, 0, *way.words)
        assert pieces(drawn(view, asked, layout), "mkt-") == before
        assert asked.after is not None
        moved += asked.after.market != view.market
    assert moved > 0


@pytest.mark.clause("SP-BUILD-19")
def test_the_usual_payment_takes_the_fewest_cards() -> None:
    state = rich()
    ways = cheapest_ways(BOX, key_of(state.view(0), 0))
    for way in list(ways.values())[:6]:
        then = state.clone()
        do(then, *[word for word in way.words if head_of(word) in ("build", "link")])
        before = sum(then.players[0].hand)
        while then.view(0).pending[-1][0] == "PayRoute":
            word = board.usual(GAME, then.view(0), legal(then))
            assert word in legal(then)
            do(then, word)
        assert before - sum(then.players[0].hand) == way.price
    assert board.usual(GAME, state.view(0), legal(state)) == ""


def test_ways_to_a_city_begin_with_the_cheapest() -> None:
    state = rich()
    key = key_of(state.view(0), 0)
    for city, way in cheapest_ways(BOX, key).items():
        listed = ways_to(BOX, key, city)
        assert listed[0] == way
        assert way.price == min(other.price for other in listed)


# ---------------------------------------------------------------- the train


@pytest.mark.clause("SP-MOVE-02", "SP-START-02", "SP-EXTRA-02")
def test_steps_are_those_of_the_rules() -> None:
    checked = 0
    for _, state in played(2, {"advanced": "no"}, 8):
        if state.actor < 0 or state.view(state.actor).pending[-1][0] != "Turn":
            continue
        seat = state.actor
        scene = Scene(GAME, state.view(seat), asked_of(state, seat), SAY)
        for head, reach in (("move", free_reach), ("start", start_reach), ("extra", extra_reach)):
            words = [word for word in legal(state) if head_of(word) == head]
            if words:
                found = reach(state, seat)
                for space, length in zip(found.spaces, found.lengths, strict=True):
                    if length == 0:  # waiting has no place on the map
                        continue
                    assert scene.steps(head)[BOX.space_names[space]] <= length
                    checked += 1
    assert checked > 20


def test_a_moved_train_is_lifted_and_its_old_place_is_marked() -> None:
    state = position(2)
    link = next(name for name in BOX.space_names if name.startswith("norfolk-") or name.endswith("-norfolk"))
    give(state, 0, tracks=link)
    view, asked = preview(state, 0, f"start:{link}")
    svg = drawn(view, asked)
    lifted = [node.get("id") for node in svg.iter("g") if "lift" in node.get("class", "").split()]
    assert "train-blue" in lifted
    assert pieces(svg, "train-was-") == ["train-was-blue"]


@pytest.mark.clause("SP-MOVE-02")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_waiting_can_be_chosen_and_leaves_the_map_as_it_is(layout: str) -> None:
    state = give(position(2), 0, tracks="norfolk-washington", at="norfolk-washington", heading="washington")
    here = "move:norfolk-washington"
    svg = drawn_for(state, layout)
    assert here in pressed_words(svg)
    assert not [node for node in options(svg) if node.get("id") == "opt-link-norfolk-washington-0"]
    # when it is chosen, then the train stays, and the bar says so
    view, asked = preview(state, 0, here)
    svg = drawn(view, asked, layout)
    assert not pieces(svg, "train-was-")
    bar = board.gesture(GAME, view, asked, SAY)
    assert (list(bar.steps), bar.title) == (["Wait"], "Let the train wait")


def test_cargo_is_loaded_and_delivered_at_its_contract_and_unloaded_at_its_car() -> None:
    face = next(face for face in BOX.faces if face.commodity == BOX.supplies[BOX.node_names.index(CHICAGO)])
    good = BOX.commodities[face.commodity]
    state = give(position(2), 0, contracts=face.name, at=CHICAGO)
    assert f"load:{good}" in pressed_words(drawn_for(state))
    give(state, 0, aboard=good, at=BOX.node_names[face.cities[0]])
    said = pressed_words(drawn_for(state))
    assert {f"deliver:{good}", f"unload:{good}"} <= set(said)


# ---------------------------------------------------------------- texts around the board


def test_what_stands_around_the_board() -> None:
    state = give(position(3), 1, money=12, contracts="pigs-1-a coal-1-a", aboard="pigs")
    line = board.seat(GAME, state.view(0), 1, SAY)
    assert line.points == "12$"
    assert "<svg" in line.spark
    assert board.progress(GAME, state.view(0), SAY).startswith("Round 1 of 3")
    assert board.question(GAME, state.view(0), asked_of(state, 0), SAY) == (
        "Your action: draw cards, build, run or upgrade?",
        "SP-TURN-02",
    )
    assert board.standing(GAME, state.view(0)) == ([0, 12, 0], 1, False, "$", 3)
    assert board.gesture(GAME, state.view(0), Asked(), SAY) == ConfirmBar((), "")


def test_a_card_from_the_pile_is_drawn_by_a_button_that_says_so() -> None:
    state = position(2)
    view, asked = preview(state, 0, "pile")
    bar = board.gesture(GAME, view, asked, SAY)
    assert (bar.button, bar.effect) == ("Draw", "a card that was drawn cannot be put back")


def test_the_end_shows_every_route_card() -> None:
    *_, (_, state) = played(2, {}, 4)
    view = state.view(None)
    assert view.over
    for seat in range(2):
        svg = drawn(view, Asked(beside=seat))
        check_picture(svg)
        assert any((node.text or "").startswith("from ") for node in svg.iter("text"))
    assert board.question(GAME, view, Asked(), SAY)[1] in GAME.rulebook
