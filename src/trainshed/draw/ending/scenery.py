"""What stands behind an arriving train: the colours of a title's poster, and its trees, hills and buildings.

Colours are fixed, as a poster's are: the same in the light and the dark theme. Everything is seeded, so that it is the
same on every request.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple, TypeAlias

from trainshed.draw.place.landscape import at, box, oval
from trainshed.draw.svg import path


class Palette(NamedTuple):
    """The colours of a scenery. White text must be readable on the upper part of the sky (4.5:1)."""

    sky: str = "#0B2340"
    horizon: str = "#1E5086"
    far: str = "#1A4675"
    near: str = "#123A64"
    tree: str = "#0E2D50"
    outline: str = "#2F6196"
    wall: str = "#1D4A7B"
    light: str = "#F4D27A"
    ground: str = "#081C33"
    verge: str = "#B9C9D6"
    platform: str = "#E4EBF0"
    sleeper: str = "#5E7C9C"


class PosterLandscape:
    """Collects shapes in the order in which they are painted; neighbours of the same kind become one path."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self.shapes: list[tuple[str, list[str]]] = []

    def add(self, kind: str, d: str) -> None:
        """A shape of a kind: the name of a colour of the palette, or `line` for a thin outline without a filling."""
        if self.shapes and self.shapes[-1][0] == kind:
            self.shapes[-1][1].append(d)
        else:
            self.shapes.append((kind, [d]))

    def svg(self) -> str:
        return "".join(self._path(kind, "".join(shapes)) for kind, shapes in self.shapes)

    def _path(self, kind: str, d: str) -> str:
        palette = self.palette
        if kind == "line":
            return path(d, fill="none", stroke=palette.outline, stroke_width=1, stroke_linecap="round")
        edge = palette.outline if kind in ("tree", "wall") else None
        return path(d, fill=getattr(palette, kind), stroke=edge, stroke_width=0.8 if edge else None)


Draw: TypeAlias = Callable[[PosterLandscape, float, float, float], None]
"""Draws something at a place: left or middle, ground, size."""


class PosterScenery(NamedTuple):
    """What a title puts behind an arriving train; `SCENERY` in its `board/poster.py`."""

    palette: Palette = Palette()
    trees: tuple[Draw, ...] = ()
    landmark: Draw | None = None
    """The building that the title is known by, about 46 by 46 at size 1 around its middle."""
    second: Draw | None = None
    """Another one, only where there is room."""
    night: bool = True
    """Stars and a moon; otherwise a low sun."""
    snow: bool = False


# ---------------------------------------------------------------- path data


def ridge(width: float, base: float, height: float, step: float, seed: int, floor: float) -> str:
    """A soft skyline over the whole width, closed at `floor`."""
    rng, count = Random(seed), max(2, round(width / step))
    tops = [base - height * rng.random() for _ in range(count + 1)]
    each = width / count
    d = f"M{at(0, floor)}V{at(tops[0])}"
    for place in range(count):
        middle, old, new = each * (place + 0.5), tops[place], tops[place + 1]
        d += f"C{at(middle, old)} {at(middle, new)} {at(each * (place + 1), new)}"
    return f"{d}V{at(floor)}Z"


# ---------------------------------------------------------------- trees


def fir(land: PosterLandscape, x: float, y: float, h: float) -> None:
    w = h * 0.23
    for top, bottom, wide in ((1, 0.58, 0.62), (0.76, 0.3, 0.84), (0.5, 0.05, 1)):
        land.add("tree", f"M{at(x, y - h * top)}L{at(x + w * wide, y - h * bottom)}H{at(x - w * wide)}Z")
    land.add("tree", box(x - 0.7, y - h * 0.06, 1.4, h * 0.06))


