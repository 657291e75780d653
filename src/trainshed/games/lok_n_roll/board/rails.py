"""The rails of a card of Lok'n'Roll on their ballast, and where on them something stands."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from trainshed.draw.place.landscape import oval
from trainshed.draw.svg import element, path

UNIT: Final = 16
"""A half unit of the table in the frame in which rails are drawn: a card is 64 by 96."""

RADIUS: Final = 2 * UNIT
GAUGE: Final = 9.5
TIE: Final = 16
"""Half of the width of the track, and of a sleeper. The ballast is 42 wide (`pieces.css`)."""

STONES: Final = (
    (2, 2, 1),
    (6.5, 4.5, 1.2),
    (11, 1.5, 0.9),
    (12.5, 7, 1.1),
    (3.5, 8, 1.1),
    (8.5, 10, 1),
    (0.8, 5.4, 0.7),
    (9.6, 6.4, 0.7),
)
"""The stones of the ballast: their middles and sizes in a pattern of 14 by 12."""

BALLAST: Final = element(
    "defs",
    element(
        "pattern",
        path("".join(oval(x, y, r, r * 0.7) for x, y, r in STONES), "bed-stone"),
        id_="pStones",
        width=14,
        height=12,
        patternUnits="userSpaceOnUse",
    ),
)
"""The pattern of stones, which a sheet with rails needs once."""


def bend(turn: str) -> int:
    """The sign of a turn on the y axis of a card that is entered from the left: right is down (1), left is up (-1)."""
    return {"left": -1, "right": 1}.get(turn, 0)


@cache
def rails(turn: str, short: bool, broken: bool) -> str:
    """Ballast, sleepers and rails of a card that is entered at (0, 0) from the left, by its short side or its long."""
    if turn == "ahead":
        length = 6 * UNIT if short else 4 * UNIT
        return laid(f"M0 0H{length}", straight_ties(length, broken), straight_rails(length, broken))
    lead, tail = (UNIT, 0) if short else (0, UNIT)
    side = bend(turn)
    middle = f"M0 0H{lead}{arc(RADIUS, side)}{lead + RADIUS} {side * RADIUS}V{side * (RADIUS + tail)}"
    return laid(middle, curve_ties(side, lead, tail), curve_rails(side, lead, tail, broken))


def laid(middle: str, ties: str, irons: str) -> str:
    """Rails along a line: a bed with a ragged edge and stones, sleepers with their shade, rails with a gloss."""
    layers = ((middle, "bed-edge"), (middle, "bed"), (middle, "bed-stones"))
    return "".join(
        path(d, cls) for d, cls in (*layers, (ties, "slp"), (ties, "slp-shade"), (irons, "iron"), (irons, "iron-gloss"))
    )


def straight_ties(length: int, broken: bool) -> str:
    count = round(length / 10.6)
    gone = {count // 2 - 1, count // 2, (count - 1) // 2} if broken else set()
    ties = [f"M{(i + 0.5) * length / count:.1f} {-TIE}V{TIE}" for i in range(count) if i not in gone]
    if broken:  # what was there lies about
        ties.append(f"M{length * 0.43:.1f}-12L{length * 0.5:.1f} 15M{length * 0.6:.1f}-17L{length * 0.55:.1f} 12")
    return "".join(ties)


def straight_rails(length: int, broken: bool) -> str:
    if not broken:
        return f"M0 {-GAUGE}H{length}M0 {GAUGE}H{length}"
    near, far = 0.36 * length, 0.64 * length
    return (
        f"M0 {-GAUGE}H{near:.1f}l6-8M0 {GAUGE}H{near:.1f}l8 6"
        f"M{length} {-GAUGE}H{far:.1f}l-7 7M{length} {GAUGE}H{far:.1f}l-6-6"
    )


def curve_ties(side: int, lead: int, tail: int) -> str:
    ties = [f"M{x} {-TIE}V{TIE}" for x in (4, 12) if x < lead]
    for i in range(5):
        a = (i + 0.5) / 5 * math.pi / 2
        (xa, ya), (xb, yb) = (on_arc(side, lead, RADIUS + out, a) for out in (-TIE, TIE))
        ties.append(f"M{xa:.1f} {ya:.1f}L{xb:.1f} {yb:.1f}")
    ties += [f"M{RADIUS + lead - TIE} {side * (RADIUS + y)}h{2 * TIE}" for y in (4, 12) if y < tail]
    return "".join(ties)


def curve_rails(side: int, lead: int, tail: int, broken: bool) -> str:
    drawn = ""
    for out in (-GAUGE, GAUGE):
        r = RADIUS + out
        drawn += f"M0 {-side * out}H{lead}"
        if broken:
            (xa, ya), (xb, yb) = (on_arc(side, lead, r, math.radians(a)) for a in (31, 59))
            drawn += f"{arc(r, side)}{xa:.1f} {ya:.1f}M{xb:.1f} {yb:.1f}"
        drawn += f"{arc(r, side)}{lead + r} {side * RADIUS}V{side * (RADIUS + tail)}"
    return drawn


def arc(r: float, side: int) -> str:
    return f"A{r} {r} 0 0 {int(side > 0)} "


def on_arc(side: int, lead: float, r: float, angle: float) -> tuple[float, float]:
    return lead + r * math.sin(angle), side * (RADIUS - r * math.cos(angle))


# ---------------------------------------------------------------- places on the rails


def length_of(turn: str, short: bool) -> float:
    """The length of the way over a card."""
    if turn == "ahead":
        return (6.0 if short else 4.0) * UNIT
    return UNIT + RADIUS * math.pi / 2


def along(turn: str, short: bool, distance: float) -> tuple[float, float, float]:
    """The point at this distance behind the entry of a card, and the direction of the rails there in degrees."""
    side, lead = bend(turn), UNIT if short else 0
    if side == 0 or distance <= lead:
        return distance, 0, 0
    angle = (distance - lead) / RADIUS
    if angle <= math.pi / 2:
        return (*on_arc(side, lead, RADIUS, angle), side * math.degrees(angle))
    return lead + RADIUS, side * (distance - lead - RADIUS * math.pi / 2 + RADIUS), side * 90


def middle(turn: str, short: bool) -> tuple[float, float]:
    """The middle of the way over a card, in the frame of its rails."""
    if turn == "ahead":
        return (3.0 if short else 2.0) * UNIT, 0.0
    return on_arc(bend(turn), UNIT if short else 0, RADIUS, math.pi / 4)


def middle_distance(turn: str, short: bool) -> float:
    """How far behind its entry the middle of a card is."""
    if turn == "ahead":
        return (3.0 if short else 2.0) * UNIT
    return (UNIT if short else 0) + RADIUS * math.pi / 4
