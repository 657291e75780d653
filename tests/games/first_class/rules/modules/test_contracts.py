"""Module A: the requirements of contracts, the one that pays later, and the cards that pay at once."""

from __future__ import annotations

import pytest

from tests.games.first_class.rules.modules.table import (
    in_used_pile,
    module_view,
    part,
    split,
    table,
    told,
    use,
)
from tests.support.games.first_class.positions import (
    BOX,
    asked,
    barred,
    card,
    do,
    give,
    legal,
    scoring,
)
from trainshed.games.first_class.rules.actions.contracts import reached
from trainshed.games.first_class.rules.components import CONTRACT, NOW
from trainshed.games.first_class.rules.effect_notation import COINS
from trainshed.games.first_class.rules.requirements import read_requirement
from trainshed.games.first_class.rules.state import FirstClassState

FULL_LINE = "s1-1 s1-2 s1-3 s1-4"
"""With the board's three cities: twelve, rewards at 2, 5, 7, 9 and 12."""


def holder(contract: str, **things: object) -> FirstClassState:
    """A player before the main move with an open contract and these things."""
    return give(table(2, modules="a-b"), 0, contracts=contract, **things)  # type: ignore[arg-type]


def met(contract: str, **things: object) -> bool:
    """May the contract be fulfilled? If not, the clause on requirements says so."""
    state = holder(contract, **things)
    if f"fulfil:{contract}" in legal(state):
        return True
    assert barred(state, f"fulfil:{contract}") == "FC-CONTRACT-04"
    return False


@pytest.mark.clause("FC-MODULE-A-01")
@pytest.mark.parametrize("deck", [1, 2, 3])
def test_nearly_all_cards_are_contracts(deck: int) -> None:
    # given module A data, then 7 of 8 cards per deck are contracts
    assert split("a", deck) == {"contract": 7, "game end" if deck == 3 else "money": 1}


@pytest.mark.clause("FC-MODULE-A-02")
def test_a_higher_coach_counts_as_every_lower_level() -> None:
    # given requirement four coaches of level 1 and coaches 12, 4, 2, 1, then met
    assert met("a1-1", upper="12 4 2 1", lower="0")
    assert met("a1-1", upper="12 4", lower="2 1")
    assert not met("a1-1", upper="12 4 2 0", lower="0 0")
    # and a lower one does not count as a higher
    assert met("a2-6", upper="12 7 4", lower="2")
    assert not met("a2-6", upper="12 7 2", lower="2")


@pytest.mark.clause("FC-MODULE-A-03", "FC-MODULE-A-04")
def test_coaches_of_both_trains_count_together() -> None:
    # given six of level 2+ required and 2 in the upper, 4 in the lower train, then met
    assert met("a2-1", upper="2 2", lower="2 2 2 2")
    assert not met("a2-1", upper="2 2", lower="2 2 2 1")
    assert not met("a2-1", upper="2", lower="2 2 2 2")
    # given upper [2,2], lower [4,4,2,2], then contract A2-1 can be fulfilled
    state = holder("a2-1", upper="2 2", lower="4 4 2 2", coins=(0, 0, 0))
    do(state, "fulfil:a2-1", "upgrade:lower:4", "upgrade:upper:2", "upgrade:upper:2", "upgrade:lower:2")
    assert asked(state) == "Turn"
    assert state.players[0].contracts == []
    assert in_used_pile(state, "a2-1")


@pytest.mark.clause("FC-MODULE-A-05")
def test_a_sequence_needs_consecutive_coaches_that_are_high_enough() -> None:
    # given sequence 4-2-2-1 and train [7,4,2,1], then met
    assert met("a2-2", upper="7 4 2 1")
    assert met("a2-2", lower="7 4 2 1"), "in either train"
    assert met("a2-2", upper="0 4 2 2 1"), "anywhere in the train"
    assert met("a2-2", upper="12 12 12 12")
    # given [4,2,1,1], then not met
    assert not met("a2-2", upper="4 2 1 1")
    assert not met("a2-2", upper="1 2 2 4"), "from left to right"
    assert not met("a2-2", upper="4 2 0 2 1"), "nothing between them"
    assert not met("a2-2", upper="4 2", lower="2 1"), "in one train"
    assert not met("a2-2", upper="4 2 2"), "all of it"


