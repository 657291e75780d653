"""Two equal cards may leave the pile."""

from __future__ import annotations

import pytest

from tests.support.games.lok_n_roll.play import games, penalised
from tests.support.games.lok_n_roll.table import BOX, card, do, legal, names, only, position, s, values, wander
from trainshed.games.lok_n_roll import events
from trainshed.games.lok_n_roll.rules.effects import Draw
from trainshed.games.lok_n_roll.rules.state import LokState

OFFER = ["combine", "keep"]
WIDE = "track:{}:straight_wide"


def pile(state: LokState, seat: int = 0) -> list[int]:
    return values(state.players[seat].pile)


def turn_over(state: LokState) -> bool:
    return isinstance(state.agenda[-1], Draw)


@pytest.mark.clause("LR-COMBINE-01")
def test_a_discarded_card_may_combine_with_an_equal_top_card() -> None:
    # given top 3 and a discarded 3
    state = penalised([s(3)], pile=[s(1), WIDE.format(3)])
    assert state.actor == 0
    assert legal(state) == OFFER
    # when combined
    heard = do(state, "combine")
    # then both are in the box
    assert names(state.boxed) == [WIDE.format(3), s(3)]
    assert only(heard, events.Combined) == [events.Combined(0, [WIDE.format(3), s(3)])]
    assert pile(state) == [1]
    assert turn_over(state)


@pytest.mark.clause("LR-COMBINE-01")
@pytest.mark.parametrize("below", [[], [1], [2], [4], [3, 2], [3, 3, 1]])
def test_without_an_equal_top_card_there_is_nothing_to_combine(below: list[int]) -> None:
    # given a pile whose top card is no 3, and a discarded 3
    state = penalised([s(3)], pile=[s(value) for value in below])
    # then the card lies on the pile and nobody is asked
    assert turn_over(state)
    assert pile(state) == [*below, 3]
    assert state.boxed == []


@pytest.mark.clause("LR-COMBINE-01")
def test_cards_combine_with_the_own_pile_only() -> None:
    # given a 3 on the pile of another player
    state = position([s(3), s(3), s(3)], 1, piles=[[], [s(3)]])
    # when a 3 is discarded
    do(state, "pass")
    # then it does not combine
    assert turn_over(state)
    assert (pile(state, 0), pile(state, 1)) == ([3], [3])


@pytest.mark.clause("LR-COMBINE-02")
@pytest.mark.parametrize(("word", "score"), [("combine", 3), ("keep", 9)])
def test_combined_cards_do_not_count_at_the_end(word: str, score: int) -> None:
    # given the last turn, a pile 1, 3 and a discarded 3, and a 2 in hand
    state = penalised([s(3)], pile=[s(1), WIDE.format(3)], hand=[s(2)], deck=0)
    # when combined or not
    do(state, word)
    # then a combined pair is not in the total
    assert state.over
    assert state.scores() == [score, 0]


@pytest.mark.clause("LR-COMBINE-03")
def test_the_order_of_discarding_allows_several_combinations() -> None:
    # given a pile with 2 on top and 3 below it, and discards 3, 2
    given = penalised([s(3), s(2)], pile=[WIDE.format(3), WIDE.format(2)])
    assert legal(given) == ["discard:2", "discard:3"]
    # when ordered 2 then 3
    state = given.clone()
    do(state, "discard:2", "combine")
    assert legal(state) == OFFER
    do(state, "combine")
    # then there are two combinations
    assert pile(state) == []
    assert values(state.boxed) == [2, 2, 3, 3]
    # when ordered 3 then 2
    state = given.clone()
    do(state, "discard:3")
    # then there is none
    assert turn_over(state)
    assert pile(state) == [3, 2, 3, 2]


