"""The web application of one process: routes, streams, errors, and the service behind them."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qs

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.datastructures import State

from trainshed.service.base.errors import ServiceError, Unavailable
from trainshed.service.container import Container
from trainshed.web.api import openapi
from trainshed.web.api.chat import CHAT_ROUTES
from trainshed.web.api.docs_page import docs
from trainshed.web.api.fast_path import HOT, LARGEST_BODY, fast_path
from trainshed.web.api.notifications import NOTICE_ROUTES
from trainshed.web.api.people import PEOPLE_ROUTES
from trainshed.web.api.tables import ROUTES
from trainshed.web.http.authentication import SAFE, anybody, no_guessing, table_number
from trainshed.web.http.errors import answer_to, send_answer
from trainshed.web.http.middleware import RequestMiddleware
from trainshed.web.http.security_headers import BODY_TIMEOUT, with_body_timeout, with_security_headers
from trainshed.web.pages.frame.error_page import error_page, wants_page
from trainshed.web.pages.frame.reader import reader_for
from trainshed.web.pages.frame.static_files import STATIC, send_static
from trainshed.web.pages.replay.timeline import TimelineCache
from trainshed.web.pages.routes import PAGES
from trainshed.web.pages.table.page_feed import PageWriter
from trainshed.web.pages.table.table_page import display_mode_of
from trainshed.web.status import METRICS_PATH, READY_PATH, Status
from trainshed.web.streams.bot_streams import PATH as BOT_STREAM
from trainshed.web.streams.bot_streams import bot_stream
from trainshed.web.streams.event_writer import EVENTS
from trainshed.web.streams.fan_out import Subscriber
from trainshed.web.streams.hub import Hub
from trainshed.web.streams.server_sent_events import come_back_later, last_event_id, stream
from trainshed.web.streams.table_writer import TableWriter

STREAM = re.compile(r"/api/tables/([^/]+)/stream")
PAGE_STREAM = re.compile(r"/t/([^/]+)/stream")
PLAIN_PAGES = ("/t/{table}/stream",)
"""Paths of plain ASGI that are not part of the API."""


class App:
    """The application: streams are plain ASGI, everything else is Litestar's."""

    def __init__(self, container: Container) -> None:
        self.container = container
        self.hub = Hub(container.tables)
        self.status = Status(container, self.hub)
        self.gate = RequestMiddleware(self.answer, {READY_PATH: self.status, METRICS_PATH: self.status})
        self.patience = BODY_TIMEOUT
        self.routes = Litestar(
            [*ROUTES, *PEOPLE_ROUTES, *NOTICE_ROUTES, *CHAT_ROUTES, *PAGES, healthz, docs],
            lifespan=[self.lifespan],
            state=State({"container": container, "timelines": TimelineCache(container.tables)}),
            exception_handlers={Exception: problem},
            request_max_body_size=LARGEST_BODY,
            logging_config=None,
            openapi_config=openapi.config(),
        )

    @asynccontextmanager
    async def lifespan(self, _: Litestar) -> AsyncIterator[None]:
        """Open and close the service together with the application."""
        await self.container.open()
        await self.hub.open()
        await self.status.open()
        yield
        await self.status.close()
        await self.hub.close()
        await self.container.close()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.gate(scope, receive, with_security_headers(send) if scope["type"] == "http" else send)

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        """Dispatch a request: fast path of moves, streams, static files, and Litestar for everything else."""
        if scope["type"] == "http" and scope["method"] not in SAFE:
            receive = with_body_timeout(receive, self.patience)
            hot = HOT.fullmatch(scope["path"]) if scope["method"] == "POST" else None
            if hot is not None:
                await fast_path(self.routes.state, scope, receive, send, hot[1], hot[2])
                return
        asked = scope["path"] if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") else ""
        events, lines, shown = STREAM.fullmatch(asked), BOT_STREAM.fullmatch(asked), PAGE_STREAM.fullmatch(asked)
        try:
            if events is not None:
                scope["path_template"] = "/api/tables/{table}/stream"  # as Litestar does, for metrics
                await self.stream(scope, receive, send, events[1], EVENTS)
            elif shown is not None:
                scope["path_template"] = "/t/{table}/stream"
                page = PageWriter(await display_mode_of(self.container, scope))
                await self.stream(scope, receive, send, shown[1], page)
            elif lines is not None:
                scope["path_template"] = "/api/bot/stream" if lines[1] is None else "/api/bot/tables/{table}/stream"
                await bot_stream(self.container, self.hub, scope, receive, send, lines[1])
            elif (file := STATIC.fullmatch(asked)) is not None:
                scope["path_template"] = "/static/{digest}/{file}"
                await send_static(scope, send, file[2])
            else:
                await self.routes(scope, receive, send)
        except ServiceError as error:
            if (events or shown) is not None and isinstance(error, Unavailable):
                await come_back_later(send)
            else:
                await send_answer(send, answer_to(error, scope))

    async def stream(self, scope: Any, receive: Any, send: Any, word: str, writer: TableWriter) -> None:
        """Stream a table as server-sent events; raises errors only before the first byte is sent."""
        container, hub, number = self.container, self.hub, table_number(word)
        invite = parse_qs(scope["query_string"].decode("latin-1")).get("invite", [""])[0]
        person = await anybody(container, scope)
        async with no_guessing(container, scope, number, invite):
            card = await container.lobby.card(number, person, invite)
        if card.status == "open":
            await lobby_stream(scope, receive, send, hub, number)
            return
        opened = await container.tables.opened(number)
        viewer = await container.commands.viewer(opened.table, person, await container.lobby.invited(number, invite))
        seen = last_event_id(scope)
        feed = await hub.feed(number, viewer, seen, writer)
        me = None if person is None or viewer is None else person.id
        mine: Subscriber | None = None

        async def joined(reader: Subscriber) -> None:
            nonlocal mine
            mine = reader
            if me is not None:
                hub.joined(number, me, reader)
                # From now on a hand-over to another seat disconnects the reader. An earlier one is found here.
                if await container.commands.viewer(opened.table, person) != viewer:
                    feed.leave(reader)

        async def gap(after: int) -> bytes:
            return await hub.gap(number, viewer, after, writer)

        try:
            await stream(scope, receive, send, feed, gap, seen, joined=joined)
        finally:
            hub.left(number, feed, me, mine)


@get("/healthz", media_type="text/plain", sync_to_thread=False)
def healthz() -> str:
    """Check that this process answers."""
    return "ok\n"


async def lobby_stream(scope: Any, receive: Any, send: Any, hub: Hub, number: int) -> None:
    """Stream that something changed at a table that has not started; the stream ends when the game begins."""

    async def nothing(_: int) -> bytes:
        return b""

    feed = await hub.lobby(number)
    try:
        await stream(scope, receive, send, feed, nothing, None)
    finally:
        hub.left_lobby(number, feed)


def problem(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Litestar's handler for all errors: a page for browsers, JSON for programs, both in the reader's language."""
    status, body, headers = answer_to(error, request.scope)
    reader = reader_for(None, request.scope)
    if isinstance(error, ServiceError):
        body = msgspec.structs.replace(body, message=error.said(reader.speech))
    if not wants_page(request.scope):
        return Response(body, status_code=status, headers=headers, media_type="application/json")
    page = error_page(request.scope, reader, status, body.message if isinstance(error, ServiceError) else "")
    page.headers.update(headers)
    return page
