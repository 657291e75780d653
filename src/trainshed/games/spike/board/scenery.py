"""The pictures behind a board of Spike: the land under the network, and the band of landscape above the money track."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from trainshed.draw.place.scenery import Picture, Scenery
from trainshed.draw.sheet import LAYOUTS, TALL, WIDE
from trainshed.games.spike.board.land.plains import plains
from trainshed.games.spike.board.land.terrain import land_picture

BAND: Final = {WIDE: (555.0, 40.0), TALL: (357.0, 27.0)}
"""The size of the band in each layout."""

CORNER: Final = 2.5


def band_picture(layout: str) -> Picture:
    w, h = BAND[layout]
    return Picture(w, h, plains(w, h), CORNER)


PICTURES: Final[dict[str, Callable[[], Picture]]] = {
    **{f"band-{layout}": partial(band_picture, layout) for layout in LAYOUTS},
    **{f"land-{layout}": partial(land_picture, layout) for layout in LAYOUTS},
}

SCENERY: Final = Scenery("spike", PICTURES)
