"""The action spaces of the board: what they cost and what they give."""

from __future__ import annotations

import pytest

from tests.support.games.russian_railroads.table import (
    BOX,
    DEFAULTS,
    GAME,
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

EARNED = {"ts": (15, 12, 9, 6, 3), "sp": (7, 5, 3, 1), "kv": (6, 4, 2)}
"""Every colour is earned, and every track may move at least 2 spaces."""

CLOSED = ["track_black_1", "track_gray_1", "loco_2", "industry_black", "aux_temp", "order_2"]

ONCE = [name for name in BOX.space_names if name not in ("track_bottom", "last_round")]
"""Every space of the board but the shared one, and the one of the last round."""


def rich(
    seats: int = 4,
    turn: int = 2,
    round: int = 1,
    engineer_cost: str = DEFAULTS["engineer_cost"],
    last_round_cost: str = DEFAULTS["last_round_cost"],
) -> RailState:
    """A position in which every space of the board can be carried out and paid."""
    state = position(seats=seats, turn=turn, round=round, engineer_cost=engineer_cost, last_round_cost=last_round_cost)
    state.players[turn].tracks = tracks(**EARNED)
    state.players[turn].factories = [1]
    return supply(state, turn, workers=5, roubles=3)


def use(space: str, workers: int) -> RailState:
    """A player with exactly so many workers and all colours uses a space; what it costs is paid with all of them."""
    state = rich()
    supply(state, 2, workers=workers)
    do(state, f"space:{space}")
    assert state.players[2].workers == 0
    return state


def unpaid(space: str, workers: int) -> None:
    """With one worker less the same space is refused."""
    state = rich()
    supply(state, 2, workers=workers - 1)
    if workers > 1:
        why = refusal(state, f"space:{space}")
        assert why.clause == "RR-TURN-03"
        assert why.numbers["workers"] == workers
        assert why.numbers["own_workers"] == workers - 1
    else:
        assert state.actor != 2  # nothing to pay with: no space can be used


ROOM = tracks((15, 12, 9, 6, 1), (5, 3, 2, 1), (9, 2, 0))
"""Every colour has room for 2 steps on one railroad at least, black and gray for 3, and no step brings a reward."""

RAILROAD = {
    "black": "st_petersburg",
    "gray": "kiev",
    "brown": "trans_siberian",
    "natural": "trans_siberian",
    "white": "trans_siberian",
}


def steps_of(state: RailState, colour: str) -> int:
    """Make steps until the turn goes on, and count them; only that colour may be offered."""
    made = 0
    while state.actor == 2:
        assert {word.split(":")[2] for word in legal(state)} == {colour}
        made += len(only(do(state, f"advance:{RAILROAD[colour]}:{colour}"), events.TrackMoved))
    return made


# ---------------------------------------------------------------- tracks


@pytest.mark.clause("RR-BOARD-01")
def test_top_track_space_gives_two_steps_of_any_owned_colours_for_a_worker_and_a_rouble() -> None:
    # given 1 worker and 1 rouble
    state = rich()
    supply(state, 2, workers=1, roubles=1)
    # when the space is used
    do(state, "space:track_any")
    # then both are spent, and a step of every track but the finished one is offered
    assert (state.players[2].workers, state.players[2].roubles) == (0, 0)
    assert len(legal(state)) == 11
    # and after one of them again
    do(state, "advance:trans_siberian:white")
    assert state.actor == 2
    assert len(legal(state)) == 11
    # and after two of them the turn is over
    do(state, "advance:kiev:gray")
    assert state.actor == 3
    assert state.players[2].tracks == tracks((15, 12, 9, 6, 4), (7, 5, 3, 1), (6, 5, 2))


@pytest.mark.clause("RR-BOARD-01")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("kiev:black", "kiev:black"),
        ("kiev:black", "kiev:gray"),
        ("kiev:black", "st_petersburg:black"),
        ("kiev:gray", "st_petersburg:natural"),
    ],
)
def test_the_two_free_steps_may_go_to_one_or_two_tracks_of_one_or_two_railroads(first: str, second: str) -> None:
    # given the top track space in use
    state = rich()
    supply(state, 2, workers=1, roubles=1)
    do(state, "space:track_any")
    # when these two steps are made, then both are accepted and the turn is over
    moved = only(do(state, f"advance:{first}", f"advance:{second}"), events.TrackMoved)
    assert [f"{event.railroad}:{event.colour}" for event in moved] == [first, second]
    assert state.actor == 3


