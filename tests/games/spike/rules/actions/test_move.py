"""The free move, and what all moves of a train have in common: spaces, junctions, stops and bypassed cities."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.games.spike.positions import (
    BOX,
    NET,
    asked,
    barred,
    do,
    draw_out,
    ends,
    families,
    games,
    give,
    legal,
    only,
    position,
    shown,
    turn_of,
)
from trainshed.games.spike import events
from trainshed.games.spike.rules.state import NONE, SpikeState

COAST = "norfolk-washington philadelphia-washington new_york-philadelphia"
"""Four cities, each one track from the next: Norfolk, Washington, Philadelphia, New York."""

WEST = "chicago-davenport davenport-quincy quincy-st_louis"
"""Three tracks from Chicago to St. Louis."""

FORK = "chicago-davenport davenport-des_moines davenport-quincy quincy-st_louis"
"""Three tracks meet at Davenport."""


def before_washington(speed: int = 1, tracks: str = COAST, **options: Any) -> SpikeState:
    """A train under way from Norfolk to Washington."""
    state = position(2, **options)
    return give(state, 0, tracks=tracks, at="norfolk-washington", heading="washington", speed=speed)


def moved(state: SpikeState, word: str) -> events.TrainMoved:
    """The event of a train's move."""
    (event,) = only(do(state, word), events.TrainMoved)
    return event


# ---------------------------------------------------------------- the free move


@pytest.mark.clause("SP-MOVE-01")
def test_a_train_on_the_line_moves_free_of_charge_before_the_action() -> None:
    # given a train on a track
    state = before_washington()
    give(state, 0, money=3)
    # when the turn starts, then a move is offered
    assert ends(state, "move") == ["norfolk", "norfolk-washington", "philadelphia-washington", "washington"]
    event = moved(state, "move:philadelphia-washington")
    assert (event.seat, event.how, event.origin) == (0, "move", "norfolk-washington")
    # and afterwards one full action is still due
    assert (state.actor, asked(state)) == (0, "Turn")
    assert families(state) >= {"pile", "take", "extra", "upgrade"}
    assert barred(state, "done") == "SP-TURN-02"
    # and the move was the only one
    assert barred(state, "move:philadelphia") == "SP-TURN-01"
    # and has cost nothing
    assert (shown(state, 0).money, shown(state, 0).cards) == (3, 0)


@pytest.mark.clause("SP-MOVE-02")
def test_a_free_move_covers_from_zero_to_speed_spaces() -> None:
    # given speed 2 on a line
    state = give(position(2), 0, tracks=WEST, at="chicago-davenport", heading="davenport", speed=2)
    # when free moves of 0, 1 and 2 spaces are asked, then all are legal, 3 illegal
    assert ends(state, "move") == ["chicago", "chicago-davenport", "davenport-quincy", "quincy-st_louis"]
    assert barred(state, "move:st_louis") == "SP-TRAIN-01"
    # and the train may wait without saying so
    draw_out(state)
    assert shown(state, 0).train == "chicago-davenport"
    assert shown(state, 0).heading == "davenport"
    assert state.actor == 1


@pytest.mark.clause("SP-MOVE-02", "SP-TURN-01")
@pytest.mark.parametrize("reverse", ["yes", "no"])
def test_free_move_of_zero_spaces_leaves_the_train_waiting(reverse: str) -> None:
    # given a train on the line
    state = before_washington(allow_reverse=reverse)
    idle = state.view(0).idle
    # when it moves zero spaces
    event = moved(state, "move:norfolk-washington")
    # then it stays where it is, with the same heading
    assert (event.origin, event.space, event.spaces, event.passed) == (
        "norfolk-washington",
        "norfolk-washington",
        0,
        [],
    )
    assert (shown(state, 0).train, shown(state, 0).heading) == ("norfolk-washington", "washington")
    # and that was the free move, with the action still due
    assert (state.actor, asked(state), state.view(0).idle) == (0, "Turn", idle)
    assert not ends(state, "move")
    assert barred(state, "move:norfolk-washington") == "SP-TURN-01"
    assert ends(state, "extra") == ["philadelphia-washington", "washington"]


