"""Traces by OpenTelemetry: a span for each request, each append to a log and each turn of a bot.

Imported only if `OTEL_EXPORTER_OTLP_ENDPOINT` is set; see `telemetry.py`. Traced subclasses replace the usual writer
and commands, so that tracing costs nothing while it is off.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any, Final

from opentelemetry.propagate import extract
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.trace import SpanKind, StatusCode, Tracer

from trainshed.service.base import ids
from trainshed.service.base.logs import request_id
from trainshed.service.bot_processes.pool import BotProcesses
from trainshed.service.bot_processes.question import Question
from trainshed.service.container import Container
from trainshed.service.tables.commands import TableCommands
from trainshed.service.tables.draft import Draft
from trainshed.service.tables.log_rows import LogAppend
from trainshed.service.tables.open_tables import OpenTable, OpenTables
from trainshed.service.tables.writer import Writer

CLOSING: Final = 1.0
"""Seconds in which the last spans must be exported; a collector that is gone must not delay a restart."""


class TracedWriter(Writer):
    """A writer with a span for each append, from the call to its result."""

    def __init__(self, inner: Writer, tracer: Tracer) -> None:
        super().__init__(inner.store)
        self.tracer = tracer

    async def append(self, gesture: LogAppend) -> bool:
        with self.tracer.start_as_current_span("append") as span:
            span.set_attributes(
                {"table": ids.written(gesture.table), "seq": gesture.rows[0].seq, "rows": len(gesture.rows)}
            )
            won = await super().append(gesture)
            span.set_attribute("won", won)
            return won


class TracedCommands(TableCommands):
    """Table commands with a span for each turn of a bot."""

    def __init__(self, tables: OpenTables, tracer: Tracer) -> None:
        super().__init__(tables)
        self.tracer = tracer

    def think(self, opened: OpenTable, draft: Draft) -> Question | None:
        config = draft.table.config
        with self.tracer.start_as_current_span("think") as span:
            span.set_attributes({"table": ids.written(config.id), "seq": draft.before.seq, "title": config.title})
            question = super().think(opened, draft)
            span.set_attribute("rows", len(draft.steps))
            return question


class TracedBotProcesses(BotProcesses):
    """Bot processes with a span for each question, from when it is put to its answer."""

    def __init__(self, inner: BotProcesses, tracer: Tracer) -> None:
        super().__init__(inner.most, inner.grace)
        self.tracer = tracer

    async def choose(self, question: Question) -> int | None:
        with self.tracer.start_as_current_span("search") as span:
            span.set_attributes({"bot": question.bot, "title": question.title, "moves": len(question.moves)})
            move = await super().choose(question)
            span.set_attribute("answered", move is not None)
            return move


class Tracing:
    """Tracing of one process; `processor` exports its spans."""

    def __init__(self, container: Container, part: str, processor: SpanProcessor) -> None:
        resource = Resource.create({"service.name": f"trainshed-{part}", "service.version": version("trainshed")})
        self.provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self.provider.add_span_processor(processor)
        self.tracer = self.provider.get_tracer("trainshed")
        container.tables.writer = TracedWriter(container.tables.writer, self.tracer)
        container.worker.commands = TracedCommands(container.tables, self.tracer)
        processes = TracedBotProcesses(container.worker.bot_processes, self.tracer)
        container.worker.bot_processes = container.hints.bot_processes = processes
        container.analysis_worker.bot_processes = processes

    @contextmanager
    def request(self, scope: Any) -> Iterator[None]:
        """The span of a request, a child of the sender's span if there is one. Its route is added by `answered`."""
        given: Mapping[str, str] = {
            key.decode("latin-1"): value.decode("latin-1")
            for key, value in scope["headers"]
            if key in (b"traceparent", b"tracestate")
        }
        begun = self.tracer.start_as_current_span(scope["method"], extract(given), SpanKind.SERVER, end_on_exit=False)
        with begun as span:
            span.set_attributes({"http.request.method": scope["method"], "request": request_id(scope)})
            scope["trainshed.span"] = span
            try:
                yield
            finally:
                if span.is_recording():
                    span.end()

    def answered(self, scope: Any, route: str, status: int) -> None:
        """Add route and status when a response starts. The span of a stream ends here, as it may last for hours."""
        span = scope["trainshed.span"]
        span.update_name(f"{scope['method']} {route}")
        span.set_attributes({"http.route": route, "http.response.status_code": status})
        if status >= 500:
            span.set_status(StatusCode.ERROR)
        if route.endswith("/stream"):
            span.end()

    def close(self) -> None:
        """Export the last spans, within `CLOSING` seconds."""
        closing = threading.Thread(target=self.provider.shutdown, name="trace", daemon=True)
        closing.start()
        closing.join(CLOSING)
