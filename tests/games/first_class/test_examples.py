"""The worked examples of the rulebook (FC-EXAMPLE)."""

from __future__ import annotations

import pytest

from tests.support.games.first_class.positions import (
    asked,
    barred,
    carry,
    do,
    full_display,
    give,
    legal,
    only,
    position,
    scoring,
    show,
    train,
)
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.state import NONE, FirstClassState


def trains(state: FirstClassState, seat: int = 0) -> tuple[str, str]:
    return train(state, seat, 0), train(state, seat, 1)


@pytest.mark.clause("FC-EXAMPLE-01", "FC-EXAMPLE-02")
@pytest.mark.parametrize(("seats", "rest"), [(3, 3), (4, 2)])
def test_a_row_is_removed_when_a_card_was_taken_for_each_player(seats: int, rest: int) -> None:
    # given all cards but one for each player still lying in the row
    state = full_display(position(seats))
    state.rows = [NONE] * (seats - 1) + state.rows[seats - 1 :]
    state.row_taken = [seats - 1, 0, 0]
    names = [state.box.cards[card].name for card in state.rows[seats:6]]
    give(state, 0)
    # when one more is taken / then the rest is discarded, and the row is gone
    heard = do(state, f"take:1:{seats}")
    assert only(heard, events.RowCleared) == [events.RowCleared(0, names)]
    assert len(names) == rest
    assert state.rows[:6] == [NONE] * 6
    assert state.removed == rest
    assert NONE not in state.rows[6:]


@pytest.mark.clause("FC-EXAMPLE-03")
@pytest.mark.parametrize(
    ("words", "then"),
    [
        (["coach:upper", "coach:upper"], ("0 0 0", "0")),
        (["coach:lower", "coach:lower"], ("0", "0 0 0")),
        (["coach:upper", "coach:lower"], ("0 0", "0 0")),
        (["coach:lower", "coach:upper"], ("0 0", "0 0")),
    ],
)
def test_two_coaches_go_to_either_train_or_one_to_each(words: list[str], then: tuple[str, str]) -> None:
    state = show(position(), "x1-car-1-1")
    do(state, "take:1:1", "use", *words)
    assert trains(state) == then


@pytest.mark.clause("FC-EXAMPLE-04")
def test_an_upgrade_hits_the_left_one_of_two_coaches() -> None:
    state = carry(give(position(), 0, upper="0 0", lower="1"), 0, "0->1")
    # the second card cannot be selected: there is one word for the level
    assert legal(state) == ["leave", "upgrade:upper:0"]
    heard = do(state, "upgrade:upper:0")
    assert only(heard, events.CoachUpgraded) == [events.CoachUpgraded(0, "upper", 1, 1)]
    assert trains(state) == ("1 0", "1")


@pytest.mark.clause("FC-EXAMPLE-05")
@pytest.mark.parametrize("icon", ["upgrade-any x1", "4->7"])
def test_the_first_coach_of_the_lower_train_rises_from_4_to_7(icon: str) -> None:
    state = carry(give(position(), 0, lower="4 1 0"), 0, icon)
    do(state, "upgrade:lower:4")
    assert trains(state) == ("0", "7 1 0")


@pytest.mark.clause("FC-EXAMPLE-06")
@pytest.mark.parametrize("at", [(0, 0), (1, 2), (0, 1)])
def test_two_arrows_move_each_conductor_two_cards(at: tuple[int, int]) -> None:
    state = give(show(position(), "x2-con-1-1"), 0, upper="0 0 0 0", lower="0 0 0 0", conductors=at)
    do(state, "take:1:1", "use", "conductor:upper:2", "conductor:lower:2")
    assert state.players[0].conductors == [at[0] + 2, at[1] + 2]


@pytest.mark.clause("FC-EXAMPLE-07")
def test_two_arrows_move_the_locomotive_from_the_first_to_the_third_city() -> None:
    state = give(show(position(), "x1-loc-1-1"), 0, city=1)
    do(state, "take:1:1", "use", "locomotive:2")
    assert state.players[0].city == 3


