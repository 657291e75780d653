"""The board of Lok'n'Roll: in every position it can be read and pressed, and it shows no more than its view."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import msgspec
import pytest

from tests.support.games.lok_n_roll.play import TABLES
from tests.support.games.lok_n_roll.previews import asked_of, played, preview, words
from tests.support.games.lok_n_roll.table import GAME, do, laura, position, roll, s
from tests.support.seeds import size
from tests.support.svg import NAMES, SAY, Wordy, boxes, check_picture, live, options, parsed
from trainshed.draw.board import Asked, Say
from trainshed.draw.sheet import LAYOUTS, TALL, WIDE
from trainshed.games.lok_n_roll.board import board
from trainshed.games.lok_n_roll.board.scene import Scene, percent
from trainshed.games.lok_n_roll.events import GameEnded
from trainshed.games.lok_n_roll.rules.state import LokState
from trainshed.games.lok_n_roll.text import sentences
from trainshed.games.lok_n_roll.view import View

CURVED = ["track:2:straight_long", "track:1:straight_long", "track:4:straight_wide", "track:3:curve_right@right"]


# ---------------------------------------------------------------- positions


def check_options(svg: ElementTree.Element, asked: Asked, hand: Sequence[str]) -> None:
    """Check that every legal word can be pressed, in one place, except that equal cards in hand have one each."""
    pressed = live(svg)
    for word in asked.moves:
        assert word in pressed
        if word.partition(":")[0] not in ("lay", "chaos", "discard"):
            assert pressed.count(word) == 1
    assert set(pressed) <= {*asked.moves, *asked.instead, *asked.chosen}
    for node in options(svg):
        assert node.get("aria-label")
        assert node.get("data-rule") in GAME.rulebook
        assert (node.get("aria-disabled") == "true") == ("dead" in node.get("class", ""))
    if not asked.moves and not asked.chosen:
        assert not options(svg)
    laid = [card for card in hand if f"lay:{card}" in asked.moves]
    glowing = [node.get("data-word", "") for node in options(svg) if node.get("class") == "opt"]
    assert sum(word.startswith("lay:") for word in glowing) == len(laid)


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize(("seats", "chosen"), TABLES)
@pytest.mark.parametrize("keen", [False, True])
def test_every_position_can_be_read_and_pressed(seats: int, chosen: dict[str, str], keen: bool) -> None:
    for index, (before, state) in enumerate(played(seats, chosen, 5 + keen, keen)):
        if index % size(day=3, night=1) and not state.over:
            continue
        layout = LAYOUTS[index % 2]
        viewer = state.actor if state.actor >= 0 else [0, None][index % 2 == 0]
        view, asked = state.view(viewer), asked_of(state, viewer)
        svg = parsed(board.draw(GAME, before, view, asked, layout, SAY))
        check_options(svg, asked, view.hand)
        if index % 9 == 0 or state.over:  # odd and even ones: both layouts
            check_picture(svg)


@pytest.mark.parametrize(("seats", "chosen"), TABLES)
def test_every_preview_can_be_read_and_changed(seats: int, chosen: dict[str, str]) -> None:
    for index, (_, state) in enumerate(played(seats, chosen, 3, True)):
        if state.actor < 0 or index % 5:
            continue
        for word in words(state):
            view, asked = preview(state, state.actor, word)
            svg = parsed(board.draw(GAME, None, view, asked, LAYOUTS[index % 2], SAY))
            check_options(svg, asked, view.hand)
            assert live(svg, "chosen") == [word] or (asked.moves and not live(svg, "chosen"))
            check_picture(svg)
            said = board.gesture(GAME, view, asked, SAY)
            assert len(said.steps) == 1
            assert said.title


@pytest.mark.parametrize(("seats", "chosen"), TABLES[1:3] + TABLES[-1:])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_longer_languages_find_room(layout: str, seats: int, chosen: dict[str, str]) -> None:
    said = Say(Wordy(), NAMES)
    for index, (before, state) in enumerate(played(seats, chosen, 11, True)):
        if index % 5 and not state.over:
            continue
        viewer = max(0, state.actor)
        drawn = board.draw(GAME, before, state.view(viewer), asked_of(state, viewer), layout, said)
        svg = parsed(drawn)
        check_picture(svg)
        cut = [node.text or "" for node in svg.iter("text") if (node.text or "").endswith("…")]
        assert all(NAMES[1].startswith(name.removesuffix("…")) for name in cut)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_equal_views_are_drawn_alike(layout: str) -> None:
    """The drawing depends on the view only: a copy that went through JSON gives the same bytes."""
    for index, (before, state) in enumerate(played(3, {}, 2, False)):
        if index % 9 == 0:
            view, asked = state.view(0), asked_of(state, 0)
            copy = msgspec.json.decode(msgspec.json.encode(view), type=View)
            drawn = board.draw(GAME, before, view, asked, layout, SAY)
            assert board.draw(GAME, before, copy, asked, layout, SAY) == drawn


def test_only_its_owner_sees_a_hand() -> None:
    state = position(CURVED, 1, [[s(1), "chaos:4"], [s(2)]])
    for viewer in (1, None):
        drawn = board.draw(GAME, None, state.view(viewer), Asked(), WIDE, SAY)
        assert "hand-chaos_4-0" not in drawn
    assert "You are watching" in board.draw(GAME, None, state.view(None), Asked(), TALL, SAY)


# ---------------------------------------------------------------- options


def drawn_for(state: LokState, *chosen: str, layout: str = WIDE) -> ElementTree.Element:
    view, asked = preview(state, 0, *chosen) if chosen else (state.view(0), asked_of(state, 0))
    return parsed(board.draw(GAME, None, view, asked, layout, SAY))


@pytest.mark.clause("LR-PLACE-04")
def test_a_card_that_may_not_follow_is_dead_and_says_why_when_pressed() -> None:
    svg = drawn_for(position([s(2), s(1)], 0, [[s(1), s(3)], []]))
    assert f"lay:{s(1)}" in live(svg)
    assert live(svg, "dead") == [f"lay:{s(3)}"]


def test_nobody_is_offered_anything_out_of_turn() -> None:
    state = position([s(2), s(1)], 0, [[s(1)], [s(1)]])
    assert not options(parsed(board.draw(GAME, None, state.view(1), Asked(), WIDE, SAY)))


def test_equal_cards_are_pressed_one_by_one() -> None:
    svg = drawn_for(position([s(2), s(1)], 0, [[s(1), s(1)], []]))
    assert live(svg).count(f"lay:{s(1)}") == 2
    assert {"opt-hand-track_1_straight_long-0", "opt-hand-track_1_straight_long-1"} <= {
        o.get("id") for o in options(svg)
    }


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.clause("LR-PLACE-11")
def test_turns_are_pressed_at_the_open_end_and_do_not_overlap(layout: str) -> None:
    state = position([s(2), s(1)], 0, [["track:1:curve_right", s(1)], []])
    svg = drawn_for(state, "lay:track:1:curve_right", layout=layout)
    hits = []
    for node in options(svg):
        if node.get("data-word", "").startswith("turn:"):
            hits.append(next(box for box in boxes(node[1])))
    left, right = hits
    assert left.x1 <= right.x0 or right.x1 <= left.x0 or left.y1 <= right.y0 or right.y1 <= left.y0
    if layout == TALL:
        assert all(min(hit.x1 - hit.x0, hit.y1 - hit.y0) >= 43.9 for hit in hits)
    assert "pass" in live(svg, "alt")


def test_a_previewed_card_is_lifted_and_leaves_a_trace() -> None:
    state = position([s(2), s(1)], 0, [["track:1:curve_right", s(1), s(1)], []])
    svg = drawn_for(state, f"lay:{s(1)}")
    lifted = [node.get("id") for node in svg.iter("g") if "lift" in node.get("class", "").split()]
    assert lifted == ["via-12_-2"]
    assert sum(node.get("class") == "ghost-from" for node in svg.iter("rect")) == 1


def test_a_card_keeps_its_id_when_the_track_is_eaten() -> None:
    state = position([s(1), s(2), s(3), s(3)], 1, [[s(1)], [s(2)]])
    ids = [node.get("id") for node in drawn_for(state).iter("g") if node.get("id", "").startswith("via-")]
    do(state, "pass")
    later = parsed(board.draw(GAME, None, state.view(0), Asked(), WIDE, SAY))
    assert [node.get("id") for node in later.iter("g") if node.get("id", "").startswith("via-")] == ids[1:]


def turn_of(svg: ElementTree.Element, id_: str) -> int:
    """By how many degrees a piece is turned."""
    piece = next(node for node in svg.iter("g") if node.get("id") == id_)
    found = re.search(r"rotate\(([\d.]+)\)", piece[0].get("transform", ""))
    return round(float(found[1])) if found else 0


@pytest.mark.parametrize("layout", LAYOUTS)
def test_engine_and_tender_turn_with_the_rails(layout: str) -> None:
    """In the middle of a curve to the right the engine has turned by half, and its tender is straight behind it."""
    state = position([s(1), s(2), "track:3:curve_right@right", s(4)], 2, [[s(1)], [s(2)]])
    svg = drawn_for(state, layout=layout)
    assert (turn_of(svg, "engine"), turn_of(svg, "tender")) == (45, 0)
    first = drawn_for(position([s(1), s(2)], 0, [[s(1)], [s(2)]]), layout=layout)
    assert not [node for node in first.iter("g") if node.get("id") == "tender"], "before the first card are no rails"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_meadow_lies_behind_everything(layout: str) -> None:
    """Before any card, in one file for the day and one for the night, and with room above the track for its band."""
    svg = drawn_for(position([s(1), s(2), s(3), s(3)], 1, [[s(1)], [s(2)]]), layout=layout)
    layer = next(node for node in svg.iter("g") if node.get("id") == "board")
    pictures = [node for node in layer if node.tag == "image"]
    assert [node.get("class") for node in pictures] == ["scenery day", "scenery night"]
    names = [node.get("href", "").rpartition("/")[2] for node in pictures]
    assert names == [f"{layout}-day.svg", f"{layout}-night.svg"]
    assert len(list(svg.iter("image"))) == 2


def test_a_short_track_is_drawn_larger() -> None:
    def width(cards: int) -> float:
        svg = drawn_for(position([s(1 + at % 4) for at in range(cards)], 1, [[s(1)], [s(2)]]))
        card = next(node for node in svg.iter("g") if node.get("id", "").startswith("via-"))
        return float(card[0].get("width", "0"))

    assert width(3) > 1.25 * width(5) > 1.25 * width(7)


def test_laura_asks_for_a_turn_of_her_card() -> None:
    state = laura([s(1), s(2), s(3), s(3)], 2)
    do(state, "draw:track:4:curve_left")
    svg = drawn_for(state)
    assert sorted(live(svg)) == ["turn:left", "turn:right"]
    assert {node.get("data-rule") for node in options(svg) if "dead" not in node.get("class", "")} == {"LR-RIVAL-16"}


def test_a_chosen_pass_shows_the_engine_and_the_cards_that_go() -> None:
    """As the rules carry it out: the board works nothing out, and shows nothing where they do not tell."""
    state = position([s(1), s(2), s(3), s(3)], 1, [[s(1)], [s(2)]])
    view, asked = preview(state, 0, "pass")
    assert Scene(GAME, view, asked, SAY).passed() == (1, 1)
    svg = parsed(board.draw(GAME, None, view, asked, WIDE, SAY))
    assert "engine" in [node.get("id") for node in svg.iter("g") if "lift" in node.get("class", "").split()]
    untold = asked._replace(after=None)
    assert Scene(GAME, view, untold, SAY).passed() == (0, 0)
    svg = parsed(board.draw(GAME, None, view, untold, WIDE, SAY))
    assert not [node for node in svg.iter("g") if "lift" in node.get("class", "").split()]


def test_forbidden_dead_ends_are_not_previewed() -> None:
    """The only fitting turn of a card is found as the rules find it, so that a held card lies where it will lie."""
    for _, state in played(2, {"forbid_dead_end": "yes"}, 8, True):
        if state.actor >= 0:
            for word in words(state):
                view, asked = preview(state, state.actor, word)
                held = Scene(GAME, view, asked, SAY).held_card()
                if held is not None:
                    after = state.clone()
                    after.listen()
                    after.apply(GAME.vocabulary.id(word))
                    laid = after.view(0).track[-1]
                    assert (laid.x0, laid.y0, laid.x, laid.y) == (held.x0, held.y0, held.x, held.y)


# ---------------------------------------------------------------- risk


def test_on_a_phone_dice_lie_between_track_and_hand_and_no_card_shifts_them() -> None:
    """A roll is watched where the track is; and while others play, nothing below the track may jump."""
    tops = set()
    for _before, state in played(2, {}, 5, keen=False):
        if state.over or state.view(0).engine < 0:
            continue
        parts = dict(board.parts(GAME, state.view(0), TALL, SAY))
        assert parts["track"].y + parts["track"].h < parts["dice"].y
        assert parts["dice"].y + parts["dice"].h < parts["hand"].y
        tops.add(parts["hand"].y)
    assert len(tops) == 1


def test_the_bar_asks_the_question_before_anything_is_chosen() -> None:
    state = position([s(1), s(2), s(2)], 0, [[s(2), s(2), s(4)], []])
    said = board.gesture(GAME, state.view(0), asked_of(state, 0), SAY)
    assert (said.title, said.effect) == ("Pass, lay cards or discard chaos?", "")


@pytest.mark.clause("LR-DICE-01", "LR-DERAIL-02")
def test_the_risk_is_that_of_the_coming_roll() -> None:
    state = position([s(1), s(2), s(2)], 0, [[s(2), s(2), s(4)], []])
    view, asked = preview(state, 0, f"lay:{s(2)}", f"lay:{s(2)}")
    scene = Scene(GAME, view, asked, SAY)
    coming = scene.roll()
    assert coming is not None
    assert (coming.dice, coming.ahead) == (4, 4)
    assert scene.odds(4) == [16, 128, 384, 512, 256]
    assert board.gesture(GAME, view, asked, SAY).button == ""
    view, asked = preview(state, 0, f"lay:{s(2)}", "stop")
    said = board.gesture(GAME, view, asked, SAY)
    assert (said.title, said.effect, said.button) == (
        "Extend and roll 2 dice",
        "100 % to stay on the rails; a roll cannot be undone",
        "Roll",
    )


def test_the_odds_of_an_alternative_are_those_of_laying_it_instead() -> None:
    checked = 0
    for seed in range(4):
        for _, state in played(2, {}, seed, True):
            laid = [word for word in words(state) if word.startswith("lay:")] if state.actor >= 0 else []
            plain = Scene(GAME, state.view(state.actor), Asked(words(state)), SAY) if laid else None
            for word in laid:
                view, asked = preview(state, state.actor, word)
                scene = Scene(GAME, view, asked, SAY)
                for other in set(laid) - {word, *asked.moves}:
                    assert plain is not None
                    assert scene.spoken(other) == plain.spoken(other)
                    checked += 1
    assert checked > 100


def test_no_odds_where_the_table_has_none() -> None:
    state = position([s(1), s(2), s(2)], 0, [[s(2), s(4)], []])
    view, asked = preview(state, 0, f"lay:{s(2)}")
    assert "bar-bad" not in board.draw(GAME, None, view, asked._replace(odds=False), WIDE, SAY)
    assert "This table plays without odds." in board.draw(GAME, None, view, asked._replace(odds=False), WIDE, SAY)


@pytest.mark.parametrize(
    ("part", "whole", "text"), [(0, 81, "0"), (1, 6561, "<1"), (65, 81, "80"), (6560, 6561, ">99"), (9, 9, "100")]
)
def test_shares_are_never_rounded_to_certainty(part: int, whole: int, text: str) -> None:
    assert percent(part, whole) == text


@pytest.mark.parametrize("wheels", [0, 1, 2, 3])
def test_the_last_roll_is_told_by_two_views(wheels: int) -> None:
    state = position([s(1), s(2), s(2), s(3)], 2, [[s(3), s(1)], []])
    do(state, f"lay:{s(3)}")
    before = state.view(0)
    do(state, "stop")
    roll(state, wheels)
    known = Scene(GAME, state.view(0), Asked(), SAY, before).last_roll()
    assert known == (3, wheels)


# ---------------------------------------------------------------- around the board


def test_the_last_move_leaves_a_trail_in_its_colour_until_the_viewer_acts() -> None:
    state = position([s(1), s(2), s(2), s(3)], 2, [[s(3)], [s(3), s(2)]])
    before = state.view(1)
    do(state, f"lay:{s(3)}")
    roll(state, 1)
    now = state.view(1)
    drawn = board.draw(GAME, before, now, Asked(), WIDE, SAY)
    assert drawn.count("trail-ring seatst-blue") == 1
    assert drawn.count('"trail seatst-blue"') == 1
    assert "seatst-" not in board.draw(GAME, before, now, Asked((), ("pass",)), WIDE, SAY)


@pytest.mark.clause("LR-SCORE-01", "LR-RIVAL-12")
@pytest.mark.clause("LR-SCORE-01")
def test_total_counts_pile_and_hand_and_names_both_parts() -> None:
    state = position([s(1), s(2)], 0, [[s(4), s(4)], [s(1)]], [[s(3), s(2)], [s(4)]])
    own, other = (board.seat(GAME, state.view(0), seat, SAY) for seat in (0, 1))
    assert (own.points, own.facts[0][1], own.more) == ("13", "pile 5 + hand 8", "")
    assert (other.points, other.facts[0][1]) == ("4+?", "pile 4 + 1 card in hand")
    assert [fact[:2] for fact in own.facts[1:]] == [("ticket", "2"), ("warn", "0")]
    assert parsed(own.spark).get("role") == "img"
    hidden = board.seat(GAME, state.view(None), 0, SAY)
    assert (hidden.points, hidden.facts[0][1]) == ("5+?", "pile 5 + 2 cards in hand")
    assert {"13", "4+?", "pile 5 + hand 8"} <= {node.text for node in drawn_for(state).iter("text")}


@pytest.mark.clause("LR-SCORE-01")
def test_total_with_an_empty_hand_is_known_to_all() -> None:
    state = position([s(1), s(2)], 0, [[s(4)], []], [[s(3)], [s(4)]])
    line = board.seat(GAME, state.view(0), 1, SAY)
    assert (line.points, line.facts[0][1]) == ("4", "pile 4 + hand 0")


@pytest.mark.clause("LR-RIVAL-12")
def test_laura_has_points_like_everybody_else() -> None:
    """Her pile of a 4 and a 3 is 2 points everywhere: in her panel, on the board, in the log and in the position."""
    state = position([s(1), s(2)], 0, [[s(4), s(4)]], [[s(3), s(2)]], rival_pile=[s(4), s(3)], mode="rival")
    shown = board.automa(GAME, state.view(0), SAY)
    assert shown is not None
    assert (shown.line.points, shown.line.facts[0][1], shown.rank) == ("2", "1 for each card", 0)
    assert board.automa(GAME, position([s(1)], 0, [[s(4)]], mode="solo").view(0), SAY) is None
    pile = next(node for node in drawn_for(state).iter("g") if node.get("id") == "pile-ink")
    assert pile is not None
    assert "1 for each card" in {node.text for node in drawn_for(state).iter("text")}
    text = " ".join(sentences.position(GAME, state.view(0)))
    assert "2 points (1 for each card)" in " ".join(text.split())
    said = sentences.sentence(GAME, GameEnded([13], [2], [8], (2, 1)), names=["Ada"])
    assert said == (
        "The game is over: Ada has 13 points (pile 5 + hand 8) and Laura has 2 points (1 for each card). Laura wins."
    )


def test_every_question_has_a_title_and_a_clause() -> None:
    for seats, chosen in TABLES:
        for _, state in played(seats, chosen, 4, False):
            for viewer in (0, None):
                title, clause = board.question(GAME, state.view(viewer), asked_of(state, viewer), SAY)
                assert title
                assert clause in GAME.rulebook
                assert board.progress(GAME, state.view(viewer), SAY)


def test_what_a_pass_costs_is_what_it_takes() -> None:
    for _, state in played(2, {}, 6, True):
        if state.actor >= 0 and "pass" in words(state):
            steps, cards = sentences.pass_price(GAME, state.view(0))
            previewed, asked = preview(state, state.actor, "pass")
            assert Scene(GAME, previewed, asked, SAY).taken_by_pass() == cards
            after = state.clone()
            after.listen()
            after.apply(GAME.vocabulary.id("pass"))
            assert after.engine == state.engine + steps - cards
            assert len(after.track) == len(state.track) - cards


def test_the_end_opens_all_hands() -> None:
    state = list(played(3, {}, 1, False))[-1][1]
    assert state.over
    for layout in LAYOUTS:
        svg = parsed(board.draw(GAME, None, state.view(None), Asked(), layout, SAY))
        said = [node.text for node in svg.iter("text")]
        assert "Final count" in said
        assert {str(score) for score in state.scores()} <= {text or "" for text in said}
