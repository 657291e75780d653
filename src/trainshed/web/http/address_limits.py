"""Limits of one IP address: how much of a process's time its requests may take, and how many streams it may have.

Each request is charged about the time that it takes, by its kind. An address that has used up its share waits a little
with each further request, so that many people behind one address (a school, a club) are slowed down before anybody is
refused; only if the wait would be too long, the request is refused, with 429. Moves are charged separately: whoever
only plays is not held up by somebody at the same address who reads without end.

Few requests of one address are under way at the same time, so that the others find connections to the database free. A
refusal comes late: who asks again at once would otherwise keep the process busy with refusals.

All of this is in memory and happens before authentication, so a refusal costs next to nothing.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from math import ceil
from time import monotonic
from typing import Any, Final, NamedTuple

from trainshed.service.base.errors import TooMany
from trainshed.service.base.metrics import METRICS
from trainshed.service.base.settings import Settings
from trainshed.web.http.asgi import Application
from trainshed.web.http.authentication import SAFE, address


class RequestKind(NamedTuple):
    """A kind of request: its name in the metric, and what it is charged."""

    name: str
    cost: float
    """Seconds of one core, roughly."""


FILE: Final = RequestKind("file", 0.000_3)
READ: Final = RequestKind("read", 0.001)
LOG: Final = RequestKind("log", 0.02)
"""Long parts of a game's history."""
PAGE: Final = RequestKind("page", 0.006)
TABLE_PAGE: Final = RequestKind("table", 0.015)
REPLAY: Final = RequestKind("replay", 0.03)
PREVIEW: Final = RequestKind("preview", 0.01)
STREAM: Final = RequestKind("stream", 0.01)
WRITE: Final = RequestKind("write", 0.005)
SIGN_IN: Final = RequestKind("sign-in", 0.15)
"""A password is hashed."""
MOVE: Final = RequestKind("move", 0.01)
TEST: Final = RequestKind("test", 0.01)
"""Waits up to ten seconds for another server, without a connection to the database."""
HINT: Final = RequestKind("hint", 0.01)
"""Waits for a bot process, without a connection too. What that costs is limited by person and address there."""

BURST: Final = 8.0
"""Seconds of an address's share that it may use at once, without any wait."""

PATIENCE: Final = 10.0
"""The longest wait, in seconds; a request that would have to wait longer is refused."""

MOST_WAITING: Final = 250
"""Requests of one address that may wait at the same time."""

AT_ONCE: Final = 3
"""Requests of one address that are under way at the same time; moves have as many of their own. Together they leave
connections to the database (`TRAINSHED_CONNECTIONS`, 8) to others."""

REFUSAL_DELAY = 1.0
"""Seconds until a refusal is sent. How many wait for theirs is limited by the connections of one address."""

MOST_ADDRESSES: Final = 10_000
"""Addresses that are remembered; then those that were seen longest ago are forgotten."""

GETS: Final = (
    (re.compile(r"/static/.*|/sw\.js|/manifest\.webmanifest|/healthz"), FILE),
    (re.compile(r".*/stream"), STREAM),
    (re.compile(r"/api/tables/[^/]+/(log|export)|/schema.*|/api/docs.*"), LOG),
    (re.compile(r"/api/.*|/t/[^/]+/replay/analysis"), READ),
    (re.compile(r"/t/[^/]+/(about|places)|/puzzles/[^/]+/[^/]+/about"), PREVIEW),
    (re.compile(r"/t/[^/]+/(replay.*|turns)|/puzzles/[^/]+/[^/]+"), REPLAY),
    (re.compile(r"/t/.*"), TABLE_PAGE),
)
"""The kinds of reading requests by their path, the first that fits; all others are pages."""

POSTS: Final = (
    (re.compile(r"/t/[^/]+/try|/api/tables/[^/]+/preview"), PREVIEW),
    (re.compile(r"/api/tables/[^/]+/(bots|start|rematch(/decline)?|branch|join|analysis)"), WRITE),
    (re.compile(r"/(api/tables|t)/[^/]+/hint"), HINT),
    (re.compile(r"/api/tables/[^/]+/.*"), MOVE),
    (re.compile(r"/api/(accounts|sign-in|me/password)"), SIGN_IN),
    (re.compile(r"/api/me/notices/[^/]+/test"), TEST),
)
"""The same of all other requests, which are otherwise `WRITE`."""


