"""The bot that plays by its title's rules of thumb."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from trainshed.bots.bot import Bot, Budget, Worlds


class ThumbBot:
    """Plays the move with the highest weight in one world, ties at random; a random move if the title has no `bot`."""

    name = "thumb"

    def choose(self, view: Any, moves: Sequence[int], budget: Budget, rng: Random, worlds: Worlds) -> int:
        if len(moves) == 1:
            return moves[0]
        world = worlds()
        if not world.game.has_part("bot"):
            return moves[int(rng.random() * len(moves))]
        weights: list[int] = world.game.part("bot").weigh(world, moves)
        highest = max(weights)
        best = [move for move, weight in zip(moves, weights, strict=True) if weight == highest]
        return best[int(rng.random() * len(best))]


BOT: Bot = ThumbBot()
