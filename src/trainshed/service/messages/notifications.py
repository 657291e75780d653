"""Notifications that it is a person's turn, or that a rematch is offered: the channels, when one is due, and when not.

Whether a notification is due follows from the tables: a person's turn has lasted a while, the person has asked for
notifications at this pace, was not notified of this turn, and has not looked at the table just now. An open stream does
not count as looking: the page reports that itself (`seen`) while the person is there. So a person who left the desktop
gets the notification, and one whose connection broke gets it after not being seen for a while.
"""

from __future__ import annotations

import secrets
from itertools import groupby
from typing import Final

from trainshed.kernel.registry import game, titles
from trainshed.kernel.translation import marked
from trainshed.locale import speech
from trainshed.service.accounts.people import EMAIL, Person
from trainshed.service.base import ids
from trainshed.service.base.errors import Forbidden, NotFound, NotNow, Wrong
from trainshed.service.messages.chat import require_seat
from trainshed.service.messages.destinations import DestinationLimits
from trainshed.service.messages.outbox import Outbox
from trainshed.service.messages.push_subscriptions import PUSH, PushRequest, PushSubscriptions
from trainshed.service.messages.safe_http import checked
from trainshed.service.tables.open_tables import OpenTables
from trainshed.service.tables.rematches.rematch_store import RematchStore
from trainshed.service.tables.seat_store import DueNotification
from trainshed.service.tables.subjects import ARRIVED, table_subject
from trainshed.service.tables.table_state import rules_missing
from trainshed.wire import Delivery, NotificationChannel, Presence

MAIL: Final = "mail"
WEBHOOK: Final = "webhook"
PACES: Final = ("none", "live", "days")
MOST_NOTICES: Final = 5
MOST_AT_ONCE: Final = 200

DELAY_MS: Final = 30_000
"""Delay of a notification: a person who moves at once needs none."""
QUIET_MS: Final = 90_000
"""No notification to a person who looked at the table within this time."""
PUSH_DELAY_MS: Final = 8_000
"""Delay of a Web Push, which is for live tables too."""
PUSH_QUIET_MS: Final = 45_000
"""No Web Push to a person who looked at the table within this time; a page in use says so every 30 seconds."""
AWAY_MS: Final = 3 * 60_000
"""Who has not looked at a table for so long is away; `signals.js` has the same time."""
OLDEST_MS: Final = 2 * 24 * 3600 * 1000

YOUR_TURN: Final = (marked("Your turn: %(title)s"), marked("It is your turn at %(title)s with %(others)s."))
REMATCH: Final = (marked("A rematch of %(title)s?"), marked("%(who)s offers a rematch of %(title)s."))
YOUR_CODE: Final = (
    marked("Your code for Trainshed"),
    marked("To get notifications at this address, enter this code in your settings: %(code)s"),
)
"""Subject and text of a message."""