@pytest.mark.clause("RR-BOARD-01")
def test_top_track_space_asks_for_two_pieces() -> None:
    # given 1 rouble and nothing else
    state = rich()
    supply(state, 2, roubles=1)
    # then 1 worker + 1 rouble cannot be paid
    why = refusal(state, "space:track_any")
    assert why.clause == "RR-TURN-03"
    assert (why.numbers["workers"], why.numbers["roubles"]) == (1, 1)


@pytest.mark.parametrize(
    ("space", "workers", "colour", "steps"),
    [
        pytest.param("track_black_1", 1, "black", 2, marks=pytest.mark.clause("RR-BOARD-02")),
        pytest.param("track_black_2", 2, "black", 3, marks=pytest.mark.clause("RR-BOARD-03")),
        pytest.param("track_gray_1", 1, "gray", 2, marks=pytest.mark.clause("RR-BOARD-04")),
        pytest.param("track_gray_2", 2, "gray", 3, marks=pytest.mark.clause("RR-BOARD-05")),
        pytest.param("track_brown_1", 1, "brown", 1, marks=pytest.mark.clause("RR-BOARD-06")),
        pytest.param("track_brown_2", 2, "brown", 2, marks=pytest.mark.clause("RR-BOARD-07")),
        pytest.param("track_natural_1", 1, "natural", 1, marks=pytest.mark.clause("RR-BOARD-08")),
        pytest.param("track_natural_2", 2, "natural", 2, marks=pytest.mark.clause("RR-BOARD-09")),
        pytest.param("track_white_1", 1, "white", 1, marks=pytest.mark.clause("RR-BOARD-10")),
        pytest.param("track_white_2", 2, "white", 2, marks=pytest.mark.clause("RR-BOARD-11")),
    ],
)
def test_track_space_gives_its_steps_for_its_workers(space: str, workers: int, colour: str, steps: int) -> None:
    # given exactly the workers of the space, and room for its steps
    unpaid(space, workers)
    state = rich()
    state.players[2].tracks = ROOM[:]
    before = sum(state.players[2].tracks)
    supply(state, 2, workers=workers)
    # when the space is used
    heard = do(state, f"space:{space}")
    assert state.players[2].workers == 0
    # then so many steps of that colour are made, and no more
    made = len(only(heard, events.TrackMoved)) + steps_of(state, colour)
    assert made == steps
    assert sum(state.players[2].tracks) == before + steps
    assert state.actor == 3


@pytest.mark.parametrize(
    ("space", "colour"),
    [
        pytest.param("track_gray_1", "gray", marks=pytest.mark.clause("RR-BOARD-04")),
        pytest.param("track_brown_1", "brown", marks=pytest.mark.clause("RR-BOARD-06")),
        pytest.param("track_natural_1", "natural", marks=pytest.mark.clause("RR-BOARD-08")),
        pytest.param("track_white_1", "white", marks=pytest.mark.clause("RR-BOARD-10")),
    ],
)
def test_track_space_needs_its_colour_unlocked(space: str, colour: str) -> None:
    # given the black track one space before the one that unlocks the colour, the colours before it far behind
    before = {"gray": (1,), "brown": (5, 3), "natural": (9, 5, 3), "white": (14, 8, 6, 4)}[colour]
    state = position()
    state.players[0].tracks = tracks(ts=before, sp=(1, 0, 0, 0)[: len(before)], kv=(1, 0, 0)[: len(before)])
    refresh(state)
    # then the space is refused, because its action is impossible
    assert refusal(state, f"space:{space}").clause == "RR-TRACK-08"
    # and given the colour unlocked, then it is legal
    state.players[0].tracks = tracks(ts=(15, 8, 6, 4, 0), sp=(1, 0, 0, 0), kv=(1, 0, 0))
    refresh(state)
    assert f"space:{space}" in legal(state)


