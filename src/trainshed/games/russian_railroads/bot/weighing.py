"""Weights of the answers to a question of Russian Railroads, from what each answer is worth in points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from trainshed.games.russian_railroads.bot.answers import AnswerValues
from trainshed.games.russian_railroads.bot.habits import HABITS, Habits
from trainshed.games.russian_railroads.bot.styles import habits_of
from trainshed.games.russian_railroads.rules.actions.cards import Again, UseCard
from trainshed.games.russian_railroads.rules.actions.carry import Carry
from trainshed.games.russian_railroads.rules.actions.repeat import Repeat
from trainshed.games.russian_railroads.rules.actions.tiles import PlaceLocomotive, ReplaceFactory
from trainshed.games.russian_railroads.rules.actions.tokens import UseToken
from trainshed.games.russian_railroads.rules.bonus import ChooseBonus, LookOrTen
from trainshed.games.russian_railroads.rules.set_up import ChooseStart
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.turns import Pay, Relocate, Turn
from trainshed.kernel.shared.weights import alike, weights

SHARPNESS: Final = 0.15
"""Each point that a move is worse than the best divides its weight by e to this power."""

NEARLY: Final = 18.0
"""In the first round a player with a style takes placements for equally good that are so many points behind the best,
or less: else all games of two such players would begin alike. It costs such a player up to fourteen wins in a hundred
two-seat games against one without a style, five on average."""


def weigh(world: RailState, moves: Sequence[int]) -> list[int]:
    """A weight for each of these moves, higher is better; also fit for drawing moves at random by weight."""
    return weigh_with(world, moves, HABITS)


def weigher(style: str = "", mistakes: Sequence[str] = ()) -> Callable[[RailState, Sequence[int]], list[int]]:
    """A `weigh` of a playing style ("": that of `weigh`) with mistakes of beginners."""
    habits = habits_of(style, mistakes)
    nearly = NEARLY if style else 0.0

    def weigh_as(world: RailState, moves: Sequence[int]) -> list[int]:
        return weigh_with(world, moves, habits, nearly)

    return weigh_as


def weigh_with(world: RailState, moves: Sequence[int], habits: Habits, nearly: float = 0.0) -> list[int]:
    """Weights of a player with these habits, to whom nearly equal placements of the first round are equal."""
    gains = gains_of(world, moves, habits) if len(moves) > 1 else []
    if not gains:
        return alike(len(moves))
    if nearly and world.round == 1 and type(world.top) is Turn:
        best = max(gains)
        gains = [best if best - gain <= nearly else gain for gain in gains]
    return weights(gains, SHARPNESS)


def gains_of(world: RailState, moves: Sequence[int], habit: Habits) -> list[float]:
    """What each of these moves is worth in points; nothing where it makes no difference."""
    asked: Any = world.top
    kind = type(asked)
    values = AnswerValues(world, asked.seat, habit)
    if kind is Carry:
        return values.steps(moves)
    if kind is Turn:
        return values.turns(moves)
    if kind is Pay:
        return values.payments(asked.space, moves)
    if kind is PlaceLocomotive:
        return values.places(asked.number, moves)
    if kind is UseToken:
        return [values.token(move - world.game.words.token) for move in moves]
    if kind is UseCard:
        return [values.card(move) for move in moves]
    if kind is ChooseBonus or kind is LookOrTen:
        return [values.bonus(move) for move in moves]
    if kind is Relocate or kind is Repeat:
        return [values.again(move, kind is Repeat) for move in moves]
    if kind is ReplaceFactory:
        return [values.replacement(move, asked.number) for move in moves]
    if kind is Again:
        return [values.once_more(move) for move in moves]
    if kind is ChooseStart:
        box = world.box
        return [values.parts(box.start_parts[move - world.game.words.start]) for move in moves]
    return []  # which worker changes places makes no difference
