"""The industry lane and its markers (RR-INDUSTRY)."""

from __future__ import annotations

import pytest

from tests.support.games.russian_railroads.table import (
    BOX,
    GAME,
    carry_out,
    do,
    legal,
    only,
    position,
    put,
    refresh,
    refusal,
)
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.actions.tokens import UseToken
from trainshed.games.russian_railroads.rules.bonus import SettleBonus
from trainshed.games.russian_railroads.rules.rounds import NextTurn, Scoring
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.turns import Turn

QUESTION_USED = 1 << len(BOX.specials)
"""The bit of `player.gained` for the question space of the lane."""
QUIET = 1
"""A factory that brings nothing to a player without engineers."""


def lane(
    first: int, second: int = -1, factories: list[int] | None = None, seats: int = 4, question: bool = False
) -> RailState:
    """Seat 0 to act, with its markers here and these factories; the question space is used unless told otherwise."""
    state = position(seats)
    own = state.players[0]
    own.markers = [first, second]
    own.factories = factories or []
    own.gained = 0 if question else QUESTION_USED
    return refresh(state)


def use_token(state: RailState) -> RailState:
    """Let a question token be all that is left of seat 0's turn."""
    return refresh(state, [NextTurn(0), SettleBonus(0), UseToken(0)])


@pytest.mark.clause("RR-INDUSTRY-01")
def test_an_advancement_moves_the_marker_one_space() -> None:
    # given the marker on 1 / when advanced, then marker = 2
    state = lane(1)
    heard = do(state, "space:industry_1", "pay:w1")
    assert state.players[0].markers == [2, -1]
    assert only(heard, events.MarkerMoved) == [events.MarkerMoved(0, 1, 2, True)]
    assert [player.markers for player in state.players[1:]] == [[0, -1]] * 3


@pytest.mark.clause("RR-INDUSTRY-02")
def test_the_lane_in_its_order() -> None:
    # given the printed lane / then indexes 0 to 15 are these spaces
    rows = GAME.pack.get("industry_space")
    assert [row["index"] for row in rows] == list(range(16))
    names = [f"gap {row['slot']}" if row.get("slot") else (row["kind"], row["points"]) for row in rows]
    assert names == [
        ("start", 0),
        *[("printed", 1), ("printed", 2), ("printed", 3), ("printed", 5)],
        *["gap 1", ("printed", 10)],
        *["gap 2", ("printed", 15)],
        *["gap 3", ("question", 0)],
        *["gap 4", ("printed", 20)],
        *["gap 5", ("printed", 25), ("printed", 30)],
    ]


@pytest.mark.clause("RR-INDUSTRY-02")
def test_a_marker_walks_the_lane_in_its_order() -> None:
    # given five factories that ask nothing / when a marker walks to the end
    state = lane(0, factories=[1, 4, 6, 8, 9], question=True)
    own = state.players[0]
    carry_out(state, "industry:15")
    entered: dict[int, int] = {}
    questions: list[int] = []
    for _ in range(15):
        for event in only(do(state, "industry:1"), events.FactoryUsed):
            entered[own.markers[0]] = event.factory
        if "token:kiev_medal" in legal(state):
            questions.append(own.markers[0])
            do(state, "token:kiev_medal")
    # then it meets the factories on 5, 7, 9, 11 and 13, and the question on 10
    assert entered == {5: 1, 7: 4, 9: 6, 11: 8, 13: 9}
    assert questions == [10]
    assert own.markers == [15, -1]


@pytest.mark.clause("RR-INDUSTRY-03")
@pytest.mark.parametrize(("before_gap", "factories"), [(4, 0), (6, 1), (8, 2), (10, 3), (12, 4)])
def test_an_open_gap_is_neither_entered_nor_skipped(before_gap: int, factories: int) -> None:
    # given the marker right before the first open gap, and a choice between industry and a track
    state = lane(before_gap, factories=[QUIET] * factories)
    carry_out(state, "industry:2", "track:black:1")
    # when the marker is advanced, then refused
    assert refusal(state, "industry:1").clause == "RR-INDUSTRY-03"
    assert "industry:1" not in legal(state)
    # given the gap filled, then accepted
    state = lane(before_gap, factories=[QUIET] * (factories + 1))
    carry_out(state, "industry:1", "track:black:1")
    do(state, "industry:1")
    assert state.players[0].markers == [before_gap + 1, -1]


