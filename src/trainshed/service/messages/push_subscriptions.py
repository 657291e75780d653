"""Web Push to browsers: subscriptions, the server's own VAPID key, and the sending of one message.

A subscription belongs to the session in which it was made, and ends with it: by signing out, by ending the session from
elsewhere, by deleting the account. It also ends when the push service says that it is gone.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec

from trainshed.service.accounts.people import Person, token_hash
from trainshed.service.base import ids
from trainshed.service.base.database import Database
from trainshed.service.base.errors import NotNow, TooMany, Wrong
from trainshed.service.base.settings import Settings
from trainshed.service.messages import safe_http
from trainshed.service.messages.destinations import DestinationLimits
from trainshed.service.messages.safe_http import HttpAnswer
from trainshed.service.messages.web_push import (
    BrowserKeys,
    browser_keys,
    encoded,
    encrypt,
    new_private_key,
    private_bytes,
    private_key,
    public_bytes,
    vapid,
)
from trainshed.service.tables.rematches.rematch_store import RematchStore
from trainshed.service.tables.seat_store import SeatStore
from trainshed.wire import Delivery

PUSH: Final = "push"
MOST_DEVICES: Final = 10
LONGEST_DEVICE: Final = 60
LONGEST_TEXT: Final = 500
MOST_COUNTED: Final = 99
"""More waiting tables are not counted for the badge."""
TOKEN_SECONDS: Final = 12 * 3600
"""How long a signed token is good; push services accept at most a day."""
LIVE_SECONDS: Final = 10 * 60
"""How long a push service keeps a message of a live table for a device that is off."""
KEPT_SECONDS: Final = 24 * 3600
"""The same, of all other tables."""
ENDED: Final = (404, 410)
"""Answers that say that there is no such subscription any more."""
LATER: Final = (0, 408, 425, 429)
"""Answers, or none, after which the queue tries again; besides all from 500 on."""


class PushText(msgspec.Struct, frozen=True):
    """What a browser shows: encrypted, so that the push service cannot read it."""

    title: str
    body: str
    url: str
    """The path of the page that a click opens; a second message with the same path replaces the first."""
    lang: str
    count: int
    """How many tables wait for the person."""


class PushRequest(NamedTuple):
    """What a browser sends of itself when its owner wants notifications there."""

    endpoint: str
    """The address at the browser's push service."""
    p256dh: str
    auth: str
    """The keys of the browser, in base64 for URLs."""
    paces: list[str]
    """At tables of which paces."""
    device: str = ""
    """What the owner calls the device."""
    replaces: str = ""
    """The address before, if the browser has changed it."""


class PushTarget(msgspec.Struct, frozen=True):
    """A subscription to which a message is sent."""

    id: int
    person: int
    address: str
    p256dh: bytes
    auth: bytes
    language: str

    @property
    def keys(self) -> BrowserKeys:
        return BrowserKeys(bytes(self.p256dh), bytes(self.auth))


