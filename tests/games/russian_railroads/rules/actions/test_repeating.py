"""Repeating an action: the #3 factory and the repeat engineer."""

from __future__ import annotations

import pytest

from tests.support.games.russian_railroads.table import (
    DEFAULTS,
    do,
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
from trainshed.games.russian_railroads.rules.state import RailState

REPEAT_ENGINEER = 9
TWO_BLACK = 15


def with_engineer(repeat_needs: str = DEFAULTS["repeat_needs"]) -> RailState:
    """Seat 0 has the repeat engineer in the own hand, and a single worker to use it."""
    state = position(repeat_needs=repeat_needs)
    state.players[0].engineers = [REPEAT_ENGINEER]
    return supply(state, 0, workers=1)


def with_public_engineer() -> RailState:
    """The repeat engineer lies on the right light space, and seat 0 has a single worker to use it."""
    state = position()
    state.strip[5] = REPEAT_ENGINEER
    return supply(state, 0, workers=1)


def with_factory() -> RailState:
    """Seat 0 has a #3 factory in slot 1, its marker stands before it, and a single worker may move it."""
    state = position()
    own = state.players[0]
    own.factories, own.markers = [3], [4, -1]
    return supply(state, 0, workers=1)


def offered(state: RailState) -> list[str]:
    """The spaces that may be repeated."""
    return [word.removeprefix("repeat:") for word in legal(state) if word.startswith("repeat:")]


@pytest.mark.clause("RR-REUSE-01")
def test_a_repeated_action_is_carried_out_again_without_payment() -> None:
    # given a single own worker on the 2-rouble space and 2 roubles in the supply
    state = with_engineer()
    put(state, "aux_roubles", 0)
    state.roubles = 2
    refresh(state)
    # when it is repeated
    heard = do(state, "engineer:9", "repeat:aux_roubles")
    # then there are 2 roubles more, from the supply
    assert only(heard, events.ActionRepeated) == [events.ActionRepeated(0, "aux_roubles")]
    assert state.players[0].roubles == 2
    assert state.roubles == 0
    # and the space still holds 1 worker: only the engineer was paid
    assert [(s.pieces(), s.workers) for s in state.stacks] == [(1, 1), (1, 1)]
    assert len(only(heard, events.PiecesPlaced)) == 1


@pytest.mark.clause("RR-REUSE-01")
def test_spaces_without_an_own_worker_cannot_be_repeated() -> None:
    # given own single workers on two spaces, a foreign one on a third, and a fourth without any
    state = with_engineer()
    put(state, "aux_roubles", 0)
    put(state, "loco_1", 0)
    put(state, "aux_doubler", 1)
    refresh(state)
    do(state, "engineer:9")
    # then only the spaces with an own worker are offered
    assert offered(state) == ["loco_1", "aux_roubles"]
    assert refusal(state, "repeat:aux_doubler").clause == "RR-REUSE-01"
    assert refusal(state, "repeat:track_black_1").clause == "RR-REUSE-01"


@pytest.mark.clause("RR-REUSE-02")
@pytest.mark.parametrize(
    ("space", "workers", "roubles", "turquoise"),
    [
        ("track_black_2", 2, 0, 0),
        ("track_black_2", 1, 0, 1),
        ("loco_3", 3, 0, 0),
        ("loco_3", 2, 1, 0),
    ],
)
def test_a_space_paid_with_more_workers_cannot_be_repeated(
    space: str, workers: int, roubles: int, turquoise: int
) -> None:
    # given two spaces that can be repeated, and one that was paid with these pieces
    state = with_engineer()
    put(state, "aux_doubler", 0)
    put(state, "track_bottom", 0)
    put(state, space, 0, workers=workers, roubles=roubles, turquoise=turquoise)
    refresh(state)
    do(state, "engineer:9")
    # then it is not offered
    assert offered(state) == ["track_bottom", "aux_doubler"]
    assert refusal(state, f"repeat:{space}").clause == "RR-REUSE-01"


@pytest.mark.clause("RR-REUSE-02")
@pytest.mark.parametrize(("space", "roubles"), [("track_black_2", 1), ("track_any", 1), ("loco_3", 2)])
@pytest.mark.parametrize("needs", ["single_worker", "single_piece"])
def test_roubles_beside_a_single_worker_do_not_matter_unless_the_table_says_so(
    space: str, roubles: int, needs: str
) -> None:
    # given a worker with roubles on one space, 2 workers on another, a rouble alone on a third, a worker on a fourth
    state = with_engineer(needs)
    put(state, space, 0, workers=1, roubles=roubles)
    put(state, "industry_2", 0, workers=2)
    put(state, "loco_1", 0, workers=0, roubles=1)
    put(state, "aux_doubler", 0)
    refresh(state)
    do(state, "engineer:9")
    # then the first can be repeated, beside the fourth; with single pieces only, it cannot
    if needs == DEFAULTS["repeat_needs"]:
        assert offered(state) == [space, "aux_doubler"]
    else:
        assert offered(state) == ["aux_doubler"]
        assert refusal(state, f"repeat:{space}").clause == "RR-REUSE-01"
    # and two workers, or a rouble without one, are refused either way
    assert refusal(state, "repeat:industry_2").clause == "RR-REUSE-01"
    assert refusal(state, "repeat:loco_1").clause == "RR-REUSE-01"


@pytest.mark.clause("RR-REUSE-03")
@pytest.mark.parametrize(
    ("turquoise", "black", "roubles", "eligible"), [(0, 0, 1, False), (0, 1, 0, False), (1, 0, 0, True)]
)
def test_a_turquoise_worker_is_eligible_a_rouble_and_the_black_worker_are_not(
    turquoise: int, black: int, roubles: int, eligible: bool
) -> None:
    # given this piece on the doubler space
    state = with_engineer()
    put(state, "loco_1", 0)
    put(state, "aux_doubler", 0, workers=0, turquoise=turquoise, black=black, roubles=roubles)
    refresh(state)
    do(state, "engineer:9")
    # then the space is eligible or not
    if eligible:
        assert offered(state) == ["loco_1", "aux_doubler"]
        do(state, "repeat:aux_doubler")
        assert state.players[0].doublers == 1
    else:
        assert offered(state) == ["loco_1"]
        assert refusal(state, "repeat:aux_doubler").clause == "RR-REUSE-01"


@pytest.mark.clause("RR-REUSE-04")
def test_own_and_public_engineers_may_be_repeated() -> None:
    # given single own workers on the own engineer '2 black' and on a public engineer (free step and 3 points)
    state = with_engineer()
    state.players[0].engineers = [REPEAT_ENGINEER, TWO_BLACK]
    put(state, f"engineer-{TWO_BLACK}", 0)
    put(state, "eng_light_right", 0)
    refresh(state)
    do(state, "engineer:9")
    # then both are eligible
    assert offered(state) == ["eng_light_right", "engineer-15"]
    # and do again what they do
    public = state.clone()
    do(state, "repeat:engineer-15", "advance:kiev:black", "advance:kiev:black")
    assert state.players[0].tracks == tracks(kv=(3,))
    do(public, "repeat:eng_light_right", "advance:kiev:black")
    assert public.players[0].points == 3


@pytest.mark.clause("RR-REUSE-04")
def test_a_repeat_engineer_never_picks_itself() -> None:
    # given the own repeat engineer in use with a single own worker
    state = with_engineer()
    put(state, "aux_doubler", 0)
    refresh(state)
    do(state, "engineer:9")
    # then its own space is not offered
    assert offered(state) == ["aux_doubler"]
    assert refusal(state, "repeat:engineer-9").clause == "RR-REUSE-04"
    # and neither is that of the public one, given two other spaces
    state = with_public_engineer()
    put(state, "aux_doubler", 0)
    put(state, "loco_1", 0)
    refresh(state)
    do(state, "space:eng_light_right")
    assert offered(state) == ["loco_1", "aux_doubler"]
    assert refusal(state, "repeat:eng_light_right").clause == "RR-REUSE-04"


@pytest.mark.clause("RR-REUSE-04")
def test_a_public_repeat_engineer_without_another_space_is_no_action() -> None:
    # given no own worker on any space, then the public repeat engineer cannot be carried out
    state = with_public_engineer()
    assert refusal(state, "space:eng_light_right").clause == "RR-TURN-06"
    # and given one on the doubler space, then it can
    put(state, "aux_doubler", 0)
    refresh(state)
    assert "space:eng_light_right" in legal(state)


@pytest.mark.clause("RR-REUSE-04")
def test_spaces_whose_repetition_does_nothing_are_not_offered() -> None:
    # given own workers on the temporary-worker space whose workers were taken, on a turn order space,
    # and on the natural space without a natural track
    state = with_engineer()
    state.turquoise = 0
    put(state, "aux_temp", 0)
    put(state, "order_2", 0)
    put(state, "track_natural_1", 0)
    put(state, "aux_doubler", 0)
    refresh(state)
    do(state, "engineer:9")
    # then none of them is offered
    assert offered(state) == ["aux_doubler"]
    for space in ("aux_temp", "order_2", "track_natural_1"):
        assert refusal(state, f"repeat:{space}").clause == "RR-REUSE-04"


@pytest.mark.clause("RR-REUSE-04")
def test_the_temporary_worker_space_is_offered_while_its_workers_are_there() -> None:
    # given the turquoise workers on their space
    state = with_engineer()
    put(state, "aux_temp", 0)
    refresh(state)
    # when it is repeated, then they are taken
    do(state, "engineer:9", "repeat:aux_temp")
    assert state.players[0].turquoise == 2


@pytest.mark.clause("RR-REUSE-05")
def test_the_bottom_track_space_is_eligible_with_one_own_worker_among_foreign_ones() -> None:
    # given 1 own and 2 foreign workers there
    state = with_engineer()
    put(state, "track_bottom", 1)
    put(state, "track_bottom", 0)
    put(state, "track_bottom", 2, workers=0, roubles=1)
    refresh(state)
    do(state, "engineer:9")
    # then it is eligible, once
    assert offered(state) == ["track_bottom"]
    do(state, "repeat:track_bottom", "advance:kiev:black")
    assert state.players[0].tracks == tracks(kv=(2,))


@pytest.mark.clause("RR-REUSE-05")
@pytest.mark.parametrize(
    ("turquoise", "roubles", "workers", "eligible"),
    [(0, 0, 1, False), (0, 1, 0, True), (1, 0, 0, False), (0, 0, 0, True)],
)
def test_all_own_workers_on_the_bottom_track_space_count(
    turquoise: int, roubles: int, workers: int, eligible: bool
) -> None:
    # given 1 own worker there, and this piece of the same player from another use
    state = with_engineer()
    put(state, "aux_doubler", 0)
    put(state, "track_bottom", 0)
    if turquoise or roubles or workers:
        put(state, "track_bottom", 0, workers=workers, turquoise=turquoise, roubles=roubles)
    refresh(state)
    do(state, "engineer:9")
    # then it is eligible unless that piece is a worker
    assert offered(state) == (["track_bottom", "aux_doubler"] if eligible else ["aux_doubler"])
    if not eligible:
        assert refusal(state, "repeat:track_bottom").clause == "RR-REUSE-01"


@pytest.mark.clause("RR-REUSE-05")
def test_a_single_turquoise_worker_on_the_bottom_track_space_is_eligible() -> None:
    # given 1 turquoise worker of the player there, beside a foreign worker
    state = with_engineer()
    put(state, "track_bottom", 0, workers=0, turquoise=1)
    put(state, "track_bottom", 3)
    refresh(state)
    do(state, "engineer:9")
    # then it is eligible
    assert offered(state) == ["track_bottom"]


@pytest.mark.clause("RR-REUSE-06")
def test_the_space_to_be_repeated_is_chosen_before_the_turn_goes_on() -> None:
    # given 2 industry steps, the first of which enters a #3 factory
    state = with_factory()
    put(state, "aux_doubler", 0)
    put(state, "loco_1", 0)
    supply(state, 0, workers=2)
    # when the first step is made
    do(state, "space:industry_2")
    assert state.players[0].markers == [5, -1]
    # then the question is which space is repeated; the other step waits
    assert offered(state) == ["loco_1", "aux_doubler"]
    assert refusal(state, "industry:1").generic
    # and it is made after the repetition
    heard = do(state, "repeat:aux_doubler")
    order = [
        type(e) for e in heard if isinstance(e, events.ActionRepeated | events.DoublersPlaced | events.MarkerMoved)
    ]
    assert order == [events.ActionRepeated, events.DoublersPlaced, events.MarkerMoved]
    assert state.players[0].markers == [6, -1]


@pytest.mark.clause("RR-REUSE-07")
def test_parts_may_lapse_when_a_factory_or_an_own_engineer_repeats() -> None:
    # given an own worker on gray I (2 steps), and a single gray step possible
    one_gray = tracks(ts=(3, 1), sp=(1, 0), kv=(1, 0))
    by_factory = with_factory()
    by_engineer = with_engineer()
    for state, word in ((by_factory, "space:industry_1"), (by_engineer, "engineer:9")):
        state.players[0].tracks = one_gray[:]
        put(state, "track_gray_1", 0)
        refresh(state)
        # when it is repeated
        do(state, word)
        assert "track_gray_1" in offered(state)
        heard = do(state, "repeat:track_gray_1", "advance:trans_siberian:gray")
        # then 1 step is made, and the rest lapses
        assert state.players[0].tracks == tracks(ts=(3, 2), sp=(1, 0), kv=(1, 0))
        assert len(only(heard, events.RestLapsed)) == 1
        assert state.actor == 1


@pytest.mark.clause("RR-REUSE-07")
def test_a_public_repeat_engineer_demands_the_repeated_action_in_full() -> None:
    # given an own worker on gray I as the only space, and a single gray step possible
    state = with_public_engineer()
    state.players[0].tracks = tracks(ts=(3, 1), sp=(1, 0), kv=(1, 0))
    put(state, "track_gray_1", 0)
    refresh(state)
    # then the public repeat engineer is refused
    assert refusal(state, "space:eng_light_right").clause == "RR-TURN-06"
    # given two other spaces, then it may be used for those only
    other = state.clone()
    put(other, "aux_doubler", 0)
    put(other, "loco_1", 0)
    refresh(other)
    do(other, "space:eng_light_right")
    assert offered(other) == ["loco_1", "aux_doubler"]
    assert legal(other) == ["repeat:loco_1", "repeat:aux_doubler"]
    assert refusal(other, "repeat:track_gray_1").clause == "RR-TURN-06"
    assert refusal(other, "done").clause == "RR-TURN-06"
    # given two gray steps possible, then it may be used, and both must be made
    state.players[0].tracks = tracks(ts=(4, 1), sp=(3, 0), kv=(1, 0))
    refresh(state)
    do(state, "space:eng_light_right")
    for word in ("advance:trans_siberian:gray", "advance:st_petersburg:gray"):
        assert refusal(state, "done").clause == "RR-TURN-06"
        do(state, word)
    assert state.actor == 1
    assert state.players[0].tracks == tracks(ts=(4, 2), sp=(3, 1), kv=(1, 0))


@pytest.mark.clause("RR-REUSE-08")
def test_the_space_in_use_may_be_repeated_by_what_it_triggers() -> None:
    # given 1 own worker just placed on the 1-step industry space, and a step that enters a #3 factory
    state = with_factory()
    do(state, "space:industry_1")
    # then this space is offered
    assert offered(state) == ["industry_1"]
    # and its repetition moves the marker once more
    do(state, "repeat:industry_1", "industry:1")
    assert state.players[0].markers == [6, -1]
    assert state.actor == 1


@pytest.mark.clause("RR-REUSE-08")
def test_the_space_in_use_is_not_repeated_if_it_was_paid_otherwise() -> None:
    # given the 1-step industry space paid with a rouble, and a second space to repeat
    state = with_factory()
    put(state, "aux_doubler", 0)
    supply(state, 0, roubles=1)
    # when the step enters the #3 factory
    do(state, "space:industry_1")
    # then only the other space is offered
    assert offered(state) == ["aux_doubler"]
    assert refusal(state, "repeat:industry_1").clause == "RR-REUSE-01"


@pytest.mark.clause("RR-REUSE-09")
@pytest.mark.parametrize("public", [True, False])
def test_a_factory_may_pick_the_repeat_engineer_which_picks_another_space(public: bool) -> None:
    # given single own workers on the repeat engineer and on the doubler space
    state = with_factory()
    engineer = "eng_light_right" if public else "engineer-9"
    if public:
        state.strip[5] = REPEAT_ENGINEER
    else:
        state.players[0].engineers = [REPEAT_ENGINEER]
    put(state, engineer, 0)
    put(state, "aux_doubler", 0)
    refresh(state)
    # when a #3 factory picks the repeat engineer
    do(state, "space:industry_1")
    assert sorted(offered(state)) == sorted([engineer, "aux_doubler", "industry_1"])
    do(state, f"repeat:{engineer}")
    # then the doubler space may be repeated, and not the engineer itself
    assert offered(state) == ["industry_1", "aux_doubler"]
    assert refusal(state, f"repeat:{engineer}").clause == "RR-REUSE-04"
    do(state, "repeat:aux_doubler")
    assert state.players[0].doublers == 1
    assert state.actor == 1
