"""Reads a board's SVG in tests: its options, where shapes and texts lie; and a pseudo-translation with longer texts."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from trainshed.draw.board import Say
from trainshed.kernel.translation import ENGLISH, Translator

COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|rgb\(|\bfill=|\bstroke=|\bstyle=")
"""Colours and styles, which no drawn element may have itself, for themes and for a strict content policy."""

NAMES = ["Marta", "Álex the Unusually Long", "Inés", "Bot Aguja"]
SAY = Say(ENGLISH, NAMES)
HEX_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b")
OWN_STYLE = ("rgb(", "fill=", "stroke=", "style=")
LETTER = 0.44
"""Average width of a letter of our font, in parts of its size."""


HIDDEN = frozenset({"map-near", "map-tip"})
"""Classes of what is shown only while a map is large, or something is pointed at."""


class Wordy(Translator):
    """A pseudo-translation whose every text is a third longer than English."""

    def gettext(self, text: str) -> str:
        return text + "e" * math.ceil(0.3 * len(re.sub(r"%\(\w+\)\+?[ds]|%%", "00", text)))

    def ngettext(self, one: str, many: str, count: int) -> str:
        return self.gettext(one if count == 1 else many)


# ---------------------------------------------------------------- reading a picture


class Box(NamedTuple):
    x0: float
    y0: float
    x1: float
    y1: float
    what: str


Matrix = tuple[float, float, float, float, float, float]


def moved_by(outer: Matrix, transform: str) -> Matrix:
    for name, given in re.findall(r"(\w+)\(([^)]*)\)", transform):
        n = [float(value) for value in given.split()]
        if name == "translate":
            inner = (1.0, 0.0, 0.0, 1.0, n[0], n[1])
        elif name == "scale":
            inner = (n[0], 0.0, 0.0, n[-1], 0.0, 0.0)
        else:
            assert name == "rotate"
            c, d = math.cos(math.radians(n[0])), math.sin(math.radians(n[0]))
            inner = (c, d, -d, c, 0.0, 0.0)
        a, b, c, d, e, f = outer
        g, h, i, j, k, m = inner
        outer = (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)
    return outer


def box_of(matrix: Matrix, x0: float, y0: float, x1: float, y1: float, what: str) -> Box:
    a, b, c, d, e, f = matrix
    corners = [(a * x + c * y + e, b * x + d * y + f) for x in (x0, x1) for y in (y0, y1)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Box(min(xs), min(ys), max(xs), max(ys), what)


def size_of(cls: str) -> float:
    names = cls.split()
    for name, size in (("sign-lg", 20), ("sign", 15), ("cap", 13), ("maplet", 21)):
        if name in names:
            return size
    found = re.search(r"\bt(\d\d)b?\b", cls)
    assert found, cls
    return float(found[1])


def boxes(node: ElementTree.Element, matrix: Matrix = (1, 0, 0, 1, 0, 0)) -> Iterator[Box]:
    """The bounding box of every rectangle, circle and text of a picture, in the coordinates of the whole."""
    matrix = moved_by(matrix, node.get("transform", ""))
    tag = node.tag
    if tag in ("defs", "pattern", "filter") or HIDDEN.intersection(node.get("class", "").split()):
        return
    if tag == "svg" and node.get("x"):  # a window of a map
        matrix = moved_by(matrix, f"translate({node.get('x')} {node.get('y')})")

    def n(name: str) -> float:
        return float(node.get(name, "0"))

    if tag == "rect":
        yield box_of(matrix, n("x"), n("y"), n("x") + n("width"), n("y") + n("height"), "rect")
    elif tag == "circle":
        yield box_of(matrix, n("cx") - n("r"), n("cy") - n("r"), n("cx") + n("r"), n("cy") + n("r"), "circle")
    elif tag == "text":
        size = size_of(node.get("class", ""))
        wide = len(node.text or "") * size * LETTER
        left = n("x") - {"middle": wide / 2, "end": wide}.get(node.get("text-anchor", ""), 0)
        yield box_of(matrix, left, n("y") - size * 0.7, left + wide, n("y"), f"text {node.text}")
    for part in node:
        yield from boxes(part, matrix)


def parsed(drawn: str) -> ElementTree.Element:
    """A picture as a tree, after a check that it has no colour or style of its own, which a theme could not change."""
    plain = re.sub(r"<defs>.*?</defs>", "", drawn)
    assert HEX_COLOUR.search(plain) is None
    assert not [style for style in OWN_STYLE if style in plain]
    return ElementTree.fromstring(drawn)


def options(svg: ElementTree.Element) -> list[ElementTree.Element]:
    return [node for node in svg.iter("g") if node.get("role") == "button"]


def live(svg: ElementTree.Element, state: str = "") -> list[str]:
    """The words of options in a state; without one, of those that are not dead."""
    found = []
    for node in options(svg):
        states = set(node.get("class", "").split()) - {"opt"}
        if states == {state} if state else "dead" not in states:
            found.append(node.get("data-word", ""))
    return found


def check_picture(svg: ElementTree.Element) -> None:
    """Check that ids are unique, nothing lies outside, and no texts overlap."""
    ids = [node.get("id") for node in svg.iter() if node.get("id")]
    assert len(ids) == len(set(ids)), {id_ for id_ in ids if ids.count(id_) > 1}
    width, height = (float(value) for value in svg.get("viewBox", "").split()[2:])
    texts = []
    for box in boxes(svg):
        assert box.x0 >= -0.01, box
        assert box.y0 >= -0.01, box
        assert box.x1 <= width + 0.01, box
        assert box.y1 <= height + 0.01, box
        if box.what.startswith("text "):
            texts.append(box)
    texts.sort()
    for index, one in enumerate(texts):
        for other in texts[index + 1 :]:
            if other.x0 >= one.x1 - 0.5:
                break
            assert one.y1 <= other.y0 + 0.5 or other.y1 <= one.y0 + 0.5, (one, other)
