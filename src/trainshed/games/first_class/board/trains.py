"""The two trains of a player of First Class: coaches that grow, conductors on their cards, marks of modules, points."""

from __future__ import annotations

from typing import Final, NamedTuple

from trainshed.draw.fit import Rect
from trainshed.draw.hover_card import named_piece
from trainshed.draw.icons import sign
from trainshed.draw.pieces import engine
from trainshed.draw.sheet import TALL, WIDE, Sheet
from trainshed.draw.svg import group, line, moved, number, path, rect, text
from trainshed.games.first_class.board.art.coaches import (
    FIGURE,
    carriage,
    conductor_figure,
    conductor_ghost,
    tile_face,
    track_bed,
)
from trainshed.games.first_class.board.art.icons import key_of, row
from trainshed.games.first_class.board.line import coin_tag, draw_mark
from trainshed.games.first_class.board.module import ABOVE, BELOW, BETWEEN, CoachMark
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.rules.components import TRAINS
from trainshed.games.first_class.text import names
from trainshed.kernel.translation import marked

LABELS: Final = (marked("Upper train"), marked("Lower train"))
HEAD: Final = 30
"""The height above the coaches, where conductors and marks stand."""

FOOT: Final = 14
"""The height below the coaches: rail and reach."""

MARK: Final = {WIDE: 24, TALL: 36}
"""The height of a row of marks."""

CHIP: Final = {WIDE: 21, TALL: 30}
"""The height of a mark."""


FIGURE_SCALE: Final = 0.94


class TrainStretch(NamedTuple):
    """A part of a train: the place of its first card, the width of a card, and the numbers of its cards."""

    train: int
    x: float
    y: float
    cell: float
    high: float
    first: int
    last: int

    def place(self, position: int) -> Rect:
        """The place of a card."""
        return Rect(self.x + (position - self.first) * self.cell, self.y, self.cell, self.high)

    def has(self, position: int) -> bool:
        return self.first <= position <= self.last


def sides_of(scene: Scene) -> frozenset[tuple[int, str]]:
    """The rows of marks that the modules of the game need."""
    return frozenset(side for module in scene.modules.values() for side in module.sides)


def rows_below(scene: Scene, train: int) -> list[str]:
    """The rows of marks below a train, from the top."""
    sides = sides_of(scene)
    return [side for side in (BELOW, BETWEEN) if (train, side) in sides]


def outer_height(scene: Scene, train: int) -> float:
    """The height of a train without its coaches: what stands above and below them."""
    return HEAD + FOOT + MARK[scene.layout] * len(rows_below(scene, train))


def draw_train(sheet: Sheet, scene: Scene, stretch: TrainStretch) -> None:
    """Some cards of a train; `stretch.y` is the top of its coaches."""
    train = stretch.train
    cards = scene.player.trains[train]
    right = stretch.x + stretch.cell * (stretch.last - stretch.first + 1)
    sheet.board(track_bed(stretch.x, right, stretch.y + stretch.high - 1))
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
    body = named_piece(area.x + 1, area.y, said, face, id_=f"car-{train}-{position}", lifted=changed)
    sheet.piece(body)
    if changed:
        sheet.label(rect(area.x, area.y, area.w, area.h, 5, "ghost-ring"))
        gain = scene.card_points(card) - (scene.card_points(old) if old else 0)
        if gain > 0:
            sheet.label(rect(area.x, area.y - 3, 30, 18, 3, "may-fill"))
            sheet.label(text(area.x + 15, area.y + 10.5, f"+{gain}", "t13b may-on", "middle"))
    elif scene.was is not None and scene.was.trains[train][position - 1 : position] != [card]:
        sheet.label(rect(area.x + 1, area.y, area.w - 2, area.h, 5, f"trail-ring seatst-{scene.color}"))
    draw_card_options(sheet, scene, stretch, area, position, card)


def upgrade_words(scene: Scene, train: int, position: int, card: str) -> list[str]:
    """The words that upgrade the coach of a place: it is the first one of its level in the train."""
    top = str(scene.box.levels[-1])
    if not card.isdigit() or card == top or scene.player.trains[train].index(card) != position - 1:
        return []
    coins = [f"coin:{at + 1}:upgrade:{TRAINS[train]}:{card}" for at in range(len(scene.box.coin_columns))]
    return [f"upgrade:{TRAINS[train]}:{card}", *coins]


def draw_card_options(sheet: Sheet, scene: Scene, stretch: TrainStretch, area: Rect, position: int, card: str) -> None:
    """The controls of a card: to upgrade it, and to let the conductor go there."""
    train = stretch.train
    words = upgrade_words(scene, train, position, card)
    inner = Rect(area.x + 2, area.y + 2, area.w - 4, area.h - 4)
    done = done_word(scene, train, position)
    coming = scene.coming(words)
    for word, there in scene.offer_all(sheet, inner, [*coming, *done] or words[:1]):
        if word.startswith("coin:"):
            coin_tag(sheet, scene, word, there.x + there.w - 10, there.y + there.h - 10, 8)
    reached = scene.player.conductors[train]
    walks = scene.way_words(f"conductor:{TRAINS[train]}:", reached, position)
    if position == reached + 1:
        coins = range(len(scene.box.coin_columns))
        walks += scene.coming([f"coin:{at + 1}:conductor:{TRAINS[train]}" for at in coins])
    live = [word for word in walks if word not in scene.offered]
    if not live:
        return
    scale = FIGURE_SCALE
    if position != reached:
        sheet.board(moved(area.x + area.w - FIGURE * scale - 3, area.y - 31 * scale + 1, conductor_ghost(scale)))
    free = scene.question == "Carry" and not coming
    wide = area.w - 4 if free else FIGURE * scale + 8
    high = HEAD + area.h - 4 if free else HEAD
    zone = Rect(area.x + area.w - wide - 1, area.y - HEAD + 1, wide, high)
    for word, there in scene.offer_all(sheet, zone, live):
        if word.startswith("coin:"):
            coin_tag(sheet, scene, word, there.x + there.w - 8, there.y + 8, 7)


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
    sheet.board(rect(*there, 3, "socket dash"))
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


