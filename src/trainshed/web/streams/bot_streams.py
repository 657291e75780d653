"""The streams for programs, as lines of JSON: all tables of a person, and one table."""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.params import FromPath
from litestar.types import ASGIApp

from trainshed.service.base.errors import NotNow
from trainshed.web.http.access import CurrentUser, ServiceContainer, signed_in, table_number
from trainshed.web.streams.fan_out import Feed, Subscriber
from trainshed.web.streams.hub import StreamHub
from trainshed.web.streams.ndjson import LINES
from trainshed.web.streams.server_sent_events import stream


@get("/api/bot/stream", include_in_schema=False, **signed_in("read"))
async def my_tables(hub: StreamHub, user: CurrentUser) -> ASGIApp:
    """Stream which tables of a person start, wait for the person, and end."""

    async def respond(scope: Any, receive: Any, send: Any) -> None:
        with hub.stream_of(user):
            feed = await hub.person_feeds.feed(user.id)
            try:
                await stream(scope, receive, send, feed, nothing, None)
            finally:
                await hub.person_feeds.left(feed)

    hub.check_streams(user)
    return respond


@get("/api/bot/tables/{table:str}/stream", include_in_schema=False, **signed_in("read"))
async def one_table(table: FromPath[str], container: ServiceContainer, hub: StreamHub, user: CurrentUser) -> ASGIApp:
    """Stream one table as a person sees it."""
    number = table_number(table)
    if (await container.lobby.card(number, user)).status == "open":
        raise NotNow("The game has not begun.")
    opened = await container.tables.opened(number)
    viewer = await container.commands.viewer(opened.table, user)
    me = None if viewer is None else user.id

    hub.check_streams(user)

    async def respond(scope: Any, receive: Any, send: Any) -> None:
        with hub.stream_of(user):
            await follow(await hub.feed(number, viewer, writer=LINES), scope, receive, send)

    async def follow(feed: Feed, scope: Any, receive: Any, send: Any) -> None:
        mine: Subscriber | None = None

        async def joined(reader: Subscriber) -> None:
            nonlocal mine
            mine = reader
            if me is not None:
                hub.joined(number, me, reader)
                if await container.commands.viewer(opened.table, user) != viewer:  # a hand-over in the meantime
                    feed.leave(reader)

        try:
            await stream(scope, receive, send, feed, nothing, None, joined=joined)
        finally:
            hub.left(number, feed, me, mine)

    return respond


async def nothing(_: int) -> bytes:
    """No updates: a reader that missed some gets only the current state."""
    return b""
