"""The Start action: setting a train in a city in motion."""

from __future__ import annotations

import pytest

from tests.support.games.spike.positions import (
    asked,
    barred,
    do,
    ends,
    families,
    give,
    legal,
    only,
    position,
    shown,
)
from trainshed.games.spike import events

COAST = "norfolk-washington philadelphia-washington new_york-philadelphia"
"""Four cities, each one track from the next: Norfolk, Washington, Philadelphia, New York."""

WEST = "chicago-davenport davenport-quincy quincy-st_louis"
"""Three tracks from Chicago to St. Louis."""


@pytest.mark.clause("SP-START-01")
def test_a_train_in_a_city_starts_along_its_owners_tracks() -> None:
    # given a train in a city with an own track
    state = give(position(2), 0, at="washington", tracks=COAST)
    # when Start is asked, then legal over each of them
    assert ends(state, "start") == ["norfolk-washington", "philadelphia-washington"]
    heard = do(state, "start:philadelphia-washington")
    assert only(heard, events.TrainMoved) == [
        events.TrainMoved(0, "start", "washington", "philadelphia-washington", 1, [])
    ]
    assert (shown(state, 0).train, shown(state, 0).heading) == ("philadelphia-washington", "philadelphia")
    # and it was the action of this turn
    assert state.actor == 1


@pytest.mark.clause("SP-START-01")
def test_a_train_on_a_track_does_not_start() -> None:
    # given a train on a track
    state = give(position(2), 0, tracks=COAST, at="norfolk-washington", heading="washington")
    # when Start is asked, then refused
    assert "start" not in families(state)
    assert barred(state, "start:philadelphia-washington") == "SP-START-01"
    assert barred(state, "start:washington") == "SP-START-01"


@pytest.mark.clause("SP-START-01")
def test_without_an_own_track_no_train_starts() -> None:
    # given a city without an own track
    state = give(position(2), 1, tracks="norfolk-washington", at="washington")
    # when Start is asked, then refused
    assert "start" not in families(state)
    assert barred(state, "start:norfolk-washington") == "SP-MOVE-04"


@pytest.mark.clause("SP-START-02")
def test_a_start_covers_from_one_space_to_the_speed() -> None:
    # given speed 2
    state = give(position(2), 0, at="chicago", tracks=WEST, speed=2)
    # when started, then 1 or 2 spaces are legal, 0 and 3 not
    assert ends(state, "start") == ["chicago-davenport", "davenport-quincy"]
    assert barred(state, "start:chicago") == "SP-START-02"
    assert barred(state, "start:quincy-st_louis") == "SP-TRAIN-01"


@pytest.mark.clause("SP-START-02")
def test_by_option_a_start_uses_the_full_speed_on_the_line() -> None:
    # given the option and speed 2 on a line without a city near
    state = give(position(2, start_full_speed="yes"), 0, at="chicago", tracks=WEST, speed=2)
    # when started, then 2 spaces only
    assert ends(state, "start") == ["davenport-quincy"]
    assert barred(state, "start:chicago-davenport") == "SP-START-02"
    assert barred(state, "start:quincy-st_louis") == "SP-TRAIN-01"


@pytest.mark.clause("SP-START-02")
def test_by_option_a_shorter_start_must_enter_a_city() -> None:
    # given the option and speed 3 with a city 2 spaces away
    state = give(position(2, start_full_speed="yes"), 0, at="norfolk", tracks=COAST, speed=3)
    # when started, then the city is legal with 2 spaces, and everything with 3
    assert ends(state, "start") == ["new_york-philadelphia", "philadelphia", "washington"]
    assert barred(state, "start:norfolk-washington") == "SP-START-02"
    assert barred(state, "start:philadelphia-washington") == "SP-START-02"


@pytest.mark.clause("SP-START-02")
def test_by_option_full_speed_binds_no_free_move() -> None:
    # given the option and a train on the line
    state = position(2, start_full_speed="yes", allow_reverse="no")
    give(state, 0, tracks=WEST, at="chicago-davenport", heading="davenport", speed=2)
    # when its free moves are listed, then 0, 1 and 2 spaces are legal
    assert ends(state, "move") == ["chicago-davenport", "davenport-quincy", "quincy-st_louis"]


@pytest.mark.clause("SP-START-03")
def test_before_leaving_the_player_may_load() -> None:
    # given a fitting token and an empty car
    state = give(position(2), 0, at="norfolk", tracks=COAST, contracts="pigs-1-a")
    assert "load:pigs" in legal(state)
    # when Start is chosen, then loading is possible before the move
    do(state, "load:pigs")
    assert "start:norfolk-washington" in legal(state)
    do(state, "start:norfolk-washington")
    assert [contract.aboard for contract in shown(state, 0).contracts] == [True]
    # and without it the train leaves empty, and the turn is over
    empty = give(position(2), 0, at="norfolk", tracks=COAST, contracts="pigs-1-a")
    do(empty, "start:norfolk-washington")
    assert empty.actor == 1
    assert [contract.aboard for contract in shown(empty, 0).contracts] == [False]


@pytest.mark.clause("SP-START-04")
def test_a_start_into_another_city_stops_there_and_may_deliver() -> None:
    # given a city 2 spaces away and speed 3
    state = give(position(2), 0, at="norfolk", tracks=COAST, contracts="cattle-3-a", aboard="cattle", speed=3)
    # when started into it with the token
    do(state, "start:washington")
    # then the train has stopped, and delivery is offered
    assert shown(state, 0).train == "washington"
    assert (state.actor, asked(state)) == (0, "After")
    assert ends(state, "deliver") == ["cattle"]
    assert barred(state, "start:philadelphia-washington") == "SP-TURN-01"
    assert barred(state, "move:philadelphia-washington") == "SP-MOVE-16"
    do(state, "deliver:cattle")
    assert shown(state, 0).money == 5


@pytest.mark.clause("SP-START-05")
def test_a_city_is_bypassed_by_a_start_too() -> None:
    # given speed 2, one track to Washington and own track beyond
    state = give(position(2), 0, at="norfolk", tracks=COAST, speed=2)
    # when bypass is asked, then legal with the 2 spaces
    assert ends(state, "start") == ["norfolk-washington", "philadelphia-washington", "washington"]
    (event,) = only(do(state, "start:philadelphia-washington"), events.TrainMoved)
    assert (event.spaces, event.passed) == (2, ["washington"])
    assert shown(state, 0).heading == "philadelphia"
