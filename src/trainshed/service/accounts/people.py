"""People: guests, accounts and bot accounts, with their sessions, tokens and settings."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, Final, LiteralString, Protocol, TypeAlias, TypeVar

import msgspec
import psycopg

from trainshed.kernel.record import NAME
from trainshed.locale import LANGUAGES
from trainshed.service.accounts.hours import Calendar, PastHours, bounded, changed, check_holidays, check_hours
from trainshed.service.accounts.passwords import Passwords
from trainshed.service.accounts.preferences import chosen, stored_preferences
from trainshed.service.base.database import Connection, Database, json_text
from trainshed.service.base.errors import Forbidden, NotFound, NotNow, Wrong
from trainshed.service.base.ids import new_id
from trainshed.wire import Hours, Preferences

SCOPES: Final = ("read", "play", "host", "account")
"""Scopes of a token: look; sit and play; make and start tables; change the account. A session may do everything."""

DAY_MS: Final = 24 * 3600 * 1000
SESSION_MS: Final = 90 * DAY_MS
REMEMBERED_MS: Final = 5_000
"""Time for which sessions and people are cached: a session that ended elsewhere may be accepted for so long."""
MOST_REMEMBERED: Final = 20_000
MOST_HOLIDAYS: Final = 50
MOST_TOKENS: Final = 20
MOST_BOTS: Final = 10

LOGIN: Final = re.compile(r"[a-z0-9][a-z0-9_-]{2,29}")
EMAIL: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+")

GUEST: Final = "guest"
ACCOUNT: Final = "account"
BOT: Final = "bot"
MERGED: Final = "merged"
GONE: Final = "gone"

GONE_NAME: Final = "Somebody who left"

K = TypeVar("K")
V = TypeVar("V")


class Person(msgspec.Struct, frozen=True):
    """A guest, an account or a bot account; can sit at tables."""

    id: int
    name: str
    kind: str = GUEST
    language: str = "en"
    hours: Hours = Hours()
    hours_since: int = 0
    """The moment from which the hours of the day hold; before it those that were told earlier."""
    login: str | None = None
    email: str | None = None
    admin: bool = False
    was: tuple[int, ...] = ()
    """Ids of the guests that became this account: their seats are its seats."""
    preferences: Preferences = Preferences()

    @property
    def ids(self) -> tuple[int, ...]:
        """All ids under which this person sits at tables."""
        return (self.id, *self.was)


class Session(msgspec.Struct, frozen=True):
    """The session of a browser or app. It may do everything, and nothing else starts or ends sessions."""

    person: Person
    key: bytes
    """The stored hash of its secret."""


class AccessToken(msgspec.Struct, frozen=True):
    """The token of a program. It may do what its scopes name, and never starts or ends a session."""

    person: Person
    scopes: tuple[str, ...]
    expires: int


SignedIn: TypeAlias = Session | AccessToken


class Key(msgspec.Struct, frozen=True):
    """A session or token as its owner sees it."""

    id: int
    name: str
    scopes: list[str] | None
    created: int
    expires: int


class SeatsOfPeople(Protocol):
    """What changes at tables with their people. `SeatStore` does it, of a package above this one."""

    async def make_due(self, connection: Connection, person: int, now: int) -> None:
        """Make the deadlines of clocks that run for a person due, after a change of the person's hours."""

    async def give_all(self, connection: Connection, guest: int, account: int, now: int) -> None:
        """Give all seats and tables of a guest to an account; clocks that run for the guest are checked again."""

    async def lock_idle_guests(self, connection: Connection, guests: list[int], now: int) -> list[int]:
        """Lock those of these guests who have no session, no seat, no table and no part in a report."""