@pytest.mark.clause("FC-EXAMPLE-08")
def test_a_city_of_8_points_pays_at_once_and_never_again() -> None:
    # s2-3: a reward city, a city without content, and one of 8 points, the sixth of the line
    state = give(position(), 0, sections="s2-3 s2-4", city=5, coins=(0, 2, 0))
    heard = do(state, "coin:2:locomotive")
    assert only(heard, events.CityPoints) == [events.CityPoints(0, 6, 8)]
    assert state.players[0].points == 8
    do(state, "coin:2:locomotive")
    assert state.players[0].points == 8
    for phase in (1, 2, 3):
        do(scoring(state, 0, phase=phase), "score")
        assert state.players[0].points == 8


@pytest.mark.clause("FC-EXAMPLE-09")
def test_the_rewards_of_the_start_player_tile_with_four_players() -> None:
    # blue, yellow, green and red sit in this order
    state = full_display(position(4))
    do(state, "tile", "coach:upper", "upgrade:upper:0")
    assert [player.coins for player in state.players] == [[3, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0]]
    assert [trains(state, seat) for seat in range(4)] == [("0", "0"), ("0", "0"), ("0 0", "0"), ("1", "0")]


@pytest.mark.clause("FC-EXAMPLE-10")
def test_the_first_card_of_the_topmost_row_is_discarded() -> None:
    state = full_display(position(2))
    rows = state.rows
    do(state, "tile")
    assert state.rows == [NONE, *rows[1:]]
    assert state.view(None).row_taken == [1, 0, 0]


@pytest.mark.clause("FC-EXAMPLE-11")
@pytest.mark.parametrize("city", [0, 1])
def test_a_mail_car_with_two_arrows_becomes_the_sixth_card(city: int) -> None:
    state = carry(give(position(), 0, lower="2 1 0 0", city=city), 0, "0-coach x1")
    do(state, "coach:lower", "mail:m1", "locomotive:2")
    assert (train(state, 0, 1), state.players[0].city) == ("2 1 0 0 0 m1", city + 2)


@pytest.mark.clause("FC-EXAMPLE-12")
def test_the_ninth_card_brings_the_tile_and_two_upgrades() -> None:
    state = carry(give(position(), 0, upper="4", lower="7 4 2 1 1 m1 0 0"), 0, "0-coach x1")
    do(state, "coach:lower")
    assert train(state, 0, 1) == "7 4 2 1 1 m1 0 0 0 lt-5"
    do(state, "upgrade:lower:7", "upgrade:upper:4")
    assert trains(state) == ("7", "12 4 2 1 1 m1 0 0 0 lt-5")
    assert asked(state) == "After"


@pytest.mark.clause("FC-EXAMPLE-13")
def test_three_coins_fill_the_first_column_and_begin_the_second() -> None:
    state = give(show(position(), "a1-8 x1-loc-1-1"), 0, coins=(3, 0, 0))
    do(state, "take:1:1", "use", "coins")
    assert state.players[0].coins == [5, 1, 0]


def at_reward_a(coins: tuple[int, int, int] = (0, 0, 0)) -> FirstClassState:
    """The locomotive stands on a reward city with a coach and two arrows; a city of 3 points and another follow.

    The upper conductor stands on the last card of its train. Rewards: a is city 5, b city 2 and d city 7.
    """
    state = give(show(position(), "x1-loc-1-1"), 0, city=5, sections="s1-2 s1-1", upper="1 0", conductors=(2, 0))
    give(state, 0, coins=coins)
    return scoring(state, 0)


A = ["city:5", "coach:upper", "locomotive:2"]
B = ["city:2", "coins"]
C = ["coin:1:coach:upper"]
D = ["city:7", "conductor:upper:2"]


@pytest.mark.clause("FC-EXAMPLE-14")
def test_a_scoring_phase_step_a() -> None:
    state = at_reward_a()
    assert [word for word in legal(state) if word.startswith("city")] == ["city:2", "city:5"]
    do(state, *A)
    assert train(state, 0, 0) == "1 0 0"
    assert (state.players[0].city, state.players[0].points) == (7, 3)
    # a third reward is available
    assert [word for word in legal(state) if word.startswith("city")] == ["city:2", "city:7"]


