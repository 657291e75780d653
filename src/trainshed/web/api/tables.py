"""Routes of the lobby and of tables; each handler only calls the service."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

import msgspec
from litestar import Response, Router, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from trainshed.bots.bot import names as bot_names
from trainshed.bots.characters import bot_of, cast
from trainshed.bots.levels import USUAL
from trainshed.bots.styles import style_sentence, styles
from trainshed.kernel.options import basis_of
from trainshed.kernel.registry import game, titles
from trainshed.service.base.errors import NotSignedIn
from trainshed.service.tables.lobby import TablePlan
from trainshed.web.http.access import CurrentUser, ServiceContainer, Visitor, anyone, public, signed_in, table_number
from trainshed.web.http.authentication import Asked, address, by_invitation
from trainshed.wire import (
    CharacterInfo,
    CommandResult,
    Legality,
    OptionInfo,
    Preview,
    Rematch,
    SeenRow,
    StyleInfo,
    TableCard,
    TableView,
    TitleInfo,
)

# ---------------------------------------------------------------- bodies


class JoinBody(msgspec.Struct, forbid_unknown_fields=True):
    """The seat to take."""

    seat: int | None = None
    """A seat, counted from 0; null for the first free one."""
    invite: str = ""
    """The secret of the invitation, for a private table."""


class OptionalSeatBody(msgspec.Struct, forbid_unknown_fields=True):
    """A seat, counted from 0; null for my own."""

    seat: int | None = None


class LeaveBody(msgspec.Struct, forbid_unknown_fields=True):
    """A seat, counted from 0; null for my own. During the game: the bot that plays it."""

    seat: int | None = None
    bot: str = ""
    """The name of one of the server's bots; empty for the usual one."""


class SeatBody(msgspec.Struct, forbid_unknown_fields=True):
    """A seat, counted from 0."""

    seat: int


class SeatBotBody(msgspec.Struct, forbid_unknown_fields=True):
    """A seat, and the bot to put there."""

    seat: int
    bot: str = USUAL
    """The name of one of the server's bots, such as `driver`, or with one of the title's styles: `driver/line`.
    Without a style, a level plays in that of its character."""
    character: str = ""
    """The name and face under which it sits, one of `GET /api/characters`; empty for one that is free."""


class SeatNameBody(msgspec.Struct, forbid_unknown_fields=True):
    """One of my seats, and the name of whoever plays it."""

    seat: int
    name: str


class GestureBody(msgspec.Struct, forbid_unknown_fields=True):
    """A gesture: the words that a player confirms together, and the row after which they were chosen."""

    seq: int
    """The number of the newest row that the player has seen."""
    words: list[str]
    mark: int | None = None
    """A number of the sender's choice. The same gesture may be sent again with it, and is not made twice."""


class SeqBody(msgspec.Struct, forbid_unknown_fields=True):
    """The number of the newest row that the player has seen."""

    seq: int


class UndoBody(msgspec.Struct, forbid_unknown_fields=True):
    """How much to take back, and the newest row that the player has seen."""

    seq: int
    whole: bool = False
    """False: my last word; true: all my words that can be taken back."""


class AskBody(msgspec.Struct, forbid_unknown_fields=True):
    """A proposal, and the newest row that the player has seen."""

    seq: int
    what: str
    """`pause`, or `takeback ROW`."""


class ReplyBody(msgspec.Struct, forbid_unknown_fields=True):
    """The answer to a proposal, and the newest row that the player has seen."""

    seq: int
    agree: bool


class BranchBody(msgspec.Struct, forbid_unknown_fields=True):
    """The row at which to branch off, and the seat to play there."""

    seq: int
    seat: int | None = None
    """A seat, counted from 0; null for my own."""


class ArchiveBody(msgspec.Struct, forbid_unknown_fields=True):
    """Whether a table is hidden from my lists."""

    archived: bool = True


# ---------------------------------------------------------------- lobby


@get("/api/titles", sync_to_thread=False, **public())
def list_titles() -> list[TitleInfo]:
    """List the titles (board games) that this server offers, with their options."""
    return all_titles()


