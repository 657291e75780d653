"""Words that a question is about are refused with a specific clause; `bench/refusals.py` checks far more positions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.support.games.first_class.positions import (
    BOX,
    GAME,
    PAIRS,
    asked,
    barred,
    carry,
    do,
    full_display,
    give,
    new_game,
    position,
    scoring,
    show,
    turn_of,
)
from tests.support.refusals import Asked
from trainshed.arena.checks import any_move
from trainshed.games.first_class.rules.state import NONE, FirstClassState
from trainshed.kernel.agenda import NATURE

EXTRAS = {"coin", "buy", "fulfil"}
ICONS = {"coach", "upgrade", "conductor", "locomotive", "coins", "bonus", "leave"}
ABOUT = {
    "KeepBonus": {"keep"},
    "Turn": {"take", "tile", "done", *EXTRAS},
    "UseCard": {"use", "ignore"},
    "Carry": {*ICONS, *EXTRAS},
    "ChooseMail": {"mail"},
    "MakeRoom": {"coin", "buy"},
    "PayBonus": {"pay"},
    "After": {"done", "take", "tile", *EXTRAS},
    "ScoringPart": {"city", "done", *EXTRAS},
}
"""The kinds of words that each question is about: what can be pointed at on the board while it is asked."""


def generic_about_the_question(asked_words: Asked) -> dict[tuple[str, str], str]:
    """Questions of modules are about their own words only, and for those `Asked.misplaced` is enough."""
    return {key: asked_words.examples[key] for key in asked_words.generic_at if key[1] in ABOUT.get(key[0], set())}


def walk(seats: int, modules: str, count: int, seed: str) -> list[FirstClassState]:
    """So many positions at which a seat is to move, from one game with all options drawn."""
    rng = Random(seed)
    options: dict[str, Any] = {option.name: rng.choice(option.choices) for option in GAME.options[2:]}
    state = new_game(seats, modules=modules, **options)
    found: list[FirstClassState] = []
    while not state.over and len(found) < count:
        if state.actor != NATURE and rng.randrange(8) == 0:
            found.append(state.clone())
        state.apply(any_move(state, rng))
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_positions_of_games_with_every_pair_of_modules(seats: int) -> None:
    asked_words = Asked(GAME)
    for modules in PAIRS:
        for state in walk(seats, modules, 10, f"refusals:{seats}:{modules}"):
            asked_words.ask(state)
    assert asked_words.positions >= 90
    assert asked_words.faults == {}
    assert asked_words.misplaced() == {}
    assert generic_about_the_question(asked_words) == {}
    assert {kind for kind, _ in asked_words.about} >= {"Turn", "UseCard", "Carry", "After"}


# ---------------------------------------------------------------- laid out by hand


def in_the_middle(*words: str, **options: Any) -> FirstClassState:
    """A player with coins, contracts, a closed and an open train, and cards on the display, after these words."""
    state = position(3, listen=False, **options)
    give(
        state,
        0,
        upper="7 4 2 1 1 m1 0 0 0 lt-5",
        lower="2 1 0 0",
        conductors=(9, 2),
        city=5,
        sections="s1-2 s1-1",
        coins=(5, 5, 1),
        contracts="a1-1 a1-5 a1-6",
    )
    show(state, "- x1-car-1-1 x1-con-1-1 x1-loc-1-1 a1-8 x1-car-3-1")
    do(state, *words)
    return state


def of_another() -> FirstClassState:
    """The third player makes room for the coins of a mail car in the turn of the first."""
    state = full_display(position(3, listen=False))
    give(state, 2, upper="0 0 0 0", coins=(5, 5, 2))
    do(state, "tile", "coach:upper", "mail:m4", "coins")
    return state


def drafting() -> FirstClassState:
    state = new_game(2, first_player="seat-1")
    do(state, "draft:eb-car-1", "draft:eb-car-2", "draft:eb-loc-2")
    return state


def fourth() -> FirstClassState:
    """The fourth player chooses what the start-player tile gives."""
    state = full_display(position(4, listen=False))
    do(state, "tile", "coach:upper")
    return state


LAID_OUT: list[tuple[str, Callable[[], FirstClassState]]] = [
    ("KeepBonus", drafting),
    ("Turn", in_the_middle),
    ("Turn", lambda: turn_of(in_the_middle("tile"), 1)),
    ("UseCard", lambda: in_the_middle("take:1:2")),
    ("Carry", lambda: in_the_middle("take:1:6", "use")),
    ("Carry", lambda: in_the_middle("take:1:3", "use")),
    ("Carry", lambda: in_the_middle("take:1:5", "use")),
    ("Carry", lambda: in_the_middle("take:1:2", "ignore")),
    ("Carry", lambda: in_the_middle("take:1:2", "ignore", ignore_may_add="yes")),
    ("Carry", lambda: in_the_middle("fulfil:a1-1")),
    ("Carry", lambda: in_the_middle("fulfil:a1-1", coins_inside_rewards="yes")),
    ("Carry", lambda: in_the_middle("buy:eb-loc-1", "pay:4:0:0")),
    ("Carry", lambda: do_in(scoring(in_the_middle(), 0), "city:5")),
    ("Carry", lambda: carry(in_the_middle(), 0, "end-bonus card x1, coins 2")),
    ("ChooseMail", lambda: in_the_middle("coin:1:coach:lower")),
    ("MakeRoom", lambda: carry_coins(in_the_middle())),
    ("MakeRoom", of_another),
    ("PayBonus", lambda: in_the_middle("buy:eb-loc-1")),
    ("After", lambda: in_the_middle("take:1:4", "use", "leave")),
    ("ScoringPart", lambda: scoring(in_the_middle(), 0)),
    ("ScoringPart", lambda: do_in(scoring(in_the_middle(), 0), "city:2", "leave")),
]
"""A position for every kind of question, with something to refuse of each kind of word."""


def do_in(state: FirstClassState, *words: str) -> FirstClassState:
    do(state, *words)
    return state


def carry_coins(state: FirstClassState) -> FirstClassState:
    return do_in(carry(state, 0, "coins 3"), "coins")


@pytest.mark.parametrize(("kind", "laid_out"), LAID_OUT)
def test_questions_laid_out_by_hand(kind: str, laid_out: Callable[[], FirstClassState]) -> None:
    state = laid_out()
    assert asked(state) == kind
    asked_words = Asked(GAME)
    asked_words.ask(state)
    assert asked_words.faults == {}
    assert generic_about_the_question(asked_words) == {}


def test_every_question_is_laid_out() -> None:
    assert {kind for kind, _ in LAID_OUT} == set(ABOUT)


def test_the_choice_of_the_start_player_tile() -> None:
    state = fourth()
    assert barred(state, "leave") == "FC-START-03"
    assert barred(state, "coins") == "FC-COIN-02"
    assert barred(state, "locomotive:1") == "FC-LOCO-01"
    assert barred(state, "upgrade:upper:1") == "FC-UPGRADE-02"


def test_every_place_of_the_display_has_a_reason() -> None:
    """FC-TURN-02 for a card that was taken, FC-ROW-02 for a row that was cleared."""
    state = full_display(position(3))
    state.rows = [NONE] * 6 + [NONE, *state.rows[7:]]
    state.row_taken = [3, 1, 0]
    turn_of(state, 0)
    for row, column in product((1, 2, 3), range(1, 7)):
        why = state.why_not(GAME.vocabulary.id(f"take:{row}:{column}"))
        expected = "FC-ROW-02" if row == 1 else "FC-TURN-02" if (row, column) == (2, 1) else None
        assert (why and why.clause) == expected


def test_every_coach_has_a_reason_not_to_be_upgraded() -> None:
    state = in_the_middle("take:1:6", "use")  # a coach and 0->1
    found = {}
    for which, level in product(("upper", "lower"), BOX.levels[:-1]):
        why = state.why_not(GAME.vocabulary.id(f"upgrade:{which}:{level}"))
        found[which, level] = why and why.clause
    assert found[("upper", 0)] is None
    assert found[("lower", 0)] is None
    assert {clause for (_, level), clause in found.items() if level} == {"FC-UPGRADE-02"}
    # no card of the next level is free
    state = in_the_middle()
    state.coaches = [5, 0, 0]
    carry(state, 0, "1->2, 2->4, 4->7, 7->12")
    assert barred(state, "upgrade:lower:1") == "FC-UPGRADE-17"
    assert barred(state, "upgrade:upper:4") == "FC-UPGRADE-17"
    assert barred(state, "upgrade:lower:4") == "FC-UPGRADE-03"


def test_every_city_has_a_reason_not_to_pay() -> None:
    state = do_in(scoring(in_the_middle(), 0), "city:2", "leave")
    found = {}
    for at in range(1, 9):
        why = state.why_not(GAME.vocabulary.id(f"city:{at}"))
        found[at] = why and why.clause
    none, once, later = "FC-LOCO-02", "FC-SCORE-09", "FC-SCORE-04"
    assert found == {1: none, 2: once, 3: none, 4: none, 5: None, 6: later, 7: later, 8: later}


def test_every_contract_has_a_reason_not_to_be_fulfilled() -> None:
    state = in_the_middle()
    for move, word in enumerate(GAME.vocabulary):
        if word.startswith("fulfil:"):
            name = word.removeprefix("fulfil:")
            why = state.why_not(move)
            expected = {"a1-1": None, "a1-5": None, "a1-6": None}.get(name, "FC-CONTRACT-02")
            assert (why and why.clause) == expected, name
    give(state, 0, upper="0", lower="0")
    for name in ("a1-1", "a1-5", "a1-6"):
        assert barred(state, f"fulfil:{name}") == "FC-CONTRACT-04"


def test_what_cannot_be_done_with_steps_and_cities() -> None:
    state = carry(in_the_middle(), 0, "conductors both 1, locomotive 3")
    assert barred(state, "conductor:upper:2") == "FC-CONDUCTOR-03"
    assert barred(state, "locomotive:4") == "FC-LOCO-01"
    assert barred(state, "locomotive:3") == "FC-LOCO-05"
    state = carry(in_the_middle(), 0, "conductor steps 2")
    assert barred(state, "conductor:upper:2") == "FC-CONDUCTOR-05"
    assert barred(state, "conductor:upper:3") == "FC-CONDUCTOR-04"


def test_every_clause_that_is_cited_stands_in_the_rulebook() -> None:
    cited = GAME.citations.ids[1:]
    assert len(cited) > 30
    assert [clause for clause in cited if clause not in GAME.rulebook] == []
