"""What is different with 2 and with 3 players."""

from __future__ import annotations

from random import Random

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
    refresh,
    set_up,
    tracks,
    wander,
)
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.state import RailState

BLOCKED = ["track_black_1", "track_gray_1", "loco_2", "industry_black", "aux_temp", "eng_light_left", "order_2"]


def plenty(state: RailState, seat: int) -> RailState:
    """Give a seat all that any space of the board needs."""
    own = state.players[seat]
    own.tracks = tracks(ts=(14, 10, 7, 4, 0), sp=(8, 5, 3, 0), kv=(8, 5, 0))
    own.workers, own.roubles = 5, 2
    full = [11, 12, 13, 14, 15, 2, 3, 4]
    state.strip = full[-len(state.strip) :]
    return refresh(state)


def offered(state: RailState) -> list[str]:
    """The shared spaces that may be used."""
    return [word.removeprefix("space:") for word in legal(state) if word.startswith("space:")]


# ---------------------------------------------------------------- two players


@pytest.mark.clause("RR-PLAYERS2-01")
def test_blocked_spaces_are_refused_to_two_players_and_open_to_three() -> None:
    # given a player for whom everything is possible, with 3 players, who does not hold a position to claim
    three = plenty(position(3, turn=2), 2)
    # then the blocked spaces are all open
    assert set(BLOCKED) <= set(offered(three))
    # given the same with 2 players, then none of them is, and all others are
    two = plenty(position(2, turn=1), 1)
    for name in BLOCKED:
        assert barred(two, f"space:{name}") == "RR-BOARD-28"
    assert offered(two) == [name for name in offered(three) if name not in BLOCKED]
    assert len(offered(two)) == BOX.quantities[2].shared_spaces == 19


@pytest.mark.clause("RR-PLAYERS2-01")
def test_blocked_spaces_are_never_legal_in_games_of_two() -> None:
    # given random games of two
    blocked = {f"space:{name}" for name in BLOCKED}
    turns = 0
    for seed in range(3):
        state = set_up(2, Random(seed))
        while not state.over:
            # when anything is asked, then no blocked space is among the answers
            words = legal(state)
            assert not blocked & set(words)
            turns += "pass" in words
            wander(state, Random(seed * 10000 + turns))
    assert turns > 50


@pytest.mark.clause("RR-PLAYERS2-02")
def test_two_players_have_two_tiles_of_every_number() -> None:
    # given 2 players
    state = dealt(2)
    # then piles 2 to 9 have 2 each, and both of number 1 are dealt out
    assert state.piles[2:] == [2] * 8
    assert state.piles[1] == 0
    assert [player.locomotives for player in state.players] == [[1, 0, 0, 0]] * 2
    # and with the special one on its card there are 3 of number 9
    census = GAME.census(state)
    assert [census[f"tiles {number}"] for number in range(1, 10)] == [2] * 8 + [3]
    assert "loco_9" in state.view(None).cards


@pytest.mark.clause("RR-PLAYERS2-03")
def test_two_players_lay_three_b_and_three_a_engineers() -> None:
    # given 2 players
    state = GAME.start(2)
    do(state, "seat:1", "seat:2")
    # when the strip is laid out from left to right
    letters = []
    while state.chance.startswith("engineers"):
        letters.append(state.chance[-1])
        do(state, GAME.vocabulary.word(state.moves()[0]))
    # then six spaces are filled, B first
    assert letters == ["B", "B", "B", "A", "A", "A"]
    assert [BOX.engineer_letter[number] for number in state.strip] == letters
    assert sum(number > 0 for number in state.strip) == len(state.strip) == 6


@pytest.mark.clause("RR-PLAYERS2-04")
def test_two_players_have_one_light_engineer_in_rounds_1_to_5_and_none_in_round_6() -> None:
    # given 2 players, and engineers whose actions are always possible
    laid = [15, 10, 11, 5, 4, 3]
    state = dealt(2, strip=laid)
    do(state, "start:rouble")
    for number in range(1, 6):
        # when a round begins, then exactly one is usable, the one next to the hiring space
        assert state.round == number
        assert [name for name in offered(state) if name.startswith("eng_light")] == ["eng_light_right"]
        assert state.light_engineer(1) == laid[5 - number]
        assert barred(state, "space:eng_light_left") == "RR-BOARD-28"
        pass_on(state)
    # and in round 6 none is
    assert state.round == 6
    assert barred(state, "space:eng_light_right") == "RR-ENGINEER-15"
    assert barred(state, "space:eng_light_left") == "RR-BOARD-28"
    assert state.strip == [0, 0, 0, 0, 0, laid[0]]


