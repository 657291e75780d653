"""Limits of one IP address: honest people behind one address are not held up, whoever takes too much is."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

import httpx
import pytest

from tests.support.servers.patience import DATABASE_WAIT
from tests.support.service import Guest, serving
from tests.support.web.asgi import http_scope
from trainshed.service.base.errors import TooMany
from trainshed.service.base.metrics import METRICS
from trainshed.service.base.settings import Settings, SettingsError
from trainshed.service.container import Container
from trainshed.web.app import App, refuse
from trainshed.web.http import address_limits
from trainshed.web.http.address_limits import (
    AT_ONCE,
    BURST,
    FILE,
    HINT,
    LOG,
    MOVE,
    PAGE,
    PATIENCE,
    PREVIEW,
    READ,
    REPLAY,
    SIGN_IN,
    STREAM,
    TABLE_PAGE,
    TEST,
    WRITE,
    AddressLimits,
    RequestKind,
    kind_of,
)

SETTINGS = Settings()


class Watch:
    """Time that a test moves by hand."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


def limits(settings: Settings = SETTINGS) -> tuple[AddressLimits, Watch]:
    async def nothing(_scope: Any, _receive: Any, _send: Any) -> None:
        raise AssertionError

    watch = Watch()
    return AddressLimits(nothing, settings, refuse, watch), watch


def use_up(found: AddressLimits, kind: RequestKind) -> None:
    """Send requests until one is refused."""
    for _ in range(10_000):
        try:
            found.admit("10.0.0.1", kind)
        except TooMany:
            return
    raise AssertionError


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/static/0123/table.js", FILE),
        ("GET", "/healthz", FILE),
        ("GET", "/", PAGE),
        ("GET", "/rules/spike", PAGE),
        ("GET", "/t/abc", TABLE_PAGE),
        ("HEAD", "/t/abc", TABLE_PAGE),
        ("GET", "/t/abc/stream", STREAM),
        ("GET", "/api/tables/abc/stream", STREAM),
        ("GET", "/api/bot/stream", STREAM),
        ("GET", "/t/abc/replay/7", REPLAY),
        ("GET", "/t/abc/replay/7/parts", REPLAY),
        ("GET", "/t/abc/replay/analysis", READ),
        ("GET", "/t/abc/turns", REPLAY),
        ("GET", "/api/tables/abc/log", LOG),
        ("GET", "/api/tables/abc/export", LOG),
        ("GET", "/api/titles", READ),
        ("GET", "/api/tables/abc", READ),
        ("POST", "/api/tables/abc/moves", MOVE),
        ("POST", "/api/tables/abc/undo", MOVE),
        ("POST", "/api/tables/abc/preview", PREVIEW),
        ("POST", "/t/abc/try", PREVIEW),
        ("POST", "/t/abc/hint", HINT),
        ("POST", "/api/tables/abc/hint", HINT),
        ("POST", "/api/sign-in", SIGN_IN),
        ("POST", "/api/me/notices/x/test", TEST),
        ("POST", "/api/tables/x/start", WRITE),
        ("POST", "/api/tables/x/analysis", WRITE),
        ("POST", "/api/tables/x/hint", HINT),
        ("DELETE", "/api/me", WRITE),
    ],
)
def test_kinds(method: str, path: str, kind: RequestKind) -> None:
    assert kind_of(method, path) is kind


def test_a_class_of_forty_is_not_held_up() -> None:
    """All open a table at once, and play, each a gesture of three steps every ten seconds."""
    found, watch = limits()
    waits = []
    for _ in range(40):
        waits += [found.admit("10.0.0.1", kind) for kind in [TABLE_PAGE, STREAM, READ, *[FILE] * 15]]
    assert max(waits) < 3.0
    waits = []
    watch.at += 10
    for _ in range(600):
        watch.at += 0.25
        waits += [found.admit("10.0.0.1", kind) for kind in (PREVIEW, PREVIEW, PREVIEW, MOVE, READ)]
    assert max(waits) == 0.0


def test_an_address_takes_its_share_and_no_more() -> None:
    """Whatever it asks for, as often as it can, for a minute."""
    for kind in (PAGE, TABLE_PAGE, LOG, REPLAY, PREVIEW, STREAM, MOVE, WRITE):
        found, watch = limits()
        taken = refused = longest = 0
        for _ in range(15_000):
            watch.at += 0.004
            try:
                wait = found.admit("10.0.0.1", kind)
            except TooMany as error:
                refused += 1
                longest = max(longest, error.seconds)
            else:
                taken += 1
                assert wait <= PATIENCE
        most = SETTINGS.address_share * (60 + BURST + PATIENCE) / kind.cost
        assert most / 2 < taken <= most + 1, kind
        assert refused
        assert 1 <= longest <= PATIENCE + 1


def test_moves_are_not_held_up_by_reading() -> None:
    found, _ = limits()
    use_up(found, TABLE_PAGE)
    assert found.admit("10.0.0.1", MOVE) == 0.0