def birch(land: PosterLandscape, x: float, y: float, h: float) -> None:
    """A light trunk with dark nicks and a hanging crown."""
    crown = oval(x, y - h * 0.74, h * 0.19, h * 0.27)
    crown += oval(x - h * 0.12, y - h * 0.56, h * 0.13, h * 0.18) + oval(x + h * 0.13, y - h * 0.58, h * 0.12, h * 0.18)
    land.add("tree", crown)
    land.add("wall", f"M{at(x - 1.1, y)}L{at(x - 0.5, y - h * 0.86)}h1L{at(x + 1.1, y)}Z")
    land.add("line", "".join(f"M{at(x - 0.9, y - h * share)}h1.5" for share in (0.12, 0.28, 0.43, 0.6)))


def poplar(land: PosterLandscape, x: float, y: float, h: float) -> None:
    left = f"C{at(x - h * 0.2, y - h * 0.2)} {at(x - h * 0.14, y - h * 0.8)} {at(x, y - h)}"
    right = f"C{at(x + h * 0.14, y - h * 0.8)} {at(x + h * 0.2, y - h * 0.2)} {at(x, y)}"
    land.add("tree", f"M{at(x, y)}{left}{right}Z")


def round_tree(land: PosterLandscape, x: float, y: float, h: float) -> None:
    land.add("tree", oval(x, y - h * 0.62, h * 0.34, h * 0.36) + box(x - 0.8, y - h * 0.3, 1.6, h * 0.3))


# ---------------------------------------------------------------- buildings


def house(land: PosterLandscape, x: float, y: float, s: float) -> None:
    """A house with two lit windows."""
    w, h = 30 * s, 14 * s
    land.add("wall", box(x - w / 2, y - h, w, h))
    roof = f"M{at(x - w / 2 - 2 * s, y - h)}L{at(x - w * 0.2, y - h - 11 * s)}H{at(x + w * 0.2)}"
    land.add("tree", f"{roof}L{at(x + w / 2 + 2 * s, y - h)}Z")
    land.add("light", box(x - 9 * s, y - 9 * s, 4 * s, 5 * s) + box(x + 5 * s, y - 9 * s, 4 * s, 5 * s))


def onion(land: PosterLandscape, x: float, y: float, w: float, drum: float) -> None:
    """One onion dome on its drum, with a cross; `y` is the foot of the drum."""
    h, top = w * 1.3, y - drum
    land.add("wall", box(x - w * 0.36, top, w * 0.72, drum))
    left = f"C{at(x - w * 0.86, top - h * 0.42)} {at(x - w * 0.2, top - h * 0.66)} {at(x, top - h * 1.12)}"
    right = f"C{at(x + w * 0.2, top - h * 0.66)} {at(x + w * 0.86, top - h * 0.42)} {at(x + w * 0.4, top)}"
    land.add("tree", f"M{at(x - w * 0.4, top)}{left}{right}Z")
    cross = f"M{at(x, top - h * 1.1)}v{at(-w * 0.62)}M{at(x - w * 0.2, top - h * 1.1 - w * 0.4)}h{at(w * 0.4)}"
    land.add("line", cross)


def cathedral(land: PosterLandscape, x: float, y: float, s: float) -> None:
    """A cathedral with five domes and lit windows."""
    land.add("wall", box(x - 20 * s, y - 15 * s, 40 * s, 15 * s))
    for side, wide, drum in ((-16, 7, 5), (16, 7, 5), (-8.5, 8, 7), (8.5, 8, 7), (0, 11, 8)):
        onion(land, x + side * s, y - 15 * s, wide * s, drum * s)
    land.add(
        "light", "".join(box(x + side * s - 0.6 * s, y - 12 * s, 1.2 * s, 2 * s) for side in (-15, -9, -3, 3, 9, 15))
    )


def spire(land: PosterLandscape, x: float, y: float, s: float) -> None:
    """A fortress church with a needle between low palaces."""
    land.add("wall", box(x - 26 * s, y - 9 * s, 52 * s, 9 * s) + box(x - 6 * s, y - 19 * s, 12 * s, 19 * s))
    land.add("tree", box(x - 4 * s, y - 25 * s, 8 * s, 6 * s))
    land.add("tree", f"M{at(x - 2.4 * s, y - 25 * s)}L{at(x, y - 44 * s)}L{at(x + 2.4 * s, y - 25 * s)}Z")
    land.add("near", "".join(box(x + side * s, y - 6.5 * s, 2 * s, 6.5 * s) for side in (-23, -18, -13, 11, 16, 21)))