@pytest.mark.clause("RR-INDUSTRY-03")
def test_the_first_gap_comes_after_four_spaces() -> None:
    # given no factory and the marker on the start / when as many steps as wanted are made, then it stops on the 4th
    state = lane(0)
    carry_out(state, "industry:6")
    heard = do(state, *["industry:1"] * 4)
    assert state.players[0].markers == [4, -1]
    assert only(heard, events.RestLapsed) == [events.RestLapsed(0, False)]
    assert state.actor == 1


@pytest.mark.clause("RR-INDUSTRY-04")
def test_a_filled_gap_is_a_space_and_opens_the_space_behind_it() -> None:
    # given 1 factory and the marker on the 5-point space / when advanced twice
    state = lane(4, factories=[QUIET])
    do(state, "space:industry_2", "pay:w2")
    # then it is on the 10-point space, which ends the lane for now
    assert state.players[0].markers == [6, -1]
    assert BOX.lane_scores[6] == 10
    carry_out(state, "industry:1", "track:black:1")
    assert refusal(state, "industry:1").clause == "RR-INDUSTRY-03"


@pytest.mark.clause("RR-INDUSTRY-04")
def test_the_fifth_factory_opens_the_last_two_spaces() -> None:
    # given 5 factories and the marker on the 20-point space / when advanced 3 times
    state = lane(12, factories=[QUIET] * 5)
    carry_out(state, "industry:3", full=True)
    # then it is on the 30-point space
    assert state.players[0].markers == [15, -1]
    assert (BOX.lane_scores[12], BOX.lane_scores[15]) == (20, 30)


@pytest.mark.clause("RR-INDUSTRY-05")
@pytest.mark.parametrize(("factories", "last"), [(0, 4), (1, 6), (2, 8), (3, 10), (4, 12), (5, 15)])
def test_the_last_space_needs_all_five_factories(factories: int, last: int) -> None:
    # given so many factories / when the marker is advanced as far as possible
    state = lane(0, factories=[QUIET] * factories)
    carry_out(state, "industry:20")
    while state.actor == 0:
        do(state, "industry:1")
    # then with 4 factories the 20-point space is the furthest; only with 5 the last one
    assert state.players[0].markers == [last, -1]
    assert BOX.lane_scores[last] == {0: 5, 1: 10, 2: 15, 3: 15, 4: 20, 5: 30}[factories]


@pytest.mark.clause("RR-INDUSTRY-06")
def test_a_marker_cannot_move_beyond_the_last_space() -> None:
    # given the marker on 30
    state = lane(15, factories=[QUIET] * 5)
    carry_out(state, "industry:1", "track:black:1")
    # when advanced, then refused
    assert refusal(state, "industry:1").clause == "RR-INDUSTRY-06"
    assert "industry:1" not in legal(state)
    # given the marker one space before / when advanced, then accepted
    state = lane(14, factories=[QUIET] * 5)
    carry_out(state, "industry:1", "track:black:1")
    do(state, "industry:1")
    assert state.players[0].markers == [15, -1]


@pytest.mark.clause("RR-INDUSTRY-07")
def test_a_factory_resolves_before_the_remaining_advancement() -> None:
    # given 2 steps, the first onto a #7
    state = lane(4, factories=[7])
    do(state, "space:industry_2", "pay:w2")
    # then its 2 track steps are asked while the marker stands on it
    for _ in range(2):
        assert state.players[0].markers == [5, -1]
        assert legal(state)[0] == "done"
        assert refusal(state, "industry:1").clause == "RR-TURN-07"
        do(state, "advance:kiev:black")
    # and only then the second step is made
    assert state.players[0].tracks[10] == 3
    assert state.players[0].markers == [6, -1]
    assert state.actor == 1


@pytest.mark.clause("RR-INDUSTRY-07")
def test_a_factory_built_by_a_factory_can_be_entered_by_the_remaining_advancement() -> None:
    # given 3 steps of a token, and one #2 factory: the lane ends behind it
    state = lane(4, factories=[2])
    state.piles = [0] * 6 + [4] * 4
    roubles = state.players[0].roubles
    carry_out(state, "industry:3")
    do(state, "industry:1")
    # when its ability builds a #6 in mid-move, then the third step enters that
    do(state, "build:factory", "industry:1", "industry:1")
    assert state.players[0].factories == [2, 6]
    assert state.players[0].markers == [7, -1]
    assert state.players[0].roubles == roubles + 1


