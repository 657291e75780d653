"""The cheapest routes to new cities, for pages and bots: legality never asks for them (`routes.py`).

A route is cheaper if it takes fewer cards, then fewer track pieces. The search goes link by link from the whole network
and remembers where it has been with which demand: a second way to the same place for the same cards is never needed,
because where it could go on and the first could not, the first has a shorter way that asks for less.
"""

from __future__ import annotations

from trainshed.games.spike.rules.network.map_graph import COLOR_BITS, unpack
from trainshed.games.spike.rules.network.payment import Purse, fewest_cards
from trainshed.games.spike.rules.network.routes import Builder


class Offer:
    """A route that can be built: the new city, the links to it, and the cheapest cards that pay for it, by colour."""

    __slots__ = ("cards", "city", "demand", "links")

    def __init__(self, city: int, links: list[int], demand: int, cards: int) -> None:
        self.city: int = city
        self.links: list[int] = links
        self.demand: int = demand
        self.cards: int = cards

    def rank(self) -> tuple[int, int, list[int]]:
        """The sort key of offers, the cheapest first."""
        return self.cards, len(self.links), self.links


class Prices:
    """The fewest cards that a hand needs for a demand; answers are remembered."""

    __slots__ = ("known", "purse")

    def __init__(self, purse: Purse) -> None:
        self.purse: Purse = purse
        self.known: dict[int, int] = {}

    def cards(self, demand: int) -> int:
        """The fewest cards that pay for a demand which can be paid."""
        found = self.known.get(demand)
        if found is None:
            found = self._cards(demand)
            self.known[demand] = found
        return found

    def _cards(self, demand: int) -> int:
        total = 0
        short: list[int] = []
        spare: list[int] = []
        for color, have in enumerate(self.purse.hand):
            needed = (demand >> (COLOR_BITS * color)) & ((1 << COLOR_BITS) - 1)
            total += needed
            if needed > have:
                short.append(needed - have)
            elif have - needed > 1:
                spare.append(have - needed)
        if not short:
            return total
        if self.purse.mixed:  # the largest sets first: each stands for one card less than it has
            missing = sum(short)
            sets = 0
            for cards in sorted(spare, reverse=True):
                if missing > 0:
                    sets += 1
                    missing -= cards - 1
            return total + sets
        return total + fewest_sets(spare, short, 0, 0, short[0], sum(short))


def fewest_sets(spare: list[int], short: list[int], index: int, source: int, left: int, most: int) -> int:
    """The fewest joker sets that cover `left` of this shortage and all after it; more than `most` if none are as few.

    Only the sources from `source` on may still be used for this shortage.
    """
    if left == 0:
        index += 1
        if index == len(short):
            return 0
        left = short[index]
        source = 0
    if most < len(short) - index:
        return most + 1
    best = most + 1
    for at in range(source, len(spare)):
        have = spare[at]
        units = have - 1 if have - 1 < left else left
        while units > 0:
            spare[at] = have - units - 1
            best = min(best, 1 + fewest_sets(spare, short, index, at + 1, left - units, best - 2))
            units -= 1
        spare[at] = have
    return best


def all_offers(way: Builder, longest: int) -> list[Offer]:
    """For every new city and every demand one route of at most so many links, in the order in which they are found.

    A demand may be left out that holds all the cards of another route's to the same city and more.
    """
    net = way.net
    purse = way.purse
    prices = Prices(purse)
    tracks, closed, nodes, bit = way.tracks, way.closed, way.nodes, way.bit
    first_end, second_end, links_at, color, cities = net.first_end, net.second_end, net.links_at, net.color, net.cities
    places = net.nodes
    most = longest if longest < way.most else way.most
    offers: list[Offer] = []
    seen: dict[int, bool] = {}
    edge: list[tuple[int, int, list[int], list[int]]] = [(n, 0, [], []) for n in range(places) if nodes[n] & bit]
    for _ in range(most):
        ahead: list[tuple[int, int, list[int], list[int]]] = []
        for node, demand, links, visited in edge:
            for link in links_at[node]:
                if tracks[link] & closed:
                    continue
                other = first_end[link] + second_end[link] - node
                if nodes[other] & bit:
                    continue
                needed = demand + (1 << (COLOR_BITS * color[link]))
                key = needed * places + other
                if key in seen or other in visited:
                    continue
                seen[key] = True
                if not purse.pays(needed):
                    continue
                if other < cities:
                    offers.append(Offer(other, [*links, link], needed, prices.cards(needed)))
                else:
                    ahead.append((other, needed, [*links, link], [*visited, other]))
        edge = ahead
    return offers


def cheapest_routes(way: Builder, longest: int) -> list[Offer]:
    """The cheapest route of at most so many links to every new city that can be reached, in the order of cities."""
    best: dict[int, Offer] = {}
    for offer in all_offers(way, longest):
        known = best.get(offer.city)
        if known is None or offer.rank() < known.rank():
            best[offer.city] = offer
    return [best[city] for city in sorted(best)]


def routes_to(way: Builder, city: int, longest: int, count: int) -> list[Offer]:
    """The cheapest routes to one city that differ in the cards they ask for, at most so many, the cheapest first.

    A route that asks for all the cards of another one and for more may be left out.
    """
    offers = [offer for offer in all_offers(way, longest) if offer.city == city]
    return sorted(offers, key=Offer.rank)[:count]


def words_of(offer: Offer, payment: list[int], colors: list[str], spaces: list[str]) -> list[str]:
    """The words that build a route and pay for it with these cards, by colour; `spaces`: the names of the links."""
    needs = unpack(offer.demand, len(colors))
    spends = [f"spend:{colors[color]}:{count}" for color, count in enumerate(payment) if count != needs[color]]
    return ["build", *[f"link:{spaces[link]}" for link in offer.links], *spends, "match"]


def cheapest_payment(way: Builder, offer: Offer) -> list[int]:
    """The cards by colour that pay for a route at its lowest price."""
    return fewest_cards(way.purse.hand, offer.demand, way.purse.mixed)
