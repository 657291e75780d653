"""Extending the track (LR-EXTEND)."""

from __future__ import annotations

import pytest

from tests.support.games.lok_n_roll.table import card, do, legal, names, only, position, refusal, s, values
from trainshed.games.lok_n_roll import events
from trainshed.kernel.agenda import NATURE

RIGHT_2 = "track:2:curve_right"
LEFT_2 = "track:2:curve_left"
WIDE_2 = "track:2:straight_wide"


@pytest.mark.clause("LR-EXTEND-01")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_one_two_or_three_cards_of_one_value_go_from_hand_to_the_end_of_the_track(count: int) -> None:
    # given three 2s in hand and an end card 1
    twos = [s(2), s(2), WIDE_2]
    state = position([s(4), s(1)], 0, [[*twos, "chaos:3"], []])
    # when one, two or three of them are played
    do(state, *[f"lay:{two}" for two in twos[:count]], "stop")
    # then they lie at the end in the order played, and have left the hand
    assert names([laid.card for laid in state.track]) == [s(4), s(1), *twos[:count]]
    assert names(state.players[0].hand) == sorted([*twos[count:], "chaos:3"], key=card)
    assert state.players[1].hand == []


@pytest.mark.clause("LR-EXTEND-01")
def test_only_cards_in_hand_can_be_played() -> None:
    # given one curve of value 2, and a straight 2 that is in the other hand only
    state = position([s(4), s(1)], 0, [[s(2), WIDE_2], [LEFT_2]])
    # when the other player's card is asked for, then it is refused, as first card and as second
    assert refusal(state, f"lay:{LEFT_2}").clause == "LR-EXTEND-01"
    do(state, f"lay:{s(2)}")
    assert refusal(state, f"lay:{LEFT_2}").clause == "LR-EXTEND-01"
    assert refusal(state, f"lay:{s(2)}").clause == "LR-EXTEND-01"
    assert legal(state) == ["stop", f"lay:{WIDE_2}"]


@pytest.mark.clause("LR-EXTEND-01")
def test_an_extension_obeys_the_placement_rules() -> None:
    # given three 2s in hand and an end card 4
    state = position([s(1), s(4)], 0, [[s(2), s(2), WIDE_2], []])
    # when one of them is played, then it is refused, and only passing is left
    assert refusal(state, f"lay:{s(2)}").clause == "LR-PLACE-04"
    assert legal(state) == ["pass"]


@pytest.mark.clause("LR-EXTEND-02")
@pytest.mark.parametrize(("first", "second"), [(3, 4), (4, 3)])
def test_cards_of_different_values_are_not_played_together(first: int, second: int) -> None:
    # given 3 and 4 in hand, each of which fits
    state = position([s(3), s(4)], 1, [[s(3), s(4)], []])
    assert legal(state) == ["pass", f"lay:{s(3)}", f"lay:{s(4)}"]
    # when one is played and then the other, which would fit too
    do(state, f"lay:{s(first)}")
    # then the second one is refused and stays in hand
    assert refusal(state, f"lay:{s(second)}").clause == "LR-EXTEND-02"
    assert legal(state) == ["stop"]
    assert names(state.players[0].hand) == [s(second)]


@pytest.mark.clause("LR-EXTEND-03")
def test_a_chaos_card_is_never_laid_as_track() -> None:
    # given a chaos 2 and two track 2s in hand
    state = position([s(1), s(2)], 0, [["chaos:2", s(2), s(2)], []])
    # when extending with the chaos card, then it is refused, alone and beside a 2
    assert refusal(state, "lay:chaos:2").clause == "LR-EXTEND-03"
    assert "lay:chaos:2" not in legal(state)
    do(state, f"lay:{s(2)}")
    assert refusal(state, "lay:chaos:2").clause == "LR-EXTEND-03"
    assert legal(state) == ["stop", f"lay:{s(2)}"]


@pytest.mark.clause("LR-EXTEND-03")
def test_a_chaos_card_that_nobody_holds_is_refused_for_the_same_reason() -> None:
    # given no chaos card in hand / when one is asked as track / then refused because chaos is no track
    state = position([s(1), s(2)], 0, [[s(2), s(2)], []])
    assert refusal(state, "lay:chaos:2").clause == "LR-EXTEND-03"
    do(state, f"lay:{s(2)}")
    assert refusal(state, "lay:chaos:2").clause == "LR-EXTEND-03"


@pytest.mark.clause("LR-EXTEND-04")
@pytest.mark.parametrize("destroyed_first", [True, False])
def test_a_destroyed_track_is_played_together_with_a_normal_card_of_its_value(destroyed_first: bool) -> None:
    # given a destroyed 2 and a normal 2 in hand
    destroyed = "destroyed:2:curve_left"
    state = position([s(1), s(1)], 0, [[destroyed, s(2)], []])
    # when both are played, in either order
    if destroyed_first:
        do(state, f"lay:{destroyed}", "turn:left", f"lay:{s(2)}")
    else:
        do(state, f"lay:{s(2)}", f"lay:{destroyed}", "turn:left")
    # then both lie on the track, and the value sum is 4: one roll of 4 dice
    laid = [destroyed, s(2)] if destroyed_first else [s(2), destroyed]
    assert names([laid.card for laid in state.track]) == [s(1), s(1), *laid]
    assert [rolled.dice for rolled in only(do(state, "wheels:0"), events.Rolled)] == [4]
    assert state.chance == "deck"


@pytest.mark.clause("LR-EXTEND-04")
def test_a_destroyed_track_obeys_the_placement_rules_too() -> None:
    # given a destroyed 2 and an end card 4 / when it is played / then refused like any 2
    state = position([s(1), s(4)], 0, [["destroyed:2:curve_left"], []])
    assert refusal(state, "lay:destroyed:2:curve_left").clause == "LR-PLACE-04"


