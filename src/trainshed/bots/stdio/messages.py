"""The messages between a host and a bot that is a program: one JSON object a line, told apart by its field `type`."""

from __future__ import annotations

import math
from typing import Annotated, Final, TypeAlias

import msgspec

from trainshed.bots.bot import Budget
from trainshed.bots.failure import BotError

PROTOCOL: Final = 1
"""The version of the protocol. A field that may be left out can be added to a message without a new version."""

MOST_WORLDS: Final = 1_000
"""Worlds that a bot may hold at a time."""

MOST_PLAYOUTS: Final = 1_000
"""Playouts in one request."""

LONGEST_LINE: Final = 65_536
"""Bytes in a line of a bot, without its end."""


class ProgramError(BotError):
    """A program that does not keep to the protocol: it says something else, nothing in time, or ends."""


# ---------------------------------------------------------------- from the host to the bot


class Hello(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="hello"):
    """The game that is played. The first message, and sent again before a question about a game that differs in it."""

    protocol: int
    title: str
    """The title's slug, such as `lok-n-roll`."""
    edition: int
    pack: str
    """The digest of the content pack."""
    seats: int
    options: dict[str, str]
    worlds: int
    """How many worlds the bot may hold at a time."""
    content: str = ""
    """The content pack as a record embeds it; left out if it is the built-in one."""


class ToldBudget(msgspec.Struct, frozen=True):
    """A budget as it is told: JSON has no endless time, and a bot in another language has no defaults of ours."""

    seconds: float | None
    """How long to think; null: as long as it takes."""
    nodes: int | None
    """How many imagined games to think, so that results repeat; null: as many as the bot likes."""

    @staticmethod
    def of(budget: Budget) -> ToldBudget:
        nodes = None if budget.nodes is None else max(1, int(budget.nodes * budget.scale))
        return ToldBudget(budget.seconds if math.isfinite(budget.seconds) else None, nodes)

    def budget(self) -> Budget:
        return Budget(math.inf if self.seconds is None else self.seconds, self.nodes)


class ChooseRequest(msgspec.Struct, frozen=True, tag_field="type", tag="choose"):
    """A question: which of these moves? The view is the last field, so that simple programs can stop reading there."""

    id: int
    """The number of the question, which the answer repeats."""
    seat: int
    """The seat that is asked, from 0."""
    seed: int
    """A random number below 2**53 for this question: a bot that draws from it plays the same game again."""
    budget: ToldBudget
    moves: list[str]
    """The legal words; there are always two or more at a table."""
    view: msgspec.Raw
    """All that the seat may know, as the HTTP API sends it. Its fields depend on the title."""


class WorldPosition(msgspec.Struct, frozen=True, tag_field="type", tag="position"):
    """What can be done in a world now. Nature has drawn already, so a seat is asked, or the game is over."""

    world: int
    """The number of the world."""
    seat: int
    """The seat that is asked; -2 if the game is over."""
    over: bool
    moves: list[str]
    """The legal words; empty if the game is over."""
    scores: list[int]
    """The points of each seat now."""
    returns: list[float]
    """What the position is worth to each seat by its points now; higher is always better. Final if the game is over."""


class WorldList(msgspec.Struct, frozen=True, tag_field="type", tag="worlds"):
    """The answer to `world`: new worlds."""

    worlds: list[WorldPosition]


class WorldView(msgspec.Struct, frozen=True, tag_field="type", tag="view"):
    """The answer to `view`: what a seat would know in a world."""

    world: int
    view: msgspec.Raw


class PlayoutReturns(msgspec.Struct, frozen=True, tag_field="type", tag="returns"):
    """The answer to `playout`: for each playout, what its end is worth to each seat."""

    world: int
    returns: list[list[float]]


class WorldsDropped(msgspec.Struct, frozen=True, tag_field="type", tag="dropped"):
    """The answer to `drop`."""

    left: int
    """How many worlds the bot still holds."""


