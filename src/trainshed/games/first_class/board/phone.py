"""The board of First Class on a phone: one part below the other, line and trains folded."""

from __future__ import annotations

from typing import Final

from trainshed.draw.fit import Rect, fitted, room_of
from trainshed.draw.hover_card import about
from trainshed.draw.panel import draw_hair
from trainshed.draw.seats import badge
from trainshed.draw.sheet import TALL, WIDTH, Sheet
from trainshed.draw.svg import group, line, rect, text
from trainshed.games.first_class.board import display, market, phases
from trainshed.games.first_class.board.captions import ahead_text, points_text, title_of
from trainshed.games.first_class.board.company import belongings, trains
from trainshed.games.first_class.board.company.line import MARKS, Stretch, draw_line
from trainshed.games.first_class.board.company.train_layout import (
    FOOT,
    HEAD,
    MARK,
    STATION,
    TrainStretch,
    rows_below,
    sides_at,
)
from trainshed.games.first_class.board.module import ABOVE, BoardModule
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.board.scenery import landscape
from trainshed.games.first_class.rules.components import TRAINS

EDGE: Final = 4
TOUCH: Final = 44
FOLD: Final = 5
"""Trains go on in a second line after so many cards."""

NO_HEAD: Final = 4
"""The height above a part of a train where no conductor can stand yet."""

CITIES: Final = 6
"""So many cities stand in one line."""


BAND: Final = 26
BAND_STEP: Final = 50
"""The height of the landscape at the head, and the width of a city in it."""

AHEAD: Final = 4
"""So many cities before the locomotive are seen in it at most."""


def tall(sheet: Sheet, scene: Scene, own: Scene) -> float:
    x, w = float(EDGE), WIDTH[TALL] - 2.0 * EDGE
    draw_band(sheet, own, x, w)
    y = tall_shared(sheet, scene, x, w)
    y = tall_company(sheet, own, x, y, w)
    y = tall_supply(sheet, scene, x, y, w)
    if own is scene:
        y += market.draw_rest(sheet, scene, Rect(x, y, w, 0), TOUCH)
    return y + 2


def draw_band(sheet: Sheet, scene: Scene, x: float, w: float) -> None:
    """The landscape around the locomotive at the head of the board; the line itself is far below it."""
    reached, last = scene.player.city, len(scene.cities)
    first = max(0, reached - AHEAD)
    sheet.board(landscape(Rect(x, 0, w, BAND), first, max(first, last), BAND_STEP, reached))
    sheet.board(line(x, BAND, x + w, BAND, "railway"))


def tall_shared(sheet: Sheet, scene: Scene, x: float, w: float) -> float:
    """The display or what stands in its place, and the end-bonus cards."""
    view, y = scene.now, BAND + 8.0
    if view.over:
        high = phases.result_height(scene, w)
        phases.draw_result(sheet, scene, Rect(x, y, w, high), cards_below=True)
        y += high + 8
    elif view.scoring:
        rows = 5 + len(phases.module_rows(scene))
        phases.draw_scoring(sheet, scene, Rect(x, y, w, 34 + 30 * rows))
        y += 42 + 30 * rows
    elif not view.round and not any(scene.start.rows):
        y += phases.draw_draft(sheet, scene, Rect(x, y, w, 0), 2, 150) + 6
    else:
        display.draw_head(sheet, scene, Rect(x, y, w, 0), True)
        y += 32
        y += display.draw_folded(sheet, scene, Rect(x, y, w, 0), 58)
        display.draw_tile(sheet, scene, Rect(x, y, w, TOUCH))
        y += TOUCH + 10
    if not view.over:
        market.draw_bonus(sheet, scene, Rect(x, y, w, 0), 70)
        y += 114
    if market.has_list(scene):
        y += market.draw_lists(sheet, scene, Rect(x, y, w, 0), TOUCH) + 6
    return y


