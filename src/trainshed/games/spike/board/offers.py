"""What can be built, read from a view: the cheapest way to every city, other ways and other cards, as words to say.

The rules decide what is legal; here routes are found that people can press as one option.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from trainshed.games.spike.rules.components import Components
from trainshed.games.spike.rules.network.cheapest import Offer, all_offers, cheapest_payment, words_of
from trainshed.games.spike.rules.network.map_graph import pack, unpack
from trainshed.games.spike.rules.network.payment import Purse, payments
from trainshed.games.spike.rules.network.routes import Builder
from trainshed.games.spike.view import View

LONGEST: Final = 4
"""Routes of more links are built link by link."""

ROUTES: Final = 4
"""So many routes to the same city are listed at most; other cards for the cheapest of them fill the list up."""

LISTED: Final = 5
"""So many ways to a city are listed at most."""


class Way(NamedTuple):
    """A route to a new city and the cards that pay for it."""

    city: int
    links: tuple[int, ...]
    cards: tuple[int, ...]
    """The cards that are played, by colour."""
    words: tuple[str, ...]
    """What says it all, from `build` to `match`."""

    @property
    def price(self) -> int:
        """How many cards it takes."""
        return sum(self.cards)


class BuildKey(NamedTuple):
    """All of a view that decides about routes, so that they are searched once for a position."""

    seat: int
    tracks: tuple[int, ...]
    places: tuple[str, ...]
    """Where each train stands, or leads to."""
    hand: tuple[int, ...]
    stock: int
    mixed: bool
    one_track: bool


def key_of(view: View, seat: int) -> BuildKey:
    return BuildKey(
        seat,
        tuple(view.tracks),
        tuple(player.heading for player in view.players),
        tuple(view.hand),
        view.players[seat].stock,
        view.options.get("joker_mixed") == "yes",
        view.options.get("one_track_per_space", "yes") == "yes",
    )


def own_nodes(box: Components, tracks: Sequence[int], places: Sequence[str]) -> list[int]:
    """For each place the seats whose network it belongs to, as bits."""
    net = box.net
    nodes = [0] * net.nodes
    for link, seats in enumerate(tracks):
        if seats:
            nodes[net.first_end[link]] |= seats
            nodes[net.second_end[link]] |= seats
    for seat, place in enumerate(places):
        if place:
            nodes[box.node_names.index(place)] |= 1 << seat
    return nodes


def builder_of(box: Components, key: BuildKey) -> Builder:
    seats = len(key.places)
    closed = (1 << seats) - 1 if key.one_track else 1 << key.seat
    purse = Purse(list(key.hand), key.mixed)
    nodes = own_nodes(box, key.tracks, key.places)
    return Builder(box.net, list(key.tracks), nodes, 1 << key.seat, closed, purse, key.stock)


@lru_cache(maxsize=256)
def found_offers(box: Components, key: BuildKey) -> tuple[Builder, tuple[Offer, ...]]:
    """All routes to new cities that differ in what they cost, the cheapest first."""
    way = builder_of(box, key)
    return way, tuple(sorted(all_offers(way, LONGEST), key=Offer.rank))


@lru_cache(maxsize=256)
def cheapest_ways(box: Components, key: BuildKey) -> dict[int, Way]:
    """The cheapest way to every new city that can be reached, by the number of the city."""
    builder, offers = found_offers(box, key)
    first: dict[int, Offer] = {}
    for offer in offers:
        first.setdefault(offer.city, offer)
    return {city: way_of(box, builder, first[city]) for city in sorted(first)}


def counts_of(box: Components, links: Sequence[int]) -> list[int]:
    """The cards that a route asks for, by colour."""
    colors = [box.net.color[link] for link in links]
    return [colors.count(color) for color in range(len(box.colors))]


def way_of(box: Components, builder: Builder, offer: Offer, cards: list[int] | None = None) -> Way:
    if cards is None:
        needs = unpack(offer.demand, len(box.colors))
        exact = all(need <= have for need, have in zip(needs, builder.purse.hand, strict=True))
        cards = needs if exact else cheapest_payment(builder, offer)
    said = words_of(offer, cards, box.colors, box.space_names)
    return Way(offer.city, tuple(offer.links), tuple(cards), tuple(said))


def next_payments(box: Components, view: View) -> dict[str, tuple[int, ...]]:
    """For each word that can be said next in a payment the cards that it leads to, the fewest first.

    The question must be how a route is paid (PayRoute): how many colours are settled, their cards, and the links.
    """
    _, _, settled, *numbers = view.pending[-1]
    spent, needs = numbers[:settled], counts_of(box, numbers[settled:])
    colors = len(box.colors)
    found = payments(list(view.hand), pack(needs), view.options.get("joker_mixed") == "yes")
    rows: dict[str, tuple[int, ...]] = {}
    for way in sorted([unpack(cards, colors) for cards in found], key=lambda way: rank_of(way, needs)):
        if way[:settled] == spent:
            other = [color for color in range(settled, colors) if way[color] != needs[color]]
            word = f"spend:{box.colors[other[0]]}:{way[other[0]]}" if other else "match"
            rows.setdefault(word, tuple(way))
    return rows


def rank_of(way: Sequence[int], needs: Sequence[int]) -> tuple[int, int, list[int]]:
    """The sort key of payments: few cards first, then many that match."""
    matching = sum([min(card, need) for card, need in zip(way, needs, strict=True)])
    return sum(way), -matching, list(way[::-1])


@lru_cache(maxsize=256)
def ways_to(box: Components, key: BuildKey, city: int, links: tuple[int, ...] = ()) -> tuple[Way, ...]:
    """The ways to one city, the cheapest first: other routes, then other cards for the chosen route."""
    builder, offers = found_offers(box, key)
    routes = [offer for offer in offers if offer.city == city]
    chosen = next((offer for offer in routes if tuple(offer.links) == links), None)
    if chosen is None and links:
        demand = pack(counts_of(box, links))
        chosen = Offer(city, list(links), demand, 0)
    shown = routes[:ROUTES]
    if chosen is not None and chosen not in shown:
        shown = [*shown[: ROUTES - 1], chosen]
    ways = [way_of(box, builder, offer) for offer in shown]
    more = chosen or (shown[0] if shown else None)
    if more is not None:
        known = {(way.links, way.cards) for way in ways}
        purse = builder.purse
        other = [unpack(cards, len(box.colors)) for cards in payments(purse.hand, more.demand, purse.mixed)]
        needs = unpack(more.demand, len(box.colors))
        for cards in sorted(other, key=lambda way: rank_of(way, needs)):
            if len(ways) < LISTED and (tuple(more.links), tuple(cards)) not in known:
                ways.append(way_of(box, builder, more, cards))
    return tuple(ways)
