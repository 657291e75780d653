"""One game played by bots that see nothing but their seats' views."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import msgspec

from trainshed.bots.bot import Bot, Budget, looks
from trainshed.bots.failure import BotCrashed, BotError, as_word, package_of
from trainshed.kernel.agenda import NATURE, NOBODY
from trainshed.kernel.game import State
from trainshed.kernel.nature import Nature


class MatchError(ValueError):
    """A bot that answers with an illegal move, or cannot play this title."""


class Counts(msgspec.Struct, frozen=True):
    """The length of a game."""

    decisions: int
    """Questions to a seat that had two answers or more."""
    moves: int
    """All moves: of the seats, forced or not, and of nature."""
    turns: int
    """How often a question went to another seat than the one before; the first question counts."""


def play_game(
    state: State,
    bots: Sequence[Bot],
    nature: Nature,
    rng: Random | Sequence[Random],
    budget: Budget,
    on_move: Callable[[int, int], None] | None = None,
) -> tuple[State, Counts]:
    """Play a position to its end, one bot a seat; the given position itself is changed.

    A question with a single answer is not put to the bot. `on_move` is called with (actor, move) before every move.
    `rng` is shared by all bots, or one for each seat: then a bot's random numbers do not depend on how many of them
    the other bots use.
    """
    rngs = [rng] * len(bots) if isinstance(rng, Random) else rng
    decisions = moves_made = turns = 0
    asked = NOBODY
    while not state.over:
        seat = state.actor
        if seat == NATURE:
            move = nature.choose(state)
        else:
            if seat != asked:
                asked = seat
                turns += 1
            moves = state.moves()
            if len(moves) == 1:
                move = moves[0]
            else:
                decisions += 1
                move = answer(state, bots[seat], moves, rngs[seat], budget)
        if on_move is not None:
            on_move(seat, move)
        state.apply(move)
        moves_made += 1
    return state, Counts(decisions, moves_made, turns)


def answer(state: State, bot: Bot, moves: list[int], rng: Random, budget: Budget) -> int:
    """Put the question to a bot; it gets the view and worlds made from it, and its answer is checked."""
    # Most of the time of a game that is played at random went into views that nobody looked at.
    view = state.view(state.actor) if looks(bot) else None
    game = state.game
    try:
        move = bot.choose(view, moves[:], budget, rng, lambda: game.world(view, rng))
    except ModuleNotFoundError as error:
        raise MatchError(f"{bot.name} cannot play {game.slug}: there is no {error.name}") from error
    except BotError:
        raise
    except Exception as error:
        raise BotCrashed.of(f"bot {bot.name} failed in seat {state.actor + 1}", error, package_of(bot)) from error
    if move not in moves:
        raise MatchError(
            f"bot {bot.name} answered {as_word(game.vocabulary, move)} in seat {state.actor + 1}, which is not legal"
        )
    return move
