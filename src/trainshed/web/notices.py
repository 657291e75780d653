"""The routes of notices, of talk at the table, and of notes: what surrounds a game."""

from __future__ import annotations

import msgspec
from litestar import Response, delete, get, post, put
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody

from trainshed.service import ids
from trainshed.service.errors import NotFound
from trainshed.service.guard import Answer
from trainshed.service.lobby import Card
from trainshed.service.notices import Notice
from trainshed.service.talk import Report, Talk
from trainshed.web.who import Asked, house_of, somebody, table_number

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


class Saying(msgspec.Struct, forbid_unknown_fields=True):
    text: str


class Upto(msgspec.Struct, forbid_unknown_fields=True):
    upto: str


class Mute(msgspec.Struct, forbid_unknown_fields=True):
    muted: bool


class NewReport(msgspec.Struct, forbid_unknown_fields=True):
    about: str
    text: str


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


# ---------------------------------------------------------------- talk


@get("/api/tables/{table:str}/chat")
async def chat(table: FromPath[str], request: Asked, state: State, after: FromQuery[str] = "") -> Talk:
    """What was said at my table, and how much of it is new."""
    house = house_of(state)
    return await house.talks.hear(table_number(table), await somebody(house, request.scope, "read"), after)


@post("/api/tables/{table:str}/chat", status_code=204)
async def say(table: FromPath[str], data: JSONBody[Saying], request: Asked, state: State) -> None:
    """Say something to everybody who sits here."""
    house = house_of(state)
    person = await somebody(house, request.scope, "play")
    await house.limits.hit(f"chat of {person.id}", 60, MINUTE)
    await house.talks.say(table_number(table), person, data.text)


@post("/api/tables/{table:str}/chat/read", status_code=204)
async def chat_read(table: FromPath[str], data: JSONBody[Upto], request: Asked, state: State) -> None:
    """I have read everything up to this."""
    house = house_of(state)
    await house.talks.read(table_number(table), await somebody(house, request.scope, "read"), data.upto)


@get("/api/tables/{table:str}/note")
async def note(table: FromPath[str], request: Asked, state: State) -> Saying:
    """What I noted for myself."""
    house = house_of(state)
    return Saying(await house.talks.note(table_number(table), await somebody(house, request.scope, "read")))


@put("/api/tables/{table:str}/note", status_code=204)
async def set_note(table: FromPath[str], data: JSONBody[Saying], request: Asked, state: State) -> None:
    """Note something that nobody else sees."""
    house = house_of(state)
    await house.talks.set_note(table_number(table), await somebody(house, request.scope, "play"), data.text)


# ---------------------------------------------------------------- peace


@put("/api/people/{person:str}/mute", status_code=204)
async def mute(person: FromPath[str], data: JSONBody[Mute], request: Asked, state: State) -> None:
    """Do not hear somebody, or again."""
    house = house_of(state)
    await house.talks.mute(await somebody(house, request.scope, "play"), person, data.muted)


@post("/api/tables/{table:str}/report", status_code=204)
async def report(table: FromPath[str], data: JSONBody[NewReport], request: Asked, state: State) -> None:
    """Tell those who keep this house about somebody."""
    house = house_of(state)
    me = await somebody(house, request.scope, "play")
    await house.limits.hit(f"report of {me.id}", 10, HOUR)
    await house.talks.report(table_number(table), me, data.about, data.text)


@get("/api/reports")
async def reports(request: Asked, state: State) -> list[Report]:
    """What waits for those who keep this house."""
    house = house_of(state)
    return await house.talks.reports(await somebody(house, request.scope, "account"))


@post("/api/reports/{number:str}/done", status_code=204)
async def report_done(number: FromPath[str], request: Asked, state: State) -> None:
    """A report was dealt with."""
    house = house_of(state)
    await house.talks.done(await somebody(house, request.scope, "account"), number)


NOTICE_ROUTES: list[HTTPRouteHandler] = [
    my_notices,
    new_notice,
    confirm_notice,
    test_notice,
    delete_notice,
    silence,
    seen,
    next_table,
    chat,
    say,
    chat_read,
    note,
    set_note,
    mute,
    report,
    reports,
    report_done,
]
