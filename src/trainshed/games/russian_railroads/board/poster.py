"""Russian Railroads in the lobby: its poster, its playing time, one sentence about it, and names of option values."""

from __future__ import annotations

from typing import Final

from trainshed.draw.ending.scenery import PosterScenery, birch, cathedral, fir, spire
from trainshed.draw.pieces import engine
from trainshed.draw.poster import DEEP, NIGHT, ground, stroke
from trainshed.draw.svg import circle, moved, path
from trainshed.kernel.translation import marked

MINUTES: Final = 90
PITCH: Final = marked("Lay tracks, place workers, and let three railroads earn more every round.")
CHOICES: Final = {
    "only_if_no_empty_place": marked("With all four places full"),
    "only_if_no_lower": marked("Only if none is lower"),
    "single_piece": marked("With a single piece"),
    "single_worker": marked("With a single worker beside roubles"),
}

SCENERY: Final = PosterScenery(trees=(fir, fir, birch), landmark=cathedral, second=spire, snow=True)
"""Behind the arriving train at the end: a winter night."""

STARS: Final = (
    (20, 18),
    (54, 30),
    (88, 14),
    (132, 26),
    (170, 12),
    (206, 32),
    (226, 16),
    (112, 40),
    (36, 46),
    (190, 48),
)
SMOKE: Final = (
    "M88 34C100 26 110 32 118 26C130 18 140 26 152 20C168 12 182 20 196 14C186 28 170 26 158 32"
    "C146 38 132 34 122 40C112 44 98 42 88 34Z"
)


def poster() -> str:
    """The poster as SVG: three railroads under the stars, and a train."""
    body = ground(NIGHT) + "".join(circle(x, y, 1.1, fill="#fff", opacity=0.7) for x, y in STARS)
    body += path("M0 96L34 78L58 90L96 66L140 92L176 74L240 98V150H0Z", fill=DEEP)
    for y, length, color, built in ((104, 15, "#E9E4D8", 10), (120, 9, "#DDB170", 6), (136, 9, "#B9683A", 4)):
        body += stroke(f"M18 {y}H{18 + 14 * length}", "#6F8CAD", 3) + stroke(f"M18 {y}H{18 + 14 * built}", color, 6)
        for space in range(length + 1):
            here = space <= built
            body += circle(
                18 + 14 * space,
                y,
                3.4,
                fill=color if here else NIGHT,
                stroke=color if here else "#6F8CAD",
                stroke_width=1.6,
            )
    return body + path(SMOKE, fill="#E9E4D8", opacity=0.92) + moved(34, 34, engine(7), scale=1.55, cls="lopost")
