"""A board as one SVG with four layers: printed things, pieces, labels, and the options on top."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from typing import Final

from trainshed.draw.fit import Rect
from trainshed.draw.svg import number

WIDE: Final = "wide"
TALL: Final = "tall"
LAYOUTS: Final = (WIDE, TALL)
"""A board for a desk, 1,064 wide, and one for a phone, 366 wide."""

WIDTH: Final = {WIDE: 1064, TALL: 366}


class Sheet:
    """Collects the parts of a board by layer. Ids and order of pieces stay the same for a whole game."""

    def __init__(self) -> None:
        self.printed: list[str] = []
        self.pieces: list[str] = []
        self.labels: list[str] = []
        self.options: list[str] = []
        self.parts: list[tuple[str, Rect]] = []

    def part(self, name: str, *areas: Rect) -> None:
        """Name a part of the board and its areas, which the rulebook can then show. Nothing is drawn."""
        self.parts += [(name, area) for area in areas]

    def board(self, *parts: str) -> None:
        """Printed things: panels, sockets, numbers."""
        self.printed += parts

    def piece(self, *parts: str) -> None:
        """Pieces: everything that can move."""
        self.pieces += parts

    def label(self, *parts: str) -> None:
        """Labels that stay above the pieces."""
        self.labels += parts

    def option(self, *parts: str) -> None:
        """Controls that can be pressed."""
        self.options += parts

    @contextmanager
    def shifted(self, x: float, y: float, id_: str = "", scale: float = 1) -> Iterator[None]:
        """Shift everything drawn in this context, as one group: if it moves as a whole, only one attribute changes.

        With an id, the page moves its pieces as a whole too, and with them what is drawn round them without an id.
        `scale` is the one in which they are drawn: where it changes, they also grow or shrink as a whole.
        """
        layers = (self.printed, self.pieces, self.labels, self.options)
        begins, first = [len(layer) for layer in layers], len(self.parts)
        yield
        self.parts[first:] = [(name, area.moved(x, y)) for name, area in self.parts[first:]]
        for layer, begin in zip(layers, begins, strict=True):
            if len(layer) > begin:
                place, inside = f"translate({number(x)} {number(y)})", "".join(layer[begin:])
                if layer is not self.pieces:
                    inside = f'<g transform="{place}">{inside}</g>'
                elif id_:  # nothing is scaled, but the page can tell from the matrix of the group how large it is
                    inside = f'<g transform="scale({1 / scale:.7g})">{inside}</g>'
                    inside = f'<g id="{id_}" transform="{place} scale({scale:.7g})" class="piece">{inside}</g>'
                else:
                    inside = f'<g transform="{place}" class="piece">{inside}</g>'
                layer[begin:] = [inside]

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        """Keep what is printed in this context together, under an id: where the page morphs the board, a line more or
        less in one section changes nothing in those after it."""
        begin = len(self.printed)
        yield
        self.printed[begin:] = [f'<g id="{name}">{"".join(self.printed[begin:])}</g>']

    def svg(self, width: float, height: float, label: str) -> str:
        """The whole board. It is always sent whole, so that a browser can morph it into the next."""
        w, h = number(width), number(height)
        return (
            f'<svg id="sheet" class="sheetsvg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="group"'
            f' aria-label="{escape(label, quote=True)}">{DEFS}'
            f'<g id="board">{"".join(self.printed)}</g><g id="pieces">{"".join(self.pieces)}</g>'
            f'<g id="labels">{"".join(self.labels)}</g><g id="options">{"".join(self.options)}</g></svg>'
        )


DEFS: Final = (
    "<defs>"
    '<pattern id="pGray" width="5" height="5" patternUnits="userSpaceOnUse">'
    '<path d="M0 2.5H5" class="ps-gray" stroke-width="1.1"/></pattern>'
    '<pattern id="pBrown" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M0 3H6" class="ps-brown" stroke-width="1.8"/></pattern>'
    '<pattern id="pNat" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<circle cx="1.5" cy="1.5" r="1" class="pf-nat"/><circle cx="4.5" cy="4.5" r="1" class="pf-nat"/></pattern>'
    '<pattern id="pWhite" width="40" height="40" patternUnits="userSpaceOnUse"/>'
    '<pattern id="pHatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">'
    '<path d="M0 3H6" class="ps-rule" stroke-width="1"/></pattern>'
    '<pattern id="pUn" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">'
    '<path d="M0 3.5H7" class="ps-sheet" stroke-width="5"/></pattern>'
    '<pattern id="pMay" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">'
    '<path d="M0 3.5H7" class="ps-may" stroke-width="1.4"/></pattern>'
    '<pattern id="pBad" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M0 3H6" class="ps-bad" stroke-width="1.4"/></pattern>'
    '<filter id="fLift" x="-40%" y="-40%" width="180%" height="200%">'
    '<feDropShadow dx="0" dy="4" stdDeviation="4" flood-color="#0b1218" flood-opacity=".38"/></filter>'
    "</defs>"
)