# ---------------------------------------------------------------- conductor, reach, marks


def draw_reach(sheet: Sheet, scene: Scene, stretch: TrainStretch) -> None:
    """The black line below the cards that the conductor has reached."""
    reached = scene.player.conductors[stretch.train]
    if reached < stretch.first:
        return
    y = stretch.y + stretch.high + 7
    end = stretch.place(min(reached, stretch.last) + 1).x
    arrow = reached <= stretch.last
    sheet.board(line(stretch.x + 2, y, end - (8 if arrow else 1), y, "reach"))
    if arrow:
        sheet.board(path(f"M{number(end - 10)} {number(y - 5)}l7 5l-7 5Z", "ink"))


def draw_conductor(sheet: Sheet, scene: Scene, stretch: TrainStretch) -> None:
    """The conductor on the card that it has reached; in the station it stands left of the first card."""
    train = stretch.train
    now, old = scene.player.conductors[train], scene.base.conductors[train]
    scale = FIGURE_SCALE
    if old != now and standing_at(stretch, old):
        x, y = figure_place(stretch, old, scale)
        sheet.board(moved(x, y, conductor_ghost(scale)))
    if not standing_at(stretch, now):
        return
    x, y = figure_place(stretch, now, scale)
    cls = "piece lift" if old != now else "piece"
    sheet.piece(moved(x, y, conductor_figure(scene.color, scale), id_=f"cond-{scene.color}-{train}", cls=cls))
    was = scene.was
    if was is not None and was.conductors[train] != now:
        sheet.label(rect(x - 1, y - 1, FIGURE * scale + 2, 31 * scale + 2, 4, f"trail-ring seatst-{scene.color}"))


def standing_at(stretch: TrainStretch, position: int) -> bool:
    return stretch.has(position) or (position == 0 and stretch.first == 1)


def figure_place(stretch: TrainStretch, position: int, scale: float) -> tuple[float, float]:
    right = stretch.place(position).x + stretch.cell
    x = right - FIGURE * scale - 3 if position else max(1.0, stretch.x - FIGURE * scale - 4)
    y = stretch.y - 31 * scale + 1
    if position == 0 and stretch.x < FIGURE * scale + 5:
        x = 0.0
    return x, y


def draw_marks(sheet: Sheet, scene: Scene, stretch: TrainStretch) -> None:
    """The marks of modules at the cards, those between the trains below the upper one."""
    rows = rows_below(scene, stretch.train)
    for module in scene.modules.values():
        for mark in module.coach_marks(scene):
            if mark.train == stretch.train and stretch.has(mark.position):
                there = mark_place(stretch, mark, rows, scene.layout)
                draw_mark(sheet, scene, there, mark.face, mark.cls, mark.name, mark.words, mark.id)


def mark_place(stretch: TrainStretch, mark: CoachMark, rows: list[str], layout: str) -> Rect:
    """Where a mark lies: above the coach beside the conductor, or in its row below."""
    there = stretch.place(mark.position)
    if mark.side == ABOVE:
        high = min(CHIP[layout], HEAD - 3)
        return Rect(there.x + 2, there.y - high - 2, there.w - FIGURE - 4, high)
    y = there.y + there.h + FOOT + MARK[layout] * rows.index(mark.side)
    return Rect(there.x + 2, y, there.w - 6, CHIP[layout])


# ---------------------------------------------------------------- points, mail cars


def draw_points(sheet: Sheet, scene: Scene, x: float, y: float, train: int, size: str = "t24b") -> None:
    """What a train scores as it stands, right-aligned, and the gain of the gesture left of it."""
    now = scene.train_points(scene.player, train)
    gain = now - scene.train_points(scene.base, train)
    sheet.board(text(x, y, now, size, "end"))
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
        sheet.board(
            rect(*there, 2, "sp" if name in left else "sp-taken"), rect(there.x, there.y, 4, there.h, 1, "kmail")
        )
        body, wide = row(scene.box, key_of(reward.icons), w - 10, min(0.8, (h - 2) / 24))
        drawn = named_piece(
            there.x + 4 + (w - 4 - wide) / 2,
            there.y + h / 2,
            names.mail_name(scene.game, name, scene.speech),
            body if name in left else group(body, cls="dimmed"),
        )
        sheet.piece(drawn)
        word = f"mail:{name}"
        if scene.live(word):
            scene.offer(sheet, there, word)
