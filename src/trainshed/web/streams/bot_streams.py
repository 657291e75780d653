"""The streams for programs, as lines of JSON: all tables of a person, and one table."""

from __future__ import annotations

import re
from typing import Any, Final

from trainshed.service.base.errors import NotNow
from trainshed.service.container import Container
from trainshed.web.http.authentication import somebody, table_number
from trainshed.web.streams.fan_out import Subscriber
from trainshed.web.streams.hub import Hub
from trainshed.web.streams.ndjson import LINES
from trainshed.web.streams.server_sent_events import stream

PATH: Final = re.compile(r"/api/bot/(?:stream|tables/([^/]+)/stream)")


async def bot_stream(container: Container, hub: Hub, scope: Any, receive: Any, send: Any, table: str | None) -> None:
    """Send one of the two streams; raises errors only before the first byte is sent."""
    if table is None:
        await my_tables(container, hub, scope, receive, send)
    else:
        await one_table(container, hub, scope, receive, send, table_number(table))


async def my_tables(container: Container, hub: Hub, scope: Any, receive: Any, send: Any) -> None:
    """Stream which tables of a person start, wait for the person, and end."""
    person = await somebody(container, scope, "read")
    feed = await hub.person_feeds.feed(person.id)
    try:
        await stream(scope, receive, send, feed, nothing, None)
    finally:
        await hub.person_feeds.left(feed)


async def one_table(container: Container, hub: Hub, scope: Any, receive: Any, send: Any, number: int) -> None:
    """Stream one table as a person sees it."""
    person = await somebody(container, scope, "read")
    if (await container.lobby.card(number, person)).status == "open":
        raise NotNow("The game has not begun.")
    opened = await container.tables.opened(number)
    viewer = await container.commands.viewer(opened.table, person)
    feed = await hub.feed(number, viewer, writer=LINES)
    me = None if viewer is None else person.id
    mine: Subscriber | None = None

    async def joined(reader: Subscriber) -> None:
        nonlocal mine
        mine = reader
        if me is not None:
            hub.joined(number, me, reader)
            if await container.commands.viewer(opened.table, person) != viewer:  # a hand-over in the meantime
                feed.leave(reader)

    try:
        await stream(scope, receive, send, feed, nothing, None, joined=joined)
    finally:
        hub.left(number, feed, me, mine)


async def nothing(_: int) -> bytes:
    """No updates: a reader that missed some gets only the current state."""
    return b""
