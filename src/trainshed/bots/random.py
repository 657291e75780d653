"""The bot that plays a random legal move."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from trainshed.bots.bot import Bot, Budget, Worlds


class RandomBot:
    """Plays every legal move with equal probability."""

    name = "random"
    looks = False

    def choose(self, view: Any, moves: Sequence[int], budget: Budget, rng: Random, worlds: Worlds) -> int:
        return moves[int(rng.random() * len(moves))]


BOT: Bot = RandomBot()
