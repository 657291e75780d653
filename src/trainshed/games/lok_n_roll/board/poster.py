"""Lok'n'Roll in the list of games: its poster, its playing time, and the names of its options."""

from __future__ import annotations

import math
from typing import Final

from trainshed.draw.ending.scenery import Palette, PosterScenery, fir, house, round_tree, village_church
from trainshed.draw.pieces import engine
from trainshed.draw.poster import CREAM, INK, ground, stroke
from trainshed.draw.svg import circle, moved, number, path, rect, text
from trainshed.kernel.translation import marked

MINUTES: Final = 15
PITCH: Final = marked("Play cards, roll for the engine, and keep it on the rails for as long as you can.")
ODDS: Final = True
"""The board shows the exact odds of a coming roll, unless the table hides them."""

CHOICES: Final = {
    "solo": marked("For a record"),
    "challenge": marked("At most three derailments"),
    "rival": marked("Against Laura"),
}


SCENERY: Final = PosterScenery(
    Palette(
        sky="#6E2115",
        horizon="#DB8A5E",
        far="#B45A3E",
        near="#96402A",
        tree="#6F2618",
        outline="#4B150D",
        wall="#C98A5E",
        light="#FBE3A4",
        ground="#3A110B",
        verge="#D9B483",
        platform="#F0DDB9",
        sleeper="#A4704A",
    ),
    trees=(round_tree, round_tree, fir),
    landmark=village_church,
    second=house,
    night=False,
)
"""Behind the arriving train at the end: a village at sunset."""


def poster() -> str:
    """The poster as SVG: the engine leaves the rails where they end."""
    body = ground("#8E2F20") + path("M0 110H240V150H0Z", fill="#6E2115")
    body += "".join(stroke(f"M{-6 + i * 13} 108l-4 16", "#D9B483", 6) for i in range(12))
    body += stroke("M0 109H140M0 120H136M140 109l8-6M136 120l9 5", CREAM, 3)
    for degrees in (-150, -120, 20, 50, 80):
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        spark = f"M{number(146 + 6 * c)} {number(116 + 6 * s)}L{number(146 + 22 * c)} {number(116 + 22 * s)}"
        body += stroke(spark, CREAM, 2.4, "round")
    body += moved(116, 30, engine(5), scale=1.7, turn=22, cls="lopost2")
    for i, value in enumerate((1, 4, 2)):
        body += moved(22 + i * 26, 26 + i * 6, card(value), turn=-8 + i * 9)
    return body


def card(value: int) -> str:
    return (
        rect(0, 0, 34, 48, 4, fill=CREAM, stroke=INK)
        + circle(11, 12, 7, fill=INK)
        + text(11, 16.5, value, "post-n", "middle")
        + stroke("M14 22v26M22 22v26", INK, 2)
    )
