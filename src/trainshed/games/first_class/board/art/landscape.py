"""What stands at each city between Paris and the Bosphorus, and the picture of the whole way in one tone.

Every function gives path data without colour; `x` is the left end or the middle of a thing, `y` the ground.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from trainshed.draw.place.landscape import Landscape, Paint, at
from trainshed.draw.place.silhouettes import (
    Point,
    block,
    dome,
    gable,
    gables,
    hills,
    leafy_tree,
    moon,
    onion,
    outline,
    peaks,
    pine,
    spire,
    stars,
    windows,
)
from trainshed.draw.place.tones import SHEET
from trainshed.draw.svg import number

HIGH: Final = 44
"""The height of the pictures; nothing is higher."""

STEP: Final = 84
"""The width of a city in them: what stands there keeps to it, because the next one may be drawn in another tone."""

HALF: Final = STEP / 2


def roofs(x: float, y: float, w: float, seed: int) -> str:
    """Houses with mansard roofs."""
    drawn, left, house = "", x, seed
    while left + (wide := 15 + house * 7 % 9) <= x + w:
        high = 9 + house * 5 % 6
        right, eaves, top = left + wide, y - high, y - high - 6
        drawn += outline((left, y), (left, eaves), (left + 2.5, top), (right - 2.5, top), (right, eaves), (right, y))
        drawn += block(left + 4 + house % 4, top, 2, 3.5)
        left += wide
        house += 1
    return drawn


def iron_tower(x: float, y: float) -> str:
    h = 42
    left = f"M{at(x - 11, y)}C{at(x - 4, y - h * 0.3, x - 2, y - h * 0.6, x - 0.7, y - h)}H{number(x + 0.7)}"
    right = f"C{at(x + 2, y - h * 0.6, x + 4, y - h * 0.3, x + 11, y)}H{number(x + 6)}"
    arch = f"A6 6 0 0 0 {at(x - 6, y)}Z"
    return left + right + arch + block(x - 7, y - h * 0.24, 14, 1.6) + block(x - 4.4, y - h * 0.48, 8.8, 1.5)


def minster(x: float, y: float) -> str:
    nave = block(x - 14, y, 24, 13) + block(x - 14, y, 8, 20)
    return nave + spire(x - 10, y - 20, 8, 22) + gable(x - 6, y - 13, 16, 0, 7)


def twin_onions(x: float, y: float) -> str:
    towers = "".join(block(x + side, y, 7, 22) + onion(x + side + 3.5, y - 22, 4.2) for side in (-9, 2))
    return towers + gable(x - 12, y, 24, 9, 7)


def big_wheel(x: float, y: float, r: float) -> str:
    hub = y - r - 3
    rim = f"M{at(x - r, hub)}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0Z"
    hole, inner = number(r - 1.3), number(2 * r - 2.6)
    drawn = spire(x, y, 14, r + 3) + rim
    drawn += f"M{at(x - r + 1.3, hub)}a{hole} {hole} 0 1 1 {inner} 0a{hole} {hole} 0 1 1 -{inner} 0Z"
    for turn in range(12):
        dx, dy = r * math.cos(turn * math.pi / 6), r * math.sin(turn * math.pi / 6)
        drawn += outline((x, hub), (x + dx - 0.5, hub + dy), (x + dx + 0.5, hub + dy + 0.5))
        drawn += block(x + dx - 1.5, hub + dy + 1.5, 3, 3)
    return drawn


def palace(x: float, y: float) -> str:
    wings = block(x - 26, y, 52, 11) + block(x - 26, y, 9, 16) + block(x + 17, y, 9, 16)
    return wings + dome(x, y - 13, 10, 12) + block(x - 10, y - 10, 20, 3) + block(x - 0.8, y - 24, 1.6, 8)


def parliament(x: float, y: float) -> str:
    towers = "".join(spire(x + side, y - 8, 4, 13) for side in (-26, -19, -12, 12, 19, 26))
    middle = dome(x, y - 12, 9, 12) + block(x - 9, y - 8, 18, 4) + spire(x, y - 22, 4, 15)
    return block(x - 28, y, 56, 9) + towers + middle


def chain_bridge(x: float, y: float, w: float) -> str:
    h, a, b = 22, x + w * 0.24, x + w * 0.76
    middle, left, right = (a + b) / 2, x + w * 0.14, x + w * 0.86
    chain = f"M{at(x, y - 7)}Q{at(left, y - 8, a, y - h + 2)}Q{at(middle, y + 6 - h / 2, b, y - h + 2)}"
    chain += f"Q{at(right, y - 8, x + w, y - 7)}V{number(y - 8.6)}Q{at(right, y - 10, b, y - h)}"
    chain += f"Q{at(middle, y + 4 - h / 2, a, y - h)}Q{at(left, y - 10, x, y - 8.6)}Z"
    return block(a - 2.5, y, 5, h) + block(b - 2.5, y, 5, h) + block(x, y - 5, w, 2) + chain


def fortress(x: float, y: float) -> str:
    teeth = "".join(block(x - 26 + tooth * 6, y - 12, 3.4, 3) for tooth in range(9))
    teeth += "".join(block(x + 16 + tooth * 4.4, y - 24, 3, 3) for tooth in range(3))
    return block(x - 26, y, 52, 12) + teeth + block(x - 30, y, 9, 20) + block(x + 16, y, 12, 24)


def mosque(x: float, y: float, minarets: tuple[int, ...] = (-24, 24)) -> str:
    house = (
        block(x - 20, y, 40, 8) + dome(x, y - 10, 13, 13) + block(x - 13, y - 7, 26, 4) + block(x - 0.5, y - 22, 1, 5)
    )
    towers = "".join(
        block(x + side - 1.2, y, 2.4, 30) + spire(x + side, y - 30, 3, 9) + block(x + side - 2.2, y - 21, 4.4, 1.6)
        for side in minarets
    )
    return house + dome(x - 15, y - 7, 5.5) + dome(x + 15, y - 7, 5.5) + towers


def dhow(x: float, y: float, scale: float = 1) -> str:
    """A boat with a slanting sail."""
    hull = ((-8, 0), (-11, -3.5), (10, -3), (7, 0))
    sail = ((-2, -4), (1, -19), (10, -5))
    return "".join(outline(*((x + dx * scale, y + dy * scale) for dx, dy in part)) for part in (hull, sail))


def ridge(x: float, y: float, *heights: float) -> str:
    """Hills as wide as a city."""
    return hills(x - HALF, y, STEP, heights)


def pines(x: float, y: float, *places: float) -> str:
    return "".join(pine(x + place, y, 0.9) for place in places)


# ---------------------------------------------------------------- the way

Place = Callable[[float, float], str]

EUROPE: Final[tuple[Place, ...]] = (
    lambda x, y: iron_tower(x - 2, y) + roofs(x - 41, y, 30, 1) + roofs(x + 10, y, 31, 3),
    lambda x, y: roofs(x - 36, y, 72, 5),
    lambda x, y: minster(x + 4, y) + gables(x - 38, y, 30, 3) + gables(x + 14, y, 24, 1),
    lambda x, y: gables(x - 34, y, 36, 2) + pines(x, y, 10, 18, 28),
    lambda x, y: spire(x - 4, y, 9, 36) + block(x - 14, y, 24, 12) + gables(x + 12, y, 26, 4),
    lambda x, y: twin_onions(x, y) + gables(x - 40, y, 28, 1) + gables(x + 14, y, 24, 5),
    lambda x, y: peaks(x - HALF, y, STEP, (2, 22, 15, 34, 20, 27, 2)) + block(x - 6, y - 30, 10, 4),
    lambda x, y: gables(x - 32, y, 30, 1) + block(x + 4, y, 6, 20) + onion(x + 7, y - 20, 3.8) + pines(x, y, 20, 29),
    lambda x, y: palace(x - 14, y) + big_wheel(x + 26, y, 13),
    fortress,
    lambda x, y: parliament(x - 13, y) + chain_bridge(x + 16, y, 25),
    lambda x, y: ridge(x, y, 3, 9, 5, 11, 4) + leafy_tree(x - 16, y - 6) + leafy_tree(x + 14, y - 7),
    lambda x, y: fortress(x, y) + block(x - 6, y - 12, 10, 12) + spire(x - 1, y - 24, 12, 9),
    lambda x, y: ridge(x, y, 4, 18, 12, 24, 14, 4),
    lambda x, y: mosque(x, y) + block(x - 36, y, 7, 5) + block(x + 29, y, 8, 5),
    lambda x, y: ridge(x, y, 4, 12, 8, 15, 4),
    lambda x, y: mosque(x, y, (-32, -24, 24, 32)),
)
"""What stands at a city, by its distance from Paris: Nancy, Strasbourg, Stuttgart, Ulm, Munich and so on to Edirne."""

BEYOND: Final[tuple[Place, ...]] = (
    lambda x, y: dhow(x - 18, y) + dhow(x + 16, y, 0.7),
    lambda x, y: ridge(x, y, 4, 10, 16, 9, 4) + leafy_tree(x + 22, y - 5),
    lambda x, y: mosque(x, y, (24,)) + block(x - 38, y, 12, 6),
    lambda x, y: peaks(x - HALF, y, STEP, (4, 16, 12, 26, 17, 22, 4)),
    lambda x, y: gables(x - 34, y, 32, 3) + leafy_tree(x + 10, y) + leafy_tree(x + 24, y, 1.2),
)
"""What stands at the cities of a line that is longer than the way to the Bosphorus, again and again."""

CITIES: Final = 36
"""So many cities are drawn; a line that is longer has the landscape of the last of them."""

LIGHTS: Final[dict[int, tuple[Point, ...]]] = {
    0: ((-36, 7), (-29, 6), (-2, 20), (16, 7), (22, 6), (32, 7)),
    1: ((-30, 6), (-18, 7), (-4, 6), (12, 6), (24, 7)),
    2: ((-34, 5), (-24, 5), (-6.8, 14), (1, 7), (22, 5)),
    3: ((-30, 5), (-18, 5), (-10, 5)),
    4: ((-11, 7), (2, 6), (18, 5), (28, 5)),
    5: ((-34, 5), (-6.3, 16), (4.7, 16), (20, 5), (30, 5)),
    6: ((-3, 33),),
    7: ((-28, 5), (-16, 5), (6.2, 14)),
    8: ((-37, 11), (-30, 6), (-15, 6), (-2, 6), (7, 11)),
    9: ((-26.3, 14), (-8, 6), (21.2, 17)),
    10: ((-35, 5), (-26, 5), (-13.8, 16), (-2, 5), (8, 5)),
    12: ((-26.3, 14), (-1.8, 17), (21.2, 17)),
    14: ((-12, 5), (-0.8, 5), (10, 5)),
    16: ((-12, 5), (-0.8, 5), (10, 5)),
}
"""Lit windows of cities by night: from the middle, and above the ground."""

RIDGE: Final = (6, 10, 7, 14, 19, 13, 22, 28, 19, 24, 12, 9, 14, 8, 11, 6)
"""The hills on the horizon, as wide as eight cities."""


def place_at(city: int) -> Place:
    return EUROPE[city] if city < len(EUROPE) else BEYOND[(city - len(EUROPE)) % len(BEYOND)]


def journey(tone: str, lit: bool = False) -> Landscape:
    """The whole way from right to left, every city in one tone; `lit`: with lamps in the windows by night."""
    land = Landscape(SHEET)
    w = CITIES * STEP
    far = RIDGE[:-1] * -(-CITIES // 8)
    land.by_night(stars(w, HIGH, 5))
    land.area("far", hills(0, HIGH, w, far[: CITIES * 15 // 8 + 1]))
    middles = [w - STEP * (city + 0.5) for city in range(CITIES)]
    land.area(tone, *(place_at(city)(x, HIGH) for city, x in enumerate(middles)))
    if lit:
        lamps = [(middles[city] + dx, HIGH - high) for city, found in LIGHTS.items() for dx, high in found]
        land.paint(Paint("lamp", night=True), windows(*lamps))
    return land


BOSPHORUS: Final = 112
"""The width of the view of the Bosphorus at the left end of a line."""


def bosphorus() -> Landscape:
    """Where the way leads: a mosque above the water, boats, and by night the moon."""
    land = Landscape(SHEET)
    land.by_night(moon(86, 10, 6))
    land.area("water", block(0, HIGH, BOSPHORUS, 4))
    shore = hills(0, HIGH - 3, 74, (3, 5, 4, 3, 0))
    land.area("middle", mosque(34, HIGH - 4, (-30, -24, 24, 30)), shore, dhow(88, HIGH - 1, 0.8), dhow(104, HIGH, 0.5))
    return land
