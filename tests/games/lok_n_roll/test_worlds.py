"""Worlds of Lok'n'Roll compared with the exact odds of all deals of hidden cards, on endings that have few deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import comb
from random import Random

import pytest

from tests.support.games.lok_n_roll.table import BOX, GAME
from trainshed.arena.calibrate import goodness
from trainshed.games.lok_n_roll.rules.state import LokState
from trainshed.games.lok_n_roll.view import View
from trainshed.kernel.nature import Seeded

IMPROBABLE = 1e-6
MOST_DEALS = 200
DRAWS = 3000

Hands = tuple[tuple[int, ...], ...]
World = Callable[[View, Random], LokState]


# ---------------------------------------------------------------- every deal of what is hidden


def hands_from(counts: list[int], size: int, first: int = 0) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every hand of this size from a multiset of cards, and the number of ways to draw it."""
    if size == 0:
        yield (), 1
        return
    if first == len(counts):
        return
    for taken in range(min(size, counts[first]) + 1):
        for rest, ways in hands_from(counts, size - taken, first + 1):
            yield (first,) * taken + rest, ways * comb(counts[first], taken)


def deals(counts: list[int], sizes: list[int]) -> Iterator[tuple[Hands, int]]:
    """Every way of dealing hands of these sizes, and its weight: the hypergeometric odds."""
    if not sizes:
        yield (), 1
        return
    for hand, ways in hands_from(counts, sizes[0]):
        left = counts[:]
        for card in hand:
            left[card] -= 1
        for others, more in deals(left, sizes[1:]):
            yield (hand, *others), ways * more


def hidden(state: LokState, seat: int | None) -> tuple[list[int], list[int], list[int]]:
    """How many of each card a seat has not seen, the seats in whose hands they may be, and the sizes of these hands."""
    counts = state.unseen[:]
    places = [place for place in range(state.seats) if place != seat]
    for place in places:
        for card in state.players[place].hand:
            counts[card] += 1
    return counts, places, [len(state.players[place].hand) for place in places]


def few_deals(state: LokState, seat: int | None) -> dict[Hands, int]:
    """All deals with their weights, or none if there are too many or too few for a test."""
    counts, _, sizes = hidden(state, seat)
    found: dict[Hands, int] = {}
    for hands, ways in deals(counts, sizes):
        found[hands] = ways
        if len(found) > MOST_DEALS:
            return {}
    return found if len(found) > 2 else {}


def test_hypergeometric_weights_add_up() -> None:
    counts = [3, 1, 2]
    assert sum(ways for _, ways in deals(counts, [2, 1])) == comb(6, 2) * comb(4, 1)
    assert dict(hands_from(counts, 2))[(0, 2)] == 6


# ---------------------------------------------------------------- endings


def endings(seats: int, wanted: int, seed: str) -> list[tuple[LokState, int | None, dict[Hands, int]]]:
    """Late positions with few deals, one a game, each with an observer and its deals."""
    found: list[tuple[LokState, int | None, dict[Hands, int]]] = []
    rng = Random(seed)
    game = 0
    while len(found) < wanted:
        game += 1
        assert game < 500, "no small endings"
        seat = rng.choice([*range(seats), None])
        late = [(state, few) for state in last_positions(seats, f"{seed}:{game}") if (few := few_deals(state, seat))]
        if late:
            state, few = rng.choice(late)
            found.append((state, seat, few))
    return found


def last_positions(seats: int, seed: str, count: int = 12) -> list[LokState]:
    """The last positions of a game in which all seats lay cards whenever they can, so that hands are small."""
    nature, rng = Seeded(seed), Random(seed)
    state: LokState = GAME.start(seats)
    kept: list[LokState] = []
    while not state.over:
        kept = [*kept[1 - count :], state.clone()]
        state.apply(
            nature.choose(state) if state.actor < 0 else max(state.moves(), key=lambda m: (m > 3, rng.random()))
        )
    return kept


# ---------------------------------------------------------------- drawn against exact


def fair(view: View, rng: Random) -> LokState:
    return GAME.world(view, rng)


def unfair(view: View, rng: Random) -> LokState:
    """A world with wrong odds: every class of cards is equally likely, however many cards of it are left."""
    world = GAME.world(view, rng)
    counts, places, sizes = hidden(world, view.seat)
    for place, size in zip(places, sizes, strict=True):
        hand = []
        for _ in range(size):
            card = rng.choice([card for card, count in enumerate(counts) if count])
            counts[card] -= 1
            hand.append(card)
        world.players[place].hand = sorted(hand)
    return world


def p_value(state: LokState, seat: int | None, exact: dict[Hands, int], world: World, rng: Random) -> float:
    """The p-value of the worlds of a position under the exact odds; 0 if an impossible one is drawn."""
    view = state.view(seat)
    places = hidden(state, seat)[1]
    drawn: Counter[Hands] = Counter()
    for _ in range(DRAWS):
        players = world(view, rng).players
        drawn[tuple(tuple(players[place].hand) for place in places)] += 1
    if drawn.keys() - exact.keys():
        return 0.0
    return goodness([drawn[hands] for hands in exact], [float(ways) for ways in exact.values()])


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_worlds_have_exact_odds(seats: int) -> None:
    rng = Random(f"worlds:{seats}")
    for state, seat, exact in endings(seats, 3, f"endings:{seats}"):
        assert p_value(state, seat, exact, fair, rng) > IMPROBABLE, f"{len(exact)} deals to seat {seat}"


def test_wrong_odds_are_caught() -> None:
    rng = Random("wrong")
    caught = [p_value(*ending, unfair, rng) < IMPROBABLE for ending in endings(2, 4, "wrong")]
    assert sum(caught) >= 3


def test_every_card_is_somewhere_in_every_world() -> None:
    rng = Random("census")
    for state, seat, _ in endings(2, 2, "census"):
        world = GAME.world(state.view(seat), rng)
        assert GAME.census(world) == dict(zip(BOX.names, BOX.counts, strict=True))