@cache
def all_titles() -> list[TitleInfo]:
    """All titles, read once: they are installed with the program."""
    found = []
    for slug in titles():
        title = game(slug)
        options = [
            OptionInfo(
                o.name, list(o.choices), o.default, o.sentence, o.clause, list(o.seats), basis_of(o, title.rulebook)
            )
            for o in title.options
        ]
        plays = [StyleInfo(style, style_sentence(title, f"/{style}")) for style in styles(title)]
        found.append(TitleInfo(slug, title.name, title.edition, list(title.seat_counts), options, bot_names(), plays))
    return found


@get("/api/characters", sync_to_thread=False, **public())
def list_characters() -> list[CharacterInfo]:
    """List the characters of the server's bots: the names and faces under which they sit at tables."""
    return [
        CharacterInfo(
            *(character.id, character.name, character.role, character.bot, character.plays),
            plays_as={title: bot_of(character, game(title)) for title in titles()},
        )
        for bot in bot_names()
        for character in cast(bot)
    ]


@post("/api/tables", status_code=201, **signed_in("host", 409))
async def new_table(
    data: JSONBody[TablePlan], container: ServiceContainer, user: CurrentUser, request: Asked
) -> TableCard:
    """Create a table. I become its host and sit in the first seat."""
    return await container.lobby.card(await container.lobby.create(user, data, address(request.scope)), user)


@get("/api/tables", **anyone("read"))
async def list_tables(
    container: ServiceContainer,
    visitor: Visitor,
    which: FromQuery[Literal["playing", "open", "over", "seats", "watch"]] = "playing",
) -> list[TableCard]:
    """List my tables that are `playing`, `open` or `over`; with `seats`, public tables with a free seat; with `watch`,
    public games that are being played.
    """
    if which == "seats":
        return await container.lobby.open_seats(visitor)
    if which == "watch":
        return await container.lobby.to_watch(visitor)
    if visitor is None:
        raise NotSignedIn("Sign in first.")
    return await container.lobby.mine(visitor, which)


@get("/api/tables/{table:str}/card", **anyone("read", 404))
async def card(
    table: FromPath[str], container: ServiceContainer, visitor: Visitor, request: Asked, invite: FromQuery[str] = ""
) -> TableCard:
    """Get the summary of a table, as the lobby shows it."""
    number = table_number(table)
    async with by_invitation(container, request.scope, number, visitor, invite):
        return await container.lobby.card(number, visitor, invite)


@post("/api/tables/{table:str}/join", status_code=200, **signed_in("play", 404, 409))
async def join(
    table: FromPath[str], data: JSONBody[JoinBody], container: ServiceContainer, user: CurrentUser, request: Asked
) -> TableCard:
    """Take a seat at a table. A private table needs its invitation; at a public one everybody has one seat."""
    number = table_number(table)
    async with by_invitation(container, request.scope, number, user, data.invite):
        await container.lobby.join(number, user, data.seat, data.invite)
    return await container.lobby.card(number, user)


@post("/api/tables/{table:str}/bots", status_code=200, **signed_in("host", 404, 409))
async def seat_bot(
    table: FromPath[str], data: JSONBody[SeatBotBody], container: ServiceContainer, user: CurrentUser
) -> TableCard:
    """Put one of the server's bots into a free seat. Host only.

    During the game: let this bot play for a player who is away. The player may do this too.
    """
    number = table_number(table)
    if (await container.lobby.card(number, user)).status == "playing":
        await container.commands.choose_stand_in(number, user, data.seat, data.bot)
    else:
        await container.lobby.seat_bot(number, user, data.seat, data.bot, data.character)
    return await container.lobby.card(number, user)


@post("/api/tables/{table:str}/name", status_code=200, **signed_in("play", 404, 409))
async def name_seat(
    table: FromPath[str], data: JSONBody[SeatNameBody], container: ServiceContainer, user: CurrentUser
) -> TableCard:
    """Name one of my seats before the game, if I have several: other people play them on the same device."""
    number = table_number(table)
    await container.lobby.name_seat(number, user, data.seat, data.name)
    return await container.lobby.card(number, user)


@post("/api/tables/{table:str}/start", status_code=200, **signed_in("host", 404, 409))
async def start(table: FromPath[str], container: ServiceContainer, user: CurrentUser) -> TableCard:
    """Start the game. Host only; no seat may be free."""
    number = table_number(table)
    await container.lobby.start(number, user)
    await container.lobby.begin(number)
    return await container.lobby.card(number, user)


