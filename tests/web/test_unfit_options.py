"""Options that do not fit together are refused by the service with the sentence of the title."""

from __future__ import annotations

import pytest

from tests.support.games.night_yard import SENTENCE, install_night_yard
from tests.support.service import Guest, open_container
from tests.support.web.visitors import http_client


@pytest.mark.asyncio
async def test_the_form_for_a_new_table_says_why(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    install_night_yard(monkeypatch)
    async with open_container(database) as container, http_client(container) as http:
        marta = await Guest.arrive(http, "Marta")
        refused = await marta.post("/tables", 400, title="shunting-yard", seats=2, options={"shift": "night"})
        assert SENTENCE in refused.values()
        options = {"shift": "night", "ascent": "gentle"}
        made = await marta.post("/tables", 201, title="shunting-yard", seats=2, options=options)
        assert made["options"] == options
