"""The scenery of Russian Railroads: three seasons behind a player's pieces, and the beds of the railroads.

Each railroad has a season: winter on the Trans-Siberian, autumn on the way to St Petersburg, summer on that to Kiev.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Final, NamedTuple

from trainshed.draw.place.landscape import Landscape, box
from trainshed.draw.place.scenery import Picture, Scenery
from trainshed.draw.place.things import (
    birch,
    cathedral,
    clouds,
    fir,
    fortress_church,
    lighthouse,
    poplar,
    round_tree,
    skyline,
    snowfall,
    stars,
)
from trainshed.draw.place.tones import AUTUMN, SUMMER, WINTER
from trainshed.draw.place.track_bed import rails, sleepers, track_bed
from trainshed.games.russian_railroads.rules.components import KIEV, ST_PETERSBURG, TRANS_SIBERIAN

BAND: Final = 50
"""The height of the band behind the header of a railway, on a desk."""

TALL_BAND: Final = 28
TALL_HEADER: Final = 48
"""On a phone, the height of the landscape, and of the header with the sky above it."""

SEASONS: Final = (WINTER, AUTUMN, SUMMER)
"""The season of each railroad."""

ABOVE: Final = 30
BELOW: Final = 24
"""How far the picture of a railroad reaches above and below the middle of its rails."""

HALF: Final = 17
"""Half of the width of the ballast."""


# ---------------------------------------------------------------- the band


def band(w: float, h: float, top: float = 0, parts: tuple[float, float] = (0.4, 0.74)) -> Landscape:
    """Winter with firs, autumn with birches and a needle, summer with domes; `top` is the height of the sky above, and
    `parts` tells where the seasons meet."""
    land = Landscape(WINTER)
    land.area("sky", box(0, 0, w, top + h))
    clouds(land, w, top + h * 0.8, max(3, round(w / 177)), 7)
    stars(land, w, top + h * 0.6, round(w / 31), 3)
    floor, rng = top + h, Random(7)
    draw_winter(land, w * parts[0], floor, h, rng)
    draw_autumn(land, w * parts[0], w * parts[1], floor, h, rng)
    draw_summer(land, w * parts[1], w, floor, h, rng)
    return land


def draw_winter(land: Landscape, end: float, floor: float, h: float, rng: Random) -> None:
    land.season = WINTER
    land.area("far", skyline(0, end + 110, floor - h * 0.38, h * 0.34, 110, 3, floor, "r"))
    land.area("middle", skyline(0, end + 50, floor - h * 0.2, h * 0.2, 90, 5, floor, "r"))
    x = 6.0
    while x < end - 10:
        if rng.random() < 0.62:
            fir(land, x, floor - h * 0.1, h * (0.36 + 0.3 * rng.random()), snow=True)
        else:
            birch(land, x, floor - h * 0.1, h * (0.5 + 0.24 * rng.random()), round(x), 0.04)
        x += (8 + 13 * rng.random()) * h / BAND
    snowfall(land, 0, floor - h + 2, end + 60, h * 0.8, round(end / 5), 5)
    land.area("white", skyline(0, end + 30, floor - h * 0.07, 3, 40, 6, floor, "r"))


def draw_autumn(land: Landscape, begin: float, end: float, floor: float, h: float, rng: Random) -> None:
    land.season = AUTUMN
    land.area("far", skyline(begin - 60, end + 70, floor - h * 0.38, h * 0.26, 80, 13, floor, "lr"))
    land.area("middle", skyline(begin - 20, end + 40, floor - h * 0.16, h * 0.16, 70, 15, floor, "lr"))
    needle, scale = begin + (end - begin) * 0.8, h / 47
    fortress_church(land, needle, floor - h * 0.1, scale)
    count = round((end - begin) / 14 * BAND / h)
    for index in range(count):
        x = begin + 8 + (end - begin - 20) * index / (count - 1) + 6 * rng.random()
        high, lean = h * (0.46 + 0.34 * rng.random()), (-0.05, 0.03, 0.06)[index % 3]
        if abs(x - needle) > 30 * scale:
            birch(land, x, floor - h * 0.07, high, index, lean)
    land.area("middle", skyline(begin - 6, end + 30, floor - h * 0.06, 3, 44, 16, floor, "lr"))


def draw_summer(land: Landscape, begin: float, end: float, floor: float, h: float, rng: Random) -> None:
    land.season = SUMMER
    land.area("far", skyline(begin - 50, end, floor - h * 0.34, h * 0.3, 90, 23, floor, "l"))
    land.area("middle", skyline(begin - 10, end, floor - h * 0.16, h * 0.2, 80, 25, floor, "l"))
    domes, scale = begin + (end - begin) * 0.42, h / 46
    cathedral(land, domes, floor - h * 0.1, scale)
    x = begin + 14
    while x < end - 6:
        if x < domes - 28 * scale:
            poplar(land, x, floor - h * 0.07, h * (0.34 + 0.24 * rng.random()))
        elif x > domes + 28 * scale:
            round_tree(land, x, floor - h * 0.06, (8 + rng.random() * 5) * scale)
        x += (9 + 6 * rng.random()) * scale
    land.area("middle", skyline(begin - 6, end, floor - h * 0.06, 3, 50, 26, floor, "l"))


def wide_band() -> Picture:
    return Picture(1062, BAND, band(1062, BAND), 3.5)


def tall_band() -> Picture:
    return Picture(366, TALL_HEADER, band(366, TALL_BAND, TALL_HEADER - TALL_BAND, (0.46, 0.76)))


# ---------------------------------------------------------------- the beds


class LineBed(NamedTuple):
    """The bed of a stretch of a railroad: spaces `first` to `last` of so many pixels each."""

    railroad: int
    first: int
    last: int
    cell: float
    lead: float
    """How far it begins before the first space: tracks that are not on the line wait there."""
    tail: float
    """The room for a picture of where the railroad leads, after the last space."""


BEDS: Final = {
    "trans-siberian": LineBed(TRANS_SIBERIAN, 1, 15, 48, 44, 50),
    "st-petersburg": LineBed(ST_PETERSBURG, 1, 9, 48, 44, 54),
    "kiev": LineBed(KIEV, 1, 9, 48, 44, 54),
    "trans-siberian-begins": LineBed(TRANS_SIBERIAN, 1, 8, 40.5, 36, 0),
    "trans-siberian-goes-on": LineBed(TRANS_SIBERIAN, 9, 15, 40.5, 6, 40),
    "st-petersburg-narrow": LineBed(ST_PETERSBURG, 1, 9, 36, 36, 0),
    "kiev-narrow": LineBed(KIEV, 1, 9, 36, 36, 0),
}
"""The beds by the names of their pictures: those of the wide layout first, then those of the tall one."""

NAMES: Final = {(bed.railroad, bed.first, bed.last, bed.cell): name for name, bed in BEDS.items()}


def line_bed(name: str) -> Picture:
    """The picture of a stretch; the middle of its rails is `ABOVE` below its top."""
    plan = BEDS[name]
    land = Landscape(SEASONS[plan.railroad])
    spaces = plan.last - plan.first + 1
    end = plan.lead + spaces * plan.cell
    if plan.tail:
        draw_goal(land, plan, end)
    begin, over = 3 if plan.lead > 20 else 0, 6 if plan.tail else 0
    track_bed(land, begin, end + over, ABOVE, HALF, plan.railroad + plan.first)
    ties = [plan.lead + (space + part) * plan.cell for space in range(spaces) for part in (0.14, 0.38, 0.62, 0.86)]
    sleepers(land, [*(x for x in (8, 19, 30) if x < plan.lead), *ties], ABOVE, 12.5)
    rails(land, begin, end + over, ABOVE, 8)
    return Picture(end + plan.tail, ABOVE + BELOW, land)


def draw_goal(land: Landscape, plan: LineBed, end: float) -> None:
    """Where a railroad leads: the harbour of Vladivostok, the needle of St Petersburg, the domes of Kiev."""
    ground = ABOVE + 18
    match plan.railroad:
        case 0:
            lighthouse(land, end + min(22, plan.tail - 20), ground, 0.95)
        case 1:
            fortress_church(land, end + 28, ground, 0.92)
        case _:
            cathedral(land, end + 28, ground, 0.95)


def bed_name(railroad: int, first: int, last: int, cell: float) -> str | None:
    """The picture of a stretch; None if a content pack has another railroad, which is drawn without scenery."""
    return NAMES.get((railroad, first, last, cell))


SCENERY: Final = Scenery(
    "russian-railroads",
    {"band-wide": wide_band, "band-tall": tall_band} | {name: partial(line_bed, name) for name in BEDS},
)
