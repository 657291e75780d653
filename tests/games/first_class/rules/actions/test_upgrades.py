"""Upgrades of coaches: levels, which coach rises, the any-coach upgrade, and the supply."""

from __future__ import annotations

from itertools import pairwise
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
from tests.support.seeds import SEED
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.components import MAIL, TILE
from trainshed.games.first_class.rules.state import FirstClassState

LEVELS = [0, 1, 2, 4, 7, 12]
CLOSED = "1 1 0 0 0 m1 0 0 0 lt-5"


def both(state: FirstClassState, seat: int = 0) -> tuple[str, str]:
    return train(state, seat, 0), train(state, seat, 1)


def with_trains(upper: str, lower: str, effect: str, seats: int = 2) -> FirstClassState:
    """Seat 0 has these trains and carries out an effect."""
    return carry(give(position(seats), 0, upper=upper, lower=lower), 0, effect)


@pytest.mark.clause("FC-UPGRADE-01", "FC-UPGRADE-11")
@pytest.mark.parametrize(("low", "high"), list(pairwise(LEVELS)))
def test_a_coach_rises_to_the_next_level(low: int, high: int) -> None:
    # given a coach of each level below 12 / when it is raised / then it has the next level, none is skipped
    assert BOX.levels == LEVELS
    state = with_trains(str(low), "12", "upgrade-any x1")
    heard = do(state, f"upgrade:upper:{low}")
    assert both(state) == (str(high), "12")
    assert [event.level for event in only(heard, events.CoachUpgraded)] == [high]


@pytest.mark.clause("FC-UPGRADE-02")
def test_an_icon_raises_a_coach_of_its_lower_level_to_the_next() -> None:
    state = with_trains("2 1 0", "0", "1->2")
    # given an icon 1->2 / then coaches of other levels cannot be raised by it
    assert barred(state, "upgrade:upper:0") == "FC-UPGRADE-02"
    assert barred(state, "upgrade:upper:2") == "FC-UPGRADE-02"
    assert barred(state, "upgrade:lower:0") == "FC-UPGRADE-02"
    assert legal(state) == ["leave", "upgrade:upper:1"]
    do(state, "upgrade:upper:1")
    assert both(state) == ("2 2 0", "0")


@pytest.mark.clause("FC-UPGRADE-03")
def test_a_coach_must_be_in_a_train_to_be_raised() -> None:
    # given no level-4 coach / then the icon 4->7 cannot be used: it is lost
    state = with_trains("7 2", "1", "4->7, 1->2")
    assert barred(state, "upgrade:upper:4") == "FC-UPGRADE-03"
    assert barred(state, "upgrade:upper:1") == "FC-UPGRADE-03"
    heard = do(state, "upgrade:lower:1")
    assert both(state) == ("7 2", "2")
    assert len(only(heard, events.IconsLeft)) == 1
    assert asked(state) == "After"


@pytest.mark.clause("FC-UPGRADE-03")
def test_a_coach_of_another_player_is_not_ones_own() -> None:
    state = give(position(2), 1, upper="4 4", lower="4")
    carry(state, 0, "4->7, 0-coach x1")
    assert barred(state, "upgrade:upper:4") == "FC-UPGRADE-03"


@pytest.mark.clause("FC-UPGRADE-04")
def test_the_train_of_every_upgrade_is_free() -> None:
    for which, result in (("upper", ("1", "0")), ("lower", ("0", "1"))):
        state = with_trains("0", "0", "0->1")
        assert legal(state) == ["leave", "upgrade:upper:0", "upgrade:lower:0"]
        do(state, f"upgrade:{which}:0")
        assert both(state) == result


@pytest.mark.clause("FC-UPGRADE-05")
def test_the_new_card_takes_the_place_of_the_old_which_returns_to_the_supply() -> None:
    # given [0, 0] / when 0->1 / then [1, 0], and as many cards 0/1 are free as before
    state = with_trains("0 0", "1", "0->1, 1->2")
    free = state.coaches
    heard = do(state, "upgrade:upper:0")
    assert both(state) == ("1 0", "1")
    assert only(heard, events.CoachUpgraded)[0].position == 1
    assert state.coaches == free
    # given [1] / when 1->2 / then one 0/1 card more and one 2/4 card fewer is free
    do(state, "upgrade:lower:1")
    assert both(state) == ("1 0", "2")
    assert state.coaches == [free[0] + 1, free[1] - 1, free[2]]


@pytest.mark.clause("FC-UPGRADE-05")
def test_from_4_to_7_a_card_of_the_second_pair_returns() -> None:
    state = with_trains("7 4", "1", "4->7, 7->12")
    free = state.coaches
    do(state, "upgrade:upper:4")
    assert state.coaches == [free[0], free[1] + 1, free[2] - 1]
    do(state, "upgrade:upper:7")
    assert both(state) == ("12 7", "1")
    assert state.coaches == [free[0], free[1] + 1, free[2] - 1]


