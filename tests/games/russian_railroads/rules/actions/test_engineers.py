"""Engineers: hiring, using and moving them (RR-ENGINEER)."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.russian_railroads.table import (
    BOX,
    GAME,
    STRIPS,
    do,
    legal,
    only,
    position,
    refresh,
    refusal,
    set_up,
    tracks,
)
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.bonus import SettleBonus
from trainshed.games.russian_railroads.rules.rounds import NextTurn
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.turns import Turn

HIRE = "space:eng_hire"
LEFT = "space:eng_light_left"
RIGHT = "space:eng_light_right"
LIGHT = (LEFT, RIGHT)
DOUBLER_TILE = 7
GRAY_AND_BROWN = 12
TS_BLACK, TS_GRAY = "advance:trans_siberian:black", "advance:trans_siberian:gray"


def others_have_passed(state: RailState) -> None:
    for player in state.players[1:]:
        player.passed = 1


def turn_of(state: RailState, seat: int) -> RailState:
    """The turn of this seat, whoever acted before."""
    return refresh(state, [NextTurn(seat), SettleBonus(seat), Turn(seat)])


def end_round(state: RailState) -> None:
    """Everybody passes."""
    number = state.round
    while state.round == number and not state.over:
        do(state, "pass")


# ---------------------------------------------------------------- hiring


@pytest.mark.clause("RR-ENGINEER-01")
def test_only_the_engineer_at_the_right_end_is_hired_and_only_once_a_round() -> None:
    # given 7 engineers on the strip / when one is hired / then it is the rightmost
    state = position()
    do(state, HIRE)
    assert state.players[0].engineers == [STRIPS[4][-1]]
    # and nobody hires another in this round
    assert refusal(state, HIRE).clause == "RR-TURN-02"
    state.stacks = []
    turn_of(state, 1)
    assert refusal(state, HIRE).clause == "RR-ENGINEER-01"
    # and in the next round the next one comes
    end_round(state)
    state.players[0].roubles = 1
    do(refresh(state), HIRE)
    assert state.players[0].engineers == STRIPS[4][:-3:-1]


@pytest.mark.clause("RR-ENGINEER-02")
def test_hiring_costs_one_rouble_and_the_engineer_leaves_the_strip() -> None:
    # given 1 rouble
    state = position()
    own = state.players[0]
    assert (own.roubles, own.workers) == (1, 5)
    # when hired / then the rouble lies on the hiring space, the engineer is owned, and its place on the strip is empty
    heard = do(state, HIRE)
    assert (own.roubles, own.workers) == (0, 5)
    assert [(p.space, p.workers, p.roubles) for p in only(heard, events.PiecesPlaced)] == [("eng_hire", 0, 1)]
    assert own.engineers == [4]
    assert state.strip == [9, 10, 11, 12, 2, 3, 0]
    # and without a rouble nobody hires, workers do not pay for it
    state = position()
    state.players[0].roubles = 0
    refresh(state)
    why = refusal(state, HIRE)
    assert why.clause == "RR-ROUBLE-03"
    assert why.numbers == {"workers": 0, "roubles": 1, "own_workers": 5, "own_roubles": 0}


@pytest.mark.clause("RR-ENGINEER-13")
def test_a_player_may_own_any_number_of_engineers() -> None:
    # given 5 engineers / when hiring another / then accepted
    state = position()
    own = state.players[0]
    own.engineers = [5, 6, 7, 8, 13]
    refresh(state)
    do(state, HIRE)
    assert own.engineers == [5, 6, 7, 8, 13, 4]


@pytest.mark.clause("RR-ENGINEER-14")
def test_a_hired_engineer_may_be_used_in_the_same_round() -> None:
    # given a hire / when the owner's next turn comes / then placing on it is legal
    state = position()
    others_have_passed(state)
    own = state.players[0]
    do(state, HIRE)
    assert (state.round, state.actor) == (1, 0)
    do(state, "engineer:4", TS_BLACK)
    assert (own.tracks[0], own.points) == (2, 3)


# ---------------------------------------------------------------- own engineers


@pytest.mark.clause("RR-ENGINEER-03")
@pytest.mark.parametrize(("payment", "workers", "roubles"), [("pay:w1", 4, 1), ("pay:r1", 5, 0)])
def test_an_own_engineer_is_a_space_for_its_owner_once_a_round(payment: str, workers: int, roubles: int) -> None:
    # given an own engineer without worker
    state = position()
    own = state.players[0]
    own.engineers = [DOUBLER_TILE]
    # then others may not place on it
    for seat in (1, 2, 3):
        turn_of(state, seat)
        assert refusal(state, f"engineer:{DOUBLER_TILE}").clause == "RR-ENGINEER-03"
    # and the owner may, with a worker or a rouble
    turn_of(state, 0)
    do(state, f"engineer:{DOUBLER_TILE}", payment)
    assert (own.doublers, own.workers, own.roubles) == (1, workers, roubles)
    # and not twice in a round
    turn_of(state, 0)
    assert refusal(state, f"engineer:{DOUBLER_TILE}").clause == "RR-TURN-02"
    # but again in the next one
    end_round(state)
    own.roubles = 1
    turn_of(state, 0)
    do(state, f"engineer:{DOUBLER_TILE}", "pay:w1")
    assert own.doublers == 2


@pytest.mark.clause("RR-ENGINEER-04")
def test_an_own_engineer_may_be_used_in_part() -> None:
    # given the gray and brown engineer, without brown tracks
    state = position()
    own = state.players[0]
    own.tracks = tracks(ts=(5, 2), sp=(1, 0), kv=(1, 0))
    own.engineers = [GRAY_AND_BROWN]
    refresh(state)
    # when used / then for gray only
    do(state, f"engineer:{GRAY_AND_BROWN}", "pay:w1")
    assert legal(state) == ["done", TS_GRAY]
    do(state, TS_GRAY)
    assert (own.tracks[:5], state.actor) == ([5, 3, -1, -1, -1], 1)


# ---------------------------------------------------------------- engineers on the board


@pytest.mark.clause("RR-ENGINEER-05")
def test_a_light_engineer_is_used_by_anyone_once_a_round_and_is_not_hired() -> None:
    # given a light engineer, and nobody on the hiring space
    state = position()
    state.strip = [9, 10, 11, 12, 2, DOUBLER_TILE, 0]
    refresh(state)
    # when a hire is tried / then rejected
    assert refusal(state, HIRE).clause == "RR-ENGINEER-01"
    # and placing is accepted, whoever it is
    for seat in (1, 2, 3):
        assert RIGHT in legal(turn_of(state, seat))
    do(state, RIGHT, "pay:w1")
    assert state.players[3].doublers == 1
    # once in a round, and the engineer stays where it lies
    assert state.actor == 0
    assert refusal(state, RIGHT).clause == "RR-TURN-02"
    assert state.strip == [9, 10, 11, 12, 2, DOUBLER_TILE, 0]
    assert all(player.engineers == [] for player in state.players)


@pytest.mark.clause("RR-ENGINEER-06")
@pytest.mark.parametrize(("brown", "allowed"), [((), False), ((0,), True)])
def test_a_light_engineer_must_be_used_in_full(brown: tuple[int, ...], allowed: bool) -> None:
    # given the gray and brown engineer on the board, without or with a brown track
    state = position()
    state.strip[-2] = GRAY_AND_BROWN
    state.players[0].tracks = tracks(ts=(6, 2, *brown), sp=(1, 0), kv=(1, 0))
    refresh(state)
    # then it is selectable only with one
    assert (RIGHT in legal(state)) == allowed
    if allowed:
        do(state, RIGHT, "pay:w1")
        assert refusal(state, "done").clause == "RR-TURN-06"
    else:
        assert refusal(state, RIGHT).clause == "RR-TRACK-08"


@pytest.mark.clause("RR-ENGINEER-07")
def test_dark_engineers_are_seen_by_all_and_used_by_nobody() -> None:
    # given engineers on the spaces 6 to 3
    state = position()
    dark = state.strip[:4]
    assert dark == [9, 10, 11, 12]
    # then their identity is public
    for seat in (0, 1, 2, 3, None):
        assert state.view(seat).strip[:4] == dark
    # and no action refers to them: without them everything that can be done is the same
    for number in dark:
        assert refusal(state, f"engineer:{number}").clause == "RR-ENGINEER-03"
    before = legal(state)
    assert {HIRE, LEFT, RIGHT} <= set(before)
    state.strip[:4] = [0, 0, 0, 0]
    assert legal(refresh(state)) == before
    # and without the light ones it is not
    state.strip[5] = 0
    assert RIGHT not in legal(refresh(state))


# ---------------------------------------------------------------- from round to round


@pytest.mark.clause("RR-ENGINEER-08")
def test_at_the_end_of_a_round_all_engineers_move_one_space_to_the_right() -> None:
    # given engineers on a strip / when the round ends / then each lies one space further
    state = position()
    end_round(state)
    assert state.strip == [0, 9, 10, 11, 12, 2, 3]
    end_round(state)
    assert state.strip == [0, 0, 9, 10, 11, 12, 2]


@pytest.mark.clause("RR-ENGINEER-09")
@pytest.mark.parametrize("hired", [False, True])
def test_an_engineer_that_nobody_hired_leaves_the_game(hired: bool) -> None:
    # given engineer 4 on the hiring space
    state = position()
    if hired:
        do(state, HIRE)
    # when the round ends / then it leaves the game unless it was hired
    end_round(state)
    assert 4 not in state.strip
    assert state.strip[-1] == 3
    assert [player.engineers for player in state.players] == [[4] if hired else [], [], [], []]


@pytest.mark.clause("RR-ENGINEER-10")
def test_an_engineer_is_light_while_it_lies_on_the_changing_spaces_and_dark_before_and_after() -> None:
    # given an engineer on space 3, with 2 and 1 being the light spaces
    assert (BOX.strips[4].light, BOX.strips[3].light, BOX.strips[2].light) == ([2, 1], [2, 1], [1])
    state = position()
    state.strip[3] = DOUBLER_TILE
    refresh(state)

    def used_at() -> list[str]:
        """The light spaces on which a worker gets what this engineer shows."""
        found = []
        for word in LIGHT:
            trial = state.clone()
            if word in legal(trial):
                do(trial, word, "pay:w1")
                if trial.players[0].doublers:
                    found.append(word)
        return found

    # then it is dark there, light after moving to 2, and to 1, and dark again on 0
    sides = []
    for _ in range(4):
        sides.append(used_at())
        end_round(state)
        turn_of(state, 0)
    assert sides == [[], [LEFT], [RIGHT], []]


@pytest.mark.clause("RR-ENGINEER-11")
@pytest.mark.parametrize(("seats", "rounds"), [(4, 7), (3, 6), (2, 6)])
def test_the_leftmost_engineer_counts_the_rounds_that_follow(seats: int, rounds: int) -> None:
    # given a game from its first round on / when each round begins
    state = set_up(seats, Random(seats))
    spaces = state.box.strips[seats].spaces
    counter = []
    while not state.over:
        counter.append(next(space for space, engineer in zip(spaces, state.strip, strict=True) if engineer))
        last = state.last_round()
        end_round(state)
        # then the game ends after the round that shows 0, and after no other
        assert state.over == last == (counter[-1] == 0)
    assert counter == list(range(rounds - 1, -1, -1))


@pytest.mark.clause("RR-ENGINEER-12")
def test_engineers_are_numbered_from_1_to_15_without_repeats() -> None:
    # given the engineers of the box / then their numbers are 1 to 15
    numbers = [row["number"] for row in GAME.pack.get("engineer")]
    assert sorted(numbers) == list(range(1, 16))
    assert len(BOX.engineer_parts) == 16
    # and the numbers decide a tie of the majority, and nothing else does
    state = position()
    state.players[0].engineers = [2, 3]
    state.players[1].engineers = [4, 1]
    assert state.majority() == [20, 40, 0, 0]


@pytest.mark.clause("RR-ENGINEER-15")
@pytest.mark.parametrize(
    ("seats", "counts"), [(4, [2, 2, 2, 2, 2, 1, 0]), (3, [2, 2, 2, 2, 1, 0]), (2, [1, 1, 1, 1, 1, 0])]
)
def test_the_light_spaces_run_empty_in_the_last_rounds(seats: int, counts: list[int]) -> None:
    # given a game / when each round begins / then so many light spaces hold an engineer
    state = set_up(seats, Random(seats))
    seen = []
    while not state.over:
        there = 0
        for word in LIGHT:
            why = state.why_not(GAME.vocabulary.id(word))
            there += why is None or why.clause not in ("RR-ENGINEER-15", "RR-BOARD-28")
        seen.append(there)
        end_round(state)
    assert seen == counts
    # and an empty one offers no action
    state = position(round=7)
    assert refusal(state, LEFT).clause == refusal(state, RIGHT).clause == "RR-ENGINEER-15"
