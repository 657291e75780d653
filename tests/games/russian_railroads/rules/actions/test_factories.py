"""Factories: building, replacing, and what each number does (RR-FACTORY)."""

from __future__ import annotations

import pytest

from tests.support.games.russian_railroads.table import (
    BOX,
    GAME,
    carry_out,
    do,
    legal,
    only,
    position,
    put,
    refresh,
    refusal,
)
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.kernel.agenda import NATURE

SP = "place:st_petersburg"
KV = "place:kiev"
STEPS = [f"advance:{railroad}:black" for railroad in ("trans_siberian", "st_petersburg", "kiev")]
BUILDS = ["build:locomotive", "build:factory"]


def pile_from(lowest: int, tiles: int = 4) -> list[int]:
    """Piles of which this one is the lowest that has tiles."""
    return [0] * lowest + [tiles] * (10 - lowest)


def before_factory(number: int, steps: int = 1) -> RailState:
    """Seat 0 has this factory in slot 1, its marker right before it, and so many industry steps to make."""
    state = position()
    own = state.players[0]
    own.factories = [number]
    own.markers = [4, -1]
    return carry_out(state, f"industry:{steps}")


# ---------------------------------------------------------------- building


@pytest.mark.clause("RR-FACTORY-01")
@pytest.mark.parametrize(("space", "pay"), [("loco_1", "w1"), ("loco_2", "w2"), ("loco_3", "w3")])
def test_every_locomotive_space_builds_factories_too(space: str, pay: str) -> None:
    # given a locomotive space / when it is used, then a factory is an option beside the locomotive
    state = position()
    do(state, f"space:{space}", f"pay:{pay}")
    assert legal(state) == BUILDS
    # when it is chosen, then the factory stands on the lane
    do(state, "build:factory")
    assert state.players[0].factories == [2]


@pytest.mark.clause("RR-FACTORY-02")
def test_every_number_has_one_factory() -> None:
    # given the printed content / then numbers 1 to 9 carry one factory each, and no two numbers the same
    rows = GAME.pack.get("factory")
    assert [row["number"] for row in rows] == list(range(1, 10))
    assert len({tuple(row["effects"]) for row in rows}) == 9
    assert set(GAME.pack.get("components")["locomotives"]) == {str(row["number"]) for row in rows}


@pytest.mark.clause("RR-FACTORY-02")
def test_tiles_of_one_number_have_the_same_ability_wherever_they_come_from() -> None:
    # given a #4 in the pile and another #4 lying open
    state = position()
    own = state.players[0]
    state.piles = pile_from(4)
    state.open_factories[4] = 1
    for word in ("build:factory", "build:factory:4"):
        carry_out(state, "build:factory:1", full=True)
        do(state, word)
    assert own.factories == [4, 4]
    # when a marker enters one and then the other
    own.markers = [4, -1]
    carry_out(state, "industry:3", full=True)
    # then both place 2 doublers
    assert (own.markers[0], own.doublers) == (7, 4)


@pytest.mark.clause("RR-FACTORY-03")
@pytest.mark.parametrize(("word", "number"), [("build:factory", 4), ("build:factory:1", 1), ("build:factory:2", 2)])
def test_a_factory_comes_from_the_lowest_pile_or_the_open_factories(word: str, number: int) -> None:
    # given pile 4 lowest and open factories 1 and 2
    state = position()
    state.piles = pile_from(4)
    state.open_factories[1] = state.open_factories[2] = 1
    carry_out(state, "build:factory:1", full=True)
    # then these three are offered, and no other number
    assert legal(state) == ["build:factory", "build:factory:1", "build:factory:2"]
    for other in (3, 4, 5, 9):
        assert refusal(state, f"build:factory:{other}").clause == "RR-FACTORY-03"
    # when one is taken
    heard = do(state, word)
    # then it comes from where it lay
    assert state.players[0].factories == [number]
    assert only(heard, events.TileTaken) == [events.TileTaken(0, number, True, number != 4)]
    assert state.piles[4] == (3 if number == 4 else 4)
    assert state.open_factories[:3] == [0, int(number != 1), int(number != 2)]


