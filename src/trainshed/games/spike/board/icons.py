"""Small drawings of Spike: the commodities, railway cards and their backs, and the cars of a freight train."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from trainshed.draw.map.links import bar
from trainshed.draw.pieces import engine
from trainshed.draw.svg import circle, group, line, moved, number, path, rect, text

GOODS: Final = {
    "cattle": "M1 2c.4 2.6 1.6 3.6 3.3 3.8L4.6 9 6 13.4Q8 15.4 10 13.4L11.4 9l.3-3.2C13.4 5.6 14.6 4.6 15 2"
    "c-1 1-2.2 1.5-3.7 1.6Q8 2.2 4.7 3.6C3.2 3.5 2 3 1 2Z",
    "wheat": "M7.3 15.5V9.8C4.6 9.6 3.3 8 3.3 5.8c2.4.2 3.7 1.3 4 3V6.4C5.7 5.2 5.6 2.7 8 .5c2.4 2.2 2.3 4.7.7 5.9"
    "v2.4c.3-1.7 1.6-2.8 4-3 0 2.2-1.3 3.8-4 4v5.7Z",
    "coal": "M2 11.5L3.5 5l4-2.5 4.6 1.8 2 4.2-1.6 5-5 1.3Z",
    "steel": "M2 2h12v3.4H9.9v5.2H14V14H2v-3.4h4.1V5.4H2Z",
    "fruit": "M8 5C9 2.8 10.2 1.6 12 1.3c0 1.8-1 2.9-2.4 3.5 3 .2 4.7 2.2 4.4 5-.4 3.4-2.7 5.2-6 5.2s-5.6-1.8-6-5.2"
    "C1.7 6.4 4.6 4.2 8 5Z",
    "pigs": "M2.3 1.6L5.6 3.2a6.4 6.4 0 0 1 4.8 0l3.3-1.6-.5 4.2c2.2 4.6-.6 9-5.2 9s-7.4-4.4-5.2-9Z"
    "M5.4 9a2.8 2.6 0 0 0 5.2 0 2.8 2.6 0 0 0-5.2 0Z",
    "cotton": "M8 2a3.4 3.4 0 0 1 3.2 4.5A3.3 3.3 0 0 1 11.4 13C9.9 13 9 12.5 8.5 11.7V15h-1v-3.3"
    "C7 12.5 6.1 13 4.6 13a3.3 3.3 0 0 1 .2-6.5A3.4 3.4 0 0 1 8 2Z",
    "wood": "M1 5.5h9.5a3 3 0 0 1 0 6.5H1ZM10.8 7a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z",
    "oil": "M8 .8C11 5 13 7.6 13 10.4a5 5 0 0 1-10 0C3 7.6 5 5 8 .8Z",
    "corn": "M8 .8c2.6 2 3.4 4.6 3.3 7.6.9-1.6 2-2.3 3.5-2.5-.1 4.9-2.3 8.3-6 9.6h-1.6c-3.7-1.3-5.9-4.7-6-9.6"
    "1.5.2 2.6.9 3.5 2.5C4.6 5.4 5.4 2.8 8 .8Z",
    "flour": "M4.5 1h7l-1.2 2.6C13 5.5 14 8 14 10.8 14 14 12.3 15.2 8 15.2S2 14 2 10.8C2 8 3 5.5 5.7 3.6Z"
    "M5.5 9v3.5h5V9Z",
    "cloth": "M5 1.5L1 4v4l2.6-.8V14.5h8.8V7.2L15 8V4l-4-2.5C10.4 3 9.4 3.7 8 3.7S5.6 3 5 1.5Z",
}
"""A glyph for each commodity, in a box of 16 by 16."""

OTHER: Final = "M2 2h12v12H2Z"
"""The glyph of a commodity that only a changed pack has."""

LEVELS: Final = 3
"""So many arrows, places for cards and freight cars are drawn at least; those that a train lacks are dashed."""


@lru_cache(maxsize=512)
def good(name: str, x: float, y: float, size: float = 16) -> str:
    """A commodity, around a point."""
    drawn = path(GOODS.get(name, OTHER), "ink", fill_rule="evenodd")
    return moved(x - size / 2, y - size / 2, drawn, scale=size / 16)


@lru_cache(maxsize=512)
def good_disc(name: str, x: float, y: float, r: float) -> str:
    """A commodity in a ring, like a cargo token."""
    return circle(x, y, r, "cityring") + good(name, x, y, r * 1.36)


@cache
def city_mark(name: str, worth: int, ring: float) -> str:
    """What stands in a city's ring: its commodity, and a dot for each $ that the market pays for it."""
    dots = "".join(
        f"M{number((k - (worth - 1) / 2) * ring * 0.36)} {number(ring * 0.66)}h.01" for k in range(max(0, worth))
    )
    return good(name, 0, -ring * 0.14, ring * 1.16) + (path(dots, "worthdots") if dots else "")


# ---------------------------------------------------------------- railway cards


@lru_cache(maxsize=256)
def card_face(color: str, w: float, h: float) -> str:
    """A railway card: its colour, a track, and the pattern of the colour at its foot."""
    middle, top, long = w / 2, h * 0.12, h * 0.6
    parts = [
        rect(0, 1.8, w, h, 4, "p-edge"),
        rect(0, 0, w, h, 4, f"lc-{color} lc"),
        rect(2.5, 2.5, w - 5, h - 5, 2.5, "cardin"),
    ]
    ties = "".join(
        f"M{number(middle - w * 0.26)} {number(top + long * (i + 0.5) / 4)}h{number(w * 0.52)}" for i in range(4)
    )
    rails = "".join(f"M{number(middle + side * w * 0.13)} {number(top)}v{number(long)}" for side in (-1, 1))
    parts += [path(ties, f"lct-{color}"), path(rails, f"lct-{color} rl")]
    foot = max(14.0, w - 16)
    parts.append(moved(middle, h - 9, mark_of(color, foot)))
    return "".join(parts)