@pytest.mark.clause("RR-INDUSTRY-08")
def test_an_ability_that_cannot_be_used_is_lost() -> None:
    # given 2 steps, the first onto a #3, and no space that could be repeated
    state = lane(4, factories=[3])
    heard = do(state, "space:industry_2", "pay:w2")
    # then nothing happens, and play goes on with the second step
    assert only(heard, events.FactoryUsed) == [events.FactoryUsed(0, 3)]
    assert only(heard, events.ActionRepeated) == []
    assert only(heard, events.RestLapsed) == [events.RestLapsed(0, False)]
    assert state.players[0].markers == [6, -1]
    assert state.actor == 1
    # and it is not kept: with a space to repeat, the next turn brings nothing
    put(state, "aux_doubler", 0)
    refresh(state, [NextTurn(0), SettleBonus(0), Turn(0)])
    assert not [word for word in legal(state) if word.startswith("repeat:")]
    assert refusal(state, "repeat:aux_doubler").generic


@pytest.mark.clause("RR-INDUSTRY-08")
def test_an_industry_step_of_a_factory_that_no_marker_can_make_is_lost() -> None:
    # given a #5 in slot 1, marker 1 before it, and marker 2 behind it before an open gap
    state = lane(4, 6, factories=[5])
    state.heard = []
    # when marker 1 enters it, then neither marker can move: the step lapses without a question
    carry_out(state, "industry:1", full=True)
    assert only(state.heard, events.RestLapsed) == [events.RestLapsed(0, False)]
    assert state.players[0].markers == [5, 6]
    assert state.actor == 1


@pytest.mark.clause("RR-INDUSTRY-08")
def test_doublers_of_a_factory_that_have_no_place_are_lost() -> None:
    # given a #4 in slot 1 and all 8 places for doublers full / when it is entered, then nothing comes
    state = lane(4, factories=[4])
    state.players[0].doublers = 8
    supply = state.doublers
    do(state, "space:industry_2", "pay:w2")
    assert (state.players[0].doublers, state.doublers) == (8, supply)
    # and play goes on
    assert state.players[0].markers == [6, -1]
    assert state.actor == 1


@pytest.mark.clause("RR-INDUSTRY-09")
def test_board_industry_spaces_need_all_their_steps() -> None:
    # given one step possible / when the 2-step board space is chosen, then refused; the 1-step space is not
    state = lane(3)
    assert refusal(state, "space:industry_2").clause == "RR-INDUSTRY-09"
    assert "space:industry_1" in legal(state)
    # given two steps possible, then both can be chosen
    state = lane(2)
    assert {"space:industry_1", "space:industry_2"} <= set(legal(state))
    # given none, then neither
    state = lane(4)
    assert refusal(state, "space:industry_1").clause == "RR-INDUSTRY-09"
    assert refusal(state, "space:industry_2").clause == "RR-INDUSTRY-09"


@pytest.mark.clause("RR-INDUSTRY-09")
def test_the_space_of_the_last_round_needs_its_three_steps() -> None:
    # given the last round / when two of its three steps are possible, then refused; with three, accepted
    for at, accepted in ((2, False), (1, True)):
        state = position(round=7)
        state.players[0].markers = [at, -1]
        refresh(state)
        if accepted:
            assert "space:last_round" in legal(state)
        else:
            assert refusal(state, "space:last_round").clause == "RR-INDUSTRY-09"


@pytest.mark.clause("RR-INDUSTRY-09")
def test_tokens_own_engineers_and_factories_use_as_many_steps_as_possible() -> None:
    # given one step possible / when the token of 5 steps is used, then 1 step is made and the rest is lost
    state = use_token(lane(3))
    do(state, "token:five_industry", "industry:1")
    assert state.players[0].markers == [4, -1]
    assert state.actor == 1
    # when the own engineer with 2 steps is used, then the same
    state = lane(3)
    state.players[0].engineers = [5]
    refresh(state)
    do(state, "engineer:5", "pay:w1", "industry:1")
    assert state.players[0].markers == [4, -1]
    assert state.actor == 1


