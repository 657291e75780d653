"""A small picture of the three railroads, and small facts, for the panel of a seat in Russian Railroads."""

from __future__ import annotations

from typing import Final

from trainshed.draw.fit import room_of
from trainshed.draw.panel import small_picture
from trainshed.draw.svg import line, number, path, rect, text
from trainshed.games.russian_railroads.board.icons import TRACKS
from trainshed.games.russian_railroads.board.railway import cover
from trainshed.games.russian_railroads.board.scene import Scene
from trainshed.games.russian_railroads.rules.components import RAILROADS, TRANS_SIBERIAN
from trainshed.games.russian_railroads.rules.player import industry_points, reach
from trainshed.games.russian_railroads.text.names import railroad_name

CELL: Final = 12
PITCH: Final = 15.5
MOST: Final = 300


def facts_of(scene: Scene, seat: int) -> list[tuple[str, str, str]]:
    """The sign, value and name of each small fact beside the picture."""
    player = scene.players[seat]
    return [
        ("person", str(player.workers + player.turquoise + player.black), scene.phrase("workers left")),
        ("coin", str(player.roubles), scene.phrase("roubles")),
        ("conductor", str(len(player.engineers)), scene.phrase("engineers")),
        ("factory", str(len(player.factories)), scene.phrase("factories")),
        ("gear", str(industry_points(scene.box, player)), scene.phrase("industry points")),
    ]


def spark(scene: Scene, seat: int) -> str:
    """The railroads as a small SVG: run colours, reach as a tick, doublers as a line above, locomotive numbers."""
    player = scene.players[seat]
    names = [railroad_name(name, scene.speech) for name in RAILROADS]
    length = max(scene.box.length)
    start = min(MOST - length * CELL - 30, max(room_of(name, 12) for name in names) + 6)
    body = []
    for railroad, name in enumerate(names):
        y = 3 + railroad * PITCH
        body.append(text(0, y + 11, name, "t12 ink2"))
        body.append(line(start, y + 7, start + scene.box.length[railroad] * CELL, y + 7, "hair2"))
        body += runs(cover(player, railroad), start, y)
        if railroad == TRANS_SIBERIAN and player.doublers:
            body.append(line(start, y - 0.5, start + player.doublers * CELL - 2, y - 0.5, "dblmark"))
        x = start + reach(player, railroad) * CELL
        body.append(path(f"M{number(x)} {number(y - 1)}v15", "reachmark"))
        here = player.locomotives[:2] if railroad == TRANS_SIBERIAN else [player.locomotives[railroad + 1]]
        said = "+".join(str(strength) for strength in here if strength)
        body.append(text(start + length * CELL + 6, y + 11, said, "t12b ink2"))
    label = scene.phrase("The railroads of %(who)s", who=scene.who(seat))
    return small_picture("".join(body), start + length * CELL + 28, 50, label)


def runs(colours: dict[int, int], start: float, y: float) -> list[str]:
    drawn = []
    for colour, color in enumerate(TRACKS):
        run = [space for space, counts in colours.items() if counts == colour]
        if run:
            there = (start + (min(run) - 1) * CELL, y + 2, CELL * len(run), 10.0)
            drawn.append(rect(*there, 0, f"t-{color} tedge"))
            if color in ("gray", "brown", "nat"):
                drawn.append(rect(*there, 0, f"pat-{color}"))
    return drawn
