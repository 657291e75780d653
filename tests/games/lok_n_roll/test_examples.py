"""The worked examples of the rulebook (LR-EXAMPLE)."""

from __future__ import annotations

import pytest

from tests.support.games.lok_n_roll.table import do, legal, names, only, position, refusal, s, set_up
from trainshed.games.lok_n_roll import events


@pytest.mark.clause("LR-EXAMPLE-01")
def test_two_ones_may_extend_together() -> None:
    # given hand 1,1 and a fitting end card
    state = position([s(3), s(2)], 1, [[s(1), "track:1:straight_wide"], []])
    # when both are played, then legal
    do(state, f"lay:{s(1)}", "lay:track:1:straight_wide")
    assert names([laid.card for laid in state.track])[2:] == [s(1), "track:1:straight_wide"]
    # and 2 dice
    assert legal(state) == ["wheels:0", "wheels:1", "wheels:2"]
    assert [rolled.dice for rolled in only(do(state, "wheels:2"), events.Rolled)] == [2]
    assert state.engine == 3


@pytest.mark.clause("LR-EXAMPLE-02")
@pytest.mark.parametrize(("end", "fitting"), [(3, [3, 4]), (4, [3, 4]), (1, [4]), (2, [3])])
def test_of_a_three_and_a_four_only_one_is_played(end: int, fitting: list[int]) -> None:
    # given hand 3,4 / when legal extensions are listed / then each alone, if it fits
    state = position([s(end)], 0, [[s(3), s(4)], []])
    assert legal(state) == ["pass", *[f"lay:{s(value)}" for value in fitting]]
    # and never both
    for value in fitting:
        played = position([s(end)], 0, [[s(3), s(4)], []])
        do(played, f"lay:{s(value)}")
        assert legal(played) == ["stop"]
        assert refusal(played, f"lay:{s(7 - value)}").clause == "LR-EXTEND-02"


@pytest.mark.clause("LR-EXAMPLE-03")
def test_two_twos_mean_four_dice_in_one_roll() -> None:
    # given 2,2 added
    state = position([s(1), s(1)], 0, [[s(2), s(2), s(4)], []])
    do(state, f"lay:{s(2)}", f"lay:{s(2)}", "stop")
    # when rolling, then exactly 4 dice in one roll
    assert legal(state) == [f"wheels:{n}" for n in range(5)]
    assert [rolled.dice for rolled in only(do(state, "wheels:2"), events.Rolled)] == [4]
    assert (state.chance, state.engine) == ("deck", 2)


@pytest.mark.clause("LR-EXAMPLE-04")
def test_three_wheels_with_one_card_ahead_cost_two_cards() -> None:
    # given the engine on the end card; a 3 is added, so 1 card (value 3) lies ahead, with 3 cards behind it
    state = position([s(1), s(2), s(2)], 2, [[s(3), s(4)], []])
    do(state, f"lay:{s(3)}", "stop")
    assert state.ahead() == 1
    # when 3 wheels are rolled
    heard = do(state, "wheels:3")
    # then it derails onto that card, and 2 cards are taken from the start
    assert only(heard, events.Derailed) == [events.Derailed(0, 2, 1)]
    assert only(heard, events.PenaltyTaken) == [events.PenaltyTaken(0, 2, [s(1), s(2)])]
    assert names([laid.card for laid in state.track]) == [s(2), s(3)]
    assert names([state.track[state.engine].card]) == [s(3)]


@pytest.mark.clause("LR-EXAMPLE-05")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_four_players_are_set_up_as_pictured(seed: int) -> None:
    # given 4 players / when set up / then track 4, engine index 2, removed 7, hands 2 each, deck 36
    state, _ = set_up(4, seed)
    view = state.view(None)
    assert len(view.track) == 4
    assert view.engine == 2
    assert view.removed == 7
    assert view.hands == [2, 2, 2, 2]
    assert view.deck == 36


@pytest.mark.clause("LR-EXAMPLE-06")
def test_exactly_four_of_the_sixteen_value_pairs_are_forbidden() -> None:
    # given all 16 ordered value pairs / when checked
    refused = []
    for end in (1, 2, 3, 4):
        for value in (1, 2, 3, 4):
            state = position([s(end)], 0, [[s(value)], []])
            if f"lay:{s(value)}" not in legal(state):
                assert refusal(state, f"lay:{s(value)}").clause == "LR-PLACE-04"
                refused.append((end, value))
    # then exactly (1,3), (2,4), (3,1), (4,2) are refused
    assert refused == [(1, 3), (2, 4), (3, 1), (4, 2)]
