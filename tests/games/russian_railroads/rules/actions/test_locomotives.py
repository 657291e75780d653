"""Locomotives: building, reach, chains, giving up (RR-LOCO)."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.russian_railroads.table import (
    BOX,
    DEFAULTS,
    GAME,
    carry_out,
    do,
    legal,
    only,
    position,
    refresh,
    refusal,
    tracks,
)
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.actions.cards import UseCard
from trainshed.games.russian_railroads.rules.actions.tiles import PlaceLocomotive
from trainshed.games.russian_railroads.rules.bonus import SettleBonus
from trainshed.games.russian_railroads.rules.components import KIEV, PLACES, ST_PETERSBURG, TRANS_SIBERIAN
from trainshed.games.russian_railroads.rules.player import reach
from trainshed.games.russian_railroads.rules.rounds import NextTurn, Scoring
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.turns import Turn

NO_EMPTY = "only_if_no_empty_place"
NO_LOWER = "only_if_no_lower"
TS_1 = "place:trans_siberian_1"
TS_2 = "place:trans_siberian_2"
SP = "place:st_petersburg"
KV = "place:kiev"


def pile_from(lowest: int, tiles: int = 4) -> list[int]:
    """Piles of which this one is the lowest that has tiles."""
    return [0] * lowest + [tiles] * (10 - lowest)


def building(locomotives: list[int], lowest: int, flip_rule: str = DEFAULTS["flip_rule"]) -> RailState:
    """Seat 0 owns these locomotives, and has just taken one of the lowest pile: where does it go?"""
    state = position(flip_rule=flip_rule)
    state.players[0].locomotives = locomotives[:]
    state.piles = pile_from(lowest)
    carry_out(state, "build:locomotive:1")
    do(state, "build:locomotive")
    return state


def scored(state: RailState) -> events.RoundScored:
    """What seat 0 would score now."""
    state.heard = []
    refresh(state, [Turn(0), Scoring()])
    return only(state.heard, events.RoundScored)[0]


@pytest.mark.clause("RR-LOCO-01")
@pytest.mark.parametrize(("piles", "number"), [([0, 0, 0, 4, 4], 3), ([0, 0, 1, 4, 4], 2), ([0, 0, 0, 0, 2], 4)])
def test_a_locomotive_is_the_top_tile_of_the_lowest_pile_that_has_tiles(piles: list[int], number: int) -> None:
    # given piles 2:0, 3:4, or others
    state = position()
    state.piles = piles + [4] * 5
    refresh(state)
    # when a locomotive is built
    heard = do(state, "space:loco_1", "pay:w1", "build:locomotive", KV)
    # then it has the lowest number, and has left its pile
    assert only(heard, events.TileTaken) == [events.TileTaken(0, number, False, False)]
    assert state.players[0].locomotives == [1, 0, 0, number]
    assert state.piles[number] == piles[number] - 1
    assert sum(state.piles) == sum(piles) + 20 - 1


@pytest.mark.clause("RR-LOCO-02")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_builds_yield_number_2_until_that_pile_is_empty(seats: int) -> None:
    # given a new game: the number 1 locomotives are all dealt out
    state: RailState = GAME.start(seats)
    assert state.piles[1] == 0
    assert [player.locomotives for player in state.players] == [[1, 0, 0, 0]] * seats
    # when locomotives are built, each on the first place that takes it
    state = position(seats)
    numbers: list[int] = []
    for _ in range(seats + 1):
        state.heard = []
        carry_out(state, "build:locomotive:1", full=True)
        heard = list(state.heard)
        while state.actor == 0:
            heard += do(state, legal(state)[0])
        numbers += [event.number for event in only(heard, events.TileTaken)]
    # then as many number 2 come as there are players, and then number 3 opens
    assert numbers == [2] * seats + [3]


@pytest.mark.clause("RR-LOCO-03")
@pytest.mark.parametrize(("word", "expected"), [(TS_2, [2, 1, 0, 0]), (SP, [1, 0, 2, 0]), (KV, [1, 0, 0, 2])])
def test_a_new_locomotive_goes_to_one_of_the_three_railroads(word: str, expected: list[int]) -> None:
    # given a #1 on the Trans-Siberian and a new #2
    state = building([1, 0, 0, 0], 2)
    # then it may go to each railroad, to an empty place or in place of the #1
    assert legal(state) == [TS_1, TS_2, SP, KV]
    # when it goes to an empty place, then it stands there
    do(state, word)
    assert state.players[0].locomotives == expected
    assert state.actor == 1


@pytest.mark.clause("RR-LOCO-03")
def test_a_railroad_without_room_or_a_lower_number_is_no_target() -> None:
    # given St Petersburg with a #5, the Trans-Siberian with a #6, Kiev with a #1 / when a #2 is built
    state = building([6, 0, 5, 1], 2)
    # then it goes to the empty place or to the lower number only
    assert legal(state) == [TS_2, KV]
    assert refusal(state, TS_1).clause == "RR-LOCO-07"
    assert refusal(state, SP).clause == "RR-LOCO-07"


@pytest.mark.clause("RR-LOCO-04")
def test_the_trans_siberian_has_two_places_the_others_one() -> None:
    # given the player board / then 2, 1 and 1 places, 4 in all, and words for no more
    places = {row["id"]: row["locomotive_places"] for row in GAME.pack.get("railroad")}
    assert places == {"trans_siberian": 2, "st_petersburg": 1, "kiev": 1}
    assert [word for word in GAME.vocabulary if word.startswith("place:")] == [TS_1, TS_2, SP, KV]
    assert len(position().players[0].locomotives) == len(PLACES) == 4


@pytest.mark.clause("RR-LOCO-04")
def test_a_third_locomotive_on_the_trans_siberian_must_replace_one() -> None:
    # given the Trans-Siberian with #5 and #4, and a new #3 that is higher than neither
    state = building([5, 4, 0, 0], 3)
    # when it is put there, then refused; the empty places take it
    assert refusal(state, TS_1).clause == "RR-LOCO-07"
    assert refusal(state, TS_2).clause == "RR-LOCO-07"
    assert legal(state) == [SP, KV]
    # given #5 and #2 there / when the #3 is put there, then the #2 leaves at once and must find a place
    state = building([5, 2, 0, 0], 3)
    do(state, TS_2)
    assert state.players[0].locomotives == [5, 3, 0, 0]
    assert state.agenda[-1].args() == [0, 2, 1]
    assert legal(state) == [SP, KV]


@pytest.mark.clause("RR-LOCO-04")
@pytest.mark.parametrize(("word", "at"), [(SP, 2), (KV, 3)])
def test_a_second_locomotive_on_the_other_railroads_must_replace_the_first(word: str, at: int) -> None:
    # given one #2 there / when a #3 is put there, then it stands there alone, and the #2 must find another place
    locomotives = [5, 0, 0, 0]
    locomotives[at] = 2
    state = building(locomotives, 3)
    do(state, word)
    assert state.players[0].locomotives[at] == 3
    assert state.agenda[-1].args() == [0, 2, 1]
    assert word not in legal(state)


@pytest.mark.clause("RR-LOCO-05")
@pytest.mark.parametrize(("railroad", "at"), [(ST_PETERSBURG, 2), (KIEV, 3)])
@pytest.mark.parametrize("number", [1, 4, 8])
def test_a_locomotive_reaches_as_many_spaces_as_its_number(railroad: int, at: int, number: int) -> None:
    # given one locomotive on St Petersburg or Kiev, and black and gray at the end of both
    state = position()
    own = state.players[0]
    own.locomotives = [0, 0, 0, 0]
    own.locomotives[at] = number
    own.tracks = tracks(ts=(2, 0), sp=(9, 6), kv=(9, 8))
    # then its number is the reach, on its own railroad only
    assert [reach(own, other) for other in range(3)] == [number if other == railroad else 0 for other in range(3)]
    # and so many gray spaces score
    gray = 6 if railroad == ST_PETERSBURG else 8
    assert scored(state).railroads == [min(number, gray) if other == railroad else 0 for other in range(3)]


@pytest.mark.clause("RR-LOCO-06")
def test_on_the_trans_siberian_the_two_numbers_are_added() -> None:
    # given locomotives 6 and 2 on the Trans-Siberian, and gray at 12
    state = position()
    own = state.players[0]
    own.locomotives = [6, 2, 5, 3]
    own.tracks = tracks(ts=(14, 12, 0, 0), sp=(1, 0, 0, 0), kv=(1, 0, 0))
    # then reach = 8, and 8 gray spaces score
    assert reach(own, TRANS_SIBERIAN) == 8
    assert scored(state).railroads == [8, 0, 0]


@pytest.mark.clause("RR-LOCO-07")
@pytest.mark.parametrize(
    ("word", "locomotives", "replaced"),
    [
        (KV, [6, 0, 0, 3], [6, 0, 0, 4]),
        (SP, [6, 0, 3, 0], [6, 0, 4, 0]),
        (TS_2, [6, 3, 0, 0], [6, 4, 0, 0]),
        (TS_1, [3, 2, 0, 0], [4, 2, 0, 0]),
    ],
)
def test_a_locomotive_replaces_only_a_strictly_lower_number(
    word: str, locomotives: list[int], replaced: list[int]
) -> None:
    # given a #3 on a railroad / when a #3 tries to replace it, then refused
    state = building(locomotives, 3)
    why = refusal(state, word)
    assert (why.clause, why.numbers) == ("RR-LOCO-07", {"number": 3})
    assert word not in legal(state)
    # when a #4 replaces it, then accepted, and the #3 is pushed out
    state = building(locomotives, 4)
    heard = do(state, word)
    assert heard[0] == events.LocomotivePlaced(0, 4, word.removeprefix("place:"), 3, False)
    assert state.players[0].locomotives == replaced


@pytest.mark.clause("RR-LOCO-08")
def test_a_replaced_locomotive_moves_to_an_empty_place() -> None:
    # given the Trans-Siberian with 3 and 1, St Petersburg and Kiev empty
    state = building([3, 1, 0, 0], 4)
    # when a #4 replaces the #1
    do(state, TS_2)
    # then the #1 may go to Kiev, or to St Petersburg, and is not lost
    assert legal(state) == [SP, KV]
    assert refusal(state, "give_up").clause == "RR-LOCO-11"
    do(state, KV)
    assert state.players[0].locomotives == [4, 3, 0, 1]
    assert sum(state.open_factories) == 0


@pytest.mark.clause("RR-LOCO-08")
def test_a_replaced_locomotive_may_take_the_second_place_of_the_trans_siberian() -> None:
    # given the Trans-Siberian with one #5, St Petersburg and Kiev with higher numbers
    state = building([5, 0, 7, 8], 6)
    # when a #6 replaces the #5
    heard = do(state, TS_1)
    # then the #5 must go to the empty place there, and nobody is asked
    assert only(heard, events.LocomotivePlaced)[1] == events.LocomotivePlaced(0, 5, "trans_siberian_2", 0, True)
    assert state.players[0].locomotives == [6, 5, 7, 8]


@pytest.mark.clause("RR-LOCO-08")
def test_a_replaced_locomotive_may_take_the_place_of_a_lower_one_but_of_no_other() -> None:
    # given an empty place on the Trans-Siberian, a #2 on Kiev and a #3 on St Petersburg
    state = building([6, 0, 3, 2], 4)
    # when a #4 replaces the #3
    do(state, SP)
    # then the #3 may go to the empty place or replace the #2, but neither the #6 nor the #4
    assert legal(state) == [TS_2, KV]
    assert refusal(state, TS_1).clause == "RR-LOCO-07"
    assert refusal(state, SP).clause == "RR-LOCO-07"


@pytest.mark.clause("RR-LOCO-09")
def test_a_moved_locomotive_displaces_a_lower_one_in_turn() -> None:
    # given St Petersburg #2, Kiev #1, one empty place
    state = building([5, 0, 2, 1], 4)
    # when a #4 replaces the #2 and the #2 replaces the #1
    first = do(state, SP)
    assert state.agenda[-1].args() == [0, 2, 1]
    second = do(state, KV)
    # then the #1 is resolved next, within the same action: it goes to the one place left
    assert only([*first, *second], events.LocomotivePlaced) == [
        events.LocomotivePlaced(0, 4, "st_petersburg", 2, False),
        events.LocomotivePlaced(0, 2, "kiev", 1, False),
        events.LocomotivePlaced(0, 1, "trans_siberian_2", 0, True),
    ]
    assert state.players[0].locomotives == [5, 1, 4, 2]
    assert state.actor == 1


@pytest.mark.clause("RR-LOCO-09")
def test_the_end_of_a_chain_on_a_full_board_is_given_up() -> None:
    # given no empty place, St Petersburg #2 and Kiev #1
    state = building([5, 5, 2, 1], 4)
    # when a #4 replaces the #2
    heard = do(state, SP)
    # then the #2 replaces the #1, and the #1 can only be given up
    assert heard[1:] == [
        events.LocomotivePlaced(0, 2, "kiev", 1, True),
        events.LocomotiveGivenUp(0, 1, True),
    ]
    assert state.players[0].locomotives == [5, 5, 4, 2]
    assert state.actor == 1


@pytest.mark.clause("RR-LOCO-10")
@pytest.mark.parametrize("flip_rule", [NO_EMPTY, NO_LOWER])
@pytest.mark.parametrize("others", [[4, 4, 4], [3, 3, 3], [9, 5, 3]])
def test_a_locomotive_that_cannot_be_placed_becomes_an_open_factory(flip_rule: str, others: list[int]) -> None:
    # given 4 full places, one with a #3, and no lower number elsewhere
    state = position(flip_rule=flip_rule)
    own = state.players[0]
    own.locomotives = [*others, 3]
    state.piles = pile_from(4)
    refresh(state, [NextTurn(0), SettleBonus(0), PlaceLocomotive(0, 4, 0)])
    # when a #4 replaces the #3 of Kiev
    if state.actor == 0:
        do(state, KV)
    # then the #3 joins the open factories, and stays a factory: it is on no board and in no pile
    assert own.locomotives == [*others, 4]
    assert state.open_factories == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    assert state.piles == pile_from(4)
    # and the next player may build it, as a factory only
    do(state, "space:loco_1", "pay:w1")
    assert legal(state) == ["build:locomotive", "build:factory", "build:factory:3"]
    do(state, "build:factory:3")
    assert state.players[1].factories == [3]
    assert sum(state.open_factories) == 0


@pytest.mark.clause("RR-LOCO-11")
@pytest.mark.parametrize("flip_rule", [NO_EMPTY, NO_LOWER])
def test_with_an_empty_place_a_displaced_locomotive_may_not_be_given_up(flip_rule: str) -> None:
    # given an empty place on Kiev, and a lower locomotive elsewhere
    state = building([5, 2, 3, 0], 4, flip_rule)
    do(state, SP)
    # when the displaced #3 is to be given up, then refused
    why = refusal(state, "give_up")
    assert (why.clause, why.numbers) == ("RR-LOCO-11", {"number": 3})
    assert legal(state) == [TS_2, KV]


@pytest.mark.clause("RR-LOCO-11")
def test_by_an_option_the_chain_may_be_ended_with_all_places_full() -> None:
    # given the option, no empty place, and lower locomotives on the Trans-Siberian and Kiev
    state = building([5, 2, 3, 2], 4, NO_EMPTY)
    do(state, SP)
    assert legal(state) == ["give_up", TS_2, KV]
    # when the displaced #3 is given up, then accepted: it is an open factory, and the chain is over
    heard = do(state, "give_up")
    assert only(heard, events.LocomotiveGivenUp) == [events.LocomotiveGivenUp(0, 3, False)]
    assert state.open_factories[3] == 1
    assert state.players[0].locomotives == [5, 2, 4, 2]
    assert state.actor == 1


@pytest.mark.clause("RR-LOCO-11")
def test_with_all_places_full_the_chain_may_be_continued() -> None:
    # given the same / when the displaced #3 replaces the #2 of Kiev
    state = building([5, 2, 3, 2], 4)
    do(state, SP, KV)
    # then the #2 is given up, as nothing is lower
    assert state.players[0].locomotives == [5, 2, 4, 3]
    assert state.open_factories == [0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    assert state.actor == 1


@pytest.mark.clause("RR-LOCO-11")
def test_the_chain_goes_on_while_a_lower_locomotive_exists() -> None:
    # given no empty place, and lower locomotives on the Trans-Siberian and Kiev
    state = building([5, 2, 3, 1], 4)
    do(state, SP)
    # when the displaced #3 is to be given up, then refused
    why = refusal(state, "give_up")
    assert (why.clause, why.numbers) == ("RR-LOCO-11", {"number": 3})
    assert legal(state) == [TS_2, KV]
    # when it replaces the #2, then the #2 must replace the #1, and only the #1 is given up
    heard = do(state, TS_2)
    assert heard == [
        events.LocomotivePlaced(0, 3, "trans_siberian_2", 2, False),
        events.LocomotivePlaced(0, 2, "kiev", 1, True),
        events.LocomotiveGivenUp(0, 1, True),
    ]
    assert state.players[0].locomotives == [5, 3, 4, 2]
    assert state.open_factories == [0, 1, 0, 0, 0, 0, 0, 0, 0, 0]


@pytest.mark.clause("RR-LOCO-12")
@pytest.mark.parametrize("locomotives", [[5, 5, 5, 5], [9, 6, 5, 7]])
def test_a_locomotive_that_fits_nowhere_cannot_be_built(locomotives: list[int]) -> None:
    # given 4 full places with nothing below 5, the lowest pile #5, and an open #2
    state = position()
    state.players[0].locomotives = locomotives
    state.piles = pile_from(5)
    state.open_factories[2] = 1
    refresh(state)
    # when a locomotive space is used, then a locomotive is not offered, a factory is
    do(state, "space:loco_1", "pay:w1")
    assert legal(state) == ["build:factory", "build:factory:2"]
    assert refusal(state, "build:locomotive").clause == "RR-LOCO-12"


@pytest.mark.clause("RR-LOCO-12")
@pytest.mark.parametrize("locomotives", [[9, 6, 4, 7], [9, 0, 7, 7], [9, 8, 7, 0]])
def test_a_locomotive_that_fits_somewhere_can_be_built(locomotives: list[int]) -> None:
    # given an empty place or a lower number, and the lowest pile #5 / then a locomotive is offered
    state = position()
    state.players[0].locomotives = locomotives
    state.piles = pile_from(5)
    refresh(state)
    do(state, "space:loco_1", "pay:w1")
    assert legal(state) == ["build:locomotive", "build:factory"]


@pytest.mark.clause("RR-LOCO-12")
def test_the_space_for_both_needs_a_locomotive_that_fits() -> None:
    # given 4 full places with nothing below 5 / when the lowest pile has two #5, then the space for both is refused
    state = position()
    state.players[0].locomotives = [5, 5, 5, 5]
    state.piles = [0, 0, 0, 0, 0, 2, 4, 4, 4, 4]
    refresh(state)
    assert refusal(state, "space:loco_3").clause == "RR-LOCO-12"
    # when it has one, then the factory takes it, and the #6 behind it fits
    state.piles[5] = 1
    refresh(state)
    heard = do(state, "space:loco_3", "pay:w3")
    assert [(event.number, event.as_factory) for event in only(heard, events.TileTaken)] == [(5, True), (6, False)]


@pytest.mark.clause("RR-LOCO-13")
@pytest.mark.parametrize(("locomotives", "points"), [([3, 0, 0, 0], 3), ([2, 1, 0, 0], 3), ([9, 1, 0, 0], 7)])
def test_only_spaces_reached_by_a_locomotive_score(locomotives: list[int], points: int) -> None:
    # given gray to 7 on the Trans-Siberian / when reach is 3, then spaces 1 to 3 score; all 7 with reach 10
    state = position()
    own = state.players[0]
    own.tracks = tracks(ts=(9, 7, 0), sp=(9, 7, 0), kv=(1, 0, 0))
    own.locomotives = locomotives
    result = scored(state)
    # and nothing where no locomotive stands
    assert result.railroads == [points, 0, 0]
    assert own.points == result.total == points


@pytest.mark.clause("RR-LOCO-14")
def test_a_reward_comes_when_the_locomotive_is_the_second_condition() -> None:
    # given brown at 3 on the Trans-Siberian and reach 2
    state = position()
    own = state.players[0]
    own.tracks = tracks(ts=(8, 5, 3), sp=(1, 0, 0), kv=(1, 0, 0))
    own.locomotives = [2, 0, 0, 0]
    before = own.workers, own.reserve
    refresh(state, [NextTurn(0), SettleBonus(0), PlaceLocomotive(0, 2, 0)])
    # when a locomotive lifts the reach to 4
    heard = do(state, TS_2)
    # then the worker is gained
    assert only(heard, events.RewardGained) == [events.RewardGained(0, "trans_siberian", 3)]
    assert (own.workers, own.reserve) == (before[0] + 1, before[1] - 1)


@pytest.mark.clause("RR-LOCO-14")
def test_a_reward_comes_when_the_track_is_the_second_condition() -> None:
    # given brown at 2 and reach 3
    state = position()
    own = state.players[0]
    own.tracks = tracks(ts=(8, 5, 2), sp=(1, 0, 0), kv=(1, 0, 0))
    own.locomotives = [3, 0, 0, 0]
    carry_out(state, "track:brown:1")
    assert own.reserve == 2
    # when brown goes to 3, then the worker is gained
    do(state, "advance:trans_siberian:brown")
    assert own.reserve == 1


@pytest.mark.clause("RR-LOCO-14")
def test_one_condition_alone_brings_no_reward() -> None:
    # given brown at 2 and reach 2
    state = position()
    own = state.players[0]
    own.tracks = tracks(ts=(8, 5, 2), sp=(1, 0, 0), kv=(1, 0, 0))
    own.locomotives = [2, 0, 0, 0]
    # when brown goes to 3 without the reach, or a locomotive goes elsewhere, then nothing is gained
    carry_out(state, "track:brown:1")
    do(state, "advance:trans_siberian:brown")
    refresh(state, [NextTurn(0), SettleBonus(0), PlaceLocomotive(0, 2, 0)])
    do(state, KV)
    assert own.tracks[2] == 3
    assert own.reserve == 2
    # given brown at 2 / when the reach goes to 4 without the track, then nothing is gained
    own.tracks[2] = 2
    refresh(state, [NextTurn(0), SettleBonus(0), PlaceLocomotive(0, 2, 0)])
    do(state, TS_2)
    assert reach(own, TRANS_SIBERIAN) == 4
    assert own.reserve == 2


@pytest.mark.clause("RR-LOCO-15")
@pytest.mark.parametrize("flip_rule", [NO_EMPTY, NO_LOWER])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_reach_never_falls_whatever_is_built(flip_rule: str, seed: int) -> None:
    # given all the piles / when locomotives are built with random answers until none fits
    rng = Random(seed)
    state = position(flip_rule=flip_rule)
    own = state.players[0]
    before = [1, 0, 0]
    built = 0
    while state.lowest_pile() and any(number < state.lowest_pile() for number in own.locomotives):
        carry_out(state, "build:locomotive:1", full=True)
        built += 1
        while True:
            # then at every step the reach of each railroad is at least what it was
            now = [reach(own, railroad) for railroad in range(3)]
            assert all(new >= old for new, old in zip(now, before, strict=True))
            before = now
            if state.actor != 0:
                break
            do(state, rng.choice(legal(state)))
        if not any(number < state.lowest_pile() for number in own.locomotives):
            state.piles[state.lowest_pile()] = 0
    assert built >= 12
    assert own.locomotives == [9, 9, 9, 9]


@pytest.mark.clause("RR-LOCO-16")
def test_a_chain_is_completed_before_anything_else_goes_on() -> None:
    # given 2 industry steps, the first onto a #2 factory; black at 4 on St Petersburg, where a #4 opens a token
    state = position()
    own = state.players[0]
    own.factories = [2]
    own.markers = [4, -1]
    own.tracks = tracks(ts=(4, 0), sp=(4, 0), kv=(2, 0))
    own.locomotives = [5, 1, 3, 2]
    state.piles = pile_from(4)
    refresh(state)
    heard = do(state, "space:industry_2", "pay:w2")
    # when the factory builds a #4 that replaces the #3 of St Petersburg
    heard += do(state, "build:locomotive", SP)
    # then the displaced #3 is asked first: neither the reward opened by the new reach nor the second step
    assert reach(own, ST_PETERSBURG) == 4
    assert only(heard, events.RewardGained) == []
    assert own.markers == [5, -1]
    assert legal(state) == [TS_2, KV]
    heard = do(state, TS_2)
    assert only(heard, events.RewardGained) == [events.RewardGained(0, "st_petersburg", 4)]
    # when the chain is done, then the reward is asked, and the second step comes last
    assert own.markers == [5, -1]
    assert "token:kiev_medal" in legal(state)
    do(state, "token:kiev_medal")
    assert own.markers == [6, -1]
    assert state.actor == 1


@pytest.mark.clause("RR-LOCO-16")
def test_rewards_wait_through_every_link_of_a_chain() -> None:
    # given black far ahead, and a chain of three: #6 over #4 on St Petersburg, #4 over #3, #3 over #2
    state = building([4, 3, 4, 2], 6, NO_EMPTY)
    own = state.players[0]
    own.tracks = tracks(ts=(2, 0), sp=(6, 0), kv=(2, 0))
    own.gained = 0
    # when the chain runs, then no reward is gained at any link but the last
    assert only(do(state, SP), events.RewardGained) == []
    assert only(do(state, TS_2), events.RewardGained) == []
    assert legal(state) == ["give_up", KV]
    heard = do(state, KV)
    assert [type(event) for event in heard[:2]] == [events.LocomotivePlaced, events.LocomotiveGivenUp]
    assert [event.space for event in only(heard, events.RewardGained)] == [4, 6]


@pytest.mark.clause("RR-LOCO-17")
def test_open_factories_cannot_be_built_as_locomotives() -> None:
    # given an open factory #2 and the lowest pile #3
    state = position()
    state.piles = pile_from(3)
    state.open_factories[2] = 1
    refresh(state)
    # when building, then the #2 is offered as a factory only; as a locomotive there is the lowest pile
    do(state, "space:loco_1", "pay:w1")
    assert legal(state) == ["build:locomotive", "build:factory", "build:factory:2"]
    heard = do(state, "build:locomotive", KV)
    assert only(heard, events.TileTaken) == [events.TileTaken(0, 3, False, False)]
    assert state.open_factories[2] == 1
    assert [word for word in GAME.vocabulary if word.startswith("build:locomotive")] == ["build:locomotive"]


@pytest.mark.clause("RR-LOCO-17")
def test_with_empty_piles_open_factories_are_no_locomotives_either() -> None:
    # given an open factory #2, empty piles and empty places
    state = position()
    state.piles = [0] * 10
    state.open_factories[2] = 1
    # when a locomotive is to be built, then there is none: the effect lapses
    state.heard = []
    carry_out(state, "build:locomotive:1")
    assert only(state.heard, events.RestLapsed) == [events.RestLapsed(0, False)]
    assert state.players[0].locomotives == [1, 0, 0, 0]
    assert state.open_factories[2] == 1


@pytest.mark.clause("RR-LOCO-18")
def test_the_special_number_9_has_no_factory_side() -> None:
    # given the printed content / then the special locomotive is a 9 without a factory, and nothing is higher
    special = GAME.pack.get("special_locomotive")
    assert (special["number"], special["has_factory"]) == (9, False)
    assert BOX.numbers == 9


@pytest.mark.clause("RR-LOCO-18")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_special_number_9_is_never_displaced(seed: int) -> None:
    # given the special #9, taken from its card and put on Kiev
    rng = Random(seed)
    state = position()
    own = state.players[0]
    refresh(state, [NextTurn(0), SettleBonus(0), UseCard(0)])
    do(state, "card:loco_9", KV)
    assert own.locomotives == [1, 0, 0, 9]
    # when locomotives are built with random answers until four 9s stand there
    while own.locomotives != [9, 9, 9, 9]:
        if all(number >= state.lowest_pile() for number in own.locomotives):
            state.piles[state.lowest_pile()] = 0
            continue
        carry_out(state, "build:locomotive:1", full=True)
        while state.actor == 0:
            # then no move takes its place, and none gives up a 9
            assert KV not in legal(state)
            assert refusal(state, KV).clause == "RR-LOCO-07"
            do(state, rng.choice(legal(state)))
        assert own.locomotives[3] == 9
    assert state.open_factories[9] == 0
    # and a fifth 9 can be built by nobody who has four
    assert state.piles[9] == 1
    refresh(state, [NextTurn(0), SettleBonus(0), Turn(0)])
    assert refusal(state, "space:loco_3").clause == "RR-LOCO-12"


@pytest.mark.clause("RR-LOCO-19")
def test_with_empty_piles_only_open_factories_can_be_built() -> None:
    # given empty piles, and open factories 2 and 5
    state = position()
    state.piles = [0] * 10
    state.open_factories[2] = state.open_factories[5] = 1
    refresh(state)
    # when the space for both is chosen, then refused, as there is no locomotive
    assert refusal(state, "space:loco_3").clause == "RR-LOCO-19"
    # when another locomotive space is used, then a locomotive is refused, an open factory is not
    do(state, "space:loco_1", "pay:w1")
    assert legal(state) == ["build:factory:2", "build:factory:5"]
    assert refusal(state, "build:locomotive").clause == "RR-LOCO-19"
    assert refusal(state, "build:factory").clause == "RR-LOCO-19"
    do(state, "build:factory:5")
    assert state.players[0].factories == [5]


@pytest.mark.clause("RR-LOCO-19")
def test_with_neither_piles_nor_open_factories_the_locomotive_spaces_cannot_be_chosen() -> None:
    # given neither piles nor open factories
    state = position()
    state.piles = [0] * 10
    refresh(state)
    # when a locomotive space is chosen, then refused
    for space in ("loco_1", "loco_2", "loco_3"):
        assert refusal(state, f"space:{space}").clause == "RR-LOCO-19"
    # when one tile is left, then the spaces for one of both can be chosen, the space for both cannot
    state.piles[9] = 1
    refresh(state)
    assert {"space:loco_1", "space:loco_2"} <= set(legal(state))
    assert refusal(state, "space:loco_3").clause == "RR-LOCO-19"


@pytest.mark.clause("RR-LOCO-20")
def test_locomotives_do_not_move_without_a_build() -> None:
    # given locomotives with empty and lower places beside them
    state = position()
    state.players[0].locomotives = [5, 0, 3, 0]
    refresh(state)
    moves = [TS_1, TS_2, SP, KV, "give_up"]
    # when a turn begins, another effect is carried out, or a build is not decided yet, then none can be moved
    for words in ([], ["space:track_black_1", "pay:w1"]):
        do(state, *words)
        assert all(refusal(state, move).generic for move in moves)
        assert not set(moves) & set(legal(state))
    carry_out(state, "build:locomotive|factory:1")
    assert all(refusal(state, move).generic for move in moves)
    # when a locomotive is built, then that one is placed, and no other
    state.piles = pile_from(2)
    do(state, "build:locomotive", KV)
    assert state.players[0].locomotives == [5, 0, 3, 2]
    assert state.actor == 1


@pytest.mark.clause("RR-LOCO-21")
@pytest.mark.parametrize("flip_rule", [NO_EMPTY, NO_LOWER])
def test_a_new_locomotive_is_not_given_up(flip_rule: str) -> None:
    # given a new #4, and 4 full places with two #3 among them
    state = building([6, 5, 3, 3], 4, flip_rule)
    # then it must be placed: giving it up is refused
    assert legal(state) == [SP, KV]
    why = refusal(state, "give_up")
    assert (why.clause, why.numbers) == ("RR-LOCO-21", {"number": 4})


@pytest.mark.clause("RR-LOCO-21")
@pytest.mark.parametrize("flip_rule", [NO_EMPTY, NO_LOWER])
def test_a_new_locomotive_with_one_place_to_go_goes_there(flip_rule: str) -> None:
    # given a new #4, and 4 full places with one #3 among them / when it is taken
    state = building([6, 5, 3, 4], 4, flip_rule)
    # then it replaces the #3 without a question, and the #3 is the one that is given up
    assert state.players[0].locomotives == [6, 5, 4, 4]
    assert (state.open_factories[3], state.open_factories[4]) == (1, 0)
    assert state.actor == 1
