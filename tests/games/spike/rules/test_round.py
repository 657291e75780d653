"""The three rounds: what happens when the pile of railway cards has run out (SP-ROUND)."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.spike.positions import (
    asked,
    by_color,
    do,
    fall,
    families,
    give,
    lay,
    legal,
    only,
    play_until,
    position,
    set_up,
    wander,
)
from trainshed.games.spike import events
from trainshed.games.spike.rules.components import DRAW, TIME
from trainshed.games.spike.rules.state import SpikeState
from trainshed.kernel.agenda import NATURE


def before_the_end(round: int = 1, supply: int = 2, **laid: str) -> SpikeState:
    """One green card in the pile of this round; seat 0 begins its turn and holds two black cards."""
    state = give(position(3), 0, cards="black black", supply=supply)
    return lay(state, pile="green", discards=laid.get("discards", "red red red white"), round=round, times=round)


def cards_around(state: SpikeState) -> list[int]:
    """The railway cards of pile and face-up cards together, by colour."""
    return [count + state.display.count(color) for color, count in enumerate(state.pile)]


@pytest.mark.clause("SP-ROUND-01")
def test_the_game_has_three_rounds_and_each_ends_when_the_pile_runs_out() -> None:
    for seats in (2, 3, 4):
        state, _ = set_up(seats)
        begun: list[int] = []
        rng = Random(seats)
        while not state.over:
            empty = state.actor == NATURE and sum(state.pile) == 1 and state.round < 3
            before = state.round
            heard = only(wander(state, rng), events.RoundBegun)
            begun += [event.round for event in heard]
            assert (state.round > before) == bool(heard)
            assert not heard or empty, "a round has ended before the pile had run out"
            assert not empty or heard, "the pile ran out and the round goes on"
        assert begun == [2, 3]
        assert state.round <= 3


@pytest.mark.clause("SP-ROUND-02")
def test_round_2_is_shown_by_a_second_time_card() -> None:
    state = before_the_end()
    assert (state.view(1).round, state.view(1).times) == (1, 1)
    do(state, "pile", "draw:green")
    fall(state)
    assert (state.view(1).round, state.view(1).times) == (2, 2)


@pytest.mark.clause("SP-ROUND-03")
@pytest.mark.parametrize("round", [1, 2])
def test_face_up_cards_and_discards_are_the_new_pile(round: int) -> None:
    # given display D and discards X
    state = before_the_end(round, discards="red red red white black")
    do(state, "take:blue", "pile", "draw:green")
    assert asked(state) == "LayOut"
    # when the round ends / then new pile and new display are exactly D + X, and the discard pile is empty
    fall(state)
    assert cards_around(state) == by_color("white red yellow red red red white black")
    assert state.discards == [0] * 6


@pytest.mark.clause("SP-ROUND-04")
@pytest.mark.parametrize("round", [1, 2])
def test_four_new_cards_are_turned_face_up(round: int) -> None:
    state = before_the_end(round)
    heard = do(state, "take:blue", "pile", "draw:green")
    heard += fall(state)
    assert [event.slot for event in only(heard, events.CardShown)] == [0, 1, 2, 3]
    assert "" not in state.view(0).display
    assert sum(state.pile) == 7 - 4


@pytest.mark.clause("SP-ROUND-04")
def test_every_new_face_up_card_is_drawn_from_the_whole_new_pile() -> None:
    state = before_the_end(discards="red red red white")
    do(state, "pile", "draw:green")
    first = state.box.first[DRAW]
    assert state.odds() == [(first, 2), (first + 1, 1), (first + 2, 4), (first + 3, 1)]


@pytest.mark.clause("SP-ROUND-05")
@pytest.mark.parametrize("round", [1, 2])
def test_a_draw_is_completed_from_the_new_pile_and_display(round: int) -> None:
    # given supply 3 with 1 card drawn when the pile empties / when reshuffled / then 2 more cards may be drawn
    state = before_the_end(round, supply=3, discards="red red red white black black black black")
    do(state, "pile", "draw:green")
    fall(state)
    assert (asked(state), state.actor) == ("DrawMore", 0)
    do(state, f"take:{state.view(0).display[0]}")
    assert families(state) == {"pile", "stop", "take"}
    do(state, "pile")
    fall(state)
    assert sum(state.players[0].hand) == 2 + 3
    assert state.actor == 1


@pytest.mark.clause("SP-ROUND-06")
@pytest.mark.parametrize("round", [1, 2])
def test_hands_are_kept_across_rounds(round: int) -> None:
    state = give(give(position(3), 0, cards="black black"), 1, cards="red blue")
    lay(state, pile="green", discards="red red red white", round=round, times=round)
    do(state, "pile", "draw:green")
    fall(state)
    assert state.round == round + 1
    assert state.players[0].hand == by_color("black black green")
    assert state.players[1].hand == by_color("red blue")


# ---------------------------------------------------------------- round 3


@pytest.mark.clause("SP-ROUND-07")
@pytest.mark.parametrize("cards", range(9))
def test_the_time_cards_are_in_the_lower_half_and_every_order_of_it_is_equally_likely(cards: int) -> None:
    # given round 3 with d railway cards in the pile before the Time cards
    colors = ["white", "blue", "red", "yellow", "green", "black", "white", "red", "red"][:cards]
    state = give(position(), 0, supply=4)
    lay(state, pile="green", discards=" ".join(colors), round=2, times=2)
    do(state, "pile", "draw:green")
    fall(state)  # the four cards to be shown come from display and discards: as many stay in the pile
    assert state.view(1).pile == cards + 3
    assert state.view(1).upper == cards // 2
    first, time = state.box.first[DRAW], state.box.first[TIME]
    rng = Random(cards)
    drawn = 0
    while not state.over:
        if state.actor != NATURE:
            do(state, "pile")
            continue
        left = [(first + color, count) for color, count in enumerate(state.pile) if count]
        times = 3 - state.times
        # none of the first floor(d/2) cards is a Time card; after them each card left is equally likely
        assert state.odds() == (left if drawn < cards // 2 else [(time, times), *left])
        assert [state.pick(ticket) for ticket in range(state.tickets())] == [
            word for word, weight in state.odds() for _ in range(weight)
        ]
        wander(state, rng)
        drawn += 1
    assert state.times == 3
    assert drawn <= cards + 3


@pytest.mark.clause("SP-ROUND-08")
def test_the_face_up_cards_of_round_3_are_turned_up_before_the_time_cards_are_mixed_in() -> None:
    # given 9 cards for round 3, 4 of them face up / then 5 are split: 2 in the upper half, 3 in the lower one
    state = before_the_end(2, supply=3, discards="red red red white black")
    heard = do(state, "pile", "draw:green")
    assert (asked(state), state.pile_times) == ("LayOut", 0)
    heard += fall(state)
    kinds = [type(event) for event in heard if isinstance(event, events.CardShown | events.TimesMixedIn)]
    assert kinds == [events.CardShown] * 4 + [events.TimesMixedIn]
    view = state.view(0)
    assert (len([card for card in view.display if card]), view.times) == (4, 0)
    assert (view.upper, view.pile, view.pile_times) == (2, 5 + 3, 3)


@pytest.mark.clause("SP-ROUND-09")
@pytest.mark.parametrize("round", [1, 2])
def test_a_refill_that_takes_the_last_card_ends_the_round(round: int) -> None:
    # given a pile of 1 and a display of 3 / when refilled / then the round ends and 4 new cards are shown
    state = before_the_end(round)
    do(state, "take:blue", "stop")
    assert asked(state) == "Refill"
    do(state, "draw:green")
    assert (asked(state), state.round) == ("LayOut", round + 1)
    assert sum(state.pile) == 8
    fall(state)
    assert cards_around(state) == by_color("white red yellow green red red red white")
    assert "" not in state.view(0).display
    assert state.actor == 1


@pytest.mark.clause("SP-ROUND-09")
@pytest.mark.parametrize("round", [1, 2])
def test_the_round_ends_even_if_a_slot_is_still_empty(round: int) -> None:
    # given a pile of 1 and a display of 2 / when the first slot is filled / then the round ends at once
    state = before_the_end(round)
    do(state, "take:blue", "take:red", "draw:green")
    assert (asked(state), state.round) == ("LayOut", round + 1)
    fall(state)
    assert cards_around(state) == by_color("white yellow green red red red white")
    assert "" not in state.view(0).display


@pytest.mark.clause("SP-ROUND-09")
def test_two_rounds_may_end_in_one_action() -> None:
    # given a last card in round 1 and five others: one of them stays in the new pile
    state = before_the_end(1, discards="red")
    do(state, "pile", "draw:green")
    fall(state)
    assert (state.round, sum(state.pile)) == (2, 1)
    # when it is drawn too / then round 3 begins in the same action
    do(state, "pile")
    fall(state)
    assert (state.round, state.pile_times, sum(state.pile)) == (3, 3, 0)


@pytest.mark.clause("SP-ROUND-10")
def test_if_too_few_cards_are_left_the_next_round_ends_at_once() -> None:
    # given 3 cards in display + discards at the end of round 1
    state = before_the_end(1, discards="")
    heard = do(state, "take:blue", "pile", "draw:green")
    # when the round ends / then round 3 begins in the same action with 3 face up and the three Time cards as its pile
    rng = Random(3)
    while asked(state) == "LayOut":
        heard += wander(state, rng)
    assert [event.round for event in only(heard, events.RoundBegun)] == [2, 3]
    assert sorted(state.view(0).display) == ["", "red", "white", "yellow"]
    assert (state.view(0).pile, state.view(0).pile_times) == (3, 3)
    # and the refill after that draw ends the game
    assert asked(state) == "Refill"
    do(state, "time", "time", "time")
    assert state.over


@pytest.mark.clause("SP-ROUND-10")
def test_no_draw_ever_meets_an_empty_pile() -> None:
    # given 4 cards and a draw that is not finished / then the pile of round 3 is on offer, with Time cards only
    state = before_the_end(1, supply=4, discards="")
    do(state, "pile", "draw:green")
    fall(state)
    assert (state.round, state.view(0).pile) == (3, 3)
    do(state, "pile", "time", "pile", "time", "pile", "time")
    assert state.over


@pytest.mark.clause("SP-ROUND-10")
@pytest.mark.parametrize(("seats", "turns"), [(2, 15), (3, 21), (4, 19)])
def test_if_everybody_only_draws_two_cards_the_game_is_short(seats: int, turns: int) -> None:
    for seed in range(6):
        state, heard = set_up(seats, seed)
        rng = Random(seed)
        while not state.over:
            if state.actor == NATURE:
                heard += wander(state, rng)
            else:
                words = [word for word in legal(state) if word == "pile" or word.startswith("take:")]
                heard += do(state, rng.choice(words or ["done"]))
        assert len(only(heard, events.TurnBegun)) == turns
        assert only(heard, events.GameEnded)[0].reason == "time"


@pytest.mark.clause("SP-ROUND-11")
def test_the_change_of_round_is_carried_out_before_the_player_draws_on() -> None:
    # given round 2, a pile of 1 and supply 3 / when the first card taken is that last card
    state = before_the_end(2, supply=3)
    do(state, "pile", "draw:green")
    play_until(state, "DrawMore")
    # then before the second choice 4 new cards are face up and the three Time cards are in the lower half
    view = state.view(0)
    assert state.actor == 0
    assert "" not in view.display
    assert (view.round, view.pile, view.upper, view.pile_times) == (3, 4 + 3, 2, 3)