@pytest.mark.clause("SP-START-02", "SP-EXTRA-02")
@pytest.mark.parametrize("full", ["yes", "no"])
def test_only_a_free_move_may_cover_zero_spaces(full: str) -> None:
    # given a train on the line, when an extra movement of zero spaces is asked, then it is refused
    state = before_washington(start_full_speed=full)
    assert barred(state, "extra:norfolk-washington") == "SP-EXTRA-02"
    # and so is a Start of zero spaces from a city
    give(state, 0, at="washington")
    assert barred(state, "start:washington") == "SP-START-02"
    # which has no free move at all, not even of zero spaces
    assert barred(state, "move:washington") == "SP-MOVE-12"


@pytest.mark.clause("SP-MOVE-03")
def test_each_track_and_each_city_counts_as_one_space() -> None:
    # given two cities joined by 2 tracks
    tracks = "chicago-davenport davenport-des_moines"
    state = give(position(2), 0, tracks=tracks, at="chicago", speed=2)
    assert ends(state, "start") == ["chicago-davenport", "davenport-des_moines"]
    assert barred(state, "start:des_moines") == "SP-TRAIN-01"
    # when counted from city to city, then there are 3 spaces
    give(state, 0, speed=3)
    assert moved(state, "start:des_moines").spaces == 3


@pytest.mark.clause("SP-MOVE-04")
def test_a_train_runs_only_over_its_owners_tracks() -> None:
    # given an opponent's track next to the train
    state = before_washington(speed=3, tracks="norfolk-washington")
    give(state, 1, tracks="philadelphia-washington", at="philadelphia")
    # when a move onto it is asked, then refused
    assert ends(state, "move") == ["norfolk", "norfolk-washington", "washington"]
    assert barred(state, "move:philadelphia-washington") == "SP-MOVE-04"
    assert barred(state, "extra:philadelphia-washington") == "SP-MOVE-04"
    assert barred(state, "move:philadelphia") == "SP-MOVE-04"
    # and a space without any track too
    assert barred(state, "move:salisbury-washington") == "SP-MOVE-04"
    # nor can it start over it
    give(state, 0, at="washington")
    assert ends(state, "start") == ["norfolk", "norfolk-washington"]
    assert barred(state, "start:philadelphia-washington") == "SP-MOVE-04"


@pytest.mark.clause("SP-MOVE-05")
def test_a_train_that_enters_a_city_may_deliver_at_once() -> None:
    # given a fitting token aboard
    state = give(before_washington(), 0, contracts="cattle-3-a", aboard="cattle")
    assert "deliver" not in families(state)
    # when the train enters the contract city
    do(state, "move:washington")
    # then a delivery is offered in the same turn
    assert ends(state, "deliver") == ["cattle"]
    do(state, "deliver:cattle")
    assert shown(state, 0).money == 5
    assert state.actor == 0


@pytest.mark.clause("SP-MOVE-06")
def test_a_train_that_enters_a_city_stops_there() -> None:
    # given speed 3 and a city one space ahead
    state = before_washington(speed=3)
    # when the train enters it
    event = moved(state, "move:washington")
    # then it stands in the city and cannot use the 2 spaces left
    assert event.spaces == 1
    assert (shown(state, 0).train, shown(state, 0).heading) == ("washington", "washington")
    assert families(state) == {"pile", "take"}
    assert barred(state, "move:philadelphia-washington") == "SP-TURN-01"
    assert barred(state, "extra:philadelphia-washington") == "SP-EXTRA-01"


@pytest.mark.clause("SP-MOVE-07")
def test_a_train_is_not_restarted_in_the_turn_in_which_it_arrived() -> None:
    # given a free move that ended in a city
    state = before_washington()
    do(state, "move:washington")
    # when it shall start in the same turn, then refused
    assert not ends(state, "start")
    assert barred(state, "start:philadelphia-washington") == "SP-MOVE-07"
    # and in the next turn allowed
    draw_out(state)
    draw_out(state)
    assert state.actor == 0
    assert ends(state, "start") == ["norfolk-washington", "philadelphia-washington"]
    do(state, "start:philadelphia-washington")
    assert shown(state, 0).train == "philadelphia-washington"