@pytest.mark.clause("RR-PLAYERS2-05")
def test_two_players_start_with_6_workers_and_2_in_reserve() -> None:
    # given 2 players, then all 8 workers of a colour are used
    state = dealt(2)
    assert [(player.workers, player.reserve) for player in state.players] == [(6, 2)] * 2
    assert [GAME.census(state)[f"workers of seat {seat}"] for seat in (1, 2)] == [8, 8]


@pytest.mark.clause("RR-PLAYERS2-06")
def test_two_players_start_with_2_roubles_each() -> None:
    # given 2 players before the starting bonus card, then each has 2, from the supply
    state = dealt(2)
    assert [player.roubles for player in state.players] == [2, 2]
    assert state.roubles == 18 - 1 - 4


@pytest.mark.clause("RR-PLAYERS2-07")
def test_a_game_of_two_lasts_6_rounds() -> None:
    # given 2 players who only pass
    assert rounds_played(2) == [(1, False), (2, False), (3, False), (4, False), (5, False), (6, True)]


def rounds_played(seats: int) -> list[tuple[int, bool]]:
    """Every round that began in a game in which everybody passes, and whether it was the last."""
    state = dealt(seats)
    begun: list[events.RoundBegun] = []
    while state.round == 0:
        begun += only(do(state, legal(state)[-1]), events.RoundBegun)
    while not state.over:
        begun += only(pass_on(state), events.RoundBegun)
    return [(event.round, event.last) for event in begun]


@pytest.mark.clause("RR-PLAYERS2-08")
def test_with_two_players_the_own_position_may_be_claimed() -> None:
    # given the first of 2 players
    state = position(2, order=[1, 0], turn=1)
    # when that player claims position 1, which is legal
    do(state, "space:order_1")
    assert state.claims == [1, -1]
    # then the other cannot, and the order stays
    assert barred(state, "space:order_1") == "RR-TURN-02"
    pass_on(state)
    do(state, "stay")
    assert (state.round, state.order, state.actor) == (2, [1, 0], 1)


@pytest.mark.clause("RR-PLAYERS2-08")
def test_the_second_of_two_players_becomes_first_by_the_claim() -> None:
    # given the second of 2 players
    state = position(2, order=[1, 0], turn=0)
    # when that player claims position 1, then the order changes
    do(state, "space:order_1")
    pass_on(state)
    do(state, "stay")
    assert (state.round, state.order, state.actor) == (2, [0, 1], 0)


@pytest.mark.clause("RR-PLAYERS2-09")
@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_two_players_pass_for_0_and_2_points(order: list[int]) -> None:
    # given 2 players on positions 1 and 2
    state = dealt(2, order)
    do(state, "start:rouble")
    assert state.order == order
    # when both pass, then the cards give 0 and 2
    passed = only(pass_on(state), events.Passed)
    assert [(event.seat, event.points) for event in passed] == [(order[0], 0), (order[1], 2)]
    assert [state.scores()[seat] for seat in order] == [0, 2]


@pytest.mark.clause("RR-PLAYERS2-10")
def test_two_players_do_without_the_turquoise_workers() -> None:
    # given 2 players
    state = dealt(2)
    do(state, "start:rouble")
    # then no turquoise worker is in play
    assert GAME.census(state)["turquoise"] == state.view(None).turquoise == 0
    # and their space is closed
    assert barred(state, "space:aux_temp") == "RR-BOARD-28"
    # nor do they appear in the next round
    pass_on(state)
    assert state.round == 2
    assert GAME.census(state)["turquoise"] == 0


# ---------------------------------------------------------------- three players


@pytest.mark.clause("RR-PLAYERS3-01")
def test_three_players_have_three_tiles_of_every_number() -> None:
    # given 3 players
    state = dealt(3)
    # then piles 2 to 9 have 3 each, and all of number 1 are dealt out
    assert state.piles[2:] == [3] * 8
    assert state.piles[1] == 0
    assert [player.locomotives for player in state.players] == [[1, 0, 0, 0]] * 3
    # and the special 9 is on its card
    census = GAME.census(state)
    assert [census[f"tiles {number}"] for number in range(1, 10)] == [3] * 8 + [4]
    assert "loco_9" in state.view(None).cards


