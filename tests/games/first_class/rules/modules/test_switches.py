"""Module E: switches and mechanics between the two trains, each in a column."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.first_class.rules.modules.table import (
    final_count,
    in_used_pile,
    module_view,
    part,
    places,
    split,
    table,
    told,
    use,
)
from tests.support.games.first_class.positions import (
    BOX,
    GAME,
    after,
    asked,
    barred,
    card,
    carry,
    do,
    give,
    legal,
    scoring,
    turn_of,
)
from trainshed.games.first_class.rules.components import Card
from trainshed.games.first_class.rules.modules.switches import Between
from trainshed.games.first_class.rules.rounds import BeginPart
from trainshed.games.first_class.rules.state import FirstClassState

NUMBER = BOX.module_letters.index("e")
COLUMNS = [1, 2, 3, 4, 5, 7, 8, 9]
MECHANICS = [c for c in BOX.cards if c.kind == "mechanic"]
SWITCHES = [c for c in BOX.cards if c.kind == "switch"]


def laid(*cards: str, modules: str = "b-e", **things: Any) -> FirstClassState:
    """The first player has these cards between the trains (e1-1:2 is E1-1 in column 2), and these things."""
    state = table(2, modules=modules, used_mechanics=things.pop("used_mechanics", "stay"))
    lay(state, 0, *cards)
    give(state, 0, **things)
    return turn_of(state, 0)


def lay(state: FirstClassState, seat: int, *cards: str) -> None:
    own = state.kept[NUMBER]
    assert isinstance(own, Between)
    rows = [row[:] for row in own.laid]
    for at in cards:
        name, _, column = at.partition(":")
        rows[seat] += [card(name), int(column), 0]
        give(state, seat, taken=name)
    own.laid = rows


def columns(state: FirstClassState, seat: int = 0) -> list[tuple[str, int, bool]]:
    shown = module_view(state, "switches")["columns"][seat]
    return [(c["card"], c["column"], c["used"]) for c in shown]


# ---------------------------------------------------------------- laying


@pytest.mark.clause("FC-MODULE-E-01")
def test_a_card_looks_at_both_trains_of_its_column() -> None:
    # given a card at column k, then its condition looks at card k of both trains
    trains = {"upper": "0 2 4 0 0 m1 7", "lower": "1 2 0 0 0 m2 0"}
    for column, levels in ((1, 1), (2, 4), (3, 4), (4, 0), (7, 7)):
        for mechanic in MECHANICS:
            state = laid(f"{mechanic.name}:{column}", **trains)
            assert (f"mechanic:{mechanic.name}" in legal(state)) is (levels >= mechanic.least)
    for column in COLUMNS:
        state = laid(f"e1-3:{column}", upper="0 0 0 0 0 m1 0", lower="0 0 0 0 0 m2 0", conductors=(3, 5))
        assert ("switch:e1-3" in legal(scoring(state))) is (column <= 3)


@pytest.mark.clause("FC-MODULE-E-02")
def test_switches_work_in_scoring_phases_and_mechanics_at_any_time() -> None:
    trains: dict[str, Any] = {"upper": "2 0", "lower": "2 0", "conductors": (1, 1)}
    # given a met switch in a turn, then no effect
    state = laid("e1-3:1", **trains)
    for window in (turn_of, after):
        assert "switch:e1-3" not in legal(window(state, 0))
        assert barred(state, "switch:e1-3") == "FC-TURN-01"
    assert "switch:e1-3" in legal(scoring(state))
    # given a met mechanic in a turn, then it can be used in the windows of FC-MODULE-E-07
    state = laid("e2-6:1", **trains)
    for window in (turn_of, after, scoring):
        assert "mechanic:e2-6" in legal(window(state, 0))
    # and what is not laid does not work
    assert barred(state, "switch:e1-3") == "FC-MODULE-E-02"
    assert barred(state, "mechanic:e1-4") == "FC-MODULE-E-02"


@pytest.mark.clause("FC-MODULE-E-03")
def test_a_column_holds_one_card_and_two_columns_hold_none() -> None:
    state = give(table(2, modules="b-e"), 0, upper="0 0 0 0 0 m1 0 0 0 lt-5", lower="0 0 0 0 0 m2 0 0 0 lt-6")
    use(state, "e1-1")
    assert places(state, "column") == [str(column) for column in COLUMNS]
    # given column 6, then refused
    assert barred(state, "column:6") == "FC-MODULE-E-03"
    assert barred(state, "column:10") == "FC-MODULE-E-03"
    heard = do(state, "column:2")
    assert told(heard, "laid") == [{"card": "e1-1", "column": 2}]
    # given column 2 occupied, then it is refused
    turn_of(state, 0)
    use(state, "e1-4")
    assert barred(state, "column:2") == "FC-MODULE-E-03"
    assert places(state, "column") == ["1", "3", "4", "5", "7", "8", "9"]
    do(state, "column:9")
    assert columns(state) == [("e1-1", 2, False), ("e1-4", 9, False)]
    # and the other player's columns are free
    turn_of(state, 1)
    use(state, "e1-2")
    assert "column:2" in legal(state)


@pytest.mark.clause("FC-MODULE-E-04")
def test_the_column_need_not_hold_coaches() -> None:
    # given both trains [0], then column 4 is legal
    state = give(table(2, modules="b-e"), 0, upper="0", lower="0")
    for name in ("e1-1", "e1-4"):
        use(turn_of(state, 0), name)
        column = "column:4" if name == "e1-1" else "column:9"
        do(state, column)
    assert columns(state) == [("e1-1", 4, False), ("e1-4", 9, False)]
    assert barred(turn_of(state, 0), "mechanic:e1-4") == "FC-MODULE-E-06"
    assert barred(scoring(state), "switch:e1-1") == "FC-MODULE-E-05"


@pytest.mark.clause("FC-MODULE-E-08")
def test_a_ninth_card_goes_to_the_used_pile() -> None:
    # given 8 cards laid
    names = ["e1-1", "e1-2", "e1-3", "e1-4", "e1-5", "e1-6", "e2-1", "e2-4"]
    state = laid(*[f"{name}:{column}" for name, column in zip(names, COLUMNS, strict=True)])
    # when a ninth is carried out
    before = columns(state)
    heard = use(state, "e2-2")
    # then no effect
    assert told(heard, "lost") == [{"card": "e2-2"}]
    assert (asked(state), columns(state)) == ("After", before)
    assert in_used_pile(state, "e2-2")
    assert not in_used_pile(state, "e1-1")


# ---------------------------------------------------------------- switches


@pytest.mark.clause("FC-MODULE-E-05")
def test_a_switch_is_active_when_both_conductors_have_reached_its_column() -> None:
    # given switch at column 2 and positions (2,3), then its reward is offered in the phase
    trains = {"upper": "0 0 0", "lower": "0 0 0"}
    for conductors, active in (((2, 3), True), ((2, 2), True), ((1, 3), False), ((3, 1), False)):
        state = scoring(laid("e1-3:2", conductors=conductors, **trains))
        assert ("switch:e1-3" in legal(state)) is active
        if not active:
            assert barred(state, "switch:e1-3") == "FC-MODULE-E-05"


@pytest.mark.clause("FC-MODULE-E-05")
def test_the_rewards_of_switches_and_cities_come_in_any_order() -> None:
    for order in (["city:2", "coins", "switch:e1-3"], ["switch:e1-3", "city:2", "coins"]):
        state = laid("e1-3:1", conductors=(1, 1), city=2, coins=(0, 0, 0))
        scoring(state)
        assert {"city:2", "switch:e1-3", "score"} <= set(legal(state))
        assert barred(state, "done") == "FC-SCORE-18"
        do(state, *order)
        assert (state.players[0].points, sum(state.players[0].coins)) == (2, 2)
        assert "done" in legal(state)


@pytest.mark.clause("FC-MODULE-E-05")
def test_a_switch_pays_in_every_scoring_phase() -> None:
    state = laid("e1-3:1", conductors=(1, 1))
    for phase in (1, 2, 3):
        scoring(state, 0, phase)
        heard = do(state, "switch:e1-3")
        assert told(heard, "switch") == [{"card": "e1-3"}]
        assert state.players[0].points == 2 * phase
    assert columns(state) == [("e1-3", 1, False)]


@pytest.mark.clause("FC-MODULE-E-05")
@pytest.mark.parametrize("switch", SWITCHES, ids=[c.name for c in SWITCHES])
def test_every_switch_pays_what_is_printed(switch: Card) -> None:
    state = laid(f"{switch.name}:1", conductors=(1, 1), coins=(0, 0, 0), upper="0 0 0 0", lower="0")
    scoring(state)
    do(state, f"switch:{switch.name}")
    points = coins = upgrades = 0
    for item in switch.effect.split(", "):
        head, _, number = item.rpartition(" ")
        points += int(number) if head == "points" else 0
        coins += int(number) if head == "coins" else 0
        upgrades += int(number.removeprefix("x")) if head == "upgrade-any" else 0
    if coins:
        do(state, "coins")
    do(state, *["upgrade:upper:0"] * upgrades)
    assert asked(state) == "ScoringPart" or state.over
    assert state.players[0].trains[0] == [1] * upgrades + [0] * (4 - upgrades)
    assert sum(state.players[0].coins) == coins
    if coins:
        assert state.players[0].points == points


@pytest.mark.clause("FC-MODULE-E-09")
def test_a_switch_that_becomes_active_in_the_part_is_offered_once() -> None:
    # given a reward moving the second conductor onto the column of a switch
    state = laid("e1-3:2", upper="0 0 0", lower="0 0 0", conductors=(2, 0), sections="s1-1", city=5, coins=(0, 0, 0))
    scoring(state)
    assert barred(state, "switch:e1-3") == "FC-MODULE-E-05"
    do(state, "city:5", "conductor:lower:2")
    # then the switch is offered in the same part, once
    assert "switch:e1-3" in legal(state)
    do(state, "switch:e1-3")
    assert state.players[0].points == 2
    assert barred(state, "switch:e1-3") == "FC-MODULE-E-09"


@pytest.mark.clause("FC-MODULE-E-10")
def test_a_switch_is_finished_before_a_city_is_begun() -> None:
    # given a switch with coins and points
    state = laid("e2-2:1", "e1-3:2", upper="0 0", lower="0 0", conductors=(2, 2), city=2, coins=(0, 0, 0))
    scoring(state)
    do(state, "switch:e2-2")
    # then no city may be started between the two
    assert asked(state) == "Carry"
    assert barred(state, "city:2") == "FC-SCORE-07"
    assert barred(state, "switch:e1-3") == "FC-SCORE-07"
    do(state, "coins")
    assert {"city:2", "switch:e1-3"} <= set(legal(state))
    # and the other way round
    do(state, "city:2")
    assert barred(state, "switch:e1-3") == "FC-SCORE-07"


@pytest.mark.clause("FC-MODULE-E-10")
def test_a_declined_switch_cannot_be_claimed_later_in_the_phase() -> None:
    state = laid("e1-1:1", conductors=(1, 1), city=2)
    scoring(state)
    do(state, "switch:e1-1", "leave")
    assert barred(state, "switch:e1-1") == "FC-MODULE-E-09"
    assert sum(state.players[0].coins) == 1
    # and what is passed over with the points of the trains is gone
    state = laid("e1-1:1", conductors=(1, 1))
    scoring(state)
    do(state, "score")
    assert state.over or asked(state) != "ScoringPart"
    assert sum(state.players[0].coins) == 1


# ---------------------------------------------------------------- mechanics


@pytest.mark.clause("FC-MODULE-E-06")
def test_a_mechanic_adds_up_two_levels() -> None:
    # given mechanic 4 at column 1 with coaches 2 and 2, then usable once
    state = laid("e2-6:1", upper="2 0", lower="2 0")
    heard = do(state, "mechanic:e2-6")
    assert told(heard, "mechanic") == [{"card": "e2-6"}]
    assert state.players[0].points == 9
    assert barred(state, "mechanic:e2-6") == "FC-MODULE-E-07"
    # and less is not enough
    for upper, lower in (("2 0", "1 0"), ("1 4", "2 4"), ("0 4", "2 4")):
        assert barred(laid("e2-6:1", upper=upper, lower=lower), "mechanic:e2-6") == "FC-MODULE-E-06"
    assert "mechanic:e2-6" in legal(laid("e2-6:1", upper="0 0", lower="4 0")), "one coach alone may have all of it"


@pytest.mark.clause("FC-MODULE-E-06")
def test_a_mechanic_needs_a_coach_in_both_trains() -> None:
    # given a column in which only one train has a coach
    state = laid("e1-4:3", upper="0 0 12", lower="0 0")
    assert barred(state, "mechanic:e1-4") == "FC-MODULE-E-06"
    state = laid("e1-4:3", upper="0 0", lower="0 0 12")
    assert barred(state, "mechanic:e1-4") == "FC-MODULE-E-06"
    assert "mechanic:e1-4" in legal(laid("e1-4:3", upper="0 0 0", lower="0 0 12"))


@pytest.mark.clause("FC-MODULE-E-06")
@pytest.mark.parametrize("mechanic", MECHANICS, ids=[c.name for c in MECHANICS])
def test_every_mechanic_asks_for_its_number(mechanic: Card) -> None:
    least = int(mechanic.condition.removeprefix("column levels ").removesuffix("+"))
    for upper in BOX.levels:
        for lower in BOX.levels:
            state = laid(f"{mechanic.name}:1", upper=f"{upper} 0", lower=f"{lower} 0")
            assert (f"mechanic:{mechanic.name}" in legal(state)) is (upper + lower >= least)


@pytest.mark.clause("FC-MODULE-E-07")
def test_a_used_mechanic_is_turned_over_and_keeps_its_column() -> None:
    # given a used mechanic
    state = laid("e2-6:1", upper="2 0", lower="2 0")
    do(state, "mechanic:e2-6")
    # then it cannot be used again and the column stays blocked
    assert columns(state) == [("e2-6", 1, True)]
    assert not in_used_pile(state, "e2-6")
    assert barred(state, "mechanic:e2-6") == "FC-MODULE-E-07"
    use(state, "e1-1")
    assert barred(state, "column:1") == "FC-MODULE-E-03"


@pytest.mark.clause("FC-MODULE-E-07")
def test_by_option_a_used_mechanic_goes_to_the_used_pile() -> None:
    (option,) = [option for option in GAME.options if option.name == "used_mechanics"]
    assert (option.choices, option.default) == (("stay", "used_pile"), "stay")
    state = laid("e1-3:2", "e2-6:1", "e1-4:3", used_mechanics="used_pile", upper="2 0", lower="2 0")
    do(state, "mechanic:e2-6")
    assert state.players[0].points == 9
    # then the column is free, and the others are as before
    assert columns(state) == [("e1-3", 2, False), ("e1-4", 3, False)]
    assert in_used_pile(state, "e2-6")
    assert barred(state, "mechanic:e2-6") == "FC-MODULE-E-02"
    use(state, "e1-1")
    assert "column:1" in legal(state)


@pytest.mark.clause("FC-MODULE-E-07")
def test_a_mechanic_is_offered_in_the_windows_of_contracts_only() -> None:
    # given a mechanic whose condition is met between two icons of a card
    state = laid("e1-4:1", upper="0 0", lower="0 0", coins=(0, 0, 0))
    carry(state, 0, "0->1, 0-coach x1")
    do(state, "upgrade:upper:0")
    assert barred(state, "mechanic:e1-4") == "FC-TURN-05"
    do(state, "coach:upper")
    # then it is offered only in the owner's next window
    assert (asked(state), "mechanic:e1-4" in legal(state)) == ("After", True)
    # given it is met in another player's turn, then likewise
    turn_of(state, 1)
    assert barred(state, "mechanic:e1-4") == "FC-MODULE-E-02"
    assert "mechanic:e1-4" in legal(turn_of(state, 0))
    # in the own part of a scoring phase too, and not in another's
    state.start = 0
    scoring(state, 0, 1, more=True)
    assert isinstance(state.agenda[0], BeginPart)
    assert "mechanic:e1-4" in legal(state)
    # given a met mechanic, then leaving it unused is legal
    do(state, "done")
    assert state.turn == 1
    assert barred(state, "mechanic:e1-4") == "FC-MODULE-E-02"
    assert columns(state) == [("e1-4", 1, False)]


@pytest.mark.clause("FC-MODULE-E-07")
def test_leaving_a_mechanic_unused_is_legal_in_a_turn() -> None:
    state = laid("e2-6:1", upper="2 0", lower="2 0", coins=(0, 0, 0))
    after(state, 0)
    assert legal(state) == ["done", "mechanic:e2-6"]
    do(state, "done")
    assert (state.turn, columns(state)) == (1, [("e2-6", 1, False)])


# ---------------------------------------------------------------- with other modules, the end, the cards


@pytest.mark.clause("FC-MODULE-E-11")
def test_cards_between_the_trains_occupy_no_coach() -> None:
    # given a mechanic in column 2, then a celebrity may be attached to either coach of column 2
    state = laid("e1-4:2", upper="0 0", lower="0 0")
    use(state, "b1-1")
    assert places(state, "celebrity") == ["upper:1", "upper:2", "lower:1", "lower:2"]
    # and passengers and luggage
    state = laid("e1-4:2", modules="d-e", upper="0 0", lower="0 0")
    use(state, "d1-1")
    assert places(state, "passenger") == ["1", "2"]
    do(state, "passenger:2")
    turn_of(state, 0)
    use(state, "d1-4")
    assert places(state, "luggage") == ["1", "2"]
    do(state, "luggage:2")
    # nor does such a card take a column
    turn_of(state, 0)
    use(state, "e1-1")
    assert places(state, "column") == ["1", "3", "4", "5", "7", "8", "9"]


@pytest.mark.clause("FC-MODULE-E-12")
@pytest.mark.parametrize("deck", [1, 2, 3])
def test_the_split_of_module_e(deck: int) -> None:
    # given module E data, then the splits hold
    eighth = "game end" if deck == 2 else "money"
    assert split("e", deck) == {"switch": 3, "mechanic": 3, "contract": 1, eighth: 1}


@pytest.mark.clause("FC-MODULE-E-13")
def test_switches_and_mechanics_give_nothing_in_the_end() -> None:
    # given a met but unused mechanic and an active switch after scoring phase 3
    state = laid("e2-6:1", "e3-2:2", upper="2 2", lower="2 2", conductors=(2, 2), coins=(0, 0, 0))
    give(state, 0, points=0, bonus="eb-car-5 eb-con-6 eb-loc-2")
    # then no effect
    final_count(state)
    assert state.scores()[0] == 0
    assert state.base_cards(0) == [0, 0, 0]


@pytest.mark.clause("FC-MODULE-E-13")
def test_a_used_mechanic_gives_nothing_in_the_end() -> None:
    state = laid("e2-6:1", upper="2 2", lower="2 2", coins=(0, 0, 0))
    do(state, "mechanic:e2-6")
    assert part(state) == 0
    final_count(state)
    assert state.scores()[0] == 9