@pytest.mark.clause("FC-MODULE-A-05", "FC-MODULE-A-06")
def test_a_mail_car_is_skipped_in_a_sequence() -> None:
    # given a sequence with a mail car inside, then met
    assert met("a2-2", upper="0 0 0 4 2 m1 2 1")
    assert not met("a2-2", upper="0 0 0 4 2 m1 0 2 1")
    assert not met("a2-2", upper="0 0 4 2 2 m1"), "and it is no coach of the sequence"


@pytest.mark.clause("FC-MODULE-A-06")
def test_mail_cars_and_tiles_are_cards_and_no_coaches() -> None:
    # given requirement 'train of 5 cards' and 5 coaches plus mail car, then length is 6 and the requirement is met
    assert met("a1-2", upper="0 0 0 0 0 m1")
    state = holder("a1-2", upper="0 0 0 0 0 m1")
    length = read_requirement("one train 6 cards", BOX.levels)
    assert length is not None
    assert reached(state, 0, length) == 6
    assert met("a2-3", upper="0 0 0 0 0 m1", lower="0 0 0 0 0 m2")
    assert not met("a2-3", upper="0 0 0 0 0 m1", lower="0 0 0 0")
    # given 'six coaches of level 1', upper [1,1,1,1,1,M] and lower [0], then not met
    state = holder("a1-1", upper="1 1 1 1 1 m1", lower="0")
    six = read_requirement("coaches 6 level 1+", BOX.levels)
    assert six is not None
    assert reached(state, 0, six) == 5
    assert not met("a2-1", upper="2 2 2 2 2 m1", lower="0")
    # and a tile is no coach either
    assert met("a3-6", upper="2 2 2 2 2 m1 2 2 2 lt-5", lower="0")
    assert not met("a3-6", upper="2 2 2 2 2 m1 2 2 0 lt-5", lower="0")


@pytest.mark.clause("FC-MODULE-A-07")
def test_standing_further_on_counts_too() -> None:
    # given 'both conductors at card 2' and positions (2,3), then met; given positions (1,5), then not met
    trains = {"upper": "0 0 0 0 0 m1", "lower": "0 0 0 0 0 m2"}
    assert met("a1-3", conductors=(2, 3), **trains)
    assert met("a1-3", conductors=(6, 2), **trains)
    assert not met("a1-3", conductors=(1, 5), **trains)
    assert not met("a1-3", conductors=(5, 1), **trains)
    # given 'city 3' and the locomotive at city 5, then met
    assert met("a1-4", city=5, sections="s1-1")
    assert met("a1-4", city=3)
    assert not met("a1-4", city=2, sections="s1-1")
    # and one conductor is either of them
    assert met("a2-5", conductors=(0, 6), **trains)
    assert met("a2-5", conductors=(6, 0), **trains)
    assert not met("a2-5", conductors=(5, 5), **trains)


@pytest.mark.clause("FC-MODULE-A-08")
def test_the_drafted_end_bonus_card_counts() -> None:
    # given requirement 2 and only the drafted card, then not met
    state = holder("a2-7", coins=(4, 0, 0))
    assert barred(state, "fulfil:a2-7") == "FC-CONTRACT-04"
    # when one is bought, then met
    do(state, "buy:eb-loc-3", "leave", "fulfil:a2-7")
    assert in_used_pile(state, "a2-7")
    # given requirement 3, then a second one is needed
    assert not met("a3-7", bonus="eb-car-1 eb-con-1")
    assert met("a3-7", bonus="eb-car-1 eb-con-1 eb-con-2")


