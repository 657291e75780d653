"""One of our own bots as a program that answers a host over lines of JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

import msgspec

from trainshed.bots.bot import Bot, Budget
from trainshed.bots.failure import BotCrashed, BotError, as_word, package_of
from trainshed.bots.stdio.messages import PROTOCOL, Hello, MoveAnswer, ProgramError, Ready, from_host, line_of
from trainshed.kernel.content import Pack
from trainshed.kernel.game import Game
from trainshed.kernel.registry import game as find_game


def serve(bot: Bot, lines: Iterable[bytes], write: Callable[[bytes], None]) -> None:
    """Answer the lines of a host until there are no more. Worlds are drawn here, so that none are asked for."""
    game: Game | None = None
    view_type: Any = None
    for line in lines:
        match from_host(line):
            case Hello() as hello:
                if hello.protocol != PROTOCOL:
                    raise ProgramError(f"the host speaks version {hello.protocol} of the protocol, not {PROTOCOL}")
                game = _game(hello)
                view_type = type(game.start(hello.seats, hello.options).view(None))
                write(line_of(Ready(name=bot.name)))
            case question:
                if game is None:
                    raise ProgramError("the host has asked before it said hello")
                if not question.moves:
                    raise ProgramError("the host has asked without moves")
                try:
                    view = msgspec.json.decode(question.view, type=view_type)
                except msgspec.MsgspecError as error:
                    raise ProgramError(f"the view cannot be read: {error}") from error
                moves = [game.vocabulary.id(word) for word in question.moves]
                try:
                    move = seeded_choice(bot, game, view, moves, question.budget.budget(), question.seed)
                except Exception as error:
                    what = f"bot {bot.name} failed at question {question.id}"
                    raise BotCrashed.of(what, error, package_of(bot)) from error
                if move not in moves:
                    raise BotError(f"bot {bot.name} answered {as_word(game.vocabulary, move)}, which is not legal")
                write(line_of(MoveAnswer(question.id, game.vocabulary.word(move))))


def seeded_choice(bot: Bot, game: Game, view: Any, moves: Sequence[int], budget: Budget, seed: int) -> int:
    """What a bot chooses if all its random numbers, and the worlds that it draws, come from this seed."""
    rng = Random(seed)
    return bot.choose(view, list(moves), budget, rng, lambda: game.world(view, rng))


def _game(hello: Hello) -> Game:
    if not hello.content:
        return find_game(hello.title, hello.edition, hello.pack)
    return find_game(hello.title, hello.edition, Pack.unpack(hello.content, "the content of the host"))
