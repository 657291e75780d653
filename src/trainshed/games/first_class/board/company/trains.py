"""The two trains of a player of First Class: coaches that grow, what can be done with them, and what they score."""

from __future__ import annotations

from typing import Final

from trainshed.draw.fit import Rect
from trainshed.draw.hover_card import about, named_piece
from trainshed.draw.icons import sign
from trainshed.draw.pieces import engine
from trainshed.draw.seats import turn_ring
from trainshed.draw.sheet import WIDE, Sheet
from trainshed.draw.svg import group, moved, rect, text
from trainshed.games.first_class.board.art.coaches import carriage, tile_face, track_bed
from trainshed.games.first_class.board.art.icons import key_of, row
from trainshed.games.first_class.board.company.conductors import (
    draw_conductor,
    draw_reach,
    draw_station,
    draw_walks,
    has_figure,
)
from trainshed.games.first_class.board.company.line import coin_tag, draw_mark
from trainshed.games.first_class.board.company.train_layout import TrainStretch, mark_place
from trainshed.games.first_class.board.module import ABOVE
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.rules.components import TRAINS
from trainshed.games.first_class.text import names
from trainshed.kernel.translation import marked

LABELS: Final = (marked("Upper train"), marked("Lower train"))


def draw_train(sheet: Sheet, scene: Scene, stretch: TrainStretch) -> None:
    """Some cards of a train; `stretch.y` is the top of its coaches."""
    train = stretch.train
    cards = scene.player.trains[train]
    right = stretch.x + stretch.cell * (stretch.last - stretch.first + 1)
    sheet.board(track_bed(stretch.x, right, stretch.y + stretch.high - 1))
    if stretch.first == 1:
        draw_station(sheet, stretch)
    for position in range(stretch.first, stretch.last + 1):
        there = stretch.place(position)
        if position <= len(cards):
            draw_card(sheet, scene, stretch, there, position, cards[position - 1])
        else:
            draw_empty(sheet, scene, train, there, position)
    draw_reach(sheet, scene, stretch)
    draw_marks(sheet, scene, stretch)
    draw_conductor(sheet, scene, stretch)


# ---------------------------------------------------------------- cards


def draw_card(sheet: Sheet, scene: Scene, stretch: TrainStretch, area: Rect, position: int, card: str) -> None:
    """A coach, a mail car or a tile; what the gesture has changed is lifted and ringed."""
    train = stretch.train
    base = scene.base.trains[train]
    old = base[position - 1] if position <= len(base) else ""
    changed = old != card
    w = round(area.w - 2, 2)
    if card.isdigit():
        face, said = carriage(card, w, area.h), scene.phrase("coach of level %(level)s", level=card)
    elif card in [tile.name for tile in scene.box.tiles]:
        face, said = tile_face(scene.card_points(card), w, area.h), names.tile_name(scene.game, card, scene.speech)
    else:
        face, said = carriage("mail", w, area.h), names.mail_name(scene.game, card, scene.speech)
    thing = car_thing(scene, train, position)
    sheet.piece(named_piece(area.x + 1, area.y, said, face, id_=f"car-{train}-{position}", lifted=changed, thing=thing))
    tag = ""
    if changed:
        sheet.label(rect(area.x, area.y, area.w, area.h, 5, "ghost-ring"))
        tag = gain_tag(scene, stretch, area, old, card)
    elif scene.was is not None and scene.was.trains[train][position - 1 : position] != [card]:
        sheet.label(turn_ring(area.x + 1, area.y, area.w - 2, area.h, scene.color))
    draw_card_options(sheet, scene, stretch, area, position, card, tag)


def car_thing(scene: Scene, train: int, position: int) -> str:
    """The key of a place of a train, for its hover card."""
    return f"car:{scene.shown}:{TRAINS[train]}:{position}"


def gain_tag(scene: Scene, stretch: TrainStretch, area: Rect, old: str, card: str) -> str:
    """What a card that the gesture has changed is worth more, at its left upper corner."""
    gain = scene.card_points(card) - (scene.card_points(old) if old else 0)
    if gain <= 0:
        return ""
    top = area.y - (3 if ABOVE in stretch.sides and scene.layout == WIDE else 9)
    tag = rect(area.x, top, 30, 18, 3, "may-fill"), text(area.x + 15, top + 13.5, f"+{gain}", "t13b may-on", "middle")
    return "".join(tag)


def upgrade_words(scene: Scene, train: int, position: int, card: str) -> list[str]:
    """The words that upgrade the coach of a place: it is the first one of its level in the train."""
    top = str(scene.box.levels[-1])
    if not card.isdigit() or card == top or scene.player.trains[train].index(card) != position - 1:
        return []
    coins = [f"coin:{at + 1}:upgrade:{TRAINS[train]}:{card}" for at in range(len(scene.box.coin_columns))]
    return [f"upgrade:{TRAINS[train]}:{card}", *coins]