def kind_of(method: str, path: str) -> RequestKind:
    """The kind of a request, from its method and path alone."""
    reads = method in SAFE
    for pattern, kind in GETS if reads else POSTS:
        if pattern.fullmatch(path) is not None:
            return kind
    return PAGE if reads else WRITE


class AddressUse(NamedTuple):
    """What one address has used: until when its requests so far take its share of the time."""

    reads: float = 0.0
    moves: float = 0.0


class AddressLimits:
    """ASGI middleware that delays or refuses requests of addresses that send too many."""

    def __init__(
        self,
        app: Application,
        settings: Settings,
        refuse: Callable[[TooMany, Any, Any, Any], Awaitable[None]],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.app = app
        self.refuse = refuse
        """Sends the response to a request that is refused: error, scope, receive and send."""
        self.share = settings.address_share
        self.most_streams = settings.address_streams
        self.clock = clock
        self.used: OrderedDict[str, AddressUse] = OrderedDict()
        """By address, the one seen last at the end."""
        self.waiting: Counter[str] = Counter()
        self.streams: Counter[str] = Counter()
        self.lanes: dict[tuple[str, bool], Lane] = {}
        """By address, for moves and for all else."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http" or not self.share:
            await self.app(scope, receive, send)
            return
        host, kind = address(scope), kind_of(scope["method"], scope["path"])
        try:
            wait = self.admit(host, kind)
        except TooMany as error:
            await asyncio.sleep(REFUSAL_DELAY)
            await self.refuse(error, scope, receive, send)
            return
        if wait:
            await self._wait(host, wait)
        if kind is STREAM:
            await self._stream(host, scope, receive, send)
        elif kind in (TEST, HINT):
            await self.app(scope, receive, send)
        else:
            async with self._lane(host, kind):
                await self.app(scope, receive, send)

    def admit(self, host: str, kind: RequestKind) -> float:
        """Charge an address for a request; the seconds that it must wait, TooMany if they are too many."""
        now = self.clock()
        used = self.used.pop(host, AddressUse())
        busy_until = max(now, used.moves if kind is MOVE else used.reads)
        wait = max(0.0, busy_until - now - BURST)
        late = wait > PATIENCE or (wait > 0 and self.waiting[host] >= MOST_WAITING)
        crowded = kind is STREAM and self.streams[host] >= self.most_streams
        if not (late or crowded):
            until = busy_until + kind.cost / self.share
            used = used._replace(moves=until) if kind is MOVE else used._replace(reads=until)
        self.used[host] = used
        if len(self.used) > MOST_ADDRESSES:
            self.used.popitem(last=False)
        if late or crowded:
            METRICS.limited[kind.name] = METRICS.limited.get(kind.name, 0) + 1
            raise TooMany(max(1, ceil(wait)))
        return wait

    async def _wait(self, host: str, seconds: float) -> None:
        self.waiting[host] += 1
        try:
            await asyncio.sleep(seconds)
        finally:
            less(self.waiting, host)

    async def _stream(self, host: str, scope: Any, receive: Any, send: Any) -> None:
        """Count an open stream. It is under way, as other requests are, until its head is sent."""
        self.streams[host] += 1
        try:
            async with AsyncExitStack() as opening:
                await opening.enter_async_context(self._lane(host, STREAM))

                async def sent(message: Any) -> None:
                    await opening.aclose()
                    await send(message)

                await self.app(scope, receive, sent)
        finally:
            less(self.streams, host)

    @asynccontextmanager
    async def _lane(self, host: str, kind: RequestKind) -> AsyncIterator[None]:
        """Wait until few other requests of this address are under way."""
        key = host, kind is MOVE
        lane = self.lanes.setdefault(key, Lane())
        lane.users += 1
        try:
            async with lane.free:
                yield
        finally:
            lane.users -= 1
            if not lane.users:
                del self.lanes[key]


class Lane:
    """The requests of one address that are under way, or wait for that."""

    def __init__(self) -> None:
        self.free = asyncio.Semaphore(AT_ONCE)
        self.users = 0


def less(counts: Counter[str], key: str) -> None:
    """Count one less; a key with none is not kept."""
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]