@pytest.mark.clause("FC-UPGRADE-06")
@pytest.mark.parametrize("effect", ["0->1", "upgrade-any x1"])
def test_one_icon_raises_one_coach_by_one_step(effect: str) -> None:
    state = with_trains("0 0 0", "0", effect)
    heard = do(state, "upgrade:upper:0")
    assert both(state) == ("1 0 0", "0")
    assert len(only(heard, events.CoachUpgraded)) == 1
    assert asked(state) == "After"


@pytest.mark.clause("FC-UPGRADE-07", "FC-UPGRADE-16")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_every_train_no_coach_is_lower_than_one_at_its_right(seats: int) -> None:
    # given any position of games / then levels never rise from left to right, mail cars skipped
    state, rng = new_game(seats, None, modules="a-e"), Random(f"{SEED} trains {seats}")
    seen = set()
    while not state.over:
        # players who let no coach and no upgrade pass
        state.apply(eager_move(state, rng, "car", ("coach:", "upgrade:")))
        for player in state.players:
            for cards in player.trains:
                coaches = [card for card in cards if card < MAIL]
                assert coaches == sorted(coaches, reverse=True)
                seen |= set(coaches)
                assert len(cards) < BOX.mail_at or MAIL <= cards[BOX.mail_at - 1] < TILE
    assert len(seen) >= 3


@pytest.mark.clause("FC-UPGRADE-08")
@pytest.mark.parametrize(
    ("before", "icon", "after"),
    [
        ("2 1 1 0", "1->2", "2 2 1 0"),
        ("0 0 0", "0->1", "1 0 0"),
        ("4 4 2 2", "2->4", "4 4 4 2"),
        ("12 7 7 4", "7->12", "12 12 7 4"),
    ],
)
def test_of_several_coaches_of_a_level_the_leftmost_rises(before: str, icon: str, after: str) -> None:
    state = with_trains(before, "12", icon)
    do(state, f"upgrade:upper:{icon.partition('->')[0]}")
    assert both(state) == (after, "12")


@pytest.mark.clause("FC-UPGRADE-09")
def test_upgrades_may_be_spread_over_both_trains() -> None:
    for words, result in (
        (("upper", "lower"), ("1 0", "1 0")),
        (("upper", "upper"), ("1 1", "0 0")),
        (("lower", "lower"), ("0 0", "1 1")),
    ):
        state = with_trains("0 0", "0 0", "0->1, 0->1")
        do(state, *[f"upgrade:{word}:0" for word in words])
        assert both(state) == result
        assert asked(state) == "After"


@pytest.mark.clause("FC-UPGRADE-10", "FC-UPGRADE-11")
def test_the_same_coach_may_rise_several_times_one_level_at_a_time() -> None:
    # given icons 0->1 and 1->2 and a train [0]
    state = with_trains("0", "12", "0->1, 1->2")
    # then only 0->1 is possible at first, and 2 is reached afterwards
    assert barred(state, "upgrade:upper:1") == "FC-UPGRADE-03"
    assert legal(state) == ["leave", "upgrade:upper:0"]
    do(state, "upgrade:upper:0")
    assert both(state) == ("1", "12")
    do(state, "upgrade:upper:1")
    assert both(state) == ("2", "12")
    assert asked(state) == "After"


@pytest.mark.clause("FC-UPGRADE-12")
def test_a_coach_gained_by_the_same_card_may_rise() -> None:
    # given a card [0-coach, 0->1] and no level-0 coach / when the coach comes first / then it may be raised
    state = show(give(position(2), 0, upper="2 1", lower="12"), "x1-car-3-1")
    do(state, "take:1:1", "use")
    assert barred(state, "upgrade:upper:0") == "FC-UPGRADE-03"
    do(state, "coach:upper", "upgrade:upper:0")
    assert both(state) == ("2 1 1", "12")


@pytest.mark.clause("FC-UPGRADE-13", "FC-UPGRADE-15")
def test_the_any_coach_upgrade_raises_any_coach_or_brings_one() -> None:
    # given the icon / then the leftmost coach of each level below 12 in each train and both open trains are offered
    state = with_trains("12 7 4 4 1 m1 0", "2 0", "upgrade-any x1")
    assert set(legal(state)) == {
        *("upgrade:upper:7", "upgrade:upper:4", "upgrade:upper:1", "upgrade:upper:0"),
        *("upgrade:lower:2", "upgrade:lower:0"),
        *("coach:upper", "coach:lower", "leave"),
    }
    do(state, "coach:lower")
    assert both(state) == ("12 7 4 4 1 m1 0", "2 0 0")
    assert asked(state) == "After"


