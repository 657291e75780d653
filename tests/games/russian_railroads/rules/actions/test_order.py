"""Turn order: passing, claims, the exchange, and relocated workers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.support.games.russian_railroads.table import (
    BOX,
    barred,
    do,
    legal,
    only,
    pass_on,
    position,
    put,
    refresh,
    refusal,
    tracks,
)
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.state import RailState

A, B, C, D = 0, 1, 2, 3


def pieces(state: RailState, space: str) -> list[tuple[int, int, int, int, int]]:
    """Who has what on a space: seat, own workers, turquoise, black, roubles."""
    at = BOX.space_names.index(space)
    return [(s.seat, s.workers, s.turquoise, s.black, s.roubles) for s in state.stacks if s.space == at]


def claimed(first: int = -1, second: int = -1, seats: int = 4, order: Sequence[int] | None = None) -> RailState:
    """A round in which these seats hold the claims, a worker each, and nobody has passed yet."""
    state = position(seats, order=order, turn=order[0] if order else 0)
    for name, seat in (("order_1", first), ("order_2", second)):
        if seat >= 0:
            put(state, name, seat)
            state.players[seat].workers -= 1
    state.claims = [first, second]
    return refresh(state)


def relocating(seat: int = D, seats: int = 4) -> RailState:
    """This seat has claimed position 1 and may relocate the worker: everybody has passed."""
    state = claimed(first=seat, seats=seats)
    pass_on(state)
    assert (state.actor, legal(state)[0]) == (seat, "stay")
    return state


# ---------------------------------------------------------------- the track, and passing


@pytest.mark.clause("RR-ORDER-01")
@pytest.mark.parametrize("order", [[C, A, D, B], [A, B, C, D], [D, C, B, A]])
def test_turns_follow_the_order_track_and_not_the_seats(order: list[int]) -> None:
    # given this order track
    state = position(4, order=order, turn=order[0])
    # when everybody takes turns
    asked = []
    for word in ("industry_1", "aux_doubler", "aux_roubles", "loco_1"):
        asked.append(state.actor)
        do(state, f"space:{word}", "pay:w1")
        if word == "loco_1":
            do(state, "build:factory")
    # then they act in this order, and again so
    assert asked == order
    assert state.actor == order[0]
    # and so they do when they pass
    assert [event.seat for event in only(pass_on(state), events.Passed)] == order
    assert (state.round, state.actor) == (2, order[0])


@pytest.mark.clause("RR-ORDER-02")
def test_who_passes_scores_the_back_of_the_card_at_once() -> None:
    # given the 3rd player, to act before anybody has passed
    state = position(4, order=[A, D, B, C], turn=B)
    assert not state.view(None).players[B].passed
    # when that player passes
    heard = do(state, "pass")
    # then the 3 points of card 3 are there before the next turn, and the card is turned over
    assert state.actor == C
    assert state.scores() == [0, 3, 0, 0]
    assert only(heard, events.Passed) == [events.Passed(B, 3, False)]
    assert [player.passed for player in state.view(None).players] == [False, True, False, False]


@pytest.mark.clause("RR-ORDER-02")
def test_a_pass_that_is_the_only_thing_left_scores_too() -> None:
    # given a 2nd player without any piece
    state = position(4)
    state.players[B].workers = state.players[B].roubles = 0
    refresh(state)
    # when the 1st player has passed, then the rules pass for the 2nd, and score
    heard = do(state, "pass")
    assert only(heard, events.Passed) == [events.Passed(A, 0, False), events.Passed(B, 2, True)]
    assert (state.actor, state.scores()) == (C, [0, 2, 0, 0])


@pytest.mark.clause("RR-ORDER-03")
@pytest.mark.parametrize("order", [[A, B, C, D], [C, A, D, B]])
def test_the_backs_give_0_2_3_and_4_points(order: list[int]) -> None:
    # given positions 1 to 4
    state = position(4, order=order, turn=order[0])
    # when they pass one after the other, then they score 0, 2, 3, 4
    assert [event.points for event in only(pass_on(state), events.Passed)] == [0, 2, 3, 4]
    assert [state.scores()[seat] for seat in order] == [0, 2, 3, 4]


@pytest.mark.clause("RR-ORDER-03")
def test_three_players_use_the_first_three_cards() -> None:
    # given 3 players, when they pass, then they score 0, 2, 3
    state = position(3, order=[C, A, B], turn=C)
    pass_on(state)
    assert state.scores() == [2, 3, 0]


# ---------------------------------------------------------------- claims


@pytest.mark.clause("RR-ORDER-04")
def test_a_worker_under_position_1_makes_its_owner_first_in_the_next_round() -> None:
    # given the third player
    state = position(4, turn=C)
    # when a worker is placed on claim 1
    heard = do(state, "space:order_1")
    assert only(heard, events.OrderClaimed) == [events.OrderClaimed(C, 1)]
    assert (state.players[C].workers, pieces(state, "order_1")) == (4, [(C, 1, 0, 0, 0)])
    # then nothing changes in this round
    assert (state.order, state.actor) == ([A, B, C, D], D)
    # and in the next one the claimant is first
    pass_on(state)
    do(state, "stay")
    assert (state.round, state.order[0], state.actor) == (2, C, C)


@pytest.mark.clause("RR-ORDER-04")
def test_a_worker_under_position_2_makes_its_owner_second_in_the_next_round() -> None:
    # given the fourth player, when a worker is placed on claim 2
    state = position(4, turn=D)
    do(state, "space:order_2")
    assert state.claims == [-1, D]
    # then in the next round that player is second
    pass_on(state)
    do(state, "stay")
    assert (state.round, state.order[1], state.actor) == (2, D, A)


@pytest.mark.clause("RR-ORDER-04")
def test_a_claimed_position_cannot_be_claimed_again() -> None:
    # given a claim on position 1
    state = position(4, turn=C)
    do(state, "space:order_1")
    # then the next player may not place there, but under position 2
    assert barred(state, "space:order_1") == "RR-TURN-02"
    assert "space:order_2" in legal(state)


@pytest.mark.clause("RR-ORDER-05")
@pytest.mark.parametrize("seats", [3, 4])
def test_nobody_claims_the_position_currently_held(seats: int) -> None:
    # given the current 2nd player, then claim 2 is illegal and claim 1 is legal
    order = [B, C, A, D][:seats]
    second = position(seats, order=order, turn=C)
    assert barred(second, "space:order_2") == "RR-ORDER-05"
    assert "space:order_1" in legal(second)
    # given the current 1st player, then claim 1 is illegal and claim 2 is legal
    first = position(seats, order=order, turn=B)
    assert barred(first, "space:order_1") == "RR-ORDER-05"
    assert "space:order_2" in legal(first)
    # given anybody else, then both are legal
    third = position(seats, order=order, turn=A)
    assert {"space:order_1", "space:order_2"} <= set(legal(third))


@pytest.mark.clause("RR-ORDER-06")
@pytest.mark.parametrize(("own", "other", "able"), [("order_1", "order_2", A), ("order_2", "order_1", B)])
def test_nobody_holds_both_claims(own: str, other: str, able: int) -> None:
    # given a player on one claim, to act again
    state = position(4, turn=D)
    do(state, f"space:{own}")
    # then another player may take the other one
    while state.actor != able:
        do(state, "pass")
    assert f"space:{other}" in legal(state)
    # but not the same player
    while state.actor != D:
        do(state, "pass")
    assert barred(state, f"space:{other}") == "RR-ORDER-06"


# ---------------------------------------------------------------- the new order


@pytest.mark.clause("RR-ORDER-07")
@pytest.mark.parametrize(
    ("first", "second", "order"),
    [
        (D, -1, [D, A, B, C]),
        (B, -1, [B, A, C, D]),
        (D, C, [D, C, A, B]),
        (B, D, [B, D, A, C]),
        (C, B, [C, B, A, D]),
        (-1, -1, [A, B, C, D]),
    ],
)
def test_claimants_take_their_positions_and_the_others_keep_their_order(
    first: int, second: int, order: list[int]
) -> None:
    # given A, B, C, D with these claims
    state = claimed(first, second)
    # when some have passed, then nothing has changed yet
    do(state, "pass", "pass", "pass")
    assert state.order == [A, B, C, D]
    # and after everyone has, this is the order
    heard = do(state, "pass")
    assert state.order == order
    assert [event.order for event in only(heard, events.OrderChanged)] == ([order] if first >= 0 else [])


@pytest.mark.clause("RR-ORDER-08")
@pytest.mark.parametrize(("second", "order"), [(C, [A, C, B, D]), (D, [A, D, B, C])])
def test_if_only_position_2_is_claimed_the_first_player_stays_first(second: int, order: list[int]) -> None:
    # given A, B, C, D with this one on claim 2
    state = claimed(second=second)
    # when everyone has passed, then
    pass_on(state)
    assert state.order == order


@pytest.mark.clause("RR-ORDER-09")
def test_a_first_player_who_claims_position_2_alone_stays_first() -> None:
    # given A, B, C, D, and A to act
    state = position(4)
    # when A claims position 2, and nobody position 1
    do(state, "space:order_2")
    pass_on(state)
    # then the order stays, and A may relocate all the same
    assert state.order == [A, B, C, D]
    assert (state.actor, legal(state)[0]) == (A, "stay")
    do(state, "stay")
    assert (state.round, state.order, state.actor) == (2, [A, B, C, D], A)


@pytest.mark.clause("RR-ORDER-10")
@pytest.mark.parametrize(("first", "order"), [(C, [C, A, B, D]), (B, [B, A, C, D]), (D, [D, A, B, C])])
def test_a_first_player_who_claims_position_2_becomes_second_if_another_claims_position_1(
    first: int, order: list[int]
) -> None:
    # given A on claim 2, and another on claim 1
    state = claimed(first, A)
    # when everyone has passed, then
    pass_on(state)
    assert state.order == order


# ---------------------------------------------------------------- the exchange


@pytest.mark.clause("RR-ORDER-11")
@pytest.mark.parametrize(("payment", "foreign"), [("pay:t1", (1, 0, 0)), ("pay:b1", (0, 1, 0)), ("pay:r1", (0, 0, 1))])
def test_a_foreign_worker_or_rouble_on_a_claim_changes_places_with_an_own_worker(
    payment: str, foreign: tuple[int, int, int]
) -> None:
    # given a player with a turquoise worker, the black worker and a rouble, and an own worker on the doubler space
    state = position(4, turn=D)
    own = state.players[D]
    own.workers, own.turquoise, own.black, own.roubles = 4, 1, 1, 1
    put(state, "aux_doubler", D)
    refresh(state)
    # when claim 1 is paid with one of them
    do(state, "space:order_1")
    assert legal(state) == ["pay:w1", "pay:t1", "pay:b1", "pay:r1"]
    heard = do(state, payment)
    # then claim 1 holds the own worker, and the doubler space the other piece
    assert pieces(state, "order_1") == [(D, 1, 0, 0, 0)]
    assert pieces(state, "aux_doubler") == [(D, 0, *foreign)]
    assert only(heard, events.PiecesSwapped) == [events.PiecesSwapped(D, "aux_doubler", True)]
    assert (state.claims, state.actor) == ([D, -1], A)
    assert (own.workers, own.turquoise, own.black, own.roubles) == (4, *[1 - count for count in foreign])


@pytest.mark.clause("RR-ORDER-11")
def test_an_own_worker_on_a_claim_is_not_exchanged() -> None:
    # given an own worker on the doubler space
    state = position(4, turn=D)
    put(state, "aux_doubler", D)
    refresh(state)
    # when the claim is paid with an own worker
    heard = do(state, "space:order_1", "pay:w1")
    # then nothing changes places
    assert pieces(state, "order_1") == pieces(state, "aux_doubler") == [(D, 1, 0, 0, 0)]
    assert not only(heard, events.PiecesSwapped)


@pytest.mark.clause("RR-ORDER-11")
def test_the_player_chooses_which_worker_is_exchanged() -> None:
    # given own workers on a space for two, on an own engineer, and others' workers and own roubles elsewhere
    state = position(4, turn=D)
    own = state.players[D]
    own.engineers = [9]
    put(state, "industry_2", D, workers=2)
    put(state, "engineer-9", D)
    put(state, "aux_doubler", A)
    put(state, "aux_roubles", D, workers=0, roubles=1)
    refresh(state)
    # when the claim is paid with a rouble
    do(state, "space:order_2", "pay:r1")
    # then any space with an own worker may be named, at once and without a way out
    assert legal(state) == ["swap:industry_2", "swap:engineer-9"]
    for word in ("swap:aux_doubler", "swap:aux_roubles", "swap:order_2"):
        assert barred(state, word) == "RR-ORDER-11"
    do(state, "swap:industry_2")
    # and one worker has come from there
    assert pieces(state, "industry_2") == [(D, 1, 0, 0, 1)]
    assert pieces(state, "order_2") == [(D, 1, 0, 0, 0)]
    assert state.claims == [-1, D]


@pytest.mark.clause("RR-ORDER-11")
def test_without_an_own_worker_elsewhere_a_claim_is_paid_with_an_own_worker_only() -> None:
    # given a player with a worker, a turquoise worker and a rouble, and only others' and foreign pieces on spaces
    state = position(4, turn=D)
    own = state.players[D]
    own.turquoise = own.roubles = 1
    put(state, "aux_doubler", A)
    put(state, "aux_roubles", D, workers=0, roubles=1)
    put(state, "industry_1", D, workers=0, turquoise=1)
    refresh(state)
    before = own.workers
    # when position 1 is claimed, then there is only one way to pay it, so that it is not asked
    do(state, "space:order_1")
    assert state.actor == A
    assert pieces(state, "order_1") == [(D, 1, 0, 0, 0)]
    assert (own.workers, own.turquoise, own.roubles) == (before - 1, 1, 1)


@pytest.mark.clause("RR-ORDER-11")
def test_without_any_own_worker_a_claim_is_refused() -> None:
    # given a player with no worker left in the supply nor on any other space, but a rouble and foreign workers
    state = position(4, turn=D)
    own = state.players[D]
    own.workers, own.turquoise, own.black, own.roubles = 0, 1, 1, 1
    put(state, "aux_doubler", A)
    refresh(state)
    # then both claims are refused
    assert barred(state, "space:order_1") == barred(state, "space:order_2") == "RR-ORDER-11"
    assert refusal(state, "space:order_1").numbers == {
        "workers": 1,
        "roubles": 0,
        "own_workers": 2,
        "own_roubles": 1,
    }
    # and legal as soon as an own worker stands on another space
    put(state, "industry_1", D)
    assert {"space:order_1", "space:order_2"} <= set(legal(refresh(state)))


@pytest.mark.clause("RR-ORDER-19")
def test_the_exchange_only_changes_places() -> None:
    # given own workers on the doubler and the rouble space, and an own engineer that repeats
    state = position(4, turn=D)
    own = state.players[D]
    own.workers, own.roubles, own.doublers, own.engineers = 3, 1, 1, [9]
    put(state, "aux_doubler", D)
    put(state, "aux_roubles", D)
    refresh(state)
    # when the claim is paid with a rouble, which goes to the doubler space
    do(state, "space:order_1", "pay:r1", "swap:aux_doubler")
    # then no action was carried out or undone
    assert (own.doublers, own.roubles, own.workers) == (1, 0, 3)
    assert pieces(state, "aux_doubler") == [(D, 0, 0, 0, 1)]
    # and the doubler space stays occupied for the next player
    assert state.actor == A
    assert barred(state, "space:aux_doubler") == "RR-TURN-02"
    assert barred(state, "space:order_1") == "RR-TURN-02"
    # and it cannot be repeated: no own worker stands there any more
    do(state, "pass", "pass", "pass")
    own.roubles = 1
    refresh(state)
    do(state, "engineer:9", "pay:w1")
    assert legal(state) == ["done", "repeat:aux_roubles"]
    assert barred(state, "repeat:aux_doubler") == "RR-REUSE-01"


@pytest.mark.clause("RR-ORDER-19")
def test_without_an_exchange_the_same_space_could_be_repeated() -> None:
    # given the same player, when the claim is paid with an own worker
    state = position(4, turn=D)
    own = state.players[D]
    own.workers, own.roubles, own.doublers, own.engineers = 3, 1, 1, [9]
    put(state, "aux_doubler", D)
    put(state, "aux_roubles", D)
    refresh(state)
    do(state, "space:order_1", "pay:w1", "pass", "pass", "pass", "engineer:9", "pay:w1")
    # then the doubler space may be repeated
    assert legal(state) == ["done", "repeat:aux_doubler", "repeat:aux_roubles"]


# ---------------------------------------------------------------- relocation


@pytest.mark.clause("RR-ORDER-12")
def test_a_claimant_may_relocate_the_worker_and_carry_out_that_action() -> None:
    # given a claimant, when everyone has passed
    state = claimed(first=D)
    heard = pass_on(state)
    # then the order is new, nothing is scored yet, and the claimant may relocate
    assert state.order == [D, A, B, C]
    assert not only(heard, events.RoundScored)
    assert (state.actor, legal(state)[0]) == (D, "stay")
    assert "space:aux_doubler" in legal(state)
    # when the worker goes to the doubler space
    heard = do(state, "space:aux_doubler")
    # then its action is carried out, without a further piece, before the scoring
    names = [type(event).__name__ for event in heard]
    assert names[:3] == ["WorkerRelocated", "DoublersPlaced", "RoundScored"]
    assert only(heard, events.WorkerRelocated) == [events.WorkerRelocated(D, "aux_doubler")]
    assert state.players[D].doublers == 1
    assert (state.round, state.players[D].workers, state.players[D].roubles) == (2, 5, 1)


@pytest.mark.clause("RR-ORDER-12")
def test_a_relocated_worker_leaves_the_claim_and_stands_on_the_new_space() -> None:
    # given a claimant, when the worker goes to the bottom track space, where a choice is left
    state = relocating(D)
    do(state, "space:track_bottom")
    # then it stands there, and the claim space is empty
    assert pieces(state, "track_bottom") == [(D, 1, 0, 0, 0)]
    assert pieces(state, "order_1") == []
    assert (state.actor, "advance:kiev:black" in legal(state)) == (D, True)
    do(state, "advance:kiev:black")
    assert (state.round, state.players[D].tracks) == (2, tracks(kv=(2,)))


@pytest.mark.clause("RR-ORDER-12")
def test_a_claimant_may_leave_the_worker_where_it_is() -> None:
    # given a claimant, when the worker stays
    state = relocating(D)
    heard = do(state, "stay")
    # then nothing is carried out, and the round is scored
    assert [type(event).__name__ for event in heard][:2] == ["WorkerRelocated", "RoundScored"]
    assert only(heard, events.WorkerRelocated) == [events.WorkerRelocated(D, "")]
    assert (state.round, state.order) == (2, [D, A, B, C])
    assert (state.players[D].doublers, state.players[D].tracks) == (0, tracks())


@pytest.mark.clause("RR-ORDER-13")
@pytest.mark.parametrize(("first", "second"), [(C, D), (D, C), (B, A)])
def test_the_claimant_of_position_2_relocates_first(first: int, second: int) -> None:
    # given both claims, when everyone has passed
    state = claimed(first, second)
    pass_on(state)
    # then the claimant of position 2 relocates
    assert (state.actor, legal(state)[0]) == (second, "stay")
    do(state, "space:industry_1")
    assert state.players[second].markers == [1, -1]
    # and then the claimant of position 1, to a space that is still free
    assert (state.actor, legal(state)[0]) == (first, "stay")
    assert barred(state, "space:industry_1") == "RR-TURN-02"
    do(state, "space:aux_roubles")
    assert (state.round, state.players[first].roubles) == (2, 3)


@pytest.mark.clause("RR-ORDER-14")
def test_a_relocated_worker_goes_only_where_exactly_one_worker_is_needed() -> None:
    # given a claimant with workers and roubles to spare, for whom every space would be possible
    state = relocating(D)
    own = state.players[D]
    own.tracks = tracks(ts=(14, 10, 7, 4, 0), sp=(8, 5, 3, 0), kv=(8, 5, 0))
    own.workers, own.roubles = 5, 3
    state.strip = [11, 12, 13, 14, 15, 2, 3]
    refresh(state)
    # then spaces for 2 or 3 workers, for a worker and a rouble, and for a rouble are no targets
    for name in (
        "track_any",
        "track_black_2",
        "track_gray_2",
        "track_brown_2",
        "track_natural_2",
        "track_white_2",
        "loco_2",
        "loco_3",
        "industry_2",
        "industry_black",
        "eng_hire",
    ):
        assert barred(state, f"space:{name}") == "RR-ORDER-14"
    # and spaces for one worker are
    assert legal(state) == [
        "stay",
        *[f"space:track_{colour}_1" for colour in ("black", "gray", "brown", "natural", "white")],
        "space:track_bottom",
        "space:loco_1",
        "space:industry_1",
        "space:aux_doubler",
        "space:aux_roubles",
        "space:aux_temp",
        "space:eng_light_left",
        "space:eng_light_right",
    ]


@pytest.mark.clause("RR-ORDER-14")
def test_nothing_is_added_to_a_relocated_worker() -> None:
    # given a claimant with workers, roubles, turquoise workers and the black worker in the supply
    state = relocating(D)
    own = state.players[D]
    own.workers, own.roubles, own.turquoise, own.black = 4, 3, 2, 1
    refresh(state)
    # when the worker goes to a black track space
    do(state, "space:track_black_1")
    # then no payment is asked, one worker stands there, and there are 2 steps and no more
    assert pieces(state, "track_black_1") == [(D, 1, 0, 0, 0)]
    assert (own.workers, own.roubles, own.turquoise, own.black) == (4, 3, 2, 1)
    do(state, "advance:kiev:black", "advance:kiev:black")
    assert state.round == 2


@pytest.mark.clause("RR-ORDER-15")
def test_free_own_engineers_and_light_engineers_are_targets() -> None:
    # given a claimant with engineers 5 and 9, of which 9 is in use, engineer 6 of another, and two light ones
    state = relocating(D)
    state.players[D].engineers = [5, 9]
    state.players[A].engineers = [6]
    put(state, "engineer-9", D)
    put(state, "eng_light_left", B)
    state.strip = [0, 10, 11, 12, 3, 2, 4]
    state.players[D].tracks = tracks(ts=(3, 0), sp=(1, 0), kv=(1, 0))
    refresh(state)
    # then free ones are targets
    assert {"engineer:5", "space:eng_light_right"} <= set(legal(state))
    # and those in use or of others are not
    assert barred(state, "engineer:9") == "RR-TURN-02"
    assert barred(state, "space:eng_light_left") == "RR-TURN-02"
    assert barred(state, "engineer:6") == "RR-ENGINEER-03"
    # when the worker goes to the own engineer, then its action is carried out
    do(state, "engineer:5")
    assert legal(state) == ["done", "industry:1"]
    do(state, "industry:1", "industry:1")
    assert state.players[D].markers == [2, -1]


@pytest.mark.clause("RR-ORDER-15")
def test_a_worker_relocated_to_a_light_engineer_carries_out_its_action() -> None:
    # given a claimant, and engineer 6 on the right light space
    state = relocating(D)
    state.strip = [9, 10, 11, 12, 7, 6, 13]
    refresh(state)
    points = state.players[D].points
    # when the worker goes there
    heard = do(state, "space:eng_light_right")
    # then an industry step and 3 points
    assert state.players[D].markers == [1, -1]
    assert only(heard, events.PointsScored) == [events.PointsScored(D, 3, "effect")]
    assert state.players[D].points == points + 3 + 1


@pytest.mark.clause("RR-ORDER-16")
def test_the_bottom_track_space_is_a_target_whoever_stands_there() -> None:
    # given a claimant with black on 3 in Kiev, all spaces for one worker occupied, the bottom one by several
    state = relocating(D)
    state.players[D].tracks = tracks(kv=(3,))
    for space in BOX.spaces:
        if (space.workers, space.roubles) == (1, 0) and not space.order:
            put(state, space.name, A)
    put(state, "track_bottom", B)
    put(state, "track_bottom", D)
    refresh(state)
    # then the bottom space is offered, and nothing else
    assert legal(state) == ["stay", "space:track_bottom"]
    do(state, "space:track_bottom", "advance:kiev:black")
    assert state.players[D].tracks == tracks(kv=(4,))


@pytest.mark.clause("RR-ORDER-16")
def test_the_bottom_track_space_is_no_target_without_a_black_or_gray_step() -> None:
    # given a claimant whose black tracks have all arrived, and whose gray ones stand right behind them
    state = relocating(D)
    own = state.players[D]
    own.tracks = tracks(ts=(15, 14, 0, 0, 0), sp=(9, 8, 0, 0), kv=(9, 8, 0))
    refresh(state)
    # then the bottom space is refused
    assert barred(state, "space:track_bottom") == "RR-TURN-06"
    # and with one gray step left it is offered
    own.tracks = tracks(ts=(15, 14, 0, 0, 0), sp=(9, 8, 0, 0), kv=(9, 7, 0))
    assert "space:track_bottom" in legal(refresh(state))


@pytest.mark.clause("RR-ORDER-17")
@pytest.mark.parametrize(("first", "second"), [(D, -1), (-1, D)])
def test_a_relocated_worker_does_not_go_to_a_turn_order_space(first: int, second: int) -> None:
    # given one claim, the other claim space being free
    state = claimed(first, second)
    pass_on(state)
    # then neither is a target
    assert state.actor == D
    assert barred(state, "space:order_1") == barred(state, "space:order_2") == "RR-ORDER-17"


@pytest.mark.clause("RR-ORDER-18")
def test_cards_are_handed_out_again_by_the_new_positions() -> None:
    # given B, D, A, C with C on claim 1 and A on claim 2
    state = claimed(C, A, order=[B, D, A, C])
    pass_on(state)
    do(state, "stay", "stay")
    # when the next round begins, then cards 1 to 4 lie with C, A, B, D, number side up
    assert (state.round, state.order) == (2, [C, A, B, D])
    assert [player.passed for player in state.view(None).players] == [False] * 4
    # and so they score
    before = state.scores()
    passed = only(pass_on(state), events.Passed)
    assert [(event.seat, event.points) for event in passed] == [(C, 0), (A, 2), (B, 3), (D, 4)]
    assert [now - then for now, then in zip(state.scores(), before, strict=True)] == [2, 3, 0, 4]


@pytest.mark.clause("RR-ORDER-20")
def test_a_relocation_needs_an_action_that_can_be_carried_out_in_full() -> None:
    # given a claimant with 8 doublers, and a marker before an empty gap
    state = relocating(D)
    own = state.players[D]
    own.doublers, own.markers = 8, [4, -1]
    refresh(state)
    # then neither the doubler space nor the industry space is a target
    assert barred(state, "space:aux_doubler") == "RR-AUX-04"
    assert barred(state, "space:industry_1") == "RR-INDUSTRY-09"
    # and with 7 doublers the first of them is
    own.doublers = 7
    assert "space:aux_doubler" in legal(refresh(state))


@pytest.mark.clause("RR-ORDER-20")
def test_an_own_engineer_is_a_target_even_if_a_part_of_it_is_impossible() -> None:
    # given a claimant with 8 doublers and engineer 7: a doubler, and 3 points
    state = relocating(D)
    own = state.players[D]
    own.doublers, own.engineers = 8, [7]
    refresh(state)
    # when the worker goes there, which is legal
    points = own.points
    heard = do(state, "engineer:7")
    # then the possible part is carried out
    assert only(heard, events.PointsScored) == [events.PointsScored(D, 3, "effect")]
    assert (own.doublers, own.points) == (8, points + 3)
    # but the same engineer as a light one is refused
    state = relocating(D)
    state.players[D].doublers = 8
    state.strip = [9, 10, 11, 12, 6, 7, 13]
    assert barred(refresh(state), "space:eng_light_right") == "RR-AUX-04"


@pytest.mark.clause("RR-ORDER-20")
def test_a_relocation_needs_a_space_that_is_free_and_there() -> None:
    # given 4 players, and a space that another has used
    four = relocating(D)
    put(four, "loco_1", A)
    refresh(four)
    # then it is no target, nor is the space of the last round
    assert barred(four, "space:loco_1") == "RR-TURN-02"
    assert barred(four, "space:last_round") == "RR-SETUP-17"
    assert "space:track_black_1" in legal(four)
    # given 2 players, then spaces closed with 2 are none either
    two = relocating(B, seats=2)
    for name in ("track_black_1", "track_gray_1", "aux_temp", "eng_light_left"):
        assert barred(two, f"space:{name}") == "RR-BOARD-28"
    assert "space:loco_1" in legal(two)
