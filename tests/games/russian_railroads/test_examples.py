"""Every worked example of the rulebook (RR-EXAMPLE), with its positions and results."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.games.russian_railroads.table import (
    BOX,
    do,
    everyone_passes,
    gained,
    legal,
    only,
    position,
    refresh,
    refusal,
    tracks,
)
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.player import reach
from trainshed.games.russian_railroads.rules.state import RailState

YELLOW, BLUE, GREEN, RED = 0, 1, 2, 3


def step(railroad: str, colour: str, times: int = 1) -> list[str]:
    return [f"advance:{railroad}:{colour}"] * times


def with_tiles(number: int, seat: int = GREEN) -> RailState:
    """This seat acts; the lowest pile has this number."""
    state = position(turn=seat)
    for lower in range(2, number):
        state.piles[lower] = 0
    state.players[seat].roubles = 0
    return refresh(state)


# ---------------------------------------------------------------- tracks


@pytest.mark.clause("RR-EXAMPLE-01")
def test_three_black_steps_on_the_trans_siberian() -> None:
    state = position(turn=BLUE)
    heard = do(state, "space:track_black_2", "pay:w2", *step("trans_siberian", "black", 3))
    assert state.players[BLUE].tracks == tracks(ts=(4, 0), sp=(1, 0), kv=(1, 0))
    assert only(heard, events.TracksEarned) == [events.TracksEarned(BLUE, "gray")]
    assert [(s.seat, s.workers) for s in state.stacks] == [(BLUE, 2)]
    assert (state.players[BLUE].workers, state.actor) == (3, GREEN)


@pytest.mark.clause("RR-EXAMPLE-02")
def test_three_black_steps_shared_out_over_two_railroads() -> None:
    state = position(turn=BLUE)
    do(state, "space:track_black_2", "pay:w2", *step("trans_siberian", "black", 2), *step("kiev", "black"))
    assert state.players[BLUE].tracks == tracks(ts=(3, 0), sp=(1, 0), kv=(2, 0))
    # three in total, no fourth
    assert state.actor == GREEN


@pytest.mark.clause("RR-EXAMPLE-03")
def test_two_gray_steps_by_the_same_track() -> None:
    # given black on 4 and gray waiting / when the 2-gray space is used / then gray enters on 1 and goes on to 2
    state = position(turn=BLUE)
    state.players[BLUE].tracks = tracks(ts=(4, 0), sp=(1, 0), kv=(1, 0))
    heard = do(refresh(state), "space:track_gray_1", "pay:w1")
    # the other railroads have no room behind black, so these steps take themselves
    assert only(heard, events.TrackMoved) == [
        events.TrackMoved(BLUE, "trans_siberian", "gray", 1, True),
        events.TrackMoved(BLUE, "trans_siberian", "gray", 2, True),
    ]
    assert state.players[BLUE].tracks == tracks(ts=(4, 2), sp=(1, 0), kv=(1, 0))


@pytest.mark.clause("RR-EXAMPLE-04")
def test_the_top_track_space_costs_a_worker_and_a_rouble() -> None:
    # given black on 4, gray on 2
    state = position(turn=BLUE)
    own = state.players[BLUE]
    own.tracks = tracks(ts=(4, 2), sp=(1, 0), kv=(1, 0))
    do(refresh(state), "space:track_any", *step("trans_siberian", "black"), *step("trans_siberian", "gray"))
    # then black 5, gray 3, and both pieces stay on the space
    assert own.tracks == tracks(ts=(5, 3), sp=(1, 0), kv=(1, 0))
    (stack,) = state.stacks
    assert (BOX.space_names[stack.space], stack.workers, stack.roubles) == ("track_any", 1, 1)
    assert (own.workers, own.roubles) == (4, 0)


@pytest.mark.clause("RR-EXAMPLE-05")
def test_the_bottom_track_space_stays_open_to_all() -> None:
    # given a worker of Blue on it / when Red places one too / then both stand there
    state = position(order=(BLUE, RED, YELLOW, GREEN), turn=BLUE)
    do(state, "space:track_bottom", "pay:w1", *step("kiev", "black"))
    assert state.actor == RED
    do(state, "space:track_bottom", "pay:w1", *step("kiev", "black"))
    assert [stack.seat for stack in state.stacks] == [BLUE, RED]
    assert state.players[RED].tracks == tracks(kv=(2,))
    # a space like any other would be taken
    do(state, "space:track_black_1", "pay:w1", *step("kiev", "black", 2))
    assert refusal(state, "space:track_black_1").clause == "RR-TURN-02"


# ---------------------------------------------------------------- locomotives


@pytest.mark.clause("RR-EXAMPLE-06")
def test_the_first_locomotive_is_a_2() -> None:
    state = position(turn=GREEN)
    do(state, "space:loco_1", "pay:w1", "build:locomotive", "place:st_petersburg")
    assert state.players[GREEN].locomotives == [1, 0, 2, 0]
    assert state.piles[2] == 3


def gray_on_kiev(number: int) -> int:
    """Points of gray on 8 of Kiev: the spaces that a locomotive of this number reaches."""
    state = position()
    state.players[0].tracks = tracks(ts=(2, 0), sp=(1, 0), kv=(9, 8))
    state.players[0].locomotives = [1, 0, 0, number]
    state.players[0].gained = gained(("kiev", 7), ("kiev", 9))
    assert reach(state.players[0], 2) == number
    return only(everyone_passes(refresh(state)), events.RoundScored)[0].railroads[2]


@pytest.mark.clause("RR-EXAMPLE-07")
def test_a_locomotive_reaches_as_many_spaces_as_its_number() -> None:
    assert gray_on_kiev(1) == 1
    assert gray_on_kiev(4) == 4


@pytest.mark.clause("RR-EXAMPLE-08")
def test_two_locomotives_of_the_trans_siberian_add_up() -> None:
    state = position()
    state.players[0].locomotives = [4, 1, 0, 0]
    state.players[0].tracks = tracks(ts=(9, 8, 0), sp=(1, 0, 0), kv=(1, 0, 0))
    assert reach(state.players[0], 0) == 5
    assert only(everyone_passes(refresh(state)), events.RoundScored)[0].railroads[0] == 5


def greens_4() -> tuple[RailState, list[Any]]:
    """Green has #3 and #1 on the Trans-Siberian, #2 on St Petersburg, and replaces the #1 with a #4."""
    state = with_tiles(4)
    state.players[GREEN].locomotives = [3, 1, 2, 0]
    heard = do(refresh(state), "space:loco_1", "build:locomotive", "place:trans_siberian_2")
    return state, heard


