"""Constantinople: the first three conductors that arrive bring points (FC-CONSTANTINOPLE)."""

from __future__ import annotations

import pytest

from tests.support.games.first_class.positions import (
    after,
    asked,
    barred,
    carry,
    do,
    full_display,
    give,
    legal,
    only,
    position,
    scoring,
)
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.state import FirstClassState

UPPER = "0 0 0 0 0 m1 0 0 0 lt-5"
LOWER = "0 0 0 0 0 m2 0 0 0 lt-6"


def before_the_end(seats: int = 2, arrivals: list[int] | None = None) -> FirstClassState:
    """Both conductors of seat 0 stand on the last card before the tiles; those of `arrivals` are in the city."""
    state = give(position(seats), 0, upper=UPPER, lower=LOWER, conductors=(9, 9), coins=(0, 3, 0))
    state.arrivals = arrivals or []
    return state


def cubes(state: FirstClassState) -> list[int]:
    return list(state.view(None).constantinople)


@pytest.mark.clause("FC-CONSTANTINOPLE-01")
def test_a_conductor_on_the_tile_has_arrived() -> None:
    state = before_the_end()
    heard = do(state, "coin:2:conductor:upper")
    assert state.players[0].conductors == [10, 9]
    assert only(heard, events.ArrivedInConstantinople) == [events.ArrivedInConstantinople(0, "upper", 1, 20)]
    # it cannot move on, so it arrives once
    assert barred(state, "coin:2:conductor:upper") == "FC-COIN-17"
    assert cubes(state) == [0]


@pytest.mark.clause("FC-CONSTANTINOPLE-01")
def test_no_other_card_is_constantinople() -> None:
    # neither the ninth card, nor the end of a train without a tile, nor a locomotive
    state = give(before_the_end(), 0, conductors=(8, 8))
    assert only(do(state, "coin:2:conductor:upper"), events.ArrivedInConstantinople) == []
    state = give(position(), 0, upper="0 0 0 0 0 m1 0 0", conductors=(7, 0), coins=(0, 3, 0), city=2)
    heard = do(state, "coin:2:conductor:upper", "coin:2:locomotive")
    assert only(heard, events.ArrivedInConstantinople) == []
    assert cubes(state) == []


@pytest.mark.clause("FC-CONSTANTINOPLE-01")
def test_one_move_of_several_steps_arrives_too() -> None:
    state = carry(give(before_the_end(), 0, conductors=(6, 0)), 0, "conductor steps 4")
    assert barred(state, "conductor:upper:5") == "FC-CONDUCTOR-04"
    do(state, "conductor:upper:4")
    assert (state.players[0].conductors, state.players[0].points, cubes(state)) == ([10, 0], 20, [0])


@pytest.mark.clause("FC-CONSTANTINOPLE-02", "FC-CONSTANTINOPLE-03", "FC-CONSTANTINOPLE-04")
@pytest.mark.parametrize(("arrivals", "points"), [([], 20), ([1], 10), ([1, 2], 5), ([2, 1], 5)])
def test_the_first_three_arrivals_earn_20_10_and_5(arrivals: list[int], points: int) -> None:
    state = before_the_end(3, arrivals)
    do(state, "coin:2:conductor:lower")
    assert state.scores() == [points, 0, 0]  # at once
    assert cubes(state) == [*arrivals, 0]


@pytest.mark.clause("FC-CONSTANTINOPLE-05")
@pytest.mark.parametrize("arrivals", [[1, 2, 1], [1, 2, 1, 2]])
def test_later_arrivals_earn_nothing(arrivals: list[int]) -> None:
    state = before_the_end(3, arrivals)
    do(state, "coin:2:conductor:upper")
    assert state.scores() == [0, 0, 0]
    assert state.players[0].conductors == [10, 9]


@pytest.mark.clause("FC-CONSTANTINOPLE-06")
def test_a_player_may_hold_several_places() -> None:
    state = before_the_end()
    do(state, "coin:2:conductor:lower")
    assert state.players[0].points == 20
    do(state, "coin:2:conductor:upper")
    assert state.players[0].points == 30
    assert cubes(state) == [0, 0]
    # each cube takes a place: the next to arrive is the third
    give(state, 1, upper=UPPER.replace("lt-5", "lt-7"), conductors=(9, 0), coins=(0, 1, 0))
    do(after(state, 1), "coin:2:conductor:upper")
    assert (state.scores(), cubes(state)) == ([30, 5], [0, 0, 1])


@pytest.mark.clause("FC-CONSTANTINOPLE-07")
@pytest.mark.parametrize("order", [("upper", "lower"), ("lower", "upper")])
def test_both_conductors_take_the_next_two_places(order: tuple[str, str]) -> None:
    state = carry(before_the_end(), 0, "conductors both 1")
    heard = do(state, *[f"conductor:{which}:1" for which in order])
    assert [(event.place, event.points) for event in only(heard, events.ArrivedInConstantinople)] == [(1, 20), (2, 10)]
    assert (state.scores(), cubes(state)) == ([30, 0], [0, 0])


@pytest.mark.clause("FC-CONSTANTINOPLE-08")
def test_an_arrival_in_a_scoring_phase_pays_at_once_and_the_tile_scores_in_the_same_part() -> None:
    # given a reward of two conductor steps, and a conductor one card before tile 5
    state = give(before_the_end(arrivals=[1]), 0, conductors=(9, 0), city=5, sections="s1-1")
    scoring(state, 0)
    do(state, "city:5", "conductor:upper:1")
    assert state.players[0].points == 10
    do(state, "leave", "score")
    assert state.players[0].points == 10 + 5


@pytest.mark.clause("FC-CONSTANTINOPLE-08")
def test_an_arrival_outside_the_own_turn_pays_at_once() -> None:
    # given a mail car with conductor steps that the start-player tile of another brings
    state = full_display(position(3))
    give(state, 2, upper="0 0 0 0", lower=LOWER, conductors=(0, 9))
    do(state, "tile", "mail:m3")  # only the upper train can take the coach
    assert (state.actor, state.turn) == (2, 0)
    assert "conductor:lower:1" in legal(state)
    do(state, "conductor:lower:1")
    assert (state.scores(), cubes(state)) == ([0, 0, 20], [2])
    do(state, "leave")
    assert (asked(state), state.actor) == ("After", 0)


@pytest.mark.clause("FC-CONSTANTINOPLE-08")
def test_arrivals_count_in_the_order_of_their_steps() -> None:
    state = before_the_end(2)
    give(state, 1, upper=UPPER.replace("lt-5", "lt-7"), conductors=(9, 0), coins=(0, 1, 0))
    do(after(state, 1), "coin:2:conductor:upper")
    assert state.players[1].points == 20
    do(after(state, 0), "coin:2:conductor:upper")
    assert (state.scores(), cubes(state)) == ([10, 20], [1, 0])
