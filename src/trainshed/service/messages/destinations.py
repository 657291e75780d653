"""Rate limits by destination: how many messages go to one mail address or one host, whoever asked for them.

Limits by sender do not protect a stranger whose address many guests enter.
"""

from __future__ import annotations

from typing import Final

from trainshed.kernel.translation import marked
from trainshed.service.accounts.rate_limits import RateLimits, hidden
from trainshed.service.messages.safe_http import checked

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600

CODES_AN_HOUR: Final = 3
CODES_A_DAY: Final = 6
MAIL_TESTS: Final = 5
"""Test messages to a mail address in ten minutes."""
WEBHOOK_TESTS: Final = 30
"""Test calls of a host in ten minutes; many people have webhooks at one host of a chat service."""
PUSHES_A_MINUTE: Final = 300
"""Most messages to push services of one host in a minute, unless the host is one of `PUSH_SERVICES`."""
MANY_PUSHES: Final = 30_000
"""The same of the push services of the large browsers, which all people who use that browser share."""
PUSH_SERVICES: Final = (
    "fcm.googleapis.com",
    ".push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
)
"""Hosts, and the ends of the names of hosts."""

TOO_MANY: Final = marked("Many messages went to this address. Wait a little.")


def destination(kind: str, address: str) -> str:
    """What is counted as one destination: the mailbox, whatever tag follows a +, or the host of a webhook."""
    if kind == "mail":
        name, _, domain = address.lower().rpartition("@")
        return f"{name.partition('+')[0]}@{domain}"
    return checked(address)[0].lower().rstrip(".")


class DestinationLimits:
    """Counts messages by destination. Destinations are stored as hashes."""

    def __init__(self, rate_limits: RateLimits) -> None:
        self.rate_limits = rate_limits

    async def code(self, address: str) -> None:
        """Count a confirmation code to a mail address."""
        key = f"codes to {hidden('mail', destination('mail', address))}"
        await self.rate_limits.hit(key, CODES_AN_HOUR, HOUR, TOO_MANY)
        await self.rate_limits.hit(key, CODES_A_DAY, DAY, TOO_MANY)

    async def test(self, kind: str, address: str) -> None:
        """Count a test message."""
        most = MAIL_TESTS if kind == "mail" else WEBHOOK_TESTS
        if kind == "push" and known_push_service(address):
            return  # the person's own limit of tests is enough
        await self.rate_limits.hit(f"tests to {hidden(kind, destination(kind, address))}", most, 10 * MINUTE, TOO_MANY)

    async def call(self, address: str, most: int) -> None:
        """Count a call of a webhook's host in this minute."""
        await self.rate_limits.hit(
            f"calls of {hidden('webhook', destination('webhook', address))}", most, MINUTE, TOO_MANY
        )

    async def push(self, address: str) -> None:
        """Count a message to a push service's host in this minute."""
        await self.call(address, MANY_PUSHES if known_push_service(address) else PUSHES_A_MINUTE)


def known_push_service(address: str) -> bool:
    """Whether an address is one of the push services of the large browsers."""
    host = destination("push", address)
    return any(host == name or (name[0] == "." and host.endswith(name)) for name in PUSH_SERVICES)