def mosque(land: PosterLandscape, x: float, y: float, s: float) -> None:
    """Domes of the Bosphorus between four minarets."""
    for side in (-25, -19, 19, 25):
        tower = x + side * s
        land.add("wall", box(tower - s, y - 36 * s, 2 * s, 36 * s) + box(tower - 1.7 * s, y - 27 * s, 3.4 * s, 1.6 * s))
        land.add(
            "tree", f"M{at(tower - 1.2 * s, y - 36 * s)}L{at(tower, y - 43 * s)}L{at(tower + 1.2 * s, y - 36 * s)}Z"
        )
    land.add("wall", box(x - 16 * s, y - 12 * s, 32 * s, 12 * s))
    for side, radius, base in ((-11, 6, 12), (11, 6, 12), (0, 11, 14)):
        middle, r = x + side * s, radius * s
        land.add("tree", f"M{at(middle - r, y - base * s)}a{at(r, r * 0.95)} 0 0 1 {at(2 * r)} 0Z")
    land.add("line", f"M{at(x, y - 24.5 * s)}v{at(-4 * s)}")
    land.add(
        "light", "".join(box(x + side * s - 0.7 * s, y - 8 * s, 1.4 * s, 3 * s) for side in (-12, -7, -2, 3, 8, 13))
    )


def water_tower(land: PosterLandscape, x: float, y: float, s: float) -> None:
    """A wooden water tower beside the line."""
    legs = "".join(f"M{at(x + side * s, y)}L{at(x + side * 0.7 * s, y - 22 * s)}" for side in (-9, -3, 3, 9))
    land.add("line", legs + f"M{at(x - 8 * s, y - 10 * s)}H{at(x + 8 * s)}")
    land.add("wall", box(x - 10 * s, y - 37 * s, 20 * s, 16 * s))
    land.add("line", f"M{at(x - 10 * s, y - 33 * s)}h{at(20 * s)}M{at(x - 10 * s, y - 26 * s)}h{at(20 * s)}")
    land.add("tree", f"M{at(x - 12 * s, y - 37 * s)}L{at(x, y - 46 * s)}L{at(x + 12 * s, y - 37 * s)}Z")


def wind_pump(land: PosterLandscape, x: float, y: float, s: float) -> None:
    """A wind pump on the plains."""
    land.add(
        "line", f"M{at(x - 5 * s, y)}L{at(x, y - 34 * s)}L{at(x + 5 * s, y)}M{at(x - 3 * s, y - 14 * s)}h{at(6 * s)}"
    )
    land.add("wall", oval(x, y - 35 * s, 7 * s))
    land.add("line", f"M{at(x - 7 * s, y - 35 * s)}h{at(14 * s)}M{at(x, y - 42 * s)}v{at(14 * s)}")
    land.add("tree", f"M{at(x + 7 * s, y - 35 * s)}l{at(7 * s, -3 * s)}v{at(6 * s)}Z")


def village_church(land: PosterLandscape, x: float, y: float, s: float) -> None:
    """A village church, its tower at the right end."""
    land.add("wall", box(x - 16 * s, y - 14 * s, 24 * s, 14 * s) + box(x + 7 * s, y - 26 * s, 9 * s, 26 * s))
    land.add("tree", f"M{at(x - 18 * s, y - 14 * s)}L{at(x - 13 * s, y - 22 * s)}H{at(x + 7 * s)}V{at(y - 14 * s)}Z")
    land.add("tree", f"M{at(x + 5.5 * s, y - 26 * s)}l{at(6 * s, -18 * s)}l{at(6 * s, 18 * s)}Z")
    land.add("light", "".join(box(x + side * s, y - 10 * s, 2 * s, 4 * s) for side in (-12, -6, 0, 10.5)))


PLAIN: Final = PosterScenery(trees=(fir, round_tree), landmark=village_church, second=house)
"""The scenery of a title that has none of its own."""
