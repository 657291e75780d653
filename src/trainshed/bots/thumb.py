"""Playing by rules of thumb: the weights and playing styles that a title gives, and the bot that follows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from types import ModuleType
from typing import Any, TypeAlias

from trainshed.bots.bot import Bot, Budget, Worlds
from trainshed.kernel.game import Game
from trainshed.kernel.shared.weights import alike

Weigh: TypeAlias = Callable[[Any, Sequence[int]], list[int]]
"""A weight for each move in a world, higher is better."""


def equally(world: Any, moves: Sequence[int]) -> list[int]:
    """The rules of thumb of a title that has none: all moves weigh the same."""
    return alike(len(moves))


def rules_of_thumb(game: Game, style: str = "", mistakes: str = "") -> Weigh:
    """The rules of thumb of a title in a playing style, with the mistakes in one of its lists (`MISTAKES` …)."""
    return weigher_of(game.part("bot"), style, mistakes) if game.has_part("bot") else equally


@lru_cache(maxsize=128)
def weigher_of(part: ModuleType, style: str, mistakes: str) -> Weigh:
    """The weights of a title's `bot`; a title without styles, or without named mistakes, has one way to play."""
    made = tuple(getattr(part, mistakes, ())) if mistakes else ()
    weigh: Weigh = part.weigh if not style and not made else part.weigher(style, made)
    return weigh


def heaviest(moves: Sequence[int], weights: Sequence[int], rng: Random) -> int:
    """The move with the highest weight, ties at random."""
    highest = max(weights)
    best = [move for move, weight in zip(moves, weights, strict=True) if weight == highest]
    return best[int(rng.random() * len(best))]


class ThumbBot:
    """Plays the move with the highest weight in one world, ties at random; a random move if the title has no `bot`.

    `mistakes` names the list of beginners' mistakes that it makes.
    """

    def __init__(self, name: str, mistakes: str = "", style: str = "") -> None:
        self.name = name
        self.mistakes = mistakes
        self.style = style

    def styled(self, style: str) -> Bot:
        """The same player in a playing style of the title."""
        return ThumbBot(f"{self.name}/{style}", self.mistakes, style)

    def choose(self, view: Any, moves: Sequence[int], budget: Budget, rng: Random, worlds: Worlds) -> int:
        if len(moves) == 1:
            return moves[0]
        world = worlds()
        return heaviest(moves, rules_of_thumb(world.game, self.style, self.mistakes)(world, moves), rng)


BOT: Bot = ThumbBot("thumb")
