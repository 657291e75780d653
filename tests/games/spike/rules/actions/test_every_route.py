"""Routes that the rules offer compared with every path over free links, one by one (SP-BUILD)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.support.games.spike.building import network_of
from tests.support.games.spike.positions import BOX, NET, give, position
from trainshed.games.spike.rules.building import BuildRoute, demand_of
from trainshed.games.spike.rules.components import LINK
from trainshed.games.spike.rules.network.cheapest import cheapest_routes
from trainshed.games.spike.rules.network.map_graph import unpack
from trainshed.games.spike.rules.network.payment import payments
from trainshed.games.spike.rules.state import SpikeState

CITIES = [BOX.node_names[city] for city in range(NET.cities)]


def some_position(rng: Random, taken: float, cards: int) -> SpikeState:
    """Seat 0 has a small network and some cards; a share of all other links belongs to seat 1."""
    start, end = rng.sample(CITIES, 2)
    own = network_of(start, end) if rng.random() < 0.7 else []
    rest = [name for name in BOX.space_names[: NET.links] if name not in own and rng.random() < taken]
    deck = [color for color in BOX.colors for _ in range(6)]
    state = give(position(), 1, tracks=rest)
    give(state, 0, at=start, tracks=own, cards=" ".join(rng.sample(deck, cards)))
    return give(state, 0, stock=rng.choice([2, 3, 4, 5, 45]))


def every_route(state: SpikeState) -> Iterator[tuple[int, ...]]:
    """Every route of seat 0: a path from its network over free links and new junctions to a new city, and payable."""
    player = state.players[0]
    most = min(sum(player.hand), player.stock)
    own = {node for node, seats in enumerate(state.nodes) if seats & 1}
    paths: list[tuple[tuple[int, ...], int, frozenset[int]]] = [((), node, frozenset()) for node in own]
    while paths:
        links, node, visited = paths.pop()
        for link in NET.links_at[node]:
            other = NET.across(link, node)
            if state.tracks[link] or other in own or other in visited or len(links) == most:
                continue
            route = (*links, link)
            if not payments(player.hand, demand_of(state, list(route)), False):
                continue
            if other < NET.cities:
                yield route
            else:
                paths.append((route, other, visited | {other}))


def offered_routes(state: SpikeState) -> Iterator[tuple[int, ...]]:
    """Every route that can be chosen link by link, as the rules offer them."""
    first = BOX.first[LINK]
    paths: list[tuple[int, ...]] = [()] if state.builder(0).any_route() else []
    while paths:
        links = paths.pop()
        words = BuildRoute(0, *links).legal(state)
        assert words, f"a route cannot be finished: {[BOX.space_names[link] for link in links]}"
        for word in words:
            route = (*links, word - first)
            if new_city(state, route) is not None:
                yield route
            else:
                paths.append(route)


def new_city(state: SpikeState, route: tuple[int, ...]) -> int | None:
    """The city outside of the network to which the last link leads, if it leads to one."""
    ends = (NET.first_end[route[-1]], NET.second_end[route[-1]])
    return next((node for node in ends if node < NET.cities and not state.nodes[node] & 1), None)


@pytest.mark.clause("SP-BUILD-03", "SP-BUILD-08", "SP-BUILD-14")
@pytest.mark.parametrize(("taken", "cards"), [(0.0, 3), (0.3, 4), (0.6, 6), (0.75, 8)])
def test_the_routes_on_offer_are_exactly_those_of_a_brute_force(taken: float, cards: int) -> None:
    rng = Random(f"{taken}:{cards}")
    lengths: set[int] = set()
    for _ in range(25):
        state = some_position(rng, taken, cards)
        exact = set(every_route(state))
        assert set(offered_routes(state)) == exact
        assert state.builder(0).any_route() == bool(exact)
        lengths |= {len(route) for route in exact}
    assert max(lengths) >= min(cards, 5) - 1, "only short routes were found"


@pytest.mark.parametrize(("taken", "cards"), [(0.0, 4), (0.6, 6)])
def test_the_cheapest_route_to_a_city_is_the_cheapest_of_a_brute_force(taken: float, cards: int) -> None:
    rng = Random(f"cheapest:{taken}:{cards}")
    for _ in range(15):
        state = some_position(rng, taken, cards)
        hand = state.players[0].hand
        best: dict[int, tuple[int, int]] = {}
        for route in every_route(state):
            city = new_city(state, route)
            assert city is not None
            ways = payments(hand, demand_of(state, list(route)), False)
            price = min(sum(unpack(way, len(hand))) for way in ways), len(route)
            best[city] = min(best.get(city, price), price)
        found = {offer.city: (offer.cards, len(offer.links)) for offer in cheapest_routes(state.builder(0), cards)}
        assert found == best
