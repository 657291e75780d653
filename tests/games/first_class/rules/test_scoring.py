"""Scoring phases: rewards of the line in any order, extras between them, then the trains (FC-SCORE)."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest

from tests.support.games.first_class.course import last_turn, roam
from tests.support.games.first_class.positions import (
    asked,
    barred,
    do,
    give,
    heard,
    legal,
    new_game,
    only,
    position,
    scoring,
    show,
    train,
)
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.state import FirstClassState


def on_the_line(city: int, sections: str = "", coins: tuple[int, int, int] = (1, 0, 0), **more: Any) -> FirstClassState:
    """Seat 0 begins its part of a scoring phase in this city."""
    state = give(show(position(), "x1-loc-1-1"), 0, city=city, sections=sections, coins=coins, **more)
    give(state, 1, coins=(0, 0, 0))
    return scoring(state, 0)


def rewards(state: FirstClassState) -> list[str]:
    return [word for word in legal(state) if word.startswith("city:")]


def scored(state: FirstClassState) -> int:
    """What the trains of seat 0 bring when its part ends."""
    state.players[0].points = 0
    do(state, "done")
    return state.players[0].points


@pytest.mark.clause("FC-SCORE-01")
@pytest.mark.parametrize("seats", [2, 3])
def test_there_are_three_scoring_phases(seats: int) -> None:
    state = new_game(seats, seed=8)
    told = roam(state, Random(8), lambda s: s.over)
    phases = [(event.phase, event.seat) for event in only(told, events.TrainsScored)]
    assert [phase for phase, _ in phases] == [phase for phase in (1, 2, 3) for _ in range(seats)]
    assert all(sorted(seat for phase, seat in phases if phase == own) == list(range(seats)) for own in (1, 2, 3))
    ended = [event.round for event in only(told, events.RoundEnded)]
    assert ended == [1, 2, 3, 4, 5, 6]


@pytest.mark.clause("FC-SCORE-02", "FC-SCORE-03")
@pytest.mark.parametrize("start", [0, 1, 2, 3])
def test_players_score_one_after_the_other_from_the_start_player_on(start: int) -> None:
    state = last_turn(4, seat=3, round=2)
    state.tile = start
    for seat in range(4):
        give(state, seat, upper="1", conductors=(1, 0), city=2)
    do(state, "take:3:6", "ignore", "upgrade:upper:1", "done")
    order = []
    while state.scoring:
        seat = state.actor
        order.append(seat)
        do(state, "city:2", "coins")
        assert state.players[seat].points == 0
        do(state, "done")
        # its trains have scored before the next player receives a reward
        assert state.players[seat].points == (2 if seat == 3 else 1)
    assert order == [(start + place) % 4 for place in range(4)]


@pytest.mark.clause("FC-SCORE-04")
@pytest.mark.parametrize(
    ("city", "offered"),
    [(0, []), (1, []), (2, [2]), (3, [2]), (4, [2]), (5, [2, 5]), (6, [2, 5]), (7, [2, 5, 7])],
)
def test_every_reward_city_reached_or_passed_is_offered(city: int, offered: list[int]) -> None:
    state = on_the_line(city, "s1-2 s1-1")
    assert rewards(state) == [f"city:{at}" for at in offered]
    if city < 7:
        assert barred(state, "city:7") == "FC-SCORE-04"
    # a city without a reward has none
    for plain in (at for at in (1, 3, 4, 6) if at <= city):
        assert barred(state, f"city:{plain}") == "FC-LOCO-02"


@pytest.mark.clause("FC-SCORE-05")
@pytest.mark.parametrize("phase", [1, 2, 3])
@pytest.mark.parametrize("city", [2, 3])
def test_the_first_reward_of_every_line_is_two_coins(phase: int, city: int) -> None:
    state = scoring(on_the_line(city), 0, phase=phase)
    told = do(state, "city:2")
    assert only(told, events.RewardReceived) == [events.RewardReceived(0, 2)]
    do(state, "coins")
    assert state.players[0].coins == [3, 0, 0]


@pytest.mark.clause("FC-SCORE-05")
def test_before_that_city_there_is_no_reward() -> None:
    assert barred(on_the_line(1), "city:2") == "FC-SCORE-04"


@pytest.mark.clause("FC-SCORE-06")
@pytest.mark.parametrize("order", list(permutations([2, 4, 6])))
def test_rewards_may_be_received_in_any_order(order: tuple[int, ...]) -> None:
    # cities 2 and 4 give two coins each, city 6 an upgrade
    state = on_the_line(6, "s2-4 s1-5")
    for number, at in enumerate(order):
        assert rewards(state) == [f"city:{other}" for other in (2, 4, 6) if other in order[number:]]
        do(state, f"city:{at}", "upgrade:upper:0" if at == 6 else "coins")
    assert rewards(state) == []
    assert (state.players[0].coins, train(state, 0, 0)) == ([5, 0, 0], "1")


@pytest.mark.clause("FC-SCORE-07")
@pytest.mark.parametrize("then", [["locomotive:2"], ["locomotive:1", "leave"], ["leave"]])
def test_the_rewards_of_a_city_are_completed_before_another_is_started(then: list[str]) -> None:
    state = on_the_line(5, "s1-2 s1-1")
    do(state, "city:5", "coach:upper")
    for word in ("city:2", "city:7", "done", "score"):
        assert barred(state, word) == "FC-SCORE-07"
    do(state, *then)
    assert asked(state) == "ScoringPart"
    assert "city:2" in legal(state)
    assert state.players[0].city == 5 + {"locomotive:2": 2, "locomotive:1": 1, "leave": 0}[then[0]]


@pytest.mark.clause("FC-SCORE-08", "FC-SCORE-09")
def test_what_is_declined_cannot_be_claimed_later() -> None:
    # a whole city, and a part of one
    state = on_the_line(5, "s1-2 s1-1")
    do(state, "city:2", "leave", "city:5", "coach:upper", "leave")
    assert rewards(state) == []
    assert barred(state, "city:2") == "FC-SCORE-09"
    assert barred(state, "city:5") == "FC-SCORE-09"
    assert "locomotive:2" not in legal(state)
    assert (state.players[0].coins, state.players[0].city) == ([1, 0, 0], 5)


@pytest.mark.clause("FC-SCORE-09")
def test_a_city_pays_once_in_a_phase_and_again_in_the_next() -> None:
    state = on_the_line(2)
    do(state, "city:2", "coins")
    assert barred(state, "city:2") == "FC-SCORE-09"
    # also after a coin was spent
    do(state, "coin:1:point")
    assert barred(state, "city:2") == "FC-SCORE-09"
    scoring(state, 0, phase=2)
    assert rewards(state) == ["city:2"]


@pytest.mark.clause("FC-SCORE-10")
@pytest.mark.parametrize("words", [["city:5", "locomotive:2", "leave"], ["coin:2:locomotive", "coin:2:locomotive"]])
def test_a_city_reached_in_the_own_part_is_active_at_once(words: list[str]) -> None:
    state = on_the_line(5, "s1-2 s1-1", coins=(0, 2, 0))
    assert "city:7" not in legal(state)
    do(state, *words)
    assert "city:7" in legal(state)
    do(state, "city:7", "conductor:upper:1", "leave")
    assert barred(state, "city:7") == "FC-SCORE-09"


@pytest.mark.clause("FC-SCORE-10")
def test_a_city_that_is_passed_is_active_too() -> None:
    # two steps over a reward city to the last of the line
    state = on_the_line(5, "s1-2 s2-4")
    do(state, "city:5", "locomotive:2", "leave")
    assert state.players[0].city == 7
    assert rewards(state) == ["city:2", "city:6"]


@pytest.mark.clause("FC-SCORE-11")
def test_points_cities_pay_at_once_in_a_scoring_phase() -> None:
    state = on_the_line(5, "s1-2 s1-1")
    do(state, "city:5", "locomotive:2")
    assert heard(state, events.CityPoints) == [events.CityPoints(0, 6, 3)]
    assert state.players[0].points == 3
    # once: neither in the rest of the part nor in the next phase
    do(state, "leave", "score")
    assert state.players[0].points == 3
    do(scoring(state, 0, phase=2), "score")
    assert state.players[0].points == 3


@pytest.mark.clause("FC-SCORE-12")
@pytest.mark.parametrize(
    ("upper", "at", "points"),
    [
        ("4 2 1", 2, 6),
        ("4 2 1", 0, 0),
        ("4 2 1", 1, 4),
        ("4 2 1", 3, 7),
        ("12 7 4 2 1 m1 0", 5, 26),
    ],
)
def test_coaches_up_to_the_conductor_score_their_level(upper: str, at: int, points: int) -> None:
    state = on_the_line(0, upper=upper)
    give(state, 0, conductors=(at, 0))
    assert scored(state) == points
    # conductors stay where they are
    assert state.players[0].conductors == [at, 0]


@pytest.mark.clause("FC-SCORE-13")
@pytest.mark.parametrize(("upper", "at"), [("0 0", 2), ("0 0 0 0 0 m3", 6)])
def test_level_0_and_mail_cars_score_nothing(upper: str, at: int) -> None:
    state = give(on_the_line(0, upper=upper), 0, conductors=(at, 0))
    assert scored(state) == 0


@pytest.mark.clause("FC-SCORE-14")
@pytest.mark.parametrize(("at", "points"), [(9, 0), (10, 8)])
def test_a_tile_scores_its_number_under_the_conductor(at: int, points: int) -> None:
    state = give(on_the_line(0, upper="0 0 0 0 0 m3 0 0 0 lt-8"), 0, conductors=(at, 0))
    assert scored(state) == points


@pytest.mark.clause("FC-SCORE-15")
def test_both_trains_are_scored() -> None:
    state = give(on_the_line(0, upper="4 2 1", lower="7 1"), 0, conductors=(2, 1), points=30)
    told = do(state, "done")
    assert only(told, events.TrainsScored) == [events.TrainsScored(0, 1, [6, 7], {"contracts": 0, "celebrities": 0})]
    assert state.players[0].points == 30 + 13


@pytest.mark.clause("FC-SCORE-16")
def test_extras_between_the_icons_of_a_city_but_no_other_city() -> None:
    state = on_the_line(5, "s1-2 s1-1", coins=(2, 0, 0), contracts="a1-4")
    # before the first reward
    assert {"coin:1:coach:upper", "fulfil:a1-4"} <= set(legal(state))
    do(state, "city:5", "coach:upper")
    # after the coach and before the steps
    assert {"coin:1:coach:upper", "fulfil:a1-4", "locomotive:2"} <= set(legal(state))
    assert barred(state, "city:2") == "FC-SCORE-07"
    do(state, "coin:1:coach:upper", "locomotive:2")
    assert (train(state, 0, 0), state.players[0].city) == ("0 0 0", 7)
    assert asked(state) == "ScoringPart"


@pytest.mark.clause("FC-SCORE-16")
def test_a_contract_inside_a_city_is_finished_first() -> None:
    # its reward of three cities is carried out before the city goes on
    state = on_the_line(5, "s1-2 s1-1 s2-4", contracts="a1-4")
    do(state, "city:5", "fulfil:a1-4")
    assert legal(state) == ["leave", "locomotive:1", "locomotive:2", "locomotive:3"]
    assert barred(state, "coin:1:point") == "FC-TURN-14"
    do(state, "locomotive:2", "leave", "coach:upper", "locomotive:2")
    assert state.players[0].city == 9


@pytest.mark.clause("FC-SCORE-16")
def test_extras_come_before_the_trains_score_and_not_after() -> None:
    state = on_the_line(2, coins=(2, 1, 0), upper="4 2", contracts="a1-5")
    do(state, "city:2", "coins")
    assert rewards(state) == []
    # all rewards are used: contracts and coins are still offered, and count for the trains
    assert {"coin:1:point", "coin:2:conductor:upper", "fulfil:a1-5", "done"} <= set(legal(state))
    do(state, "coin:2:conductor:upper")
    told = do(state, "done")
    assert [event.trains for event in only(told, events.TrainsScored)] == [[4, 0]]
    # then the part is over
    assert state.over or state.actor != 0


@pytest.mark.clause("FC-SCORE-16")
def test_nothing_of_a_seat_comes_after_its_trains() -> None:
    state = give(position(), 0, coins=(2, 1, 0), upper="2 2", contracts="a1-5")
    scoring(state, 0, more=True)
    do(state, "done")
    assert (asked(state), state.actor) == ("ScoringPart", 1)
    for word in ("coin:1:point", "fulfil:a1-5", "done"):
        refused = state.why_not(state.game.vocabulary.id(word), 0)
        assert refused is not None
        assert refused.clause == "FC-ROUND-04"


@pytest.mark.clause("FC-SCORE-17")
def test_extras_are_offered_even_without_a_reward() -> None:
    state = on_the_line(0, coins=(1, 1, 1), upper="2 2", contracts="a1-5")
    assert rewards(state) == []
    assert {"coin:1:coach:upper", "coin:2:locomotive", "coin:3:point", "fulfil:a1-5", "done"} <= set(legal(state))


@pytest.mark.clause("FC-SCORE-17")
def test_without_anything_to_do_the_part_ends_by_itself() -> None:
    state = give(show(position(), "x1-loc-1-1"), 0, coins=(0, 0, 0), upper="2", conductors=(1, 0))
    scoring(state, 0, more=True)
    assert state.actor == 1
    assert state.players[0].points == 2


@pytest.mark.clause("FC-SCORE-18")
def test_going_on_declines_what_is_not_used() -> None:
    # given two active cities and one used
    state = on_the_line(6, "s2-4 s1-5", upper="2")
    give(state, 0, conductors=(1, 0))
    do(state, "city:2", "coins", "city:4", "coins")
    # "done" is not enough while a reward is left
    assert barred(state, "done") == "FC-SCORE-18"
    told = do(state, "score")
    assert [event.trains for event in only(told, events.TrainsScored)] == [[2, 0]]
    assert train(state, 0, 0) == "2"
    assert only(told, events.RewardReceived) == []


@pytest.mark.clause("FC-SCORE-18")
def test_with_nothing_left_there_is_nothing_to_decline() -> None:
    state = on_the_line(2)
    assert ("score" in legal(state), "done" in legal(state)) == (True, False)
    do(state, "city:2", "coins")
    assert ("score" in legal(state), "done" in legal(state)) == (False, True)
