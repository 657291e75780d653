"""Runs the web application: uvicorn on uvloop, with streams that end when the server does."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from trainshed.service.base.logs import set_up
from trainshed.service.container import Container
from trainshed.web.app import App
from trainshed.web.http.connection_limits import KEEP_ALIVE, LimitedProtocol
from trainshed.web.http.sockets import STOP, listening
from trainshed.web.http.telemetry import start_tracing
from trainshed.web.streams.hub import Hub
from trainshed.web.systemd import tell

log = logging.getLogger(__name__)

GRACE = 2
"""Seconds that a stopping server waits for requests that have begun."""


class Server(uvicorn.Server):
    """A uvicorn server that closes the streams first: otherwise its shutdown would wait for the whole of `GRACE`."""

    hub: Hub
    ready: Callable[[], None] | None = None
    """Called once the server accepts requests."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        collect_garbage_rarely()
        if self.started and self.ready is not None:
            self.ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on a signal and exit normally; uvicorn itself would raise the signal again afterwards, and die of it."""
        loop = asyncio.get_running_loop()
        for number in STOP:
            loop.add_signal_handler(number, self.leave)
        try:
            yield
        finally:
            for number in STOP:
                loop.remove_signal_handler(number)

    def leave(self) -> None:
        """Report not ready, and stop after the drain time. A second signal stops at once.

        A signal while the server stops already makes it wait for no more requests.
        """
        app = self.config.app
        assert isinstance(app, App)
        if app.status.stopping:
            self.force_exit = self.should_exit
            self.should_exit = True
            return
        app.status.stopping = True
        tell("STOPPING=1")
        asyncio.get_running_loop().call_later(app.container.settings.drain, self.stop_listening)

    def stop_listening(self) -> None:
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.hub.close()
        closing = asyncio.create_task(self.close_late())
        try:
            await super().shutdown(sockets)
        finally:
            closing.cancel()

    async def close_late(self) -> None:
        """Close connections repeatedly: uvicorn does so once, and misses those that are accepted at that moment."""
        while True:
            await asyncio.sleep(0.1)
            for connection in list(self.server_state.connections):
                connection.shutdown()


def collect_garbage_rarely() -> None:
    """Run full garbage collections a hundred times less often.

    With some hundred open tables a full collection takes 50 to 120 ms, in which no request is answered; under load it
    ran once a second. Tables and requests make no reference cycles, and young cycles are still found.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 1_000)


def config(app: App) -> uvicorn.Config:
    """The uvicorn configuration of the web server."""
    return uvicorn.Config(
        app,
        http=LimitedProtocol,
        ws="none",
        timeout_keep_alive=KEEP_ALIVE,
        log_level="warning",
        log_config=None,  # its lines go to the same log as ours
        access_log=False,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
        backlog=2048,
    )


def serve(container: Container, host: str, port: int) -> bool:
    """Serve until a stop signal; False if the server could not start."""
    sock = listening(host, port)
    opened = False

    def ready() -> None:
        nonlocal opened
        opened = True
        log.info("open", extra={"address": f"{host}:{sock.getsockname()[1]}"})
        tell("READY=1")

    serve_on(container, sock, ready, level="info")
    log.info("closed")
    return opened


def serve_on(
    container: Container, sock: socket.socket, ready: Callable[[], None] | None = None, level: str = "warning"
) -> None:
    """Serve on a bound socket until a stop signal."""
    set_up(container.settings.log or level)
    trace = start_tracing(container, "web")
    app = App(container)
    app.requests.trace = trace
    server = Server(config(app))
    server.hub = app.hub
    server.ready = ready
    try:
        server.run(sockets=[sock])
    finally:
        if trace is not None:
            trace.close()
