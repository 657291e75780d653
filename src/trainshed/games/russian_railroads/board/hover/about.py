"""The hover card of a thing on the board by its key, and how good a position is, by which a card tells the best way."""

from __future__ import annotations

from typing import Final

from trainshed.draw.board import Asked, Say
from trainshed.draw.hover_card import HoverCard
from trainshed.games.russian_railroads.board.hover import railway_things, words
from trainshed.games.russian_railroads.board.hover.effects import number_of
from trainshed.games.russian_railroads.board.scene import Scene
from trainshed.games.russian_railroads.rules.player import bonus_points, majority_points, reach, round_points
from trainshed.games.russian_railroads.text.names import box_of
from trainshed.games.russian_railroads.view import View, player_of
from trainshed.kernel.game import Game
from trainshed.kernel.vocabulary import head_of, rest_of

PRINTED: Final = ("strip", "order", "pile")
"""The first parts of keys that are no words: printed things of the shared board that are never chosen."""


def about(game: Game, view: View, thing: str, asked: Asked, say: Say) -> HoverCard | None:
    """The hover card of a thing, or None if there is no such thing.

    A thing is a word ("space:track_gray_2"), something printed on the shared board ("pile:5"), or something on the
    railway of a seat, which stands before it ("0/track:kiev:gray").
    """
    owner, slash, rest = thing.partition("/")
    if slash:
        seat, tell = number_of(owner), railway_things.TELLERS.get(head_of(rest))
        if not 0 <= seat < view.seats or tell is None:
            return None
        return tell(Scene(game, view, asked._replace(beside=seat), say), rest_of(rest))
    word = thing.partition(" ")[0]
    scene = Scene(game, view, asked, say)
    if head_of(word) in PRINTED:
        return words.TELLERS[head_of(word)](scene, rest_of(word))
    return words.word_card(scene, word) if word in game.vocabulary else None


# ---------------------------------------------------------------- how good a position is

ROUBLE: Final = 2.0
WORKER: Final = 5.0
"""About what a rouble brings in the end, and a worker in each round that is left."""

STEP: Final = 0.4
REACH: Final = 0.6
"""A step of a track, or a space of reach, for each round that is left: it prepares what scores later."""


def worth(game: Game, view: View) -> float:
    """About how many points the viewer will have: those so far, the present board in every scoring that is left, end
    bonus cards, engineers, and a little for what only helps later. It has to order the ends of one gesture, no more."""
    if view.seat is None:
        return 0.0
    if view.over:
        return float(view.scores[view.seat])
    box = box_of(game, view.options)
    players = [player_of(box, view, seat) for seat in range(view.seats)]
    own = players[view.seat]
    left = box.rounds[view.seats] - max(1, view.round) + 1
    later = left - 1
    sure = own.points + left * round_points(box, own) + majority_points(box, players)[view.seat]
    sure += sum(bonus_points(box, own, card) for card in own.bonus)
    steps = sum(at for at in own.tracks if at > 0)
    spaces = sum(reach(own, railroad) for railroad in range(len(box.length)))
    help_later = STEP * steps + REACH * spaces + 2 * len(own.engineers) + 2 * len(own.factories)
    return sure + ROUBLE * own.roubles + WORKER * own.gained_workers * left + help_later * later
