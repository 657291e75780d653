"""The auxiliary spaces: doublers, roubles, temporary workers."""

from __future__ import annotations

import pytest

from tests.support.games.russian_railroads.table import (
    BOX,
    GAME,
    do,
    effect,
    legal,
    only,
    position,
    put,
    refresh,
    refusal,
    supply,
    tracks,
)
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.components import KIEV, ST_PETERSBURG, TRANS_SIBERIAN
from trainshed.games.russian_railroads.rules.player import track_points
from trainshed.games.russian_railroads.rules.state import RailState


def points(state: RailState, railroad: int) -> int:
    return track_points(BOX, state.players[0], railroad)


@pytest.mark.clause("RR-AUX-01")
def test_a_doubler_goes_on_the_leftmost_empty_place() -> None:
    # given brown on 3, gray on 5, locomotives that reach both, and 2 doublers
    state = position()
    own = state.players[0]
    own.tracks = tracks(ts=(6, 5, 3), sp=(5, 4, 2), kv=(5, 4, 2))
    own.locomotives = [5, 1, 6, 6]
    own.doublers = 2
    supply(state, 0, workers=1)
    # with gray 1 and brown 2 a space: 2 + 2 + 2 + 1 + 1, and the first two spaces again
    assert points(state, TRANS_SIBERIAN) == 12
    others = [points(state, railroad) for railroad in (ST_PETERSBURG, KIEV)]
    # when one more comes
    do(state, "space:aux_doubler")
    # then it lies above space 3, which is brown: 2 points more; above 4 it would be 1
    assert own.doublers == 3
    assert points(state, TRANS_SIBERIAN) == 14
    # and the next one above space 4
    own.doublers += 1
    assert points(state, TRANS_SIBERIAN) == 15
    # and nothing lies above the other railroads
    assert [points(state, railroad) for railroad in (ST_PETERSBURG, KIEV)] == others


@pytest.mark.clause("RR-AUX-01")
def test_there_are_eight_places_above_the_first_eight_spaces_and_nowhere_else() -> None:
    # given the board, then only the Trans-Siberian has places, above spaces 1 to 8
    rows = GAME.pack.get("railroad")
    assert {row["id"]: row["doubler_places"] for row in rows} == {
        "trans_siberian": [1, 2, 3, 4, 5, 6, 7, 8],
        "st_petersburg": [],
        "kiev": [],
    }
    # given gray on 9 with all reached, when 8 doublers lie there, then spaces 1 to 8 count twice and 9 once
    state = position()
    own = state.players[0]
    own.tracks = tracks(ts=(10, 9, 0, 0))
    own.locomotives = [9, 1, 0, 0]
    own.doublers = BOX.doubler_places
    assert points(state, TRANS_SIBERIAN) == 17


@pytest.mark.clause("RR-AUX-02")
def test_doublers_may_lie_above_spaces_without_a_track() -> None:
    # given black on space 1 of the Trans-Siberian
    state = position()
    assert state.players[0].tracks[0] == 1
    # when 3 doublers come
    refresh(state, [*state.agenda, effect(0, "doubler:3")])
    # then they are placed
    assert state.players[0].doublers == 3
    assert state.doublers == 17
    # and the doubler space accepts a fourth
    supply(state, 0, workers=1)
    do(state, "space:aux_doubler")
    assert state.players[0].doublers == 4


@pytest.mark.clause("RR-AUX-03")
@pytest.mark.parametrize(("doublers", "scored"), [(0, 2), (1, 4)])
def test_a_doubler_doubles_the_points_of_the_space_below(doublers: int, scored: int) -> None:
    # given brown on space 1, a locomotive of reach 1, and this many doublers
    state = position(seats=2)
    own = state.players[0]
    own.tracks = tracks(ts=(6, 2, 1), sp=(1, 0, 0), kv=(1, 0, 0))
    own.doublers = doublers
    refresh(state)
    # when the round is scored
    heard = do(state, "pass", "pass")
    # then space 1 scores this
    assert next(e.railroads for e in only(heard, events.RoundScored) if e.seat == 0) == [scored, 0, 0]


