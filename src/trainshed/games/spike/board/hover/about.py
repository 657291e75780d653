"""The hover card of a thing of Spike by its key or its word, and how good a position is for its viewer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from trainshed.draw.board import Asked, Say
from trainshed.draw.hover_card import HoverCard
from trainshed.games.spike.board.hover import belongings, places, supply
from trainshed.games.spike.board.scene import Scene
from trainshed.games.spike.view import View
from trainshed.kernel.game import Game


def about(game: Game, view: View, thing: str, asked: Asked, say: Say) -> HoverCard | None:
    """The hover card of a thing on the table or of a word; None if there is no such thing."""
    word = thing.partition(" ")[0]
    head, _, rest = word.partition(":")
    if word not in game.vocabulary:
        return OF_THINGS[head](Scene(game, view, asked, say), rest) if head in OF_THINGS else None
    if head not in OF_WORDS:
        return None
    scene = Scene(game, view, asked, say)
    return places.way_card(scene, thing) if " " in thing else OF_WORDS[head](scene, word)


def worth(game: Game, view: View) -> float:
    """How good a position is for its viewer, to tell the best that a choice can lead to: the money."""
    return 0 if view.seat is None else view.players[view.seat].money


OF_WORDS: Final[dict[str, Callable[[Scene, str], HoverCard | None]]] = {
    "pile": supply.pile_card,
    "take": supply.taken_card,
    "stop": supply.closing_card,
    "done": supply.closing_card,
    "give": supply.given_card,
    "spend": supply.payment_card,
    "match": supply.payment_card,
    "build": places.building_card,
    "link": places.link_card,
    "move": places.train_move_card,
    "start": places.train_move_card,
    "extra": places.train_move_card,
    "place": places.begin_card,
    "load": belongings.cargo_card,
    "unload": belongings.cargo_card,
    "deliver": belongings.delivery_card,
    "upgrade": belongings.upgrade_card,
    "side": belongings.side_card,
    "keep": belongings.kept_card,
}
"""Who writes the card of a word, by its first part."""

OF_THINGS: Final[dict[str, Callable[[Scene, str], HoverCard | None]]] = {
    "city": places.city_card,
    "line": places.line_card,
    "junction": places.junction_card,
    "train": places.train_card,
    "station": places.station_card,
    "hand": supply.stack_card,
    "slot": supply.slot_card,
    "good": supply.good_card,
    "row": supply.row_card,
    "money": supply.money_card,
    "round": supply.round_card,
    "face": belongings.contract_card,
    "secret": belongings.secret_card,
    "part": belongings.part_card,
}
"""Who writes the card of a thing that has no word, by the first part of its key."""
