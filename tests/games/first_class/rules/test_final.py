"""The end of the game: coins, end-bonus cards times base cards, and who wins (FC-FINAL)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.support.games.first_class.positions import (
    BOX,
    barred,
    card,
    do,
    give,
    legal,
    new_game,
    only,
    play_out,
    position,
    scoring,
    show,
)
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.components import TYPES
from trainshed.games.first_class.rules.murder.case import Case
from trainshed.games.first_class.rules.state import FirstClassState


def last_part(seats: int = 2, **options: Any) -> FirstClassState:
    """A position without coins, in which nobody scores anything yet; `end` holds the third scoring phase."""
    state = show(position(seats, **options), "x1-loc-1-1")
    for seat in range(seats):
        give(state, seat, coins=(0, 0, 0))
    return state


def end(state: FirstClassState) -> list[int]:
    """Hold the third scoring phase, in which nobody does anything; the final scores."""
    scoring(state, 0, phase=3, more=True)
    while not state.over:
        do(state, "done")
    return state.scores()


@pytest.mark.clause("FC-FINAL-01")
def test_the_game_ends_after_the_third_scoring_phase() -> None:
    state = give(last_part(), 1, coins=(1, 0, 0))
    scoring(state, 0, phase=3, more=True)
    assert (state.over, state.actor) == (False, 1)
    heard = do(state, "done")
    assert state.over
    assert len(only(heard, events.GameEnded)) == 1
    # no further turns
    assert legal(state) == []
    for word in ("done", "tile", "take:1:1", "coin:1:point"):
        assert barred(state, word) == "FC-FINAL-01"


@pytest.mark.clause("FC-FINAL-01")
@pytest.mark.parametrize("phase", [1, 2])
def test_an_earlier_scoring_phase_does_not_end_it(phase: int) -> None:
    state = scoring(last_part(), 0, phase=phase, more=True)
    assert not state.over
    assert state.round == 2 * phase + 1


@pytest.mark.clause("FC-FINAL-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_has_six_rounds(seats: int) -> None:
    state = play_out(new_game(seats, seed=21), Random(21))
    assert (state.over, state.round, state.rows) == (True, 6, [-1] * 18)


@pytest.mark.clause("FC-FINAL-02")
def test_open_contracts_vanish_without_effect() -> None:
    # met or not
    state = give(last_part(), 1, upper="2 2", contracts="a1-5 a1-1")
    assert end(state) == [0, 0]
    assert state.view(None).players[1].contracts == []


@pytest.mark.clause("FC-FINAL-03")
@pytest.mark.parametrize("coins", [(5, 0, 0), (0, 5, 0), (3, 1, 1), (5, 5, 2)])
def test_every_coin_gives_a_point(coins: tuple[int, int, int]) -> None:
    state = give(last_part(), 1, coins=coins, points=10)
    assert end(state) == [0, 10 + sum(coins)]


@pytest.mark.clause("FC-FINAL-04")
def test_points_of_a_type_are_added_and_multiplied() -> None:
    # given conductor bonuses of 2 and 3 and four conductor cards / then 20
    state = give(last_part(), 0, bonus="eb-con-2 eb-con-6", taken="x1-con-1-1 x1-con-1-2 x2-con-1-1 x3-con-2-1")
    assert end(state) == [20, 0]


@pytest.mark.clause("FC-FINAL-04", "FC-FINAL-07")
def test_the_types_are_calculated_separately() -> None:
    taken = "x1-car-1-1 x1-car-1-2 x1-con-1-1 x1-loc-1-1 x1-loc-1-2 x1-loc-1-3"
    # only conductor bonuses: cars and locomotives add nothing
    assert end(give(last_part(), 0, bonus="eb-con-6", taken=taken)) == [3, 0]
    # one of each: 2 x 1 + 1 x 3 + 3 x 2
    state = give(last_part(), 0, bonus="eb-car-1 eb-con-6 eb-loc-5", taken=taken)
    assert end(state) == [2 * 1 + 1 * 3 + 3 * 2, 0]


@pytest.mark.clause("FC-FINAL-04", "FC-BONUS-12")
def test_the_event_names_the_points_by_type() -> None:
    state = give(last_part(), 0, bonus="eb-car-5 eb-con-6", taken="x1-car-1-1 x1-con-1-1 x1-con-1-2")
    give(state, 1, coins=(1, 0, 0))
    scoring(state, 0, phase=3, more=True)
    heard = do(state, "done")
    assert only(heard, events.FinalScored) == [
        events.FinalScored(0, 0, [2, 6, 0], ["eb-car-5", "eb-con-6"]),
        events.FinalScored(1, 1, [0, 0, 0], ["eb-car-2"]),
    ]


@pytest.mark.clause("FC-FINAL-05")
def test_only_base_cards_count() -> None:
    # module cards with conductor, coach and locomotive icons, and section cards
    taken = "a1-3 a1-4 a2-3 a3-8 b2-8 s1-1 s1-2"
    state = give(last_part(), 0, bonus="eb-car-5 eb-con-6 eb-loc-6", taken=taken)
    assert end(state) == [0, 0]
    state = give(last_part(), 0, bonus="eb-car-5 eb-con-6 eb-loc-6", taken=f"{taken} x1-con-1-1")
    assert end(state) == [3, 0]


@pytest.mark.clause("FC-FINAL-06")
@pytest.mark.parametrize("name", ["x1-car-2-1", "x3-car-1-1", "x1-car-4-1"])
def test_a_card_counts_once_whatever_its_icons(name: str) -> None:
    assert sum(icon.count for icon in BOX.cards[card(name)].icons) > 1
    assert end(give(last_part(), 0, bonus="eb-car-5", taken=name)) == [2, 0]


@pytest.mark.clause("FC-FINAL-08")
@pytest.mark.parametrize("way", [["use", "locomotive:2"], ["use", "leave"], ["ignore", "upgrade:upper:0"]])
def test_used_and_ignored_base_cards_count(way: list[str]) -> None:
    state = give(show(position(), "x1-loc-1-1 x1-loc-1-2"), 0, bonus="eb-loc-6", coins=(0, 0, 0))
    do(state, "take:1:1", *way)
    for seat in (0, 1):
        give(state, seat, coins=(0, 0, 0), points=0, city=0)
    assert end(state) == [3, 0]


@pytest.mark.clause("FC-FINAL-08")
def test_cards_of_others_and_of_the_display_do_not_count() -> None:
    state = give(last_part(), 0, bonus="eb-loc-6")
    give(state, 1, bonus="eb-car-5", taken="x1-loc-1-2 x1-loc-1-3")
    assert end(state) == [0, 0]


@pytest.mark.clause("FC-FINAL-09")
def test_a_type_without_an_end_bonus_card_gives_nothing() -> None:
    taken = "x1-con-1-1 x1-con-1-2 x1-con-1-3 x1-con-2-1 x1-con-2-2"
    assert end(give(last_part(), 0, bonus="eb-car-5 eb-loc-6", taken=taken)) == [0, 0]


@pytest.mark.clause("FC-FINAL-10")
def test_the_highest_total_wins() -> None:
    state = give(give(last_part(), 0, points=120), 1, points=119)
    assert end(state) == [120, 119]
    assert state.standings() == [1, 2]


def arrested(murder_arrest: str = "out") -> FirstClassState:
    """Three players; seat 0 leads, and has all fingerprints, so that it is arrested at the end."""
    state = last_part(3, modules="a-c", murder_arrest=murder_arrest)
    for seat, points in enumerate((120, 119, 50)):
        give(state, seat, points=points)
    case = next(own for own in state.kept if isinstance(own, Case))
    case.guilty = 2
    case.tokens = [[1 + 2 * 1] * 5, [0 + 2 * 2] * 2, [0 + 2 * 4] * 4]
    case.bag = [4, 11]
    scoring(state, 0, phase=3, more=True)
    rng = Random(1)
    while not state.over:  # the murderer draws two tokens
        state.play(state.pick(rng.randrange(state.tickets())))
    return state


@pytest.mark.clause("FC-MODULE-C-10")
def test_an_arrested_player_is_not_compared() -> None:
    state = arrested()
    assert state.view(None).modules["murder"]["arrested"] == [0]
    ranks = state.standings()
    assert ranks[0] == 3
    assert ranks[1] == 1
    # an option makes the arrest a penalty instead
    state = arrested("penalty")
    assert state.scores()[0] == 120 - 20
    assert state.standings()[0] == 2


@pytest.mark.clause("FC-FINAL-11")
@pytest.mark.parametrize(("points", "ranks"), [((70, 90, 90), [3, 1, 1]), ((90, 90, 90), [1, 1, 1])])
def test_tied_players_all_win(points: tuple[int, ...], ranks: list[int]) -> None:
    state = last_part(3)
    for seat, own in enumerate(points):
        give(state, seat, points=own)
    # neither coaches nor the line break a tie
    give(state, 1, upper="0 0 0", city=1)
    end(state)
    assert state.standings() == ranks


@pytest.mark.clause("FC-FINAL-12")
@pytest.mark.parametrize("deck", [0, 1, 2])
def test_every_base_card_has_one_type(deck: int) -> None:
    base = [own for own in BOX.cards if own.module < 0 and own.deck == deck]
    assert Counter(own.kind for own in base) == {"car": 9, "conductor": 5, "locomotive": 5, "section": 5}
    assert all(own.type == (TYPES.index(own.kind) if own.kind in TYPES else -1) for own in base)
    # and no other card has one
    assert all(own.type == -1 for own in BOX.cards if own.module >= 0)