@pytest.mark.clause("FC-MODULE-A-09")
@pytest.mark.parametrize(("name", "coins"), [("a1-8", 3), ("a2-8", 4)])
def test_the_money_card_gives_coins(name: str, coins: int) -> None:
    # given A1-8, then +3 coins
    state = give(table(2, modules="a-b"), 0, coins=(0, 0, 0))
    use(state, name)
    do(state, "coins")
    assert sum(state.players[0].coins) == coins
    assert in_used_pile(state, name)


@pytest.mark.clause("FC-MODULE-A-09")
def test_the_last_deck_has_an_end_bonus_card_with_an_upgrade() -> None:
    state = give(table(2, modules="a-b"), 0, upper="2 1", lower="0")
    use(state, "a3-8")
    do(state, "upgrade:upper:2", "bonus:eb-loc-2", "leave")
    assert asked(state) == "After"
    assert [BOX.bonus[b].name for b in state.players[0].bonus] == ["eb-car-1", "eb-loc-2"]
    assert state.players[0].trains[0] == [3, 1]


# ---------------------------------------------------------------- the contract that pays later


@pytest.mark.clause("FC-MODULE-A-10")
def test_the_deferred_contract_pays_in_the_next_scoring_phase() -> None:
    # given A2-6 fulfilled in round 4
    state = holder("a2-6", upper="4 4 4")
    state.round = 4
    do(state, "fulfil:a2-6")
    # then it is in the used pile
    assert state.players[0].points == 0
    assert in_used_pile(state, "a2-6")
    assert state.players[0].contracts == []
    assert module_view(state, "contracts")["deferred"] == [["a2-6"], []]
    assert barred(state, "fulfil:a2-6") == "FC-CONTRACT-02"
    # and its 10 points come in scoring phase 2, at the beginning of the owner's part and of no other
    scoring(state, 0, 2, more=True)
    assert (asked(state), state.turn) == ("ScoringPart", 0)
    assert state.players[0].points == 10
    assert module_view(state, "contracts")["deferred"] == [[], []]
    do(state, "done")
    assert (asked(state), state.turn) == ("ScoringPart", 1)
    assert [player.points for player in state.players] == [10, 0]
    # and only once
    scoring(state, 0, 3, more=True)
    assert state.players[0].points == 10


@pytest.mark.clause("FC-MODULE-A-10")
def test_the_deferred_contract_waits_for_its_owner() -> None:
    # given A2-6 fulfilled by the second player / when the first has the part, then nothing is paid
    state = give(table(2, turn=1, modules="a-b"), 1, contracts="a2-6", upper="4 4 4")
    do(state, "fulfil:a2-6")
    scoring(state, 0, 2, more=True)
    assert state.players[1].points == 0
    heard = do(state, "done")
    assert state.players[1].points == 10
    assert told(heard, "paid") == [{"card": "a2-6"}]


@pytest.mark.clause("FC-MODULE-A-10")
@pytest.mark.parametrize("phase", [1, 3])
def test_in_the_owners_part_the_deferred_contract_pays_at_once(phase: int) -> None:
    # given it fulfilled in the owner's part of scoring phase 3, then +10 at once
    state = holder("a2-6", upper="4 4 4")
    scoring(state, 0, phase)
    do(state, "fulfil:a2-6")
    assert state.players[0].points == 10
    assert module_view(state, "contracts")["deferred"] == [[], []]
    assert in_used_pile(state, "a2-6")


@pytest.mark.clause("FC-MODULE-A-10")
def test_no_other_contract_waits() -> None:
    assert [c.name for c in BOX.cards if c.kind == CONTRACT and c.pays != "contract"] == ["a2-6"]
    state = holder("a3-3", lower="0 0 0 0 0 m1 0 0 0 lt-5")
    do(state, "fulfil:a3-3")
    assert state.players[0].points == 12
    assert part(state) == 0


# ---------------------------------------------------------------- lengths, tiles, cities


