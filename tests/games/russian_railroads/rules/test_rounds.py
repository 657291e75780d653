"""From one round to the next, the last round, and the end."""

from __future__ import annotations

import pytest

from tests.support.games.russian_railroads.table import (
    BOX,
    GAME,
    barred,
    dealt,
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

LAST = {2: 6, 3: 6, 4: 7}


def kinds(heard: list[object]) -> list[str]:
    """The names of events, one after the other."""
    return [type(event).__name__ for event in heard]


def occupied(state: RailState) -> list[str]:
    """Shared spaces with pieces on them."""
    return [name for at, name in enumerate(BOX.space_names) if state.occupied(at)]


# ---------------------------------------------------------------- clean-up


@pytest.mark.clause("RR-ROUND-01")
def test_all_own_workers_come_back_and_the_black_one_too() -> None:
    # given workers of two players on spaces and engineers, and the black worker
    state = position(4, round=2)
    one, other = state.players[0], state.players[1]
    one.workers, one.engineers = 2, [9, 5]
    other.workers = 2
    put(state, "track_black_2", 0, workers=2)
    put(state, "engineer-9", 0, workers=1)
    put(state, "engineer-5", 0, workers=0, black=1)
    put(state, "loco_3", 1, workers=3)
    state.cards &= ~(1 << BOX.card_names.index("black_worker"))
    before = GAME.census(refresh(state))
    # when the round has ended
    heard = pass_on(state)
    # then all have returned to their owners, and all spaces are free
    assert state.round == 3
    assert (one.workers, one.black) == (5, 1)
    assert (other.workers, other.black) == (5, 0)
    assert state.stacks == []
    assert GAME.census(state) == before
    assert kinds(heard).count("CleanedUp") == 1
    # and no worker came out of the reserve
    assert [player.reserve for player in state.players] == [2] * 4


@pytest.mark.clause("RR-ROUND-02")
def test_roubles_on_spaces_return_to_the_supply_and_unspent_ones_stay() -> None:
    # given 2 unspent roubles, and 3 on spaces
    state = position(4)
    state.players[0].roubles = 2
    state.players[1].roubles = 0
    state.players[0].workers = 4
    state.roubles = 18 - 1 - 2 - 1 - 1 - 3
    put(state, "track_any", 0, workers=1, roubles=1)
    put(state, "industry_2", 1, workers=0, roubles=2)
    refresh(state)
    assert GAME.census(state)["roubles"] == 18
    # when the round has ended
    pass_on(state)
    # then the 2 remain, and the 3 are in the supply
    assert state.round == 2
    assert [player.roubles for player in state.players] == [2, 0, 1, 1]
    assert state.roubles == 10 + 3


@pytest.mark.clause("RR-ROUND-03")
@pytest.mark.parametrize("placed", [0, 1, 2])
def test_both_turquoise_workers_return_to_their_space(placed: int) -> None:
    # given a player with both turquoise workers, some of them on a space
    state = position(4)
    own = state.players[2]
    state.turquoise, own.turquoise = 0, 2 - placed
    if placed:
        put(state, "industry_2", 2, workers=0, turquoise=placed)
    refresh(state)
    # when the round has ended
    pass_on(state)
    # then their space holds 2, and nobody has one
    assert (state.round, state.turquoise) == (2, 2)
    assert [player.turquoise for player in state.players] == [0] * 4
    # and they can be taken again
    do(state, "space:aux_temp", "pay:w1")
    assert (state.players[0].turquoise, state.turquoise) == (2, 0)


@pytest.mark.clause("RR-ROUND-04")
@pytest.mark.parametrize(("seats", "strip"), [(4, [9, 10, 11, 12, 2, 3, 4]), (2, [10, 11, 12, 2, 3, 4])])
def test_the_engineer_strip_moves_one_space_to_the_right(seats: int, strip: list[int]) -> None:
    # given engineers, one of them not hired
    state = position(seats)
    assert state.strip == strip
    # when the round has ended
    pass_on(state)
    # then all lie one space further to the right, and the one that nobody hired is gone
    assert state.round == 2
    assert state.strip == [0, *strip[:-1]]
    assert [player.engineers for player in state.players] == [[]] * seats


@pytest.mark.clause("RR-ROUND-04")
def test_the_strip_moves_too_when_the_engineer_was_hired() -> None:
    # given an engineer hired in this round
    state = position(4)
    do(state, "space:eng_hire")
    assert state.strip == [9, 10, 11, 12, 2, 3, 0]
    # when the round has ended, then the next lies on the hiring space
    pass_on(state)
    assert state.strip == [0, 9, 10, 11, 12, 2, 3]
    assert state.players[0].engineers == [4]


@pytest.mark.clause("RR-ROUND-05")
def test_turn_order_cards_are_handed_out_by_the_new_order() -> None:
    # given the fourth player, who has claimed position 1
    state = position(4, turn=3)
    do(state, "space:order_1")
    # when the round has ended
    pass_on(state)
    assert all(player.passed for player in state.players)
    do(state, "stay")
    # then nobody's card is turned over, and cards lie by the new order
    assert (state.round, state.order, state.actor) == (2, [3, 0, 1, 2], 3)
    assert [player.passed for player in state.view(None).players] == [False] * 4
    passed = only(pass_on(state), events.Passed)
    assert [(event.seat, event.points) for event in passed] == [(3, 0), (0, 2), (1, 3), (2, 4)]


@pytest.mark.clause("RR-ROUND-05")
def test_claims_do_not_last_beyond_the_round() -> None:
    # given a claim that has changed the order
    state = position(4, turn=3)
    do(state, "space:order_1")
    pass_on(state)
    do(state, "stay")
    # when nobody claims anything in the next round
    assert state.claims == [-1, -1]
    heard = pass_on(state)
    # then nothing is exchanged, and nobody relocates
    assert (state.round, state.order) == (3, [3, 0, 1, 2])
    assert not only(heard, events.OrderChanged)
    assert not only(heard, events.WorkerRelocated)


# ---------------------------------------------------------------- the last round


@pytest.mark.clause("RR-ROUND-06")
def test_a_game_of_four_ends_after_the_scoring_of_round_7() -> None:
    # given 4 players who only pass
    state = dealt(4)
    heard = do(state, "start:doubler", "start:rouble", "start:industry")
    for number in range(1, 8):
        # when a round begins, then the game is not over
        assert (state.round, state.over) == (number, False)
        round_heard = pass_on(state)
        assert len(only(round_heard, events.RoundScored)) == 4
        heard += round_heard
    # then it ends after the scoring of round 7
    assert (state.round, state.over) == (7, True)
    begun = [(event.round, event.last) for event in only(heard, events.RoundBegun)]
    assert begun == [(number, number == 7) for number in range(1, 8)]
    assert kinds(heard).count("GameEnded") == 1


@pytest.mark.clause("RR-ROUND-07")
@pytest.mark.parametrize(
    ("seats", "claims"), [(2, ["order_1"]), (3, ["order_1", "order_2"]), (4, ["order_1", "order_2"])]
)
def test_in_the_last_round_the_turn_order_spaces_are_covered(seats: int, claims: list[str]) -> None:
    # given the last player in the round before the last
    last = LAST[seats]
    before = position(seats, turn=seats - 1, round=last - 1)
    # then claims are legal
    assert {f"space:{name}" for name in claims} <= set(legal(before))
    # given the last round, then they are not
    state = position(seats, turn=seats - 1, round=last)
    for name in claims:
        assert barred(state, f"space:{name}") == "RR-ROUND-07"


@pytest.mark.clause("RR-ROUND-08")
def test_the_space_of_the_last_round_gives_3_industry_steps_to_one_player() -> None:
    # given the last round, and a marker that can make 3 steps
    state = position(4, round=7)
    state.players[0].markers = [1, -1]
    refresh(state)
    # when the first player uses the space
    heard = do(state, "space:last_round", "pay:w2")
    # then the marker has moved 3 spaces
    assert state.players[0].markers == [4, -1]
    assert [event.to for event in only(heard, events.MarkerMoved)] == [2, 3, 4]
    # and nobody else can use it
    assert state.actor == 1
    assert barred(state, "space:last_round") == "RR-TURN-02"


@pytest.mark.clause("RR-ROUND-08")
def test_the_space_of_the_last_round_needs_all_3_steps() -> None:
    # given the last round, and a marker that can make only 2 steps before the gap
    state = position(4, round=7)
    state.players[0].markers = [2, -1]
    refresh(state)
    # then the space is refused
    assert barred(state, "space:last_round") == "RR-INDUSTRY-09"
    assert "space:industry_2" in legal(state)
    # and legal with a factory in the gap
    state.players[0].factories = [6]
    assert "space:last_round" in legal(refresh(state))


@pytest.mark.clause("RR-ROUND-08")
@pytest.mark.parametrize(("payment", "left"), [("pay:w2", (3, 2)), ("pay:w1r1", (4, 1)), ("pay:r2", (5, 0))])
def test_the_space_of_the_last_round_is_paid_with_workers_roubles_or_both(payment: str, left: tuple[int, int]) -> None:
    # given the last round, and a player with 5 workers and 2 roubles
    state = position(4, round=7)
    own = state.players[0]
    own.roubles = 2
    refresh(state)
    # when the space is paid like this, which asks for 2 pieces
    do(state, "space:last_round")
    assert legal(state) == ["pay:w2", "pay:w1r1", "pay:r2"]
    do(state, payment)
    # then these pieces are left
    assert (own.workers, own.roubles) == left
    assert own.markers == [3, -1]


@pytest.mark.clause("RR-ROUND-08")
def test_the_space_of_the_last_round_is_refused_without_enough_pieces() -> None:
    # given the last round, and a player with 1 worker only
    state = position(4, round=7)
    own = state.players[0]
    own.workers, own.roubles = 1, 0
    refresh(state)
    # then the space is refused, with the figures
    assert barred(state, "space:last_round") == "RR-TURN-03"
    numbers = refusal(state, "space:last_round").numbers
    assert numbers == {"workers": 2, "roubles": 0, "own_workers": 1, "own_roubles": 0}


@pytest.mark.clause("RR-ROUND-09")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_the_last_round_no_order_changes_and_no_worker_relocates(seats: int) -> None:
    # given the last round with a claim on the board as if it had been made
    state = position(seats, round=LAST[seats])
    put(state, "order_1", seats - 1)
    state.claims = [seats - 1, -1]
    refresh(state)
    # when everybody has passed
    heard = pass_on(state)
    # then scoring follows at once
    assert state.over
    names = kinds(heard)
    assert names[: 2 * seats] == ["Passed"] * seats + ["RoundScored"] * seats
    assert "OrderChanged" not in names
    assert "WorkerRelocated" not in names
    assert state.order == list(range(seats))


@pytest.mark.clause("RR-ROUND-09")
def test_in_any_other_round_the_same_claim_changes_the_order_and_lets_a_worker_relocate() -> None:
    # given the round before the last with the same claim
    state = position(4, round=6)
    put(state, "order_1", 3)
    state.claims = [3, -1]
    refresh(state)
    # when everybody has passed
    names = kinds(pass_on(state))
    # then the order changes, and scoring waits for the relocation
    assert names == ["Passed"] * 4 + ["OrderChanged"]
    assert (state.actor, legal(state)[0]) == (3, "stay")
    assert kinds(do(state, "stay"))[:2] == ["WorkerRelocated", "RoundScored"]


@pytest.mark.clause("RR-ROUND-10")
def test_passing_in_the_last_round_scores_the_turn_order_card() -> None:
    # given the last round
    state = position(4, round=7, order=[1, 2, 3, 0], turn=0)
    # when the player on position 4 passes, then 4 points are scored at once
    heard = do(state, "pass")
    assert only(heard, events.Passed) == [events.Passed(0, 4, False)]
    assert state.scores() == [4, 0, 0, 0]
    # and the others score 0, 2 and 3
    do(state, "pass", "pass")
    assert state.scores() == [4, 0, 2, 0]
    last = do(state, "pass")
    assert only(last, events.Passed) == [events.Passed(3, 3, False)]


@pytest.mark.clause("RR-ROUND-11")
def test_after_the_last_scoring_nothing_is_prepared_and_final_scoring_follows() -> None:
    # given the last round, with pieces on spaces, an engineer to hire, and an end bonus card
    state = position(4, round=7)
    card = BOX.bonus_names.index("flat")
    state.players[0].bonus = [card]
    state.players[0].workers = 4
    put(state, "aux_doubler", 0)
    put(state, "aux_temp", 1)
    state.turquoise, state.players[1].turquoise = 0, 2
    strip = state.strip[:]
    refresh(state)
    # when everybody has passed
    heard = pass_on(state)
    # then the scoring of the round is followed by the final one
    names = kinds(heard)
    assert names == ["Passed"] * 4 + ["RoundScored"] * 4 + ["BonusScored", "GameEnded"]
    assert state.over
    assert state.scores()[0] == 0 + 15
    # and nothing was cleaned up: pieces, engineers and cards are where they were
    assert occupied(state) == ["aux_doubler", "aux_temp"]
    assert (state.players[0].workers, state.players[1].turquoise, state.turquoise) == (4, 2, 0)
    assert state.strip == strip
    assert [player.passed for player in state.players] == [1] * 4
    assert state.round == 7


@pytest.mark.clause("RR-ROUND-11")
def test_the_last_round_is_scored_before_the_final_scoring() -> None:
    # given the last round, and a player whose railroad brings points
    state = position(2, round=6)
    own = state.players[0]
    own.tracks = tracks(ts=(6, 3, 0), sp=(1, 0, 0), kv=(1, 0, 0))
    own.locomotives = [4, 0, 0, 0]
    refresh(state)
    # when everybody has passed
    heard = pass_on(state)
    # then 3 gray spaces scored once, and the game is over
    assert [event.total for event in only(heard, events.RoundScored)] == [3, 0]
    assert state.scores() == [3, 2]
    assert state.over
    # and nothing can be done any more
    why = refusal(state, "pass")
    assert (why.clause, why.generic) == ("RR-ROUND-11", True)
    assert legal(state) == []
