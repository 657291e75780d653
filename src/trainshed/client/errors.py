"""Exceptions of the client: one for each error code of the API, with the server's `Problem`."""

from __future__ import annotations

from typing import Final

import httpx
import msgspec

from trainshed.wire import Problem


class Unreachable(Exception):
    """The server did not answer, even after retries where they are safe."""


class ApiError(Exception):
    """The server refused a request."""

    def __init__(self, status: int, problem: Problem, wait: float = 0) -> None:
        super().__init__(f"{status} {problem.error}: {problem.message}")
        self.status = status
        self.problem = problem
        self.wait = wait
        """Seconds to wait before the next try."""


class Wrong(ApiError):
    """The request is not valid."""


class NotSignedIn(ApiError):
    """Nobody is signed in, or the token is not valid."""


class Forbidden(ApiError):
    """This is not allowed, or the token lacks a scope."""


class NotFound(ApiError):
    """It does not exist, or you may not know of it."""


class NotNow(ApiError):
    """This is not possible in the current state."""


class NotLoadable(NotNow):
    """The server cannot open this table: it lacks the rules with which it was made, or cannot read its log."""


class Withdrawn(ApiError):
    """The puzzle was taken back."""


class Stale(ApiError):
    """The table has newer rows: `problem.seq` is the newest, `problem.since` lists them."""


class Refused(ApiError):
    """A word is not legal: `problem.clause` is the rule that forbids it."""


class TooMany(ApiError):
    """Too many requests of this kind."""


class Unavailable(ApiError):
    """The server's database cannot be reached, or the server cannot be reached through its proxy."""


NAMED: Final[dict[str, type[ApiError]]] = {
    "wrong": Wrong,
    "not_signed_in": NotSignedIn,
    "forbidden": Forbidden,
    "not_found": NotFound,
    "not_now": NotNow,
    "not_loadable": NotLoadable,
    "withdrawn": Withdrawn,
    "stale": Stale,
    "refused": Refused,
    "too_many": TooMany,
    "unavailable": Unavailable,
}


def error_of(answer: httpx.Response) -> ApiError:
    """The exception for a response. A proxy may answer with a body that is not a `Problem`."""
    try:
        problem = msgspec.json.decode(answer.content, type=Problem)
    except msgspec.MsgspecError:
        problem = Problem("unavailable" if answer.status_code >= 502 else "error", answer.text[:200])
    wait = answer.headers.get("retry-after", "")
    return NAMED.get(problem.error, ApiError)(answer.status_code, problem, float(wait) if wait.isdigit() else 0)
