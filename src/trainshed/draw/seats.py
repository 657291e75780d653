"""Colours, shapes and workers of the seats. Each seat has a shape too, so that nothing depends on colour alone."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from trainshed.draw.svg import circle, group, moved, number, path, polygon, rect

SEATS: Final = ("blue", "red", "yellow", "green")
"""The first seat is blue, and so on."""

SHAPES: Final = {
    "blue": "circle",
    "red": "square",
    "yellow": "triangle",
    "green": "diamond",
    "temp": "hourglass",
    "ink": "plus",
}


def shape(kind: str, cx: float, cy: float, r: float, cls: str = "") -> str:
    """A seat's shape around a point; all of them look equally large."""
    if kind == "circle":
        return circle(cx, cy, r, cls)
    if kind == "square":
        return rect(cx - r * 0.9, cy - r * 0.9, r * 1.8, r * 1.8, r * 0.18, cls)
    return polygon([(cx + x, cy + y) for x, y in corners(kind, r)], cls)


def corners(kind: str, r: float) -> list[tuple[float, float]]:
    if kind == "triangle":
        out = r * 1.22
        angles = (-math.pi / 2, math.pi / 6, 5 * math.pi / 6)
        return [(out * math.cos(a), r * 0.2 + out * math.sin(a)) for a in angles]
    if kind == "diamond":
        out = r * 1.2
        return [(0, -out), (out, 0), (0, out), (-out, 0)]
    if kind == "hourglass":
        return [(-r * 0.8, -r), (r * 0.8, -r), (-r * 0.8, r), (r * 0.8, r)]
    t = r * 0.36
    arm = [(-t, -r), (t, -r), (t, -t)]
    return [*arm, *[(-y, x) for x, y in arm], *[(-x, -y) for x, y in arm], *[(y, -x) for x, y in arm]]


def badge(seat: str, cx: float, cy: float, r: float, cls: str = "") -> str:
    """The mark of a seat: its shape in its colour."""
    return shape(SHAPES[seat], cx, cy, r, f"seat-{seat} edge {cls}".strip())


def turn_ring(x: float, y: float, w: float, h: float, seat: str, r: float = 5) -> str:
    """The dotted outline of what a seat has done since the viewer's last turn, with the seat's shape on its rim."""
    ring = rect(x, y, w, h, r, f"trail-ring {'ink-s' if seat == 'ink' else f'seatst-{seat}'}")
    return group(ring, badge(seat, x + w - 2.5, y + h / 2, 4.2), cls="since")


BODY: Final = "M2.6 27V18.6C2.6 14 5.6 11.8 10 11.8S17.4 14 17.4 18.6V27Z"
CAP: Final = "M4.6 5.2C5.2 2 7.4.9 10 .9S14.8 2 15.4 5.2L17 6.3H4.6Z"


def worker(x: float, y: float, seat: str, id_: str | None = None, scale: float = 1, cls: str = "") -> str:
    """A worker: a figure of 20 by 28 with cap, head, and a body with the seat's shape."""
    return moved(x, y, figure(seat, scale), id_=id_, cls=f"piece worker {cls}".strip())


@cache
def figure(seat: str, scale: float) -> str:
    return group(
        path(BODY, "w-edge", transform="translate(0 1.6)"),
        path(BODY, f"seat-{seat} edge"),
        circle(10, 6.6, 4.5, f"seat-{seat} edge"),
        path(CAP, "w-cap"),
        shape(SHAPES[seat], 10, 20.2, 3.6, f"seaton-{seat}"),
        transform=None if scale == 1 else f"scale({number(scale)})",
    )


def worker_socket(x: float, y: float, scale: float = 1) -> str:
    """The outline of a worker, on a place where one can stand."""
    return moved(x, y, path(BODY + "M10 2.1a4.5 4.5 0 1 0 .01 0Z", "socket"), scale=scale)
