"""Roubles: what they pay for, and how many there are."""

from __future__ import annotations

import pytest

from tests.support.games.russian_railroads.table import (
    BOX,
    GAME,
    do,
    effect,
    legal,
    only,
    position,
    put,
    refresh,
    refusal,
    supply,
    tracks,
)
from trainshed.games.russian_railroads import events


@pytest.mark.clause("RR-ROUBLE-01")
def test_roubles_stand_in_for_workers() -> None:
    # given 0 workers and 2 roubles
    state = position()
    supply(state, 0, workers=0, roubles=2)
    # when a 2-worker space is used
    heard = do(state, "space:track_black_2")
    # then it is paid with 2 roubles
    assert only(heard, events.PiecesPlaced) == [events.PiecesPlaced(0, "track_black_2", 0, 0, 0, 2, True)]
    assert state.players[0].roubles == 0


@pytest.mark.clause("RR-ROUBLE-01")
def test_two_roubles_do_not_pay_for_three_workers() -> None:
    # given 0 workers and 2 roubles
    state = position()
    supply(state, 0, workers=0, roubles=2)
    # then a 3-worker space is refused
    why = refusal(state, "space:loco_3")
    assert why.clause == "RR-TURN-03"
    assert (why.numbers["workers"], why.numbers["own_workers"], why.numbers["own_roubles"]) == (3, 0, 2)


@pytest.mark.clause("RR-ROUBLE-01")
@pytest.mark.parametrize("space", [space.name for space in BOX.spaces if not space.order])
def test_roubles_alone_pay_for_any_action_space(space: str) -> None:
    # given 3 roubles, no worker, all colours and a factory
    state = position(turn=1, round=7 if space == "last_round" else 1)
    state.players[1].tracks = tracks((15, 12, 9, 6, 3), (7, 5, 3, 1), (6, 4, 2))
    state.players[1].factories = [1]
    supply(state, 1, roubles=3)
    # when the space is used
    heard = do(state, f"space:{space}")
    # then it is paid with roubles, as many as the pieces it asks for
    at = BOX.spaces[BOX.space_names.index(space)]
    paid = at.workers + at.roubles
    assert only(heard, events.PiecesPlaced) == [events.PiecesPlaced(1, space, 0, 0, 0, paid, True)]


@pytest.mark.clause("RR-ROUBLE-01")
def test_a_rouble_pays_for_an_own_engineer() -> None:
    # given engineer 15 (2 black steps), 1 rouble and no worker
    state = position()
    state.players[0].engineers = [15]
    supply(state, 0, roubles=1)
    # when it is used, then the rouble lies on it
    heard = do(state, "engineer:15")
    assert only(heard, events.PiecesPlaced) == [events.PiecesPlaced(0, "engineer-15", 0, 0, 0, 1, True)]


@pytest.mark.clause("RR-ROUBLE-02")
def test_workers_and_roubles_may_be_mixed() -> None:
    # given a 3-worker space, 3 workers and 3 roubles
    state = position()
    supply(state, 0, workers=3, roubles=3)
    do(state, "space:loco_3")
    # then every mix is legal
    assert legal(state) == ["pay:w3", "pay:w2r1", "pay:w1r2", "pay:r3"]
    # when 1 worker and 2 roubles are paid, then just these are placed
    do(state, "pay:w1r2")
    assert (state.players[0].workers, state.players[0].roubles) == (2, 1)
    assert [(s.workers, s.roubles) for s in state.stacks] == [(1, 2)]


@pytest.mark.clause("RR-ROUBLE-03")
@pytest.mark.parametrize(("space", "workers"), [("track_any", 1), ("eng_hire", 0)])
def test_a_required_rouble_cannot_be_replaced_by_a_worker(space: str, workers: int) -> None:
    # given 2 workers and 0 roubles
    state = position()
    supply(state, 0, workers=2)
    # then the space is refused
    why = refusal(state, f"space:{space}")
    assert why.clause == "RR-ROUBLE-03"
    assert why.numbers == {"workers": workers, "roubles": 1, "own_workers": 2, "own_roubles": 0}
    # neither do the other workers help
    supply(state, 0, workers=2, turquoise=2, black=1)
    assert refusal(state, f"space:{space}").clause == "RR-ROUBLE-03"
    # and with 1 rouble it is legal
    supply(state, 0, workers=2, roubles=1)
    assert f"space:{space}" in legal(state)
    # and nothing but that rouble pays for its part
    heard = do(state, f"space:{space}")
    assert only(heard, events.PiecesPlaced) == [events.PiecesPlaced(0, space, workers, 0, 0, 1, True)]


@pytest.mark.clause("RR-ROUBLE-04")
def test_the_top_track_space_may_be_paid_with_two_roubles() -> None:
    # given 0 workers and 2 roubles
    state = position()
    supply(state, 0, roubles=2)
    # when the top track space is used, then 2 roubles pay for it
    heard = do(state, "space:track_any")
    assert only(heard, events.PiecesPlaced) == [events.PiecesPlaced(0, "track_any", 0, 0, 0, 2, True)]


