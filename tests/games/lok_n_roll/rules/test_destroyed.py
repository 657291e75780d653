"""Destroyed tracks (LR-BROKEN)."""

from __future__ import annotations

import pytest

from tests.support.games.lok_n_roll.table import about_to_roll, do, legal, names, only, roll, s
from trainshed.games.lok_n_roll import events
from trainshed.kernel.agenda import NATURE

D1 = "destroyed:1:straight_long"
D3 = "destroyed:3:straight_wide"
D2 = "destroyed:2:curve_left@left"
D4 = "destroyed:4:curve_right@right"


@pytest.mark.clause("LR-BROKEN-01")
@pytest.mark.parametrize("wheels", [1, 2, 3])
def test_a_destroyed_track_run_over_or_stopped_on_costs_one_card(wheels: int) -> None:
    # given a destroyed track right ahead, rolled for by the second player
    state = about_to_roll([s(1), s(2), D3, s(3), s(3)], 1, dice=3, seat=1)
    # when the engine stops on it (1 wheel) or runs over it (2, 3)
    heard = roll(state, wheels)
    # then 1 penalty card: the mover has the first card of the track
    assert only(heard, events.PenaltyTaken) == [events.PenaltyTaken(1, 1, [s(1)])]
    assert names(state.players[1].pile) == [s(1)]
    assert state.players[0].pile == []
    assert names([laid.card for laid in state.track]) == [s(2), D3, s(3), s(3)]


@pytest.mark.clause("LR-BROKEN-01")
def test_a_destroyed_track_that_is_not_reached_costs_nothing() -> None:
    # given a destroyed track two cards ahead / when the engine moves one card / then no penalty
    state = about_to_roll([s(1), s(2), s(2), D3, s(3)], 1, dice=3)
    heard = roll(state, 1)
    assert only(heard, events.PenaltyTaken) == []
    assert (state.engine, len(state.track)) == (2, 5)


@pytest.mark.clause("LR-BROKEN-02")
@pytest.mark.parametrize(("wheels", "due"), [(1, 1), (2, 2), (3, 2), (4, 3)])
def test_several_destroyed_tracks_in_one_move_cost_one_card_each(wheels: int, due: int) -> None:
    # given two destroyed tracks ahead, a whole card, and a third one
    state = about_to_roll([s(1), s(2), s(2), s(4), D4, D3, s(4), D1, s(1)], 3, dice=4)
    # when the engine enters some of them (2 wheels: two of them)
    heard = roll(state, wheels)
    # then 1 penalty card for each (2 of them: 2 cards)
    assert [taken.due for taken in only(heard, events.PenaltyTaken)] == [due]
    assert len(state.track) == 9 - due


@pytest.mark.clause("LR-BROKEN-03")
def test_the_penalty_card_of_a_destroyed_track_may_be_combined() -> None:
    # given a 4 on the pile, and a penalty that costs a 4
    for answer, pile in (("combine", [s(2)]), ("keep", [s(2), "chaos:4", s(4)])):
        state = about_to_roll([s(4), s(3), D3, s(3)], 1, dice=1, piles=[[s(2), "chaos:4"]], hands=[["chaos:3"], []])
        roll(state, 1)
        # when the turn ends, then it is handled like any other penalty card: the player may combine it
        assert (state.actor, legal(state)) == (0, ["combine", "keep"])
        assert names(state.players[0].hand) == ["chaos:3"]
        do(state, answer)
        assert names(state.players[0].pile) == pile
        assert (state.actor, state.chance) == (NATURE, "deck")


@pytest.mark.clause("LR-BROKEN-03")
def test_the_penalty_cards_of_destroyed_tracks_are_discarded_in_any_order() -> None:
    # given a penalty of two cards, 1 and 2, for two destroyed tracks
    for first, second in ((1, 2), (2, 1)):
        state = about_to_roll([s(1), s(2), D3, D4, s(4)], 1, dice=2)
        roll(state, 2)
        assert (state.actor, legal(state)) == (0, ["discard:1", "discard:2"])
        assert state.players[0].pile == []
        # when the turn ends, then the player chooses the order
        do(state, f"discard:{first}")
        assert names(state.players[0].pile) == [s(first), s(second)]


@pytest.mark.clause("LR-BROKEN-04")
@pytest.mark.parametrize("wheels", [1, 2])
def test_leaving_a_destroyed_track_costs_nothing(wheels: int) -> None:
    # given the engine standing on a destroyed track, with another one behind it
    state = about_to_roll([s(1), D1, D3, s(3), s(3)], 2, dice=2)
    # when it moves on
    heard = roll(state, wheels)
    # then no new penalty
    assert only(heard, events.PenaltyTaken) == []
    assert only(heard, events.TrackBroken) == []
    assert (state.engine, len(state.track)) == (2 + wheels, 5)


@pytest.mark.clause("LR-BROKEN-04")
def test_derailing_on_the_spot_from_a_destroyed_last_card_costs_the_steps_only() -> None:
    # given the engine on a destroyed last card / when it derails with 2 steps left / then 2 due, nothing is entered
    state = about_to_roll([s(1), s(2), s(2), D3], 3, dice=2)
    heard = roll(state, 2)
    assert [taken.due for taken in only(heard, events.PenaltyTaken)] == [2]


@pytest.mark.clause("LR-BROKEN-05")
def test_destroyed_tracks_and_steps_left_over_add_up() -> None:
    # given 1 destroyed track among 2 cards ahead, and 4 wheels: 2 steps over the end
    state = about_to_roll([s(1), s(1), s(2), s(3), D3, s(4)], 3, dice=4)
    # when resolved
    heard = roll(state, 4)
    # then 3 due, taken together after the engine has reached its final card
    assert only(heard, events.PenaltyTaken) == [events.PenaltyTaken(0, 3, [s(1), s(1), s(2)])]
    kinds = [type(event) for event in heard]
    assert kinds.index(events.EngineMoved) < kinds.index(events.Derailed) < kinds.index(events.PenaltyTaken)
    assert names([laid.card for laid in state.track]) == [s(3), D3, s(4)]
    assert state.engine == 2


@pytest.mark.clause("LR-BROKEN-05")
def test_what_is_due_is_limited_by_the_cards_behind_the_final_position() -> None:
    # given the engine on the first card, 1 destroyed track among 2 cards ahead, and 4 wheels: 2 steps over the end
    state = about_to_roll([s(1), D3, s(4)], 0, dice=4)
    # when resolved
    heard = roll(state, 4)
    # then 3 due, but only the 2 cards behind the final position are taken, the run-over one among them
    assert only(heard, events.PenaltyTaken) == [events.PenaltyTaken(0, 3, [s(1), D3])]
    assert names([laid.card for laid in state.track]) == [s(4)]
    assert state.engine == 0


@pytest.mark.clause("LR-BROKEN-06")
@pytest.mark.parametrize("wheels", [1, 2])
def test_a_destroyed_track_is_not_a_derailment(wheels: int) -> None:
    # given a destroyed track entered without running over the end, in the middle or as the last card
    state = about_to_roll([s(1), s(2), D2, D3], 1, dice=2)
    state.players[0].derailments = 2
    # when counted
    heard = roll(state, wheels)
    # then derailments are unchanged, though it has cost cards
    assert [taken.due for taken in only(heard, events.PenaltyTaken)] == [wheels]
    assert [player.derailments for player in state.players] == [2, 0]
    assert only(heard, events.Derailed) == []
