"""Draws the links of a map: printed lanes with their pattern, rails of the seats side by side, and previewed ways."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from math import atan2, degrees
from typing import NamedTuple

from trainshed.draw.map.net import LinkLine, MapNet, MapStyle, lines_of
from trainshed.draw.seats import SHAPES, shape
from trainshed.draw.svg import line, number, path, rect

LANE_GAP = 1.4
"""Between two lanes, relative to the width of a rail."""


class LaidRail(NamedTuple):
    """A rail that a seat has laid on a lane of a link, or would lay by the gesture that is previewed."""

    link: str
    lane: int
    seat: str
    """The seat's colour: blue, red, yellow or green."""
    preview: bool = False


@cache
def bar(length: int, color: str, width: float) -> str:
    """A printed lane: a short bar with the pattern of its colour, centred on the origin."""
    half, side = length / 2, width / 2
    drawn = rect(-half, -side, length, width, width * 0.3, f"lc-{color} lb")
    if color == "blue":
        return drawn + line(3 - half, 0, half - 3, 0, "lcp-l")
    if color == "green":
        steps = range(4, length - 3, 5)
        slants = "".join(
            f"M{number(k - half - 1)} {number(side - 1)}l{number(width * 0.66)} {number(2 - width)}" for k in steps
        )
        return drawn + path(slants, "lcp-l")
    if color == "yellow":
        return drawn + path("".join(f"M{number(k - half)} 0h.01" for k in range(4, length - 1, 5)), "lcp-dd")
    if color == "black":
        up, down = number(1.1 - side), number(side - 1.1)
        return drawn + path("".join(f"M{number(x)} {up}V{down}" for x in (-length / 6, length / 6)), "lcp-l")
    return drawn  # red is solid, white is plain


def aside(lane: int, lanes: int, style: MapStyle) -> float:
    """How far a lane lies to the right of its link's line."""
    return (lane - (lanes - 1) / 2) * style.rail * LANE_GAP


@lru_cache(maxsize=64)
def printed_lanes(net: MapNet, style: MapStyle) -> tuple[tuple[str, int, str], ...]:
    """Every printed lane as (link, lane, SVG). None of it depends on the position, so it is drawn once."""
    found = []
    lines = lines_of(net, style.ring)
    for link in net.links:
        way = lines[link.id]
        turn = number(round(degrees(atan2(way.dy, way.dx))))
        for lane, color in enumerate(link.colors):
            x, y = way.at(way.middle, aside(lane, len(link.colors), style))
            length = round(max(8, min((way.end - way.start) * 0.58, 30)))
            found.append(
                (
                    link.id,
                    lane,
                    f'<g id="lane-{link.id}-{lane}" data-about="line:{link.id}"'
                    f' transform="translate({number(x)} {number(y)}) rotate({turn})">'
                    f"{bar(length, color, style.bar)}</g>",
                )
            )
    return tuple(found)


@lru_cache(maxsize=64)
def mesh(net: MapNet, style: MapStyle) -> str:
    """Hairlines along all links, in one path. They run to the middle of each city: its ring covers their ends, and
    covers less of the map the larger the zoom is."""
    return path("".join(map(line_path, lines_of(net, style.ring).values())), "meshline")


@lru_cache(maxsize=4096)
def rail(way: LinkLine, style: MapStyle, laid: LaidRail, lanes: int) -> str:
    """A rail on its lane, in the seat's colour and with its shape; a previewed one is lifted."""
    off = aside(laid.lane, lanes, style)
    (x1, y1), (x2, y2), (mx, my) = way.at(0, off), way.at(way.length, off), way.at(way.middle, off)
    d = f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
    width = style.rail
    return (
        f'<g id="rail-{laid.link}-{laid.lane}" class="piece rail{" lift" if laid.preview else ""}"'
        f' data-about="line:{laid.link}">'
        f'<path d="{d}" class="sleeper" stroke-width="{number(width + 5)}"/>'
        f'<path d="{d}" class="bl-edge" stroke-width="{number(width + 2.4)}"/>'
        f'<path d="{d}" class="bl seatst-{laid.seat}" stroke-width="{number(width)}"/>'
        f"{shape(SHAPES[laid.seat], mx, my, width * 0.4, f'seaton-{laid.seat}')}"
        f"{path(d, 'ghost-line') if laid.preview else ''}</g>"
    )


def glow(ways: Iterable[LinkLine]) -> str:
    """A violet glow under previewed links."""
    return path("".join(map(line_path, ways)), "ghost-glow", id_="map-glow")


def other_way(ways: Iterable[LinkLine], id_: str) -> str:
    """A dotted violet line along links that could be chosen in place of the previewed ones."""
    return path("".join(map(line_path, ways)), "ghost-alt", id_=id_)


def line_path(way: LinkLine) -> str:
    (x1, y1), (x2, y2) = way.at(0), way.at(way.length)
    return f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
