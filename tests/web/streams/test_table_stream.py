"""What a stream answers before its first event."""

from __future__ import annotations

import pytest

from tests.support.service import open_container
from tests.support.web.visitors import arrive, http_client
from trainshed.service.base.errors import Unavailable


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
                    assert (answer.status_code, answer.text) == (200, "retry: 1000\n\n"), path
                    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
                    assert answer.headers["x-accel-buffering"] == "no"
                program = await http.get(f"/api/bot/tables/{table}/stream", headers=signed)
                assert program.status_code == 503
                assert program.headers["retry-after"] == "1"
