"""Conductors: how far they go, on which train, and where they stop."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.first_class.eager_players import eager_move
from tests.support.games.first_class.positions import (
    asked,
    barred,
    carry,
    do,
    give,
    legal,
    new_game,
    only,
    position,
    scoring,
    show,
)
from tests.support.seeds import SEED
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.state import FirstClassState

FULL = "1 1 1 1 1 m1 0 0 0 lt-5"


def with_conductors(
    at: tuple[int, int], effect: str, upper: str = "1 0 0 0", lower: str = "1 0 0 0"
) -> FirstClassState:
    """Seat 0 has its conductors on these cards and carries out an effect."""
    return carry(give(position(2), 0, upper=upper, lower=lower, conductors=at), 0, effect)


def conductors(state: FirstClassState) -> list[int]:
    return state.players[0].conductors


@pytest.mark.clause("FC-CONDUCTOR-01")
def test_only_the_conductor_of_the_train_that_is_named_moves() -> None:
    for which, result in (("upper", [3, 1]), ("lower", [2, 2])):
        state = with_conductors((2, 1), "conductor steps 1")
        others = state.players[1].conductors
        heard = do(state, f"conductor:{which}:1")
        assert conductors(state) == result
        assert state.players[1].conductors == others == [0, 0]
        assert only(heard, events.ConductorMoved)[0].train == which


@pytest.mark.clause("FC-CONDUCTOR-02")
def test_an_icon_with_both_conductors_moves_each_of_them() -> None:
    # given both-2 and conductors at 0 and 1 of four cards / then 2 and 3 can be reached
    state = show(give(position(2), 0, upper="0 0 0 0", lower="0 0 0 0", conductors=(0, 1)), "x2-con-1-1")
    do(state, "take:1:1", "use")
    assert set(legal(state)) == {
        *("conductor:upper:1", "conductor:upper:2", "conductor:lower:1", "conductor:lower:2", "leave")
    }
    do(state, "conductor:upper:2", "conductor:lower:2")
    assert conductors(state) == [2, 3]
    assert asked(state) == "After"


@pytest.mark.clause("FC-CONDUCTOR-02")
def test_each_of_both_conductors_may_go_less_far() -> None:
    state = with_conductors((0, 1), "conductors both 2")
    do(state, "conductor:lower:1", "leave")
    assert conductors(state) == [0, 2]
    # also one step after the other, with the other conductor in between
    state = with_conductors((0, 1), "conductors both 2")
    do(state, "conductor:lower:1", "conductor:upper:2", "conductor:lower:1")
    assert conductors(state) == [2, 3]
    assert asked(state) == "After"


@pytest.mark.clause("FC-CONDUCTOR-03")
def test_steps_of_one_conductor_cannot_be_given_to_the_other() -> None:
    # given both-2 and the upper conductor at its end / then the lower one still goes 2 at most
    state = with_conductors((4, 0), "conductors both 2")
    assert barred(state, "conductor:lower:3") == "FC-CONDUCTOR-03"
    assert set(legal(state)) == {"conductor:lower:1", "conductor:lower:2", "leave"}
    do(state, "conductor:lower:2")
    assert conductors(state) == [4, 2]
    assert asked(state) == "After"
    # and when its own are used up, it does not go on with those of the other
    state = with_conductors((0, 0), "conductors both 2")
    do(state, "conductor:lower:2")
    assert barred(state, "conductor:lower:1") == "FC-CONDUCTOR-03"
    assert set(legal(state)) == {"conductor:upper:1", "conductor:upper:2", "leave"}


@pytest.mark.clause("FC-CONDUCTOR-04")
@pytest.mark.parametrize("above", [0, 1, 2, 3])
def test_steps_of_an_icon_with_one_conductor_may_be_divided(above: int) -> None:
    state = show(give(position(2), 0, upper="0 0 0 0", lower="0 0 0 0", conductors=(0, 0)), "x2-con-2-1")
    do(state, "take:1:1", "use")
    if above:
        do(state, f"conductor:upper:{above}")
    if above < 3:
        # then what is left is for the other, or for both
        assert barred(state, f"conductor:lower:{4 - above}") == "FC-CONDUCTOR-04"
        do(state, f"conductor:lower:{3 - above}")
    assert conductors(state) == [above, 3 - above]
    assert asked(state) == "After"


@pytest.mark.clause("FC-CONDUCTOR-04")
def test_steps_may_also_be_left() -> None:
    state = with_conductors((0, 0), "conductor steps 3")
    do(state, "conductor:upper:1", "conductor:lower:1", "leave")
    assert conductors(state) == [1, 1]


@pytest.mark.clause("FC-CONDUCTOR-05")
def test_a_conductor_on_the_last_card_stays_and_steps_are_lost() -> None:
    # given a train of 3 cards and its conductor on the last / when moved 2 / then it stays there
    state = with_conductors((3, 1), "conductor steps 2", upper="1 0 0", lower="0")
    assert conductors(state) == [3, 1]
    assert asked(state) == "After"
    # given one card before it / then only one step can be made
    state = with_conductors((2, 1), "conductor steps 2", upper="1 0 0", lower="0")
    assert barred(state, "conductor:upper:2") == "FC-CONDUCTOR-05"
    assert barred(state, "conductor:lower:1") == "FC-CONDUCTOR-05"
    heard = do(state, "conductor:upper:1")
    assert conductors(state) == [3, 1]
    assert len(only(heard, events.IconsLeft)) == 1


@pytest.mark.clause("FC-CONDUCTOR-05", "FC-CONDUCTOR-07")
def test_a_conductor_on_the_locomotive_tile_stays_there() -> None:
    state = with_conductors((9, 0), "conductor steps 2", upper=FULL, lower="0")
    assert barred(state, "conductor:upper:2") == "FC-CONDUCTOR-05"
    do(state, "conductor:upper:1")
    assert conductors(state) == [10, 0]
    assert barred(state, "conductor:upper:1") == "FC-CONDUCTOR-05"
    do(state, "conductor:lower:1")
    assert conductors(state) == [10, 1]


@pytest.mark.clause("FC-CONDUCTOR-06")
@pytest.mark.parametrize("pair", ["a-e", "b-d"])
def test_conductors_never_go_back(pair: str) -> None:
    state, rng = new_game(3, None, modules=pair), Random(f"{SEED} back {pair}")
    before = [player.conductors for player in state.players]
    while not state.over:
        state.apply(eager_move(state, rng, "conductor", ("conductor:",)))
        now = [player.conductors for player in state.players]
        for old, new in zip(before, now, strict=True):
            assert old[0] <= new[0]
            assert old[1] <= new[1]
        before = now
    assert sum(sum(own) for own in before) > 0


@pytest.mark.clause("FC-CONDUCTOR-07")
def test_the_mail_car_is_one_card() -> None:
    # given position 5 before a mail car / when moved 1 / then the conductor stands on the mail car
    state = with_conductors((5, 0), "conductor steps 1", upper="1 1 1 1 1 m1", lower="0")
    do(state, "conductor:upper:1")
    assert conductors(state) == [6, 0]
    # and three steps from 4 lead over it to 7
    state = with_conductors((4, 0), "conductor steps 3", upper="1 1 1 1 1 m1 0", lower="0")
    do(state, "conductor:upper:3")
    assert conductors(state) == [7, 0]


@pytest.mark.clause("FC-CONDUCTOR-08")
def test_a_conductor_goes_on_when_its_train_has_grown() -> None:
    # given the last card of 3 / when a coach is added and a step gained / then card 4
    state = with_conductors((3, 0), "conductor steps 1, 0-coach x1", upper="1 0 0", lower="0")
    assert barred(state, "conductor:upper:1") == "FC-CONDUCTOR-05"
    do(state, "coach:upper", "conductor:upper:1")
    assert conductors(state) == [4, 0]


@pytest.mark.clause("FC-CONDUCTOR-09")
@pytest.mark.parametrize("phase", [1, 2])
def test_conductors_stay_after_a_scoring_phase(phase: int) -> None:
    state = give(position(2), 0, upper="2 1 0", lower="1 0", conductors=(2, 1))
    give(state, 1, upper="1 1", lower="0", conductors=(1, 0))
    scoring(state, phase=phase, more=True)
    heard = do(state, "done", "done")
    assert [event.trains for event in only(heard, events.TrainsScored)] == [[3, 1], [1, 0]]
    assert asked(state) == "DealCards"
    assert [player.conductors for player in state.players] == [[2, 1], [1, 0]]