@pytest.mark.clause("FC-UPGRADE-13")
def test_the_any_coach_upgrade_adds_only_to_an_open_train() -> None:
    state = with_trains(CLOSED, "1", "upgrade-any x1")
    assert set(legal(state)) == {"upgrade:upper:1", "upgrade:upper:0", "upgrade:lower:1", "coach:lower", "leave"}


@pytest.mark.clause("FC-UPGRADE-13")
def test_beside_other_icons_the_narrower_one_is_used_first() -> None:
    # given 0->1, a coach and an any-coach upgrade / when 0->1 and a coach are done / then the any-coach icon is left
    state = with_trains("4 0", "0", "0-coach x1, 0->1, upgrade-any x1")
    do(state, "upgrade:upper:0", "coach:upper")
    assert set(legal(state)) == {
        *("upgrade:upper:4", "upgrade:upper:1", "upgrade:upper:0", "upgrade:lower:0"),
        *("coach:upper", "coach:lower", "leave"),
    }
    do(state, "upgrade:upper:4")
    assert both(state) == ("7 1 0", "0")
    assert asked(state) == "After"


@pytest.mark.clause("FC-UPGRADE-14")
def test_several_any_coach_upgrades_may_raise_the_same_coach() -> None:
    state = with_trains("4", "0", "upgrade-any x2")
    do(state, "upgrade:upper:4", "upgrade:upper:7")
    assert both(state) == ("12", "0")
    # and a coach that was brought by one
    state = with_trains("4", "0", "upgrade-any x2")
    do(state, "coach:upper", "upgrade:upper:0")
    assert both(state) == ("4 1", "0")


@pytest.mark.clause("FC-UPGRADE-15")
def test_a_level_12_coach_cannot_be_raised() -> None:
    # given nothing but level-12 coaches in closed trains / then no upgrade is offered and the icon is lost
    full = "12 12 12 12 12 {} 12 12 12 {}"
    state = position(2)
    state.coaches = [50, 24, 20]
    give(state, 0, upper=full.format("m1", "lt-5"), lower=full.format("m2", "lt-6"))
    heard = carry(state, 0, "upgrade-any x2")
    assert asked(heard) == "After"
    assert both(state) == (full.format("m1", "lt-5"), full.format("m2", "lt-6"))
    # and no word names it
    assert "upgrade:upper:12" not in {state.game.vocabulary.word(move) for move in range(len(state.words.family))}


@pytest.mark.clause("FC-UPGRADE-16")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1 0 0 0 0 m1 0", "1 1 0 0 0 m1 0"),
        ("1 1 1 1 1 m1 0 0", "1 1 1 1 1 m1 1 0"),
        ("2 1 1 1 0 m4 0", "2 1 1 1 1 m4 0"),
    ],
)
def test_the_mail_car_is_skipped(before: str, after: str) -> None:
    state = with_trains(before, "12", "0->1")
    do(state, "upgrade:upper:0")
    assert both(state) == (after, "12")


@pytest.mark.clause("FC-UPGRADE-17")
def test_the_supply_limits_the_way_into_a_new_pair() -> None:
    # given 24 coaches of level 2 and 4 in play
    state = position(4)
    give(state, 0, upper="4 2 2 1", lower="4 2 1")
    give(state, 1, upper="2 2 2 2 2 m1 2", lower="4 4 4")
    give(state, 2, upper="4 4 4 4 2 m1", lower="2 2 2")
    give(state, 3, upper="4", lower="2")
    assert state.coaches[1] == 0
    # when 1->2 is tried / then it is refused, and 2->4 is legal, as is 4->7, after which a card is free again
    carry(state, 0, "1->2, 2->4, 4->7")
    assert barred(state, "upgrade:upper:1") == "FC-UPGRADE-17"
    assert barred(state, "upgrade:lower:1") == "FC-UPGRADE-17"
    do(state, "upgrade:upper:2")
    assert train(state, 0, 0) == "4 4 2 1"
    assert barred(state, "upgrade:upper:1") == "FC-UPGRADE-17"
    do(state, "upgrade:upper:4", "upgrade:upper:1")
    assert train(state, 0, 0) == "7 4 2 2"


@pytest.mark.clause("FC-UPGRADE-17")
def test_without_a_free_card_of_7_and_12_a_4_cannot_rise_but_a_7_can() -> None:
    state = give(position(2), 0, upper="7 4", lower="1", coins=(0, 0, 1))
    state.coaches = [40, 20, 0]
    carry(state, 0, "upgrade-any x1")
    assert barred(state, "upgrade:upper:4") == "FC-UPGRADE-17"
    assert "upgrade:upper:7" in legal(state)
    do(state, "leave")
    assert barred(state, "coin:3:upgrade:upper:4") == "FC-COIN-17"
    do(state, "coin:3:upgrade:upper:7")
    assert train(state, 0, 0) == "12 4"
