"""Routes of the chat at a table, private notes, mutes and reports."""

from __future__ import annotations

import msgspec
from litestar import get, post, put
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody

from trainshed.web.http.authentication import Asked, container_of, somebody, table_number
from trainshed.wire import AbuseReport, ChatLog

MINUTE, HOUR = 60, 3600


class TextBody(msgspec.Struct, forbid_unknown_fields=True):
    text: str


class ReadBody(msgspec.Struct, forbid_unknown_fields=True):
    upto: str


class MuteBody(msgspec.Struct, forbid_unknown_fields=True):
    muted: bool


class ReportBody(msgspec.Struct, forbid_unknown_fields=True):
    about: str
    text: str


@get("/api/tables/{table:str}/chat")
async def chat(table: FromPath[str], request: Asked, state: State, after: FromQuery[str] = "") -> ChatLog:
    """What was said at my table, and how much of it is new."""
    container = container_of(state)
    return await container.chat.hear(table_number(table), await somebody(container, request.scope, "read"), after)


@post("/api/tables/{table:str}/chat", status_code=204)
async def say(table: FromPath[str], data: JSONBody[TextBody], request: Asked, state: State) -> None:
    """Say something to everybody who sits here."""
    container = container_of(state)
    person = await somebody(container, request.scope, "play")
    await container.rate_limits.hit(f"chat of {person.id}", 60, MINUTE)
    await container.chat.say(table_number(table), person, data.text)


@post("/api/tables/{table:str}/chat/read", status_code=204)
async def chat_read(table: FromPath[str], data: JSONBody[ReadBody], request: Asked, state: State) -> None:
    """I have read everything up to this."""
    container = container_of(state)
    await container.chat.read(table_number(table), await somebody(container, request.scope, "read"), data.upto)


@get("/api/tables/{table:str}/note")
async def note(table: FromPath[str], request: Asked, state: State) -> TextBody:
    """What I noted for myself."""
    container = container_of(state)
    return TextBody(await container.chat.note(table_number(table), await somebody(container, request.scope, "read")))


@put("/api/tables/{table:str}/note", status_code=204)
async def set_note(table: FromPath[str], data: JSONBody[TextBody], request: Asked, state: State) -> None:
    """Note something that nobody else sees."""
    container = container_of(state)
    await container.chat.set_note(table_number(table), await somebody(container, request.scope, "play"), data.text)


# ---------------------------------------------------------------- moderation


@put("/api/people/{person:str}/mute", status_code=204)
async def mute(person: FromPath[str], data: JSONBody[MuteBody], request: Asked, state: State) -> None:
    """Do not hear somebody, or again."""
    container = container_of(state)
    await container.moderation.mute(await somebody(container, request.scope, "play"), person, data.muted)


@post("/api/tables/{table:str}/report", status_code=204)
async def report(table: FromPath[str], data: JSONBody[ReportBody], request: Asked, state: State) -> None:
    """Tell those who keep this house about somebody."""
    container = container_of(state)
    me = await somebody(container, request.scope, "play")
    await container.rate_limits.hit(f"report of {me.id}", 10, HOUR)
    await container.moderation.report(table_number(table), me, data.about, data.text)


@get("/api/reports")
async def reports(request: Asked, state: State) -> list[AbuseReport]:
    """What waits for those who keep this house."""
    container = container_of(state)
    return await container.moderation.reports(await somebody(container, request.scope, "account"))


@post("/api/reports/{number:str}/done", status_code=204)
async def report_done(number: FromPath[str], request: Asked, state: State) -> None:
    """A report was dealt with."""
    container = container_of(state)
    await container.moderation.done(await somebody(container, request.scope, "account"), number)


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
