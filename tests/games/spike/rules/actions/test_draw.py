"""The Draw action: face-up cards and the pile (SP-DRAW)."""

from __future__ import annotations

import pytest

from tests.support.games.spike.positions import (
    asked,
    barred,
    do,
    ends,
    fall,
    families,
    give,
    hand,
    lay,
    legal,
    only,
    position,
)
from trainshed.games.spike import events


@pytest.mark.clause("SP-DRAW-01")
@pytest.mark.parametrize(
    ("words", "cards"),
    [
        (["take:red", "pile", "draw:green"], "red green"),
        (["pile", "draw:green", "take:red"], "red green"),
        (["take:red", "take:white"], "white red"),
        (["pile", "draw:green", "pile", "draw:black"], "green black"),
    ],
)
def test_cards_come_from_the_face_up_cards_and_the_pile_in_any_mix(words: list[str], cards: str) -> None:
    # given supply 2 / when cards are taken in any mix / then legal
    state = position()
    do(state, *words)
    assert hand(state, 0) == cards
    assert asked(state) != "DrawMore"


@pytest.mark.clause("SP-DRAW-01")
def test_only_a_colour_that_lies_face_up_can_be_taken() -> None:
    state = lay(position(), display="red red blue yellow")
    assert ends(state, "take") == ["blue", "red", "yellow"]
    assert barred(state, "take:green") == "SP-DRAW-01"
    do(state, "take:blue")  # also in the middle of the draw
    assert ends(state, "take") == ["red", "yellow"]
    assert barred(state, "take:blue") == "SP-DRAW-01"


@pytest.mark.clause("SP-DRAW-02")
@pytest.mark.parametrize("supply", [2, 3, 4])
def test_one_card_up_to_the_value_of_the_tender_is_drawn(supply: int) -> None:
    for count in range(1, supply + 1):
        state = give(position(), 0, supply=supply)
        for card in range(count):
            assert card == 0 or families(state) == {"pile", "stop", "take"}
            do(state, "pile", "draw:green")
        if count < supply:
            do(state, "stop")
        assert hand(state, 0) == " ".join(["green"] * count)
        assert (asked(state), state.actor) == ("Turn", 1)  # no card more than the tender allows


@pytest.mark.clause("SP-DRAW-02")
def test_a_draw_of_no_card_is_refused() -> None:
    # given a turn / when nothing is drawn / then refused: an action must be taken
    state = give(position(), 0, supply=3)
    assert "stop" not in legal(state)
    barred(state, "stop")
    assert barred(state, "done") == "SP-TURN-02"


@pytest.mark.clause("SP-DRAW-03")
def test_face_up_cards_are_replaced_only_after_the_whole_draw() -> None:
    state = lay(give(position(), 0, supply=3), display="red blue yellow black")
    do(state, "take:blue")
    assert state.view(1).display == ["red", "", "yellow", "black"]  # three on offer
    assert ends(state, "take") == ["black", "red", "yellow"]
    do(state, "take:red")
    assert state.view(1).display == ["", "", "yellow", "black"]  # then two
    do(state, "pile", "draw:white")
    assert asked(state) == "Refill"
    heard = do(state, "draw:green", "draw:white")  # into the first empty slot, the second after it
    assert only(heard, events.CardShown) == [events.CardShown("green", 0), events.CardShown("white", 1)]
    assert state.view(1).display == ["green", "white", "yellow", "black"]
    assert state.actor == 1


@pytest.mark.clause("SP-DRAW-03")
def test_nothing_is_turned_up_after_a_draw_from_the_pile_alone() -> None:
    state = position()
    before = state.view(None).display
    do(state, "pile", "draw:green", "pile", "draw:green")
    assert state.view(None).display == before
    assert state.actor == 1


