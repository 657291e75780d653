"""The winner's train arrives at the platform, where the others wait; drawn for a wide page and for a phone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from trainshed.draw.ending.scenery import PosterLandscape, PosterScenery, ridge
from trainshed.draw.pieces import engine
from trainshed.draw.place.landscape import at, box, oval
from trainshed.draw.seats import SEATS, badge, worker
from trainshed.draw.sheet import TALL
from trainshed.draw.svg import circle, element, group, moved, path, rect

CREAM: Final = "#F5EFE0"
DARK: Final = "#081420"
NOBODY: Final = "ink"
"""The colour of a train that belongs to no seat."""

SMOKE: Final = (
    "M0 0C6-10 2-16 12-22C8-32 22-38 30-32C36-44 54-44 60-34C72-44 92-40 96-30C112-38 130-32 134-24"
    "C150-30 172-24 184-30C176-14 160-12 146-12C136-2 118-4 110-8C98 2 80 0 72-6C60 4 42 2 36-6"
    "C26 2 14 0 10-4C8 2 4 4 0 0Z"
)
SMOKE_BEHIND: Final = "M120-40C134-48 156-44 168-50C190-56 214-46 232-52C222-36 200-38 186-32C170-28 140-28 120-40Z"


class Stage(NamedTuple):
    """The measures of a picture."""

    width: int
    height: int
    front: float
    """Where the train stands still: the right end of its engine."""
    scale: float
    coaches: int
    people: float
    """The scale of the people on the platform."""

    @property
    def wide(self) -> bool:
        return self.width > 700

    @property
    def ground(self) -> float:
        return self.height - 34


STAGES: Final = {"wide": Stage(1440, 322, 1060, 2.2, 4, 1.5), TALL: Stage(390, 196, 272, 1.36, 3, 0.86)}


class Ending(NamedTuple):
    """Who arrives and who waits, by seat."""

    winners: Sequence[int]
    """Whose train arrives; empty: no train comes. Several share it, each with coaches of the own colour."""
    others: Sequence[int] = ()
    """Who stands on the platform, the best first."""
    derailed: bool = False
    """The train has left the rails before the platform: a game against the rules alone is lost."""
    stranger: bool = False
    """The train belongs to somebody without a seat."""


def arrival(scenery: PosterScenery, ending: Ending, layout: str) -> str:
    """The picture as one SVG; hidden from screen readers, because the text over it says the same."""
    stage = STAGES[layout]
    body = sky(scenery, stage) + scene(scenery, stage) + line(scenery, stage) + platform(scenery, ending, stage)
    if ending.winners or ending.stranger:
        body += train(ending, stage)
    if scenery.snow:
        body += snow(stage)
    return element(
        "svg",
        body,
        cls="arrival",
        id_="arrival",
        viewBox=f"0 0 {stage.width} {stage.height}",
        preserveAspectRatio="xMaxYMax slice",
        aria_hidden="true",
    )


# ---------------------------------------------------------------- behind the line


def sky(scenery: PosterScenery, stage: Stage) -> str:
    """The sky, with stars and a moon, or a low sun. The upper left is left free for the text."""
    w, h, palette = stage.width, stage.height, scenery.palette
    stops = element("stop", offset=0.3, stop_color=palette.sky) + element("stop", offset=1, stop_color=palette.horizon)
    glow = element("stop", offset=0, stop_color=palette.light, stop_opacity=0.55)
    glow += element("stop", offset=1, stop_color=palette.light, stop_opacity=0)
    body = element(
        "defs",
        element("linearGradient", stops, id_="arrival-sky", x2=0, y2=1)
        + element("radialGradient", glow, id_="arrival-lamp"),
    )
    body += rect(0, 0, w, h, fill="url(#arrival-sky)")
    x, y, r = (w * 0.885, h * 0.26, h * 0.115) if stage.wide else (w * 0.9, h * 0.5, 13)
    if not scenery.night:
        return body + circle(x, y + r, r * 1.25, fill=palette.light, opacity=0.9)
    rng = Random(5)
    stars = [(w * rng.random(), h * 0.6 * rng.random(), rng.choice((0.8, 1, 1.3))) for _ in range(w // 15)]
    body += path("".join(oval(*star) for star in stars if not over_text(stage, *star[:2])), fill=CREAM, opacity=0.7)
    body += circle(x, y, r, fill=CREAM, opacity=0.93)
    if stage.wide:
        craters = oval(x - r * 0.26, y - r * 0.09, r * 0.19) + oval(x + r * 0.3, y + r * 0.26, r * 0.26)
        body += path(craters + oval(x + r * 0.17, y - r * 0.39, r * 0.12), fill="#D9D3C4")
    return body


def over_text(stage: Stage, x: float, y: float) -> bool:
    """Whether a point lies where the page writes who has won."""
    return y < stage.height * 0.42 and x < stage.width * (0.5 if stage.wide else 0.7)


def scene(scenery: PosterScenery, stage: Stage) -> str:
    """Hills, trees and the title's buildings."""
    w, h, ground, rng = stage.width, stage.height, stage.ground, Random(5)
    land = PosterLandscape(scenery.palette)
    land.add("far", ridge(w, h * 0.62, h * 0.26, 190, 3, h))
    land.add("near", ridge(w, h * 0.72, h * 0.2, 150, 9, h))
    middle, size = (w * 0.262, 2.7) if stage.wide else (w * 0.1, 1.3)
    for begin, end, gap in ((4.0, w * 0.36, 11), (w * 0.6, w + 0.0, 15)):
        x = begin
        while x < end and scenery.trees:
            if abs(x - middle) > 31 * size:
                tree = rng.choice(scenery.trees)
                tree(land, x, ground - 2 - 6 * rng.random(), h * (0.15 + 0.14 * rng.random()))
            x += gap + 18 * rng.random()
    if scenery.landmark is not None:
        scenery.landmark(land, middle, ground - 5, size)
    if scenery.second is not None and stage.wide:
        scenery.second(land, w * 0.135, ground - 6, 2.1)
    return land.svg()


