"""Routes of the chat at a table, private notes, mutes and reports."""

from __future__ import annotations

import msgspec
from litestar import get, post, put
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody

from trainshed.service.messages.chat import Talk
from trainshed.service.messages.moderation import Report
from trainshed.web.http.authentication import Asked, house_of, somebody, table_number

MINUTE, HOUR = 60, 3600


class Saying(msgspec.Struct, forbid_unknown_fields=True):
    text: str


class Upto(msgspec.Struct, forbid_unknown_fields=True):
    upto: str


class Mute(msgspec.Struct, forbid_unknown_fields=True):
    muted: bool


class NewReport(msgspec.Struct, forbid_unknown_fields=True):
    about: str
    text: str


@get("/api/tables/{table:str}/chat")
async def chat(table: FromPath[str], request: Asked, state: State, after: FromQuery[str] = "") -> Talk:
    """What was said at my table, and how much of it is new."""
    house = house_of(state)
    return await house.chat.hear(table_number(table), await somebody(house, request.scope, "read"), after)


@post("/api/tables/{table:str}/chat", status_code=204)
async def say(table: FromPath[str], data: JSONBody[Saying], request: Asked, state: State) -> None:
    """Say something to everybody who sits here."""
    house = house_of(state)
    person = await somebody(house, request.scope, "play")
    await house.limits.hit(f"chat of {person.id}", 60, MINUTE)
    await house.chat.say(table_number(table), person, data.text)


@post("/api/tables/{table:str}/chat/read", status_code=204)
async def chat_read(table: FromPath[str], data: JSONBody[Upto], request: Asked, state: State) -> None:
    """I have read everything up to this."""
    house = house_of(state)
    await house.chat.read(table_number(table), await somebody(house, request.scope, "read"), data.upto)


@get("/api/tables/{table:str}/note")
async def note(table: FromPath[str], request: Asked, state: State) -> Saying:
    """What I noted for myself."""
    house = house_of(state)
    return Saying(await house.chat.note(table_number(table), await somebody(house, request.scope, "read")))


@put("/api/tables/{table:str}/note", status_code=204)
async def set_note(table: FromPath[str], data: JSONBody[Saying], request: Asked, state: State) -> None:
    """Note something that nobody else sees."""
    house = house_of(state)
    await house.chat.set_note(table_number(table), await somebody(house, request.scope, "play"), data.text)


# ---------------------------------------------------------------- moderation


@put("/api/people/{person:str}/mute", status_code=204)
async def mute(person: FromPath[str], data: JSONBody[Mute], request: Asked, state: State) -> None:
    """Do not hear somebody, or again."""
    house = house_of(state)
    await house.moderation.mute(await somebody(house, request.scope, "play"), person, data.muted)


@post("/api/tables/{table:str}/report", status_code=204)
async def report(table: FromPath[str], data: JSONBody[NewReport], request: Asked, state: State) -> None:
    """Tell those who keep this house about somebody."""
    house = house_of(state)
    me = await somebody(house, request.scope, "play")
    await house.limits.hit(f"report of {me.id}", 10, HOUR)
    await house.moderation.report(table_number(table), me, data.about, data.text)


@get("/api/reports")
async def reports(request: Asked, state: State) -> list[Report]:
    """What waits for those who keep this house."""
    house = house_of(state)
    return await house.moderation.reports(await somebody(house, request.scope, "account"))


@post("/api/reports/{number:str}/done", status_code=204)
async def report_done(number: FromPath[str], request: Asked, state: State) -> None:
    """A report was dealt with."""
    house = house_of(state)
    await house.moderation.done(await somebody(house, request.scope, "account"), number)


CHAT_ROUTES: list[HTTPRouteHandler] = [
    chat,
    say,
    chat_read,
    note,
    set_note,
    mute,
    report,
    reports,
    report_done,
]
