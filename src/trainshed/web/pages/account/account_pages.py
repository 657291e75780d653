"""Pages for signing in and for a person's settings, and the redirect to the next table."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery

from trainshed.service.accounts.hours import LEAST_HOURS, LONGEST_HOLIDAY, MINUTES, MOST_HOLIDAY, MOST_HOLIDAYS
from trainshed.service.accounts.people import ACCOUNT, GUEST, SCOPES, Key, Person
from trainshed.service.base import ids
from trainshed.service.base.milliseconds import DAY
from trainshed.service.messages.notifications import PACES
from trainshed.web.http.access import ServiceContainer, Visitor, anyone
from trainshed.web.http.authentication import Asked
from trainshed.web.pages.frame.reader import PageReader
from trainshed.web.pages.frame.shell import page
from trainshed.wire import Hours

LIMITS = {
    "least": LEAST_HOURS,
    "longest": LONGEST_HOLIDAY // DAY,
    "days": MOST_HOLIDAY // DAY,
    "most": MOST_HOLIDAYS,
}
"""What the settings page says about the limits of hours and holidays."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
FIRST, LAST = ((datetime(year, 1, 1, tzinfo=UTC) - EPOCH) // timedelta(milliseconds=1) for year in (2, 9999))
"""Milliseconds of the first and last day that can be drawn in every time zone."""
REGIONS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


class KeyRow(NamedTuple):
    """A session or token in the list."""

    id: str
    name: str
    scopes: str
    begun: str
    until: str
    token: bool


class HolidayRow(NamedTuple):
    """The first and the last day of a holiday."""

    first: str
    last: str


@get("/sign-in", include_in_schema=False, **anyone())
async def sign_in(reader: PageReader, request: Asked, to: FromQuery[str] = "/") -> Response[bytes]:
    """Sign in, or make an account."""
    person = reader.person
    guest = person.name if person is not None and person.kind == GUEST else ""
    known = person.name if person is not None and person.kind != GUEST else ""
    return page("sign_in.html", request.scope, reader, guest=guest, known=known, to=inside(to))


def inside(to: str) -> str:
    """The path to go to after signing in: only paths of this site, against open redirects."""
    plain = to.startswith("/") and not to.startswith(("//", "/\\")) and to.isascii() and to.isprintable()
    return to if plain else "/"


@get("/me", include_in_schema=False, **anyone("account"))
async def me(container: ServiceContainer, reader: PageReader, request: Asked) -> Response[bytes]:
    """The settings page of the signed-in person."""
    person = reader.person
    if person is None:
        return to_page("/sign-in?to=/me")
    person = await container.people.person(person.id)
    return page(
        "me.html",
        request.scope,
        reader,
        person=person,
        account=person.kind == ACCOUNT,
        zones=zones(person.hours.zone),
        start=clock(person.hours.start),
        end=clock(person.hours.end),
        holidays=holidays(person.hours, container.tables.now()),
        since=since(person, container.tables.now()),
        limits=LIMITS,
        notices=await container.notifications.mine(person),
        mails=container.outbox.mails,
        paces=PACES,
        scopes=SCOPES,
        keys=[key_row(key) for key in await container.people.keys(person.id)],
        bots=await container.people.bots(person) if person.kind == ACCOUNT else [],
    )


@get("/next", include_in_schema=False, **anyone())
async def next_table(container: ServiceContainer, visitor: Visitor) -> Response[bytes]:
    """Redirect to the table that has waited longest for this person's move, or to the lobby if there is none."""
    if visitor is None:
        return to_page("/sign-in?to=/next")
    number = await container.notifications.next_table(visitor)
    return to_page("/" if number is None else f"/t/{ids.written(number)}")


def to_page(path: str) -> Response[bytes]:
    """Redirect to another page."""
    return Response(b"", status_code=303, headers={"location": path})


def clock(minutes: int) -> str:
    hour, minute = divmod(minutes % MINUTES, 60)
    return f"{hour:02}:{minute:02}"


def day(at: int, zone: str) -> str:
    """The date of a timestamp in a time zone.

    What is stored may be older than our checks: a time that no calendar has is shown as its first or last day, and in a
    zone that is not known any more as in UTC.
    """
    try:
        known = ZoneInfo(zone)
    except (KeyError, OSError, ValueError):
        known = ZoneInfo("UTC")
    utc = EPOCH + timedelta(milliseconds=min(max(at, FIRST), LAST))
    return utc.astimezone(known).date().isoformat()


def holidays(hours: Hours, now: int) -> list[HolidayRow]:
    """The holidays that are not over."""
    coming = [(begin, end) for begin, end in hours.holidays if end > now]
    return [HolidayRow(day(begin, hours.zone), day(end - 1, hours.zone)) for begin, end in coming]


def since(person: Person, now: int) -> str:
    """Day and time at which a person's hours begin to hold, in their time zone; empty if they hold already."""
    if person.hours_since <= now:
        return ""
    utc = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=person.hours_since)
    return f"{utc.astimezone(ZoneInfo(person.hours.zone)):%Y-%m-%d %H:%M}"


def key_row(key: Key) -> KeyRow:
    scopes = ", ".join(key.scopes or ())
    return KeyRow(
        ids.written(key.id), key.name, scopes, day(key.created, "UTC"), day(key.expires, "UTC"), key.scopes is not None
    )


def zones(own: str) -> list[str]:
    """The time zones to choose from, always with the person's own."""
    found = all_zones()
    return found if own in found else [own, *found]


@cache
def all_zones() -> list[str]:
    return ["UTC", *sorted(zone for zone in available_timezones() if zone.partition("/")[0] in REGIONS)]


ACCOUNT_PAGES: list[HTTPRouteHandler] = [sign_in, me, next_table]
