"""First Class in the lobby: its poster, its playing time, one sentence about it, and names of option values."""

from __future__ import annotations

from typing import Final

from trainshed.draw.ending.scenery import Palette, PosterScenery, mosque, poplar, round_tree, village_church
from trainshed.draw.pieces import engine
from trainshed.draw.poster import CREAM, DEEP, NIGHT, ground, stroke
from trainshed.draw.svg import circle, moved, path, rect
from trainshed.games.first_class.board.module import all_modules
from trainshed.kernel.translation import marked

MINUTES: Final = 75
PITCH: Final = marked("Furnish two trains of the Orient Express, extend your line, and pay the conductors in luxury.")
CHOICES: Final = {
    **{pair: name for module in all_modules() for pair, name in module.pairings.items()},
    "out": marked("Out of the game"),
    "penalty": marked("Loses points"),
    "stay": marked("Stays in its column"),
    "used_pile": marked("Goes to the used pile"),
}

SCENERY: Final = PosterScenery(
    Palette(
        sky="#0C2434",
        horizon="#2F6F74",
        far="#1D5561",
        near="#164351",
        tree="#0E303E",
        outline="#3A7C82",
        wall="#245C66",
        light="#F2CE7E",
        ground="#081B26",
        verge="#C2A668",
        platform="#E3D3AC",
        sleeper="#7C8A76",
    ),
    trees=(poplar, poplar, round_tree),
    landmark=mosque,
    second=village_church,
)
"""Behind the arriving train at the end: the Bosphorus at night."""

COACHES: Final = (("#3F7F86", "#FFFFFF"), ("#26477A", "#E9D08A"), ("#5A3272", "#F0CF7A"))
DOMES: Final = (
    "M96 76V62A18 18 0 0 1 132 62V76Z",
    "M84 76V71A8 8 0 0 1 100 71V76Z",
    "M128 76V71A8 8 0 0 1 144 71V76Z",
    "M78 78V38L80 31L82 38V78Z",
    "M146 78V38L148 31L150 38V78Z",
)
SMOKE: Final = (
    "M222 72C212 64 214 52 200 50C190 42 176 48 168 38C156 30 140 36 126 26C144 22 158 24 170 28C184 24 196 30 202 36"
    "C216 38 222 48 222 56C228 62 228 68 222 72Z"
)


def poster() -> str:
    """The poster as SVG: a night express with lit windows before the domes of the Bosphorus."""
    body = ground(NIGHT) + circle(44, 34, 16, fill=CREAM, opacity=0.92)
    body += "".join(circle(x, y, 1.1, fill="#fff", opacity=0.7) for x, y in ((20, 20), (96, 16), (124, 34), (214, 22)))
    body += path("M0 82C40 66 90 78 130 72C170 66 210 74 240 70V150H0Z", fill=DEEP)
    body += "".join(path(dome, fill=DEEP) for dome in DOMES)
    body += rect(0, 118, 240, 32, fill="#081B30") + stroke("M0 119H240", "#C99A3B", 2)
    for at, (color, trim) in enumerate(COACHES):
        x = 2 + at * 54
        body += rect(x, 86, 51, 28, 2, fill=color) + rect(x, 81, 51, 6, 3, fill="#0B1218")
        body += "".join(rect(x + 5 + window * 11, 92, 7, 9, 1, fill="#FFE9A8") for window in range(4))
        body += stroke(f"M{x + 2} 107H{x + 49}", trim, 1.4)
        body += "".join(circle(x + wheel, 115.4, 3.4, fill="#0B1218") for wheel in (9, 17, 34, 42))
    body += path(SMOKE, fill="#E9E4D8", opacity=0.9)
    return body + moved(165, 75.5, engine(7), scale=1.27, cls="lopost")
