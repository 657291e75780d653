"""Integer geometry of the track: where a card lies, where the track continues, and which cards overlap."""

from __future__ import annotations

from typing import Final

from trainshed.kernel.shared.fields import reader

EAST: Final = 0
NORTH: Final = 1
WEST: Final = 2
SOUTH: Final = 3

LEFT: Final = 0
AHEAD: Final = 1
RIGHT: Final = 2
TURNS: Final = ("left", "ahead", "right")

SHORT: Final = 1
LONG: Final = 2
"""The side by which a card is entered, as bits. The side alone decides the area that the card covers, so two overlap
tests answer for all six forms."""


class Form:
    """One way of laying a shape: the turn it gives the line, the side entered, and the way to the new open end."""

    __slots__ = ("across", "along", "side", "turn")

    def __init__(self, turn: int, side: int, along: int, across: int) -> None:
        self.turn = turn
        self.side = side
        self.along = along
        self.across = across


LAID: Final = ("card", "turn", "x0", "y0", "x1", "y1", "x", "y", "heading")
"""The fields of a card on the table, in the order of `Laid`'s arguments: dumps, restoring and views follow."""

laid_of: Final = reader(LAID)


class Laid:
    """A card on the table: its rectangle, and the open end after it. Immutable, so clones share it."""

    __slots__ = LAID

    def __init__(self, card: int, turn: int, x0: int, y0: int, x1: int, y1: int, x: int, y: int, heading: int) -> None:
        self.card = card
        self.turn = turn
        self.x0 = x0
        self.y0 = y0
        self.x1 = x1
        self.y1 = y1
        self.x = x
        self.y = y
        self.heading = heading


class CardGeometry:
    """The sizes of a card, and the rules of laying one at an open end."""

    __slots__ = ("height", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height

    def lay(self, card: int, form: Form, x: int, y: int, heading: int) -> Laid:
        """The card laid in this form at an open end: its entry lies on the end and faces it (LR-PLACE-02)."""
        if form.side == SHORT:
            deep, half = self.height, self.width // 2
        else:
            deep, half = self.width, self.height // 2
        turn, along, across = form.turn, form.along, form.across
        onward = (heading + AHEAD - turn) & 3
        if heading == EAST:
            return Laid(card, turn, x, y - half, x + deep, y + half, x + along, y - across, onward)
        if heading == NORTH:
            return Laid(card, turn, x - half, y, x + half, y + deep, x + across, y + along, onward)
        if heading == WEST:
            return Laid(card, turn, x - deep, y - half, x, y + half, x - along, y + across, onward)
        return Laid(card, turn, x - half, y - deep, x + half, y, x - across, y - along, onward)

    def room(self, track: list[Laid], x: int, y: int, heading: int) -> int:
        """The sides by which a card could be entered at an open end without lying on another (LR-PLACE-03)."""
        deep, wide = self.height, self.width
        half_wide, half_deep = wide // 2, deep // 2
        # In the frame of the open end both areas lie in a square of the long side; cards outside it do not matter.
        if heading == EAST:
            x0, x1, y0, y1 = x, x + deep, y - half_deep, y + half_deep
        elif heading == WEST:
            x0, x1, y0, y1 = x - deep, x, y - half_deep, y + half_deep
        elif heading == NORTH:
            x0, x1, y0, y1 = x - half_deep, x + half_deep, y, y + deep
        else:
            x0, x1, y0, y1 = x - half_deep, x + half_deep, y - deep, y
        fits = SHORT | LONG
        for laid in track:
            if laid.x0 < x1 and x0 < laid.x1 and laid.y0 < y1 and y0 < laid.y1:
                if heading == EAST:
                    near, low, high = laid.x0 - x, laid.y0 - y, laid.y1 - y
                elif heading == WEST:
                    near, low, high = x - laid.x1, laid.y0 - y, laid.y1 - y
                elif heading == NORTH:
                    near, low, high = laid.y0 - y, laid.x0 - x, laid.x1 - x
                else:
                    near, low, high = y - laid.y1, laid.x0 - x, laid.x1 - x
                if near < wide:
                    fits &= ~LONG
                if low < half_wide and -half_wide < high:
                    fits &= ~SHORT
                if fits == 0:
                    return 0
        return fits
