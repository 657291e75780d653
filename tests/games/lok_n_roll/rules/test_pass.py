"""Passing."""

from __future__ import annotations

import pytest

from tests.support.games.lok_n_roll.play import games
from tests.support.games.lok_n_roll.table import GAME, do, legal, names, only, position, s, values, wander
from trainshed.games.lok_n_roll import events
from trainshed.games.lok_n_roll.rules.effects import Action

LINE = [s(1), s(2), s(2), s(3)]
LONG_LINE = [s(1)] * 5 + [s(2)] * 4


@pytest.mark.clause("LR-PASS-01")
def test_passing_is_allowed_when_other_actions_are_possible() -> None:
    # given a turn in which everything is possible
    state = position(LINE, 2, [[s(3), "chaos:1"], []])
    assert len(legal(state)) == 3
    # when legal actions are listed, then pass is there, and may be played
    assert "pass" in legal(state)
    do(state, "pass")


@pytest.mark.clause("LR-PASS-01")
@pytest.mark.parametrize("track", [[s(1)], [s(1), s(1)], LINE])
@pytest.mark.parametrize("hand", [[], [s(1)], ["chaos:1"]])
def test_passing_is_allowed_wherever_the_engine_is(track: list[str], hand: list[str]) -> None:
    for engine in range(len(track)):
        # given any turn, when legal actions are listed, then pass is there
        state = position(track, engine, [hand, []])
        assert "pass" in legal(state)
        assert state.why_not(GAME.vocabulary.id("pass")) is None


@pytest.mark.clause("LR-PASS-01")
def test_passing_is_allowed_in_every_turn_of_every_game() -> None:
    # given many games
    asked = 0
    for state, rng in games(60, seed=1):
        while not state.over:
            if isinstance(state.agenda[-1], Action):
                # when legal actions are listed, then pass is there
                assert "pass" in legal(state)
                assert state.why_not(GAME.vocabulary.id("pass"), state.actor) is None
                asked += 1
            wander(state, rng)
    assert asked > 1000


@pytest.mark.clause("LR-PASS-02")
@pytest.mark.parametrize("ahead", [1, 2, 3])
def test_on_a_pass_the_engine_moves_forward_one_card(ahead: int) -> None:
    # given cards ahead
    state = position(LINE, 3 - ahead)
    following = state.track[4 - ahead]
    # when passing
    heard = do(state, "pass")
    # then the engine is 1 card further
    assert state.track[state.engine] is following
    assert only(heard, events.EngineMoved) == [events.EngineMoved(0, 1, 4 - ahead)]
    assert state.ahead() == ahead - 1


@pytest.mark.clause("LR-PASS-03")
def test_after_the_step_the_passing_player_takes_one_penalty_card() -> None:
    # given the engine at index 2 of 4
    state = position(LINE, 2, seat=1)
    start, *rest = state.track
    # when passing
    heard = do(state, "pass")
    # then the engine moves to index 3, and after that the start card is taken
    done = [event for event in heard if isinstance(event, events.EngineMoved | events.PenaltyTaken)]
    assert done == [events.EngineMoved(1, 1, 3), events.PenaltyTaken(1, 1, [s(1)])]
    # and 3 cards remain, the engine on the last of them
    assert state.track == rest
    assert state.engine == 2
    # and the start card is on the pile of the player who passed
    assert state.players[1].pile == [start.card]
    assert state.players[0].pile == []


@pytest.mark.clause("LR-PASS-04")
def test_a_pass_on_the_last_card_does_not_derail() -> None:
    # given the engine on the last card
    state = position(LINE, 3)
    last = state.track[3]
    # when passing
    heard = do(state, "pass")
    # then it does not move
    assert state.track[state.engine] is last
    assert only(heard, events.EngineMoved) == [events.EngineMoved(0, 0, 3)]
    # and 1 penalty card is taken
    assert only(heard, events.PenaltyTaken) == [events.PenaltyTaken(0, 1, [s(1)])]
    assert len(state.track) == 3
    # and it is no derailment
    assert only(heard, events.Derailed) == []
    assert [player.derailments for player in state.players] == [0, 0]


@pytest.mark.clause("LR-PASS-04")
def test_a_pass_takes_no_card_where_none_is_available() -> None:
    # given the engine on the only card
    state = position([s(2)], 0)
    # when passing
    heard = do(state, "pass")
    # then nothing is taken, and it is no derailment
    assert [event.cards for event in only(heard, events.PenaltyTaken)] == [[]]
    assert (len(state.track), state.engine) == (1, 0)
    assert state.players[0].pile == []
    assert state.players[0].derailments == 0


@pytest.mark.clause("LR-PASS-04")
def test_a_pass_on_the_last_card_never_loses_the_challenge() -> None:
    # given a challenge with 3 derailments and the engine on the last card
    state = position(LINE, 3, [[s(1)]], mode="challenge")
    state.players[0].derailments = 3
    # when passing
    do(state, "pass")
    # then the game goes on
    assert not state.lost
    assert not state.over
    assert state.players[0].derailments == 3


@pytest.mark.clause("LR-PASS-05")
def test_a_pass_onto_a_destroyed_track_costs_one_card_more() -> None:
    # given a destroyed track right ahead
    state = position([s(1), s(1), s(1), "destroyed:1:straight_long"], 2)
    # when passing
    heard = do(state, "pass", "keep")
    # then 2 penalty cards are due, and taken
    assert only(heard, events.PenaltyTaken) == [events.PenaltyTaken(0, 2, [s(1), s(1)])]
    assert values(state.players[0].pile) == [1, 1]
    assert names([laid.card for laid in state.track]) == [s(1), "destroyed:1:straight_long"]


@pytest.mark.clause("LR-PASS-05")
def test_a_pass_on_a_destroyed_last_card_costs_nothing_more() -> None:
    # given the engine already standing on a destroyed last card
    state = position([s(1), s(1), s(1), "destroyed:1:straight_long"], 3)
    # when passing
    heard = do(state, "pass")
    # then only 1 is due
    assert only(heard, events.PenaltyTaken) == [events.PenaltyTaken(0, 1, [s(1)])]
    assert len(state.track) == 3


@pytest.mark.clause("LR-PASS-05")
def test_a_destroyed_track_further_ahead_costs_nothing_yet() -> None:
    # given a destroyed track two cards ahead
    state = position([s(1), s(1), s(1), "destroyed:1:straight_long"], 1)
    # when passing, then only 1 is due
    heard = do(state, "pass")
    assert only(heard, events.PenaltyTaken) == [events.PenaltyTaken(0, 1, [s(1)])]


@pytest.mark.clause("LR-PASS-06")
@pytest.mark.parametrize(("count", "engine"), [(n, at) for n in range(2, 10) for at in range(n)])
def test_every_pass_shortens_a_track_of_two_or_more_cards(count: int, engine: int) -> None:
    # given n >= 2 cards and any engine position
    state = position(LONG_LINE[:count], engine)
    # when passing
    do(state, "pass")
    # then at most n - 1 cards remain
    assert len(state.track) <= count - 1
    assert len(state.players[0].pile) == count - len(state.track)


@pytest.mark.clause("LR-PASS-06")
def test_a_pass_leaves_a_single_card_where_it_is() -> None:
    # given 1 card
    state = position([s(3)], 0, piles=[[s(4)]])
    only_card = state.track[0]
    # when passing
    do(state, "pass")
    # then it and the engine stay, and no card is taken
    assert state.track == [only_card]
    assert state.engine == 0
    assert values(state.players[0].pile) == [4]
