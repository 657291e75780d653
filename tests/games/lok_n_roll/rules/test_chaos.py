"""Discarding chaos cards (LR-CHAOS)."""

from __future__ import annotations

import pytest

from tests.support.games.lok_n_roll.table import card, do, legal, names, only, position, refusal, s
from trainshed.games.lok_n_roll import events
from trainshed.kernel.agenda import NATURE

TRACK = [s(1), s(2), s(2), s(3)]


@pytest.mark.clause("LR-CHAOS-01")
def test_without_a_chaos_card_there_is_no_chaos_action() -> None:
    # given no chaos card in hand, though the other player has one and one lies on the own pile
    state = position(TRACK, 2, [[s(3), s(4)], ["chaos:3"]], piles=[["chaos:4"]])
    # when legal actions are listed, then it is absent, whatever its value
    assert legal(state) == ["pass", f"lay:{s(3)}", f"lay:{s(4)}"]
    for value in (1, 2, 3, 4):
        assert refusal(state, f"chaos:{value}").clause == "LR-CHAOS-01"


@pytest.mark.clause("LR-CHAOS-01")
def test_with_one_chaos_card_the_action_is_there() -> None:
    # given one chaos card / when legal actions are listed / then it is there
    state = position(TRACK, 2, [[s(3), "chaos:3"], []])
    assert legal(state) == ["pass", "chaos:3", f"lay:{s(3)}"]


@pytest.mark.clause("LR-CHAOS-02")
def test_two_of_three_chaos_cards_are_discarded_and_one_stays_in_hand() -> None:
    # given 3 chaos cards, in the second player's hand
    state = position(TRACK, 2, [["chaos:4"], ["chaos:1", "chaos:2", "chaos:4", s(1)]], seat=1)
    # when 2 are discarded
    do(state, "chaos:4", "chaos:2", "stop")
    # then 1 stays in hand, and the two lie on the own pile
    assert names(state.players[1].hand) == sorted([s(1), "chaos:1"], key=card)
    assert names(state.players[1].pile) == ["chaos:4", "chaos:2"]
    assert names(state.players[0].hand) == ["chaos:4"]
    assert state.players[0].pile == []


@pytest.mark.clause("LR-CHAOS-02")
@pytest.mark.parametrize("order", [[1, 2, 3], [3, 1, 2], [2, 3, 1]])
def test_one_or_more_chaos_cards_in_any_order(order: list[int]) -> None:
    # given 3 chaos cards and a track card
    state = position(TRACK, 2, [["chaos:1", "chaos:2", "chaos:3", s(4)], []])
    # when they are discarded one after another, then stopping is possible after each, and the order is free
    for done, value in enumerate(order, 1):
        do(state, f"chaos:{value}")
        assert names(state.players[0].pile) == [f"chaos:{v}" for v in order[:done]]
        assert legal(state) == ["stop", *[f"chaos:{v}" for v in sorted(order[done:])]]


@pytest.mark.clause("LR-CHAOS-02")
def test_only_chaos_cards_in_hand_are_discarded() -> None:
    # given chaos 1 and 3 in hand / when another chaos card is asked / then refused, at first and later
    state = position(TRACK, 2, [["chaos:1", "chaos:3", s(4)], ["chaos:4"]])
    assert refusal(state, "chaos:4").clause == "LR-CHAOS-02"
    do(state, "chaos:1")
    assert refusal(state, "chaos:1").clause == "LR-CHAOS-02"
    assert refusal(state, "chaos:4").clause == "LR-CHAOS-02"
    # and track cards cannot go the same way
    assert refusal(state, f"lay:{s(4)}").clause == "LR-TURN-04"


@pytest.mark.clause("LR-CHAOS-03")
def test_chaos_cards_of_different_values_are_discarded_together() -> None:
    # given chaos 1 and chaos 4
    for first, second in ((1, 4), (4, 1)):
        state = position(TRACK, 2, [["chaos:1", "chaos:4"], []])
        # when both are discarded, then legal
        do(state, f"chaos:{first}", f"chaos:{second}")
        assert names(state.players[0].pile) == [f"chaos:{first}", f"chaos:{second}"]
        assert state.players[0].hand == []


@pytest.mark.clause("LR-CHAOS-04")
@pytest.mark.parametrize(("answer", "pile", "boxed"), [("combine", 1, 2), ("keep", 3, 0)])
def test_a_chaos_card_may_combine_with_the_top_card(answer: str, pile: int, boxed: int) -> None:
    # given top 3 and chaos 3
    state = position(TRACK, 2, [["chaos:3", s(1)], []], piles=[[s(4), s(3)]])
    # when discarded, then it may combine
    do(state, "chaos:3")
    assert (state.actor, legal(state)) == (0, ["combine", "keep"])
    do(state, answer)
    assert names(state.players[0].pile) == [s(4), s(3), "chaos:3"][:pile]
    assert len(state.boxed) == boxed
    # and the action goes on
    assert "stop" in legal(state)


@pytest.mark.clause("LR-CHAOS-04")
def test_a_chaos_card_of_another_value_does_not_combine() -> None:
    # given top 3 and chaos 2 / when discarded / then no combination is offered
    state = position(TRACK, 2, [["chaos:2", s(1)], []], piles=[[s(4), s(3)]])
    do(state, "chaos:2")
    assert legal(state) == ["stop"]
    assert names(state.players[0].pile) == [s(4), s(3), "chaos:2"]


@pytest.mark.clause("LR-CHAOS-04")
def test_two_chaos_cards_of_one_action_may_combine_with_each_other() -> None:
    # given two chaos 4 / when both are discarded / then the second may combine with the first
    state = position(TRACK, 2, [["chaos:4", "chaos:4", s(1)], []])
    do(state, "chaos:4", "chaos:4", "combine")
    assert state.players[0].pile == []
    assert names(state.boxed) == ["chaos:4", "chaos:4"]


@pytest.mark.clause("LR-CHAOS-05")
@pytest.mark.parametrize("engine", [1, 3])
def test_the_chaos_action_leaves_engine_and_track_alone(engine: int) -> None:
    # given an engine with cards behind it, in the middle or at the end
    state = position(TRACK, engine, [["chaos:1", "chaos:3", s(4)], []])
    before = state.track[:]
    # when the action is done
    heard = do(state, "chaos:3", "chaos:1", "stop")
    # then engine and track are unchanged, nothing was rolled or taken, and the next player draws
    assert (state.engine, state.track) == (engine, before)
    assert only(heard, events.PenaltyTaken) == []
    assert only(heard, events.EngineMoved) == []
    assert names(state.players[0].pile) == ["chaos:3", "chaos:1"]
    assert (state.actor, state.chance) == (NATURE, "deck")
    do(state, f"draw:{s(1)}")
    assert state.actor == 1


@pytest.mark.clause("LR-CHAOS-06")
def test_a_chaos_card_kept_in_hand_counts_its_value_at_the_end() -> None:
    # given the last turn, and hands that differ by a chaos 4
    scores = []
    for hand in ([s(1)], [s(1), "chaos:4"]):
        state = position([s(2)], 0, [hand, [s(2)]], deck=0)
        # when the game ends and is scored
        do(state, "pass")
        assert state.over
        scores.append(state.scores())
    # then +4
    assert scores == [[1, 2], [5, 2]]
