"""The line of First Class as a landscape from right to left: cities with what they give, and the locomotive figure."""

from __future__ import annotations

from typing import Final, NamedTuple

from trainshed.draw.fit import Rect, fitted, room_of
from trainshed.draw.hover_card import about, named_piece
from trainshed.draw.icon_row import scaled
from trainshed.draw.icons import sign
from trainshed.draw.pieces import coin
from trainshed.draw.sheet import TALL, WIDE, Sheet
from trainshed.draw.svg import circle, line, moved, number, path, rect, text
from trainshed.games.first_class.board.art.cards import city_picture
from trainshed.games.first_class.board.art.coaches import pawn, track_bed
from trainshed.games.first_class.board.art.icons import drawn_icons, key_of
from trainshed.games.first_class.board.module import FREE, CityMark, CoachMark
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.board.scenery import landscape
from trainshed.games.first_class.rules import effect_notation as verbs
from trainshed.games.first_class.rules.components import PLAIN, REWARD_CITY, City
from trainshed.games.first_class.text import names

MOST: Final = 24
"""So many cities stand in one row of the desktop layout; the line goes on in a list where it is longer."""

NARROW: Final = 0.7
"""Where they would have to be smaller than this, the icons of a reward stand one above the other."""

SMALL: Final = 0.75
"""Where it would have to be smaller than this, a mark shows less: numbers on small icons run into each other."""

MARKS: Final = {WIDE: 25, TALL: 34}
"""The height of the marks of modules below the cities."""


class Stretch(NamedTuple):
    """A part of the line: its area, the rail inside of it, and its cities from the right."""

    area: Rect
    rail: float
    first: int
    """The city at the right end; Paris is 0."""
    last: int
    step: float

    def x(self, city: int) -> float:
        return self.area.x + self.area.w - self.step * (city - self.first + 0.5)

    @property
    def cities(self) -> range:
        return range(self.first, self.last + 1)

    def has(self, city: int) -> bool:
        return self.first <= city <= self.last


