"""Pieces and printed things that more than one title has: coins, tracks, locomotives, signs, and option controls."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from trainshed.draw.icons import sign
from trainshed.draw.svg import circle, element, group, line, moved, path, rect, text

PATTERNED: Final = ("gray", "brown", "nat", "white")
"""Tracks whose plate carries a pattern, so that they differ without colour."""


def coin(cx: float, cy: float, r: float = 10, label: str = "₽", id_: str | None = None, cls: str = "") -> str:
    """A coin: a brass disc with two rings."""
    size = "t12b" if r < 9 else "t13b"
    return moved(
        cx,
        cy,
        circle(0, 1.4, r, "coin-edge"),
        circle(0, 0, r, "coin"),
        circle(0, 0, r - 2.6, "coin-ring"),
        text(0, r * 0.42, label, f"{size} coin-tx", "middle"),
        id_=id_,
        cls=f"piece coinp {cls}".strip(),
    )


def coin_socket(cx: float, cy: float, r: float = 10) -> str:
    """The outline of a place where a coin can lie."""
    return group(circle(cx, cy, r, "socket"), circle(cx, cy, r - 3, "socket thin"))


# ---------------------------------------------------------------- tracks


@lru_cache(maxsize=1024)
def track_face(color: str, x: float, y: float, w: float, h: float, r: float = 2.5) -> str:
    """The plate of a track: its colour and its pattern."""
    face = rect(x, y, w, h, r, f"t-{color} tedge")
    if color in PATTERNED:
        face += rect(x + 1, y + 1, w - 2, h - 2, max(r - 1, 0), f"pat-{color}")
    return face


def sleepers(x: float, y: float, w: float, h: float, where: tuple[float, ...], over: float, cls: str) -> str:
    return "".join(line(x + w * k, y - over, x + w * k, y + h + over, cls) for k in where)


def track(
    x: float,
    y: float,
    color: str,
    w: float = 42,
    h: float = 30,
    value: int | None = None,
    id_: str | None = None,
    cls: str = "",
) -> str:
    """A track: an enamel plate on sleepers, with what a space of it is worth in the middle."""
    parts = [
        sleepers(0, 0.75, w, h, (0.14, 0.38, 0.62, 0.86), 3.75, "tie"),
        rect(0, 2, w, h, 3, "p-edge"),
        track_face(color, 0, 0, w, h, 3),
    ]
    if value is not None:
        parts += [
            rect(w / 2 - 9, h / 2 - 9, 18, 18, 9, f"t-{color} plate"),
            text(w / 2, h / 2 + 5.2, value, f"t15b ton-{color}", "middle"),
        ]
    return moved(x, y, *parts, id_=id_, cls=f"piece trk {cls}".strip())


def track_icon(x: float, y: float, color: str, w: float = 24, h: float = 16) -> str:
    """An icon for one advance of a track."""
    return group(
        sleepers(x, y, w, h, (0.2, 0.5, 0.8), 2, "tie thin"),
        track_face(color, x, y, w, h, 2),
        moved(x + w / 2 - 3, y + h / 2 - 4.5, path("M0 0l5 4.5l-5 4.5", f"chev ton-{color}-s")),
    )


def any_track_icon(x: float, y: float, w: float = 24, h: float = 16) -> str:
    """An icon for one advance of a track of the player's choice."""
    colors = ("black", "gray", "brown", "nat")
    return group(
        sleepers(x, y, w, h, (0.2, 0.5, 0.8), 2, "tie thin"),
        *[rect(x + i * w / 4, y, w / 4, h, 0, f"t-{color}") for i, color in enumerate(colors)],
        rect(x, y, w, h, 2, "tedge nofill"),
        circle(x + w / 2, y + h / 2, 6.4, "sheet-fill tedge"),
        moved(x + w / 2 - 2, y + h / 2 - 3.4, path("M0 0l3.8 3.4l-3.8 3.4", "chev ink-s")),
    )


# ---------------------------------------------------------------- locomotives


