"""Routes of people: guests, accounts, sessions, tokens, settings, and the export and deletion of their data."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
from litestar import Response, delete, get, patch, post, put
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from trainshed.service.accounts.people import GUEST, Key, Person
from trainshed.service.base import ids
from trainshed.service.base.errors import Forbidden, NotFound, NotSignedIn
from trainshed.web.http.authentication import (
    Asked,
    address,
    anybody,
    container_of,
    refuse_foreign_page,
    session,
    somebody,
    token_of,
    with_cookie,
)
from trainshed.wire import Hours, KeyInfo, Me, Token

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
        person.login,
        person.email,
        person.admin,
        token,
    )


def _signed_in(request: Asked, person: Person, token: str, status: int) -> Response[Me]:
    response: Response[Me] = Response(_me(person, token), status_code=status)
    return with_cookie(response, token, request.url.scheme == "https")


# ---------------------------------------------------------------- guests, accounts and sessions


@post("/api/guests", status_code=201)
async def new_guest(data: JSONBody[GuestBody], request: Asked, state: State) -> Response[Me]:
    """Create a guest and start a session. No account is needed."""
    container = container_of(state)
    refuse_foreign_page(request.scope)
    await container.rate_limits.hit(f"guest {address(request.scope)}", container.settings.guests_an_hour, HOUR)
    person, token = await container.people.guest(data.name, data.language, data.zone)
    return _signed_in(request, person, token, 201)


@post("/api/accounts", status_code=201)
async def new_account(data: JSONBody[AccountBody], request: Asked, state: State) -> Response[Me]:
    """Create an account and start a session. A guest who sends this becomes the account and keeps all seats."""
    container = container_of(state)
    refuse_foreign_page(request.scope)
    await container.rate_limits.hit(f"account {address(request.scope)}", 20, HOUR)
    guest = await anybody(container, request.scope, "account")
    name = data.name or (guest.name if guest is not None else data.login)
    person, token = await container.people.register(
        guest, data.login, data.password, name, data.language, data.zone, data.email
    )
    return _signed_in(request, person, token, 201)


@post("/api/sign-in", status_code=200)
async def sign_in(data: JSONBody[SignInBody], request: Asked, state: State) -> Response[Me]:
    """Sign in to an account and start a session. The seats of a guest who signs in go over to the account."""
    container = container_of(state)
    refuse_foreign_page(request.scope)
    # Hashed, because rate limits are stored, and people sometimes type their password in this field.
    login = sha256(data.login.strip().lower().encode()).hexdigest()
    await container.rate_limits.hit(f"sign-in {address(request.scope)}", 30, 5 * MINUTE)
    await container.rate_limits.hit(f"sign-in as {login}", 10, 5 * MINUTE)
    guest = await anybody(container, request.scope, "account")
    person, token = await container.people.sign_in(data.login, data.password)
    if guest is not None and guest.kind == GUEST:
        await container.people.merge(guest, person)
        await container.commands.hours_changed(person.id)
        person = await container.people.person(person.id)
    elif guest is not None:
        await container.people.sign_out(token_of(request.scope["headers"])[0])
    return _signed_in(request, person, token, 200)


@post("/api/sign-out", status_code=204)
async def sign_out(request: Asked, state: State) -> Response[None]:
    """End this session."""
    container = container_of(state)
    await anybody(container, request.scope, "read")
    await container.people.sign_out(token_of(request.scope["headers"])[0])
    return with_cookie(Response(None, status_code=204), "", request.url.scheme == "https")


# ---------------------------------------------------------------- settings


@get("/api/me")
async def me(request: Asked, state: State) -> Me:
    """Get my profile."""
    return _me(await somebody(container_of(state), request.scope, "read"))


@patch("/api/me")
async def change_me(data: JSONBody[AccountChanges], request: Asked, state: State) -> Me:
    """Change my name, language or mail address."""
    container = container_of(state)
    person = await somebody(container, request.scope, "account")
    return _me(await container.people.change(person, data.name, data.language, data.email))


@put("/api/me/hours")
async def set_hours(data: JSONBody[Hours], request: Asked, state: State) -> Me:
    """Set the hours in which my thinking time counts, at tables whose pace is `days`."""
    container = container_of(state)
    person = await somebody(container, request.scope, "account")
    await container.people.set_hours(person.id, data)
    await container.commands.hours_changed(person.id)
    return _me(await container.people.person(person.id))


@put("/api/me/password")
async def set_password(data: JSONBody[PasswordBody], request: Asked, state: State) -> Response[Me]:
    """Change my password. All my sessions and tokens end, and a new session starts."""
    container = container_of(state)
    person = await somebody(container, request.scope, "account")
    await container.rate_limits.hit(f"password of {person.id}", 10, 5 * MINUTE)
    token = await container.people.set_password(person, data.old, data.new)
    return _signed_in(request, person, token, 200)


@get("/api/me/export")
async def export_me(request: Asked, state: State) -> dict[str, Any]:
    """Export all data that the server has about me."""
    container = container_of(state)
    return await container.account_data.export(await somebody(container, request.scope, "account"))


@delete("/api/me", status_code=204)
async def delete_me(data: JSONBody[PasswordProof], request: Asked, state: State) -> None:
    """Delete my account, or me as a guest. My games stay for the other players, without my name."""
    container = container_of(state)
    person = await somebody(container, request.scope, "account")
    await container.rate_limits.hit(f"password of {person.id}", 10, 5 * MINUTE)
    await container.people.prove(person, data.password)
    await container.account_data.delete(person)


# ---------------------------------------------------------------- tokens and bots


@get("/api/me/tokens")
async def tokens(request: Asked, state: State) -> list[KeyInfo]:
    """List my sessions and tokens."""
    container = container_of(state)
    person = await somebody(container, request.scope, "account")
    return [_key(key) for key in await container.people.keys(person.id)]


@post("/api/me/tokens", status_code=201)
async def new_token(data: JSONBody[TokenBody], request: Asked, state: State) -> Token:
    """Create a token for a program, with the scopes that it needs. It is shown only once."""
    container = container_of(state)
    signed = await session(container, request.scope, "account")
    if signed is None:
        raise NotSignedIn("Sign in first.")
    if signed.scopes is not None and not set(data.scopes) <= set(signed.scopes):
        raise Forbidden("A token cannot create another one with more scopes than its own.")
    return Token(await container.people.new_token(signed.person, data.name, data.scopes, data.days))


@delete("/api/me/tokens/{key:str}", status_code=204)
async def delete_token(key: FromPath[str], request: Asked, state: State) -> None:
    """Delete one of my sessions or tokens."""
    container = container_of(state)
    person = await somebody(container, request.scope, "account")
    number = ids.number(key)
    if number is None:
        raise NotFound("There is no such session or token.")
    await container.people.delete_key(person.id, number)


@post("/api/me/bots", status_code=201)
async def new_bot(data: JSONBody[BotBody], request: Asked, state: State) -> Me:
    """Create a bot account that belongs to me. The response contains its token."""
    container = container_of(state)
    person = await somebody(container, request.scope, "account")
    bot, token = await container.people.new_bot(person, data.name)
    return _me(bot, token)


def _key(key: Key) -> KeyInfo:
    return KeyInfo(ids.written(key.id), key.name, key.scopes, key.created, key.expires)


PEOPLE_ROUTES: list[HTTPRouteHandler] = [
    new_guest,
    new_account,
    sign_in,
    sign_out,
    me,
    change_me,
    set_hours,
    set_password,
    export_me,
    delete_me,
    tokens,
    new_token,
    delete_token,
    new_bot,
]
