"""Error responses: status, body and headers for every exception; unexpected ones are logged."""

from __future__ import annotations

import logging
from typing import Any, Final, TypeAlias

import msgspec
from litestar.exceptions import HTTPException
from litestar.serialization import decode_json

from trainshed.service.accounts.people import Person
from trainshed.service.base.errors import (
    ByInvitation,
    Forbidden,
    NotFound,
    NotLoadable,
    NotNow,
    NotSignedIn,
    Refused,
    ServiceError,
    Stale,
    TooMany,
    Unavailable,
    Withdrawn,
    Wrong,
)
from trainshed.service.tables.open_tables import NO_TABLE
from trainshed.wire import Problem

log = logging.getLogger(__name__)

STATUS: Final[dict[type[ServiceError], int]] = {
    Wrong: 400,
    NotSignedIn: 401,
    Forbidden: 403,
    ByInvitation: 403,
    NotFound: 404,
    Stale: 409,
    NotNow: 409,
    NotLoadable: 409,
    Withdrawn: 410,
    Refused: 422,
    TooMany: 429,
    Unavailable: 503,
}
NAMES: Final = {
    401: "not_signed_in",
    404: "not_found",
    405: "no_such_method",
    408: "too_slow",
    413: "too_large",
    500: "our_fault",
}


Answer: TypeAlias = tuple[int, Problem, dict[str, str]]
"""Status, body and headers."""


def told(error: Exception, scope: Any) -> Exception:
    """The error that this person may know: a private table that cannot be opened does not exist for strangers."""
    if not isinstance(error, NotLoadable) or error.known_to is None:
        return error
    person: Person | None = scope.get("user")
    known = person is not None and any(number in error.known_to for number in person.ids)
    return error if known else NotFound(NO_TABLE)


def answer_to(error: Exception, scope: Any) -> Answer:
    """The response to an exception. An unexpected one is logged, and no details of it are sent."""
    error = told(error, scope)
    if isinstance(error, ServiceError):
        return _of_the_service(error)
    if isinstance(error, HTTPException):
        body = Problem(NAMES.get(error.status_code, "wrong"), _plain(error))
        return error.status_code, body, dict(error.headers or {})
    if isinstance(error, msgspec.MsgspecError) and _came_from(error, *READ):
        return 400, Problem("wrong", str(error)), {}
    if isinstance(error, (RecursionError, UnicodeDecodeError)) and _came_from(error, *READ):
        deep = isinstance(error, RecursionError)
        return 400, Problem("wrong", "The body is nested too deeply." if deep else "The body is not UTF-8."), {}
    where = {"method": scope["method"], "path": scope["path"], **scope.get("path_params", {})}
    log.error("a request failed", extra=where, exc_info=error)
    return 500, Problem("our_fault", "Something went wrong here."), {}


async def send_answer(send: Any, answer: Answer) -> None:
    """Send an error response in plain ASGI."""
    status, problem, more = answer
    body = msgspec.json.encode(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    headers += [(key.lower().encode(), value.encode()) for key, value in more.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _of_the_service(error: ServiceError) -> Answer:
    if isinstance(error, Stale):
        body = Problem(error.name, str(error), seq=error.seq, since=error.since)
    elif isinstance(error, Refused):
        refusal = error.refusal
        body = Problem(
            error.name,
            str(error),
            word=error.word,
            index=error.index,
            clause=refusal.clause,
            numbers=refusal.numbers,
            generic=refusal.generic,
        )
    else:
        body = Problem(error.name, str(error))
    wait = error.seconds if isinstance(error, TooMany) else int(isinstance(error, Unavailable))
    return STATUS[type(error)], body, {"retry-after": str(wait)} if wait else {}


def _plain(error: HTTPException) -> str:
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict) and "message" in extra[0]:
        return f"{extra[0].get('key', 'body')}: {extra[0]['message']}"
    return str(error.detail)


def read(body: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
    """Decode a request body. An error raised here is the sender's fault: see `READ`."""
    return decoder.decode(body)


READ: Final = (decode_json.__code__, read.__code__)
"""The functions that decode request bodies, Litestar's and ours."""


def _came_from(error: BaseException, *codes: Any) -> bool:
    """Whether an error was raised directly in one of these functions. Raised elsewhere, it is a bug of ours."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_code in codes
