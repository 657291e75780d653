"""Playing alone (LR-SOLO)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.support.games.lok_n_roll.table import (
    about_to_roll,
    do,
    finish,
    legal,
    names,
    only,
    position,
    refusal,
    roll,
    s,
    set_up,
    values,
    wander,
)
from trainshed.games.lok_n_roll import events
from trainshed.games.lok_n_roll.rules.state import LokState
from trainshed.kernel.agenda import NATURE

TRACK = [s(1), s(2), s(3), s(3), s(4)]


def derailed_before(times: int, mode: str, engine: int, dice: int, **more: Any) -> LokState:
    """A solo player who has derailed this often is about to roll."""
    state = about_to_roll(TRACK, engine, dice, hands=[[s(1)]], piles=[[s(4)]], mode=mode, **more)
    state.players[0].derailments = times
    return state


@pytest.mark.clause("LR-SOLO-01")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_solo_game_ends_with_one_score_in_the_result(seed: int) -> None:
    # given a solo game / when over
    state, _ = set_up(1, seed, mode="solo")
    finish(state, seed)
    # then one score is reported and stands in the result field of the record
    [score] = state.scores()
    assert state.result() == str(score)
    assert score == sum(values(state.players[0].hand)) + sum(values(state.players[0].pile))
    assert state.view(0).scores == [score]


@pytest.mark.clause("LR-SOLO-02")
@pytest.mark.parametrize("mode", ["solo", "challenge"])
def test_solo_is_set_up_like_two_players(mode: str) -> None:
    # given solo setup / when read / then 4 cards on the track and 11 removed
    state, _ = set_up(1, mode=mode)
    two, _ = set_up(2)
    assert len(state.track) == len(two.track) == 4
    assert state.view(0).removed == two.view(0).removed == 11
    assert state.engine == two.engine


@pytest.mark.clause("LR-SOLO-03")
def test_the_solo_player_lays_all_four_cards_and_has_two_in_hand() -> None:
    # given solo setup / when read
    state, heard = set_up(1)
    # then hand 2, deck 38 (38 turns), and all four cards were laid by the one player
    assert len(state.players) == 1
    assert len(state.players[0].hand) == 2
    assert state.deck == 38
    assert [laid.seat for laid in only(heard, events.CardLaid)] == [0, 0, 0, 0]
    assert len(only(heard, events.CardDrawn)) == 2
    assert len(only(finish(state), events.TurnBegun)) == 38


@pytest.mark.clause("LR-SOLO-04")
def test_a_solo_game_goes_on_until_the_38th_card_is_played_and_is_then_scored() -> None:
    # given a solo game whose 38th card has been drawn
    rng = Random(4)
    state, _ = set_up(1, 4)
    while state.turn < 38:
        wander(state, rng)
    # when it is still to be played, then the game runs
    assert (state.deck, state.over, state.actor) == (0, False, 0)
    assert "pass" in legal(state)
    # when it has been played, then scored
    heard = []
    while not state.over:
        heard += wander(state, rng)
    player = state.players[0]
    assert state.scores() == [sum(values(player.hand)) + sum(values(player.pile))]
    assert only(heard, events.GameEnded) == [events.GameEnded(state.scores(), [1], state.in_hand())]
    assert only(heard, events.TurnBegun) == []


@pytest.mark.clause("LR-SOLO-04")
def test_alone_the_same_rules_hold() -> None:
    # given the same position alone and for two / when answered alike / then the same can be done and follows
    hand = [s(4), s(1), "chaos:2"]
    alone = position(TRACK, 4, [hand])
    for_two = position(TRACK, 4, [hand, []])
    for word in (f"lay:{s(4)}", "stop", "wheels:4", "discard:2", "discard:1"):
        assert legal(alone) == legal(for_two)
        do(alone, word)
        do(for_two, word)
    assert names(alone.players[0].pile) == names(for_two.players[0].pile) == [s(2), s(1), s(3)]
    # and the next turn is the solo player's own
    do(alone, f"draw:{s(2)}")
    assert alone.actor == 0


@pytest.mark.clause("LR-SOLO-05")
def test_the_fourth_derailment_loses_the_challenge_at_once() -> None:
    # given 3 derailments so far in the challenge
    state = derailed_before(3, "challenge", engine=4, dice=1)
    # when a fourth happens
    heard = roll(state, 1)
    # then the game is over and lost regardless of score
    assert (state.over, state.lost) == (True, True)
    assert only(heard, events.Lost) == [events.Lost(4)]
    assert state.result() == "lost"
    assert state.standings() == [2]
    assert state.deck > 0
    assert refusal(state, "pass").clause == "LR-END-01"


@pytest.mark.clause("LR-SOLO-05")
@pytest.mark.parametrize("before", [0, 1, 2])
def test_three_derailments_are_allowed_in_the_challenge(before: int) -> None:
    # given fewer than 3 derailments so far / when another happens / then the game goes on
    state = derailed_before(before, "challenge", engine=4, dice=1)
    roll(state, 1)
    assert (state.over, state.lost, state.players[0].derailments) == (False, False, before + 1)
    assert names(state.players[0].pile) == [s(4), s(1)]
    assert (state.actor, state.chance) == (NATURE, "deck")


@pytest.mark.clause("LR-SOLO-05")
def test_plain_solo_has_no_limit() -> None:
    # given 3 derailments so far, not in the challenge / when a fourth happens / then the game goes on
    state = derailed_before(3, "solo", engine=4, dice=1)
    roll(state, 1)
    assert (state.over, state.lost, state.players[0].derailments) == (False, False, 4)


@pytest.mark.clause("LR-SOLO-06")
def test_a_destroyed_track_does_not_lose_the_challenge() -> None:
    # given 3 derailments and a destroyed track right ahead
    state = about_to_roll([s(1), s(2), s(3), "destroyed:3:straight_wide"], 2, dice=1, hands=[[s(1)]], mode="challenge")
    state.players[0].derailments = 3
    # when it is entered
    roll(state, 1)
    # then the game goes on, at the usual price
    assert (state.over, state.lost, state.players[0].derailments) == (False, False, 3)
    assert names(state.players[0].pile) == [s(1)]
    assert state.chance == "deck"


@pytest.mark.clause("LR-SOLO-07")
@pytest.mark.parametrize("deck", [20, 0])
def test_the_losing_derailment_counts_once_and_takes_no_card(deck: int) -> None:
    # given 3 derailments and 5 steps left over, also in the last turn
    state = derailed_before(3, "challenge", engine=4, dice=5, deck=deck)
    track = state.track[:]
    # when resolved
    heard = roll(state, 5)
    # then lost at once, 4 derailments counted, track and pile unchanged
    assert (state.over, state.lost) == (True, True)
    assert state.players[0].derailments == 4
    assert state.track == track
    assert names(state.players[0].pile) == [s(4)]
    assert state.penalties == []
    assert only(heard, events.PenaltyTaken) == []
    # and the result carries no score
    assert state.result() == "lost"
    assert state.view(0).scores == []


@pytest.mark.clause("LR-SOLO-07")
@pytest.mark.parametrize("left", [1, 3, 5])
def test_one_move_over_the_end_is_one_derailment(left: int) -> None:
    # given no derailment so far / when 1, 3 or 5 steps are left over / then one is counted
    state = derailed_before(0, "challenge", engine=4, dice=left)
    roll(state, left)
    assert (state.over, state.players[0].derailments) == (False, 1)


@pytest.mark.clause("LR-SOLO-08")
@pytest.mark.parametrize("before", [3, 4])
def test_against_laura_derailments_are_not_limited(before: int) -> None:
    # given a rival game in which the human has derailed often
    state = derailed_before(before, "rival", engine=4, dice=1)
    # when a fourth or fifth derailment happens
    roll(state, 1)
    # then not lost, and play goes on with Laura's turn
    assert (state.over, state.lost, state.players[0].derailments) == (False, False, before + 1)
    heard = do(state, f"draw:{s(4)}")
    assert only(heard, events.TurnBegun) == [events.TurnBegun(None, 1)]
