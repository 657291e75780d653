"""Rolling and moving (LR-DICE)."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from tests.support.games.lok_n_roll.table import GAME, about_to_roll, do, legal, only, position, refusal, roll, s
from trainshed.games.lok_n_roll import events
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Seeded

LONG_TRACK = [s(1), s(1), s(1), s(1), s(2), s(2), s(2), s(3), s(3), s(3)]


def dice_rolled(cards: list[str], before: list[str]) -> list[int]:
    """The dice of each roll after these cards have been added to a track."""
    state = position(before, 0, [[*cards, "chaos:1"], []])
    do(state, *[f"lay:{name}" for name in cards], "stop")
    return [rolled.dice for rolled in only(roll(state, 0), events.Rolled)]


@pytest.mark.clause("LR-DICE-01")
def test_two_threes_make_six_dice() -> None:
    # given 3,3 added / when rolling / then 6 dice
    assert sum(dice_rolled([s(3), s(3)], [s(2), s(2)])) == 6


@pytest.mark.clause("LR-DICE-01")
@pytest.mark.parametrize(
    ("added", "dice"), [([1], 1), ([1, 1, 1], 3), ([2], 2), ([2, 2, 2], 6), ([3], 3), ([4], 4), ([4, 4, 4], 12)]
)
def test_the_number_of_dice_is_the_sum_of_the_values_just_added(added: list[int], dice: int) -> None:
    # given these cards added behind an end card of the same value, which does not count
    assert sum(dice_rolled([s(value) for value in added], [f"track:{added[0]}:straight_wide"])) == dice


@pytest.mark.clause("LR-DICE-02")
def test_six_dice_are_rolled_as_four_and_two_and_the_results_are_added() -> None:
    # given 6 dice due and 9 cards ahead
    state = about_to_roll(LONG_TRACK, 0, dice=6)
    # when the four dice are rolled, then nothing moves, and two dice are left
    assert legal(state) == [f"wheels:{n}" for n in range(5)]
    heard = do(state, "wheels:3")
    assert (state.engine, state.chance) == (0, "die")
    assert legal(state) == ["wheels:0", "wheels:1", "wheels:2"]
    # when they are rolled too, then the engine moves by both results together
    heard += do(state, "wheels:2")
    assert [rolled.dice for rolled in only(heard, events.Rolled)] == [4, 2]
    assert [moved.steps for moved in only(heard, events.EngineMoved)] == [5]
    assert (state.engine, state.chance) == (5, "deck")


@pytest.mark.clause("LR-DICE-02")
@pytest.mark.parametrize(("due", "rolls"), [(3, [3]), (4, [4]), (5, [4, 1]), (8, [4, 4]), (12, [4, 4, 4])])
def test_never_more_than_four_dice_at_once(due: int, rolls: list[int]) -> None:
    # given dice due / when rolled / then four at a time, and no roll more than needed
    state = about_to_roll(LONG_TRACK, 0, dice=due)
    heard = roll(state, 3)
    assert [rolled.dice for rolled in only(heard, events.Rolled)] == rolls
    assert state.engine == 3


@pytest.mark.clause("LR-DICE-03")
@pytest.mark.parametrize("wheels", [1, 2, 3, 4])
def test_the_engine_advances_one_card_for_each_wheel(wheels: int) -> None:
    # given 5 cards ahead
    state = about_to_roll(LONG_TRACK[:8], 2, dice=4)
    before = state.track[:]
    # when wheels are rolled (3 of them: 3 cards further)
    roll(state, wheels)
    # then the engine is as many cards further on the same track
    assert state.engine == 2 + wheels
    assert state.track == before


@pytest.mark.clause("LR-DICE-04")
def test_the_odds_of_one_die_are_four_wheels_to_two_blanks() -> None:
    # given one die / when the odds are read / then wheel : blank = 4 : 2
    state = about_to_roll(LONG_TRACK, 0, dice=1)
    blank, wheel = GAME.vocabulary.id("wheels:0"), GAME.vocabulary.id("wheels:1")
    assert state.odds() == [(blank, 2), (wheel, 4)]
    assert [state.pick(ticket) for ticket in range(state.tickets())] == [blank] * 2 + [wheel] * 4


@pytest.mark.clause("LR-DICE-04")
@pytest.mark.parametrize("dice", [2, 3, 4])
def test_the_odds_of_several_dice_are_those_of_independent_dice(dice: int) -> None:
    # given several dice / when the odds are read / then they are binomial with 4 in 6
    state = about_to_roll(LONG_TRACK, 0, dice=dice)
    weights = {GAME.vocabulary.word(move): Fraction(weight, 6**dice) for move, weight in state.odds()}
    assert weights == {
        f"wheels:{n}": comb(dice, n) * Fraction(4, 6) ** n * Fraction(2, 6) ** (dice - n) for n in range(dice + 1)
    }
    assert state.tickets() == 6**dice


@pytest.mark.clause("LR-DICE-04")
def test_sixty_thousand_rolls_show_two_thirds_of_a_wheel_per_die() -> None:
    # given one die and seeded luck
    state = about_to_roll(LONG_TRACK, 0, dice=1)
    nature = Seeded("sixty thousand rolls")
    wheel = GAME.vocabulary.id("wheels:1")
    # when rolled 60000 times
    wheels = sum(nature.choose(state) == wheel for _ in range(60_000))
    # then 2/3 wheel per die within 0.01, which is five standard deviations
    assert wheels / 60_000 == pytest.approx(2 / 3, abs=0.01)


@pytest.mark.clause("LR-DICE-05")
@pytest.mark.parametrize("engine", [2, 3])
def test_without_a_wheel_the_engine_stays_and_nothing_is_due(engine: int) -> None:
    # given an engine with cards behind it, before the last card or on it, also on a destroyed track
    track = [s(1), s(2), "destroyed:3:straight_wide", "destroyed:4:curve_right@right"]
    state = about_to_roll(track, engine, dice=4)
    # when 0 wheels are rolled
    heard = roll(state, 0)
    # then it stands on the same card, no penalty card is taken, and nothing has derailed
    assert (state.engine, len(state.track)) == (engine, 4)
    assert only(heard, events.PenaltyTaken) == []
    assert only(heard, events.Derailed) == []
    assert state.players[0].pile == []


@pytest.mark.clause("LR-DICE-06")
@pytest.mark.parametrize("engine", [0, 5, 8])
def test_the_whole_roll_is_moved_without_a_choice(engine: int) -> None:
    # given 4 dice due, far from the end and near to it
    state = about_to_roll(LONG_TRACK, engine, dice=4)
    for word in ("stop", "pass"):
        refusal(state, word)
    # when 4 wheels are rolled
    heard = roll(state, 4)
    # then the engine has moved all 4 cards, or to the end with the rest left over, and nobody was asked
    [moved] = only(heard, events.EngineMoved)
    left = sum(derailed.steps_left for derailed in only(heard, events.Derailed))
    assert moved.steps + left == 4
    assert moved.steps == min(4, 9 - engine)
    assert moved.engine == min(engine + 4, 9)


@pytest.mark.clause("LR-DICE-06")
def test_after_a_roll_the_next_thing_is_the_next_players_draw() -> None:
    # given 4 wheels / when moving / then no choice is offered: the next thing is the next player's draw
    state = about_to_roll(LONG_TRACK, 0, dice=4)
    roll(state, 4)
    assert state.engine == 4
    assert (state.actor, state.chance) == (NATURE, "deck")
    do(state, f"draw:{s(4)}")
    assert state.actor == 1
