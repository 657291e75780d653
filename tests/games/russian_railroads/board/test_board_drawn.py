"""The drawn board of Russian Railroads: in every position it can be read and pressed, and shows its view alone."""

from __future__ import annotations

import re
import time
from xml.etree import ElementTree

import msgspec
import pytest

from tests.support.games.russian_railroads.table import (
    BOX,
    GAME,
    carry_out,
    do,
    legal,
    played,
    position,
    put,
    refresh,
    supply,
    tracks,
)
from tests.support.seeds import NIGHT, size
from tests.support.svg import NAMES, SAY, Wordy, boxes, check_picture, live, options, parsed
from trainshed.draw.board import Asked, Say
from trainshed.draw.sheet import LAYOUTS, TALL, WIDE
from trainshed.games.russian_railroads.board import board
from trainshed.games.russian_railroads.board.scene import Scene
from trainshed.games.russian_railroads.rules.actions.tiles import PlaceLocomotive, ReplaceFactory
from trainshed.games.russian_railroads.rules.actions.tokens import UseToken
from trainshed.games.russian_railroads.rules.bonus import ChooseBonus, LookOrTen, SettleBonus
from trainshed.games.russian_railroads.rules.player import round_points
from trainshed.games.russian_railroads.rules.rounds import NextTurn
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.turns import Relocate
from trainshed.games.russian_railroads.view import View, player_of, see_player
from trainshed.kernel.game import view_after
from trainshed.kernel.translation import Translator
from trainshed.locale import speech

MOST_ELEMENTS = 2600
"""A picture of so many elements is drawn in a few milliseconds and sent in a few kilobytes."""


# ---------------------------------------------------------------- positions


def asked_of(state: RailState, seat: int | None) -> Asked:
    return Asked(legal(state) if state.actor == seat and not state.over else ())


def preview(state: RailState, seat: int, *chosen: str) -> tuple[View | None, View, Asked]:
    """The views and the options of a previewed gesture: it stops before a word that hands the turn on."""
    instead: list[str] = []
    before = None
    for word in chosen:
        instead = [other for other in legal(state) if other != word]
        move = GAME.vocabulary.id(word)
        if not state.reversible(move):
            after = view_after(state, move, seat)
            return before, state.view(seat), Asked((), chosen, instead, before=before, after=after)
        before = state.view(seat) if before is None else before
        state = state.clone()
        state.apply(move)
    return before, state.view(seat), Asked(legal(state), chosen, instead, before=before)


def check_options(svg: ElementTree.Element, asked: Asked) -> None:
    """Check that every legal word can be pressed, each in one place."""
    pressed = live(svg)
    assert len(pressed) == len(set(pressed))
    assert set(asked.moves) <= set(pressed), set(asked.moves) - set(pressed)
    assert set(pressed) <= {*asked.moves, *asked.instead, *asked.chosen}
    for node in options(svg):
        assert node.get("aria-label")
        assert node.get("data-rule") in GAME.rulebook
        assert (node.get("aria-disabled") == "true") == ("dead" in node.get("class", ""))
    if not asked.moves and not asked.chosen:
        assert not options(svg)


def check_hits(svg: ElementTree.Element) -> None:
    """Check that no two areas that can be pressed overlap."""
    hits = []
    for node in options(svg):
        if "dead" not in node.get("class", ""):
            hits.append((next(box for box in boxes(node[1])), node.get("data-word")))
    for index, (one, word) in enumerate(hits):
        for other, another in hits[index + 1 :]:
            apart = one.x1 <= other.x0 + 0.5 or other.x1 <= one.x0 + 0.5
            assert apart or one.y1 <= other.y0 + 0.5 or other.y1 <= one.y0 + 0.5, (word, another)


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("keen", [False, True])
def test_every_position_can_be_read_and_pressed(seats: int, keen: bool) -> None:
    for index, (before, state) in enumerate(played(seats, 5 + keen, keen)):
        if index % size(day=5, night=1) and not state.over:
            continue
        viewer = state.actor if state.actor >= 0 else [0, None][index % 2 == 0]
        view, asked = state.view(viewer), asked_of(state, viewer)
        svg = parsed(board.draw(GAME, before, view, asked, LAYOUTS[index % 2], SAY))
        check_options(svg, asked)
        if index % 7 == 0 or state.over:
            check_picture(svg)
            check_hits(svg)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_asked_word_of_many_games_has_its_option(seats: int) -> None:
    """Rare questions too: only those of another kind than the last ones are drawn, so that many games are played."""
    seen: dict[str, int] = {}
    for seed in range(8):
        chosen = {"limited_supplies": ["yes", "no"][seed % 2], "engineer_cost": ["1", "2"][seed % 2]}
        for _, state in played(seats, 100 + seed, seed % 3 > 0, **chosen):
            if state.actor < 0:
                continue
            view = state.view(state.actor)
            kind = str(view.pending[-1][0])
            seen[kind] = seen.get(kind, 0) + 1
            if seen[kind] > size(day=2, night=8) and seen[kind] % size(day=240, night=60):
                continue
            asked = asked_of(state, state.actor)
            for layout in LAYOUTS:
                svg = parsed(board.draw(GAME, None, view, asked, layout, SAY))
                check_options(svg, asked)
                check_picture(svg)
                check_hits(svg)
    rare = {"Turn", "Pay", "Carry", "PlaceLocomotive", "UseToken", "ChooseBonus", "ChooseStart", "Relocate"}
    assert rare <= set(seen)


