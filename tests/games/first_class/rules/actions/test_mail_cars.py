"""Mail cars: the sixth card of a train, chosen by its owner, and its reward (FC-MAIL)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.support.games.first_class.course import roam
from tests.support.games.first_class.positions import (
    BOX,
    GAME,
    PAIRS,
    asked,
    barred,
    carry,
    do,
    give,
    legal,
    new_game,
    only,
    position,
    scoring,
    show,
    train,
)
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.state import FirstClassState

ALL = ["mail:m1", "mail:m2", "mail:m3", "mail:m4"]


@pytest.mark.clause("FC-MAIL-01")
@pytest.mark.parametrize("which", ["upper", "lower"])
def test_a_mail_car_follows_the_fifth_card(which: str) -> None:
    state = carry(give(position(), 0, upper="0 0 0 0", lower="2 1 1 0"), 0, "0-coach x1")
    do(state, f"coach:{which}")
    assert asked(state) == "ChooseMail"
    # it must be laid
    assert "leave" not in legal(state)
    do(state, "mail:m1", "locomotive:2")
    expected = "0 0 0 0 0 m1" if which == "upper" else "2 1 1 0 0 m1"
    assert train(state, 0, which == "lower") == expected
    assert asked(state) == "After"


@pytest.mark.clause("FC-MAIL-01")
@pytest.mark.parametrize("coin", ["coin:1:coach:upper", "coin:3:coach:upper"])
def test_it_follows_a_bought_coach_too(coin: str) -> None:
    state = give(position(), 0, upper="0 0 0 0", coins=(1, 0, 1))
    do(state, coin, "mail:m1", "leave")
    assert train(state, 0, 0) == "0 0 0 0 0 m1"


@pytest.mark.clause("FC-MAIL-01")
@pytest.mark.parametrize("cards", ["0", "0 0", "0 0 0", "0 0 0 0 0 m2", "0 0 0 0 0 m2 0"])
def test_no_other_card_brings_one(cards: str) -> None:
    state = carry(give(position(), 0, upper=cards), 0, "0-coach x1")
    do(state, "coach:upper")
    assert train(state, 0, 0) == f"{cards} 0"
    assert asked(state) == "After"


@pytest.mark.clause("FC-MAIL-02", "FC-MAIL-03")
def test_the_owner_chooses_among_those_not_used() -> None:
    state = carry(give(position(), 0, upper="0 0 0 0", lower="0 0 0 0"), 0, "0-coach x2")
    do(state, "coach:upper")
    assert legal(state) == ALL
    do(state, "mail:m3", "leave", "coach:lower")
    assert legal(state) == ["mail:m1", "mail:m2", "mail:m4"]
    assert barred(state, "mail:m3") == "FC-MAIL-02"
    heard = do(state, "mail:m4", "coins")
    assert only(heard, events.MailCarLaid) == [events.MailCarLaid(0, "lower", "m4")]
    assert state.view(1).players[0].mail_cars == ["m1", "m2"]
    # the others still have all four
    assert state.view(0).players[1].mail_cars == ["m1", "m2", "m3", "m4"]


@pytest.mark.clause("FC-MAIL-03")
def test_no_third_mail_car() -> None:
    # given both trains with a mail car / when all places up to the tile are filled / then no further mail car
    state = give(position(), 0, upper="0 0 0 0 0 m1", lower="0 0 0 0 0 m2")
    heard = do(carry(state, 0, "0-coach x3"), "coach:upper", "coach:upper", "coach:upper", "leave")
    heard += do(carry(state, 0, "0-coach x3"), "coach:lower", "coach:lower", "coach:lower", "leave")
    assert only(heard, events.MailCarLaid) == []
    for which in (0, 1):
        cards = state.view(None).players[0].trains[which]
        assert (len(cards), sum(name.startswith("m") for name in cards)) == (10, 1)


@pytest.mark.clause("FC-MAIL-04")
@pytest.mark.parametrize(
    ("car", "words", "city", "conductors", "coins", "upper"),
    [
        ("m1", ["locomotive:2"], 2, [0, 0], [0, 0, 0], "0 0 0 0 0 m1"),
        ("m2", ["upgrade:upper:0", "upgrade:upper:1"], 0, [0, 0], [0, 0, 0], "2 0 0 0 0 m2"),
        ("m3", ["conductor:upper:2", "conductor:lower:1"], 0, [2, 1], [0, 0, 0], "0 0 0 0 0 m3"),
        ("m4", ["coins"], 0, [0, 0], [3, 0, 0], "0 0 0 0 0 m4"),
    ],
)
def test_the_reward_comes_before_anything_else(
    car: str, words: list[str], city: int, conductors: list[int], coins: list[int], upper: str
) -> None:
    state = give(show(position(), "x1-loc-1-1"), 0, upper="0 0 0 0", coins=(1, 0, 0))
    do(state, "coin:1:coach:upper", f"mail:{car}")
    assert asked(state) == "Carry"
    assert "tile" not in legal(state)
    do(state, *words)
    player = state.players[0]
    assert (player.city, player.conductors, player.coins, train(state, 0, 0)) == (city, conductors, coins, upper)
    assert asked(state) == "Turn"


@pytest.mark.clause("FC-MAIL-05")
def test_mail_cars_never_score() -> None:
    state = give(position(), 0, upper="1 1 1 1 1 m2 1", conductors=(6, 0), coins=(1, 0, 0))
    do(scoring(state, 0), "done")
    assert state.players[0].points == 5
    give(state, 0, conductors=(7, 0), points=0)
    do(scoring(state, 0), "done")
    assert state.players[0].points == 6


@pytest.mark.clause("FC-MAIL-05")
def test_mail_cars_are_no_target_of_an_upgrade() -> None:
    state = carry(give(position(), 0, upper="12 12 12 12 12 m1", lower="12"), 0, "upgrade-any x1")
    assert legal(state) == ["leave", "coach:upper", "coach:lower"]
    for level in (0, 1, 2, 4, 7):
        assert barred(state, f"upgrade:upper:{level}") == "FC-UPGRADE-03"


@pytest.mark.clause("FC-MAIL-06")
def test_the_upgrades_of_a_mail_car_may_be_used_in_either_train() -> None:
    state = carry(give(position(), 0, upper="1 0", lower="0 0 0 0"), 0, "0-coach x1")
    do(state, "coach:lower", "mail:m2")
    assert {"upgrade:upper:0", "upgrade:upper:1", "upgrade:lower:0"} <= set(legal(state))
    do(state, "upgrade:upper:1", "upgrade:lower:0")
    assert (train(state, 0, 0), train(state, 0, 1)) == ("2 0", "1 0 0 0 0 m2")


@pytest.mark.clause("FC-MAIL-07")
def test_the_mail_car_is_paid_before_the_next_coach() -> None:
    state = carry(give(position(), 0, upper="0 0 0 0"), 0, "0-coach x2")
    heard = do(state, "coach:upper")
    assert asked(state) == "ChooseMail"
    assert "coach:upper" not in legal(state)
    heard += do(state, "mail:m1")
    # its reward comes first too
    assert legal(state) == ["leave", "locomotive:1", "locomotive:2"]
    assert barred(state, "coach:upper") == "FC-CAR-02"
    heard += do(state, "locomotive:2", "coach:upper")
    assert train(state, 0, 0) == "0 0 0 0 0 m1 0"
    wanted = (events.CoachAdded, events.MailCarLaid, events.LocomotiveMoved)
    assert [type(event).__name__ for event in heard if isinstance(event, wanted)] == [
        "CoachAdded",
        "MailCarLaid",
        "LocomotiveMoved",
        "CoachAdded",
    ]


@pytest.mark.clause("FC-MAIL-08")
def test_everybody_has_the_same_four_mail_cars() -> None:
    assert [car.effect for car in BOX.mail] == [
        "locomotive 2",
        "upgrade-any x2",
        "conductor steps 3",
        "coins 3",
    ]
    state = position(4)
    assert [player.mail_cars for player in state.view(None).players] == [["m1", "m2", "m3", "m4"]] * 4
    assert [word for word in GAME.vocabulary if word.startswith("mail:")] == ALL


@pytest.mark.clause("FC-MAIL-09")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_train_at_rest_has_five_or_nine_cards(seats: int) -> None:
    at_rest = {1, 2, 3, 4, 6, 7, 8, 10}
    seen: set[int] = set()
    for seed in range(4):
        rng = Random(f"rest:{seats}:{seed}")
        state = new_game(seats, seed=seed, modules=PAIRS[seed])
        while not state.over:
            if asked(state) in ("Turn", "After", "ScoringPart") and len(state.agenda) <= 3:
                lengths = {len(cards) for player in state.players for cards in player.trains}
                assert lengths <= at_rest
                seen |= lengths
            roam(state, rng, _once())
    assert {4, 6} <= seen


def _once() -> Callable[[FirstClassState], bool]:
    """True from the second time on: one move."""
    asks = iter([False])
    return lambda _: next(asks, True)


@pytest.mark.clause("FC-MAIL-10")
def test_the_unused_rest_of_a_reward_is_lost() -> None:
    # given two locomotive steps and one city ahead
    state = carry(give(position(), 0, upper="0 0 0 0", city=2), 0, "0-coach x1")
    do(state, "coach:upper", "mail:m1")
    assert legal(state) == ["leave", "locomotive:1"]
    assert barred(state, "locomotive:2") == "FC-LOCO-05"
    do(state, "locomotive:1")
    assert state.players[0].city == 3
    assert asked(state) == "After"


@pytest.mark.clause("FC-MAIL-10")
@pytest.mark.parametrize("used", [[], ["upgrade:upper:0"], ["upgrade:upper:0", "upgrade:lower:0"]])
def test_the_reward_may_be_used_in_part(used: list[str]) -> None:
    state = carry(give(position(), 0, upper="0 0 0 0"), 0, "0-coach x1")
    do(state, "coach:upper", "mail:m2", *used)
    if len(used) < 2:
        do(state, "leave")
    assert asked(state) == "After"
    assert sum(name == "1" for cards in state.view(None).players[0].trains for name in cards) == len(used)
    assert train(state, 0, 0).endswith(" m2")


@pytest.mark.clause("FC-MAIL-10", "FC-MAIL-04")
def test_a_reward_that_cannot_be_used_at_all_is_lost_and_the_car_is_laid() -> None:
    state = carry(give(position(), 0, upper="0 0 0 0", city=3), 0, "0-coach x1")
    heard = do(state, "coach:upper", "mail:m1")
    assert train(state, 0, 0) == "0 0 0 0 0 m1"
    assert [event.declined for event in only(heard, events.IconsLeft)] == [False]
    assert asked(state) == "After"
