"""Routes of the chat at a table, private notes, mutes and reports."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Router, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from trainshed.web.http.access import CurrentUser, ServiceContainer, signed_in, table_number
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
    """A report about a person at my table."""

    about: str
    """The id of the person, as in a chat message."""
    text: str


@get("/api/tables/{table:str}/chat", **signed_in("read", 404))
async def chat(
    table: FromPath[str], container: ServiceContainer, user: CurrentUser, after: FromQuery[str] = ""
) -> ChatLog:
    """List the newest chat messages of my table, at most 200. Those of people whom I have muted are left out."""
    return await container.chat.hear(table_number(table), user, after)


@post("/api/tables/{table:str}/chat", status_code=204, **signed_in("play", 404, 409))
async def say(table: FromPath[str], data: JSONBody[TextBody], container: ServiceContainer, user: CurrentUser) -> None:
    """Send a chat message to the players of my table."""
    await container.rate_limits.hit(f"chat of {user.id}", 60, MINUTE)
    await container.chat.say(table_number(table), user, data.text)


@post("/api/tables/{table:str}/chat/read", status_code=204, **signed_in("read", 404, 409))
async def chat_read(
    table: FromPath[str], data: JSONBody[ReadBody], container: ServiceContainer, user: CurrentUser
) -> None:
    """Mark the chat messages of my table as read, up to this one."""
    await container.chat.read(table_number(table), user, data.upto)


@get("/api/tables/{table:str}/note", **signed_in("read", 404))
async def note(table: FromPath[str], container: ServiceContainer, user: CurrentUser) -> Note:
    """Get my private note at a table."""
    return Note(await container.chat.note(table_number(table), user))


@put("/api/tables/{table:str}/note", status_code=204, **signed_in("play", 404, 409))
async def set_note(
    table: FromPath[str], data: JSONBody[TextBody], container: ServiceContainer, user: CurrentUser
) -> None:
    """Set my private note at a table. Nobody else can read it."""
    await container.chat.set_note(table_number(table), user, data.text)


# ---------------------------------------------------------------- moderation


@put("/api/people/{person:str}/mute", status_code=204, **signed_in("play", 404, 409))
async def mute(person: FromPath[str], data: JSONBody[MuteBody], container: ServiceContainer, user: CurrentUser) -> None:
    """Mute a person in the chat of all tables, or unmute them."""
    await container.moderation.mute(user, person, data.muted)


@post("/api/tables/{table:str}/report", status_code=204, **signed_in("play", 404, 409))
async def report(
    table: FromPath[str], data: JSONBody[ReportBody], container: ServiceContainer, user: CurrentUser
) -> None:
    """Report a person who sits at my table, or has written in its chat, to the administrators."""
    await container.rate_limits.hit(f"report of {user.id}", 10, HOUR)
    await container.moderation.report(table_number(table), user, data.about, data.text)


@get("/api/reports", **signed_in("account"))
async def reports(container: ServiceContainer, user: CurrentUser) -> list[AbuseReport]:
    """List the open reports. Administrators only."""
    return await container.moderation.reports(user)


@post("/api/reports/{report:str}/done", status_code=204, **signed_in("account", 404, 409))
async def report_done(report: FromPath[str], container: ServiceContainer, user: CurrentUser) -> None:
    """Close a report. Administrators only."""
    await container.moderation.done(user, report)


CHAT_ROUTES: Final = [
    Router("", route_handlers=[chat, say, chat_read, note, set_note, report], tags=["table"]),
    Router("", route_handlers=[mute, reports, report_done], tags=["people"]),
]
