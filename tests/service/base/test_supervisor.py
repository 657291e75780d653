"""Supervised tasks: what happens after success, after errors, and at the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

from trainshed.service.base import supervisor as module
from trainshed.service.base.errors import Unavailable
from trainshed.service.base.metrics import METRICS
from trainshed.service.base.supervisor import BROKEN_AFTER, Supervisor

PATIENCE = 20.0


@pytest_asyncio.fixture
async def supervisor() -> AsyncIterator[Supervisor]:
    supervisor = Supervisor()
    yield supervisor
    await supervisor.stop()
    assert asyncio.all_tasks() == {asyncio.current_task()}


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses after errors, which are made short."""
    found: list[float] = []

    def short(pause: float) -> float:
        found.append(pause)
        return 0.001

    monkeypatch.setattr(module, "jittered", short)
    return found


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.002)


class Job:
    """A job that fails as long as there is an error for it."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error
        self.runs = 0

    async def __call__(self) -> None:
        self.runs += 1
        if self.error is not None:
            raise self.error


@pytest.mark.asyncio
async def test_failures_are_counted_until_a_success(
    supervisor: Supervisor, pauses: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    job = Job(ZeroDivisionError("first"))
    task = supervisor.start("job", 0.001, job, "work")
    await until(lambda: job.runs > 10)
    assert pauses[:8] == [0.5, 1, 2, 4, 8, 15, 15, 15]
    assert [one.name for one in supervisor.broken()] == ["job"]
    assert task.trouble == f"task job: failed {task.failures} times in a row: ZeroDivisionError"
    assert METRICS.task_failures["job"] >= 10
    job.error = ValueError("second")
    await until(lambda: "second" in caplog.text)
    job.error = None
    await until(lambda: not task.failures)
    assert supervisor.broken() == []
    lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert [line.partition(",")[0].partition(" after")[0] for line in lines] == [
        "task job failed",  # once for each kind of error, not every time
        "task job failed",
        "task job works again",
    ]


@pytest.mark.asyncio
async def test_few_failures_break_nothing(supervisor: Supervisor, pauses: list[float]) -> None:
    job = Job()
    task = supervisor.start("job", 0.001, job, "work")
    for _ in range(2 * BROKEN_AFTER):
        before = len(pauses)
        job.error = ZeroDivisionError()
        await until(lambda: len(pauses) > before)  # noqa: B023 (awaited here)
        assert task.failures <= BROKEN_AFTER
        job.error = None
        await until(lambda: task.failures == 0)


@pytest.mark.asyncio
async def test_a_database_that_is_away_is_no_failure_of_the_task(
    supervisor: Supervisor, pauses: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    job = Job(Unavailable("the database cannot be reached"))
    supervisor.start("patient job", 0.001, job, "work")
    await until(lambda: job.runs > 10)
    assert supervisor.broken() == []
    assert METRICS.task_failures["patient job"] == 0
    assert set(pauses) == {1.0}
    job.error = None
    await until(lambda: "goes on" in caplog.text)
    assert [record.getMessage() for record in caplog.records] == [
        "task patient job waits: the database cannot be reached",
        "task patient job goes on",
    ]


@pytest.mark.asyncio
async def test_a_job_that_never_returns_counts_as_a_success_in_time(
    supervisor: Supervisor, pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = asyncio.Event()

    async def job() -> None:
        if len(pauses) < BROKEN_AFTER:
            raise ZeroDivisionError
        await endless.wait()
        raise ZeroDivisionError

    task = supervisor.start("job", 0.001, job, "work")
    await until(lambda: len(pauses) == BROKEN_AFTER)
    assert task.trouble is not None
    monkeypatch.setattr(module, "STEADY", 0.05)
    await until(lambda: task.trouble is None)
    endless.set()
    await until(lambda: len(pauses) > BROKEN_AFTER)
    assert pauses[BROKEN_AFTER] == 0.5  # it was the first failure after a success


@pytest.mark.asyncio
@pytest.mark.usefixtures("pauses")
async def test_something_inside_is_cancelled(supervisor: Supervisor) -> None:
    job = Job(asyncio.CancelledError())
    task = supervisor.start("job", 0.001, job, "work")
    await until(lambda: job.runs > 2)
    assert task.error == "CancelledError"


@pytest.mark.asyncio
async def test_a_job_that_loses_its_cancellation_ends_all_the_same(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CANCEL_EVERY", 0.01)
    runs = 0

    async def job() -> None:
        nonlocal runs
        runs += 1
        try:
            await asyncio.Event().wait()
        finally:
            raise ZeroDivisionError  # in place of the cancellation

    task = supervisor.start("job", 0.0, job, "work")
    await until(lambda: runs == 1)
    async with asyncio.timeout(PATIENCE):
        await task.stop()
        await task.stop()
    assert runs == 1


@pytest.mark.asyncio
async def test_a_task_can_be_woken(supervisor: Supervisor) -> None:
    job = Job()
    task = supervisor.start("job", 3600.0, job, "work")
    for runs in (1, 2, 3):
        await until(lambda: job.runs == runs)  # noqa: B023 (awaited here)
        await asyncio.sleep(0.01)
        task.wake()
    await until(lambda: job.runs == 4)