@pytest.mark.clause("RR-AUX-04")
def test_with_eight_doublers_the_doubler_space_is_illegal() -> None:
    # given 7 doublers, then the doubler space is legal; given 8, then it is refused
    state = position()
    state.players[0].doublers = 7
    refresh(state)
    assert "space:aux_doubler" in legal(state)
    state.players[0].doublers = 8
    refresh(state)
    assert refusal(state, "space:aux_doubler").clause == "RR-AUX-04"


@pytest.mark.clause("RR-AUX-04")
@pytest.mark.parametrize(("before", "after"), [(6, 8), (7, 8), (8, 8)])
def test_a_factory_for_two_doublers_places_those_that_find_room(before: int, after: int) -> None:
    # given so many doublers, and the marker before a #4 factory
    state = position()
    own = state.players[0]
    own.doublers, own.factories, own.markers = before, [4], [4, -1]
    supply(state, 0, workers=1)
    # when the marker enters it
    heard = do(state, "space:industry_1")
    # then it places those that find room
    assert only(heard, events.FactoryUsed) == [events.FactoryUsed(0, 4)]
    assert own.doublers == after
    assert state.doublers == 20 - (after - before)


@pytest.mark.clause("RR-AUX-05")
def test_the_rouble_space_gives_two_roubles_that_are_kept() -> None:
    # given 1 rouble
    state = position()
    assert state.players[0].roubles == 1
    supplied = state.roubles
    # when the rouble space is used with a worker
    do(state, "space:aux_roubles", "pay:w1")
    # then there are 3, and the supply has 2 less
    assert state.players[0].roubles == 3
    assert state.roubles == supplied - 2
    # and when the round ends, then they are still there
    do(state, "pass", "pass", "pass", "pass")
    assert state.round == 2
    assert state.players[0].roubles == 3
    assert state.roubles == supplied - 2


@pytest.mark.clause("RR-AUX-06")
def test_temporary_workers_may_be_mixed_with_own_workers_and_roubles() -> None:
    # given 2 temporary workers and 1 own worker
    state = position()
    supply(state, 0, workers=1, turquoise=2)
    # when a 3-worker space is used, then all three pay for it
    mixed = state.clone()
    do(mixed, "space:loco_3")
    assert [(s.workers, s.turquoise, s.roubles) for s in mixed.stacks] == [(1, 2, 0)]
    # and with a rouble in the place of the own worker too
    supply(state, 0, roubles=1, turquoise=2)
    do(state, "space:loco_3")
    assert [(s.workers, s.turquoise, s.roubles) for s in state.stacks] == [(0, 2, 1)]


@pytest.mark.clause("RR-AUX-06")
def test_temporary_workers_may_be_used_alone_or_together() -> None:
    # given 2 temporary workers and nothing else
    state = position()
    supply(state, 0, turquoise=2)
    # then spaces for 1 and for 2 workers are payable, one for 3 is not
    assert {"space:aux_doubler", "space:track_black_2"} <= set(legal(state))
    assert refusal(state, "space:loco_3").clause == "RR-TURN-03"
    # when one of them is used, then the other is still there
    together = state.clone()
    do(state, "space:aux_doubler")
    assert state.players[0].turquoise == 1
    # and both may be used together
    do(together, "space:track_black_2")
    assert together.players[0].turquoise == 0
    assert [s.turquoise for s in together.stacks] == [2]


@pytest.mark.clause("RR-AUX-06")
def test_temporary_workers_serve_in_the_current_round_only() -> None:
    # given a player who took both and used none
    state = position()
    do(state, "space:aux_temp", "pay:w1")
    assert state.players[0].turquoise == 2
    # when the round is over
    do(state, "pass", "pass", "pass", "pass")
    # then no payment with them is possible
    do(state, "space:aux_doubler")
    assert legal(state) == ["pay:w1", "pay:r1"]
    assert refusal(state, "pay:t1").clause == "RR-TURN-04"


