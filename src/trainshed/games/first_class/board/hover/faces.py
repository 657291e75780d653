"""Small pictures for the hover cards of First Class, in a box of at most 72 by 40."""

from __future__ import annotations

from typing import Final

from trainshed.draw.icon_row import Drawn, scaled
from trainshed.draw.icons import sign
from trainshed.draw.pieces import coin, engine
from trainshed.draw.svg import moved, rect
from trainshed.games.first_class.board.art.cards import BANDS, bonus_back, card_face, paper, type_icon
from trainshed.games.first_class.board.art.coaches import FIGURE, carriage, conductor_figure, pawn, tile_face
from trainshed.games.first_class.board.art.icons import compact_icons, diamond, key_of, word
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.rules.components import TYPES, City

Face = tuple[str, tuple[float, float]]
"""The SVG of a face, and its width and height."""

WIDE: Final = 72.0
HIGH: Final = 40.0
CARD_WIDE: Final = 107.0
CARD_HIGH: Final = 57.0
SCALE: Final = 0.66
"""An action card is drawn as large as in the display, so that its icons lie as they do there, and then made smaller."""

COIN_FACE: Final = coin(10, 14, 9, "1")
"""A coin as the piece that something costs."""


def row_face(drawn: Drawn) -> Face:
    """Icons in one row."""
    body, wide = scaled(drawn, WIDE, 1)
    return moved(0, 15, body), (max(1.0, round(wide, 1)), 30)


def action_face(scene: Scene, name: str) -> Face:
    """An action card as in the display, smaller."""
    face = card_face(scene.box, scene.box.card_numbers[name], CARD_WIDE, CARD_HIGH)
    return moved(0.5, 0.5, face, scale=SCALE), (WIDE, HIGH)


def bonus_face(scene: Scene, name: str) -> Face:
    """An end-bonus card: what it multiplies, and by how much."""
    card = scene.box.bonus[scene.box.bonus_numbers[name]]
    icon, wide = type_icon(card.type, 16)
    times, own = word(f"×{card.points}", "t15b")
    left = (53 - wide - own - 3) / 2
    body = moved(left, 20, icon) + moved(left + wide + 3, 20, times)
    return paper(53, HIGH - 4, BANDS[TYPES[card.type]]) + body, (54, HIGH)


def back_face() -> Face:
    """The back of an end-bonus card."""
    return bonus_back(30, HIGH - 2), (30, HIGH - 2)


def coach_face(card: str) -> Face:
    """A coach by its level, or "mail"."""
    return carriage(card, 52, 34), (52, 34)


def tile_picture(points: int) -> Face:
    """A locomotive tile."""
    return tile_face(points, 70, HIGH), (70, HIGH)


def engine_face() -> Face:
    return moved(0, 2, engine(4, 50)), (50, 34)


def conductor_face(scene: Scene) -> Face:
    return moved(1, 1, conductor_figure(scene.color)), (FIGURE + 2, 33)


def pawn_face(scene: Scene) -> Face:
    return moved(19, 21, pawn(scene.color)), (38, 28)


def coins_face(scene: Scene, column: int) -> Face:
    """What a coin of a column buys."""
    verbs = scene.box.coin_columns[column].verbs
    return row_face(compact_icons(scene.box, tuple((verb, 0, 1) for verb in verbs)))


def city_face(scene: Scene, city: City) -> Face:
    """What a city gives."""
    if city.icons:
        body, wide = scaled(compact_icons(scene.box, key_of(city.icons)), WIDE - 8, 1)
        return rect(0.5, 0.5, wide + 7, 29, 3, "rbox") + moved(4, 15, body), (round(wide + 8, 1), 30)
    if city.points:
        return row_face(diamond(city.points))
    return sign_face("flag")


def sign_face(name: str) -> Face:
    """One of the icons that all titles share."""
    return sign(name, 2, 2, 24), (28, 28)
