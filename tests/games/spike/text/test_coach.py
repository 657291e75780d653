"""Which advice of the coach fits a decision of Spike."""

from __future__ import annotations

import pytest

from tests.games.spike.text.tables import GAME, begun, give, lay, put
from tests.support.games.words import do, legal
from trainshed.games.spike.rules.state import SpikeState
from trainshed.kernel.coaching import Coach, coach_of


def coach() -> Coach:
    found = coach_of(GAME)
    assert found is not None
    return found


def kinds(state: SpikeState, *chosen: str) -> list[str]:
    """The kinds of the decision that the seat to move meets."""
    return coach().kinds(GAME, state.view(state.actor), legal(state), chosen)


def test_a_first_turn_tells_little_at_once() -> None:
    state = begun()
    give(state, 0, contracts=["coal-1-b"], hand={"blue": 1})
    assert kinds(state) == ["welcome", "turn"]
    do(state, "build")
    assert kinds(state) == ["welcome", "build", "route-card"]
    do(state, "link:albany-boston")
    assert kinds(state) == ["welcome", "market"]


@pytest.mark.clause("SP-JOKER-01")
def test_jokers_are_told_with_the_first_payment_that_could_use_them() -> None:
    state = begun()
    give(state, 0, hand={"red": 2, "blue": 1})
    do(state, "build", "link:albany-boston")
    assert kinds(state) == ["welcome", "market", "joker"]


def test_a_train_on_the_line_is_told_to_move_first() -> None:
    state = begun()
    give(state, 0, contracts=["coal-1-b"])
    lay(state, 0, "albany-boston")
    assert kinds(state) == ["welcome", "turn", "start"]
    put(state, 0, "albany-boston", "boston")
    assert kinds(state) == ["welcome", "turn", "move"]
    lay(state, 0, "boston-portland")
    assert kinds(state) == ["welcome", "turn", "move", "bypass"]
    assert kinds(state, "extra:boston")[-1] == "extra"
    do(state, "move:boston-portland")
    assert kinds(state) == ["welcome", "turn", "extra"]


def test_cargo_is_told_where_there_is_some() -> None:
    state = begun()
    give(state, 0, contracts=["cattle-1-a", "coal-1-a"])
    assert kinds(state) == ["welcome", "turn", "load"]
    give(state, 0, aboard=["coal"])
    assert kinds(state) == ["welcome", "turn", "deliver", "unload"]
    give(state, 0, money=3)
    do(state, "upgrade:car")
    assert kinds(state) == ["welcome", "after", "load", "deliver"]


def test_a_draw_is_explained_before_and_while_it_is_made() -> None:
    state = begun()
    give(state, 0, contracts=["coal-1-b"], hand={})
    assert kinds(state, "pile")[-1] == "draw"
    do(state, next(word for word in legal(state) if word.startswith("take:")))
    assert kinds(state) == ["welcome", "draw"]


@pytest.mark.clause("SP-END-02")
def test_rounds_and_the_end_are_told_to_everybody() -> None:
    state = begun()
    give(state, 0, contracts=["coal-1-b"], hand={})
    state.round = 2
    assert kinds(state) == ["welcome", "rounds", "turn"]
    state.round, state.last_turns = 3, 1
    assert kinds(state) == ["welcome", "rounds", "time-cards", "special-end", "turn"]