@post("/api/tables/{table:str}/rematch", status_code=200, **signed_in("host", 404, 409))
async def rematch(table: FromPath[str], container: ServiceContainer, user: CurrentUser, request: Asked) -> Rematch:
    """Offer a rematch of a finished game, or accept the offer that is open.

    When all people have accepted, a new table with the same players and options is made and started: `table` names it.
    Bots accept by themselves, so whoever played against bots only gets the new table at once. A second request of the
    same person changes nothing, and two offers at once are one.
    """
    return await container.rematches.offer(table_number(table), user, address(request.scope))


@get("/api/tables/{table:str}/rematch", **signed_in("read", 404, 409))
async def rematch_state(table: FromPath[str], container: ServiceContainer, user: CurrentUser) -> Rematch:
    """Get the last offer of a rematch of a finished game with its answers. Players only."""
    return await container.rematches.state(table_number(table), user)


@post("/api/tables/{table:str}/rematch/decline", status_code=200, **signed_in("play", 404, 409))
async def decline_rematch(table: FromPath[str], container: ServiceContainer, user: CurrentUser) -> Rematch:
    """Decline the offer of a rematch, or withdraw the own one. Anybody may offer again afterwards."""
    return await container.rematches.decline(table_number(table), user)


@post("/api/tables/{table:str}/branch", status_code=201, **signed_in("host", 404, 409))
async def branch(
    table: FromPath[str], data: JSONBody[BranchBody], container: ServiceContainer, user: CurrentUser, request: Asked
) -> TableCard:
    """Create a private table that branches off at a row of this one, with bots in all other seats.

    Everything that my seat could not know at that row is drawn anew. While the game runs I can play only my own seat
    there, afterwards any.
    """
    where = address(request.scope)
    fresh = await container.branches.begin(table_number(table), user, data.seq, data.seat, where)
    return await container.lobby.card(fresh, user)


@post("/api/tables/{table:str}/archive", status_code=204, **signed_in("play", 404, 409))
async def archive(
    table: FromPath[str], data: JSONBody[ArchiveBody], container: ServiceContainer, user: CurrentUser
) -> None:
    """Hide a finished table from my lists, or show it again."""
    await container.lobby.archive(table_number(table), user, data.archived)


@delete("/api/tables/{table:str}", status_code=204, **signed_in("host", 404, 409))
async def delete_table(table: FromPath[str], container: ServiceContainer, user: CurrentUser) -> None:
    """Delete a table for good: one of mine that has not started, or a game in which no other person has a part."""
    await container.deletion.delete(table_number(table), user)


# ---------------------------------------------------------------- at the table


@get("/api/tables/{table:str}", **anyone("read", 404))
async def look(
    table: FromPath[str], container: ServiceContainer, visitor: Visitor, request: Asked, invite: FromQuery[str] = ""
) -> TableView:
    """Get a table as I see it now."""
    number = table_number(table)
    async with by_invitation(container, request.scope, number, visitor, invite):
        invited = await container.lobby.invited(number, invite)
        return await container.commands.look(number, visitor, invited)


@get("/api/tables/{table:str}/log", **anyone("read", 404))
async def read_log(
    table: FromPath[str],
    container: ServiceContainer,
    visitor: Visitor,
    after: FromQuery[int] = 0,
    until: FromQuery[int | None] = None,
) -> list[SeenRow]:
    """Read the rows of the log after a row, as far as I may know them; at most 500."""
    return await container.commands.log(table_number(table), visitor, after, until)


@post("/api/tables/{table:str}/moves", status_code=200, **signed_in("play", 404, 409, 422))
async def moves(
    table: FromPath[str], data: JSONBody[GestureBody], container: ServiceContainer, user: CurrentUser
) -> CommandResult:
    """Play the words of a gesture, all or none."""
    return await container.commands.play(table_number(table), user, data.seq, data.words, data.mark)


@post("/api/tables/{table:str}/preview", status_code=200, **signed_in("play", 404, 409, 422))
async def preview(
    table: FromPath[str], data: JSONBody[GestureBody], container: ServiceContainer, user: CurrentUser
) -> Preview:
    """Preview the words of a gesture; nothing is stored. It stops before a word that cannot be taken back."""
    return await container.commands.preview(table_number(table), user, data.seq, data.words)


@get("/api/tables/{table:str}/why-not", **signed_in("read", 404))
async def why_not(
    table: FromPath[str], word: FromQuery[str], container: ServiceContainer, user: CurrentUser
) -> Legality:
    """Check whether a word is legal, and if not, which clause forbids it."""
    return await container.commands.why_not(table_number(table), user, word)


