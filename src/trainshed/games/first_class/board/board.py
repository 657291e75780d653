"""The layout of the whole board of First Class: the shared part and one company, for desktops and for phones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.draw.board import Asked, Say, SeatLine, Standing
from trainshed.draw.choices import unplaced
from trainshed.draw.fit import Rect, fitted, lines, room_of
from trainshed.draw.hover_card import about as thing_of
from trainshed.draw.panel import draw_hair, draw_paper
from trainshed.draw.seats import badge
from trainshed.draw.sheet import TALL, WIDTH, Sheet
from trainshed.draw.svg import group, line, number, path, rect, text
from trainshed.games.first_class.board import display, market, phases
from trainshed.games.first_class.board.captions import (
    ahead_text,
    points_text,
    progress,
    question,
    title_of,
    turn_text,
)
from trainshed.games.first_class.board.company import belongings, trains
from trainshed.games.first_class.board.company.line import MARKS, Stretch, draw_line, shown_cities
from trainshed.games.first_class.board.company.small_company import facts_of, spark
from trainshed.games.first_class.board.company.train_layout import HEAD, TrainStretch, outer_height, sides_of
from trainshed.games.first_class.board.confirm_bar import gesture
from trainshed.games.first_class.board.hover.about import about
from trainshed.games.first_class.board.hover.worth import settled, worth
from trainshed.games.first_class.board.phone import tall
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.board.score_sheet import count, scored, tally
from trainshed.games.first_class.board.usual_answers import usual
from trainshed.games.first_class.rules.components import TRAINS
from trainshed.games.first_class.text.names import box_of
from trainshed.games.first_class.view import View
from trainshed.kernel.game import Game

__all__ = [
    "about",
    "ahead",
    "count",
    "draw",
    "gesture",
    "parts",
    "progress",
    "question",
    "scored",
    "seat",
    "settled",
    "standing",
    "tally",
    "usual",
    "worth",
]

BESIDE: Final = True
"""A rival's company can be shown in place of the viewer's own."""

SCORED_IN_TURNS: Final = True
"""The seats answer one after the other in a scoring phase, so that it is told as a whole when the last one is done."""

WIDE_HEIGHT: Final = 766
MARGIN: Final = 12
SHARED: Final = 268
"""The height of the shared part in the desktop layout."""

OWN: Final = 276
STRIP: Final = 679
"""The top of the company, and of the strip with coins and contracts, in the desktop layout."""

FIRST: Final = 100
CELL: Final = 80
"""The x of the first card of a train, and the width of a card, in the desktop layout."""


def draw(game: Game, before: View | None, now: View, asked: Asked, layout: str, say: Say) -> str:
    """The board as one SVG. While a rival's company is shown, only the shared part has options."""
    scene = Scene(game, now, asked._replace(beside=None), say, before)
    own = scene if asked.beside is None else Scene(game, now, Asked(beside=asked.beside), say, before)
    scene.layout = own.layout = layout
    sheet = Sheet()
    height = tall(sheet, scene, own) if layout == TALL else wide(sheet, scene, own)
    return sheet.svg(WIDTH[layout], height, say.speech.gettext("The table of First Class"))


def parts(game: Game, now: View, layout: str, say: Say) -> Sequence[tuple[str, Rect]]:
    """The name and area of each part of the board, so that the rulebook can point at it."""
    sheet, scene = Sheet(), Scene(game, now, Asked(), say)
    scene.layout = layout
    tall(sheet, scene, scene) if layout == TALL else wide(sheet, scene, scene)
    return sheet.parts


# ---------------------------------------------------------------- desktop layout


def wide(sheet: Sheet, scene: Scene, own: Scene) -> float:
    w = float(WIDTH["wide"])
    aside = Rect(752, 10, w - MARGIN - 752, 104)
    supply = Rect(aside.x, 122, aside.w, SHARED - 126)
    draw_paper(sheet, Rect(0, 0, w, SHARED))
    wide_display(sheet, scene, Rect(MARGIN, 10, 720, SHARED - 14))
    wide_company(sheet, own, w)
    market.draw_bonus(sheet, scene, aside, 68)
    wide_supply(sheet, scene, supply, own is scene)
    return WIDE_HEIGHT


