"""Probes and metrics of a process: `/healthz`, `/readyz`, `/metrics`."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from ipaddress import ip_address
from time import monotonic
from typing import Any, Final

import psycopg

from trainshed.service.base.database import DatabaseStatus
from trainshed.service.base.errors import Unavailable
from trainshed.service.base.metrics import METRICS
from trainshed.service.base.supervisor import Purpose, SupervisedTask
from trainshed.service.container import Container
from trainshed.service.worker import PATIENCE_MS
from trainshed.web.metrics import TYPE, PrometheusMetrics
from trainshed.web.streams.hub import Hub

READY_PATH: Final = "/readyz"
METRICS_PATH: Final = "/metrics"
HEALTH: Final = "/healthz"

PATIENCE: Final = 2.0
"""Seconds in which the database must answer."""

REMEMBERED: Final = 0.5
"""Seconds for which the result of a readiness check is cached, so that frequent probes do not load the database."""

PASSED_ON: Final = (b"x-forwarded-for", b"x-forwarded-host", b"forwarded", b"x-real-ip", b"via")
"""Headers that a proxy adds: then the sender's address is that of the proxy, and says nothing about who asks."""

LAG_EVERY: Final = 1.0


def all_steps() -> list[str]:
    """All database migrations that this version knows, the newest first."""
    # Alembic is imported at the first readiness check: with it the start would take half as long again.
    from trainshed.service.ops.migrate import steps  # noqa: PLC0415

    return steps()


class Status:
    """ASGI application for probes and metrics: in front of the web application, and the only one of a worker."""

    def __init__(self, container: Container, hub: Hub | None = None) -> None:
        self.container = container
        self.metrics = PrometheusMetrics(container, hub)
        self.stopping = False
        """Set by a stop signal: a load balancer should send no more requests."""
        self.checked = 0.0
        self.known: list[str] = []
        self.lock = asyncio.Lock()
        self.steps: list[str] = []
        self.asking: asyncio.Task[DatabaseStatus] | None = None
        self.task: SupervisedTask | None = None
        self.purpose: Purpose = "work" if hub is None else "requests"

    async def open(self) -> None:
        self.task = self.container.supervisor.start("loop lag", 0.0, self._watch_the_loop, "upkeep")

    async def close(self) -> None:
        if self.task is not None:
            await self.task.stop()
        if self.asking is not None:
            self.asking.cancel()
            await asyncio.gather(self.asking, return_exceptions=True)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope["path"]
        if scope["method"] not in ("GET", "HEAD"):
            await reply(send, 405, b"only GET\n")
        elif path == HEALTH:
            await reply(send, 200, b"ok\n")
        elif path == READY_PATH:
            wrong = await self.reasons()
            lines = [*(wrong or ["ready"]), *[f"warning: {line}" for line in self.warnings()]]
            await reply(send, 503 if wrong else 200, "".join(f"{line}\n" for line in lines).encode())
        elif path == METRICS_PATH and self.may_read(scope):
            await self._count_tables()
            await reply(send, 200, self.metrics.text(), TYPE)
        else:
            await reply(send, 404, b"not found\n")

    # ------------------------------------------------------------ readiness

    async def reasons(self) -> list[str]:
        """Why this process cannot do what it is there for, requests or work; empty if it can."""
        async with self.lock:
            if monotonic() - self.checked > REMEMBERED:
                self.known = await self._database()
                self.checked = monotonic()
        stopping = ["stopping"] if self.stopping else []
        return [*stopping, *self.known, *self._broken_tasks(serious=True)]

    def warnings(self) -> list[str]:
        """What is wrong although this process is ready: it can do what it is there for, only later or less well."""
        bus = [] if self.container.bus.healthy else ["bus: no connection to NATS"]
        worker = self.container.worker
        waits = [f"bots: a player has waited {worker.longest_wait:.0f} s for a turn"] if worker.waits_are_long else []
        return [*bus, *waits, *self._broken_tasks(serious=False)]

    def _broken_tasks(self, serious: bool) -> list[str]:
        """The tasks that fail again and again: those that are the purpose of this process, or the others.

        A web process that also works goes on to serve pages when its bots fail; a worker has nothing else to do.
        """
        broken = self.container.supervisor.broken()
        return [task.trouble for task in broken if task.trouble and (task.purpose == self.purpose) is serious]

    async def _database(self) -> list[str]:
        if not self.steps:
            self.steps = await asyncio.to_thread(all_steps)
        # Not cancelled when it takes too long: to cancel a query, psycopg sends the server another request.
        if self.asking is None:
            self.asking = asyncio.create_task(self.container.database.status())
        await asyncio.wait({self.asking}, timeout=PATIENCE)
        if not self.asking.done():
            return ["database: does not answer"]
        asked, self.asking = self.asking, None
        try:
            seen, read_only = asked.result()
        except Unavailable:
            return ["database: does not answer"]
        except psycopg.Error:
            return ["layout: none; run `trainshed db upgrade`"]
        if read_only:
            return ["database: read-only"]
        # An unknown migration is that of a later version: this process goes on until it is replaced by that version.
        behind = seen is None or seen in self.steps[1:]
        return [f"layout: {seen or 'none'}, and this version wants {self.steps[0]}"] if behind else []

    # ------------------------------------------------------------ metrics

    def may_read(self, scope: Any) -> bool:
        """Whether a sender may read metrics: only from a private network, not through a proxy, unless set to open."""
        if self.container.settings.metrics == "open":
            return True
        if any(key in PASSED_ON for key, _ in scope["headers"]):
            return False
        try:
            address = ip_address(scope["client"][0].partition("%")[0])
        except (TypeError, ValueError):
            return False
        return address.is_private or address.is_loopback or address.is_link_local

    async def _count_tables(self) -> None:
        """Count the tables that wait for a worker and those that fail, if this process is a worker."""
        self.metrics.backlog = self.metrics.failing = None
        if self.container.works:
            now = self.container.tables.now()
            with suppress(Unavailable):
                count, oldest = await self.container.store.backlog(now - PATIENCE_MS)
                self.metrics.backlog = (count, (now - oldest) / 1000 if oldest is not None else 0.0)
                self.metrics.failing = await self.container.store.count_failing()

    async def _watch_the_loop(self) -> None:
        """Measure how late a sleep of one second ends: the lag of the event loop is the first sign of overload."""
        planned = monotonic() + LAG_EVERY
        await asyncio.sleep(LAG_EVERY)
        METRICS.lag.observe(max(0.0, monotonic() - planned))


async def reply(send: Any, status: int, body: bytes, kind: str = "text/plain; charset=utf-8") -> None:
    """Send a response in plain ASGI."""
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
