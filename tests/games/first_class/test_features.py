"""The features of First Class agree with the table in their module's docstring."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.feature_table import FeatureTable, ones
from tests.support.games.first_class.positions import (
    BOX,
    GAME,
    PAIRS,
    after,
    ask,
    card,
    carry,
    do,
    give,
    play_out,
    position,
    scoring,
    show,
    wander,
)
from trainshed.games.first_class import features as module
from trainshed.games.first_class.features import features, length, longest, numbers_of, utilities
from trainshed.games.first_class.rules.actions.coins import MakeRoom, PayBonus
from trainshed.games.first_class.rules.actions.trains import ChooseMail
from trainshed.kernel.agenda import NATURE

TABLE = FeatureTable(GAME, module)
rows, part, place = TABLE.rows, TABLE.part, TABLE.place
NUMBERS = numbers_of(BOX)


def test_the_table_is_complete() -> None:
    assert sum(count for _, count in rows()) == length(GAME) == 5093
    assert 4 * sum(count for _, count in rows(within=True)) == dict(rows())["each place: 635 numbers"]


@pytest.mark.parametrize(("number", "pair"), list(enumerate(PAIRS)))
def test_always_as_many_numbers_and_all_in_range(number: int, pair: str) -> None:
    seats = 2 + number % 3
    options = {"modules": pair, "open_piles": "yes" if number % 2 else "no"}
    rng = Random(number)
    state = GAME.start(seats, options)
    low, high = utilities(GAME, seats, options)
    decisions = draws = 0
    while not state.over:
        if (decisions + draws) % 11 == 0:
            for seat in [*range(seats), None]:
                values = features(GAME, state.view(seat))
                assert len(values) == length(GAME)
                assert all(0.0 <= value <= 1.0 for value in values)
                assert len(ones(part(state, "the question", seat))) == 1
        if state.actor == NATURE:
            draws += 1
        else:
            decisions += 1
        state.apply(rng.choice(state.moves()))
    assert part(state, "over") == [1.0]
    assert all(low <= points <= high for points in GAME.returns(state))
    most = longest(GAME, seats, options)
    assert decisions <= most[0]
    assert draws <= most[1]


def test_places_are_seen_from_the_seat_that_looks() -> None:
    """What one seat sees at the first place, the seat before it sees at the second."""
    rng = Random(4)
    state = GAME.start(4, {"modules": "b-e"})
    for _ in range(250):
        wander(state, rng)
    assert not state.over
    for seat in range(4):
        for what, _ in rows(within=True):
            assert place(state, 1, what, (seat - 1) % 4) == place(state, 0, what, seat)
    assert any(place(state, 0, "each module card"))


def test_who_holds_what() -> None:
    state = position(3, turn=1)
    state.tile, state.start = 2, 1
    values = part(state, "who began", 1)
    assert [ones(values[4 * n : 4 * n + 4]) for n in range(4)] == [[2], [0], [1], [0]]
    assert ones(part(state, "the round", 1)) == [1]
    assert part(state, "turns begun", 1) == [1 / 9]


def test_action_cards() -> None:
    state = position(2, modules="a-b")
    show(state, "- x1-con-2-1", row=2)
    give(state, 1, taken="x1-loc-2-1")
    values = part(state, "each action card")
    each = 9
    shown, taken, hidden = card("x1-con-2-1"), card("x1-loc-2-1"), card("x1-car-1-1")
    assert values[each * shown : each * (shown + 1)] == [0, 1, 0, 2 / 6, 0, 0, 0, 0, 0]
    assert values[each * taken : each * (taken + 1)] == [0, 0, 0, 0, 0, 0, 1, 0, 0]
    assert values[each * hidden : each * (hidden + 1)] == [0, 0, 0, 0, 1, 0, 0, 0, 0]


def test_end_bonus_cards_of_others_are_hidden() -> None:
    state = position(2)
    give(state, 1, bonus="eb-con-7 eb-con-1")
    values = part(state, "each end-bonus")
    drafted, bought = BOX.bonus_numbers["eb-con-7"], BOX.bonus_numbers["eb-con-1"]
    assert values[7 * drafted : 7 * drafted + 7] == [0] * 7
    assert values[7 * bought : 7 * bought + 7] == [0, 0, 0, 0, 1, 0, 0]
    own = part(state, "each end-bonus", 1)
    assert own[7 * drafted + 1] == 1
    assert place(state, 1, "end-bonus cards") == [2 / 21, 1]


def test_trains_line_and_coins() -> None:
    state = position(2)
    give(state, 0, upper="12 4 1 1 0 m1 0 0 0 lt-15", conductors=(10, 1), city=4, sections="s1-2", coins=(5, 2, 1))
    values = place(state, 0, "each card of both trains")
    assert values[:8] == [1, 1, 0, 0, 1, 4 / 12, 0, 0]
    assert values[20:24] == [0, 0, 1, 0]
    assert values[36:44] == [0, 0, 0, 1, 1, 0, 0, 0]
    assert place(state, 0, "the conductors") == [1, 0.1]
    assert place(state, 0, "the city") == [4 / 39, 5 / 39]
    assert ones([float(value > 0) for value in place(state, 0, "each section")]) == [NUMBERS.sections.index("s1-2")]
    assert place(state, 0, "coins") == [1, 0.4, 0.5]
    assert place(state, 0, "mail cars") == [0, 1, 1, 1]


def test_contracts_and_module_cards() -> None:
    state = position(2, modules="a-b")
    give(state, 0, contracts="a1-4", upper="1 1 0", conductors=(1, 0))
    assert ones(place(state, 0, "open contracts")) == [NUMBERS.contracts.index("a1-4")]
    show(state, "b1-1")
    do(state, "take:1:1", "use", "celebrity:lower:1")
    at = 4 * NUMBERS.module_cards.index(card("b1-1"))
    assert place(state, 0, "each module card")[at : at + 4] == [1, 1 / 39, 1, 0]


def test_tokens_are_known_to_those_who_held_them() -> None:
    state = position(2, modules="a-c")
    murder = next(own for own in BOX.modules if own.name == "murder")
    case = murder.case(state)
    case.guilty = 1
    case.bag = [9, 14]
    case.tokens = [[1 | 2 << 0, 0 | 2 << 0], [1 | 2 << 1]]
    assert place(state, 0, "murder") == [2 / 7, 1 / 6, 1 / 6, 0, 0, 0]
    assert place(state, 1, "murder") == [1 / 6, 0, 0, 0, 0, 0]
    assert place(state, 0, "murder", 1) == [1 / 6, 1 / 6, 0, 1, 1, 0]
    assert part(state, "murder") == [1, 0, 23 / 26, 0]


def test_the_question() -> None:
    kinds = list(GAME.effects_by_name)
    state = carry(position(2), 0, "0-coach x2, 0->1, conductors both 1, conductor steps 3")
    assert ones(part(state, "the question")) == [kinds.index("Carry")]
    assert ones(part(state, "icons that are carried")) == [0]
    icons = part(state, "icons of the core")
    assert icons[0] == 2 / 6
    assert icons[3] == 3 / 7
    assert icons[8:] == [0.2, 0, 0, 0, 0, 0.2, 0.2]
    ask(state, ChooseMail(0, 1))
    assert ones(part(state, "the train that gets")) == [1]
    give(state, 0, coins=(5, 5, 2))
    ask(state, PayBonus(0, 3))
    assert ones(part(state, "the end-bonus card that")) == [3]
    ask(state, MakeRoom(0, 5))
    assert part(state, "the coins or tokens") == [0.5]
    show(state, "x1-con-2-1")
    state.turn = 0
    after(state)
    assert sum(part(state, "the action card that")) == 0


def test_rewards_that_were_begun() -> None:
    state = give(position(2), 0, city=2, coins=(0, 0, 0))
    scoring(state)
    assert sum(part(state, "cities whose reward")) == 0
    do(state, "city:2", "coins")
    assert ones(part(state, "cities whose reward")) == [1]
    assert part(state, "something was done") == [1]


def test_places_without_a_player_are_zeros() -> None:
    state = play_out(GAME.start(2, {}), Random(3))
    for what, _ in rows(within=True):
        assert not any(place(state, 2, what) + place(state, 3, what))
    assert place(state, 1, "taken")[0] == 1
