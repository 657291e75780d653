"""How far places of the map are from each other and from a player's network, and the routes to near cities.

A network changes a few times in a game and is asked about at every question, so what is found out about one is kept.
When only others have built since the last time, nearly all of it still holds (`Surroundings.after`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from trainshed.games.spike.rules.components import MOST_SEATS, Components
from trainshed.games.spike.rules.network.map_graph import COLOR_BITS, Network
from trainshed.games.spike.rules.state import SpikeState

FAR: Final = 99
"""The distance of what cannot be reached."""

REMEMBERED: Final = 512
"""So many networks are kept for a map; the oldest one is forgotten when there are more."""


def spread(net: Network, sources: list[int], tracks: list[int], closed: int) -> list[int]:
    """The number of links from the nearest of these places to every place, where no seat of `closed` has built."""
    found = [FAR] * net.nodes
    shorten(net, found, sources, tracks, closed)
    return found


def shorten(net: Network, found: list[int], sources: list[int], tracks: list[int], closed: int) -> None:
    """Set the distance of these places to 0, and lower all others that are nearer to them than to where they were."""
    first_end, second_end, links_at = net.first_end, net.second_end, net.links_at
    for node in sources:
        found[node] = 0
    edge = sources
    length = 0
    while edge:
        length += 1
        ahead: list[int] = []
        for node in edge:
            for link in links_at[node]:
                other = first_end[link] + second_end[link] - node
                if found[other] > length and tracks[link] & closed == 0:
                    found[other] = length
                    ahead.append(other)
        edge = ahead


@lru_cache(maxsize=16)
def distances(box: Components) -> list[list[int]]:
    """The number of links between any two places of the empty map."""
    net = box.net
    empty = [0] * net.links
    return [spread(net, [node], empty, 1) for node in range(net.nodes)]


class FreeRoute:
    """A route that is free to build: its links from the network to the city, its nodes, and the cards it asks for."""

    __slots__ = ("city", "demand", "length", "links", "nodes")

    def __init__(self, city: int, links: list[int], nodes: list[int], demand: int) -> None:
        self.city: int = city
        self.links: list[int] = links
        self.nodes: list[int] = nodes
        self.demand: int = demand
        self.length: int = len(links)


class Surroundings:
    """A player's network, and how far every place is from it over links that are free."""

    __slots__ = (
        "_near",
        "_parent",
        "_rails",
        "_ways",
        "apart",
        "bit",
        "closed",
        "far",
        "net",
        "nodes",
        "own",
        "plans",
        "saved",
        "tracks",
    )

    def __init__(
        self,
        net: Network,
        apart: list[list[int]],
        tracks: list[int],
        nodes: list[int],
        own: list[int],
        far: list[int],
        bit: int,
        closed: int,
    ) -> None:
        self.net: Network = net
        self.apart: list[list[int]] = apart
        self.tracks: list[int] = tracks
        self.nodes: list[int] = nodes
        self.own: list[int] = own
        """The places of the network, ascending."""
        self.far: list[int] = far
        """The number of free links to every place, FAR if there is no way."""
        self.bit: int = bit
        self.closed: int = closed
        self.plans: dict[Any, Any] = {}
        """Plans that were made for this network, by all else on which they depend."""
        self.saved: dict[tuple[int, ...], dict[FreeRoute, int]] = {}
        """For the targets of a plan, how many of its links each way saves."""
        self._ways: dict[int, list[FreeRoute]] = {}
        self._rails: dict[int, list[int]] = {}
        self._near: dict[int, int] = {}
        self._parent: Surroundings | None = None
        """The same network before others closed some links."""

    def after(self, tracks: list[int], nodes: list[int]) -> Surroundings | None:
        """These surroundings after tracks were added; None if any were removed."""
        net = self.net
        before = self.tracks
        bit, closed = self.bit, self.closed
        far = self.far
        same = True
        for link in range(net.links):
            now = tracks[link]
            then = before[link]
            if now != then:
                if now & then != then:
                    return None
                # A link that others have closed lengthens nothing if its farther end has another way as short.
                if same and now & bit == 0 and now & closed and then & closed == 0:
                    one, two = net.first_end[link], net.second_end[link]
                    if far[one] != far[two] and not self.has_other(two if far[two] > far[one] else one, tracks):
                        same = False
        own = self.own
        added: list[int] = []
        for node in range(net.nodes):
            if nodes[node] & bit:
                if self.nodes[node] & bit == 0:
                    added.append(node)
            elif self.nodes[node] & bit:
                return None
        if added:
            own = sorted(own + added)
        if not same:
            far = spread(net, own, tracks, closed)
        elif added:
            far = far[:]
            shorten(net, far, added, tracks, closed)
        then_all = Surroundings(net, self.apart, tracks, nodes, own, far, bit, closed)
        if not added:
            then_all._rails = self._rails
            then_all._near = self._near
            then_all._parent = self
            if far is self.far:
                then_all.saved = self.saved
            self._parent = None  # one step back is enough, and a chain would never be forgotten
        return then_all

    def has_other(self, node: int, tracks: list[int]) -> bool:
        """Does a free link lead from here to a place that is nearer to the network?"""
        net = self.net
        far = self.far
        for link in net.links_at[node]:
            if tracks[link] & self.closed == 0:
                other = net.first_end[link] + net.second_end[link] - node
                if far[other] < far[node]:
                    return True
        return False

    def ways_to(self, city: int, detour: int) -> list[FreeRoute]:
        """The shortest routes to a city; if it is near and `detour` is 1, also those with one link more."""
        key = 2 * city + detour
        known = self._ways.get(key)
        if known is None:
            parent = self._parent
            if parent is not None and key in parent._ways and parent.far[city] == self.far[city]:
                known = self._still_free(parent._ways[key])
            else:
                known = self._search(city, self.far[city] + (detour if self.far[city] < 3 else 0))
            self._ways[key] = known
        return known

    def _still_free(self, ways: list[FreeRoute]) -> list[FreeRoute]:
        """Those of these ways on which nobody has built."""
        tracks, closed = self.tracks, self.closed
        free: list[FreeRoute] = []
        for way in ways:
            taken = 0
            for link in way.links:
                taken |= tracks[link]
            if taken & closed == 0:
                free.append(way)
        return free

    def _search(self, city: int, most: int) -> list[FreeRoute]:
        net = self.net
        first_end, second_end, links_at = net.first_end, net.second_end, net.links_at
        color, cities = net.color, net.cities
        far = self.far
        closed = self.closed
        tracks = self.tracks
        ways: list[FreeRoute] = []
        stack: list[tuple[int, list[int], list[int], int]] = [(city, [], [city], 0)]
        while stack:
            node, links, nodes, demand = stack.pop()
            more = len(links) + 1
            for link in links_at[node]:
                other = first_end[link] + second_end[link] - node
                steps = far[other]
                if more + steps > most or tracks[link] & closed or other in nodes:
                    continue
                needed = demand + (1 << (COLOR_BITS * color[link]))
                if steps == 0:
                    ways.append(FreeRoute(city, [link, *links], [other, *nodes], needed))
                elif other >= cities:
                    stack.append((other, [link, *links], [other, *nodes], needed))
        return ways

    def rails_from(self, node: int) -> list[int]:
        """The number of links from a place to every place over tracks of the network."""
        known = self._rails.get(node)
        if known is None:
            known = self._follow(node)
            self._rails[node] = known
        return known

    def _follow(self, start: int) -> list[int]:
        net = self.net
        first_end, second_end, links_at = net.first_end, net.second_end, net.links_at
        tracks, bit = self.tracks, self.bit
        found = [FAR] * net.nodes
        found[start] = 0
        edge = [start]
        length = 0
        while edge:
            length += 1
            ahead: list[int] = []
            for node in edge:
                for link in links_at[node]:
                    if tracks[link] & bit:
                        other = first_end[link] + second_end[link] - node
                        if found[other] > length:
                            found[other] = length
                            ahead.append(other)
            edge = ahead
        return found

    def nearest(self, city: int) -> int:
        """The place of the network that is nearest to a city outside of it."""
        known = self._near.get(city, -1)
        if known < 0:
            row = self.apart[city]
            low = FAR + 1
            for node in self.own:
                if row[node] < low:
                    low = row[node]
                    known = node
            self._near[city] = known
        return known


