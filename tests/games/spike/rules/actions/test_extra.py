"""Extra movement: one further space forward."""

from __future__ import annotations

import pytest

from tests.support.games.spike.positions import (
    barred,
    do,
    draw_out,
    ends,
    families,
    give,
    legal,
    only,
    position,
    shown,
)
from trainshed.games.spike import events
from trainshed.games.spike.rules.state import SpikeState

WEST = "chicago-davenport davenport-quincy quincy-st_louis"
"""Three tracks from Chicago to St. Louis."""


def on_the_line(speed: int = 1, reverse: str = "yes") -> SpikeState:
    """A train between Davenport and Quincy, which last moved towards Quincy."""
    state = position(2, allow_reverse=reverse)
    return give(state, 0, tracks=WEST, at="davenport-quincy", heading="quincy", speed=speed)


@pytest.mark.clause("SP-EXTRA-01")
def test_extra_movement_needs_a_train_on_the_line() -> None:
    # given a train in a city
    state = give(position(2), 0, tracks=WEST, at="chicago")
    # when Extra is asked, then refused
    assert "extra" not in families(state)
    assert barred(state, "extra:chicago-davenport") == "SP-EXTRA-01"
    # and on a track legal
    give(state, 0, at="chicago-davenport", heading="davenport")
    assert ends(state, "extra") == ["davenport-quincy"]


@pytest.mark.clause("SP-EXTRA-01")
def test_a_train_that_has_just_entered_a_city_moves_no_further() -> None:
    # given a free move that ended in a city
    state = give(position(2), 0, tracks=WEST, at="chicago-davenport", heading="chicago")
    do(state, "move:chicago")
    # when Extra is asked, then refused
    assert "extra" not in families(state)
    assert barred(state, "extra:chicago-davenport") == "SP-EXTRA-01"


@pytest.mark.clause("SP-EXTRA-02")
@pytest.mark.parametrize("speed", [1, 2, 3])
def test_extra_movement_is_exactly_one_space(speed: int) -> None:
    # given any speed and a skipped free move
    state = on_the_line(speed)
    # when Extra is used, then 1 space
    assert ends(state, "extra") == ["quincy-st_louis"]
    assert barred(state, "extra:st_louis") == "SP-EXTRA-02"
    assert barred(state, "extra:davenport-quincy") == "SP-EXTRA-02"
    (event,) = only(do(state, "extra:quincy-st_louis"), events.TrainMoved)
    assert (event.how, event.spaces) == ("extra", 1)
    # and it was the action of this turn
    assert state.actor == 1


@pytest.mark.clause("SP-EXTRA-02")
def test_after_a_free_move_it_is_a_further_space() -> None:
    # given speed 1 after a free move of 1
    state = give(on_the_line(), 0, at="chicago-davenport", heading="davenport")
    do(state, "move:davenport-quincy")
    # when Extra is used
    do(state, "extra:quincy-st_louis")
    # then the train has gone 2 spaces in this turn
    assert shown(state, 0).train == "quincy-st_louis"
    assert state.actor == 1


@pytest.mark.clause("SP-EXTRA-03")
def test_extra_movement_may_lead_into_a_city_to_deliver_and_load() -> None:
    # given the train one space before its contract city, which supplies corn
    state = give(on_the_line(), 0, at="quincy-st_louis", heading="st_louis")
    give(state, 0, contracts="wheat-3-a corn-1-a", aboard="wheat")
    # when Extra is used
    do(state, "extra:st_louis")
    # then it enters and may deliver and load
    assert state.actor == 0
    assert "deliver:wheat" in legal(state)
    do(state, "deliver:wheat")
    assert shown(state, 0).money == 5
    do(state, "load:corn")
    assert shown(state, 0).contracts[0].aboard
    assert state.actor == 1


@pytest.mark.clause("SP-EXTRA-04")
def test_extra_movement_may_bypass_a_city() -> None:
    # given the train just before a city with own track beyond
    state = position(2)
    give(state, 0, tracks="norfolk-washington philadelphia-washington", at="norfolk-washington", heading="washington")
    # when Extra with bypass is asked, then legal
    assert ends(state, "extra") == ["philadelphia-washington", "washington"]
    (event,) = only(do(state, "extra:philadelphia-washington"), events.TrainMoved)
    assert (event.spaces, event.passed) == (1, ["washington"])
    assert shown(state, 0).heading == "philadelphia"


@pytest.mark.clause("SP-EXTRA-05")
@pytest.mark.parametrize("reverse", ["yes", "no"])
def test_extra_movement_never_leads_back(reverse: str) -> None:
    # given a train that last moved towards Quincy
    state = on_the_line(reverse=reverse)
    # when Extra back is asked, then refused with either setting
    assert ends(state, "extra") == ["quincy-st_louis"]
    assert barred(state, "extra:chicago-davenport") == "SP-EXTRA-05"
    assert barred(state, "extra:chicago") == "SP-EXTRA-05"


@pytest.mark.clause("SP-EXTRA-05")
def test_after_a_free_move_back_forward_is_that_way() -> None:
    # given a free move of 1 back towards Chicago first
    state = on_the_line()
    do(state, "move:chicago-davenport")
    # when Extra towards Chicago is asked, then legal, and the other way refused
    assert ends(state, "extra") == ["chicago"]
    assert barred(state, "extra:davenport-quincy") == "SP-EXTRA-05"
    do(state, "extra:chicago")
    assert shown(state, 0).train == "chicago"


@pytest.mark.clause("SP-EXTRA-05")
def test_waiting_does_not_change_the_direction() -> None:
    # given a train that has waited for a turn
    state = on_the_line()
    draw_out(state)
    draw_out(state)
    # when Extra is asked, then forward is where it went last
    assert (state.actor, shown(state, 0).heading) == (0, "quincy")
    assert ends(state, "extra") == ["quincy-st_louis"]
    assert barred(state, "extra:chicago-davenport") == "SP-EXTRA-05"


@pytest.mark.clause("SP-EXTRA-05")
def test_every_other_track_of_a_junction_is_forward() -> None:
    # given a train before a junction of three own tracks
    tracks = "chicago-davenport davenport-des_moines davenport-quincy quincy-st_louis"
    state = give(position(2), 0, tracks=tracks, at="davenport-des_moines", heading="davenport")
    # when Extra is asked, then both other arms are on offer, and not the city behind
    assert ends(state, "extra") == ["chicago-davenport", "davenport-quincy"]
    assert barred(state, "extra:des_moines") == "SP-EXTRA-05"