@pytest.mark.clause("RR-FACTORY-04")
@pytest.mark.parametrize("built", [0, 1, 2, 3, 4])
def test_a_new_factory_fills_the_leftmost_empty_slot(built: int) -> None:
    # given so many factories / when another is built
    state = position()
    state.players[0].factories = [6, 7, 8, 6][:built]
    carry_out(state, "build:factory:1", full=True)
    # then it fills the next slot, and nothing is asked
    assert state.players[0].factories == [*[6, 7, 8, 6][:built], 2]
    assert state.heard is not None
    assert only(state.heard, events.FactoryBuilt) == [events.FactoryBuilt(0, 2, built + 1, 0)]
    assert BOX.slots == 5
    assert state.actor == 1


@pytest.mark.clause("RR-FACTORY-05")
def test_with_an_empty_slot_no_factory_is_replaced() -> None:
    # given 4 factories
    state = position()
    state.players[0].factories = [1, 3, 4, 5]
    refresh(state)
    do(state, "space:loco_1", "pay:w1")
    # when replacing is tried, then refused
    for slot in range(1, 6):
        assert refusal(state, f"slot:{slot}").generic
    # when a factory is built, then it takes the empty slot without a question
    do(state, "build:factory")
    assert state.players[0].factories == [1, 3, 4, 5, 2]
    assert sum(state.open_factories) == 0
    assert state.actor == 1


@pytest.mark.clause("RR-FACTORY-05")
@pytest.mark.parametrize("slot", [1, 2, 3, 4, 5])
def test_with_all_slots_full_any_factory_is_replaced(slot: int) -> None:
    # given 5 factories / when another is built
    state = position()
    old = [1, 3, 4, 5, 6]
    state.players[0].factories = old[:]
    refresh(state)
    do(state, "space:loco_1", "pay:w1", "build:factory")
    # then any slot may be chosen, and only that one changes
    assert legal(state) == [f"slot:{n}" for n in range(1, 6)]
    do(state, f"slot:{slot}")
    assert state.players[0].factories == [*old[: slot - 1], 2, *old[slot:]]


