"""The routes of lobby and table: JSON in, JSON out, one line of service behind each."""

from __future__ import annotations

from typing import Literal

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody

from trainshed.bots.bot import names as bot_names
from trainshed.kernel.registry import game, titles
from trainshed.service.tables.commands import Done, Preview, Why
from trainshed.service.tables.lobby import Card, Plan
from trainshed.service.tables.player_view import Sight
from trainshed.service.tables.table_state import Told
from trainshed.web.http.authentication import Asked, anybody, house_of, no_guessing, somebody, table_number

# ---------------------------------------------------------------- bodies


class Join(msgspec.Struct, forbid_unknown_fields=True):
    seat: int | None = None
    invite: str = ""


class WhichSeat(msgspec.Struct, forbid_unknown_fields=True):
    seat: int | None = None


class OneSeat(msgspec.Struct, forbid_unknown_fields=True):
    seat: int


class SeatBot(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    bot: str


class Words(msgspec.Struct, forbid_unknown_fields=True):
    """The words of a whole gesture, and the row after which they were chosen."""

    seq: int
    words: list[str]
    mark: int | None = None
    """A number of the sender's choice: the same gesture sent again is then answered, not refused."""


class At(msgspec.Struct, forbid_unknown_fields=True):
    seq: int


class Undo(msgspec.Struct, forbid_unknown_fields=True):
    seq: int
    whole: bool = False


class Ask(msgspec.Struct, forbid_unknown_fields=True):
    seq: int
    what: str


class Reply(msgspec.Struct, forbid_unknown_fields=True):
    seq: int
    agree: bool


class Branch(msgspec.Struct, forbid_unknown_fields=True):
    """A row, and for which seat; nothing: for my own."""

    seq: int
    seat: int | None = None


class Archive(msgspec.Struct, forbid_unknown_fields=True):
    archived: bool = True


class OptionSight(msgspec.Struct):
    name: str
    choices: list[str]
    default: str
    sentence: str
    clause: str
    seats: list[int]


class TitleSight(msgspec.Struct):
    title: str
    name: str
    edition: int
    seats: list[int]
    options: list[OptionSight]
    bots: list[str]


# ---------------------------------------------------------------- lobby


@get("/api/titles", sync_to_thread=False)
def list_titles() -> list[TitleSight]:
    """The titles of this house, with their options."""
    found = []
    for slug in titles():
        title = game(slug)
        options = [
            OptionSight(o.name, list(o.choices), o.default, o.sentence, o.clause, list(o.seats)) for o in title.options
        ]
        found.append(TitleSight(slug, title.name, title.edition, list(title.seat_counts), options, bot_names()))
    return found


@post("/api/tables", status_code=201)
async def new_table(data: JSONBody[Plan], request: Asked, state: State) -> Card:
    """Make a table; the maker sits in the first seat."""
    house = house_of(state)
    person = await somebody(house, request.scope, "host")
    return await house.lobby.card(await house.lobby.create(person, data), person)


@get("/api/tables")
async def list_tables(
    request: Asked, state: State, which: FromQuery[Literal["playing", "open", "over", "seats"]] = "playing"
) -> list[Card]:
    """My tables that are `playing`, `open` or `over`; or, with `seats`, public tables with a free seat."""
    house = house_of(state)
    if which == "seats":
        return await house.lobby.open_seats(await anybody(house, request.scope))
    return await house.lobby.mine(await somebody(house, request.scope, "read"), which)


@get("/api/tables/{table:str}/card")
async def card(table: FromPath[str], request: Asked, state: State, invite: FromQuery[str] = "") -> Card:
    """What a lobby shows of a table."""
    house = house_of(state)
    number = table_number(table)
    async with no_guessing(house, request.scope, number, invite):
        return await house.lobby.card(number, await anybody(house, request.scope), invite)


@post("/api/tables/{table:str}/join", status_code=200)
async def join(table: FromPath[str], data: JSONBody[Join], request: Asked, state: State) -> Card:
    """Sit down; a private table asks for its invitation."""
    house = house_of(state)
    person, number = await somebody(house, request.scope, "play"), table_number(table)
    async with no_guessing(house, request.scope, number, data.invite):
        await house.lobby.join(number, person, data.seat, data.invite)
    return await house.lobby.card(number, person)


@post("/api/tables/{table:str}/bots", status_code=200)
async def seat_bot(table: FromPath[str], data: JSONBody[SeatBot], request: Asked, state: State) -> Card:
    """Put a bot into a free seat."""
    house = house_of(state)
    person, number = await somebody(house, request.scope, "host"), table_number(table)
    await house.lobby.seat_bot(number, person, data.seat, data.bot)
    return await house.lobby.card(number, person)


@post("/api/tables/{table:str}/start", status_code=200)
async def start(table: FromPath[str], request: Asked, state: State) -> Card:
    """Begin the game."""
    house = house_of(state)
    person, number = await somebody(house, request.scope, "host"), table_number(table)
    await house.lobby.start(number, person)
    await house.lobby.begin(number)
    return await house.lobby.card(number, person)


@post("/api/tables/{table:str}/rematch", status_code=200)
async def rematch(table: FromPath[str], request: Asked, state: State) -> Card:
    """The same people and options at a new table."""
    house = house_of(state)
    person = await somebody(house, request.scope, "host")
    return await house.lobby.card(await house.lobby.rematch(table_number(table), person), person)


@post("/api/tables/{table:str}/branch", status_code=201)
async def branch(table: FromPath[str], data: JSONBody[Branch], request: Asked, state: State) -> Card:
    """Try from a row on: a private table with bots in all other seats, in which everything that I cannot know there is
    drawn anew. While the game runs I try my own seat, afterwards any."""
    house = house_of(state)
    person = await somebody(house, request.scope, "host")
    number = await house.branches.begin(table_number(table), person, data.seq, data.seat)
    return await house.lobby.card(number, person)


@post("/api/tables/{table:str}/archive", status_code=204)
async def archive(table: FromPath[str], data: JSONBody[Archive], request: Asked, state: State) -> None:
    """Put a finished table out of my lists, or back."""
    house = house_of(state)
    await house.lobby.archive(table_number(table), await somebody(house, request.scope, "play"), data.archived)


# ---------------------------------------------------------------- at the table


@get("/api/tables/{table:str}")
async def look(table: FromPath[str], request: Asked, state: State, invite: FromQuery[str] = "") -> Sight:
    """The table as I see it now."""
    house = house_of(state)
    number = table_number(table)
    async with no_guessing(house, request.scope, number, invite):
        invited = await house.lobby.invited(number, invite)
        return await house.playing.look(number, await anybody(house, request.scope), invited)


@get("/api/tables/{table:str}/log")
async def read_log(
    table: FromPath[str],
    request: Asked,
    state: State,
    after: FromQuery[int] = 0,
    until: FromQuery[int | None] = None,
) -> list[Told]:
    """Rows after a row, as I may know them; at most 500."""
    house = house_of(state)
    return await house.playing.log(table_number(table), await anybody(house, request.scope), after, until)


@post("/api/tables/{table:str}/moves", status_code=200)
async def moves(table: FromPath[str], data: JSONBody[Words], request: Asked, state: State) -> Done:
    """Make the words of a gesture, all or none."""
    house = house_of(state)
    person = await somebody(house, request.scope, "play")
    return await house.playing.play(table_number(table), person, data.seq, data.words, data.mark)


@post("/api/tables/{table:str}/preview", status_code=200)
async def preview(table: FromPath[str], data: JSONBody[Words], request: Asked, state: State) -> Preview:
    """What the words would lead to; nothing is stored."""
    house = house_of(state)
    person = await somebody(house, request.scope, "play")
    return await house.playing.preview(table_number(table), person, data.seq, data.words)


@get("/api/tables/{table:str}/why-not")
async def why_not(table: FromPath[str], word: FromQuery[str], request: Asked, state: State) -> Why:
    """Why a word is not legal, with the clause that forbids it."""
    house = house_of(state)
    return await house.playing.why_not(table_number(table), await somebody(house, request.scope, "read"), word)


@post("/api/tables/{table:str}/undo", status_code=200)
async def undo(table: FromPath[str], data: JSONBody[Undo], request: Asked, state: State) -> Done:
    """Take back my last step, or all my steps since something was drawn, shown or handed on."""
    house = house_of(state)
    return await house.playing.undo(
        table_number(table), await somebody(house, request.scope, "play"), data.seq, data.whole
    )


@post("/api/tables/{table:str}/ask", status_code=200)
async def ask(table: FromPath[str], data: JSONBody[Ask], request: Asked, state: State) -> Done:
    """Ask all others for `pause`, or for `takeback ROW`."""
    house = house_of(state)
    return await house.playing.ask(
        table_number(table), await somebody(house, request.scope, "play"), data.seq, data.what
    )


@post("/api/tables/{table:str}/reply", status_code=200)
async def reply(table: FromPath[str], data: JSONBody[Reply], request: Asked, state: State) -> Done:
    """Answer what somebody asks."""
    house = house_of(state)
    return await house.playing.reply(
        table_number(table), await somebody(house, request.scope, "play"), data.seq, data.agree
    )


@post("/api/tables/{table:str}/resume", status_code=200)
async def resume(table: FromPath[str], data: JSONBody[At], request: Asked, state: State) -> Done:
    """End a pause."""
    house = house_of(state)
    return await house.playing.resume(table_number(table), await somebody(house, request.scope, "play"), data.seq)


@post("/api/tables/{table:str}/concede", status_code=200)
async def concede(table: FromPath[str], data: JSONBody[At], request: Asked, state: State) -> Done:
    """Give up."""
    house = house_of(state)
    return await house.playing.concede(table_number(table), await somebody(house, request.scope, "play"), data.seq)


@post("/api/tables/{table:str}/leave", status_code=204)
async def leave(table: FromPath[str], data: JSONBody[WhichSeat], request: Asked, state: State) -> None:
    """Stand up before the game; during it, let a bot play until I am back."""
    house = house_of(state)
    person, number = await somebody(house, request.scope, "play"), table_number(table)
    if (await house.lobby.card(number, person)).status == "open":
        await house.lobby.leave(number, person, data.seat)
    else:
        await house.playing.leave(number, person, data.seat)


@post("/api/tables/{table:str}/back", status_code=200)
async def come_back(table: FromPath[str], data: JSONBody[WhichSeat], request: Asked, state: State) -> Done:
    """Take my seat back from the bot."""
    house = house_of(state)
    return await house.playing.come_back(table_number(table), await somebody(house, request.scope, "play"), data.seat)


@post("/api/tables/{table:str}/hand", status_code=204)
async def hand(table: FromPath[str], data: JSONBody[OneSeat], request: Asked, state: State) -> None:
    """Hand the device to another of my seats: from now on its view is shown, and no other."""
    house = house_of(state)
    await house.playing.hand_over(table_number(table), await somebody(house, request.scope, "play"), data.seat)


@get("/api/tables/{table:str}/export")
async def export(table: FromPath[str], request: Asked, state: State) -> Response[str]:
    """The game as a record: while it runs as I may know it, afterwards all of it."""
    house = house_of(state)
    text = await house.playing.export(table_number(table), await anybody(house, request.scope))
    return Response(text, media_type="text/plain; charset=utf-8")


ROUTES: list[HTTPRouteHandler] = [
    list_titles,
    new_table,
    list_tables,
    card,
    join,
    seat_bot,
    start,
    rematch,
    branch,
    archive,
    look,
    read_log,
    moves,
    preview,
    why_not,
    undo,
    ask,
    reply,
    resume,
    concede,
    leave,
    come_back,
    hand,
    export,
]
