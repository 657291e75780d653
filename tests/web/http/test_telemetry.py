"""Traces: spans of requests, appends and turns are sent to a collector, and a missing collector does no harm."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.support.service import Guest, open_container, started
from trainshed.service.base import ids
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.service.tables.commands import TableCommands
from trainshed.service.tables.writer import Writer
from trainshed.web.app import App
from trainshed.web.http.telemetry import WANTED, start_tracing

PARENT = "0af7651916cd43dd8448eb211c80319c"


@contextmanager
def collector() -> Iterator[tuple[str, list[Any]]]:
    """A collector of spans on a port of its own: its address, and the spans it received."""
    found: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            assert self.path == "/v1/traces"
            found.append(ExportTraceServiceRequest.FromString(body))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", found
        server.shutdown()


def spans(found: list[Any]) -> list[Any]:
    return [
        span
        for request in found
        for resource in request.resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]


def told(span: Any) -> dict[str, Any]:
    return {a.key: a.value.string_value or a.value.int_value or a.value.bool_value for a in span.attributes}


@pytest.mark.asyncio
async def test_spans_reach_a_collector(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with collector() as (url, found):
        monkeypatch.setenv(WANTED, url)
        monkeypatch.setattr(
            "trainshed.web.http.spans.CLOSING", 30.0
        )  # a busy machine may need longer than a restart gives
        async with open_container(database) as container:
            trace = start_tracing(container, "web")
            assert trace is not None
            app = App(container)
            app.requests.trace = trace
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house") as http:
                ada = await Guest.arrive(http, "Ada")
                table = await started(ada, [], bots=1)
                number = ids.number(table)
                assert number is not None
                await container.worker.work(number)
                seen = await ada.look(table)
                ada.headers["traceparent"] = f"00-{PARENT}-b7ad6b7169203331-01"
                await ada.play(table, seen["moves"][0], seq=seen["seq"])
                while (await ada.look(table))["actor"] == 0:
                    await ada.play(table, (await ada.look(table))["moves"][0])
                await container.worker.work(number)
                await http.get("/nowhere", headers=ada.headers)
            trace.close()
    sent = spans(found)
    [service] = {
        a.value.string_value for r in found for a in r.resource_spans[0].resource.attributes if a.key == "service.name"
    }
    assert service == "trainshed-web"
    moves = [span for span in sent if span.name == "POST /api/tables/{table}/moves"]
    assert moves
    assert {span.trace_id.hex() for span in moves} == {PARENT}
    assert {told(span)["http.response.status_code"] for span in moves} == {200}
    appends = [span for span in sent if span.name == "append" and span.parent_span_id == moves[0].span_id]
    assert len(appends) == 1
    assert told(appends[0])["table"] == table
    assert told(appends[0])["seq"] == seen["seq"] + 1
    assert told(appends[0])["won"] is True
    thinking = [span for span in sent if span.name == "think"]
    assert thinking
    assert told(thinking[0])["title"] == "lok-n-roll"
    [lost] = [span for span in sent if span.name == "GET none"]
    assert told(lost)["http.response.status_code"] == 404


def test_a_collector_that_is_gone_holds_up_nobody(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WANTED, "http://127.0.0.1:1")
    trace = start_tracing(Container(Settings(database=database)), "web")
    assert trace is not None
    with trace.tracer.start_as_current_span("lost"):
        pass
    shutdown, given_up = trace.provider.shutdown, threading.Event()

    def try_for_long() -> None:
        """A shutdown so slow that waiting for it cannot be mistaken for a busy machine."""
        shutdown()
        given_up.wait(60)

    monkeypatch.setattr(trace.provider, "shutdown", try_for_long)
    begin = time.monotonic()
    trace.close()
    taken = time.monotonic() - begin
    given_up.set()
    assert taken < 30


def test_nobody_pays_for_what_nobody_wants(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(WANTED, raising=False)
    container = Container(Settings(database=database))
    assert start_tracing(container, "web") is None
    assert type(container.tables.writer) is Writer
    assert type(container.worker.commands) is TableCommands
