"""The header of a player's railway: a station sign, and before three seasons its workers, roubles and points."""

from __future__ import annotations

from typing import Final

from trainshed.draw.fit import Rect, fitted, room_of
from trainshed.draw.seats import badge
from trainshed.draw.sheet import TALL, WIDTH, Sheet
from trainshed.draw.svg import group, line, number, path, rect, text
from trainshed.games.russian_railroads.board import belongings
from trainshed.games.russian_railroads.board.scene import Scene
from trainshed.games.russian_railroads.board.scenery import BAND, SCENERY, TALL_HEADER

MARGIN: Final = 12


def station_sign(sheet: Sheet, scene: Scene, x: float, y: float, h: float, foot: float) -> float:
    """The sign with the owner of the railway on two posts that reach down to `foot`; return where it ends."""
    title = fitted(belongings.title_of(scene), 20, 150)
    w = 44 + room_of(title, 17)
    key = scene.owned("railway")
    posts = "".join(f"M{number(at)} {number(y + h)}V{number(foot)}" for at in (x + 14, x + w - 14))
    sheet.board(
        path(posts, "post"),
        rect(x, y, w, h, 2, "enamel", data_about=key),
        rect(x + 2.5, y + 2.5, w - 5, h - 5, 1, "sign-rim"),
    )
    middle = y + h / 2
    sheet.board(badge(scene.color, x + 17, middle, 7, "onrim"), text(x + 32, middle + 6.5, title, "sign-lg on-enamel"))
    return x + w


def draw_platform(sheet: Sheet, x: float, y: float, w: float) -> None:
    """The edge of the platform on which the workers stand."""
    sheet.board(line(x, y, x + w, y, "hair2"), line(x, y + 2, x + w, y + 2, "platform"))


def wide_header(sheet: Sheet, scene: Scene, w: float, y: float) -> None:
    """The header of the wide layout, which has engineers too."""
    sheet.board(SCENERY.shown("band-wide", 1, y + 1))
    ground = y + BAND
    draw_platform(sheet, 1, ground, w - 2)
    left = max(158.0, station_sign(sheet, scene, MARGIN, y + 11, 29, ground) + 12)
    x = belongings.draw_ready(sheet, scene, left, ground - 30, 200)
    x = belongings.draw_roubles(sheet, scene, x + 12, ground - 13, 96) + 16
    now, ahead = points_text(scene)
    space = room_of(now, 24) + (room_of(ahead, 14) + 10 if ahead else 0)
    sheet.part("pieces", Rect(left - 6, y + 8, x - left - 4, 42))
    counted = Rect(w - MARGIN - space - 8, y + 8, space + 14, 34)
    sheet.part("points", counted)
    sheet.board(rect(*counted, 0, "nofill", data_about=scene.owned("points")))
    sheet.board(text(w - MARGIN - 2, y + 33, ahead, "t14 ink2", "end"))
    sheet.board(text(w - MARGIN - 2 - (room_of(ahead, 14) + 8 if ahead else 0), y + 33, now, "t24b", "end"))
    end = w - MARGIN - 14 - space
    count = max(1, len(scene.mine.engineers))
    sheet.part("own_engineers", Rect(x - 3, y + 7, min(end - x, count * 120.0), 38))
    belongings.draw_engineers(sheet, scene, Rect(x, y + 10, end - x, 32), count, 6, 114)


def points_text(scene: Scene) -> tuple[str, str]:
    """The points now, and after the scoring of this round if nothing more were done; "" if the game is over."""
    if scene.now.over:
        return str(scene.now.scores[scene.seat]), ""
    now, ahead = scene.projected(scene.mine)
    return str(now), f"→ {ahead}"


def tall_header(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    """The header of the tall layout; returns the y below it."""
    ground = y + TALL_HEADER
    sheet.board(group(SCENERY.shown("band-tall", 0, y), id_="mine"))
    draw_platform(sheet, 0, ground, WIDTH[TALL])
    points = str(scene.now.scores[scene.seat] if scene.now.over else scene.mine.points)
    sheet.board(text(x + w - 4, y + 31, points, "t20b", "end", data_about=scene.owned("points")))
    start = station_sign(sheet, scene, x, y + 8, 28, ground) + 8
    end = x + w - 10 - room_of(points, 20)
    roubles = belongings.roubles_width(scene, 50)
    sheet.part("pieces", Rect(start - 4, y + 10, end - start + 2, 38))
    sheet.part("points", Rect(end + 1, y + 10, x + w - end, 30))
    belongings.draw_ready(sheet, scene, start, ground - 30, end - roubles - 8 - start)
    belongings.draw_roubles(sheet, scene, end - roubles - 2, ground - 13, 50)
    return ground + 10