@post("/api/tables/{table:str}/undo", status_code=200, **signed_in("play", 404, 409))
async def undo(
    table: FromPath[str], data: JSONBody[UndoBody], container: ServiceContainer, user: CurrentUser
) -> CommandResult:
    """Take back my last word, or all my words since something was drawn or shown or the turn passed."""
    return await container.commands.undo(table_number(table), user, data.seq, data.whole)


@post("/api/tables/{table:str}/ask", status_code=200, **signed_in("play", 404, 409))
async def ask(
    table: FromPath[str], data: JSONBody[AskBody], container: ServiceContainer, user: CurrentUser
) -> CommandResult:
    """Propose `pause` or `takeback ROW` to all other players."""
    return await container.commands.ask(table_number(table), user, data.seq, data.what)


@post("/api/tables/{table:str}/reply", status_code=200, **signed_in("play", 404, 409))
async def reply(
    table: FromPath[str], data: JSONBody[ReplyBody], container: ServiceContainer, user: CurrentUser
) -> CommandResult:
    """Agree to a proposal, or decline it."""
    return await container.commands.reply(table_number(table), user, data.seq, data.agree)


@post("/api/tables/{table:str}/resume", status_code=200, **signed_in("play", 404, 409))
async def resume(
    table: FromPath[str], data: JSONBody[SeqBody], container: ServiceContainer, user: CurrentUser
) -> CommandResult:
    """End a pause."""
    return await container.commands.resume(table_number(table), user, data.seq)


@post("/api/tables/{table:str}/concede", status_code=200, **signed_in("play", 404, 409))
async def concede(
    table: FromPath[str], data: JSONBody[SeqBody], container: ServiceContainer, user: CurrentUser
) -> CommandResult:
    """Give up. With two seats the other one wins; with more, a bot plays on, behind all others."""
    return await container.commands.concede(table_number(table), user, data.seq)


@post("/api/tables/{table:str}/leave", status_code=204, **signed_in("play", 404, 409))
async def leave(
    table: FromPath[str], data: JSONBody[LeaveBody], container: ServiceContainer, user: CurrentUser
) -> None:
    """Leave a table. Before the game my seat becomes free; during the game a bot plays it until I come back.

    The host may also name the seat of somebody else; during the game only if all have waited two days for that seat.
    """
    number = table_number(table)
    if (await container.lobby.card(number, user)).status == "open":
        await container.lobby.leave(number, user, data.seat)
    else:
        await container.commands.leave(number, user, data.seat, data.bot)


@post("/api/tables/{table:str}/back", status_code=200, **signed_in("play", 404, 409))
async def come_back(
    table: FromPath[str], data: JSONBody[OptionalSeatBody], container: ServiceContainer, user: CurrentUser
) -> CommandResult:
    """Take my seat back from the bot."""
    return await container.commands.come_back(table_number(table), user, data.seat)


@post("/api/tables/{table:str}/hand", status_code=204, **signed_in("play", 404, 409))
async def hand(table: FromPath[str], data: JSONBody[SeatBody], container: ServiceContainer, user: CurrentUser) -> None:
    """Switch to another of my seats, when several people play on one device. From now on only its view is shown."""
    await container.commands.hand_over(table_number(table), user, data.seat)


@get("/api/tables/{table:str}/export", **anyone("read", 404))
async def export(table: FromPath[str], container: ServiceContainer, visitor: Visitor) -> Response[str]:
    """Export the game as a record; while it runs only as far as I may know it."""
    text = await container.commands.export(table_number(table), visitor)
    return Response(text, media_type="text/plain")


LOBBY: Final = [
    list_titles,
    list_characters,
    new_table,
    list_tables,
    card,
    join,
    seat_bot,
    name_seat,
    start,
    rematch,
    rematch_state,
    decline_rematch,
    branch,
    archive,
    leave,
]
AT_THE_TABLE: Final = [
    look,
    delete_table,
    read_log,
    moves,
    preview,
    why_not,
    undo,
    ask,
    reply,
    resume,
    concede,
    come_back,
    hand,
    export,
]
TABLE_ROUTES: Final = [
    Router("", route_handlers=LOBBY, tags=["lobby"]),
    Router("", route_handlers=AT_THE_TABLE, tags=["table"]),
]
