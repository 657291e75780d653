"""The exact solver against games whose solutions are known, and against endings of Lok'n'Roll reckoned by hand."""

from __future__ import annotations

from itertools import islice
from math import comb
from random import Random

import pytest

from tests.support.games.expectimax import Expectimax, InformationSet, TooLarge, best_moves, margin, victory
from tests.support.games.lok_n_roll.endings import MATTERS, MOST_CARDS, TOLERANCE, endings, what_matters, worlds
from tests.support.games.lok_n_roll.table import GAME, legal, position, s
from tests.support.games.small_games import ROLL, SAFE, STOP, WAIT, DieOrStop, NameTheCard, ThreeSeatNim, utility
from trainshed.games.lok_n_roll.rules.effects import Roll

# ---------------------------------------------------------------- made-up games


@pytest.mark.parametrize(("rolls", "value"), [(1, 3.5), (2, 4.25), (3, 14 / 3)])
def test_chance_is_averaged(rolls: int, value: float) -> None:
    assert Expectimax(utility).values(DieOrStop(rolls)) == pytest.approx((value,))


@pytest.mark.parametrize(("face", "best"), [(3, [ROLL]), (4, [ROLL]), (5, [STOP]), (6, [STOP])])
def test_it_rolls_on_below_the_value_of_two_rolls(face: int, best: list[int]) -> None:
    assert Expectimax(utility).choices(DieOrStop(2, face)) == best


def test_a_seat_does_not_play_by_what_it_cannot_know() -> None:
    hidden = [(NameTheCard(card), float(ways)) for card, ways in ((1, 1), (2, 2), (3, 1))]
    solver = Expectimax(utility)
    assert all(solver.choices(world) == [WAIT] for world, _ in hidden)  # in each world it would be right to wait
    values = InformationSet(0, solver).move_values(hidden)
    assert values == pytest.approx({SAFE: 0.6, WAIT: 0.5})


def test_a_seat_learns_from_what_it_is_shown() -> None:
    solver = Expectimax(utility)
    before_the_draw = [(NameTheCard(), 1.0)]
    assert InformationSet(0, solver).value(before_the_draw) == pytest.approx(0.6)
    assert InformationSet(1, solver).value(before_the_draw) == pytest.approx(-1)  # the other plays with full knowledge


@pytest.mark.parametrize(
    ("stones", "values"),
    [(1, (1, 0, 0.5)), (2, (1, 0, 0.5)), (3, (0.5, 1, 0)), (4, (0.5, 1, 0)), (5, (0, 0.5, 1)), (6, (1, 0, 0.5))],
)
def test_each_of_three_seats_plays_for_itself(stones: int, values: tuple[float, ...]) -> None:
    assert Expectimax(utility).values(ThreeSeatNim(stones)) == pytest.approx(values)
    turned = Expectimax(utility).values(ThreeSeatNim(stones, 1))
    assert turned == pytest.approx((values[2], values[0], values[1]))


def test_all_best_moves_are_reported() -> None:
    solver = Expectimax(utility)
    assert solver.choices(ThreeSeatNim(3)) == [1, 2]
    assert solver.choices(ThreeSeatNim(4)) == [2]
    assert best_moves({4: 1.0, 5: 0.97, 6: 0.9}, 0.05) == [4, 5]


def test_it_gives_up_where_there_is_too_much() -> None:
    with pytest.raises(TooLarge):
        Expectimax(utility, most=5).values(DieOrStop(3))


# ---------------------------------------------------------------- Lok'n'Roll


def test_the_last_roll_of_a_game() -> None:
    state = position(
        [s(2), s(3), s(1), s(1)], 2, [[s(1)], [s(2)]], piles=[[s(3)]], deck=0, pending=[Roll(0, 2, 0)], listen=False
    )
    # with two wheels the engine runs over the end, and the penalty card is the 2 at the start
    points = 1 + 3 + 2 * 4 / 9
    assert Expectimax(margin).values(state) == pytest.approx((2 - points, points - 2))
    assert Expectimax(victory).values(state) == pytest.approx((0, 1))


def test_the_last_action_of_a_game() -> None:
    state = position([s(4), s(1), s(1)], 2, [[s(1), s(2)], [s(2)]], piles=[[s(4)]], deck=0, listen=False)
    values = dict(zip(legal(state), Expectimax(margin).move_values(state).values(), strict=True))
    # passing matches the 4; laying the 2 on one card ahead costs the 4 at the start only with two wheels: that matches
    assert values["pass"] == pytest.approx(2 - 3)
    assert values[f"lay:{s(2)}"] == pytest.approx(2 - (5 * 5 / 9 + 1 * 4 / 9))
    assert values[f"lay:{s(1)}"] == pytest.approx(2 - 6)


def test_worlds_have_their_exact_odds() -> None:
    ending = next(e for e in endings(40) if e.state.seats == 2 and len(e.state.players[1 - e.state.actor].hand) == 2)
    seat = ending.state.actor
    found = worlds(ending.state, seat)
    hidden = ending.state.unseen_total + 2
    total = sum(weight for _, weight in found)
    assert total == comb(hidden, 2)
    view = ending.state.view(seat)
    assert all(world.view(seat) == view for world, _ in found)
    rng = Random(5)
    seen = {tuple(GAME.world(view, rng).players[1 - seat].hand) for _ in range(600)}
    assert seen == {tuple(world.players[1 - seat].hand) for world, _ in found}


def test_endings_are_small_matter_and_repeat() -> None:
    first, again = list(endings(30)), list(islice(endings(300), 10))
    for one, other in zip(first[:10], again, strict=True):
        assert one.name == other.name
        assert one.values == other.values
        assert one.state.digest() == other.state.digest()
    for one in first:
        assert list(one.values) == one.state.moves()
        assert max(one.values.values()) - min(one.values.values()) >= MATTERS
        assert one.best == [move for move in one.values if one.loss(move) <= TOLERANCE]
        assert one.best != one.state.moves()
        held = sum(len(player.hand) for player in one.state.players) + one.state.unseen_total
        assert held <= MOST_CARDS
        assert GAME.census(one.state) == dict(zip(GAME.box.names, GAME.box.counts, strict=True))
    assert {len(one.state.players) for one in first} >= {1, 2}


def test_leaving_out_what_does_not_matter_changes_no_value() -> None:
    checked = 0
    for ending in endings(12, "whole positions"):
        state = ending.state
        if state.deck == 0 and state.seats == 2:
            checked += 1
            whole = InformationSet(state.actor, Expectimax(margin)).move_values(worlds(state, state.actor))
            assert whole == pytest.approx(ending.values)
            known = Expectimax(margin, key=what_matters).move_values(state)
            assert best_moves(known) == best_moves(ending.values)  # in the last turn the other hand changes nothing
    assert checked