@pytest.mark.parametrize("seats", [2, 4])
def test_every_preview_can_be_read_and_changed(seats: int) -> None:
    for index, (_, state) in enumerate(played(seats, 3, True)):
        if state.actor < 0 or index % size(day=36, night=12):
            continue
        for word in legal(state):
            before, view, asked = preview(state, state.actor, word)
            svg = parsed(board.draw(GAME, before, view, asked, LAYOUTS[index // 12 % 2], SAY))
            check_options(svg, asked)
            assert live(svg, "chosen") == [word] or (asked.moves and not live(svg, "chosen"))
            check_picture(svg)
            said = board.gesture(GAME, view, asked, SAY)
            assert len(said.steps) == 1
            assert said.title
            assert said.effect


SPOKEN: list[tuple[int, Translator]] = [(2, Wordy()), (4, Wordy()), (4, speech("es")), (4, speech("it"))]
LONGER = [
    (layout, seats, language)
    for number, (seats, language) in enumerate(SPOKEN)
    for layout in (LAYOUTS if NIGHT else [LAYOUTS[number % 2]])
]
"""Texts longer than English: at a landing with the layouts by turns, in the nightly run each with both."""


@pytest.mark.parametrize(("layout", "seats", "language"), LONGER)
def test_longer_languages_find_room(layout: str, seats: int, language: Translator) -> None:
    said = Say(language, NAMES)
    for index, (before, state) in enumerate(played(seats, 11, True)):
        kind = state.view(None).pending[-1][0] if not state.over else ""
        if index % size(day=28, night=7) and not state.over and kind in ("Turn", "Pay", "Carry"):
            continue
        viewer = max(0, state.actor)
        drawn = board.draw(GAME, before, state.view(viewer), asked_of(state, viewer), layout, said)
        svg = parsed(drawn)
        check_picture(svg)
        cut = [node.text or "" for node in svg.iter("text") if (node.text or "").endswith("…")]
        assert all(NAMES[1].startswith(name.removesuffix("…")) for name in cut), cut


@pytest.mark.parametrize("layout", LAYOUTS)
def test_equal_views_are_drawn_alike(layout: str) -> None:
    """The drawing depends on the view only: a copy that went through JSON gives the same bytes."""
    for index, (before, state) in enumerate(played(3, 2, False)):
        if index % 40 == 0:
            view, asked = state.view(0), asked_of(state, 0)
            copy = msgspec.json.decode(msgspec.json.encode(view), type=View)
            drawn = board.draw(GAME, before, view, asked, layout, SAY)
            assert board.draw(GAME, before, copy, asked, layout, SAY) == drawn


def test_a_picture_is_small_and_quick() -> None:
    spent, count = 0.0, 0
    for index, (before, state) in enumerate(played(4, 8, True)):
        if index % 10:
            continue
        view, asked = state.view(max(0, state.actor)), asked_of(state, max(0, state.actor))
        for layout in LAYOUTS:
            begun = time.process_time()
            drawn = board.draw(GAME, before, view, asked, layout, SAY)
            spent += time.process_time() - begun
            count += 1
            assert len(re.findall(r"<[a-z]", drawn)) < MOST_ELEMENTS
    print(f"{1000 * spent / count:.1f} ms for a drawing")


# ---------------------------------------------------------------- a rival's railway


OWN_WORDS = ("advance", "industry", "place", "slot", "token", "engineer", "bonus", "ten", "start", "again", "give_up")
"""The beginnings of words that are pressed on one's own railway."""


def owned(svg: ElementTree.Element) -> list[str]:
    """The pieces of a railway, with their places."""
    kinds = ("trk-", "loco-", "eng-", "token-", "ind-", "dbl-", "fac-")
    pieces = [node for node in svg.iter("g") if node.get("id", "").startswith(kinds)]
    return sorted(
        # engineers stand beside the heading, which is longer with a name
        node.get("id", "") if node.get("id", "").startswith("eng-") else f"{node.get('id')} {node.get('transform')}"
        for node in pieces
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_any_railway_is_shown_in_place_of_ones_own(seats: int) -> None:
    """It is the one that its owner sees, without anything to press; the shared board asks on."""
    for index, (before, state) in enumerate(played(seats, 21, True)):
        if index % size(day=51, night=17) and not state.over:
            continue
        viewer = max(0, state.actor)
        view, asked, layout = state.view(viewer), asked_of(state, viewer), LAYOUTS[index % 2]
        for seat in {*range(seats)} - {viewer}:
            svg = parsed(board.draw(GAME, before, view, asked._replace(beside=seat), layout, SAY))
            check_picture(svg)
            check_hits(svg)
            assert set(live(svg)) <= set(asked.moves)
            assert not [word for word in live(svg) if word.partition(":")[0] in OWN_WORDS]
            assert NAMES[seat][:6] in "".join(said(svg))
            assert "My railway" not in said(svg)
            own = parsed(board.draw(GAME, before, state.view(seat), Asked(), layout, SAY))
            assert owned(svg) == owned(own) or layout == TALL  # a list of payments moves it down there


def test_a_rivals_railway_tells_no_more_than_the_view() -> None:
    """What the viewer does not know is not drawn, on a rival's railway either."""
    state = position()
    state.players[1].bonus = [0, 1]
    state.takes = [1, 0, 1, 1]
    seen = parsed(board.draw(GAME, None, state.view(0), Asked(beside=1), WIDE, SAY))
    state.players[1].bonus = [2, 3]
    state.takes = [1, 2, 1, 3]
    other = parsed(board.draw(GAME, None, state.view(0), Asked(beside=1), WIDE, SAY))
    assert ElementTree.tostring(seen) == ElementTree.tostring(other)
    assert "2 cards" in said(seen)


# ---------------------------------------------------------------- options


def drawn_for(state: RailState, *chosen: str, layout: str = WIDE) -> ElementTree.Element:
    seat = max(0, state.actor)
    before, view, asked = preview(state, seat, *chosen) if chosen else (None, state.view(seat), asked_of(state, seat))
    return parsed(board.draw(GAME, before, view, asked, layout, SAY))


def lifted(svg: ElementTree.Element) -> list[str]:
    return [node.get("id", "") for node in svg.iter("g") if "lift" in node.get("class", "").split()]


def said(svg: ElementTree.Element) -> list[str]:
    return [node.text or "" for node in svg.iter("text")]


def test_nobody_is_offered_anything_out_of_turn() -> None:
    assert not options(parsed(board.draw(GAME, None, position().view(1), Asked(), WIDE, SAY)))


@pytest.mark.clause("RR-TURN-02")
def test_a_taken_space_is_dead_and_says_why_when_pressed() -> None:
    state = position()
    put(state, "loco_1", 1)
    svg = drawn_for(refresh(state))
    assert "space:loco_1" in live(svg, "dead")
    assert "space:loco_2" in live(svg)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.clause("RR-ROUBLE-01")
def test_payments_are_listed_with_their_pieces(layout: str) -> None:
    state = supply(position(), 0, workers=2, roubles=2, turquoise=1, black=1)
    svg = drawn_for(state, "space:loco_3", layout=layout)
    _, _, asked = preview(state, 0, "space:loco_3")
    assert len(asked.moves) > 6
    assert {word for word in live(svg) if word.startswith("pay:")} == set(asked.moves)
    assert "space:loco_2" in live(svg, "alt")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.clause("RR-TRACK-03")
def test_several_steps_are_made_by_pressing_the_spaces_of_the_tracks(layout: str) -> None:
    state = position()
    state.players[0].tracks = tracks(ts=(8, 3), sp=(4, 1), kv=(3, 1))
    supply(state, 0, workers=2)
    words = ["space:track_gray_1", "advance:trans_siberian:gray"]
    svg = drawn_for(state, *words, layout=layout)
    assert lifted(svg) == ["w-blue-0", "trk-ts-gray"]
    assert {"advance:trans_siberian:gray", "advance:st_petersburg:gray", "advance:kiev:gray"} <= set(live(svg))
    both = drawn_for(state, *words, "advance:kiev:gray", layout=layout)
    assert lifted(both) == ["w-blue-0", "trk-ts-gray", "trk-kv-gray"]
    assert sorted(live(both, "chosen")) == sorted([*words, "advance:kiev:gray"])


@pytest.mark.clause("RR-SCORE-04", "RR-LOCO-13")
def test_a_preview_says_what_it_adds() -> None:
    state = position()
    own = state.players[0]
    own.tracks, own.locomotives = tracks(ts=(8, 3), sp=(4, 1)), [6, 0, 3, 0]
    supply(state, 0, workers=2)
    svg = drawn_for(state, "space:track_gray_1", "advance:trans_siberian:gray", "advance:st_petersburg:gray")
    added = [node.text for node in svg.iter("text") if "may" in node.get("class", "").split()]
    assert added == ["+1", "+1"]
    words = ("space:track_gray_1", "advance:trans_siberian:gray", "advance:st_petersburg:gray")
    now = own.points + round_points(BOX, own)
    for count in (2, 3):  # of the whole gesture, and not of its last step alone
        _, view, asked = preview(state, 0, *words[:count])
        assert f"+{count - 1} a round" in board.gesture(GAME, view, asked, SAY).effect
        assert board.ahead(GAME, view, asked, SAY).endswith(f"{own.points} → {now + count - 1}")
    calm = parsed(board.draw(GAME, None, state.view(0), Asked(), WIDE, SAY))
    assert not [node for part in calm[1:] for node in part.iter() if "may" in node.get("class", "")]


@pytest.mark.clause("RR-AUX-01")
def test_a_space_that_asks_nothing_is_shown_as_it_will_be() -> None:
    state = supply(position(), 0, workers=1)
    svg = drawn_for(state, "space:aux_doubler")
    assert {"w-blue-0", "dbl-0"} <= set(lifted(svg))
    assert live(svg, "chosen") == ["space:aux_doubler"]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.clause("RR-LOCO-09")
def test_a_displaced_locomotive_waits_for_its_place(layout: str) -> None:
    state = position(pending=[NextTurn(0), SettleBonus(0), PlaceLocomotive(0, 5, 0)])
    state.players[0].locomotives = [3, 1, 2, 4]
    refresh(state, [NextTurn(0), SettleBonus(0), PlaceLocomotive(0, 5, 0)])
    svg = drawn_for(state, layout=layout)
    assert {word for word in live(svg) if word.startswith("place:")} == set(legal(state))
    assert "loco-in-hand" in lifted(svg)
    chain = drawn_for(state, "place:kiev", layout=layout)
    assert {"place:trans_siberian_1", "place:st_petersburg"} <= set(live(chain))
    assert {"loco-in-hand", "loco-kiev"} <= set(lifted(chain))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.clause("RR-FACTORY-05")
def test_a_factory_without_room_is_pressed_into_a_slot(layout: str) -> None:
    state = position()
    state.players[0].factories = [2, 3, 4, 5, 6]
    refresh(state, [NextTurn(0), SettleBonus(0), ReplaceFactory(0, 7)])
    svg = drawn_for(state, layout=layout)
    assert live(svg) == [f"slot:{slot}" for slot in range(1, 6)]
    assert "factory-2" in lifted(drawn_for(state, "slot:2", layout=layout))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.clause("RR-FACTORY-03")
def test_a_pile_has_two_halves_and_open_factories_lie_beside_it(layout: str) -> None:
    state = position()
    state.open_factories[1:10] = [1, 2, 1, 1, 1, 1, 1, 1, 1]
    svg = drawn_for(carry_out(state, "build:locomotive|factory:1"), layout=layout)
    check_picture(svg)
    check_hits(svg)
    assert {"build:locomotive", "build:factory", "build:factory:1", "build:factory:9"} <= set(live(svg))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.clause("RR-PBOARD-15")
def test_tickets_are_pressed_and_a_used_one_is_punched(layout: str) -> None:
    state = position()
    state.players[0].tokens = 1
    svg = drawn_for(refresh(state, [NextTurn(0), SettleBonus(0), UseToken(0)]), layout=layout)
    assert "token:four_any" in live(svg, "dead")
    assert {word for word in live(svg) if word.startswith("token:")} == set(legal(state))
    assert sum(node.get("class") == "punch" for node in svg.iter("circle")) == 1


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.clause("RR-TOKEN-10", "RR-TOKEN-11")
def test_end_bonus_cards_are_listed_with_their_worth(layout: str) -> None:
    state = refresh(position(), [NextTurn(0), SettleBonus(0), ChooseBonus(0)])
    svg = drawn_for(state, layout=layout)
    check_picture(svg)
    assert {"bonus:flat", "bonus:black_sum"} <= set(live(svg))
    assert {"+15", "+3"} <= set(said(svg))
    svg = drawn_for(refresh(position(), [NextTurn(0), SettleBonus(0), LookOrTen(0)]), layout=layout)
    check_picture(svg)
    assert {"ten", "look"} <= set(live(svg))
    assert "+10" in said(svg)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.clause("RR-ROUND-07", "RR-BOARD-27")
def test_in_the_last_round_industry_takes_the_place_of_the_claims(layout: str) -> None:
    svg = drawn_for(position(round=7), layout=layout)
    assert "space:last_round" in live(svg) + live(svg, "dead")
    assert not [word for word in live(svg) if word.startswith("space:order")]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_many_pieces_and_engineers_still_fit(layout: str) -> None:
    state = supply(position(), 0, workers=7, roubles=9, turquoise=2, black=1)
    state.turquoise = 0
    state.players[0].engineers = [1, 5, 6, 7, 8, 13, 14]
    for seat in (0, 1, 2, 3, 1, 2, 3):
        put(state, "track_bottom", seat)
    svg = drawn_for(refresh(state), layout=layout)
    check_picture(svg)
    check_hits(svg)
    assert {f"engineer:{number}" for number in (1, 5, 6, 7, 8, 13)} <= set(live(svg)) | set(live(svg, "dead"))


def test_a_worker_keeps_its_id_when_it_goes_to_work() -> None:
    state = supply(position(), 0, workers=3)
    before = {node.get("id") for node in drawn_for(state).iter("g") if node.get("id", "").startswith("w-blue")}
    after = drawn_for(state, "space:aux_doubler")
    assert {node.get("id") for node in after.iter("g") if node.get("id", "").startswith("w-blue")} == before


@pytest.mark.clause("RR-ORDER-12")
def test_a_relocated_worker_leaves_the_turn_order() -> None:
    state = position(seats=3)
    put(state, "order_2", 0)
    state.claims[1] = 0
    refresh(state, [NextTurn(0), Relocate(0)])
    assert "stay" in live(drawn_for(state))
    svg = drawn_for(state, "space:aux_doubler")
    assert "w-blue-0" in lifted(svg)
    assert sum(node.get("id", "").startswith("w-blue") for node in svg.iter("g")) == 1 + state.players[0].workers


# ---------------------------------------------------------------- around the board


def test_the_last_turn_leaves_a_trail_in_its_colour_until_the_viewer_acts() -> None:
    state = position()
    before = state.view(0)
    do(state, "space:track_black_1")
    while state.actor == 0:
        do(state, legal(state)[-1])
    now = state.view(0)
    drawn = board.draw(GAME, before, now, Asked(), WIDE, SAY)
    assert "trail-ring seatst-blue" in drawn
    assert '"trail seatst-blue"' in drawn
    rival = board.draw(GAME, before, state.view(1), asked_of(state, 1), WIDE, SAY)
    assert rival.count("trail-ring seatst-blue") == 1
    assert "seatst-" not in board.draw(GAME, before, now, Asked((), ("pass",)), WIDE, SAY)


def test_a_seat_shows_its_railroads_and_its_projection() -> None:
    state = position()
    own = state.players[0]
    own.tracks, own.locomotives, own.points = tracks(ts=(8, 3)), [6, 2, 0, 0], 40
    line = board.seat(GAME, state.view(0), 0, SAY)
    assert line.points == "40"
    assert line.more == f"Projected after this round: 40 → {40 + round_points(BOX, own)}"
    assert board.seat(GAME, state.view(1), 0, SAY).more == ""
    picture = parsed(line.spark)
    assert float(picture.get("width", "")) <= 300
    assert float(picture.get("height", "")) <= 50
    assert "6+2" in [node.text for node in picture.iter("text")]
    check_picture(parsed(board.seat(GAME, state.view(0), 1, Say(Wordy(), NAMES)).spark))


def test_every_question_has_a_title_and_a_clause() -> None:
    for seats in (2, 3, 4):
        for _, state in played(seats, 4, True):
            for viewer in (max(0, state.actor), None):
                title, clause = board.question(GAME, state.view(viewer), asked_of(state, viewer), SAY)
                assert title
                assert clause in GAME.rulebook
                assert board.progress(GAME, state.view(viewer), SAY)


def test_what_is_shown_of_a_held_word_is_what_it_does() -> None:
    """Tracks and pieces of a word that is not made yet stand where it will put them, with all that follows."""
    checked = ended = 0
    for index, (_, state) in enumerate(played(3, 23, False)):
        in_play = sum(not player.passed for player in state.players[: state.seats])
        if state.actor < 0 or (index % 4 and in_play > 1):
            continue
        for word in legal(state):
            before, view, asked = preview(state, state.actor, word)
            after = state.clone()
            after.apply(GAME.vocabulary.id(word))
            if asked.moves or after.over or state.shows(GAME.vocabulary.id(word)):
                assert asked.after is None
                continue
            scene = Scene(GAME, view, asked, SAY, before)
            real = after.view(state.actor)
            mine = player_of(BOX, real, state.actor)
            assert see_player(after, scene.mine) == see_player(after, mine)
            assert scene.stacks == real.stacks
            then = mine.points if scene.ends_round else mine.points + round_points(BOX, mine)
            assert board.ahead(GAME, view, asked, SAY).endswith(f"→ {then}")
            assert f"→ {then} after this round" in board.gesture(GAME, view, asked, SAY).effect
            ended += scene.ends_round
            checked += 1
    assert checked > 100
    assert ended


@pytest.mark.clause("RR-TURN-22")
def test_nothing_is_foretold_of_a_word_without_a_view_after_it() -> None:
    state = supply(position(), 0, workers=1)
    before, view, asked = preview(state, 0, "space:aux_doubler")
    assert asked.after is not None
    svg = parsed(board.draw(GAME, before, view, asked._replace(after=None), WIDE, SAY))
    assert lifted(svg) == []
    assert live(svg, "chosen") == ["space:aux_doubler"]
    assert board.gesture(GAME, view, asked._replace(after=None), SAY).effect == ""


def test_the_end_tells_the_count() -> None:
    *_, (_, state) = played(3, 1, True)
    assert state.over
    for layout in LAYOUTS:
        svg = parsed(board.draw(GAME, None, state.view(None), Asked(), layout, SAY))
        assert "Final count" in said(svg)
        assert {str(score) for score in state.scores()} <= set(said(svg))


@pytest.mark.clause("RR-TURN-17")
def test_only_their_owner_sees_end_bonus_cards() -> None:
    state = position()
    state.players[0].bonus = [BOX.bonus_names.index("black_sum")]
    state.takes = [0, state.players[0].bonus[0]]
    state.looks = [0, 0]
    for layout in LAYOUTS:
        assert "black tracks" in board.draw(GAME, None, state.view(0), Asked(), layout, SAY)
        assert "black tracks" not in board.draw(GAME, None, state.view(1), Asked(), layout, SAY)
        assert "black tracks" not in board.draw(GAME, None, state.view(None), Asked(), layout, SAY)


def test_a_word_without_a_place_gets_a_row() -> None:
    """Whatever is asked, even what no seat is ever asked, can be pressed."""
    view = position().view(0)
    for layout in (WIDE, TALL):
        svg = parsed(board.draw(GAME, None, view, Asked(("seat:1", "tile:4", "pass")), layout, SAY))
        assert {"seat:1", "tile:4", "pass"} <= set(live(svg))
