"""Words that a question is about are refused with a specific clause; `bench/refusals.py` checks far more positions."""

from __future__ import annotations

import pytest

from tests.support.games.russian_railroads.table import BOX, GAME, do, effect, position, refusal
from tests.support.refusals import Asked, positions
from trainshed.games.russian_railroads.rules.actions.cards import Again, UseCard
from trainshed.games.russian_railroads.rules.actions.tiles import PlaceLocomotive, ReplaceFactory
from trainshed.games.russian_railroads.rules.actions.tokens import UseToken
from trainshed.games.russian_railroads.rules.bonus import LookThrough
from trainshed.games.russian_railroads.rules.set_up import ChooseStart
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.turns import Pay

ABOUT = {
    "Turn": {"pass", "space", "engineer"},
    "Pay": {"pay"},
    "Exchange": {"swap"},
    "Relocate": {"stay", "space", "engineer"},
    "Carry": {"done", "advance", "industry", "build"},
    "PlaceLocomotive": {"give_up", "place"},
    "ReplaceFactory": {"slot"},
    "Repeat": {"done", "repeat"},
    "UseToken": {"token"},
    "UseCard": {"card"},
    "Again": {"again"},
    "LookOrTen": {"ten", "look"},
    "ChooseBonus": {"bonus"},
    "ChooseStart": {"start"},
}


def generic_about_the_question(asked: Asked) -> dict[tuple[str, str], int]:
    return {key: count for key, count in asked.generic_at.items() if key[1] in ABOUT[key[0]]}


def test_positions_of_games() -> None:
    asked = Asked(GAME)
    for state in positions(GAME, 200, "tests"):
        asked.ask(state)
    assert asked.positions == 200
    assert asked.faults == {}
    assert generic_about_the_question(asked) == {}
    assert {family for kind, family in asked.about if kind == "Turn"} >= {"pass", "space"}


def by_hand() -> list[tuple[str, RailState]]:
    """Positions for the kinds of questions that seldom occur in games."""
    chosen = position(3, pending=[LookThrough(0)])
    do(chosen, "removed:flat:doublers")
    full = position(3, pending=[ReplaceFactory(0, 4)])
    full.players[0].factories = [1, 2, 3, 1, 2]
    return [
        ("ChooseBonus", chosen),
        ("ReplaceFactory", full),
        ("PlaceLocomotive", position(3, pending=[PlaceLocomotive(0, 4, 0)])),
        ("UseToken", position(3, pending=[UseToken(0)])),
        ("UseCard", position(3, pending=[UseCard(0)])),
        ("Again", position(3, pending=[Again(0)])),
        ("Carry", position(3, pending=[effect(0, "track:any:2")])),
        ("Carry", position(3, pending=[effect(0, "build:locomotive|factory:1")])),
        ("ChooseStart", chosen_start()),
        ("Pay", position(3, pending=[Pay(0, BOX.space_names.index("track_black_2"))])),
    ]


def chosen_start() -> RailState:
    state = position(3, pending=[ChooseStart(0)])
    state.starts = 0b0101
    return state


@pytest.mark.parametrize("at", range(10))
def test_questions_laid_out_by_hand(at: int) -> None:
    kind, state = by_hand()[at]
    if state.actor < 0:
        pytest.fail(f"{kind} does not ask")
    asked = Asked(GAME)
    asked.ask(state)
    assert {key[0] for key in asked.about} == {kind}
    assert asked.faults == {}
    assert generic_about_the_question(asked) == {}


def test_a_step_that_the_action_does_not_have() -> None:
    """RR-TURN-07: one action a turn, with the steps that it prints."""
    steps = position(3, pending=[effect(0, "track:any:2")])
    assert refusal(steps, "industry:1").clause == "RR-TURN-07"
    assert refusal(steps, "build:locomotive").clause == "RR-TURN-07"
    assert refusal(steps, "build:factory:3").clause == "RR-TURN-07"
    build = position(3, pending=[effect(0, "build:locomotive|factory:1")])
    assert refusal(build, "advance:kiev:black").clause == "RR-TURN-07"
    assert refusal(build, "bonus:flat").generic
