"""What stands in a landscape: hills, trees, buildings, clouds, telegraph poles. A thing stands on the ground at y.

Everything random comes from a seed, so that a landscape is the same whenever it is drawn.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

from trainshed.draw.place.landscape import Landscape, at, box, oval
from trainshed.draw.svg import number

# ---------------------------------------------------------------- ground and sky


def skyline(
    x0: float, x1: float, base: float, rise: float, step: float, seed: int, floor: float, ends: str = ""
) -> str:
    """Soft hills from x0 to x1, closed at the floor; `ends` with "l" or "r": they run out to the floor on that side."""
    rng = Random(seed)
    count = max(2, round((x1 - x0) / step))
    tops = [base - rise * rng.random() for _ in range(count + 1)]
    if "l" in ends:
        tops[0] = floor
    if "r" in ends:
        tops[-1] = floor
    width = (x1 - x0) / count
    d = f"M{at(x0, floor)}V{number(tops[0])}"
    for index in range(count):
        middle, end = x0 + width * (index + 0.5), x0 + width * (index + 1)
        d += f"C{at(middle, tops[index])} {at(middle, tops[index + 1])} {at(end, tops[index + 1])}"
    return d + f"V{number(floor)}Z"


def clouds(land: Landscape, w: float, h: float, count: int, seed: int) -> None:
    rng = Random(seed)
    for index in range(count):
        x = w * (index + 0.2 + 0.6 * rng.random()) / count
        y = h * (0.12 + 0.3 * rng.random())
        r = 5 + 4 * rng.random()
        land.area("white", oval(x, y, r * 2.2, r * 0.55))
        land.area(
            "white", oval(x - r * 0.6, y - r * 0.35, r, r * 0.6) + oval(x + r * 0.7, y - r * 0.25, r * 0.9, r * 0.5)
        )


def stars(land: Landscape, w: float, h: float, count: int, seed: int) -> None:
    rng = Random(seed)
    land.by_night(*(oval(w * rng.random(), h * rng.random(), 0.7 + 0.3 * (rng.random() > 0.7)) for _ in range(count)))


def snowfall(land: Landscape, x: float, y: float, w: float, h: float, count: int, seed: int) -> None:
    rng = Random(seed)
    land.area(
        "white", *(oval(x + w * rng.random(), y + h * rng.random(), 0.8 + 0.6 * rng.random()) for _ in range(count))
    )


# ---------------------------------------------------------------- trees


def fir(land: Landscape, x: float, y: float, h: float, snow: bool = False) -> None:
    w = h * 0.23
    tiers = ((1.0, 0.58, 0.62), (0.76, 0.3, 0.84), (0.5, 0.05, 1.0))
    branches = "".join(
        f"M{at(x, y - h * top)}L{at(x + w * wide, y - h * foot)}H{number(x - w * wide)}Z" for top, foot, wide in tiers
    )
    land.thing("near", branches + box(x - 0.7, y - h * 0.06, 1.4, h * 0.06))
    if snow:
        for top, _foot, wide in tiers:
            side = w * wide
            slope = f"l{at(side * 0.55, h * 0.2)}l{at(-side * 0.3, -h * 0.04)}l{at(-side * 0.3, h * 0.05)}"
            land.area("white", f"M{at(x, y - h * top)}{slope}l{at(-side * 0.45, -h * 0.02)}Z")


def birch(land: Landscape, x: float, y: float, h: float, seed: int = 0, lean: float = 0.0) -> None:
    """A white trunk with dark nicks, and a hanging crown."""
    rng = Random(seed)
    top = x + lean * h
    crown = oval(top, y - h * 0.74, h * 0.19, h * 0.27) + oval(top - h * 0.12, y - h * 0.56, h * 0.13, h * 0.18)
    land.thing("near", crown + oval(top + h * 0.13, y - h * 0.58, h * 0.12, h * 0.18))
    land.area("white", f"M{at(x - 1.1, y)}L{at(top - 0.5, y - h * 0.86)}h1L{at(x + 1.1, y)}Z")
    nicks = "".join(
        f"M{at(x + lean * h * up - 0.9, y - h * up)}h{number(1.2 + rng.random() * 0.6)}"
        for up in (0.1, 0.22, 0.31, 0.43, 0.52, 0.64)
    )
    land.line(f"M{at(x - 1.2, y)}L{at(top - 0.5, y - h * 0.8)}{nicks}")


def poplar(land: Landscape, x: float, y: float, h: float) -> None:
    left = f"C{at(x - h * 0.2, y - h * 0.2)} {at(x - h * 0.14, y - h * 0.8)} {at(x, y - h)}"
    right = f"C{at(x + h * 0.14, y - h * 0.8)} {at(x + h * 0.2, y - h * 0.2)} {at(x, y)}"
    land.thing("near", f"M{at(x, y)}{left}{right}Z")


def round_tree(land: Landscape, x: float, y: float, h: float) -> None:
    land.thing("near", oval(x, y - h * 0.62, h * 0.34, h * 0.36) + box(x - 0.8, y - h * 0.3, 1.6, h * 0.3))


# ---------------------------------------------------------------- buildings


def house(land: Landscape, x: float, y: float, w: float, h: float) -> None:
    """A house with two lit windows; x is its left wall."""
    land.thing("white", box(x, y - h, w, h))
    ridge = y - h - w * 0.42
    land.thing("near", f"M{at(x - 2, y - h)}L{at(x + w * 0.3, ridge)}H{number(x + w * 0.7)}L{at(x + w + 2, y - h)}Z")
    land.area("lamp", box(x + w * 0.2, y - h * 0.62, 2.2, 2.6) + box(x + w * 0.6, y - h * 0.62, 2.2, 2.6))


def church(land: Landscape, x: float, y: float, h: float) -> None:
    """A village church with a spire; x is the left wall of its nave."""
    land.thing("white", box(x, y - h * 0.34, h * 0.42, h * 0.34))
    roof = (
        f"M{at(x - 1.5, y - h * 0.34)}L{at(x + h * 0.1, y - h * 0.52)}H{number(x + h * 0.44)}V{number(y - h * 0.34)}Z"
    )
    tower = box(x + h * 0.3, y - h * 0.6, h * 0.17, h * 0.6)
    land.thing(
        "near", f"{roof}{tower}M{at(x + h * 0.28, y - h * 0.6)}l{at(h * 0.105, -h * 0.4)}l{at(h * 0.105, h * 0.4)}Z"
    )


def onion_dome(land: Landscape, x: float, y: float, w: float, drum: float) -> None:
    """An onion dome with a cross on its drum; x is its middle, y the foot of the drum."""
    h, top = w * 1.3, y - drum
    land.thing("white", box(x - w * 0.36, top, w * 0.72, drum))
    left = f"C{at(x - w * 0.86, top - h * 0.42)} {at(x - w * 0.2, top - h * 0.66)} {at(x, top - h * 1.12)}"
    right = f"C{at(x + w * 0.2, top - h * 0.66)} {at(x + w * 0.86, top - h * 0.42)} {at(x + w * 0.4, top)}"
    land.thing("near", f"M{at(x - w * 0.4, top)}{left}{right}Z")
    beam = top - h * 1.1 - w * 0.4
    land.line(f"M{at(x, top - h * 1.1)}v{number(-w * 0.62)}M{at(x - w * 0.2, beam)}h{number(w * 0.4)}")


def cathedral(land: Landscape, x: float, y: float, scale: float = 1) -> None:
    """A cathedral with five onion domes, 46 wide and 40 high at scale 1; x is its middle."""
    land.thing("white", box(x - 20 * scale, y - 15 * scale, 40 * scale, 15 * scale))
    half, wide = 3 * scale, 6 * scale
    for door in (-12, 0, 12):
        left = x + door * scale - half
        arch = f"a{at(half, half)} 0 0 1 {number(wide)} 0"
        land.thing("near", f"M{at(left, y)}v{number(-wide)}{arch}v{number(wide)}Z")
    for aside, w, drum in ((-16, 7, 5), (16, 7, 5), (-8.5, 8, 7), (8.5, 8, 7), (0, 11, 8)):
        onion_dome(land, x + aside * scale, y - 15 * scale, w * scale, drum * scale)
    land.line(f"M{at(x - 20 * scale, y - 15 * scale)}H{number(x + 20 * scale)}")


def fortress_church(land: Landscape, x: float, y: float, scale: float = 1) -> None:
    """A church with a needle among low palaces, 52 wide and 44 high at scale 1; x is its middle."""
    hall = box(x - 26 * scale, y - 9 * scale, 52 * scale, 9 * scale)
    land.thing("white", hall + box(x - 6 * scale, y - 19 * scale, 12 * scale, 19 * scale))
    land.thing("near", box(x - 4 * scale, y - 25 * scale, 8 * scale, 6 * scale))
    foot = y - 25 * scale
    land.thing("near", f"M{at(x - 2.4 * scale, foot)}L{at(x, y - 44 * scale)}L{at(x + 2.4 * scale, foot)}Z")
    gates = (-23, -18, -13, 11, 16, 21)
    land.area("near", *(box(x + gate * scale, y - 6.5 * scale, 2 * scale, 6.5 * scale) for gate in gates))


def lighthouse(land: Landscape, x: float, y: float, scale: float = 1) -> None:
    """A lighthouse on a headland, with waves before it; x is its middle."""
    hill = f"C{at(x - 12 * scale, y - 12 * scale)} {at(x, y - 14 * scale)} {at(x + 22 * scale, y)}"
    land.area("middle", f"M{at(x - 24 * scale, y)}{hill}Z")
    tower = f"M{at(x - 3.4 * scale, y - 8 * scale)}l{at(1.2 * scale, -20 * scale)}h{number(4.4 * scale)}"
    roof = f"M{at(x - 3 * scale, y - 32 * scale)}l{at(3 * scale, -4 * scale)}l{at(3 * scale, 4 * scale)}Z"
    gallery = box(x - 2.6 * scale, y - 32 * scale, 5.2 * scale, 3 * scale)
    land.thing("white", f"{tower}l{at(1.2 * scale, 20 * scale)}Z{gallery}{roof}")
    land.area("lamp", box(x - 1.4 * scale, y - 31.4 * scale, 2.8 * scale, 2.4 * scale))
    land.line(f"M{at(x - 22 * scale, y + 1)}q4 -2 8 0t8 0t8 0t8 0")


# ---------------------------------------------------------------- the railway in the distance


def telegraph(land: Landscape, x0: float, x1: float, y: float, step: float = 62, h: float = 17) -> None:
    """Telegraph poles with sagging wires."""
    poles = [x0 + index * step for index in range(int((x1 - x0) // step) + 1)]
    d = "".join(f"M{at(x, y)}v{number(-h)}M{at(x - 3, y - h + 2)}h6" for x in poles)
    for x, following in pairwise(poles):
        for aside in (-3, 3):
            sag = f"Q{at((x + following) / 2 + aside, y - h + 6.5)} {at(following + aside, y - h + 2)}"
            d += f"M{at(x + aside, y - h + 2)}{sag}"
    land.line(d)


def far_line(land: Landscape, x0: float, x1: float, y: float) -> None:
    """A railway line in the distance, level with the ground."""
    land.area("near", box(x0, y + 1, x1 - x0, 3))
    sleepers = "".join(f"M{at(x, y + 2.6)}h3" for x in range(int(x0) + 2, int(x1) - 4, 7))
    land.line(f"M{at(x0, y + 1)}H{number(x1)}{sleepers}")


def level_crossing(land: Landscape, x: float, y: float, scale: float = 1) -> None:
    """A level crossing with open barriers, crosses, and the keeper's house."""
    house(land, x + 24 * scale, y + 1, 13 * scale, 8 * scale)
    for side in (-1, 1):
        post = x + side * 15 * scale
        down = f"M{at(post - 3.4 * scale, y - 12 * scale)}l{at(6.8 * scale, 4.6 * scale)}"
        up = f"M{at(post - 3.4 * scale, y - 7.4 * scale)}l{at(6.8 * scale, -4.6 * scale)}"
        land.line(f"M{at(post, y + 5)}v{number(-15 * scale)}{down}{up}")
        land.line(f"M{at(post, y + 1)}l{at(-side * 5 * scale, -12 * scale)}", width=1.5)
