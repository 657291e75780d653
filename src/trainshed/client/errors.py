"""What can go wrong, each with all that the server said about it."""

from __future__ import annotations

from typing import Final

import httpx
import msgspec

from trainshed.wire import Problem


class Unreachable(Exception):
    """Nobody answered for as long as the client was willing to wait."""


class ApiError(Exception):
    """A request that was not carried out."""

    def __init__(self, status: int, problem: Problem, wait: float = 0) -> None:
        super().__init__(f"{status} {problem.error}: {problem.message}")
        self.status = status
        self.problem = problem
        self.wait = wait
        """Seconds after which it may be tried again."""


class Wrong(ApiError):
    """The request makes no sense."""


class NotSignedIn(ApiError):
    """Sign in first."""


class Forbidden(ApiError):
    """You may not do this here, or the token lacks a scope."""


class NotFound(ApiError):
    """There is no such thing, or you may not know of it."""


class NotNow(ApiError):
    """Not as things stand."""


class Stale(ApiError):
    """Somebody was first: `problem.seq` is the newest row, `problem.since` what happened."""


class Refused(ApiError):
    """The rules refuse a word: see `problem.clause`."""


class TooMany(ApiError):
    """That was tried too often."""


class Unavailable(ApiError):
    """The server's database cannot be reached."""


NAMED: Final[dict[str, type[ApiError]]] = {
    "wrong": Wrong,
    "not_signed_in": NotSignedIn,
    "forbidden": Forbidden,
    "not_found": NotFound,
    "not_now": NotNow,
    "stale": Stale,
    "refused": Refused,
    "too_many": TooMany,
    "unavailable": Unavailable,
}


def error_of(answer: httpx.Response) -> ApiError:
    """The error in an answer. What stands between us and the server may answer in its own words."""
    try:
        problem = msgspec.json.decode(answer.content, type=Problem)
    except msgspec.MsgspecError:
        problem = Problem("unavailable" if answer.status_code >= 502 else "error", answer.text[:200])
    wait = answer.headers.get("retry-after", "")
    return NAMED.get(problem.error, ApiError)(answer.status_code, problem, float(wait) if wait.isdigit() else 0)
