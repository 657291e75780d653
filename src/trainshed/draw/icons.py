"""Icons in a box of 16 by 16. They stand beside a name, never instead of it."""

from __future__ import annotations

from typing import Final

from trainshed.draw.seats import badge
from trainshed.draw.svg import circle, element, moved, path

Stroke = tuple[str, str]
"""How a part is drawn (`fill`, `evenodd`, `stroke`, `dot`), and its path; a dot's centre and radius."""

SIGNS: Final[dict[str, tuple[Stroke, ...]]] = {
    "factory": (("fill", "M1 15V7.2l4 2.6V7.2l4 2.6V7.2l2 1.3L11.6 1h2.6L15 15Z"),),
    "gear": (
        (
            "evenodd",
            "M6.9.8h2.2l.4 2 1.6.7L12.8 2.3l1.5 1.5-1.1 1.7.6 1.6 2 .4v2.1"
            "l-2 .4-.6 1.6 1.1 1.7-1.5 1.5-1.7-1.1-1.6.7-.4 2H6.9"
            "l-.4-2-1.6-.7-1.7 1.1-1.5-1.5 1.1-1.7-.6-1.6-2-.4V7.5l2-.4.6-1.6-1.1-1.7 1.5-1.5 1.7 1.2 1.6-.7"
            "ZM8 5.4A2.8 2.8 0 1 0 8 11a2.8 2.8 0 0 0 0-5.6Z",
        ),
    ),
    "star": (("fill", "M8 .8l2.1 4.8 5.2.5-3.9 3.4 1.2 5.1L8 11.9l-4.6 2.7 1.2-5.1L.7 6.1l5.2-.5Z"),),
    "lock": (("evenodd", "M4.5 7V5a3.5 3.5 0 0 1 7 0v2H13v8H3V7Zm1.6 0h3.8V5a1.9 1.9 0 0 0-3.8 0Z"),),
    "clock": (
        (
            "evenodd",
            "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm0 1.7a5.3 5.3 0 1 1 0 10.6A5.3 5.3 0 0 1 8 2.7Zm-.8 1.6h1.6"
            "v3.4l2.4 1.5-.8 1.3-3.2-2Z",
        ),
    ),
    "check": (("fill", "M1.6 8.6l1.9-1.9 2.9 2.9L12.6 3.2l1.9 1.9-8.1 8.2Z"),),
    "undo": (("fill", "M6.2 1.6v3.1h3.2a5.1 5.1 0 1 1 0 10.2H4v-2h5.4a3.1 3.1 0 0 0 0-6.2H6.2v3L1 5.7Z"),),
    "x": (("fill", "M3.2 1.8L8 6.6l4.8-4.8 1.4 1.4L9.4 8l4.8 4.8-1.4 1.4L8 9.4l-4.8 4.8-1.4-1.4L6.6 8 1.8 3.2Z"),),
    "play": (("fill", "M3 1.4l11 6.6L3 14.6Z"),),
    "prev": (("fill", "M13 1.4L4.4 8 13 14.6ZM2 1.6h2v12.8H2Z"),),
    "next": (("fill", "M3 1.4L11.6 8 3 14.6ZM12 1.6h2v12.8h-2Z"),),
    "back": (("fill", "M11.6 1.4v13.2L3 8Z"),),
    "fwd": (("fill", "M4.4 1.4v13.2L13 8Z"),),
    "flag": (("fill", "M2 1h2v1h9.5L11 5.5 13.5 9H4v6H2Z"),),
    "eye": (
        (
            "evenodd",
            "M8 3c4 0 6.6 3 7.5 5-.9 2-3.5 5-7.5 5S1.4 10 .5 8C1.4 6 4 3 8 3Zm0 1.8"
            "A3.2 3.2 0 1 0 8 11.2 3.2 3.2 0 0 0 8 4.8Zm0 1.7a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z",
        ),
    ),
    "book": (
        (
            "fill",
            "M1 2.5C3.5 1.6 6 1.8 7.3 3V14C6 12.9 3.5 12.7 1 13.5ZM15 2.5C12.5 1.6 10 1.8 8.7 3V14"
            "C10 12.9 12.5 12.7 15 13.5Z",
        ),
    ),
    "sun": (("evenodd", "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Zm0 1.8v10.4A5.2 5.2 0 0 0 8 2.8Z"),),
    "sliders": (
        ("stroke", "M1.5 4h6M12 4h2.5M1.5 12h2.5M8.5 12h6"),
        (
            "stroke",
            "M9.8 1.8a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 0 1 0-4.4ZM6.2 9.8a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 0 1 0-4.4Z",
        ),
    ),
    "globe": (
        (
            "stroke",
            "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM1.8 6h12.4M1.8 10h12.4M8 1.5c-4 4-4 9 0 13c4-4 4-9 0-13",
        ),
    ),
    "wifi": (
        ("stroke", "M1.5 6.2a9.5 9.5 0 0 1 13 0M4 9a6 6 0 0 1 8 0"),
        ("dot", "8 12.3 1.7"),
    ),
    "bot": (("evenodd", "M7.2 1h1.6v2H13v9H3V3h4.2ZM5.2 6v2.2h2V6Zm3.6 0v2.2h2V6ZM4 13h8v2H4Z"),),
    "person": (("fill", "M8 1a3.4 3.4 0 1 1 0 6.8A3.4 3.4 0 0 1 8 1ZM1.6 15c0-4 2.6-5.8 6.4-5.8s6.4 1.8 6.4 5.8Z"),),
    "log": (("fill", "M1 2h2.5v2.5H1Zm4 .2h10v2H5ZM1 6.8h2.5v2.5H1Zm4 .2h10v2H5ZM1 11.5h2.5V14H1Zm4 .2h10v2H5Z"),),
    "grid": (("fill", "M1 1h6v6H1Zm8 0h6v6H9ZM1 9h6v6H1Zm8 0h6v6H9Z"),),
    "net": (
        ("stroke", "M3 3l10 3L5 13"),
        ("dot", "3 3 2.4"),
        ("dot", "13 6 2.4"),
        ("dot", "5 13 2.4"),
    ),
    "more": (("fill", "M1.5 6.5h3v3h-3Zm5 0h3v3h-3Zm5 0h3v3h-3Z"),),
    "warn": (("evenodd", "M8 1l7.5 13.5H.5ZM7.2 5.5v4.5h1.6V5.5Zm0 5.7v1.7h1.6v-1.7Z"),),
    "arrow": (("stroke", "M1.5 8H13M8.5 3.5L13 8l-4.5 4.5"),),
    "chev": (("stroke", "M5 2.5L11 8l-6 5.5"),),
    "conductor": (
        ("fill", "M3 5.4C3.4 2.6 5.4 1 8 1s4.6 1.6 5 4.4l1.4 1.2H3Z"),
        ("fill", "M4.2 7.4h7.6a3.8 3.8 0 0 1-7.6 0ZM1.6 15.4c0-2.7 2.2-3.8 4.2-4L8 13.4l2.2-2c2 .2 4.2 1.3 4.2 4Z"),
    ),
    "clip": (("evenodd", "M5.5 1h5v1.5H13V15H3V2.5h2.5ZM5 6v1.4h6V6Zm0 3v1.4h6V9Z"),),
    "mail": (("evenodd", "M1 3h14v10H1Zm1.8 1.5L8 8.6l5.2-4.1Zm-.3 1.9v5.1h11V6.4L8 10.7Z"),),
    "ticket": (("evenodd", "M1 3.5h14v3a1.6 1.6 0 0 0 0 3v3H1v-3a1.6 1.6 0 0 0 0-3Zm4 2v5h6v-5Z"),),
    "medal": (
        ("fill", "M4 1h8l-2.4 5H6.4Z"),
        ("dot", "8 10.4 4.6"),
    ),
    "coin": (
        ("evenodd", "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm0 1.9a5.1 5.1 0 1 1 0 10.2A5.1 5.1 0 0 1 8 2.9Z"),
        ("dot", "8 8 2.6"),
    ),
    "up": (("fill", "M8 1.5l6 6.5h-3.6v6.5H5.6V8H2Z"),),
    "die": (
        (
            "evenodd",
            "M3 1h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2Zm5 3.5"
            "a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z",
        ),
    ),
    "chat": (("fill", "M1 2h14v9.5H7.5L4 15v-3.5H1Z"),),
    "plus": (("fill", "M6.8 1.5h2.4v5.3h5.3v2.4H9.2v5.3H6.8V9.2H1.5V6.8h5.3Z"),),
    "minus": (("fill", "M1.5 6.8h13v2.4h-13Z"),),
    "whole": (("fill", "M1 1h5v2H3v3H1ZM10 1h5v5h-2V3h-3ZM1 10h2v3h3v2H1ZM13 10h2v5h-5v-2h3Z"),),
    "bars": (("fill", "M1 9h3.4v6H1ZM6.3 1h3.4v14H6.3ZM11.6 5.5H15V15h-3.4Z"),),
    "branch": (
        ("stroke", "M3 1.5v13M3 9c6 0 8-2 9-5.5"),
        ("dot", "12.3 3 2"),
    ),
}


