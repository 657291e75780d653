"""Faces of the bots: small portraits put together from a hat, hair and one feature each, in a box of 24 by 24.

Every face differs from all others in its outline too, so that none depends on colour.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from trainshed.draw.svg import circle, element, path

HATS: Final[dict[str, tuple[str, str]]] = {
    "peaked": ("M5.6 9.2C5.4 5.4 8 3.2 12 3.2s6.6 2.2 6.4 6Z", "M5 9h12.4l2.4 1.9H5Z"),
    "kepi": ("M6.8 9.2 7.4 3.4h9.2l.6 5.8Z", "M5.4 9h13.2v1.8H5.4Z"),
    "flat": ("M4.8 9.4C5 5.6 8.4 4.4 12.6 4.4c4 0 7 1.6 7.4 5Z", "M4.2 9.2h12v1.3h-12Z"),
    "tall": ("M7.2 8.8V2.2h9.6v6.6Z", "M4.4 8.6h15.2v1.8H4.4Z"),
    "scarf": (
        "M5 12.4C4.4 6 7.6 3.6 12 3.6s7.6 2.4 7 8.8c-1-3.4-2.6-4.8-7-4.8s-6 1.4-7 4.8Z",
        "M18.4 10.6l3.2 1.8-2.8 2Z",
    ),
    "straw": ("M8 8.8V4.6h8v4.2Z", "M2.8 8.6h18.4v1.7H2.8Z"),
    "beret": ("M4.4 9.4c-.6-4 3-6 8-5.6 5.4.4 8.2 2.4 7.4 5Z", "M12.2 1.8h1.4v2.4h-1.4Z"),
    "bowler": ("M7 8.8c0-4 2-6 5-6s5 2 5 6Z", "M4.2 8.4h15.6c0 1.4-1 2-2.2 2H6.4c-1.2 0-2.2-.6-2.2-2Z"),
    "bare": ("M6 11.4c-.6-4.8 2-7.6 6-7.6s6.6 2.8 6 7.6c-.8-2.4-2.6-3.6-6-3.6s-5.2 1.2-6 3.6Z", ""),
}
"""The crown of each hat, and its brim or peak."""

FEATURES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "moustache": (("f-ink", "M7.6 17.4c1.6-2 3.4-2 4.4-1 1-1 2.8-1 4.4 1-1.8.8-3.4.8-4.4-.2-1 1-2.6 1-4.4.2Z"),),
    "bun": (
        ("f-ink", "M4 12.6a2.2 3 0 1 1 2 4.2ZM20 12.6a2.2 3 0 1 0-2 4.2Z"),
        ("f-line", "M10 17.8c1.2 1 2.8 1 4 0"),
    ),
    "beard": (("f-ink", "M6 13.4c1 2.2 2.4 2.6 6 2.6s5-.4 6-2.6c.2 4.8-2 8-6 8s-6.2-3.2-6-8Z"),),
    "glasses": (
        ("f-line", "M8.9 11.9a1.9 1.9 0 1 0 .01 0ZM15.1 11.9a1.9 1.9 0 1 0 .01 0ZM10.8 13.6h2.4"),
        ("f-line", "M10.4 18.2h3.2"),
    ),
    "grin": (("f-ink", "M8.6 16.4h6.8c-.4 2.4-1.8 3.2-3.4 3.2s-3-.8-3.4-3.2Z"),),
    "freckles": (
        ("f-dots", "M7.6 15.6h.01M8.9 16.6h.01M15.1 16.6h.01M16.4 15.6h.01"),
        ("f-line", "M10.6 18.4c1 .5 1.8.5 2.8 0"),
    ),
    "curls": (
        (
            "f-ink",
            "M3.6 11a2 2 0 0 1 2.6-1v7.4a2 2 0 0 1-2.4-3 2 2 0 0 1-.2-3.4ZM20.4 11a2 2 0 0 0-2.6-1v7.4a2 2 0 0 0 2.4-3"
            " 2 2 0 0 0 .2-3.4Z",
        ),
        ("f-line", "M10.2 17.8c1.2.9 2.4.9 3.6 0"),
    ),
    "monocle": (
        ("f-line", "M15.1 11.5a2.3 2.3 0 1 0 .01 0ZM16.8 15.4l1 5"),
        ("f-ink", "M8.4 17.2c1.4-1.2 2.6-1.2 3.6-.6 1-.6 2.2-.6 3.6.6l-3.6.4Z"),
    ),
    "plaits": (
        ("f-ink", "M4.6 12h2l-.4 8.4H4.4ZM19.4 12h-2l.4 8.4h1.8Z"),
        ("f-line", "M10.2 17.8c1.2.9 2.4.9 3.6 0"),
    ),
}
"""What makes each face its own: shapes in ink, lines or dots."""


class Portrait(NamedTuple):
    """The parts that a face is put together from."""

    hat: str
    feature: str


PORTRAITS: Final[dict[str, Portrait]] = {
    "tilda": Portrait("scarf", "freckles"),
    "jasper": Portrait("bare", "freckles"),
    "mina": Portrait("straw", "plaits"),
    "bertil": Portrait("straw", "beard"),
    "emil": Portrait("flat", "grin"),
    "hedda": Portrait("scarf", "bun"),
    "viktor": Portrait("bare", "beard"),
    "rosa": Portrait("beret", "bun"),
    "konrad": Portrait("peaked", "beard"),
    "edith": Portrait("peaked", "bun"),
    "pavel": Portrait("flat", "moustache"),
    "wilma": Portrait("peaked", "curls"),
    "hugo": Portrait("kepi", "moustache"),
    "irma": Portrait("kepi", "glasses"),
    "anton": Portrait("kepi", "beard"),
    "flora": Portrait("kepi", "curls"),
    "agnes": Portrait("tall", "bun"),
    "leopold": Portrait("tall", "monocle"),
    "selma": Portrait("bowler", "curls"),
    "gustav": Portrait("tall", "moustache"),
    "driver": Portrait("peaked", "moustache"),
    "conductor": Portrait("kepi", "bun"),
    "signalman": Portrait("flat", "beard"),
    "master": Portrait("tall", "glasses"),
    "stoker": Portrait("scarf", "grin"),
    "apprentice": Portrait("straw", "freckles"),
    "painter": Portrait("beret", "curls"),
    "uncle": Portrait("bowler", "monocle"),
    "child": Portrait("bare", "plaits"),
    "laura": Portrait("beret", "plaits"),
}
"""Every face by its name."""

UNKNOWN: Final = "unknown"
"""The face of a bot that has no portrait: a signal with two lamps."""


@cache
def face(name: str, size: int = 24) -> str:
    """A face as an inline SVG; the words beside it say whose it is."""
    ground = circle(12, 12, 11.3, "f-ground")
    if name not in PORTRAITS:
        parts = [path("M7.6 4.6h8.8v11.8H7.6Z", "f-ink"), circle(12, 8, 2, "f-lamp"), circle(12, 13, 2, "f-lamp")]
        parts.append(path("M12 16.4v4", "f-line"))
    else:
        hat, feature = PORTRAITS[name]
        crown, brim = HATS[hat]
        parts = [
            circle(12, 13.6, 6.3, "f-skin"),
            path("M9.3 13.2h.01M14.7 13.2h.01", "f-eyes"),
            *[path(d, cls) for cls, d in FEATURES[feature]],
            path(crown, "f-hat"),
            *([path(brim, "f-ink")] if brim else []),
        ]
    body = "".join([ground, *parts])
    return element("svg", body, cls="face", width=size, height=size, viewBox="0 0 24 24", aria_hidden="true")