@pytest.mark.clause("LR-COMBINE-04")
@pytest.mark.parametrize("below", [[], [3], [2, 3]])
def test_a_combination_removes_exactly_two_cards(below: list[int]) -> None:
    # given top 2 and two discarded 2s
    state = penalised([s(2), s(2)], pile=[*[WIDE.format(value) for value in below], s(2)])
    # when the first combines
    do(state, "combine")
    # then the second stays on the pile
    assert turn_over(state)
    assert values(state.boxed) == [2, 2]
    assert pile(state) == [*below, 2]


@pytest.mark.clause("LR-COMBINE-04")
def test_the_second_card_may_combine_with_the_new_top() -> None:
    # given two 2s on top and two discarded 2s
    state = penalised([s(2), s(2)], pile=[s(4), WIDE.format(2), WIDE.format(2)])
    # when the first combines
    do(state, "combine")
    # then the second may combine with the new top, which is a 2
    assert pile(state) == [4, 2, 2]
    assert legal(state) == OFFER
    do(state, "combine")
    assert pile(state) == [4]
    assert values(state.boxed) == [2, 2, 2, 2]


@pytest.mark.clause("LR-COMBINE-05")
def test_two_equal_cards_discarded_in_one_turn_can_both_leave() -> None:
    # given an empty pile and discards 4, 4
    state = penalised([s(4), s(4)])
    # when discarded
    assert pile(state) == [4, 4]
    assert legal(state) == OFFER
    do(state, "combine")
    # then both can leave
    assert pile(state) == []
    assert names(state.boxed) == [s(4), s(4)]


@pytest.mark.clause("LR-COMBINE-06")
def test_a_match_may_be_declined() -> None:
    # given a match
    state = penalised([s(3)], pile=[s(1), WIDE.format(3)])
    assert legal(state) == OFFER
    # when declined
    heard = do(state, "keep")
    # then the card lies on top of the pile
    assert names(state.players[0].pile) == [s(1), WIDE.format(3), s(3)]
    assert state.boxed == []
    assert only(heard, events.Kept) == [events.Kept(0, s(3))]
    assert turn_over(state)


@pytest.mark.clause("LR-COMBINE-06")
def test_every_match_of_a_human_is_asked_for() -> None:
    # given many games
    matches = 0
    for state, rng in games(60, seed=6):
        while not state.over:
            heard = wander(state, rng)
            for put in only(heard, events.Discarded):
                # when a human discards a card, and the pile grows a match
                if put.seat is None:
                    continue
                own = state.players[put.seat].pile
                if heard[-1] is put and len(own) > 1 and BOX.value[own[-2]] == BOX.value[card(put.card)]:
                    # then both answers are offered to that player
                    assert (state.actor, legal(state)) == (put.seat, OFFER)
                    matches += 1
    assert matches > 100


@pytest.mark.clause("LR-COMBINE-07")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_may_look_through_the_own_pile_at_any_time(seat: int) -> None:
    # given an own pile of 5
    five = [s(3), "chaos:4", s(1), "destroyed:2:curve_left", s(1)]
    acting = position([s(1), s(1)], 1, piles=[five], seat=seat)
    drawing = position([s(1), s(1)], 1, piles=[five], pending=[Draw(seat)])
    for state in (acting, drawing):
        # when viewed, in whosever turn, then all 5 are there in order
        assert state.view(0).piles[0] == five


@pytest.mark.clause("LR-COMBINE-08")
@pytest.mark.parametrize(
    ("top", "discarded"),
    [
        ("chaos:4", "track:4:straight_long"),
        ("chaos:4", "destroyed:4:curve_right@left"),
        ("track:4:straight_long", "destroyed:4:curve_right@right"),
        ("destroyed:4:curve_right", "track:4:straight_long"),
        ("track:4:curve_left", "track:4:straight_long"),
    ],
)
def test_cards_of_all_kinds_combine_by_value(top: str, discarded: str) -> None:
    # given a top card of some kind
    name = discarded.partition("@")[0]
    # when a card of another kind or shape and equal value is discarded
    state = penalised([discarded], pile=[top])
    # then it may combine
    assert legal(state) == OFFER
    do(state, "combine")
    assert names(state.boxed) == [top, name]