def sign(name: str, x: float, y: float, size: float = 16, cls: str = "ink") -> str:
    """An icon inside a board, by its top left corner."""
    return moved(x, y, *[_part(kind, d, cls) for kind, d in SIGNS[name]], scale=size / 16)


def _part(kind: str, d: str, cls: str) -> str:
    if kind == "dot":
        x, y, r = (float(value) for value in d.split())
        return circle(x, y, r, cls)
    if kind == "stroke":
        return path(d, f"st {cls}-s")
    return path(d, cls, fill_rule="evenodd" if kind == "evenodd" else None)


def icon(name: str, size: int = 16, cls: str = "cur") -> str:
    """An icon in the text of a page, hidden from screen readers: a word beside it says the same."""
    return framed(sign(name, 0, 0, 16, cls), size)


def seat_icon(seat: str, size: int = 16) -> str:
    """A seat's mark in the text of a page."""
    return framed(badge(seat, 8, 8.4 if seat == "yellow" else 8, 5.8), size)


def framed(body: str, size: int, width: int | None = None) -> str:
    """A drawing in a box of height 16 as an SVG image of its own."""
    wide = size if width is None else width
    box = f"0 0 {16 * wide // size} 16"
    return element("svg", body, cls="ic", width=wide, height=size, viewBox=box, aria_hidden="true")
