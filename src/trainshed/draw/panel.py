"""Panels of a board: paper, the sign above a section, rows and grids of equal places, and a row for a seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from trainshed.draw.fit import Rect, fitted
from trainshed.draw.pieces import plate
from trainshed.draw.seats import badge
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import element, line, number, rect, text

PLATE: Final = 26
"""The height of the sign above a section."""


def draw_paper(sheet: Sheet, area: Rect) -> None:
    """The paper under a panel."""
    sheet.board(rect(area.x + 0.5, area.y + 0.5, area.w - 1, area.h - 1, 4, "sheet"))


def draw_title(sheet: Sheet, area: Rect, title: str, right: str = "", part: str = "") -> Rect:
    """The enamel sign of a section on top of its area, named as a part of the board if it is one; return the rest."""
    if part:
        sheet.part(part, area)
    sheet.board(plate(area.x, area.y, area.w, PLATE, fitted(title, 15, area.w - 12), right=right))
    return area.below(PLATE)


def draw_hair(sheet: Sheet, x: float, y: float, w: float) -> None:
    """A hairline between two rows."""
    sheet.board(line(x, y, x + w, y, "hair"))


# ---------------------------------------------------------------- equal places


def grid(first: Rect, count: int, columns: int, gap: float, down: float | None = None) -> Iterator[Rect]:
    """Places as large as the first one, row by row; `down` is the gap between rows if it is another."""
    pitch = first.h + (gap if down is None else down)
    for index in range(count):
        yield first._replace(x=first.x + index % columns * (first.w + gap), y=first.y + index // columns * pitch)


def share(w: float, columns: int, gap: float) -> float:
    """The width of each of so many columns."""
    return (w + gap) / columns - gap


def across(area: Rect, count: int, gap: float) -> Iterator[Rect]:
    """An area in equal parts side by side."""
    return grid(area._replace(w=share(area.w, count, gap)), count, count, gap)


def ruled_rows(sheet: Sheet, area: Rect, count: int, pitch: float) -> Iterator[Rect]:
    """Rows of an area from its top, with a hairline between them."""
    for index in range(count):
        there = Rect(area.x, area.y + index * pitch, area.w, pitch)
        if index:
            draw_hair(sheet, there.x, there.y, there.w)
        yield there


# ---------------------------------------------------------------- seats


def draw_seat(
    sheet: Sheet, x: float, base: float, mark: str, name: str, room: float, cls: str = "t14b", r: float = 7
) -> None:
    """A seat in a row: its mark, and its name on the baseline, cut short where it is wider than its room."""
    sheet.board(badge(mark, x + r + 2, base - 5, r), text(x + 26, base, fitted(name, 14, room), cls))


def small_picture(body: str, width: float, height: float, label: str) -> str:
    """A seat's position as a small picture of its own, for the panel of the seat."""
    w, h = number(width), number(height)
    box = f"0 0 {w} {h}"
    return element("svg", body, cls="spark", width=w, height=h, viewBox=box, role="img", aria_label=label)