@cache
def engine(strength: int, w: float = 56) -> str:
    """A steam engine seen from the side, facing right, 56 by 34; a stronger one has more driving wheels."""
    drivers = max(1, min(4, 1 + (strength + 1) // 3))
    r = {1: 6.6, 2: 6.4, 3: 5.6, 4: 5.0}[drivers]
    first, last = 8 + r, 40.0
    xs = [first + (last - first) * i / (drivers - 1) for i in range(drivers)] if drivers > 1 else [17.0]
    wy = 34 - r
    parts = [path(d, cls) for d, cls in ENGINE]
    for x in xs:
        parts += [circle(x, wy, r, "lo-wheel"), circle(x, wy, r * 0.28, "lo-hub")]
    if drivers > 1:
        parts.append(line(xs[0], wy + 1.4, xs[-1], wy + 1.4, "lo-rod"))
    if strength >= 3:
        parts.append(circle(46.2, 30.8, 3.0, "lo-wheel"))
    return moved(0, 0, *parts, scale=w / 56, cls="loco-g")


ENGINE: Final = (
    ("M3 6.5H17.5L16.6 9.2V24H3.9V9.2Z", "lo"),
    ("M7 11.5h6.4v5.6H7z", "lo-win"),
    ("M16 12.2H44.5C47 12.2 48.4 13.6 48.4 16.4V20C48.4 22.6 47 24 44.5 24H16Z", "lo"),
    ("M21 14.6H43M21 16.8H43M21 19H43", "lo-hatch"),
    ("M41.2 12.4V5.6L39.6 2.6H47.4L45.8 5.6V12.4Z", "lo"),
    ("M24.6 12.4a3.4 3.7 0 0 1 6.8 0Z", "lo"),
    ("M33.6 12.4a2.2 2.4 0 0 1 4.4 0Z", "lo"),
    ("M2.4 24.2H50.2V26.4H2.4Z", "lo"),
    ("M47.6 26.4H51L55.4 33H45.8Z", "lo"),
)


def locomotive(x: float, y: float, strength: int, w: float = 82, h: float = 46, id_: str | None = None) -> str:
    """A locomotive: a plaque with a number and an engine."""
    return moved(
        x,
        y,
        rect(0, 2, w, h, 4, "p-edge"),
        rect(0, 0, w, h, 4, "plaque"),
        rect(2.5, 2.5, w - 5, h - 5, 2.5, "plaque-in"),
        text(14, h / 2 + 8, strength, "t24b ink", "middle"),
        moved(w - 57, h / 2 - 17.5, engine(strength, 52)),
        id_=id_,
        cls="piece locop",
    )


def doubler(x: float, y: float, w: float = 34, h: float = 20, id_: str | None = None, cls: str = "") -> str:
    """A doubler: a small enamel sign with ×2."""
    return moved(
        x,
        y,
        rect(0, 1.6, w, h, 3, "p-edge"),
        rect(0, 0, w, h, 3, "enamel edge"),
        text(w / 2, h / 2 + 5, "×2", "t14b on-enamel", "middle"),
        id_=id_,
        cls=f"piece dbl {cls}".strip(),
    )


# ---------------------------------------------------------------- signs, outlines and options


def plate(x: float, y: float, w: float, h: float, label: str, icon: str = "", right: str = "") -> str:
    """The heading of a section, as an enamel sign."""
    parts = [rect(x, y, w, h, 2, "enamel")]
    if icon:
        parts.append(sign(icon, x + 8, y + h / 2 - 7, 14, "on-enamel"))
    parts.append(text(x + (28 if icon else 10), y + h / 2 + 4.8, label, "sign on-enamel"))
    if right:
        parts.append(text(x + w - 10, y + h / 2 + 4.8, right, "t13 on-enamel dim", "end"))
    return "".join(parts)


def rect_socket(x: float, y: float, w: float, h: float, r: float = 4) -> str:
    """The outline of a place where something flat can lie."""
    return rect(x, y, w, h, r, "socket dash")


def option(
    id_: str,
    x: float,
    y: float,
    w: float,
    h: float,
    label: str,
    word: str,
    rule: str = "",
    r: float = 4,
    state: str = "",
    extra: str = "",
) -> str:
    """The control of an option: it can be focused and pressed, and carries its label, its word and its clause.

    `word` may be several words with a space between them, which one press says together: "this city, by this route,
    paid so". They are previewed, replaced and taken back together.

    In the state `dead` it looks like an option, but is not legal now; pressing it asks why not. In the state `only` it
    is chosen because there was no alternative: it does not glow, and pressing it does nothing.
    """
    body = rect(x - 2, y - 2, w + 4, h + 4, r + 2, "opt-halo") + rect(x, y, w, h, r, "opt-hit") + extra
    return element(
        "g",
        body,
        id_=id_,
        cls=f"opt {'chosen only' if state == 'only' else state}".strip(),
        role="button",
        tabindex=0,
        aria_disabled="true" if state == "dead" else None,
        aria_pressed="true" if state in ("chosen", "only") else None,
        aria_label=label,
        data_word=word.partition(" ")[0],
        data_words=word if " " in word else None,
        data_rule=rule,
    )