@pytest.mark.clause("SP-MOVE-12")
def test_a_train_in_a_city_has_no_free_move() -> None:
    # given a train in a city
    state = give(position(2), 0, tracks=COAST, at="washington", speed=2)
    # when the turn starts, then no free move is offered
    assert not ends(state, "move")
    for space in ("norfolk-washington", "norfolk", "philadelphia"):
        assert barred(state, f"move:{space}") == "SP-MOVE-12"
    # and the train needs a Start
    assert "start:norfolk-washington" in legal(state)


@pytest.mark.clause("SP-MOVE-14")
def test_a_free_move_may_lead_back() -> None:
    # given a train on the line that last moved towards St. Louis
    state = give(position(2), 0, tracks=WEST, at="davenport-quincy", heading="quincy")
    # when a free move back is asked, then it is legal by default
    assert ends(state, "move") == ["chicago-davenport", "davenport-quincy", "quincy-st_louis"]
    do(state, "move:chicago-davenport")
    # and turns its heading
    assert shown(state, 0).heading == "chicago"


@pytest.mark.clause("SP-MOVE-14")
def test_by_option_a_train_on_the_line_keeps_its_heading() -> None:
    # given the option
    state = position(2, allow_reverse="no")
    give(state, 0, tracks=WEST, at="davenport-quincy", heading="quincy", speed=2)
    # when a free move back is asked, then refused
    assert ends(state, "move") == ["davenport-quincy", "quincy-st_louis", "st_louis"]
    assert barred(state, "move:chicago-davenport") == "SP-MOVE-14"
    assert barred(state, "move:chicago") == "SP-MOVE-14"


@pytest.mark.clause("SP-MOVE-14")
@pytest.mark.parametrize("reverse", ["yes", "no"])
def test_a_start_may_leave_over_any_own_track(reverse: str) -> None:
    # given a train that has come from Norfolk to Washington
    state = before_washington(allow_reverse=reverse)
    do(state, "move:washington")
    # when started back in its next turn, then legal with either setting
    turn_of(state, 0)
    assert ends(state, "start") == ["norfolk-washington", "philadelphia-washington"]
    do(state, "start:norfolk-washington")
    assert shown(state, 0).heading == "norfolk"


@pytest.mark.clause("SP-MOVE-14")
def test_within_one_move_a_train_does_not_run_back() -> None:
    # given a fast train that keeps its heading, with own tracks behind it and a dead end ahead
    state = before_washington(3, "norfolk-washington enfield-norfolk enfield-raleigh", allow_reverse="no")
    # when its moves are listed, then it does not turn in Washington
    assert ends(state, "move") == ["norfolk-washington", "washington"]
    # and a train that starts does not come back to the city that it leaves
    give(state, 0, at="washington")
    assert ends(state, "start") == ["enfield-norfolk", "enfield-raleigh", "norfolk", "norfolk-washington"]
    assert barred(state, "start:washington") == "SP-START-02"


@pytest.mark.clause("SP-MOVE-16")
def test_after_the_action_there_is_no_free_move() -> None:
    # given a train on the line whose owner has skipped the free move and built a route
    state = before_washington(tracks="norfolk-washington", builds_per_action="any")
    give(state, 0, cards="red white white")
    do(state, "build", "link:philadelphia-washington", "match")
    # when the turn is still open, then a free move is refused
    assert asked(state) == "After"
    assert barred(state, "move:washington") == "SP-MOVE-16"
    assert barred(state, "move:philadelphia-washington") == "SP-MOVE-16"


