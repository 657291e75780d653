"""Faces of the action cards and the end-bonus cards of First Class, drawn by our own icons."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from trainshed.draw.icon_row import Drawn, scaled, side_by_side
from trainshed.draw.icons import sign
from trainshed.draw.pieces import engine
from trainshed.draw.svg import circle, line, moved, number, path, rect, text
from trainshed.games.first_class.board.art.coaches import carriage
from trainshed.games.first_class.board.art.icons import (
    block,
    compact_icons,
    diamond,
    key_of,
    requirement_icons,
    row,
    spaced_word,
)
from trainshed.games.first_class.board.module import board_module
from trainshed.games.first_class.rules.components import (
    CONTRACT,
    PLAIN,
    POINTS_CITY,
    SECTION,
    TYPES,
    Card,
    City,
    Components,
)

BANDS: Final = {
    "car": "car",
    "conductor": "conductor",
    "locomotive": "locomotive",
    SECTION: "section",
    CONTRACT: "contract",
    "money": "money",
    "game end": "end",
}
"""The colour of the band of a card, by its kind; kinds of modules share one."""


LOW: Final = 48
"""Below this height the condition and the reward of a card stand in one row."""


def paper(w: float, h: float, band: str, thick: float = 5) -> str:
    """A card with a coloured band at its top."""
    edge = f"M.6 {number(thick)}V3Q.6 .6 3 .6H{number(w - 3)}Q{number(w - 0.6)} .6 {number(w - 0.6)} 3V{number(thick)}Z"
    return rect(0, 1.8, w, h, 3, "p-edge") + rect(0, 0, w, h, 3, "plaque") + path(edge, f"ty-{band}")


@lru_cache(maxsize=1024)
def card_face(box: Components, index: int, w: float, h: float) -> str:
    """An action card, from the origin."""
    card = box.cards[index]
    parts = [paper(w, h, BANDS.get(card.kind, "module"))]
    if card.module >= 0 and h >= LOW:
        parts.append(text(w - 5, 17, box.modules[card.module].letter.upper(), "t12b ink3", "end"))
    if card.cities and h < LOW:
        parts.append(low_section(box, card, w, h))
    elif card.cities:
        parts.append(section_face(box, card, 5, w - 10, h - 11))
    elif asks(box, card):
        parts.append(asking_face(box, card, w, h))
    elif h < LOW:
        body, wide = scaled(compact_icons(box, key_of(card.icons)), w - 10, min(1.0, (h - 7) / 26))
        parts.append(moved((w - wide) / 2, (h + 5) / 2, body))
    else:
        inset = 6.0 if card.module < 0 else 14.0
        parts.append(moved(inset, 7, block(box, key_of(card.icons), w - 2 * inset, h - 9)))
    return "".join(parts)


def asks(box: Components, card: Card) -> bool:
    """Does a card pay only under a condition?"""
    return card.requirement is not None or bool(card.condition)


def condition_row(box: Components, card: Card) -> Drawn:
    """What a card asks for, in one row with a picture of its kind."""
    if card.requirement is not None:
        return side_by_side([(sign("clip", 0, -8, 15, "ink2"), 15), requirement_icons(box, card.requirement)], 5)
    module = board_module(box.modules[card.module].name)
    portrait = module.portrait(card)
    return side_by_side([*([portrait] if portrait else []), *module.condition(box, card)], 4)


def asking_face(box: Components, card: Card, w: float, h: float) -> str:
    """A card with its condition in the upper half and its reward in the lower; a low one has both in one row."""
    if h < LOW:
        both = [condition_row(box, card), spaced_word("→"), compact_icons(box, key_of(card.icons))]
        body, wide = scaled(side_by_side(both, 4), w - 10, min(1.0, (h - 8) / 26))
        return moved((w - wide) / 2, (h + 5) / 2, body)
    top, half = 6.0, (h - 8) / 2
    body, wide = scaled(condition_row(box, card), w - 24, min(1.0, half / 27))
    parts = [
        moved(6 + max(0.0, (w - 24 - wide) / 2), top + half / 2, body),
        line(6, top + half, w - 6, top + half, "hair"),
    ]
    later = card.pays == "scoring"
    room = w - 12 - (18 if later else 0)
    parts.append(moved(6, top + half, block(box, key_of(card.icons), room, half + 1)))
    if later:
        parts.append(sign("clock", w - 19, top + half * 1.5 - 6, 12, "ink3"))
    return "".join(parts)


def city_picture(box: Components, city: City, room: float, most: float = 0.84) -> Drawn:
    """What a city gives: a diamond with points, or icons of a reward without their box."""
    if city.kind == PLAIN:
        return "", 0
    if city.kind == POINTS_CITY:
        return scaled(diamond(city.points), room, most)
    return row(box, key_of(city.icons), room, most)


def low_section(box: Components, card: Card, w: float, h: float) -> str:
    """The cities of a section card in one row without their rail, from right to left."""
    dot: Drawn = (circle(5, 0, 4.5, "citydot"), 10)
    row_: list[Drawn] = []
    for city in reversed([box.cities[each] for each in card.cities]):
        icons = compact_icons(box, key_of(city.icons)) if city.icons else city_picture(box, city, 40, 1)
        row_.append(icons if icons[1] else dot)
    body, wide = scaled(side_by_side(row_, 6), w - 10, min(1.0, (h - 7) / 26))
    return moved((w - wide) / 2, (h + 5) / 2, body)


def section_face(box: Components, card: Card, x: float, w: float, y: float) -> str:
    """The cities of a section card from right to left, each with what it gives."""
    cities = [box.cities[city] for city in card.cities]
    narrow = 24.0 if len(cities) < 4 else 20.0
    few = sum(1 for city in cities if city.kind in (PLAIN, POINTS_CITY))
    wide = (w - few * narrow) / max(1, len(cities) - few) if few < len(cities) else 0
    parts = [line(x, y, x + w, y, "routeline2")]
    right = x + w
    for city in cities:
        share = narrow if city.kind in (PLAIN, POINTS_CITY) else wide
        if few == len(cities):
            share = w / len(cities)
        middle = right - share / 2
        body, own = city_picture(box, city, share - (2 if city.kind == POINTS_CITY else 7), 0.86)
        if city.icons and row(box, key_of(city.icons), 999)[1] * 0.7 > share - 7:
            body, own = scaled(compact_icons(box, key_of(city.icons)), share - 7, 0.86)
        if city.kind not in (PLAIN, POINTS_CITY):
            parts.append(rect(middle - own / 2 - 3, y - 37, own + 6, 28, 3, "rbox"))
            parts.append(moved(middle - own / 2, y - 23, body))
        elif body:
            parts.append(moved(middle - own / 2, y - 22, body))
        parts.append(circle(middle, y, 4.5, "citydot"))
        right -= share
    return "".join(parts)


# ---------------------------------------------------------------- end-bonus cards


def type_icon(kind: int, size: float) -> Drawn:
    """A type of base cards: a coach, a conductor or a locomotive."""
    if TYPES[kind] == "conductor":
        return sign("conductor", 0, -size / 2, size), size
    if TYPES[kind] == "locomotive":
        return moved(0, -size * 0.42, engine(4, size * 1.4)), size * 1.4
    return moved(0, -size * 0.55, carriage("0", size * 1.35, size * 1.05, False)), size * 1.35


@lru_cache(maxsize=256)
def bonus_face(box: Components, index: int, w: float, h: float) -> str:
    """An end-bonus card of the display, from the origin."""
    card = box.bonus[index]
    icon, wide = type_icon(card.type, 20)
    left = (w - wide - 22) / 2
    middle = h * 0.31
    return "".join(
        [
            paper(w, h, BANDS[TYPES[card.type]]),
            moved(left, middle, icon),
            text(left + wide + 13, middle + 5.5, f"×{card.points}", "t16b", "middle"),
            line(6, h * 0.55, w - 6, h * 0.55, "hair"),
            moved(5, h * 0.55, block(box, key_of(card.icons), w - 10, h * 0.45)),
        ]
    )


def bonus_back(w: float, h: float) -> str:
    """The back of an end-bonus card."""
    return (
        rect(0, 0, w, h, 3, "card-back")
        + rect(4, 4, w - 8, h - 8, 2, "backin")
        + sign("star", w / 2 - 8, h / 2 - 8, 16, "on-enamel")
    )
