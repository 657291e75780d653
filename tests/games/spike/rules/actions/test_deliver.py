"""Contracts: what they pay, where and how often."""

from __future__ import annotations

import pytest

from tests.support.games.spike.positions import (
    BOX,
    GAME,
    asked,
    barred,
    do,
    draw_out,
    ends,
    families,
    give,
    lay,
    legal,
    only,
    position,
    shown,
    turn_of,
)
from trainshed.games.spike import events
from trainshed.games.spike.rules.content_schema import ContractRow
from trainshed.games.spike.rules.state import SpikeState


def in_topeka(contracts: str = "cattle-2-a", aboard: str = "cattle", money: int = 0) -> SpikeState:
    """Seat 0 in Topeka, where cattle-2-a pays 11 and fruit-1-a 9."""
    return give(position(2), 0, at="topeka", contracts=contracts, aboard=aboard, money=money, capacity=3)


@pytest.mark.clause("SP-DELIVER-01")
def test_every_contract_names_a_commodity_cities_and_amounts() -> None:
    # given any contract side, when read
    for row in GAME.pack.take("contracts.rows", list[ContractRow]):
        # then commodity, city and amount are present
        assert row.commodity in BOX.commodities
        assert row.destinations
        assert all(there.city in BOX.node_names and there.pay > 0 for there in row.destinations)


@pytest.mark.clause("SP-DELIVER-01")
@pytest.mark.parametrize(("city", "money"), [("norfolk", 5), ("indianapolis", 8), ("topeka", 11)])
def test_a_delivery_pays_what_the_contract_says_for_this_city(city: str, money: int) -> None:
    # given a contract with three cities
    state = give(in_topeka(), 0, at=city)
    # when delivered in one of them, then its amount is paid
    heard = do(state, "deliver:cattle")
    assert only(heard, events.Delivered) == [events.Delivered(0, "cattle", city, money)]
    assert shown(state, 0).money == money


@pytest.mark.clause("SP-DELIVER-01")
def test_other_cities_pay_nothing() -> None:
    # given a city that the contract does not name, but the card's other side
    state = give(in_topeka(), 0, at="philadelphia")
    # when delivering is asked, then refused
    assert "deliver" not in families(state)
    assert barred(state, "deliver:cattle") == "SP-DELIVER-01"


@pytest.mark.clause("SP-DELIVER-02")
def test_delivering_costs_no_action() -> None:
    # given arrival by free move with the token
    state = give(in_topeka(), 0, tracks="gallatin-topeka des_moines-gallatin", at="gallatin-topeka", heading="topeka")
    do(state, "move:topeka")
    # when delivering
    do(state, "deliver:cattle")
    # then money rises by the amount and the action is still due
    assert shown(state, 0).money == 11
    assert (state.actor, asked(state)) == (0, "Turn")
    assert barred(state, "done") == "SP-TURN-02"
    assert families(state) >= {"pile", "take", "upgrade"}


@pytest.mark.clause("SP-DELIVER-02")
def test_a_delivery_needs_the_token_aboard_and_the_train_in_the_city() -> None:
    # given the train in the city without the token, when delivering is asked, then refused
    state = in_topeka(aboard="")
    assert "deliver" not in families(state)
    assert barred(state, "deliver:cattle") == "SP-DELIVER-02"
    # given the token aboard on the track before the city, then refused too
    give(state, 0, aboard="cattle", tracks="gallatin-topeka", at="gallatin-topeka", heading="topeka")
    assert "deliver" not in families(state)
    assert barred(state, "deliver:cattle") == "SP-DELIVER-02"
    # and without such a contract
    assert barred(state, "deliver:fruit") == "SP-DELIVER-02"


@pytest.mark.clause("SP-DELIVER-03", "SP-DELIVER-04")
def test_a_contract_gives_one_delivery_and_leaves_the_game_with_its_token() -> None:
    # given a side with 3 cities
    state = in_topeka("cattle-2-a fruit-1-a", "cattle fruit")
    face = BOX.faces[state.players[0].contracts[0]]
    assert (face.name, len(face.cities)) == ("cattle-2-a", 3)
    # when one is delivered
    do(state, "deliver:cattle")
    # then that contract and its token are gone, the other contract stays
    assert [(contract.face, contract.aboard) for contract in shown(state, 0).contracts] == [("fruit-1-a", True)]
    # and the other two cities can no longer be used
    give(state, 0, at="raleigh")
    assert barred(state, "load:cattle") == "SP-LOAD-03"
    for city in ("norfolk", "indianapolis"):
        give(state, 0, at=city)
        assert barred(state, "deliver:cattle") == "SP-DELIVER-02"
        assert barred(state, "unload:cattle") == "SP-TRAIN-04"


