"""Six rounds of three turns each: which deck they use, who moves when, and when scoring phases come."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.first_class.positions import (
    BOX,
    asked,
    barred,
    do,
    fall,
    full_display,
    give,
    new_game,
    only,
    position,
    refusal,
)
from tests.support.seeds import SEED
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.kernel.events import Event

SEATS = [2, 3, 4]


def story(seats: int, seed: str, **options: str) -> tuple[FirstClassState, list[Event]]:
    """A random game from the first turn on: its last position, and all events."""
    state, rng = new_game(seats, None, **options), Random(seed)
    heard: list[Event] = []
    while not state.over:
        state.apply(rng.choice(state.moves()))
        heard += state.heard or []
    return state, heard


@pytest.mark.clause("FC-ROUND-01", "FC-ROUND-06")
@pytest.mark.parametrize("seats", SEATS)
def test_a_game_has_six_rounds_and_a_scoring_phase_after_every_second(seats: int) -> None:
    # given a full game
    state, heard = story(seats, f"{SEED} rounds {seats}")
    flow = []
    for event in heard:
        if isinstance(event, events.RoundBegun | events.RoundEnded):
            flow.append((type(event).__name__, event.round))
        elif isinstance(event, events.TrainsScored):
            flow.append(("TrainsScored", event.phase))
    # then rounds 2, 4 and 6 are followed by a scoring phase of everybody, rounds 1, 3 and 5 by the next round
    wanted = []
    for number in range(1, 7):
        wanted += [("RoundBegun", number), ("RoundEnded", number)]
        if number % 2 == 0:
            wanted += [("TrainsScored", number // 2)] * seats
    assert flow == wanted
    assert state.round == 6


@pytest.mark.clause("FC-ROUND-02", "FC-ROUND-03")
@pytest.mark.parametrize("pair", ["a-b", "c-d", "b-e"])
def test_every_round_shows_18_cards_of_its_deck(pair: str) -> None:
    state, rng = new_game(2, None, modules=pair), Random(f"{SEED} {pair}")
    shown: dict[int, list[str]] = {}
    begun = 0
    while not state.over:
        state.apply(rng.choice(state.moves()))
        for event in only(state.heard or [], events.CardDealt):
            shown.setdefault(state.round, []).append(event.card)
        if asked(state) == "Turn" and state.turns == 1 and state.round > begun:
            # given the start of a round / then three rows of six lie there, all of the deck of this round
            begun = state.round
            assert [BOX.cards[card].name for card in state.rows] == shown[begun]
            assert {BOX.cards[card].deck + 1 for card in state.rows} == {(begun + 1) // 2}
            assert len(state.rows) == 3 * 6
            assert state.row_taken == [0, 0, 0]
    assert {number: len(set(names)) for number, names in shown.items()} == dict.fromkeys(range(1, 7), 18)
    # and no card comes twice
    assert len({name for names in shown.values() for name in names}) == 6 * 18


@pytest.mark.clause("FC-ROUND-04")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("start", [0, 1])
def test_the_start_player_begins_and_play_goes_clockwise(seats: int, start: int) -> None:
    # given a start player / when turns are made / then the order is this one, the next at the left, and so on
    state = new_game(seats, 8, first_player=f"seat-{start + 1}")
    rng = Random(seats)
    order = []
    while state.round == 1:
        if asked(state) == "Turn" and state.begins_turn:
            order.append(state.actor)
        state.apply(rng.choice(state.moves()))
    assert order == [(start + turn) % seats for turn in range(3 * seats)]


@pytest.mark.clause("FC-ROUND-04")
def test_who_is_not_asked_cannot_move() -> None:
    state = full_display(position(3, turn=1))
    move = state.moves()[0]
    for seat in (0, 2):
        why = state.why_not(move, seat)
        assert why is not None
        assert why.clause == "FC-ROUND-04"
    assert state.why_not(move, 1) is None
    # and not before its turn again: after seat 1 comes seat 2
    do(state, "take:1:1", "ignore", "leave", "done")
    assert state.actor == 2


@pytest.mark.clause("FC-ROUND-05")
@pytest.mark.parametrize("seats", SEATS)
def test_a_round_ends_after_three_turns_of_everybody_and_not_before(seats: int) -> None:
    state = new_game(seats, 2)
    ended: list[Event] = []
    for turn in range(3 * seats):
        # given so many turns / then the round goes on
        assert (state.round, state.turns) == (1, turn + 1)
        assert not ended
        do(state, next(word for word in takes(state)), "ignore", "leave")
        ended += only(do(state, "done"), events.RoundEnded)
    # when the last is done / then it ends
    assert [event.round for event in only(ended, events.RoundEnded)] == [1]
    fall(state, Random(1))
    assert (state.round, state.turns, asked(state)) == (2, 1, "Turn")


def takes(state: FirstClassState) -> list[str]:
    """The cards that can be taken, as words."""
    words = [state.game.vocabulary.word(move) for move in state.moves()]
    return [word for word in words if word.startswith("take:")]


@pytest.mark.clause("FC-ROUND-06")
@pytest.mark.parametrize("number", range(1, 7))
def test_rounds_1_3_and_5_end_without_scoring(number: int) -> None:
    # given the last turn of a round, and a train that would score
    state = full_display(position(2, turn=1))
    state.round, state.turns = number, 6
    state.row_taken = [1, 2, 2]
    state.rows = state.rows[:6] + [-1] * 12
    for seat in range(2):
        give(state, seat, upper="12 7", conductors=(2, 0), coins=(0, 0, 0), bonus=f"eb-car-{seat + 1}")
    # when it is done
    heard = do(state, "take:1:3", "ignore")
    heard += do(state, "leave")
    # then trains score after rounds 2, 4 and 6 only
    scored = [event.trains for event in only(heard, events.TrainsScored)]
    assert scored == ([[19, 0], [19, 0]] if number % 2 == 0 else [])
    assert state.over == (number == 6)


@pytest.mark.clause("FC-ROUND-07")
@pytest.mark.parametrize("seats", SEATS)
def test_after_round_6_its_scoring_and_the_final_count_most_points_win(seats: int) -> None:
    state, heard = story(seats, f"{SEED} last {seats}", modules="a-d")
    # given the end / then it comes after the scoring of round 6 and a final count of everybody
    last = [event for event in heard if isinstance(event, events.TrainsScored | events.FinalScored | events.GameEnded)]
    names = [type(event).__name__ for event in last[-2 * seats - 1 :]]
    assert names == ["TrainsScored"] * seats + ["FinalScored"] * seats + ["GameEnded"]
    # and the winner has the highest total
    scores = state.scores()
    best = [seat for seat in range(seats) if scores[seat] == max(scores)]
    assert [seat for seat, place in enumerate(state.standings()) if place == 1] == best


@pytest.mark.clause("FC-ROUND-07")
def test_when_the_game_is_over_nothing_can_be_done() -> None:
    state, _ = story(2, "over")
    assert state.moves() == []
    assert refusal(state, "done").clause == "FC-FINAL-01"
    assert barred(state, "take:1:1") == "FC-FINAL-01"