class RequestRefused(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="refused"):
    """A request that cannot be carried out. It has changed nothing, and the bot may go on."""

    reason: str
    word: str = ""
    """The word that is not legal in the world."""
    clause: str = ""
    """The clause of the rules that forbids the word."""


WorldAnswer: TypeAlias = WorldPosition | WorldList | WorldView | PlayoutReturns | WorldsDropped | RequestRefused
HostMessage: TypeAlias = Hello | ChooseRequest | WorldAnswer


# ---------------------------------------------------------------- from the bot to the host


class _FromBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A message of a bot. A field that it should not have is an error, because it is most often a slip."""


class Ready(_FromBot, frozen=True, tag="ready"):
    """The answer to `hello`."""

    protocol: int = PROTOCOL
    name: str = ""
    """What the bot calls itself, for error messages."""


class MoveAnswer(_FromBot, frozen=True, tag="move"):
    """The answer to `choose`. All worlds of the question are forgotten."""

    id: int
    """The number of the question."""
    word: str


class WorldRequest(_FromBot, frozen=True, tag="world"):
    """Asks for positions that fit the view, hidden things drawn with their exact odds."""

    count: Annotated[int, msgspec.Meta(ge=1)] = 1


class PlayRequest(_FromBot, frozen=True, tag="play"):
    """Plays words in a world, one after the other; nature draws wherever it is asked. All words or none."""

    world: int
    words: list[str]
    copy: bool = False
    """Play in a copy, which is a new world, and leave this one as it is."""


class PlayoutRequest(_FromBot, frozen=True, tag="playout"):
    """Plays words in copies of a world, and from there random legal moves to the end. The world stays as it is."""

    world: int
    words: list[str] = []
    count: Annotated[int, msgspec.Meta(ge=1)] = 1


class ViewRequest(_FromBot, frozen=True, tag="view"):
    """Asks for a view in a world."""

    world: int
    seat: int | None = None
    """Whose view; null for a spectator."""


class DropRequest(_FromBot, frozen=True, tag="drop"):
    """Forgets worlds that are not needed any more."""

    worlds: list[int]


class LogMessage(_FromBot, frozen=True, tag="log"):
    """A line for the person at the terminal, printed on stderr with the name of the bot. It is not answered."""

    text: str


WorldsWork: TypeAlias = WorldRequest | PlayRequest | PlayoutRequest | ViewRequest | DropRequest
BotMessage: TypeAlias = Ready | MoveAnswer | WorldsWork | LogMessage


# ---------------------------------------------------------------- lines

_encoder: Final = msgspec.json.Encoder()
_bot_decoder: Final = msgspec.json.Decoder(BotMessage)
_host_decoder: Final = msgspec.json.Decoder(Hello | ChooseRequest)


def line_of(message: HostMessage | BotMessage) -> bytes:
    """A message as a line."""
    return _encoder.encode(message) + b"\n"


def from_bot(line: bytes) -> BotMessage:
    """A line of a bot as a message."""
    try:
        message: BotMessage = _bot_decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ProgramError(f"has written what is no message: {quoted(line)} ({error})") from error
    return message


def from_host(line: bytes) -> Hello | ChooseRequest:
    """A line of a host as a message that one of our own bots needs; it never asks for anything else."""
    try:
        message: Hello | ChooseRequest = _host_decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ProgramError(f"the host has written what is no message: {quoted(line)} ({error})") from error
    return message


def shown(said: bytes | str, most: int) -> str:
    """The beginning of what a program said, without characters that could control a terminal."""
    text = said[: 4 * most].decode("utf-8", "replace") if isinstance(said, bytes) else said
    plain = "".join(char if char.isprintable() else "?" for char in text[:most])
    return plain + ("…" if len(text) > most else "")


def quoted(said: bytes | str) -> str:
    """What a program said, in an error message."""
    return f"'{shown(said, 120)}'"