class Notifications:
    """The notification channels of all people, and the sending of notifications that are due."""

    def __init__(self, tables: OpenTables, outbox: Outbox, limits: DestinationLimits, push: PushSubscriptions) -> None:
        self.tables = tables
        self.seats = tables.store.seats
        self.database = tables.store.database
        self.outbox = outbox
        self.limits = limits
        self.push = push
        self.offers = RematchStore(self.database)

    # ------------------------------------------------------------ channels

    async def mine(self, person: Person) -> list[NotificationChannel]:
        rows = await self.database.fetch(
            "SELECT id, kind, address, paces, confirmed, answer, device FROM notices WHERE person = %s"
            " ORDER BY created",
            (person.id,),
        )
        return [NotificationChannel(ids.written(number), *rest) for number, *rest in rows]

    async def add(self, person: Person, kind: str, address: str, paces: list[str]) -> NotificationChannel:
        """Add a channel. A mail address is used once its owner has given the code sent there."""
        wanted = _paces(paces)
        if kind == WEBHOOK:
            checked(address)
        elif kind == MAIL:
            if not self.outbox.mails:
                raise NotNow("This server sends no mail.")
            if len(address) > 200 or EMAIL.fullmatch(address) is None:
                raise Wrong("This is not an address for mail.")
        else:
            raise Wrong("A notification goes by mail or to a webhook.")
        if sum(channel.kind != PUSH for channel in await self.mine(person)) >= MOST_NOTICES:
            raise NotNow("You have %(count)d addresses for notifications; remove one first.", count=MOST_NOTICES)
        if kind == MAIL:
            await self.limits.code(address)
        number, code = ids.new_id(self.tables.now()), f"{secrets.randbelow(10**8):08}"
        await self.database.write(
            "INSERT INTO notices (id, person, kind, address, paces, code, confirmed, created)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
            (number, person.id, kind, address, wanted, code, kind == WEBHOOK, self.tables.now()),
        )
        if kind == MAIL:
            subject, text = map(speech(person.language).gettext, YOUR_CODE)
            await self.outbox.defer(MAIL, address, subject, text % {"code": code}, "", number)
        return (await self._find(person, number))[0]

    async def subscribe(self, person: Person, token: str, browser: PushRequest) -> NotificationChannel:
        """Notify a browser by Web Push, as long as the session with this token lasts."""
        number = await self.push.subscribe(person, token, browser._replace(paces=_paces(browser.paces)))
        return (await self._find(person, number))[0]

    async def confirm(self, person: Person, number: int, code: str) -> None:
        _, wanted = await self._find(person, number)
        if not secrets.compare_digest(wanted.encode(), code.strip().encode()):
            raise Forbidden("The code is wrong.")
        await self.database.write("UPDATE notices SET confirmed = true WHERE id = %s", (number,))

    async def remove(self, person: Person, number: int) -> None:
        await self._find(person, number)
        await self.database.write("DELETE FROM notices WHERE id = %s", (number,))

    async def test(self, person: Person, number: int) -> Delivery:
        """Send a test message now; returns the result."""
        notice, _ = await self._find(person, number)
        if not notice.confirmed:
            raise NotNow("First enter the code that was sent to this address.")
        await self.limits.test(notice.kind, notice.address)
        subject, text = map(speech(person.language).gettext, YOUR_TURN)
        words = {"title": "Trainshed", "others": person.name}
        if notice.kind == PUSH:
            answer = await self.push.test(number, subject % words, text % words)
        else:
            answer = await self.outbox.send(notice.kind, notice.address, subject % words, text % words, "")
        await self.outbox.note(number, answer)
        return answer

    async def _find(self, person: Person, number: int) -> tuple[NotificationChannel, str]:
        rows = await self.database.fetch(
            "SELECT id, kind, address, paces, confirmed, answer, device, code FROM notices"
            " WHERE person = %s AND id = %s",
            (person.id, number),
        )
        if not rows:
            raise NotFound("There is no such address for notifications.")
        *facts, code = rows[0]
        return NotificationChannel(ids.written(facts[0]), *facts[1:]), code

    async def delete_unconfirmed(self, before: int, most: int) -> int:
        """Delete some addresses from before a moment that their owners have not confirmed; returns how many."""
        found = await self.database.write(
            "DELETE FROM notices WHERE id IN (SELECT id FROM notices WHERE NOT confirmed AND created < %s"
            " ORDER BY created LIMIT %s FOR UPDATE SKIP LOCKED) RETURNING id",
            (before, most),
        )
        return len(found)

    async def silence(self, person: Person, table: int, silent: bool) -> None:
        """Turn notifications from this table off, or on again."""
        if not await self.seats.silence(table, person.id, silent):
            raise NotFound("There is no such table.")

    # ------------------------------------------------------------ presence

    async def seen(self, person: Person, table: int) -> None:
        """Record that a person looks at the table now. The others' pages hear of it if the person was away."""
        now = self.tables.now()
        if now - await self.seats.set_seen(table, person.id, now) > AWAY_MS:
            self.tables.bus.publish(table_subject(table), ARRIVED)

    async def presence(self, person: Person, table: int) -> Presence:
        """When each player of a table last looked at it; only for people who sit there."""
        await require_seat(self.seats, table, person)
        return Presence(await self.seats.seen(table))

    async def waiting(self, person: Person) -> list[int]:
        """The tables that wait for this person, the longest first, of those that this server can open."""
        found = await self.seats.next_tables(person.id, MOST_AT_ONCE)
        await self.tables.packs.load((title, pack) for _, title, _, pack in found)
        return [number for number, title, edition, pack in found if not rules_missing(title, edition, pack)]

    async def next_table(self, person: Person) -> int | None:
        """The table that has waited longest for this person, of those that this server can open."""
        return next(iter(await self.waiting(person)), None)

    # ------------------------------------------------------------ sending

    async def sweep(self) -> int:
        """Queue the notifications that are due; returns how many."""
        return await self._sweep(False, DELAY_MS, QUIET_MS) + await self._sweep(True, PUSH_DELAY_MS, PUSH_QUIET_MS)

    async def _sweep(self, push: bool, delay: int, quiet: int) -> int:
        now = self.tables.now()
        span = now - OLDEST_MS, now - delay, now - quiet, MOST_AT_ONCE
        turns = await self._queue_all(push, await self.seats.due_notifications(push, *span), YOUR_TURN)
        return turns + await self._queue_all(push, await self.offers.due_notifications(push, now, *span), REMATCH)

    async def _queue_all(self, push: bool, due: list[DueNotification], message: tuple[str, str]) -> int:
        """Queue one message to all channels to which it is due, and record that it was; returns how many."""
        turns = [list(channels) for _, channels in groupby(due, lambda one: (one.table, one.seat))]
        if len(due) == MOST_AT_ONCE and len(turns) > 1:
            turns.pop()  # perhaps not all channels of the last one: the next sweep takes them together
        for channels in turns:
            for one in channels:
                await self._queue(one, message)
            # Only now: if this process dies before, the next sweep queues all channels again. What is still in the
            # queue is not queued twice.
            await self.seats.set_told(push, channels[0].table, channels[0].seat, channels[0].touched)
        return sum(map(len, turns))

    async def _queue(self, one: DueNotification, message: tuple[str, str]) -> None:
        subject, text = map(speech(one.language).gettext, message)
        others = ", ".join(one.others or [])
        words = {"title": _called(one.title), "others": others, "who": others}
        if one.kind == PUSH:
            await self.outbox.defer_push(one.channel, one.table, one.touched, subject % words, text % words)
            return
        where = f"{self.outbox.site}/t/{ids.written(one.table)}" if self.outbox.site else ""
        lock = f"{one.table}-{one.touched}-{one.channel}"
        await self.outbox.defer(one.kind, one.address, subject % words, text % words, where, one.channel, lock)


def _paces(paces: list[str]) -> list[str]:
    wanted = sorted(set(paces))
    if not wanted or any(pace not in PACES for pace in wanted):
        raise Wrong("Paces are some of %(paces)s.", paces=", ".join(PACES))
    return wanted


def _called(title: str) -> str:
    """The display name of a title; the slug of one that is not installed."""
    return game(title).name if title in titles() else title
