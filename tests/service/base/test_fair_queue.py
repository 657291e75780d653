"""The fair queue: who runs next, how many run at once, and what becomes of those who give up."""

from __future__ import annotations

import asyncio

import pytest

from trainshed.service.base import fair_queue
from trainshed.service.base.fair_queue import NETWORKS, FairQueue, FairShare, Urgency, network_group

ALICE, BOB, EVE, MALLORY = 1, 2, 3, 4
HOME, CLUB = 11, 12


class Clock:
    """Time that the jobs of a test move on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(fair_queue, "monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


class Jobs:
    """Jobs in one queue, and the order in which they ran."""

    def __init__(self, queue: FairQueue, clock: Clock) -> None:
        self.queue = queue
        self.clock = clock
        self.done: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.at_once = 0
        self.gate = asyncio.Event()

    async def add(
        self, name: str, owner: int = 0, network: int = 0, seconds: float = 1.0, urgency: Urgency = Urgency.ATTENDED
    ) -> None:
        """Add a job that takes some seconds of the clock."""
        self.tasks[name] = asyncio.create_task(self._run(name, FairShare(owner, network), seconds, urgency))
        await asyncio.sleep(0)

    async def _run(self, name: str, share: FairShare, seconds: float, urgency: Urgency) -> None:
        async with self.queue.lane(share, urgency):
            self.at_once = max(self.at_once, len(self.queue.running))
            await self.gate.wait()
            self.clock.now += seconds
            self.done.append(name)

    async def order(self) -> list[str]:
        """Let the jobs end, and wait for all; the order in which they ran."""
        self.gate.set()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)
        assert (self.queue.waiting, self.queue.running) == ([], set())
        return self.done


@pytest.mark.asyncio
async def test_jobs_of_one_owner_run_in_order(clock: Clock) -> None:
    jobs = Jobs(FairQueue(1), clock)
    for name in ("first", "second", "third"):
        await jobs.add(name, ALICE, HOME)
    assert await jobs.order() == ["first", "second", "third"]


@pytest.mark.asyncio
async def test_owner_with_many_jobs_takes_turns_with_others(clock: Clock) -> None:
    jobs = Jobs(FairQueue(1), clock)
    for number in range(6):
        await jobs.add(f"eve {number}", EVE, CLUB)
    await jobs.add("alice", ALICE, HOME)
    await jobs.add("bob", BOB, CLUB + 1)
    assert set((await jobs.order())[1:3]) == {"alice", "bob"}


@pytest.mark.asyncio
async def test_many_owners_of_one_network_get_one_share(clock: Clock) -> None:
    jobs = Jobs(FairQueue(1), clock)
    for number in range(8):
        await jobs.add(f"guest {number}", 100 + number, CLUB)
    for number in range(4):
        await jobs.add(f"alice {number}", ALICE, HOME)
    done = await jobs.order()
    assert sum(name.startswith("alice") for name in done[:9]) == 4


@pytest.mark.asyncio
async def test_one_owner_with_many_networks_gets_one_share(clock: Clock) -> None:
    jobs = Jobs(FairQueue(1), clock)
    for number in range(8):
        await jobs.add(f"eve {number}", EVE, 100 + number)
    for number in range(4):
        await jobs.add(f"alice {number}", ALICE, HOME)
    done = await jobs.order()
    assert sum(name.startswith("alice") for name in done[:9]) == 4


@pytest.mark.asyncio
async def test_owners_of_one_network_share_its_time_evenly(clock: Clock) -> None:
    jobs = Jobs(FairQueue(1), clock)
    for number in range(6):
        await jobs.add(f"eve {number}", EVE, CLUB)
    for number in range(3):
        await jobs.add(f"mallory {number}", MALLORY, CLUB)
    done = await jobs.order()
    assert sum(name.startswith("mallory") for name in done[:7]) == 3


@pytest.mark.asyncio
async def test_shares_count_seconds_and_not_jobs(clock: Clock) -> None:
    jobs = Jobs(FairQueue(1), clock)
    for number in range(4):
        await jobs.add(f"eve {number}", EVE, CLUB, seconds=4.0)
    for number in range(8):
        await jobs.add(f"alice {number}", ALICE, HOME, seconds=1.0)
    done = await jobs.order()
    assert [name[:3] for name in done[:6]].count("ali") >= 4


@pytest.mark.asyncio
async def test_time_that_nobody_claimed_is_not_saved_up(clock: Clock) -> None:
    queue = FairQueue(1)
    jobs = Jobs(queue, clock)
    for number in range(20):
        await jobs.add(f"early {number}", ALICE, HOME)
    await jobs.order()
    jobs = Jobs(queue, clock)
    for number in range(6):
        await jobs.add(f"alice {number}", ALICE, HOME)
    for number in range(6):
        await jobs.add(f"bob {number}", BOB, CLUB)
    done = await jobs.order()
    assert sum(name.startswith("alice") for name in done[:6]) >= 2


@pytest.mark.asyncio
async def test_most_urgent_jobs_run_first(clock: Clock) -> None:
    jobs = Jobs(FairQueue(1), clock)
    await jobs.add("running", EVE, urgency=Urgency.ANALYSIS)
    await jobs.add("analysis", BOB, urgency=Urgency.ANALYSIS)
    await jobs.add("bots alone", BOB, urgency=Urgency.BOTS_ALONE)
    await jobs.add("a person", BOB)
    assert await jobs.order() == ["running", "a person", "bots alone", "analysis"]


@pytest.mark.asyncio
async def test_limited_urgency_leaves_lanes_to_others(clock: Clock) -> None:
    queue = FairQueue(3, {Urgency.BOTS_ALONE: 1})
    jobs = Jobs(queue, clock)
    for number in range(4):
        await jobs.add(f"alone {number}", EVE, urgency=Urgency.BOTS_ALONE)
    assert len(queue.running) == 1
    await jobs.add("a person", ALICE)
    done = await jobs.order()
    assert done.index("a person") <= 1
    assert jobs.at_once == 2


@pytest.mark.asyncio
async def test_no_more_jobs_run_than_there_are_lanes(clock: Clock) -> None:
    jobs = Jobs(FairQueue(2), clock)
    for number in range(7):
        await jobs.add(str(number), number + 1, number + 1)
    assert len(await jobs.order()) == 7
    assert jobs.at_once == 2


@pytest.mark.asyncio
async def test_cancelled_jobs_leave_the_queue(clock: Clock) -> None:
    queue = FairQueue(1)
    jobs = Jobs(queue, clock)
    await jobs.add("running", ALICE, HOME)
    await jobs.add("given up", EVE, CLUB)
    await jobs.add("last", BOB, CLUB)
    jobs.tasks["given up"].cancel()
    assert await jobs.order() == ["running", "last"]


@pytest.mark.asyncio
async def test_job_cancelled_as_it_starts_passes_its_lane_on(clock: Clock) -> None:
    queue = FairQueue(1)
    jobs = Jobs(queue, clock)
    async with queue.lane(FairShare(EVE, CLUB), Urgency.ATTENDED):
        await jobs.add("second", ALICE, HOME)
        await jobs.add("third", BOB, HOME)
    [job] = queue.running  # the second has its lane, and has not been told yet
    assert job.accounts[0] == ("owner", ALICE)
    jobs.tasks["second"].cancel()
    assert await jobs.order() == ["third"]


@pytest.mark.asyncio
async def test_empty_queue_remembers_nobody(clock: Clock) -> None:
    queue = FairQueue(1)
    jobs = Jobs(queue, clock)
    for number in range(1, 20):
        await jobs.add(str(number), number, number)
    assert len(queue.used) == 38
    await jobs.order()
    assert (queue.used, queue.clock) == ({}, 0.0)


def test_networks_are_told_apart_in_groups_too_large_to_identify() -> None:
    groups = {network_group(f"10.0.{a}.{b}") for a in range(4) for b in range(250)}
    assert len(groups) > 980
    assert all(1 <= group <= NETWORKS for group in groups)
    assert network_group("") == 0
