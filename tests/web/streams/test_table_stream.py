"""What a stream answers before its first event."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.support.service import open_container, started
from tests.support.web.visitors import arrive, http_client
from trainshed.service.base.errors import Unavailable
from trainshed.service.tables.table_state import TableState
from trainshed.web.streams.event_writer import EventWriter
from trainshed.web.streams.fan_out import Feed
from trainshed.web.streams.ndjson import LineWriter


@pytest.mark.asyncio
async def test_browsers_come_back_when_the_database_is_away(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser reconnects after a stream that ended, but not after a 503; a program gets the 503."""
    async with open_container(database) as container, http_client(container) as http:
        ada = await arrive(http, "Ada")
        table = (await ada.post("/tables", 201, title="lok-n-roll", seats=2))["table"]
        signed = {"authorization": f"Bearer {ada.token}"}

        async def away(*_: object) -> None:
            raise Unavailable("the database cannot be reached")

        for part, name in ((container.people, "by_token"), (container.lobby, "card")):
            with monkeypatch.context() as patch:
                patch.setattr(part, name, away)
                for path in (f"/api/tables/{table}/stream", f"/t/{table}/stream"):
                    answer = await http.get(path, headers=signed)
                    assert answer.status_code == 200, path
                    assert re.fullmatch("retry: [1-4][0-9]{3}\n\n", answer.text), path
                    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
                    assert answer.headers["x-accel-buffering"] == "no"
                program = await http.get(f"/api/bot/tables/{table}/stream", headers=signed)
                assert program.status_code == 503
                assert program.headers["retry-after"] == "1"


@pytest.mark.asyncio
async def test_a_page_that_cannot_be_drawn_is_tried_more_and_more_rarely(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Only its own reader is told, and when to come back: a browser that reconnects at once makes no hot loop."""
    seconds = 1000.0
    monkeypatch.setattr("trainshed.web.streams.drawing_errors.monotonic", lambda: seconds)
    async with open_container(database) as container, http_client(container) as http:
        ada, bruno = [await arrive(http, name) for name in ("Ada", "Bruno")]
        table = await started(ada, [bruno])
        headers = {"authorization": f"Bearer {ada.token}"}
        tries = 0
        really = EventWriter.open

        def broken(writer: EventWriter, table: TableState, viewer: int | None, *more: Any) -> Feed:
            nonlocal tries
            if viewer != 0:
                feed = really(writer, table, viewer, *more)
                feed.close()  # so that the response ends
                return feed
            tries += 1
            raise ZeroDivisionError("cannot be drawn")

        monkeypatch.setattr(EventWriter, "open", broken)
        monkeypatch.setattr(LineWriter, "open", broken)
        waits = []
        for _ in range(8):
            for _ in range(3):  # of these only the first is drawn
                answer = await http.get(f"/api/tables/{table}/stream", headers=headers)
                assert answer.status_code == 200
                assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
            waits.append(int(answer.text.removeprefix("retry: ")) // 1000)
            seconds += waits[-1]
        assert tries == 8
        assert waits == [1, 2, 4, 8, 16, 32, 60, 60]
        assert caplog.text.count("ZeroDivisionError: cannot be drawn") == 8
        program = await http.get(f"/api/bot/tables/{table}/stream", headers=headers)
        assert (program.status_code, program.json()["error"]) == (500, "our_fault")
        assert program.headers["retry-after"] == "1"
        other = {"authorization": f"Bearer {bruno.token}"}
        assert (await http.get(f"/api/tables/{table}/stream", headers=other)).status_code == 200
        assert tries == 9