def shown_cities(scene: Scene) -> tuple[int, int]:
    """The first and the last city that a desktop shows: all of them, or those around the locomotive."""
    last = len(scene.cities)
    if last < MOST:
        return 0, last
    first = min(max(0, scene.player.city - MOST // 2), last - MOST + 1)
    return first, first + MOST - 1


def draw_line(sheet: Sheet, scene: Scene, stretch: Stretch, high: float = 48) -> None:
    """One stretch of the line; `high` is the height of the landscape above the rail."""
    area, y, step = stretch.area, stretch.rail, stretch.step
    reached = scene.player.city
    sky = Rect(area.x, y - high, area.w, high)
    sheet.board(landscape(sky, stretch.first, stretch.last, round(step, 2), min(reached, stretch.last)))
    sheet.board(track_bed(area.x, area.x + area.w, y))
    draw_reach(sheet, stretch, reached)
    for city, said in zip(stretch.cities, station_names(scene, stretch), strict=True):
        draw_city(sheet, scene, stretch, city, said)
    for mark in scene.city_marks:
        if stretch.has(mark.city):
            draw_city_mark(sheet, scene, stretch, mark)
    if stretch.has(reached):
        draw_locomotive(sheet, scene, stretch)


def draw_reach(sheet: Sheet, stretch: Stretch, reached: int) -> None:
    """The black line below the rail, as far as the locomotive has come."""
    y = stretch.rail + 10
    if reached <= stretch.first and not (reached == stretch.first and stretch.first):
        return
    right = stretch.x(0) if stretch.first == 0 else stretch.area.x + stretch.area.w
    left = stretch.x(min(reached, stretch.last))
    sheet.board(line(left, y, right, y, "reach"))
    if stretch.has(reached):
        sheet.board(path(f"M{number(left + 4)} {number(y - 5)}l-7 5l7 5Z", "ink"))


def coin_tag(sheet: Sheet, scene: Scene, word: str, x: float, y: float, r: float) -> None:
    """The coin that a control spends; one of a column that buys any upgrade has an arrow, because it is worth more."""
    sheet.label(coin(x, y, r, "1"))
    column = scene.box.coin_columns[int(word.split(":")[1]) - 1]
    if verbs.ANY in column.verbs and word.split(":")[2] != "upgrade":
        sheet.label(sign("up", x + r * 0.3, y + r * 0.1, r * 1.2, "ink"))


def station_names(scene: Scene, stretch: Stretch) -> list[str]:
    """What stands below the dot of each city: its distance from Paris, with its name where there is room for all."""
    names_ = [names.station_name(city, scene.speech) for city in stretch.cities]
    if all(room_of(said, 13) <= stretch.step - 4 for said in names_):
        return names_
    numbers = [str(city) for city in stretch.cities]
    if stretch.first == 0 and room_of(names_[0], 13) < stretch.step:
        numbers[0] = names_[0]
    return numbers


def draw_city(sheet: Sheet, scene: Scene, stretch: Stretch, city: int, said: str) -> None:
    """A city: its dot, its distance from Paris or its name, and what it gives."""
    x, y, step = stretch.x(city), stretch.rail, stretch.step
    reached = city <= scene.player.city
    gives = f": {names.city_text(scene.game, scene.cities[city - 1], scene.speech)}" if city else ""
    thing = about(f"stop:{scene.shown}:{city}", names.station_name(city, scene.speech) + gives)
    sheet.board(rect(x - step / 2 + 1, y - 12, step - 2, 76 if city else 44, 0, "nofill", **thing))
    if city - 1 in scene.joints and city > stretch.first:
        sheet.board(path(f"M{number(x + step / 2)} {number(y - 6)}v22", "joint"))
    sheet.board(circle(x, y, 5.5, f"seat-{scene.color} edge" if reached else "citydot"))
    here = city == scene.player.city
    sheet.board(text(x, y + 28, fitted(said, 13, step + 4), "t13b" if here else "t13 ink2", "middle"))
    place = Rect(x - step / 2 + 2, y - 24, step - 4, 54)
    moves = scene.way_words("locomotive:", scene.player.city, city)
    if city == scene.player.city + 1:
        moves += scene.coming([f"coin:{at + 1}:locomotive" for at in range(len(scene.box.coin_columns))])
    drawn = scene.offer_all(sheet, place, moves)
    for word, there in drawn:
        if word.startswith("coin:"):
            coin_tag(sheet, scene, word, there.x + there.w / 2, y - 14, 8)
    if city:
        draw_content(sheet, scene, Rect(x - step / 2 + 1.5, y + 34, step - 3, 28), city)


def draw_content(sheet: Sheet, scene: Scene, area: Rect, city: int) -> None:
    """What a city gives: a diamond for points once, a box for a reward in every scoring phase."""
    found: City = scene.cities[city - 1]
    reached = city <= scene.player.city
    if found.kind == PLAIN:
        return
    if found.kind != REWARD_CITY:
        body, wide = city_picture(scene.box, found, area.w, 0.9)
        x, y = area.x + (area.w - wide) / 2, area.y + 14
        sheet.piece(moved(x, y, body, cls="piece dimmed2" if reached else "piece"))
        return
    icons = key_of(found.icons)
    body, wide = city_picture(scene.box, found, area.w - 8, 0.9)
    high = 26.0
    parts = drawn_icons(scene.box, icons)
    if len(parts) > 1 and sum(w + 4 for _, w in parts) * NARROW > area.w:
        most = min(0.62, *[(area.w - 6) / w for _, w in parts])
        rows = [scaled(part, area.w - 6, most) for part in parts[:2]]
        wide = max(w for _, w in rows)
        high = 34.0
        body = "".join(moved((wide - w) / 2, y, b) for (b, w), y in zip(rows, (-8, 8), strict=False))
    box = Rect(area.x + (area.w - wide - 8) / 2, area.y + 14 - high / 2, wide + 8, high)
    cls = f"seatsoft-{scene.color} seatst-{scene.color}" if reached else "rbox"
    sheet.board(rect(*box, 3, cls))
    sheet.piece(moved(box.x + 4, area.y + 14, body, cls="piece"))
    if city in scene.claimed:
        sheet.label(
            circle(box.x + box.w, box.y + 1, 7.5, "good"),
            sign("check", box.x + box.w - 4.5, box.y - 3.5, 9, "sheet-fill"),
        )
    word = f"city:{city}"
    if scene.state(word) is not None and (scene.live(word) or reached):
        w = max(box.w, min(44.0, area.w))
        scene.offer(sheet, Rect(area.x + (area.w - w) / 2, box.y, w, box.h), word)


def draw_city_mark(sheet: Sheet, scene: Scene, stretch: Stretch, mark: CityMark) -> None:
    """A mark of a module below a city."""
    step = stretch.step
    w = min(step - 3, 50.0)
    there = Rect(stretch.x(mark.city) - w / 2, stretch.rail + 67, w, MARKS[scene.layout] - 4)
    draw_mark(sheet, scene, there, mark)


def draw_mark(sheet: Sheet, scene: Scene, area: Rect, mark: CoachMark | CityMark) -> None:
    """A mark of a module in its frame, and the control of its words."""
    live = scene.ready(mark.words)
    if mark.cls == FREE:
        if live:
            sheet.board(rect(*area, 3, "socket dash"))
            scene.offer_all(sheet, area, live)
        return
    frame = {"on": f"seatsoft-{scene.color} seatst-{scene.color} chip-on", "may": "chip-may"}.get(mark.cls, "chip-off")
    room = area.w - 6
    short = mark.short[1] > 0 and mark.face[1] * SMALL > room
    body, wide = scaled(mark.short if short else mark.face, room, 0.8)
    drawn = [rect(0, 0, area.w, area.h, 3, frame), moved((area.w - wide) / 2, area.h / 2, body)]
    thing = f"card:{scene.shown}:{mark.card}"
    sheet.piece(named_piece(area.x, area.y, scene.card_name(mark.card), *drawn, id_=mark.id or None, thing=thing))
    if live:
        scene.offer_all(sheet, area, live)


def draw_locomotive(sheet: Sheet, scene: Scene, stretch: Stretch) -> None:
    """The figure; where the gesture moves it, its old place is dashed."""
    now, old = scene.player.city, scene.base.city
    lifted = now != old
    if lifted and stretch.has(old):
        sheet.board(circle(stretch.x(old), stretch.rail, 10, "ghost-from"))
    was = scene.was
    if was is not None and was.city != now and stretch.has(was.city):
        left, right = stretch.x(now), stretch.x(was.city)
        sheet.board(path(f"M{number(right)} {number(stretch.rail - 3)}H{number(left)}", f"trail seatst-{scene.color}"))
    cls = "piece lift" if lifted else "piece"
    x = min(max(stretch.x(now), stretch.area.x + 20), stretch.area.x + stretch.area.w - 20)
    thing = about(f"loco:{scene.shown}", scene.phrase("Locomotive"))
    sheet.piece(moved(x, stretch.rail - 5, pawn(scene.color), id_=f"loco-{scene.color}", cls=cls, **thing))