def tall_supply(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    """Free coaches, tiles and Constantinople, below everything else."""
    market.draw_supply(sheet, scene, Rect(x, y, w, 88))
    market.draw_ends(sheet, scene, Rect(x, y + 92, w, 54))
    return y + 154


def tall_company(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    """One player's company: header, line and trains folded, coins, cards and the final count."""
    y = tall_header(sheet, scene, x, y, w)
    if belongings.draw_closing(sheet, scene, Rect(x, y, w, TOUCH)):
        y += TOUCH + 8
    y = tall_line(sheet, scene, x, y, w)
    for train in (0, 1):
        y = tall_train(sheet, scene, x, y, w, train)
    draw_hair(sheet, x, y, w)
    y += 6
    have = scene.phrase("%(count)d of %(most)d", count=sum(scene.player.coins), most=scene.box.capacity)
    sheet.board(text(x, y + 18, scene.phrase("Coins"), "sign-lg"), text(x + w, y + 18, have, "t13 ink2", "end"))
    y += 26
    belongings.draw_coins(sheet, scene, Rect(x, y, w, 150), False)
    y += 156
    sheet.board(text(x, y + 16, fitted(scene.phrase("Contracts and cards"), 20, w), "sign-lg"))
    y += 26
    high = belongings.cards_height(scene)
    belongings.draw_lying(sheet, scene, Rect(x, y, w, high), True)
    y += high + 8
    for module in scene.modules.values():
        y = tall_panel(sheet, scene, module, x, y, w)
    belongings.draw_final(sheet, scene, Rect(x, y, w, 84))
    note = fitted(belongings.final_note(scene), 13, w)
    sheet.board(text(x, y + 100, note, "t13 ink3", **about(f"used:{scene.shown}")))
    phases.draw_own_bonus(sheet, scene, Rect(x, y + 108, min(w, scene.player.bonus * 50 - 4), 30))
    return y + (150 if scene.player.bonus else 112)


def tall_panel(sheet: Sheet, scene: Scene, module: BoardModule, x: float, y: float, w: float) -> float:
    if not module.panel(scene):
        return y
    module.draw_panel(sheet, scene, Rect(x, y, w, 92))
    return y + 100


def tall_header(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    sheet.board(group(rect(0, y, w + 2 * x, 44, 0, "enamel"), id_="mine"))
    title = fitted(title_of(scene), 20, 180)
    points, ahead = points_text(scene), ahead_text(scene)
    sheet.part("points", Rect(x + 170, y + 3, w - 170, 38))
    mark = badge(scene.color, x + 10, y + 22, 8, "onrim")
    whose = about(f"company:{scene.shown}")
    sheet.board(group(mark, text(x + 26, y + 28.5, title, "sign-lg on-enamel"), **whose))
    sheet.board(rect(x + w - 110, y + 2, 110, 40, 0, "nofill", **about(f"points:{scene.shown}")))
    sheet.board(text(x + w - 4, y + 29, points, "t20b on-enamel", "end"))
    end = x + w - 14 - room_of(points, 20)
    room = end - x - 36 - room_of(title, 20)
    if room_of(ahead, 13) > room:
        ahead = ahead[ahead.find("+") :]  # the points alone say more than half of the sentence
    sheet.board(text(end, y + 28, fitted(ahead, 13, room), "t13 on-enamel", "end"))
    return y + 52


def tall_line(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    """The line, folded after every six cities; below them marks of modules, where there are any."""
    top = y
    last = len(scene.cities)
    for first in range(0, last + 1, CITIES):
        rail = y + 40
        end = min(last, first + CITIES - 1)
        stretch = Stretch(Rect(x, rail - 36, w, 36), rail, first, end, w / CITIES)
        draw_line(sheet, scene, stretch, 36)
        marks = any(stretch.has(mark.city) and scene.has_mark(mark) for mark in scene.city_marks)
        y = rail + 70 + (MARKS[scene.layout] if marks else 0)
    sheet.part("line", Rect(x, top, w, y - top))
    return y


def tall_train(sheet: Sheet, scene: Scene, x: float, y: float, w: float, train: int) -> float:
    """A train, folded after five cards; the upper one has the mail cars in its head."""
    draw_hair(sheet, x, y, w)
    top, high = y, 54.0
    y += 4
    thing = about(f"train:{scene.shown}:{TRAINS[train]}")
    sheet.board(text(x, y + 20, fitted(scene.phrase(trains.LABELS[train]), 20, 150), "sign-lg", **thing))
    trains.draw_points(sheet, scene, x + w, y + 22, train)
    y += 30
    if train == 0:
        sheet.board(text(x, y + 12, fitted(scene.phrase("mail cars"), 13, w), "cap ink2"))
        y += 18
        trains.draw_mail_cars(sheet, scene, Rect(x, y, w, 40), 4)
        y += 46
    cell = (w - STATION) / FOLD
    for first in range(1, scene.box.tile_at + 1, FOLD):
        last = first + FOLD - 1
        sides = sides_at(scene, train, first, last)
        boarded = len(scene.player.trains[train]) >= first - 1
        y += (HEAD if boarded else NO_HEAD) + (MARK[TALL] if ABOVE in sides else 0)
        trains.draw_train(sheet, scene, TrainStretch(train, x + STATION, y, cell, high, first, last, sides))
        y += high + FOOT + MARK[TALL] * len(rows_below(sides)) + 4
    sheet.part("trains", Rect(x, top, w, y - top))
    return y + 2
