"""Who may use a route, declared beside it, and what routes are handed: the container and the user.

A route says `**signed_in("play", 404, 409)`: its guard checks session and scope before anything else is read, and the
same declaration describes the route in the API. Handlers take what they need as arguments, by Litestar's dependency
injection (`DEPENDENCIES`): `container: ServiceContainer`, `user: CurrentUser`,
`visitor: Visitor` (None for somebody who is not signed in).

Tokens never start or end sessions. Routes that do declare `by_session` or `anyone_but_tokens`, whose guards refuse
tokens, and take `session: CurrentSession` or `former: FormerSession`, which are never a token.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias, TypedDict

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency, Provide
from litestar.handlers import BaseRouteHandler
from litestar.openapi.datastructures import ResponseSpec

from trainshed.service.accounts.people import Person, Session
from trainshed.service.base import ids
from trainshed.service.base.errors import NotFound, NotSignedIn
from trainshed.service.container import Container
from trainshed.web.http.authentication import SESSION, authenticate, session_of
from trainshed.wire import Problem

ALWAYS: Final = (429, 503)
"""Errors that every route of the API may answer with."""


class AccessGuard:
    """Looks up who sends a request, and refuses one that may not."""

    def __init__(self, scope: str, required: bool) -> None:
        self.scope = scope
        """The scope that a token needs; sessions have all. `SESSION`: a session is needed."""
        self.required = required
        """Refuse requests of people who are not signed in."""

    async def __call__(self, connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
        container: Container = connection.scope["state"]["container"]
        signed = await authenticate(container, connection.scope, self.scope)
        if signed is None and self.required:
            raise NotSignedIn("Sign in first.")
        connection.scope["auth"] = signed
        connection.scope["user"] = None if signed is None else signed.person


class Declaration(TypedDict):
    """Arguments of a Litestar route: its guards, and what the description of the API says of them."""

    guards: list[AccessGuard]
    security: list[dict[str, list[str]]]
    responses: dict[int, ResponseSpec]


def signed_in(scope: str, *statuses: int) -> Declaration:
    """Only for people who are signed in; a token needs this scope. `statuses` are the errors it may answer with."""
    return {
        "guards": [AccessGuard(scope, required=True)],
        "security": [{"bearer": [scope]}, {"cookie": []}],
        "responses": problems(401, 403, *statuses),
    }


def anyone(scope: str = "read", *statuses: int) -> Declaration:
    """For everybody; people who are signed in are recognised, and their token needs this scope."""
    return {
        "guards": [AccessGuard(scope, required=False)],
        "security": [{}, {"bearer": [scope]}, {"cookie": []}],
        "responses": problems(401, 403, *statuses),
    }


def by_session(*statuses: int) -> Declaration:
    """Only for people who are signed in with a session: no token is enough."""
    return signed_in(SESSION, *statuses)


def anyone_but_tokens(*statuses: int) -> Declaration:
    """For everybody, with a session or none: a request with a token is refused."""
    return anyone(SESSION, *statuses)


def public(*statuses: int) -> Declaration:
    """For everybody; nobody is asked who they are."""
    return {"guards": [], "security": [], "responses": problems(*statuses)}


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """The errors of a route, for the description of the API."""
    return {status: ResponseSpec(Problem, generate_examples=False) for status in sorted({*ALWAYS, *statuses})}


def table_number(word: str) -> int:
    """The number of a table, from its id in a path."""
    number = ids.number(word)
    if number is None:
        raise NotFound("There is no such table.")
    return number


def provide_container(request: Request[Any, Any, Any]) -> Container:
    """The service that the application of this request belongs to."""
    container: Container = request.scope["state"]["container"]
    return container


ServiceContainer: TypeAlias = NamedDependency[Container]


# The person depends on the container, so that Litestar resolves one after the other: for dependencies that do not
# depend on each other it makes a task each, which takes a quarter of a millisecond.


def provide_user(request: Request[Any, Any, Any], container: ServiceContainer) -> Person:
    """The person who sends the request; the route's guard has made sure that there is one."""
    person: Person = request.user
    return person


def provide_visitor(request: Request[Any, Any, Any], container: ServiceContainer) -> Person | None:
    """The person who sends the request, or None for somebody who is not signed in."""
    person: Person | None = request.user
    return person


def provide_session(request: Request[Any, Any, Any], container: ServiceContainer) -> Session:
    """The session of the request. A token is refused here too, if the route's guard has let it in."""
    return session_of(request.auth)


def provide_former(request: Request[Any, Any, Any], container: ServiceContainer) -> Session | None:
    """The session that the sender of the request has, or None; a token is refused."""
    return None if request.auth is None else session_of(request.auth)


CurrentUser: TypeAlias = NamedDependency[Person]
Visitor: TypeAlias = NamedDependency[Person | None]
CurrentSession: TypeAlias = NamedDependency[Session]
FormerSession: TypeAlias = NamedDependency[Session | None]

DEPENDENCIES: Final = {
    "container": Provide(provide_container, sync_to_thread=False),
    "user": Provide(provide_user, sync_to_thread=False),
    "visitor": Provide(provide_visitor, sync_to_thread=False),
    "session": Provide(provide_session, sync_to_thread=False),
    "former": Provide(provide_former, sync_to_thread=False),
}
