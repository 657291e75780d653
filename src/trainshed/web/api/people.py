"""Routes of people: guests, accounts, sessions, tokens, settings, and the export and deletion of their data."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Response, Router, delete, get, patch, post, put
from litestar.params import FromPath, JSONBody

from trainshed.service.accounts.people import GUEST, AccessToken, Key, Person, SignedIn
from trainshed.service.base import ids
from trainshed.service.base.errors import Forbidden, NotFound
from trainshed.web.http.access import (
    CurrentSession,
    CurrentUser,
    FormerSession,
    ServiceContainer,
    anyone_but_tokens,
    by_session,
    signed_in,
)
from trainshed.web.http.authentication import Asked, address, refuse_foreign_page, with_cookie
from trainshed.wire import Hours, KeyInfo, Me, Preferences, Token

MINUTE, HOUR = 60, 3600


class GuestBody(msgspec.Struct, forbid_unknown_fields=True):
    """A new guest."""

    name: str
    language: str = "en"
    zone: str = "UTC"


class AccountBody(msgspec.Struct, forbid_unknown_fields=True):
    """A new account."""

    login: str
    password: str
    name: str = ""
    """If empty, the guest's name, or else the login."""
    language: str = "en"
    zone: str = "UTC"
    email: str = ""


class SignInBody(msgspec.Struct, forbid_unknown_fields=True):
    """The login and password of an account."""

    login: str
    password: str


class AccountChanges(msgspec.Struct, forbid_unknown_fields=True):
    """Changes of my profile. Fields that are missing or null stay as they are."""

    name: str | None = None
    language: str | None = None
    email: str | None = None


class PreferenceChanges(Preferences, frozen=True, forbid_unknown_fields=True):
    """Changes of my preferences. Fields that are missing or null stay as they are."""


class PasswordBody(msgspec.Struct, forbid_unknown_fields=True):
    """The old and the new password."""

    old: str
    new: str


class TokenBody(msgspec.Struct, forbid_unknown_fields=True):
    """A new token for a program."""

    name: str
    scopes: list[str]
    """Some of `read`, `play`, `host` and `account`."""
    days: int = 365
    """How long it is valid: 1 to 3650 days."""


class BotBody(msgspec.Struct, forbid_unknown_fields=True):
    """A new bot account."""

    name: str


class PasswordProof(msgspec.Struct, forbid_unknown_fields=True):
    """The password, to confirm a deletion."""

    password: str = ""
    """The password of the account; a guest has none."""


def _me(person: Person, token: str = "") -> Me:
    return Me(
        ids.written(person.id),
        person.name,
        person.kind,
        person.language,
        person.hours,
        person.hours_since,
        person.login,
        person.email,
        person.admin,
        token,
        person.preferences,
    )


def _signed_in(request: Asked, person: Person, token: str, status: int) -> Response[Me]:
    response: Response[Me] = Response(_me(person, token), status_code=status)
    return with_cookie(response, token, request.url.scheme == "https")


# ---------------------------------------------------------------- guests, accounts and sessions


@post("/api/guests", status_code=201, **anyone_but_tokens(409))
async def new_guest(data: JSONBody[GuestBody], container: ServiceContainer, request: Asked) -> Response[Me]:
    """Create a guest and start a session. No account is needed."""
    refuse_foreign_page(request.scope)
    await container.rate_limits.hit(f"guest {address(request.scope)}", container.settings.guests_an_hour, HOUR)
    person, token = await container.people.guest(data.name, data.language, data.zone)
    return _signed_in(request, person, token, 201)


@post("/api/accounts", status_code=201, **anyone_but_tokens(409))
async def new_account(
    data: JSONBody[AccountBody], container: ServiceContainer, former: FormerSession, request: Asked
) -> Response[Me]:
    """Create an account and start a session. A guest who sends this becomes the account and keeps all seats."""
    refuse_foreign_page(request.scope)
    await container.rate_limits.hit(f"account {address(request.scope)}", 20, HOUR)
    name = data.name or (former.person.name if former is not None else data.login)
    person, token = await container.people.register(
        former, data.login, data.password, name, data.language, data.zone, data.email
    )
    await container.sign_in_limits.remember(data.login, address(request.scope))
    return _signed_in(request, person, token, 201)


@post("/api/sign-in", status_code=200, **anyone_but_tokens(409))
async def sign_in(
    data: JSONBody[SignInBody], container: ServiceContainer, former: FormerSession, request: Asked
) -> Response[Me]:
    """Sign in to an account and start a session. The seats of a guest who signs in go over to the account."""
    refuse_foreign_page(request.scope)
    where = address(request.scope)
    await container.sign_in_limits.count(data.login, where)
    person, token = await container.people.sign_in(data.login, data.password)
    await container.sign_in_limits.remember(data.login, where)
    if former is not None and former.person.kind == GUEST:
        await container.people.merge(former, person, token)
        await container.commands.hours_changed(person.id)
        person = await container.people.person(person.id)
    elif former is not None:
        await container.people.sign_out(former)
    return _signed_in(request, person, token, 200)


