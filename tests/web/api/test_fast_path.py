"""The fast path answers moves and previews exactly as their routes do."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.support.service import open_container
from tests.support.web.asgi import request
from tests.support.web.visitors import arrive, http_client, whose_turn
from trainshed.web.app import App


@pytest.mark.asyncio
@pytest.mark.parametrize("name", ["moves", "preview"])
async def test_it_answers_as_the_route_does(database: str, name: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada, bob = await arrive(http, "Ada"), await arrive(http, "Bob")
        card = await ada.post("/tables", 201, title="lok-n-roll", seats=2)
        table = card["table"]
        await bob.post(f"/tables/{table}/join", invite=card["invite"])
        await ada.post(f"/tables/{table}/start")
        actor = await whose_turn(table, ada, bob)
        other = bob if actor is ada else ada
        reader = (await ada.post("/me/tokens", 201, name="reader", scopes=["read"]))["token"]
        look = await actor.get(f"/tables/{table}")
        word, seq = look["moves"][-1], look["seq"]
        app = App(container)

        async def both(token: str, body: Any, path: str = "") -> int:
            raw = body if isinstance(body, bytes) else msgspec.json.encode(body)
            where = path or f"/api/tables/{table}/{name}"
            slow = await request(app.routes, "POST", where, token, raw)
            fast = await request(app.body_timeout.app, "POST", where, token, raw)
            told = [answer.json | ({"message": ""} if answer.status == 400 else {}) for answer in (fast, slow)]
            for step in (step for answer in told for step in answer.get("steps", [])):
                assert step.pop("at") > 0
            assert fast.status == slow.status
            assert told[0] == told[1], "apart from the instant, and from how each says what is wrong with a body"
            types = [dict(answer.headers)[b"content-type"] for answer in (fast, slow)]
            assert types == [b"application/json"] * 2
            return fast.status

        good = {"seq": seq, "words": [word]}
        assert await both("", good) == 401
        assert await both("nobody", good) == 401
        assert await both(reader, good) == 403
        assert await both(actor.token, {**good, "more": 1}) == 400
        assert await both(actor.token, b"{") == 400
        assert await both(actor.token, b"\xff") == 400
        assert await both(actor.token, {"seq": seq + 99, "words": [word]}) == 400
        assert await both(actor.token, {"seq": 0, "words": [word]}) == 409
        assert await both(actor.token, {"seq": seq, "words": ["stop"]}) == 422
        assert await both(other.token, good) == 422
        assert await both(actor.token, good, f"/api/tables/0000000000000/{name}") == 404
        assert await both(actor.token, good, f"/api/tables/nowhere/{name}") == 404
        if name == "preview":
            assert await both(actor.token, good) == 200
        else:
            made = await request(
                app.body_timeout.app,
                "POST",
                f"/api/tables/{table}/moves",
                actor.token,
                msgspec.json.encode({**good, "mark": 7}),
            )
            again = await request(
                app.routes, "POST", f"/api/tables/{table}/moves", actor.token, msgspec.json.encode({**good, "mark": 7})
            )
            assert made.status == again.status == 200
            assert made.json["since"] == again.json["since"]
