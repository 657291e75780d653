"""The map of the component sheet: 36 cities and 288 links, made by arithmetic, in the middle of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import sin
from random import Random
from typing import Final

from trainshed.draw.fit import Rect
from trainshed.draw.icons import sign
from trainshed.draw.map.links import LaidRail
from trainshed.draw.map.net import STYLES, MapCity, MapJunction, MapLink, MapNet, fitted
from trainshed.draw.map.window import MapWindow
from trainshed.draw.seats import SEATS
from trainshed.draw.sheet import TALL, WIDE, WIDTH, Sheet
from trainshed.draw.svg import number, path
from trainshed.kernel.translation import Translator

COLORS: Final = ("red", "blue", "green", "yellow", "white", "black")
ROWS: Final = 10
COLUMNS: Final = 12
LINKS: Final = 288
HEIGHT: Final = {WIDE: 760, TALL: 440}
ROUTES: Final = (
    ("red", "Bordeaux", "Hamburg", "Stockholm"),
    ("yellow", "Constantinople", "Berlin", "Warszawa"),
    ("green", "Edinburgh", "Dublin", "Frankfurt"),
    ("blue", "Lisboa", "Madrid", "Lyon", "Nantes"),
    ("preview", "Lyon", "London"),
)
"""Whose rails join which cities of the example."""

GOODS: Final = ("factory", "star", "gear", "coin", "mail", "ticket")

CITIES: Final = (
    "Lisboa",
    "Porto",
    "Madrid",
    "Bilbao",
    "Barcelona",
    "Sevilla",
    "Paris",
    "Lyon",
    "Marseille",
    "Bordeaux",
    "Nantes",
    "Lille",
    "London",
    "Manchester",
    "Edinburgh",
    "Dublin",
    "Bruxelles",
    "Amsterdam",
    "Köln",
    "Frankfurt",
    "Hamburg",
    "Berlin",
    "München",
    "Zürich",
    "Milano",
    "Torino",
    "Roma",
    "Napoli",
    "Wien",
    "Praha",
    "Budapest",
    "Warszawa",
    "København",
    "Stockholm",
    "Oslo",
    "Constantinople",
)

Cell = tuple[int, int]


def columns(row: int) -> int:
    """Rows of a triangular lattice are alternately one shorter."""
    return COLUMNS - row % 2


def neighbours(row: int, column: int) -> list[Cell]:
    """The cells to the right of and below a cell."""
    left = column - 1 + row % 2
    found = [(row, column + 1), (row + 1, left), (row + 1, left + 1)]
    return [(r, c) for r, c in found if r < ROWS and 0 <= c < columns(r)]


@cache
def example_net() -> MapNet:
    """A network of 36 cities, 79 junctions and 288 links on a bent lattice; every ninth link has two lanes."""
    luck = Random("a map of the component sheet")
    cells = [(row, column) for row in range(ROWS) for column in range(columns(row))]
    where = {
        (row, column): (
            column * 60 + row % 2 * 30 + luck.uniform(-15, 15),
            row * 52 + luck.uniform(-13, 13),
        )
        for row, column in cells
    }
    towns = spread(cells, luck)
    names = dict(zip(towns, CITIES, strict=True))
    ids = {cell: short(names[cell]).lower() if cell in names else f"j{at}" for at, cell in enumerate(cells)}
    edges = [(cell, other) for cell in cells for other in neighbours(*cell)]
    for spare in luck.sample(range(len(edges)), len(edges) - LINKS):
        edges[spare] = (edges[spare][0], edges[spare][0])  # marked, and left out below
    kept = [(a, b) for a, b in edges if a != b]
    return MapNet(
        tuple(MapCity(ids[cell], *where[cell], names[cell], short(names[cell])) for cell in towns),
        tuple(MapJunction(ids[cell], *where[cell]) for cell in cells if cell not in names),
        tuple(MapLink(f"l{at}", ids[a], ids[b], lanes(at, luck.randrange(6))) for at, (a, b) in enumerate(kept)),
    )


def spread(cells: list[Cell], luck: Random) -> list[Cell]:
    """As many cells as there are cities, not too near to each other, from left to right."""
    chosen: list[Cell] = []
    for apart in (2, 1):
        for row, column in luck.sample(cells, len(cells)):
            far = all(max(abs(row - r), abs(column - c)) >= apart for r, c in chosen)
            if far and len(chosen) < len(CITIES):
                chosen.append((row, column))
    return sorted(chosen, key=lambda cell: (cell[1], cell[0]))


def short(name: str) -> str:
    return name[:3].upper()


def lanes(at: int, color: int) -> tuple[str, ...]:
    return (COLORS[color], COLORS[(color + 2) % 6]) if at % 9 == 0 else (COLORS[color],)


def shortest(net: MapNet, start: str, goal: str, taken: set[str]) -> list[MapLink]:
    """A shortest way over links that are not taken."""
    came: dict[str, MapLink | None] = {start: None}
    queue = [start]
    for here in queue:
        for link in net.links:
            there = link.b if link.a == here else link.a if link.b == here else here
            if there not in came and link.id not in taken:
                came[there] = link
                queue.append(there)
    found: list[MapLink] = []
    while (step := came.get(goal)) is not None:
        found.append(step)
        goal = step.b if step.a == goal else step.a
    return found[::-1]


@cache
def journeys() -> tuple[tuple[LaidRail, ...], tuple[LaidRail, ...]]:
    """Rails of four seats between cities, some on one link side by side; and two more that blue would lay."""
    net = example_net()
    taken: set[str] = set()
    rails: list[LaidRail] = []
    ways: list[LaidRail] = []
    by_name = {city.name: city.id for city in net.cities}
    for seat, *stops in ROUTES:
        for start, goal in pairwise(stops):
            for link in shortest(net, by_name[start], by_name[goal], taken):
                taken.add(link.id)
                if seat == "preview":
                    ways.append(LaidRail(link.id, 0, "blue", preview=True))
                    continue
                rails.append(LaidRail(link.id, 0, seat))
                if len(link.colors) == 2:
                    rails.append(LaidRail(link.id, 1, SEATS[SEATS.index(seat) - 1]))
    return tuple(rails), tuple(ways)


def example_map(layout: str, speech: Translator) -> str:
    """The map as one SVG: rails in four colours, trains, stations, live targets, and a previewed way."""
    net, style = printed_net(layout), STYLES[layout]
    width, height = WIDTH[layout], HEIGHT[layout]
    drawn = MapWindow(net, Rect(0, 0, width, height), style)
    land = coast(width, height)
    drawn.terrain(path(land, "land"), path(land, "coast"), path(river(width, height), "river"))
    drawn.region(width * 0.3, height - 14, "Mare Nostrum", small=layout == TALL)
    rails, ways = journeys()
    mine = {one.link for one in (*rails, *ways) if one.seat == "blue"}
    ends = {end for link in net.links if link.id in mine for end in (link.a, link.b)}
    drawn.links((*rails, *ways), frozenset(link.id for link in net.links if link.a not in ends and link.b not in ends))
    r = style.ring * 0.62
    drawn.places({city.id: sign(GOODS[at % len(GOODS)], -r, -r, 2 * r) for at, city in enumerate(net.cities)})
    pieces_and_targets(drawn, rails, speech)
    sheet = Sheet()
    drawn.put(sheet, speech, speech.gettext("Map"))
    return sheet.svg(width, height, speech.gettext("Map"))


@cache
def printed_net(layout: str) -> MapNet:
    """The network at its place in the window of a layout."""
    below, margin = (34, 44) if layout == WIDE else (40, 22)
    return fitted(example_net(), Rect(0, 0, WIDTH[layout], HEIGHT[layout] - below), margin)


def pieces_and_targets(drawn: MapWindow, rails: Sequence[LaidRail], speech: Translator) -> None:
    """Stations and trains, every second city as a target, and three links."""
    cities = drawn.net.cities
    for at, city in enumerate(cities[1:8:2]):
        drawn.station(city.id, SEATS[at], 0)
        drawn.station(city.id, SEATS[at - 1], 1)
    for seat in SEATS:
        own = [one for one in rails if one.seat == seat]
        link, lane = own[len(own) // 2][:2]
        drawn.train(seat, *drawn.on_link(link, lane), turn=drawn.heading(link))
    for at, city in enumerate(cities[::2]):
        label = speech.gettext("Build to %(city)s") % {"city": city.name}
        state = "chosen" if city.name == ROUTES[-1][-1] else "dead" if at == 4 else ""
        drawn.target(city.id, f"to:{city.id}", label, state=state, tag=f"+{at % 3 + 1}" if at % 4 == 1 else "")
    for steps, at in enumerate((60, 150, 240), 1):
        link = drawn.net.links[at].id
        label = speech.ngettext("Move %(n)d step", "Move %(n)d steps", steps) % {"n": steps}
        drawn.link_target(link, f"move:{link}", label, tag=str(steps))


@cache
def coast(w: float, h: float) -> str:
    """An outline of land that leaves a rim of sea, widest below."""
    points = []
    for step in range(120):
        turn = step / 120 * 4
        side, along = int(turn), turn % 1
        wave = 4 * sin(step * 1.9) + 3 * sin(step * 0.7)
        points.append(
            (
                (8 + along * (w - 16), 8 + wave),
                (w - 8 + wave, 8 + along * (h - 62)),
                (w - 8 - along * (w - 16), h - 54 + 2 * wave),
                (8 + wave, h - 54 - along * (h - 62)),
            )[side]
        )
    return "M" + "L".join(f"{number(round(x, 1))} {number(round(y, 1))}" for x, y in points) + "Z"


@cache
def river(w: float, h: float) -> str:
    points = [(w * (0.34 + 0.05 * sin(step * 0.8)), step * (h - 50) / 24) for step in range(25)]
    return "M" + "L".join(f"{number(round(x, 1))} {number(round(y, 1))}" for x, y in points)