def draw_card_options(
    sheet: Sheet, scene: Scene, stretch: TrainStretch, area: Rect, position: int, card: str, tag: str
) -> None:
    """The controls of a card: to upgrade it, and to let the conductor go there. A tag stands above all of them."""
    train = stretch.train
    words = upgrade_words(scene, train, position, card)
    inner = Rect(area.x + 2, area.y + 2, area.w - 4, area.h - 4)
    done = done_word(scene, train, position)
    coming = scene.coming(words)
    if coming:
        scene.offer_all(sheet, inner, done)  # below: whoever presses the coach once more goes on with it
    for word, there in scene.offer_all(sheet, inner, coming or done or words[:1]):
        if word.startswith("coin:"):
            coin_tag(sheet, scene, word, there.x + there.w - 10, there.y + there.h - 10, 8)
    draw_walks(sheet, scene, train, area, position, scene.question == "Carry" and not coming)
    if tag:
        sheet.option(group(tag, cls="gain-tag"))


def done_word(scene: Scene, train: int, position: int) -> list[str]:
    """The last chosen word, if it has laid or upgraded the coach of this place: it stays marked there."""
    base, now = scene.base.trains[train], scene.player.trains[train]
    if not scene.asked.chosen or base[position - 1 : position] == now[position - 1 : position]:
        return []
    word = scene.asked.chosen[-1]
    old = base[position - 1] if position <= len(base) else ""
    what = f"upgrade:{TRAINS[train]}:{old}" if old else f"coach:{TRAINS[train]}"
    last = bool(old) or position == len(now)
    same = word == what or (word.startswith("coin:") and word.endswith(f":{what}"))
    return [word] if same and last and word not in scene.moves else []


def draw_empty(sheet: Sheet, scene: Scene, train: int, area: Rect, position: int) -> None:
    """A place where a card of the train will lie: the sixth is for a mail car, the tenth for a locomotive tile."""
    box = scene.box
    there = Rect(area.x + 4, area.y + area.h * 0.14, area.w - 8, area.h * 0.66)
    sheet.board(rect(*there, 3, "socket dash", **about(car_thing(scene, train, position))))
    x, y = there.middle
    if position == box.mail_at:
        sheet.board(sign("mail", x - 9, y - 9, 18, "ghosti"))
    elif position == box.tile_at:
        sheet.board(moved(x - 20, y - 12, group(engine(4, 40), cls="ghostl")))
    elif position == len(scene.player.trains[train]) + 1:
        words = [f"coach:{TRAINS[train]}"]
        words += [f"coin:{at + 1}:coach:{TRAINS[train]}" for at in range(len(box.coin_columns))]
        drawn = scene.offer_all(sheet, there, scene.coming(words))
        if not drawn:
            sheet.board(text(x, y + 5, position, "t13 ink3", "middle"))
        for word, part in drawn:
            if word.startswith("coin:"):
                coin_tag(sheet, scene, word, *part.middle, 9)
            else:
                sheet.label(text(part.middle[0], y + 6, "+", "t18b may", "middle"))
    else:
        sheet.board(text(x, y + 5, position, "t13 ink3", "middle"))


# ---------------------------------------------------------------- marks


def draw_marks(sheet: Sheet, scene: Scene, stretch: TrainStretch) -> None:
    """The marks of modules at the cards, those between the trains below the upper one."""
    for mark in scene.coach_marks:
        if mark.train == stretch.train and stretch.has(mark.position) and mark.side in stretch.sides:
            figure = has_figure(scene, mark.train, mark.position)
            there = mark_place(stretch, mark, scene.layout, figure)
            draw_mark(sheet, scene, there, mark)


# ---------------------------------------------------------------- points, mail cars


def draw_points(sheet: Sheet, scene: Scene, x: float, y: float, train: int, size: str = "t24b") -> None:
    """What a train scores as it stands, right-aligned, and the gain of the gesture left of it."""
    now = scene.train_points(scene.player, train)
    gain = now - scene.train_points(scene.base, train)
    sheet.board(text(x, y, now, size, "end", **about(f"train:{scene.shown}:{TRAINS[train]}")))
    if gain:
        left = x - 14 * len(str(now)) - 44
        sheet.label(rect(left, y - 19, 38, 23, 3, "may-fill"))
        sheet.label(text(left + 19, y - 2.5, f"{gain:+d}", "t15b may-on", "middle"))


def draw_mail_cars(sheet: Sheet, scene: Scene, area: Rect, columns: int) -> None:
    """The mail cars that are not laid yet, each with its reward."""
    cars = scene.base.mail_cars
    left = scene.player.mail_cars
    count = max(1, -(-len(scene.box.mail) // columns))
    sheet.part("mail_cars", area)
    w, h = (area.w + 4) / columns - 4, (area.h + 4) / count - 4
    for at, name in enumerate(cars):
        there = Rect(area.x + at % columns * (w + 4), area.y + at // columns * (h + 4), w, h)
        reward = next(car for car in scene.box.mail if car.name == name)
        thing = about(f"mailcar:{scene.shown}:{name}", names.mail_name(scene.game, name, scene.speech))
        sheet.board(rect(*there, 2, "sp" if name in left else "sp-taken", **thing))
        sheet.board(rect(there.x, there.y, 4, there.h, 1, "kmail"))
        body, wide = row(scene.box, key_of(reward.icons), w - 10, min(0.8, (h - 2) / 24))
        cls = "piece" if name in left else "piece dimmed"
        sheet.piece(moved(there.x + 4 + (w - 4 - wide) / 2, there.y + h / 2, body, cls=cls))
        word = f"mail:{name}"
        if scene.live(word):
            scene.offer(sheet, there, word)
