"""Names of cities as a drawing of Spike has them: where they are at each zoom, and how near to which city."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count, islice
from math import hypot
from random import Random
from typing import Any, Final, NamedTuple
from xml.etree import ElementTree

from tests.support.games.spike.positions import GAME, legal
from tests.support.svg import SAY, parsed
from tests.support.titles import clever
from trainshed.draw.board import Asked
from trainshed.draw.fit import Rect, room_of
from trainshed.draw.map.net import MOST, SHRINK, STYLES
from trainshed.draw.sheet import TALL, WIDE
from trainshed.games.spike.board import board
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Seeded
from trainshed.locale import speech

PIXELS: Final = {WIDE: 0.81, TALL: 0.8}
"""Pixels for a unit of the sheet in the smallest windows: 900 wide at a desk, and 320 on a phone."""

MARGINS: Final = {WIDE: 6.0, TALL: 4.0}
"""Pixels by which a name is at least nearer to its own city than to any other."""

LARGE: Final = 13.4
"""The font size of names in large type."""

ASCENT: Final = 1.0
DESCENT: Final = 0.23
"""The box of the font as browsers measure it, above and below the baseline, relative to the font size."""

EVERY: Final = 7
SPARSE: Final = 37
MANY: Final = 100
"""One of `EVERY` positions of a game is looked at; one of `SPARSE` where fewer than `MANY` are wanted."""

ZOOMS: Final = tuple(1 + step / 4 for step in range(4 * (MOST - 1) + 1))

Point = tuple[float, float]


class DrawnName(NamedTuple):
    """A name or a code at its city."""

    city: str
    text: str
    at: Point
    """The center of its city."""
    x: float
    y: float
    anchor: str

    def box(self, size: float) -> Rect:
        """The box of its font, relative to its city."""
        w = room_of(self.text, size)
        left = self.x - {"start": 0.0, "middle": w / 2, "end": w}[self.anchor]
        return Rect(left, self.y - ASCENT * size, w, (ASCENT + DESCENT) * size)


class NameMargin(NamedTuple):
    """How much nearer a name is to its own city than to any other, in pixels."""

    pixels: float
    city: str
    own: float
    nearest: str
    zoom: float


def point(pin: ElementTree.Element) -> Point:
    x, y = pin.attrib["transform"].removeprefix("translate(").partition(")")[0].split()
    return float(x), float(y)


def drawn_names(svg: ElementTree.Element) -> dict[str, DrawnName]:
    """All names and codes of a drawing by their ids."""
    found = {}
    for group in ("names", "codes"):
        for pin in svg.findall(f".//*[@id='{group}']/*"):
            (text,) = pin.iter("text")
            city, x, y = (
                pin.attrib["data-about"].removeprefix("city:"),
                float(text.get("x", 0)),
                float(text.get("y", 0)),
            )
            anchor = text.get("text-anchor", "start")
            found[pin.attrib["id"]] = DrawnName(city, text.text or "", point(pin), x, y, anchor)
    return found


def cities(svg: ElementTree.Element) -> dict[str, Point]:
    """The centers of all cities."""
    pins = [pin for pin in svg.iter("g") if pin.get("id", "").startswith("city-")]
    return {pin.attrib["id"].removeprefix("city-"): point(pin) for pin in pins}


def near_of(svg: ElementTree.Element) -> float:
    """The zoom from which on names are shown in place of codes."""
    frame = svg.find(".//*[@id='map-frame']")
    assert frame is not None
    return float(frame.attrib["data-near"])


def shown(svg: ElementTree.Element, zoom: float) -> list[DrawnName]:
    """The names, or the codes, that are shown at a zoom."""
    return shown_of(drawn_names(svg), near_of(svg), zoom)


def shown_of(names: Mapping[str, DrawnName], near: float, zoom: float) -> list[DrawnName]:
    kind = "name-" if zoom >= near else "code-"
    return [name for id_, name in names.items() if id_.startswith(kind)]


def on_screen(name: DrawnName, zoom: float, size: float) -> Rect:
    """The box of a name on the screen: its city moves with the map, the name grows slower."""
    x, y, w, h = name.box(size)
    grown = zoom ** (1 - SHRINK)
    return Rect(name.at[0] * zoom + x * grown, name.at[1] * zoom + y * grown, w * grown, h * grown)


def margins(svg: ElementTree.Element, layout: str, large: bool, zooms: Iterable[float] = ZOOMS) -> Iterator[NameMargin]:
    """The margin of every name at these zooms, in the smallest window of a layout."""
    size = LARGE if large else STYLES[layout].text
    where, names, near = cities(svg), drawn_names(svg), near_of(svg)
    for zoom in zooms:
        for name in shown_of(names, near, zoom):
            yield margin_of(name, where, layout, zoom, size)


def margin_of(name: DrawnName, where: Mapping[str, Point], layout: str, zoom: float, size: float) -> NameMargin:
    left, top, w, h = on_screen(name, zoom, size)
    away = {}
    for city, at in where.items():
        x, y = at[0] * zoom, at[1] * zoom
        away[city] = hypot(max(left - x, 0, x - left - w), max(top - y, 0, y - top - h)) * PIXELS[layout]
    own = away.pop(name.city)
    nearest = min(away, key=away.__getitem__)
    return NameMargin(away[nearest] - own, name.city, own, nearest, zoom)


def moved(before: Mapping[str, DrawnName], after: Mapping[str, DrawnName]) -> list[str]:
    """The names that are not where they were. Codes under the whole name of a chosen city are left out, not moved."""
    changed = {id_ for id_, name in after.items() if before.get(id_) != name}
    return sorted(changed | {id_ for id_ in before.keys() - after.keys() if id_.startswith("name-")})


def positions(seats: int, most: int) -> Iterator[Any]:
    """Positions in which a seat is to move, spread over whole games: one by the rules of thumb, one at random, and so
    on."""
    every = SPARSE if most < MANY else EVERY
    found = (state for seed in count() for state in game_positions(seats, seed, every))
    yield from islice(found, most)


def game_positions(seats: int, seed: int, every: int) -> Iterator[Any]:
    """Every so many positions of one game. Only games by the rules of thumb end with a map full of tracks."""
    rng, nature, state = Random(f"names {seed}"), Seeded(f"names {seed}"), GAME.start(seats)
    for index in count():
        if state.over:
            break
        if state.actor == NATURE:
            state.apply(nature.choose(state))
            continue
        if index % every == 0:
            yield state
        words = legal(state)
        state.apply(GAME.vocabulary.id(rng.choice(words) if seed % 2 else clever(state, words, rng)))


def drawn(state: Any, layout: str, language: str = "en") -> ElementTree.Element:
    """The board of the seat to move."""
    say = SAY._replace(speech=speech(language))
    return parsed(board.draw(GAME, None, state.view(state.actor), Asked(legal(state)), layout, say))