@pytest.mark.clause("SP-MOVE-16")
def test_once_a_draw_has_begun_there_is_no_free_move() -> None:
    # given a skipped free move
    state = before_washington()
    assert "move:washington" in legal(state)
    # when the action has begun
    do(state, "pile", "draw:red")
    # then a free move is refused
    assert legal(state)[:2] == ["pile", "stop"]
    assert barred(state, "move:washington") == "SP-TURN-02"
    do(state, "stop")
    assert state.actor == 1
    assert shown(state, 0).train == "norfolk-washington"


# ---------------------------------------------------------------- bypass


@pytest.mark.clause("SP-MOVE-08")
def test_a_city_is_bypassed_if_an_own_track_goes_on() -> None:
    # given own tracks on both sides of a city
    state = before_washington()
    # when bypass is asked
    event = moved(state, "move:philadelphia-washington")
    # then the train is on the far track and not stopped
    assert event.passed == ["washington"]
    assert shown(state, 0).train == "philadelphia-washington"
    assert shown(state, 0).heading == "philadelphia"
    assert "extra:philadelphia" in legal(state)


@pytest.mark.clause("SP-MOVE-09")
@pytest.mark.parametrize(("speed", "far"), [(1, []), (2, ["philadelphia", "new_york-philadelphia"])])
def test_bypassing_costs_a_single_space(speed: int, far: list[str]) -> None:
    # given a speed on the track before a city with own track beyond
    state = before_washington(speed=speed)
    # when bypass is asked, then legal with 1 space, and the next spaces with 2
    near = {"norfolk", "norfolk-washington", "washington", "philadelphia-washington"}
    assert set(ends(state, "move")) == near | set(far)
    assert moved(state, "move:philadelphia-washington").spaces == 1


@pytest.mark.clause("SP-MOVE-10")
def test_a_bypassed_city_is_not_visited() -> None:
    # given fitting tokens: flour is supplied by Washington, cattle is wanted there
    state = give(before_washington(), 0, contracts="cattle-3-a flour-1-a", aboard="cattle", capacity=3)
    # when the contract city is bypassed
    do(state, "move:philadelphia-washington")
    # then no delivery and no loading is offered
    assert not families(state) & {"deliver", "load"}
    assert barred(state, "deliver:cattle") == "SP-DELIVER-02"
    assert barred(state, "load:flour") == "SP-LOAD-02"


@pytest.mark.clause("SP-MOVE-11")
@pytest.mark.parametrize("speed", [1, 2, 3])
def test_a_dead_end_cannot_be_bypassed(speed: int) -> None:
    # given a city that is the dead end of the network
    state = before_washington(speed=speed, tracks="norfolk-washington", allow_reverse="no")
    # when bypass is asked, then entering the city is the only way forward
    assert ends(state, "move") == ["norfolk-washington", "washington"]
    assert ends(state, "extra") == ["washington"]
    assert barred(state, "extra:norfolk-washington") == "SP-EXTRA-02"


@pytest.mark.clause("SP-MOVE-15")
def test_two_cities_are_bypassed_in_one_move() -> None:
    # given speed 2 and two cities one track apart
    state = before_washington(speed=2)
    # when both are bypassed, then legal with 2 spaces
    event = moved(state, "move:new_york-philadelphia")
    assert (event.spaces, event.passed) == (2, ["washington", "philadelphia"])
    # and with speed 1 it is too far
    assert barred(before_washington(speed=1), "move:new_york-philadelphia") == "SP-TRAIN-01"


@pytest.mark.clause("SP-MOVE-17")
def test_behind_a_bypassed_city_the_owner_chooses_the_track() -> None:
    # given a train before a city where two other own tracks end
    tracks = "norfolk-washington philadelphia-washington franklin-washington franklin-pittsburgh"
    state = before_washington(tracks=tracks, allow_reverse="no")
    # when it is bypassed, then both are on offer, and not the one on which it stands
    onward = ["franklin-washington", "philadelphia-washington", "washington"]
    assert ends(state, "move") == sorted([*onward, "norfolk-washington"])
    assert ends(state, "extra") == onward
    do(state, "move:franklin-washington")
    assert shown(state, 0).heading == "franklin"


# ---------------------------------------------------------------- junctions