class PushSubscriptions:
    """The browsers that get Web Push."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        seats: SeatStore,
        limits: DestinationLimits,
        now: Callable[[], int],
    ) -> None:
        self.settings = settings
        self.database = database
        self.seats = seats
        self.limits = limits
        self.now = now
        self.offers = RematchStore(database)
        self.key: ec.EllipticCurvePrivateKey | None = None

    @property
    def contact(self) -> str:
        """Whom a push service may write to about our messages."""
        if self.settings.push_contact:
            return self.settings.push_contact
        site = self.settings.site.rstrip("/")
        return site if site.startswith("https://") else f"mailto:{self.settings.mail_from}"

    async def server_key(self) -> ec.EllipticCurvePrivateKey:
        """The VAPID key of this server, made when it is first needed; the same in all processes."""
        if self.key is None:
            fresh = private_bytes(new_private_key())
            await self.database.write(
                "INSERT INTO vapid_key (private, created) VALUES (%s, %s) ON CONFLICT DO NOTHING", (fresh, self.now())
            )
            rows = await self.database.fetch("SELECT private FROM vapid_key")
            self.key = private_key(bytes(rows[0][0]))
        return self.key

    async def public_key(self) -> str:
        """The public half of the VAPID key, as a browser takes it."""
        return encoded(public_bytes(await self.server_key()))

    async def subscribe(self, person: Person, token: str, browser: PushRequest) -> int:
        """Add a browser, or take over the one that somebody else used before; returns the id of the channel."""
        endpoint, replaces = browser.endpoint, browser.replaces
        check_endpoint(endpoint)
        try:
            keys = browser_keys(browser.p256dh, browser.auth)
        except ValueError as error:
            raise Wrong("These are not the keys of a browser.") from error
        device = " ".join(browser.device.split())
        if len(device) > LONGEST_DEVICE or not device.isprintable():
            raise Wrong("The name of a device has at most %(most)d characters.", most=LONGEST_DEVICE)
        if replaces and replaces != endpoint:
            before = await self.database.write(
                "DELETE FROM notices WHERE kind = %s AND person = %s AND address = %s RETURNING device",
                (PUSH, person.id, replaces),
            )
            device = device or "".join(name for (name,) in before)
        others = await self.database.fetch(
            "SELECT count(*) FROM notices WHERE kind = %s AND person = %s AND address <> %s",
            (PUSH, person.id, endpoint),
        )
        if others[0][0] >= MOST_DEVICES:
            raise NotNow("You get notifications on %(count)d devices; remove one first.", count=MOST_DEVICES)
        now = self.now()
        # Only the browser itself knows its keys: whoever sends them has it in hand, and it shows nobody else's turns
        # from now on. Whoever knows only the address takes nothing away from its owner.
        found = await self.database.write(
            "INSERT INTO notices (id, person, kind, address, paces, code, confirmed, created, session, p256dh, auth,"
            " device) VALUES (%s, %s, %s, %s, %s, '', true, %s, %s, %s, %s, %s)"
            " ON CONFLICT (address) WHERE kind = 'push' DO UPDATE SET person = excluded.person, paces = excluded.paces,"
            " session = excluded.session, p256dh = excluded.p256dh, auth = excluded.auth, device = excluded.device,"
            " answer = '' WHERE notices.person = excluded.person"
            " OR notices.p256dh = excluded.p256dh AND notices.auth = excluded.auth RETURNING id",
            (
                ids.new_id(now),
                person.id,
                PUSH,
                endpoint,
                browser.paces,
                now,
                token_hash(token),
                keys.public,
                keys.secret,
                device,
            ),
        )
        if not found:
            raise Wrong("These are not the keys of a browser.")
        return int(found[0][0])

    # ------------------------------------------------------------ sending

    async def tell(self, notice: int, table: int, touched: int, title: str, body: str) -> HttpAnswer | None:
        """Send that a table waits for a person, by a turn or by the offer of a rematch; None if it, or the
        subscription, is over by now."""
        target = await self._target(notice)
        if target is None:
            return None
        turn = await self.seats.turn_begun(table, touched)
        turn = turn or await self.offers.offered(table, touched, target.person, self.now())
        if turn is None or turn.person != target.person:
            return None
        return await self._send(target, title, body, f"/t/{ids.written(table)}", turn.pace == "live")

    async def test(self, notice: int, title: str, body: str) -> Delivery:
        """Send a test message now; the browser shows it also while a page of ours is open."""
        target = await self._target(notice)
        if target is None:
            return Delivery(False, "410")
        return (await self._send(target, title, body, "/", True)).delivery

    async def _target(self, notice: int) -> PushTarget | None:
        found = await self.database.fetch_as(
            PushTarget,
            "SELECT n.id, n.person, n.address, n.p256dh, n.auth, p.language FROM notices n"
            " JOIN people p ON p.id = n.person WHERE n.id = %s AND n.kind = 'push'",
            (notice,),
        )
        return found[0] if found else None

    async def _send(self, target: PushTarget, title: str, body: str, url: str, live: bool) -> HttpAnswer:
        try:
            await self.limits.push(target.address)
        except (TooMany, Wrong) as error:
            return HttpAnswer(0, str(error))
        count = len(await self.seats.next_tables(target.person, MOST_COUNTED))
        text = PushText(title[:LONGEST_TEXT], body[:LONGEST_TEXT], url, target.language, count)
        key = await self.server_key()
        headers = {
            "content-type": "application/octet-stream",
            "content-encoding": "aes128gcm",
            "ttl": str(LIVE_SECONDS if live else KEPT_SECONDS),
            "urgency": "high" if live else "normal",
            # A later turn of the same table replaces the message that was not delivered yet. Push services must not
            # learn who plays with whom: for each browser the same table has another topic.
            "topic": encoded(sha256(f"{url} {target.address}".encode()).digest()[:18]),
            "authorization": vapid(target.address, key, self.now() // 1000 + TOKEN_SECONDS, self.contact),
        }
        answer = await safe_http.request(target.address, encrypt(msgspec.json.encode(text), target.keys), headers)
        if answer.status in ENDED:
            await self.database.write("DELETE FROM notices WHERE id = %s AND kind = 'push'", (target.id,))
        return answer


def check_endpoint(endpoint: str) -> None:
    """Refuse what cannot be a push service: other schemes than https, and addresses inside our network."""
    if not endpoint.startswith("https://"):
        raise Wrong("The address of a push service begins with https://.")
    host, _ = safe_http.checked(endpoint)
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return  # a name, which is looked up when something is sent
    if not safe_http.public(str(address)):
        raise Wrong("This address is not on the public internet.")


def later(answer: HttpAnswer) -> bool:
    """Whether to send again later: the push service was not reached, or is busy."""
    return answer.status in LATER or answer.status >= 500
