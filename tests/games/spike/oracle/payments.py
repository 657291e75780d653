"""Which cards pay for a route: matching cards, and sets of equal cards as jokers (SP-JOKER-01 to SP-JOKER-08)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

Cards = tuple[int, ...]
"""How many cards, or spaces, of each colour."""


def less(cards: Cards, colour: int, n: int) -> Cards:
    return (*cards[:colour], cards[colour] - n, *cards[colour + 1 :])


def first_steps(demand: Cards, hand: Cards, mixed: bool) -> Iterator[tuple[Cards, Cards]]:
    """All ways to pay the first unpaid space: what is then left of the demand and of the hand.

    The space is paid by a card of its colour, or by a set of n equal cards of another colour which pays n - 1 spaces
    at once: all of this colour, or with `mixed` of any colours but its own.
    """
    colour = next(at for at, spaces in enumerate(demand) if spaces)
    if hand[colour]:
        yield less(demand, colour, 1), less(hand, colour, 1)
    for joker, held in enumerate(hand):
        if joker == colour:
            continue
        if not mixed:
            for n in range(2, held + 1):
                if n - 1 <= demand[colour]:
                    yield less(demand, colour, n - 1), less(hand, joker, n)
            continue
        choices = [range(spaces + 1) if at != joker else range(1) for at, spaces in enumerate(demand)]
        for paid in product(*choices):
            n = sum(paid) + 1
            if paid[colour] and n <= held:
                yield tuple(d - p for d, p in zip(demand, paid, strict=True)), less(hand, joker, n)


def enough(demand: Cards, hand: Cards) -> Cards:
    """The hand without cards that no payment can use: a space never costs more than two cards."""
    most = 2 * sum(demand)
    return tuple(min(held, most) for held in hand)


@lru_cache(maxsize=200_000)
def hands_left(demand: Cards, hand: Cards, mixed: bool) -> frozenset[Cards]:
    if not any(demand):
        return frozenset([hand])
    return frozenset(left for step in first_steps(demand, hand, mixed) for left in hands_left(*step, mixed))


@lru_cache(maxsize=200_000)
def can_pay(demand: Cards, hand: Cards, mixed: bool) -> bool:
    return not any(demand) or any(can_pay(*step, mixed) for step in first_steps(demand, hand, mixed))


def payments(demand: Cards, hand: Cards, mixed: bool) -> set[Cards]:
    """All payments of a route: how many cards of each colour are discarded (SP-BUILD-19)."""
    hand = enough(demand, hand)
    return {tuple(had - has for had, has in zip(hand, left, strict=True)) for left in hands_left(demand, hand, mixed)}


def payable(demand: Cards, hand: Cards, mixed: bool) -> bool:
    """Whether there is any payment."""
    return can_pay(demand, enough(demand, hand), mixed)


@lru_cache(maxsize=200_000)
def pays(demand: Cards, played: Cards, mixed: bool) -> bool:
    """Whether exactly these cards pay, none of them idle (SP-JOKER-08)."""
    if not any(demand):
        return not any(played)
    if sum(played) > 2 * sum(demand):
        return False
    return any(pays(*step, mixed) for step in first_steps(demand, played, mixed))