@pytest.mark.clause("RR-BOARD-12")
def test_bottom_track_space_gives_one_step_of_black_or_gray() -> None:
    # given 1 worker and all colours
    state = use("track_bottom", 1)
    # when the space is used, then exactly black and gray steps are offered
    assert legal(state) == [
        "advance:trans_siberian:gray",
        "advance:st_petersburg:black",
        "advance:st_petersburg:gray",
        "advance:kiev:black",
        "advance:kiev:gray",
    ]
    assert refusal(state, "advance:kiev:brown").clause == "RR-TRACK-15"
    assert refusal(state, "advance:trans_siberian:white").clause == "RR-TRACK-15"
    # and one step is all
    do(state, "advance:kiev:gray")
    assert state.players[2].tracks == tracks((15, 12, 9, 6, 3), (7, 5, 3, 1), (6, 5, 2))
    assert state.actor == 3


@pytest.mark.clause("RR-BOARD-13")
def test_bottom_track_space_is_never_occupied() -> None:
    # given the bottom track space used by another player and by the same one, with workers and a rouble
    state = rich()
    put(state, "track_bottom", 0, workers=1)
    put(state, "track_bottom", 2, workers=0, roubles=1)
    refresh(state)
    # when a third piece comes, then it is accepted
    assert "space:track_bottom" in legal(state)
    assert state.why_not(GAME.vocabulary.id("space:track_bottom")) is None
    do(state, "space:track_bottom", "pay:w1", "advance:kiev:black")
    on_it = [s for s in state.stacks if s.space == BOX.space_names.index("track_bottom")]
    assert [(s.seat, s.workers, s.roubles) for s in on_it] == [(0, 1, 0), (2, 0, 1), (2, 1, 0)]


@pytest.mark.clause("RR-BOARD-13")
@pytest.mark.parametrize("space", ONCE)
def test_every_other_space_is_occupied_by_its_first_use(space: str) -> None:
    # given a space that can be used
    state = rich()
    assert f"space:{space}" in legal(state)
    # when a piece lies there, of the same or of another player, then it is refused
    for seat in (2, 1):
        used = state.clone()
        put(used, space, seat)
        refresh(used)
        assert refusal(used, f"space:{space}").clause == "RR-TURN-02"


# ---------------------------------------------------------------- locomotives and factories


@pytest.mark.parametrize(
    ("space", "workers"),
    [
        pytest.param("loco_1", 1, marks=pytest.mark.clause("RR-BOARD-14")),
        pytest.param("loco_2", 2, marks=pytest.mark.clause("RR-BOARD-15")),
    ],
)
def test_locomotive_space_gives_a_locomotive_or_a_factory(space: str, workers: int) -> None:
    # given exactly its workers
    unpaid(space, workers)
    state = use(space, workers)
    # then a choice between the two builds is pending
    assert legal(state) == ["build:locomotive", "build:factory"]
    # and a factory is the whole action
    other = state.clone()
    do(other, "build:factory")
    assert other.players[2].factories == [1, 2]
    assert other.actor == 3
    # and so is a locomotive
    do(state, "build:locomotive", "place:kiev")
    assert state.players[2].locomotives == [1, 0, 0, 2]
    assert state.players[2].factories == [1]
    assert state.actor == 3


