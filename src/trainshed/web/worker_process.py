"""Runs a worker: bots and clocks in one event loop, and a small HTTP server for its probes and metrics."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import uvicorn

from trainshed.service.base.logs import set_up
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.web.http.connection_limits import LimitedProtocol
from trainshed.web.http.sockets import STOP, listening
from trainshed.web.http.telemetry import start_tracing
from trainshed.web.status import Status
from trainshed.web.systemd import tell

log = logging.getLogger(__name__)

NICE = 5
"""How much a worker steps back on a busy machine: people who move do not wait for bots that think."""


class ProbeServer(uvicorn.Server):
    """A uvicorn server for the probes; it leaves signals to the worker."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def work(settings: Settings, host: str, port: int | None) -> None:
    """Run a worker until a stop signal. With a port, `/healthz`, `/readyz` and `/metrics` are answered there."""
    set_up(settings.log or "info")
    os.nice(NICE)
    sock = None if port is None else listening(host, port)
    container = Container(settings, work=True)
    trace = start_tracing(container, "worker")
    try:
        asyncio.run(_work(container, sock))
    finally:
        if trace is not None:
            trace.close()
    log.info("closed")


async def _work(container: Container, sock: socket.socket | None) -> None:
    status = Status(container)
    stop = asyncio.Event()

    def leave() -> None:
        status.stopping = True
        tell("STOPPING=1")
        stop.set()

    for number in STOP:
        asyncio.get_running_loop().add_signal_handler(number, leave)
    await container.open()
    await status.open()
    probe_server, answering = _probe_server(status, sock)
    address = {} if sock is None else {"address": "{}:{}".format(*sock.getsockname()[:2])}
    log.info("at work", extra=address)
    tell("READY=1")
    await stop.wait()
    await status.close()
    await container.close()
    probe_server.should_exit = True
    await answering


def _probe_server(status: Status, sock: socket.socket | None) -> tuple[ProbeServer, asyncio.Task[None]]:
    config = uvicorn.Config(
        status,
        http=LimitedProtocol,
        ws="none",
        lifespan="off",
        access_log=False,
        log_level="warning",
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    probe_server = ProbeServer(config)

    async def nothing() -> None:
        """Without a port there are no probes to answer."""

    async def answer(sock: socket.socket) -> None:
        with suppress(asyncio.CancelledError):
            await probe_server.serve(sockets=[sock])

    return probe_server, asyncio.create_task(nothing() if sock is None else answer(sock))
