"""Coins: their columns, gaining them, making room, and what they buy (FC-COIN)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.support.games.first_class.course import WINDOWS
from tests.support.games.first_class.positions import (
    BOX,
    GAME,
    asked,
    barred,
    carry,
    do,
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
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.kernel.agenda import NATURE

FULL = (5, 5, 2)
Columns = tuple[int, int, int]


def holder(coins: Columns, seats: int = 2, **options: Any) -> FirstClassState:
    """Seat 0 in its turn with these coins, and a card on the display."""
    return give(show(position(seats, **options), "x1-loc-1-1 x1-car-1-1"), 0, coins=coins)


def gaining(coins: Columns, effect: str, **options: Any) -> FirstClassState:
    """Seat 0 has these coins and carries out an effect."""
    return carry(holder(coins, **options), 0, effect)


def coins(state: FirstClassState, seat: int = 0) -> list[int]:
    return list(state.view(None).players[seat].coins)


def spending(state: FirstClassState) -> list[str]:
    return [word for word in legal(state) if word.split(":")[0] in ("coin", "buy", "pay")]


# ---------------------------------------------------------------- gaining


@pytest.mark.clause("FC-COIN-01")
def test_the_board_has_three_columns() -> None:
    assert [column.capacity for column in BOX.coin_columns] == [5, 5, 2]
    assert BOX.capacity == 12


@pytest.mark.clause("FC-COIN-02")
def test_coins_of_an_icon_are_taken_all_or_not_at_all() -> None:
    state = gaining((0, 0, 0), "coins 3")
    # there is no word for one or two of them
    assert legal(state) == ["leave", "coins"]
    assert [word for word in GAME.vocabulary if word.split(":")[0] == "coins"] == ["coins"]
    supply = state.view(None).supply
    do(state, "coins")
    assert coins(state) == [3, 0, 0]
    assert state.view(None).supply == supply - 3
    state = gaining((0, 0, 0), "coins 3, locomotive 1")
    do(state, "leave")
    assert coins(state) == [0, 0, 0]


@pytest.mark.clause("FC-COIN-02")
def test_without_the_icon_no_coins_are_taken() -> None:
    assert barred(gaining((0, 0, 0), "locomotive 1, 0-coach x1"), "coins") == "FC-COIN-02"


@pytest.mark.clause("FC-COIN-02", "FC-TURN-04")
@pytest.mark.parametrize("strict", ["no", "yes"])
def test_strict_cards_force_the_coins_of_a_card(strict: str) -> None:
    state = show(give(position(strict_cards=strict), 0, coins=(1, 0, 0)), "a1-8 x1-loc-1-1")
    do(state, "take:1:1", "use")
    if strict == "yes":
        assert asked(state) == "After"  # the only thing that can be done is done by itself
        assert coins(state) == [4, 0, 0]
        return
    assert legal(state) == ["leave", "coins"]
    do(state, "leave")
    assert coins(state) == [1, 0, 0]


@pytest.mark.clause("FC-COIN-03", "FC-COIN-04")
@pytest.mark.parametrize(
    ("before", "gain", "then"),
    [
        ((0, 0, 0), 1, [1, 0, 0]),
        ((3, 0, 0), 3, [5, 1, 0]),
        ((4, 2, 0), 2, [5, 3, 0]),
        ((5, 4, 0), 3, [5, 5, 2]),
        ((0, 5, 2), 5, [5, 5, 2]),
        ((4, 3, 0), 5, [5, 5, 2]),
        ((5, 3, 1), 2, [5, 5, 1]),
        ((3, 5, 1), 3, [5, 5, 2]),
    ],
)
def test_the_leftmost_column_with_room_is_filled_first(before: Columns, gain: int, then: list[int]) -> None:
    state = gaining(before, f"coins {gain}")
    do(state, "coins")
    assert coins(state) == then


@pytest.mark.clause("FC-COIN-05")
@pytest.mark.parametrize("gain", [2, 5])
def test_coins_gained_together_are_placed_at_once(gain: int) -> None:
    state = gaining((4, 0, 0), f"coins {gain}")
    heard = do(state, "coins")
    assert [(event.count, event.coins) for event in only(heard, events.CoinsTaken)] == [(gain, [5, gain - 1, 0])]
    assert asked(state) == "After"


@pytest.mark.clause("FC-COIN-06", "FC-COIN-18")
@pytest.mark.parametrize(
    ("before", "word", "then"),
    [
        ((5, 3, 1), "coin:1:point", [4, 3, 1]),
        ((5, 3, 1), "coin:2:point", [5, 2, 1]),
        ((5, 3, 1), "coin:3:point", [5, 3, 0]),
        ((3, 0, 0), "coin:1:point", [2, 0, 0]),
        ((1, 2, 0), "coin:1:coach:upper", [0, 2, 0]),
    ],
)
def test_the_other_coins_stay_where_they_are(before: Columns, word: str, then: list[int]) -> None:
    state = holder(before)
    do(state, word)
    assert coins(state) == then


# ---------------------------------------------------------------- making room


@pytest.mark.clause("FC-COIN-07")
def test_with_eleven_coins_one_is_spent_before_two_are_placed() -> None:
    state = gaining((5, 5, 1), "coins 2")
    do(state, "coins")
    assert asked(state) == "MakeRoom"
    assert coins(state) == [5, 5, 1]
    assert all(word.split(":")[0] in ("coin", "buy") for word in legal(state))
    do(state, "coin:2:point")
    assert asked(state) == "After"
    assert coins(state) == [5, 5, 2]


@pytest.mark.clause("FC-COIN-07")
def test_with_twelve_coins_a_contract_of_four_makes_its_owner_spend_four() -> None:
    state = give(holder(FULL), 0, upper="2 2", contracts="a1-5")
    do(state, "fulfil:a1-5", "coins")
    for _ in range(4):
        assert asked(state) == "MakeRoom"
        assert sum(coins(state)) > 8
        do(state, "coin:1:point")
    assert asked(state) == "Turn"
    assert coins(state) == [5, 5, 2]
    assert state.players[0].points == 4


@pytest.mark.clause("FC-COIN-07")
@pytest.mark.parametrize("before", [(5, 4, 0), (4, 5, 1), (5, 5, 0), (0, 0, 0)])
def test_with_room_for_all_nothing_has_to_be_spent(before: Columns) -> None:
    state = gaining(before, "coins 2")
    do(state, "coins")
    assert asked(state) == "After"
    assert sum(coins(state)) == sum(before) + 2


# ---------------------------------------------------------------- when


@pytest.mark.clause("FC-COIN-08")
def test_coins_are_spent_in_the_own_turn_and_part_only() -> None:
    for window in WINDOWS:
        state = window(holder((1, 1, 1)), 0)
        assert {"coin:1:point", "coin:2:conductor:upper", "coin:3:coach:lower"} <= set(legal(state))
    # in another's turn or part
    every = [move for move, word in enumerate(GAME.vocabulary) if word.split(":")[0] in ("coin", "buy", "pay")]
    for window in WINDOWS:
        state = window(give(holder(FULL), 1, coins=(1, 0, 0)), 1)
        assert state.actor == 1
        for move in every:
            refused = state.why_not(move, 0)
            assert refused is not None
            assert refused.clause == "FC-ROUND-04"


@pytest.mark.clause("FC-COIN-08")
def test_coins_are_not_spent_while_a_card_is_carried_out() -> None:
    state = holder((3, 3, 0))
    do(state, "take:1:2", "use", "coach:upper")
    for word in ("coin:1:point", "coin:1:coach:upper", "coin:2:locomotive", "buy:eb-loc-1"):
        assert barred(state, word) == "FC-TURN-05"


# ---------------------------------------------------------------- what for


@pytest.mark.clause("FC-COIN-09")
@pytest.mark.parametrize("which", ["upper", "lower"])
def test_a_coin_of_the_first_column_buys_a_coach(which: str) -> None:
    state = holder((1, 0, 0))
    heard = do(state, f"coin:1:coach:{which}")
    assert only(heard, events.CoinSpent) == [events.CoinSpent(0, 1, "coach")]
    assert train(state, 0, which == "lower") == "0 0"
    assert coins(state) == [0, 0, 0]
    assert barred(state, f"coin:1:coach:{which}") == "FC-COIN-09"


@pytest.mark.clause("FC-COIN-10")
@pytest.mark.parametrize(
    ("word", "conductors", "city"),
    [
        ("coin:2:conductor:upper", [1, 0], 0),
        ("coin:2:conductor:lower", [0, 1], 0),
        ("coin:2:locomotive", [0, 0], 1),
    ],
)
def test_a_coin_of_the_second_column_buys_a_step_or_a_city(word: str, conductors: list[int], city: int) -> None:
    state = holder((5, 1, 0))
    do(state, word)
    assert coins(state) == [5, 0, 0]
    assert (state.players[0].conductors, state.players[0].city) == (conductors, city)
    for other in ("coin:2:conductor:lower", "coin:2:locomotive"):
        assert barred(state, other) == "FC-COIN-10"


@pytest.mark.clause("FC-COIN-10")
def test_a_city_that_a_coin_buys_pays_its_points() -> None:
    state = give(holder((0, 1, 0)), 0, city=2)
    do(state, "coin:2:locomotive")
    assert state.players[0].points == 2


@pytest.mark.clause("FC-COIN-11")
@pytest.mark.parametrize(
    ("word", "upper", "lower"),
    [
        ("coin:3:upgrade:upper:4", "7 1", "0"),
        ("coin:3:upgrade:upper:1", "4 2", "0"),
        ("coin:3:upgrade:lower:0", "4 1", "1"),
        ("coin:3:coach:upper", "4 1 0", "0"),
        ("coin:3:coach:lower", "4 1", "0 0"),
    ],
)
def test_a_coin_of_the_third_column_buys_an_upgrade_of_any_coach(word: str, upper: str, lower: str) -> None:
    state = give(holder((5, 5, 1)), 0, upper="4 1")
    do(state, word)
    assert (train(state, 0, 0), train(state, 0, 1)) == (upper, lower)
    assert coins(state) == [5, 5, 0]
    assert barred(state, "coin:3:coach:upper") == "FC-COIN-11"
    assert barred(state, "coin:3:upgrade:lower:0") == "FC-COIN-11"


@pytest.mark.clause("FC-COIN-12")
def test_four_coins_from_any_columns_buy_an_end_bonus_card() -> None:
    state = holder((2, 2, 0))
    heard = do(state, "buy:eb-loc-3", "leave")
    assert only(heard, events.CoinsPaid) == [events.CoinsPaid(0, [2, 2, 0], True)]
    assert coins(state) == [0, 0, 0]


@pytest.mark.clause("FC-COIN-12")
@pytest.mark.parametrize("before", [(5, 5, 2), (3, 2, 1), (1, 4, 0)])
def test_the_owner_chooses_the_coins(before: Columns) -> None:
    state = holder(before)
    do(state, "buy:eb-loc-3")
    ways = [way for way in product(range(6), range(6), range(3)) if sum(way) == 4]
    payable = [f"pay:{a}:{b}:{c}" for a, b, c in ways if a <= before[0] and b <= before[1] and c <= before[2]]
    assert sorted(legal(state)) == sorted(payable)
    for a, b, c in ways:
        word = f"pay:{a}:{b}:{c}"
        if word not in payable:
            assert barred(state, word) == "FC-COIN-12"
            continue
        paid = state.clone()
        do(paid, word)
        assert coins(paid) == [before[0] - a, before[1] - b, before[2] - c]


@pytest.mark.clause("FC-COIN-13")
@pytest.mark.parametrize(("column", "then"), [(1, [0, 1, 1]), (2, [1, 0, 1]), (3, [1, 1, 0])])
def test_a_coin_of_any_column_becomes_a_point(column: int, then: list[int]) -> None:
    state = holder((1, 1, 1))
    do(state, f"coin:{column}:point")
    assert (coins(state), state.scores()) == (then, [1, 0])
    assert barred(state, f"coin:{column}:point") == "FC-COIN-13"


@pytest.mark.clause("FC-COIN-14")
def test_all_twelve_coins_can_be_spent_in_one_turn() -> None:
    state = holder(FULL)
    words = ["coin:1:coach:upper", "coin:1:coach:lower", "coin:2:conductor:upper", "coin:2:conductor:upper"]
    words += ["coin:2:locomotive", "coin:3:upgrade:upper:0", "coin:3:point", "coin:1:point"]
    do(state, *words, "buy:eb-loc-3", "leave")
    assert sum(coins(state)) == 0
    assert (state.players[0].points, state.players[0].city, state.players[0].conductors) == (2, 1, [2, 0])
    assert asked(state) == "Turn"
    # before and after the main move
    state = holder(FULL)
    do(state, *["coin:1:point"] * 5, "take:1:1", "use", "locomotive:2", *["coin:2:point"] * 5, "coin:3:point")
    do(state, "coin:3:point")
    assert (coins(state), state.scores()) == ([0, 0, 0], [12, 0])
    assert state.actor == 1


@pytest.mark.clause("FC-COIN-15")
def test_a_coin_has_only_the_effect_of_its_column() -> None:
    state = holder((1, 0, 0))
    assert barred(state, "coin:2:conductor:upper") == "FC-COIN-10"
    assert barred(state, "coin:2:locomotive") == "FC-COIN-10"
    assert barred(state, "coin:3:upgrade:upper:0") == "FC-COIN-11"
    uses: dict[str, set[str]] = {}
    for word in GAME.vocabulary:
        if word.startswith("coin:"):
            uses.setdefault(word.split(":")[1], set()).add(word.split(":")[2])
    assert uses == {
        "1": {"coach", "point"},
        "2": {"conductor", "locomotive", "point"},
        "3": {"upgrade", "coach", "point"},
    }


@pytest.mark.clause("FC-COIN-16")
@pytest.mark.parametrize(
    ("word", "count"), [("coin:1:point", 1), ("coin:2:locomotive", 1), ("coin:3:coach:upper", 1), ("buy:eb-loc-3", 4)]
)
def test_spent_coins_return_to_the_supply(word: str, count: int) -> None:
    state = holder((1, 2, 1))
    supply = state.view(None).supply
    assert supply == 48 - 4 - 1
    do(state, word)
    assert state.view(None).supply == supply + count


@pytest.mark.clause("FC-COIN-17")
def test_useless_spending_is_refused() -> None:
    closed = "12 12 12 12 12 m1 12 12 12 lt-5"
    state = give(holder((1, 1, 1)), 0, upper=closed, lower="1", conductors=(10, 1), city=3)
    give(state, 1, coins=(0, 0, 0))
    # a closed train, a conductor at its end, no city ahead, no such coach
    assert barred(state, "coin:1:coach:upper") == "FC-COIN-17"
    assert barred(state, "coin:2:conductor:upper") == "FC-COIN-17"
    assert barred(state, "coin:2:conductor:lower") == "FC-COIN-17"
    assert barred(state, "coin:2:locomotive") == "FC-COIN-17"
    assert barred(state, "coin:3:upgrade:upper:7") == "FC-COIN-17"
    assert barred(state, "coin:3:upgrade:lower:0") == "FC-COIN-17"
    # no coach is free, and none of a higher level
    state.coaches = [0, 0, 0]
    turn_of(state, 0)
    assert barred(state, "coin:1:coach:lower") == "FC-COIN-17"
    assert barred(state, "coin:3:upgrade:lower:1") == "FC-COIN-17"
    # a point can always be had
    assert spending(state) == ["coin:1:point", "coin:2:point", "coin:3:point"]


@pytest.mark.clause("FC-COIN-17")
def test_with_both_trains_closed_no_coach_is_bought() -> None:
    state = give(holder((2, 0, 0)), 0, upper="1 1 1 1 1 m1 1 1 1 lt-5", lower="1 1 1 1 1 m2 1 1 1 lt-6")
    assert [barred(state, f"coin:1:coach:{which}") for which in ("upper", "lower")] == ["FC-COIN-17"] * 2
    assert spending(state) == ["coin:1:point"]


# ---------------------------------------------------------------- forced spending


@pytest.mark.clause("FC-COIN-19")
@pytest.mark.parametrize(("before", "least"), [(FULL, 2), ((5, 5, 1), 1), ((5, 4, 2), 1), ((5, 5, 0), 0)])
def test_the_taker_of_the_tile_makes_room_first(before: Columns, least: int) -> None:
    state = give(full_display(position(2)), 0, coins=before)
    do(state, "tile")
    for spent in range(least):
        assert (asked(state), state.actor) == ("MakeRoom", 0)
        assert sum(coins(state)) == sum(before) - spent
        do(state, "coin:1:point")
    assert asked(state) == "After"
    assert sum(coins(state)) == 12
    assert state.scores() == [least, 0]


@pytest.mark.clause("FC-COIN-20")
@pytest.mark.parametrize("forced_bonus", ["no", "yes"])
def test_room_is_made_outside_the_own_turn(forced_bonus: str) -> None:
    # given the third player with 12 coins and a mail car giving 3 in another's turn
    state = full_display(position(3, forced_bonus=forced_bonus))
    give(state, 2, upper="0 0 0 0", coins=FULL)
    do(state, "tile", "coach:upper", "mail:m4", "coins")
    assert (asked(state), state.actor, state.turn) == ("MakeRoom", 2, 0)
    if forced_bonus == "no":
        assert not any(word.startswith("buy") for word in legal(state))
        assert barred(state, "buy:eb-loc-1") == "FC-COIN-20"
        for spent in range(3):
            assert sum(coins(state, 2)) == 12 - spent
            do(state, "coin:2:point")
        assert coins(state, 2) == [5, 5, 2]
        assert (asked(state), state.actor, state.scores()) == ("After", 0, [0, 0, 3])
        return
    do(state, "buy:eb-loc-3", "pay:3:1:0", "leave")
    assert coins(state, 2) == [5, 4, 2]  # 12 - 4 + 3
    assert (asked(state), state.actor) == ("After", 0)
    # the display is refilled at the end of the current turn
    assert len(state.view(None).display) == 3
    do(state, "done")
    assert (state.actor, state.chance) == (NATURE, "bonus")


@pytest.mark.clause("FC-COIN-20")
@pytest.mark.parametrize("forced_bonus", ["no", "yes"])
def test_in_the_own_turn_a_card_may_be_bought_to_make_room(forced_bonus: str) -> None:
    state = gaining(FULL, "coins 2", forced_bonus=forced_bonus)
    do(state, "coins")
    assert "buy:eb-loc-3" in legal(state)


@pytest.mark.clause("FC-COIN-21")
def test_forced_spending_stops_when_all_coins_fit() -> None:
    # given 12 coins and two more in the middle of a card
    state = gaining(FULL, "coins 2, 0-coach x1")
    do(state, "coins", "buy:eb-loc-3", "pay:2:2:0", "leave")
    assert coins(state) == [5, 3, 2]
    # then no further coin may be spent: the card goes on
    assert asked(state) == "Carry"
    assert spending(state) == []
    for word in ("coin:1:point", "buy:eb-loc-1", "coin:2:locomotive"):
        assert barred(state, word) == "FC-TURN-05"
    do(state, "coach:upper")
    assert train(state, 0, 0) == "0 0"


@pytest.mark.clause("FC-COIN-21")
def test_forced_spending_uses_the_normal_coin_actions() -> None:
    state = gaining(FULL, "coins 2")
    voluntary = spending(holder(FULL))
    do(state, "coins")
    assert legal(state) == voluntary
    do(state, "coin:2:locomotive")
    assert asked(state) == "MakeRoom"
    do(state, "coin:3:upgrade:upper:0")
    assert (asked(state), train(state, 0, 0), state.players[0].city) == ("After", "1", 1)
    assert coins(state) == [5, 5, 2]


@pytest.mark.clause("FC-COIN-21")
def test_an_inner_gain_is_settled_first() -> None:
    # given a forced coin of the first column that lays a mail car with 3 coins
    state = give(holder(FULL), 0, upper="0 0 0 0")
    carry(state, 0, "coins 2")
    do(state, "coins", "coin:1:coach:upper", "mail:m4", "coins")
    assert asked(state) == "MakeRoom"
    assert coins(state) == [4, 5, 2]
    # 3 coins need room first: two more are spent, then they are placed
    heard = do(state, "coin:1:point")
    assert only(heard, events.CoinsTaken) == []
    heard = do(state, "coin:1:point")
    assert [event.count for event in only(heard, events.CoinsTaken)] == [3]
    assert (asked(state), coins(state)) == ("MakeRoom", [5, 5, 2])
    # then the two of the outer gain
    heard = do(state, "coin:1:point", "coin:1:point")
    assert [event.count for event in only(heard, events.CoinsTaken)] == [2]
    assert (asked(state), coins(state)) == ("After", [5, 5, 2])
