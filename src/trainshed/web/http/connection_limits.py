"""Limits of one connection to the web server: size of a request's head, time to send it, connections of one address.

uvicorn has no such limits with httptools: a head could be of any size, and a connection stay silent for ever. A proxy
in front has limits of its own; without one (`trainshed --lan`) these are all there are. Responses are not limited, so
streams are not cut.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, Final

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

LARGEST_HEAD: Final = 32 * 1024
"""Bytes of a request's first line and headers."""

MOST_HEADERS: Final = 100

HEAD_TIMEOUT = 15.0
"""Seconds in which the head of a request must arrive, from the connection or from its first byte on."""

KEEP_ALIVE: Final = 75
"""Seconds for which a connection is kept between two requests; proxies close theirs after at most 60."""

MOST_CONNECTIONS = 1_000
"""Open connections of one address; a proxy, which is trusted to say for whom it asks, may have any number."""

CONNECTIONS: Counter[str] = Counter()
"""Open connections by address, without those of proxies."""


class HeadTooLarge(Exception):
    """Stops the parser: the head of the request is too large, and that was answered."""


class LimitedProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol with limits."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.head_timer: asyncio.TimerHandle | None = None
        self.head_size = 0
        """Bytes of the head that is arriving."""
        self.in_head = True
        self.begun = 0
        """How many heads have begun in the data that is being parsed."""
        self.refused = False
        self.counted = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if host and not self._proxy(host):
            if CONNECTIONS[host] >= MOST_CONNECTIONS:
                transport.abort()
                return
            CONNECTIONS[host] += 1
            self.counted = host
        self._start_timer()

    def _proxy(self, host: str) -> bool:
        app = self.app
        return isinstance(app, ProxyHeadersMiddleware) and host in app.trusted_hosts

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        if self.counted:
            CONNECTIONS[self.counted] -= 1
            if not CONNECTIONS[self.counted]:
                del CONNECTIONS[self.counted]
            self.counted = ""
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.refused:
            return
        idle = not self.answering
        self.begun = 0
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self.in_head:
            # Data with the end of one request and the beginning of the next are not counted for either.
            self.head_size += len(data) if self.begun <= int(idle) else 0
            if self.head_size > LARGEST_HEAD:
                self._refuse()
                return
        # A head that has begun, blank lines before it, or a body that nobody reads any more: all must end in time.
        if self.head_timer is None and not self.answering:
            self._start_timer()

    @property
    def answering(self) -> bool:
        """Whether the answer to a request is not complete."""
        cycle: Any = self.cycle  # None before the first request
        return cycle is not None and not cycle.response_complete

    def on_message_begin(self) -> None:
        self.in_head = True
        self.head_size = 0
        self.begun += 1
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > LARGEST_HEAD or len(self.headers) > MOST_HEADERS:
            self._refuse()
            raise HeadTooLarge
        self.in_head = False
        self._stop_timer()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.in_head and self.head_timer is None and not self.transport.is_closing():
            self._start_timer()

    def send_400_response(self, msg: str) -> None:
        if not self.refused:
            super().send_400_response(msg)

    def _refuse(self) -> None:
        self.refused = True
        self.transport.write(STATUS_LINE[431] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()

    def _start_timer(self) -> None:
        self._stop_timer()
        self.head_timer = self.loop.call_later(HEAD_TIMEOUT, self._late)

    def _stop_timer(self) -> None:
        if self.head_timer is not None:
            self.head_timer.cancel()
            self.head_timer = None

    def _late(self) -> None:
        self.head_timer = None
        if self.answering:
            self._start_timer()  # the head of a next request, sent before the answer to this one is complete
        else:
            self.transport.close()
