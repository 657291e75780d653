"""Where things stand at a train of First Class: cards, conductor and station, and marks of modules at cards."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from trainshed.draw.fit import Rect
from trainshed.draw.sheet import TALL, WIDE
from trainshed.games.first_class.board.art.coaches import FIGURE
from trainshed.games.first_class.board.module import ABOVE, BELOW, BETWEEN, CoachMark
from trainshed.games.first_class.board.scene import Scene

HEAD: Final = 30
"""The height above the coaches, where conductors stand."""

FOOT: Final = 14
"""The height below the coaches: rail and reach."""

STATION: Final = 22
"""The width of the platform left of the first card, where a conductor stands before it has boarded."""

MARK: Final = {WIDE: 24, TALL: 36}
"""The height of a row of marks."""

CHIP: Final = {WIDE: 21, TALL: 30}
"""The height of a mark."""

FIGURE_SCALE: Final = 0.94
FIGURE_HIGH: Final = 31 * FIGURE_SCALE
FIGURE_WIDE: Final = FIGURE * FIGURE_SCALE


class TrainStretch(NamedTuple):
    """A part of a train: the place of its first card, the width of a card, and the numbers of its cards."""

    train: int
    x: float
    y: float
    cell: float
    high: float
    first: int
    last: int
    sides: Collection[str]
    """The rows of marks for which there is room: ABOVE, BELOW and BETWEEN."""

    def place(self, position: int) -> Rect:
        """The place of a card."""
        return Rect(self.x + (position - self.first) * self.cell, self.y, self.cell, self.high)

    def has(self, position: int) -> bool:
        return self.first <= position <= self.last

    def stands(self, position: int) -> bool:
        """Does a conductor stand here who has come to this card? At 0 it is in the station, before the first card."""
        return self.has(position) or (position == 0 and self.first == 1)

    def figure(self, position: int) -> tuple[float, float]:
        """The left upper corner of a conductor: on the roof of its card, or on the platform."""
        if position == 0:
            return self.x - FIGURE_WIDE - 3, self.y + self.high - FIGURE_HIGH - 2
        return self.place(position).x + self.cell - FIGURE_WIDE - 3, self.y - FIGURE_HIGH + 1


def sides_of(scene: Scene, train: int) -> set[str]:
    """The rows of marks that the modules of the game can need at a train."""
    return {side for module in scene.modules.values() for at, side in module.sides if at == train}


def sides_at(scene: Scene, train: int, first: int, last: int) -> set[str]:
    """The rows of marks that a part of a train needs now: those in which a mark lies, or can be laid."""
    here = [mark for mark in scene.coach_marks if mark.train == train and first <= mark.position <= last]
    return {mark.side for mark in here if scene.has_mark(mark)}


def rows_below(sides: Collection[str]) -> list[str]:
    """Those of these rows that are below the coaches, from the top."""
    return [side for side in (BELOW, BETWEEN) if side in sides]


def outer_height(scene: Scene, train: int) -> float:
    """The height of a train without its coaches in the desktop layout: what stands above and below them."""
    return HEAD + FOOT + MARK[WIDE] * len(rows_below(sides_of(scene, train)))


def mark_place(stretch: TrainStretch, mark: CoachMark, layout: str, figure: bool) -> Rect:
    """Where a mark lies: in its row below, or above the coach, on a desktop beside a conductor if one stands there.

    On a phone marks above the coaches have a row of their own, because beside a conductor they would be too narrow.
    """
    there, high = stretch.place(mark.position), CHIP[layout]
    if mark.side != ABOVE:
        y = there.y + there.h + FOOT + MARK[layout] * rows_below(stretch.sides).index(mark.side)
        return Rect(there.x + 2, y, there.w - 6, high)
    if layout == TALL:
        return Rect(there.x + 2, there.y - HEAD - MARK[TALL] + 4, there.w - 6, high)
    return Rect(there.x + 2, there.y - high - 2, there.w - (FIGURE + 4 if figure else 6), high)
