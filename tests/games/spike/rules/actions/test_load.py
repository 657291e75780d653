"""Loading and unloading cargo tokens."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.games.spike.positions import (
    BOX,
    asked,
    barred,
    do,
    draw_out,
    ends,
    families,
    give,
    legal,
    new_game,
    only,
    play_until,
    position,
    shown,
    turn_of,
)
from trainshed.games.spike import events
from trainshed.games.spike.rules.state import SpikeState


def in_norfolk(contracts: str = "pigs-1-a", aboard: str = "", **more: Any) -> SpikeState:
    """Seat 0 in Norfolk, which supplies pigs, with a track to Washington."""
    state = position(2)
    return give(state, 0, at="norfolk", tracks="norfolk-washington", contracts=contracts, aboard=aboard, **more)


def aboard(state: SpikeState, seat: int = 0) -> list[str]:
    """The contracts of a seat whose tokens are aboard."""
    return [contract.face for contract in shown(state, seat).contracts if contract.aboard]


@pytest.mark.clause("SP-LOAD-01")
def test_a_city_supplies_only_its_own_commodity() -> None:
    # given a train in Norfolk (pigs), with contracts for coal and pigs
    state = in_norfolk("coal-1-a pigs-1-a", capacity=3)
    # when loading coal is asked, then refused
    assert ends(state, "load") == ["pigs"]
    assert barred(state, "load:coal") == "SP-LOAD-01"
    # and pigs are allowed
    heard = do(state, "load:pigs")
    assert only(heard, events.Loaded) == [events.Loaded(0, "pigs", "norfolk")]
    assert aboard(state) == ["pigs-1-a"]


@pytest.mark.clause("SP-LOAD-01")
def test_every_city_shows_one_commodity() -> None:
    # given contracts for everything
    every = [f"{commodity}-2-b" for commodity in BOX.commodities]
    state = give(position(2), 0, contracts=every, capacity=3)
    # when the train stands in any city, then its commodity and no other can be loaded
    for city in range(BOX.net.cities):
        give(state, 0, at=BOX.node_names[city])
        assert ends(state, "load") == [BOX.commodities[BOX.supplies[city]]]


@pytest.mark.clause("SP-LOAD-02")
@pytest.mark.parametrize("heading", ["norfolk", "washington"])
def test_loading_needs_the_train_to_be_in_the_city(heading: str) -> None:
    # given a train on a track next to Norfolk
    state = in_norfolk()
    give(state, 0, at="norfolk-washington", heading=heading)
    # when loading pigs is asked, then refused
    assert "load" not in families(state)
    assert barred(state, "load:pigs") == "SP-LOAD-02"


@pytest.mark.clause("SP-LOAD-03")
def test_only_tokens_of_own_contracts_can_be_loaded() -> None:
    # given no pigs contract, which the other player has
    state = give(in_norfolk("coal-1-a"), 1, contracts="pigs-1-a", at="norfolk")
    # when in Norfolk, then nothing can be loaded
    assert "load" not in families(state)
    assert barred(state, "load:pigs") == "SP-LOAD-03"
    # and the other player can
    turn_of(state, 1)
    do(state, "load:pigs")
    assert aboard(state, 1) == ["pigs-1-a"]
    # but not a second time: the token is no longer on its contract
    give(state, 1, capacity=3)
    assert barred(state, "load:pigs") == "SP-LOAD-03"


@pytest.mark.clause("SP-LOAD-04")
def test_a_token_needs_an_empty_car() -> None:
    # given all cars full
    state = in_norfolk("coal-1-a oil-1-a pigs-1-a", "coal oil", capacity=2)
    # when loading is asked, then refused
    assert "load" not in families(state)
    assert barred(state, "load:pigs") == "SP-LOAD-04"
    # until one token is unloaded
    do(state, "unload:oil", "load:pigs")
    assert sorted(aboard(state)) == ["coal-1-a", "pigs-1-a"]


@pytest.mark.clause("SP-LOAD-05")
def test_loading_is_possible_before_and_after_the_action_and_is_none() -> None:
    # given a train in a city, when loading before a draw, then the action is still due
    before = in_norfolk()
    do(before, "load:pigs")
    assert asked(before) == "Turn"
    assert families(before) >= {"pile", "take", "start"}
    # when loading after a draw, then legal
    after = in_norfolk()
    do(after, "pile", "draw:red", "stop")
    assert (after.actor, legal(after)) == (0, ["done", "load:pigs"])
    do(after, "load:pigs")
    assert aboard(after) == ["pigs-1-a"]
    # when loading just before Start, then legal
    start = in_norfolk()
    do(start, "load:pigs", "start:norfolk-washington")
    assert aboard(start) == ["pigs-1-a"]
    # and when the train has left it is too late
    assert start.actor == 1
    turn_of(start, 0)
    do(start, "unload:pigs")
    assert barred(start, "load:pigs") == "SP-LOAD-02"


@pytest.mark.clause("SP-LOAD-05")
def test_nobody_loads_in_the_turn_of_another() -> None:
    # given the turn of seat 1
    state = turn_of(in_norfolk(), 1)
    # when seat 0 wants to load, then refused
    why = state.why_not(state.game.vocabulary.id("load:pigs"), 0)
    assert why is not None
    assert why.clause == "SP-TURN-04"


@pytest.mark.clause("SP-LOAD-06")
def test_the_start_city_can_be_used_to_load_before_the_first_move() -> None:
    # given the first turn in a city whose commodity one holds
    state, _ = play_until(new_game(3, first_player="seat-1"), "PlaceTrain")
    commodity = BOX.faces[state.players[0].contracts[0]].commodity
    do(state, f"place:{BOX.node_names[BOX.supplied[commodity][0]]}")
    play_until(state, "Turn")
    assert state.actor == 0
    # when loading is asked, then legal
    do(state, f"load:{BOX.commodities[commodity]}")
    assert len(aboard(state)) == 1


@pytest.mark.clause("SP-LOAD-07")
def test_a_token_makes_room_for_another() -> None:
    # given capacity 1 with coal aboard in a pigs city
    state = in_norfolk("coal-1-a pigs-1-a", "coal", capacity=1)
    # when coal is unloaded and pigs are loaded, then both steps are legal in one turn
    do(state, "unload:coal")
    assert aboard(state) == []
    do(state, "load:pigs")
    assert aboard(state) == ["pigs-1-a"]
    # and the contract for coal is still there
    assert [contract.face for contract in shown(state, 0).contracts] == ["pigs-1-a", "coal-1-a"]


@pytest.mark.clause("SP-LOAD-08")
def test_what_was_unloaded_can_be_loaded_again_elsewhere_in_the_same_turn() -> None:
    # given capacity 1 with cattle aboard in Norfolk, and Raleigh, which supplies cattle and wants pigs, near
    state = in_norfolk("cattle-1-a pigs-1-b", "cattle", capacity=1, speed=3)
    give(state, 0, tracks="enfield-norfolk enfield-raleigh")
    # when cattle are unloaded, pigs are loaded, the train starts into Raleigh and delivers
    do(state, "unload:cattle", "load:pigs", "start:raleigh", "deliver:pigs")
    # then cattle can be loaded there in the same turn
    assert (state.actor, asked(state)) == (0, "After")
    assert legal(state) == ["done", "load:cattle"]
    do(state, "load:cattle")
    assert aboard(state) == ["cattle-1-a"]
    assert state.actor == 1


@pytest.mark.clause("SP-LOAD-08")
def test_a_token_is_unloaded_once_a_turn() -> None:
    # given pigs unloaded in Norfolk
    state = in_norfolk(aboard="pigs")
    do(state, "unload:pigs")
    # when loaded again before leaving, then legal
    do(state, "load:pigs")
    # when unloaded a second time in that turn, then refused
    assert "unload:pigs" not in legal(state)
    assert barred(state, "unload:pigs") == "SP-LOAD-08"
    # and in the next turn it can be
    draw_out(state)
    draw_out(state)
    assert state.actor == 0
    do(state, "unload:pigs")
    assert aboard(state) == []


@pytest.mark.clause("SP-LOAD-08")
def test_the_count_of_unloadings_goes_on_after_the_action() -> None:
    # given pigs unloaded before the action
    state = in_norfolk(aboard="pigs")
    do(state, "unload:pigs", "pile", "draw:red", "stop")
    # when loaded again after it, then the turn closes: they cannot be unloaded again
    assert legal(state) == ["done", "load:pigs"]
    do(state, "load:pigs")
    assert state.actor == 1
