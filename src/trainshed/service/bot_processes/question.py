"""The messages between a server and its bot processes: a question with nothing but what a seat may know, an answer."""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Final

import msgspec

from trainshed.bots.bot import Budget
from trainshed.kernel.game import State
from trainshed.kernel.record import embedded
from trainshed.wire import Judgement

LENGTH: Final = Struct(">I")
"""How the length of a message stands before it."""
READY: Final = b"ready"
"""What a bot process sends first."""
JUDGE: Final = ""
"""In place of a bot's name: the moves are judged, and none is chosen."""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a seat has to decide: a bot chooses a move, or the moves are judged. It has the view, never the position."""

    title: str
    edition: int
    pack: str
    """The digest of the content pack."""
    content: str
    """The content pack, as `Pack.packed` writes it; empty for the one that is built in."""
    bot: str
    """The bot that is to choose a move, or `JUDGE`."""
    view: bytes
    """The view of the seat that is asked; its options, too, are in there."""
    moves: list[int]
    budget: Budget
    seed: int
    """For the worlds that the bot imagines."""
    played: int | None = None
    """The move that was made, if moves are judged after the game: it is judged too, however bad it looks."""


class Answer(msgspec.Struct, frozen=True):
    """The move that a bot has chosen, or what the moves are worth, or the error that kept it from answering."""

    move: int = -1
    judgement: Judgement | None = None
    error: str = ""


def question_of(
    position: State, bot: str, moves: Sequence[int], budget: Budget, seed: int, played: int | None = None
) -> Question:
    """The question of a position to a bot in the seat that must decide, or to nobody (`JUDGE`)."""
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
        played=played,
    )


def framed(message: msgspec.Struct) -> bytes:
    """A message as bytes, its length first."""
    body = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(body)) + body
