"""Running over the end of the track (LR-DERAIL)."""

from __future__ import annotations

import pytest

from tests.support.games.lok_n_roll.table import GAME, about_to_roll, do, legal, names, only, roll, s, values
from trainshed.games.lok_n_roll import events
from trainshed.games.lok_n_roll.rules.state import LokState
from trainshed.kernel.agenda import NATURE

TRACK = [s(1), s(1), s(2), s(3), s(4), s(4)]


def reachable_piles(state: LokState, seat: int) -> list[list[int]]:
    """Every pile, by values, that the seat can reach before the next draw."""
    if state.actor == NATURE:
        return [values(state.players[seat].pile)]
    piles: list[list[int]] = []
    for move in state.moves():
        trial = state.clone()
        trial.play(move)
        piles += [pile for pile in reachable_piles(trial, seat) if pile not in piles]
    return sorted(piles)


@pytest.mark.clause("LR-DERAIL-01")
def test_an_engine_with_steps_left_at_the_end_derails() -> None:
    # given 2 cards ahead and 3 wheels
    state = about_to_roll(TRACK, 3, dice=3)
    # when moved
    heard = roll(state, 3)
    # then derailed, with one step left over
    assert only(heard, events.Derailed) == [events.Derailed(0, 1, 1)]
    assert [player.derailments for player in state.players] == [1, 0]


@pytest.mark.clause("LR-DERAIL-02")
def test_reaching_the_last_card_exactly_is_no_derailment() -> None:
    # given 2 cards ahead and 2 wheels
    state = about_to_roll(TRACK, 3, dice=2)
    # when moved
    heard = roll(state, 2)
    # then on the last card, no penalty
    assert (state.engine, len(state.track)) == (5, 6)
    assert only(heard, events.Derailed) == []
    assert only(heard, events.PenaltyTaken) == []
    assert [player.derailments for player in state.players] == [0, 0]
    assert state.players[0].pile == []


@pytest.mark.clause("LR-DERAIL-03")
@pytest.mark.parametrize(("engine", "wheels"), [(5, 1), (5, 4), (3, 3), (0, 8)])
def test_a_derailed_engine_is_put_on_the_last_card(engine: int, wheels: int) -> None:
    # given a derailment
    state = about_to_roll(TRACK, engine, dice=wheels)
    end = state.track[-1]
    # when resolved
    heard = roll(state, wheels)
    # then the engine is on the end card, which is the same as before
    assert len(only(heard, events.Derailed)) == 1
    assert [moved.engine for moved in only(heard, events.EngineMoved)] == [5]
    assert state.track[state.engine] is end
    assert state.track[-1] is end


@pytest.mark.clause("LR-DERAIL-04")
def test_as_many_penalty_cards_as_steps_were_left_over() -> None:
    # given 2 cards ahead and 5 wheels, rolled by the second player
    state = about_to_roll(TRACK, 3, dice=5, seat=1)
    # when resolved
    heard = roll(state, 5)
    # then 3 penalty cards are due, and the player who derailed the engine has the first three of the track
    assert only(heard, events.PenaltyTaken) == [events.PenaltyTaken(1, 3, [s(1), s(1), s(2)])]
    assert names([laid.card for laid in state.track]) == [s(3), s(4), s(4)]
    assert values(state.penalties) + values(state.players[1].pile) == [1, 1, 2]
    assert state.players[0].pile == []


@pytest.mark.clause("LR-DERAIL-04")
@pytest.mark.parametrize("left", [1, 2, 4])
def test_each_step_left_over_costs_one_card(left: int) -> None:
    # given the engine on the last card / when it derails with 1, 2 or 4 steps left / then as many cards are taken
    state = about_to_roll(TRACK, 5, dice=4)
    heard = roll(state, left)
    assert [taken.due for taken in only(heard, events.PenaltyTaken)] == [left]
    assert len(state.track) == 6 - left


@pytest.mark.clause("LR-DERAIL-05")
def test_order_and_combinations_of_the_penalty_cards_are_the_players_choice() -> None:
    # given 3 penalty cards 2, 3, 2 of a derailment, and an empty pile
    state = about_to_roll([s(2), s(3), s(2), s(1), s(1)], 4, dice=4)
    roll(state, 3)
    assert state.actor == 0
    assert legal(state) == ["discard:2", "discard:3"]
    # when the turn ends, then every order can be reached, and neighbouring 2s may be combined or kept
    assert reachable_piles(state, 0) == [[2, 2, 3], [2, 3, 2], [3], [3, 2, 2]]


@pytest.mark.clause("LR-DERAIL-05")
def test_a_penalty_card_of_a_derailment_may_combine_with_the_pile() -> None:
    # given a 1 on the pile and a derailment that costs a 1
    state = about_to_roll(TRACK, 5, dice=1, piles=[[s(3), "chaos:1"]])
    roll(state, 1)
    # when the turn ends, then the player may combine or keep, and only then the next player draws
    assert (state.actor, legal(state)) == (0, ["combine", "keep"])
    kept = state.clone()
    do(state, "combine")
    kept.play(GAME.vocabulary.id("keep"))
    assert names(state.players[0].pile) == [s(3)]
    assert names(kept.players[0].pile) == [s(3), "chaos:1", s(1)]
    assert (state.actor, state.chance) == (NATURE, "deck")