@post("/api/sign-out", status_code=204, **anyone_but_tokens(409))
async def sign_out(container: ServiceContainer, former: FormerSession, request: Asked) -> Response[None]:
    """End this session."""
    if former is not None:
        await container.people.sign_out(former)
    return with_cookie(Response(None, status_code=204), "", request.url.scheme == "https")


# ---------------------------------------------------------------- settings


@get("/api/me", **signed_in("read"))
async def me(user: CurrentUser) -> Me:
    """Get my profile."""
    return _me(user)


@patch("/api/me", **signed_in("account", 409))
async def change_me(data: JSONBody[AccountChanges], container: ServiceContainer, user: CurrentUser) -> Me:
    """Change my name, language or mail address. A new name is shown at tables that have not started, too."""
    changed = await container.people.change(user, data.name, data.language, data.email)
    if changed.name != user.name:
        await container.lobby.renamed(user, changed.name)
    return _me(changed)


@put("/api/me/hours", **signed_in("account", 409))
async def set_hours(data: JSONBody[Hours], container: ServiceContainer, user: CurrentUser) -> Me:
    """Set the hours in which my thinking time counts, at tables whose pace is `days`.

    Holidays hold from now on, the hours of the day from 24 hours on.
    """
    await container.people.set_hours(user.id, data)
    await container.commands.hours_changed(user.id)
    return _me(await container.people.person(user.id))


@patch("/api/me/preferences", **signed_in("account"))
async def set_preferences(data: JSONBody[PreferenceChanges], container: ServiceContainer, user: CurrentUser) -> Me:
    """Change how I want to see, hear and confirm."""
    return _me(await container.people.set_preferences(user.id, data))


@put("/api/me/password", **by_session(409))
async def set_password(
    data: JSONBody[PasswordBody], container: ServiceContainer, session: CurrentSession, request: Asked
) -> Response[Me]:
    """Change my password. All my sessions and tokens end, and a new session starts."""
    await container.rate_limits.hit(f"password of {session.person.id}", 10, 5 * MINUTE)
    token = await container.people.set_password(session, data.old, data.new)
    return _signed_in(request, session.person, token, 200)


@get("/api/me/export", **signed_in("account"))
async def export_me(container: ServiceContainer, user: CurrentUser) -> dict[str, Any]:
    """Export all data that the server has about me."""
    return await container.account_data.export(user)


@delete("/api/me", status_code=204, **by_session(409))
async def delete_me(data: JSONBody[PasswordProof], container: ServiceContainer, session: CurrentSession) -> None:
    """Delete my account, or me as a guest. My games stay for the other players, without my name."""
    await container.rate_limits.hit(f"password of {session.person.id}", 10, 5 * MINUTE)
    await container.people.prove(session.person, data.password)
    await container.account_data.delete(session.person)


# ---------------------------------------------------------------- sessions, tokens and bots


@get("/api/me/tokens", **signed_in("account"))
async def tokens(container: ServiceContainer, user: CurrentUser) -> list[KeyInfo]:
    """List my sessions and tokens."""
    return [_key(key) for key in await container.people.keys(user.id)]


@post("/api/me/tokens", status_code=201, **signed_in("account", 409))
async def new_token(data: JSONBody[TokenBody], container: ServiceContainer, request: Asked) -> Token:
    """Create a token for a program, with the scopes that it needs. It is shown only once.

    A token can create another one only with scopes of its own, and not for longer than itself.
    """
    signed: SignedIn = request.auth
    until = None
    if isinstance(signed, AccessToken):
        if not set(data.scopes) <= set(signed.scopes):
            raise Forbidden("A token cannot create another one with more scopes than its own.")
        until = signed.expires
    return Token(await container.people.new_token(signed.person, data.name, data.scopes, data.days, until))


@delete("/api/me/tokens/{key:str}", status_code=204, **signed_in("account", 404, 409))
async def delete_token(key: FromPath[str], container: ServiceContainer, user: CurrentUser) -> None:
    """Delete one of my tokens."""
    number = ids.number(key)
    if number is None:
        raise NotFound("You have no such token.")
    await container.people.delete_token(user.id, number)


@delete("/api/me/sessions/{session_id:str}", status_code=204, **by_session(404, 409))
async def end_session(session_id: FromPath[str], container: ServiceContainer, session: CurrentSession) -> None:
    """End one of my sessions, as `GET /api/me/tokens` lists them."""
    number = ids.number(session_id)
    if number is None:
        raise NotFound("You have no such session.")
    await container.people.end_session(session, number)


@post("/api/me/bots", status_code=201, **by_session(409))
async def new_bot(data: JSONBody[BotBody], container: ServiceContainer, user: CurrentUser) -> Me:
    """Create a bot account that belongs to me. The response contains its token."""
    bot, token = await container.people.new_bot(user, data.name)
    return _me(bot, token)


def _key(key: Key) -> KeyInfo:
    return KeyInfo(ids.written(key.id), key.name, key.scopes, key.created, key.expires)


PEOPLE: Final = [
    new_guest,
    new_account,
    sign_in,
    sign_out,
    me,
    change_me,
    set_hours,
    set_preferences,
    set_password,
    export_me,
    delete_me,
    tokens,
    new_token,
    delete_token,
    end_session,
    new_bot,
]
PEOPLE_ROUTES: Final = [Router("", route_handlers=PEOPLE, tags=["people"])]
