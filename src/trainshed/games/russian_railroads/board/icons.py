"""Icons of Russian Railroads as SVG: effects, factories, question tokens and question cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from trainshed.draw.icon_row import PUNCTUATION, Drawn, scaled, several, side_by_side, sign_of, stacked
from trainshed.draw.icons import sign
from trainshed.draw.pieces import any_track_icon, coin, doubler, engine, track_icon
from trainshed.draw.seats import SHAPES, shape, worker
from trainshed.draw.svg import circle, group, moved, path, rect, text
from trainshed.games.russian_railroads.rules import effect_notation as verbs
from trainshed.games.russian_railroads.rules.effect_notation import ANY_COLOUR, FACTORY, LOCOMOTIVE, Part

TRACKS: Final = ("black", "gray", "brown", "nat", "white")
"""The colours of tracks by their names in `trainshed.draw`."""

READABLE: Final = 0.79
"""The smallest scale of a row whose last parts are rather left out."""

SLASH: Final = sign_of("/", "t16 ink3", 5)
LOCOMOTIVE_ICON: Final[Drawn] = (moved(0, -10.5, engine(4, 34)), 34)
FACTORY_ICON: Final[Drawn] = (sign("factory", 0, -9.5, 19), 19)
BUILD_ICONS: Final = {LOCOMOTIVE: [LOCOMOTIVE_ICON], FACTORY: [FACTORY_ICON]}
REPEATED: Final[dict[int, Drawn]] = {
    verbs.INDUSTRY: (sign("gear", 0, -9, 18), 18),
    verbs.DOUBLER: (doubler(0, -9, 28, 18), 29),
    verbs.ROUBLE: (coin(9, 0, 9), 18),
    verbs.HELD_ROUBLE: (coin(9, 0, 9), 18),
}
"""Icons that are drawn once for each of their number."""

STAR: Final[Drawn] = (sign("star", 0, -7, 14, "ink2"), 14)
SINGLE: Final[dict[int, list[Drawn]]] = {
    verbs.REPEAT: [(sign("undo", 0, -8, 16), 16)],
    verbs.WORKER: [(worker(0, -13, "ink", scale=0.92), 19)],
    verbs.BLACK_WORKER: [(worker(0, -13, "ink", scale=0.92), 19)],
    verbs.END_BONUS: [(sign("star", 0, -8, 15, "ink2") + text(16, 5, "?", "t14b"), 24)],
    verbs.SCORE_ENGINEERS: [(sign("conductor", 0, -8, 16), 16), STAR],
    verbs.SCORE_LOCOMOTIVES: [(moved(0, -9, engine(6, 30)), 30), STAR],
    verbs.QUESTION_TOKEN: [sign_of("?", "t16b", 9)],
    verbs.QUESTION_CARD: [sign_of("?", "t16b", 9)],
}
"""Icons of parts that have no number, or do not show it."""

Key = tuple[tuple[int, int, int], ...]


def key_of(parts: Sequence[Part]) -> Key:
    return tuple((part.verb, part.mask, part.count) for part in parts)


def glyphs(verb: int, mask: int, count: int) -> list[Drawn]:
    """The icons of one part of an effect."""
    if verb in REPEATED:
        return several(REPEATED[verb], count)
    match verb:
        case verbs.TRACK | verbs.TRACK_UP_TO:
            return track_glyphs(mask, count)
        case verbs.BUILD:
            return BUILD_ICONS.get(mask, [LOCOMOTIVE_ICON, SLASH, FACTORY_ICON])
        case verbs.TEMPORARY_WORKER:
            return [(worker(0, -13, "temp", scale=0.92), 19)] * count
        case verbs.POINTS:
            return [(sign("star", 0, -8, 15, "ink2") + text(17, 5, count, "t14b"), 18 + 8 * len(str(count)))]
    return SINGLE.get(verb, [])


def track_glyphs(mask: int, count: int) -> list[Drawn]:
    if mask == ANY_COLOUR:
        return several((any_track_icon(0, -8), 24), count)
    colours: list[Drawn] = [(track_icon(0, -8, color), 24) for at, color in enumerate(TRACKS) if mask >> at & 1]
    if len(colours) == 1:
        return several(colours[0], count)
    return [one for colour in colours for one in (SLASH, colour)][1:]


@cache
def row(parts: Key, plus: bool = False, more: str = "") -> Drawn:
    """All parts of an effect in a row."""
    drawn: list[Drawn] = []
    for index, part in enumerate(parts):
        if index and plus:
            drawn.append(sign_of("+", "t14b ink2", 8))
        drawn += glyphs(*part)
    if more:
        drawn.append(sign_of(more, "t20b ink2", 15))
    return side_by_side(drawn)


@lru_cache(maxsize=1024)
def fitted_row(parts: Key, room: float, most: float = 1, plus: bool = False, more: str = "") -> Drawn:
    """A row that is scaled down where it is wider than `room`; `most` is the largest scale."""
    return scaled(row(parts, plus, more), room, most)


@lru_cache(maxsize=1024)
def readable_row(parts: Key, room: float) -> Drawn:
    """A row that stays large enough: the last parts are left out where there is no room for them."""
    for count in range(len(parts), 0, -1):
        more = "" if count == len(parts) else "…"
        if row(parts[:count], more=more)[1] * READABLE <= room:
            return fitted_row(parts[:count], room, more=more)
    return "", 0.0


@cache
def stack_of(parts: Key, room: float, pitch: float) -> str:
    """The icons of an effect one above the other, around the origin."""
    return stacked([one for part in parts for one in glyphs(*part)], room, pitch)


@cache
def factory_tile(number: int, parts: Key, w: float, h: float) -> str:
    """A factory: a brick roof with its number, and what it does when a marker steps onto it."""
    band = min(23.0, h * 0.42)
    roof = f"M.5 {band:.1f}V3.5q0 -3 3 -3H{w - 3.5:.1f}q3 0 3 3V{band:.1f}Z"
    body = [
        rect(0, 1.8, w, h, 3, "p-edge"),
        rect(0, 0, w, h, 3, "plaque"),
        path(roof, "brick"),
        text(w / 2 if w < 36 else 10 if w < 48 else 13, band / 2 + 5.4, number, "t15b on-brick", "middle"),
    ]
    if w >= 36:
        size = 17 if w >= 48 else 14
        body.append(sign("factory", w - size - (8 if w >= 48 else 4), band / 2 - size / 2, size, "on-brick"))
    small = len([one for part in parts for one in glyphs(*part) if one[1] > PUNCTUATION]) > 1 and h - band < 42
    pitch = (h - band) / 2 - 1 if small else 19.0
    body.append(moved(w / 2, band + (h - band) / 2, stack_of(parts, w - 8 if not small else (w - 8) * 0.8, pitch)))
    return "".join(body)


@cache
def numbered(number: int, r: float = 11) -> str:
    """The number of an engineer in a circle."""
    return circle(0, 0, r, "eng-num") + text(0, 5, number, "t14b", "middle")


def marker(color: str, number: int) -> str:
    """An industry marker: it points down at its space."""
    face = path("M-9 -14H9V-3L0 7L-9 -3Z", f"seat-{color} edge")
    if number == 1:
        return face + shape(SHAPES[color], 0, -6, 4, f"seaton-{color}")
    return face + text(0, -2, number, f"t12b seaton-{color}", "middle")


@cache
def ticket_face(token: str, color: str, w: float, h: float) -> str:
    """The icons of what a question token does, in the middle of its ticket."""
    m, c = w / 2 + 3, h / 2
    match token:
        case "four_any":
            return text(m - 17, c + 5, "4", "t15b") + any_track_icon(m - 7, c - 8)
        case "five_industry":
            return text(m - 17, c + 5, "5", "t15b") + sign("gear", m - 6, c - 9, 18)
        case "three_doublers":
            return text(m - 19, c + 5, "3", "t15b") + doubler(m - 8, c - 8, 26, 16)
        case "revaluation":
            return track_icon(m - 18, c - 8, "brown", 20, 15) + sign("up", m + 5, c - 8, 15)
        case "second_marker":
            return moved(m, c + 3, marker(color, 2))
        case "kiev_medal":
            return sign("medal", m - 18, c - 9, 17) + text(m + 2, c + 5, "20", "t13b")
    return text(m - 16, c + 5.5, "?", "t16b") + sign("plus", m - 6, c - 5, 9) + sign("star", m + 5, c - 8, 15)


@cache
def ticket(token: str, color: str, w: float, h: float, used: bool) -> str:
    """One of the seven question tokens; a used one is gray and punched."""
    body = rect(0, 0, w, h, 2, "ticket-used" if used else "ticket")
    body += rect(0, 0, 7, h, 2, f"seat-{color} tedge")
    body += group(ticket_face(token, color, w, h), cls="dimmed" if used else None)
    return body + (circle(w - 8, h - 8, 4.5, "punch") if used else "")


@cache
def question_face(card: str, w: float, h: float) -> str:
    """The icons of what a question card gives."""
    m, c = w / 2, h / 2
    match card:
        case "mixed":
            body = doubler(m - 12, c - 17, 24, 14) + sign("gear", m - 16, c + 3, 14)
            return body + track_icon(m + 1, c + 4, "black", 15, 12)
        case "engineer":
            return sign("conductor", m - 9, c - 20, 18) + coin(m, c + 10, 8)
        case "factory":
            body = sign("factory", m - 10, c - 20, 20) + sign("gear", m - 15, c + 5, 14)
            return body + sign("gear", m + 1, c + 5, 14)
        case "black_worker":
            return worker(m - 10, c - 14, "ink")
        case "loco_9":
            return text(m, c - 3, "9", "t16b", "middle") + moved(m - 14, c + 1, engine(9, 28))
    return text(m, c + 6, "?", "t16b", "middle")