class People:
    """Guests, accounts and bot accounts in the database, and a cache of them."""

    def __init__(self, database: Database, seats: SeatsOfPeople, now: Callable[[], int]) -> None:
        self.database = database
        self.seats = seats
        self.now = now
        self.passwords = Passwords()
        self.sessions: OrderedDict[bytes, tuple[int, SignedIn]] = OrderedDict()
        self.found: OrderedDict[int, tuple[int, Person]] = OrderedDict()
        self.ended: Callable[[int], None] = lambda _: None
        """Called with the id of a person who lost a session or token: streams opened with it must be closed."""

    # ------------------------------------------------------------ signing in

    async def guest(self, name: str, language: str = "en", zone: str = "UTC") -> tuple[Person, str]:
        """Create a guest; returns the person and the token of a session."""
        hours = Hours(zone=zone)
        check_hours(hours, self.now())
        person = Person(new_id(self.now()), checked_name(name), GUEST, _language(language), hours)
        async with self.database.transaction() as connection:
            await self._add(connection, person)
            return person, await self._open_session(connection, person.id)

    async def register(
        self, session: Session | None, login: str, password: str, name: str, language: str, zone: str, email: str
    ) -> tuple[Person, str]:
        """Create an account; a guest becomes one and keeps every seat. Sessions before end, and a new one begins."""
        login, name, guest = _login(login), checked_name(name), None if session is None else session.person
        if guest is not None and guest.kind != GUEST:
            raise NotNow("You have an account.")
        self.passwords.check(password, login, name)
        hashed = await self.passwords.hash(password)
        hours = Hours(zone=zone)
        check_hours(hours, self.now())
        person = guest or Person(new_id(self.now()), name, GUEST, _language(language), hours)
        try:
            async with self.database.transaction() as connection:
                if guest is None:
                    await self._add(connection, person)
                # The cached guest may be out of date: another process may have made it an account.
                changed = await connection.execute(
                    "UPDATE people SET kind = %s, name = %s, login = %s, password = %s, email = %s"
                    " WHERE id = %s AND kind = %s",
                    (ACCOUNT, name, login, hashed, _email(email), person.id, GUEST),
                )
                if changed.rowcount == 0:
                    raise NotNow("You have an account.")
                token = await self._open_session(connection, person.id)
                await self._end_other_sessions(connection, person.id, token)
        except psycopg.errors.UniqueViolation as error:
            raise NotNow("This name for signing in is taken.") from error
        self._end(person.id)
        return await self.person(person.id), token

    async def sign_in(self, login: str, password: str) -> tuple[Person, str]:
        """Begin a session with name and password. Neither error nor time reveals which of the two is wrong."""
        login = login.strip().lower()
        rows = []
        if LOGIN.fullmatch(login) is not None:
            rows = await self.database.fetch(
                "SELECT id, password FROM people WHERE login = %s AND kind = %s", (login, ACCOUNT)
            )
        number, hashed = rows[0] if rows else (None, None)
        if not await self.passwords.fits(hashed, password) or number is None:
            raise Forbidden("The name or the password is wrong.")
        async with self.database.transaction() as connection:
            if self.passwords.outdated(hashed):
                fresh = await self.passwords.hash(password)
                await connection.execute("UPDATE people SET password = %s WHERE id = %s", (fresh, number))
            token = await self._open_session(connection, number)
        return await self.person(number), token

    async def merge(self, session: Session, account: Person, token: str) -> None:
        """Merge the guest of a session into an account, which gets the guest's seats, tables, chat and notes.

        `token` is that of the session of the account in which the guest goes on.
        """
        guest = session.person
        if guest.kind != GUEST or account.kind != ACCOUNT:
            return
        async with self.database.transaction() as connection:
            merged = await connection.execute(
                "UPDATE people SET became = %s, kind = %s WHERE id = %s AND kind = %s",
                (account.id, MERGED, guest.id, GUEST),
            )
            if merged.rowcount == 0:
                return  # the cached guest was out of date
            calendars = await self._lock_calendars(connection, account.id)
            await self._tell(connection, guest.id, calendars[guest.id], calendars[account.id].hours)
            await self.seats.give_all(connection, guest.id, account.id, self.now())
            for statement in BROUGHT_ALONG:
                await connection.execute(
                    statement, {"account": account.id, "guest": guest.id, "session": token_hash(token)}
                )
            await connection.execute("DELETE FROM sessions WHERE person = %s", (guest.id,))
        self._end(guest.id)
        self.forget(account.id)

    async def by_token(self, token: str) -> SignedIn | None:
        """The session or token with this secret; None if it does not exist or has expired."""
        key = token_hash(token)
        now = self.now()
        remembered = self.sessions.get(key)
        if remembered is not None and now - remembered[0] < REMEMBERED_MS:
            return remembered[1]
        rows = await self.database.fetch(
            f"SELECT {COLUMNS}, s.scopes, s.expires FROM sessions s JOIN people p ON p.id = s.person"
            " WHERE s.token = %s AND s.expires > %s",
            (key, now),
        )
        if not rows:
            self.sessions.pop(key, None)
            return None
        *facts, scopes, expires = rows[0]
        person = _person(facts)
        signed = Session(person, key) if scopes is None else AccessToken(person, tuple(scopes), expires)
        _remember(self.sessions, key, (now, signed))
        return signed

    async def sign_out(self, session: Session) -> None:
        """End a session."""
        await self.database.write("DELETE FROM sessions WHERE token = %s", (session.key,))
        self._end(session.person.id)

    # ------------------------------------------------------------ sessions, tokens, bot accounts

    async def keys(self, person: int) -> list[Key]:
        """The sessions and tokens of a person."""
        rows = await self.database.fetch(
            "SELECT id, name, scopes, created, expires FROM sessions WHERE person = %s AND expires > %s"
            " ORDER BY created",
            (person, self.now()),
        )
        return [Key(*row) for row in rows]

    async def new_token(
        self, person: Person, name: str, scopes: Iterable[str], days: int, until: int | None = None
    ) -> str:
        """Create a token for a program; it is shown once. It ends after so many days, and no later than `until`."""
        wanted = sorted(set(scopes))
        if not wanted or any(scope not in SCOPES for scope in wanted):
            raise Wrong("A token has some of the scopes %(scopes)s.", scopes=", ".join(SCOPES))
        if not 1 <= days <= 3650:
            raise Wrong("A token is good for 1 to 3650 days.")
        if sum(key.scopes is not None for key in await self.keys(person.id)) >= MOST_TOKENS:
            raise NotNow("You have %(count)d tokens; delete one first.", count=MOST_TOKENS)
        async with self.database.transaction() as connection:
            lifetime = days * DAY_MS if until is None else min(days * DAY_MS, until - self.now())
            return await self._open_session(connection, person.id, checked_name(name), wanted, lifetime)

    async def end_session(self, session: Session, key: int) -> None:
        """End this session, or another one of the same person."""
        found = await self.database.write(
            "DELETE FROM sessions WHERE person = %s AND id = %s AND scopes IS NULL RETURNING id",
            (session.person.id, key),
        )
        if not found:
            raise NotFound("You have no such session.")
        self._end(session.person.id)

    async def delete_token(self, person: int, key: int) -> None:
        """Delete a token of this person."""
        found = await self.database.write(
            "DELETE FROM sessions WHERE person = %s AND id = %s AND scopes IS NOT NULL RETURNING id", (person, key)
        )
        if not found:
            raise NotFound("You have no such token.")
        self._end(person)

    async def new_bot(self, owner: Person, name: str) -> tuple[Person, str]:
        """Create a bot account: a program that sits at tables like a person, marked as a bot. Returns its token too."""
        if owner.kind != ACCOUNT:
            raise Forbidden("Only an account can have bots.")
        rows = await self.database.fetch("SELECT count(*) FROM people WHERE owner = %s", (owner.id,))
        if rows[0][0] >= MOST_BOTS:
            raise NotNow("You have %(count)d bots.", count=MOST_BOTS)
        bot = Person(new_id(self.now()), checked_name(name), BOT, owner.language)
        async with self.database.transaction() as connection:
            await self._add(connection, bot)
            await connection.execute("UPDATE people SET owner = %s WHERE id = %s", (owner.id, bot.id))
            scopes = ["host", "play", "read"]
            return bot, await self._open_session(connection, bot.id, "bot", scopes, 3650 * DAY_MS)

    async def bots(self, owner: Person) -> list[Person]:
        """The bot accounts of an owner."""
        rows = await self.database.fetch(
            f"SELECT {COLUMNS} FROM people p WHERE p.owner = %s AND p.kind = %s ORDER BY p.id", (owner.id, BOT)
        )
        return [_person(row) for row in rows]

    # ------------------------------------------------------------ profile and settings

    async def person(self, number: int) -> Person:
        """A person by id; cached for some seconds."""
        now = self.now()
        remembered = self.found.get(number)
        if remembered is not None and now - remembered[0] < REMEMBERED_MS:
            return remembered[1]
        rows = await self.database.fetch(f"SELECT {COLUMNS} FROM people p WHERE p.id = %s", (number,))
        if not rows:
            raise NotFound("There is no such person.")
        person = _person(rows[0])
        _remember(self.found, number, (now, person))
        return person

    async def change(self, person: Person, name: str | None, language: str | None, email: str | None) -> Person:
        """Change name, language or mail address; None leaves a value as it is."""
        await self.database.write(
            "UPDATE people SET name = %s, language = %s, email = %s WHERE id = %s",
            (
                person.name if name is None else checked_name(name),
                person.language if language is None else _language(language),
                person.email if email is None else _email(email),
                person.id,
            ),
        )
        self.forget(person.id)
        return await self.person(person.id)

    async def set_preferences(self, number: int, preferences: Preferences) -> Person:
        """Keep preferences of a person; those that are not chosen here stay as they are."""
        await self.database.write(
            "UPDATE people SET preferences = preferences || %s::jsonb WHERE id = %s",
            (json_text(chosen(preferences)), number),
        )
        self.forget(number)
        return await self.person(number)

    async def calendar(self, number: int) -> Calendar:
        """When a person's time counts and counted; never from the cache."""
        rows = await self.database.fetch("SELECT hours::text, hours_past::text FROM people WHERE id = %s", (number,))
        if not rows:
            raise NotFound("There is no such person.")
        return bounded(_calendar(*rows[0]))

    async def set_hours(self, number: int, hours: Hours) -> None:
        """Change a person's hours. Clocks that run for them are checked again: see `TableCommands.hours_changed`."""
        now = self.now()
        check_hours(hours, now)
        if len(hours.holidays) > MOST_HOLIDAYS:
            raise Wrong("At most %(most)d holidays are kept.", most=MOST_HOLIDAYS)
        # One transaction: if this process dies now, the next sweep finds the right deadlines.
        async with self.database.transaction() as connection:
            calendars = await self._lock_calendars(connection, number)
            if number not in calendars:
                raise NotFound("There is no such person.")
            check_holidays(changed(calendars[number], hours, now))
            for person, calendar in calendars.items():
                await self._tell(connection, person, calendar, hours)
            await self.seats.make_due(connection, number, now)
        self.forget(number)

    async def _lock_calendars(self, connection: Connection, number: int) -> dict[int, Calendar]:
        """Lock the calendars of a person and of the guests that became this person: each has a past of its own."""
        found = await connection.execute(
            "SELECT id, hours::text, hours_past::text FROM people WHERE id = %s OR became = %s ORDER BY id FOR UPDATE",
            (number, number),
        )
        return {person: _calendar(hours, past) for person, hours, past in await found.fetchall()}

    async def _tell(self, connection: Connection, person: int, calendar: Calendar, hours: Hours) -> None:
        told = changed(calendar, hours, self.now())
        await connection.execute(
            "UPDATE people SET hours = %s, hours_past = %s WHERE id = %s",
            (json_text(told.hours), json_text(told.past), person),
        )

    async def set_password(self, session: Session, old: str, new: str) -> str:
        """Change the password: every session and token ends, and one new session begins in place of this one."""
        person = session.person
        if person.kind != ACCOUNT:
            raise NotNow("Only an account has a password.")
        await self.prove(person, old)
        self.passwords.check(new, person.login or "", person.name)
        hashed = await self.passwords.hash(new)
        async with self.database.transaction() as connection:
            await connection.execute("UPDATE people SET password = %s WHERE id = %s", (hashed, person.id))
            token = await self._open_session(connection, person.id)
            await self._end_other_sessions(connection, person.id, token, session.key)
        self._end(person.id)
        return token

    async def prove(self, person: Person, password: str) -> None:
        """Refuse a wrong password. Guests have none, and are not refused."""
        rows = await self.database.fetch("SELECT password FROM people WHERE id = %s", (person.id,))
        hashed = rows[0][0] if rows else None
        if hashed is not None and not await self.passwords.fits(hashed, password):
            raise Forbidden("The password is wrong.")

    async def anonymise(self, number: int) -> None:
        """Delete a person's name, login and settings. Seats and games stay; `AccountData` cleans the tables first."""
        async with self.database.transaction() as connection:
            await connection.execute(
                "DELETE FROM sessions WHERE person IN (SELECT id FROM people WHERE id = %s OR owner = %s)",
                (number, number),
            )
            gone = await connection.execute(
                "UPDATE people SET kind = %s, name = %s, login = NULL, password = NULL, email = NULL, hours = '{}',"
                " hours_past = '{}', preferences = '{}', admin = false, language = 'en'"
                " WHERE id = %s OR owner = %s RETURNING id",
                (GONE, GONE_NAME, number, number),
            )
            ids = [found for (found,) in await gone.fetchall()]
        for found in ids:
            self._end(found)

    # ------------------------------------------------------------ deletion of what is old

    async def delete_expired_sessions(self, most: int) -> int:
        """Delete some sessions and tokens that are not valid any more; returns how many."""
        found = await self.database.write(
            "DELETE FROM sessions WHERE token IN (SELECT token FROM sessions WHERE expires <= %s ORDER BY expires"
            " LIMIT %s FOR UPDATE SKIP LOCKED) RETURNING id",
            (self.now(), most),
        )
        return len(found)

    async def guests(self, after: tuple[int, int], before: int, most: int) -> list[tuple[int, int]]:
        """Guests made after one and before a moment, in their order: when made, and id."""
        return await self.database.fetch(
            "SELECT created, id FROM people WHERE kind = 'guest' AND (created, id) > (%s, %s) AND created < %s"
            " ORDER BY created, id LIMIT %s",
            (*after, before, most),
        )

    async def delete_guests(self, guests: list[int]) -> int:
        """Delete those of these guests who cannot come back and have no part in any game; returns how many."""
        async with self.database.transaction() as connection:
            idle = await self.seats.lock_idle_guests(connection, guests, self.now())
            await connection.execute("DELETE FROM chat WHERE person = ANY(%s)", (idle,))
            await connection.execute("DELETE FROM people WHERE id = ANY(%s)", (idle,))
        for number in idle:
            self.forget(number)
        return len(idle)

    def _end(self, number: int) -> None:
        self.forget(number)
        self.ended(number)

    def forget(self, number: int) -> None:
        """Remove a person from the cache of this process."""
        self.found.pop(number, None)
        for key in [key for key, (_, signed) in self.sessions.items() if signed.person.id == number]:
            del self.sessions[key]

    # ------------------------------------------------------------ inserts

    async def _add(self, connection: Connection, person: Person) -> None:
        await connection.execute(
            "INSERT INTO people (id, name, kind, language, hours, created) VALUES (%s, %s, %s, %s, %s, %s)",
            (person.id, person.name, person.kind, person.language, json_text(person.hours), self.now()),
        )

    async def _end_other_sessions(
        self, connection: Connection, person: int, token: str, before: bytes | None = None
    ) -> None:
        """End all sessions and tokens but a new one, which gets the Web Push of the session before it.

        Without one before it gets all: a guest, who becomes an account, has one browser.
        """
        await connection.execute(
            "UPDATE notices SET session = %s WHERE person = %s AND session IS NOT NULL AND (%s OR session = %s)",
            (token_hash(token), person, before is None, before),
        )
        await connection.execute("DELETE FROM sessions WHERE person = %s AND token <> %s", (person, token_hash(token)))

    async def _open_session(
        self,
        connection: Connection,
        person: int,
        name: str = "",
        scopes: list[str] | None = None,
        lifetime: int = SESSION_MS,
    ) -> str:
        token, now = secrets.token_urlsafe(32), self.now()
        await connection.execute(
            "INSERT INTO sessions (token, id, person, name, scopes, created, expires)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s)",
            (token_hash(token), new_id(now), person, name, scopes, now, now + lifetime),
        )
        return token


