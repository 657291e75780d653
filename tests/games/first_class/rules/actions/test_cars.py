"""Level-0 coaches: how many, to which train, to which end of it, and when there is none."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.first_class.eager_players import eager_move
from tests.support.games.first_class.positions import (
    BOX,
    asked,
    barred,
    carry,
    do,
    give,
    legal,
    new_game,
    only,
    position,
    show,
    train,
)
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.state import FirstClassState

CLOSED = "1 1 0 0 0 m1 0 0 0 lt-5"
ALSO_CLOSED = "2 1 0 0 0 m2 0 0 0 lt-6"


def both(state: FirstClassState, seat: int = 0) -> tuple[str, str]:
    return train(state, seat, 0), train(state, seat, 1)


@pytest.mark.clause("FC-CAR-01")
def test_a_player_has_two_trains_that_are_independent_of_each_other() -> None:
    state = give(position(3), 1, upper="1 0", lower="2")
    # given two trains / when one gets a coach / then the other stays, and so do those of the others
    carry(state, 1, "0-coach x1")
    do(state, "coach:lower")
    assert both(state, 1) == ("1 0", "2 0")
    assert both(state, 0) == both(state, 2) == ("0", "0")
    assert state.view(None).players[1].trains == [["1", "0"], ["2", "0"]]


@pytest.mark.clause("FC-CAR-02")
@pytest.mark.parametrize(("which", "after"), [("upper", ("0 0", "0")), ("lower", ("0", "0 0"))])
def test_a_level_0_icon_gives_one_coach_from_the_supply_to_either_train(which: str, after: tuple[str, str]) -> None:
    state = carry(position(2), 0, "0-coach x1")
    free = state.coaches[0]
    assert legal(state) == ["leave", "coach:upper", "coach:lower"]
    heard = do(state, f"coach:{which}")
    # then that train grows by one level-0 coach, which comes from the supply, and there is no second one
    assert both(state) == after
    assert only(heard, events.CoachAdded) == [events.CoachAdded(0, which, 2)]
    assert state.coaches == [free - 1, 24, 20]
    assert asked(state) == "After"


@pytest.mark.clause("FC-CAR-02")
def test_without_a_level_0_icon_there_is_no_coach() -> None:
    state = carry(position(2), 0, "0->1, locomotive 1")
    assert barred(state, "coach:upper") == "FC-CAR-02"


@pytest.mark.clause("FC-CAR-03")
@pytest.mark.parametrize(("card", "icons"), [("x1-car-1-1", 2), ("x1-car-2-1", 3), ("x3-car-1-1", 4)])
def test_several_icons_give_as_many_coaches(card: str, icons: int) -> None:
    # given a card with so many icons / when all are used / then so many coaches are added, and no more
    state = show(position(2), card)
    do(state, "take:1:1", "use")
    for at in range(icons):
        assert asked(state) == "Carry"
        do(state, "coach:upper" if at < 3 else "coach:lower")
    assert asked(state) == "After"
    assert sum(len(cards) for cards in state.players[0].trains) == 2 + icons


@pytest.mark.clause("FC-CAR-03")
def test_fewer_coaches_than_icons_may_be_taken() -> None:
    state = show(position(2), "x1-car-2-1")
    do(state, "take:1:1", "use", "coach:lower", "leave")
    assert both(state) == ("0", "0 0")


@pytest.mark.clause("FC-CAR-04")
@pytest.mark.parametrize("before", ["2 1", "12", "7 7 4 0", "1 1 1 1 1 m1", "4 1 1 1 0 m3 0"])
def test_a_new_coach_goes_to_the_right_end(before: str) -> None:
    state = carry(give(position(2), 0, upper=before), 0, "0-coach x1")
    heard = do(state, "coach:upper")
    assert train(state, 0, 0).split()[: len(before.split()) + 1] == [*before.split(), "0"]
    assert [event.position for event in only(heard, events.CoachAdded)] == [len(before.split()) + 1]


@pytest.mark.clause("FC-CAR-05")
@pytest.mark.parametrize("above", [0, 1, 2, 3])
def test_every_coach_goes_to_the_train_that_is_chosen_for_it(above: int) -> None:
    # given three icons / then every split between the trains is legal, in any order
    for words in (["upper"] * above + ["lower"] * (3 - above), ["lower"] * (3 - above) + ["upper"] * above):
        state = carry(position(2), 0, "0-coach x3")
        do(state, *[f"coach:{word}" for word in words])
        assert [len(cards) for cards in state.players[0].trains] == [1 + above, 4 - above]


@pytest.mark.clause("FC-CAR-06")
def test_a_train_with_a_locomotive_tile_takes_no_coach() -> None:
    # given a train of ten cards / then only the other one can grow
    state = carry(give(position(2), 0, upper=CLOSED, lower="1 0"), 0, "0-coach x2")
    assert barred(state, "coach:upper") == "FC-CAR-06"
    assert legal(state) == ["leave", "coach:lower"]
    # also not by an any-coach upgrade, or by a coin
    carry(state, 0, "upgrade-any x1")
    assert barred(state, "coach:upper") == "FC-CAR-06"
    do(state, "leave")
    assert barred(state, "coin:1:coach:upper") == "FC-COIN-17"
    assert "coin:1:coach:lower" in legal(state)


@pytest.mark.clause("FC-CAR-06")
def test_no_train_grows_beyond_ten_cards() -> None:
    state, rng = new_game(2, 3, modules="d-e"), Random(11)
    longest = 0
    while not state.over:
        state.apply(eager_move(state, rng, "car", ("coach:upper", "coin:1:coach:upper")))
        longest = max([longest, *[len(cards) for player in state.players for cards in player.trains]])
    assert longest == 10


@pytest.mark.clause("FC-CAR-07")
def test_with_both_trains_closed_the_icon_is_lost() -> None:
    state = give(position(2), 0, upper=CLOSED, lower=ALSO_CLOSED)
    before = both(state)
    show(state, "x1-car-1-1")
    heard = do(state, "take:1:1", "use")
    # then nothing happens, nobody is asked, and the turn goes on
    assert both(state) == before
    assert [event.declined for event in only(heard, events.IconsLeft)] == [False]
    assert asked(state) == "After"


@pytest.mark.clause("FC-CAR-07")
def test_without_a_free_card_the_icon_is_lost() -> None:
    # given a single free card 0/1 / when two coaches are wanted / then one comes and the other icon is lost
    state = position(2)
    state.coaches = [1, 24, 20]
    carry(state, 0, "0-coach x2")
    heard = do(state, "coach:upper")
    assert both(state) == ("0 0", "0")
    assert state.coaches[0] == 0
    assert len(only(heard, events.IconsLeft)) == 1
    assert asked(state) == "After"
    assert barred(state, "coin:1:coach:upper") == "FC-COIN-17"
    assert BOX.pair_cards[0] == 50
