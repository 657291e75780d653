"""The Upgrade action: prices and levels."""

from __future__ import annotations

import pytest

from tests.support.games.spike.positions import (
    asked,
    barred,
    do,
    draw_out,
    ends,
    fall,
    give,
    legal,
    only,
    position,
    refusal,
    shown,
    turn_of,
)
from trainshed.games.spike import events
from trainshed.games.spike.rules.state import SpikeState

PARTS = ["locomotive", "tender", "car"]


def train(state: SpikeState) -> tuple[int, int, int]:
    own = shown(state, 0)
    return own.speed, own.supply, own.capacity


@pytest.mark.clause("SP-UPGRADE-01")
@pytest.mark.parametrize(
    ("part", "levels", "value"), [("locomotive", (2, 2, 1), 2), ("tender", (1, 3, 1), 3), ("car", (1, 2, 2), 2)]
)
def test_an_upgrade_improves_one_part_by_one_level(part: str, levels: tuple[int, int, int], value: int) -> None:
    # given a new train and 3$
    state = give(position(2), 0, money=3)
    assert train(state) == (1, 2, 1)
    # when a part is upgraded
    heard = do(state, f"upgrade:{part}")
    # then it has the next level, and the others are as before
    assert train(state) == levels
    assert only(heard, events.Upgraded) == [events.Upgraded(0, part, value, 3)]
    # and the turn is over
    assert state.actor == 1


@pytest.mark.clause("SP-UPGRADE-02")
@pytest.mark.parametrize("part", PARTS)
def test_each_part_is_upgraded_twice_at_most(part: str) -> None:
    # given a part upgraded twice
    state = give(position(2), 0, money=30)
    for _ in range(2):
        do(state, f"upgrade:{part}")
        turn_of(state, 0)
    # when a third upgrade is asked, then refused
    assert ends(state, "upgrade") == sorted(set(PARTS) - {part})
    assert barred(state, f"upgrade:{part}") == "SP-UPGRADE-02"


@pytest.mark.clause("SP-UPGRADE-03")
@pytest.mark.parametrize("part", PARTS)
def test_the_first_upgrade_costs_3(part: str) -> None:
    # given 10$
    state = give(position(2), 0, money=10)
    # when a part gets its first upgrade, then 7$
    do(state, f"upgrade:{part}")
    assert shown(state, 0).money == 7


@pytest.mark.clause("SP-UPGRADE-04")
@pytest.mark.parametrize("part", PARTS)
def test_the_second_upgrade_costs_5(part: str) -> None:
    # given 10$ and a part upgraded once
    state = give(position(2), 0, money=10, speed=2, supply=3, capacity=2)
    # when upgraded again, then 5$
    do(state, f"upgrade:{part}")
    assert shown(state, 0).money == 5


@pytest.mark.clause("SP-UPGRADE-05")
def test_the_cost_is_taken_at_once() -> None:
    # given a turn that stays open after the upgrade
    state = give(position(2), 0, at="norfolk", contracts="pigs-1-a", money=10)
    # when the upgrade is done, then the score marker moves back in the same step
    do(state, "upgrade:car")
    assert (state.actor, asked(state)) == (0, "After")
    assert state.scores() == [7, 0]
    assert state.view(1).players[0].money == 7


@pytest.mark.clause("SP-UPGRADE-06")
def test_there_is_one_upgrade_a_turn() -> None:
    # given 20$ and a turn that stays open
    state = give(position(2), 0, at="norfolk", contracts="pigs-1-a", money=20)
    # when two upgrades are asked in one turn, then the second is refused
    do(state, "upgrade:locomotive")
    for part in PARTS:
        assert barred(state, f"upgrade:{part}") == "SP-UPGRADE-06"
    # and by one level only
    assert train(state) == (2, 2, 1)
    # and in the next turn there is another one
    do(state, "done")
    draw_out(state)
    do(state, "upgrade:locomotive")
    assert train(state) == (3, 2, 1)


@pytest.mark.clause("SP-UPGRADE-07")
def test_each_part_has_its_own_price() -> None:
    # given a locomotive upgraded twice, and a tender once
    state = give(position(2), 0, money=10, speed=3, supply=3)
    # when the first freight car is added, then 3$
    once = state.clone()
    do(once, "upgrade:car")
    assert shown(once, 0).money == 7
    # and the tender is at its own second price
    do(state, "upgrade:tender")
    assert shown(state, 0).money == 5


@pytest.mark.clause("SP-UPGRADE-07")
def test_prices_are_counted_for_each_player() -> None:
    # given another player with a better locomotive
    state = give(give(position(2), 0, money=10), 1, speed=2)
    # when the own one is upgraded for the first time, then 3$
    do(state, "upgrade:locomotive")
    assert shown(state, 0).money == 7


@pytest.mark.clause("SP-UPGRADE-08")
@pytest.mark.parametrize(("money", "levels", "cost"), [(2, (1, 2, 1), 3), (0, (1, 2, 1), 3), (4, (2, 3, 2), 5)])
def test_an_upgrade_needs_its_price(money: int, levels: tuple[int, int, int], cost: int) -> None:
    # given too little money
    speed, supply, capacity = levels
    state = give(position(2), 0, money=money, speed=speed, supply=supply, capacity=capacity)
    # when an upgrade is asked, then refused
    assert not ends(state, "upgrade")
    for part in PARTS:
        why = refusal(state, f"upgrade:{part}")
        assert (why.clause, why.numbers) == ("SP-UPGRADE-08", {"cost": cost, "money": money})
    # and with exactly the price legal: nothing is left
    give(state, 0, money=cost)
    do(state, "upgrade:car")
    assert shown(state, 0).money == 0


@pytest.mark.clause("SP-UPGRADE-09")
def test_a_faster_locomotive_first_moves_in_a_later_turn() -> None:
    # given a free move made and then a locomotive bought
    state = give(
        position(2),
        0,
        tracks="norfolk-washington philadelphia-washington new_york-philadelphia",
        at="norfolk-washington",
        heading="washington",
        contracts="flour-1-a",
        money=3,
    )
    parked = state.clone()
    do(parked, "move:washington", "upgrade:locomotive")
    # when a further move is asked in this turn, then refused
    assert (parked.actor, legal(parked)) == (0, ["done", "load:flour"])
    assert barred(parked, "move:philadelphia-washington") == "SP-MOVE-16"
    assert barred(parked, "start:philadelphia-washington") == "SP-TURN-01"
    # and on the line the turn is over
    do(state, "move:philadelphia-washington", "upgrade:locomotive")
    assert state.actor == 1
    # next turn, when the train is on the line, then up to the new speed
    draw_out(state)
    assert state.actor == 0
    assert ends(state, "move") == [
        "new_york",
        "new_york-philadelphia",
        "norfolk",
        "norfolk-washington",
        "philadelphia",
        "philadelphia-washington",
        "washington",
    ]


@pytest.mark.clause("SP-UPGRADE-09")
def test_a_bigger_tender_first_draws_in_a_later_turn() -> None:
    # given a tender bought
    state = give(position(2), 0, money=3, at="norfolk", contracts="pigs-1-a")
    do(state, "upgrade:tender")
    # when drawing is asked in this turn, then refused
    assert barred(state, "pile") == "SP-TURN-01"
    do(state, "done")
    draw_out(state)
    # and in the next turn three cards
    do(state, "pile")
    for _ in range(2):
        fall(state)
        assert "stop" in legal(state)
        do(state, "pile")
    fall(state)
    assert shown(state, 0).cards == 3
    assert "stop" not in legal(state)