class KnownNetworks:
    """What is known of the networks on one map: by all tracks and their owner, and for each seat the last one."""

    __slots__ = ("by_tracks", "last")

    def __init__(self) -> None:
        self.by_tracks: dict[bytes, Surroundings] = {}
        self.last: list[Surroundings | None] = [None] * MOST_SEATS


@lru_cache(maxsize=16)
def networks(box: Components) -> KnownNetworks:
    """What is known of networks on the map of this box."""
    return KnownNetworks()


def surroundings(world: SpikeState, seat: int) -> Surroundings:
    """The network of a seat and what lies around it."""
    known = networks(world.box)
    closed = world.closed(seat)
    tracks, nodes = world.tracks, world.nodes
    last = known.last[seat]
    # Lists of a position are replaced and never changed: the same list is the same map.
    if last is not None and last.tracks is tracks and last.nodes is nodes and last.closed == closed:
        return last
    bit = 1 << seat
    key = bytes([bit, closed, *tracks, *nodes])
    found = known.by_tracks.get(key)
    if found is None:
        if last is not None and last.closed == closed:
            found = last.after(tracks, nodes)
        if found is None:
            net = world.box.net
            own = [node for node in range(net.nodes) if nodes[node] & bit]
            far = spread(net, own, tracks, closed)
            found = Surroundings(net, distances(world.box), tracks, nodes, own, far, bit, closed)
        if len(known.by_tracks) >= REMEMBERED:
            # One at a time: to forget them all at once takes longer. Its plans know it, a circle that would stay.
            forgotten = known.by_tracks.pop(next(iter(known.by_tracks)))
            forgotten.plans.clear()
        known.by_tracks[key] = found
    known.last[seat] = found
    return found


def beginning(box: Components, start: int) -> Surroundings:
    """The network of somebody who would start in this city of an empty map."""
    apart = distances(box)
    net = box.net
    return Surroundings(net, apart, [0] * net.links, [0] * net.nodes, [start], apart[start], 1, 1)