@pytest.mark.clause("SP-DRAW-04")
def test_the_last_card_of_the_pile_turns_the_next_time_card_and_begins_round_2() -> None:
    # given round 1, a pile of 1 and more than four cards in display and discards
    state = lay(position(), pile="green", discards="red red red black")
    assert (state.round, state.times) == (1, 1)
    # when the last card is drawn
    heard = do(state, "pile", "draw:green")
    heard += fall(state)
    # then round 2, two Time cards face up, and a new pile
    view = state.view(0)
    assert (view.round, view.times, view.pile, view.pile_times) == (2, 2, 4, 0)
    assert only(heard, events.RoundBegun) == [events.RoundBegun(2, 8)]


@pytest.mark.clause("SP-DRAW-04")
def test_the_last_card_of_the_pile_in_round_2_puts_all_time_cards_into_the_pile_of_round_3() -> None:
    state = lay(position(), pile="green", discards="red red red black", round=2, times=2)
    heard = do(state, "pile", "draw:green")
    heard += fall(state)
    view = state.view(0)
    assert (view.round, view.times, view.pile, view.pile_times) == (3, 0, 4 + 3, 3)
    assert only(heard, events.TimesMixedIn) == [events.TimesMixedIn(2, 7)]


@pytest.mark.clause("SP-DRAW-05")
def test_a_card_from_the_pile_is_seen_before_the_next_is_chosen() -> None:
    state = position()
    do(state, "pile", "draw:black")
    assert (asked(state), state.actor) == ("DrawMore", 0)
    assert state.view(0).hand == [0, 0, 0, 0, 0, 1]
    assert sorted(legal(state)) == ["pile", "stop", "take:blue", "take:red", "take:white", "take:yellow"]


@pytest.mark.clause("SP-DRAW-05")
@pytest.mark.parametrize("first", [["pile", "draw:green"], ["take:white"]])
def test_the_player_may_stop_after_any_card(first: list[str]) -> None:
    state = give(position(), 0, supply=4)
    heard = do(state, *first, "take:red", "stop")
    assert only(heard, events.DrawingStopped) == [events.DrawingStopped(0)]
    fall(state)
    assert sum(state.players[0].hand) == 2
    assert state.actor == 1


@pytest.mark.clause("SP-DRAW-06")
def test_there_is_no_limit_on_the_cards_in_hand() -> None:
    state = give(position(4), 0, cards={"red": 8, "green": 8, "black": 8}, supply=4)
    do(state, "pile", "draw:green", "pile", "draw:green", "take:blue", "take:red")
    assert sum(state.players[0].hand) == 28


@pytest.mark.clause("SP-DRAW-07")
def test_a_card_taken_from_the_display_is_known_to_all() -> None:
    state = position(3)
    word = state.game.vocabulary.id("take:red")
    assert [state.seen(seat, word) for seat in (0, 1, None)] == ["take:red"] * 3
    do(state, "take:red")
    for seat in (0, 1, 2, None):
        assert state.events(seat) == [events.CardTaken(0, "red", 2)]
        assert state.view(seat).taken[0] == [0, 0, 1, 0, 0, 0]


@pytest.mark.clause("SP-DRAW-07")
def test_a_card_from_the_pile_is_known_only_to_the_player_who_draws_it() -> None:
    state = position(3)
    do(state, "pile")
    word = state.game.vocabulary.id("draw:green")
    assert [state.seen(seat, word) for seat in (0, 1, 2, None)] == ["draw:green", "draw:?", "draw:?", "draw:?"]
    do(state, "draw:green")
    assert state.events(0) == [events.CardDrawn(0, "green")]
    for seat in (1, 2, None):
        assert state.events(seat) == [events.CardDrawn(0, None)]  # only the fact
        view = state.view(seat)
        assert view.players[0].cards == 1
        assert (sum(view.hand), view.draws[0], view.taken[0]) == (0, [], [0] * 6)


@pytest.mark.clause("SP-DRAW-07")
def test_what_others_see_does_not_depend_on_the_colour_drawn() -> None:
    views = []
    for color in ("green", "black"):
        state = position(3)
        do(state, "pile", f"draw:{color}")
        views.append((state.view(1), state.view(None)))
    assert views[0] == views[1]