def snow(stage: Stage) -> str:
    rng, w, h = Random(8), stage.width, stage.height
    flakes = [(w * rng.random(), h * rng.random(), rng.choice((0.9, 1.2, 1.7))) for _ in range(w // 9)]
    return path(
        "".join(oval(*flake) for flake in flakes if not over_text(stage, *flake[:2])), fill="#fff", opacity=0.75
    )


def line(scenery: PosterScenery, stage: Stage) -> str:
    """The ground, the verge and the rails."""
    w, h, ground, palette = stage.width, stage.height, stage.ground, scenery.palette
    verge = f"M0 {at(ground - 5)}Q{at(w * 0.2, ground - 9)} {at(w * 0.4, ground - 5)}T{at(w * 0.8, ground - 5)}"
    ties = "".join(f"M{at(place * 14 + 4, ground + 3)}v7" for place in range(w // 14 + 1))
    return (
        rect(0, ground, w, h - ground, fill=palette.ground)
        + path(f"{verge}T{at(w, ground - 6)}V{at(ground + 2)}H0Z", fill=palette.verge)
        + path(ties, stroke=palette.sleeper, stroke_width=4)
        + path(f"M0 {at(ground + 1.5)}H{w}", stroke=CREAM, stroke_width=2.6)
    )


# ---------------------------------------------------------------- the platform and the train


def platform(scenery: PosterScenery, ending: Ending, stage: Stage) -> str:
    """The platform with those who wait there; on a wide picture also the station."""
    w, h, ground, palette = stage.width, stage.height, stage.ground, scenery.palette
    left = stage.front + 34
    body = rect(left, ground - 9, w - left, 12, 1, fill=palette.platform)
    body += rect(left, ground + 3, w - left, h - ground - 3, fill=palette.ground)
    if stage.wide:
        x = left + 206
        roof = f"M{at(x - 12, ground - 62)}L{at(x + 10, ground - 86)}H{at(x + 114)}L{at(x + 136, ground - 62)}Z"
        windows = "".join(box(x + 10 + place * 22, ground - 50, 13, 19) for place in (0, 1, 3, 4))
        body += circle(x + 60, ground - 44, 70, fill="url(#arrival-lamp)")
        body += rect(x, ground - 62, 124, 53, 1, fill=palette.ground) + path(roof, fill=palette.platform)
        body += path(windows + box(x + 54, ground - 50, 15, 41), fill=palette.light)
    k = stage.people
    crowd = [
        worker(left + 14 * k + place * 26 * k - 8, ground - 9 - 28 * k, SEATS[seat], None, k)
        for place, seat in enumerate(ending.others)
    ]
    return body + group(*crowd, cls="arrival-crowd")


def train(ending: Ending, stage: Stage) -> str:
    """The train in the colours of the winners; it runs in by CSS."""
    s, ground, front = stage.scale, stage.ground, stage.front - (80 * stage.scale if ending.derailed else 0)
    colors = [SEATS[seat] for seat in ending.winners] or [NOBODY]
    left, length, height = front - 56 * s, 52 * s, 23 * s
    body = ""
    for place in range(stage.coaches):
        x = left - (place + 1) * (length + 5) - 3
        body += coach(x, ground + 1, length, height, colors[place % len(colors)])
        body += path(f"M{at(x + length + 2, ground - 8)}h8", stroke=CREAM, stroke_width=2.4)
    locomotive = engine(9, 56 * s) + badge(colors[0], 10.2 * s, 19.8 * s, 3.1 * s)
    locomotive += circle(56 * s - 7 * s, 17.5 * s, 1.7 * s, fill="#FFE9A8")
    if ending.derailed:
        turned = moved(0, 0, moved(0, 0, locomotive, cls="arrival-engine"), turn=9)
        body += moved(left + 4, ground + 1 - 32 * s, turned) + sparks(front - 4 * s, ground, s)
    else:
        body += smoke(left + 43.5 * s, ground - 32 * s, s * 0.62) + circle(
            front - 2, ground - 13 * s, 13 * s, fill="url(#arrival-lamp)"
        )
        body += moved(left, ground + 1 - 34 * s, locomotive, cls="arrival-engine")
        steam = oval(front - 6 * s, ground - 2, 4.5 * s, 1.5 * s) + oval(front - 2 * s, ground - 1, 3 * s, s)
        body += path(steam, fill="#C6CFD6", opacity=0.5)
    return group(body, cls="arrival-train", id_="arrival-train")


def coach(x: float, y: float, w: float, h: float, color: str) -> str:
    """A coach from the side, in the colour of a seat; `x`, `y` is its left end on the rail."""
    count = max(3, int(w // 19))
    each = (w - 16) / count
    roof = f"M{at(x + 3, y - h + 8)}q0-7 8-7H{at(x + w - 11)}q8 0 8 7Z"
    windows = "".join(box(x + 9 + place * each, y - h + 13, each - 5, 11) for place in range(count))
    return (
        path(roof, fill=CREAM, stroke=DARK, stroke_width=1.2)
        + rect(x + 1, y - h + 8, w - 2, h - 17, 2, f"seat-{color}", stroke=DARK, stroke_width=1.4)
        + path(windows, fill="#FBE7A9", stroke=DARK, stroke_width=0.8)
        + path(f"M{at(x + 3, y - 15)}h{at(w - 6)}", stroke=CREAM, stroke_width=1.2)
        + rect(x + 6, y - 9, w - 12, 3, 1, fill=DARK)
        + path(
            "".join(oval(x + place, y - 5, 4.6) for place in (15, 28, w - 28, w - 15)),
            fill=DARK,
            stroke=CREAM,
            stroke_width=1.8,
        )
    )


def smoke(x: float, y: float, scale: float) -> str:
    """The plume of a chimney, blown back over the train."""
    plume = path(SMOKE, fill="#E9E4D8", opacity=0.94) + path(SMOKE_BEHIND, fill="#C6CFD6", opacity=0.5)
    return group(plume, transform=f"translate({at(x, y)}) scale({-scale:.2f} {scale:.2f})")


def sparks(x: float, y: float, s: float) -> str:
    rays = ((8, -3), (9, -7), (6, -10), (11, 0), (3, -12))
    d = "".join(f"M{at(x + dx * s * 0.4, y + dy * s * 0.4)}L{at(x + dx * s, y + dy * s)}" for dx, dy in rays)
    return path(d, stroke="#FFE08A", stroke_width=2.4, stroke_linecap="round")
