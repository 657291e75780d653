"""A fair queue: a bounded number of jobs run at once, and nobody gets more of the time than anybody else who waits.

Start-time fair queuing (Goyal, Vin and Cheng, 1996), with two accounts for each job: that of the owner of the table and
that of the network the table was made from. Of the most urgent jobs that wait, the next is the one whose accounts have
used the fewest seconds. So neither many guests behind one address nor one account with many addresses gets more than
one share. Time that nobody claimed is not saved up.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from enum import IntEnum
from hashlib import sha256
from itertools import count
from time import monotonic
from typing import Final, TypeAlias

import msgspec

NETWORKS: Final = 2**16
"""Groups of networks: enough to tell those apart that compete, too few to tell which address made a table."""


class Urgency(IntEnum):
    """Who waits for a job. The lowest value comes first."""

    ATTENDED = 0
    """A person, who plays against the bot or has asked for a hint."""
    BOTS_ALONE = 1
    """Nobody but bots."""
    ANALYSIS = 2
    """The analysis of a finished game: no table waits for it."""


class FairShare(msgspec.Struct, frozen=True):
    """Whose time a job uses."""

    owner: int = 0
    """The person who hosts the table or asked for the hint; 0: nobody, which is never limited."""
    network: int = 0
    """The group of networks that the owner's address is in (`network_group`); 0: unknown, which is never limited."""


def network_group(address: str) -> int:
    """The group, from 1 to NETWORKS, of an IP address; 0 for an empty address."""
    return 1 + int.from_bytes(sha256(address.encode()).digest()[:2]) if address else 0


Account: TypeAlias = tuple[str, int]


class Job:
    """A job that waits or runs."""

    __slots__ = ("accounts", "charged", "order", "turn", "urgency")

    def __init__(self, share: FairShare, urgency: Urgency, order: int) -> None:
        pairs = (("owner", share.owner), ("network", share.network))
        self.accounts: list[Account] = [(kind, number) for kind, number in pairs if number]
        self.urgency = urgency
        self.order = order
        self.charged = 0.0
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class FairQueue:
    """Lets `lanes` jobs run at once, of some urgencies fewer (`most`); the others wait."""

    def __init__(self, lanes: int, most: Mapping[Urgency, int] | None = None) -> None:
        self.lanes = lanes
        self.most = dict(most or {})
        self.waiting: list[Job] = []
        self.running: set[Job] = set()
        self.order = count()
        self.used: dict[Account, float] = {}
        """Seconds used by each account since the queue was last empty."""
        self.clock = 0.0
        """Seconds used by the accounts of the job that started last: a new or idle account continues from here."""
        self.typical = 0.0
        """Seconds that jobs take on average: charged in advance, because the real duration is not known yet."""

    @asynccontextmanager
    async def lane(self, share: FairShare, urgency: Urgency) -> AsyncIterator[None]:
        """Wait for a free lane and hold it. The time it is held is charged to the share."""
        job = Job(share, urgency, next(self.order))
        for account in job.accounts:
            self.used[account] = max(self.used.get(account, 0.0), self.clock)
        self.waiting.append(job)
        self._fill()
        try:
            await job.turn
        except BaseException:
            if job in self.running:
                self._end(job, 0.0)
            else:
                self.waiting.remove(job)
            raise
        begin = monotonic()
        try:
            yield
        finally:
            self._end(job, monotonic() - begin)

    def _fill(self) -> None:
        """Start waiting jobs in all free lanes."""
        while len(self.running) < self.lanes:
            ready = [job for job in self.waiting if self._may_start(job)]
            if not ready:
                return
            job = min(ready, key=self._rank)
            self.waiting.remove(job)
            self.running.add(job)
            self.clock = max(self.clock, self._most_used(job))
            job.charged = self.typical
            self._charge(job, job.charged)
            job.turn.set_result(None)

    def _may_start(self, job: Job) -> bool:
        """Whether the urgency of a job has a lane left. A job that was given up still waits to be removed."""
        if job.turn.done():
            return False
        most = self.most.get(job.urgency)
        return most is None or sum(other.urgency == job.urgency for other in self.running) < most

    def _rank(self, job: Job) -> tuple[int, float, float, int]:
        """The job with the lowest rank starts next."""
        used = [self.used[account] for account in job.accounts] or [0.0]
        return job.urgency, max(used), min(used), job.order

    def _most_used(self, job: Job) -> float:
        return max((self.used[account] for account in job.accounts), default=0.0)

    def _charge(self, job: Job, seconds: float) -> None:
        for account in job.accounts:
            self.used[account] += seconds

    def _end(self, job: Job, seconds: float) -> None:
        """Charge what a job really took, and start the next."""
        self.running.discard(job)
        self._charge(job, seconds - job.charged)
        self.typical += (seconds - self.typical) / 16
        self._fill()
        if not self.running and not self.waiting:
            self.used.clear()
            self.clock = 0.0