@pytest.mark.clause("SP-DELIVER-04")
def test_a_delivery_empties_its_car() -> None:
    # given a train with one car, in a city that wants what is aboard and supplies what is not
    state = give(in_topeka("cattle-2-a wheat-1-a"), 0, capacity=1)
    assert barred(state, "load:wheat") == "SP-LOAD-04"
    # when delivered, then the car is free
    do(state, "deliver:cattle", "load:wheat")
    assert [contract.aboard for contract in shown(state, 0).contracts] == [True]


@pytest.mark.clause("SP-DELIVER-05")
def test_the_money_is_credited_at_once() -> None:
    # given 4$ and an 11$ contract
    state = in_topeka(money=4)
    assert state.scores() == [4, 0]
    # when delivered, then 15$ at once
    do(state, "deliver:cattle")
    assert state.scores() == [15, 0]
    # which can be spent in the same turn
    do(state, "upgrade:tender")
    assert state.scores() == [12, 0]


@pytest.mark.clause("SP-DELIVER-06")
def test_a_delivery_leaves_a_marker_in_the_city() -> None:
    # given a delivery in Topeka
    state = in_topeka()
    assert shown(state, 0).delivered == []
    do(state, "deliver:cattle")
    # when the board is read, then Topeka carries that player's marker
    for viewer in (None, 0, 1):
        assert shown(state, 0, viewer).delivered == ["topeka"]
        assert shown(state, 1, viewer).delivered == []


@pytest.mark.clause("SP-DELIVER-07")
def test_a_player_delivers_to_a_city_only_once() -> None:
    # given an own marker on Topeka
    state = in_topeka("cattle-2-a fruit-1-a", "cattle fruit")
    assert ends(state, "deliver") == ["cattle", "fruit"]
    do(state, "deliver:cattle")
    # when another Topeka contract is ready, then delivery refused, now and later
    assert "deliver" not in families(state)
    assert barred(state, "deliver:fruit") == "SP-DELIVER-07"
    draw_out(state)
    draw_out(state)
    assert state.actor == 0
    assert barred(state, "deliver:fruit") == "SP-DELIVER-07"
    # and in another city of the contract it is allowed
    give(state, 0, at="columbia")
    do(state, "deliver:fruit")
    assert shown(state, 0).delivered == ["columbia", "topeka"]


@pytest.mark.clause("SP-DELIVER-08")
def test_the_marker_of_one_player_does_not_stop_others() -> None:
    # given player A's marker on Topeka
    state = give(in_topeka(), 0, delivered="topeka")
    give(state, 1, at="topeka", contracts="fruit-1-a", aboard="fruit")
    # when player B delivers there, then allowed
    turn_of(state, 1)
    do(state, "deliver:fruit")
    assert state.scores() == [0, 9]
    assert [player.delivered for player in state.view(None).players] == [["topeka"], ["topeka"]]


@pytest.mark.clause("SP-DELIVER-09")
def test_a_delivery_can_wait_for_a_later_turn() -> None:
    # given a declined delivery on arrival
    state = give(in_topeka(), 0, tracks="gallatin-topeka des_moines-gallatin", at="gallatin-topeka", heading="topeka")
    do(state, "move:topeka", "pile", "draw:red", "stop")
    assert ends(state, "deliver") == ["cattle"]
    do(state, "done")
    assert state.actor == 1
    draw_out(state)
    # when the next turn starts with the train still there, then it is offered again
    assert "deliver:cattle" in legal(state)
    do(state, "pile", "draw:red", "stop", "deliver:cattle")
    assert shown(state, 0).money == 11


@pytest.mark.clause("SP-DELIVER-10")
def test_open_contracts_cost_nothing_at_the_end() -> None:
    # given 2 open contracts at the end of the game
    state = in_topeka("cattle-2-a fruit-1-a", "cattle", money=7)
    lay(state, pile="red red", round=3, times=2, pile_times=1)
    # when scored
    do(state, "pile", "time")
    # then no deduction
    assert state.over
    assert state.scores() == [7, 0]
