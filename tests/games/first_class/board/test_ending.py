"""The end of First Class on the board: every card that was counted is drawn, and the rule slip fits the game."""

from __future__ import annotations

from itertools import islice
from random import Random

import msgspec
import pytest

from tests.support.games.first_class.drawing import drawn
from tests.support.games.first_class.positions import BOX, GAME
from tests.support.games.words import wander
from tests.support.random_games import random_game
from tests.support.svg import SAY, check_picture
from trainshed.draw.board import Asked
from trainshed.draw.sheet import LAYOUTS
from trainshed.games.first_class.board import board
from trainshed.games.first_class.view import View
from trainshed.kernel.events import Event
from trainshed.locale import LANGUAGES

PAIRS = GAME.options[0].choices
CASES = [(pair, seats) for pair in PAIRS for seats in GAME.seat_counts]


def last_view(pair: str, seats: int) -> View:
    """A spectator's view of the end of a random game."""
    *_, (_, state) = random_game(GAME, seats, {"modules": pair}, seats)
    view: View = state.view(None)
    return view


def hand_out(view: View, counts: list[int]) -> View:
    """Give each seat a number of end-bonus cards, without a card twice."""
    deck = list(BOX.bonus_numbers)
    Random(view.seats).shuffle(deck)
    cards = iter(deck)
    opened = [list(islice(cards, count)) for count in counts]
    return msgspec.structs.replace(view, opened=opened)


@pytest.mark.clause("FC-FINAL-04")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("counts", [[8, 2], [13, 8], [1, 8, 7], [21, 0, 0], [8, 5, 4, 4], [0, 0, 0, 21]])
def test_every_counted_bonus_card_is_drawn(counts: list[int], layout: str) -> None:
    view = hand_out(last_view(PAIRS[0], len(counts)), counts)
    svg = drawn(view, Asked(), layout)
    check_picture(svg)
    counted = [key for key in (node.get("data-about") or "" for node in svg.iter("g")) if key.startswith("counted:")]
    for seat, cards in enumerate(view.opened):
        for card in cards:
            assert counted.count(f"counted:{seat}:{card}") >= 1, (seat, card)


@pytest.mark.clause("FC-FINAL-10")
@pytest.mark.parametrize(("pair", "seats"), CASES)
def test_final_rule_slip_mentions_only_modules_in_play(pair: str, seats: int) -> None:
    view = last_view(pair, seats)
    _, clause = board.question(GAME, view, Asked(), SAY)
    for language in LANGUAGES:
        rule, _ = GAME.rulebook.text_in(clause, language)
        words = {"en": "arrest", "es": "detenido", "it": "arrestat"}
        assert (words[language] in rule) == bool("murder" in view.modules and view.modules["murder"]["arrested"])


@pytest.mark.clause("FC-FINAL-03", "FC-FINAL-04", "FC-FINAL-09")
@pytest.mark.parametrize(("pair", "seats"), CASES)
def test_points_by_source_add_up_to_the_final_score(pair: str, seats: int) -> None:
    rng, state, heard = Random(pair), GAME.start(seats, {"modules": pair}), list[Event]()
    state.listen()
    while not state.over:
        heard += wander(state, rng)
    view: View = state.view(None)
    found = board.tally(GAME, view, heard, SAY)
    assert [sum(sum(source) for source in seat) for seat in found.points] == view.scores
