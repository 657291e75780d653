"""Which advice of the coach fits a decision of First Class."""

from __future__ import annotations

import pytest

from tests.games.first_class.text.tables import TABLES, walks
from tests.support.games.first_class.positions import (
    BOX,
    GAME,
    after,
    ask,
    carry,
    do,
    give,
    legal,
    new_game,
    position,
    scoring,
    show,
)
from trainshed.games.first_class.rules.actions.coins import MakeRoom, PayBonus
from trainshed.games.first_class.rules.actions.trains import ChooseMail
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.games.first_class.text.module import texts_of
from trainshed.kernel.coaching import Coach, coach_of


def coach() -> Coach:
    found = coach_of(GAME)
    assert found is not None
    return found


def kinds(state: FirstClassState, *chosen: str) -> list[str]:
    """The kinds of the decision that the seat to move meets, without the welcome."""
    welcome, *found = coach().kinds(GAME, state.view(state.actor), legal(state), chosen)
    assert welcome == "welcome"
    return found


def test_a_first_turn_tells_little_at_once() -> None:
    state = GAME.start(2, {"modules": "a-b"})
    while state.actor < 0:
        state.play(state.moves()[0])
    assert kinds(state) == ["draft"]
    state = show(position(modules="a-b"), "x1-car-1-1 s1-1 a1-1")
    assert kinds(state) == ["turn"]
    assert kinds(state, "tile") == ["turn", "start-tile"]
    do(state, "take:1:1")
    assert kinds(state) == ["use"]
    assert kinds(state, "ignore") == ["use", "ignore"]
    do(state, "use")
    assert kinds(state) == ["icons", "coach"]
    assert kinds(state, "leave") == ["icons", "coach", "leave"]
    do(state, "coach:upper", "coach:upper")
    assert kinds(state) == ["after"]


@pytest.mark.parametrize(("card", "kind"), [("s1-1", "section"), ("a1-1", "contract")])
def test_cards_that_stay_are_told_when_they_are_taken(card: str, kind: str) -> None:
    state = show(position(modules="a-b"), card)
    do(state, "take:1:1")
    assert kinds(state) == ["use", kind]


@pytest.mark.parametrize(
    ("effect", "found"),
    [
        ("0-coach x2", ["icons", "coach"]),
        ("0->1, conductors both 1", ["icons", "upgrade", "conductor"]),
        ("locomotive 2", ["icons", "locomotive"]),
        ("upgrade-any x1", ["icons", "coach", "upgrade"]),
        ("end-bonus card x1", ["icons", "bonus"]),
        ("coins 2, points 1", ["icons"]),
    ],
)
def test_icons_are_told_as_they_come(effect: str, found: list[str]) -> None:
    assert kinds(carry(position(modules="a-b"), 0, effect)) == found


def test_coins_are_told_when_there_are_some() -> None:
    state = show(position(modules="a-b"), "x1-car-1-1")
    assert kinds(state) == ["turn"]
    give(state, 0, coins=(2, 0, 0))
    assert kinds(state) == ["turn", "coins"]
    give(state, 0, coins=(3, 2, 0))
    assert kinds(state) == ["turn", "coins", "buy"]
    assert kinds(ask(state, PayBonus(0, 20))) == ["pay"]
    assert kinds(ask(give(state, 0, coins=(5, 5, 2)), MakeRoom(0, 2))) == ["room"]
    assert kinds(after(give(state, 0, coins=(1, 0, 0)))) == ["after"]


def test_mail_cars_and_constantinople_are_told_in_time() -> None:
    state = give(position(modules="a-b"), 0, upper="0 0 0 0 0")
    assert kinds(ask(state, ChooseMail(0, 0))) == ["mail"]
    state = show(give(position(modules="a-b"), 0, upper="0 0 0 0 0 m1 0"), "x1-car-1-1")
    assert kinds(state) == ["turn", "constantinople"]