@pytest.mark.clause("RR-FACTORY-06")
def test_the_replaced_factory_joins_the_open_ones() -> None:
    # given 5 factories and the lowest pile #6
    state = position()
    state.players[0].factories = [1, 2, 3, 4, 5]
    state.piles = pile_from(6)
    carry_out(state, "build:factory:1", full=True)
    # when slot 2 is replaced
    heard = do(state, "slot:2")
    # then the open pool gains the old number, and slot 2 holds the new one
    assert state.open_factories == [0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    assert state.players[0].factories == [1, 6, 3, 4, 5]
    assert heard[0] == events.FactoryBuilt(0, 6, 2, 2)
    assert state.piles == [0, 0, 0, 0, 0, 0, 3, 4, 4, 4]


@pytest.mark.clause("RR-FACTORY-07")
def test_the_ability_of_a_tile_in_the_piles_is_public() -> None:
    # given the view of a player or a spectator
    state = position()
    for seat in (None, 0, 3):
        seen = state.view(seat)
        # then it names the numbers in the piles, and the pack says what each does as a factory
        lowest = next(number for number, tiles in enumerate(seen.piles) if tiles)
        assert lowest == 2
        ability = {row["number"]: row["effects"] for row in GAME.pack.get("factory")}
        assert all(ability[number] for number, tiles in enumerate(seen.piles) if tiles)
        assert ability[lowest] == ["build:locomotive|factory:1"]
    # when that tile is built and entered, then this is what it does
    carry_out(state, "build:factory:1", full=True)
    state.players[0].markers = [4, -1]
    carry_out(state, "industry:1", full=True)
    assert legal(state) == ["done", *BUILDS]


@pytest.mark.clause("RR-FACTORY-08")
def test_building_fills_a_gap_but_does_not_use_the_ability() -> None:
    # given a marker before the first gap, engineers, and an open #1
    state = position()
    own = state.players[0]
    own.engineers = [4, 7]
    own.markers = [4, -1]
    state.open_factories[1] = 1
    refresh(state)
    assert refusal(state, "space:industry_1").clause == "RR-INDUSTRY-09"
    # when the #1 is built, then no ability resolves
    heard = do(state, "space:loco_1", "pay:w1", "build:factory:1")
    assert own.factories == [1]
    assert own.points == 0
    assert only(heard, events.FactoryUsed) == []
    # but the gap is filled: a step onto it is possible, and only that uses it
    carry_out(state, "industry:1", full=True)
    assert (own.markers[0], own.points) == (5, 11)


@pytest.mark.clause("RR-FACTORY-09")
def test_the_ability_is_used_each_time_a_marker_moves_onto_the_factory() -> None:
    # given two markers, one right before the #6 of slot 1, one behind it
    state = position()
    own = state.players[0]
    own.factories = [6]
    own.markers = [4, 3]
    own.roubles = 0
    carry_out(state, "industry:4")
    # when the first moves onto it, then the ability resolves
    heard = do(state, "industry:1")
    assert own.roubles == 1
    # when it moves on and the second comes nearer, then it does not
    heard += do(state, "industry:1", "industry:2")
    assert (own.markers, own.roubles) == ([6, 4], 1)
    # when the second moves onto it, then it resolves again: twice in total
    heard += do(state, "industry:2")
    assert (own.markers, own.roubles) == ([6, 5], 2)
    assert only(heard, events.FactoryUsed) == [events.FactoryUsed(0, 6)] * 2


@pytest.mark.clause("RR-FACTORY-10")
def test_swapping_the_factory_under_a_marker_does_not_use_it() -> None:
    # given a marker on slot 3, and 5 factories
    state = position()
    own = state.players[0]
    own.factories = [1, 1, 1, 1, 1]
    own.markers = [9, -1]
    own.roubles = 0
    state.piles = pile_from(6)
    carry_out(state, "build:factory:1", full=True)
    # when slot 3 is replaced by a #6, then nothing triggers
    heard = do(state, "slot:3")
    assert own.factories == [1, 1, 6, 1, 1]
    assert own.roubles == 0
    assert only(heard, events.FactoryUsed) == []
    assert state.actor == 1


@pytest.mark.clause("RR-FACTORY-11")
def test_a_player_may_own_several_factories_of_one_number() -> None:
    # given slot 1 = #2 / when another #2 is built, then accepted
    state = position()
    state.players[0].factories = [2]
    refresh(state)
    do(state, "space:loco_1", "pay:w1", "build:factory")
    assert state.players[0].factories == [2, 2]


# ---------------------------------------------------------------- abilities


@pytest.mark.clause("RR-FACTORY-12")
@pytest.mark.parametrize(("engineers", "points"), [([4, 7, 12], 23), ([15], 15), ([], 0)])
def test_number_1_scores_the_sum_of_the_own_engineers(engineers: list[int], points: int) -> None:
    # given engineers 4, 7 and 12, and others owned by somebody else
    state = before_factory(1)
    state.players[0].engineers = engineers
    state.players[1].engineers = [9]
    # when triggered, then +23 points; with none +0
    do(state, "industry:1")
    assert state.scores() == [points, 0, 0, 0]


@pytest.mark.clause("RR-FACTORY-13")
def test_number_2_builds_a_locomotive_or_a_factory() -> None:
    # given a #2 / when the marker moves on, then a build is pending, exactly one
    state = before_factory(2)
    do(state, "industry:1")
    assert legal(state) == ["done", *BUILDS]
    other = state.clone()
    # when a locomotive is built, then it is placed, and that is all
    do(state, "build:locomotive", KV)
    assert (state.players[0].locomotives, state.players[0].factories) == ([1, 0, 0, 2], [2])
    assert state.actor == 1
    # when a factory is built, then it fills the next slot, and that is all
    do(other, "build:factory")
    assert (other.players[0].locomotives, other.players[0].factories) == ([1, 0, 0, 0], [2, 2])
    assert other.actor == 1


@pytest.mark.clause("RR-FACTORY-14")
def test_number_3_repeats_the_action_of_a_space_with_one_own_worker() -> None:
    # given an own single worker on the doubler space, two on another, a foreign one on a third
    state = before_factory(3)
    put(state, "aux_doubler", 0)
    put(state, "track_black_2", 0, workers=2)
    put(state, "aux_roubles", 1)
    # when triggered, then the doubler action may be repeated, the others not
    do(state, "industry:1")
    assert legal(state) == ["done", "repeat:aux_doubler"]
    assert refusal(state, "repeat:track_black_2").clause == "RR-REUSE-01"
    assert refusal(state, "repeat:aux_roubles").clause == "RR-REUSE-01"
    before = state.players[0].workers
    do(state, "repeat:aux_doubler")
    # then it is carried out again, once, and without another piece
    assert state.players[0].doublers == 1
    assert state.players[0].workers == before
    assert [stack.pieces() for stack in state.stacks] == [1, 2, 1]
    assert state.actor == 1


@pytest.mark.clause("RR-FACTORY-15")
def test_number_4_places_two_doublers() -> None:
    # given 3 doublers / when triggered, then 5 afterwards, from the supply
    state = before_factory(4)
    state.players[0].doublers = 3
    supply = state.doublers
    do(state, "industry:1")
    assert state.players[0].doublers == 5
    assert state.doublers == supply - 2


@pytest.mark.clause("RR-FACTORY-16")
def test_number_5_gives_one_industry_step() -> None:
    # given a #5, and room behind it / when the marker moves on, then one extra step is pending
    state = before_factory(5)
    state.players[0].factories = [5, 1]
    do(state, "industry:1")
    assert state.players[0].markers == [5, -1]
    assert legal(state) == ["done", "industry:1"]
    # when it is made, then the marker has moved one space more, and no further step is due
    do(state, "industry:1")
    assert state.players[0].markers == [6, -1]
    assert state.actor == 1


@pytest.mark.clause("RR-FACTORY-17")
def test_number_6_takes_a_rouble_from_the_supply() -> None:
    # given a #6 / when the marker moves on, then roubles + 1
    state = before_factory(6)
    supply, own = state.roubles, state.players[0].roubles
    do(state, "industry:1")
    assert (state.roubles, state.players[0].roubles) == (supply - 1, own + 1)


@pytest.mark.clause("RR-FACTORY-18")
def test_number_7_gives_two_free_colour_steps() -> None:
    # given a #7 / when the marker moves on, then 2 steps of any colour are pending
    state = before_factory(7)
    own = state.players[0]
    do(state, "industry:1")
    assert legal(state) == ["done", *STEPS]
    # when the first earns gray, then the second may be a gray one, and there is no third
    do(state, STEPS[0])
    assert "advance:trans_siberian:gray" in legal(state)
    do(state, "advance:trans_siberian:gray")
    assert own.tracks[:2] == [2, 1]
    assert state.actor == 1


@pytest.mark.clause("RR-FACTORY-19")
@pytest.mark.parametrize(
    ("locomotives", "points"), [([6, 3, 5, 0], 11), ([4, 0, 0, 0], 4), ([3, 2, 9, 8], 17), ([5, 5, 5, 1], 10)]
)
def test_number_8_scores_the_two_highest_locomotives(locomotives: list[int], points: int) -> None:
    # given locomotives 3, 5 and 6, then +11; with a single #4, then +4
    state = before_factory(8)
    state.players[0].locomotives = locomotives
    do(state, "industry:1")
    assert state.scores() == [points, 0, 0, 0]


@pytest.mark.clause("RR-FACTORY-20")
def test_number_9_gives_an_end_bonus_choice_at_the_end_of_the_turn() -> None:
    # given a #9 and two steps, the first onto it
    state = before_factory(9, steps=2)
    do(state, "industry:1")
    # when the marker has moved on, then the rest of the turn comes first
    assert state.players[0].due == 1
    assert legal(state) == ["done", "industry:1"]
    do(state, "industry:1")
    # then at the end of the turn the pile is looked through and a card of it taken, or 10 points
    assert legal(state) == ["ten", "look"]
    other = state.clone()
    do(state, "look")
    assert (state.actor, state.chance) == (NATURE, "end bonus")
    do(state, "removed:flat:extra_workers")
    assert state.actor == 0
    assert legal(state) == [f"bonus:{name}" for name in BOX.bonus_names[2:]]
    do(state, "bonus:doublers")
    assert (state.scores()[0], [BOX.bonus_names[card] for card in state.players[0].bonus]) == (0, ["doublers"])
    assert state.actor == 1
    do(other, "ten")
    assert (other.scores()[0], other.players[0].bonus) == (10, [])
    assert other.actor == 1


@pytest.mark.clause("RR-FACTORY-20")
def test_number_9_brings_ten_points_when_no_end_bonus_card_is_left() -> None:
    # given an empty pile / when the marker moves on and the turn ends, then + 10 without a choice
    state = before_factory(9)
    state.removed = 3
    state.pile = 0
    do(state, "industry:1")
    assert state.scores()[0] == 10
    assert state.actor == 1


# ---------------------------------------------------------------- open factories


@pytest.mark.clause("RR-FACTORY-21")
def test_the_factory_pushed_out_is_not_the_one_taken() -> None:
    # given 5 factories with a #1 in slot 2, and no open factory
    state = position()
    own = state.players[0]
    own.factories = [3, 1, 4, 5, 6]
    state.piles = pile_from(7)
    refresh(state)
    # when a factory is built, then only the lowest pile is offered as the new tile
    do(state, "space:loco_1", "pay:w1")
    assert legal(state) == BUILDS
    assert refusal(state, "build:factory:1").clause == "RR-FACTORY-03"
    # when the #1 is pushed out, then the new tile is in its slot, and nothing more is taken
    do(state, "build:factory", "slot:2")
    assert own.factories == [3, 7, 4, 5, 6]
    assert state.open_factories[1] == 1
    assert state.actor == 1


@pytest.mark.clause("RR-FACTORY-22")
def test_a_tile_laid_open_by_the_locomotive_may_be_the_factory_of_the_same_action() -> None:
    # given 4 full places with a #1, and the space for both
    state = position()
    own = state.players[0]
    own.locomotives = [5, 5, 5, 1]
    state.piles = pile_from(4)
    refresh(state)
    do(state, "space:loco_3", "pay:w3")
    assert legal(state) == BUILDS
    assert refusal(state, "build:factory:1").clause == "RR-FACTORY-03"
    # when the locomotive is first, and its chain gives up the #1
    do(state, "build:locomotive")
    assert own.locomotives == [5, 5, 5, 4]
    # then the factory part may take that #1
    assert legal(state) == ["build:factory", "build:factory:1"]
    do(state, "build:factory:1")
    assert own.factories == [1]
    assert sum(state.open_factories) == 0
    assert state.actor == 1


@pytest.mark.clause("RR-FACTORY-22")
def test_the_last_tile_of_all_can_be_both_parts_when_its_chain_lays_one_open() -> None:
    # given one tile left in all the piles, and 4 full places
    state = position()
    own = state.players[0]
    own.locomotives = [9, 9, 8, 8]
    state.piles = [0] * 9 + [1]
    refresh(state)
    # when the space for both is used, then the locomotive must come first: the factory would leave none
    do(state, "space:loco_3", "pay:w3")
    assert own.factories == []
    assert legal(state) == [SP, KV]
    do(state, KV)
    # then the #8 given up is the factory
    assert (own.locomotives, own.factories) == ([9, 9, 8, 9], [8])
    assert state.actor == 1


@pytest.mark.clause("RR-FACTORY-22")
def test_any_player_may_build_an_open_factory() -> None:
    # given a #3 that seat 0 pushes out of its lane
    state = position()
    state.players[0].factories = [3, 1, 4, 5, 6]
    refresh(state)
    do(state, "space:loco_1", "pay:w1", "build:factory", "slot:1")
    assert state.open_factories[3] == 1
    # when the next player builds, then that #3 is offered
    assert state.actor == 1
    do(state, "space:loco_2", "pay:w2", "build:factory:3")
    assert state.players[1].factories == [3]
    assert state.open_factories[3] == 0
