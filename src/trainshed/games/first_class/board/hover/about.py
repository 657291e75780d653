"""The hover cards of First Class: a thing of the board by its key, or an option by its word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from trainshed.draw.board import Asked, Say
from trainshed.draw.hover_card import HoverCard
from trainshed.games.first_class.board.hover import company_things, table_things
from trainshed.games.first_class.board.hover.option_cards import option_card
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.view import View
from trainshed.kernel.game import Game

ON_TABLE: Final[dict[str, Callable[[Scene], HoverCard]]] = {
    "deck": table_things.deck,
    "end-bonus": table_things.bonus_display,
    "draft": table_things.draft,
    "tiles": table_things.next_tile,
    "scoring": company_things.scoring,
    "result": company_things.result,
}
"""Things of which there is one, by their keys."""

NUMBERED: Final[dict[str, Callable[[Scene, str], HoverCard | None]]] = {
    "row": table_things.row_of_display,
    "take": table_things.place_of_display,
    "coaches": table_things.free_coaches,
    "place": table_things.arrival,
}
"""Things of the table by the first part of their keys; the rest says which one it is."""

OF_SEAT: Final[dict[str, Callable[[Scene, str], HoverCard | None]]] = {
    "stop": company_things.city,
    "car": company_things.train_card,
    "guard": company_things.conductor,
    "train": company_things.train,
    "mailcar": company_things.mail_car,
    "purse": company_things.coin_column,
    "card": company_things.lying_card,
    "counted": company_things.own_bonus,
    "loco": lambda scene, _: company_things.locomotive(scene),
    "final": lambda scene, _: company_things.final_count(scene),
    "used": lambda scene, _: company_things.used_cards(scene),
    "points": lambda scene, _: company_things.points_of(scene),
    "company": lambda scene, _: company_things.company(scene),
    "drafter": lambda scene, _: table_things.drafter(scene, scene.shown),
}
"""Things of a player; their keys have the seat as their second part."""


def about(game: Game, view: View, thing: str, asked: Asked, say: Say) -> HoverCard | None:
    """The card of a thing that the board draws, or of a word that can be said; None if there is no such thing."""
    scene = Scene(game, view, asked._replace(beside=None), say)
    head, _, rest = thing.partition(":")
    if thing in ON_TABLE:
        return ON_TABLE[thing](scene)
    if head in OF_SEAT:
        seat, _, which = rest.partition(":")
        if not seat.isdigit() or int(seat) >= view.seats:
            return None
        return OF_SEAT[head](of_seat(scene, int(seat), asked, say), which)
    for module in scene.modules.values():
        found = module.about(scene, thing)
        if found is not None:
            return found
    if thing in game.vocabulary:
        return option_card(scene, thing)
    return NUMBERED[head](scene, rest) if head in NUMBERED else None


def of_seat(scene: Scene, seat: int, asked: Asked, say: Say) -> Scene:
    """The scene in which the company of a seat is shown."""
    if seat == scene.shown:
        return scene
    return Scene(scene.game, scene.now, asked._replace(beside=seat), say)
