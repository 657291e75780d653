"""End-bonus cards: buying and getting them, their actions, the display, and what stays secret (FC-BONUS)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.support.games.first_class.course import WINDOWS
from tests.support.games.first_class.positions import (
    BOX,
    ask,
    asked,
    barred,
    bits,
    carry,
    do,
    fall,
    give,
    legal,
    new_game,
    only,
    position,
    scoring,
    show,
)
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.components import TYPES
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.kernel.agenda import NATURE

SHOWN = ["eb-loc-1", "eb-loc-2", "eb-loc-3", "eb-loc-4"]


def buyer(coins: tuple[int, int, int] = (4, 0, 0), **options: Any) -> FirstClassState:
    """Seat 0 in its turn with these coins, and a card on the display."""
    return give(show(position(**options), "x1-loc-1-1 x1-car-1-1"), 0, coins=coins)


def displayed(state: FirstClassState) -> list[str]:
    return list(state.view(None).display)


def words(state: FirstClassState, head: str) -> list[str]:
    return [word for word in legal(state) if word.split(":")[0] == head]


@pytest.mark.clause("FC-BONUS-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_after_the_set_up_everybody_has_one_card_and_four_lie_open(seats: int) -> None:
    state = new_game(seats, seed=3)
    assert [player.bonus for player in state.view(None).players] == [1] * seats
    assert len(displayed(state)) == 4
    assert state.view(None).bonus_deck == 21 - seats - 4


@pytest.mark.clause("FC-BONUS-01")
def test_only_a_displayed_card_is_bought() -> None:
    state = buyer()
    for name in ("eb-car-1", "eb-con-7", "eb-loc-5"):
        assert barred(state, f"buy:{name}") == "FC-BONUS-01"


@pytest.mark.clause("FC-BONUS-02")
@pytest.mark.parametrize("coins", [(4, 0, 0), (0, 4, 0), (2, 1, 1), (5, 5, 2)])
def test_four_coins_buy_any_displayed_card(coins: tuple[int, int, int]) -> None:
    for window in WINDOWS:
        state = window(buyer(coins), 0)
        assert words(state, "buy") == [f"buy:{name}" for name in SHOWN]
    state = buyer((4, 0, 0))
    do(state, "buy:eb-loc-3", "leave")
    assert state.players[0].coins == [0, 0, 0]
    assert state.view(0).own_bonus == ["eb-car-1", "eb-loc-3"]


@pytest.mark.clause("FC-BONUS-02")
@pytest.mark.parametrize("coins", [(3, 0, 0), (1, 1, 1), (0, 2, 1)])
def test_three_coins_are_too_few(coins: tuple[int, int, int]) -> None:
    state = buyer(coins)
    assert words(state, "buy") == []
    for name in SHOWN:
        assert barred(state, f"buy:{name}") == "FC-BONUS-02"


@pytest.mark.clause("FC-BONUS-02")
def test_nobody_buys_in_the_turn_of_another() -> None:
    state = give(buyer(), 1, coins=(5, 5, 0))
    refused = state.why_not(state.game.vocabulary.id("buy:eb-loc-1"), 1)
    assert refused is not None
    assert refused.clause == "FC-ROUND-04"


@pytest.mark.clause("FC-BONUS-03")
@pytest.mark.parametrize("action", ["locomotive:1", "leave"])
def test_the_action_may_be_carried_out_when_the_card_is_bought(action: str) -> None:
    state = buyer()
    state.display = [BOX.bonus_numbers["eb-loc-6"], *state.display[1:]]
    ask(state)
    do(state, "buy:eb-loc-6")
    assert legal(state) == ["leave", "locomotive:1"]
    do(state, action)
    assert state.players[0].city == (1 if action != "leave" else 0)
    # the card is kept all the same
    assert state.view(None).bought[0] == ["eb-loc-6"]
    assert asked(state) == "Turn"


@pytest.mark.clause("FC-BONUS-03", "FC-BONUS-07")
@pytest.mark.parametrize("action", ["locomotive:2", "locomotive:1", "leave"])
def test_the_action_comes_too_when_another_card_gives_it(action: str) -> None:
    state = show(give(position(modules="b-c"), 0, coins=(1, 0, 0)), "b1-8")
    do(state, "take:1:1", "use", "bonus:eb-loc-2")
    assert asked(state) == "Carry"
    do(state, action)
    if action == "locomotive:1":
        do(state, "leave")
    assert state.players[0].city == {"locomotive:2": 2, "locomotive:1": 1, "leave": 0}[action]
    assert state.view(None).bought[0] == ["eb-loc-2"]
    assert state.players[0].coins == [1, 0, 0]


@pytest.mark.clause("FC-BONUS-03")
@pytest.mark.parametrize("inside", ["no", "yes"])
def test_coins_inside_the_action_of_a_card(inside: str) -> None:
    # two upgrades, and a coin of the first column
    state = buyer((5, 0, 0), coins_inside_rewards=inside)
    do(state, "buy:eb-loc-1", "upgrade:upper:0")
    if inside == "no":
        assert barred(state, "coin:1:coach:upper") == "FC-TURN-14"
        return
    do(state, "coin:1:coach:upper", "upgrade:upper:0")
    assert state.view(None).players[0].trains[0] == ["1", "1"]


@pytest.mark.clause("FC-BONUS-04")
@pytest.mark.parametrize("kept", ["eb-car-1", "eb-car-3", "eb-loc-7", "eb-con-2"])
def test_the_draft_gives_no_action(kept: str) -> None:
    state = new_game(2, first_player="seat-1")
    others = ["eb-loc-1", "eb-loc-2"]
    do(state, *[f"draft:{name}" for name in (kept, *others)])
    before = bits(state)
    heard = do(state, f"keep:{kept}")
    assert state.actor == 0
    heard += do(state, "keep:eb-loc-1")
    assert bits(state) == before
    assert state.actor == NATURE
    assert only(heard, events.BonusTaken) == []
    assert [state.view(seat).own_bonus for seat in (0, 1)] == [["eb-loc-1"], [kept]]


@pytest.mark.clause("FC-BONUS-05")
def test_others_see_how_many_and_know_what_was_bought() -> None:
    state = buyer()
    do(state, "buy:eb-loc-3", "leave")
    for seat in (1, None):
        view = state.view(seat)
        assert view.players[0].bonus == 2
        assert "eb-car-1" not in view.own_bonus
        assert view.opened == []
        assert view.bought == [["eb-loc-3"], []]
    drafted = set()
    for seed in range(30):
        world = state.redraw(1, Random(seed))
        drafted.add(world.players[0].bonus[0])
        assert world.players[0].bonus[1:] == [BOX.bonus_numbers["eb-loc-3"]]
        assert world.players[1].bonus == state.players[1].bonus
        assert world.display == state.display
    assert len(drafted) > 1
    for world in [state.redraw(0, Random(seed)) for seed in range(10)]:
        assert world.players[0].bonus == state.players[0].bonus


@pytest.mark.clause("FC-BONUS-06")
def test_taken_cards_are_replaced_at_the_end_of_the_turn() -> None:
    state = buyer((5, 0, 0))
    do(state, "buy:eb-loc-3", "leave")
    assert displayed(state) == ["eb-loc-1", "eb-loc-2", "eb-loc-4"]
    assert barred(state, "buy:eb-loc-3") == "FC-BONUS-01"
    do(state, "take:1:1", "use", "locomotive:2")
    assert len(displayed(state)) == 3
    do(state, "done")
    assert (state.actor, state.chance) == (NATURE, "bonus")
    do(state, "show:eb-con-1")
    assert displayed(state) == ["eb-loc-1", "eb-loc-2", "eb-loc-4", "eb-con-1"]
    assert (asked(state), state.actor) == ("Turn", 1)


@pytest.mark.clause("FC-BONUS-07")
def test_a_module_card_gives_any_displayed_card_without_paying() -> None:
    state = carry(give(position(), 0, coins=(1, 0, 0)), 0, "end-bonus card x1")
    assert words(state, "bonus") == [f"bonus:{name}" for name in SHOWN]
    assert barred(state, "bonus:eb-car-7") == "FC-BONUS-01"
    heard = do(state, "bonus:eb-loc-4", "leave")
    assert only(heard, events.BonusTaken) == [events.BonusTaken(0, "eb-loc-4", False)]
    assert only(heard, events.CoinsPaid) == []
    assert state.players[0].coins == [1, 0, 0]


@pytest.mark.clause("FC-BONUS-07")
def test_a_card_without_the_icon_gives_no_end_bonus_card() -> None:
    state = carry(position(), 0, "0-coach x1")
    assert barred(state, "bonus:eb-loc-4") == "FC-BONUS-07"


@pytest.mark.clause("FC-BONUS-08")
def test_eight_coins_buy_two_cards_of_those_left() -> None:
    state = buyer((5, 3, 0))
    do(state, "buy:eb-loc-1", "pay:4:0:0", "leave")
    assert words(state, "buy") == ["buy:eb-loc-2", "buy:eb-loc-3", "buy:eb-loc-4"]
    do(state, "buy:eb-loc-4", "leave")  # with the four coins that are left there is no choice
    assert state.players[0].coins == [0, 0, 0]
    assert displayed(state) == ["eb-loc-2", "eb-loc-3"]
    assert state.view(None).bought[0] == ["eb-loc-1", "eb-loc-4"]


@pytest.mark.clause("FC-BONUS-09")
def test_cards_are_bought_in_the_own_part_of_a_scoring_phase() -> None:
    state = buyer()
    give(state, 1, coins=(4, 0, 0))
    scoring(state, 0, more=True)
    assert words(state, "buy") == [f"buy:{name}" for name in SHOWN]
    do(state, "buy:eb-loc-2", "locomotive:2")
    assert state.players[0].city == 2
    assert len(displayed(state)) == 3
    # the display is refilled when this part ends, before the next begins
    do(state, "score" if "score" in legal(state) else "done")
    assert (state.actor, state.chance) == (NATURE, "bonus")
    do(state, "show:eb-con-3")
    assert (asked(state), state.actor) == ("ScoringPart", 1)
    assert "buy:eb-con-3" in legal(state)


@pytest.mark.clause("FC-BONUS-10")
def test_with_an_empty_deck_the_display_is_not_refilled() -> None:
    state = buyer()
    state.bonus_deck = []
    do(state, "buy:eb-loc-2", "leave", "take:1:1", "use", "locomotive:2")
    assert (asked(state), state.actor) == ("Turn", 1)
    assert displayed(state) == ["eb-loc-1", "eb-loc-3", "eb-loc-4"]


@pytest.mark.clause("FC-BONUS-10")
def test_the_last_card_of_the_deck_is_still_turned_up() -> None:
    state = buyer((5, 3, 0))
    state.bonus_deck = state.bonus_deck[:1]
    do(state, "buy:eb-loc-1", "pay:4:0:0", "leave", "buy:eb-loc-4", "leave", "take:1:1", "use", "locomotive:2")
    fall(state, Random(1))
    assert (len(displayed(state)), state.bonus_deck) == (3, [])


@pytest.mark.clause("FC-BONUS-11")
def test_every_card_names_a_type_and_points() -> None:
    assert len(BOX.bonus) == 21
    assert [sum(own.type == kind for own in BOX.bonus) for kind in range(len(TYPES))] == [7, 7, 7]
    assert all(own.points > 0 and own.icons for own in BOX.bonus)
    assert all(own.name.startswith(f"eb-{TYPES[own.type][:3]}-") for own in BOX.bonus)


@pytest.mark.clause("FC-BONUS-12", "FC-FINAL-04")
@pytest.mark.parametrize("phase", [1, 2, 3])
def test_end_bonus_cards_score_only_after_the_last_phase(phase: int) -> None:
    state = give(show(position(), "x1-loc-1-1"), 0, taken="x1-car-1-1 x1-car-1-2", bonus="eb-car-5", coins=(1, 0, 0))
    give(state, 1, coins=(0, 0, 0))
    scoring(state, 0, phase=phase)
    do(state, "done")
    assert state.players[0].points == 0
    # and after the third, at once: two cards times two points, and a coin
    scoring(state, 0, phase=phase, more=True)
    do(state, "done")
    assert state.over == (phase == 3)
    assert state.players[0].points == (2 * 2 + 1 if phase == 3 else 0)


@pytest.mark.clause("FC-BONUS-13")
def test_without_a_displayed_card_the_icon_is_lost_and_the_others_work() -> None:
    state = show(position(), "a3-8")
    state.display = []
    do(state, "take:1:1", "use")
    assert words(state, "bonus") == []
    assert barred(state, "bonus:eb-loc-1") == "FC-BONUS-13"
    do(state, "upgrade:upper:0")
    assert state.view(None).players[0].trains[0] == ["1"]
    assert asked(state) == "After"


@pytest.mark.clause("FC-BONUS-13")
def test_several_icons_take_from_what_is_left() -> None:
    state = carry(position(), 0, "end-bonus card x2")
    state.display = state.display[1:2]
    ask(state)
    do(state, "bonus:eb-loc-2", "leave")
    assert displayed(state) == []
    assert state.view(None).bought[0] == ["eb-loc-2"]
    assert asked(state) == "After"
