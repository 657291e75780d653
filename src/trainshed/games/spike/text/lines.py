"""Names of track spaces by the cities between which they lie: junctions have no names on the board."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from math import dist
from typing import Final, NamedTuple

from trainshed.games.spike.rules.components import Components
from trainshed.games.spike.rules.network.map_graph import Network

LONGEST: Final = 4
"""Lines of more spaces name no space that a shorter way between two cities can name."""


class SpaceName(NamedTuple):
    """A track space: the `number`th from the first city on a line of `length` spaces to the second one."""

    first: int
    second: int
    number: int
    length: int
    near: int
    """The end of the space that lies towards the first city."""
    other: bool
    """The space does not lie on the shortest line between the two cities, but on another way."""

    def seen_from(self, node: int) -> SpaceName:
        """The same space, counted in the direction in which a train leaves this end of it."""
        if node == self.near:
            return self
        return self._replace(first=self.second, second=self.first, number=self.length + 1 - self.number, near=node)


class CityPath(NamedTuple):
    """A way over links that passes no city."""

    length: int
    detour: float
    """Its length on the printed map, compared with that of a straight line."""
    first: int
    second: int
    links: list[int]


@lru_cache(maxsize=16)
def space_names(box: Components) -> list[SpaceName]:
    """The name of every link; no two are the same."""
    net = box.net
    trees = [shortest_paths(box, city) for city in range(net.cities)]
    lines = sorted([line for tree in trees for line in tree if line.first < line.second])
    found: dict[int, SpaceName] = {}
    for line in lines:
        if line.length <= LONGEST:
            name_links(net, line, found)
    used: set[tuple[int, int, int]] = set()
    for link in range(net.links):
        if link not in found:
            found[link] = other_name(box, link, used)
    return [found[link] for link in range(net.links)]


def shortest_paths(box: Components, start: int, avoid: int = -1) -> list[CityPath]:
    """The shortest path from a node to every city without passing another one; of equal ones the straightest."""
    net = box.net
    best: dict[int, tuple[int, float]] = {start: (0, 0.0)}
    came: dict[int, tuple[int, int]] = {}
    heap: list[tuple[tuple[int, float], int]] = [((0, 0.0), start)]
    while heap:
        cost, node = heappop(heap)
        if cost > best[node] or (node != start and node < net.cities):
            continue
        for link in net.links_at[node]:
            there = net.across(link, node)
            further = cost[0] + 1, cost[1] + printed_length(box, node, there)
            if there != avoid and (there not in best or further < best[there]):
                best[there] = further
                came[there] = node, link
                heappush(heap, (further, there))
    paths = []
    for city in sorted(best):
        if city < net.cities and city != start:
            node, links = city, list[int]()
            while node != start:
                node, link = came[node]
                links.insert(0, link)
            straight = printed_length(box, start, city) or 1.0
            paths.append(CityPath(len(links), best[city][1] / straight, start, city, links))
    return paths


def name_links(net: Network, line: CityPath, found: dict[int, SpaceName]) -> None:
    """Name the links of a line that have no name yet."""
    node = line.first
    for number, link in enumerate(line.links, 1):
        found.setdefault(link, SpaceName(line.first, line.second, number, line.length, node, False))
        node = net.across(link, node)


def other_name(box: Components, link: int, used: set[tuple[int, int, int]]) -> SpaceName:
    """The name of a link that is on no shortest line: by the nearest cities on both sides that tell it apart."""
    net = box.net
    ends = net.first_end[link], net.second_end[link]
    sides = [ways_out(box, ends[0], ends[1]), ways_out(box, ends[1], ends[0])]
    pairs = sorted(
        [
            (near + 1 + far, here + printed_length(box, *ends) + there, first, second, near + 1)
            for first, (near, here) in sides[0].items()
            for second, (far, there) in sides[1].items()
            if first != second
        ]
    )
    for length, _, first, second, number in pairs:
        forward, back = (first, second, number), (second, first, length + 1 - number)
        if forward not in used and back not in used:
            used.update((forward, back))
            return SpaceName(first, second, number, length, ends[0], True)
    raise ValueError(f"no two cities tell {box.space_names[link]} apart")


def ways_out(box: Components, node: int, avoid: int) -> dict[int, tuple[int, float]]:
    """How far the cities are from an end of a link, without its other end: in links, and on the printed map."""
    if node < box.net.cities:
        return {node: (0, 0.0)}
    straight = printed_length
    paths = shortest_paths(box, node, avoid)
    return {path.second: (path.length, path.detour * (straight(box, node, path.second) or 1.0)) for path in paths}


def printed_length(box: Components, one: int, two: int) -> float:
    return dist(box.spots[one], box.spots[two])
