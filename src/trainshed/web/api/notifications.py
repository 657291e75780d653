"""Routes of notifications: where somebody wants to be told that a turn waits, and which table waits longest."""

from __future__ import annotations

import msgspec
from litestar import Response, delete, get, post, put
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from trainshed.service.base import ids
from trainshed.service.base.errors import NotFound
from trainshed.service.messages.notifications import Notice
from trainshed.service.messages.safe_http import Answer
from trainshed.service.tables.lobby import Card
from trainshed.web.http.authentication import Asked, house_of, somebody, table_number

MINUTE, HOUR = 60, 3600


class NewNotice(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    """`mail` or `webhook`."""
    address: str
    paces: list[str] = msgspec.field(default_factory=lambda: ["days", "none"])


class Code(msgspec.Struct, forbid_unknown_fields=True):
    code: str


class Silence(msgspec.Struct, forbid_unknown_fields=True):
    silent: bool


def _notice(word: str) -> int:
    number = ids.number(word)
    if number is None:
        raise NotFound("There is no such notice.")
    return number


# ---------------------------------------------------------------- notices


@get("/api/me/notices")
async def my_notices(request: Asked, state: State) -> list[Notice]:
    """Where I get notices."""
    house = house_of(state)
    return await house.notices.mine(await somebody(house, request.scope, "account"))


@post("/api/me/notices", status_code=201)
async def new_notice(data: JSONBody[NewNotice], request: Asked, state: State) -> Notice:
    """Another place. By mail a code is sent there, which must be given before anything else is."""
    house = house_of(state)
    person = await somebody(house, request.scope, "account")
    await house.limits.hit(f"notice of {person.id}", 10, HOUR)
    return await house.notices.add(person, data.kind, data.address, data.paces)


@post("/api/me/notices/{notice:str}/confirm", status_code=204)
async def confirm_notice(notice: FromPath[str], data: JSONBody[Code], request: Asked, state: State) -> None:
    """Give the code that was sent."""
    house = house_of(state)
    person = await somebody(house, request.scope, "account")
    await house.limits.hit(f"code of {person.id}", 10, HOUR)
    await house.notices.confirm(person, _notice(notice), data.code)


@post("/api/me/notices/{notice:str}/test", status_code=200)
async def test_notice(notice: FromPath[str], request: Asked, state: State) -> Answer:
    """Send one now; the answer shows what came back."""
    house = house_of(state)
    person = await somebody(house, request.scope, "account")
    await house.limits.hit(f"test of {person.id}", 5, 10 * MINUTE)
    return await house.notices.test(person, _notice(notice))


@delete("/api/me/notices/{notice:str}", status_code=204)
async def delete_notice(notice: FromPath[str], request: Asked, state: State) -> None:
    """No notices there any more."""
    house = house_of(state)
    await house.notices.remove(await somebody(house, request.scope, "account"), _notice(notice))


@put("/api/tables/{table:str}/notices", status_code=204)
async def silence(table: FromPath[str], data: JSONBody[Silence], request: Asked, state: State) -> None:
    """No notices from this table, or again."""
    house = house_of(state)
    await house.notices.silence(await somebody(house, request.scope, "play"), table_number(table), data.silent)


@post("/api/tables/{table:str}/seen", status_code=204)
async def seen(table: FromPath[str], request: Asked, state: State) -> None:
    """Somebody looks at the table: a page says so while it is in front and used."""
    house = house_of(state)
    await house.notices.seen(await somebody(house, request.scope, "read"), table_number(table))


@get("/api/next")
async def next_table(request: Asked, state: State) -> Response[Card | None]:
    """The table that has waited longest for me; 204 if none does."""
    house = house_of(state)
    person = await somebody(house, request.scope, "read")
    number = await house.notices.next_table(person)
    if number is None:
        return Response(None, status_code=204)
    return Response(await house.lobby.card(number, person))


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