COLUMNS: Final = (
    "p.id, p.name, p.kind, p.language, p.hours::text, p.hours_past::text, p.login, p.email, p.admin,"
    " (SELECT array_agg(g.id ORDER BY g.id) FROM people g WHERE g.became = p.id),"
    " p.preferences::text"
)


BROUGHT_ALONG: Final[tuple[LiteralString, ...]] = (
    "UPDATE notices SET person = %(account)s, session = CASE WHEN session IS NOT NULL THEN %(session)s END"
    " WHERE person = %(guest)s",
    "UPDATE chat SET person = %(account)s WHERE person = %(guest)s",
    "UPDATE reports SET person = %(account)s WHERE person = %(guest)s",
    "INSERT INTO chat_read (table_id, person, upto) SELECT table_id, %(account)s, upto FROM chat_read"
    " WHERE person = %(guest)s ON CONFLICT (table_id, person) DO UPDATE SET upto ="
    " greatest(chat_read.upto, excluded.upto)",
    "INSERT INTO notes (table_id, person, text) SELECT table_id, %(account)s, text FROM notes"
    " WHERE person = %(guest)s ON CONFLICT (table_id, person) DO UPDATE SET text ="
    " notes.text || E'\\n\\n' || excluded.text",
    "INSERT INTO mutes (person, muted) SELECT %(account)s, muted FROM mutes WHERE person = %(guest)s"
    " AND muted <> %(account)s ON CONFLICT DO NOTHING",
    "UPDATE people SET preferences = (SELECT g.preferences FROM people g WHERE g.id = %(guest)s) || preferences"
    " WHERE id = %(account)s",
    "UPDATE people SET preferences = '{}' WHERE id = %(guest)s",
    "DELETE FROM chat_read WHERE person = %(guest)s",
    "DELETE FROM notes WHERE person = %(guest)s",
    "DELETE FROM mutes WHERE person = %(guest)s",
)
"""Moves a guest's notification channels, chat, reports, notes, mutes and preferences to the account, whose own
preferences win."""


