"""Whether a route can be built: from a network, over free links, to a new city, with the cards and tracks at hand.

Only existence is decided here, because legality needs nothing else; which route is cheapest is in `cheapest.py`.
"""

from __future__ import annotations

from trainshed.games.spike.rules.network.map_graph import COLOR_BITS, LONGEST_STRETCH, Network
from trainshed.games.spike.rules.network.payment import Purse


class Builder:
    """What decides about the routes of one seat: the map as it lies, its cards and its track pieces."""

    __slots__ = ("bit", "closed", "most", "net", "nodes", "purse", "tracks")

    def __init__(
        self, net: Network, tracks: list[int], nodes: list[int], bit: int, closed: int, purse: Purse, stock: int
    ) -> None:
        self.net: Network = net
        self.tracks: list[int] = tracks
        self.nodes: list[int] = nodes
        self.bit: int = bit
        self.closed: int = closed
        """A link with a track of any of these seats is closed."""
        self.purse: Purse = purse
        self.most: int = stock if stock < purse.cards else purse.cards
        """No route is longer: each space needs a track piece (SP-BUILD-13) and at least one card (SP-BUILD-09)."""

    def any_route(self) -> bool:
        """Can any route be built?"""
        if self.most == 0:
            return False
        nodes = self.nodes
        bit = self.bit
        for node in range(self.net.nodes):
            if nodes[node] & bit:
                for link in self.net.links_at[node]:
                    if self.can_begin(link, node):
                        return True
        return False

    def first_links(self) -> list[int]:
        """The links over which a route can begin."""
        found: list[int] = []
        for node in range(self.net.nodes):
            if self.nodes[node] & self.bit:
                for link in self.net.links_at[node]:
                    if self.can_begin(link, node):
                        found.append(link)
        return found

    def next_links(self, demand: int, length: int, visited: list[int]) -> list[int]:
        """The links over which a route of this demand and length can go on; `visited`: its nodes, the last one too."""
        net = self.net
        node = visited[-1]
        found: list[int] = []
        for link in net.links_at[node]:
            other = net.first_end[link] + net.second_end[link] - node
            if self.tracks[link] & self.closed or self.nodes[other] & self.bit or other in visited:
                continue
            if self.can_go_on(other, demand + (1 << (COLOR_BITS * net.color[link])), length + 1, visited):
                found.append(link)
        return found

    def can_begin(self, link: int, node: int) -> bool:
        """Can a route begin over this link, leaving the network at this node?"""
        if self.tracks[link] & self.closed:
            return False
        net = self.net
        other = net.first_end[link] + net.second_end[link] - node
        return self.nodes[other] & self.bit == 0 and self.can_go_on(
            other, 1 << (COLOR_BITS * net.color[link]), 1, [node]
        )

    def can_go_on(self, node: int, demand: int, length: int, visited: list[int]) -> bool:
        """Can a route that has come to this new node, with this demand so far, be completed and paid?"""
        if length > self.most or not self.purse.pays(demand):
            return False
        if node < self.net.cities:
            return True
        if length == self.most:
            return False
        tracks, nodes, bit, closed = self.tracks, self.nodes, self.bit, self.closed
        purse = self.purse
        packed, guards = purse.packed, purse.guards
        longest = self.most - length
        for stretch in self.net.stretches[node]:
            if stretch.length > longest:
                return False  # they are in the order of their lengths, and a longer way cannot be paid
            if nodes[stretch.city] & bit:
                continue
            total = demand + stretch.demand
            if (packed - total) & guards != guards and not purse.pays(total):
                continue
            free = True
            for link in stretch.links:
                if tracks[link] & closed:
                    free = False
                    break
            if free:
                for between in stretch.through:
                    if nodes[between] & bit or between in visited:
                        free = False
                        break
            if free:
                return True
        if longest <= LONGEST_STRETCH:
            return False
        return self._search(node, demand, length, [*visited, node])

    def _search(self, node: int, demand: int, length: int, visited: list[int]) -> bool:
        """Go on over each free link to a junction: needed only if no short stretch leads to a city."""
        net = self.net
        for link in net.links_at[node]:
            if self.tracks[link] & self.closed:
                continue
            other = net.first_end[link] + net.second_end[link] - node
            if other < net.cities or self.nodes[other] & self.bit or other in visited:
                continue
            if self.can_go_on(other, demand + (1 << (COLOR_BITS * net.color[link])), length + 1, visited):
                return True
        return False

    def links_to_city(self, node: int, visited: list[int]) -> int:
        """The fewest free links from a new node to a new city, whatever they cost; -1 if none can be reached."""
        net = self.net
        if node < net.cities:
            return 0
        seen = [*visited, node]
        edge = [node]
        length = 0
        while edge:
            length += 1
            ahead: list[int] = []
            for place in edge:
                for link in net.links_at[place]:
                    other = net.first_end[link] + net.second_end[link] - place
                    if self.tracks[link] & self.closed or self.nodes[other] & self.bit or other in seen:
                        continue
                    if other < net.cities:
                        return length
                    seen.append(other)
                    ahead.append(other)
            edge = ahead
        return -1
