"""Tests of the clauses of Shunting Yard: a position is laid out by hand, words are played, the result is checked."""

from __future__ import annotations

from random import Random

import pytest
from shunting_yard.game import Turn, Yard, YardGame

from trainshed.kernel.agenda import NATURE
from trainshed.kernel.options import SetupError

GAME = YardGame()


def position(hand: list[int], train: list[int], deck: int = 1, ascent: str = "steep") -> Yard:
    """A position in which seat 1 is to decide, `deck` wagons of each number are left, and seat 2 holds 0-1-2."""
    facts = [[deck] * 6, [], [0, 0], [hand, [0, 1, 2]], [train, []]]
    state = Yard(GAME, 2, {"ascent": ascent}, [Turn(0)], facts)
    state.listen()
    state.settle()
    return state


def refused(state: Yard, word: str, seat: int | None = None) -> str | None:
    """The clause that forbids a word, or None."""
    refusal = state.why_not(GAME.vocabulary.id(word), seat)
    return None if refusal is None else refusal.clause


def play(state: Yard, word: str) -> list[str]:
    """Play a word; return the words of the events, forced ones with an exclamation mark."""
    state.play(GAME.vocabulary.id(word))
    return [event.word + "!" * event.forced for event in state.events(None)]


@pytest.mark.clause("SY-SETUP-01")
def test_the_box() -> None:
    state = GAME.start(2)
    assert state.odds() == [(0, 5), (1, 5), (2, 4), (3, 4), (4, 3), (5, 3)]
    assert (state.hands, state.trains) == ([[], []], [[], []])
    for seats in (1, 4):
        with pytest.raises(SetupError):
            GAME.start(seats)


@pytest.mark.clause("SY-TURN-01")
def test_only_one_seat_decides() -> None:
    state = position([1, 2, 3, 4], [])
    assert refused(state, "couple:1", seat=1) == refused(state, "couple:5", seat=1) == "SY-TURN-01"
    play(state, "scrap:1")
    play(state, "draw:0")
    assert state.actor == 1


@pytest.mark.clause("SY-TURN-02")
def test_a_hand_is_filled_unseen() -> None:
    state = position([1, 2], [])
    for wagon in (3, 4):
        assert state.actor == NATURE
        assert [state.seen(seat, wagon) for seat in (0, 1, None)] == [f"draw:{wagon}", "draw:?", "draw:?"]
        assert play(state, f"draw:{wagon}") == ["draw:?"]
    assert (state.actor, state.hands[0]) == (0, [1, 2, 3, 4])
    assert refused(state, "draw:5") == "SY-TURN-02"


@pytest.mark.clause("SY-TURN-03")
def test_only_wagons_in_hand() -> None:
    state = position([1, 2, 3, 3], [0])
    assert {refused(state, f"{verb}:4") for verb in ("couple", "send", "scrap")} == {"SY-TURN-03"}
    assert play(state, "scrap:3") == ["scrap:3"]
    assert (state.hands[0], state.yard) == ([1, 2, 3], [3])


@pytest.mark.clause("SY-COUPLE-01")
@pytest.mark.parametrize(("ascent", "equal"), [("steep", "SY-COUPLE-01"), ("gentle", None)])
def test_numbers_ascend(ascent: str, equal: str | None) -> None:
    state = position([2, 3, 4, 5], [1, 3], ascent=ascent)
    assert refused(state, "couple:2") == "SY-COUPLE-01"
    assert refused(state, "couple:3") == equal
    assert refused(state, "couple:4") is None
    assert refused(position([0, 3, 4, 5], [], ascent=ascent), "couple:0") is None


@pytest.mark.clause("SY-DEPART-01")
def test_a_train_of_two_may_be_sent() -> None:
    assert refused(position([1, 2, 3, 4], []), "send:3") == "SY-DEPART-01"
    state = position([1, 2, 3, 4], [1])
    assert play(state, "send:3") == ["send:3", "depart"]
    assert state.trains[0] == []


@pytest.mark.clause("SY-DEPART-02")
def test_the_highest_number_departs_by_itself() -> None:
    state = position([1, 2, 3, 5], [])
    assert play(state, "couple:5") == ["couple:5", "depart!"]
    assert (state.trains[0], state.yard) == ([], [5])


@pytest.mark.clause("SY-SCORE-01")
@pytest.mark.parametrize(("train", "points"), [([0], 3), ([0, 2], 6), ([0, 1, 2], 10), ([0] * 5, 21), ([0] * 6, 21)])
def test_points_by_length(train: list[int], points: int) -> None:
    state = position([1, 2, 3, 4], train[:])
    play(state, "send:4")
    assert (state.scores(), state.yard) == ([points, 0], [*train, 4])


@pytest.mark.clause("SY-END-01")
def test_an_empty_deck_ends_the_game() -> None:
    state = position([1, 2, 3, 4], [0], deck=0)
    assert play(state, "couple:1") == ["couple:1", "end!"]
    assert state.over
    assert state.scores() == [0, 0]


@pytest.mark.clause("SY-END-02")
def test_equal_points_share_a_place() -> None:
    state = GAME.start(3)
    state.points = [6, 3, 6]
    assert state.standings() == [1, 3, 1]


def test_a_world_keeps_what_is_seen_and_redraws_the_rest() -> None:
    state = GAME.start(3)
    rng = Random(1)
    while state.yard == []:
        moves = state.moves()
        state.play(moves[-1] if state.actor != NATURE else state.pick(rng.randrange(state.tickets())))
    worlds = [state.redraw(2, rng) for _ in range(20)]
    assert all(world.view(2) == state.view(2) for world in worlds)
    assert len({world.digest() for world in worlds}) > 1