@pytest.mark.clause("RR-AUX-07")
def test_a_temporary_worker_counts_as_an_own_worker_for_repeating() -> None:
    # given a single temporary worker on the rouble space, and the repeat engineer in the own hand
    state = position()
    state.players[0].engineers = [9]
    put(state, "aux_roubles", 0, workers=0, turquoise=1)
    supply(state, 0, workers=1)
    # when the repeat engineer is used, then the rouble space is offered, and gives 2 roubles
    do(state, "engineer:9")
    assert "repeat:aux_roubles" in legal(state)
    do(state, "repeat:aux_roubles")
    assert state.players[0].roubles == 2


@pytest.mark.clause("RR-AUX-07")
def test_on_the_turn_order_spaces_a_temporary_worker_is_not_of_the_own_colour() -> None:
    # given temporary workers only, and no own worker on the board
    state = position(turn=2)
    supply(state, 2, turquoise=2)
    # then a claim is refused, although the worker could pay for any other space
    assert "space:aux_doubler" in legal(state)
    assert refusal(state, "space:order_1").clause == "RR-ORDER-11"


@pytest.mark.clause("RR-AUX-08")
@pytest.mark.parametrize("used", [0, 1, 2])
def test_temporary_workers_return_to_their_space_at_the_end_of_the_round(used: int) -> None:
    # given a player who took both temporary workers and used so many of them
    state = position(seats=3)
    state.turquoise = 0
    supply(state, 0, turquoise=2)
    if used:
        do(state, "space:aux_doubler" if used == 1 else "space:track_black_2")
    if used == 2:
        do(state, *["advance:kiev:black"] * 3)
    assert state.players[0].turquoise == 2 - used
    # when the round ends
    while state.round == 1:
        do(state, "pass")
    # then both are back on the space, which may be used again
    assert state.turquoise == 2
    assert [player.turquoise for player in state.players] == [0, 0, 0]
    supply(state, state.actor, workers=1)
    assert "space:aux_temp" in legal(state)


@pytest.mark.clause("RR-AUX-09")
def test_there_are_twenty_doublers() -> None:
    # given the box, then it holds 20 doublers, all in the supply
    assert BOX.doublers == 20
    assert position().doublers == 20


@pytest.mark.clause("RR-AUX-09")
def test_without_doublers_in_the_supply_the_doubler_space_is_illegal() -> None:
    # given 1 doubler in the supply, then the space is legal; given none, then it is refused
    state = position()
    state.doublers = 1
    refresh(state)
    assert "space:aux_doubler" in legal(state)
    state.doublers = 0
    refresh(state)
    assert refusal(state, "space:aux_doubler").clause == "RR-AUX-09"


@pytest.mark.clause("RR-AUX-09")
@pytest.mark.parametrize(("part", "left", "placed"), [("doubler:2", 1, 1), ("doubler:2", 0, 0), ("doubler:3", 2, 2)])
def test_other_doubler_effects_place_what_is_left(part: str, left: int, placed: int) -> None:
    # given so many doublers in the supply
    state = position()
    state.doublers = left
    # when a factory or a token gives more
    refresh(state, [*state.agenda, effect(0, part)])
    # then those are placed that are left
    assert state.players[0].doublers == placed
    assert state.doublers == left - placed


@pytest.mark.clause("RR-AUX-09")
def test_doublers_have_no_limit_where_the_table_says_so() -> None:
    # given the option and an empty supply
    state = position(limited_supplies="no")
    state.doublers = 0
    supply(state, 0, workers=1)
    # when the space is used, then a doubler is placed
    do(state, "space:aux_doubler")
    assert state.players[0].doublers == 1