def mark_of(color: str, w: float) -> str:
    """The pattern of a colour, so that nothing depends on the colour alone: w wide, around the origin."""
    half = w / 2
    cls = f"lct-{color} rl"
    if color == "blue":
        return path(f"M{number(-half)} 0h{number(w)}", cls)
    if color == "green":
        return path("".join(f"M{number(x - 3)} 3l5 -6" for x in spread(half)), cls)
    if color == "yellow":
        return path("".join(f"M{number(x)} 0h.01" for x in spread(half)), "lcp-dd")
    if color == "black":
        return path("M-4 -3v6M4 -3v6", cls)
    return ""  # red is solid, white is plain


def spread(half: float) -> list[float]:
    """Places of small marks on a line, seven apart, around 0."""
    count = max(2, int(2 * half / 7))
    return [(i - (count - 1) / 2) * 7 for i in range(count)]


@lru_cache(maxsize=64)
def small_card(color: str, w: float = 13, h: float = 18) -> str:
    """A railway card in a list, by its upper left corner."""
    middle = w / 2
    drawn = rect(0, 0, w, h, 1.8, f"lc-{color} lc")
    if color == "blue":
        return drawn + line(middle, 3, middle, h - 3, "lcp-l")
    if color == "green":
        return drawn + path("".join(f"M2.5 {y}l{number(w - 5)} -3.5" for y in (7, 11, 15)), "lcp-l")
    if color == "yellow":
        return drawn + path("".join(f"M{number(middle)} {y}h.01" for y in (4.5, 9, 13.5)), "lcp-dd")
    if color == "black":
        return drawn + path("".join(f"M2.5 {y}h{number(w - 5)}" for y in (6, 12)), "lcp-l")
    return drawn


@lru_cache(maxsize=64)
def link_bar(color: str, length: int = 18, width: float = 6.5) -> str:
    """A printed track space in a list, around the origin."""
    return bar(length, color, width)


def pile_back(w: float, h: float, said: str) -> str:
    """A pile of railway cards, face down, with how many they are."""
    backs = "".join(rect(-k * 1.6, -k * 1.6, w, h, 4, "card-back") for k in (2, 1, 0))
    return backs + rect(4, 4, w - 8, h - 8, 2.5, "backin") + text(w / 2, h / 2 + 6, said, "t18b on-enamel", "middle")


# ---------------------------------------------------------------- the train


def arrows(x: float, y: float, speed: int, size: float = 1, most: int = LEVELS) -> str:
    """Arrows before the engine, one for each space of its speed; x is their right end."""
    return "".join(
        path(
            f"M{number(x - i * 7 * size)} {number(y - 5 * size)}l{number(-4.5 * size)} {number(5 * size)}"
            f"l{number(4.5 * size)} {number(5 * size)}",
            f"chev {'ink-s' if i < speed else 'rule-s'}",
        )
        for i in range(max(most, speed))
    )


@cache
def engine_left(w: float) -> str:
    """The engine, facing left."""
    return group(engine(4, w), transform=f"translate({number(w)} 0) scale(-1 1)")


def tender_body(x: float, y: float, w: float, supply: int, most: int) -> str:
    """The tender, 36 high: a card stands in it for each one that may be drawn; missing levels are dashed."""
    room = (w - 6) / max(most, supply)
    cards = "".join(
        rect(
            x + 3 + i * room, y + (0 if i < supply else 2), room - 2, 15, 1.5, "plaque" if i < supply else "socket dash"
        )
        for i in range(max(most, supply))
    )
    return (
        cards
        + rect(x, y + 14, w, 16, 0, "lo")
        + wheels(x, y + 33, w)
        + line(x - 3, y + 30, x + w + 3, y + 30, "carframe")
    )


def car_body(x: float, y: float, w: float, cargo: str, owned: bool) -> str:
    """A freight car, 36 high: empty, with a cargo, or a dashed place for one that is not bought yet."""
    if not owned:
        return rect(x, y + 10, w, 20, 2, "socket dash")
    drawn = rect(x, y + 10, w, 20, 2, "plaque") + wheels(x, y + 33, w)
    drawn += line(x - 3, y + 30, x + w + 3, y + 30, "carframe")
    return drawn + (good_disc(cargo, x + w / 2, y + 14, 12) if cargo else "")


def wheels(x: float, y: float, w: float, r: float = 3.2) -> str:
    return circle(x + w * 0.24, y, r, "lo-wheel") + circle(x + w * 0.76, y, r, "lo-wheel")


def small_train(speed: int, supply: int, most: int, cargo: list[str], capacity: int, cars: int) -> str:
    """A whole train, 244 by 33, for the panel of a seat."""
    drawn = moved(20, 9.5, engine_left(34)) + arrows(17, 20, speed, 0.8)
    drawn += "".join(
        rect(64 + i * 9, 5, 7.5, 11, 1.2, "plaque" if i < supply else "socket dash") for i in range(max(most, supply))
    )
    drawn += rect(62, 15, 38, 10, 1, "lo") + wheels(62, 28, 38, 2.6)
    for i in range(max(cars, capacity)):
        x = 112 + i * 42
        if i >= capacity:
            drawn += rect(x, 12, 34, 13, 1.5, "socket dash")
            continue
        drawn += rect(x, 12, 34, 13, 1.5, "plaque") + wheels(x, 28, 34, 2.6)
        if i < len(cargo):
            drawn += good_disc(cargo[i], x + 17, 12, 9)
    return drawn + line(0, 31, 244, 31, "railway")