@pytest.mark.clause("RR-INDUSTRY-10")
def test_abilities_chain_from_factory_to_factory() -> None:
    # given a #5 in slot 1, marker 1 right before it, and marker 2 right before a #6 in slot 2
    state = lane(4, 6, factories=[5, 6])
    own = state.players[0]
    own.roubles = 0
    own.workers = 3
    refresh(state)
    heard = do(state, "space:industry_1")
    assert legal(state) == ["industry:1", "industry:2"]
    # when marker 1 enters slot 1, and the extra step is given to marker 2
    heard = do(state, "industry:1")
    assert own.markers == [5, 6]
    assert legal(state) == ["done", "industry:2"]
    heard += do(state, "industry:2")
    # then the factory in slot 2 resolves too
    assert own.markers == [5, 7]
    assert only(heard, events.FactoryUsed) == [events.FactoryUsed(0, 5), events.FactoryUsed(0, 6)]
    assert own.roubles == 1
    assert state.actor == 1


@pytest.mark.clause("RR-INDUSTRY-10")
def test_a_chain_through_three_factories_comes_before_the_interrupted_steps() -> None:
    # given 2 steps; #5 in slot 1, #5 in slot 2, #7 in slot 3; markers before slots 1 and 2
    state = lane(4, 6, factories=[5, 5, 7])
    own = state.players[0]
    carry_out(state, "industry:2")
    # when marker 1 enters slot 1, marker 2 slot 2 and then moves on: each extra step comes from the one before
    do(state, "industry:1", "industry:2", "industry:2")
    assert own.markers == [5, 8]
    # then the second of the 2 steps is left, and enters slot 3
    do(state, "industry:2")
    assert own.markers == [5, 9]
    assert [word.split(":")[0] for word in legal(state)] == ["done", "advance", "advance", "advance"]
    do(state, "advance:kiev:black", "advance:kiev:black")
    assert own.tracks[10] == 3
    assert state.actor == 1


@pytest.mark.clause("RR-INDUSTRY-11")
def test_the_question_space_lets_a_token_be_used() -> None:
    # given no locomotive but the first and no track beyond 1, and a marker before the question space
    state = lane(9, factories=[QUIET] * 3, question=True)
    assert state.players[0].tracks == position().players[0].tracks
    # when it enters the space for the first time
    do(state, "space:industry_1", "pay:w1")
    # then a token choice is pending
    assert state.players[0].markers == [10, -1]
    assert legal(state) == [f"token:{name}" for name in BOX.token_names]
    do(state, "token:three_doublers")
    assert state.players[0].doublers == 3
    assert state.actor == 1


@pytest.mark.clause("RR-INDUSTRY-12")
def test_the_question_space_gives_one_token_in_a_game() -> None:
    # given the space used by the first marker
    state = lane(9, 7, factories=[QUIET] * 4, question=True)
    own = state.players[0]
    carry_out(state, "industry:1", full=True)
    do(state, "industry:1", "token:kiev_medal")
    assert own.tokens.bit_count() == 1
    # when the first moves on and marker 2 arrives
    carry_out(state, "industry:4")
    do(state, "industry:1", "industry:2", "industry:2", "industry:2")
    # then no token
    assert own.markers == [11, 10]
    assert own.tokens.bit_count() == 1
    assert state.actor == 1


