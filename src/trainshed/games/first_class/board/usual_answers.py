"""What the page of First Class answers by itself, where nearly everybody would say the same."""

from __future__ import annotations

from collections.abc import Sequence

from trainshed.games.first_class.board.module import board_module
from trainshed.games.first_class.rules import effect_notation as verbs
from trainshed.games.first_class.rules.actions.in_progress import CHOICE
from trainshed.games.first_class.rules.components import TRAINS
from trainshed.games.first_class.rules.effect_notation import Icon, icons_from
from trainshed.games.first_class.text import names
from trainshed.games.first_class.view import View
from trainshed.kernel.game import Game
from trainshed.kernel.vocabulary import head_of, rest_of


def usual(game: Game, view: View, moves: Sequence[str]) -> str:
    """What most players would say: use a taken card, and use icons fully that leave nothing to choose; else "".

    It never spends a coin, fulfils a contract or ends a scoring.
    """
    if view.seat is None or not view.pending:
        return ""
    effect_, *args = view.pending[-1]
    if effect_ == "UseCard":
        return "use" if "use" in moves else ""
    if effect_ != "Carry" or int(args[1]) == CHOICE:
        return ""
    for name in view.modules:
        word = board_module(name).usual(view, moves)
        if word:
            return word
    return usual_icon(game, view, moves, icons_from([int(number) for number in args[3:]]))


def usual_icon(game: Game, view: View, moves: Sequence[str], icons: Sequence[Icon]) -> str:
    """The full use of an icon that has only one: locomotive, conductors that share no steps, coins if they fit."""
    box = names.box_of(game)
    assert view.seat is not None
    coins = sum(icon.count for icon in icons if icon.verb == verbs.COINS)
    if "coins" in moves and sum(view.players[view.seat].coins) + coins <= box.capacity:
        return "coins"
    drives = [word for word in moves if head_of(word) == "locomotive"]
    if drives:
        return max(drives, key=lambda word: int(rest_of(word)))
    if any(icon.verb in (verbs.COACH, verbs.ANY) for icon in icons):
        return ""  # a longer train may let a conductor go further
    return usual_walk(moves, icons)


def usual_walk(moves: Sequence[str], icons: Sequence[Icon]) -> str:
    """The longest way of a conductor where no other one could use its steps; "" if they have to be shared."""
    walks = [word for word in moves if head_of(word) == "conductor"]
    trains = sorted({rest_of(word).partition(":")[0] for word in walks}, key=TRAINS.index)
    shared = any(icon.verb == verbs.STEPS for icon in icons)
    if not trains or (shared and len(trains) > 1):
        return ""
    own = [word for word in walks if rest_of(word).startswith(f"{trains[0]}:")]
    return max(own, key=lambda word: int(word.rpartition(":")[2]))
