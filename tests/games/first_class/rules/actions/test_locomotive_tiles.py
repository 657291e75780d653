"""Locomotive tiles: the tenth card of a train, its upgrades and its points (FC-LOCOCARD)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.games.first_class.positions import (
    asked,
    barred,
    carry,
    do,
    give,
    legal,
    only,
    position,
    scoring,
    show,
    train,
)
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.state import FirstClassState

EIGHT = "7 4 2 1 1 m1 0 0"
"""A train that gets its locomotive tile with the next coach."""


def about_to_close(tiles: int = 0, which: str = "lower", **more: Any) -> FirstClassState:
    """Seat 0 carries out one coach; the lower train has eight cards, and so many tiles have been taken."""
    state = position()
    state.tiles = tiles
    give(state, 0, **{which: EIGHT, **more})
    return carry(state, 0, "0-coach x1")


def upgrades(state: FirstClassState) -> list[str]:
    return [word for word in legal(state) if word.startswith("upgrade:")]


@pytest.mark.clause("FC-LOCOCARD-01")
@pytest.mark.parametrize("which", ["upper", "lower"])
def test_the_top_tile_follows_the_ninth_card(which: str) -> None:
    state = about_to_close(which=which)
    heard = do(state, f"coach:{which}")
    assert only(heard, events.LocomotiveTileLaid) == [events.LocomotiveTileLaid(0, which, "lt-5")]
    assert train(state, 0, which == "lower") == f"{EIGHT} 0 lt-5"
    # the tile itself is not asked for, and the next one is on top
    do(state, "leave")
    give(state, 1, upper=EIGHT)
    do(carry(state, 1, "0-coach x1"), "coach:upper")
    assert train(state, 1, 0) == f"{EIGHT} 0 lt-6"


@pytest.mark.clause("FC-LOCOCARD-01")
@pytest.mark.parametrize("coin", ["coin:1:coach:lower", "coin:3:coach:lower"])
def test_in_whatever_way_the_ninth_card_comes(coin: str) -> None:
    state = give(position(), 0, lower=EIGHT, coins=(1, 0, 1))
    do(state, coin)
    assert train(state, 0, 1) == f"{EIGHT} 0 lt-5"
    state = carry(give(position(), 0, lower=EIGHT), 0, "upgrade-any x1")
    do(state, "coach:lower")
    assert train(state, 0, 1) == f"{EIGHT} 0 lt-5"


@pytest.mark.clause("FC-LOCOCARD-01")
def test_the_eighth_card_brings_no_tile() -> None:
    state = carry(give(position(), 0, lower="7 4 2 1 1 m1 0"), 0, "0-coach x1")
    do(state, "coach:lower")
    assert (train(state, 0, 1), asked(state), state.tiles) == (EIGHT, "After", 0)


@pytest.mark.clause("FC-LOCOCARD-02")
@pytest.mark.parametrize("used", [0, 1, 2])
def test_the_upgrades_are_offered_at_once_and_each_may_be_declined(used: int) -> None:
    state = about_to_close()
    do(state, "coach:lower")
    assert (asked(state), "leave" in legal(state)) == ("Carry", True)
    # any coach of any level, the leftmost of its level
    assert upgrades(state) == ["upgrade:upper:0", *[f"upgrade:lower:{level}" for level in (0, 1, 2, 4, 7)]]
    do(state, *["upgrade:lower:7", "upgrade:lower:4"][:used])
    if used < 2:
        do(state, "leave")
    first, second, *_ = train(state, 0, 1).split()
    assert (first, second) == [("7", "4"), ("12", "4"), ("12", "7")][used]
    assert asked(state) == "After"


@pytest.mark.clause("FC-LOCOCARD-03")
def test_the_upgrades_may_be_used_in_either_train() -> None:
    state = about_to_close(upper="4 1")
    do(state, "coach:lower")
    do(state, "upgrade:upper:4", "upgrade:upper:1")
    assert train(state, 0, 0) == "7 2"
    assert train(state, 0, 1) == f"{EIGHT} 0 lt-5"


@pytest.mark.clause("FC-LOCOCARD-04")
@pytest.mark.parametrize(
    ("taken", "name", "count"),
    [(at, f"lt-{number}", 2 if at < 4 else 1) for at, number in enumerate((5, 6, 7, 8, 12, 13, 14, 15))],
)
def test_how_many_upgrades_each_tile_gives(taken: int, name: str, count: int) -> None:
    state = about_to_close(tiles=taken)
    do(state, "coach:lower")
    assert train(state, 0, 1).endswith(f" {name}")
    made = 0
    while asked(state) == "Carry":
        do(state, upgrades(state)[-1])
        made += 1
    assert made == count


@pytest.mark.clause("FC-LOCOCARD-05")
@pytest.mark.parametrize(("seats", "names"), [(2, "5 6 7 8"), (3, "5 6 7 8 12 13"), (4, "5 6 7 8 12 13 14 15")])
def test_two_tiles_a_player_come_into_play(seats: int, names: str) -> None:
    state = show(position(seats), "x1-loc-1-1")
    laid = []
    for seat in range(seats):
        give(state, seat, upper=EIGHT, lower=EIGHT.replace("m1", "m2"), coins=(1, 0, 0))
    for seat in range(seats):
        for which in ("upper", "lower"):
            heard = do(carry(state, seat, "0-coach x1"), f"coach:{which}")
            laid += [event.tile for event in only(heard, events.LocomotiveTileLaid)]
            if asked(state) == "Carry":
                do(state, "leave")
    assert laid == [f"lt-{number}" for number in names.split()]
    # and no train can take one more coach
    for seat in range(seats):
        state.turn = seat
        carry(state, seat, "0-coach x1, coins 1")
        assert barred(state, "coach:upper") == barred(state, "coach:lower") == "FC-CAR-06"
    assert state.tiles == 2 * seats


@pytest.mark.clause("FC-LOCOCARD-06")
@pytest.mark.parametrize(("at", "points"), [(9, 0), (10, 12)])
def test_a_tile_scores_only_under_the_conductor(at: int, points: int) -> None:
    state = give(position(), 0, upper="0 0 0 0 0 m1 0 0 0 lt-12", conductors=(at, 0), coins=(1, 0, 0))
    for phase in (1, 2):  # in each scoring phase
        give(state, 0, points=0)
        do(scoring(state, 0, phase), "done")
        assert state.players[0].points == points


@pytest.mark.clause("FC-LOCOCARD-06")
def test_the_conductor_of_the_other_train_does_not_count() -> None:
    state = give(position(), 0, upper="0 0 0 0 0 m1 0 0 0 lt-12", lower="0 0 0 0 0 m2 0 0 0 lt-13")
    give(state, 0, conductors=(0, 10), coins=(1, 0, 0))
    do(scoring(state, 0), "done")
    assert state.players[0].points == 13


@pytest.mark.clause("FC-LOCOCARD-07")
def test_a_closed_train_is_upgraded_but_not_lengthened() -> None:
    state = give(position(), 0, upper="2 1 1 1 1 m1 1 1 1 lt-5", coins=(2, 0, 2))
    assert barred(state, "coin:1:coach:upper") == "FC-COIN-17"
    assert barred(state, "coin:3:coach:upper") == "FC-COIN-17"
    do(state, "coin:3:upgrade:upper:2")
    carry(state, 0, "upgrade-any x2")
    assert barred(state, "coach:upper") == "FC-CAR-06"
    do(state, "upgrade:upper:4", "upgrade:upper:1")
    assert train(state, 0, 0) == "7 2 1 1 1 m1 1 1 1 lt-5"


@pytest.mark.clause("FC-LOCOCARD-08")
def test_an_upgrade_of_a_tile_may_bring_the_next_mail_car_which_comes_first() -> None:
    state = about_to_close(upper="0 0 0 0")
    do(state, "coach:lower", "coach:upper")
    # the upper mail car is laid and paid before the second upgrade
    assert legal(state) == ["mail:m2", "mail:m3", "mail:m4"]
    do(state, "mail:m3", "conductor:upper:1")
    assert "upgrade:lower:7" not in legal(state)
    do(state, "conductor:upper:2")
    assert upgrades(state)
    do(state, "upgrade:lower:7")
    assert (train(state, 0, 0), train(state, 0, 1)) == ("0 0 0 0 0 m3", f"12{EIGHT[1:]} 0 lt-5")
    assert asked(state) == "After"


@pytest.mark.clause("FC-LOCOCARD-08")
def test_an_upgrade_of_a_tile_may_bring_the_next_tile_and_that_of_a_mail_car_a_tile() -> None:
    # a tile's upgrade closes the other train; its upgrades come first
    state = about_to_close(upper="4 4 4 4 4 m2 4 4")
    do(state, "coach:lower", "coach:upper")
    assert train(state, 0, 0).endswith("4 0 lt-6")
    assert [barred(state, f"coach:{which}") for which in ("upper", "lower")] == ["FC-CAR-06", "FC-CAR-06"]
    do(state, "upgrade:upper:4", "upgrade:upper:4", "upgrade:upper:4")
    assert train(state, 0, 0) == "7 7 7 4 4 m2 4 4 0 lt-6"
    assert asked(state) == "After"
    # a mail car's upgrade closes the other train
    state = carry(give(position(), 0, upper="0 0 0 0", lower=EIGHT), 0, "0-coach x1")
    do(state, "coach:upper", "mail:m2", "coach:lower")
    assert train(state, 0, 1) == f"{EIGHT} 0 lt-5"
    do(state, "upgrade:lower:0", "upgrade:lower:0", "upgrade:lower:0")
    assert train(state, 0, 1) == "7 4 2 1 1 m1 1 1 1 lt-5"
    assert asked(state) == "After"