@pytest.mark.clause("FC-EXAMPLE-15")
def test_a_scoring_phase_steps_b_to_d() -> None:
    state = at_reward_a()
    do(state, *A, *B)
    assert state.players[0].coins == [2, 0, 0]
    # without c only one step of d can be used in the upper train
    other = state.clone()
    do(other, "city:7")
    assert barred(other, "conductor:upper:2") == "FC-CONDUCTOR-05"
    # with it, both
    heard = do(state, *C, *D)
    assert (train(state, 0, 0), state.players[0].conductors) == ("1 0 0 0", [4, 0])
    assert state.players[0].coins == [1, 0, 0]
    assert only(heard, events.IconsLeft) == []
    heard = do(state, "done")
    assert [event.trains for event in only(heard, events.TrainsScored)] == [[1, 0]]


@pytest.mark.clause("FC-EXAMPLE-16")
@pytest.mark.parametrize("order", [["5", "2", "7"], ["5", "7", "2"], ["2", "5", "7"]], ids=["a-b-d", "a-d-b", "b-a-d"])
def test_the_rewards_could_have_been_taken_in_another_order(order: list[str]) -> None:
    state = at_reward_a()
    used = {"5": ["coach:upper", "locomotive:2"], "2": ["coins"], "7": ["conductor:upper:1", "leave"]}
    for city in order:
        do(state, f"city:{city}", *used[city])
    assert (state.players[0].city, state.players[0].conductors, state.players[0].points) == (7, [3, 0], 3)
    assert state.players[0].coins == [2, 0, 0]


@pytest.mark.clause("FC-EXAMPLE-16")
def test_d_before_a_is_refused() -> None:
    state = at_reward_a()
    assert barred(state, "city:7") == "FC-SCORE-04"
    do(state, *B)
    assert barred(state, "city:7") == "FC-SCORE-04"


@pytest.mark.clause("FC-EXAMPLE-17")
def test_a_train_that_scores_18() -> None:
    state = give(position(), 0, upper="12 4 1 1 0 m1 0", conductors=(7, 0))
    heard = do(scoring(state, 0), "done")
    assert [event.trains for event in only(heard, events.TrainsScored)] == [[18, 0]]
    assert state.players[0].points == 18


@pytest.mark.clause("FC-EXAMPLE-18")
def test_a_final_bonus_of_15() -> None:
    # 3 car, 1 locomotive and 1 conductor card; two car bonuses of 2, one locomotive bonus of 3
    state = give(show(position(), "x1-loc-1-2"), 0, bonus="eb-car-5 eb-car-6 eb-loc-6", coins=(0, 0, 0))
    give(state, 0, taken="x1-car-1-1 x1-car-2-1 x2-car-1-1 x1-loc-1-1 x1-con-1-1")
    give(state, 1, coins=(1, 0, 0))
    scoring(state, 0, phase=3, more=True)
    heard = do(state, "done")
    final = only(heard, events.FinalScored)[0]
    assert (final.seat, final.coins, final.bonus) == (0, 0, [3 * 4, 0, 1 * 3])
    assert state.scores() == [15, 1]


@pytest.mark.clause("FC-EXAMPLE-19")
def test_first_and_third_in_constantinople() -> None:
    state = give(position(), 0, upper="0 0 0 0 0 m1 0 0 0 lt-5", lower="0 0 0 0 0 m2 0 0 0 lt-6", conductors=(9, 9))
    give(state, 1, upper="0 0 0 0 0 m1 0 0 0 lt-7", conductors=(9, 0))
    do(carry(state, 0, "conductor steps 1"), "conductor:upper:1")
    do(carry(state, 1, "conductor steps 1"), "conductor:upper:1")
    do(carry(state, 0, "conductor steps 1, coins 1"), "conductor:lower:1")
    assert state.scores() == [25, 10]
    assert state.view(None).constantinople == [0, 1, 0]
