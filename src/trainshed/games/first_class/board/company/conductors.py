"""The conductors of First Class: where they stand, how far they have come, and where they can go."""

from __future__ import annotations

from typing import Final

from trainshed.draw.fit import Rect
from trainshed.draw.hover_card import about
from trainshed.draw.seats import turn_ring
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import line, moved, number, path, rect
from trainshed.games.first_class.board.art.coaches import conductor_figure, conductor_ghost
from trainshed.games.first_class.board.company.line import coin_tag
from trainshed.games.first_class.board.company.train_layout import (
    FIGURE_HIGH,
    FIGURE_SCALE,
    FIGURE_WIDE,
    HEAD,
    STATION,
    TrainStretch,
)
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.rules.components import TRAINS
from trainshed.kernel.translation import marked

CONDUCTORS: Final = (marked("Upper conductor"), marked("Lower conductor"))


def walk_words(scene: Scene, train: int, position: int) -> list[str]:
    """The words that lead the conductor of a train to a card: by its steps, or by a coin to the next card."""
    reached = scene.player.conductors[train]
    walks = scene.way_words(f"conductor:{TRAINS[train]}:", reached, position)
    if position == reached + 1:
        coins = range(len(scene.box.coin_columns))
        walks += scene.coming([f"coin:{at + 1}:conductor:{TRAINS[train]}" for at in coins])
    return walks


def has_figure(scene: Scene, train: int, position: int) -> bool:
    """Does a conductor stand at a card, did it before the gesture, or can it go there?"""
    known = (scene.player.conductors[train], scene.base.conductors[train])
    return position in known or bool(walk_words(scene, train, position))


def draw_walks(sheet: Sheet, scene: Scene, train: int, area: Rect, position: int, free: bool) -> None:
    """The controls that let the conductor go to a card; `free`: nothing else is pressed there, so all of it counts."""
    live = [word for word in walk_words(scene, train, position) if word not in scene.offered]
    if not live:
        return
    if position != scene.player.conductors[train]:
        x = area.x + area.w - FIGURE_WIDE - 3
        sheet.board(moved(x, area.y - FIGURE_HIGH + 1, conductor_ghost(FIGURE_SCALE)))
    wide = area.w - 4 if free else FIGURE_WIDE + 8
    high = HEAD + area.h - 4 if free else HEAD
    zone = Rect(area.x + area.w - wide - 1, area.y - HEAD + 1, wide, high)
    for word, there in scene.offer_all(sheet, zone, live):
        if word.startswith("coin:"):
            coin_tag(sheet, scene, word, there.x + there.w - 8, there.y + 8, 7)


def draw_station(sheet: Sheet, stretch: TrainStretch) -> None:
    """The platform left of the first card."""
    sheet.board(rect(stretch.x - STATION - 1, stretch.y + stretch.high - 2, STATION - 1, 6, 1, "inset-l"))


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
    """The conductor on the card that it has reached, or in the station; where the gesture moves it, also its trace."""
    train = stretch.train
    now, old = scene.player.conductors[train], scene.base.conductors[train]
    if old != now and stretch.stands(old):
        sheet.board(moved(*stretch.figure(old), conductor_ghost(FIGURE_SCALE)))
    if not stretch.stands(now):
        return
    x, y = stretch.figure(now)
    cls = "piece lift" if old != now else "piece"
    figure = conductor_figure(scene.color, FIGURE_SCALE)
    thing = about(f"guard:{scene.shown}:{TRAINS[train]}", scene.phrase(CONDUCTORS[train]))
    sheet.piece(moved(x, y, figure, id_=f"cond-{scene.color}-{train}", cls=cls, **thing))
    was = scene.was
    if was is not None and was.conductors[train] != now:
        sheet.label(turn_ring(x - 1, y - 1, FIGURE_WIDE + 2, FIGURE_HIGH + 2, scene.color, 4))
