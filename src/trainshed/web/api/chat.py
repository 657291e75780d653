"""Routes of the chat at a table, private notes, mutes and reports."""

from __future__ import annotations

import msgspec
from litestar import get, post, put
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody

from trainshed.web.http.authentication import Asked, container_of, somebody, table_number
from trainshed.wire import AbuseReport, ChatLog, Note

MINUTE, HOUR = 60, 3600


class TextBody(msgspec.Struct, forbid_unknown_fields=True):
    """The text of a chat message, or of a private note."""

    text: str


class ReadBody(msgspec.Struct, forbid_unknown_fields=True):
    """The last chat message that I have read."""

    upto: str
    """The id of the message."""


class MuteBody(msgspec.Struct, forbid_unknown_fields=True):
    """Whether a person is muted."""

    muted: bool


class ReportBody(msgspec.Struct, forbid_unknown_fields=True):
    """A report about a person."""

    about: str
    """The id of the person."""
    text: str


@get("/api/tables/{table:str}/chat")
async def chat(table: FromPath[str], request: Asked, state: State, after: FromQuery[str] = "") -> ChatLog:
    """List the newest chat messages of my table, at most 200. Those of people whom I have muted are left out."""
    container = container_of(state)
    return await container.chat.hear(table_number(table), await somebody(container, request.scope, "read"), after)


@post("/api/tables/{table:str}/chat", status_code=204)
async def say(table: FromPath[str], data: JSONBody[TextBody], request: Asked, state: State) -> None:
    """Send a chat message to the players of my table."""
    container = container_of(state)
    person = await somebody(container, request.scope, "play")
    await container.rate_limits.hit(f"chat of {person.id}", 60, MINUTE)
    await container.chat.say(table_number(table), person, data.text)


@post("/api/tables/{table:str}/chat/read", status_code=204)
async def chat_read(table: FromPath[str], data: JSONBody[ReadBody], request: Asked, state: State) -> None:
    """Mark the chat messages of my table as read, up to this one."""
    container = container_of(state)
    await container.chat.read(table_number(table), await somebody(container, request.scope, "read"), data.upto)


@get("/api/tables/{table:str}/note")
async def note(table: FromPath[str], request: Asked, state: State) -> Note:
    """Get my private note at a table."""
    container = container_of(state)
    return Note(await container.chat.note(table_number(table), await somebody(container, request.scope, "read")))


@put("/api/tables/{table:str}/note", status_code=204)
async def set_note(table: FromPath[str], data: JSONBody[TextBody], request: Asked, state: State) -> None:
    """Set my private note at a table. Nobody else can read it."""
    container = container_of(state)
    await container.chat.set_note(table_number(table), await somebody(container, request.scope, "play"), data.text)


# ---------------------------------------------------------------- moderation


@put("/api/people/{person:str}/mute", status_code=204)
async def mute(person: FromPath[str], data: JSONBody[MuteBody], request: Asked, state: State) -> None:
    """Mute a person in the chat of all tables, or unmute them."""
    container = container_of(state)
    await container.moderation.mute(await somebody(container, request.scope, "play"), person, data.muted)


@post("/api/tables/{table:str}/report", status_code=204)
async def report(table: FromPath[str], data: JSONBody[ReportBody], request: Asked, state: State) -> None:
    """Report a person to the administrators."""
    container = container_of(state)
    me = await somebody(container, request.scope, "play")
    await container.rate_limits.hit(f"report of {me.id}", 10, HOUR)
    await container.moderation.report(table_number(table), me, data.about, data.text)


@get("/api/reports")
async def reports(request: Asked, state: State) -> list[AbuseReport]:
    """List the open reports. Administrators only."""
    container = container_of(state)
    return await container.moderation.reports(await somebody(container, request.scope, "account"))


@post("/api/reports/{number:str}/done", status_code=204)
async def report_done(number: FromPath[str], request: Asked, state: State) -> None:
    """Close a report. Administrators only."""
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
