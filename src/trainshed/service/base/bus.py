"""Fan-out between processes: one small interface, in this process (LocalBus) or over NATS (NatsBus).

A bus carries hints, never truth: a lost message costs nothing, because readers catch up by sequence number.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final, Protocol
from urllib.parse import urlsplit
from uuid import uuid4

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription as NatsSubscription
from nats.errors import BadSubjectError, MaxPayloadError
from nats.errors import Error as NatsError

from trainshed.service.base.supervisor import SupervisedTask, Supervisor

Handler = Callable[[str, bytes], None]
"""Takes subject and payload; is called in the event loop and must not block."""

GONE: Final = (NatsError, OSError, TimeoutError)
"""Exceptions that mean a broken connection."""

LISTENABLE: Final = re.compile(r"[^\s.*>]+(\.[^\s.*>]+)*(\.\*)?")

log = logging.getLogger(__name__)


class Subscription(Protocol):
    """A registered handler; after `close` was called it receives nothing more."""

    async def close(self) -> None: ...


class Bus(Protocol):
    """Publish and subscribe between processes; tests/service/base/test_bus.py checks both adapters."""

    @property
    def healthy(self) -> bool: ...

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    def publish(self, subject: str, payload: bytes) -> None:
        """Send a message. Neither blocks nor raises when the connection is lost."""

    async def subscribe(self, subject: str, handler: Handler, queue: str = "") -> Subscription:
        """Receive messages published after this returns; of handlers with one queue name, one gets each message.

        The last part of the subject may be `*`, any one word. Messages published just before may arrive too.
        """

    def on_gap(self, callback: Callable[[], None]) -> None:
        """Register a callback for whenever messages may have been missed."""


class Listener:
    """Base class of both adapters' subscriptions: checks the subject and calls the handler."""

    def __init__(self, subject: str, handler: Handler, queue: str) -> None:
        if not LISTENABLE.fullmatch(subject):
            raise ValueError(f"nobody can listen to {subject!r}")
        self.subject = subject
        self.handler = handler
        self.queue = queue
        self.closed = False

    def hear(self, subject: str, payload: bytes) -> None:
        if self.closed:
            return
        try:
            self.handler(subject, payload)
        except Exception:
            log.exception("a handler of %s failed", self.subject)


# In this process ------------------------------------------------------------------------------


class LocalListener(Listener):
    """A subscription of a LocalBus."""

    def __init__(self, bus: LocalBus, subject: str, handler: Handler, queue: str) -> None:
        super().__init__(subject, handler, queue)
        self.bus = bus

    async def close(self) -> None:
        self.closed = True
        self.bus.forget(self)


