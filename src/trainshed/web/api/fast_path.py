"""Fast path of moves and previews: calls the functions of their routes without going through Litestar.

Litestar takes 130 microseconds before it calls the function of a route, most of the time of a move; this takes ten. The
routes are registered with Litestar too, which describes them.
"""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler

from trainshed.web.api import tables
from trainshed.web.http.errors import answer_to, read, send_answer

LARGEST_BODY: Final = 64 * 1024

HANDLERS: Final[dict[str, HTTPRouteHandler]] = {"moves": tables.moves, "preview": tables.preview}
HOT: Final = re.compile(r"/api/tables/([^/]+)/(moves|preview)")
WORDS: Final = msgspec.json.Decoder(tables.GestureBody)
ENCODER: Final = msgspec.json.Encoder()


class BareRequest:
    """The part of a request that those functions use."""

    __slots__ = ("scope",)

    def __init__(self, scope: Any) -> None:
        self.scope = scope


class TooLarge(HTTPException):
    """The body is larger than any gesture needs."""

    status_code = 413


async def fast_path(state: State, scope: Any, receive: Any, send: Any, table: str, name: str) -> None:
    """Read the gesture, call the function of the route, and send its result."""
    handler = HANDLERS[name]
    scope["path_template"] = f"/api/tables/{{table}}/{name}"  # as Litestar does, for metrics
    scope["path_params"] = {"table": table}
    try:
        data = read(await whole_body(receive), WORDS)
        body = ENCODER.encode(await handler.fn(table=table, data=data, request=BareRequest(scope), state=state))
    except Exception as error:
        await send_answer(send, answer_to(error, scope))
        return
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


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