def test_another_address_is_not_held_up() -> None:
    found, _ = limits()
    use_up(found, PREVIEW)
    assert found.admit("10.0.0.2", PREVIEW) == 0.0


def test_after_a_while_all_is_forgiven() -> None:
    found, watch = limits()
    use_up(found, PREVIEW)
    watch.at += BURST + PATIENCE + 1
    assert found.admit("10.0.0.1", PREVIEW) == 0.0


def test_a_refused_request_is_not_charged() -> None:
    found, watch = limits()
    use_up(found, PREVIEW)
    for _ in range(1_000):
        with pytest.raises(TooMany):
            found.admit("10.0.0.1", PREVIEW)
    watch.at += 1
    assert found.admit("10.0.0.1", PREVIEW) <= PATIENCE


def test_the_addresses_that_are_remembered_are_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address_limits, "MOST_ADDRESSES", 100)
    found, _ = limits()
    for number in range(1000):
        found.admit(f"10.0.{number // 250}.{number % 250}", READ)
    assert len(found.used) == 100


def test_refusals_are_counted_by_kind() -> None:
    found, _ = limits()
    before = METRICS.limited.get("log", 0)
    use_up(found, LOG)
    assert METRICS.limited["log"] == before + 1


@pytest.mark.parametrize("share", ["-0.1", "1.5"])
def test_the_share_is_a_part(share: str) -> None:
    with pytest.raises(SettingsError, match="ADDRESS_SHARE"):
        Settings.read({"TRAINSHED_ADDRESS_SHARE": share})


# ---------------------------------------------------------------- the application


@asynccontextmanager
async def server(database: str, **settings: Any) -> AsyncIterator[str]:
    async with serving(
        Container(Settings(database=database, database_wait=DATABASE_WAIT, connections=4, **settings), work=False)
    ) as url:
        yield url


def client(url: str, address: str) -> httpx.AsyncClient:
    """A client that comes through a proxy on this machine, which names its address."""
    return httpx.AsyncClient(base_url=url, headers={"x-forwarded-for": address}, timeout=30)


async def status_of(http: httpx.AsyncClient, path: str, headers: Any = None) -> int:
    """The status of a stream, which is not read; refusals say when to try again."""
    async with http.stream("GET", path, headers=headers) as answer:
        assert answer.status_code == 200 or int(answer.headers["retry-after"]) >= 1
        return answer.status_code


