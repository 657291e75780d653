"""The Time cards of round 3 (SP-TIME)."""

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
from trainshed.games.spike.rules.state import SpikeState
from trainshed.kernel.agenda import NATURE


def third_round(times: int = 0, supply: int = 2, replacement: str = "any") -> SpikeState:
    """Round 3 with so many Time cards on the board, in the lower half of the pile; seat 0 begins its turn."""
    state = give(position(3, time_replacement=replacement), 0, supply=supply)
    return lay(state, round=3, times=times, pile_times=3 - times, upper=0)


@pytest.mark.clause("SP-TIME-01")
def test_in_place_of_a_time_card_another_card_must_be_drawn() -> None:
    # given supply 2, one card taken and a Time card on top / when the second card is drawn from the pile
    state = third_round()
    heard = do(state, "take:red", "pile", "time")
    # then the Time card lies on the board
    assert only(heard, events.TimeDrawn) == [events.TimeDrawn(0, 1)]
    assert (state.view(1).times, state.view(1).pile_times) == (1, 2)
    assert hand(state, 0) == "red"
    # and exactly one more card must be drawn, from the pile or face up
    assert (asked(state), state.actor) == ("DrawMore", 0)
    assert families(state) == {"pile", "take"}
    assert ends(state, "take") == ["blue", "white", "yellow"]
    assert barred(state, "stop") == "SP-TIME-01"
    do(state, "take:blue")
    assert hand(state, 0) == "blue red"
    assert asked(state) == "Refill"


@pytest.mark.clause("SP-TIME-01")
def test_a_time_card_does_not_count_against_the_tender() -> None:
    state = third_round()
    do(state, "pile", "time", "pile", "time", "pile", "draw:green")  # twice in place of the first card
    assert (hand(state, 0), state.times) == ("green", 2)
    assert "stop" in legal(state)
    do(state, "pile", "draw:black")
    assert hand(state, 0) == "green black"
    assert (asked(state), state.actor) == ("Turn", 1)


@pytest.mark.clause("SP-TIME-01")
def test_by_option_the_other_card_comes_from_the_pile_at_once() -> None:
    state = third_round(replacement="pile")
    do(state, "take:red", "pile", "time")
    assert (asked(state), state.actor) == ("PileCard", NATURE)
    do(state, "draw:green")
    assert hand(state, 0) == "red green"
    assert asked(state) == "Refill"


@pytest.mark.clause("SP-TIME-01")
def test_everybody_sees_a_time_card() -> None:
    state = third_round()
    do(state, "pile")
    time = state.game.vocabulary.id("time")
    assert [state.seen(seat, time) for seat in (0, 1, None)] == ["time"] * 3
    do(state, "time")
    assert state.events(2) == [events.TimeDrawn(0, 1)]


@pytest.mark.clause("SP-TIME-02")
def test_the_third_time_card_ends_the_game_at_once() -> None:
    # given two Time cards out and the third on top with 2 draws left / when drawn
    state = third_round(times=2)
    give(state, 0, cards="red", route="")
    heard = do(state, "pile", "time")
    # then the game is over: no replacement, no further action or turn
    assert state.over
    assert legal(state) == []
    assert hand(state, 0) == "red"
    assert [event.reason for event in only(heard, events.GameEnded)] == ["time"]
    assert only(heard, events.TurnBegun) == []


@pytest.mark.clause("SP-TIME-02")
def test_the_turn_of_the_third_time_card_is_not_finished() -> None:
    # given a delivery that is possible after the action / then it is not made any more
    state = third_round(times=2)
    give(state, 0, contracts="cattle-2-a", aboard="cattle")
    assert "deliver:cattle" in legal(state)
    do(state, "take:red", "pile", "time")
    assert state.over
    assert state.scores()[0] == 0
    assert "" in state.view(0).display  # nor are the face-up cards completed


@pytest.mark.clause("SP-TIME-03")
def test_a_time_card_at_a_refill_goes_to_the_board_and_another_card_takes_the_slot() -> None:
    state = third_round()
    do(state, "take:red", "take:white")
    assert asked(state) == "Refill"
    heard = do(state, "draw:green", "time", "time", "draw:black")
    assert [event.times for event in only(heard, events.TimeDrawn)] == [1, 2]
    assert state.view(1).display == ["green", "blue", "black", "yellow"]
    assert hand(state, 0) == "white red"
    assert state.actor == 1


@pytest.mark.clause("SP-TIME-03")
def test_the_third_time_card_at_a_refill_ends_the_game() -> None:
    state = third_round(times=2)
    heard = do(state, "take:red", "take:white", "time")
    assert state.over
    assert [event.reason for event in only(heard, events.GameEnded)] == ["time"]


@pytest.mark.clause("SP-TIME-03")
def test_in_the_upper_half_there_is_no_time_card() -> None:
    state = lay(third_round(), upper=1)
    do(state, "pile")
    assert "time" not in legal(state)
    do(state, "draw:green", "pile")
    assert "time" in legal(state)
    fall(state)
