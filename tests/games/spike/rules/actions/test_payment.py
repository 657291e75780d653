"""Payments with joker sets compared with every way to play cards, one by one (SP-JOKER, SP-BUILD-19)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

import pytest

from trainshed.games.spike.rules.network.cheapest import Prices
from trainshed.games.spike.rules.network.map_graph import pack, unpack
from trainshed.games.spike.rules.network.payment import Purse, fewest_cards, payments
from trainshed.games.spike.rules.network.spending import Spending

Cards = tuple[int, ...]

# ---------------------------------------------------------------- every way to play cards


def single_sets(colors: int, longest: int) -> Iterator[tuple[int, int, int]]:
    """Every joker set for one colour: the colour of its cards, how many spaces it pays, and their colour."""
    for source, units, target in product(range(colors), range(1, longest + 1), range(colors)):
        if source != target:
            yield source, units, target


@cache
def plain_ways(needs: Cards) -> set[Cards]:
    """The cards that pay this demand, from any hand: space after space a card, or a set for spaces of one colour."""
    if not any(needs):
        return {(0,) * len(needs)}
    target = next(color for color, need in enumerate(needs) if need)
    found: set[Cards] = set()
    for rest in plain_ways(less(needs, target, 1)):
        found.add(more(rest, target, 1))
    for source, units, other in single_sets(len(needs), needs[target]):
        if other == target:
            found |= {more(rest, source, units + 1) for rest in plain_ways(less(needs, target, units))}
    return found


@cache
def mixed_ways(needs: Cards) -> set[Cards]:
    """The same if each card that a set stands for may have its own colour: any group of spaces is paid by one set."""
    if not any(needs):
        return {(0,) * len(needs)}
    first = next(color for color, need in enumerate(needs) if need)
    found = {more(rest, first, 1) for rest in mixed_ways(less(needs, first, 1))}
    for group in product(*[range(need + 1) for need in needs]):
        if group[first]:  # the set that pays the first space
            left = tuple(need - part for need, part in zip(needs, group, strict=True))
            for source in range(len(needs)):
                if group[source] == 0:  # a set never stands for its own colour
                    found |= {more(rest, source, sum(group) + 1) for rest in mixed_ways(left)}
    return found


def more(cards: Cards, color: int, count: int) -> Cards:
    return (*cards[:color], cards[color] + count, *cards[color + 1 :])


def less(cards: Cards, color: int, count: int) -> Cards:
    return more(cards, color, -count)


def brute_force(hand: Cards, needs: Cards, mixed: bool) -> set[Cards]:
    """Every payment of this demand that this hand holds."""
    ways = mixed_ways(needs) if mixed else plain_ways(needs)
    return {way for way in ways if all(have >= played for have, played in zip(hand, way, strict=True))}


def found(hand: Cards, needs: Cards, mixed: bool) -> list[Cards]:
    """What the rules list for this hand and demand."""
    return [tuple(unpack(way, len(hand))) for way in payments(list(hand), pack(list(needs)), mixed)]


# ---------------------------------------------------------------- the rules against it

DEMANDS = [(1, 0, 0), (2, 0, 0), (1, 1, 0), (1, 1, 1), (2, 1, 0), (3, 0, 0), (2, 1, 1), (2, 2, 0)]


@pytest.mark.parametrize("mixed", [False, True], ids=["one colour a set", "mixed sets"])
@pytest.mark.clause("SP-JOKER-05", "SP-JOKER-08", "SP-BUILD-19")
def test_payments_from_three_colours_are_exactly_those_of_a_brute_force(mixed: bool) -> None:
    for needs in DEMANDS:
        ways = mixed_ways(needs) if mixed else plain_ways(needs)
        for hand in product(range(5), repeat=3):
            held = {way for way in ways if all(have >= played for have, played in zip(hand, way, strict=True))}
            listed = found(hand, needs, mixed)
            assert set(listed) == held, f"{hand} pays {needs}"
            assert len(listed) == len(held), "a payment is listed twice"


@pytest.mark.parametrize("mixed", [False, True], ids=["one colour a set", "mixed sets"])
@pytest.mark.clause("SP-JOKER-02", "SP-JOKER-03", "SP-JOKER-07")
def test_payments_from_six_colours_are_exactly_those_of_a_brute_force(mixed: bool) -> None:
    rng = Random("six colours")
    several = 0
    for _ in range(60):
        needs = [0] * 6
        for _ in range(rng.randint(1, 4)):
            needs[rng.randrange(6)] += 1
        hand = tuple(rng.randint(0, 3) for _ in range(6))
        held = brute_force(hand, tuple(needs), mixed)
        assert set(found(hand, tuple(needs), mixed)) == held, f"{hand} pays {needs}"
        several += len(held) > 1
    assert several > 20


def next_counts(hand: Cards, needs: Cards, mixed: bool, played: Cards) -> set[int]:
    """How many cards of the next colour can be played after these, as the rules find it."""
    spending = Spending(list(hand), pack(list(needs)), mixed)
    for color, count in enumerate(played):
        spending.play(color, count)
    counts = spending.counts(len(played), needs[len(played)])
    return {count for count in range(hand[len(played)] + 1) if counts >> count & 1}


@pytest.mark.parametrize("mixed", [False, True], ids=["one colour a set", "mixed sets"])
@pytest.mark.clause("SP-JOKER-05", "SP-JOKER-08", "SP-BUILD-19")
def test_the_next_cards_of_a_payment_are_exactly_those_of_a_brute_force(mixed: bool) -> None:
    rng = Random("next cards")
    longest = 0
    for _ in range(150):
        needs = [0] * 4
        for _ in range(rng.randint(1, 5)):
            needs[rng.randrange(4)] += 1
        hand = tuple(rng.randint(0, 5) for _ in range(4))
        held = brute_force(hand, tuple(needs), mixed)
        for played in {way[:color] for way in held for color in range(4)}:
            counts = {way[len(played)] for way in held if way[: len(played)] == played}
            assert next_counts(hand, tuple(needs), mixed, played) == counts, f"{hand} pays {needs} after {played}"
            longest = max(longest, len(counts))
    assert longest > 4


@pytest.mark.parametrize("mixed", [False, True], ids=["one colour a set", "mixed sets"])
@pytest.mark.clause("SP-BUILD-09", "SP-JOKER-01")
def test_a_demand_can_be_paid_if_and_only_if_some_payment_is_listed(mixed: bool) -> None:
    for needs in DEMANDS:
        ways = mixed_ways(needs) if mixed else plain_ways(needs)
        for hand in product(range(5), repeat=3):
            payable = any(all(have >= played for have, played in zip(hand, way, strict=True)) for way in ways)
            assert Purse(list(hand), mixed).pays(pack(list(needs))) == payable, f"{hand} pays {needs}"


@pytest.mark.parametrize("mixed", [False, True], ids=["one colour a set", "mixed sets"])
@pytest.mark.clause("SP-JOKER-02", "SP-JOKER-05")
def test_several_shortages_are_covered_by_sets_if_and_only_if_some_payment_is_listed(mixed: bool) -> None:
    # given hands of few colours, many cards each, and demands of other colours: all is paid by sets
    rng = Random("shortages")
    outcomes = {True: 0, False: 0}
    for _ in range(110):
        owned = rng.sample(range(5), 3)
        hand = tuple(rng.randint(1, 4) if color in owned else int(rng.random() < 0.2) for color in range(5))
        needs = [0] * 5
        for _ in range(rng.randint(4, 7)):
            needs[rng.choice([color for color in range(5) if color not in owned or rng.random() < 0.2])] += 1
        held = brute_force(hand, tuple(needs), mixed)
        purse = Purse(list(hand), mixed)
        assert purse.pays(pack(needs)) == bool(held), f"{hand} pays {needs}"
        if held:
            assert Prices(purse).cards(pack(needs)) == min(map(sum, held)), f"{hand} pays {needs}"
        outcomes[bool(held)] += 1
    assert min(outcomes.values()) > 15


def test_the_payment_with_the_fewest_cards_is_one_of_them_and_none_is_smaller() -> None:
    rng = Random("fewest")
    for _ in range(80):
        needs = tuple(rng.randint(0, 2) for _ in range(4))
        hand = tuple(rng.randint(0, 4) for _ in range(4))
        held = brute_force(hand, needs, False)
        best = tuple(fewest_cards(list(hand), pack(list(needs)), False))
        if held:
            assert best in held
            assert sum(best) == min(map(sum, held))
        else:
            assert best == ()


# ---------------------------------------------------------------- by hand


@pytest.mark.clause("SP-JOKER-01", "SP-JOKER-04")
@pytest.mark.parametrize("size", range(2, 8))
def test_a_set_of_n_cards_pays_n_less_one_spaces(size: int) -> None:
    assert found((0, size), (size - 1, 0), False) == [(0, size)]
    assert found((0, size), (size, 0), False) == []


@pytest.mark.clause("SP-JOKER-08")
def test_no_payment_has_an_idle_card() -> None:
    assert found((3, 0), (0, 1), False) == [(2, 0)]  # not all three
    assert found((2, 0), (1, 0), False) == [(1, 0)]  # a set never stands for its own colour
    assert found((2, 0), (1, 0), True) == [(1, 0)]


@pytest.mark.clause("SP-JOKER-07")
def test_cards_of_one_colour_may_be_several_sets() -> None:
    assert found((4, 0, 0), (0, 1, 1), False) == [(4, 0, 0)]
    assert found((3, 0, 0), (1, 1, 0), False) == [(3, 0, 0)]
    assert found((3, 0, 0), (0, 1, 1), False) == []
    assert found((3, 0, 0), (0, 1, 1), True) == [(3, 0, 0)]
    assert found((4, 0, 0), (0, 1, 1), True) == [(3, 0, 0), (4, 0, 0)]  # one set for both, or two pairs


@pytest.mark.clause("SP-JOKER-07")
def test_two_spaces_of_one_colour_may_be_paid_by_one_set_or_by_two_pairs() -> None:
    assert found((4, 0), (0, 2), False) == [(3, 0), (4, 0)]
