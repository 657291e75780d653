"""SVG elements as text. Numbers are short, text is escaped, and nothing carries a style or a colour of its own."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from html import escape
from typing import Final, Literal, TypeAlias

Value: TypeAlias = str | int | float | None
Anchor: TypeAlias = Literal["start", "middle", "end"]

RENAMED: Final = {"cls": "class", "id_": "id"}
SPECIAL: Final = re.compile("[&<>\"']")


@cache
def written(name: str) -> str:
    """The name of an attribute as SVG writes it."""
    return RENAMED.get(name, name).replace("_", "-")


@lru_cache(maxsize=16384)
def number(value: float) -> str:
    """A number with at most two decimals. Cached, because the next board needs most of them again."""
    if type(value) is int:
        return str(value)
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def attributes(given: dict[str, Value]) -> str:
    """Attributes in the order in which they are given; None and empty text leave one out."""
    parts = []
    for name, value in given.items():
        if value is None or value == "":
            continue
        if not isinstance(value, str):
            parts.append(f' {written(name)}="{number(value)}"')
        elif SPECIAL.search(value) is None:
            parts.append(f' {written(name)}="{value}"')
        else:
            parts.append(f' {written(name)}="{escape(value, quote=True)}"')
    return "".join(parts)


def element(tag: str, body: str = "", /, **given: Value) -> str:
    """An element around a body that is SVG already."""
    if body:
        return f"<{tag}{attributes(given)}>{body}</{tag}>"
    return f"<{tag}{attributes(given)}/>"


def group(*parts: str, **given: Value) -> str:
    return f"<g{attributes(given)}>{''.join(parts)}</g>"


def moved(x: float, y: float, *parts: str, scale: float = 1, turn: float = 0, **given: Value) -> str:
    """A group moved to a point. The transform is an attribute: inline styles are blocked, and CSS animates it too."""
    transform = f"translate({number(x)} {number(y)})"
    if turn:
        transform += f" rotate({number(turn)})"
    if scale != 1:
        transform += f" scale({number(scale)})"
    if not given:
        return f'<g transform="{transform}">{"".join(parts)}</g>'
    return group(*parts, transform=transform, **given)


def classed(cls: str) -> str:
    """The class attribute for an element written directly; names of classes need no escaping."""
    return f' class="{cls}"' if cls else ""


def rect(x: float, y: float, w: float, h: float, r: float = 0, cls: str = "", **given: Value) -> str:
    if not given:  # the fast path: a board has hundreds of them
        round_ = f' rx="{number(r)}"' if r else ""
        where = f'x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"'
        return f"<rect {where}{round_}{classed(cls)}/>"
    return element("rect", x=x, y=y, width=w, height=h, rx=r or None, cls=cls, **given)


def line(x1: float, y1: float, x2: float, y2: float, cls: str = "", **given: Value) -> str:
    if not given:
        where = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
        return f"<line {where}{classed(cls)}/>"
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, cls=cls, **given)


def circle(x: float, y: float, r: float, cls: str = "", **given: Value) -> str:
    if not given:
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}"{classed(cls)}/>'
    return element("circle", cx=x, cy=y, r=r, cls=cls, **given)


def polygon(points: list[tuple[float, float]], cls: str = "", **given: Value) -> str:
    return element("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), cls=cls, **given)


def path(d: str, cls: str = "", **given: Value) -> str:
    if d and not given:
        return f'<path d="{d}"{classed(cls)}/>'
    return element("path", d=d, cls=cls, **given)


def text(x: float, y: float, said: object, cls: str = "t14", anchor: Anchor = "start", **given: Value) -> str:
    """A text; the point is on its baseline."""
    if not given:
        side = "" if anchor == "start" else f' text-anchor="{anchor}"'
        body = escape(str(said))
        where = f'<text x="{number(x)}" y="{number(y)}"{classed(cls)}{side}'
        return f"{where}>{body}</text>" if body else f"{where}/>"
    aside = None if anchor == "start" else anchor
    return element("text", escape(str(said)), x=x, y=y, cls=cls, text_anchor=aside, **given)


def named(label: str) -> str:
    """The name of a group for screen readers."""
    return element("title", escape(label))