class LocalBus:
    """Delivers messages within one process and one event loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: dict[str, list[LocalListener]] = {}
        self._turns: Counter[str] = Counter()

    @property
    def healthy(self) -> bool:
        return self._loop is not None

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()

    async def close(self) -> None:
        self._loop = None
        self._listeners.clear()

    def publish(self, subject: str, payload: bytes) -> None:
        if self._loop is not None:
            # Not delivered directly: a handler that publishes would run inside itself.
            self._loop.call_soon(self._deliver, subject, payload)

    async def subscribe(self, subject: str, handler: Handler, queue: str = "") -> Subscription:
        listener = LocalListener(self, subject, handler, queue)
        self._listeners.setdefault(subject, []).append(listener)
        return listener

    def on_gap(self, callback: Callable[[], None]) -> None:
        """Never called back: within one process no message is missed."""

    def forget(self, listener: LocalListener) -> None:
        there = self._listeners.get(listener.subject, [])
        if listener in there:
            there.remove(listener)
            if not there:
                del self._listeners[listener.subject]

    def _deliver(self, subject: str, payload: bytes) -> None:
        groups: dict[str, list[LocalListener]] = {}
        for listener in self._matching(subject):
            groups.setdefault(listener.queue, []).append(listener)
        for listener in groups.pop("", ()):
            listener.hear(subject, payload)
        for queue, members in groups.items():
            members[self._turns[queue] % len(members)].hear(subject, payload)
            self._turns[queue] += 1

    def _matching(self, subject: str) -> Iterable[LocalListener]:
        stem, _, _ = subject.rpartition(".")
        yield from self._listeners.get(subject, ())
        yield from self._listeners.get(f"{stem}.*", ())


# Over NATS ------------------------------------------------------------------------------------


class NatsListener(Listener):
    """A subscription of a NatsBus, attached anew to each client that the bus makes."""

    def __init__(self, bus: NatsBus, subject: str, handler: Handler, queue: str) -> None:
        super().__init__(subject, handler, queue)
        self.bus = bus
        self.client: Client | None = None
        self.inner: NatsSubscription | None = None

    async def attach(self, client: Client) -> None:
        """Subscribe through this client, which subscribes again by itself after each of its reconnections."""
        if self.client is client:
            return
        self.client = client
        with suppress(*GONE):
            self.inner = await client.subscribe(self.subject, self.queue, cb=self.take)
        if self.closed:
            await self.detach()

    async def take(self, message: Msg) -> None:
        self.hear(message.subject, message.data)

    async def detach(self) -> None:
        inner, self.inner = self.inner, None
        if inner is not None:
            with suppress(*GONE):
                await inner.unsubscribe()

    async def close(self) -> None:
        self.closed = True
        self.bus.forget(self)
        await self.detach()


class NatsBus:
    """Bus over core NATS. While there is no connection it keeps trying, and drops what is published."""

    OPEN_WAIT: Final = 1.0
    """How long `open` waits for a connection before it leaves that to the background."""

    CLOSE_WAIT: Final = 2.0
    ECHO_WAIT: Final = 5.0
    RETRY_WAIT: Final = 0.25
    OUTBOX: Final = 100_000
    """Messages that wait here at most, once the client has BUFFER bytes to write."""

    BUFFER: Final = 500_000

    def __init__(self, servers: list[str], supervisor: Supervisor | None = None) -> None:
        for server in servers:
            if not urlsplit(server).hostname:
                raise ValueError(f"{server!r} is no address of a NATS server")
        self.servers = servers
        self.supervisor = supervisor or Supervisor()
        self.dropped = 0
        self._client: Client | None = None
        self._tasks: list[SupervisedTask] = []
        self._changed = asyncio.Event()
        self._joined = asyncio.Event()
        self._missing = False
        self._gap_callbacks: list[Callable[[], None]] = []
        self._outbox: deque[tuple[str, bytes]] = deque()
        self._filled = asyncio.Event()
        self._inbox = f"_INBOX.{uuid4().hex}"
        self._echoes: dict[bytes, asyncio.Future[None]] = {}
        self._listeners = {NatsListener(self, self._inbox, self._on_echo, ""): None}

    @property
    def healthy(self) -> bool:
        return self._client is not None and self._client.is_connected

    async def open(self) -> None:
        self._tasks = [
            self.supervisor.start("NATS connection", self.RETRY_WAIT, self._keep_connected, "upkeep"),
            self.supervisor.start("NATS messages", 0.0, self._send_waiting, "upkeep"),
        ]
        try:
            await asyncio.wait_for(self._joined.wait(), self.OPEN_WAIT)
        except TimeoutError:
            self._lost()

    async def close(self) -> None:
        client, self._client = self._client, None
        for task in self._tasks:
            await task.stop()
        self._release()
        if client is not None:
            with suppress(*GONE):
                await asyncio.wait_for(self._leave(client), self.CLOSE_WAIT)

    def publish(self, subject: str, payload: bytes) -> None:
        if not self.healthy or len(self._outbox) >= self.OUTBOX:
            self.dropped += 1
            return
        self._outbox.append((subject, payload))
        self._filled.set()

    async def subscribe(self, subject: str, handler: Handler, queue: str = "") -> Subscription:
        listener = NatsListener(self, subject, handler, queue)
        self._listeners[listener] = None
        client = self._client
        if client is not None and client.is_connected:
            try:
                await self._listen(client, [listener])
            except asyncio.CancelledError:
                await listener.close()
                raise
        return listener

    def on_gap(self, callback: Callable[[], None]) -> None:
        self._gap_callbacks.append(callback)

    def forget(self, listener: NatsListener) -> None:
        self._listeners.pop(listener, None)

    # The connection

    async def _keep_connected(self) -> None:
        """Run one client after the other: each reconnects by itself, until a server error closes it for good."""
        while True:
            client = self._client = Client()
            try:
                await self._connect(client)
                await self._attend(client)
            except Exception as error:
                log.warning("NATS: %r; trying anew", error)
                with suppress(*GONE):
                    await client.close()
            self._lost()
            await asyncio.sleep(self._retry_wait())

    async def _connect(self, client: Client) -> None:
        options: dict[str, Any] = {
            "max_reconnect_attempts": -1,
            "reconnect_time_wait": self._retry_wait(),
            "ping_interval": 2,  # a connection that is open and dead is noticed after three of these
            "connect_timeout": 2,
            "dont_randomize": True,  # the setting names the nearest server first
            # Without limits nothing waits inside nats-py, where a cancellation may be swallowed; see `_empty_outbox`.
            "pending_size": 0,
            "flusher_queue_size": 0,
        }
        await client.connect(
            self.servers,
            error_cb=self._on_error,
            disconnected_cb=self._on_disconnected,
            reconnected_cb=self._on_changed,
            closed_cb=self._on_changed,
            **options,
        )

    async def _attend(self, client: Client) -> None:
        """Attach all listeners whenever the client is connected; returns when the client is closed."""
        while not client.is_closed:
            self._changed.clear()
            if client.is_connected and (self._missing or not self._joined.is_set()):
                await self._listen(client, list(self._listeners))
                if client.is_connected:
                    self._found()
            # A client that fails to close does not call back: check once a second.
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), 1.0)

    async def _listen(self, client: Client, listeners: list[NatsListener]) -> None:
        """Attach listeners and wait until the server knows them, so that nothing published later is missed."""
        for listener in listeners:
            await listener.attach(client)
        # Not client.flush(): its ping overtakes what is still in the client's buffer.
        echo = uuid4().bytes
        waiting = self._echoes[echo] = asyncio.get_running_loop().create_future()
        try:
            await client.publish(self._inbox, echo)
            await asyncio.wait_for(waiting, self.ECHO_WAIT)
        except GONE:
            log.debug("NATS: no echo")  # the connection is broken: the next one reports a gap
        finally:
            del self._echoes[echo]

    def _on_echo(self, subject: str, payload: bytes) -> None:
        waiting = self._echoes.get(payload)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    def _release(self) -> None:
        """Stop waiting for echoes, which do not come any more."""
        for waiting in self._echoes.values():
            if not waiting.done():
                waiting.set_result(None)

    def _lost(self) -> None:
        self._release()
        if not self._missing:
            self._missing = True
            log.warning("NATS: no connection to %s", self._where())

    def _found(self) -> None:
        self._joined.set()
        if not self._missing:
            return
        self._missing = False
        log.warning("NATS: connected to %s", self._where())
        for callback in self._gap_callbacks:
            try:
                callback()
            except Exception:
                log.exception("a handler of gaps failed")

    async def _on_error(self, error: Exception) -> None:
        log.debug("NATS: %r", error)

    async def _on_disconnected(self) -> None:
        if self._client is not None:
            self._lost()
        self._changed.set()

    async def _on_changed(self) -> None:
        self._changed.set()

    async def _leave(self, client: Client) -> None:
        await self._empty_outbox(client)
        # Before client.close(), which may fail half way and leave them subscribed.
        for listener in self._listeners:
            await listener.detach()
        await client.close()

    def _where(self) -> str:
        """The servers, without passwords."""
        return ", ".join(urlsplit(server).netloc.rpartition("@")[2] for server in self.servers)

    def _retry_wait(self) -> float:
        """Random, so that clients do not all reconnect at once when a server comes back."""
        return self.RETRY_WAIT * random.uniform(0.6, 1.4)

    # Sending

    async def _send_waiting(self) -> None:
        """Send what waits, as it comes."""
        await self._filled.wait()
        self._filled.clear()
        if self._client is not None:
            try:
                await self._empty_outbox(self._client)
            except BaseException:
                self._filled.set()  # the other messages are sent at the next try
                raise

    async def _empty_outbox(self, client: Client) -> None:
        while self._outbox:
            while client.is_connected and client.pending_data_size > self.BUFFER:
                await asyncio.sleep(0.001)
            subject, payload = self._outbox.popleft()
            try:
                # Mostly an append to the client's own buffer, which its flusher writes in one piece.
                await client.publish(subject, payload)
            except (BadSubjectError, MaxPayloadError, TypeError) as error:
                log.error("NATS: a message on %r cannot be sent: %r", subject, error)
            except GONE:
                self.dropped += 1
