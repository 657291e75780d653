"""A turn: the main move, using or ignoring a card, the order of icons, the windows for extras, the used pile."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from tests.support.games.first_class.positions import (
    BOX,
    DEFAULTS,
    GAME,
    PAIRS,
    after,
    asked,
    barred,
    bits,
    carry,
    do,
    fall,
    full_display,
    give,
    legal,
    new_game,
    only,
    position,
    scoring,
    show,
    train,
    turn_of,
)
from tests.support.seeds import SEED
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.state import FirstClassState

NO_AND_YES = ["no", "yes"]


def both(state: FirstClassState, seat: int = 0) -> tuple[str, str]:
    return train(state, seat, 0), train(state, seat, 1)


def used(state: FirstClassState, seat: int = 0) -> int:
    """How many cards lie in the used pile of a seat, as everybody sees it."""
    count: int = state.view(None).players[seat].used
    return count


# ---------------------------------------------------------------- cards against rules, and modules


@pytest.mark.clause("FC-GEN-01")
@pytest.mark.parametrize("coins", [(0, 0, 0), (1, 0, 0)])
def test_a_card_wins_against_a_general_rule(coins: tuple[int, int, int]) -> None:
    # given a card that gives an end-bonus card, and fewer coins than one costs
    state = give(show(position(2), "b1-8 x1-car-1-1"), 0, coins=coins)
    assert barred(state, "buy:eb-loc-4") == "FC-BONUS-02"
    # when it is carried out / then one of the display is taken all the same, and none is paid
    do(state, "take:1:1", "use", "bonus:eb-loc-2")
    assert [BOX.bonus[bonus].name for bonus in state.players[0].bonus] == ["eb-car-1", "eb-loc-2"]
    assert state.players[0].coins == list(coins)


@pytest.mark.clause("FC-GEN-02")
def test_a_table_that_chooses_nothing_plays_with_a_and_b() -> None:
    # given the options of the title / when nothing is chosen / then modules A and B are
    assert DEFAULTS["modules"] == "a-b"
    state = GAME.start(2)
    assert [module.name for module in state.table.modules] == ["contracts", "celebrities"]


@pytest.mark.clause("FC-GEN-03")
def test_all_ten_pairs_are_offered_the_suggested_ones_too() -> None:
    assert len(set(PAIRS)) == len(PAIRS) == 10
    assert {"a-b", "a-c", "b-e", "c-d"} <= set(PAIRS)
    assert PAIRS[0] == "a-b"
    for pair in PAIRS:
        assert GAME.check_options(2, {"modules": pair}) == ""


# ---------------------------------------------------------------- the main move


@pytest.mark.clause("FC-TURN-01", "FC-TURN-02")
@pytest.mark.parametrize("tile", [-1, 1])
def test_a_turn_offers_every_card_of_every_row_and_the_tile(tile: int) -> None:
    # given three rows of which some cards are gone, and the tile or not / then exactly these can be taken
    state = show(position(3), "x1-car-1-1 - x1-loc-1-1 - - s1-1", row=1)
    show(state, "- a1-1 - - - -", row=2)
    show(state, "x1-con-1-1 b1-1 - - - a1-8", row=3)
    state.tile = tile
    give(state, 0, coins=(0, 0, 0))
    cards = ["take:1:1", "take:1:3", "take:1:6", "take:2:2", "take:3:1", "take:3:2", "take:3:6"]
    assert sorted(legal(state)) == sorted([*cards, *(["tile"] if tile == -1 else [])])
    # passing is not allowed, and an empty place is no card
    assert barred(state, "done") == "FC-TURN-01"
    assert barred(state, "take:1:2") == "FC-TURN-02"
    assert barred(state, "leave") == "FC-TURN-01"
    if tile != -1:
        assert barred(state, "tile") == "FC-START-12"


@pytest.mark.clause("FC-TURN-01")
def test_there_is_one_main_move_in_a_turn() -> None:
    # given a turn whose card is finished / then no second card and not the tile can be taken
    state = full_display(position(2))
    do(state, "take:1:1", "ignore", "leave")
    assert barred(state, "take:1:2") == "FC-TURN-01"
    assert barred(state, "tile") == "FC-TURN-01"
    do(state, "done")
    assert (asked(state), state.actor) == ("Turn", 1)
    # nor a card after the tile
    do(state, "tile")
    assert barred(state, "take:2:1") == "FC-TURN-01"


@pytest.mark.clause("FC-TURN-02")
def test_a_full_display_offers_18_cards() -> None:
    state = full_display(position(4))
    takes = [word for word in legal(state) if word.startswith("take:")]
    assert takes == [f"take:{row}:{column}" for row in (1, 2, 3) for column in range(1, 7)]


@pytest.mark.clause("FC-TURN-03")
@pytest.mark.parametrize("name", ["x1-car-1-1", "x1-con-1-1", "s1-1", "a1-1", "b1-1", "a1-8", "b1-8"])
def test_a_taken_card_is_carried_out_or_ignored(name: str) -> None:
    # given any kind of card / when chosen / then these two uses are offered, and nothing else
    state = give(show(position(2), f"{name} x1-car-2-1"), 0, coins=(3, 3, 1))
    heard = do(state, "take:1:1")
    assert only(heard, events.CardTaken) == [events.CardTaken(0, name, 0)]
    assert legal(state) == ["use", "ignore"]
    assert barred(state, "take:1:2") == "FC-TURN-01"
    assert barred(state, "coin:1:point") == "FC-TURN-01"
    again = state.clone()
    assert only(do(state, "use"), events.CardUsed) == [events.CardUsed(0, name)]
    again.listen()
    assert only(do(again, "ignore"), events.CardIgnored) == [events.CardIgnored(0, name)]


# ---------------------------------------------------------------- how much of a card, and in which order


@pytest.mark.clause("FC-TURN-04")
def test_an_icon_that_cannot_be_used_is_lost() -> None:
    # given 0->1 twice and one level-0 coach / when used / then one upgrade happens and the other icon is lost
    state = show(give(position(2), 0, upper="0", lower="1"), "x1-car-4-1")
    heard = do(state, "take:1:1", "use", "upgrade:upper:0")
    assert both(state) == ("1", "1")
    assert len(only(heard, events.CoachUpgraded)) == 1
    assert [event.declined for event in only(heard, events.IconsLeft)] == [False]
    assert asked(state) == "After"


@pytest.mark.clause("FC-TURN-04")
def test_an_icon_may_be_left_even_if_it_could_be_used() -> None:
    # given two level-0 coaches / when one icon is used and the player goes on / then this is legal
    state = show(give(position(2), 0, upper="0", lower="0"), "x1-car-4-1")
    heard = do(state, "take:1:1", "use", "upgrade:upper:0", "leave")
    assert both(state) == ("1", "0")
    assert [event.declined for event in only(heard, events.IconsLeft)] == [True]
    assert asked(state) == "After"
    # and all of them may be left
    state = show(give(position(2), 0, upper="0", lower="0"), "x1-car-4-1")
    do(state, "take:1:1", "use", "leave")
    assert both(state) == ("0", "0")
    assert used(state) == 1


@pytest.mark.clause("FC-TURN-04")
def test_a_card_may_be_taken_and_used_without_any_use() -> None:
    # given a card of which nothing can be used / when carried out / then nothing happens, and it is used
    state = show(give(position(2), 0, city=3), "x1-loc-1-1")
    before = bits(state)
    do(state, "take:1:1", "use")
    assert bits(state) == before
    assert (asked(state), used(state)) == ("After", 1)


@pytest.mark.clause("FC-TURN-04")
def test_points_are_taken_by_themselves() -> None:
    state = carry(position(2), 0, "points 4, 0-coach x1")
    assert state.scores() == [4, 0]
    assert legal(state) == ["leave", "coach:upper", "coach:lower"]
    do(state, "leave")
    assert state.scores() == [4, 0]


@pytest.mark.clause("FC-TURN-04")
@pytest.mark.parametrize("strict", NO_AND_YES)
def test_by_an_option_every_icon_that_can_be_used_must_be(strict: str) -> None:
    # given 0->1 twice and three level-0 coaches
    state = show(give(position(2, strict_cards=strict), 0, upper="0 0", lower="0"), "x1-car-4-1")
    do(state, "take:1:1", "use")
    if strict == "no":
        assert "leave" in legal(state)
        return
    # then no icon may be left before both are used
    assert barred(state, "leave") == "FC-TURN-04"
    do(state, "upgrade:upper:0")
    assert barred(state, "leave") == "FC-TURN-04"
    do(state, "upgrade:upper:0")
    assert both(state) == ("1 1", "0")
    assert asked(state) == "After"


@pytest.mark.clause("FC-TURN-04")
def test_with_the_option_an_icon_that_cannot_be_used_is_lost_all_the_same() -> None:
    state = show(give(position(2, strict_cards="yes"), 0, upper="0", lower="1"), "x1-car-4-1")
    # the only use is carried out by itself
    heard = do(state, "take:1:1", "use")
    assert both(state) == ("1", "1")
    assert only(heard, events.CoachUpgraded)[0].forced
    assert len(only(heard, events.IconsLeft)) == 1
    assert asked(state) == "After"


@pytest.mark.clause("FC-TURN-04", "FC-TURN-07")
@pytest.mark.parametrize("strict", NO_AND_YES)
def test_the_option_is_about_icons_of_a_used_card_only(strict: str) -> None:
    # given an ignored card / then its upgrade stays free
    state = show(position(2, strict_cards=strict), "x1-car-4-1")
    do(state, "take:1:1", "ignore", "leave")
    assert both(state) == ("0", "0")
    # and so does the action of an end-bonus card
    give(state, 0, coins=(4, 1, 0))
    do(state, "buy:eb-loc-1", "pay:4:0:0")
    assert "leave" in legal(state)


@pytest.mark.clause("FC-TURN-05")
def test_the_actions_of_a_card_are_finished_before_anything_else() -> None:
    # given coins, a met contract, and a card with two icons
    state = show(give(position(2), 0, coins=(2, 2, 0), contracts="a1-4", city=3), "x1-car-3-1 x1-car-1-1")
    # then extras are legal before the card is taken
    assert {"coin:1:coach:upper", "coin:2:point", "fulfil:a1-4"} <= set(legal(state))
    do(state, "coin:2:point", "take:1:1", "use")
    # refused before and after the first icon
    for word in ("coin:1:coach:upper", "coin:1:point", "fulfil:a1-4", "done", "buy:eb-loc-1"):
        assert barred(state, word) == "FC-TURN-05", word
    do(state, "coach:lower")
    for word in ("coin:1:coach:upper", "coin:1:point", "fulfil:a1-4", "done", "buy:eb-loc-1"):
        assert barred(state, word) == "FC-TURN-05", word
    do(state, "upgrade:lower:0")
    # and legal again when the card is finished
    assert {"coin:1:coach:upper", "coin:2:point", "fulfil:a1-4", "done"} <= set(legal(state))


@pytest.mark.clause("FC-TURN-05")
def test_only_the_need_for_room_interrupts_a_card() -> None:
    # given a card with coins and no room for them / when the coins are taken / then coins must be spent between icons
    state = carry(give(position(2), 0, coins=(5, 5, 1)), 0, "coins 2, 0->1")
    assert barred(state, "coin:1:point") == "FC-TURN-05"
    do(state, "coins")
    assert asked(state) == "MakeRoom"
    do(state, "coin:1:coach:upper")
    # then the rest of the card follows
    assert state.players[0].coins == [5, 5, 2]
    assert asked(state) == "Carry"
    assert barred(state, "coin:1:point") == "FC-TURN-05"
    do(state, "upgrade:upper:0")
    assert both(state) == ("1 0", "0")


@pytest.mark.clause("FC-TURN-06")
def test_icons_are_carried_out_in_any_order() -> None:
    # given a card [0-coach, 0->1] / then both orders are accepted
    for words, result in (
        (("coach:upper", "upgrade:upper:0"), ("1 0", "0")),
        (("upgrade:lower:0", "coach:upper"), ("0 0", "1")),
    ):
        state = show(position(2), "x1-car-3-1")
        do(state, "take:1:1", "use", *words)
        assert both(state) == result
        assert asked(state) == "After"
    # and all six orders of three icons
    for order in permutations(("upgrade:upper:4", "conductor:upper:1", "locomotive:1")):
        state = carry(give(position(2), 0, upper="4"), 0, "4->7, conductor steps 1, locomotive 1")
        do(state, *order)
        assert (train(state, 0, 0), state.players[0].conductors, state.players[0].city) == ("7", [1, 0], 1)
        assert asked(state) == "After"


# ---------------------------------------------------------------- ignoring a card


@pytest.mark.clause("FC-TURN-07")
def test_an_ignored_card_gives_one_upgrade_instead_of_its_icons() -> None:
    # given trains [1, 0] and [0] / when a card is ignored
    state = show(give(position(2), 0, upper="1 0", lower="0"), "x1-car-2-1")
    heard = do(state, "take:1:1", "ignore")
    assert only(heard, events.CardUsed) == []
    # then the choices are these
    assert set(legal(state)) == {"upgrade:upper:1", "upgrade:upper:0", "upgrade:lower:0", "leave"}
    assert barred(state, "coach:upper") == "FC-TURN-07"
    assert barred(state, "coach:lower") == "FC-TURN-07"
    assert barred(state, "coin:1:point") == "FC-TURN-05"
    do(state, "upgrade:upper:1")
    # and at most one coach rises by one level
    assert both(state) == ("2 0", "0")
    assert asked(state) == "After"


@pytest.mark.clause("FC-TURN-07")
@pytest.mark.parametrize("name", ["x1-con-1-1", "x1-loc-1-1", "s1-1", "a1-1", "a1-8", "b1-8", "b1-4"])
def test_no_action_of_an_ignored_card_is_carried_out(name: str) -> None:
    state = show(give(position(2), 0, upper="1 0", lower="0"), name)
    before = bits(state)
    do(state, "take:1:1", "ignore", "leave")
    assert bits(state) == before
    assert len(state.players[0].line) == 3
    assert state.players[0].contracts == []
    assert (asked(state), used(state)) == ("After", 1)


@pytest.mark.clause("FC-TURN-07")
def test_the_leftmost_coach_of_its_level_rises_by_an_ignored_card() -> None:
    state = show(give(position(2), 0, upper="4 2 2 0", lower="1"), "x1-loc-1-1")
    do(state, "take:1:1", "ignore", "upgrade:upper:2")
    assert both(state) == ("4 4 2 0", "1")


@pytest.mark.clause("FC-TURN-07")
def test_with_every_coach_at_12_ignoring_gives_nothing() -> None:
    state = show(give(position(2), 0, upper="12 12", lower="12"), "x1-loc-1-1 x1-car-1-1")
    do(state, "take:1:1")
    assert legal(state) == ["use", "ignore"]
    do(state, "ignore")
    assert both(state) == ("12 12", "12")
    assert (asked(state), used(state)) == ("After", 1)


@pytest.mark.clause("FC-TURN-07")
@pytest.mark.parametrize("may_add", NO_AND_YES)
def test_by_an_option_an_ignored_card_may_bring_a_coach(may_add: str) -> None:
    state = show(give(position(2, ignore_may_add=may_add), 0, upper="1 0", lower="12"), "x1-loc-1-1")
    do(state, "take:1:1", "ignore")
    choices = {"upgrade:upper:1", "upgrade:upper:0", "leave"}
    if may_add == "no":
        assert set(legal(state)) == choices
        return
    assert set(legal(state)) == choices | {"coach:upper", "coach:lower"}
    do(state, "coach:lower")
    assert both(state) == ("1 0", "12 0")
    assert asked(state) == "After"


@pytest.mark.clause("FC-TURN-08")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_tile_cannot_be_ignored_nor_refused(seats: int) -> None:
    # given the last turn of a round / when the tile is taken / then there is no way to ignore it
    state = show(position(seats, turn=seats - 1), "x1-car-1-1", row=3)
    state.turns = 3 * seats
    state.row_taken = [seats, seats, seats - 1]
    heard = do(state, "tile")
    assert barred(state, "ignore") == "FC-TURN-01"
    assert barred(state, "use") == "FC-TURN-01"
    if seats > 2:  # what the tile gives to the others is not declined either
        assert barred(state, "leave") == "FC-START-03"
    while asked(state) == "Carry":
        heard += do(state, "coach:upper")
    assert asked(state) == "After"
    assert both(state, seats - 1) == ("0", "0")
    # then the taker becomes start player
    heard += do(state, "done")
    assert [(event.start, event.changed) for event in only(heard, events.RoundEnded)] == [(seats - 1, True)]
    assert state.start == seats - 1


# ---------------------------------------------------------------- the used pile


@pytest.mark.clause("FC-TURN-09")
@pytest.mark.parametrize("name", ["x1-car-1-1", "x1-con-1-1", "x1-loc-1-1", "a1-8", "b1-8"])
@pytest.mark.parametrize("use", ["use", "ignore"])
def test_a_card_that_is_carried_out_or_ignored_lies_in_the_used_pile(name: str, use: str) -> None:
    state = show(position(2), name)
    do(state, "take:1:1", use)
    if asked(state) == "Carry":
        do(state, "leave")
    assert asked(state) == "After"
    assert state.used_pile(0) == [BOX.card_numbers[name]]
    assert (used(state, 0), used(state, 1)) == (1, 0)


@pytest.mark.clause("FC-TURN-09")
@pytest.mark.parametrize(
    ("pair", "name", "words"),
    [
        ("a-b", "s1-1", []),
        ("a-b", "a1-1", []),
        ("a-b", "b1-1", ["celebrity:upper:1"]),
        ("a-b", "b1-4", []),  # only the third city is far enough
        ("c-d", "d1-1", ["passenger:1"]),
        ("c-d", "d1-4", ["luggage:1"]),
        ("a-e", "e1-1", ["column:1"]),
        ("a-e", "e1-4", ["column:1"]),
    ],
)
def test_a_card_with_a_place_of_its_own_lies_in_the_pile_only_if_ignored(
    pair: str, name: str, words: list[str]
) -> None:
    # given such a card / when used / then it lies at its place
    state = show(give(position(2, modules=pair), 0, upper="1 1", lower="1 1"), name)
    do(state, "take:1:1", "use", *words)
    assert asked(state) == "After"
    assert (state.used_pile(0), used(state)) == ([], 0)
    # when ignored / then it lies in the used pile
    state = show(give(position(2, modules=pair), 0, upper="1 1", lower="1 1"), name)
    do(state, "take:1:1", "ignore", "leave")
    assert (state.used_pile(0), used(state)) == ([BOX.card_numbers[name]], 1)


# ---------------------------------------------------------------- extras


def with_contract() -> FirstClassState:
    """A turn of seat 0, which can fulfil a contract and spend coins; some cards lie there."""
    state = give(position(2), 0, contracts="a1-4", city=3, sections="s1-2 s1-1", coins=(2, 1, 0))
    return show(state, "x1-car-3-1 x1-car-1-1 x1-car-1-2")


@pytest.mark.clause("FC-TURN-10")
@pytest.mark.parametrize("main", [["take:1:1", "use", "leave"], ["take:1:1", "ignore", "leave"], ["tile"]])
def test_a_contract_may_be_fulfilled_before_or_after_the_main_move(main: list[str]) -> None:
    # given a met contract / then fulfilling is offered before the main move
    state = with_contract()
    heard = do(state, "fulfil:a1-4", "locomotive:3")
    assert len(only(heard, events.ContractFulfilled)) == 1
    assert asked(state) == "Turn"
    # and the turn goes on with its main move
    assert "take:1:1" in legal(state)
    assert barred(state, "done") == "FC-TURN-01"
    # or after it
    state = with_contract()
    do(state, *main)
    assert asked(state) == "After"
    do(state, "fulfil:a1-4", "locomotive:3")
    assert state.players[0].city == 6
    assert asked(state) == "After"


@pytest.mark.clause("FC-TURN-10")
def test_a_contract_cannot_be_fulfilled_during_the_main_move_or_in_another_turn() -> None:
    state = with_contract()
    do(state, "take:1:1")
    assert barred(state, "fulfil:a1-4") == "FC-TURN-01"
    do(state, "use")
    assert barred(state, "fulfil:a1-4") == "FC-TURN-05"
    # and the contract of another is not one's own
    turn_of(state, 1)
    assert barred(state, "fulfil:a1-4") == "FC-CONTRACT-02"


@pytest.mark.clause("FC-TURN-11")
@pytest.mark.parametrize("main", [["take:1:1", "use", "leave"], ["take:1:1", "ignore", "leave"], ["tile"]])
def test_coins_may_be_spent_before_and_after_the_main_move(main: list[str]) -> None:
    state = with_contract()
    do(state, "coin:1:coach:lower")
    assert (asked(state), state.players[0].coins, both(state)) == ("Turn", [1, 1, 0], ("0", "0 0"))
    do(state, *main)
    assert asked(state) == "After"
    do(state, "coin:2:locomotive")
    assert state.players[0].city == 4
    assert "coin:1:point" in legal(state)


@pytest.mark.clause("FC-TURN-12")
@pytest.mark.parametrize(("deck", "shown"), [(13, 4), (2, 4), (1, 3), (0, 2)])
def test_the_display_of_end_bonus_cards_is_refilled_at_the_end_of_a_turn(deck: int, shown: int) -> None:
    # given 2 bonus cards taken in a turn
    state = give(after(full_display(position(2))), 0, coins=(5, 4, 0))
    state.bonus_deck = state.bonus_deck[:deck]
    do(state, "buy:eb-loc-3", "pay:4:0:0", "leave", "buy:eb-loc-2", "pay:0:4:0", "leave")
    # then they are missing until the turn ends
    assert [BOX.bonus[bonus].name for bonus in state.display] == ["eb-loc-1", "eb-loc-4"]
    assert asked(state) == "After"
    do(state, "done")
    fall(state, Random(1))
    # when it ends / then the display is full again, if the deck allows
    assert len(state.display) == shown
    assert len(state.bonus_deck) == deck - (shown - 2)
    assert (asked(state), state.actor) == ("Turn", 1)


@pytest.mark.clause("FC-TURN-13")
@pytest.mark.parametrize("open_piles", NO_AND_YES)
def test_a_used_pile_is_a_number_of_backs_or_by_an_option_listed_by_type(open_piles: str) -> None:
    # given cards of all types in a pile, one on the line, and an open contract
    state = give(position(3, open_piles=open_piles), 1, taken="x1-car-1-1 x1-car-1-2 x1-loc-1-1 a1-8 s1-3 x1-con-1-1")
    give(state, 1, sections="s1-1", contracts="a1-1")
    for seat in (None, 0, 1, 2):
        player = state.view(seat).players[1]
        assert player.used == 6
        assert player.pile == ([2, 1, 1, 2] if open_piles == "yes" else [])
    # given a card that is taken / then it lies in no pile before it is used or ignored
    show(turn_of(state, 1), "x1-car-2-1")
    do(state, "take:1:1")
    player = state.view(None).players[1]
    assert player.used == 6
    assert player.pile == ([2, 1, 1, 2] if open_piles == "yes" else [])
    do(state, "ignore", "leave")
    player = state.view(None).players[1]
    assert player.used == 7
    assert player.pile == ([3, 1, 1, 2] if open_piles == "yes" else [])


@pytest.mark.clause("FC-TURN-13")
@pytest.mark.parametrize("pair", ["a-b", "c-d"])
def test_every_card_taken_is_told_and_no_pile_differs_between_worlds(pair: str) -> None:
    state, rng = new_game(3, 5, modules=pair), Random(f"{SEED} piles {pair}")
    told: list[list[str]] = [[], [], []]
    for step in range(90):  # fewer moves than a game has
        state.apply(rng.choice(state.moves()))
        for event in only(state.events(None), events.CardTaken):
            told[event.seat].append(event.card)
        if step % 25 == 0:
            # given what a spectator or a seat may know / then every world has the same piles
            for seat in (None, 0, 2):
                world = state.redraw(seat, rng)
                assert [world.used_pile(other) for other in range(3)] == [state.used_pile(other) for other in range(3)]
    # given the log / then every card taken is named
    assert state.view(None).taken == told
    assert sum(len(names) for names in told) > 5


@pytest.mark.clause("FC-TURN-14")
def test_extras_follow_each_other_in_any_order() -> None:
    # given two met contracts and 3 coins / then all orders are legal
    moves = {
        "fulfil:a1-4": ["fulfil:a1-4", "locomotive:1", "leave"],
        "fulfil:a1-5": ["fulfil:a1-5", "coins"],
        "coin:1:coach:upper": ["coin:1:coach:upper"],
        "coin:2:locomotive": ["coin:2:locomotive"],
        "coin:1:point": ["coin:1:point"],
    }
    results = set()
    for order in permutations(moves):
        state = give(position(2), 0, upper="2 2", lower="0", city=3, sections="s1-2 s1-1", coins=(2, 1, 0))
        show(give(state, 0, contracts="a1-4 a1-5"), "x1-loc-1-1 x1-loc-1-2")
        for word in order:
            assert word in legal(state)
            do(state, *moves[word])
            assert asked(state) == "Turn"
        player = state.players[0]
        results.add((both(state), player.city, sum(player.coins), player.points))
    assert results == {(("2 2 0", "0"), 5, 4, 1)}


@pytest.mark.clause("FC-TURN-14")
@pytest.mark.parametrize("inside", NO_AND_YES)
@pytest.mark.parametrize("window", ["Turn", "After"])
def test_coins_are_not_spent_inside_a_reward_unless_an_option_allows_it(inside: str, window: str) -> None:
    # given a contract with two icons: steps of the conductors and coins
    state = give(position(2, coins_inside_rewards=inside), 0, upper="0 0 0 0", lower="0", contracts="a1-2")
    show(give(state, 0, upper="0 0 0 0 0 m1", coins=(2, 0, 0)), "x1-loc-1-1 x1-loc-1-2")
    if window == "After":
        after(state)
    do(state, "fulfil:a1-2", "conductor:upper:2")
    # then no coin can be spent between them, except by the option
    assert asked(state) == "Carry"
    if inside == "no":
        assert set(legal(state)) == {"coins", "leave"}
        for word in ("coin:1:point", "coin:1:coach:lower", "buy:eb-loc-1"):
            assert barred(state, word) == "FC-TURN-14"
        do(state, "coins")
        assert state.players[0].coins == [4, 0, 0]
    else:
        do(state, "coin:1:coach:lower")
        assert both(state)[1] == "0 0"
        assert asked(state) == "Carry"
        do(state, "coins")
        assert state.players[0].coins == [3, 0, 0]
    assert asked(state) == window
    # and never another contract
    assert "fulfil:a1-2" not in legal(state)


@pytest.mark.clause("FC-TURN-14")
@pytest.mark.parametrize("inside", NO_AND_YES)
def test_no_other_contract_is_fulfilled_inside_a_reward(inside: str) -> None:
    state = give(position(2, coins_inside_rewards=inside), 0, upper="0 0 0 0 0 m1", contracts="a1-2 a1-4", city=3)
    show(state, "x1-loc-1-1 x1-loc-1-2")
    do(state, "fulfil:a1-2", "conductor:upper:2")
    assert barred(state, "fulfil:a1-4") == "FC-TURN-14"
    assert barred(state, "take:1:1") == "FC-TURN-01"


@pytest.mark.clause("FC-TURN-14")
@pytest.mark.parametrize("inside", NO_AND_YES)
def test_the_option_is_about_end_bonus_cards_too_and_not_about_mail_cars(inside: str) -> None:
    # given an end-bonus card with two upgrades / then between them coins are spent by the option only
    state = give(after(position(2, coins_inside_rewards=inside)), 0, upper="0 0 0 0", coins=(5, 1, 0))
    do(state, "buy:eb-loc-1", "pay:4:0:0", "upgrade:upper:0")
    assert ("coin:1:point" in legal(state)) == (inside == "yes")
    do(state, "leave")
    # given a mail car with two upgrades / then its reward is finished first
    do(state, "coin:1:coach:upper", "mail:m2", "upgrade:upper:0")
    assert barred(state, "coin:2:point") == "FC-TURN-14"


@pytest.mark.clause("FC-TURN-14")
def test_what_an_extra_triggers_is_finished_before_the_next() -> None:
    # given a coin that brings the fifth card / then the mail car and its reward come before anything else
    state = give(after(position(2)), 0, upper="0 0 0 0", coins=(2, 0, 0))
    do(state, "coin:1:coach:upper")
    assert asked(state) == "ChooseMail"
    assert barred(state, "coin:1:point") == "FC-TURN-01"
    do(state, "mail:m1")
    assert barred(state, "coin:1:point") == "FC-TURN-14"
    do(state, "locomotive:2")
    assert asked(state) == "After"
    assert "coin:1:point" in legal(state)
    # and the same holds in the own part of a scoring phase
    assert "coin:1:point" in legal(scoring(state))