@pytest.mark.clause("RR-BOARD-16")
def test_bottom_locomotive_space_gives_exactly_one_locomotive_and_one_factory() -> None:
    # given 3 workers
    unpaid("loco_3", 3)
    state = use("loco_3", 3)
    # then both builds are pending
    assert legal(state) == ["build:locomotive", "build:factory"]
    # when the locomotive was built, then the factory follows and nothing else: it is taken without a question
    first = state.clone()
    first.listen()
    heard = do(first, "build:locomotive", "place:kiev")
    assert [event.as_factory for event in only(heard, events.TileTaken)] == [False, True]
    assert first.players[2].locomotives == [1, 0, 0, 2]
    assert first.players[2].factories == [1, 2]
    assert first.actor == 3
    # when the factory was built, then the locomotive follows
    heard = do(state, "build:factory", "place:kiev")
    assert [event.as_factory for event in only(heard, events.TileTaken)] == [True, False]
    assert state.players[2].locomotives == [1, 0, 0, 2]
    assert state.players[2].factories == [1, 2]
    assert state.actor == 3


@pytest.mark.clause("RR-BOARD-16")
def test_two_builds_of_the_same_kind_are_refused() -> None:
    # given the bottom locomotive space in use, the locomotive built, and an open factory beside the piles
    state = rich()
    state.open_factories[6] = 1
    supply(state, 2, workers=3)
    do(state, "space:loco_3", "build:locomotive", "place:kiev")
    # then a factory from either place may follow, but no second locomotive
    assert legal(state) == ["build:factory", "build:factory:6"]
    assert refusal(state, "build:locomotive").clause == "RR-BOARD-16"


@pytest.mark.clause("RR-BOARD-17")
@pytest.mark.parametrize(
    ("first", "words", "locomotive", "factory"),
    [
        ("locomotive", ["build:locomotive", "place:kiev"], 3, 4),
        ("factory", ["build:factory", "place:kiev"], 4, 3),
    ],
)
def test_the_order_of_the_two_builds_decides_which_gets_the_last_tile_of_a_pile(
    first: str, words: list[str], locomotive: int, factory: int
) -> None:
    # given a single tile left in pile 3
    state = rich()
    state.piles = [0, 0, 0, 1, 4, 4, 4, 4, 4, 4]
    supply(state, 2, workers=3)
    do(state, "space:loco_3")
    # when this build comes first
    assert words[0] == f"build:{first}"
    do(state, *words)
    # then it gets the 3, and the other the 4
    assert state.players[2].locomotives == [1, 0, 0, locomotive]
    assert state.players[2].factories == [1, factory]
    assert state.piles == [0, 0, 0, 0, 3, 4, 4, 4, 4, 4]


# ---------------------------------------------------------------- industry


@pytest.mark.parametrize(
    ("space", "workers", "steps"),
    [
        pytest.param("industry_1", 1, 1, marks=pytest.mark.clause("RR-BOARD-18")),
        pytest.param("industry_2", 2, 2, marks=pytest.mark.clause("RR-BOARD-19")),
    ],
)
def test_industry_space_gives_its_steps_for_its_workers(space: str, workers: int, steps: int) -> None:
    # given exactly its workers and the marker on the start
    unpaid(space, workers)
    state = use(space, workers)
    # then so many industry steps were made, which needed no choice, and the turn is over
    assert state.players[2].markers == [steps, -1]
    assert state.players[2].tracks == tracks(**EARNED)
    assert state.actor == 3


@pytest.mark.clause("RR-BOARD-20")
def test_bottom_industry_space_gives_an_industry_step_and_a_black_step_in_free_order() -> None:
    # given 2 workers
    unpaid("industry_black", 2)
    state = use("industry_black", 2)
    # then one industry step and one black step are pending
    both = ["advance:st_petersburg:black", "advance:kiev:black", "industry:1"]
    assert legal(state) == both
    # when the industry step comes first, then the black one remains
    first = state.clone()
    do(first, "industry:1")
    assert legal(first) == both[:2]
    do(first, "advance:kiev:black")
    assert first.actor == 3
    # when the black step comes first, then the industry step remains, and is the only one
    do(state, "advance:kiev:black")
    assert state.actor == 3
    for done in (first, state):
        assert done.players[2].markers == [1, -1]
        assert done.players[2].tracks == tracks((15, 12, 9, 6, 3), (7, 5, 3, 1), (7, 4, 2))


