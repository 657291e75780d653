"""A landscape: shapes in painter's order, each with a tone and a season, coloured for the day and for the night."""

from __future__ import annotations

from typing import Final, NamedTuple

from trainshed.draw.place.tones import NIGHT, SUMMER, colour
from trainshed.draw.svg import number, path

OUTLINED: Final = 0.8
"""The width of the outline of a shape."""


class Paint(NamedTuple):
    """How shapes are painted: the tone of their areas and of their lines, "" for none."""

    fill: str = ""
    stroke: str = ""
    width: float = 1
    dash: str = ""
    night: bool = False
    """Whether they are seen by night only."""


class Landscape:
    """Collects shapes as SVG paths. Neighbours that are painted alike become one path."""

    def __init__(self, season: str = SUMMER) -> None:
        self.season = season
        """The season of the shapes that are added next."""
        self.layers: list[tuple[str, Paint, list[str]]] = []

    def paint(self, paint: Paint, *shapes: str) -> None:
        """Add shapes with a paint of their own."""
        if self.layers and self.layers[-1][:2] == (self.season, paint):
            self.layers[-1][2].extend(shapes)
        else:
            self.layers.append((self.season, paint, list(shapes)))

    def area(self, tone: str, *shapes: str) -> None:
        """Add areas without an outline."""
        self.paint(Paint(tone), *shapes)

    def thing(self, tone: str, *shapes: str) -> None:
        """Add areas with an outline, which stand out from others of their tone: trees and houses."""
        self.paint(Paint(tone, "line", OUTLINED), *shapes)

    def line(self, *shapes: str, width: float = 1, dash: str = "") -> None:
        """Add lines."""
        self.paint(Paint("", "line", width, dash), *shapes)

    def by_night(self, *shapes: str) -> None:
        """Add stars and a moon, which only the night has."""
        self.paint(Paint("line", night=True), *shapes)

    def svg(self, theme: str) -> str:
        """All shapes in the colours of a theme."""
        return "".join(
            painted(theme, season, paint, "".join(shapes))
            for season, paint, shapes in self.layers
            if theme == NIGHT or not paint.night
        )


def painted(theme: str, season: str, paint: Paint, d: str) -> str:
    """A path with its colours as attributes: an image has no style sheet of the page."""
    stroked = bool(paint.stroke)
    return path(
        d,
        fill=colour(theme, season, paint.fill) if paint.fill else "none",
        stroke=colour(theme, season, paint.stroke) if stroked else None,
        stroke_width=paint.width if stroked and paint.width != 1 else None,
        stroke_dasharray=paint.dash,
        stroke_linecap="round" if stroked and not (paint.fill or paint.dash) and paint.width < 3 else None,
        stroke_linejoin="round" if stroked and not paint.fill else None,
    )


# ---------------------------------------------------------------- path data


def at(*values: float) -> str:
    """Numbers of a path."""
    return " ".join(number(value) for value in values)


def box(x: float, y: float, w: float, h: float) -> str:
    """A rectangle; x and y are its top left corner."""
    return f"M{at(x, y)}h{number(w)}v{number(h)}h{number(-w)}Z"


def oval(x: float, y: float, rx: float, ry: float | None = None) -> str:
    """A circle or an ellipse round its middle."""
    radii = at(rx, rx if ry is None else ry)
    return f"M{at(x - rx, y)}a{radii} 0 1 0 {number(2 * rx)} 0a{radii} 0 1 0 {number(-2 * rx)} 0Z"
