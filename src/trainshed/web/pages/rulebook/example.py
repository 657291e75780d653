"""The example board of a rulebook: drawn by the title from a recorded game, with its parts named."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Final, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup

from trainshed.draw.board import Asked, Say
from trainshed.draw.fit import Rect, fitted, room_of
from trainshed.draw.pieces import plate
from trainshed.draw.svg import element, group, number, rect
from trainshed.kernel.record import final, read
from trainshed.kernel.registry import game as newest
from trainshed.locale import speech
from trainshed.web.pages.rulebook.guide import guide_of, own_text

FILE: Final = "example.train"
VIEWER: Final = 0
"""The board is drawn from the view of the first seat."""

SIZE: Final = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
PLATE: Final = 24
ROOM: Final = 110
"""Space shown above a part to which a link jumps, because the top bar covers some of it."""


class Example(NamedTuple):
    """A board and where its parts are."""

    svg: str
    width: float
    height: float
    parts: Sequence[tuple[str, Rect]]

    def areas(self, part: str) -> list[Rect]:
        return [area for name, area in self.parts if name == part]


@cache
def example(slug: str, language: str, layout: str) -> Example | None:
    """The example board of a title; None if its board does not name its parts, or there is no recorded game."""
    game, text = newest(slug), own_text(newest(slug), FILE)
    board = game.part("board.board") if game.has_part("board.board") else None
    if not text or not hasattr(board, "parts"):
        return None
    assert board is not None
    record = read(text)
    view, say = final(record).view(VIEWER), Say(speech(language), record.seats)
    svg = board.draw(game, None, view, Asked(), layout, say)
    found = SIZE.search(svg)
    assert found is not None, "a board has a size"
    return Example(svg, float(found[1]), float(found[2]), board.parts(game, view, layout, say))


def picture(slug: str, language: str, layout: str, part: str = "") -> Markup:
    """The board as SVG. Every part is a link to its clauses; `part` is outlined and named."""
    shown = example(slug, language, layout)
    assert shown is not None
    guide = guide_of(slug)
    over = "".join(
        link(slug, name, guide.part_name(name, language), area) for name, area in shown.parts if name in guide.parts
    )
    if part:
        over = shade(shown, part) + over + outline(shown, part, guide.part_name(part, language))
    return Markup(shown.svg.removesuffix("</svg>") + group(over, cls="parts") + "</svg>")


def address(slug: str, part: str) -> str:
    """Path of the page that shows a part of the board."""
    return f"/rules/{slug}/board?{urlencode({'part': part})}#here"


def link(slug: str, part: str, name: str, area: Rect) -> str:
    """A link over a part, for pointers only: keyboard and screen readers use the list of all parts beside the board."""
    place = rect(*area, 3, "part", data_part=part)
    body = element("title", escape(name)) + place
    return element("a", body, href=address(slug, part), tabindex="-1", aria_hidden="true")


def shade(shown: Example, part: str) -> str:
    """A shade over everything except a part."""
    path = f"M0 0H{number(shown.width)}V{number(shown.height)}H0Z"
    for area in shown.areas(part):
        x, y, w, h = (number(value) for value in area.grown(3))
        path += f"M{x} {y}h{w}v{h}h-{w}Z"
    return element("path", d=path, fill_rule="evenodd", cls="shade")


def outline(shown: Example, part: str, name: str) -> str:
    """A frame around a part, and a sign with its name, above it if there is room."""
    areas = [area.grown(3) for area in shown.areas(part)]
    first = areas[0]
    w = min(room_of(name, 15) + 22, shown.width)
    x = max(0.0, min(first.x, shown.width - w))
    y = first.y - PLATE if first.y >= PLATE else min(first.y + first.h, shown.height - PLATE)
    jump = rect(first.x, max(0.0, first.y - ROOM), 1, 1, fill="none", id_="here")
    frames = "".join(rect(*area, 4, "part-frame") for area in areas)
    return group(jump, frames, plate(x, y, w, PLATE, fitted(name, 15, w - 16)), cls="part-here")