# ---------------------------------------------------------------- auxiliary, engineers, order


@pytest.mark.clause("RR-BOARD-21")
def test_doubler_space_gives_one_doubler_for_one_worker() -> None:
    # given 1 worker, when the space is used, then there is 1 doubler more
    unpaid("aux_doubler", 1)
    state = use("aux_doubler", 1)
    assert state.players[2].doublers == 1
    assert state.doublers == 19
    assert state.actor == 3


@pytest.mark.clause("RR-BOARD-22")
def test_rouble_space_gives_two_roubles_for_one_worker() -> None:
    # given 1 worker, when the space is used, then there are 2 roubles more
    unpaid("aux_roubles", 1)
    state = use("aux_roubles", 1)
    assert state.players[2].roubles == 2
    assert state.roubles == 11
    assert state.actor == 3


@pytest.mark.clause("RR-BOARD-23")
def test_temporary_worker_space_gives_both_turquoise_workers_for_one_worker() -> None:
    # given 1 worker, when the space is used, then both temporary workers are in the supply
    unpaid("aux_temp", 1)
    state = use("aux_temp", 1)
    assert state.players[2].turquoise == 2
    assert state.turquoise == 0
    assert state.actor == 3


@pytest.mark.clause("RR-BOARD-24")
def test_hiring_space_takes_exactly_one_rouble_and_gives_its_engineer() -> None:
    # given 1 rouble, many workers, and engineer 4 on the hiring space
    state = rich()
    supply(state, 2, workers=5, roubles=1)
    assert state.strip[-1] == 4
    # when the space is used, then the engineer moves to the player for the rouble alone
    do(state, "space:eng_hire")
    assert state.players[2].engineers == [4]
    assert state.strip[-1] == 0
    assert (state.players[2].workers, state.players[2].roubles) == (5, 0)
    assert [(s.workers, s.roubles) for s in state.stacks] == [(0, 1)]


@pytest.mark.clause("RR-BOARD-24")
def test_hiring_space_refuses_a_worker() -> None:
    # given workers only
    state = rich()
    supply(state, 2, workers=5)
    # then hiring is refused
    why = refusal(state, "space:eng_hire")
    assert why.clause == "RR-ROUBLE-03"
    assert (why.numbers["workers"], why.numbers["roubles"], why.numbers["own_roubles"]) == (0, 1, 0)


@pytest.mark.clause("RR-BOARD-25")
def test_each_light_engineer_takes_one_placement_of_one_worker() -> None:
    # given engineers 2 (black and gray) and 3 (free step and 3 points) on the light spaces, and single workers
    state = rich()
    assert state.strip[4:6] == [2, 3]
    supply(state, 2, workers=1)
    supply(state, 3, workers=1)
    state.players[3].tracks = tracks(**EARNED)
    assert {"space:eng_light_left", "space:eng_light_right"} <= set(legal(state))
    # when the first is used, then its action is carried out for 1 worker
    do(state, "space:eng_light_left", "advance:st_petersburg:black", "advance:kiev:gray")
    assert state.players[2].workers == 0
    # then it is occupied, and the other is still free for 1 worker
    assert state.actor == 3
    assert refusal(state, "space:eng_light_left").clause == "RR-TURN-02"
    do(state, "space:eng_light_right", "advance:kiev:gray")
    assert state.players[3].workers == 0
    assert state.players[3].points == 3
    # and then both are occupied
    assert refusal(state, "space:eng_light_right").clause == "RR-TURN-02"


