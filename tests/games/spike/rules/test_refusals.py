"""Words that a question is about are refused with a specific clause; `bench/refusals.py` checks far more positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.games.spike.positions import (
    BOX,
    GAME,
    asked,
    barred,
    dealt,
    do,
    ends,
    fall,
    give,
    new_game,
    play_until,
    position,
)
from tests.support.refusals import Asked, positions
from trainshed.games.spike.rules.state import SpikeState

CARGO = {"load", "unload", "deliver"}
TRAIN = {"move", "start", "extra"}
ABOUT = {
    "ChooseSides": {"side"},
    "GiveCard": {"give"},
    "KeepRoute": {"keep"},
    "PlaceTrain": {"place"},
    "Turn": {"pile", "take", "build", "upgrade", "done", *CARGO, *TRAIN},
    "DrawMore": {"pile", "take", "stop"},
    "BuildRoute": {"link"},
    "PayRoute": {"spend", "match"},
    "After": {"done", "pile", "take", "build", "upgrade", *CARGO, *TRAIN},
}
"""The kinds of words that each question is about: what can be pointed at on the board while it is asked."""


def generic_about_the_question(asked_words: Asked) -> dict[tuple[str, str], int]:
    return {key: count for key, count in asked_words.generic_at.items() if key[1] in ABOUT[key[0]]}


def test_positions_of_games() -> None:
    asked_words = Asked(GAME)
    for state in positions(GAME, 200, "tests"):
        asked_words.ask(state)
    assert asked_words.positions == 200
    assert asked_words.faults == {}
    assert asked_words.misplaced() == {}
    assert generic_about_the_question(asked_words) == {}
    assert {kind for kind, _ in asked_words.about} >= {"Turn", "BuildRoute", "PayRoute", "PlaceTrain"}


def in_the_middle(*words: str, **options: Any) -> SpikeState:
    """A player with cards, money, cargo, tracks and a train in Norfolk, after these words."""
    state = position(2, listen=False, **options)
    give(state, 1, tracks="philadelphia-washington", at="philadelphia")
    give(
        state,
        0,
        cards="red red red blue white yellow",
        money=5,
        tracks="norfolk-washington enfield-norfolk enfield-raleigh",
        at="norfolk",
        contracts="pigs-1-a coal-1-a flour-1-a",
        aboard="coal",
        capacity=2,
        speed=2,
    )
    do(state, *words)
    return state


def on_the_line(**options: str) -> SpikeState:
    """The same player with the train under way."""
    return give(in_the_middle(**options), 0, at="norfolk-washington", heading="washington")


def drawing() -> SpikeState:
    """The same player, who has drawn a card and may draw another."""
    state = in_the_middle("pile")
    fall(state)
    return state


TO_COLUMBIA = ("build", "link:columbia-raleigh", "spend:red:2", "spend:black:0", "match")
"""A route of one black space, paid with two red cards."""

LAID_OUT: list[tuple[str, Callable[[], SpikeState]]] = [
    ("GiveCard", lambda: dealt(3)),
    ("ChooseSides", lambda: play_until(new_game(2, advanced="yes"), "ChooseSides")[0]),
    ("KeepRoute", lambda: play_until(new_game(2, advanced="yes"), "KeepRoute")[0]),
    ("PlaceTrain", lambda: play_until(new_game(2), "PlaceTrain")[0]),
    ("Turn", in_the_middle),
    ("Turn", lambda: in_the_middle(start_full_speed="yes")),
    ("Turn", on_the_line),
    ("Turn", lambda: on_the_line(allow_reverse="no")),
    ("DrawMore", drawing),
    ("BuildRoute", lambda: in_the_middle("build")),
    ("BuildRoute", lambda: in_the_middle("build", "link:floyd-raleigh")),
    ("PayRoute", lambda: in_the_middle("build", "link:columbia-raleigh")),
    ("After", lambda: in_the_middle("upgrade:tender")),
    ("After", lambda: in_the_middle(*TO_COLUMBIA)),
    ("After", lambda: in_the_middle(*TO_COLUMBIA, builds_per_action="any")),
]
"""A position for every kind of question, with something to refuse of each kind of word."""


@pytest.mark.parametrize(("kind", "laid_out"), LAID_OUT)
def test_questions_laid_out_by_hand(kind: str, laid_out: Callable[[], SpikeState]) -> None:
    state = laid_out()
    assert asked(state) == kind
    asked_words = Asked(GAME)
    asked_words.ask(state)
    assert {key[0] for key in asked_words.about} == {kind}
    assert asked_words.faults == {}
    assert generic_about_the_question(asked_words) == {}


def test_every_question_is_laid_out() -> None:
    assert {kind for kind, _ in LAID_OUT} == set(ABOUT)


def test_every_space_of_the_board_has_a_reason_at_a_start() -> None:
    """SP-MOVE-04: what is not of the own network is refused for that, the rest for its distance or place."""
    state = in_the_middle()
    own = {"norfolk-washington", "enfield-norfolk", "enfield-raleigh", "norfolk", "washington", "raleigh"}
    for space in BOX.space_names:
        why = state.why_not(GAME.vocabulary.id(f"start:{space}"))
        if space not in own:
            assert why is not None
            assert why.clause == "SP-MOVE-04"
        elif why is not None:
            assert (space, why.clause) in {("norfolk", "SP-START-02"), ("raleigh", "SP-TRAIN-01")}


def test_every_commodity_has_a_reason_not_to_be_loaded() -> None:
    state = in_the_middle()
    found = {name: state.why_not(GAME.vocabulary.id(f"load:{name}")) for name in BOX.commodities}
    clauses = {name: why.clause for name, why in found.items() if why is not None}
    others = set(BOX.commodities) - {"pigs", "flour"}
    assert clauses == {"flour": "SP-LOAD-01", **dict.fromkeys(others, "SP-LOAD-03")}


@pytest.mark.parametrize(
    ("link", "clause"),
    [
        ("philadelphia-washington", "SP-BUILD-11"),  # a track of the other player lies there
        ("new_york-philadelphia", "SP-BUILD-07"),  # it touches only the other player's network
        ("chicago-milwaukee", "SP-BUILD-03"),  # it touches no network
        ("norfolk-washington", "SP-BUILD-11"),  # an own track lies there
    ],
)
def test_links_that_a_route_cannot_begin_with(link: str, clause: str) -> None:
    assert barred(in_the_middle("build"), f"link:{link}") == clause


def test_links_that_cannot_go_on_a_route() -> None:
    state = in_the_middle("build", "link:floyd-raleigh")
    assert barred(state, "link:raleigh-wilmington") == "SP-BUILD-14"  # it does not lead on from Floyd
    assert barred(state, "link:floyd-raleigh") == "SP-BUILD-14"


def test_links_that_cannot_be_paid_close_a_circle_or_need_more_pieces() -> None:
    # one black card pays the one space to Columbia, and nothing else
    state = give(in_the_middle(), 0, cards="black")
    do(state, "build")
    assert ends(state, "link") == ["columbia-raleigh"]
    assert barred(state, "link:raleigh-wilmington") == "SP-BUILD-09"
    # a link between two places of the own network
    state = give(in_the_middle(), 0, tracks="norfolk-washington enfield-norfolk enfield-raleigh burkeville-norfolk")
    do(state, "build")
    assert barred(state, "link:burkeville-washington") == "SP-BUILD-05"
    # and too few track pieces
    state = give(in_the_middle(), 0, stock=1)
    do(state, "build")
    assert ends(state, "link") == ["columbia-raleigh"]
    assert barred(state, "link:norfolk-salisbury") == "SP-BUILD-13"


def test_payments_that_cannot_be_made() -> None:
    state = in_the_middle("build", "link:columbia-raleigh")  # one black space
    assert barred(state, "match") == "SP-BUILD-09"
    assert barred(state, "spend:green:2") == "SP-BUILD-02"
    assert barred(state, "spend:red:3") == "SP-JOKER-08"
    assert barred(state, "spend:blue:1") == "SP-JOKER-08"


def test_every_clause_that_is_cited_stands_in_the_rulebook() -> None:
    cited = GAME.citations.ids[1:]
    assert len(cited) > 30
    assert [clause for clause in cited if clause not in GAME.rulebook] == []