@pytest.mark.clause("RR-PLAYERS3-02")
def test_three_players_leave_the_leftmost_engineer_space_empty() -> None:
    # given 3 players
    state = GAME.start(3)
    state.listen()
    heard = do(state, "seat:1", "seat:2", "seat:3")
    # when the strip is laid out
    while state.chance.startswith("engineers"):
        heard += do(state, GAME.vocabulary.word(state.moves()[0]))
    # then space 6 is empty, 5 to 3 are B, and 2 to 0 are A
    laid = {event.space: event.engineer for event in only(heard, events.EngineerLaid)}
    assert list(laid.values()) == state.strip
    assert laid[6] == 0
    assert {space: BOX.engineer_letter[laid[space]] for space in range(6)} == {
        5: "B",
        4: "B",
        3: "B",
        2: "A",
        1: "A",
        0: "A",
    }
    assert len(state.strip) == 7


@pytest.mark.clause("RR-PLAYERS3-03")
def test_three_players_start_with_6_workers_and_2_in_reserve() -> None:
    # given 3 players, then all 8 workers of a colour are used
    state = dealt(3)
    assert [(player.workers, player.reserve) for player in state.players] == [(6, 2)] * 3
    assert [GAME.census(state)[f"workers of seat {seat}"] for seat in (1, 2, 3)] == [8, 8, 8]


@pytest.mark.clause("RR-PLAYERS3-04")
def test_three_players_start_with_1_rouble_each() -> None:
    # given 3 players before the starting bonus cards, then each has 1
    state = dealt(3)
    assert [player.roubles for player in state.players] == [1, 1, 1]
    assert BOX.quantities[3].board_side == BOX.quantities[4].board_side == "3-4p"


@pytest.mark.clause("RR-PLAYERS3-04")
def test_three_players_have_26_shared_spaces_and_25_in_the_last_round() -> None:
    # given a player for whom everything is possible, and who holds neither position 1 nor 2
    state = plenty(position(3, turn=2), 2)
    # then all 26 spaces of the board are open
    assert len(offered(state)) == BOX.quantities[3].shared_spaces == 26
    assert offered(state) == [name for name in BOX.space_names if name != "last_round"]
    # and 25 in the last round: one for the two claims
    state = plenty(position(3, turn=2, round=6), 2)
    assert len(offered(state)) == BOX.quantities[3].shared_spaces_last_round == 25
    assert offered(state) == [name for name in BOX.space_names if not name.startswith("order_")]


@pytest.mark.clause("RR-PLAYERS3-05")
def test_a_game_of_three_lasts_6_rounds() -> None:
    # given 3 players who only pass
    assert rounds_played(3) == [(1, False), (2, False), (3, False), (4, False), (5, False), (6, True)]


@pytest.mark.clause("RR-PLAYERS3-06")
def test_with_three_players_the_own_position_may_not_be_claimed() -> None:
    # given the first of 3 players, then claim 1 is illegal and claim 2 legal
    first = position(3, order=[1, 2, 0], turn=1)
    assert barred(first, "space:order_1") == "RR-ORDER-05"
    assert "space:order_2" in legal(first)
    # given the second, then it is the other way round
    second = position(3, order=[1, 2, 0], turn=2)
    assert barred(second, "space:order_2") == "RR-ORDER-05"
    assert "space:order_1" in legal(second)
    # given the third, then both are legal
    third = position(3, order=[1, 2, 0], turn=0)
    assert {"space:order_1", "space:order_2"} <= set(legal(third))


@pytest.mark.clause("RR-PLAYERS3-06")
def test_with_three_players_nobody_may_hold_both_claims() -> None:
    # given the third of 3 players, who has claimed position 1
    state = position(3, turn=2)
    do(state, "space:order_1", "pass", "pass")
    # then claim 2 is illegal
    assert state.actor == 2
    assert barred(state, "space:order_2") == "RR-ORDER-06"


@pytest.mark.clause("RR-PLAYERS3-07")
def test_with_three_players_the_fourth_colour_has_no_pieces_in_play() -> None:
    # given 3 players
    state = GAME.start(3)
    # then no turn order card is dealt to a fourth
    assert [GAME.vocabulary.word(move) for move in state.moves()] == ["seat:1", "seat:2", "seat:3"]
    # and in the set-up no board, worker, track or tile of a fourth player is there
    state = dealt(3)
    assert len(state.players) == len(state.view(None).players) == len(state.order) == len(state.scores()) == 3
    assert [name for name in GAME.census(state) if name.startswith("workers")] == [
        "workers of seat 1",
        "workers of seat 2",
        "workers of seat 3",
    ]
    assert GAME.census(state)["tiles 1"] == 3