@pytest.mark.clause("RR-BOARD-25")
def test_a_light_space_without_an_engineer_is_no_space() -> None:
    # given no engineer on the left light space
    state = rich()
    state.strip[4] = 0
    refresh(state)
    # then it is refused, and the other one is not
    assert refusal(state, "space:eng_light_left").clause == "RR-ENGINEER-15"
    assert "space:eng_light_right" in legal(state)


@pytest.mark.clause("RR-BOARD-25")
def test_engineers_cost_two_workers_where_the_table_says_so() -> None:
    # given the option, and 1 worker
    state = rich(engineer_cost="2")
    supply(state, 2, workers=1)
    # then a light engineer is refused; and with 2 workers it is not
    assert refusal(state, "space:eng_light_left").numbers["workers"] == 2
    supply(state, 2, workers=2)
    assert "space:eng_light_left" in legal(state)


@pytest.mark.clause("RR-BOARD-26")
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize(("space", "claims"), [("order_1", [2, -1]), ("order_2", [-1, 2])])
def test_there_are_two_turn_order_spaces_for_one_worker_each(seats: int, space: str, claims: list[int]) -> None:
    # given 3 or 4 players, the third of them to act with 1 worker
    state = rich(seats=seats)
    supply(state, 2, workers=1)
    # when either turn order space is used, then the position under which it lies is claimed for that worker
    do(state, f"space:{space}")
    assert state.claims == claims
    assert state.players[2].workers == 0


@pytest.mark.clause("RR-BOARD-26")
def test_with_two_players_only_the_first_turn_order_space_exists() -> None:
    # given 2 players
    state = rich(seats=2, turn=1)
    # then the first turn order space may be used, the second is closed
    assert "space:order_1" in legal(state)
    assert refusal(state, "space:order_2").clause == "RR-BOARD-28"


@pytest.mark.clause("RR-BOARD-27")
@pytest.mark.parametrize(("seats", "last"), [(2, 6), (3, 6), (4, 7)])
def test_the_last_round_has_a_space_for_three_industry_steps_in_place_of_the_order_spaces(
    seats: int, last: int
) -> None:
    # given the round before the last, then the space is not there and the first turn order space is
    state = rich(seats=seats, turn=1, round=last - 1)
    assert refusal(state, "space:last_round").clause == "RR-SETUP-17"
    assert "space:order_1" in legal(state)
    # given the last round and 2 workers, then it is there and the turn order spaces are not
    state = rich(seats=seats, turn=1, round=last)
    supply(state, 1, workers=2)
    assert "space:last_round" in legal(state)
    assert refusal(state, "space:order_1").clause == "RR-ROUND-07"
    assert refusal(state, "space:order_2").clause == ("RR-BOARD-28" if seats == 2 else "RR-ROUND-07")
    # when it is used, then 3 industry steps are made
    do(state, "space:last_round")
    assert state.players[1].markers == [3, -1]
    assert state.players[1].workers == 0
    # and then it is occupied
    assert refusal(state, "space:last_round").clause == "RR-TURN-02"


@pytest.mark.clause("RR-BOARD-27")
@pytest.mark.parametrize(("option", "workers"), [("1", 1), ("2", 2)])
def test_the_space_of_the_last_round_costs_what_the_table_says(option: str, workers: int) -> None:
    # given the last round and a table with this option, then one worker less is refused
    state = rich(round=7, last_round_cost=option)
    supply(state, 2, workers=workers - 1)
    if workers == 2:
        assert refusal(state, "space:last_round").numbers["workers"] == 2
    # and given these workers
    state = rich(round=7, last_round_cost=option)
    supply(state, 2, workers=workers)
    # when it is used, then exactly these workers are spent
    do(state, "space:last_round")
    assert [s.workers for s in state.stacks] == [workers]


