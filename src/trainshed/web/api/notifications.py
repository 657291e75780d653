"""Routes of notifications: where somebody wants to be told that a turn waits, and which table waits longest."""

from __future__ import annotations

import msgspec
from litestar import Response, delete, get, post, put
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from trainshed.service.base import ids
from trainshed.service.base.errors import NotFound
from trainshed.web.http.authentication import Asked, container_of, somebody, table_number
from trainshed.wire import Delivery, NotificationChannel, TableCard

MINUTE, HOUR = 60, 3600


class NotificationBody(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    """`mail` or `webhook`."""
    address: str
    paces: list[str] = msgspec.field(default_factory=lambda: ["days", "none"])


class CodeBody(msgspec.Struct, forbid_unknown_fields=True):
    code: str


class SilenceBody(msgspec.Struct, forbid_unknown_fields=True):
    silent: bool


def _notice(word: str) -> int:
    number = ids.number(word)
    if number is None:
        raise NotFound("There is no such notice.")
    return number


# ---------------------------------------------------------------- notices


@get("/api/me/notices")
async def my_notices(request: Asked, state: State) -> list[NotificationChannel]:
    """Where I get notices."""
    container = container_of(state)
    return await container.notifications.mine(await somebody(container, request.scope, "account"))


@post("/api/me/notices", status_code=201)
async def new_notice(data: JSONBody[NotificationBody], request: Asked, state: State) -> NotificationChannel:
    """Another place. By mail a code is sent there, which must be given before anything else is."""
    container = container_of(state)
    person = await somebody(container, request.scope, "account")
    await container.rate_limits.hit(f"notice of {person.id}", 10, HOUR)
    return await container.notifications.add(person, data.kind, data.address, data.paces)


@post("/api/me/notices/{notice:str}/confirm", status_code=204)
async def confirm_notice(notice: FromPath[str], data: JSONBody[CodeBody], request: Asked, state: State) -> None:
    """Give the code that was sent."""
    container = container_of(state)
    person = await somebody(container, request.scope, "account")
    await container.rate_limits.hit(f"code of {person.id}", 10, HOUR)
    await container.notifications.confirm(person, _notice(notice), data.code)


@post("/api/me/notices/{notice:str}/test", status_code=200)
async def test_notice(notice: FromPath[str], request: Asked, state: State) -> Delivery:
    """Send one now; the answer shows what came back."""
    container = container_of(state)
    person = await somebody(container, request.scope, "account")
    await container.rate_limits.hit(f"test of {person.id}", 5, 10 * MINUTE)
    return await container.notifications.test(person, _notice(notice))


@delete("/api/me/notices/{notice:str}", status_code=204)
async def delete_notice(notice: FromPath[str], request: Asked, state: State) -> None:
    """No notices there any more."""
    container = container_of(state)
    await container.notifications.remove(await somebody(container, request.scope, "account"), _notice(notice))


@put("/api/tables/{table:str}/notices", status_code=204)
async def silence(table: FromPath[str], data: JSONBody[SilenceBody], request: Asked, state: State) -> None:
    """No notices from this table, or again."""
    container = container_of(state)
    await container.notifications.silence(
        await somebody(container, request.scope, "play"), table_number(table), data.silent
    )


@post("/api/tables/{table:str}/seen", status_code=204)
async def seen(table: FromPath[str], request: Asked, state: State) -> None:
    """Somebody looks at the table: a page says so while it is in front and used."""
    container = container_of(state)
    await container.notifications.seen(await somebody(container, request.scope, "read"), table_number(table))


@get("/api/next")
async def next_table(request: Asked, state: State) -> Response[TableCard | None]:
    """The table that has waited longest for me; 204 if none does."""
    container = container_of(state)
    person = await somebody(container, request.scope, "read")
    number = await container.notifications.next_table(person)
    if number is None:
        return Response(None, status_code=204)
    return Response(await container.lobby.card(number, person))


NOTICE_ROUTES: list[HTTPRouteHandler] = [
    my_notices,
    new_notice,
    confirm_notice,
    test_notice,
    delete_notice,
    silence,
    seen,
    next_table,
]