@pytest.mark.clause("RR-INDUSTRY-13")
@pytest.mark.parametrize("first", [0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize("first_marker_first", [True, False])
def test_steps_are_split_over_two_markers_at_will(first: int, first_marker_first: bool) -> None:
    # given 5 steps, and 2 markers with room for 5 each
    state = use_token(lane(7, 0, factories=[QUIET] * 5))
    do(state, "token:five_industry")
    words = ["industry:1"] * first + ["industry:2"] * (5 - first)
    # when they are split 5/0 to 0/5, then for every single step both markers are offered
    for word in words if first_marker_first else reversed(words):
        assert legal(state) == ["done", "industry:1", "industry:2"]
        do(state, word)
    assert state.players[0].markers == [7 + first, 5 - first]
    assert state.actor == 1


@pytest.mark.clause("RR-INDUSTRY-13")
def test_without_the_second_marker_there_is_nothing_to_choose() -> None:
    # given one marker / when marker 2 is advanced, then refused
    state = lane(1)
    carry_out(state, "industry:2")
    assert legal(state) == ["done", "industry:1"]
    assert refusal(state, "industry:2").clause == "RR-TOKEN-06"


@pytest.mark.clause("RR-INDUSTRY-14")
@pytest.mark.parametrize("behind", [1, 2])
def test_both_markers_never_stand_on_one_space(behind: int) -> None:
    # given one marker on 2 and the other on 1
    state = lane(2, 1) if behind == 2 else lane(1, 2)
    own = state.players[0]
    carry_out(state, "industry:3")
    # when the one behind advances, then refused: it can neither join the other nor pass it
    assert refusal(state, f"industry:{behind}").clause == "RR-INDUSTRY-14"
    assert legal(state) == ["done", f"industry:{3 - behind}"]
    # when the other has moved, then accepted, up to the space behind it
    do(state, f"industry:{3 - behind}", f"industry:{behind}")
    assert own.markers == ([3, 2] if behind == 2 else [2, 3])
    assert refusal(state, f"industry:{behind}").clause == "RR-INDUSTRY-14"


@pytest.mark.clause("RR-INDUSTRY-15")
@pytest.mark.parametrize(
    ("at", "points"),
    [
        *[(0, 0), (1, 1), (2, 2), (3, 3), (4, 5)],
        *[(5, 5), (6, 10)],
        *[(7, 10), (8, 15)],
        *[(9, 15), (10, 15)],
        *[(11, 15), (12, 20)],
        *[(13, 20), (14, 25), (15, 30)],
    ],
)
def test_a_marker_scores_its_space_or_the_nearest_number_before_it(at: int, points: int) -> None:
    # given a marker anywhere on the lane / when the round is scored
    state = lane(at, factories=[QUIET] * 5)
    state.heard = []
    refresh(state, [Turn(0), Scoring()])
    # then slot 1 counts 5, slot 3 and the question space and slot 4 15, slot 5 20; a printed space its number
    assert only(state.heard, events.RoundScored)[0].industry == points
    assert state.scores()[0] == points


@pytest.mark.clause("RR-INDUSTRY-15")
def test_each_of_two_markers_scores() -> None:
    # given markers on slot 3 and on the 3-point space / when the round is scored, then 15 + 3
    state = lane(9, 3, factories=[QUIET] * 3)
    refresh(state, [Turn(0), Scoring()])
    assert state.scores() == [18, 0, 0, 0]


@pytest.mark.clause("RR-INDUSTRY-16")
def test_the_second_marker_needs_the_first_to_have_left_the_start() -> None:
    # given marker 1 on space 0 / then the token of the second marker is not selectable
    state = use_token(lane(0))
    assert refusal(state, "token:second_marker").clause == "RR-INDUSTRY-16"
    assert legal(state) == [f"token:{name}" for name in BOX.token_names if name != "second_marker"]
    # given marker 1 on space 1 / then it is, and the second marker enters on 0
    state = use_token(lane(1))
    do(state, "token:second_marker")
    assert state.players[0].markers == [1, 0]


@pytest.mark.clause("RR-INDUSTRY-17")
@pytest.mark.parametrize(
    ("second", "one", "two"), [(0, True, True), (1, True, True), (2, True, False), (3, False, False)]
)
def test_the_steps_of_both_markers_count_together(second: int, one: bool, two: bool) -> None:
    # given marker 1 stopped before an open gap, and marker 2 behind it
    state = lane(4, second)
    # then the 2-step space is legal if marker 2 can make 2 steps before it stands behind marker 1
    assert ("space:industry_1" in legal(state)) == one
    assert ("space:industry_2" in legal(state)) == two
    if two:
        do(state, "space:industry_2", "pay:w2")
        assert state.players[0].markers == [4, second + 2]
    else:
        assert refusal(state, "space:industry_2").clause == "RR-INDUSTRY-09"


@pytest.mark.clause("RR-INDUSTRY-17")
def test_one_step_of_each_marker_makes_two() -> None:
    # given marker 1 with one step to an open gap, and marker 2 right behind it: only both together make 2
    state = lane(3, 2)
    do(state, "space:industry_2", "pay:w2")
    assert state.players[0].markers == [4, 3]
    # given the same with marker 2 in front / then the same
    state = lane(2, 3)
    do(state, "space:industry_2", "pay:w2")
    assert state.players[0].markers == [3, 4]
    assert state.actor == 1