@pytest.mark.clause("RR-BOARD-28")
@pytest.mark.parametrize("round", range(1, 7))
def test_with_two_players_six_spaces_and_one_light_space_are_closed(round: int) -> None:
    # given 2 players, in any round, and everything that a space could ask for
    state = rich(seats=2, turn=1, round=round)
    # then exactly these spaces are closed
    closed = []
    there = []
    for name in BOX.space_names:
        why = state.why_not(GAME.vocabulary.id(f"space:{name}"))
        if why is not None and why.clause == "RR-BOARD-28":
            closed.append(name)
        elif why is None or why.clause not in ("RR-SETUP-17", "RR-ROUND-07"):
            there.append(name)
    assert sorted(closed) == sorted([*CLOSED, "eng_light_left"])
    assert not {f"space:{name}" for name in closed} & set(legal(state))
    # and 19 shared spaces remain, in the last round too
    assert len(there) == 19
    assert ("last_round" in there, "order_1" in there) == ((True, False) if round == 6 else (False, True))


@pytest.mark.clause("RR-BOARD-28")
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("space", [*CLOSED, "eng_light_left"])
def test_with_more_players_these_spaces_are_open(seats: int, space: str) -> None:
    # given 3 or 4 players, then the same spaces may be used
    assert f"space:{space}" in legal(rich(seats=seats))


# ---------------------------------------------------------------- payment


@pytest.mark.clause("RR-BOARD-29")
def test_a_space_for_a_worker_and_a_rouble_takes_two_pieces_with_a_rouble_among_them() -> None:
    # given w=1, r=1 and plenty of everything
    state = rich()
    supply(state, 2, workers=3, roubles=3, turquoise=2, black=1)
    do(state, "space:track_any")
    # then any worker with a rouble, or 2 roubles, may be paid
    assert sorted(legal(state)) == sorted(["pay:w1r1", "pay:t1r1", "pay:b1r1", "pay:r2"])
    # and neither 2 workers, nor more nor fewer pieces
    assert refusal(state, "pay:w2").clause == "RR-ROUBLE-03"
    assert refusal(state, "pay:w1t1").clause == "RR-ROUBLE-03"
    for word in ("pay:r1", "pay:w1", "pay:w2r1", "pay:w1r2", "pay:r3"):
        why = refusal(state, word)
        assert why.clause == "RR-BOARD-29"
        assert (why.numbers["workers"], why.numbers["roubles"]) == (1, 1)


@pytest.mark.clause("RR-BOARD-29")
def test_a_space_for_a_rouble_takes_that_rouble_only() -> None:
    # given w=0, r=1 and plenty of everything
    state = rich()
    supply(state, 2, workers=3, roubles=3, turquoise=2, black=1)
    # when it is used, then there is nothing to choose: one rouble is paid
    heard = do(state, "space:eng_hire")
    assert only(heard, events.PiecesPlaced) == [events.PiecesPlaced(2, "eng_hire", 0, 0, 0, 1, True)]


@pytest.mark.clause("RR-BOARD-29")
def test_a_space_for_three_workers_takes_every_mix_of_three_pieces() -> None:
    # given w=3, r=0 and plenty of everything
    state = rich()
    supply(state, 2, workers=3, roubles=3, turquoise=2, black=1)
    do(state, "space:loco_3")
    # then every mix of 3 pieces may be paid: up to 2 turquoise workers and the black one among them
    mixes = {(w, t, b, 3 - w - t - b) for w in range(4) for t in range(3) for b in range(2) if w + t + b <= 3}
    words = {"pay:" + "".join(f"{letter}{n}" for letter, n in zip("wtbr", mix, strict=True) if n) for mix in mixes}
    assert len(words) == 15
    assert set(legal(state)) == words
    # and 2 pieces may not
    assert refusal(state, "pay:w2").clause == "RR-BOARD-29"
    assert refusal(state, "pay:r2").clause == "RR-BOARD-29"
