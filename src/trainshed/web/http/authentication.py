"""Authentication of requests by session cookie or bearer token, scopes, and protection against cross-site requests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from ipaddress import IPv6Address, ip_address
from typing import Any, Final, TypeAlias

from litestar import Request, Response

from trainshed.service.accounts.people import SESSION_MS, AccessToken, Person, Session, SignedIn
from trainshed.service.base.errors import ByInvitation, Forbidden, NotFound, NotLoadable, NotSignedIn
from trainshed.service.container import Container

COOKIE: Final = "trainshed"
SAFE: Final = ("GET", "HEAD", "OPTIONS")
SESSION: Final = "session"
"""Needed, instead of a scope, by routes that start or end sessions or make bot accounts. No token has it."""
HOUR: Final = 3600
WRONG_INVITATIONS: Final = 200
"""Most wrong invitations from one address in an hour."""

Asked: TypeAlias = Request[Any, Any, Any]
Headers: TypeAlias = Iterable[tuple[bytes, bytes]]


def token_of(headers: Headers) -> tuple[str, bool]:
    """The token, from `Authorization: Bearer` or from the cookie; and whether it is the browser's cookie."""
    cookie = ""
    for key, value in headers:
        if key == b"authorization" and value[:7].lower() == b"bearer ":
            return value[7:].decode("latin-1").strip(), False
        if key == b"cookie":
            for part in value.decode("latin-1").split(";"):
                name, _, token = part.strip().partition("=")
                if name == COOKIE:
                    cookie = token
    return cookie, True


def own_page(scope: Any) -> bool:
    """Whether a request that changes something comes from one of our own pages: protection against CSRF.

    A browser sends the cookie also when a page of another site makes the request, but it names that site in the headers
    `Sec-Fetch-Site` or `Origin`. A client that sends neither is no current browser; then only JSON is accepted, which
    a form of another site cannot send.
    """
    found: dict[bytes, bytes] = {key: value for key, value in scope["headers"] if key in SIGNS}
    site = found.get(b"sec-fetch-site")
    if site is not None:
        return site in (b"same-origin", b"none")
    origin = found.get(b"origin")
    if origin is not None:
        return origin.partition(b"://")[2] == found.get(b"host", b"nowhere")
    return found.get(b"content-type", b"").startswith(b"application/json")


SIGNS: Final = (b"sec-fetch-site", b"origin", b"host", b"content-type")


def refuse_foreign_page(scope: Any) -> None:
    """Refuse a request of another site's page that would start a session.

    There may be no cookie yet to check, and another site must not sign a browser in to an account of its own.
    """
    if token_of(scope["headers"])[1] and not own_page(scope):
        raise Forbidden("This request comes from a page of another website.")


async def authenticate(container: Container, scope: Any, need: str = "read") -> SignedIn | None:
    """The session or token of a request, which must have this scope; None if nobody is signed in.

    `need` is a scope, or `SESSION`.
    """
    token, cookie = token_of(scope["headers"])
    if not token:
        return None
    signed = await container.people.by_token(token)
    if signed is None:
        return None
    if need == SESSION:
        session_of(signed)
    elif isinstance(signed, AccessToken) and need not in signed.scopes:
        raise Forbidden("This token lacks the scope %(scope)s.", scope=need)
    if cookie and scope["method"] not in SAFE and not own_page(scope):
        raise Forbidden("This request comes from a page of another website.")
    return signed


def session_of(signed: SignedIn | None) -> Session:
    """The session of a request; refuses a token, and a request of nobody."""
    if signed is None:
        raise NotSignedIn("Sign in first.")
    if isinstance(signed, AccessToken):
        raise Forbidden("A token is not enough for this: it needs a session. Sign in with name and password.")
    return signed


def address(scope: Any) -> str:
    """The sender's IP address, as a key for rate limits; of IPv6 only the /64 network, which one customer has."""
    host: str = scope["client"][0] if scope.get("client") else "nowhere"
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:80]
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped) if found.ipv4_mapped is not None else found.exploded[:19]


@asynccontextmanager
async def by_invitation(
    container: Container, scope: Any, number: int, person: Person | None, invite: str
) -> AsyncIterator[None]:
    """For every route that an invitation opens: at a private table, somebody without it is told to ask for it.

    Routes that no invitation opens hide private tables. Guessing is limited: after too many wrong invitations, right
    ones are refused too.
    """
    key = f"invitation {address(scope)}"
    if invite:
        await container.rate_limits.check(key, WRONG_INVITATIONS, HOUR)
    try:
        yield
    except (NotFound, NotLoadable):
        if invite and not await container.lobby.invited(number, invite):  # if invited: the game has not begun
            await container.rate_limits.hit(key, WRONG_INVITATIONS, HOUR)
        if await container.lobby.hidden(number, person, invite):
            raise ByInvitation from None
        raise


def with_cookie(response: Response[Any], token: str, secure: bool) -> Response[Any]:
    """Set the session cookie; an empty token deletes it."""
    age = SESSION_MS // 1000 if token else 0
    response.set_cookie(COOKIE, token, httponly=True, samesite="lax", max_age=age, path="/", secure=secure)
    return response
