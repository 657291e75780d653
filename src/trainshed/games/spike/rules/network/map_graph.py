"""The printed map of Spike as a graph: cities, junctions and track spaces, and the stretches that lead to a city.

A node is a number: cities come first, then junctions. A link is one track space between two nodes. A route runs from a
player's network through junctions outside of it to a city that is new to it (SP-BUILD-05, SP-BUILD-14).
"""

from __future__ import annotations

from typing import Final

COLOR_BITS: Final = 7
"""A demand is packed into one number, so many bits for each colour: counts are less than `GUARD`, their highest bit."""

COLOR_MASK: Final = (1 << COLOR_BITS) - 1
GUARD: Final = 1 << (COLOR_BITS - 1)

MOST_COLORS: Final = 8
MOST_COPIES: Final = 30
"""So many colours fit into a packed number, and so many cards of one, counted twice, into its bits."""

LONGEST_STRETCH: Final = 3
"""Stretches to a city are listed beforehand up to this many links; longer ones are searched."""


class Stretch:
    """A way of a few links from a junction through other junctions to a city."""

    __slots__ = ("city", "demand", "length", "links", "through")

    def __init__(self, links: list[int], through: list[int], city: int, demand: int) -> None:
        self.links: list[int] = links
        self.through: list[int] = through
        """The junctions between the first one and the city."""
        self.city: int = city
        self.demand: int = demand
        self.length: int = len(links)


class Network:
    """Places and links of the map. Read once from the content pack, never changed."""

    __slots__ = ("cities", "color", "first_end", "links", "links_at", "nodes", "second_end", "stretches")

    def __init__(self, cities: int, nodes: int, first_end: list[int], second_end: list[int], color: list[int]) -> None:
        self.cities: int = cities
        self.nodes: int = nodes
        self.links: int = len(color)
        self.first_end: list[int] = first_end
        self.second_end: list[int] = second_end
        self.color: list[int] = color
        self.links_at: list[list[int]] = [[] for _ in range(nodes)]
        for link in range(self.links):
            self.links_at[first_end[link]].append(link)
            self.links_at[second_end[link]].append(link)
        self.stretches: list[list[Stretch]] = [[] for _ in range(nodes)]
        """For each junction the short stretches to a city, the shortest first; for a city none."""
        for node in range(cities, nodes):
            found: list[Stretch] = []
            self._extend(node, [], [node], 0, found)
            found.sort(key=length_of)
            self.stretches[node] = found

    def _extend(self, node: int, links: list[int], visited: list[int], demand: int, found: list[Stretch]) -> None:
        for link in self.links_at[node]:
            other = self.first_end[link] + self.second_end[link] - node
            if other in visited:
                continue
            more = [*links, link]
            needed = demand + (1 << (COLOR_BITS * self.color[link]))
            if other < self.cities:
                found.append(Stretch(more, visited[1:], other, needed))
            elif len(more) < LONGEST_STRETCH:
                self._extend(other, more, [*visited, other], needed, found)

    def across(self, link: int, node: int) -> int:
        """The other end of a link."""
        return self.first_end[link] + self.second_end[link] - node


def length_of(stretch: Stretch) -> int:
    """The number of links of a stretch."""
    return stretch.length


def unpack(demand: int, colors: int) -> list[int]:
    """A packed demand as one number for each colour."""
    return [demand >> (COLOR_BITS * color) & COLOR_MASK for color in range(colors)]


def pack(counts: list[int]) -> int:
    """Numbers by colour as one packed number."""
    packed = 0
    for color, count in enumerate(counts):
        packed += count << (COLOR_BITS * color)
    return packed
