"""Tracks and the three railroads (RR-TRACK)."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.russian_railroads.table import (
    BOX,
    GAME,
    carry_out,
    do,
    games,
    legal,
    only,
    position,
    refresh,
    refusal,
    tracks,
)
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.actions.tokens import UseToken
from trainshed.games.russian_railroads.rules.bonus import SettleBonus
from trainshed.games.russian_railroads.rules.components import KIEV, RAILROADS, ST_PETERSBURG, TRANS_SIBERIAN
from trainshed.games.russian_railroads.rules.effect_notation import BLACK, COLOURS, GRAY, NATURAL, WHITE
from trainshed.games.russian_railroads.rules.player import PER_RAILROAD, can_step
from trainshed.games.russian_railroads.rules.rounds import NextTurn
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.text import sentences

TS_BLACK = "advance:trans_siberian:black"
TS_GRAY = "advance:trans_siberian:gray"
TS_BROWN = "advance:trans_siberian:brown"
TS_NATURAL = "advance:trans_siberian:natural"
TS_WHITE = "advance:trans_siberian:white"
SP_BLACK = "advance:st_petersburg:black"
SP_GRAY = "advance:st_petersburg:gray"
SP_BROWN = "advance:st_petersburg:brown"
SP_NATURAL = "advance:st_petersburg:natural"
KV_BLACK = "advance:kiev:black"
KV_GRAY = "advance:kiev:gray"
KV_BROWN = "advance:kiev:brown"


def on(state: RailState, railroad: int, seat: int = 0) -> list[int]:
    """The positions of a railroad, black first."""
    return state.players[seat].tracks[railroad * PER_RAILROAD : (railroad + 1) * PER_RAILROAD]


def in_order(row: list[int]) -> bool:
    """Is every placed track behind the track of the colour before it?"""
    return all(row[at] <= 0 or row[at] < row[at - 1] for at in range(1, len(row)))


@pytest.mark.clause("RR-TRACK-01")
@pytest.mark.parametrize(("railroad", "length"), [(TRANS_SIBERIAN, 15), (ST_PETERSBURG, 9), (KIEV, 9)])
def test_the_three_railroads_have_15_9_and_9_spaces_and_develop_independently(railroad: int, length: int) -> None:
    # given black one space before the end of one railroad, and at 1 on the others
    state = position()
    own = state.players[0]
    own.tracks = [-1] * 15
    for other in range(3):
        own.tracks[other * PER_RAILROAD] = length - 1 if other == railroad else 1
    carry_out(state, "track:black:2")
    # when it advances
    word = f"advance:{RAILROADS[railroad]}:black"
    do(state, word)
    # then it stands on the last space, which ends the railroad; the other two have not moved
    assert on(state, railroad)[BLACK] == length
    assert refusal(state, word).clause == "RR-TRACK-17"
    assert [on(state, other)[BLACK] for other in range(3) if other != railroad] == [1, 1]


@pytest.mark.clause("RR-TRACK-02")
def test_white_runs_on_the_trans_siberian_only_and_natural_not_on_kiev() -> None:
    # given a player who has unlocked everything, with room before every track
    state = position()
    state.players[0].tracks = tracks(ts=(14, 11, 8, 5, 2), sp=(8, 6, 4, 2), kv=(8, 6, 4))
    # when a step of free choice is due
    carry_out(state, "track:any:1")
    # then five, four and three colours can move, and no word speaks of any other
    can = [
        *[f"advance:trans_siberian:{colour}" for colour in ("black", "gray", "brown", "natural", "white")],
        *[f"advance:st_petersburg:{colour}" for colour in ("black", "gray", "brown", "natural")],
        *[f"advance:kiev:{colour}" for colour in ("black", "gray", "brown")],
    ]
    assert legal(state) == ["done", *can]
    assert [word for word in GAME.vocabulary if word.startswith("advance:")] == can


@pytest.mark.clause("RR-TRACK-02")
def test_a_colour_that_a_railroad_does_not_use_cannot_step_there() -> None:
    # given natural and white as if they waited everywhere, with room on every railroad
    rows = [8, 6, 4, 0, -1]
    whites = [8, 6, 4, 2, 0]
    # when natural is to step, then only on the Trans-Siberian and St Petersburg
    assert [can_step(BOX, rows * 3, railroad, NATURAL) for railroad in range(3)] == [True, True, False]
    # when white is to step, then only on the Trans-Siberian
    assert [can_step(BOX, whites * 3, railroad, WHITE) for railroad in range(3)] == [True, False, False]


@pytest.mark.clause("RR-TRACK-03")
def test_one_advancement_moves_one_track_one_space_on_one_railroad() -> None:
    # given black at 1 on Kiev
    state = position()
    state.players[0].tracks = tracks(ts=(4, 1), sp=(3, 1), kv=(1, 0))
    carry_out(state, "track:black:1")
    # when it advances once
    heard = do(state, KV_BLACK)
    # then black = 2, nothing else has moved, and the effect is used up
    assert state.players[0].tracks == tracks(ts=(4, 1), sp=(3, 1), kv=(2, 0))
    assert only(heard, events.TrackMoved) == [events.TrackMoved(0, "kiev", "black", 2, False)]
    assert state.actor == 1


@pytest.mark.clause("RR-TRACK-04")
@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([KV_BLACK, KV_BLACK, KV_BLACK], (1, 1, 4)),
        ([TS_BLACK, TS_BLACK, TS_BLACK], (4, 1, 1)),
        ([SP_BLACK, KV_BLACK, SP_BLACK], (1, 3, 2)),
        ([TS_BLACK, TS_BLACK, KV_BLACK], (3, 1, 2)),
        ([KV_BLACK, TS_BLACK, SP_BLACK], (2, 2, 2)),
    ],
)
def test_three_steps_are_shared_out_over_the_railroads_at_will(
    steps: list[str], expected: tuple[int, int, int]
) -> None:
    # given black at 1 everywhere / when the space for 3 black is used: all on one, two and one, or one each
    state = position()
    do(state, "space:track_black_2", "pay:w2", *steps)
    # then every such distribution is accepted, and 3 steps were made
    assert tuple(on(state, railroad)[BLACK] for railroad in range(3)) == expected
    assert state.actor == 1


@pytest.mark.clause("RR-TRACK-05")
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_order_of_colours_holds_whatever_steps_are_made(seed: int) -> None:
    # given more free steps than there are spaces to go
    rng = Random(seed)
    state = position()
    carry_out(state, "track:any:130")
    # when steps are made at random until none is possible
    while state.actor == 0:
        do(state, rng.choice([word for word in legal(state) if word != "done"]))
        # then at every moment black > gray > brown > natural > white among placed tracks
        assert all(in_order(on(state, railroad)) for railroad in range(3))
    # and in the end the tracks are packed behind one another
    assert state.players[0].tracks == tracks(ts=(15, 14, 13, 12, 11), sp=(9, 8, 7, 6), kv=(9, 8, 7))


@pytest.mark.clause("RR-TRACK-05")
def test_the_order_of_colours_holds_in_every_position_of_random_games() -> None:
    # given random games / when they are played / then in every position the order holds for every player
    placed: set[str] = set()
    for state in games(6, seed=5):
        for seat in range(state.seats):
            for railroad in range(3):
                row = on(state, railroad, seat)
                assert in_order(row)
                placed |= {colour for colour, at in zip(COLOURS, row, strict=True) if at > 0}
    assert {"black", "gray", "brown"} <= placed


@pytest.mark.clause("RR-TRACK-06")
def test_a_track_never_catches_up_with_the_track_ahead() -> None:
    # given black 3 and gray 2 on Kiev
    state = position()
    state.players[0].tracks = tracks(ts=(4, 1), sp=(1, 0), kv=(3, 2))
    carry_out(state, "track:any:3")
    # when gray advances, then it is refused
    assert refusal(state, KV_GRAY).clause == "RR-TRACK-06"
    assert KV_GRAY not in legal(state)
    # when black has moved, then gray may follow one space, and no further
    do(state, KV_BLACK, KV_GRAY)
    assert on(state, KIEV)[: GRAY + 1] == [4, 3]
    assert refusal(state, KV_GRAY).clause == "RR-TRACK-06"


@pytest.mark.clause("RR-TRACK-07")
def test_a_colour_enters_only_behind_the_colour_before_it() -> None:
    # given brown earned, and gray still waiting on Kiev
    state = position()
    state.players[0].tracks = tracks(ts=(6, 3, 1), sp=(1, 0, 0), kv=(3, 0, 0))
    carry_out(state, "track:any:4")
    # when brown advances on Kiev, then it is refused, also while gray stands on the space to be entered
    assert refusal(state, KV_BROWN).clause == "RR-TRACK-07"
    do(state, KV_GRAY)
    assert on(state, KIEV)[:3] == [3, 1, 0]
    assert refusal(state, KV_BROWN).clause == "RR-TRACK-07"
    # when gray stands one space further, then brown enters
    do(state, KV_GRAY, KV_BROWN)
    assert on(state, KIEV)[:3] == [3, 2, 1]


@pytest.mark.clause("RR-TRACK-08")
def test_gray_spaces_are_illegal_without_gray_tracks() -> None:
    # given a player who has not earned gray, with room for it everywhere
    state = position()
    state.players[0].tracks = tracks(ts=(1,), sp=(6,), kv=(6,))
    refresh(state)
    # when a gray space is chosen, then it is refused
    for space in ("space:track_gray_1", "space:track_gray_2"):
        why = refusal(state, space)
        assert why.clause == "RR-TRACK-08"
        # and told what earns it
        assert {"colour": GRAY, "opens": 2}.items() <= why.numbers.items()
    # when gray is earned, then both spaces can be used
    state.players[0].tracks = tracks(ts=(2, 0), sp=(6, 0), kv=(6, 0))
    refresh(state)
    assert {"space:track_gray_1", "space:track_gray_2"} <= set(legal(state))


@pytest.mark.clause("RR-TRACK-08")
def test_a_step_with_a_colour_that_is_not_earned_is_refused() -> None:
    # given a player who has not earned gray, with room for it on Kiev
    state = position()
    state.players[0].tracks = tracks(ts=(1,), sp=(1,), kv=(6,))
    refresh(state)
    # when a step with black or gray is due, then gray is refused and black is not
    do(state, "space:track_bottom", "pay:w1")
    why = refusal(state, KV_GRAY)
    assert (why.clause, why.numbers) == ("RR-TRACK-08", {"colour": GRAY, "opens": 2})
    assert legal(state) == [TS_BLACK, SP_BLACK, KV_BLACK]


@pytest.mark.clause("RR-TRACK-08")
@pytest.mark.parametrize(("colour", "opens"), [("gray", 2), ("brown", 6), ("natural", 10), ("white", 15)])
def test_a_refusal_says_what_earns_a_colour(colour: str, opens: int) -> None:
    # given a player whose black stands one space before it / when its space is chosen, then the refusal says so
    state = position()
    state.players[0].tracks = tracks(ts=(opens - 1, *[1 for space in (2, 6, 10) if space < opens]))
    refresh(state)
    spaces = [space.name for space in BOX.spaces if space.colour == COLOURS.index(colour)]
    assert spaces
    for space in spaces:
        why = refusal(state, f"space:{space}")
        assert why.clause == "RR-TRACK-08"
        assert f"{colour.capitalize()} opens when black reaches {opens}." in sentences.refusal(GAME, why)


@pytest.mark.clause("RR-TRACK-09")
def test_space_2_of_the_trans_siberian_brings_three_gray_tracks_at_once() -> None:
    # given black at 1 on the Trans-Siberian, and two black steps
    state = position()
    state.players[0].tracks = tracks(ts=(1,), sp=(1,), kv=(3,))
    refresh(state)
    do(state, "space:track_black_1", "pay:w1")
    # when the first one goes to 2
    heard = do(state, TS_BLACK)
    # then gray is ready on all three railroads, before the second step
    assert state.players[0].tracks == tracks(ts=(2, 0), sp=(1, 0), kv=(3, 0))
    assert only(heard, events.TracksEarned) == [events.TracksEarned(0, "gray")]
    assert state.actor == 0


@pytest.mark.clause("RR-TRACK-10")
def test_space_6_of_the_trans_siberian_brings_three_brown_tracks_at_once() -> None:
    # given black at 4 on the Trans-Siberian
    state = position()
    state.players[0].tracks = tracks(ts=(4, 1), sp=(1, 0), kv=(3, 0))
    carry_out(state, "track:black:3")
    # when it goes to 5, then nothing is earned
    assert only(do(state, TS_BLACK), events.TracksEarned) == []
    assert state.players[0].tracks == tracks(ts=(5, 1), sp=(1, 0), kv=(3, 0))
    # when it goes to 6, then brown is ready on three railroads
    assert only(do(state, TS_BLACK), events.TracksEarned) == [events.TracksEarned(0, "brown")]
    assert state.players[0].tracks == tracks(ts=(6, 1, 0), sp=(1, 0, 0), kv=(3, 0, 0))


@pytest.mark.clause("RR-TRACK-11")
def test_space_10_of_the_trans_siberian_brings_two_natural_tracks_at_once() -> None:
    # given black at 8 on the Trans-Siberian
    state = position()
    state.players[0].tracks = tracks(ts=(8, 1, 0), sp=(1, 0, 0), kv=(3, 0, 0))
    carry_out(state, "track:black:3")
    # when it goes to 9, then nothing is earned
    assert only(do(state, TS_BLACK), events.TracksEarned) == []
    # when it goes to 10, then natural is ready on the Trans-Siberian and St Petersburg, not on Kiev
    assert only(do(state, TS_BLACK), events.TracksEarned) == [events.TracksEarned(0, "natural")]
    assert state.players[0].tracks == tracks(ts=(10, 1, 0, 0), sp=(1, 0, 0, 0), kv=(3, 0, 0))


@pytest.mark.clause("RR-TRACK-12")
def test_space_15_of_the_trans_siberian_brings_one_white_track_at_once() -> None:
    # given black at 13 on the Trans-Siberian
    state = position()
    state.players[0].tracks = tracks(ts=(13, 1, 0, 0), sp=(1, 0, 0, 0), kv=(3, 0, 0))
    carry_out(state, "track:black:3")
    # when it goes to 14, then nothing is earned
    assert only(do(state, TS_BLACK), events.TracksEarned) == []
    # when it goes to 15, then white is ready on the Trans-Siberian only
    assert only(do(state, TS_BLACK), events.TracksEarned) == [events.TracksEarned(0, "white")]
    assert state.players[0].tracks == tracks(ts=(15, 1, 0, 0, 0), sp=(1, 0, 0, 0), kv=(3, 0, 0))


@pytest.mark.clause("RR-TRACK-13")
@pytest.mark.parametrize("word", [SP_BLACK, KV_BLACK])
def test_black_on_the_other_railroads_unlocks_nothing(word: str) -> None:
    # given black at 1 everywhere
    state = position()
    carry_out(state, "track:black:9")
    # when black goes to 9 on St Petersburg or Kiev
    heard = do(state, *[word] * 8)
    # then no colour is unlocked on any railroad
    expected = tracks(sp=(9,)) if word == SP_BLACK else tracks(kv=(9,))
    assert state.players[0].tracks == expected
    assert only(heard, events.TracksEarned) == []


@pytest.mark.clause("RR-TRACK-13")
def test_other_colours_on_the_trans_siberian_unlock_nothing() -> None:
    # given black at 9, and gray before the spaces where black would unlock
    state = position()
    state.players[0].tracks = tracks(ts=(9, 1), sp=(1, 0), kv=(1, 0))
    carry_out(state, "track:gray:6")
    # when gray passes 2 and 6 / then nothing is unlocked
    heard = do(state, *[TS_GRAY] * 6)
    assert state.players[0].tracks == tracks(ts=(9, 7), sp=(1, 0), kv=(1, 0))
    assert only(heard, events.TracksEarned) == []


@pytest.mark.clause("RR-TRACK-14")
def test_the_first_advancement_puts_a_waiting_track_on_space_1() -> None:
    # given gray ready and black at 2
    state = position()
    state.players[0].tracks = tracks(ts=(2, 0), sp=(1, 0), kv=(2, 0))
    carry_out(state, "track:gray:2")
    # when gray advances, then gray = 1
    do(state, TS_GRAY)
    assert on(state, TRANS_SIBERIAN)[:2] == [2, 1]
    assert on(state, KIEV)[:2] == [2, 0]


@pytest.mark.clause("RR-TRACK-15")
@pytest.mark.parametrize(("space", "pay", "steps"), [("track_gray_1", "w1", 2), ("track_gray_2", "w2", 3)])
def test_exactly_as_many_steps_as_icons_are_made_with_that_colour(space: str, pay: str, steps: int) -> None:
    # given room for many gray and black steps
    state = position()
    state.players[0].tracks = tracks(ts=(7, 0, 0), sp=(7, 0, 0), kv=(7, 0, 0))
    refresh(state)
    do(state, f"space:{space}", f"pay:{pay}")
    for made in range(steps):
        # when fewer steps are wanted, or another colour, then refused
        assert sum(on(state, railroad)[GRAY] for railroad in range(3)) == made
        assert refusal(state, "done").clause == "RR-TURN-06"
        assert refusal(state, KV_BLACK).clause == "RR-TRACK-15"
        assert legal(state) == [TS_GRAY, SP_GRAY, KV_GRAY]
        do(state, KV_GRAY)
    # then after exactly so many gray steps the turn is over
    assert state.actor == 1
    assert state.players[0].tracks == tracks(ts=(7, 0, 0), sp=(7, 0, 0), kv=(7, steps, 0))


@pytest.mark.clause("RR-TRACK-16")
def test_steps_that_one_track_cannot_make_are_made_on_other_railroads() -> None:
    # given gray that can move only 1 on the Trans-Siberian, and room elsewhere
    state = position()
    state.players[0].tracks = tracks(ts=(3, 1), sp=(4, 0), kv=(4, 0))
    refresh(state)
    # when 2 gray steps are due and the first is made there
    do(state, "space:track_gray_1", "pay:w1", TS_GRAY)
    # then the second is on another railroad
    assert refusal(state, TS_GRAY).clause == "RR-TRACK-06"
    assert legal(state) == [SP_GRAY, KV_GRAY]
    do(state, SP_GRAY)
    assert state.players[0].tracks == tracks(ts=(3, 2), sp=(4, 1), kv=(4, 0))


@pytest.mark.clause("RR-TRACK-16")
def test_the_last_way_to_make_the_steps_is_taken_by_the_rules() -> None:
    # given gray that can move 1 on the Trans-Siberian and 2 on Kiev, and not on St Petersburg
    state = position()
    state.players[0].tracks = tracks(ts=(3, 1), sp=(1, 0), kv=(3, 0))
    refresh(state)
    # when the first of 2 gray steps is made on the Trans-Siberian
    heard = do(state, "space:track_gray_1", "pay:w1", TS_GRAY)
    # then the second goes to Kiev, and nobody is asked
    assert only(heard, events.TrackMoved) == [
        events.TrackMoved(0, "trans_siberian", "gray", 2, False),
        events.TrackMoved(0, "kiev", "gray", 1, True),
    ]
    assert state.actor == 1


@pytest.mark.clause("RR-TRACK-16")
def test_free_colour_steps_may_be_shared_by_two_tracks_of_one_railroad() -> None:
    # given black and gray on Kiev / when 2 free steps are made by one of each / then accepted
    state = position()
    state.players[0].tracks = tracks(ts=(3, 1), sp=(1, 0), kv=(4, 1))
    refresh(state)
    do(state, "space:track_any", KV_BLACK, KV_GRAY)
    assert state.players[0].tracks == tracks(ts=(3, 1), sp=(1, 0), kv=(5, 2))
    assert state.actor == 1


@pytest.mark.clause("RR-TRACK-17")
def test_no_track_goes_beyond_the_last_space() -> None:
    # given black on the last space of Kiev and St Petersburg
    state = position()
    state.players[0].tracks = tracks(ts=(13, 1, 0, 0), sp=(9, 0, 0, 0), kv=(9, 0, 0))
    # when black steps are due
    carry_out(state, "track:black:3")
    # then none is possible there
    assert refusal(state, KV_BLACK).clause == "RR-TRACK-17"
    assert refusal(state, SP_BLACK).clause == "RR-TRACK-17"
    assert legal(state) == ["done", TS_BLACK]
    # and none on the Trans-Siberian beyond 15: the third step lapses
    heard = do(state, TS_BLACK, TS_BLACK)
    assert on(state, TRANS_SIBERIAN)[BLACK] == 15
    assert only(heard, events.RestLapsed)[-1] == events.RestLapsed(0, False)
    assert state.actor == 1


@pytest.mark.clause("RR-TRACK-18")
@pytest.mark.parametrize("natural", [3, 6])
@pytest.mark.parametrize("steps", [0, 1, 2])
def test_reaching_the_terminus_allows_up_to_two_white_steps_now(natural: int, steps: int) -> None:
    # given natural at 3 (or further) and black one step before 15
    state = position()
    state.players[0].tracks = tracks(ts=(14, 10, 8, natural), sp=(5, 0, 0, 0), kv=(5, 0, 0))
    carry_out(state, "track:black:1", full=True)
    # when black reaches 15
    do(state, TS_BLACK)
    # then white may move 0, 1 or 2 spaces at once, and not a third
    for _ in range(steps):
        assert legal(state) == ["done", TS_WHITE]
        do(state, TS_WHITE)
    if steps < 2:
        assert legal(state) == ["done", TS_WHITE]
        do(state, "done")
    assert on(state, TRANS_SIBERIAN) == [15, 10, 8, natural, steps]
    assert state.actor == 1


@pytest.mark.clause("RR-TRACK-19")
@pytest.mark.parametrize("natural", [0, 1])
def test_white_steps_that_cannot_be_made_at_once_are_lost(natural: int) -> None:
    # given natural at 0 or 1, and steps for black and natural
    state = position()
    state.players[0].tracks = tracks(ts=(14, 10, 8, natural), sp=(5, 0, 0, 0), kv=(5, 0, 0))
    carry_out(state, "track:black|natural:5")
    # when black reaches 15, then no white step is possible, and nothing about white is asked
    heard = do(state, TS_BLACK)
    assert only(heard, events.RestLapsed) == [events.RestLapsed(0, False)]
    assert legal(state)[0] == "done"
    assert TS_WHITE not in legal(state)
    # when natural then moves out of the way, then both have vanished
    do(state, *[TS_NATURAL] * 4)
    assert on(state, TRANS_SIBERIAN) == [15, 10, 8, natural + 4, 0]
    assert state.actor == 1


@pytest.mark.clause("RR-TRACK-19")
def test_white_steps_are_made_as_far_as_the_rules_of_movement_allow() -> None:
    # given natural at 2 / when black reaches 15
    state = position()
    state.players[0].tracks = tracks(ts=(14, 10, 8, 2), sp=(5, 0, 0, 0), kv=(5, 0, 0))
    carry_out(state, "track:black:1", full=True)
    do(state, TS_BLACK)
    assert legal(state) == ["done", TS_WHITE]
    heard = do(state, TS_WHITE)
    # then exactly 1 is possible, and the other is lost
    assert on(state, TRANS_SIBERIAN) == [15, 10, 8, 2, 1]
    assert only(heard, events.RestLapsed) == [events.RestLapsed(0, False)]
    assert state.actor == 1


@pytest.mark.clause("RR-TRACK-20")
def test_tracks_earned_within_the_token_may_be_moved_by_its_remaining_steps() -> None:
    # given the token of 4 free steps, and black at 1 on the Trans-Siberian
    state = position()
    state.players[0].tracks = tracks(ts=(1,), sp=(3,), kv=(1,))
    refresh(state, [NextTurn(0), SettleBonus(0), UseToken(0)])
    do(state, "token:four_any")
    assert refusal(state, SP_GRAY).clause == "RR-TRACK-08"
    # when the first goes to 2, then later steps may move gray, on any railroad
    do(state, TS_BLACK)
    assert {TS_GRAY, SP_GRAY} <= set(legal(state))
    do(state, SP_GRAY, TS_GRAY, SP_GRAY)
    assert state.players[0].tracks == tracks(ts=(2, 1), sp=(3, 2), kv=(1, 0))
    assert state.actor == 1


@pytest.mark.clause("RR-TRACK-20")
def test_tracks_earned_within_any_free_colour_effect_may_be_moved_by_the_rest_of_it() -> None:
    # given black at 5 on the Trans-Siberian / when the space for 2 free steps takes it to 6
    state = position()
    state.players[0].tracks = tracks(ts=(5, 2), sp=(1, 0), kv=(1, 0))
    refresh(state)
    do(state, "space:track_any", TS_BLACK)
    # then its second step may move the brown just earned
    do(state, TS_BROWN)
    assert state.players[0].tracks == tracks(ts=(6, 2, 1), sp=(1, 0, 0), kv=(1, 0, 0))


@pytest.mark.clause("RR-TRACK-21")
def test_a_free_step_may_be_made_with_every_colour_owned_and_no_other() -> None:
    # given gray and brown owned, and room for every colour
    state = position()
    state.players[0].tracks = tracks(ts=(9, 6, 3), sp=(8, 5, 3), kv=(8, 5, 3))
    # when a step of free choice is due
    carry_out(state, "track:any:1", full=True)
    # then black, gray and brown may move, on each railroad
    assert legal(state) == [
        *[TS_BLACK, TS_GRAY, TS_BROWN],
        *[SP_BLACK, SP_GRAY, SP_BROWN],
        *[KV_BLACK, KV_GRAY, KV_BROWN],
    ]
    # and no colour that is not owned
    for word in (TS_NATURAL, TS_WHITE, SP_NATURAL):
        assert refusal(state, word).clause == "RR-TRACK-08"


@pytest.mark.clause("RR-TRACK-22")
def test_a_colour_is_unlocked_once() -> None:
    # given gray unlocked, and some of it moved
    state = position()
    state.players[0].tracks = tracks(ts=(2, 1), sp=(4, 2), kv=(3, 1))
    carry_out(state, "track:black:3", full=True)
    # when black moves from 2 to 5 on the Trans-Siberian
    heard = do(state, *[TS_BLACK] * 3)
    # then the three gray tracks stay where they are, and no more come
    assert state.players[0].tracks == tracks(ts=(5, 1), sp=(4, 2), kv=(3, 1))
    assert sum(on(state, railroad)[GRAY] >= 0 for railroad in range(3)) == 3
    assert only(heard, events.TracksEarned) == []


@pytest.mark.clause("RR-TRACK-22")
def test_over_a_whole_game_each_colour_is_unlocked_once() -> None:
    # given all the black steps of the Trans-Siberian / when they are made
    state = position()
    carry_out(state, "track:black:14")
    heard = do(state, *[TS_BLACK] * 14)
    # then each colour came once, in its order
    assert [event.colour for event in only(heard, events.TracksEarned)] == ["gray", "brown", "natural", "white"]


@pytest.mark.clause("RR-TRACK-23")
def test_black_advances_beyond_the_reach_of_locomotives() -> None:
    # given reach 1 on the Trans-Siberian, and no locomotive on Kiev
    state = position()
    own = state.players[0]
    own.tracks = tracks(ts=(2, 0), sp=(1, 0), kv=(2, 0))
    assert own.locomotives == [1, 0, 0, 0]
    carry_out(state, "track:black:2", full=True)
    # when black moves 2 -> 3 on each, then accepted
    do(state, TS_BLACK, KV_BLACK)
    assert own.tracks == tracks(ts=(3, 0), sp=(1, 0), kv=(3, 0))
