"""Routes of notifications: addresses to notify when it is a person's turn, and the table that has waited longest."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Response, Router, delete, get, post, put
from litestar.params import FromPath, JSONBody

from trainshed.service.base import ids
from trainshed.service.base.errors import NotFound
from trainshed.service.messages.push_subscriptions import PushRequest
from trainshed.web.http.access import CurrentUser, ServiceContainer, signed_in, table_number
from trainshed.web.http.authentication import Asked, address, token_of
from trainshed.wire import Delivery, NotificationChannel, Presence, PushKey, TableCard

MINUTE, HOUR = 60, 3600


class NotificationBody(msgspec.Struct, forbid_unknown_fields=True):
    """A new address for notifications."""

    kind: str
    """`mail` or `webhook`."""
    address: str
    paces: list[str] = msgspec.field(default_factory=lambda: ["days", "none"])
    """At tables of which paces: some of `none`, `live` and `days`."""


class PushKeysBody(msgspec.Struct, forbid_unknown_fields=True):
    """The keys of a browser's subscription, in base64 for URLs."""

    p256dh: str
    auth: str


class PushBody(msgspec.Struct, forbid_unknown_fields=True):
    """A browser's subscription to Web Push."""

    endpoint: str
    """The address at the browser's push service."""
    keys: PushKeysBody
    paces: list[str] = msgspec.field(default_factory=lambda: ["days", "live", "none"])
    """At tables of which paces: some of `none`, `live` and `days`."""
    device: str = ""
    """What the owner calls the device."""
    replaces: str = ""
    """The address before, if the browser has changed it."""


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


# ---------------------------------------------------------------- addresses for notifications


@get("/api/me/notices", **signed_in("account"))
async def my_notices(container: ServiceContainer, user: CurrentUser) -> list[NotificationChannel]:
    """List my addresses for notifications."""
    return await container.notifications.mine(user)


@post("/api/me/notices", status_code=201, **signed_in("account", 409))
async def new_notice(
    data: JSONBody[NotificationBody], container: ServiceContainer, user: CurrentUser, request: Asked
) -> NotificationChannel:
    """Add an address for notifications. A mail address must then be confirmed with the code that is sent to it."""
    await container.rate_limits.hit(f"notice of {user.id}", 10, HOUR)
    await container.rate_limits.hit(f"notice from {address(request.scope)}", 100, HOUR)
    return await container.notifications.add(user, data.kind, data.address, data.paces)


@get("/api/me/push", **signed_in("account"))
async def push_key(container: ServiceContainer, user: CurrentUser) -> PushKey:
    """Get the key that a browser needs for a subscription to Web Push."""
    return PushKey(await container.push.public_key())


@post("/api/me/push", status_code=201, **signed_in("account", 409))
async def subscribe_push(
    data: JSONBody[PushBody], container: ServiceContainer, user: CurrentUser, request: Asked
) -> NotificationChannel:
    """Notify a browser by Web Push, until this session ends."""
    await container.rate_limits.hit(f"push of {user.id}", 30, HOUR)
    await container.rate_limits.hit(f"push from {address(request.scope)}", 300, HOUR)
    keys, token = data.keys, token_of(request.scope["headers"])[0]
    browser = PushRequest(data.endpoint, keys.p256dh, keys.auth, data.paces, data.device, data.replaces)
    return await container.notifications.subscribe(user, token, browser)


@post("/api/me/notices/{notice:str}/confirm", status_code=204, **signed_in("account", 404, 409))
async def confirm_notice(
    notice: FromPath[str], data: JSONBody[CodeBody], container: ServiceContainer, user: CurrentUser
) -> None:
    """Confirm a mail address with the code that was sent to it."""
    await container.rate_limits.hit(f"code of {user.id}", 10, HOUR)
    await container.notifications.confirm(user, _notice(notice), data.code)


@post("/api/me/notices/{notice:str}/test", status_code=200, **signed_in("account", 404, 409))
async def test_notice(notice: FromPath[str], container: ServiceContainer, user: CurrentUser) -> Delivery:
    """Send a test notification now, and return the result of the delivery."""
    await container.rate_limits.hit(f"test of {user.id}", 5, 10 * MINUTE)
    return await container.notifications.test(user, _notice(notice))


@delete("/api/me/notices/{notice:str}", status_code=204, **signed_in("account", 404, 409))
async def delete_notice(notice: FromPath[str], container: ServiceContainer, user: CurrentUser) -> None:
    """Delete an address for notifications."""
    await container.notifications.remove(user, _notice(notice))


@put("/api/tables/{table:str}/notices", status_code=204, **signed_in("play", 404, 409))
async def silence(
    table: FromPath[str], data: JSONBody[SilenceBody], container: ServiceContainer, user: CurrentUser
) -> None:
    """Switch my notifications from a table off, or on again."""
    await container.notifications.silence(user, table_number(table), data.silent)


@post("/api/tables/{table:str}/seen", status_code=204, **signed_in("read", 404, 409))
async def seen(table: FromPath[str], container: ServiceContainer, user: CurrentUser) -> None:
    """Report that I am looking at a table, so that no notification is needed. Pages send this while they are in use."""
    await container.notifications.seen(user, table_number(table))


@get("/api/tables/{table:str}/presence", **signed_in("read", 404))
async def presence(table: FromPath[str], container: ServiceContainer, user: CurrentUser) -> Presence:
    """Get when each player of my table last looked at it, in milliseconds since 1970."""
    return await container.notifications.presence(user, table_number(table))


@get("/api/next", **signed_in("read"))
async def next_table(container: ServiceContainer, user: CurrentUser) -> Response[TableCard | None]:
    """Get the table that has waited longest for me; 204 if there is none."""
    number = await container.notifications.next_table(user)
    if number is None:
        return Response(None, status_code=204)
    return Response(await container.lobby.card(number, user))


@get("/api/waiting", **signed_in("read"))
async def waiting_tables(container: ServiceContainer, user: CurrentUser) -> list[str]:
    """List the ids of the tables that wait for me, the longest first."""
    return [ids.written(number) for number in await container.notifications.waiting(user)]


ADDRESSES: Final = [my_notices, new_notice, confirm_notice, test_notice, delete_notice, push_key, subscribe_push]
NOTIFICATION_ROUTES: Final = [
    Router("", route_handlers=ADDRESSES, tags=["people"]),
    Router("", route_handlers=[silence, seen, presence], tags=["table"]),
    Router("", route_handlers=[next_table, waiting_tables], tags=["lobby"]),
]
