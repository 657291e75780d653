"""The model itself against the worked examples of the rulebook: a model that is wrong would agree with wrong rules."""

from __future__ import annotations

import pytest

from tests.games.russian_railroads.oracle import effects, lookahead, scoring, turns
from tests.games.russian_railroads.oracle.model import NOBODY, Act, Place, Position
from tests.games.russian_railroads.oracle.printed import Part, Printed
from trainshed.kernel.registry import game

DEFAULTS = {option.name: option.default for option in game("russian-railroads").options}


@pytest.fixture
def p() -> Position:
    position = Position(Printed(4, DEFAULTS))
    position.round = 1
    position.order = [0, 1, 2, 3]
    position.strip = [9, 10, 11, 12, 2, 3, 4]
    position.jobs = []
    return position


@pytest.mark.clause("RR-EXAMPLE-28", "RR-EXAMPLE-30", "RR-EXAMPLE-32")
def test_scoring_example(p: Position) -> None:
    red = p.players[0]
    red.tracks = [9, 7, 3, -1, -1, 2, 0, 0, -1, -1, 3, 0, 0, -1, -1]
    red.locomotives = [6, 2, 0, 2]
    red.doublers = 1
    red.factories = [2]
    red.markers = [5, -1]
    scoring.score_round(p)
    assert p.scored[0] == [12, 0, 0, 3, 5]
    assert red.points == 20


@pytest.mark.clause("RR-EXAMPLE-11", "RR-EXAMPLE-12")
def test_chain_of_locomotives(p: Position) -> None:
    p.players[0].locomotives = [4, 3, 2, 1]
    p.jobs = [Place(0, 4, new=True)]
    effects.answer_place(p, p.jobs[-1], "place:st_petersburg")  # type: ignore[arg-type]
    effects.answer_place(p, p.jobs[-1], "place:kiev")  # type: ignore[arg-type]
    assert lookahead.action_words(p, p.jobs[-1]) == ["give_up"]
    effects.answer_place(p, p.jobs[-1], "give_up")  # type: ignore[arg-type]
    assert p.players[0].locomotives == [4, 3, 4, 2]
    assert p.opened[1] == 1


@pytest.mark.clause("RR-EXAMPLE-22", "RR-EXAMPLE-23", "RR-ORDER-08")
@pytest.mark.parametrize(
    ("claims", "order"),
    [([2, 3], [2, 3, 0, 1]), ([-1, 0], [0, 1, 2, 3]), ([-1, 2], [0, 2, 1, 3]), ([2, 0], [2, 0, 1, 3])],
)
def test_turn_order(p: Position, claims: list[int], order: list[int]) -> None:
    p.claims = claims
    turns.reorder(p)
    assert p.order == order


@pytest.mark.clause("RR-EXAMPLE-34")
def test_majority(p: Position) -> None:
    for player, engineers in zip(p.players, ([2, 3, 4], [5, 6], [7, 1], []), strict=True):
        player.engineers = engineers
    scoring.score_end(p)
    assert p.scores == [40, 0, 20, 0]


@pytest.mark.clause("RR-TURN-18")
@pytest.mark.parametrize(("factory", "possible"), [(2, True), (5, False), (6, False)])
def test_a_factory_on_the_way_helps_to_finish(p: Position, factory: int, possible: bool) -> None:
    """Two steps from the space before the only factory but one: the second needs a factory in the next gap."""
    p.players[0].factories = [6, factory]
    p.players[0].markers = [6, -1]
    assert lookahead.can_do(p, 0, (Part("industry", (), 3),)) is possible


@pytest.mark.clause("RR-TURN-19")
def test_a_step_that_spoils_another_part_is_held_back(p: Position) -> None:
    """With one tile left the locomotive comes first: the one that it pushes out is the factory."""
    p.piles = [0] * 9 + [1]
    p.players[0].locomotives = [5, 4, 3, 2]
    effects.begin_action(p, 0, p.printed.spaces["loco_3"].parts, full=True)
    assert lookahead.action_words(p, p.jobs[-1]) == ["build:locomotive", "build:factory"]
    assert lookahead.legal_in_action(p) == ["build:locomotive"]


@pytest.mark.clause("RR-TURN-19", "RR-TURN-08")
def test_effects_triggered_on_the_way_are_free(p: Position) -> None:
    """The factory's step may be made although the second printed one is then impossible."""
    p.players[0].factories = [6, 5]
    p.players[0].markers = [6, -1]
    effects.begin_action(p, 0, (Part("industry", (), 2),), full=True)
    lookahead.answer_action(p, "industry:1")
    assert lookahead.legal_in_action(p) == ["industry:1", "done"]


@pytest.mark.clause("RR-TURN-14", "RR-CARD-06", "RR-CARD-13")
def test_a_step_is_charged_to_the_narrowest_part(p: Position) -> None:
    p.players[0].tracks[:2] = [5, 0]
    effects.begin_action(p, 0, p.printed.engineers[11].parts, full=True, black=True)
    for word in ("advance:kiev:black", "advance:kiev:black"):
        lookahead.answer_action(p, word)
    assert isinstance(p.jobs[-1], Act)
    assert [part.what for part in p.jobs[-1].parts] == [("black", "gray", "brown", "natural", "white")]


def test_nobody_is_asked_before_the_seats_are_dealt() -> None:
    model = turns.Game(Position(Printed(3, DEFAULTS)))
    assert model.actor != NOBODY
    assert model.words == ["seat:1", "seat:2", "seat:3"]
