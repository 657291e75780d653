"""The scoring phase (RR-SCORE)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.support.games.russian_railroads.table import do, everyone_passes, legal, only, position, put, refresh, tracks
from trainshed.games.russian_railroads import events

TS, SP, KV = 0, 1, 2


def phase(
    board: list[int],
    locomotives: Sequence[int],
    doublers: int = 0,
    revalued: bool = False,
    medal: bool = False,
    markers: Sequence[int] = (0, -1),
    factories: int = 0,
) -> events.RoundScored:
    """The scoring phase of one player with this board, at the end of a round in which nothing else happens."""
    state = position()
    own = state.players[0]
    own.tracks = board
    own.locomotives = list(locomotives)
    own.doublers = doublers
    own.revalued = int(revalued)
    own.medal = int(medal)
    own.markers = list(markers)
    own.factories = [6] * factories
    heard = everyone_passes(refresh(state))
    (scored,) = [event for event in only(heard, events.RoundScored) if event.seat == 0]
    assert own.points == scored.total
    return scored


@pytest.mark.clause("RR-SCORE-01")
def test_a_round_is_scored_after_the_relocated_worker_acted_and_before_workers_return() -> None:
    # given a claim of position 1, and a Kiev railroad on which a gray step is worth a point
    state = position(order=(1, 0, 2, 3))
    own = state.players[0]
    own.tracks = tracks(ts=(2, 0), sp=(1, 0), kv=(3, 1))
    own.locomotives = [1, 0, 0, 3]
    put(state, "order_1", 0)
    own.workers -= 1
    state.claims[0] = 0
    # when all have passed / then the order is new, nothing is scored, and the worker may be relocated
    heard = everyone_passes(refresh(state))
    assert state.order == [0, 1, 2, 3]
    assert only(heard, events.RoundScored) == []
    assert "stay" in legal(state)
    # when it goes to the bottom track space / then that step comes first, scoring next, clean-up last
    heard = do(state, "space:track_bottom", "advance:kiev:gray")
    kinds = [type(event) for event in heard]
    assert kinds.index(events.TrackMoved) < kinds.index(events.RoundScored) < kinds.index(events.CleanedUp)
    assert len(only(heard, events.RoundScored)) == 4
    assert only(heard, events.RoundScored)[0].railroads[KV] == 2
    assert only(heard, events.CleanedUp) == [events.CleanedUp()]
    assert own.points == 2 + (2 + 6)  # for passing in position 2; gray and stars of Kiev


@pytest.mark.clause("RR-SCORE-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_round_is_scored_once_for_every_player(seats: int) -> None:
    state = position(seats=seats)
    rounds = 7 if seats == 4 else 6
    for player in state.players:
        player.markers[0] = 3
    for number in range(1, rounds + 1):
        assert (state.round, state.over) == (number, False)
        scored = only(everyone_passes(state), events.RoundScored)
        assert [event.seat for event in scored] == list(range(seats))
        assert state.scores() == [3 * number] * seats
    assert state.over


@pytest.mark.clause("RR-SCORE-02")
def test_a_round_brings_the_three_railroads_and_the_industry() -> None:
    # given something on each of them
    scored = phase(tracks(ts=(6, 5), sp=(4, 3), kv=(3, 2)), [4, 1, 3, 2], markers=(4, -1))
    # then 5 + 3 + (2 gray and stars 1 + 2) + 5
    assert scored == events.RoundScored(0, [5, 3, 2], 3, 5, 18)


@pytest.mark.clause("RR-SCORE-03")
def test_a_space_scores_only_within_reach_and_with_a_track_on_it_or_ahead() -> None:
    # given gray on 2, black on 4 and reach 9, then the spaces 5 to 9 bring nothing
    assert phase(tracks(ts=(2, 0), kv=(4, 2)), [1, 0, 0, 9]).railroads[KV] == 2
    # nor do they if the whole railroad lies before gray, which then scores as far as the locomotive goes
    for reach in range(1, 10):
        assert phase(tracks(ts=(2, 0), kv=(9, 8)), [1, 0, 0, reach]).railroads[KV] == min(reach, 8)
        assert phase(tracks(ts=(2, 0), sp=(9, 6)), [1, 0, reach, 0]).railroads[SP] == min(reach, 6)
    for first in range(1, 10):
        assert phase(tracks(ts=(15, 14, 0, 0, 0)), [9, first, 0, 0]).railroads[TS] == min(9 + first, 14)


@pytest.mark.clause("RR-SCORE-03")
def test_a_track_waiting_left_of_its_railroad_scores_nothing() -> None:
    assert phase(tracks(ts=(15, 0, 0, 0, 0), sp=(9, 0, 0, 0), kv=(9, 0, 0)), [9, 9, 9, 0]).total == 0


@pytest.mark.clause("RR-SCORE-04")
def test_a_track_scores_its_space_and_the_empty_ones_behind_it() -> None:
    # given brown on 3, gray on 7, black on 9: 3 spaces of 2, 4 of 1, 2 of 0
    expected = [2, 4, 6, 7, 8, 9, 10, 10, 10]
    for reach, points in enumerate(expected, start=1):
        first, second = (reach, 0) if reach < 9 else (8, 1)
        assert phase(tracks(ts=(9, 7, 3)), [first, second, 0, 0]).railroads[TS] == points, reach
        assert phase(tracks(ts=(6, 0, 0), kv=(9, 7, 3)), [1, 0, 0, reach]).railroads[KV] == points, reach
    # St Petersburg too, up to the space that doubles it
    for reach, points in enumerate(expected[:6], start=1):
        assert phase(tracks(ts=(6, 0, 0), sp=(9, 7, 3)), [1, 0, reach, 0]).railroads[SP] == points, reach


@pytest.mark.clause("RR-SCORE-04")
def test_a_colour_that_is_not_on_the_railroad_leaves_its_spaces_to_the_track_ahead() -> None:
    # given gray on 5 and brown still waiting, then all five spaces are gray
    assert phase(tracks(ts=(7, 5, 0)), [5, 2, 0, 0]).railroads[TS] == 5


@pytest.mark.clause("RR-SCORE-05")
def test_spaces_are_worth_0_1_2_4_and_7() -> None:
    # given each colour on one space, white on 1 to black beyond 4, no doubler
    board = tracks(ts=(15, 4, 3, 2, 1))
    totals = [phase(board[:], [reach, 0, 0, 0]).railroads[TS] for reach in range(1, 6)]
    assert totals == [7, 7 + 4, 7 + 4 + 2, 7 + 4 + 2 + 1, 7 + 4 + 2 + 1 + 0]


@pytest.mark.clause("RR-SCORE-06")
def test_revalued_spaces_are_worth_0_1_3_6_and_10() -> None:
    board = tracks(ts=(15, 4, 3, 2, 1))
    totals = [phase(board[:], [reach, 0, 0, 0], revalued=True).railroads[TS] for reach in range(1, 6)]
    assert totals == [10, 10 + 6, 10 + 6 + 3, 10 + 6 + 3 + 1, 10 + 6 + 3 + 1 + 0]
    # on the other railroads as well
    scored = phase(tracks(ts=(10, 0, 0, 0), sp=(4, 3, 2, 1), kv=(3, 2, 1)), [1, 0, 9, 9], revalued=True)
    assert scored.railroads[SP:] == [6 + 3 + 1, 3 + 1]


@pytest.mark.clause("RR-SCORE-07")
def test_a_doubler_doubles_the_revalued_space_below_it() -> None:
    # given white on space 1 with a doubler and revaluation, then 20; without revaluation 14
    white = tracks(ts=(15, 4, 3, 2, 1))
    assert phase(white[:], [1, 0, 0, 0], doublers=1, revalued=True).railroads[TS] == 20
    assert phase(white[:], [1, 0, 0, 0], doublers=1).railroads[TS] == 14


@pytest.mark.clause("RR-SCORE-07")
def test_doublers_lie_above_the_first_spaces_and_need_reach_below_them() -> None:
    # given natural on 2, brown on 4, gray on 6: 4 4 2 2 1 1
    board = tracks(ts=(12, 6, 4, 2))
    totals = [phase(board[:], [9, 3, 0, 0], doublers=count).railroads[TS] for count in range(9)]
    assert totals == [14, 18, 22, 24, 26, 27, 28, 28, 28]
    # and with reach 3, then doublers beyond it double nothing
    totals = [phase(board[:], [3, 0, 0, 0], doublers=count).railroads[TS] for count in range(9)]
    assert totals == [10, 14, 18, 20, 20, 20, 20, 20, 20]


@pytest.mark.clause("RR-SCORE-08")
def test_the_log_names_the_trans_siberian_first_then_st_petersburg_then_kiev() -> None:
    scored = phase(tracks(ts=(6, 5), sp=(5, 4), kv=(4, 3)), [3, 2, 4, 3])
    assert scored.railroads == [5, 4, 3]


@pytest.mark.clause("RR-SCORE-09")
def test_st_petersburg_has_no_doublers_but_may_be_doubled_as_a_whole() -> None:
    # given gray 7, black 9, reach 7, then 7 x 1 x 2, whatever lies above the Trans-Siberian
    for doublers in (0, 8):
        scored = phase(tracks(ts=(2, 0), sp=(9, 7)), [1, 0, 7, 0], doublers=doublers)
        assert scored.railroads == [0, 14, 0]
    # with reach 6, or with gray on 6, it scores like any railroad
    assert phase(tracks(ts=(2, 0), sp=(9, 7)), [1, 0, 6, 0], doublers=8).railroads[SP] == 6
    assert phase(tracks(ts=(2, 0), sp=(9, 6)), [1, 0, 9, 0], doublers=8).railroads[SP] == 6


@pytest.mark.clause("RR-SCORE-10")
def test_kiev_scores_tracks_and_stars() -> None:
    # given gray 2, black 3, reach 3, then 2 + (1 + 2 + 3)
    scored = phase(tracks(ts=(2, 0), kv=(3, 2)), [1, 0, 0, 3])
    assert (scored.railroads, scored.stars, scored.total) == ([0, 0, 2], 6, 8)
    # with reach 2 the third star is not reached, with black on 2 neither
    assert phase(tracks(ts=(2, 0), kv=(3, 2)), [1, 0, 0, 2]).total == 2 + 3
    assert phase(tracks(ts=(2, 0), kv=(2, 1)), [1, 0, 0, 9]).total == 1 + 3


@pytest.mark.clause("RR-SCORE-11")
def test_the_medal_brings_20_with_gray_and_a_locomotive_on_space_5_of_kiev() -> None:
    # given the medal, gray 5 and black 6: stars 1 to 4 make 10
    board = tracks(ts=(2, 0), kv=(6, 5))
    assert phase(board[:], [1, 0, 0, 5], medal=True).stars == 10 + 20
    assert phase(board[:], [1, 0, 0, 4], medal=True).stars == 10
    assert phase(board[:], [1, 0, 0, 5]).stars == 10
    # gray on 4 is not enough, though black and the locomotive are further
    assert phase(tracks(ts=(2, 0), kv=(6, 4)), [1, 0, 0, 9], medal=True).stars == 10
    assert phase(tracks(ts=(2, 0), kv=(9, 8)), [1, 0, 0, 9], medal=True).stars == 20 + 20


@pytest.mark.clause("RR-SCORE-11")
def test_the_medal_counts_in_every_later_scoring() -> None:
    state = position()
    own = state.players[0]
    own.tracks = tracks(ts=(2, 0), kv=(6, 5))
    own.locomotives = [1, 0, 0, 5]
    own.medal = 1
    refresh(state)
    for number in (1, 2, 3):
        everyone_passes(state)
        assert own.points == number * (5 + 10 + 20)


@pytest.mark.clause("RR-SCORE-12")
def test_nothing_doubles_stars_and_medal() -> None:
    # given St Petersburg doubled, all doublers, and revaluation
    board = tracks(ts=(2, 0), sp=(9, 7), kv=(9, 8))
    plain = phase(board[:], [1, 0, 0, 9], medal=True)
    scored = phase(board[:], [1, 0, 7, 9], doublers=8, revalued=True, medal=True)
    assert scored.railroads[SP] == 14
    # then Kiev brings what it brings anyway
    assert (plain.railroads[KV], plain.stars) == (8, 40)
    assert (scored.railroads[KV], scored.stars) == (8, 40)


@pytest.mark.clause("RR-SCORE-13")
@pytest.mark.parametrize(
    ("markers", "factories", "points"),
    [((6, -1), 1, 10), ((15, 14), 5, 55), ((14, 15), 5, 55), ((6, 0), 1, 10), ((0, -1), 0, 0), ((10, 5), 3, 20)],
)
def test_every_industry_marker_scores_its_space(markers: tuple[int, int], factories: int, points: int) -> None:
    scored = phase(tracks(), [1, 0, 0, 0], markers=markers, factories=factories)
    assert (scored.industry, scored.total) == (points, points)


@pytest.mark.clause("RR-SCORE-14")
def test_a_railroad_without_a_locomotive_scores_nothing() -> None:
    # given full railroads and a locomotive on none but the Trans-Siberian
    board = tracks(ts=(10, 3, 2, 1), sp=(9, 8, 7, 6), kv=(9, 8, 7))
    scored = phase(board[:], [3, 0, 0, 0], medal=True)
    assert (scored.railroads, scored.stars) == ([4 + 2 + 1, 0, 0], 0)
    # one of St Petersburg counts for St Petersburg alone
    assert phase(board[:], [0, 0, 1, 0], medal=True).railroads == [0, 4, 0]
    assert phase(board[:], [0, 0, 0, 1], medal=True).railroads == [0, 0, 2]
