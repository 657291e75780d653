"""The start-player tile: who gets what, the discarded card, and who begins next (FC-START)."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.first_class.course import last_turn, roam
from tests.support.games.first_class.positions import (
    BOX,
    asked,
    barred,
    bits,
    do,
    fall,
    full_display,
    give,
    legal,
    only,
    position,
    show,
    train,
    turn_of,
)
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.state import NONE

EIGHT = "7 4 2 1 1 {} 0 0"
"""A train of eight cards with a mail car."""


@pytest.mark.clause("FC-START-01")
def test_taking_the_tile_is_a_full_main_move() -> None:
    state = full_display(position(2))
    assert "tile" in legal(state)
    heard = do(state, "tile")
    assert only(heard, events.TileTaken) == [events.TileTaken(0)]
    assert (asked(state), state.view(1).tile) == ("After", 0)
    # no card follows in this turn, and no ignoring
    assert barred(state, "take:1:2") == "FC-TURN-01"
    assert barred(state, "tile") == "FC-TURN-01"
    assert "ignore" not in legal(state)
    do(state, "done")
    assert (asked(state), state.actor) == ("Turn", 1)
    assert state.view(None).taken == [[], []]


@pytest.mark.clause("FC-START-02")
def test_the_taker_scores_first_and_starts_the_next_round() -> None:
    # given the tile taken by the last player in round 2
    state = last_turn(3, seat=2, round=2)
    give(state, 0, coins=(1, 0, 0))
    do(state, "tile", "coach:upper")
    assert state.start == 0  # not before the round ends
    do(state, "done")
    # then that player scores first, the others follow, and it starts round 3
    scored = []
    while state.scoring:
        scored.append(state.actor)
        do(state, "done")
    assert scored == [2, 0, 1]
    fall(state, Random(1))
    assert (state.round, state.start, state.actor, asked(state)) == (3, 2, 2, "Turn")


@pytest.mark.clause("FC-START-02")
def test_the_taker_begins_the_second_round_of_a_deck() -> None:
    state = last_turn(2, seat=1, round=1)
    do(state, "tile", "done")
    fall(state, Random(1))
    assert (state.round, state.start, state.actor) == (2, 1, 1)


@pytest.mark.clause("FC-START-03", "FC-START-04", "FC-START-05")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("taker", [0, 1])
def test_rewards_are_given_out_at_once_by_seat(seats: int, taker: int) -> None:
    state = turn_of(full_display(position(seats)), taker)
    neighbour = (taker + 1) % seats
    before = bits(state)
    heard = do(state, "tile")
    # the taker has two coins, and the left neighbour nothing
    assert state.players[taker].coins == [3, 0, 0]
    while asked(state) == "Carry":
        heard += do(state, "coach:upper")
    assert asked(state) == "After"
    assert bits(state)[neighbour] == before[neighbour]
    rewarded = [event.seat for event in only(heard, events.TileReward)]
    assert rewarded == [(taker + place) % seats for place in range(seats) if place != 1]
    assert sum(player.coins != [1, 0, 0] for player in state.players) == 1


@pytest.mark.clause("FC-START-03", "FC-START-06")
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("which", ["upper", "lower"])
def test_the_third_player_adds_a_coach_to_a_train_of_choice(seats: int, which: str) -> None:
    state = turn_of(full_display(position(seats)), 1)
    do(state, "tile")
    third = 3 % seats
    assert state.actor == third
    assert legal(state) == ["coach:upper", "coach:lower"]
    # it is given out: nobody declines it
    assert barred(state, "leave") == "FC-START-03"
    do(state, f"coach:{which}")
    assert [train(state, third, at) for at in (0, 1)] == (["0 0", "0"] if which == "upper" else ["0", "0 0"])


@pytest.mark.clause("FC-START-06")
def test_with_two_players_nobody_gets_a_coach() -> None:
    state = full_display(position(2))
    heard = do(state, "tile")
    assert only(heard, events.CoachAdded) == []
    assert BOX.tile_rewards[2, 1] == []


@pytest.mark.clause("FC-START-07")
@pytest.mark.parametrize("choice", ["coach:upper", "coach:lower", "upgrade:upper:0", "upgrade:lower:0"])
def test_the_fourth_player_chooses_between_a_coach_and_an_upgrade(choice: str) -> None:
    state = full_display(position(4))
    give(state, 3, upper="1 0", lower="0")
    do(state, "tile", "coach:upper")
    assert state.actor == 3
    assert legal(state) == ["coach:upper", "coach:lower", "upgrade:upper:0", "upgrade:lower:0"]
    # only a coach of level 0 is upgraded
    assert barred(state, "upgrade:upper:1") == "FC-UPGRADE-02"
    assert barred(state, "leave") == "FC-START-03"
    do(state, choice)
    after = {
        "coach:upper": ("1 0 0", "0"),
        "coach:lower": ("1 0", "0 0"),
        "upgrade:upper:0": ("1 1", "0"),
        "upgrade:lower:0": ("1 0", "1"),
    }[choice]
    assert (train(state, 3, 0), train(state, 3, 1)) == after
    # exactly one of the two
    assert (asked(state), state.actor) == ("After", 0)


@pytest.mark.clause("FC-START-08")
def test_a_reward_that_cannot_be_used_is_lost() -> None:
    state = full_display(position(3))
    give(state, 2, upper="1 1 1 1 1 m1 1 1 1 lt-5", lower="1 1 1 1 1 m2 1 1 1 lt-6")
    before = bits(state)[2]
    heard = do(state, "tile")
    assert (asked(state), state.actor) == ("After", 0)
    assert bits(state)[2] == before
    assert [event.seat for event in only(heard, events.IconsLeft)] == [2]


@pytest.mark.clause("FC-START-08")
def test_without_a_free_coach_the_fourth_player_can_only_upgrade() -> None:
    state = full_display(position(4))
    give(state, 3, upper="1 0", lower="1 1")
    state.coaches = [0, 24, 20]
    before = bits(state)[2]
    do(state, "tile")
    # the third gets nothing, and the one upgrade that is possible is made by itself
    assert (asked(state), state.actor) == ("After", 0)
    assert bits(state)[2] == before
    assert train(state, 3, 0) == "1 1"


@pytest.mark.clause("FC-START-09")
def test_a_coach_out_of_turn_brings_the_mail_car() -> None:
    state = full_display(position(3))
    give(state, 2, upper="0 0 0 0")
    do(state, "tile", "coach:upper")
    assert (asked(state), state.actor) == ("ChooseMail", 2)
    do(state, "mail:m1", "locomotive:2")
    assert train(state, 2, 0) == "0 0 0 0 0 m1"
    assert state.players[2].city == 2
    assert (asked(state), state.actor) == ("After", 0)


@pytest.mark.clause("FC-START-09")
def test_an_upgrade_that_comes_out_of_turn_may_be_left() -> None:
    # what the coach triggers is a reward as usual, and may be left out
    state = full_display(position(3))
    give(state, 2, upper="0 0 0 0")
    do(state, "tile", "coach:upper", "mail:m2", "leave")
    assert train(state, 2, 0) == "0 0 0 0 0 m2"
    assert (asked(state), state.actor) == ("After", 0)


@pytest.mark.clause("FC-START-10")
def test_the_start_player_may_take_the_tile_to_stay_it() -> None:
    state = last_turn(2, seat=1, round=1)
    state.start = 1
    assert "tile" in legal(state)
    heard = do(state, "tile", "done")
    assert only(heard, events.RoundEnded) == [events.RoundEnded(1, 1, True)]
    fall(state, Random(1))
    assert (state.round, state.start, state.actor) == (2, 1, 1)


@pytest.mark.clause("FC-START-11")
@pytest.mark.parametrize(
    ("rows", "gone"),
    [
        ({1: "x1-car-1-1 x1-car-1-2", 2: "x1-con-1-1 x1-con-1-2"}, 0),
        ({1: "- x1-car-1-2 x1-car-2-1", 2: "x1-con-1-1 x1-con-1-2"}, 1),
        ({2: "x1-con-1-1 x1-con-1-2", 3: "x1-loc-1-1"}, 6),
        ({3: "- - x1-loc-1-1 x1-loc-1-2"}, 14),
    ],
)
def test_the_leftmost_card_of_the_topmost_row_is_discarded(rows: dict[int, str], gone: int) -> None:
    state = position(3)
    for row, cards in rows.items():
        show(state, cards, row)
    before = state.rows
    heard = do(state, "tile")
    assert state.actor == 2
    assert state.rows == before  # not before the rewards are settled
    heard += do(state, "coach:upper")
    name = BOX.cards[before[gone]].name
    assert only(heard, events.CardDiscarded) == [events.CardDiscarded(name, gone)]
    assert state.rows == [NONE if place == gone else own for place, own in enumerate(before)]
    # nobody receives it
    assert state.removed == 1
    assert [state.used_pile(seat) for seat in range(3)] == [[], [], []]
    assert state.view(None).taken == [[], [], []]


@pytest.mark.clause("FC-START-12", "FC-ROUNDEND-03")
def test_one_player_a_round_takes_the_tile() -> None:
    state = full_display(position(2))
    do(state, "tile", "done")
    assert (asked(state), state.actor) == ("Turn", 1)
    assert "tile" not in legal(state)
    assert barred(state, "tile") == "FC-START-12"
    # not even the holder; and in the next round it is there again
    roam(state, Random(2), lambda s: s.turns == 3 and asked(s) == "Turn")
    assert state.actor == 0
    assert barred(state, "tile") == "FC-START-12"
    roam(state, Random(3), lambda s: s.round == 2 and asked(s) == "Turn")
    assert state.tile == NONE
    assert "tile" in legal(state)


@pytest.mark.clause("FC-START-13", "FC-ROUNDEND-04")
def test_if_nobody_takes_the_tile_nobody_gets_its_rewards() -> None:
    state = full_display(position(3))
    heard = roam(state, Random(4), lambda s: s.round == 2 and asked(s) == "Turn", without="tile")
    assert state.round == 2
    assert only(heard, events.TileReward) == []
    assert only(heard, events.CardDiscarded) == []
    assert only(heard, events.RoundEnded) == [events.RoundEnded(1, 0, False)]


@pytest.mark.clause("FC-START-14")
def test_rewards_are_settled_in_seat_order_each_completely() -> None:
    # given tile 7 on top, and eight cards in a train of the third and of the fourth player
    state = full_display(position(4))
    state.tiles = 2
    give(state, 2, upper=EIGHT.format("m1"))
    give(state, 3, upper=EIGHT.format("m1"))
    do(state, "tile")
    assert (state.actor, state.players[0].coins) == (2, [3, 0, 0])
    do(state, "coach:upper")
    assert train(state, 2, 0).endswith(" lt-7")
    # the upgrades of its tile come before the fourth player is asked, and before the card is discarded
    assert (state.actor, asked(state)) == (2, "Carry")
    do(state, "upgrade:upper:0")
    assert state.actor == 2
    do(state, "leave")
    assert (state.actor, state.rows[0] != NONE) == (3, True)
    do(state, "coach:upper")
    assert train(state, 3, 0).endswith(" lt-8")
    do(state, "leave")
    assert (state.actor, asked(state), state.rows[0]) == (0, "After", NONE)