@pytest.mark.clause("RR-ROUBLE-04")
def test_the_top_track_space_may_not_be_paid_with_two_workers() -> None:
    # given 2 workers and no rouble, then it is refused
    state = position()
    supply(state, 0, workers=2)
    assert refusal(state, "space:track_any").clause == "RR-ROUBLE-03"
    # given 2 workers and 2 roubles, then the payment with 2 workers is refused
    supply(state, 0, workers=2, roubles=2)
    do(state, "space:track_any")
    assert legal(state) == ["pay:w1r1", "pay:r2"]
    assert refusal(state, "pay:w2").clause == "RR-ROUBLE-03"


@pytest.mark.clause("RR-ROUBLE-05")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_space_with_only_a_rouble_is_occupied_for_everybody(seat: int) -> None:
    # given a rouble of seat 1 on the doubler space
    state = position(turn=seat)
    assert "space:aux_doubler" in legal(state)
    put(state, "aux_doubler", 1, workers=0, roubles=1)
    refresh(state)
    # when anybody tries it, then it is refused
    assert refusal(state, "space:aux_doubler").clause == "RR-TURN-02"


@pytest.mark.clause("RR-ROUBLE-05")
def test_a_space_paid_with_a_rouble_stays_occupied_until_the_round_ends() -> None:
    # given the doubler space paid with a rouble
    state = position(seats=2)
    do(state, "space:aux_doubler", "pay:r1")
    # then it is refused to both players as long as the round lasts
    assert refusal(state, "space:aux_doubler").clause == "RR-TURN-02"
    do(state, "pass")
    assert state.actor == 0
    assert refusal(state, "space:aux_doubler").clause == "RR-TURN-02"
    # and is free in the next round
    do(state, "pass")
    assert state.round == 2
    assert "space:aux_doubler" in legal(state)


@pytest.mark.clause("RR-ROUBLE-06")
def test_roubles_on_spaces_go_back_to_the_supply() -> None:
    # given 3 roubles on spaces, of two players, one beside a worker
    state = position()
    put(state, "aux_doubler", 1, workers=0, roubles=1)
    put(state, "track_any", 2, workers=1, roubles=1)
    put(state, "eng_hire", 2, workers=0, roubles=1)
    refresh(state)
    supplied = state.roubles
    held = [player.roubles for player in state.players]
    # when everybody has passed
    do(state, "pass", "pass", "pass", "pass")
    # then the supply has 3 more, and nobody has got one back
    assert state.round == 2
    assert state.roubles == supplied + 3
    assert [player.roubles for player in state.players] == held
    assert state.stacks == []


@pytest.mark.clause("RR-ROUBLE-07")
def test_there_are_eighteen_roubles() -> None:
    # given the box, then it holds 18 coins
    assert BOX.roubles == 18
    # and given 4 players with 1 each and 1 on a question card, then the supply holds the rest
    state = position()
    assert state.roubles == 13
    assert GAME.census(state)["roubles"] == 18


@pytest.mark.clause("RR-ROUBLE-07")
def test_the_rouble_space_needs_both_its_roubles_in_the_supply() -> None:
    # given 1 rouble in the supply
    state = position()
    state.roubles = 1
    refresh(state)
    # then the space is refused
    assert refusal(state, "space:aux_roubles").clause == "RR-ROUBLE-07"
    # given 2, then it is legal
    state.roubles = 2
    refresh(state)
    assert "space:aux_roubles" in legal(state)
    do(state, "space:aux_roubles", "pay:w1")
    assert state.roubles == 0


@pytest.mark.clause("RR-ROUBLE-07")
@pytest.mark.parametrize(("left", "taken"), [(2, 1), (1, 1), (0, 0)])
def test_a_factory_gives_the_rouble_that_is_left(left: int, taken: int) -> None:
    # given so many roubles in the supply, and the marker before a #6 factory
    state = position()
    state.roubles = left
    own = state.players[0]
    own.factories, own.markers = [6], [4, -1]
    supply(state, 0, workers=1)
    # when the marker enters it
    heard = do(state, "space:industry_1")
    # then the player takes what is there
    assert own.roubles == taken
    assert state.roubles == left - taken
    assert only(heard, events.RoublesTaken) == [events.RoublesTaken(0, taken)]


@pytest.mark.clause("RR-ROUBLE-07")
def test_another_effect_for_two_roubles_pays_what_is_there() -> None:
    # given 1 rouble in the supply
    state = position()
    state.roubles = 1
    # when an uncontested effect gives 2
    refresh(state, [*state.agenda, effect(0, "rouble:2")])
    # then the player has got 1
    assert state.players[0].roubles == 2
    assert state.roubles == 0


@pytest.mark.clause("RR-ROUBLE-07")
def test_roubles_have_no_limit_where_the_table_says_so() -> None:
    # given the option and an empty supply
    state = position(limited_supplies="no")
    state.roubles = 0
    supply(state, 0, workers=1)
    # when the space is used, then it pays in full
    do(state, "space:aux_roubles")
    assert state.players[0].roubles == 2