def token_hash(token: str) -> bytes:
    """The stored hash of a token: a reader of the database cannot sign in with it."""
    return hashlib.sha256(token.encode()).digest()


def _person(row: Iterable[Any]) -> Person:
    number, name, kind, language, hours, past, login, email, admin, was, preferences = row
    calendar = _calendar(hours, past)
    told = bounded(Calendar(calendar.hours)).hours
    guests, kept = tuple(was or ()), stored_preferences(preferences)
    return Person(number, name, kind, language, told, calendar.since, login, email, admin, guests, kept)


def _calendar(hours: str, past: str) -> Calendar:
    return Calendar(msgspec.json.decode(hours, type=Hours), msgspec.json.decode(past, type=PastHours))


def checked_name(name: str) -> str:
    """A name that a person may have, or a seat: without blanks around it, printable, and not too long."""
    name = " ".join(name.split())
    if NAME.fullmatch(name) is None or len(name) > 40 or not name.isprintable():
        raise Wrong("A name has 1 to 40 characters on one line.")
    return name


def _login(login: str) -> str:
    login = login.strip().lower()
    if LOGIN.fullmatch(login) is None:
        raise Wrong("A name for signing in has 3 to 30 letters a-z, digits, - or _.")
    return login


def _email(email: str) -> str | None:
    if email and (len(email) > 200 or EMAIL.fullmatch(email) is None):
        raise Wrong("This is not an address for mail.")
    return email or None


def _language(language: str) -> str:
    if language not in LANGUAGES:
        raise Wrong("A language is one of %(languages)s.", languages=", ".join(LANGUAGES))
    return language


def _remember(cache: OrderedDict[K, V], key: K, value: V) -> None:
    cache[key] = value
    cache.move_to_end(key)
    if len(cache) > MOST_REMEMBERED:
        cache.popitem(last=False)
