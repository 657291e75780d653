"""Limits on wrong passwords that slow down whoever guesses, and do not lock the owner of an account out.

Tries are counted by address, and by address and login together: what a stranger tries elsewhere does not count for the
owner. Against guessing from many addresses at once there is a third limit by login alone; it does not hold for
addresses from which somebody signed in to this account within the last weeks.
"""

from __future__ import annotations

from typing import Final

from trainshed.service.accounts.rate_limits import RateLimits, hidden

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600

OF_ADDRESS: Final = 30
"""Tries from one address in five minutes, for all logins together."""
OF_ADDRESS_AND_LOGIN: Final = 10
"""Tries from one address for one login in five minutes."""
OF_LOGIN: Final = 100
"""Tries for one login in an hour from all addresses that are not known."""
KNOWN: Final = 30 * DAY
"""An address stays known for so long after a sign-in, and at most for twice as long."""


class SignInLimits:
    """Counts tries to sign in, and remembers from where it succeeded.

    Logins are stored as hashes, because people sometimes type their password in that field.
    """

    def __init__(self, rate_limits: RateLimits) -> None:
        self.rate_limits = rate_limits

    async def count(self, login: str, address: str) -> None:
        """Count a try before the password is looked at, and refuse it if there were too many."""
        limits, pair = self.rate_limits, _pair(login, address)
        await limits.hit(f"sign-in {address}", OF_ADDRESS, 5 * MINUTE)
        await limits.hit(f"sign-in at {pair}", OF_ADDRESS_AND_LOGIN, 5 * MINUTE)
        if not await limits.happened(f"signed in at {pair}", KNOWN):
            await limits.hit(f"sign-in as {hidden(_same(login))}", OF_LOGIN, HOUR)

    async def remember(self, login: str, address: str) -> None:
        """Remember that somebody signed in to this account from this address."""
        await self.rate_limits.count(f"signed in at {_pair(login, address)}", KNOWN)


def _same(login: str) -> str:
    return login.strip().lower()


def _pair(login: str, address: str) -> str:
    return hidden(_same(login), address)