@pytest.mark.clause("RR-EXAMPLE-09")
def test_a_4_replaces_a_1_on_the_trans_siberian() -> None:
    state, heard = greens_4()
    assert state.players[GREEN].locomotives[:2] == [4, 3]
    assert only(heard, events.LocomotivePlaced)[0] == events.LocomotivePlaced(GREEN, 4, "trans_siberian_1", 1, False)
    assert reach(state.players[GREEN], 0) == 7


@pytest.mark.clause("RR-EXAMPLE-10")
def test_the_displaced_1_goes_to_kiev() -> None:
    state, heard = greens_4()
    # Kiev is the only place for it, so it goes there by itself
    assert only(heard, events.LocomotivePlaced)[1:] == [events.LocomotivePlaced(GREEN, 1, "kiev", 0, True)]
    assert state.players[GREEN].locomotives == [4, 3, 2, 1]
    assert (sum(state.open_factories), state.actor) == (0, RED)


def greens_chain() -> tuple[RailState, list[Any]]:
    """Later a #4 goes to St Petersburg, and the #2 from there to Kiev."""
    state = with_tiles(4)
    state.players[GREEN].locomotives = [4, 3, 2, 1]
    heard = do(refresh(state), "space:loco_1", "build:locomotive", "place:st_petersburg")
    return state, heard


