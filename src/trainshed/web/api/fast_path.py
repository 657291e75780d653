"""Fast path of moves and previews: a middleware that answers them without going through Litestar.

Litestar takes more than a hundred microseconds before it calls the handler of a route, most of the time of a move; this
takes ten (`bench/service.py`). The routes are declared in `tables.py` too, which describe the API, and both call the
same command of the service. `tests/web/api/test_fast_path.py` holds the two against each other.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable
from typing import Any, Final

import msgspec
from litestar.exceptions import HTTPException

from trainshed.service.base.errors import NotSignedIn
from trainshed.service.container import Container
from trainshed.web.api.tables import GestureBody
from trainshed.web.http.access import table_number
from trainshed.web.http.asgi import Application
from trainshed.web.http.authentication import authenticate
from trainshed.web.http.errors import answer_to, read, send_answer
from trainshed.wire import CommandResult, Preview

LARGEST_BODY: Final = 64 * 1024

PATH: Final = re.compile(r"/api/tables/([^/]+)/(moves|preview)")
GESTURE: Final = msgspec.json.Decoder(GestureBody)
ENCODER: Final = msgspec.json.Encoder()


class TooLarge(HTTPException):
    """The body is larger than any gesture needs."""

    status_code = 413


class FastPath:
    """ASGI middleware that answers moves and previews, and passes everything else on."""

    def __init__(self, app: Application, container: Container) -> None:
        self.app = app
        self.container = container

    def __call__(self, scope: Any, receive: Any, send: Any) -> Awaitable[None]:
        if scope["type"] == "http" and scope["method"] == "POST":
            found = PATH.fullmatch(scope["path"])
            if found is not None:
                return self.answer(scope, receive, send, found[1], found[2])
        return self.app(scope, receive, send)

    async def answer(self, scope: Any, receive: Any, send: Any, table: str, name: str) -> None:
        """Read a gesture, carry it out or preview it, and send the result."""
        scope["path_template"] = f"/api/tables/{{table}}/{name}"  # as Litestar does, for metrics
        scope["path_params"] = {"table": table}
        try:
            body = ENCODER.encode(await self.result(scope, receive, table, name))
        except Exception as error:
            await send_answer(send, answer_to(error, scope))
            return
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def result(self, scope: Any, receive: Any, table: str, name: str) -> CommandResult | Preview:
        signed = await authenticate(self.container, scope, "play")
        if signed is None:
            raise NotSignedIn("Sign in first.")
        scope["user"] = signed.person
        data: GestureBody = read(await whole_body(receive), GESTURE)
        number, commands = table_number(table), self.container.commands
        if name == "moves":
            return await commands.play(number, signed.person, data.seq, data.words, data.mark)
        return await commands.preview(number, signed.person, data.seq, data.words)


async def whole_body(receive: Any) -> bytes:
    """Read the request body; one that is too large is not read to its end."""
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise HTTPException(status_code=400, detail="The body did not arrive.")
        body += message.get("body", b"")
        if len(body) > LARGEST_BODY:
            raise TooLarge("The body is too large.")
        if not message.get("more_body", False):
            return body
