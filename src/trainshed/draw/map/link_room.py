"""Where a train can be drawn on a link without covering a name: along it, or a little beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from trainshed.draw.fit import Rect
from trainshed.draw.map.boxes import Box
from trainshed.draw.map.net import LinkLine, MapNet, lines_of

SHARES: Final = (0.5, 0.3, 0.7, 0.15, 0.85, 0.4, 0.6, 0.0, 1.0)
ASIDE: Final = (0.0, 0.5, -0.5, 1.0, -1.0, 1.4, -1.4, 1.9, -1.9, 2.4, -2.4)
"""Where a train may lie: along the link, and beside it in radii of a city."""

CLOSE: Final = 7 * len(SHARES)
"""The first places on a link, those close to it. Names leave one of them free where they can."""

TRAIN: Final = (15.5, 8.5)
"""Half the length and half the width of a train at size 1, with its rim."""

SIZE: Final = 10.3
"""The radius of a city for which a train has size 1."""

Spot = tuple[float, float]


class LinkRoom:
    """A link as a place for trains."""

    def __init__(self, line: LinkLine, ring: float) -> None:
        self.line = line
        self.half_w, self.half_h = TRAIN[0] * ring / SIZE, TRAIN[1] * ring / SIZE
        span = line.end - line.start
        self.spots: Sequence[Spot] = [
            line.at(line.start + span * share, aside * ring) for aside in ASIDE for share in SHARES
        ]
        self.far_first = [self.spots[0], *reversed(self.spots[1:CLOSE])]
        """The close places in an order that soon finds a free one: few names cover the middle and the ends."""
        x, y = line.at(line.length)
        self.area = Rect(min(line.x, x), min(line.y, y), abs(line.x - x), abs(line.y - y))
        self.area = self.area.grown(ASIDE[-2] * ring + self.half_w)

    def covered(self, spot: Spot, box: Box) -> bool:
        """Whether a train at a spot covers a part of a box. Two boxes, one of them turned, lie apart if they do so
        along an edge of one of them."""
        left, top, right, low = box
        w, h, dx, dy = (right - left) / 2, (low - top) / 2, self.line.dx, self.line.dy
        x, y = (left + right) / 2 - spot[0], (top + low) / 2 - spot[1]
        across, down = abs(dx), abs(dy)
        return (
            abs(x) < w + self.half_w * across + self.half_h * down
            and abs(y) < h + self.half_w * down + self.half_h * across
            and abs(x * dx + y * dy) < self.half_w + w * across + h * down
            and abs(y * dx - x * dy) < self.half_h + w * down + h * across
        )

    def blocked(self, box: Box) -> bool:
        """Whether a name in this box leaves no room for a train on the link or close beside it."""
        x, y = self.spots[0]
        reach = self.half_w
        if box[0] >= x + reach or box[2] <= x - reach or box[1] >= y + reach or box[3] <= y - reach:
            return False  # most links are far away, and their middle is free
        return all(self.covered(spot, box) for spot in self.far_first)

    def near(self, box: Box) -> bool:
        """Whether a train on the link or beside it might cover a part of a box."""
        left, top, right, low = box
        x, y, w, h = self.area
        return left < x + w and right > x and top < y + h and low > y

    def blockers(self, boxes: Mapping[int, Box]) -> list[int]:
        """The names that together leave no room for a train, the one that covers the most first; none if there is."""
        counts = Counter[int]()
        near = [index for index, box in boxes.items() if self.near(box)]
        for spot in self.spots[:CLOSE]:
            covering = [index for index in near if self.covered(spot, boxes[index])]
            if not covering:
                return []
            counts.update(covering)
        return [index for index, _ in counts.most_common()]


@lru_cache(maxsize=16)
def rooms_of(net: MapNet, ring: float) -> dict[str, LinkRoom]:
    """The room on every link, by its id."""
    return {link: LinkRoom(line, ring) for link, line in lines_of(net, ring).items()}


def free_spots(room: LinkRoom, boxes: Sequence[Box]) -> list[Spot]:
    """The places on a link, those first where a train covers the fewest names."""
    near = [box for box in boxes if room.near(box)]
    return sorted(room.spots, key=lambda spot: sum(room.covered(spot, box) for box in near))
