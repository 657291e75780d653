"""The features of Lok'n'Roll agree with the table in their module's docstring."""

from __future__ import annotations

import pytest

from tests.support.games.feature_table import FeatureTable
from tests.support.games.lok_n_roll.table import BOX, GAME, card, laura, position, s
from tests.support.games.title_tables import positions, tables
from trainshed.games.lok_n_roll import features as module
from trainshed.games.lok_n_roll.features import features, length
from trainshed.games.lok_n_roll.rules.effects import ChooseTurn, Discard, ExtendMore, Roll
from trainshed.games.lok_n_roll.rules.geometry import LONG, SHORT
from trainshed.games.lok_n_roll.rules.state import LokState

TRACK = [s(1), s(2), "destroyed:2:curve_left@left", s(3), "track:4:curve_right@right"]


TABLE = FeatureTable(GAME, module)


def part(state: LokState, seat: int | None, start: str) -> list[float]:
    return TABLE.part(state, start, seat)


def test_the_table_is_complete() -> None:
    assert sum(count for _, count in TABLE.rows()) == length(GAME) == 382


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_places_are_seen_from_the_seat_that_looks(seats: int) -> None:
    """The same table, everybody moved on by one chair: the same numbers."""
    hands: list[list[str]] = [[s(1)], [s(2), s(2)], [s(3), "chaos:4"], []][:seats]
    piles: list[list[str]] = [[s(4)], [], ["chaos:1", s(1), s(1)], [s(2)]][:seats]

    def moved(by: int) -> LokState:
        chairs = [(seat - by) % seats for seat in range(seats)]
        state = position(TRACK, 2, [hands[c] for c in chairs], [piles[c] for c in chairs], seat=by)
        state.first = (1 + by) % seats
        state.players[by].derailments = 2
        return state

    for by in range(seats):
        for seat in range(seats):
            ours = features(GAME, moved(0).view(seat))
            assert features(GAME, moved(by).view((seat + by) % seats)) == ours


def test_hand_and_what_is_not_seen() -> None:
    state = position(TRACK, 2, [[s(1), s(1), "chaos:4"], [s(2), s(3)]], [[s(4)], []])
    hand = part(state, 0, "own hand")
    assert hand[card(s(1))] == 2 / BOX.counts[card(s(1))]
    assert hand[card("chaos:4")] == 1 / 2
    assert sum(value > 0 for value in hand) == 2
    unseen = part(state, 0, "cards not seen")
    count = sum(value * most for value, most in zip(unseen, BOX.counts, strict=True))
    assert count == pytest.approx(state.unseen_total + 2)
    assert sum(part(state, None, "own hand")) == 0


def test_the_track_around_the_engine() -> None:
    state = position(TRACK, 2, [[s(1)], [s(1)]])
    values = part(state, 0, "the card under")
    slots = [values[at : at + 9] for at in range(0, len(values), 9)]
    under, behind, before = slots[0], slots[1:9], slots[9:]
    assert under == [1, 0, 1, 0, 0, 1, 1, 0, 0]  # there, value 2, destroyed, to the left
    assert behind[:3] == [[1, 1, 0, 0, 0, 0, 0, 1, 0], [1, 0, 1, 0, 0, 0, 0, 1, 0], [0] * 9]
    assert before[:3] == [[1, 0, 0, 1, 0, 0, 0, 1, 0], [1, 0, 0, 0, 1, 0, 0, 0, 1], [0] * 9]
    assert part(state, 0, "cards of the track") == [2 / BOX.total, 2 / BOX.total]
    assert part(state, 0, "value of the end") == [0, 0, 0, 1]


def test_room_at_the_end() -> None:
    """A line that curls up until only some sides fit."""
    curl = [s(1), *["track:1:curve_left@left", "track:2:curve_left@left", "track:3:curve_left@left"]]
    for track in (TRACK, curl, curl[:-1]):
        state = position(track, 0, [[s(1)], [s(1)]])
        room = state.room()
        assert part(state, 0, "room at the end") == [float(bool(room & SHORT)), float(bool(room & LONG))]
        laid = part(state, 0, "each form")
        assert [value > 0 for value in laid] == [bool(form.side & room) for form in module.printed(BOX).forms]


def test_questions() -> None:
    hands = [[s(1), s(2)], [s(1)]]
    turning = [ExtendMore(0, 2, 6), ChooseTurn(0, card("track:2:curve_right"), 0)]
    state = position(TRACK, 2, hands, pending=turning)
    assert part(state, 0, "the question").index(1.0) == module.QUESTIONS.index("ChooseTurn")
    assert part(state, 1, "the class of the card").index(1.0) == card("track:2:curve_right")
    assert part(state, 0, "the value of the cards") == [0, 1, 0, 0]
    points = module.printed(BOX).points
    assert part(state, 0, "dice due") == [6 / points, 0]
    assert part(position(TRACK, 2, hands, pending=[Roll(0, 3, 2)]), 1, "dice due") == [3 / points, 2 / points]


def test_every_question_is_known() -> None:
    asked = set()
    for table in tables():
        if table.slug == GAME.slug:
            for state in positions(table, seed=1):
                assert isinstance(state, LokState)
                question = part(state, 0, "the question")
                assert sum(question) == (0 if state.over else 1)
                asked |= {name for name, value in zip(module.QUESTIONS, question, strict=True) if value}
    assert asked == set(module.QUESTIONS)


def test_penalties_and_piles() -> None:
    state = position(TRACK, 2, [[], [s(1)]], [["chaos:2", s(1), s(3), s(3)], []])
    state.penalties = [card(s(4)), card(s(2)), card(s(4))]
    state.set_agenda([Discard(0)])
    state.settle()
    assert [value > 0 for value in part(state, 0, "penalty cards")] == [False, True, False, True]
    mine = part(state, 0, "each place")[:19]
    theirs = part(state, 1, "each place")[19:38]
    assert mine == theirs
    assert mine[6:18] == [0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0]
    assert mine[18] == pytest.approx(2 / sum(n for v, n in zip(BOX.value, BOX.counts, strict=True) if v == 3))


def test_laura_has_her_own_place() -> None:
    state = laura(TRACK, 2, pile=[s(1), s(2)])
    places = part(state, 0, "each place")
    assert places[0] == 1
    assert places[19:76] == [0.0] * 57
    assert places[76:82] == [1, 0, 2 / BOX.total, 0, 2 / BOX.total, 0]