@pytest.mark.clause("RR-EXAMPLE-11")
def test_a_chain_of_replacements() -> None:
    state, heard = greens_chain()
    assert only(heard, events.LocomotivePlaced) == [
        events.LocomotivePlaced(GREEN, 4, "st_petersburg", 2, False),
        events.LocomotivePlaced(GREEN, 2, "kiev", 1, True),
    ]
    assert state.players[GREEN].locomotives == [4, 3, 4, 2]


@pytest.mark.clause("RR-EXAMPLE-12")
def test_the_last_of_the_chain_becomes_an_open_factory() -> None:
    state, heard = greens_chain()
    # neither an empty place nor a lower number: it is given up by itself
    assert only(heard, events.LocomotiveGivenUp) == [events.LocomotiveGivenUp(GREEN, 1, True)]
    assert state.open_factories == [0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert state.actor == RED


@pytest.mark.clause("RR-EXAMPLE-13")
def test_a_2_becomes_a_factory_in_the_leftmost_slot() -> None:
    state = with_tiles(2)
    heard = do(state, "space:loco_1", "build:factory")
    assert state.players[GREEN].factories == [2]
    assert only(heard, events.FactoryBuilt) == [events.FactoryBuilt(GREEN, 2, 1, 0)]
    assert state.players[GREEN].locomotives == [1, 0, 0, 0]


@pytest.mark.clause("RR-EXAMPLE-14")
@pytest.mark.parametrize(("first", "locomotive", "factory"), [("locomotive", 3, 4), ("factory", 4, 3)])
def test_the_last_3_and_a_4_in_either_order(first: str, locomotive: int, factory: int) -> None:
    # given one #3 left / when the 3-worker space is used, this part first
    state = with_tiles(3)
    state.piles[3] = 1
    do(refresh(state), "space:loco_3")
    assert legal(state) == ["build:locomotive", "build:factory"]
    do(state, f"build:{first}", "place:kiev")
    # then the #3 is that, and the #4 the other
    own = state.players[GREEN]
    assert (own.locomotives, own.factories) == ([1, 0, 0, locomotive], [factory])
    assert state.piles[3:5] == [0, 3]


# ---------------------------------------------------------------- industry


@pytest.mark.clause("RR-EXAMPLE-15")
def test_one_industry_step() -> None:
    state = position(turn=YELLOW)
    do(state, "space:industry_1", "pay:w1")
    assert state.players[YELLOW].markers == [1, -1]


@pytest.mark.clause("RR-EXAMPLE-16")
def test_a_factory_opens_itself_and_the_space_behind_it() -> None:
    # given the marker on the 5-point space and one factory / when 2 steps are made
    state = position(turn=YELLOW)
    own = state.players[YELLOW]
    own.markers[0], own.factories = 4, [1]
    heard = do(refresh(state), "space:industry_2", "pay:w2")
    # then it stands on the 10-point space
    assert [event.to for event in only(heard, events.MarkerMoved)] == [5, 6]
    assert only(heard, events.FactoryUsed) == [events.FactoryUsed(YELLOW, 1)]
    assert BOX.lane_scores[own.markers[0]] == 10


@pytest.mark.clause("RR-EXAMPLE-17")
def test_a_factory_is_used_between_two_steps() -> None:
    # given factory 6 in slot 1 and the marker before it / when 2 steps are made
    state = position(turn=YELLOW)
    own = state.players[YELLOW]
    own.markers[0], own.factories = 4, [6]
    heard = do(refresh(state), "space:industry_2", "pay:w2")
    # then the rouble is logged between them
    steps = (events.MarkerMoved, events.RoublesTaken)
    assert [event for event in heard if isinstance(event, steps)] == [
        events.MarkerMoved(YELLOW, 1, 5, True),
        events.RoublesTaken(YELLOW, 1),
        events.MarkerMoved(YELLOW, 1, 6, True),
    ]
    assert own.roubles == 2


# ---------------------------------------------------------------- roubles, engineers


@pytest.mark.clause("RR-EXAMPLE-18")
def test_roubles_stand_in_for_workers() -> None:
    # given 1 rouble and no worker, then the doubler space is payable
    state = position(turn=RED)
    red = state.players[RED]
    red.workers = 0
    do(refresh(state), "space:aux_doubler")
    assert (red.roubles, red.doublers, state.stacks[0].roubles) == (0, 1, 1)
    # given 1 worker and 1 rouble, then a 2-worker space is payable with both
    state = position(turn=RED)
    red = state.players[RED]
    red.workers = 1
    do(refresh(state), "space:industry_2")
    assert (red.workers, red.roubles, red.markers) == (0, 0, [2, -1])
    # with the worker alone it is not
    state = position(turn=RED)
    state.players[RED].workers, state.players[RED].roubles = 1, 0
    refused = refusal(refresh(state), "space:industry_2")
    assert refused.clause == "RR-TURN-03"
    assert (refused.numbers["workers"], refused.numbers["own_workers"], refused.numbers["own_roubles"]) == (2, 1, 0)


@pytest.mark.clause("RR-EXAMPLE-19")
def test_red_hires_for_a_rouble() -> None:
    state = position(turn=RED)
    engineer = state.strip[-1]
    do(state, "space:eng_hire")
    red = state.players[RED]
    assert (red.roubles, red.workers, red.engineers) == (0, 5, [engineer])
    assert state.strip[-1] == 0


@pytest.mark.clause("RR-EXAMPLE-20")
def test_red_uses_the_left_of_the_two_light_engineers() -> None:
    # given the engineer 'doubler and 3 points' there
    state = position(turn=RED)
    state.strip[-3:-1] = [7, 3]
    red = state.players[RED]
    red.points = 20
    do(refresh(state), "space:eng_light_left", "pay:w1")
    assert (red.doublers, red.points) == (1, 23)
    assert (red.engineers, state.strip[-3:-1]) == ([], [7, 3])


# ---------------------------------------------------------------- turn order


@pytest.mark.clause("RR-EXAMPLE-21")
def test_after_the_last_player_it_is_the_first_ones_turn_again() -> None:
    state = position()
    actors = []
    for space in ("aux_doubler", "aux_roubles", "industry_1", "aux_temp"):
        actors.append(state.actor)
        do(state, f"space:{space}", "pay:w1")
    assert [*actors, state.actor] == [YELLOW, BLUE, GREEN, RED, YELLOW]


def claimed() -> RailState:
    """Yellow, Blue, Green, Red; Green claims position 1 and Red position 2; then all pass."""
    state = position(turn=GREEN)
    red = state.players[RED]
    red.tracks = tracks(ts=(6, 4, 0), sp=(1, 0, 0), kv=(1, 0, 0))
    for player in state.players:
        player.roubles = 0
    do(refresh(state), "space:order_1", "space:order_2")
    everyone_passes(state)
    return state


@pytest.mark.clause("RR-EXAMPLE-22")
def test_green_and_red_go_before_yellow_and_blue() -> None:
    state = claimed()
    assert state.order == [GREEN, RED, YELLOW, BLUE]


@pytest.mark.clause("RR-EXAMPLE-23")
def test_the_first_player_alone_on_position_2_changes_nothing() -> None:
    state = position()
    state.players[YELLOW].roubles = 0
    do(refresh(state), "space:order_2")
    everyone_passes(state)
    do(state, "stay")
    assert state.order == [YELLOW, BLUE, GREEN, RED]
    # anybody else there becomes second
    state = position(turn=RED)
    state.players[RED].roubles = 0
    do(refresh(state), "space:order_2")
    everyone_passes(state)
    assert state.order == [YELLOW, RED, BLUE, GREEN]


@pytest.mark.clause("RR-EXAMPLE-24")
def test_red_relocates_before_green() -> None:
    # given both claims / then Red is asked first
    state = claimed()
    assert (state.actor, "stay" in legal(state)) == (RED, True)
    # when she goes to the 1-brown space / then her brown track moves, and Green is asked next
    do(state, "space:track_brown_1")
    assert state.players[RED].tracks[:3] == [6, 4, 1]
    assert (state.actor, "stay" in legal(state)) == (GREEN, True)
    assert refusal(state, "space:track_brown_1").clause == "RR-TURN-02"
    assert [(BOX.space_names[s.space], s.seat) for s in state.stacks] == [("order_1", GREEN), ("track_brown_1", RED)]
    # and when Green has decided, the next round begins
    do(state, "stay")
    assert (state.round, state.actor) == (2, GREEN)


# ---------------------------------------------------------------- the player board


@pytest.mark.clause("RR-EXAMPLE-25")
@pytest.mark.parametrize(("locomotive", "workers"), [(2, 4), (3, 5)])
def test_new_tracks_need_black_alone_but_the_worker_needs_a_locomotive_too(locomotive: int, workers: int) -> None:
    # given brown on 2 and reach 2 or 3 / when brown comes to 3 with one worker of five
    state = position()
    own = state.players[0]
    own.tracks = tracks(ts=(6, 4, 2), sp=(1, 0, 0), kv=(1, 0, 0))
    own.locomotives = [locomotive, 0, 0, 0]
    do(refresh(state), "space:track_brown_1", "pay:w1")
    assert own.tracks[2] == 3
    assert own.workers == workers
    # given black on 1 and reach 1 / when black comes to 2 / then there is gray all the same
    state = position()
    do(state, "space:track_bottom", "pay:w1", *step("trans_siberian", "black"))
    assert state.players[0].tracks == tracks(ts=(2, 0), sp=(1, 0), kv=(1, 0))


@pytest.mark.clause("RR-EXAMPLE-26")
@pytest.mark.parametrize("number", [3, 4, 9])
def test_three_stars_of_kiev(number: int) -> None:
    # given black on 3 of Kiev and at least a #3 / then 6 points in this and each later scoring
    state = position()
    state.players[0].tracks = tracks(kv=(3,))
    state.players[0].locomotives = [1, 0, 0, number]
    refresh(state)
    for total in (6, 12, 18):
        everyone_passes(state)
        assert state.players[0].points == total
    # with a #2 the third star is out of reach
    assert [event.total for event in red_scores(tracks(kv=(3,)), [1, 0, 0, 2])] == [3]


@pytest.mark.clause("RR-EXAMPLE-27")
def test_one_token_on_st_petersburg() -> None:
    # given black on 3 of St Petersburg and a #5 / when black comes to 4 / then one token, for space 4
    state = position()
    own = state.players[0]
    own.tracks = tracks(sp=(3,))
    own.locomotives = [1, 0, 5, 0]
    heard = do(refresh(state), "space:track_bottom", "pay:w1", *step("st_petersburg", "black"))
    assert only(heard, events.RewardGained) == [events.RewardGained(0, "st_petersburg", 4)]
    assert all(word.startswith("token:") for word in legal(state))
    # it is laid down there, and that is all
    do(state, "token:kiev_medal")
    assert state.actor == 1
    assert state.view(None).players[0].tokens == ["kiev_medal"]
    assert own.gained == gained(("st_petersburg", 4))


# ---------------------------------------------------------------- scoring


def red_scores(
    positions: list[int], locomotives: list[int], doublers: int = 0, marker: int = 0, factories: int = 0
) -> list[events.RoundScored]:
    """The scoring phase of Red with this board."""
    state = position()
    red = state.players[RED]
    red.tracks = positions
    red.locomotives = locomotives
    red.doublers = doublers
    red.markers[0] = marker
    red.factories = [2] * factories
    heard = everyone_passes(refresh(state))
    return [event for event in only(heard, events.RoundScored) if event.seat == RED]


REDS_TRACKS = tracks(ts=(9, 7, 3), sp=(1, 0, 0), kv=(3, 0, 0))


@pytest.mark.clause("RR-EXAMPLE-28")
def test_reds_trans_siberian() -> None:
    (scored,) = red_scores(tracks(ts=(9, 7, 3)), [6, 2, 0, 0], doublers=1)
    assert scored.railroads == [12, 0, 0]
    # space by space: brown 4 + 2 + 2, gray 1 + 1 + 1 + 1, black 0
    by_reach = [red_scores(tracks(ts=(9, 7, 3)), [n, 0, 0, 0], doublers=1)[0].railroads[0] for n in range(1, 9)]
    assert by_reach == [4, 6, 8, 9, 10, 11, 12, 12]


@pytest.mark.clause("RR-EXAMPLE-29")
def test_reds_st_petersburg() -> None:
    (scored,) = red_scores(tracks(ts=(6, 0, 0), sp=(5, 0, 0), kv=(1, 0, 0)), [6, 2, 0, 0])
    assert scored.railroads[1] == 0
    # other tracks would not help without a locomotive
    (scored,) = red_scores(tracks(ts=(6, 0, 0), sp=(5, 4, 3), kv=(1, 0, 0)), [6, 2, 0, 0])
    assert scored.railroads[1] == 0


@pytest.mark.clause("RR-EXAMPLE-30")
@pytest.mark.parametrize("black", [2, 3, 9])
def test_reds_kiev(black: int) -> None:
    (scored,) = red_scores(tracks(kv=(black,)), [1, 0, 0, 2])
    assert (scored.railroads[2], scored.stars, scored.total) == (0, 3, 3)


@pytest.mark.clause("RR-EXAMPLE-31")
def test_reds_industry() -> None:
    (scored,) = red_scores(tracks(), [1, 0, 0, 0], marker=5, factories=1)
    assert (scored.industry, scored.total) == (5, 5)


@pytest.mark.clause("RR-EXAMPLE-32")
def test_reds_round() -> None:
    scored = red_scores(REDS_TRACKS[:], [6, 2, 0, 2], doublers=1, marker=5, factories=1)
    assert scored == [events.RoundScored(RED, [12, 0, 0], 3, 5, 20)]


# ---------------------------------------------------------------- the end of a round and of the game


@pytest.mark.clause("RR-EXAMPLE-33")
def test_engineers_move_one_space_to_the_right() -> None:
    # given engineers on all spaces, the one on the hiring space not hired
    state = position()
    state.strip = [9, 10, 11, 13, 5, 7, 2]
    refresh(state)
    assert refusal(state, "engineer:13").clause == "RR-ENGINEER-03"
    everyone_passes(state)
    # then the hiring space has the one from 1, the dark one from 3 is light on 2, the light one from 2 still is on 1
    assert state.strip == [0, 9, 10, 11, 13, 5, 7]
    assert [state.light_engineer(2), state.light_engineer(1)] == [13, 5]
    # so these are the actions: brown and 5 points on the left, 2 industry steps on the right
    own = state.players[0]
    own.tracks = tracks(ts=(6, 4, 0), sp=(1, 0, 0), kv=(1, 0, 0))
    do(refresh(state), "space:eng_light_left", "pay:w1")
    assert (own.tracks[2], own.points) == (1, 5)
    do(state, "space:eng_light_right", "pay:w1")
    assert state.players[1].markers[0] == 2
    # and the one on the hiring space is hired, no longer used by all
    do(state, "space:eng_hire")
    assert state.players[2].engineers == [7]


@pytest.mark.clause("RR-EXAMPLE-34")
def test_the_majority_of_engineers() -> None:
    # given Red 3, Blue and Yellow 2 each, Yellow with the highest number among them, Green none
    state = position(round=7)
    state.players[RED].engineers = [2, 3, 9]
    state.players[BLUE].engineers = [10, 12]
    state.players[YELLOW].engineers = [5, 14]
    heard = everyone_passes(refresh(state))
    assert state.scores() == [20, 0, 0, 40]
    assert only(heard, events.MajorityScored) == [
        events.MajorityScored(YELLOW, 2, 20),
        events.MajorityScored(RED, 3, 40),
    ]