@pytest.mark.clause("FC-MODULE-A-11")
def test_one_train_both_trains_and_all_cards() -> None:
    # given trains of 6 and 3 cards
    trains = {"upper": "0 0 0 0 0 m1", "lower": "0 0 0"}
    # then 'one train of 5' and '8 in all' are met and 'both trains of 6' is not
    assert met("a1-2", **trains)
    assert met("a1-7", **trains)
    assert not met("a2-3", **trains)
    assert met("a2-3", upper="0 0 0 0 0 m1", lower="0 0 0 0 0 m2 0")
    # and one less is too few
    assert not met("a1-2", upper="0 0 0 0", lower="0 0 0 0")
    assert not met("a1-7", upper="0 0 0 0", lower="0 0 0")
    assert met("a1-2", upper="0", lower="0 0 0 0 0 m1"), "either train"


@pytest.mark.clause("FC-MODULE-A-12")
def test_a_tile_counts_before_the_conductor_reaches_it() -> None:
    # given a tile in the lower train and its conductor on card 3, then A3-3 can be fulfilled
    full = "0 0 0 0 0 m1 0 0 0 lt-5"
    assert met("a3-3", lower=full, conductors=(0, 3))
    assert met("a3-3", upper=full, conductors=(0, 0))
    assert met("a3-3", lower=full, conductors=(0, 10))
    assert not met("a3-3", lower="0 0 0 0 0 m1 0 0", conductors=(0, 8))


@pytest.mark.clause("FC-MODULE-A-14")
def test_reward_cities_count_with_the_one_on_the_board() -> None:
    # given the locomotive past the printed reward city and two reward cities of section cards
    assert met("a2-4", city=7, sections="s1-1 s1-2")
    assert met("a2-4", city=12, sections=FULL_LINE)
    # then A2-4 (three reward cities) can be fulfilled, and not before the third is reached
    assert not met("a2-4", city=6, sections="s1-1 s1-2")
    assert not met("a2-4", city=6, sections=FULL_LINE)


# ---------------------------------------------------------------- money and game-end cards


@pytest.mark.clause("FC-MODULE-A-13")
def test_money_and_game_end_cards_of_another_module() -> None:
    # given B1-7, then +3 coins
    state = give(table(2, modules="b-d"), 0, coins=(0, 0, 0))
    use(state, "b1-7")
    do(state, "coins")
    assert sum(state.players[0].coins) == 3
    # given B2-8, then one displayed end-bonus card with its action and one level-0 coach
    for order in (["bonus:eb-loc-3", "upgrade:upper:0", "coach:lower"], ["coach:lower", "bonus:eb-loc-3"]):
        state = give(table(2, modules="b-d"), 0, coins=(0, 0, 0))
        use(state, "b2-8")
        do(state, *order)
        if asked(state) == "Carry":
            do(state, "upgrade:upper:0")  # the action of the end-bonus card comes last
        # in either order
        assert len(state.players[0].bonus) == 2
        assert state.players[0].trains == [[1], [0, 0]]
        assert in_used_pile(state, "b2-8")


PAID_NOW = [c.name for c in BOX.cards if c.module >= 0 and c.kind in NOW]


@pytest.mark.clause("FC-MODULE-A-13")
@pytest.mark.parametrize("name", PAID_NOW)
def test_whatever_its_module_such_a_card_is_paid_now_and_counts_for_no_type(name: str) -> None:
    letter = name[0]
    other = "b" if letter == "a" else "a"
    state = give(table(2, modules="-".join(sorted((letter, other)))), 0, coins=(0, 0, 0), upper="0 0")
    use(state, name)
    coins = sum(icon.count for icon in BOX.cards[card(name)].icons if icon.verb == COINS)
    if coins:
        do(state, "coins")
        assert sum(state.players[0].coins) == coins
    else:
        do(state, "bonus:eb-loc-3")
        assert len(state.players[0].bonus) == 2
    while asked(state) == "Carry":
        do(state, "leave")
    assert in_used_pile(state, name)
    assert state.base_cards(0) == [0, 0, 0]


@pytest.mark.clause("FC-MODULE-A-13")
def test_every_module_has_its_money_and_game_end_cards() -> None:
    assert len(PAID_NOW) == 3 + 6 + 6 + 3 + 3
