"""The end of a round: the start player, the tile, the cards of the next round, the scoring phase (FC-ROUNDEND)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.support.games.first_class.course import last_turn, roam
from tests.support.games.first_class.positions import (
    BOX,
    PAIRS,
    asked,
    do,
    fall,
    full_display,
    give,
    legal,
    new_game,
    only,
    position,
    show,
)
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.components import POINTS_CITY, SECTION, TYPES
from trainshed.games.first_class.rules.effect_notation import ANY, COACH, LOCOMOTIVE, ONE_CONDUCTOR, STEPS, UPGRADE
from trainshed.games.first_class.rules.state import NONE, FirstClassState


def turn_in(round: int) -> Callable[[FirstClassState], bool]:
    """Has a turn of this round begun?"""
    return lambda state: state.round == round and asked(state) == "Turn"


def end_of(state: FirstClassState, last: str = "take:3:6") -> list[Any]:
    """Make the last turn of a round; no icon of the card is used, and nothing is bought."""
    heard = do(state, last)
    if last != "tile":
        heard += do(state, "use")
    while asked(state) in ("Carry", "After"):
        heard += do(state, "leave" if "leave" in legal(state) else "done")
    return heard


@pytest.mark.clause("FC-ROUNDEND-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_after_the_last_turn_the_display_is_empty(seats: int) -> None:
    state = last_turn(seats, seat=seats - 1)
    assert sum(card != NONE for card in state.rows) == 6 - seats + 1
    heard = end_of(state)
    cleared = only(heard, events.RowCleared)
    assert [(event.row, len(event.cards)) for event in cleared] == [(2, 6 - seats)]
    assert only(heard, events.RoundEnded) == [events.RoundEnded(1, 0, False)]
    assert state.rows == [NONE] * 18
    assert state.turn == NONE


@pytest.mark.clause("FC-ROUNDEND-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_has_three_turns_in_a_round(seats: int) -> None:
    state = new_game(seats, seed=seats, first_player="seat-2")
    heard = roam(state, Random(seats), lambda s: s.round == 2)
    turns = [event.seat for event in only(heard, events.TurnBegun)]
    assert turns == [(1 + turn) % seats for turn in range(1, 3 * seats)]  # the first turn had begun before


@pytest.mark.clause("FC-ROUNDEND-02")
@pytest.mark.parametrize(("seats", "taker"), [(2, 1), (3, 2), (4, 3), (3, 1)])
def test_the_holder_of_the_tile_becomes_start_player(seats: int, taker: int) -> None:
    state = last_turn(seats, seat=seats - 1)
    state.tile = taker
    heard = end_of(state)
    assert only(heard, events.RoundEnded) == [events.RoundEnded(1, taker, True)]
    assert state.start == taker


@pytest.mark.clause("FC-ROUNDEND-03")
@pytest.mark.parametrize("round", [1, 2])
def test_the_tile_returns_to_the_display(round: int) -> None:
    state = last_turn(2, round=round)
    state.tile = 0
    end_of(state)
    assert state.view(None).tile == NONE
    roam(state, Random(1), turn_in(round + 1), without="tile")
    assert "tile" in legal(state)


@pytest.mark.clause("FC-ROUNDEND-04")
@pytest.mark.parametrize("start", [0, 1, 2])
def test_without_a_taker_the_start_player_stays(start: int) -> None:
    state = last_turn(3, seat=(start - 1) % 3)
    state.start = start
    heard = end_of(state)
    assert only(heard, events.RoundEnded) == [events.RoundEnded(1, start, False)]
    fall(state, Random(1))
    assert (state.round, state.start, state.actor) == (2, start, start)


@pytest.mark.clause("FC-ROUNDEND-05", "FC-ROUNDEND-06")
@pytest.mark.parametrize("modules", PAIRS)
@pytest.mark.parametrize("deck", [0, 1, 2])
def test_the_second_round_of_a_deck_shows_18_new_cards_of_it_and_4_are_not_used(modules: str, deck: int) -> None:
    state = last_turn(2, round=2 * deck + 1, modules=modules)
    rest = state.deck
    assert len(rest) == 40 - 18
    end_of(state)
    removed = state.removed
    heard: list[Any] = []
    while asked(state) == "DealCards":
        heard += do(state, legal(state)[0])
    assert only(heard, events.RestRemoved) == [events.RestRemoved(4)]
    assert len(only(heard, events.CardDealt)) == 18
    assert set(state.rows) < set(rest)
    assert all(BOX.cards[card].deck == deck for card in state.rows)
    # the other four are gone
    assert state.deck == []
    assert state.removed == removed + 4


@pytest.mark.clause("FC-ROUNDEND-06")
def test_in_the_first_round_of_a_deck_nothing_is_removed() -> None:
    state = new_game(2)
    heard = roam(state, Random(3), turn_in(1))
    assert only(heard, events.RestRemoved) == []
    assert (len(state.deck), state.removed) == (22, 0)


@pytest.mark.clause("FC-ROUNDEND-07")
def test_the_second_round_runs_like_the_first() -> None:
    state = last_turn(3, seat=2)
    state.tile = 1
    end_of(state)
    heard = roam(state, Random(9), lambda s: s.round == 3 or bool(s.scoring))
    turns = [event.seat for event in only(heard, events.TurnBegun) if not event.scoring]
    assert turns == [1, 2, 0] * 3
    first = next(at for at, event in enumerate(heard) if isinstance(event, events.TurnBegun))
    assert sum(isinstance(event, events.CardDealt) for event in heard[:first]) == 18


@pytest.mark.clause("FC-ROUNDEND-08")
@pytest.mark.parametrize(("round", "phase"), [(2, 1), (4, 2)])
def test_a_scoring_phase_comes_after_the_second_round_of_a_deck(round: int, phase: int) -> None:
    state = last_turn(2, round=round)
    end_of(state)
    assert (asked(state), state.scoring, state.view(None).scoring) == ("ScoringPart", phase, phase)
    do(state, "done", "done")
    # then 18 cards of the next deck are dealt
    assert state.scoring == 0
    fall(state, Random(2))
    assert (state.round, asked(state)) == (round + 1, "Turn")
    assert sorted(state.rows + state.deck) == BOX.deck_cards(phase, [0, 1])
    assert len(state.deck) == 22


@pytest.mark.clause("FC-ROUNDEND-08")
@pytest.mark.parametrize("round", [1, 3, 5])
def test_no_scoring_phase_comes_after_the_first_round_of_a_deck(round: int) -> None:
    state = last_turn(2, round=round)
    end_of(state)
    assert (asked(state), state.scoring) == ("DealCards", 0)


@pytest.mark.clause("FC-ROUNDEND-09")
@pytest.mark.parametrize("kind", TYPES)
def test_base_cards_get_better_from_deck_to_deck(kind: str) -> None:
    unit = {COACH: 1, ANY: 2, ONE_CONDUCTOR: 1, STEPS: 1, LOCOMOTIVE: 1}
    worth = [0, 0, 0]
    for own in BOX.cards:
        if own.module < 0 and own.kind == kind:
            for icon in own.icons:
                step = BOX.levels[icon.arg + 1] - BOX.levels[icon.arg] if icon.verb == UPGRADE else unit[icon.verb]
                worth[own.deck] += step * icon.count
    assert worth[0] < worth[1] < worth[2]


@pytest.mark.clause("FC-ROUNDEND-09")
def test_section_cards_get_better_from_deck_to_deck() -> None:
    points = [0, 0, 0]
    for own in BOX.cards:
        if own.kind == SECTION:
            points[own.deck] += sum(
                BOX.cities[city].points for city in own.cities if BOX.cities[city].kind == POINTS_CITY
            )
    assert points[0] < points[1] < points[2]


@pytest.mark.clause("FC-ROUNDEND-10")
def test_after_the_third_scoring_phase_the_final_count_follows() -> None:
    state = give(last_turn(2, round=6), 0, coins=(2, 0, 0))
    end_of(state)
    assert (asked(state), state.scoring) == ("ScoringPart", 3)
    do(state, "done")
    heard = do(state, "done")
    assert [event.seat for event in only(heard, events.FinalScored)] == [0, 1]
    assert len(only(heard, events.GameEnded)) == 1
    assert state.over


@pytest.mark.clause("FC-ROUNDEND-01", "FC-ROUNDEND-03")
def test_the_discard_of_the_tile_can_empty_the_display() -> None:
    # given the tile in the last turn / then the row is cleared by the discard, and the round is over
    state = last_turn(2)
    heard = end_of(state, "tile")
    assert len(only(heard, events.CardDiscarded)) == len(only(heard, events.RowCleared)) == 1
    assert (state.rows, state.start, state.tile) == ([NONE] * 18, 1, NONE)


@pytest.mark.clause("FC-ROUNDEND-07")
def test_cards_taken_from_rows_are_counted_anew() -> None:
    state = full_display(position(2))
    roam(state, Random(4), turn_in(2))
    assert state.row_taken == [0, 0, 0]
    assert show(state, "").turns == 1