@pytest.mark.clause("SP-MOVE-13")
def test_at_a_junction_every_other_own_arm_is_one_space_away() -> None:
    # given a 3-way own junction
    state = give(position(2), 0, tracks=FORK, at="chicago-davenport", heading="davenport")
    # when moving on from one arm, then both other arms are one space away
    assert ends(state, "move") == ["chicago", "chicago-davenport", "davenport-des_moines", "davenport-quincy"]
    assert ends(state, "extra") == ["davenport-des_moines", "davenport-quincy"]
    event = moved(state, "move:davenport-des_moines")
    # and the junction is no space, nor is it bypassed
    assert (event.spaces, event.passed) == (1, [])


@pytest.mark.clause("SP-MOVE-13")
@pytest.mark.parametrize("reverse", ["yes", "no"])
def test_the_arm_on_which_a_train_came_is_back_and_not_another_branch(reverse: str) -> None:
    # given a train that came from Chicago over the junction and stands behind it
    state = position(2, allow_reverse=reverse)
    give(state, 0, tracks=FORK, at="davenport-quincy", heading="quincy")
    # when its moves are listed, then both arms behind it are a reversal
    back = ["chicago-davenport", "davenport-des_moines"] if reverse == "yes" else []
    assert ends(state, "move") == [*back, "davenport-quincy", "quincy-st_louis"]


@pytest.mark.clause("SP-MOVE-13")
def test_a_train_never_stops_on_a_junction() -> None:
    # given the words of the game
    state = give(position(2), 0, tracks=FORK, at="chicago-davenport", heading="davenport")
    # when spaces are listed, then no junction is among them
    spaces = [word.partition(":")[2] for word in state.game.vocabulary if word.startswith("move:")]
    assert len(spaces) == 288 + 36
    assert "davenport" not in spaces


# ---------------------------------------------------------------- all moves of whole games


def walks(state: SpikeState, seat: int, track: int, ahead: int, spaces: int) -> set[str]:
    """Where a train on a track can be after up to so many spaces, the first of them through this end of the track.

    Told as the rules tell it, and apart from them: each step leads into the city ahead, where the train stops, or onto
    another own track that begins there.
    """
    if spaces == 0:
        return set()
    found = {BOX.node_names[ahead]} if ahead < NET.cities else set()
    for link in range(NET.links):
        ends_of_link = {NET.first_end[link], NET.second_end[link]}
        if link != track and ahead in ends_of_link and state.tracks[link] >> seat & 1:
            (other,) = ends_of_link - {ahead}
            found |= {BOX.space_names[link], *walks(state, seat, link, other, spaces - 1)}
    return found


@pytest.mark.clause("SP-MOVE-02", "SP-MOVE-08", "SP-MOVE-13")
@pytest.mark.parametrize("reverse", ["yes", "no"])
def test_the_moves_of_games_are_those_that_the_rules_describe(reverse: str) -> None:
    # given positions of games, with trains of each speed
    checked = 0
    for state in games(6, seed=8, allow_reverse=reverse):
        if asked(state) != "Turn" or not state.begins_turn:
            continue
        for speed in (1, 2, 3):
            trial = give(state.clone(), state.actor, speed=speed)
            seat, player = state.actor, trial.players[state.actor]
            if player.link != NONE:
                # when free moves and extra movement are listed
                back = NET.across(player.link, player.node)
                onward = walks(trial, seat, player.link, player.node, speed)
                free = onward | walks(trial, seat, player.link, back, speed) if reverse == "yes" else onward
                # then they are all walks over own tracks, or none at all, and a train is never stuck
                assert set(ends(trial, "move")) == free | {BOX.space_names[player.link]}
                assert set(ends(trial, "extra")) == walks(trial, seat, player.link, player.node, 1)
                assert onward
                checked += 1
            else:
                # and so are the starts from a city
                starts = walks(trial, seat, NONE, player.node, speed) - {BOX.node_names[player.node]}
                assert set(ends(trial, "start")) == starts
    assert checked > 50
