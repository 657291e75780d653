"""All routes and payments on small random maps, found by trying everything, to compare the rules of Spike with.

Nothing here uses the rules' own code of routes or payments. A payment is made up by the words of SP-JOKER-01 to -08:
the first space that is not paid yet takes a card of its colour, or a joker set of n >= 2 equal cards of another colour,
which also pays n - 2 of the spaces that follow. Maps are the rules' `Network`, so that both sides get the same one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from random import Random

import msgspec

from trainshed.games.spike.rules.network.cheapest import cheapest_payment, cheapest_routes, routes_to
from trainshed.games.spike.rules.network.map_graph import Network, pack, unpack
from trainshed.games.spike.rules.network.payment import Purse, payments
from trainshed.games.spike.rules.network.routes import Builder

OWN = 1
"""The bit of the seat that builds; another player has the next one."""
OTHER = 2
MOST_CARDS = 8


class Case(msgspec.Struct, frozen=True):
    """A small map as it lies, a hand, and how many track pieces the builder has."""

    net: Network
    tracks: list[int]
    nodes: list[int]
    hand: list[int]
    stock: int
    mixed: bool
    closed: int

    def builder(self) -> Builder:
        """What the rules decide with."""
        purse = Purse(self.hand, self.mixed)
        return Builder(self.net, self.tracks, self.nodes, OWN, self.closed, purse, self.stock)

    def __str__(self) -> str:
        net = self.net
        links = [f"{a}-{b}:{c}" for a, b, c in zip(net.first_end, net.second_end, net.color, strict=True)]
        facts = f"{net.cities} cities of {net.nodes}, {' '.join(links)}, tracks {self.tracks}, nodes {self.nodes}"
        return f"{facts}, hand {self.hand}, stock {self.stock}, mixed {self.mixed}, closed {self.closed}"


class Way(msgspec.Struct, frozen=True):
    """A complete route to a new city: its links, the nodes it comes to, and the cards by colour that it asks for."""

    links: tuple[int, ...]
    nodes: tuple[int, ...]
    demand: tuple[int, ...]


def random_case(rng: Random, mixed: bool) -> Case:
    """A map of 6 to 9 places with a network on it, tracks of another player, and a hand."""
    nodes = rng.randint(6, 9)
    cities = rng.randint(2, 5)
    colors = rng.randint(3, 6)
    pairs = [(one, two) for one in range(nodes) for two in range(one + 1, nodes)]
    rng.shuffle(pairs)
    chosen = pairs[: rng.randint(nodes, nodes + 5)]
    color = [rng.randrange(colors) for _ in chosen]
    net = Network(cities, nodes, [one for one, _ in chosen], [two for _, two in chosen], color)
    tracks = [0] * net.links
    held = [0] * nodes
    held[rng.randrange(cities)] = OWN
    for _ in range(rng.randint(0, 3)):  # the network is connected, as any that was built
        ahead = [link for link in range(net.links) if (held[chosen[link][0]] ^ held[chosen[link][1]]) & OWN]
        if ahead:
            link = rng.choice(ahead)
            tracks[link] = OWN
            for end in chosen[link]:
                held[end] |= OWN
    for link in range(net.links):
        if tracks[link] == 0 and rng.random() < 0.15:
            tracks[link] = OTHER
            for end in chosen[link]:
                held[end] |= OTHER
    hand = [0] * colors
    few = rng.randint(1, colors)  # hands of few colours hold joker sets
    for _ in range(rng.randint(0, MOST_CARDS)):
        hand[rng.randrange(few)] += 1
    rng.shuffle(hand)
    stock = rng.choice((1, 2, 3, 45, 45, 45))
    return Case(net, tracks, held, hand, stock, mixed, OWN if rng.random() < 0.2 else OWN | OTHER)


# ---------------------------------------------------------------- trying everything


def ways_of(case: Case) -> list[Way]:
    """Every route over free links and new junctions from the network to a new city."""
    found: list[Way] = []
    for node in range(case.net.nodes):
        if case.nodes[node] & OWN:
            found += go_on(case, (), (node,))
    return found


def go_on(case: Case, links: tuple[int, ...], visited: tuple[int, ...]) -> Iterator[Way]:
    net = case.net
    if links and visited[-1] < net.cities:
        demand = tuple([sum(1 for link in links if net.color[link] == color) for color in range(len(case.hand))])
        yield Way(links, visited, demand)
        return
    for link in range(net.links):
        ends = (net.first_end[link], net.second_end[link])
        if visited[-1] not in ends or case.tracks[link] & case.closed:
            continue
        other = ends[0] if ends[1] == visited[-1] else ends[1]
        if other not in visited and not case.nodes[other] & OWN:
            yield from go_on(case, (*links, link), (*visited, other))


@lru_cache(maxsize=200_000)
def plain_payments(spaces: tuple[int, ...], hand: tuple[int, ...], mixed: bool) -> frozenset[tuple[int, ...]]:
    """Every payment of these spaces, each given by its colour: the cards that are discarded, by colour."""
    if not spaces:
        return frozenset({(0,) * len(hand)})
    found: set[tuple[int, ...]] = set()
    color, rest = spaces[0], spaces[1:]
    for own in range(len(hand)):
        sizes = [1] if own == color else range(2, hand[own] + 1)  # SP-JOKER-08: no set for its own colour
        for size in sizes:
            if size > hand[own]:
                continue
            left = tuple([have - (size if other == own else 0) for other, have in enumerate(hand)])
            for others in set(further(rest, color, own, size - 2, mixed)) if size > 1 else ((),):
                unpaid = Counter(rest)
                unpaid.subtract(others)
                for paid in plain_payments(tuple(sorted(unpaid.elements())), left, mixed):
                    found.add(tuple([cards + (size if other == own else 0) for other, cards in enumerate(paid)]))
    return frozenset(found)


def further(rest: tuple[int, ...], color: int, own: int, count: int, mixed: bool) -> Iterator[tuple[int, ...]]:
    """The further spaces that a joker set of the colour `own` may pay, so many of them (SP-JOKER-05)."""
    fitting = [space for space in rest if (space != own if mixed else space == color)]
    return combinations(fitting, count)


def payments_of(case: Case, demand: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    """Every payment of a demand from the hand of a case."""
    spaces = tuple([color for color, count in enumerate(demand) for _ in range(count)])
    return plain_payments(spaces, tuple(case.hand), case.mixed)


# ---------------------------------------------------------------- comparing


class Checked(msgspec.Struct):
    """What was compared, and what differs."""

    cases: int = 0
    buildable: int = 0
    links: int = 0
    demands: int = 0
    offers: int = 0
    wrong: list[str] = msgspec.field(default_factory=list)

    def check(self, same: bool, what: str, case: Case) -> None:
        if not same:
            self.wrong.append(f"{what}: {case}")


def compare(case: Case, checked: Checked) -> None:
    """Compare what the rules say about a case with what trying everything says."""
    checked.cases += 1
    ways = [way for way in ways_of(case) if len(way.links) <= case.stock]
    prices = {way.demand: payments_of(case, way.demand) for way in ways}
    payable = [way for way in ways if prices[way.demand]]
    builder = case.builder()
    checked.buildable += bool(payable)
    checked.check(builder.any_route() == bool(payable), "any route", case)
    compare_links(case, payable, checked)
    for demand, plain in prices.items():
        checked.demands += 1
        found = [tuple(unpack(paid, len(case.hand))) for paid in payments(case.hand, pack(list(demand)), case.mixed)]
        checked.check(len(found) == len(set(found)) and set(found) == plain, f"payments of {demand}", case)
    compare_offers(case, payable, prices, checked)


def compare_links(case: Case, payable: list[Way], checked: Checked) -> None:
    """Compare for each beginning of a route, and each free link after it, whether the route can go on."""
    net = case.net
    begun = {way.links[:count] for way in payable for count in range(1, len(way.links) + 1)}
    builder = case.builder()
    for node in range(net.nodes):
        if case.nodes[node] & OWN:
            for link in net.links_at[node]:
                checked.links += 1
                checked.check(builder.can_begin(link, node) == ((link,) in begun), f"link {link} first", case)
    for way in {way.links: way for way in payable}.values():
        for count in range(1, len(way.links)):
            visited = list(way.nodes[: count + 1])
            for link in net.links_at[visited[-1]]:
                other = net.across(link, visited[-1])
                if case.tracks[link] & case.closed or case.nodes[other] & OWN or other in visited:
                    continue
                links = (*way.links[:count], link)
                demand = pack([sum(1 for each in links if net.color[each] == c) for c in range(len(case.hand))])
                checked.links += 1
                goes_on = case.builder().can_go_on(other, demand, len(links), visited)
                checked.check(goes_on == (links in begun), f"links {links}", case)


def compare_offers(
    case: Case, payable: list[Way], prices: dict[tuple[int, ...], frozenset[tuple[int, ...]]], checked: Checked
) -> None:
    """Compare the cheapest route to each city: its cards, then its links, and the payment itself."""
    plain: dict[int, tuple[int, int]] = {}
    for way in payable:
        price = (min(sum(paid) for paid in prices[way.demand]), len(way.links))
        plain[way.nodes[-1]] = min(plain.get(way.nodes[-1], price), price)
    builder = case.builder()
    offers = cheapest_routes(builder, case.net.links)
    checked.offers += len(offers)
    found = {offer.city: (offer.cards, len(offer.links)) for offer in offers}
    checked.check(found == plain, f"cheapest {found}, not {plain}", case)
    routes = {way.links: way.demand for way in payable}
    for offer in offers:
        cards = tuple(cheapest_payment(builder, offer))
        demand = routes.get(tuple(offer.links), ())
        checked.check(sum(cards) == offer.cards and cards in prices.get(demand, ()), f"offer {offer.links}", case)
        compare_choice(case, offer.city, payable, prices, checked)


def compare_choice(
    case: Case,
    city: int,
    payable: list[Way],
    prices: dict[tuple[int, ...], frozenset[tuple[int, ...]]],
    checked: Checked,
) -> None:
    """Compare the routes to one city: each can be built at its price, and none is missing that asks for other cards."""
    listed = routes_to(case.builder(), city, case.net.links, 999)
    routes = {way.links: way.demand for way in payable if way.nodes[-1] == city}
    ranks = [offer.rank() for offer in listed]
    checked.check(ranks == sorted(ranks), f"order of the routes to {city}", case)
    for offer in listed:
        demand = routes.get(tuple(offer.links), ())
        right = bool(demand) and pack(list(demand)) == offer.demand
        checked.check(right and offer.cards == min(map(sum, prices[demand])), f"route {offer.links}", case)
    demands = set(routes.values())
    found = [tuple(unpack(offer.demand, len(case.hand))) for offer in listed]
    checked.check(len(found) == len(set(found)), f"the same cards twice to {city}", case)
    for demand in demands:
        least = not any(other != demand and all(map(int.__le__, other, demand)) for other in demands)
        checked.check(not least or demand in found, f"no route with {demand} to {city}", case)
