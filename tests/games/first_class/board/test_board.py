"""The board of First Class: in every position it can be read and pressed, and it shows no more than its view."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from xml.etree import ElementTree

import msgspec
import pytest

from tests.support.games.first_class.drawing import (
    answered,
    asked_of,
    check_options,
    drawn,
    drawn_for,
    pieces,
    preview,
    shown_words,
    texts,
)
from tests.support.games.first_class.positions import (
    BOX,
    GAME,
    PAIRS,
    after,
    carry,
    do,
    full_display,
    give,
    legal,
    new_game,
    play_out,
    position,
    scoring,
    show,
)
from tests.support.random_games import random_game
from tests.support.seeds import size
from tests.support.svg import NAMES, SAY, Wordy, check_picture, live, options, parsed
from trainshed.draw.board import Asked, ConfirmBar, Count, Say
from trainshed.draw.sheet import LAYOUTS, TALL, WIDE
from trainshed.games.first_class.board import board
from trainshed.games.first_class.events import TrainsScored
from trainshed.games.first_class.rules.actions.in_progress import CHOICE, LINE
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.games.first_class.view import View

TABLES: list[tuple[int, dict[str, str]]] = [
    (2, {"modules": "a-b"}),
    (3, {"modules": "c-d", "open_piles": "yes"}),
    (4, {"modules": "b-e", "coins_inside_rewards": "yes"}),
]


# ---------------------------------------------------------------- whole games


def played(seats: int, chosen: dict[str, str], seed: int) -> Iterator[tuple[View | None, FirstClassState]]:
    return random_game(GAME, seats, chosen, seed)


@pytest.mark.parametrize(("seats", "chosen"), TABLES)
def test_every_position_can_be_read_and_pressed(seats: int, chosen: dict[str, str]) -> None:
    for index, (before, state) in enumerate(played(seats, chosen, 5)):
        if index % size(day=4, night=1) and not state.over:
            continue
        layout = LAYOUTS[index // 4 % 2]
        viewer = state.actor if state.actor >= 0 else [0, None][index % 8 < 4]
        view, asked = state.view(viewer), asked_of(state, viewer)
        svg = parsed(board.draw(GAME, before, view, asked, layout, SAY))
        check_options(svg, asked)
        if index % 12 == 0 or state.over:
            check_picture(svg)


@pytest.mark.parametrize(("seats", "chosen"), TABLES)
def test_every_preview_can_be_read_and_changed(seats: int, chosen: dict[str, str]) -> None:
    for index, (_, state) in enumerate(played(seats, chosen, 3)):
        if state.actor < 0 or index % size(day=19, night=4):
            continue
        for word in legal(state)[:: size(day=4, night=1)]:
            words = answered(state, word)
            view, asked = preview(state, state.actor, *words)
            svg = drawn(view, asked, LAYOUTS[index % 2])
            check_options(svg, asked)
            check_picture(svg)
            said = board.gesture(GAME, view, asked, SAY)
            assert len(said.steps) == len(words)
            assert said.title


@pytest.mark.parametrize("layout", LAYOUTS)
def test_longer_languages_find_room(layout: str) -> None:
    said = Say(Wordy(), NAMES)
    for index, (before, state) in enumerate(played(4, {"modules": "b-d"}, 11)):
        if index % size(day=37, night=5) and not state.over:
            continue
        viewer = max(0, state.actor)
        check_picture(parsed(board.draw(GAME, before, state.view(viewer), asked_of(state, viewer), layout, said)))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_equal_views_are_drawn_alike(layout: str) -> None:
    """The drawing depends on the view only: a copy that went through JSON gives the same bytes."""
    for index, (before, state) in enumerate(played(3, {"modules": "c-e"}, 2)):
        if index % 50 == 0:
            view, asked = state.view(0), asked_of(state, 0)
            copy = msgspec.json.decode(msgspec.json.encode(view), type=View)
            twice = [board.draw(GAME, before, each, asked, layout, SAY) for each in (view, copy)]
            assert twice[0] == twice[1]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_long_line_and_many_contracts_find_room(layout: str) -> None:
    sections = [card.name for card in BOX.cards if card.cities]
    contracts = [card.name for card in BOX.cards if card.kind == "contract" and card.name[0] in "ac"]
    for count in (3, 7, len(sections)):
        state = give(
            position(4, modules="a-c"), 0, sections=sections[:count], city=count, contracts=contracts[: 2 * count]
        )
        scoring(state)
        svg = drawn_for(state, layout)
        check_options(svg, asked_of(state, 0))
        check_picture(svg)


def test_parts_are_those_that_the_rulebook_names() -> None:
    state = full_display(give(position(3, modules="a-c"), 0, contracts="a1-1"))
    wanted = {"display", "start_tile", "end_bonus", "coaches", "tiles", "constantinople", "line", "trains", "mail_cars"}
    wanted |= {"coins", "contracts", "final", "points"}
    for layout in LAYOUTS:
        assert {name for name, _ in board.parts(GAME, state.view(0), layout, SAY)} == wanted


# ---------------------------------------------------------------- secrets


def test_nobody_is_offered_anything_out_of_turn() -> None:
    state = full_display(position(2))
    assert live(drawn(state.view(1), Asked())) == []


@pytest.mark.clause("FC-SETUP-24")
def test_only_its_owner_sees_a_drafted_card() -> None:
    """A card of the draft is drawn for its owner only, also on the board of another; at the end for everybody."""
    state = give(position(2), 0, bonus="eb-car-6 eb-con-6", taken="x1-car-1-1")
    own, other = drawn(state.view(0), Asked()), drawn(state.view(1), Asked(beside=0))
    assert "1 × 2" in texts(own)
    assert "? × 0" in texts(other)
    state = give(position(2, open_piles="yes"), 0, bonus="eb-car-6 eb-con-6", taken="x1-car-1-1")
    other = drawn(state.view(1), Asked(beside=0))
    assert "1 × 0" in texts(other)
    assert "0+?" in texts(other)
    assert any("(1 car, 0 conductor" in said for said in texts(other))


def test_views_of_equal_worlds_give_equal_boards() -> None:
    """What a seat cannot know changes nothing that is drawn for it."""
    rng = Random(3)
    for index, (_, state) in enumerate(played(3, {"modules": "b-c"}, 4)):
        if index % 60 == 0 and not state.over:
            view = state.view(0)
            other = GAME.world(view, rng).view(0)
            assert board.draw(GAME, None, view, Asked(), WIDE, SAY) == board.draw(GAME, None, other, Asked(), WIDE, SAY)


def test_a_rivals_company_is_shown_in_place_of_the_own() -> None:
    state = give(full_display(position(2)), 1, upper="4 2 1", conductors=(2, 0), coins=(3, 0, 0))
    svg = drawn(state.view(0), asked_of(state, 0)._replace(beside=1))
    assert f"Company of {NAMES[1]}" in [said.replace("…", "") for said in texts(svg)] or any(
        said.startswith("Company of") for said in texts(svg)
    )
    assert "take:1:1" in live(svg)
    assert not shown_words(svg, ("coin",))
    assert pieces(svg, "cond-") == ["cond-red-0", "cond-red-1"]


# ---------------------------------------------------------------- taking a card


@pytest.mark.clause("FC-TURN-03", "FC-TURN-07")
def test_a_card_is_taken_and_used_by_one_press_and_ignored_by_another() -> None:
    state = show(give(position(2), 0, city=0), "x1-loc-1-1 x1-car-1-1")
    words = answered(state, "take:1:1")
    assert words[:3] == ["take:1:1", "use", "locomotive:2"]
    view, asked = preview(state, 0, *words[:3])
    svg = drawn(view, asked)
    assert "ignore" in live(svg, "alt")
    assert "or 1 upgrade" in texts(svg)
    lifted = [node.get("id") for node in svg.iter("g") if "lift" in node.get("class", "").split()]
    assert "loco-blue" in lifted
    view, asked = preview(state, 0, "take:1:1", "ignore")
    assert "Use it" in texts(drawn(view, asked))


@pytest.mark.clause("FC-ROW-01")
def test_a_row_tells_when_it_leaves() -> None:
    state = show(position(3), "x1-loc-1-1 x1-car-1-1 x1-car-2-1")
    assert "leaves after 3" in texts(drawn_for(state))
    view, asked = preview(state, 0, "take:1:1", "use")
    assert "leaves after 2" in texts(drawn(view, asked))


@pytest.mark.clause("FC-START-01")
def test_the_start_player_tile_tells_who_holds_it() -> None:
    state = full_display(position(2))
    assert "tile" in live(drawn_for(state))
    do(state, "tile")
    assert f"Next start: {NAMES[0]}" in texts(drawn(state.view(0), Asked()))


# ---------------------------------------------------------------- usual answers


@pytest.mark.parametrize(
    ("effect", "given", "usual"),
    [
        ("locomotive 3", {"city": 0}, "locomotive:3"),
        ("locomotive 3", {"city": 2}, "locomotive:1"),
        ("conductors both 2", {"upper": "1 1 0", "lower": "0 0 0", "conductors": (0, 1)}, "conductor:upper:2"),
        ("conductor steps 2", {"upper": "1 1 0", "lower": "0", "conductors": (0, 1)}, "conductor:upper:2"),
        ("conductor steps 2", {"upper": "1 1 0", "lower": "0 0", "conductors": (0, 0)}, ""),
        ("coins 2", {"coins": (1, 0, 0)}, "coins"),
        ("0-coach x1", {}, ""),
        ("upgrade-any x1", {}, ""),
        ("end-bonus card x1", {}, ""),
    ],
)
def test_the_page_answers_only_what_leaves_no_choice(effect: str, given: dict[str, object], usual: str) -> None:
    state = give(position(2), 0, **given)  # type: ignore[arg-type]
    carry(state, 0, effect)
    if state.view(0).pending[-1][0] == "Carry":
        assert board.usual(GAME, state.view(0), legal(state)) == usual
    else:
        assert usual in ("coins", "locomotive:1")


def test_the_page_never_spends_coins_nor_ends_a_scoring() -> None:
    state = give(position(2), 0, coins=(5, 5, 2), city=2, contracts="a1-1", upper="1 1", lower="1 1")
    for asks in (state, after(state.clone()), scoring(state.clone())):
        assert board.usual(GAME, asks.view(0), legal(asks)) == ""
    full = carry(give(position(2), 0, coins=(5, 5, 1)), 0, "coins 2, 0-coach x1")
    assert board.usual(GAME, full.view(0), legal(full)) == ""
    choice = carry(position(4), 0, "0-coach x1, 0->1", CHOICE)
    assert board.usual(GAME, choice.view(0), legal(choice)) == ""


# ---------------------------------------------------------------- trains, line, coins


@pytest.mark.clause("FC-SCORE-12", "FC-SCORE-14")
def test_a_train_tells_what_it_scores() -> None:
    state = give(position(2), 0, upper="12 7 4 2 1 m1 0 0 0 lt-5", lower="4 2 1", conductors=(10, 2))
    said = texts(drawn(state.view(0), Asked()))
    assert "31" in said
    assert "6" in said
    assert "next scoring +37" in said


def test_an_upgrade_is_previewed_with_its_gain() -> None:
    state = carry(give(position(2), 0, upper="2 1", conductors=(1, 0)), 0, "upgrade-any x1")
    assert {"upgrade:upper:2", "upgrade:upper:1", "coach:upper", "coach:lower"} <= set(live(drawn_for(state)))
    view, asked = preview(state, 0, "upgrade:upper:2")
    svg = drawn(view, asked)
    assert texts(svg).count("+2") >= 2
    assert "next scoring +2 → +4" in texts(svg)
    bar = board.gesture(GAME, view, asked, SAY)
    assert (list(bar.steps), bar.effect) == (["2 → 4, upper train"], "+2 in each scoring")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_gain_of_a_chosen_coach_stands_above_its_control(layout: str) -> None:
    """The coach can be raised once more, so that two words have their control there."""
    state = carry(give(position(2), 0, upper="7 2"), 0, "upgrade-any x2")
    view, asked = preview(state, 0, "upgrade:upper:2")
    svg = drawn(view, asked, layout)
    drawn_options = next(node for node in svg.iter("g") if node.get("id") == "options")
    order = [node.get("data-word") or node.get("class") for node in drawn_options]
    assert order.index("upgrade:upper:2") < order.index("upgrade:upper:4") < order.index("gain-tag")
    here = places(svg, "upgrade:upper")
    assert here["upgrade:upper:2"] == places(drawn_for(state, layout), "upgrade:upper")["upgrade:upper:2"]


@pytest.mark.clause("FC-SCORE-04")
def test_rewards_glow_at_their_cities_and_are_ticked() -> None:
    state = scoring(give(position(2), 0, sections="s1-1", city=5, coins=(0, 0, 0)))
    svg = drawn_for(state)
    assert shown_words(svg, ("city",)) == ["city:2", "city:5"]
    do(state, "city:2", "coins")
    assert shown_words(drawn_for(state), ("city",)) == ["city:5"]
    assert "score" in live(drawn_for(state))


@pytest.mark.clause("FC-COIN-13", "FC-COIN-14")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_use_of_a_coin_is_pressed_where_it_happens(layout: str) -> None:
    state = full_display(give(position(2), 0, upper="2 1 0", lower="1 0", conductors=(1, 0), coins=(5, 5, 2)))
    svg = drawn_for(state, layout)
    words = [word for word in legal(state) if word.startswith("coin:")]
    assert len(words) > 12
    assert set(words) <= set(live(svg))
    assert not pieces(svg, "opt-row")
    check_picture(svg)


def test_icons_and_coins_share_a_place_where_both_can_be_used() -> None:
    state = give(position(2, coins_inside_rewards="yes"), 0, upper="1 0", coins=(1, 1, 1), city=2)
    carry(state, 0, "0-coach x1, upgrade-any x1, locomotive 1", LINE, 2)
    svg = drawn_for(state)
    check_options(svg, asked_of(state, 0))
    check_picture(svg)


@pytest.mark.clause("FC-BONUS-02", "FC-COIN-12")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_payment_is_chosen_from_a_list(layout: str) -> None:
    state = full_display(give(position(2), 0, coins=(4, 4, 2)))
    assert shown_words(drawn_for(state, layout), ("buy",)) == [f"buy:eb-loc-{number}" for number in range(1, 5)]
    do(state, "buy:eb-loc-1")
    svg = drawn_for(state, layout)
    assert len(shown_words(svg, ("pay",))) == len(legal(state)) > 5
    check_picture(svg)


@pytest.mark.clause("FC-MAIL-02")
def test_mail_cars_are_chosen_where_they_lie() -> None:
    state = carry(give(position(2), 0, upper="0 0 0 0"), 0, "0-coach x1")
    do(state, "coach:upper")
    assert shown_words(drawn_for(state), ("mail",)) == ["mail:m1", "mail:m2", "mail:m3", "mail:m4"]


# ---------------------------------------------------------------- draft, scoring, end


@pytest.mark.clause("FC-SETUP-15")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_draft_shows_its_cards_to_the_player_who_chooses(layout: str) -> None:
    state = new_game(4, first_player="seat-1")
    rng = Random(2)
    while state.actor < 0:
        state.apply(rng.choice(state.moves()))
    svg = drawn_for(state, layout)
    assert len(shown_words(svg, ("keep",))) == 5
    check_picture(svg)
    for viewer in (seat for seat in range(4) if seat != state.actor):
        assert not pieces(drawn(state.view(viewer), Asked(), layout), "draft-")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_scoring_is_a_timetable(layout: str) -> None:
    state = scoring(give(position(3), 1, upper="4 2", conductors=(2, 0), points=10))
    svg = drawn(state.view(0), asked_of(state, 0), layout)
    assert {"Scoring 1 of 3", "After counting", "+6", "16"} <= set(texts(svg))
    check_picture(svg)


def test_a_timetable_adds_up_for_those_who_have_counted() -> None:
    """Seat 0 has counted 6 of its 30 points; seat 1 counts now."""
    state = scoring(give(position(2), 0, upper="4 2", conductors=(2, 0), points=30), 1)
    state.start = 0
    found = texts(drawn(state.view(1), asked_of(state, 1), WIDE))
    assert {"24", "+6", "30"} <= set(found)
    assert "36" not in found


def test_the_bar_says_what_a_scoring_brings() -> None:
    state = scoring(give(position(2), 0, upper="4 2", conductors=(2, 0), points=10, coins=(2, 0, 0)))
    view, asked = preview(state, 0, "coin:1:point")
    bar = board.gesture(GAME, view, asked._replace(closing="done"), SAY)
    assert (bar.title, bar.effect) == ("Score the trains: 6 points", "+1 point now")
    assert board.gesture(GAME, *preview(state, 0, "done"), SAY).title == "Score the trains: 6 points"


def test_the_bar_says_why_a_scoring_brings_nothing() -> None:
    """A conductor that stands before the first coach counts none: a new player sees coaches, and no points."""
    state = scoring(give(position(2), 0, upper="4 2", conductors=(0, 0), points=10))
    bar = board.gesture(GAME, *preview(state, 0, "done"), SAY)
    assert bar.title == "Score the trains: 0 points"
    assert "only coaches up to the conductor count" in bar.effect


def test_the_bar_says_where_the_locomotive_runs() -> None:
    state = carry(position(2), 0, "locomotive 2")
    bar = board.gesture(GAME, *preview(state, 0, "locomotive:2"), SAY)
    assert bar.effect.startswith("the locomotive runs to Strasbourg (city 2)")


def test_the_bar_says_that_a_card_is_wasted() -> None:
    """The line of the start ends in city 3; a locomotive that stands there cannot go on."""
    for city, wasted in ((3, True), (0, False)):
        state = give(show(full_display(position(2)), "x1-loc-1-1"), 0, city=city)
        view, asked = preview(state, 0, *answered(state, "take:1:1"))
        said = board.gesture(GAME, view, asked._replace(closing="done"), SAY).effect
        assert ("nothing on this card can be used now" in said) == wasted


def test_the_bar_says_what_is_left_of_a_card() -> None:
    state = carry(position(2), 0, "0-coach x2")
    bar = board.gesture(GAME, *preview(state, 0, "coach:upper"), SAY)
    assert (bar.title, bar.effect) == ("Which step now?", "left: 1 level-0 coach")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_end_shows_ranks_points_and_cards(layout: str) -> None:
    state = play_out(new_game(4, 5), Random(1))
    view = state.view(None)
    svg = drawn(view, Asked(), layout)
    assert {str(points) for points in view.scores} <= set(texts(svg))
    check_picture(svg)
    assert board.question(GAME, view, Asked(), SAY)[1] in GAME.rulebook
    assert board.progress(GAME, view, SAY) == "The game is over."


# ---------------------------------------------------------------- texts around the board


def test_what_stands_around_the_board() -> None:
    state = full_display(give(position(3), 1, points=12, upper="4 2", conductors=(2, 0), coins=(3, 0, 0)))
    line = board.seat(GAME, state.view(0), 1, SAY)
    assert line.points == "12"
    assert ("coin", "3", "coins") in line.facts
    assert "<svg" in line.spark
    assert line.more == ""
    assert board.seat(GAME, state.view(1), 1, SAY).more == "Next scoring as things lie: +6"
    assert board.progress(GAME, state.view(0), SAY) == "Round 1 of 6, deck 1"
    assert board.question(GAME, state.view(0), asked_of(state, 0), SAY) == ("Which card do you take?", "FC-TURN-01")
    assert board.standing(GAME, state.view(0)) == ([0, 12, 0], 1, False, "", 6)
    assert board.gesture(GAME, state.view(0), Asked(), SAY) == ConfirmBar((), "")


def test_every_question_is_put_to_the_viewer_with_a_clause() -> None:
    found: dict[str, str] = {}
    for pair in PAIRS:
        for _, state in played(3, {"modules": pair}, 6):
            if state.actor >= 0:
                name = state.view(state.actor).pending[-1][0]
                if name not in found:
                    title, clause = board.question(GAME, state.view(state.actor), asked_of(state, state.actor), SAY)
                    assert clause in GAME.rulebook
                    found[name] = title
    assert {"KeepBonus", "Turn", "UseCard", "Carry", "ChooseMail", "After", "ScoringPart"} <= set(found)
    assert "What do you do?" not in found.values()


def test_short_labels_of_a_gesture() -> None:
    words = {
        "take:2:3": "Card 2.3",
        "coach:lower": "Coach, lower train",
        "upgrade:upper:7": "7 → 12, upper train",
        "conductor:lower:2": "Lower conductor +2",
        "locomotive:3": "Locomotive +3",
        "coin:1:coach:upper": "Coin: Coach, upper train",
        "coin:2:conductor:upper": "Coin: Upper conductor +1",
        "coin:2:locomotive": "Coin: locomotive +1",
        "coin:3:point": "Coin: 1 point",
        "coin:3:upgrade:lower:0": "Coin: 0 → 1, lower train",
        "pay:2:1:1": "Pay 2 + 1 + 1",
        "city:5": "City 5",
    }
    view = full_display(position(2)).view(0)
    bar = board.gesture(GAME, view, Asked(("done",), list(words), before=view), SAY)
    assert list(bar.steps) == list(words.values())


# ---------------------------------------------------------------- points by source


@pytest.mark.clause("FC-SCORE-15", "FC-FINAL-03", "FC-FINAL-04")
@pytest.mark.parametrize("pair", ["a-b", "c-d", "b-e"])
def test_the_sources_of_points_add_up(pair: str) -> None:
    state = new_game(3, modules=pair)
    rng, told = Random(pair), list[object]()
    counts: list[Count] = []
    while not state.over:
        state.apply(state.pick(int(rng.random() * state.tickets())) if state.actor < 0 else rng.choice(state.moves()))
        now = state.events(None)
        told += now
        if any(isinstance(event, TrainsScored) for event in now):
            view = state.view(None)
            counted = board.count(GAME, view, told, SAY)  # type: ignore[arg-type]
            if counted is not None and counted.key not in [one.key for one in counts]:
                counts.append(counted)
                total = [sum(points[seat] for _, points in counted.sources) for seat in range(3)]
                after_ = [counted.before[seat] + total[seat] for seat in range(3)]
                assert after_ == (view.scores if view.over else [player.points for player in view.players])
    view = state.view(None)
    found = board.tally(GAME, view, told, SAY)  # type: ignore[arg-type]
    sums = [sum(sum(source) for source in seat) for seat in found.points]
    assert sums == view.scores
    assert len(found.columns) == BOX.rounds + 1
    assert len(counts) == 3


def test_options_are_labelled_and_focusable_in_the_phone_layout() -> None:
    state = full_display(give(position(2), 0, coins=(5, 5, 2)))
    for node in options(drawn_for(state, TALL)):
        assert node.get("tabindex") == "0"
        hit = next(part for part in node.iter("rect") if part.get("class") == "opt-hit")
        assert float(hit.get("height", "0")) >= 22
        assert float(hit.get("width", "0")) >= 22


# ---------------------------------------------------------------- other words in place of chosen ones


def places(svg: ElementTree.Element, head: str) -> dict[str, float]:
    """Where the options of a first part begin, by their words."""
    found = {}
    for node in options(svg):
        if (node.get("data-word") or "").startswith(head):
            hit = next(part for part in node.iter("rect") if part.get("class") == "opt-hit")
            found[node.get("data-word") or ""] = float(hit.get("x", "0"))
    return found


def test_other_ways_lead_from_where_a_figure_stood() -> None:
    """A shorter way that is pressed in place of the chosen one is offered at its own goal."""
    state = carry(give(position(2), 0, city=0), 0, "locomotive 3")
    before = places(drawn_for(state), "locomotive:")
    view, asked = preview(state, 0, "locomotive:3")
    assert places(drawn(view, asked), "locomotive:") == before
    state = give(position(2), 0, upper="1 1 0 0", conductors=(1, 0))
    carry(state, 0, "conductors both 3")
    before = places(drawn_for(state), "conductor:upper")
    view, asked = preview(state, 0, "conductor:upper:3")
    after_ = places(drawn(view, asked), "conductor:upper")
    assert list(after_) == list(before)
    assert sorted(after_.values()) == list(after_.values())


def test_a_chosen_coach_is_marked_where_it_lies() -> None:
    state = carry(give(position(2), 0, upper="2 1", lower="1"), 0, "0-coach x1")
    place = places(drawn_for(state), "coach:")
    view, asked = preview(state, 0, "coach:upper")
    marked_ = places(drawn(view, asked), "coach:")
    assert marked_["coach:upper"] == pytest.approx(place["coach:upper"], abs=4)
    assert marked_["coach:lower"] == place["coach:lower"]
