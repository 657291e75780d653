"""Background tasks go on after any error, and `/readyz` tells which of them fail."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from tests.support.servers.patience import DATABASE_WAIT, PATIENCE
from tests.support.service import open_container
from trainshed.service.base.metrics import METRICS, SECONDS, Histogram
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.service.ops.migrate import upgrade
from trainshed.service.tables.lobby import TablePlan
from trainshed.web.app import App
from trainshed.web.status import Status


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


@pytest.mark.asyncio
async def test_a_worker_that_was_started_before_the_migration(
    empty_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a worker on an empty database, when that is migrated, then the worker begins to work by itself."""
    monkeypatch.setattr("trainshed.web.status.PATIENCE", PATIENCE)
    monkeypatch.setattr("trainshed.web.status.REMEMBERED", 0.0)
    monkeypatch.setattr("trainshed.service.base.supervisor.LONGEST_PAUSE", 1.0)
    async with open_container(empty_database, work=True) as container:
        monkeypatch.setattr(container.bus, "publish", lambda *_: None)  # tables are found by polling alone
        status = Status(container)
        async with asyncio.timeout(PATIENCE):
            while "task bots: failed 5 times in a row: UndefinedTable" not in (reasons := await status.reasons()):
                await asyncio.sleep(0.1)
        assert "layout: none; run `trainshed db upgrade`" in reasons
        assert METRICS.task_failures["bots"] >= 5
        await asyncio.to_thread(upgrade, empty_database)
        async with asyncio.timeout(PATIENCE):
            while await status.reasons():
                await asyncio.sleep(0.1)
        ada = (await container.people.guest("Ada"))[0]
        number = await container.lobby.create(ada, TablePlan("lok-n-roll", 2))
        await container.lobby.seat_bot(number, ada, 1, "thumb")
        await container.lobby.start(number, ada)
        await container.lobby.begin(number)
        table = (await container.tables.current(number)).table
        while table.actor == 0:
            word = table.game.vocabulary.word(table.position.moves()[0])
            await container.commands.play(number, ada, table.seq, [word])
            table = (await container.tables.current(number)).table
        async with asyncio.timeout(PATIENCE):
            while (await container.tables.current(number)).table.work:
                await asyncio.sleep(0.05)
        await status.close()


class OneFailure:
    """Stands for a function of the service: raises an error at its first call, and does its work at all later ones."""

    def __init__(self, calls: Counter[str], name: str, inner: Any) -> None:
        self.calls = calls
        self.name = name
        self.inner = inner

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.calls[self.name] += 1
        if self.calls[self.name] == 1:
            raise ZeroDivisionError(self.name)
        return self.inner(*given, **named)


@pytest.mark.asyncio
async def test_every_endless_task_goes_on_after_an_error(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trainshed.web.streams.hub.BEAT_EVERY", 0.05)
    monkeypatch.setattr("trainshed.web.streams.hub.LOOK_EVERY", 0.05)
    monkeypatch.setattr("trainshed.web.status.LAG_EVERY", 0.05)

    class Lag(Histogram):
        """A histogram whose methods a test may replace: the other one has slots."""

    monkeypatch.setattr(METRICS, "lag", Lag(SECONDS))
    container = Container(
        Settings(database=database, database_wait=DATABASE_WAIT, nats="nats://127.0.0.1:4222", connections=4), work=True
    )
    app = App(container)
    calls: Counter[str] = Counter()
    places: list[tuple[Any, str]] = [
        (container.store, "with_work"),
        (container.store, "claim_due"),
        (container.notifications, "sweep"),
        (container.outbox.queue, "run_worker_async"),
        (container.bus, "_empty_outbox"),
        (app.hub, "look_at_all"),
        (app.hub.person_feeds, "beat"),
        (app.hub.person_feeds, "look_at_wanted"),
        (METRICS.lag, "observe"),
    ]
    for place, name in places:
        monkeypatch.setattr(place, name, OneFailure(calls, name, getattr(place, name)))

    async def all_called_twice() -> None:
        while any(calls[name] < 2 for _, name in places):
            app.hub.person_feeds.heard.set()
            container.bus.publish("table.nobody", b"")
            await asyncio.sleep(0.05)

    async with app.running():
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await all_called_twice()
    assert [name for _, name in places if calls[name] < 2] == []


@pytest.mark.asyncio
async def test_what_a_failing_task_means_for_readiness(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process is not ready if it cannot do what it is there for; other tasks that fail are a warning."""
    monkeypatch.setattr("trainshed.web.status.PATIENCE", PATIENCE)
    monkeypatch.setattr("trainshed.service.base.supervisor.LONGEST_PAUSE", 0.01)

    async def broken() -> None:
        raise ZeroDivisionError

    async with open_container(database) as container:
        container.supervisor.start("bots", 1.0, broken, "work")
        container.supervisor.start("new rows", 1.0, broken, "requests")
        container.supervisor.start("loop lag", 1.0, broken, "upkeep")
        await until(lambda: len(container.supervisor.broken()) == 3)
        web, worker = App(container).status, Status(container)
        assert [line.split(":")[0] for line in await web.reasons()] == ["task new rows"]
        assert [line.split(":")[0] for line in web.warnings()] == ["task bots", "task loop lag"]
        assert [line.split(":")[0] for line in await worker.reasons()] == ["task bots"]
        assert [line.split(":")[0] for line in worker.warnings()] == ["task new rows", "task loop lag"]