@pytest.mark.clause("LR-EXTEND-05")
@pytest.mark.parametrize("cards", [1, 2])
def test_a_roll_of_the_due_number_of_dice_follows_an_extension_at_once(cards: int) -> None:
    # given two 1s and another card in hand
    state = position([s(1), s(1)], 0, [[s(1), s(1), "chaos:4"], []])
    # when the extension is finished
    do(state, *[f"lay:{s(1)}"] * cards, "stop")
    # then dice are due, as many as the cards' values, and nothing else has happened or can be done
    assert (state.actor, state.chance) == (NATURE, "die")
    assert legal(state) == [f"wheels:{n}" for n in range(cards + 1)]
    assert state.engine == 0
    for word in ("pass", "stop", f"lay:{s(1)}", "chaos:4", "draw:chaos:4"):
        refusal(state, word)
    assert [rolled.dice for rolled in only(do(state, "wheels:1"), events.Rolled)] == [cards]
    assert state.engine == 1


@pytest.mark.clause("LR-EXTEND-05")
def test_the_roll_follows_without_a_question_when_the_hand_is_empty() -> None:
    # given one card in hand / when it is laid / then everybody sees that nothing can follow, and dice are due
    state = position([s(1), s(1)], 0, [[s(2)], []])
    heard = do(state, f"lay:{s(2)}")
    assert only(heard, events.Stopped) == [events.Stopped(0, True)]
    assert (state.actor, state.chance) == (NATURE, "die")
    assert legal(state) == ["wheels:0", "wheels:1", "wheels:2"]


@pytest.mark.clause("LR-EXTEND-06")
def test_an_end_blocked_by_the_second_card_takes_no_third_and_four_dice_are_rolled() -> None:
    # given three 2s in hand, and a second one that turns the line back into the track
    state = position([s(1), s(1), s(1), "track:1:straight_wide"], 3, [[RIGHT_2, LEFT_2, s(2)], []])
    do(state, f"lay:{RIGHT_2}", "turn:right", f"lay:{LEFT_2}", "turn:right")
    # when the third is asked, then it is refused and stays in hand
    refusal(state, f"lay:{s(2)}")
    assert names(state.players[0].hand) == [s(2)]
    assert len(state.track) == 6
    # and 2 + 2 = 4 dice are rolled
    assert legal(state) == [f"wheels:{n}" for n in range(5)]
    assert [rolled.dice for rolled in only(do(state, "wheels:1"), events.Rolled)] == [4]


@pytest.mark.clause("LR-EXTEND-06")
def test_each_card_of_an_extension_must_fit_where_the_one_before_has_ended() -> None:
    # given three 2s in hand, and a second one after which only cards entered by their short side fit
    state = position([s(1), s(1), s(1), s(4), s(1)], 4, [[RIGHT_2, LEFT_2, WIDE_2], []])
    assert f"lay:{WIDE_2}" in legal(state)
    do(state, f"lay:{RIGHT_2}", "turn:right", f"lay:{LEFT_2}", "turn:right")
    # when the third is asked, then it is refused for lack of room, and stopping is left
    assert refusal(state, f"lay:{WIDE_2}").clause == "LR-PLACE-03"
    assert legal(state) == ["stop"]
    # and 2 + 2 = 4 dice are rolled
    do(state, "stop")
    assert [rolled.dice for rolled in only(do(state, "wheels:1"), events.Rolled)] == [4]


@pytest.mark.clause("LR-EXTEND-06")
def test_with_the_first_card_the_action_is_chosen() -> None:
    # given two 2s and a chaos card in hand
    state = position([s(1), s(1)], 0, [[RIGHT_2, s(2), "chaos:1"], []])
    assert {"pass", "chaos:1"} <= set(legal(state))
    # when passing is asked while the first card is being turned, then refused
    do(state, f"lay:{RIGHT_2}")
    assert refusal(state, "pass").clause == "LR-EXTEND-06"
    # when passing or discarding chaos is asked after the first card, then refused
    do(state, "turn:left")
    assert refusal(state, "pass").clause == "LR-EXTEND-06"
    assert refusal(state, "chaos:1").clause == "LR-EXTEND-06"
    # and the player may go on or stop
    assert legal(state) == ["stop", f"lay:{s(2)}"]


@pytest.mark.clause("LR-EXTEND-06")
def test_the_player_chooses_the_order_of_the_cards() -> None:
    # given two 2s of different shapes in hand / when they are laid in either order / then the track shows that order
    for order in ([s(2), WIDE_2], [WIDE_2, s(2)]):
        state = position([s(1), s(1)], 0, [[s(2), WIDE_2], []])
        do(state, *[f"lay:{name}" for name in order])
        assert names([laid.card for laid in state.track])[2:] == order
        assert values([laid.card for laid in state.track]) == [1, 1, 2, 2]


@pytest.mark.clause("LR-EXTEND-06")
def test_no_card_leaves_the_track_before_the_roll() -> None:
    # given an engine with three cards behind it / when cards are laid / then the old track still lies there
    state = position([s(3), s(4), s(1), s(1)], 3, [[s(1), s(1), "chaos:1"], []])
    do(state, f"lay:{s(1)}")
    assert (len(state.track), state.engine, state.penalties) == (5, 3, [])
    do(state, f"lay:{s(1)}", "stop")
    assert (len(state.track), state.engine, state.penalties) == (6, 3, [])
    # and only the roll takes cards: 2 wheels move onto both new cards, so none is due
    do(state, "wheels:2")
    assert (len(state.track), state.engine) == (6, 5)
