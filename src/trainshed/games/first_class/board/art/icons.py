"""Icons of First Class: what cards, cities, mail cars and tiles give, and what contracts ask for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from trainshed.draw.icon_row import Drawn, scaled, side_by_side
from trainshed.draw.icons import sign
from trainshed.draw.pieces import coin, engine
from trainshed.draw.svg import circle, group, moved, number, path, rect, text
from trainshed.games.first_class.board.art.coaches import carriage
from trainshed.games.first_class.board.module import board_module, module_of_verb
from trainshed.games.first_class.rules import effect_notation as verbs
from trainshed.games.first_class.rules import requirements as needs
from trainshed.games.first_class.rules.components import Components
from trainshed.games.first_class.rules.effect_notation import Icon
from trainshed.games.first_class.rules.requirements import Requirement

ARROW: Final[Drawn] = (path("M1 -4l4.5 4l-4.5 4", "chev ink-s"), 7)
Key = tuple[tuple[int, int, int], ...]


def key_of(icons: Sequence[Icon]) -> Key:
    return tuple((icon.verb, icon.arg, icon.count) for icon in icons)


def chevrons(count: int) -> Drawn:
    """Arrows, one for each step; many of them as a number."""
    if count > 5:
        return side_by_side([ARROW, word(f"×{count}")], 1)
    return "".join(path(f"M{number(at * 6.5)} -5l4.5 5l-4.5 5", "chev ink-s") for at in range(count)), count * 6.5


def word(said: str, cls: str = "t14b") -> Drawn:
    """A short text among icons."""
    wide = sum(10 if letter in "≥→Σ" else 7.6 for letter in said) + 1
    return text(wide / 2, 5, said, cls, "middle"), wide


def spaced_word(said: str) -> Drawn:
    """A text with room at both sides: where a row of icons is small, its texts are drawn larger and need it."""
    drawn, wide = word(said)
    return moved(4, 0, drawn), wide + 8


def diamond(points: int) -> Drawn:
    """Points."""
    w = 24 if points < 10 else 28
    shape = f"M{w / 2} -12l{w / 2} 12l-{w / 2} 12l-{w / 2} -12Z"
    return path(shape, "sg") + text(w / 2, 4.7, points, "t13b", "middle"), w


def coach(level: str, w: float = 32) -> Drawn:
    return moved(0, -13, carriage(level, w, 26)), w


def card_back() -> Drawn:
    """An end-bonus card."""
    return rect(0, -11, 18, 22, 2, "card-back") + sign("star", 3, -6, 12, "on-enamel"), 18


def up_box() -> Drawn:
    """The upgrade of any coach."""
    return rect(0, -10, 21, 20, 3, "sg") + sign("up", 3.5, -7, 14), 21


ENGINE_ICON: Final[Drawn] = (moved(0, -10, engine(4, 32)), 32)
CONDUCTOR_ICON: Final[Drawn] = (sign("conductor", 0, -10, 19), 19)
CONDUCTORS_ICON: Final[Drawn] = (sign("conductor", 0, -10, 19) + sign("conductor", 12, -10, 19), 31)


def times(one: Drawn, count: int, most: int = 3) -> list[Drawn]:
    """An icon as often as it counts, or once with its number."""
    return [one] * count if count <= most else [side_by_side([one, word(f"×{count}")], 2)]


@lru_cache(maxsize=512)
def compact_icons(box: Components, icons: Key) -> Drawn:
    """The icons of an effect in little room: each kind once, with its number."""
    found: list[Drawn] = []
    for at, (verb, arg, count) in enumerate(icons):
        if at and both_conductors(icons, at - 1):
            continue
        if both_conductors(icons, at):
            found.append(side_by_side([CONDUCTORS_ICON, chevrons(count)], 3))
        elif verb in (verbs.COACH, verbs.ANY, verbs.COINS, verbs.BONUS) and count > 1:
            found.append(side_by_side([glyphs(box, verb, arg, 1)[0], word(f"×{count}")], 1))
        elif verb == verbs.UPGRADE:
            rise = side_by_side([chain([str(box.levels[arg])]), ARROW, chain([str(box.levels[arg + 1])])], 1)
            found += times(rise, count, 2)
        else:
            found += glyphs(box, verb, arg, count)
    return side_by_side(found, 3)


def glyphs(box: Components, verb: int, arg: int, count: int) -> list[Drawn]:
    """The icons of one icon of the rules."""
    match verb:
        case verbs.COACH:
            return times(coach(str(box.levels[0])), count)
        case verbs.UPGRADE:
            low, high = str(box.levels[arg]), str(box.levels[arg + 1])
            return times(side_by_side([coach(low, 29), ARROW, coach(high, 29)], 1), count)
        case verbs.ANY | verbs.RAISE:
            return times(up_box(), count)
        case verbs.STEPS:
            return [side_by_side([CONDUCTOR_ICON, chevrons(count)], 3)]
        case verbs.ONE_CONDUCTOR:
            return [side_by_side([CONDUCTOR_ICON, chevrons(count)], 3)]
        case verbs.LOCOMOTIVE:
            return [side_by_side([ENGINE_ICON, chevrons(count)], 3)]
        case verbs.COINS:
            return times((coin(9, 0, 9, "1"), 18), count, 2)
        case verbs.POINTS:
            return [diamond(count)]
        case verbs.BONUS:
            return times(card_back(), count)
    module = module_of_verb(box, verb)
    return board_module(module.name).glyphs(verb - module.verbs, arg, count)


def both_conductors(icons: Key, at: int) -> bool:
    """Are this icon and the next the two halves of one printed icon with both conductors?"""
    if icons[at][0] != verbs.ONE_CONDUCTOR or at + 1 == len(icons):
        return False
    return icons[at + 1][0] == verbs.ONE_CONDUCTOR and icons[at][2] == icons[at + 1][2]


@lru_cache(maxsize=2048)
def drawn_icons(box: Components, icons: Key) -> tuple[Drawn, ...]:
    """The icons of an effect, one after the other."""
    found: list[Drawn] = []
    at = 0
    while at < len(icons):
        if both_conductors(icons, at):
            found.append(side_by_side([CONDUCTORS_ICON, chevrons(icons[at][2])], 3))
            at += 2
        else:
            found += glyphs(box, *icons[at])
            at += 1
    return tuple(found)


@lru_cache(maxsize=2048)
def row(box: Components, icons: Key, room: float, most: float = 1) -> Drawn:
    """The icons of an effect in one row that fits."""
    return scaled(side_by_side(drawn_icons(box, icons), 4), room, most)


@lru_cache(maxsize=2048)
def block(box: Components, icons: Key, w: float, h: float) -> str:
    """The icons of an effect in the middle of an area, from the origin: in one row, or in two if they are larger so."""
    parts = drawn_icons(box, icons)
    if not parts:
        return ""
    one = side_by_side(parts, 4)
    scale = min(1.0, w / one[1], h / 26)
    if len(parts) > 1 and scale < 0.86 and h >= 40:
        half = (len(parts) + 1) // 2
        rows = [side_by_side(parts[:half], 4), side_by_side(parts[half:], 4)]
        most = min(1.0, (h - 2) / 54)
        drawn = [scaled(each, w, most) for each in rows]
        return "".join(moved((w - wide) / 2, h * y, body) for (body, wide), y in zip(drawn, (0.26, 0.74), strict=True))
    body, wide = scaled(one, w, scale)
    return moved((w - wide) / 2, h / 2, body)


# ---------------------------------------------------------------- what contracts ask for


def chain(levels: Sequence[str]) -> Drawn:
    """Coaches in a row, as small plates with their levels."""
    parts: list[Drawn] = []
    for level in levels:
        w = 17.0 if len(level) < 2 else 21.0
        plate = rect(0, -9, w, 18, 2, f"k{level} carline") + text(w / 2, 4.6, level, f"t13b k{level}-on", "middle")
        parts.append((plate, w))
    return side_by_side(parts, 1)


def train_icon() -> Drawn:
    """A train without numbers."""
    return moved(0, -8, carriage("0", 18, 15, False)) + moved(17, -8, carriage("0", 18, 15, False)), 35


def trains_icon() -> Drawn:
    return moved(0, -14, carriage("0", 24, 15, False)) + moved(0, 0, carriage("0", 24, 15, False)), 24


@lru_cache(maxsize=256)
def need_icons(box: Components, kind: int, least: int, levels: tuple[int, ...], module: int) -> Drawn:
    """What a contract asks for, in one row."""
    names = [str(box.levels[level]) for level in levels]
    count = word(str(least))
    at_least = spaced_word(f"≥{least}")
    match kind:
        case needs.COACHES:
            return side_by_side([word(f"{least}×"), coach(names[0], 30), word("+")], 2)
        case needs.SEQUENCE:
            return chain(names)
        case needs.ONE_TRAIN:
            return side_by_side([train_icon(), at_least], 2)
        case needs.BOTH_TRAINS:
            return side_by_side([word("2×"), train_icon(), at_least], 2)
        case needs.ALL_CARDS:
            return side_by_side([word("Σ"), trains_icon(), at_least], 4)
        case needs.ONE_CONDUCTOR_AT:
            return side_by_side([CONDUCTOR_ICON, ARROW, count], 3)
        case needs.BOTH_CONDUCTORS_AT:
            return side_by_side([CONDUCTORS_ICON, ARROW, count], 3)
        case needs.CITY:
            return side_by_side([ENGINE_ICON, city_number(least)], 4)
        case needs.REWARD_CITIES:
            return side_by_side([word(f"{least}×"), (rect(0, -9, 22, 18, 3, "rbox"), 22)], 3)
        case needs.BONUS_CARDS:
            return side_by_side([word(f"{least}×"), card_back()], 3)
        case needs.LOCOMOTIVE_TILES:
            return side_by_side([word(f"{least}×"), (moved(0, -12, engine(6, 38)), 38)], 3)
    found = box.modules[module]
    return side_by_side([word(f"{least}×"), *board_module(found.name).need_icons()], 3)


def requirement_icons(box: Components, requirement: Requirement) -> Drawn:
    asked = requirement
    return need_icons(box, asked.kind, asked.least, tuple(asked.levels), asked.module)


def city_number(city: int) -> Drawn:
    """A city by its distance from Paris."""
    return circle(10, 0, 9.5, "citydot") + text(10, 4.4, city, "t12b", "middle"), 20


def chip(drawn: Drawn, w: float, h: float, cls: str, most: float = 0.86) -> str:
    """Icons in a small frame, from the origin."""
    body, wide = scaled(drawn, w - 6, most)
    return group(rect(0, 0, w, h, 3, cls), moved((w - wide) / 2, h / 2, body))
