"""Places the names of a map's cities, once for each map: no name ever moves in a game.

Every name is nearer to its own city than to any other by `MapStyle.margin`, and covers no city and no other name, at
every zoom and in normal and large type (`label_places`). Names keep their size while the map grows, so two names that
lie apart on the whole map may meet at a larger zoom and part again; everything is checked for a whole range of zooms.
Where the names do not fit, the whole map shows codes, and names from that zoom on at which they fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import hypot
from typing import Final, NamedTuple

from trainshed.draw.fit import Rect
from trainshed.draw.map.boxes import Box, edges_of, meet
from trainshed.draw.map.label_places import LabelPlace, MapArea, PlacedLabel, last_resorts, places_of
from trainshed.draw.map.label_search import LabelSearch
from trainshed.draw.map.link_room import rooms_of
from trainshed.draw.map.net import MOST, MapNet, MapStyle, swell

ZOOMS: Final = (1.0, 1.5, 2.25, 3.4, 5.0)
"""The zooms from which on names are tried: those of the button, rounded."""

REPAIRS: Final = 12
"""How often names part that together leave no room for a train on a link."""


class LabelSet(NamedTuple):
    """The names of a map. `codes` are shown below the zoom `near`, `names` from there on."""

    near: float
    names: tuple[PlacedLabel, ...]
    codes: tuple[PlacedLabel, ...]
    """Empty if names are shown at every zoom."""
    boxes: tuple[Box, ...]
    """Where labels stand while the whole map is shown."""


@lru_cache(maxsize=64)
def labels_of(net: MapNet, style: MapStyle, bounds: Rect, keep: tuple[Rect, ...] = ()) -> LabelSet:
    """All names of a map inside these bounds. They leave the areas `keep` free, which lie on the map."""
    whole, short = [city.name for city in net.cities], [city.code for city in net.cities]
    area = MapArea(net, style, bounds, keep, swell(ZOOMS[0]), swell(MOST))
    names = placed(area, whole)
    if names is not None:
        return LabelSet(ZOOMS[0], names, (), boxes_of(net, names))
    for near in ZOOMS[1:]:
        area = area._replace(low=swell(near))
        names = placed(area, whole)
        if names is not None:
            break
    area = area._replace(low=swell(ZOOMS[0]), high=area.low)
    codes = placed(area, short) or placed_anyhow(area, short)
    if names is None:
        names = placed_anyhow(area._replace(low=area.high, high=swell(MOST)), whole)
    return LabelSet(near, names, codes, boxes_of(net, codes))


def boxes_of(net: MapNet, labels: Sequence[PlacedLabel]) -> tuple[Box, ...]:
    """Where labels stand on the whole map."""
    cities = {city.id: city for city in net.cities}
    return tuple(edges_of(one.box.moved(cities[one.city].x, cities[one.city].y)) for one in labels)


def placed(area: MapArea, texts: Sequence[str]) -> tuple[PlacedLabel, ...] | None:
    """A place with the whole margin for the text of each city, or None if there is none for one of them."""
    found = []
    for index, text in enumerate(texts):
        found.append(places_of(area, index, text))
        if not found[-1]:
            return None
    chooser = LabelChooser(area, found)
    chosen = chooser.search.run()
    if len(chosen) < len(texts):
        return None
    return chooser.labels(chooser.with_room() if area.whole else chosen)


def placed_anyhow(area: MapArea, texts: Sequence[str]) -> tuple[PlacedLabel, ...]:
    """The texts of a crowded map: some far from their cities or near others, and those that fit nowhere left out."""
    found = [places_of(area, index, text) + last_resorts(area, index, text) for index, text in enumerate(texts)]
    chooser = LabelChooser(area, found)
    return chooser.labels(chooser.search.run())


class LabelChooser:
    """Chooses among the places of all labels of a map."""

    def __init__(self, area: MapArea, places: Sequence[Sequence[LabelPlace]]) -> None:
        self.area = area
        self.cities = area.net.cities
        self.places = places
        costs = [[one.cost for one in mine] for mine in places]
        self.search = LabelSearch(costs, self.neighbors(), self.clash)

    def neighbors(self) -> list[list[int]]:
        """The labels that might meet each label."""
        reach = [max((reach_of(one.line) for one in mine), default=0.0) for mine in self.places]
        return [
            [
                j
                for j, other in enumerate(self.cities)
                if j != i and hypot(other.x - city.x, other.y - city.y) * self.area.low < reach[i] + reach[j]
            ]
            for i, city in enumerate(self.cities)
        ]

    def clash(self, i: int, a: int, j: int, b: int) -> bool:
        """Whether label i at its place a meets label j at its place b at any zoom."""
        dx, dy = self.cities[j].x - self.cities[i].x, self.cities[j].y - self.cities[i].y
        return meet(dx, dy, self.places[i][a].line, self.places[j][b].line, self.area.low, self.area.high)

    def labels(self, chosen: Mapping[int, int]) -> tuple[PlacedLabel, ...]:
        return tuple(mine[chosen[index]].label for index, mine in enumerate(self.places) if index in chosen)

    def with_room(self) -> Mapping[int, int]:
        """The places that leave the fewest links without room for a train, after labels have parted that together leave
        none."""
        best, least = dict(self.search.chosen), len(self.area.net.links) + 1
        for _ in range(REPAIRS):
            chosen = self.search.chosen
            full = self.full_links() if len(chosen) == len(self.places) else []
            if len(chosen) == len(self.places) and len(full) < least:
                best, least = dict(chosen), len(full)
            shared = [blockers for blockers in full if len(blockers) > 1]
            if not shared:
                break
            for one, other, *_ in shared:
                self.search.forbid(one, other)
            self.search.run()
        return best

    def full_links(self) -> list[list[int]]:
        """The labels on each link that has no room for a train, the one that covers the most first."""
        boxes = {
            index: edges_of(self.places[index][place].label.box.moved(self.cities[index].x, self.cities[index].y))
            for index, place in self.search.chosen.items()
        }
        found = [room.blockers(boxes) for room in rooms_of(self.area.net, self.area.style.ring).values()]
        return [blockers for blockers in found if blockers]


def reach_of(box: Rect) -> float:
    """The distance of a city to the farthest corner of a box."""
    return hypot(max(-box.x, box.x + box.w), max(-box.y, box.y + box.h))
