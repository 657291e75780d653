"""The messages between a server and its bot processes: a question with nothing but what the bot may know, an answer."""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Final

import msgspec

from trainshed.bots.bot import Budget
from trainshed.kernel.game import State
from trainshed.kernel.record import embedded

LENGTH: Final = Struct(">I")
"""How the length of a message stands before it."""
READY: Final = b"ready"
"""What a bot process sends first."""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question to the bot in one seat. It carries the seat's view and never the position."""

    title: str
    edition: int
    pack: str
    """The digest of the content pack."""
    content: str
    """The content pack, as `Pack.packed` writes it; empty for the one that is built in."""
    bot: str
    view: bytes
    """The view of the seat that is asked; its options, too, are in there."""
    moves: list[int]
    budget: Budget
    seed: int
    """For the worlds that the bot imagines."""


class Answer(msgspec.Struct, frozen=True):
    """The move that a bot has chosen, or the error that kept it from choosing."""

    move: int = -1
    error: str = ""


def question_of(position: State, bot: str, moves: Sequence[int], budget: Budget, seed: int) -> Question:
    """The question of a position to a bot in the seat that must decide."""
    game = position.game
    return Question(
        title=game.slug,
        edition=game.edition,
        pack=game.pack.digest,
        content=embedded(game),
        bot=bot,
        view=msgspec.msgpack.encode(position.view(position.actor)),
        moves=list(moves),
        budget=budget,
        seed=seed,
    )


def framed(message: msgspec.Struct) -> bytes:
    """A message as bytes, its length first."""
    body = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(body)) + body