def test_scoring_phases_and_decks_are_told() -> None:
    state = scoring(give(position(modules="a-b"), 0, city=1))
    assert kinds(state) == ["scoring"]
    assert kinds(scoring(give(state, 0, city=2))) == ["scoring", "rewards"]
    assert kinds(scoring(state, 0, 2)) == ["second-deck", "scoring", "rewards"]
    assert kinds(scoring(state, 0, 3)) == ["second-deck", "last-deck", "scoring", "rewards"]


# ---------------------------------------------------------------- modules


@pytest.mark.clause("FC-MODULE-A-02", "FC-MODULE-A-10")
def test_contracts() -> None:
    state = show(give(position(modules="a-b"), 0, contracts="a1-5"), "x1-car-1-1")
    assert kinds(state) == ["turn", "contract-requirements"]
    assert kinds(give(state, 0, upper="2 2")) == ["turn", "fulfil"]
    state = show(give(position(modules="a-b"), 0, upper="4 4 4", contracts="a2-6"), "x1-car-1-1")
    do(state, "fulfil:a2-6")
    assert kinds(state) == ["turn", "contract-deferred"]


def test_celebrities() -> None:
    state = show(position(modules="a-b"), "b1-1 b1-5 x1-car-1-1")
    do(state, "take:1:1", "use")
    assert kinds(state) == ["celebrity"]
    state = show(give(position(modules="a-b"), 0, sections="s1-1"), "b1-4 b1-5 x1-car-1-1")
    do(state, "take:1:1", "use")
    assert kinds(state) == ["postcard"]
    state = show(give(position(modules="a-b"), 0, coins=(1, 0, 0)), "b1-5 x1-car-1-1")
    do(state, "take:1:1", "use")
    assert kinds(state) == ["after", "postcard-waits"]


def test_murder() -> None:
    state = new_game(2, 1, modules="c-e")
    assert kinds(state) == ["turn", "murder"]
    assert kinds(carry(state, 0, "upgrade-any x1, draw 1"))[-2:] == ["murder", "murder-tokens"]
    assert kinds(carry(state, 0, "coins 1, discard 1")) == ["icons", "murder", "murder-give"]


def test_passengers() -> None:
    state = show(give(position(modules="d-e"), 0, upper="0 0"), "d1-1 x1-car-1-1")
    do(state, "take:1:1", "use")
    assert kinds(state) == ["passenger"]
    do(state, "passenger:1")
    assert kinds(state) == ["after", "passenger-activate"]


def test_switches() -> None:
    state = show(position(modules="d-e"), "e1-1 e1-4 x1-car-1-1")
    do(state, "take:1:1", "use")
    assert kinds(state) == ["between"]
    do(state, "column:1")
    assert kinds(state) == ["after"]
    assert kinds(scoring(give(state, 0, conductors=(1, 1)))) == ["scoring", "rewards", "switch"]
    state = show(position(modules="d-e"), "e1-5 x1-car-1-1")
    do(state, "take:1:1", "use", "column:1")
    assert kinds(state) == ["after", "mechanic"]


def test_every_module_has_advice_of_its_own() -> None:
    for module in texts_of(BOX):
        own = {*module.more_advice, *[kind for found in module.advice.values() for kind in found]}
        assert len(own) >= 2, module
        assert own <= set(coach().texts["en"])


SELDOM = {"room", "contract-deferred", "start-tile", "ignore", "leave"}
"""What games by chance seldom bring, and what is told only when a word is chosen: it is tested above."""


def test_every_advice_is_met_in_a_game_and_every_decision_has_one() -> None:
    left = set(coach().texts["en"]) - SELDOM
    for seats, options in TABLES:
        for state in walks(seats, 2, **options):
            if state.actor >= 0:
                question = type(state.top).__name__
                found = kinds(state)
                assert set(found) & set(coach().part.KINDS[question]), question
                assert set(found) <= {*coach().part.KINDS[question], *coach().part.MORE}
                left -= {"welcome", *found}
    assert left == set()