def wide_display(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """The display; or the draft, a scoring phase, or the result while no cards lie."""
    view = scene.now
    if view.over:
        phases.draw_result(sheet, scene, area)
    elif view.scoring:
        phases.draw_scoring(sheet, scene, area)
    elif not view.round and not any(scene.start.rows):
        phases.draw_draft(sheet, scene, area, 5, 178)
    else:
        display.draw_head(sheet, scene, area._replace(w=area.w - 264))
        display.draw_tile(sheet, scene, Rect(area.x + area.w - 256, area.y - 1, 256, 28))
        display.draw_rows(sheet, scene, Rect(area.x, area.y + 36, area.w, 0), 72, 65)


def wide_supply(sheet: Sheet, scene: Scene, area: Rect, whole: bool) -> None:
    """Free coaches, tiles and Constantinople; in their place a list, if something is chosen from one.

    `whole`: the viewer's own company is drawn, so that words without a control have none anywhere.
    """
    if market.has_list(scene) or (whole and unplaced(scene)):
        sheet.board(line(area.x, area.y - 2, area.x + area.w, area.y - 2, "hair"))
        used = market.draw_lists(sheet, scene, area)
        if whole:
            market.draw_rest(sheet, scene, area.below(used))
        return
    market.draw_supply(sheet, scene, area)
    market.draw_ends(sheet, scene, Rect(area.x, area.y + 88, area.w, area.h - 88))


def wide_company(sheet: Sheet, scene: Scene, w: float) -> None:
    """One player's company: header, line, trains, and the strip with coins and cards."""
    draw_paper(sheet, Rect(0, OWN, w, WIDE_HEIGHT - OWN))
    wide_header(sheet, scene, w, OWN)
    marks = any(module.cities for module in scene.modules.values())
    sky = 38 if marks else 44
    rail = OWN + 36 + 6 + sky
    first, last = shown_cities(scene)
    line_area = Rect(FIRST, rail - sky, w - MARGIN - FIRST, sky)
    step = min(84.0, line_area.w / (last - first + 1))
    sheet.part("line", Rect(MARGIN, rail - sky - 2, w - 2 * MARGIN, sky + 68 + (MARKS[scene.layout] if marks else 0)))
    sheet.board(text(MARGIN, rail - 22, fitted(scene.phrase("Line"), 15, 84), "sign"))
    cities = scene.plural("%(count)d city", "%(count)d cities", scene.player.city)
    sheet.board(text(MARGIN, rail - 4, fitted(cities, 13, 86), "t13 ink2"))
    draw_line(sheet, scene, Stretch(line_area, rail, first, last, step), sky)
    top = rail + 67 + (MARKS[scene.layout] if marks else 0)
    draw_hair(sheet, MARGIN, top, w - 2 * MARGIN)
    wide_trains(sheet, scene, w, top + 2)
    draw_hair(sheet, MARGIN, STRIP - 5, w - 2 * MARGIN)
    wide_strip(sheet, scene, w, STRIP)


def wide_header(sheet: Sheet, scene: Scene, w: float, y: float) -> None:
    """The header of a company: whose it is, its turn, the button that ends a question, and its points."""
    sheet.board(path(f"M.5 {y + 36}V{y + 4}q0 -4 4 -4H{number(w - 4.5)}q4 0 4 4V{y + 36}Z", "enamel"))
    title = fitted(title_of(scene), 20, 210)
    mark = badge(scene.color, 22, y + 18, 8, "onrim")
    whose = thing_of(f"company:{scene.shown}")
    sheet.board(group(mark, text(40, y + 25, title, "sign-lg on-enamel"), **whose))
    turn = turn_text(scene)
    left = 54 + room_of(title, 20)
    sheet.board(text(left, y + 24, fitted(turn, 14, 396 - left), "t14 on-enamel dim"))
    belongings.draw_closing(sheet, scene, Rect(404, y + 4, 220, 28))
    points, ahead = points_text(scene), ahead_text(scene)
    sheet.part("points", Rect(w - 300, y + 2, 300 - MARGIN + 6, 32))
    sheet.board(rect(w - 300, y + 3, 300 - MARGIN + 6, 30, 0, "nofill", **thing_of(f"points:{scene.shown}")))
    sheet.board(text(w - MARGIN - 2, y + 25, points, "t20b on-enamel", "end"))
    end = w - MARGIN - 16 - room_of(points, 20)
    sheet.board(text(end, y + 24, fitted(ahead, 14, end - 640), "t14 on-enamel", "end"))


def wide_trains(sheet: Sheet, scene: Scene, w: float, top: float) -> None:
    """Both trains, their coaches as high as there is room."""
    outer = [outer_height(scene, train) for train in (0, 1)]
    high = min(56.0, (STRIP - 8 - top - sum(outer)) / 2)
    spare = max(0.0, STRIP - 8 - top - sum(outer) - 2 * high) / 2
    y = top + spare / 2
    tops = []
    for train in (0, 1):
        tops.append(y + HEAD)
        stretch = TrainStretch(train, FIRST, y + HEAD, CELL, high, 1, scene.box.tile_at, sides_of(scene, train))
        sheet.part("trains", Rect(MARGIN, y, FIRST + CELL * scene.box.tile_at - MARGIN, outer[train] + high))
        for row, said in enumerate(lines(scene.phrase(trains.LABELS[train]), 15, 62)[:2]):
            thing = thing_of(f"train:{scene.shown}:{TRAINS[train]}")
            sheet.board(text(MARGIN, y + HEAD + high / 2 + 1 + row * 17, said, "sign", **thing))
        trains.draw_train(sheet, scene, stretch)
        trains.draw_points(sheet, scene, w - MARGIN - 2, y + HEAD + high / 2 + 8, train)
        y += outer[train] + high + spare
    side = FIRST + CELL * scene.box.tile_at + 12
    sheet.board(
        text(w - MARGIN, tops[0] - 2, fitted(scene.phrase("per scoring"), 13, w - MARGIN - side), "cap ink2", "end")
    )
    trains.draw_mail_cars(sheet, scene, Rect(side, tops[0] + high - 1, w - MARGIN - side, 44), 2)
    mail = fitted(scene.phrase("mail cars"), 13, w - MARGIN - side)
    below = 57 if len(scene.base.mail_cars) > 2 else 33
    sheet.board(text(w - MARGIN, tops[0] + high + below, mail, "cap ink2", "end"))


def wide_strip(sheet: Sheet, scene: Scene, w: float, y: float) -> None:
    """Coins, cards beside the board, panels of modules, and the final count so far."""
    title = scene.phrase("Coins")
    have = scene.phrase("%(count)d of %(most)d", count=sum(scene.player.coins), most=scene.box.capacity)
    sheet.board(text(MARGIN, y + 13, title, "sign"))
    left = MARGIN + 10 + room_of(title, 15)
    note = scene.phrase("each also 1 point, %(price)d an end-bonus card", price=scene.box.price)
    sheet.board(text(left, y + 13, fitted(f"{have} · {note}", 13, 528 - left), "t13 ink2"))
    belongings.draw_coins(sheet, scene, Rect(MARGIN, y + 1, 516, 54), True)
    cards = phases.draw_own_bonus(sheet, scene, Rect(MARGIN + 230, y + 57, 521 - 230, 26))
    note = fitted(belongings.final_note(scene), 13, 516 - cards)
    sheet.board(text(MARGIN, y + 75, note, "t13 ink3", **thing_of(f"used:{scene.shown}")))
    final = Rect(w - MARGIN - 130, y, 130, 84)
    panels = [(module, module.panel(scene)) for module in scene.modules.values()]
    right = final.x - 14
    sheet.board(line(right + 4, y, right + 4, y + 84, "hair"))
    for module, wide_ in panels:
        if wide_:
            module.draw_panel(sheet, scene, Rect(right - wide_ - 4, y, wide_, 84))
            right -= wide_ + 16
            sheet.board(line(right + 4, y, right + 4, y + 84, "hair"))
    belongings.draw_final(sheet, scene, final)
    x = 548.0
    sheet.board(line(x - 8, y, x - 8, y + 84, "hair"))
    sheet.board(text(x, y + 13, fitted(scene.phrase("Contracts and cards"), 15, right - x - 30), "sign"))
    belongings.draw_lying(sheet, scene, Rect(x, y + 20, right - x - 4, 64))


# ---------------------------------------------------------------- panels and texts beside the board


def seat(game: Game, view: View, seat: int, say: Say) -> SeatLine:
    """The panel of a seat: points, small facts, trains and line as a picture."""
    scene = Scene(game, view, Asked(), say)
    more = ""
    if seat == view.seat and not view.over and view.round:
        more = scoring_ahead(scene, scene.next_scoring(view, seat))
    return SeatLine(str(points_of(view)[seat]), facts_of(scene, seat), spark(scene, seat), more)


def ahead(game: Game, view: View, asked: Asked, say: Say) -> str:
    """The sentence in the viewer's panel while a gesture is previewed: what the next scoring brings with it."""
    scene = Scene(game, view, asked, say)
    now, then = scene.next_scoring(scene.start, scene.shown), scene.next_scoring(scene.then, scene.shown)
    return scoring_ahead(scene, now) if now == then else scoring_change(scene, now, then)


def scoring_ahead(scene: Scene, points: int) -> str:
    if scene.now.scoring and scene.now.turn == scene.now.seat:
        return scene.phrase("This scoring as things lie: +%(points)d", points=points)
    return scene.phrase("Next scoring as things lie: +%(points)d", points=points)


def scoring_change(scene: Scene, now: int, then: int) -> str:
    if scene.now.scoring and scene.now.turn == scene.now.seat:
        return scene.phrase("This scoring as things lie: +%(now)d → +%(then)d", now=now, then=then)
    return scene.phrase("Next scoring as things lie: +%(now)d → +%(then)d", now=now, then=then)


def points_of(view: View) -> Sequence[int]:
    """The points of each seat so far."""
    return view.scores if view.over else [player.points for player in view.players]


def standing(game: Game, view: View) -> Standing:
    """The points of each seat so far, and the round."""
    return Standing(points_of(view), view.round, rounds=box_of(game).rounds)