@pytest.mark.clause("LR-COMBINE-08")
@pytest.mark.parametrize("top", ["track:3:curve_left", "destroyed:3:straight_wide"])
def test_a_chaos_card_combines_with_a_track_card(top: str) -> None:
    # given a top 3
    state = position([s(1), s(1)], 1, [["chaos:3", s(1)], []], piles=[[top]])
    # when a chaos 3 is discarded, then it may combine
    do(state, "chaos:3")
    assert legal(state) == OFFER
    do(state, "combine")
    assert names(state.boxed) == [top, "chaos:3"]


@pytest.mark.clause("LR-COMBINE-08")
def test_cards_of_one_kind_and_shape_with_other_values_do_not_combine() -> None:
    # given a top card of value 3, when one of the same shape and value 4 is discarded
    state = penalised([s(4)], pile=[s(3)])
    # then nothing is offered
    assert turn_over(state)
    assert pile(state) == [3, 4]


@pytest.mark.clause("LR-COMBINE-09")
def test_after_a_combination_the_card_below_is_compared() -> None:
    # given a pile (bottom) 3, 2 and discards 2, 3
    state = penalised([s(2), s(3)], pile=[WIDE.format(3), WIDE.format(2)])
    # when combined in that order
    do(state, "discard:2", "combine", "combine")
    # then the pile is empty
    assert pile(state) == []
    assert turn_over(state)


@pytest.mark.clause("LR-COMBINE-10")
def test_piles_are_open_to_all_players() -> None:
    # given piles of both players
    piles = [[s(3), "chaos:4", s(1)], ["destroyed:2:curve_left", s(1)]]
    state = position([s(1), s(1)], 1, piles=piles)
    for seat in (0, 1, None):
        # when an opponent's or a spectator's view is read, then the cards are visible
        assert state.view(seat).piles == piles


@pytest.mark.clause("LR-COMBINE-11")
def test_a_declined_match_is_not_combined_later() -> None:
    # given a match 2 on 2, with a 3 still to be discarded
    state = penalised([s(2), s(3)], pile=[WIDE.format(2)])
    do(state, "discard:2")
    assert legal(state) == OFFER
    # when declined, and the 3 follows
    do(state, "keep")
    # then the pile reads 2, 2, 3 and no combination is offered
    assert turn_over(state)
    assert pile(state) == [2, 2, 3]
    assert state.boxed == []


@pytest.mark.clause("LR-COMBINE-11")
def test_a_card_never_combines_with_one_deeper_in_the_pile() -> None:
    # given a declined match 2 on 2, covered by a 3, with another 2 still to be discarded
    state = penalised([s(2), s(3), s(2)], pile=[WIDE.format(2)])
    do(state, "discard:2", "keep")
    # when the 3 and then the 2 follow
    do(state, "discard:3")
    # then no combination is offered
    assert turn_over(state)
    assert pile(state) == [2, 2, 3, 2]
    assert state.boxed == []


@pytest.mark.clause("LR-COMBINE-11")
def test_the_card_after_a_declined_match_combines_with_the_top_card_only() -> None:
    # given a match 2 on 2, with another 2 still to be discarded
    state = penalised([s(2), "track:2:curve_left@left"], pile=[WIDE.format(2)])
    # when declined, and the next 2 follows
    do(state, "keep")
    assert legal(state) == OFFER
    do(state, "combine")
    # then it has combined with the top 2 only
    assert names(state.boxed) == [s(2), "track:2:curve_left"]
    assert names(state.players[0].pile) == [WIDE.format(2)]
    assert turn_over(state)


@pytest.mark.clause("LR-COMBINE-11")
def test_equal_cards_in_the_pile_are_not_combined_when_they_come_to_the_top_again() -> None:
    # given a declined pair of 2s below a 4, and a discarded 4
    state = penalised([s(4)], pile=[s(2), s(2), WIDE.format(4)])
    # when the 4s combine
    do(state, "combine")
    # then the 2s stay
    assert turn_over(state)
    assert pile(state) == [2, 2]
