"""The web application of one process: routes, streams, errors, middleware, and the service behind them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response, Router, get
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from trainshed.service.base.errors import ServiceError
from trainshed.service.container import Container
from trainshed.web.api import openapi
from trainshed.web.api.analyses import ANALYSIS_ROUTES
from trainshed.web.api.chat import CHAT_ROUTES
from trainshed.web.api.fast_path import LARGEST_BODY, FastPath
from trainshed.web.api.notifications import NOTIFICATION_ROUTES
from trainshed.web.api.packs import PACK_ROUTES
from trainshed.web.api.people import PEOPLE_ROUTES
from trainshed.web.api.tables import TABLE_ROUTES
from trainshed.web.api_page import api_page
from trainshed.web.http.access import DEPENDENCIES
from trainshed.web.http.address_limits import AddressLimits
from trainshed.web.http.body_timeout import BodyTimeout
from trainshed.web.http.errors import answer_to, told
from trainshed.web.http.lifespan import run_lifespan
from trainshed.web.http.middleware import RequestMiddleware
from trainshed.web.http.security_headers import SecurityHeaders
from trainshed.web.pages.frame.error_page import error_page, wants_page
from trainshed.web.pages.frame.reader import PAGE_DEPENDENCIES, reader_for
from trainshed.web.pages.replay.analysed_game import AnalysedGames, provide_analysed
from trainshed.web.pages.replay.timeline import TimelineCache, provide_timelines
from trainshed.web.pages.routes import PAGES
from trainshed.web.pages.table.finished_pages import FinishedPages, provide_finished
from trainshed.web.status import METRICS_PATH, READY_PATH, Status
from trainshed.web.streams.bot_streams import my_tables, one_table
from trainshed.web.streams.hub import Hub, provide_hub
from trainshed.web.streams.table_stream import table_events


@get("/healthz", media_type="text/plain", sync_to_thread=False, security=[])
def healthz() -> str:
    """Check that this process answers."""
    return "ok\n"


ROUTES: Final[list[ControllerRouterHandler]] = [
    *TABLE_ROUTES,
    *ANALYSIS_ROUTES,
    *PEOPLE_ROUTES,
    *NOTIFICATION_ROUTES,
    *CHAT_ROUTES,
    *PACK_ROUTES,
    Router("", route_handlers=[healthz], tags=["host"]),
    table_events,
    my_tables,
    one_table,
    Router("", route_handlers=[api_page, *PAGES], dependencies=PAGE_DEPENDENCIES),
]


class App:
    """The ASGI application of a web process.

    A request passes `SecurityHeaders`, `RequestMiddleware`, `AddressLimits`, `BodyTimeout` and `FastPath`, and then
    comes to the routes of Litestar. These stand around Litestar and not in it, because there they would not see
    requests without a route. Dependencies of routes find in the state of a request what belongs to this application.
    """

    def __init__(self, container: Container) -> None:
        self.container = container
        self.hub = Hub(container.tables, container.supervisor)
        self.status = Status(container, self.hub)
        self.state = {
            "container": container,
            "hub": self.hub,
            "timelines": TimelineCache(container.tables),
            "analysed": AnalysedGames(container),
            "finished": FinishedPages(),
        }
        self.litestar = litestar()
        self.body_timeout = BodyTimeout(FastPath(self.routes, container))
        self.limits = AddressLimits(self.body_timeout, container.settings, refuse)
        self.requests = RequestMiddleware(self.limits, {READY_PATH: self.status, METRICS_PATH: self.status})
        self.outermost = SecurityHeaders(self.requests)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await run_lifespan(self.running(), receive, send)
        else:
            await self.outermost(scope, receive, send)

    def routes(self, scope: Any, receive: Any, send: Any) -> Awaitable[None]:
        """Litestar's routes, with what is this application's in the state of the request."""
        scope.setdefault("state", {}).update(self.state)
        return self.litestar(scope, receive, send)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """The service is opened and closed with the application."""
        await self.container.open()
        await self.hub.open()
        await self.status.open()
        yield
        await self.status.close()
        await self.hub.close()
        await self.container.close()


@cache
def litestar() -> Litestar:
    """Litestar with all routes, made once: it takes a tenth of a second, and tests make hundreds of applications."""
    return Litestar(
        ROUTES,
        dependencies={
            **DEPENDENCIES,
            "hub": Provide(provide_hub, sync_to_thread=False),
            "timelines": Provide(provide_timelines, sync_to_thread=False),
            "analysed": Provide(provide_analysed, sync_to_thread=False),
            "finished": Provide(provide_finished, sync_to_thread=False),
        },
        exception_handlers={Exception: problem},
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        openapi_config=openapi.config(),
    )


def problem(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """The response to an error: a page for a browser, JSON for a program, in the language of either."""
    error = told(error, request.scope)
    status, body, headers = answer_to(error, request.scope)
    reader = reader_for(request.scope.get("user"), request.scope)
    if isinstance(error, ServiceError):
        body = msgspec.structs.replace(body, message=error.said(reader.speech))
    if not wants_page(request.scope):
        return Response(body, status_code=status, headers=headers, media_type="application/json")
    message, headline = (body.message, error.headline) if isinstance(error, ServiceError) else ("", "")
    page = error_page(request.scope, reader, status, message, headline)
    page.headers.update(headers)
    return page


async def refuse(error: ServiceError, scope: Any, receive: Any, send: Any) -> None:
    """Send the response to an error that no route has raised."""
    response = problem(Request(scope, receive, send), error)
    await response.to_asgi_response(None, Request(scope, receive, send))(scope, receive, send)
