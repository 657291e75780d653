"""The freight train of a player of Spike: what it can do, what is aboard, and what its upgrades cost."""

from __future__ import annotations

from typing import Final

from trainshed.draw.fit import Rect, fitted, room_of
from trainshed.draw.panel import across, draw_title
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import group, line, moved, rect, text
from trainshed.games.spike.board.icons import arrows, car_body, engine_left, tender_body
from trainshed.games.spike.board.scene import Scene
from trainshed.games.spike.rules.components import PARTS
from trainshed.games.spike.text import names
from trainshed.games.spike.text.labels import level_of
from trainshed.kernel.translation import marked

TITLES: Final = {"locomotive": marked("speed"), "tender": marked("supply"), "car": marked("capacity")}
"""What each part of a train is good for."""

RAIL: Final = 48
"""The height of the drawn train."""


def draw_train(sheet: Sheet, scene: Scene, area: Rect, button: float = 42) -> None:
    """The train with its cargo, and below each part its value and the next level with its price."""
    player = scene.player
    title = scene.phrase("My train") if scene.own else scene.phrase("Train of %(who)s", who=scene.who(scene.shown))
    where = place_text(scene)
    room = area.w - room_of(title, 15) - 34
    inner = draw_title(sheet, area, title, fitted(where, 13, room), part="train").below(4)
    box = scene.box
    parts = [Rect(inner.x, inner.y, inner.w * 0.32, RAIL)]
    parts.append(Rect(parts[0].x + parts[0].w, inner.y, inner.w * 0.24, RAIL))
    parts.append(Rect(parts[1].x + parts[1].w, inner.y, inner.w * 0.44, RAIL))
    engine, tender, cars = parts
    sheet.board(line(inner.x, inner.y + 44.5, inner.x + inner.w, inner.y + 44.5, "railway"))
    wide = min(56.0, engine.w - 30)
    front = moved(engine.x + engine.w - wide - 4, inner.y + 43 - wide * 34 / 56, engine_left(wide))
    speed = arrows(engine.x + engine.w - wide - 6, inner.y + 27, player.speed, 0.9, len(box.speed))
    sheet.board(group(front, speed, data_about=f"part:locomotive:{scene.color}"))
    supply = tender_body(tender.x + 6, inner.y + 8, tender.w - 14, player.supply, max(box.supply))
    sheet.board(group(supply, data_about=f"part:tender:{scene.color}"))
    draw_cars(sheet, scene, cars)
    for part, place in zip(PARTS, across(Rect(inner.x, inner.y + RAIL + 3, inner.w, button), 3, 6), strict=True):
        draw_part(sheet, scene, place, part)


def place_text(scene: Scene) -> str:
    """Where the train is."""
    player = scene.player
    if not player.train:
        return ""
    if scene.in_city(player.train):
        return scene.phrase("in %(city)s", city=scene.place(player.train))
    return scene.phrase("on the way to %(place)s", place=scene.towards(player))


def draw_cars(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """The freight cars; a cargo can be pressed to unload it."""
    player = scene.player
    cargo = [scene.contract(contract)[0] for contract in player.contracts if contract.aboard]
    gone = [word.partition(":")[2] for word in scene.asked.chosen if word.startswith("unload:")]
    most = max(scene.box.capacity)
    for index, place in enumerate(across(Rect(area.x + 4, area.y, area.w - 4, RAIL - 2), most, 6)):
        name = cargo[index] if index < len(cargo) else ""
        body = car_body(place.x + 1, place.y + 8, place.w - 2, name, index < player.capacity)
        sheet.board(group(body, data_about=f"part:car:{scene.color}"))
        if not scene.own:
            continue
        if name:
            word = f"unload:{name}"
            if scene.state(word) is not None:
                scene.offer(sheet, Rect(place.x, place.y + 1, place.w, place.h - 2), word)
        elif gone and index < player.capacity:
            word = f"unload:{gone.pop(0)}"
            sheet.board(rect(place.x + 4, place.y + 6, place.w - 8, 20, 4, "ghost-from"))
            scene.offer(sheet, Rect(place.x, place.y + 1, place.w, place.h - 2), word)


def draw_part(sheet: Sheet, scene: Scene, area: Rect, part: str) -> None:
    """A part with its value; the option that upgrades it, with the next value and the price."""
    level, values = level_of(scene.box, scene.player, part)
    word = f"upgrade:{part}"
    state = scene.state(word) if scene.own else None
    chosen = state in ("chosen", "only")
    last = level >= len(scene.box.upgrade_cost)
    sheet.board(rect(*area, 3, "may-softf" if chosen else "sp", data_about=f"part:{part}:{scene.color}"))
    value = str(values[level])
    sheet.board(text(area.x + 7, area.y + 17, fitted(scene.phrase(TITLES[part]), 13, area.w - 28), "t13 ink2"))
    sheet.board(text(area.x + area.w - 7, area.y + 17, value, "t15b may" if chosen else "t15b", "end"))
    if not last:
        price = names.money(scene.box.upgrade_cost[level], scene.speech)
        quiet = "ink2" if state in ("", "alt") else "ink3"
        sheet.board(text(area.x + 7, area.y + area.h - 8, f"→ {values[level + 1]}", f"t13 {quiet}"))
        sheet.board(text(area.x + area.w - 7, area.y + area.h - 8, price, f"t13b {quiet}", "end"))
    if state is not None and not (last and state == "dead"):
        scene.offer(sheet, area, word)
