"""Special spaces of the player board (RR-PBOARD)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.support.games.russian_railroads.table import (
    BOX,
    GAME,
    do,
    effect,
    everyone_passes,
    gained,
    legal,
    only,
    position,
    refresh,
    refusal,
    tracks,
)
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.bonus import SettleBonus
from trainshed.games.russian_railroads.rules.rounds import NextTurn
from trainshed.games.russian_railroads.rules.state import RailState

TOKENS = [f"token:{name}" for name in BOX.token_names]
FREE_TOKENS = [word for word in TOKENS if word != "token:second_marker"]
"""Those that may be used while the first industry marker stands on 0."""


def board(
    positions: list[int],
    locomotives: Sequence[int] = (1, 0, 0, 0),
    had: int = 0,
    tile: int = 2,
    tokens: Sequence[str] = (),
) -> RailState:
    """The first seat has this board and pays with workers; the next tile of the piles has this number."""
    state = position()
    own = state.players[0]
    own.tracks = positions
    own.locomotives = list(locomotives)
    own.gained = had
    own.tokens = sum(1 << BOX.token_names.index(token) for token in tokens)
    own.roubles = 0
    for number in range(2, tile):
        state.piles[number] = 0
    return refresh(state)


def carry(state: RailState, *parts: str) -> list[Any]:
    """Carry out these effects for the first seat, the next one last, and end the turn; the events."""
    state.heard = []
    refresh(state, [NextTurn(0), SettleBonus(0), *[effect(0, part) for part in parts]])
    return state.heard


def one_step(state: RailState, railroad: str, colour: str) -> list[Any]:
    """One step of a track, the only one of an effect."""
    heard = carry(state, f"track:{colour}:1")
    if state.actor == 0 and "done" in legal(state):
        heard = heard + do(state, f"advance:{railroad}:{colour}")
    return heard


def build(state: RailState, place: str) -> list[Any]:
    """Build a locomotive with the first space for it, and put it there."""
    return do(state, "space:loco_1", "build:locomotive", f"place:{place}")


def rewards(heard: list[Any]) -> list[tuple[str, int]]:
    return [(event.railroad, event.space) for event in only(heard, events.RewardGained)]


@pytest.mark.clause("RR-PBOARD-01")
def test_a_locomotive_alone_gains_nothing() -> None:
    # given black on 3 of St Petersburg / when a #5 reaches beyond space 4
    state = board(tracks(sp=(3,)), tile=5)
    heard = build(state, "st_petersburg")
    # then no advantage, and the next player acts
    assert rewards(heard) == []
    assert (state.actor, state.players[0].gained) == (1, 0)
    # when the track arrives too, then there it is
    heard = one_step(state, "st_petersburg", "black")
    assert rewards(heard) == [("st_petersburg", 4)]
    assert (state.actor, legal(state)) == (0, FREE_TOKENS)


@pytest.mark.clause("RR-PBOARD-01")
def test_a_track_alone_gains_nothing_where_a_locomotive_is_needed() -> None:
    # given a #3 on St Petersburg and a black track that goes on to space 5
    state = board(tracks(sp=(3,)), [1, 0, 3, 0])
    heard = do(state, "space:track_black_1", *["advance:st_petersburg:black"] * 2)
    assert state.players[0].tracks == tracks(sp=(5,))
    assert rewards(heard) == []
    assert state.actor == 1


@pytest.mark.clause("RR-PBOARD-02")
def test_passing_a_special_space_is_reaching_it() -> None:
    # given black on 3 of St Petersburg and reach 5 / when black moves to 5, over space 4
    state = board(tracks(sp=(3,)), [1, 0, 5, 0])
    heard = do(state, "space:track_black_1", "advance:st_petersburg:black", "token:revaluation")
    heard += do(state, "advance:st_petersburg:black")
    # then the advantage of space 4 is gained, and that of no other
    assert rewards(heard) == [("st_petersburg", 4)]
    assert state.players[0].tracks == tracks(sp=(5,))
    # given black on 5 already / when a #5 comes, then both have passed space 4
    state = board(tracks(sp=(5,)), tile=5)
    assert rewards(build(state, "st_petersburg")) == [("st_petersburg", 4)]
    assert legal(state) == FREE_TOKENS


@pytest.mark.clause("RR-PBOARD-03")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (tracks(ts=(1,)), tracks(ts=(2, 0), sp=(1, 0), kv=(1, 0))),
        (tracks(ts=(5, 0), sp=(1, 0), kv=(1, 0)), tracks(ts=(6, 0, 0), sp=(1, 0, 0), kv=(1, 0, 0))),
        (tracks(ts=(9, 0, 0), sp=(1, 0, 0), kv=(1, 0, 0)), tracks(ts=(10, 0, 0, 0), sp=(1, 0, 0, 0), kv=(1, 0, 0))),
    ],
    ids=["2", "6", "10"],
)
def test_the_black_track_alone_brings_new_colours(before: list[int], after: list[int]) -> None:
    # given reach 1 / when black enters the space / then the tracks are received
    state = board(before[:])
    heard = one_step(state, "trans_siberian", "black")
    assert state.players[0].tracks == after
    assert len(only(heard, events.TracksEarned)) == 1
    # a locomotive that reaches the space brings none without the black track
    state = board(before[:], [9, 1, 0, 0], tile=9)
    build(state, "trans_siberian_2")
    assert state.players[0].tracks == before


def terminus(natural: int) -> RailState:
    """Black has just come from 14 to 15 of the Trans-Siberian, with reach 1."""
    state = board(tracks(ts=(14, 12, 10, natural), sp=(1, 0, 0, 0), kv=(1, 0, 0)))
    do(state, "space:track_bottom", "advance:trans_siberian:black")
    return state


@pytest.mark.clause("RR-PBOARD-04")
@pytest.mark.parametrize("steps", [0, 1, 2])
def test_space_15_brings_white_two_white_steps_and_10_points_without_a_locomotive(steps: int) -> None:
    # given natural on 3 / when black goes from 14 to 15 with reach 1 / then +10, white ready, up to 2 steps
    state = terminus(natural=3)
    own = state.players[0]
    assert own.points == 10
    assert own.tracks[:5] == [15, 12, 10, 3, 0]
    for _ in range(steps):
        assert (state.actor, legal(state)) == (0, ["done", "advance:trans_siberian:white"])
        do(state, "advance:trans_siberian:white")
    if steps < 2:
        do(state, "done")
    assert (own.tracks[:5], state.actor) == ([15, 12, 10, 3, steps], 1)
    assert own.points == 10


@pytest.mark.clause("RR-PBOARD-05")
@pytest.mark.parametrize(
    ("railroad", "before", "after"),
    [
        ("trans_siberian", tracks(ts=(13, 0, 0, 0)), tracks(ts=(15, 0, 0, 0, 0))),
        ("st_petersburg", tracks(sp=(7,)), tracks(sp=(9,))),
        ("kiev", tracks(kv=(7,)), tracks(kv=(9,))),
    ],
)
def test_the_last_space_brings_10_points_once_and_needs_no_locomotive(
    railroad: str, before: list[int], after: list[int]
) -> None:
    # given no locomotive but the #1 of the Trans-Siberian / when black enters the last space but one, then nothing
    state = board(before, had=gained(("kiev", 7)))
    own = state.players[0]
    one_step(state, railroad, "black")
    assert own.points == 0
    # when black enters the last one, then +10
    one_step(state, railroad, "black")
    assert (own.points, own.tracks) == (10, after)
    # once: neither a locomotive nor another track brings them again
    carry(state, "special_locomotive:9")
    do(state, f"place:{railroad if railroad != 'trans_siberian' else 'trans_siberian_2'}")
    while state.actor == 0:
        do(state, "token:three_doublers" if "token:three_doublers" in legal(state) else "token:revaluation")
    one_step(state, "st_petersburg" if railroad == "kiev" else "kiev", "black")
    assert own.points == 10


@pytest.mark.clause("RR-PBOARD-06")
def test_space_7_of_kiev_brings_a_worker_without_a_locomotive() -> None:
    # given black on 6 of Kiev, 5 workers and 2 in the reserve
    state = board(tracks(kv=(6,)))
    own = state.players[0]
    one_step(state, "kiev", "black")
    # then one came from the reserve
    assert (own.workers, own.reserve) == (6, 1)
    # a locomotive is neither needed nor enough
    state = board(tracks(kv=(6,)), tile=9)
    build(state, "kiev")
    assert (state.players[0].workers, state.players[0].reserve) == (4, 2)
    # and on St Petersburg space 7 brings none
    state = board(tracks(sp=(6,)))
    one_step(state, "st_petersburg", "black")
    assert (state.players[0].workers, state.players[0].reserve) == (5, 2)


@pytest.mark.clause("RR-PBOARD-07")
def test_the_worker_of_the_trans_siberian_needs_brown_and_locomotives_on_space_3() -> None:
    two = tracks(ts=(6, 4, 2), sp=(1, 0, 0), kv=(1, 0, 0))
    # given reach 3 / when brown comes to 3 / then the worker comes
    state = board(two[:], [3, 0, 0, 0])
    assert rewards(one_step(state, "trans_siberian", "brown")) == [("trans_siberian", 3)]
    assert (state.players[0].workers, state.players[0].reserve) == (6, 1)
    # given reach 2 / when brown comes to 3 / then none
    state = board(two[:], [2, 0, 0, 0])
    assert rewards(one_step(state, "trans_siberian", "brown")) == []
    assert (state.players[0].workers, state.players[0].reserve) == (5, 2)
    # when the second locomotive makes the reach 3 or more / then it comes
    build(refresh(state, position().agenda), "trans_siberian_2")
    assert (state.players[0].workers, state.players[0].reserve) == (5, 1)
    # black and gray on 3 are not enough
    state = board(tracks(ts=(6, 2, 1), sp=(1, 0, 0), kv=(1, 0, 0)), [3, 0, 0, 0])
    assert rewards(one_step(state, "trans_siberian", "gray")) == []


@pytest.mark.clause("RR-PBOARD-08")
def test_a_gained_worker_can_be_used_at_once_and_returns_every_round() -> None:
    # given one worker left in round 2, black on 6 of Kiev
    state = position(seats=2, round=2)
    own = state.players[0]
    own.tracks = tracks(kv=(6,))
    own.workers, own.roubles = 1, 0
    refresh(state)
    # when it brings black to 7 / then the new one is there
    do(state, "space:track_bottom", "advance:kiev:black")
    assert own.workers == 1
    # and may be placed in the same round
    do(state, "pass")
    assert (state.actor, state.round) == (0, 2)
    do(state, "space:aux_doubler")
    assert own.doublers == 1
    # in the next rounds both are there
    for number in (3, 4, 5):
        assert (state.round, own.workers) == (number, 2)
        everyone_passes(state)


@pytest.mark.clause("RR-PBOARD-09")
def test_each_worker_space_gives_its_worker_once() -> None:
    # given brown before 3 with reach 9 and black before 7 of Kiev
    positions = tracks(ts=(9, 8, 2), sp=(1, 0, 0), kv=(6, 0, 0))
    state = board(positions[:], [9, 0, 0, 0])
    own = state.players[0]
    carry(state, "track:brown:2", "track:black:2")
    do(state, "advance:kiev:black", "advance:kiev:black")
    do(state, *["advance:trans_siberian:brown"] * 2)
    # then both are gained, and the reserve is empty
    assert (own.workers, own.reserve) == (7, 0)
    # given more in the reserve than there ever are, then going on brings none of them
    own.reserve = 3
    one_step(state, "kiev", "black")
    one_step(state, "trans_siberian", "brown")
    carry(state, "special_locomotive:9")
    do(state, "place:kiev")
    assert (own.workers, own.reserve) == (7, 3)
    # 2 spaces of the board give a worker
    assert sum("worker:1" in row["effects"] for row in GAME.pack.get("special")) == 2


def st_petersburg(gray: int, reach: int) -> int:
    """What St Petersburg brings in a scoring phase with brown on 2 and black on 9."""
    state = board(tracks(ts=(6, 0, 0), sp=(9, gray, 2), kv=(1, 0, 0)), [1, 0, reach, 0], had=(1 << 16) - 1)
    (own, *_) = only(everyone_passes(state), events.RoundScored)
    return own.railroads[1]


@pytest.mark.clause("RR-PBOARD-10")
def test_gray_and_a_locomotive_on_space_7_double_st_petersburg() -> None:
    # given brown 2 and gray 7: 2 + 2 + 5 within reach 7
    assert st_petersburg(gray=7, reach=7) == 2 * 9
    assert st_petersburg(gray=8, reach=9) == 2 * 10
    # all scored spaces, so those before space 7 too, but only with both
    assert st_petersburg(gray=7, reach=6) == 8
    assert st_petersburg(gray=6, reach=9) == 8


def stars(black: int, reach: int) -> int:
    """What the stars of Kiev bring in a scoring phase."""
    state = board(tracks(kv=(black,)), [1, 0, 0, reach], had=gained(("kiev", 7), ("kiev", 9)))
    (own, *_) = only(everyone_passes(state), events.RoundScored)
    assert own.total == own.stars
    return own.stars


@pytest.mark.clause("RR-PBOARD-11")
def test_stars_need_black_and_a_locomotive_and_count_in_every_scoring_phase() -> None:
    # given black 8 and reach 8, then all five count; with one of them on 3, the first three
    assert stars(8, 8) == 1 + 2 + 3 + 4 + 10
    assert stars(8, 3) == stars(3, 8) == 1 + 2 + 3
    assert stars(9, 0) == 0
    # round after round
    state = board(tracks(kv=(8,)), [1, 0, 0, 8])
    for number in (1, 2, 3):
        everyone_passes(state)
        assert state.players[0].points == 20 * number


@pytest.mark.clause("RR-PBOARD-12")
def test_star_values_add_up() -> None:
    assert [stars(reach, reach) for reach in range(1, 10)] == [1, 3, 6, 10, 10, 10, 10, 20, 20]


@pytest.mark.clause("RR-PBOARD-13")
def test_black_and_a_locomotive_on_a_question_space_bring_a_token() -> None:
    # given black on 6 of St Petersburg / when a #6 comes / then two tokens, for 4 and for 6
    state = board(tracks(sp=(6,)), tile=6)
    heard = build(state, "st_petersburg")
    assert sorted(rewards(heard)) == [("st_petersburg", 4), ("st_petersburg", 6)]
    for token in ("revaluation", "kiev_medal"):
        assert (state.actor, set(legal(state)) <= set(TOKENS)) == (0, True)
        do(state, f"token:{token}")
    assert state.actor == 1
    # space 13 of the Trans-Siberian, too
    positions = tracks(ts=(12, 0, 0, 0), sp=(1, 0, 0, 0), kv=(1, 0, 0))
    colours = gained(("trans_siberian", 2), ("trans_siberian", 6), ("trans_siberian", 10))
    state = board(positions[:], [9, 4, 0, 0], had=colours)
    assert rewards(one_step(state, "trans_siberian", "black")) == [("trans_siberian", 13)]
    assert legal(state) == FREE_TOKENS
    # but not with reach 12
    state = board(positions[:], [8, 4, 0, 0], had=colours)
    assert rewards(one_step(state, "trans_siberian", "black")) == []


@pytest.mark.clause("RR-PBOARD-14")
def test_a_used_question_space_gives_no_other_token() -> None:
    # given space 4 of St Petersburg used
    state = board(tracks(sp=(3,)), [1, 0, 4, 0], tile=5)
    one_step(state, "st_petersburg", "black")
    do(state, "token:revaluation")
    # when black goes on, or a better locomotive comes / then nothing
    assert rewards(one_step(state, "st_petersburg", "black")) == []
    assert state.actor == 1
    refresh(state, position().agenda)
    assert rewards(build(state, "st_petersburg")) == []
    do(state, "place:kiev")
    assert (state.players[0].locomotives, state.actor) == ([1, 0, 5, 4], 1)
    assert state.players[0].tokens.bit_count() == 1


@pytest.mark.clause("RR-PBOARD-15")
def test_a_token_is_used_at_most_once() -> None:
    # given 'revaluation' used / when another token may be used / then it is not offered
    state = board(tracks(sp=(3,)), [1, 0, 4, 0], tokens=["revaluation"])
    one_step(state, "st_petersburg", "black")
    assert legal(state) == [word for word in FREE_TOKENS if word != "token:revaluation"]
    assert refusal(state, "token:revaluation").clause == "RR-PBOARD-15"
    # another player's is
    other = board(tracks(sp=(3,)), [1, 0, 4, 0])
    other.players[1].tokens = state.players[0].tokens
    one_step(other, "st_petersburg", "black")
    assert "token:revaluation" in legal(other)
    # and a token that was just used is gone
    do(other, "token:revaluation")
    assert other.view(None).players[0].tokens == ["revaluation"]


@pytest.mark.clause("RR-PBOARD-16")
def test_four_spaces_give_a_token_each_and_then_there_are_no_more() -> None:
    # given boards right before all four question spaces
    state = board(tracks(ts=(12, 0, 0, 0), sp=(3, 0, 0, 0), kv=(1, 0, 0)), [9, 4, 9, 0])
    own = state.players[0]
    own.factories = [6, 6, 6]
    own.markers = [9, 3]
    carry(state, "industry:1", "track:black:4")
    do(state, "advance:trans_siberian:black", "token:revaluation", "advance:st_petersburg:black", "token:kiev_medal")
    do(state, *["advance:st_petersburg:black"] * 2)
    do(state, "token:three_doublers", "industry:1", "token:cards", "card:black_worker")
    # then four tokens lie on the board
    assert own.tokens.bit_count() == 4
    # when everything goes on, even the second marker to the question space / then no token is asked for
    do(state, "ten")
    own.markers = [11, 9]
    own.factories = [6, 6, 6, 6]
    heard = carry(state, "industry:1", "track:black:3", "special_locomotive:9")
    heard += do(state, "place:kiev", *["advance:st_petersburg:black"] * 3, "industry:2")
    assert own.markers == [11, 10]
    assert only(heard, events.TokenUsed) == []
    assert state.actor == 1
    assert own.tokens.bit_count() == 4
    # four spaces of the board show the question mark
    spaces = GAME.pack.get("special") + GAME.pack.get("industry_space")
    assert sum("question_token:1" in row.get("effects", []) for row in spaces) == 4


@pytest.mark.clause("RR-PBOARD-17")
def test_a_gained_advantage_is_neither_revoked_nor_repeated() -> None:
    # given the token of St Petersburg 4 and the worker of the Trans-Siberian gained with #5 and #3
    state = board(tracks(ts=(6, 4, 2), sp=(3, 0, 0), kv=(1, 0, 0)), [3, 0, 5, 0], tile=5)
    own = state.players[0]
    one_step(state, "st_petersburg", "black")
    do(state, "token:revaluation")
    one_step(state, "trans_siberian", "brown")
    assert own.gained == gained(("st_petersburg", 4), ("trans_siberian", 3))
    assert (own.workers, own.reserve, own.revalued) == (6, 1, 1)
    # when the locomotives were gone (by hand) and others come / then all is as before
    own.locomotives = [0, 0, 0, 0]
    refresh(state, position().agenda)
    heard = build(state, "st_petersburg")
    carry(state, "special_locomotive:9")
    heard += do(state, "place:trans_siberian_2")
    assert own.locomotives == [9, 0, 5, 0]
    assert rewards(heard) == []
    assert (own.workers, own.reserve, own.revalued) == (5, 1, 1)
    assert own.gained == gained(("st_petersburg", 4), ("trans_siberian", 3))


@pytest.mark.clause("RR-PBOARD-18")
def test_a_locomotive_brings_the_rewards_that_waited_for_it() -> None:
    # given black on 4 of St Petersburg without a locomotive / when a #5 is placed there / then a token choice appears
    state = board(tracks(sp=(4,)), tile=5)
    build(state, "st_petersburg")
    assert (state.actor, legal(state)) == (0, FREE_TOKENS)
    # when it is placed elsewhere / then none does
    state = board(tracks(sp=(4,)), tile=5)
    build(state, "kiev")
    assert state.actor == 1
    # a displaced locomotive brings them as well
    state = board(tracks(sp=(4,)), [5, 5, 0, 9], tile=6)
    heard = build(state, "trans_siberian_2")
    assert state.players[0].locomotives == [6, 5, 5, 9]
    assert rewards(heard) == [("st_petersburg", 4)]
    # and so does a track under a locomotive that is there
    state = board(tracks(sp=(3,)), [1, 0, 5, 0])
    assert rewards(one_step(state, "st_petersburg", "black")) == [("st_petersburg", 4)]


@pytest.mark.clause("RR-PBOARD-19")
def test_the_turn_does_not_end_before_a_token_lies_on_the_question_space() -> None:
    # given space 4 of St Petersburg just reached
    state = board(tracks(sp=(4,)), tile=5)
    build(state, "st_petersburg")
    # then nothing but a token can be chosen
    assert (state.actor, legal(state)) == (0, FREE_TOKENS)
    for word in ("done", "pass", "stay"):
        assert refusal(state, word).generic
    # though its effect may lapse
    do(state, "token:five_industry")
    assert "done" in legal(state)
    do(state, "done")
    assert state.players[0].markers == [0, -1]
    assert state.view(None).players[0].tokens == ["five_industry"]
    assert state.actor == 1


@pytest.mark.clause("RR-PBOARD-20")
def test_a_token_without_effect_may_be_chosen_and_counts() -> None:
    # given 8 doublers and the end bonus card for tokens, in the last round
    state = position(round=7)
    own = state.players[0]
    own.tracks = tracks(sp=(3,))
    own.locomotives = [1, 0, 4, 0]
    own.doublers = 8
    own.bonus = [BOX.bonus_names.index("question_tokens")]
    # when the token for three doublers is used / then nothing comes of it
    refresh(state, [NextTurn(3), SettleBonus(0), effect(0, "track:black:1")])
    do(state, "advance:st_petersburg:black", "token:three_doublers")
    assert own.doublers == 8
    # but it lies there: 7 points
    heard = everyone_passes(state)
    assert only(heard, events.BonusScored) == [events.BonusScored(0, "question_tokens", 7)]
    assert own.points == 7
    # only the second marker cannot be chosen, while the first stands on 0
    state = board(tracks(sp=(4,)), tile=5)
    build(state, "st_petersburg")
    assert refusal(state, "token:second_marker").clause == "RR-INDUSTRY-16"


@pytest.mark.clause("RR-PBOARD-08", "RR-TURN-15")
def test_a_worker_gained_together_with_a_token_is_handed_over_first() -> None:
    # given a #3 in St Petersburg, one space short of its question space, and brown on 3 of the Trans-Siberian
    state = board(tracks(ts=(8, 6, 3), sp=(4,)), (1, 0, 3, 0), tile=5)
    own = state.players[0]
    # when a #5 sends the #3 to the Trans-Siberian, so that both spaces are reached at the same moment
    build(state, "st_petersburg")
    had = own.workers
    heard = do(state, "place:trans_siberian_2")
    # then the worker is there when it is asked which token is used
    assert rewards(heard) == [("trans_siberian", 3), ("st_petersburg", 4)]
    assert legal(state) == FREE_TOKENS
    assert own.workers == had + 1
