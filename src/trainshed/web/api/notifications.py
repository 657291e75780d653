"""Routes of notifications: addresses to notify when it is a person's turn, and the table that has waited longest."""

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
    """A new address for notifications."""

    kind: str
    """`mail` or `webhook`."""
    address: str
    paces: list[str] = msgspec.field(default_factory=lambda: ["days", "none"])
    """At tables of which paces: some of `none`, `live` and `days`."""


class CodeBody(msgspec.Struct, forbid_unknown_fields=True):
    """The code that was sent to a mail address."""

    code: str


class SilenceBody(msgspec.Struct, forbid_unknown_fields=True):
    """Whether notifications are switched off."""

    silent: bool


def _notice(word: str) -> int:
    number = ids.number(word)
    if number is None:
        raise NotFound("There is no such address for notifications.")
    return number


# ---------------------------------------------------------------- notices


@get("/api/me/notices")
async def my_notices(request: Asked, state: State) -> list[NotificationChannel]:
    """List my addresses for notifications."""
    container = container_of(state)
    return await container.notifications.mine(await somebody(container, request.scope, "account"))


@post("/api/me/notices", status_code=201)
async def new_notice(data: JSONBody[NotificationBody], request: Asked, state: State) -> NotificationChannel:
    """Add an address for notifications. A mail address must then be confirmed with the code that is sent to it."""
    container = container_of(state)
    person = await somebody(container, request.scope, "account")
    await container.rate_limits.hit(f"notice of {person.id}", 10, HOUR)
    return await container.notifications.add(person, data.kind, data.address, data.paces)


@post("/api/me/notices/{notice:str}/confirm", status_code=204)
async def confirm_notice(notice: FromPath[str], data: JSONBody[CodeBody], request: Asked, state: State) -> None:
    """Confirm a mail address with the code that was sent to it."""
    container = container_of(state)
    person = await somebody(container, request.scope, "account")
    await container.rate_limits.hit(f"code of {person.id}", 10, HOUR)
    await container.notifications.confirm(person, _notice(notice), data.code)


@post("/api/me/notices/{notice:str}/test", status_code=200)
async def test_notice(notice: FromPath[str], request: Asked, state: State) -> Delivery:
    """Send a test notification now, and return the result of the delivery."""
    container = container_of(state)
    person = await somebody(container, request.scope, "account")
    await container.rate_limits.hit(f"test of {person.id}", 5, 10 * MINUTE)
    return await container.notifications.test(person, _notice(notice))


@delete("/api/me/notices/{notice:str}", status_code=204)
async def delete_notice(notice: FromPath[str], request: Asked, state: State) -> None:
    """Delete an address for notifications."""
    container = container_of(state)
    await container.notifications.remove(await somebody(container, request.scope, "account"), _notice(notice))


@put("/api/tables/{table:str}/notices", status_code=204)
async def silence(table: FromPath[str], data: JSONBody[SilenceBody], request: Asked, state: State) -> None:
    """Switch my notifications from a table off, or on again."""
    container = container_of(state)
    await container.notifications.silence(
        await somebody(container, request.scope, "play"), table_number(table), data.silent
    )


@post("/api/tables/{table:str}/seen", status_code=204)
async def seen(table: FromPath[str], request: Asked, state: State) -> None:
    """Report that I am looking at a table, so that no notification is needed. Pages send this while they are in use."""
    container = container_of(state)
    await container.notifications.seen(await somebody(container, request.scope, "read"), table_number(table))


@get("/api/next")
async def next_table(request: Asked, state: State) -> Response[TableCard | None]:
    """Get the table that has waited longest for me; 204 if there is none."""
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