@pytest.mark.asyncio
async def test_who_reads_without_end_is_refused_and_others_are_not(database: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(address_limits, "BURST", 0.2)
    monkeypatch.setattr(address_limits, "PATIENCE", 0.2)
    # A small share, so that it does not matter how quickly a busy machine sends the requests.
    async with (
        server(database, address_share=0.01) as url,
        client(url, "203.0.113.1") as greedy,
        client(url, "203.0.113.2") as other,
    ):
        answers = await asyncio.gather(*(greedy.get("/api/titles") for _ in range(200)))
        refused = [answer for answer in answers if answer.status_code == 429]
        assert 50 < len(refused) < 200
        assert refused[0].json()["error"] == "too_many"
        assert refused[0].json()["message"] == "That was tried too often. Wait a little."
        assert int(refused[0].headers["retry-after"]) >= 1
        assert refused[0].headers["x-content-type-options"] == "nosniff"
        assert (await other.get("/api/titles")).status_code == 200
        assert (await greedy.get("/readyz")).status_code == 200
        monkeypatch.setattr(address_limits, "PATIENCE", -1.0)
        answer = await greedy.get("/", headers={"accept": "text/html", "cookie": "language=es"})
        assert (answer.status_code, answer.headers["content-language"]) == (429, "es")
        assert "Espera un poco." in answer.text


@pytest.mark.asyncio
async def test_a_refusal_asks_nobody_who_sends_it(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes before authentication and the database."""
    container = Container(Settings(database=database, database_wait=DATABASE_WAIT, connections=2), work=False)
    app = App(container)  # not opened: whoever asks the database fails
    monkeypatch.setattr(address_limits, "REFUSAL_DELAY", 0.0)
    app.limits.waiting["127.0.0.1"] = 10_000
    for _ in range(10_000):
        app.limits.used["127.0.0.1"] = address_limits.AddressUse(monotonic() + 60, monotonic() + 60)
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    for method, path in [("GET", "/t/abc"), ("POST", "/api/tables/abc/moves"), ("GET", "/t/abc/stream")]:
        sent.clear()
        await app(http_scope(method, path, [(b"authorization", b"Bearer x")]), None, send)
        assert sent[0]["status"] == 429


@pytest.mark.asyncio
async def test_an_address_has_so_many_streams(database: str) -> None:
    async with server(database, address_streams=3) as url, client(url, "203.0.113.3") as http:
        ann = await Guest.arrive(http, "Ann")
        table = (await ann.post("/tables", 201, title="lok-n-roll", seats=2, visibility="public"))["table"]
        path = f"/api/tables/{table}/stream"
        async with (
            http.stream("GET", path) as one,
            http.stream("GET", path) as two,
            http.stream("GET", path) as three,
        ):
            assert [one.status_code, two.status_code, three.status_code] == [200] * 3
            assert await status_of(http, path) == 429
            async with client(url, "203.0.113.4") as other, other.stream("GET", path) as theirs:
                assert theirs.status_code == 200
        async with asyncio.timeout(5):
            while True:
                async with http.stream("GET", path) as again:
                    if again.status_code == 200:
                        break
                await asyncio.sleep(0.05)


@pytest.mark.asyncio
async def test_a_person_has_so_many_streams(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From however many addresses they come."""
    monkeypatch.setattr("trainshed.web.streams.hub.STREAMS_OF_A_PERSON", 2)
    async with server(database) as url, client(url, "203.0.113.5") as http:
        ann, bob = await Guest.arrive(http, "Ann"), await Guest.arrive(http, "Bob")
        table = (await ann.post("/tables", 201, title="lok-n-roll", seats=2, visibility="public"))["table"]
        await bob.post(f"/tables/{table}/join", seat=1)
        await ann.post(f"/tables/{table}/start")
        path = f"/api/tables/{table}/stream"
        async with (
            http.stream("GET", path, headers=ann.headers) as one,
            http.stream("GET", "/api/bot/stream", headers={**ann.headers, "x-forwarded-for": "203.0.113.6"}) as two,
        ):
            assert [one.status_code, two.status_code] == [200] * 2
            for third in (path, f"/t/{table}/stream", f"/api/bot/tables/{table}/stream", "/api/bot/stream"):
                assert await status_of(http, third, ann.headers) == 429, third
            async with http.stream("GET", path, headers=bob.headers) as theirs:
                assert theirs.status_code == 200


@pytest.mark.asyncio
async def test_no_share_no_limit(database: str) -> None:
    async with server(database, address_share=0) as url, client(url, "203.0.113.7") as http:
        for _ in range(5):
            answers = await asyncio.gather(*(http.get("/healthz") for _ in range(100)))
            assert {answer.status_code for answer in answers} == {200}


class UnderWay:
    """An application that counts how many requests are under way, of each address and at most."""

    def __init__(self) -> None:
        self.now: Counter[str] = Counter()
        self.most: Counter[str] = Counter()
        self.go_on = asyncio.Event()

    async def __call__(self, scope: Any, _receive: Any, send: Any) -> None:
        host = scope["client"][0]
        self.now[host] += 1
        self.most[host] = max(self.most[host], self.now[host])
        await asyncio.sleep(0.01)
        self.now[host] -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if scope["path"].endswith("/stream"):
            await self.go_on.wait()


async def many(found: AddressLimits, host: str, method: str, path: str, times: int = 10) -> list[asyncio.Task[None]]:
    """Send requests of one address at the same time."""

    async def send(_message: Any) -> None:
        pass

    scope = {**http_scope(method, path, []), "client": (host, 1)}
    return [asyncio.create_task(found(dict(scope), None, send)) for _ in range(times)]


@pytest.mark.asyncio
async def test_few_requests_of_one_address_are_under_way() -> None:
    """So others find connections to the database free. Moves have a lane of their own, and every address has."""
    app = UnderWay()
    found = AddressLimits(app, SETTINGS, refuse)
    tasks = [
        *await many(found, "10.0.0.1", "GET", "/api/tables"),
        *await many(found, "10.0.0.1", "POST", "/api/tables/x/moves"),
        *await many(found, "10.0.0.2", "GET", "/api/tables"),
    ]
    await asyncio.gather(*tasks)
    assert app.most == {"10.0.0.1": 2 * AT_ONCE, "10.0.0.2": AT_ONCE}
    assert SETTINGS.connections > 2 * AT_ONCE
    assert found.lanes == {}


@pytest.mark.asyncio
async def test_an_open_stream_is_not_under_way() -> None:
    app = UnderWay()
    found = AddressLimits(app, SETTINGS, refuse)
    streams = await many(found, "10.0.0.1", "GET", "/t/x/stream")
    await asyncio.gather(*await many(found, "10.0.0.1", "GET", "/api/tables"))
    assert app.most["10.0.0.1"] == AT_ONCE
    assert found.streams["10.0.0.1"] == 10
    app.go_on.set()
    await asyncio.gather(*streams)
    assert (found.streams, found.lanes) == ({}, {})


@pytest.mark.asyncio
async def test_a_refusal_comes_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks again at once after each refusal must not keep the process busy with refusals."""
    monkeypatch.setattr(address_limits, "REFUSAL_DELAY", 0.2)
    found = AddressLimits(UnderWay(), SETTINGS, refuse)
    use_up(found, LOG)
    found.waiting["10.0.0.1"] = 10_000
    begin = monotonic()
    await asyncio.gather(*await many(found, "10.0.0.1", "GET", "/api/tables"))
    assert 0.2 <= monotonic() - begin < 2
