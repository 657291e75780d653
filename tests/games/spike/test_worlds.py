"""Worlds of Spike: they agree with the view, and hidden cards have the exact odds of all ways to deal them by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import comb, perm
from random import Random

import pytest

from tests.support.games.spike.positions import BOX, GAME, by_color, games, lay, new_game, only, position, wander
from trainshed.arena.calibrate import goodness
from trainshed.games.spike import events
from trainshed.games.spike.rules.components import ROUNDS
from trainshed.games.spike.rules.state import SpikeState
from trainshed.games.spike.view import View

COLORS = len(BOX.colors)
IMPROBABLE = 1e-6
DRAWS = 700

Counts = tuple[int, ...]
Deal = tuple[tuple[Counts, ...], ...]
"""For each round the cards by colour in each place: the other seats, and in the present round the pile."""


# ---------------------------------------------------------------- what everybody can count


def by_round(counts: list[int]) -> list[list[int]]:
    """Cards by round and colour as a list for each round."""
    return [counts[r * COLORS : (r + 1) * COLORS] for r in range(ROUNDS)]


def some_positions(seed: int, share: float) -> Iterator[SpikeState]:
    """A share of the positions of random games, over all seat counts."""
    rng = Random(seed)
    for state in games(6, seed):
        if rng.random() < share:
            yield state


def test_worlds_agree_with_the_view() -> None:
    rng = Random("agree")
    rounds: set[int] = set()
    for state in some_positions(21, 0.05):
        rounds.add(state.round)
        for seat in (None, *range(state.seats)):
            view = state.view(seat)
            world = GAME.world(view, rng)
            assert world.view(seat) == view
            assert GAME.census(world) == GAME.census(state)
            for place, player in enumerate(world.players):
                assert min(player.hand) >= 0
                assert sum(player.hand) == view.players[place].cards
                assert [sum(cards) for cards in by_round(player.draws)] == view.hidden[place]
            if seat is not None:
                assert world.players[seat].hand == view.hand
                assert world.players[seat].draws == state.players[seat].draws
    assert rounds == {1, 2, 3}


def test_cards_are_conserved_by_round_in_every_world() -> None:
    rng = Random("conserved")
    for state in some_positions(22, 0.05):
        for seat in (None, 0):
            view = state.view(seat)
            world = GAME.world(view, rng)
            for r in range(ROUNDS):
                found = [sum(own) for own in zip(*[by_round(p.draws)[r] for p in world.players], strict=True)]
                if r == view.round - 1:
                    found = [count + left for count, left in zip(found, world.pile, strict=True)]
                assert found == view.unseen[r]


def test_the_unseen_cards_of_each_round_are_what_a_spectator_can_count() -> None:
    # given only what a spectator sees: the deck, the cards turned up, and face-up cards and discards at a change
    for seats in (2, 3, 4):
        state = new_game(seats)
        rng = Random(seats)
        copies = BOX.copies - (BOX.removed if seats == 2 else 0)
        stocks = [[copies] * COLORS, [0] * COLORS, [0] * COLORS]
        while not state.over:
            before: View = state.view(None)
            wander(state, rng)
            display = before.display[:]
            for event in state.events(None):
                if isinstance(event, events.CardShown):
                    display[event.slot] = event.color
                    stocks[before.round - 1][BOX.colors.index(event.color)] -= 1
                elif isinstance(event, events.RoundBegun):
                    assert only(state.events(None), events.RoundBegun)[-1] == event, "one change at a time"
                    stocks[event.round - 1] = [
                        lie + display.count(color) for color, lie in zip(BOX.colors, before.discards, strict=True)
                    ]
            assert state.view(None).unseen == stocks


def test_with_two_players_the_cards_that_the_other_got_in_round_1_are_known_from_round_2_on() -> None:
    rng = Random("known")
    compared = 0
    for seed in range(6):
        state = new_game(2)
        luck = Random(seed)
        while not state.over:
            if state.round > 1 and luck.random() < 0.1:
                for seat in (0, 1):
                    world = GAME.world(state.view(seat), rng)
                    other = 1 - seat
                    for r in range(state.round - 1):  # every round that is over
                        assert by_round(world.players[other].draws)[r] == by_round(state.players[other].draws)[r]
                    compared += 1
            wander(state, luck)
    assert compared > 40


# ---------------------------------------------------------------- endings with few deals


def ending(
    seats: int,
    round: int,
    dealt: list[list[str]],
    pile: str,
    spent: dict[int, list[str]] | None = None,
    gift: str = "",
) -> SpikeState:
    """A position in which each seat got these cards unseen in each round, and played `spent` of them by round."""
    state = position(seats)
    state.pile = by_color(pile)
    for seat, cards in enumerate(dealt):
        player = state.players[seat]
        played = (spent or {}).get(seat, [])
        player.draws = [count for r in range(ROUNDS) for count in by_color(cards[r] if r < len(cards) else "")]
        player.spent = [count for r in range(ROUNDS) for count in by_color(played[r] if r < len(played) else "")]
        left = [own - out for own, out in zip(player.draws, player.spent, strict=True)]
        player.hand = [sum(column) for column in zip(*by_round(left), strict=True)]
    if gift:
        state.gift = BOX.colors.index(gift)
    return lay(state, round=round, times=round)


def hands_from(stock: Counts, size: int) -> Iterator[tuple[Counts, int]]:
    """Every way to draw so many cards from a stock, by colour, with its number of ways."""
    for counts in product(*[range(min(size, have) + 1) for have in stock]):
        if sum(counts) == size:
            ways = 1
            for have, taken in zip(stock, counts, strict=True):
                ways *= comb(have, taken)
            yield counts, ways


def deals(stock: Counts, sizes: list[int]) -> Iterator[tuple[tuple[Counts, ...], int]]:
    """Every way to deal a stock to places of these sizes."""
    if not sizes:
        yield (), 1
        return
    for cards, ways in hands_from(stock, sizes[0]):
        rest = tuple(have - taken for have, taken in zip(stock, cards, strict=True))
        for others, more in deals(rest, sizes[1:]):
            yield (cards, *others), ways * more


def exact_odds(state: SpikeState, seat: int | None) -> dict[Deal, int]:
    """All deals that a viewer holds possible, with their weights.

    A deal weighs as many ways as its cards can be dealt, times the ways in which the cards that were played can be
    among them: a seat plays any of its cards, and none that it got in a later round.
    """
    view: View = state.view(seat)
    places = [place for place in range(state.seats) if place != seat]
    rounds: list[list[tuple[tuple[Counts, ...], int]]] = []
    for r in range(view.round):
        own = by_round(view.draws[seat])[r] if seat is not None else [0] * COLORS
        stock = tuple(count - mine for count, mine in zip(view.unseen[r], own, strict=True))
        sizes = [view.hidden[place][r] for place in places]
        if r == view.round - 1:
            sizes.append(sum(state.pile))
        rounds.append(list(deals(stock, sizes)))
    giver, receiver = view.first, (view.first - 1) % view.seats
    found: dict[Deal, int] = {}
    for parts in product(*rounds):
        weight = 1
        for _, ways in parts:
            weight *= ways
        for index, place in enumerate(places):
            got = [part[index] for part, _ in parts]
            gift = view.gift if view.gift >= 0 and (seat, place) == (giver, receiver) else -1
            weight *= ways_to_play(got, by_round(view.spent[place]), gift)
        if weight:
            found[tuple(part for part, _ in parts)] = weight
    return found


def ways_to_play(got: list[Counts], spent: list[list[int]], gift: int) -> int:
    """In how many ways the cards played can be among those of a seat; a card that the viewer gave is played first."""
    ways = 1
    for color in range(COLORS):
        gone = 0
        played = [cards[color] for cards in spent]
        if color == gift:
            ways *= got[0][color]
            gone = 1
            first = next((r for r, count in enumerate(played) if count), None)
            if first is not None:
                played[first] -= 1
        for r, count in enumerate(played):
            have = sum(cards[color] for cards in got[: r + 1]) - gone
            ways *= perm(have, count) if have >= count else 0
            gone += count
    return ways


def drawn_deals(state: SpikeState, seat: int | None, draws: int, rng: Random) -> Counter[Deal]:
    """How often each deal is drawn."""
    view: View = state.view(seat)
    drawn: Counter[Deal] = Counter()
    for _ in range(draws):
        world = GAME.world(view, rng)
        dealt = [by_round(player.draws) for place, player in enumerate(world.players) if place != seat]
        drawn[
            tuple(
                (*[tuple(own[r]) for own in dealt], *([tuple(world.pile)] if r == view.round - 1 else []))
                for r in range(view.round)
            )
        ] += 1
    return drawn


def p_value(state: SpikeState, seat: int | None, seed: str) -> float:
    """The p-value of worlds under the exact odds; 0 if an impossible one is drawn."""
    exact = exact_odds(state, seat)
    assert 2 < len(exact) < 300, f"{len(exact)} deals"
    drawn = drawn_deals(state, seat, DRAWS, Random(seed))
    if drawn.keys() - exact.keys():
        return 0.0
    return goodness([drawn[deal] for deal in exact], [float(weight) for weight in exact.values()])


TWO_ROUNDS = [["red", "blue"], ["red red white", "white blue"], ["white blue", "green"]]
"""What three seats got in rounds 1 and 2."""

ENDINGS = {
    "nothing was played": ending(3, 2, TWO_ROUNDS, "red green"),
    "two seats, round 3": ending(2, 3, [["red"], ["red white", "", "blue white"]], "white green green"),
    "two seats, a card in each round": ending(2, 2, [["red"], ["red white", "blue green"]], "red blue blue"),
    "played in round 1": ending(3, 2, TWO_ROUNDS, "red green", {1: ["red"]}),
    "played in round 2, drawn in either": ending(3, 2, TWO_ROUNDS, "red green", {1: ["", "white"]}),
    "played in round 1, played in round 2": ending(3, 2, TWO_ROUNDS, "red green", {1: ["white", "blue"], 2: ["blue"]}),
    "played by two seats in round 2": ending(
        3,
        2,
        [["red"], ["white red", "white blue"], ["white blue", "red"]],
        "white",
        {1: ["", "white"], 2: ["", "white"]},
    ),
    "a card that was given": ending(3, 2, [["red"], ["red white"], ["red white blue", "green"]], "red", gift="red"),
    "a given card that was played": ending(
        3, 2, [["red"], ["red white"], ["red white red", "green"]], "red", {2: ["", "red"]}, "red"
    ),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_worlds_of_a_seat_have_exact_odds(name: str) -> None:
    state = ENDINGS[name]
    assert [GAME.census(state)[f"remembered {seat}"] for seat in range(state.seats)] == [0] * state.seats
    assert p_value(state, 0, name) > IMPROBABLE


@pytest.mark.parametrize("name", [name for name in ENDINGS if name.startswith("two seats")])
def test_worlds_of_a_spectator_have_exact_odds(name: str) -> None:
    assert p_value(ENDINGS[name], None, name) > IMPROBABLE


@pytest.mark.parametrize("name", ["played in round 2, drawn in either", "a card that was given"])
def test_wrong_odds_are_caught(name: str) -> None:
    # given every possible deal as likely as any other
    exact = exact_odds(ENDINGS[name], 0)
    drawn = drawn_deals(ENDINGS[name], 0, DRAWS, Random(name))
    assert goodness([drawn[deal] for deal in exact], [1.0] * len(exact)) < IMPROBABLE


def test_cards_are_not_dealt_from_one_pool() -> None:
    """Three black cards left the pile of round 1 unseen, and round 2 has none: so the other seat has them."""
    state = ending(2, 2, [["red"], ["black black black", "white"]], "white white red")
    rng = Random("pool")
    for _ in range(50):
        world = GAME.world(state.view(0), rng)
        assert world.players[1].hand[BOX.colors.index("black")] == 3
        assert world.pile[BOX.colors.index("black")] == 0
    one_pool = exact_odds(ending(2, 2, [["red"], ["", "black black black white"]], "white white red"), 0)
    assert len(one_pool) > len(exact_odds(state, 0)), "from one pool there would be more deals"


def test_odds_of_a_card_played_in_round_2_follow_the_ways() -> None:
    """Seat 1 got red or white in round 1, and white or blue in round 2, and has played white in round 2."""
    state = ending(2, 2, [["white"], ["white", "white"]], "blue", {1: ["", "white"]})
    assert exact_odds(state, 0) == {
        ((by("white"),), (by("white"), by("blue"))): 2,
        ((by("white"),), (by("blue"), by("white"))): 1,
    }


def by(cards: str) -> Counts:
    return tuple(by_color(cards))
