"""Contracts: laying, fulfilling and keeping them, and when they pay (FC-CONTRACT)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.support.games.first_class.course import WINDOWS, roam
from tests.support.games.first_class.positions import (
    BOX,
    asked,
    barred,
    card,
    do,
    full_display,
    give,
    heard,
    legal,
    position,
    scoring,
    show,
)
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.components import CONTRACT
from trainshed.games.first_class.rules.state import FirstClassState


def open_contracts(state: FirstClassState, seat: int = 0) -> list[str]:
    return list(state.view(None).players[seat].contracts)


def in_used_pile(state: FirstClassState, name: str, seat: int = 0) -> bool:
    return card(name) in state.used_pile(seat)


def with_met_contract(seats: int = 2, **options: Any) -> FirstClassState:
    """Seat 0 has an open contract that pays 4 coins for two coaches of level 2, and has both; and other coins."""
    return give(position(seats, **options), 0, upper="2 2 0", contracts="a1-5", coins=(3, 0, 0))


@pytest.mark.clause("FC-CONTRACT-01", "FC-CONTRACT-03")
@pytest.mark.parametrize("module", BOX.modules, ids=lambda module: module.name)
def test_every_module_has_contracts_with_a_requirement_and_a_reward(module: object) -> None:
    number = BOX.modules.index(module)
    contracts = [own for own in BOX.cards if own.module == number and own.kind == CONTRACT]
    # one at least in every deck
    assert {own.deck for own in contracts} == {0, 1, 2}
    for own in contracts:
        assert own.condition
        assert own.effect
        assert own.requirement is not None
        assert own.requirement.least > 0
        assert own.icons


@pytest.mark.clause("FC-CONTRACT-01")
def test_only_contracts_have_a_requirement() -> None:
    assert all((own.requirement is not None) == (own.kind == CONTRACT) for own in BOX.cards)


@pytest.mark.clause("FC-CONTRACT-02")
def test_a_used_contract_is_laid_open_beside_the_board() -> None:
    state = show(give(position(), 0, coins=(1, 0, 0)), "a1-1 a1-4")
    # when it is taken and used / then it is open, and not in the used pile
    do(state, "take:1:1", "use")
    assert heard(state, events.ContractLaid) == [events.ContractLaid(0, "a1-1")]
    assert open_contracts(state) == ["a1-1"]
    assert not in_used_pile(state, "a1-1")
    assert state.view(1).players[0].contracts == ["a1-1"]  # face up: everybody sees it
    assert state.view(1).players[0].used == 0


@pytest.mark.clause("FC-CONTRACT-02")
def test_an_ignored_contract_goes_to_the_used_pile() -> None:
    state = show(give(position(), 0, coins=(1, 0, 0)), "a1-1 a1-4")
    do(state, "take:1:1", "ignore", "upgrade:upper:0")
    assert open_contracts(state) == []
    assert in_used_pile(state, "a1-1")
    assert barred(state, "fulfil:a1-1") == "FC-CONTRACT-02"


@pytest.mark.clause("FC-CONTRACT-04")
@pytest.mark.parametrize(
    ("contract", "too_little", "enough", "more"),
    [
        ("a2-1", {"upper": "2 2 2", "lower": "2 2 1"}, {"upper": "2 2 2", "lower": "4 2 2"}, {"upper": "12 4 2 2"}),
        ("a1-2", {"upper": "0 0 0 0"}, {"upper": "0 0 0 0 0 m1"}, {"upper": "0 0 0 0 0 m1 0"}),
        ("a1-3", {"conductors": (2, 1)}, {"conductors": (2, 2)}, {"conductors": (3, 2)}),
        ("a1-4", {"city": 2}, {"city": 3}, {"city": 4}),
        ("a1-6", {"upper": "2 1 0"}, {"upper": "2 1 1"}, {"upper": "0 4 2 1"}),
        ("a1-7", {"upper": "0 0 0 0"}, {"upper": "0 0 0 0 0 m1", "lower": "0 0"}, {"lower": "0 0 0"}),
        ("a2-3", {"upper": "0 0 0 0 0 m1"}, {"lower": "0 0 0 0 0 m2"}, {"lower": "0 0 0 0 0 m2 0"}),
        ("a2-4", {"city": 4, "sections": "s2-3 s2-4"}, {"city": 7}, {"city": 8}),
        ("a2-5", {"upper": "0 0 0 0 0 m1 0", "conductors": (5, 0)}, {"conductors": (6, 0)}, {"conductors": (7, 0)}),
        ("a2-7", {"bonus": "eb-car-1"}, {"bonus": "eb-car-1 eb-con-1"}, {"bonus": "eb-car-1 eb-con-1 eb-con-2"}),
        ("a3-3", {"upper": "0 0 0 0 0 m1 0 0"}, {"upper": "0 0 0 0 0 m1 0 0 0 lt-5"}, {"city": 1}),
    ],
)
def test_a_contract_is_fulfilled_when_its_requirement_is_met_or_exceeded(
    contract: str, too_little: dict[str, Any], enough: dict[str, Any], more: dict[str, Any]
) -> None:
    state = give(position(), 0, contracts=contract, sections="s1-2", upper="0 0 0", lower="0 0 0")
    give(state, 0, **too_little)
    assert barred(state, f"fulfil:{contract}") == "FC-CONTRACT-04"
    give(state, 0, **enough)
    assert f"fulfil:{contract}" in legal(state)
    give(state, 0, **more)
    assert f"fulfil:{contract}" in legal(state)


@pytest.mark.clause("FC-CONTRACT-04")
def test_six_required_and_seven_owned() -> None:
    state = give(position(), 0, upper="2 2 2 2", lower="7 4 2", contracts="a2-1")
    assert "fulfil:a2-1" in legal(state)


@pytest.mark.clause("FC-CONTRACT-05")
def test_a_contract_may_be_fulfilled_before_and_after_the_main_move_and_in_the_own_part() -> None:
    for window in WINDOWS:
        state = window(with_met_contract(), 0)
        assert "fulfil:a1-5" in legal(state)
        do(state, "fulfil:a1-5", "coins")
        assert state.players[0].coins == [5, 2, 0]


@pytest.mark.clause("FC-CONTRACT-05")
def test_a_contract_is_refused_between_icons_and_in_turns_and_parts_of_others() -> None:
    # before the first icon, and between two of them
    state = show(with_met_contract(), "x1-car-1-1")
    do(state, "take:1:1")
    assert "fulfil:a1-5" not in legal(state)  # the taken card comes first
    do(state, "use")
    assert barred(state, "fulfil:a1-5") == "FC-TURN-05"
    do(state, "coach:upper")
    assert barred(state, "fulfil:a1-5") == "FC-TURN-05"
    do(state, "coach:lower")
    assert asked(state) == "After"
    assert "fulfil:a1-5" in legal(state)
    # in another's turn, after another's main move and in another's part
    move = state.game.vocabulary.id("fulfil:a1-5")
    for window in WINDOWS:
        state = window(give(with_met_contract(), 1, coins=(1, 0, 0)), 1)
        assert state.actor == 1
        refused = state.why_not(move, 0)
        assert refused is not None
        assert refused.clause == "FC-ROUND-04"
        # and nobody fulfils the contract of another
        assert barred(state, "fulfil:a1-5") == "FC-CONTRACT-02"


@pytest.mark.clause("FC-CONTRACT-06")
def test_a_contract_may_be_fulfilled_in_the_turn_in_which_it_was_taken() -> None:
    state = show(give(position(), 0, upper="2 2"), "a1-5")
    do(state, "take:1:1", "use")
    assert asked(state) == "After"
    do(state, "fulfil:a1-5", "coins")
    assert state.players[0].coins == [5, 0, 0]
    assert open_contracts(state) == []


@pytest.mark.clause("FC-CONTRACT-07")
def test_what_cannot_be_received_of_a_reward_is_lost() -> None:
    # given a reward of three steps for both, and room for one each
    state = give(position(), 0, upper="0 0 0 0 0 m1", lower="0 0 0 0 0 m2", conductors=(5, 5), contracts="a2-3")
    do(state, "fulfil:a2-3")
    assert legal(state) == ["leave", "conductor:upper:1", "conductor:lower:1"]
    do(state, "conductor:upper:1", "conductor:lower:1")
    assert state.players[0].conductors == [6, 6]
    assert asked(state) == "Turn"


@pytest.mark.clause("FC-CONTRACT-07")
def test_the_reward_comes_at_once() -> None:
    state = give(position(), 0, upper="12 7 4 2", contracts="a3-2", points=3)
    do(state, "fulfil:a3-2")
    assert state.players[0].points == 3 + 15
    assert asked(state) == "Turn"
    # and nothing can be done before the icons are carried out
    state = give(position(), 0, upper="0 0 0 0 0 m1", contracts="a1-2", coins=(2, 1, 0))
    do(state, "fulfil:a1-2")
    assert asked(state) == "Carry"
    for word in ("take:1:1", "tile", "coin:1:point", "done"):
        assert word not in legal(state)
    do(state, "coins")
    assert state.players[0].coins == [4, 1, 0]


@pytest.mark.clause("FC-CONTRACT-07", "FC-TURN-14")
@pytest.mark.parametrize("inside", ["no", "yes"])
def test_coins_between_the_icons_of_a_reward(inside: str) -> None:
    # a contract with two icons: two conductor steps and two coins
    state = give(position(coins_inside_rewards=inside), 0, upper="0 0 0 0 0 m1", contracts="a1-2", coins=(2, 1, 0))
    do(state, "fulfil:a1-2", "conductor:upper:2")
    if inside == "no":
        assert barred(state, "coin:1:point") == "FC-TURN-14"
        assert barred(state, "coin:1:coach:lower") == "FC-TURN-14"
        return
    do(state, "coin:1:coach:lower")
    assert state.players[0].coins == [1, 1, 0]
    do(state, "coins")
    assert state.players[0].coins == [3, 1, 0]


@pytest.mark.clause("FC-CONTRACT-08")
def test_a_fulfilled_contract_is_face_down_in_the_used_pile() -> None:
    state = with_met_contract()
    assert not in_used_pile(state, "a1-5")
    do(state, "fulfil:a1-5")
    assert heard(state, events.ContractFulfilled) == [events.ContractFulfilled(0, "a1-5", False)]
    do(state, "coins")
    assert in_used_pile(state, "a1-5")
    assert open_contracts(state) == []
    assert state.view(1).players[0].used == 1
    # it pays once
    assert barred(state, "fulfil:a1-5") == "FC-CONTRACT-02"


@pytest.mark.clause("FC-CONTRACT-09", "FC-FINAL-02")
def test_an_open_contract_may_be_kept_to_the_end() -> None:
    state = full_display(give(position(), 0, contracts="a1-6"))
    roam(state, Random(5), lambda s: s.round == 6 and asked(s) == "Turn", without="fulfil")
    assert state.round == 6
    assert "a1-6" in open_contracts(state)
    roam(state, Random(6), lambda s: s.over, without="fulfil")
    assert open_contracts(state) == []


@pytest.mark.clause("FC-CONTRACT-10")
def test_fulfilling_is_voluntary() -> None:
    state = show(with_met_contract(), "x1-loc-1-1")
    do(state, "take:1:1", "use", "locomotive:2", "done")
    assert state.actor == 1
    assert open_contracts(state) == ["a1-5"]
    assert state.players[0].coins == [3, 0, 0]
    state = scoring(with_met_contract(), 0)
    do(state, "done")
    assert open_contracts(state) == ["a1-5"]


@pytest.mark.clause("FC-CONTRACT-11")
def test_a_deferred_contract_pays_at_the_printed_moment() -> None:
    state = give(position(), 0, upper="4 4 4", contracts="a2-6", points=0)
    do(state, "fulfil:a2-6")
    assert heard(state, events.ContractFulfilled) == [events.ContractFulfilled(0, "a2-6", True)]
    assert state.players[0].points == 0
    assert in_used_pile(state, "a2-6")
    assert state.view(None).modules["contracts"] == {"deferred": [["a2-6"], []]}
    # it comes with the own part of the next scoring phase, before anything else of it
    scoring(state, 0, phase=2, more=True)
    assert (asked(state), state.actor) == ("ScoringPart", 0)
    assert state.players[0].points == 10
    assert state.view(None).modules["contracts"] == {"deferred": [[], []]}


@pytest.mark.clause("FC-CONTRACT-11")
def test_a_deferred_contract_pays_at_once_in_the_own_part() -> None:
    state = scoring(give(position(), 0, upper="4 4 4", contracts="a2-6"), 0, phase=3)
    do(state, "fulfil:a2-6")
    assert state.players[0].points == 10


@pytest.mark.clause("FC-CONTRACT-12", "FC-FINAL-02")
def test_contracts_that_are_open_at_the_end_bring_and_cost_nothing() -> None:
    scores = []
    for contracts in ("", "a1-1 a1-6 b1-6"):
        state = give(show(position(), "x1-loc-1-1"), 0, contracts=contracts, coins=(0, 0, 0), points=7)
        give(state, 1, coins=(0, 0, 0))
        scoring(state, 0, phase=3, more=True)
        assert state.over
        scores.append(state.scores())
        assert open_contracts(state) == []
    assert scores[0] == scores[1] == [7, 0]


@pytest.mark.clause("FC-CONTRACT-13")
def test_there_is_no_limit_for_open_contracts() -> None:
    state = show(give(position(), 0, contracts="a1-1 a1-2 a1-3 a1-4 a1-6 b1-6"), "a1-7 x1-loc-1-1")
    do(state, "take:1:1", "use")
    assert open_contracts(state) == ["a1-1", "a1-2", "a1-3", "a1-4", "a1-6", "b1-6", "a1-7"]
