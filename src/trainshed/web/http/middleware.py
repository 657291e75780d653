"""Middleware in front of the application: answers probes, and counts, times and traces all other requests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from trainshed.service.base.logs import REQUEST, request_id
from trainshed.service.base.metrics import METRICS
from trainshed.web.http.asgi import Application

if TYPE_CHECKING:
    from trainshed.web.http.spans import Tracing

NO_ROUTE: Final = "none"


class RequestMiddleware:
    """Counts, times and traces requests, in plain ASGI; it costs a few microseconds."""

    def __init__(self, inner: Application, probes: Mapping[str, Application]) -> None:
        self.inner = inner
        self.probes = probes
        """Applications for probes and metrics, by path; their requests are not counted."""
        self.trace: Tracing | None = None

    def __call__(self, scope: Any, receive: Any, send: Callable[[Any], Awaitable[None]]) -> Awaitable[None]:
        # Neither this nor `counted` is a coroutine function: they return the awaitables of others, which is faster.
        if scope["type"] != "http":
            return self.inner(scope, receive, send)
        probe = self.probes.get(scope["path"])
        if probe is not None:
            return probe(scope, receive, send)
        REQUEST.set(scope)
        begin = perf_counter()

        def counted(message: Any) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                status = message["status"]
                route = scope.get("path_template")
                if route:
                    METRICS.answered(route, scope["method"], status, perf_counter() - begin)
                else:
                    METRICS.answered(NO_ROUTE, NO_ROUTE, status, perf_counter() - begin)
                if self.trace is not None:
                    self.trace.answered(scope, route or NO_ROUTE, status)
                if status >= 500:  # so that people can quote it when they report the error
                    named = (b"x-request-id", request_id(scope).encode())
                    message = {**message, "headers": [*message["headers"], named]}
            return send(message)

        if self.trace is None:
            return self.inner(scope, receive, counted)
        return self._traced(self.trace, scope, receive, counted)

    async def _traced(self, trace: Tracing, scope: Any, receive: Any, send: Any) -> None:
        with trace.request(scope):
            await self.inner(scope, receive, send)
