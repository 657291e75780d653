"""The stream of one table to one reader, in any format; and its route for server-sent events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from litestar import Request, Response, get
from litestar.params import FromPath, FromQuery
from litestar.types import ASGIApp, ExceptionHandlersMap

from trainshed.service.accounts.people import Person
from trainshed.service.base.errors import Unavailable
from trainshed.service.container import Container
from trainshed.service.tables.table_state import TableState
from trainshed.web.http.access import ServiceContainer, Visitor, anyone, table_number
from trainshed.web.http.authentication import Asked, by_invitation
from trainshed.web.streams.drawing_errors import CannotDraw
from trainshed.web.streams.event_writer import EVENTS
from trainshed.web.streams.fan_out import Feed, Subscriber
from trainshed.web.streams.hub import Hub, StreamHub
from trainshed.web.streams.server_sent_events import HEADERS, last_event_id, retry_line, stream
from trainshed.web.streams.table_writer import TableWriter

WriterOf: TypeAlias = Callable[[TableState, int | None], TableWriter]
"""Gives the writer for a table and its viewer."""


def reconnect(request: Request[Any, Any, Any], __: Exception) -> Response[bytes]:
    """An empty stream, if the database cannot be reached: browsers reconnect after it, but not after a 503."""
    headers = {name.decode(): value.decode() for name, value in HEADERS}
    return Response(retry_line(request.scope), status_code=200, media_type="text/event-stream", headers=headers)


def reconnect_later(request: Request[Any, Any, Any], error: CannotDraw) -> Response[bytes]:
    """An empty stream, after which browsers reconnect when the table may be drawn again."""
    response = reconnect(request, error)
    response.content = b"retry: %d\n\n" % (1000 * error.seconds)
    return response


RECONNECT: Final[ExceptionHandlersMap] = {Unavailable: reconnect, CannotDraw: reconnect_later}


@get("/api/tables/{table:str}/stream", include_in_schema=False, exception_handlers=RECONNECT, **anyone())
async def table_events(
    table: FromPath[str],
    container: ServiceContainer,
    hub: StreamHub,
    visitor: Visitor,
    request: Asked,
    invite: FromQuery[str] = "",
) -> ASGIApp:
    """Stream a table as server-sent events."""
    return await table_stream(container, hub, visitor, table_number(table), invite, request.scope, events)


def events(_: TableState, __: int | None) -> TableWriter:
    """All viewers get events in the same format."""
    return EVENTS


async def table_stream(
    container: Container, hub: Hub, person: Person | None, number: int, invite: str, scope: Any, writer_of: WriterOf
) -> ASGIApp:
    """The stream of a table for one reader, as an ASGI response; of a table that has not started, of its lobby."""
    async with by_invitation(container, scope, number, person, invite):
        card = await container.lobby.card(number, person, invite)
    if card.status == "open":
        return lobby_stream(hub, number, person)
    opened = await container.tables.opened(number)
    invited = card.host or await container.lobby.invited(number, invite)
    viewer = await container.commands.viewer(opened.table, person, invited)
    me = None if person is None or viewer is None else person.id
    writer = writer_of(opened.table, viewer)
    hub.check_streams(person)

    async def respond(scope: Any, receive: Any, send: Any) -> None:
        have = writer.state_of(scope)
        seen = last_event_id(scope, have)
        with hub.stream_of(person):
            feed = await hub.feed(number, viewer, seen, writer, have)
            await follow(feed, seen, have, scope, receive, send)

    async def follow(feed: Feed, seen: int | None, have: str, scope: Any, receive: Any, send: Any) -> None:
        mine: Subscriber | None = None

        async def joined(reader: Subscriber) -> None:
            nonlocal mine
            mine = reader
            if me is not None:
                hub.joined(number, me, reader)
                # From now on a hand-over disconnects the reader. One that came before is found here.
                if await container.commands.viewer(opened.table, person) != viewer:
                    feed.leave(reader)

        async def gap(after: int) -> bytes:
            return await hub.gap(number, viewer, after, writer)

        try:
            await stream(scope, receive, send, feed, gap, seen, joined=joined, have=have)
        finally:
            hub.left(number, feed, me, mine)

    return respond


def lobby_stream(hub: Hub, number: int, person: Person | None) -> ASGIApp:
    """A stream that says when something changes at a table that has not started; it ends when the game begins."""

    async def nothing(_: int) -> bytes:
        return b""

    hub.check_streams(person)

    async def respond(scope: Any, receive: Any, send: Any) -> None:
        with hub.stream_of(person):
            feed = await hub.lobby(number)
            try:
                await stream(scope, receive, send, feed, nothing, None)
            finally:
                hub.left_lobby(number, feed)

    return respond
