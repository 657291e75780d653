"""What a train consists of, what its numbers mean, and where it can be."""

from __future__ import annotations

import pytest

from tests.support.games.spike.positions import (
    BOX,
    NET,
    asked,
    barred,
    do,
    draw_out,
    ends,
    fall,
    families,
    games,
    give,
    legal,
    only,
    position,
    refusal,
    shown,
    turn_of,
)
from trainshed.games.spike import events
from trainshed.games.spike.rules.state import NONE, SpikeState

ROUND_THE_WEST = "chicago-davenport davenport-quincy quincy-st_louis"


def loadable(state: SpikeState) -> SpikeState:
    """Let the turn of seat 0 stay open after its action: its train can load pigs in Norfolk."""
    return give(state, 0, at="norfolk", contracts="pigs-1-a", capacity=1)


@pytest.mark.clause("SP-TRAIN-01")
@pytest.mark.parametrize(("speed", "reached"), [(1, 1), (2, 2), (3, 3)])
def test_a_move_is_as_long_as_the_locomotive_has_arrows_at_most(speed: int, reached: int) -> None:
    # given a train with this speed at the beginning of three tracks
    state = give(position(2), 0, at="chicago", tracks=ROUND_THE_WEST, speed=speed)
    spaces = [*ROUND_THE_WEST.split(), "st_louis"]
    # when moves of 1, 2, 3 and 4 spaces are asked, then only those up to its speed are legal
    assert ends(state, "start") == sorted(spaces[:reached])
    for far in spaces[reached:]:
        why = refusal(state, f"start:{far}")
        assert (why.clause, why.numbers) == ("SP-TRAIN-01", {"speed": speed})


@pytest.mark.clause("SP-TRAIN-02")
@pytest.mark.parametrize("supply", [2, 3, 4])
def test_a_draw_takes_as_many_cards_as_the_tender_shows_at_most(supply: int) -> None:
    # given a supply
    state = loadable(give(position(2), 0, supply=supply))
    # when cards are drawn one by one
    do(state, "pile", "draw:red")
    for _ in range(supply - 1):
        assert "stop" in legal(state)
        do(state, "pile", "draw:green")
    # then one more is refused
    assert asked(state) == "After"
    assert barred(state, "pile") == "SP-TURN-01"
    assert barred(state, "take:red") == "SP-TURN-01"
    assert sum(state.players[0].hand) == supply


@pytest.mark.clause("SP-TRAIN-03")
def test_each_freight_car_carries_one_token() -> None:
    # given capacity 1 with one token aboard
    state = give(position(2), 0, at="norfolk", contracts="coal-1-a pigs-1-a", aboard="coal", capacity=1)
    # when a second token is loaded, then refused
    why = refusal(state, "load:pigs")
    assert (why.clause, why.numbers) == ("SP-LOAD-04", {"capacity": 1})
    # and with a second car, legal
    give(state, 0, capacity=2)
    do(state, "load:pigs")
    assert [contract.aboard for contract in shown(state, 0).contracts] == [True, True]


@pytest.mark.clause("SP-TRAIN-03")
@pytest.mark.parametrize("capacity", [1, 2, 3])
def test_load_capacity_is_the_number_of_cars(capacity: int) -> None:
    # given a train full but for one car
    tokens = ["coal", "cattle", "oil"][: capacity - 1]
    state = give(
        position(2),
        0,
        at="norfolk",
        contracts="coal-1-a cattle-1-a oil-1-a pigs-1-a",
        aboard=tokens,
        capacity=capacity,
    )
    # when one more token is loaded, then it fits
    do(state, "load:pigs")
    # and then the train is full
    give(state, 0, at="miami", contracts="coal-1-a cattle-1-a oil-1-a pigs-1-a fruit-1-a")
    assert barred(state, "load:fruit") == "SP-LOAD-04"


