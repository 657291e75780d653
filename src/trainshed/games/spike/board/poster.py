"""Spike in the list of games: its poster, its playing time, and the names of its options."""

from __future__ import annotations

from typing import Final

from trainshed.draw.ending.scenery import Palette, PosterScenery, round_tree, water_tower, wind_pump
from trainshed.draw.pieces import engine
from trainshed.draw.poster import CREAM, INK, ground, stroke
from trainshed.draw.svg import circle, moved, path
from trainshed.games.spike.board.icons import GOODS
from trainshed.kernel.translation import marked

MINUTES: Final = 60
PITCH: Final = marked("Link the cities of the east, load your train, and deliver where it pays best.")
CHOICES: Final = {
    "time_replacement:any": marked("Pile or face up"),
    "builds_per_action:any": marked("As many as can be paid"),
    "pile": marked("Always the pile"),
    "one": marked("One"),
    "twenty": marked("After 20 turns"),
    "never": marked("Never"),
}

SCENERY: Final = PosterScenery(
    Palette(
        sky="#1F5260",
        horizon="#9DBFBB",
        far="#6C9A94",
        near="#587F66",
        tree="#3D6650",
        outline="#2B4C3C",
        wall="#EFE3C8",
        light="#F7E3A0",
        ground="#33281D",
        verge="#C9B487",
        platform="#E8DAB8",
        sleeper="#8B7350",
    ),
    trees=(round_tree,),
    landmark=water_tower,
    second=wind_pump,
    night=False,
)
"""Behind the arriving train at the end: the plains by day."""

LAND: Final = "M0 0H240V40C222 44 214 58 198 64C188 70 192 84 178 92C164 98 158 108 160 120C164 132 158 142 150 150H0Z"
LINES: Final = (
    ("#B5351F", "M18 20L58 34L92 22"),
    ("#EBB92B", "M92 22L140 30L176 54"),
    ("#2E6F5E", "M40 104L86 92L128 104"),
)
CITIES: Final = (
    (18, 20, "coal"),
    (58, 34, "corn"),
    (92, 22, "steel"),
    (140, 30, "wood"),
    (176, 54, "cloth"),
    (40, 104, "cotton"),
    (86, 92, "fruit"),
    (128, 104, "wheat"),
)


def poster() -> str:
    """The poster as SVG: a coast, three lines between cities, and an engine on its way."""
    body = ground("#7FA7AE") + path(LAND, fill="#EFE3C8") + stroke(LAND, "#5C7F86", 1.4)
    body += stroke("M58 34L86 92M92 22L128 104M140 30L128 104M18 20L40 104M58 34L40 104M92 22L86 92", "#CDBE9C", 2)
    for color, d in LINES:
        body += stroke(d, INK, 8, "round") + stroke(d, color, 5, "round")
    for x, y, good in CITIES:
        body += circle(x, y, 9, fill=CREAM, stroke=INK) + moved(
            x - 5.5, y - 5.5, path(GOODS[good], fill=INK, fill_rule="evenodd"), scale=0.69
        )
    return body + moved(168, 104, engine(5), scale=1.1, cls="lopost2")
