"""What each engineer does (RR-ENGTILE)."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.support.games.russian_railroads.table import BOX, do, legal, only, position, put, refresh, refusal, tracks
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.state import RailState

BLACK, GRAY, BROWN = [f"advance:trans_siberian:{colour}" for colour in ("black", "gray", "brown")]
ANY = {"black", "gray", "brown"}
both_ways = pytest.mark.parametrize("public", [True, False], ids=["public", "own"])


class Gains(NamedTuple):
    """What a worker on an engineer brought."""

    offered: set[str]
    """The colours of tracks that could be moved first."""
    moved: list[str]
    industry: int
    doublers: int
    points: int


def engage(number: int, public: bool) -> RailState:
    """The turn of seat 0 with this engineer, on the board or owned, and tracks of three colours."""
    state = position()
    own = state.players[0]
    own.tracks = tracks(ts=(7, 4, 1), sp=(4, 2, 0), kv=(4, 2, 0))
    own.markers = [1, -1]
    if public:
        state.strip[-2] = number
    else:
        own.engineers = [number]
    return refresh(state)


def word_of(number: int, public: bool) -> str:
    return "space:eng_light_right" if public else f"engineer:{number}"


def use(number: int, public: bool, *words: str) -> Gains:
    """Put 1 worker on an engineer, answer with these words, and be done; a single possible step is no question."""
    state = engage(number, public)
    own = state.players[0]
    heard = do(state, word_of(number, public), "pay:w1")
    assert own.workers == 4
    offered = (
        {word.split(":")[2] for word in legal(state) if word.startswith("advance:")} if state.actor == 0 else set()
    )
    for word in words:
        if state.actor == 0:
            heard += do(state, word)
    assert state.actor == 1
    assert own.points == sum(scored.points for scored in only(heard, events.PointsScored))
    moved = [step.colour for step in only(heard, events.TrackMoved)]
    return Gains(offered, moved, own.markers[0] - 1, own.doublers, own.points)


@pytest.mark.clause("RR-ENGTILE-01")
@both_ways
def test_engineer_1_moves_two_tracks_of_choice(public: bool) -> None:
    # given 1 worker on it / then 2 steps of any colour; it is the one without a letter
    assert use(1, public, BROWN, GRAY) == Gains(ANY, ["brown", "gray"], 0, 0, 0)
    assert use(1, public, BLACK, BLACK) == Gains(ANY, ["black", "black"], 0, 0, 0)
    assert [number for number, letter in enumerate(BOX.engineer_letter) if number and not letter] == [1]


@pytest.mark.clause("RR-ENGTILE-02")
@both_ways
def test_engineer_2_moves_black_and_gray(public: bool) -> None:
    # given 1 worker on it / then 1 black step and 1 gray step, in any order
    assert use(2, public, BLACK, GRAY) == Gains({"black", "gray"}, ["black", "gray"], 0, 0, 0)
    assert use(2, public, GRAY, BLACK) == Gains({"black", "gray"}, ["gray", "black"], 0, 0, 0)


@pytest.mark.clause("RR-ENGTILE-03")
@both_ways
def test_engineer_3_moves_a_track_of_choice_and_scores_3(public: bool) -> None:
    # given 1 worker on it / then 1 step of any colour and 3 points
    assert use(3, public, BROWN) == Gains(ANY, ["brown"], 0, 0, 3)


@pytest.mark.clause("RR-ENGTILE-04")
@both_ways
def test_engineer_4_moves_black_and_scores_3(public: bool) -> None:
    # given 1 worker on it / then 1 black step and 3 points
    assert use(4, public, BLACK) == Gains({"black"}, ["black"], 0, 0, 3)


@pytest.mark.clause("RR-ENGTILE-05")
@both_ways
def test_engineer_5_moves_the_industry_twice(public: bool) -> None:
    # given 1 worker on it / then 2 industry steps
    assert use(5, public, "industry:1", "industry:1") == Gains(set(), [], 2, 0, 0)


@pytest.mark.clause("RR-ENGTILE-06")
@both_ways
def test_engineer_6_moves_the_industry_and_scores_3(public: bool) -> None:
    # given 1 worker on it / then 1 industry step and 3 points
    assert use(6, public, "industry:1") == Gains(set(), [], 1, 0, 3)


@pytest.mark.clause("RR-ENGTILE-07")
@both_ways
def test_engineer_7_gives_a_doubler_and_3_points(public: bool) -> None:
    # given 1 worker on it / then a doubler and 3 points
    assert use(7, public) == Gains(set(), [], 0, 1, 3)


@pytest.mark.clause("RR-ENGTILE-08")
@both_ways
def test_engineer_8_moves_gray_and_scores_5(public: bool) -> None:
    # given 1 worker on it / then 1 gray step and 5 points
    assert use(8, public, GRAY) == Gains({"gray"}, ["gray"], 0, 0, 5)


@pytest.mark.clause("RR-ENGTILE-09")
@both_ways
def test_engineer_9_repeats_a_space_with_a_single_own_worker_without_paying(public: bool) -> None:
    # given own workers, one and one and two on spaces, and one of somebody else
    state = engage(9, public)
    own = state.players[0]
    put(state, "aux_doubler", 0)
    put(state, "track_brown_1", 0)
    put(state, "track_black_2", 0, workers=2)
    put(state, "aux_roubles", 1)
    refresh(state)
    # when 1 worker is placed on the engineer / then one of the first two is chosen
    do(state, word_of(9, public), "pay:w1")
    assert [word for word in legal(state) if word != "done"] == ["repeat:track_brown_1", "repeat:aux_doubler"]
    assert refusal(state, "repeat:track_black_2").clause == "RR-REUSE-01"
    assert refusal(state, "repeat:aux_roubles").clause == "RR-REUSE-01"
    # and its action is repeated without paying
    do(state, "repeat:aux_doubler")
    assert (own.doublers, own.workers, own.roubles, state.actor) == (1, 4, 1, 1)


@pytest.mark.clause("RR-ENGTILE-10")
@both_ways
def test_engineer_10_moves_the_industry_and_black(public: bool) -> None:
    # given 1 worker on it / then 1 industry step and 1 black step
    assert use(10, public, "industry:1", BLACK) == Gains({"black"}, ["black"], 1, 0, 0)


@pytest.mark.clause("RR-ENGTILE-11")
@both_ways
def test_engineer_11_moves_a_track_of_choice_and_black(public: bool) -> None:
    # given 1 worker on it / then 1 step of any colour and 1 black step
    assert use(11, public, BROWN, BLACK) == Gains(ANY, ["brown", "black"], 0, 0, 0)
    # and after the step of choice only black moves
    state = engage(11, public)
    do(state, word_of(11, public), "pay:w1", BROWN)
    assert refusal(state, GRAY).clause == "RR-TRACK-15"


@pytest.mark.clause("RR-ENGTILE-12")
@both_ways
def test_engineer_12_moves_gray_and_brown(public: bool) -> None:
    # given 1 worker on it / then 1 gray step and 1 brown step
    assert use(12, public, GRAY, BROWN) == Gains({"gray", "brown"}, ["gray", "brown"], 0, 0, 0)


@pytest.mark.clause("RR-ENGTILE-13")
@both_ways
def test_engineer_13_moves_brown_and_scores_5(public: bool) -> None:
    # given 1 worker on it / then 1 brown step and 5 points
    assert use(13, public, BROWN) == Gains({"brown"}, ["brown"], 0, 0, 5)


@pytest.mark.clause("RR-ENGTILE-14")
@both_ways
def test_engineer_14_builds_a_locomotive_or_a_factory(public: bool) -> None:
    # given 1 worker on it / then a build is pending, of either kind
    state = engage(14, public)
    own = state.players[0]
    state.piles = [0, 0, 4, 4, 4, 4, 4, 4, 4, 4]
    do(state, word_of(14, public), "pay:w1")
    assert [word for word in legal(state) if word != "done"] == ["build:locomotive", "build:factory"]
    # and a single one
    locomotive = state.clone()
    do(locomotive, "build:locomotive", "place:kiev")
    assert (locomotive.players[0].locomotives, locomotive.players[0].factories) == ([1, 0, 0, 2], [])
    do(state, "build:factory")
    assert (own.locomotives, own.factories) == ([1, 0, 0, 0], [2])
    assert locomotive.actor == state.actor == 1


@pytest.mark.clause("RR-ENGTILE-15")
@both_ways
def test_engineer_15_moves_black_twice(public: bool) -> None:
    # given 1 worker on it / then 2 black steps
    assert use(15, public, BLACK, BLACK) == Gains({"black"}, ["black", "black"], 0, 0, 0)


@pytest.mark.clause("RR-ENGTILE-16")
@both_ways
@pytest.mark.parametrize(("number", "points"), [(3, 3), (4, 3), (8, 5), (13, 5)])
def test_points_of_an_engineer_are_scored_before_the_turn_ends(number: int, points: int, public: bool) -> None:
    # given an engineer with points / when used / then they are scored while its step is still to be made
    state = engage(number, public)
    do(state, word_of(number, public), "pay:w1")
    assert (state.actor, state.scores()) == (0, [points, 0, 0, 0])


@pytest.mark.clause("RR-ENGTILE-17")
def test_points_are_scored_without_the_step_on_an_own_engineer_and_not_at_all_on_a_public_one() -> None:
    # given the engineer of gray and 5 points, and no gray step possible
    for public in (True, False):
        state = engage(8, public)
        own = state.players[0]
        own.tracks = tracks(ts=(7, 6), sp=(4, 3), kv=(4, 3))
        refresh(state)
        if public:
            # when it lies on a light space / then it is not selectable
            assert refusal(state, word_of(8, public)).clause == "RR-TURN-06"
        else:
            # when it is an own one / then 5 points, and nothing else
            heard = do(state, word_of(8, public), "pay:w1")
            assert (own.points, own.tracks, state.actor) == (5, tracks(ts=(7, 6), sp=(4, 3), kv=(4, 3)), 1)
            assert only(heard, events.TrackMoved) == []
