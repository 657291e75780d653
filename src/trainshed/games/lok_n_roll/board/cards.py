"""The cards and dice of Lok'n'Roll as SVG, each in its own coordinates."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from trainshed.draw.hover_card import about
from trainshed.draw.icons import sign
from trainshed.draw.svg import circle, line, moved, number, path, rect, text
from trainshed.games.lok_n_roll.board.rails import UNIT, middle, rails
from trainshed.games.lok_n_roll.text.sentences import value_of
from trainshed.kernel.translation import Translator

BURST: Final = "M0-21L4-8L15-15L10-3L22 1L10 6L16 18L4 11L0 23L-4 11L-16 18L-10 6L-22 1L-10-3L-15-15L-4-8Z"


# ---------------------------------------------------------------- faces


@cache
def value_disc(x: float, y: float, value: int, r: float) -> str:
    """The value of a card: a number in a disc of its own colour."""
    size, drop = ("t15b", 5.3) if r >= 10.5 else ("t13b", 4.6) if r >= 9 else ("t12b", 4.3)
    return circle(x, y, r, f"v{value} edge") + text(x, y + drop, value, f"{size} von", "middle")


def blank(w: float, h: float, cls: str = "plaque") -> str:
    """An empty card with a raised edge, which marks it as a movable piece."""
    r = min(6.0, w / 9)
    return rect(0.5, 2.1, w - 1, h - 1, r, "p-edge") + rect(0.5, 0.5, w - 1, h - 1, r, cls)


def outline(w: float, h: float) -> str:
    """The outline of a card once more, above its ballast, which reaches the edges."""
    return rect(0.5, 0.5, w - 1, h - 1, min(6.0, w / 9), "card-rim")


def broken_mark(x: float, y: float, size: float) -> str:
    """The warning sign of a destroyed track, which costs a card (LR-BROKEN-01)."""
    return sign("warn", x - size / 2, y - size * 0.55, size, "brk")


def portrait(card: str, w: float, h: float, speech: Translator) -> str:
    """A card as it is held in a hand, with its value."""
    r = max(8.0, min(13.0, w * 0.13))
    return front(card, w, h, speech) + value_disc(r + 4, r + 5, value_of(card), r)


def front(card: str, w: float, h: float, speech: Translator) -> str:
    """The front of a card: entered from below, or from the left where the rails run across it."""
    kind, _, *shape = card.split(":")
    if kind == "chaos":
        word = text(w / 2, h - 9, speech.gettext("chaos"), "t12b", "middle") if w >= 56 else ""
        burst = moved(w / 2, h * 0.56, path(BURST, "chaos"), scale=w / 72)
        return blank(w, h, "chaosf") + burst + word
    across = shape == ["straight_wide"]
    turn = "ahead" if shape[0].startswith("straight") else shape[0].removeprefix("curve_")
    drawn = rails(turn, not across, kind == "destroyed")
    scale = w / (4 * UNIT)
    turned = moved(0, h / 2, drawn, scale=scale) if across else moved(w / 2, h, drawn, scale=scale, turn=-90)
    mark = ""
    if kind == "destroyed":
        mx, my = middle(turn, not across)
        x, y = (mx * scale, h / 2 + my * scale) if across else (w / 2 + my * scale, h - mx * scale)
        mark = broken_mark(x, y, max(12.0, w * 0.22))
    return blank(w, h) + turned + outline(w, h) + mark


@cache
def plain_card(card: str, w: float, h: float) -> str:
    """A card of a pile: there only its value counts (LR-COMBINE-08)."""
    value = value_of(card)
    cls = "chaosf" if card.startswith("chaos:") else "plaque"
    size, drop = ("t15b", 5.3) if w >= 19 else ("t12b", 4.3)
    return (
        rect(0, 1.5, w, h, 3, "p-edge")
        + rect(0, 0, w, h, 3, cls)
        + rect(1.5, h - 5.5, w - 3, 4, 1, f"v{value}")
        + text(w * 0.46, h / 2 + drop - 2, value, size, "middle")
    )


def back(w: float, h: float, said: str, size: str) -> str:
    """The deck as the back of a card with a text on it: its number of cards, which is all that is known of it."""
    drop = int(size[1:3]) * 0.35
    return (
        rect(0, 2, w, h, 6, "p-edge")
        + rect(0, 0, w, h, 6, "card-back")
        + rect(4, 4, w - 8, h - 8, 3, "backin")
        + text(w / 2, h / 2 + drop, said, f"{size} on-enamel", "middle")
    )


def die(x: float, y: float, side: float, face: str, id_: str, said: str) -> str:
    """A die with a wheel, blank, or not rolled yet (LR-DICE-04)."""
    cls = "piece die" if face else "piece die dimmed"
    return moved(x, y, die_face(side, face), id_=id_, cls=cls, **about(f"die:{face}", said))


def die_face(side: float, face: str) -> str:
    """What a die shows, in a square and with its lower edge."""
    half = side / 2
    parts = [rect(0, 2, side, side, 7, "p-edge"), rect(0, 0, side, side, 7, "plaque")]
    if face == "?":
        parts.append(text(half, half + 7, "?", "t20b ink3", "middle"))
    elif face == "wheel":
        parts.append(wheel(half, half, side * 0.29))
    elif face == "blank":
        parts.append(line(side * 0.36, half, side * 0.64, half, "hair2"))
    return "".join(parts)


@cache
def wheel(x: float, y: float, r: float) -> str:
    """A wheel with eight spokes, which are one path: four dice of nine elements each would be half of a small board."""
    spokes = ""
    for eighth in range(4):
        dx, dy = r * math.cos(eighth * math.pi / 4), r * math.sin(eighth * math.pi / 4)
        spokes += f"M{number(x - dx)} {number(y - dy)}L{number(x + dx)} {number(y + dy)}"
    return circle(x, y, r, "wheel") + circle(x, y, r * 0.25, "ink") + path(spokes, "spoke")