@pytest.mark.clause("SP-TRAIN-04")
@pytest.mark.parametrize(("at", "heading"), [("washington", None), ("norfolk-washington", "washington")])
def test_a_token_is_unloaded_in_a_city_or_on_the_line(at: str, heading: str | None) -> None:
    # given a token aboard
    state = give(position(2), 0, tracks="norfolk-washington", money=4, contracts="pigs-1-a", aboard="pigs")
    give(state, 0, at=at, heading=heading)
    # when unloaded
    heard = do(state, "unload:pigs")
    # then it lies on its contract, the car is empty, no money changes
    assert only(heard, events.Unloaded) == [events.Unloaded(0, "pigs")]
    assert [(contract.face, contract.aboard) for contract in shown(state, 0).contracts] == [("pigs-1-a", False)]
    assert shown(state, 0).money == 4
    # and the action is still due
    assert asked(state) == "Turn"
    assert barred(state, "done") == "SP-TURN-02"
    # and it can be loaded again at a supplying city
    give(state, 0, at="norfolk")
    do(state, "load:pigs")
    assert shown(state, 0).contracts[0].aboard


@pytest.mark.clause("SP-TRAIN-04")
def test_only_what_is_aboard_can_be_unloaded_and_only_by_its_owner() -> None:
    # given a token of seat 0 aboard, one of its contracts not
    state = give(position(2), 0, contracts="pigs-1-a coal-1-a", aboard="pigs")
    # when another is unloaded, then refused
    assert barred(state, "unload:coal") == "SP-TRAIN-04"
    assert barred(state, "unload:wood") == "SP-TRAIN-04"
    # and in the turn of seat 1 nobody else unloads
    turn_of(state, 1)
    why = state.why_not(state.game.vocabulary.id("unload:pigs"), 0)
    assert why is not None
    assert why.clause == "SP-TURN-04"
    assert barred(state, "unload:pigs") == "SP-TRAIN-04"


@pytest.mark.clause("SP-TRAIN-05")
def test_all_three_parts_can_be_improved() -> None:
    # given enough money
    state = give(position(2), 0, money=9)
    # when the three kinds of upgrade are bought in three turns
    for part in ("locomotive", "tender", "car"):
        do(state, f"upgrade:{part}")
        assert state.actor == 1
        draw_out(state)
    # then each of the three numbers is one higher
    own, other = shown(state, 0), shown(state, 1)
    assert (own.speed, own.supply, own.capacity) == (2, 3, 2)
    assert (other.speed, other.supply, other.capacity) == (1, 2, 1)


@pytest.mark.clause("SP-TRAIN-06")
def test_the_levels_are_1_2_3_and_2_3_4_and_1_2_3() -> None:
    # given two upgrades of each part
    state = give(position(2), 0, money=99)
    seen = {(shown(state, 0).speed, shown(state, 0).supply, shown(state, 0).capacity)}
    for _ in range(2):
        for part in ("locomotive", "tender", "car"):
            do(state, f"upgrade:{part}")
            turn_of(state, 0)
        seen.add((shown(state, 0).speed, shown(state, 0).supply, shown(state, 0).capacity))
    # when read, then
    assert seen == {(1, 2, 1), (2, 3, 2), (3, 4, 3)}


@pytest.mark.clause("SP-TRAIN-07")
def test_a_train_is_in_a_city_or_on_an_own_track() -> None:
    # given any position of games
    on_track = 0
    for state in games(9, seed=7):
        view = state.view(None)
        for seat, player in enumerate(state.players):
            # when a train position is read
            if player.link != NONE:
                # then it is one of the owner's own tracks, with one of its ends ahead
                on_track += 1
                assert state.tracks[player.link] >> seat & 1
                assert player.node in (NET.first_end[player.link], NET.second_end[player.link])
                assert view.players[seat].train == BOX.space_names[player.link]
            elif player.node != NONE:
                # or a city of its network
                assert player.node < NET.cities
                assert state.nodes[player.node] >> seat & 1
                assert view.players[seat].train == view.players[seat].heading
            else:
                assert state.turn == NONE
    assert on_track > 100


@pytest.mark.clause("SP-TRAIN-07")
def test_under_way_and_stopped_are_two_things() -> None:
    # given a train in a city with an own track
    state = give(position(2), 0, at="norfolk", tracks="norfolk-washington")
    assert "start" in families(state)
    assert shown(state, 0, viewer=1).train == "norfolk"
    # when it starts
    do(state, "start:norfolk-washington")
    fall(state)
    # then it is under way on the track
    assert shown(state, 0, viewer=1).train == "norfolk-washington"
    assert shown(state, 0, viewer=1).heading == "washington"
    turn_of(state, 0)
    assert "start" not in families(state)
    assert "move:norfolk" in legal(state)
