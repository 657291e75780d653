"""Tests of the sentences of Shunting Yard: a line of the log for each turn, told as each reader may know it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from shunting_yard.game import Turn, Yard, YardGame
from shunting_yard.text import sentences as say

from trainshed.kernel.rulebook import Refusal

GAME = YardGame()
NAMES = ["Ada", "Bob"]


def turn_of(seat: int | None, *words: str) -> list[Any]:
    """The events of a turn of the first seat, which holds one wagon, as a seat sees them."""
    facts = [[2] * 6, [], [0, 0], [[5], [0, 1, 2, 3]], [[1, 2], []]]
    state = Yard(GAME, 2, {"ascent": "steep"}, [Turn(0)], facts)
    state.listen()
    state.settle()
    told = []
    for word in words:
        state.play(GAME.vocabulary.id(word))
        told += state.events(seat)
    return told


def test_a_turn_is_one_line() -> None:
    words = ["draw:2", "draw:3", "draw:4", "couple:5"]
    hers, his = turn_of(0, *words), turn_of(1, *words)
    assert not any(say.opens(event, last) for last, event in pairwise(hers))
    ends = "couples the 5 and the train departs for 6 points."
    assert say.tell(GAME, hers, names=NAMES) == f"Ada draws 2, 3 and 4, {ends}"
    assert say.tell(GAME, his, names=NAMES) == f"Ada draws 3 wagons, {ends}"


def test_another_seat_begins_a_line() -> None:
    hers, his = turn_of(None, "draw:0", "draw:0", "draw:1", "scrap:0", "scrap:3")[-2:]
    assert say.opens(his, hers)


def test_buttons_and_refusals_have_words() -> None:
    view = GAME.start(2).view(0)
    assert [say.label(GAME, view, f"{verb}:3") for verb in ("couple", "send", "scrap", "draw")] == [
        "Couple the 3",
        "Couple the 3 and depart",
        "Scrap the 3",
        "Draw a 3",
    ]
    assert say.refusal(GAME, Refusal("SY-COUPLE-01")) == "Numbers in a train ascend."
    assert say.refusal(GAME, Refusal("SY-SCORE-01")) == "The rules forbid it (SY-SCORE-01)."


def test_the_position_in_words() -> None:
    assert say.position(GAME, GAME.start(2).view(0), names=NAMES) == [
        "Ada: 0 points. no train; hand: –",
        "Bob: 0 points. no train; hand: –",
        "24 wagons are left in the deck.",
    ]
